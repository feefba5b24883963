"""The automas' actions: every rule, fallback and tie-break."""

from __future__ import annotations

from typing import Any

import pytest

from heliopolis.core.errors import IllegalMove, UnknownName
from heliopolis.games import tekhenu
from tests.tekhenu.boards import GODS, act, gods_taken, keys, make_board

PRODUCE = {"produce": True}

# ---- Horus -----------------------------------------------------------------------------------------------------------


def test_horus_1_the_god_of_the_die() -> None:
    decision = act(make_board(horus_order=GODS[::-1]), "horus", 2)
    assert decision.choice == {"place": "god", "god": "thoth"}
    assert decision.vp == 0


def test_horus_2_seth() -> None:
    assert act(make_board(god_statues__horus=["person"]), "horus", 1).choice == {"place": "seth"}


def test_horus_2_is_skipped_without_time_of_seth() -> None:
    changes = {f"god_statues__{god}": ["person"] for god in GODS}
    decision = act(make_board(**changes, settings__time_of_seth=False), "horus", 1)
    assert decision.choice == {"place": "osiris", "space": 0}


def test_horus_3_osiris_only_for_a_new_majority() -> None:
    leading = [["a1"] * 4, *[[None] * 4 for _ in range(5)]]
    decision = act(make_board(**gods_taken(), osiris__buildings=leading), "horus", 1)
    assert decision.choice == {"place": "temple", "line": 3}
    assert "horus.no_osiris" in keys(decision)


def test_horus_3_tie_takes_one_from_the_person() -> None:
    """Both spaces would win two; the right one takes granite from the person."""
    board = make_board(2, **gods_taken(), osiris__buildings__5=["a2", None, None, "person"])
    decision = act(board, "horus", 1)
    assert decision.choice == {"place": "osiris", "space": 1}
    assert keys(decision)[-1] == "horus.from_person"


def test_horus_3_tie_by_the_cube() -> None:
    for district, space in (("papyrus", 0), ("bread", 0), ("limestone", 1), ("granite", 1)):
        decision = act(make_board(**gods_taken(), automas__a1__district=district), "horus", 1)
        assert decision.choice == {"place": "osiris", "space": space}
        assert keys(decision)[-1] == "horus.cube"


def osiris_closed() -> dict[str, Any]:
    return {**gods_taken(), "osiris__statues": ["person", "person"]}


def test_horus_4_people_statue_with_most_regions() -> None:
    board = make_board(**osiris_closed(), seth__regions=["person", None, "a1", None, "a1", None])
    decision = act(board, "horus", 1)
    assert decision.choice == {"place": "people", "space": "right"}
    assert decision.cards == (0, 2, 0)
    after = tekhenu.apply(board, "a1", decision)
    assert after.people_statues["right"] == "a1"
    assert after.automas["a1"].technologies == 2


def test_horus_4_tie_goes_left() -> None:
    decision = act(make_board(**osiris_closed(), seth__regions=["a1", None, "a1", None, None, None]), "horus", 1)
    assert decision.choice == {"place": "people", "space": "left"}
    assert "horus.left" in keys(decision)


def test_horus_4_taken_side_does_not_count() -> None:
    board = make_board(
        **osiris_closed(), seth__regions=["a1", "a1", "a1", None, None, None], seth__statues__left="person"
    )
    assert act(board, "horus", 1).choice == {"place": "people", "space": "right"}


def test_horus_4_regions_are_a_setting() -> None:
    regions = {"left": [1], "right": [2, 3]}
    board = make_board(
        **osiris_closed(), settings__people_statue_regions=regions, seth__regions=["a1"] * 3 + [None] * 3
    )
    assert act(board, "horus", 1).choice == {"place": "people", "space": "right"}


@pytest.mark.parametrize(("happiness", "cards"), [(4, (0, 3, 0)), (8, (0, 3, 0)), (9, (3, 0, 0)), (13, (3, 0, 0))])
def test_horus_4_cards_of_the_one_card_column(happiness: int, cards: tuple[int, int, int]) -> None:
    board = make_board(
        **osiris_closed(),
        seth__regions=["a1", "a1", None, "a1", None, None],
        automas__a1__population=15,
        automas__a1__happiness=happiness,
    )
    assert act(board, "horus", 1).cards == cards


def test_horus_5_temple_line_with_most_own_pillars() -> None:
    board = make_board(**osiris_closed(), temple__pillars__1__2="a1", automas__a1__line=3)
    decision = act(board, "horus", 1)
    assert decision.choice == {"place": "temple", "line": 8}
    assert decision.vp == 3


