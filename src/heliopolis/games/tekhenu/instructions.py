"""Tekhenu: an automa's action as the work of the hands at the table.

A decision is done on the board piece by piece. Each step is one thing that the person's hands do, in the order in which
they do it: take a tile, place a piece, refill a display, move a marker from one space to another. Someone who follows
the sentences literally has the board that `actions.apply` leads to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from heliopolis.games.tekhenu import osiris, seth, temple
from heliopolis.games.tekhenu.actions import add_cards, place_statue
from heliopolis.games.tekhenu.decision import Decision
from heliopolis.games.tekhenu.notation import CARD_KINDS
from heliopolis.games.tekhenu.shared_board import column_number
from heliopolis.games.tekhenu.state import State
from heliopolis.games.tekhenu.tracks import segment_reached
from heliopolis.text.messages import Message

CONQUEST_REASONS = ("tekhenu.why.seth.conquest", "tekhenu.why.seth.again")
STATUE_STEPS = {
    "god": "tekhenu.step.statue_god",
    "seth": "tekhenu.step.statue_seth",
    "osiris": "tekhenu.step.statue_osiris",
    "people": "tekhenu.step.statue_people",
    "temple": "tekhenu.step.statue_temple",
}


def do_action(s: State, decision: Decision) -> State:
    """Do an automa's action on the board, with a step for each thing that the hands do."""
    if decision.produces:
        name = str(s.player)
        return move_scoring_marker(s, name, decision.vp, "tekhenu.step.produce", decision.why, section=s.section)
    return ACTIONS[decision.action](s, decision)


def move_scoring_marker(
    s: State, name: str, vp: int, key: str, why: tuple[Message, ...] = (), **params: object
) -> State:
    """Give an automa VP, with the step that moves its marker; nothing is to be done for 0 VP."""
    if not vp:
        return s
    before = s.board.automas[name].vp
    s = replace(s, board=s.board.add_vp(name, vp))
    if key in SOURCES:
        s = s.book(SOURCES[key] or str(s.section), name, vp)
    return s.add_step(key, name, vp, why, **params, before=before, after=before + vp)


# Where VP in play come from, as the score sheet says it, by the step that gives them; None: the action of the section.
SOURCES = {
    "tekhenu.step.vp": None,
    "tekhenu.step.produce": "production",
    "tekhenu.step.no_die": "production",
    "tekhenu.step.reward": "rewards",
    "tekhenu.step.cultist": "cultists",
}


def move_track_marker(s: State, name: str, track: str, after: int, why: tuple[Message, ...] = ()) -> State:
    """Move an automa's population or happiness, with its step if the marker moves at all."""
    before = getattr(s.board.automas[name], track)
    if before == after:
        return s
    s = replace(s, board=s.board.with_automa(name, **{track: after}))
    return s.add_step(f"tekhenu.step.{track}", name, 0, why, before=before, after=after)


def score_action(s: State, decision: Decision) -> State:
    """Move the scoring marker for an action; its reasons are the VP item by item."""
    return move_scoring_marker(s, str(s.player), decision.vp, "tekhenu.step.vp", reasons(decision, of_vp=True))


def reasons(decision: Decision, of_vp: bool = False) -> tuple[Message, ...]:
    """Return the reasons of a decision that concern its VP, or the others."""
    return tuple(reason for reason in decision.why if (reason.key.split(".")[2] == "vp") == of_vp)


# ---- the gods --------------------------------------------------------------------------------------------------------


def raise_statue(s: State, decision: Decision) -> State:
    name, choice = str(s.player), decision.choice or {}
    s = replace(s, board=place_statue(s.board, name, choice))
    params = {key: value for key, value in choice.items() if key != "place"}
    s = s.add_step(STATUE_STEPS[choice["place"]], name, 0, reasons(decision), **params)
    if choice["place"] == "people":
        s = take_cards(s, decision.cards, refill_between=True)
    return score_action(s, decision)


