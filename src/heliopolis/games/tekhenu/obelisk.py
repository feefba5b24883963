"""Tekhenu: the obelisk, its light, and which die an automa takes.

Clockwise the sections are Horus, Ra, Hathor, Bastet, Thoth, Osiris. Two neighbours are sunny, then clockwise one is
shaded, two are dark, one is shaded. A valid die is pure or tainted. The automa takes

- for a god tile the highest valid die of that section, else of the next one counter-clockwise, and so on through all
  six sections (ruling 12);
- for a resource tile the highest valid die of the first colour, else of the second, and so on;
- for soldier+priest the highest valid red or blue die;
- for Seth the highest die on the Seth board, which no other tile reaches (ruling 2);
- if nothing fits, the highest valid die around the obelisk; if there is none, no die but 3 VP.

Ties: a pure die; then the first one met counter-clockwise from the cube, whose own section is the one on the
counter-clockwise side of its line; then white, yellow, brown, black, grey, red, blue, green (ruling 3).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from heliopolis.core.errors import IllegalMove
from heliopolis.games.tekhenu.decision import Decision, narrow, require_word, steps_from
from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.games.tekhenu.vocabulary import (
    BASE_TILES,
    COLOUR_OF,
    COLOURS,
    GODS,
    PRODUCTION_VP,
    SETH,
    SOLDIER_PRIEST,
    TILES,
)
from heliopolis.text.messages import Message, message


class ValidDie(NamedTuple):
    """A die that an automa may take, and where it lies."""

    section: str
    colour: str
    value: int
    status: str


def clockwise(section: str) -> str:
    """Return the next section clockwise."""
    return GODS[(GODS.index(section) + 1) % len(GODS)]


def rotate(board: SharedBoard) -> SharedBoard:
    """Return the board with the light moved one section clockwise; cubes and dice stay."""
    return replace(board, first_sunny=clockwise(board.first_sunny))


def shaded_sections(board: SharedBoard) -> list[str]:
    """Return the two shaded sections, which get new dice after a rotation."""
    return [section for section in GODS if board.light(section) == "shaded"]


def valid_dice(board: SharedBoard, sections: tuple[str, ...] = GODS) -> list[ValidDie]:
    found = [ValidDie(s, die.colour, die.value, board.status(s, die.colour)) for s in sections for die in board.dice[s]]
    return [die for die in found if die.status != "forbidden"]


def tiles_of(board: SharedBoard) -> tuple[str, ...]:
    """Return the action tiles in play."""
    return TILES if board.settings.time_of_seth else BASE_TILES


def choose_die(board: SharedBoard, name: str, tile: str) -> Decision:
    """Decide which die an automa takes for a tile."""
    cube = board.automa(name).obelisk
    require_word(tile, "tile", TILES)
    if tile not in tiles_of(board):
        raise IllegalMove(f"The tile {tile!r} belongs to Time of Seth, which is not in play.")
    why: list[Message] = []
    candidates = candidates_for(board, tile, why)
    if not candidates:
        why.append(message("tekhenu.why.die.nothing", vp=PRODUCTION_VP))
        return Decision("die", None, PRODUCTION_VP, tuple(why))
    die = best_die(candidates, cube, why)
    return Decision("die", die._asdict(), 0, tuple(why))


def candidates_for(board: SharedBoard, tile: str, why: list[Message]) -> list[ValidDie]:
    """Return the dice of which the automa takes the highest, and add the reasons."""
    if tile in GODS:
        return candidates_of_god(board, tile, why)
    if tile == SETH:
        found = valid_dice(board, (SETH,))
        why.append(
            message("tekhenu.why.die.seth", dice=dice_params(found)) if found else message("tekhenu.why.die.no_seth")
        )
    elif tile == SOLDIER_PRIEST:
        found = [die for die in valid_dice(board) if die.colour in ("red", "blue")]
        why.append(
            message("tekhenu.why.die.soldier", dice=dice_params(found))
            if found
            else message("tekhenu.why.die.no_soldier")
        )
    else:
        found = candidates_of_resources(board, tile, why)
    if not found and (found := valid_dice(board)):
        why.append(message("tekhenu.why.die.any", dice=dice_params(found)))
    return found


def candidates_of_god(board: SharedBoard, god: str, why: list[Message]) -> list[ValidDie]:
    start = GODS.index(god)
    for step in range(len(GODS)):
        section = GODS[(start - step) % len(GODS)]
        found = valid_dice(board, (section,))
        if found:
            why.append(message("tekhenu.why.die.section", section=section, dice=dice_params(found)))
            return found
        why.append(message("tekhenu.why.die.no_section", section=section))
    return []


def candidates_of_resources(board: SharedBoard, tile: str, why: list[Message]) -> list[ValidDie]:
    everywhere = valid_dice(board)
    for resource in tile.split("-"):
        colour = COLOUR_OF[resource]
        found = [die for die in everywhere if die.colour == colour]
        if found:
            why.append(message("tekhenu.why.die.colour", resource=resource, colour=colour, dice=dice_params(found)))
            return found
        why.append(message("tekhenu.why.die.no_colour", resource=resource, colour=colour))
    return []


def best_die(candidates: list[ValidDie], cube: str, why: list[Message]) -> ValidDie:
    """Return the highest die; ties are broken in the order given above."""
    start = GODS.index(cube)
    highest = max(die.value for die in candidates)
    left = narrow(candidates, lambda die: die.value, why, message("tekhenu.why.die.highest", value=highest))
    left = narrow(left, lambda die: die.status == "pure", why, message("tekhenu.why.die.pure"))
    if left[0].section != SETH:
        left = narrow(
            left,
            lambda die: -steps_from(GODS.index(die.section), start, len(GODS)),
            why,
            message("tekhenu.why.die.cube", obelisk=cube),
        )
    left = narrow(left, lambda die: -COLOURS.index(die.colour), why, message("tekhenu.why.die.colour_order"))
    return left[0]


def dice_params(dice: list[ValidDie]) -> list[dict[str, Any]]:
    return [die._asdict() for die in dice]
