"""Tekhenu: the difference between two boards as things to move on the real table, piece by piece, from where to where.

A piece that one board has and the other lacks is paired with one of the same owner and kind that lies elsewhere there;
so are conquest tiles, and dice of the same colour and value. The rest is taken off or put on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from heliopolis.games.tekhenu.board_mover import BoardMover, place_name
from heliopolis.games.tekhenu.corrections import BUILDING_ACTIONS
from heliopolis.games.tekhenu.notation import CARD_KINDS
from heliopolis.games.tekhenu.obelisk import clockwise
from heliopolis.games.tekhenu.setup_moves import add_expansion, remove_expansion
from heliopolis.games.tekhenu.shared_board import Automa, Cell, GameSettings, SharedBoard, cells
from heliopolis.games.tekhenu.spaces import PIECE, all_spaces
from heliopolis.games.tekhenu.state import Step

Pieces = Counter[tuple[str, str, str]]  # on a board: owner, kind and space of each


class Move(NamedTuple):
    """A piece of an owner that lies on another space on one of the boards; None is the supply."""

    owner: str
    kind: str
    source: str | None
    target: str | None


def list_moves(before: SharedBoard, after: SharedBoard) -> tuple[Step, ...]:
    """Return the steps that turn one board into the other; none if nothing lies elsewhere."""
    return complete_moves(start_moves(before, after), after)


def start_moves(before: SharedBoard, after: SharedBoard) -> BoardMover:
    """Return the first board, ready for what lies elsewhere on the second: with Time of Seth if one of them has it."""
    mover = BoardMover(board_between(before, after))
    if after.settings.time_of_seth and not before.settings.time_of_seth:
        add_expansion(mover, after)
    return mover


def complete_moves(mover: BoardMover, after: SharedBoard) -> tuple[Step, ...]:
    """Return the steps made so far, and those that then lead to a board."""
    before = mover.board
    for name in [name for name in after.automas if name not in before.automas]:
        mover.add_automa(name, after.automas[name])
    missing = move_pieces(mover, before, after)
    move_conquest_tiles(mover, before, after)
    for move in missing:
        mover.put_on(move.owner, move.kind, str(move.target))
    move_dice(mover, before, after)
    for name in sorted(before.automas.keys() - after.automas.keys(), reverse=True):
        mover.remove_automa(name)
    for name, automa in after.automas.items():
        move_markers(mover, name, before.automas.get(name, automa), automa)
        move_cubes(mover, name, before.automas.get(name, automa), automa)
    move_shared(mover, before, after)
    if before.settings.time_of_seth and not after.settings.time_of_seth:
        remove_expansion(mover)
    steps = mover.steps
    return (*steps[:-1], replace(steps[-1], after=after)) if steps else ()


def board_between(before: SharedBoard, after: SharedBoard) -> SharedBoard:
    """Return a board with the things of the first, on which those of both fit, and what is not moved of the second.

    The ankhs are those printed on a destiny card that lies there already: they are entered and never moved.
    """
    automas = {
        name: replace(automa, ankhs=after.automas[name].ankhs) if name in after.automas else automa
        for name, automa in before.automas.items()
    }
    return replace(
        before,
        automas=automas,
        settings=settings_of_both(before.settings, after.settings),
        piles={name: pile for name, pile in after.piles.items() if name in before.automas},
        **{name: getattr(after, name) for name in ("difficulty", "round", "stack", "discards")},
    )


def settings_of_both(one: GameSettings, other: GameSettings) -> GameSettings:
    spaces = ("statues_per_god", "statues_for_seth", "buildings_per_region", "population_end", "happiness_end")
    largest = {name: max(getattr(one, name), getattr(other, name)) for name in spaces}
    return replace(other, time_of_seth=one.time_of_seth or other.time_of_seth, **largest)


# ---- pieces ----------------------------------------------------------------------------------------------------------


def move_pieces(mover: BoardMover, before: SharedBoard, after: SharedBoard) -> list[Move]:
    """Take off what has no place any more, move what lies elsewhere, and return what is then still to be put on."""
    old, new = pieces_on(before), pieces_on(after)
    lifted = pillars_on_changed_tiles(old, before, after)
    set_down = pillars_on_changed_tiles(new, before, after)
    moves = pair_pieces([*(old - lifted - new).elements()], [*(new - set_down - old).elements()])
    moves += [Move(*pillar, None) for pillar in lifted.elements()]
    moves += [Move(owner, kind, None, space) for owner, kind, space in set_down.elements()]
    for move in [move for move in moves if move.target is None]:
        mover.take_off(move.owner, move.kind, str(move.source))
    left = [move for move in moves if move.source is not None and move.target is not None]
    missing = [move for move in moves if move.source is None]
    while left:
        ready = next((move for move in left if mover.has_room(str(move.target))), None)
        if ready is None:  # each waits for another's space, so one comes off first
            ready = left[0]
            mover.take_off(ready.owner, ready.kind, str(ready.source))
            missing.append(ready)
        else:
            mover.move(ready.owner, ready.kind, str(ready.source), str(ready.target))
        left.remove(ready)
    return missing


def pillars_on_changed_tiles(pieces: Pieces, before: SharedBoard, after: SharedBoard) -> Pieces:
    """Return the pillars that are lifted because a conquest tile comes or goes below them."""
    changed = {f"pillar.{row}.{column}" for row, column in cells() if is_changed((row, column), before, after)}
    return Counter({piece: number for piece, number in pieces.items() if piece[2] in changed})


def is_changed(cell: Cell, before: SharedBoard, after: SharedBoard) -> bool:
    return before.has_conquest(cell) != after.has_conquest(cell)


def pieces_on(board: SharedBoard) -> Pieces:
    """Return the pieces on a board."""
    mover = BoardMover(board)
    with_seth = replace(board, settings=replace(board.settings, time_of_seth=True))
    return Counter(
        (owner, PIECE[action], space)
        for action in BUILDING_ACTIONS
        for space in all_spaces(with_seth, action)
        for owner in mover.owners(space)
    )


def pair_pieces(removed: Sequence[tuple[str, str, str]], added: Sequence[tuple[str, str, str]]) -> list[Move]:
    left = [*added]
    moves = []
    for owner, kind, space in removed:
        target = next((one for one in left if one[:2] == (owner, kind)), None)
        if target is not None:
            left.remove(target)
        moves.append(Move(owner, kind, space, None if target is None else target[2]))
    return [*moves, *(Move(owner, kind, None, space) for owner, kind, space in left)]


def move_conquest_tiles(mover: BoardMover, before: SharedBoard, after: SharedBoard) -> None:
    removed = [cell for cell in cells() if before.has_conquest(cell) and not after.has_conquest(cell)]
    added = [cell for cell in cells() if after.has_conquest(cell) and not before.has_conquest(cell)]
    both = min(len(removed), len(added))
    for source, target in zip(removed[:both], added[:both], strict=True):
        mover.move_conquest(source, target)
    for source in removed[both:]:
        mover.move_conquest(source, None)
    for target in added[both:]:
        mover.move_conquest(None, target)
    stack = mover.data["conquest_stack"]
    if stack != after.conquest_stack and after.settings.time_of_seth:
        mover.data["conquest_stack"] = after.conquest_stack
        mover.add_step("conquest_stack", **{"from": stack, "to": after.conquest_stack})


def move_dice(mover: BoardMover, before: SharedBoard, after: SharedBoard) -> None:
    old, new = (
        Counter((section, *die) for section, dice in board.dice.items() for die in dice) for board in (before, after)
    )
    added = [*(new - old).elements()]
    for section, colour, value in (old - new).elements():
        target = next((one for one in added if one[1:] == (colour, value)), None)
        if target is not None:
            added.remove(target)
        mover.move_die(colour, value, section, None if target is None else target[0])
    for section, colour, value in added:
        mover.move_die(colour, value, None, section)


# ---- the automas -----------------------------------------------------------------------------------------------------


def move_markers(mover: BoardMover, name: str, old: Automa, new: Automa) -> None:
    """Move the markers; happiness may never be above population, so the order depends on the direction."""
    tracks = ("population", "happiness") if new.population >= old.population else ("happiness", "population")
    for field in ("vp", *tracks):
        mover.set_field(name, "marker", field, getattr(new, field))
    for field in CARD_KINDS:
        mover.set_field(name, "cards", field, getattr(new, field))


def move_cubes(mover: BoardMover, name: str, old: Automa, new: Automa) -> None:
    if old.district != new.district:
        mover.set_cube(name, "district", new.district, **{"from": old.district, "to": new.district})
    if old.obelisk != new.obelisk:
        sections = {"from_first": old.obelisk, "from_second": clockwise(old.obelisk)}
        sections |= {"to_first": new.obelisk, "to_second": clockwise(new.obelisk)}
        mover.set_cube(name, "obelisk", new.obelisk, **sections)
    if old.line != new.line:
        mover.set_cube(name, "line", new.line, **from_to(f"temple.{old.line}", f"temple.{new.line}"))
    if old.cell != new.cell:
        spaces = [f"pillar.{row}.{column}" for row, column in (old.cell, new.cell)]
        mover.set_cube(name, "cell", list(new.cell), **from_to(*spaces))


def from_to(source: str, target: str) -> dict[str, Any]:
    return {"from": place_name(source, "from").to_json(), "to": place_name(target, "to").to_json()}


# ---- light, gods, turn order -----------------------------------------------------------------------------------------


def move_shared(mover: BoardMover, before: SharedBoard, after: SharedBoard) -> None:
    first = after.first_sunny
    if first != before.first_sunny:
        mover.data["first_sunny"] = first
        mover.add_step("light", first=first, second=clockwise(first))
    gods = mover.data["horus_order"]
    for place, god in enumerate(after.horus_order):
        other = gods.index(god)
        if other != place:
            gods[place], gods[other] = gods[other], gods[place]
            mover.add_step("horus", first=place + 1, second=other + 1)
    if mover.data["order"] != list(after.order):
        mover.data["order"] = list(after.order)
        mover.add_step("order", players=[{"word": player} for player in after.order])
