"""The worked examples of the rules pages, played and scored by the rules themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import heliopolis as hp
from tests.ra.table import SUNS
from tests.respublica.test_rules import position as republic

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
EXAMPLES = {
    game: json.loads((GAMES / game / "examples.json").read_text(encoding="utf-8"))
    for game in ("ra", "priests", "respublica")
}
OF_SUNS = [(game, part) for game in ("ra", "priests") for part in EXAMPLES[game]]


def kind_in_pile(game: str, tile: str, pile: dict[str, int]) -> str:
    """The tile in the pile that shows this face."""
    return next(kind for kind in pile if tile in kind.split("|")) if game == "priests" else tile


def table(game: str, example: dict[str, Any]) -> hp.Position:
    """Four players, seat 0 on turn, with the tiles, the row and the suns of an example."""
    data = hp.game(game).start(players=4, seed=0).to_json()
    data |= {"turn": 0, "to_act": 0, "epoch": example.get("epoch", 1), "row": example.get("row", [])}
    data["centre"] = example.get("centre", 1)
    held = {example["you"]: example.get("tiles", {})}
    held |= {int(seat): tiles for seat, tiles in example.get("others", {}).items()}
    suns = example.get("suns") or [{"up": group, "down": []} for group in SUNS[4]]
    for seat, display in enumerate(data["seats"]):
        display["suns"], display["tiles"] = suns[seat], held.get(seat, {})
    on_the_table = [*data["row"], *(tile for tiles in held.values() for tile, n in tiles.items() for _ in range(n))]
    for tile in on_the_table:
        data["pile"][kind_in_pile(game, tile, data["pile"])] -= 1
    return hp.game(game).from_json(data)


def points(p: hp.Position, seat: int) -> dict[str, int]:
    found: dict[str, int] = p.view(seat)["if_epoch_ended"][seat]
    return found


@pytest.mark.parametrize(("game", "part"), [one for one in OF_SUNS if EXAMPLES[one[0]][one[1]]["kind"] == "sum"])
def test_a_scoring_adds_up(game: str, part: str) -> None:
    example = EXAMPLES[game][part]
    scored = points(table(game, example), example["you"])
    assert {row["category"]: row["points"] for row in example["rows"]} == {
        row["category"]: scored[row["category"]] for row in example["rows"]
    }
    assert sum(scored.values()) == example["total"] == sum(row["points"] for row in example["rows"])


@pytest.mark.parametrize(("game", "part"), [one for one in OF_SUNS if EXAMPLES[one[0]][one[1]]["kind"] == "change"])
def test_a_change_of_tiles_is_what_the_moves_do(game: str, part: str) -> None:
    example = EXAMPLES[game][part]
    p = table(game, example)
    # The picture leaves out what it costs to have no civilization at all: it is the same before and after.
    civilization = -5 if game == "ra" and not {"art", "agriculture", "astronomy"} & set(example["tiles"]) else 0
    assert sum(points(p, 0).values()) - civilization == example["before_points"]
    for move in example["moves"]:
        p.play(move)
    assert p.to_json()["seats"][0]["tiles"] == example["after"]
    assert sum(points(p, 0).values()) - civilization == example["after_points"]


@pytest.mark.parametrize("game", ["ra", "priests"])
def test_the_auction_ends_as_the_picture_says(game: str) -> None:
    example = EXAMPLES[game]["auction"]
    p = table(game, example)
    p.play("invoke")
    for move in example["moves"]:
        p.play(move)
    after = p.to_json()
    winner = after["seats"][example["you"]]
    assert after["centre"] == example["bid"]
    assert example["centre"] in winner["suns"]["down"]
    assert sorted(winner["tiles"]) == sorted(example["row"])


def test_the_trade_ends_as_the_picture_says() -> None:
    example = EXAMPLES["respublica"]["answers"]
    p = republic(example["hands"])
    for move in example["moves"]:
        p.play(move)
    assert p.to_json()["seats"][0]["hand"] == example["after"]


def test_a_set_of_people_is_a_city() -> None:
    example = EXAMPLES["respublica"]["lay"]
    p = republic([example["hand"], {}, {}])
    for move in example["moves"]:
        p.play(move)
    assert p.view(0)["seats"][0]["points"] == example["points"]


def test_the_points_of_the_end_add_up() -> None:
    example = EXAMPLES["respublica"]["end"]
    seat = republic([example["hand"], {}, {}], {0: example["sets"]}).view(0)["seats"][0]
    assert 3 * seat["cities"] == example["cities"]
    assert sum(seat["monuments"]) == example["monuments"]
    assert seat["hand_points"] == example["pairs"]
    assert seat["points"] + seat["hand_points"] == example["total"]
