"""The story of Priests of Ra: the events of a move, told from what everybody knows."""

from __future__ import annotations

import heliopolis as hp

PRIESTS = hp.game("priests")


def test_a_tile_with_two_faces_is_drawn_before_one_of_them_is_placed() -> None:
    p = PRIESTS.start(players=3, seed=1, dealer=None)
    for move in ("draw", "red|blue", "place blue"):
        p.play(move)
    (seat, _, _, drawn, _), (_, _, _, placed, _) = p.record.story()
    assert drawn == [{"key": "sun.told.draw_two", "params": {"seat": seat, "tile": "red", "other": "blue"}}]
    assert placed == [{"key": "sun.told.place", "params": {"seat": seat, "tile": "blue"}}]


def test_a_flip_names_the_face_that_was_up() -> None:
    p = PRIESTS.start(players=2, seed=1, dealer=None)
    for move in ("draw", "priest", "draw", "red|blue", "place red", "invoke", "pass"):
        p.play(move)
    p.play(p.legal()[0])
    p.play("flip red")
    assert [message["key"] for message in list(p.record.story())[-1][3]] == ["sun.told.flip"]
