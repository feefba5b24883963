"""Tekhenu: an automa's action from decision to changed board, the rewards for statues, and the harder set-ups.

Each god's action is decided in a module of its own. An automa pays nothing and receives no resource. An action that
cannot be done is a production of 3 VP (ruling 1). Whenever a god's action is done, Seth's included, every statue of
that god rewards its owner once (ruling 4) if it stood before the action (ruling 5); the owner's own action pays too
unless a setting says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from heliopolis.core.errors import IllegalMove
from heliopolis.games.tekhenu import horus, osiris, seth, temple
from heliopolis.games.tekhenu.decision import Decision, require_number, require_word
from heliopolis.games.tekhenu.notation import CARD_KINDS
from heliopolis.games.tekhenu.shared_board import Die, SharedBoard
from heliopolis.games.tekhenu.tracks import decide_cards, decide_tracks
from heliopolis.games.tekhenu.vocabulary import GODS, PERSON, PLAYERS, SETH

REWARD_VP, HARDER_REWARD_VP = 1, 2  # for a statue; the second from difficulty 4 on
HEAD_START_ROW = 3
HEAD_START_POPULATION, HEAD_START_HAPPINESS = 8, 4


def act(
    board: SharedBoard, name: str, section: str, value: int, rolls: Sequence[int] = (), resource_cells: int = 0
) -> Decision:
    """Decide what an automa does with a die of that value from a section or the Seth board."""
    require_word(section, "section", (*GODS, SETH))
    require_number(value, "The value of a die", 1, 6)
    if section == SETH:
        return seth.decide_region_building(board, name, value, rolls)
    if section == "hathor":
        return temple.decide_temple_building(board, name, value, resource_cells)
    decide = {
        "horus": horus.decide_statue,
        "ra": temple.decide_pillar,
        "bastet": decide_tracks,
        "thoth": decide_cards,
        "osiris": osiris.decide_osiris_building,
    }
    return decide[section](board, name, value)


def apply(board: SharedBoard, name: str, decision: Decision) -> SharedBoard:
    """Return the board after a decision or scoring: pieces, tracks, cards and VP of this automa, no statue rewards."""
    board = board.add_vp(name, decision.vp)
    if decision.choice is None or decision.produces:
        return board
    if decision.action == "horus":  # a people statue brings cards
        board = add_cards(board, name, decision.cards)
    return APPLY_CHOICE[decision.action](board, name, decision.choice)


def add_cards(board: SharedBoard, name: str, cards: Sequence[int]) -> SharedBoard:
    automa = board.automa(name)
    decrees, technologies, blessings = cards
    return board.with_automa(
        name,
        decrees=automa.decrees + decrees,
        technologies=automa.technologies + technologies,
        blessings=automa.blessings + blessings,
    )


def take_die(board: SharedBoard, _: str, choice: dict[str, Any]) -> SharedBoard:
    section, die = choice["section"], Die(choice["colour"], choice["value"])
    if die not in board.dice[section]:
        raise IllegalMove(f"There is no {die.colour} {die.value} at {section}.")
    return board.take_die(section, die)


def place_statue(board: SharedBoard, name: str, choice: dict[str, Any]) -> SharedBoard:
    where = choice["place"]
    if where in ("god", "seth"):
        return horus.place_for_god(board, name, choice.get("god", SETH))
    if where == "osiris":
        return horus.place_at_osiris(board, name, choice["space"])
    if where == "people":
        return horus.place_for_people(board, name, choice["space"])
    return horus.place_at_temple(board, name, choice["line"])


def place_in_region(board: SharedBoard, name: str, choice: dict[str, Any]) -> SharedBoard:
    board = seth.place_building(board, name, choice["region"])
    return board if choice["conquest"] is None else seth.place_conquest(board, tuple(choice["conquest"]))


def place_at_temple(board: SharedBoard, name: str, choice: dict[str, Any]) -> SharedBoard:
    return temple.place_building(board, name, choice["line"]).with_automa(name, population=choice["population"])


APPLY_CHOICE: dict[str, Callable[[SharedBoard, str, dict[str, Any]], SharedBoard]] = {
    "die": take_die,
    "horus": place_statue,
    "ra": lambda board, name, choice: temple.place_pillar(board, name, tuple(choice["cell"])),
    "hathor": place_at_temple,
    "bastet": lambda board, name, choice: board.with_automa(name, **choice),
    "thoth": lambda board, name, choice: add_cards(board, name, [choice[kind] for kind in CARD_KINDS]),
    "osiris": lambda board, name, choice: osiris.place_building(board, name, choice["row"], choice["district"]),
    "seth": place_in_region,
    "score": lambda board, name, _choice: board.with_automa(
        name, blessings=0
    ),  # blessings are discarded once they have scored
    "end": lambda board, _name, _choice: board,
}


def statues_rewarded(board: SharedBoard, god: str, actor: str) -> dict[str, int]:
    """Return how many statues of each player an action of this god rewards, in turn order, the person's included."""
    numbers = {player: board.god_statues[god].count(player) for player in board.order}
    paid = board.settings.own_action_pays
    return {player: number for player, number in numbers.items() if number and (paid or player != actor)}


def statue_rewards(board: SharedBoard, god: str, actor: str) -> dict[str, int]:
    """Return the VP that each automa gets when a player does this god's action; ask before the action is applied."""
    require_word(god, "god", (*GODS, SETH))
    require_word(actor, "player", PLAYERS)
    vp = HARDER_REWARD_VP if board.difficulty >= 4 else REWARD_VP
    statues = statues_rewarded(board, god, actor)
    return {player: number * vp for player, number in statues.items() if player != PERSON}


def difficulty_set_up(board: SharedBoard) -> SharedBoard:
    """Give each automa its head start, from difficulty 2 on; its pieces score and trigger nothing (ruling 11)."""
    if board.difficulty >= 2:
        for name in board.automas:
            board = give_head_start(board, name)
    return board


def give_head_start(board: SharedBoard, name: str) -> SharedBoard:
    """Give one automa its head start: a building, places on its tracks, or a pillar."""
    if name == "a1":
        decision = osiris.decide_osiris_building(board, name, HEAD_START_ROW)
        return board if decision.produces else apply(board, name, decision)
    if name == "a2":
        return board.with_automa(name, population=HEAD_START_POPULATION, happiness=HEAD_START_HAPPINESS)
    cell = board.automas[name].cell
    return board if board.pillar(cell) is not None else temple.place_pillar(board, name, cell)
