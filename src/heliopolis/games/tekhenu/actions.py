"""Tekhenu: an automa's action from decision to changed table, the rewards of statues, and the harder set-ups.

Each god's action is decided in a module of its own. An automa pays nothing and receives no resource. An action that
cannot be done ends in 3 VP and is no god action: it rewards no statue.

Rulings
1. Whenever a god's action is done, Seth's included, every owner of a statue of that god is rewarded once, however
   many statues of that god he has; the owner's own action pays too unless a setting says otherwise.
2. Only statues that stood before the action pay: ask for the rewards with the table as it was then.
3. The pieces of difficulty 2 leave the supply, score nothing and trigger nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from heliopolis.core.errors import IllegalMove
from heliopolis.games.tekhenu import horus, osiris, seth, temple
from heliopolis.games.tekhenu.decision import Decision, check_number, check_word
from heliopolis.games.tekhenu.notation import CARDS
from heliopolis.games.tekhenu.table import Die, Table
from heliopolis.games.tekhenu.tracks import celebrate, take_cards
from heliopolis.games.tekhenu.vocabulary import GODS, PERSON, PLAYERS, SETH

REWARD, HARDER_REWARD = 1, 2  # VP for a statue; from difficulty 4 on
HEAD_START_ROW = 3
HEAD_START_POPULATION, HEAD_START_HAPPINESS = 8, 4


def act(t: Table, name: str, section: str, value: int, rolls: Sequence[int] = (), resource_cells: int = 0) -> Decision:
    """What an automa does with a die of that value from a section or the Seth board."""
    check_word(section, "section", (*GODS, SETH))
    check_number(value, "The value of a die", 1, 6)
    if section == SETH:
        return seth.build_in_region(t, name, value, rolls)
    if section == "hathor":
        return temple.build_at_temple(t, name, value, resource_cells)
    decide = {
        "horus": horus.put_statue,
        "ra": temple.raise_pillar,
        "bastet": celebrate,
        "thoth": take_cards,
        "osiris": osiris.build_in_osiris,
    }
    return decide[section](t, name, value)


def apply(t: Table, name: str, decision: Decision) -> Table:
    """The table after a decision, also a scoring: pieces, tracks, cards and VP of this automa, no statue rewards."""
    t = t.add_vp(name, decision.vp)
    if decision.choice is None or decision.produces:
        return t
    if decision.action == "horus":  # a statue for the people brings cards
        t = add_cards(t, name, decision.cards)
    return CARRY_OUT[decision.action](t, name, decision.choice)


def add_cards(t: Table, name: str, cards: Sequence[int]) -> Table:
    automa = t.automa(name)
    decrees, technologies, blessings = cards
    return t.with_automa(
        name,
        decrees=automa.decrees + decrees,
        technologies=automa.technologies + technologies,
        blessings=automa.blessings + blessings,
    )


def take_die(t: Table, _: str, choice: dict[str, Any]) -> Table:
    section, die = choice["section"], Die(choice["colour"], choice["value"])
    if die not in t.dice[section]:
        raise IllegalMove(f"There is no {die.colour} {die.value} at {section}.")
    return t.take_die(section, die)


def place_statue(t: Table, name: str, choice: dict[str, Any]) -> Table:
    where = choice["place"]
    if where in ("god", "seth"):
        return horus.place_for_god(t, name, choice.get("god", SETH))
    if where == "osiris":
        return horus.place_at_osiris(t, name, choice["space"])
    if where == "people":
        return horus.place_for_people(t, name, choice["space"])
    return horus.place_at_temple(t, name, choice["line"])


def place_in_region(t: Table, name: str, choice: dict[str, Any]) -> Table:
    t = seth.place_building(t, name, choice["region"])
    return t if choice["conquest"] is None else seth.place_conquest(t, tuple(choice["conquest"]))


def place_at_temple(t: Table, name: str, choice: dict[str, Any]) -> Table:
    return temple.place_building(t, name, choice["line"]).with_automa(name, population=choice["population"])


CARRY_OUT: dict[str, Callable[[Table, str, dict[str, Any]], Table]] = {
    "die": take_die,
    "horus": place_statue,
    "ra": lambda t, name, choice: temple.place_pillar(t, name, tuple(choice["cell"])),
    "hathor": place_at_temple,
    "bastet": lambda t, name, choice: t.with_automa(name, **choice),
    "thoth": lambda t, name, choice: add_cards(t, name, [choice[kind] for kind in CARDS]),
    "osiris": lambda t, name, choice: osiris.place_building(t, name, choice["row"], choice["district"]),
    "seth": place_in_region,
    "score": lambda t, name, _choice: t.with_automa(name, blessings=0),  # they are discarded
    "end": lambda t, _name, _choice: t,
}


def rewarded(t: Table, god: str, actor: str) -> list[str]:
    """Who owns a statue that an action of this god rewards, the person among them, in turn order."""
    owners = [player for player in t.order if player in t.god_statues[god]]
    return owners if t.settings.own_action_pays else [player for player in owners if player != actor]


def statue_rewards(t: Table, god: str, actor: str) -> dict[str, int]:
    """The VP that automas get because somebody does this god's action."""
    check_word(god, "god", (*GODS, SETH))
    check_word(actor, "player", PLAYERS)
    vp = HARDER_REWARD if t.difficulty >= 4 else REWARD
    return {player: vp for player in rewarded(t, god, actor) if player != PERSON}


def difficulty_set_up(t: Table) -> Table:
    """From difficulty 2 on each automa has a head start of its own."""
    if t.difficulty < 2:
        return t
    decision = osiris.build_in_osiris(t, "a1", HEAD_START_ROW)
    if not decision.produces:
        t = apply(t, "a1", decision)
    if "a2" in t.automas:
        t = t.with_automa("a2", population=HEAD_START_POPULATION, happiness=HEAD_START_HAPPINESS)
    if "a3" in t.automas and t.pillar(t.automas["a3"].cell) is None:
        t = temple.place_pillar(t, "a3", t.automas["a3"].cell)
    return t
