"""The story of Ra: the events of a move, told from what everybody knows."""

from __future__ import annotations

from typing import Any

from tests.ra.table import RA, play, position


def story(p: Any, *moves: str) -> list[dict[str, Any]]:
    """Return the messages of the last of some moves."""
    play(p, *moves[:-1])
    before, seat = p.known_facts(None), p.to_act
    play(p, moves[-1])
    return list(RA.story.messages(before, seat, moves[-1], [], p.known_facts(None)))


def keys(messages: list[dict[str, Any]]) -> list[str]:
    return [message["key"].removeprefix("sun.told.") for message in messages]


def test_a_god_takes_a_tile() -> None:
    told = story(position(row=["gold"], tiles={0: {"god": 1}}), "take gold")
    assert told == [{"key": "sun.told.take", "params": {"seat": 0, "tile": "gold"}}]


def test_the_winner_of_an_auction_is_reported_before_what_disasters_cost() -> None:
    p = position(row=["funeral", "gold"], tiles={0: {"pharaoh": 3}})
    told = story(p, "invoke", "pass", "pass", "pass", "bid 2")
    assert keys(told) == ["bid", "won", "lost"]
    assert told[-1]["params"] == {"seat": 0, "tiles": [{"tile": "pharaoh", "number": 2}]}


def test_the_winner_may_be_another_seat_than_the_one_that_passes_last() -> None:
    p = position(row=["funeral"], tiles={1: {"pharaoh": 1}})
    told = story(p, "invoke", "bid 7", "pass", "pass", "pass")
    assert keys(told) == ["pass", "won", "lost"]
    assert [message["params"]["seat"] for message in told] == [0, 1, 1]


def test_a_disaster_taken_by_a_god_costs_tiles() -> None:
    told = story(position(row=["drought"], tiles={0: {"god": 1, "flood": 1, "nile": 2}}), "take drought")
    assert keys(told) == ["take", "lost"]
    assert told[-1]["params"]["tiles"] == [{"tile": "nile", "number": 1}, {"tile": "flood", "number": 1}]


def test_tiles_that_a_player_chooses_are_discarded_and_only_the_rest_is_lost() -> None:
    p = position(row=["earthquake"], tiles={0: {"palace": 3, "temple": 1}})
    told = story(p, "invoke", "pass", "pass", "pass", "bid 2", "discard temple")
    assert keys(told) == ["discard", "lost"]
    assert told[-1]["params"]["tiles"] == [{"tile": "palace", "number": 1}]


def test_an_unsold_row_leaves_the_game_after_a_forced_invocation() -> None:
    told = story(position(row=["nile"] * 8), "invoke", "pass", "pass", "pass", "pass")
    assert keys(told) == ["pass", "flushed"]


def test_the_end_of_an_epoch_is_scored_and_no_tiles_count_as_lost() -> None:
    p = position(up={0: [2], 1: [], 2: [], 3: []}, row=["funeral"], tiles={0: {"pharaoh": 1}})
    assert keys(story(p, "invoke", "bid 2")) == ["bid", "won", "epoch", *["scored"] * 4]
