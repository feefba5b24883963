"""Tekhenu: where an automa puts a statue (Horus).

1. The god on the Horus space of the die's value, if a statue space is free there.
2. Else Seth's space.
3. Else a statue space of Osiris, only if it wins a new majority: most new majorities; then one taken from the person;
   then the space above the district of the cube.
4. Else a people statue on the Seth board beside at least one region that is built on: most such regions, then the
   left one. It takes as many cards, as separate Thoth actions of value 1, which are no god actions.
5. Else a statue space of the temple (`temple`).
6. Else 3 VP.

Without Time of Seth, 2 and 4 are skipped. An Osiris space is told by its number: 0 above papyrus and bread, 1 above
limestone and granite.
"""

from __future__ import annotations

from dataclasses import replace

from heliopolis.games.tekhenu.decision import Decision, Message, narrow, produce, say
from heliopolis.games.tekhenu.osiris import SPACES, gains_by_statue
from heliopolis.games.tekhenu.table import Table, set_at
from heliopolis.games.tekhenu.temple import statue_at_temple
from heliopolis.games.tekhenu.tracks import single_cards
from heliopolis.games.tekhenu.vocabulary import DISTRICTS, PERSON, SETH, SIDES


def put_statue(t: Table, name: str, value: int) -> Decision:
    if not t.automa(name).statues:
        return produce("horus", say("tekhenu.why.no_statue"))
    why: list[Message] = []
    return (
        statue_of_god(t, value, why)
        or statue_of_seth(t, why)
        or statue_at_osiris(t, name, why)
        or statue_for_people(t, name, why)
        or statue_at_temple(t, name, why)
        or produce("horus", *why, say("tekhenu.why.horus.full"))
    )


def statue_of_god(t: Table, value: int, why: list[Message]) -> Decision | None:
    god = t.horus_order[value - 1]
    if not has_space(t, god):
        why.append(say("tekhenu.why.horus.no_god", value=value, god=god))
        return None
    why.append(say("tekhenu.why.horus.god", value=value, god=god))
    return Decision("horus", {"place": "god", "god": god}, 0, tuple(why))


def statue_of_seth(t: Table, why: list[Message]) -> Decision | None:
    if not t.settings.time_of_seth:
        return None
    if not has_space(t, SETH):
        why.append(say("tekhenu.why.horus.no_seth"))
        return None
    why.append(say("tekhenu.why.horus.seth"))
    return Decision("horus", {"place": "seth"}, 0, tuple(why))


def statue_at_osiris(t: Table, name: str, why: list[Message]) -> Decision | None:
    gains = {space: gains_by_statue(t, name, space) for space in (0, 1) if t.osiris_statues[space] is None}
    gains = {space: new for space, new in gains.items() if new}
    if not gains:
        why.append(say("tekhenu.why.horus.no_osiris"))
        return None
    for space, new in gains.items():
        districts = [{"district": district} for district in new]
        why.append(say("tekhenu.why.horus.osiris", space=space, districts=districts))
    most = max(len(new) for new in gains.values())
    left = narrow(list(gains), lambda space: len(gains[space]), why, say("tekhenu.why.horus.most_new", number=most))
    takes = say("tekhenu.why.horus.from_person")
    left = narrow(left, lambda space: PERSON in gains[space].values(), why, takes)
    cube = DISTRICTS.index(t.automa(name).district)
    reason = say("tekhenu.why.horus.cube", district=t.automa(name).district)
    left = narrow(left, lambda space: cube in SPACES[space], why, reason)
    return Decision("horus", {"place": "osiris", "space": left[0]}, 0, tuple(why))


def statue_for_people(t: Table, name: str, why: list[Message]) -> Decision | None:
    if not t.settings.time_of_seth:
        return None
    built = {side: regions_built(t, side) for side in SIDES if t.people_statues[side] is None}
    built = {side: number for side, number in built.items() if number}
    if not built:
        why.append(say("tekhenu.why.horus.no_people"))
        return None
    for side, number in built.items():
        why.append(say("tekhenu.why.horus.people", side=side, number=number))
    most = max(built.values())
    left = narrow(list(built), lambda side: built[side], why, say("tekhenu.why.horus.most_regions", number=most))
    side = narrow(left, lambda side: side == "left", why, say("tekhenu.why.horus.left"))[0]
    cards = single_cards(t, name, built[side], why)
    return Decision("horus", {"place": "people", "space": side}, 0, tuple(why), cards)


def has_space(t: Table, god: str) -> bool:
    return len(t.god_statues[god]) < t.capacity(god)


def regions_built(t: Table, side: str) -> int:
    return sum(bool(t.regions[region - 1]) for region in t.settings.people_statue_regions[side])


def place_for_god(t: Table, name: str, god: str) -> Table:
    return replace(t.use(name, "statues"), god_statues={**t.god_statues, god: (*t.god_statues[god], name)})


def place_at_osiris(t: Table, name: str, space: int) -> Table:
    return replace(t.use(name, "statues"), osiris_statues=set_at(t.osiris_statues, space + 1, name))


def place_for_people(t: Table, name: str, side: str) -> Table:
    return replace(t.use(name, "statues"), people_statues={**t.people_statues, side: name})


def place_at_temple(t: Table, name: str, line: int) -> Table:
    return replace(t.use(name, "statues"), temple_statues={**t.temple_statues, line: name})