@pytest.mark.parametrize(("line", "chosen"), [(1, 3), (3, 3), (4, 8), (8, 8), (9, 3), (10, 3)])
def test_horus_5_tie_by_the_line_cube(line: int, chosen: int) -> None:
    decision = act(make_board(**osiris_closed(), automas__a1__line=line), "horus", 1)
    assert decision.choice == {"place": "temple", "line": chosen}
    assert decision.vp == 0


def test_horus_6_nothing_left() -> None:
    board = make_board(**osiris_closed(), temple__statues={"3": "person", "8": "person"})
    assert (act(board, "horus", 1).choice, act(board, "horus", 1).vp) == (PRODUCE, 3)


def test_horus_needs_a_statue() -> None:
    assert act(make_board(automas__a1__statues=0), "horus", 1).choice == PRODUCE


def test_more_statue_spaces_are_a_setting() -> None:
    board = make_board(settings__statues_per_god=2, god_statues__horus=["person"])
    assert act(board, "horus", 1).choice == {"place": "god", "god": "horus"}
    board = make_board(settings__statues_for_seth=2, **gods_taken())
    assert act(board, "horus", 1).choice == {"place": "seth"}


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({}, lambda board: board.god_statues["horus"]),
        ({"god_statues__horus": ["person"]}, lambda board: board.god_statues["seth"]),
        (gods_taken(), lambda board: (board.osiris_statues[0],)),
        (osiris_closed(), lambda board: (board.temple_statues[3],)),
    ],
)
def test_statues_are_placed(changes: dict[str, Any], where: Any) -> None:
    board = make_board(**changes)
    after = tekhenu.apply(board, "a1", act(board, "horus", 1))
    assert where(after) == ("a1",)
    assert after.automas["a1"].statues == 5


# ---- Ra --------------------------------------------------------------------------------------------------------------


def test_ra_most_buildings_of_any_colour() -> None:
    board = make_board(temple__buildings=["a1", None, None, "person", None, None, None, "person", None, None])
    decision = act(board, "ra", 1)
    assert decision.choice == {"cell": [1, 3]}
    assert keys(decision)[:2] == ["ra.crossed", "ra.own"]


def test_ra_statues_do_not_count() -> None:
    board = make_board(temple__statues={"3": "a1", "8": "a1"})
    assert act(board, "ra", 1).choice == {"cell": [1, 1]}


@pytest.mark.parametrize(
    ("cube", "taken", "cell"), [([3, 4], [], [3, 4]), ([3, 5], [[3, 5]], [4, 1]), ([5, 5], [[5, 5]], [1, 1])]
)
def test_ra_tie_in_reading_order_from_the_cube(cube: list[int], taken: list[list[int]], cell: list[int]) -> None:
    changes = {f"temple__pillars__{row - 1}__{column - 1}": "person" for row, column in taken}
    decision = act(make_board(**changes, automas__a1__cell=cube), "ra", 1)
    assert decision.choice == {"cell": cell}
    assert "ra.cube" in keys(decision)


