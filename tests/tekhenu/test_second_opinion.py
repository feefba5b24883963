"""A second opinion: the decisions once more, written as plainly as possible on the JSON, compared on random tables.

It ranks all candidates by one key instead of narrowing them down rule by rule.
"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from heliopolis.games import tekhenu
from heliopolis.games.tekhenu import SharedBoard
from tests.tekhenu.boards import GODS, blank

COLOURS = "white yellow brown black grey red blue green".split()
DISTRICTS = ["papyrus", "bread", "limestone", "granite"]
TILES = [*GODS, "seth", "soldier+priest", "granite-limestone-bread-papyrus", "papyrus-bread-limestone-granite"]
PURE = {"white": "sunny", "yellow": "shaded", "brown": "shaded", "black": "dark"}
FORBIDDEN = {"white": ["dark"], "yellow": ["dark"], "brown": ["sunny"], "black": ["sunny"]}


def random_table(seed: int) -> dict[str, Any]:
    rng = random.Random(seed)
    players = ["person", "a1", "a2", "a3"]
    data = blank(3)
    full = rng.random()

    def owner() -> str | None:
        return rng.choice(players) if rng.random() < full else None

    data["first_sunny"] = rng.choice(GODS)
    data["horus_order"] = rng.sample(GODS, 6)
    for section in [*GODS, "seth"]:
        data["dice"][section] = [[rng.choice(COLOURS), rng.randint(1, 6)] for _ in range(rng.randint(0, 3))]
        data["god_statues"][section] = [rng.choice(players)] if rng.random() < full else []
    data["osiris"] = {"buildings": [[owner() for _ in range(4)] for _ in range(6)], "statues": [owner(), owner()]}
    data["temple"]["pillars"] = [[owner() for _ in range(5)] for _ in range(5)]
    data["temple"]["conquest"] = [[int(rng.random() < full) for _ in range(5)] for _ in range(5)]
    data["temple"]["buildings"] = [owner() for _ in range(10)]
    data["temple"]["statues"] = {"3": owner(), "8": owner()}
    data["seth"] = {"regions": [owner() for _ in range(6)], "statues": {"left": owner(), "right": owner()}}
    cubes = {"district": rng.choice(DISTRICTS), "obelisk": rng.choice(GODS), "line": rng.randint(1, 10)}
    data["automas"]["a1"] |= {**cubes, "cell": [rng.randint(1, 5), rng.randint(1, 5)]}
    return data


# ---- dice ------------------------------------------------------------------------------------------------------------


def light(data: dict[str, Any], section: str) -> str:
    distance = (GODS.index(section) - GODS.index(data["first_sunny"])) % 6
    return {0: "sunny", 1: "sunny", 2: "shaded", 3: "dark", 4: "dark", 5: "shaded"}[distance]


def valid(data: dict[str, Any]) -> list[tuple[str, str, int, bool]]:
    """Section, colour, value, whether pure."""
    dice = [(section, colour, value) for section in GODS for colour, value in data["dice"][section]]
    return [
        (section, colour, value, colour == "green" or PURE.get(colour) == light(data, section))
        for section, colour, value in dice
        if light(data, section) not in FORBIDDEN.get(colour, [])
    ]


def best(data: dict[str, Any], dice: list[tuple[str, str, int, bool]]) -> tuple[str, str, int] | None:
    start = GODS.index(data["automas"]["a1"]["obelisk"])
    counter_clockwise = [GODS[(start - step) % 6] for step in range(6)]
    ranked = sorted(dice, key=lambda d: (-d[2], not d[3], counter_clockwise.index(d[0]), COLOURS.index(d[1])))
    return ranked[0][:3] if ranked else None


def expected_die(data: dict[str, Any], tile: str) -> tuple[str, str, int] | None:
    dice = valid(data)
    if tile in GODS:
        walk = [GODS[(GODS.index(tile) - step) % 6] for step in range(6)]
        return next((found for section in walk if (found := best(data, [d for d in dice if d[0] == section]))), None)
    if tile == "seth":
        board = sorted(data["dice"]["seth"], key=lambda d: (-d[1], COLOURS.index(d[0])))
        return ("seth", *board[0]) if board else best(data, dice)
    if tile == "soldier+priest":
        return best(data, [d for d in dice if d[1] in ("red", "blue")]) or best(data, dice)
    wanted = [
        {"papyrus": "yellow", "bread": "brown", "limestone": "white", "granite": "black"}[r] for r in tile.split("-")
    ]
    return next((found for c in wanted if (found := best(data, [d for d in dice if d[1] == c]))), best(data, dice))


@given(seed=st.integers(0, 10**9), tile=st.sampled_from(TILES))
def test_die(seed: int, tile: str) -> None:
    data = random_table(seed)
    choice = tekhenu.choose_die(SharedBoard.from_json(data), "a1", tile).choice
    assert (choice and (choice["section"], choice["colour"], choice["value"])) == expected_die(data, tile)


# ---- buildings, pillars, statues -------------------------------------------------------------------------------------


def lead(osiris: dict[str, Any], district: int) -> str | None:
    column = [osiris["statues"][district // 2], *(row[district] for row in osiris["buildings"])]
    owners = [(-column.count(owner), column.index(owner), owner) for owner in set(column) - {None}]
    return min(owners)[2] if owners else None


def with_piece(osiris: dict[str, Any], row: int, district: int) -> dict[str, Any]:
    rows = [list(one) for one in osiris["buildings"]]
    rows[row][district] = "a1"
    return {**osiris, "buildings": rows}


@given(seed=st.integers(0, 10**9), value=st.integers(1, 6))
def test_osiris(seed: int, value: int) -> None:
    data = random_table(seed)
    osiris = data["osiris"]
    rows = [row for row in [*range(value - 1, -1, -1), *range(5, value - 1, -1)] if None in osiris["buildings"][row]]
    choice = tekhenu.act(SharedBoard.from_json(data), "a1", "osiris", value).choice
    if not rows:
        assert choice == {"produce": True}
        return
    row = rows[0]
    start = DISTRICTS.index(data["automas"]["a1"]["district"])

    def rank(district: int) -> tuple[int, int]:
        before = lead(osiris, district)
        new = before != "a1" and lead(with_piece(osiris, row, district), district) == "a1"
        return (0 if new and before == "person" else 1 if new else 2), (district - start) % 4

    free = [district for district in range(4) if osiris["buildings"][row][district] is None]
    assert choice == {"row": row + 1, "district": DISTRICTS[min(free, key=rank)]}


@given(seed=st.integers(0, 10**9), value=st.integers(1, 6))
def test_ra(seed: int, value: int) -> None:
    data = random_table(seed)
    pillars, lines = data["temple"]["pillars"], data["temple"]["buildings"]
    row, column = data["automas"]["a1"]["cell"]
    start = (row - 1) * 5 + column - 1
    free = [(r, c) for r in range(5) for c in range(5) if pillars[r][c] is None]
    decision = tekhenu.act(SharedBoard.from_json(data), "a1", "ra", value)
    if not free:
        assert decision.choice == {"produce": True}
        return

    def rank(cell: tuple[int, int]) -> tuple[int, int, int]:
        crossing = [lines[cell[0]], lines[5 + cell[1]]]
        return crossing.count(None), -crossing.count("a1"), (cell[0] * 5 + cell[1] - start) % 25

    r, c = min(free, key=rank)
    assert decision.choice == {"cell": [r + 1, c + 1]}
    padded = [["wall"] * 7, *[["wall", *one, "wall"] for one in pillars], ["wall"] * 7]
    edges = 4 - [padded[r][c + 1], padded[r + 2][c + 1], padded[r + 1][c], padded[r + 1][c + 2]].count(None)
    assert decision.vp == (value + 1) // 2 + 2 + 2 - rank((r, c))[0] + edges


def pillars_of(data: dict[str, Any], line: int) -> int:
    pillars = data["temple"]["pillars"]
    cells = pillars[line - 1] if line <= 5 else [row[line - 6] for row in pillars]
    return cells.count("a1")


@given(seed=st.integers(0, 10**9), value=st.integers(1, 6), resources=st.integers(0, 5))
def test_hathor(seed: int, value: int, resources: int) -> None:
    data = random_table(seed)
    start = data["automas"]["a1"]["line"]
    free = [line for line in range(1, 11) if data["temple"]["buildings"][line - 1] is None]
    decision = tekhenu.act(SharedBoard.from_json(data), "a1", "hathor", value, resource_cells=resources)
    if not free:
        assert decision.choice == {"produce": True}
        return
    line = min(free, key=lambda one: (-pillars_of(data, one), (one - start) % 10))
    assert decision.choice == {"line": line, "population": 5 + value}
    assert decision.vp == 3 * pillars_of(data, line) + resources


@given(seed=st.integers(0, 10**9), value=st.integers(1, 6))
def test_horus(seed: int, value: int) -> None:
    data = random_table(seed)
    assert tekhenu.act(SharedBoard.from_json(data), "a1", "horus", value).choice == expected_statue(data, value)


def expected_statue(data: dict[str, Any], value: int) -> dict[str, Any]:
    god = data["horus_order"][value - 1]
    if not data["god_statues"][god]:
        return {"place": "god", "god": god}
    if not data["god_statues"]["seth"]:
        return {"place": "seth"}
    spaces = [(rank_of_space(data, space), space) for space in (0, 1) if data["osiris"]["statues"][space] is None]
    spaces = [one for one in spaces if one[0][0] < 0]
    if spaces:
        return {"place": "osiris", "space": min(spaces)[1]}
    touched = {"left": [1, 2, 4], "right": [3, 5, 6]}
    built = {side: sum(data["seth"]["regions"][r - 1] is not None for r in touched[side]) for side in touched}
    sides = [side for side in ("left", "right") if data["seth"]["statues"][side] is None and built[side]]
    if sides:
        return {"place": "people", "space": max(sides, key=lambda side: (built[side], side == "left"))}
    start = data["automas"]["a1"]["line"]
    lines = [line for line in (3, 8) if data["temple"]["statues"][str(line)] is None]
    if not lines:
        return {"produce": True}
    return {"place": "temple", "line": min(lines, key=lambda one: (-pillars_of(data, one), (one - start) % 10))}


def rank_of_space(data: dict[str, Any], space: int) -> tuple[int, bool, bool]:
    osiris = data["osiris"]
    statues = ["a1" if i == space else owner for i, owner in enumerate(osiris["statues"])]
    after = {**osiris, "statues": statues}
    below = (2 * space, 2 * space + 1)
    new = [lead(osiris, d) for d in below if lead(osiris, d) != "a1" and lead(after, d) == "a1"]
    cube = DISTRICTS.index(data["automas"]["a1"]["district"])
    return -len(new), "person" not in new, cube not in below


# ---- scoring ---------------------------------------------------------------------------------------------------------


@given(seed=st.integers(0, 10**9))
def test_score(seed: int) -> None:
    data = random_table(seed)
    temple, seth = data["temple"], data["seth"]
    around = temple["buildings"].count("a1") + list(temple["statues"].values()).count("a1")
    serving = [[temple["buildings"][line - 1], temple["statues"].get(str(line))].count("a1") for line in range(1, 11)]
    own = [(r, c) for r in range(5) for c in range(5) if temple["pillars"][r][c] == "a1"]
    gods = [owner for owners in data["god_statues"].values() for owner in owners]
    anywhere = [*gods, *data["osiris"]["statues"], *temple["statues"].values(), *seth["statues"].values()].count("a1")
    expected = (
        3 * sum(lead(data["osiris"], d) == "a1" for d in range(4))
        + around
        + sum(serving[r] + serving[5 + c] for r, c in own)
        + sum(range(anywhere + 1))
        + sum(vp for vp, owner in zip([2, 2, 3, 3, 4, 5], seth["regions"], strict=True) if owner == "a1")
    )
    assert tekhenu.score(SharedBoard.from_json(data), "a1").vp == expected
