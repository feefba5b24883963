"""Tekhenu: where an automa places a statue (Horus).

1. The god on the Horus space of the die's value, if a statue space is free there.
2. Else Seth's space.
3. Else a statue space of Osiris, if it wins at least one new majority: most new majorities; then one that takes a
   majority from the person; then the space above the district of the cube.
4. Else a people statue on the Seth board that touches at least one region with a building: most such regions, then
   the left one. The automa takes that many cards, as separate Thoth actions of value 1; they are no god actions
   (ruling 5).
5. Else a statue space of the temple (see `temple`).
6. Else 3 VP (ruling 1).

Without Time of Seth, 2 and 4 are skipped. The Osiris spaces are numbered: 0 above papyrus and bread, 1 above limestone
and granite.
"""

from __future__ import annotations

from dataclasses import replace

from heliopolis.games.tekhenu.decision import Decision, narrow, produce
from heliopolis.games.tekhenu.osiris import DISTRICTS_BELOW, gains_by_statue
from heliopolis.games.tekhenu.shared_board import SharedBoard, set_at
from heliopolis.games.tekhenu.temple import statue_at_temple
from heliopolis.games.tekhenu.tracks import single_cards
from heliopolis.games.tekhenu.vocabulary import DISTRICTS, PERSON, SETH, SIDES
from heliopolis.text.messages import Message, message


def decide_statue(board: SharedBoard, name: str, value: int) -> Decision:
    """Decide where a statue goes: the first of the numbered rules above that applies."""
    if not board.automa(name).statues:
        return produce("horus", message("tekhenu.why.no_statue"))
    why: list[Message] = []
    return (
        statue_of_god(board, value, why)
        or statue_of_seth(board, why)
        or statue_at_osiris(board, name, why)
        or statue_for_people(board, name, why)
        or statue_at_temple(board, name, why)
        or produce("horus", *why, message("tekhenu.why.horus.full"))
    )


def statue_of_god(board: SharedBoard, value: int, why: list[Message]) -> Decision | None:
    god = board.horus_order[value - 1]
    if not has_space(board, god):
        why.append(message("tekhenu.why.horus.no_god", value=value, god=god))
        return None
    why.append(message("tekhenu.why.horus.god", value=value, god=god))
    return Decision("horus", {"place": "god", "god": god}, 0, tuple(why))


def statue_of_seth(board: SharedBoard, why: list[Message]) -> Decision | None:
    if not board.settings.time_of_seth:
        return None
    if not has_space(board, SETH):
        why.append(message("tekhenu.why.horus.no_seth"))
        return None
    why.append(message("tekhenu.why.horus.seth"))
    return Decision("horus", {"place": "seth"}, 0, tuple(why))


def statue_at_osiris(board: SharedBoard, name: str, why: list[Message]) -> Decision | None:
    gains = {space: gains_by_statue(board, name, space) for space in (0, 1) if board.osiris_statues[space] is None}
    gains = {space: new for space, new in gains.items() if new}
    if not gains:
        why.append(message("tekhenu.why.horus.no_osiris"))
        return None
    for space, new in gains.items():
        districts = [{"district": district} for district in new]
        why.append(message("tekhenu.why.horus.osiris", space=space, districts=districts))
    most = max(len(new) for new in gains.values())
    left = narrow(list(gains), lambda space: len(gains[space]), why, message("tekhenu.why.horus.most_new", number=most))
    takes = message("tekhenu.why.horus.from_person")
    left = narrow(left, lambda space: PERSON in gains[space].values(), why, takes)
    cube = DISTRICTS.index(board.automa(name).district)
    reason = message("tekhenu.why.horus.cube", district=board.automa(name).district)
    left = narrow(left, lambda space: cube in DISTRICTS_BELOW[space], why, reason)
    return Decision("horus", {"place": "osiris", "space": left[0]}, 0, tuple(why))


def statue_for_people(board: SharedBoard, name: str, why: list[Message]) -> Decision | None:
    if not board.settings.time_of_seth:
        return None
    built = {side: regions_built(board, side) for side in SIDES if board.people_statues[side] is None}
    built = {side: number for side, number in built.items() if number}
    if not built:
        why.append(message("tekhenu.why.horus.no_people"))
        return None
    for side, number in built.items():
        why.append(message("tekhenu.why.horus.people", side=side, number=number))
    most = max(built.values())
    left = narrow(list(built), lambda side: built[side], why, message("tekhenu.why.horus.most_regions", number=most))
    side = narrow(left, lambda side: side == "left", why, message("tekhenu.why.horus.left"))[0]
    cards = single_cards(board, name, built[side], why)
    return Decision("horus", {"place": "people", "space": side}, 0, tuple(why), cards)


def has_space(board: SharedBoard, god: str) -> bool:
    return len(board.god_statues[god]) < board.statue_spaces(god)


def regions_built(board: SharedBoard, side: str) -> int:
    return sum(bool(board.regions[region - 1]) for region in board.settings.people_statue_regions[side])


def place_for_god(board: SharedBoard, name: str, god: str) -> SharedBoard:
    owners = (*board.god_statues[god], name)
    return replace(board.take_piece(name, "statues"), god_statues={**board.god_statues, god: owners})


def place_at_osiris(board: SharedBoard, name: str, space: int) -> SharedBoard:
    return replace(board.take_piece(name, "statues"), osiris_statues=set_at(board.osiris_statues, space + 1, name))


def place_for_people(board: SharedBoard, name: str, side: str) -> SharedBoard:
    return replace(board.take_piece(name, "statues"), people_statues={**board.people_statues, side: name})


def place_at_temple(board: SharedBoard, name: str, line: int) -> SharedBoard:
    return replace(board.take_piece(name, "statues"), temple_statues={**board.temple_statues, line: name})