def raise_pillar(s: State, decision: Decision) -> State:
    """Take the pillar tile of the die's value, place it with a pillar, and refill the display."""
    name, (row, column) = str(s.player), (decision.choice or {})["cell"]
    space = (s.value + 1) // 2
    s = s.add_step("tekhenu.step.take_pillar_tile", name, space=space, low=2 * space - 1, high=2 * space)
    s = replace(s, board=temple.place_pillar(s.board, name, (row, column)))
    s = s.add_step("tekhenu.step.pillar", name, 0, reasons(decision), row=row, column=column_number(column))
    s = s.add_step("tekhenu.step.refill_pillar_tiles", name, space=space)
    return score_action(s, decision)


def build_at_temple(s: State, decision: Decision) -> State:
    name, choice = str(s.player), decision.choice or {}
    population = tuple(reason for reason in decision.why if reason.key == "tekhenu.why.hathor.population")
    placing = tuple(reason for reason in reasons(decision) if reason not in population)
    s = replace(s, board=temple.place_building(s.board, name, choice["line"]))
    s = s.add_step("tekhenu.step.temple_building", name, 0, placing, line=choice["line"])
    return move_track_marker(score_action(s, decision), name, "population", choice["population"], population)


def move_tracks(s: State, decision: Decision) -> State:
    """Move population, then happiness, which never stands above it; the first step has the reasons."""
    name, choice = str(s.player), decision.choice or {}
    moved = s
    for track in ("population", "happiness"):
        moved = move_track_marker(moved, name, track, choice[track], decision.why if moved is s else ())
    return s.add_step("tekhenu.step.stay", name, 0, decision.why) if moved is s else moved


def take_proposed_cards(s: State, decision: Decision) -> State:
    return take_cards(s, decision.cards, decision.why)


def take_cards(
    s: State, cards: tuple[int, int, int], why: tuple[Message, ...] = (), refill_between: bool = False
) -> State:
    """Take cards one after the other, each replaced by one of its kind from the right; then refill (ruling 20)."""
    name = str(s.player)
    segment = segment_reached(s.board.automas[name].happiness)
    if not any(cards):
        return s.add_step("tekhenu.step.no_cards", name, 0, why, segment=segment)
    taken = [kind for kind, number in zip(CARD_KINDS, cards, strict=True) for _ in range(number)]
    for number, kind in enumerate(taken):
        s = replace(s, board=add_cards(s.board, name, [kind == one for one in CARD_KINDS]))
        s = s.add_step("tekhenu.step.card", name, 0, () if number else why, kind=kind, segment=segment)
        s = s.add_step("tekhenu.step.slide_card", name, kind=kind, segment=segment)
        if refill_between or number == len(taken) - 1:
            s = s.add_step("tekhenu.step.refill_cards", name)
    return s


def build_at_osiris(s: State, decision: Decision) -> State:
    name, choice = str(s.player), decision.choice or {}
    s = replace(s, board=osiris.place_building(s.board, name, **choice))
    return s.add_step("tekhenu.step.osiris_building", name, 0, decision.why, **choice)


def build_in_region(s: State, decision: Decision) -> State:
    """Build on the Seth board, then place the conquest tile that lies face up and turn up the next one."""
    name, choice = str(s.player), decision.choice or {}
    rolls = tuple(reason for reason in decision.why if reason.key in CONQUEST_REASONS)
    placing = tuple(reason for reason in reasons(decision) if reason not in rolls)
    s = replace(s, board=seth.place_building(s.board, name, choice["region"]))
    s = s.add_step("tekhenu.step.region_building", name, 0, placing, region=choice["region"])
    s = score_action(s, decision)
    if choice["conquest"] is None:
        return s
    row, column = choice["conquest"]
    s = replace(s, board=seth.place_conquest(s.board, (row, column)))
    s = s.add_step("tekhenu.step.conquest", name, 0, rolls, row=row, column=column_number(column))
    return reveal_conquest_tile(s, name)


def reveal_conquest_tile(s: State, who: str) -> State:
    """Add the step that turns up the next conquest tile, or says that there is none."""
    return s.add_step("tekhenu.step.reveal_conquest" if s.board.conquest_stack else "tekhenu.step.conquest_empty", who)


ACTIONS: dict[str, Callable[[State, Decision], State]] = {
    "horus": raise_statue,
    "ra": raise_pillar,
    "hathor": build_at_temple,
    "bastet": move_tracks,
    "thoth": take_proposed_cards,
    "osiris": build_at_osiris,
    "seth": build_in_region,
}