@pytest.mark.parametrize(("value", "tile"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_ra_vp_item_by_item(value: int, tile: int) -> None:
    """In the middle: the die, the bonus, two crossed buildings, two neighbours."""
    board = make_board(
        automas__a1__cell=[3, 3],
        temple__buildings__2="person",
        temple__buildings__7="a1",
        temple__pillars__1__2="person",
        temple__pillars__2__1="a1",
    )
    decision = act(board, "ra", value)
    assert decision.choice == {"cell": [3, 3]}
    items = {reason.key.rpartition(".")[2]: reason.params["vp"] for reason in decision.why if "vp" in reason.params}
    assert items == {"pillar_tile": tile, "pillar_bonus": 2, "crossed": 2, "edges": 2}
    assert decision.vp == sum(items.values())


def test_ra_conquest_tile_neither_hinders_nor_counts() -> None:
    board = make_board(temple__conquest__0=[1, 1, 0, 0, 0])
    decision = act(board, "ra", 1)
    assert (decision.choice, decision.vp) == ({"cell": [1, 1]}, 1 + 2 + 2)
    after = tekhenu.apply(board, "a1", decision)
    assert after.pillar((1, 1)) == "a1"
    assert after.automas["a1"].pillars == 7


def test_ra_needs_a_pillar_and_a_cell() -> None:
    assert act(make_board(automas__a1__pillars=0), "ra", 1).choice == PRODUCE
    assert act(make_board(temple__pillars=[["person"] * 5] * 5), "ra", 1).choice == PRODUCE


# ---- Hathor ----------------------------------------------------------------------------------------------------------


def test_hathor_line_with_most_own_pillars() -> None:
    board = make_board(
        temple__pillars__1__2="a1",
        temple__pillars__4__2="a1",
        temple__pillars__0="person person person person person".split(),
    )
    decision = act(board, "hathor", 4, resource_cells=2)
    assert decision.choice == {"line": 8, "population": 9}
    assert decision.vp == 2 * 3 + 2
    after = tekhenu.apply(board, "a1", decision)
    assert after.temple_buildings[7] == "a1"
    assert (after.automas["a1"].population, after.automas["a1"].buildings, after.automas["a1"].vp) == (9, 9, 18)


def test_hathor_tie_by_the_line_cube() -> None:
    board = make_board(automas__a1__line=9, temple__buildings=[None, *["person"] * 9])
    assert act(board, "hathor", 1).choice == {"line": 1, "population": 6}
    board = make_board(automas__a1__line=9, temple__buildings__8="person")
    decision = act(board, "hathor", 1)
    assert decision.choice == {"line": 10, "population": 6}
    assert "temple.cube" in keys(decision)


def test_hathor_visible_resources_do_not_choose_the_line() -> None:
    choices = [act(make_board(), "hathor", 1, resource_cells=number).choice for number in range(6)]
    assert choices == [{"line": 1, "population": 6}] * 6
    with pytest.raises(IllegalMove, match="0 to 5"):
        act(make_board(), "hathor", 1, resource_cells=6)


def test_hathor_population_past_its_end_is_lost() -> None:
    assert act(make_board(automas__a1__population=18), "hathor", 6).choice == {"line": 1, "population": 21}
    board = make_board(settings__population_end=15, automas__a1__population=14)
    assert act(board, "hathor", 6).choice == {"line": 1, "population": 15}


def test_hathor_needs_a_building_and_a_space() -> None:
    assert act(make_board(automas__a1__buildings=0), "hathor", 1).choice == PRODUCE
    assert act(make_board(temple__buildings=["person"] * 10), "hathor", 1).choice == PRODUCE


# ---- Bastet and Thoth ------------------------------------------------------------------------------------------------


def test_bastet_steps_past_the_end_are_lost() -> None:
    decision = act(make_board(automas__a1__population=21, automas__a1__happiness=20), "bastet", 4)
    assert decision.choice == {"population": 21, "happiness": 21}
    assert keys(decision) == ["bastet.happiness", "bastet.lost", "bastet.lost", "bastet.lost"]


def test_bastet_ends_are_settings() -> None:
    board = make_board(settings__happiness_end=4, automas__a1__happiness=3)
    assert act(board, "bastet", 6).choice == {"population": 5, "happiness": 4}
    board = make_board(
        settings__happiness_end=12, settings__population_end=12, automas__a1__population=12, automas__a1__happiness=12
    )
    assert act(board, "bastet", 1).choice == PRODUCE


@pytest.mark.parametrize(
    ("happiness", "cards"),
    [
        (0, [(0, 1, 0), (0, 1, 1), (0, 1, 2)]),
        (4, [(0, 1, 0), (0, 1, 1), (0, 1, 2)]),
        (5, [(0, 1, 0), (0, 2, 0), (0, 2, 1)]),
        (8, [(0, 1, 0), (0, 2, 0), (0, 2, 1)]),
        (9, [(1, 0, 0), (1, 1, 0), (1, 2, 0)]),
        (12, [(1, 0, 0), (1, 1, 0), (1, 2, 0)]),
        (13, [(1, 0, 0), (2, 0, 0), (2, 1, 0)]),
        (21, [(1, 0, 0), (2, 0, 0), (2, 1, 0)]),
    ],
)
def test_thoth_proposal(happiness: int, cards: list[tuple[int, int, int]]) -> None:
    board = make_board(automas__a1__population=21, automas__a1__happiness=happiness)
    for value in range(1, 7):
        decision = act(board, "thoth", value)
        assert decision.choice == dict(
            zip(("decrees", "technologies", "blessings"), cards[(value - 1) // 2], strict=True)
        )
        after = tekhenu.apply(board, "a1", decision).automas["a1"]
        assert (after.decrees - 1, after.technologies, after.blessings) == cards[(value - 1) // 2]


# ---- Osiris ----------------------------------------------------------------------------------------------------------


def test_osiris_takes_a_majority_from_the_person_first() -> None:
    board = make_board(2, osiris__buildings__5=["a2", None, None, "person"])
    decision = act(board, "osiris", 3)
    assert decision.choice == {"row": 3, "district": "granite"}
    assert "osiris.from_person" in keys(decision)


def test_osiris_then_any_new_majority() -> None:
    """Papyrus and limestone can be won, one from nobody and one from another automa: they count alike."""
    board = make_board(
        2,
        osiris__buildings=[[None, "a1", None, "a1"], *[[None] * 4] * 4, [None, None, "a2", None]],
        automas__a1__district="bread",
    )
    decision = act(board, "osiris", 3)
    assert decision.choice == {"row": 3, "district": "limestone"}
    assert keys(decision) == ["osiris.row", "osiris.new", "osiris.cube"]


def test_osiris_no_majority_to_win_goes_by_the_cube() -> None:
    led = [["person"] * 4, ["person"] * 4, [None] * 4, [None] * 4, [None] * 4, [None] * 4]
    for district in ("papyrus", "bread", "limestone", "granite"):
        decision = act(make_board(osiris__buildings=led, automas__a1__district=district), "osiris", 5)
        assert decision.choice == {"row": 5, "district": district}
        assert "osiris.none" in keys(decision)
    taken = make_board(
        osiris__buildings=[*led[:5], [None, None, "person", "person"]], automas__a1__district="limestone"
    )
    assert act(taken, "osiris", 6).choice == {"row": 6, "district": "papyrus"}


def test_osiris_tie_of_majorities_goes_to_the_topmost_piece() -> None:
    board = make_board(osiris__buildings__1__0="person")
    assert act(board, "osiris", 1).choice == {"row": 1, "district": "papyrus"}
    below = act(make_board(osiris__buildings__1__0="person"), "osiris", 3)
    assert below.choice == {"row": 3, "district": "bread"}


def test_osiris_statue_is_above_row_1_and_counts_in_both() -> None:
    board = make_board(osiris__statues=["person", None])
    assert act(board, "osiris", 1).choice == {"row": 1, "district": "limestone"}
    board = make_board(osiris__statues=["a1", None], osiris__buildings__5__1="person")
    assert tekhenu.score(board, "a1").choice == {"districts": 6, "statues": 1}


@pytest.mark.parametrize(("full", "value", "row"), [([4], 4, 3), ([2, 1], 2, 6), ([1, 6, 5], 1, 4)])
def test_osiris_full_rows(full: list[int], value: int, row: int) -> None:
    changes = {f"osiris__buildings__{number - 1}": ["person"] * 4 for number in full}
    choice = act(make_board(**changes), "osiris", value).choice
    assert choice is not None
    assert choice["row"] == row


def test_osiris_needs_a_building_and_a_space() -> None:
    assert act(make_board(automas__a1__buildings=0), "osiris", 1).choice == PRODUCE
    assert act(make_board(osiris__buildings=[["person"] * 4] * 6), "osiris", 1).choice == PRODUCE


def test_osiris_building_is_placed() -> None:
    board = make_board()
    after = tekhenu.apply(board, "a1", act(board, "osiris", 2))
    assert after.osiris_buildings[1] == ("a1", None, None, None)
    assert after.automas["a1"].buildings == 9


# ---- Seth ------------------------------------------------------------------------------------------------------------


def test_seth_region_vp_and_conquest_tile() -> None:
    board = make_board()
    decision = act(board, "seth", 4, rolls=[6, 2, 6, 3])
    assert (decision.choice, decision.vp) == ({"region": 4, "conquest": [2, 3]}, 1)
    after = tekhenu.apply(board, "a1", decision)
    assert after.regions[3] == ("a1",)
    assert after.has_conquest((2, 3))
    assert after.conquest_stack == 11


def test_seth_occupied_cells_are_rolled_again() -> None:
    board = make_board(temple__pillars__0__0="person", temple__conquest__0__1=1)
    decision = act(board, "seth", 1, rolls=[1, 1, 1, 6, 2, 5, 4])
    assert decision.choice == {"region": 1, "conquest": [5, 4]}
    assert keys(decision)[-3:] == ["seth.again", "seth.again", "seth.conquest"]
    with pytest.raises(IllegalMove, match="do not lead"):
        act(board, "seth", 1, rolls=[1, 1, 3])
    with pytest.raises(IllegalMove, match="1 to 6"):
        act(board, "seth", 1, rolls=[7, 1])


@pytest.mark.parametrize(
    ("changes", "rolls", "why"),
    [
        ({"conquest_stack": 0}, [1, 1], "seth.no_stack"),
        ({"temple__conquest": [[1] * 5] * 5}, [1, 1], "seth.no_cell"),
        ({}, [], "seth.no_rolls"),
    ],
)
def test_seth_without_conquest_tile(changes: dict[str, Any], rolls: list[int], why: str) -> None:
    decision = act(make_board(**changes), "seth", 1, rolls=rolls)
    assert decision.choice == {"region": 1, "conquest": None}
    assert keys(decision)[-1] == why


def test_seth_needs_a_building_and_a_region() -> None:
    assert act(make_board(automas__a1__buildings=0), "seth", 1, rolls=[1, 1]).choice == PRODUCE
    board = make_board(seth__regions=["person"] * 6)
    assert act(board, "seth", 1, rolls=[1, 1]).choice == PRODUCE
    assert tekhenu.apply(board, "a1", act(board, "seth", 1, rolls=[1, 1])) == board.add_vp("a1", 3)


def test_seth_more_buildings_per_region_are_a_setting() -> None:
    board = make_board(settings__buildings_per_region=2, seth__regions=[["a1"], ["person", "a1"], [], [], [], []])
    assert act(board, "seth", 2).choice == {"region": 1, "conquest": None}


def test_seth_needs_the_expansion() -> None:
    with pytest.raises(IllegalMove, match="Time of Seth"):
        act(make_board(settings__time_of_seth=False), "seth", 1)


# ---- statues pay, difficulty, mistakes -------------------------------------------------------------------------------


def test_statue_rewards() -> None:
    board = make_board(
        3, settings__statues_per_god=4, god_statues__ra=["a2", "person", "a1", "a2"], god_statues__seth=["a3"]
    )
    assert tekhenu.statue_rewards(board, "ra", "person") == {"a1": 1, "a2": 2}
    assert tekhenu.statue_rewards(board, "ra", "a1") == {"a1": 1, "a2": 2}
    assert tekhenu.statue_rewards(board, "seth", "a1") == {"a3": 1}
    assert tekhenu.statue_rewards(board, "horus", "a1") == {}


def test_own_action_pays_is_a_setting() -> None:
    board = make_board(2, settings__own_action_pays=False, god_statues__ra=["a1"])
    assert tekhenu.statue_rewards(board, "ra", "a1") == {}
    assert tekhenu.statue_rewards(board, "ra", "a2") == {"a1": 1}


def test_difficulty_4_doubles_the_rewards() -> None:
    assert tekhenu.statue_rewards(make_board(difficulty=4, god_statues__ra=["a1"]), "ra", "person") == {"a1": 2}
    assert tekhenu.statue_rewards(make_board(difficulty=3, god_statues__ra=["a1"]), "ra", "person") == {"a1": 1}


def test_difficulty_3_pays_more_for_pillars() -> None:
    assert [act(make_board(difficulty=level), "ra", 5).vp for level in range(5)] == [7, 7, 7, 9, 9]


@pytest.mark.parametrize("level", range(5))
def test_difficulty_2_gives_head_starts(level: int) -> None:
    board = make_board(3, difficulty=level, automas__a1__district="limestone", automas__a3__cell=[2, 4])
    after = tekhenu.difficulty_set_up(board)
    if level < 2:
        assert after == board
        return
    assert after.osiris_buildings[2] == (None, None, "a1", None)
    assert after.automas["a1"].buildings == 9
    assert (after.automas["a2"].population, after.automas["a2"].happiness) == (8, 4)
    assert after.pillar((2, 4)) == "a3"
    assert after.automas["a3"].pillars == 7
    assert [automa.vp for automa in after.automas.values()] == [10, 10, 10]


def test_head_starts_of_those_who_play() -> None:
    after = tekhenu.difficulty_set_up(make_board(1, difficulty=2))
    assert after.osiris_buildings[2][0] == "a1"
    assert list(after.automas) == ["a1"]


def test_mistakes_are_told() -> None:
    with pytest.raises(UnknownName, match="section 'anubis'"):
        act(make_board(), "anubis", 1)
    with pytest.raises(IllegalMove, match="1 to 6, not 7"):
        act(make_board(), "ra", 7)
    with pytest.raises(UnknownName, match="god 'anubis'"):
        tekhenu.statue_rewards(make_board(), "anubis", "a1")
    with pytest.raises(UnknownName, match="player 'bob'"):
        tekhenu.statue_rewards(make_board(), "ra", "bob")


def test_decisions_as_json() -> None:
    data = act(make_board(), "ra", 5).to_json()
    assert data["choice"] == {"cell": [1, 1]}
    assert data["why"][-1] == {"key": "tekhenu.why.vp.edges", "params": {"vp": 2}}
