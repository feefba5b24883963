"""Tekhenu: the person's turn.

One answer says which die they took and what they did with it; a card may have given them further actions of gods in the
same turn. Then they say where their pieces went and, after a Seth action, their conquest tile. Their cultist is no
question but an entry of its own, possible at any question once the game has begun.

Version 0.1 of the package asked for the die, the action and the uses of the cultist one after the other. Its answers
are still read: a die without an action leads to the question for the action, and so does no die.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from heliopolis.games.tekhenu.instructions import move_scoring_marker, reveal_conquest_tile
from heliopolis.games.tekhenu.prompts import Option, Prompt, ask_number, ask_words
from heliopolis.games.tekhenu.seth import conquest_cells, place_conquest
from heliopolis.games.tekhenu.shared_board import Die, SharedBoard
from heliopolis.games.tekhenu.spaces import PIECE, conquest_options, free_spaces, options_for, place_piece, space_name
from heliopolis.games.tekhenu.state import Question, State
from heliopolis.games.tekhenu.turns import reward_owners
from heliopolis.games.tekhenu.vocabulary import GODS, PERSON, SETH
from heliopolis.text.messages import Message, message

MAX_CULTIST_USES = 9
ACTION_LABEL = "tekhenu.part.action"


def ask_person_die(s: State) -> Prompt:
    """Ask which die the person takes, any on the table or none (ruling 6), and what they do with it."""
    different = [(section, die) for section, dice in s.board.dice.items() for die in dict.fromkeys(dice)]
    options = [Option([section, *die], die_label(s.board, section, die)) for section, die in different]
    options.append(Option(None, message("tekhenu.part.no_die")))
    actions = tuple(Option(action, message(ACTION_LABEL, word=action)) for action in possible_actions(s.board))
    question = message("tekhenu.ask.person_die")
    return Prompt(f"{s.prompt_prefix}.person.die", "turn", question, tuple(options), actions=actions)


def die_label(board: SharedBoard, section: str, die: Die) -> Message:
    """Return a die with its section and status, as the label of an option."""
    status = board.status(section, die.colour)
    return message("tekhenu.part.die_there", section=section, **die._asdict(), status=status)


def possible_actions(board: SharedBoard) -> tuple[str, ...]:
    gods = (*GODS, SETH) if board.settings.time_of_seth else GODS
    return (*gods, "production", "anubis", "nothing")


def take_person_die(s: State, answer: list[Any] | None) -> State:
    if answer is None:
        return s.add_step("tekhenu.step.person_no_die", PERSON).go_to("person_action")
    section, colour, value, *actions = answer
    die = Die(colour, value)
    s = replace(s, board=s.board.take_die(section, die), taken=(*s.taken, colour), section=section, value=value)
    s = s.add_step("tekhenu.step.person_die", PERSON, section=section, **die._asdict())
    return start_actions(s, actions) if actions else s.go_to("person_action")


def ask_person_action(s: State) -> Prompt:
    where, question = f"{s.prompt_prefix}.person.action", message("tekhenu.ask.person_action")
    return ask_words(where, question, possible_actions(s.board), ACTION_LABEL, s.section or "nothing")


def take_person_action(s: State, answer: str) -> State:
    return start_actions(s, [answer])


def start_actions(s: State, actions: Sequence[str]) -> State:
    return do_next_action(replace(s, actions_left=tuple(actions), action_number=-1))


def do_next_action(s: State) -> State:
    """Do the next action of the person's turn, each of which rewards statues, or end the turn."""
    if not s.actions_left:
        return s.go_to("person_cultist" if s.board.settings.time_of_seth else "turn_end", action_number=0)
    action, *left = s.actions_left
    s = replace(s, action=action, actions_left=tuple(left), action_number=s.action_number + 1)
    if action == "nothing":
        s = s.add_step("tekhenu.step.person_nothing", PERSON)
    else:
        s = s.add_step("tekhenu.step.person_action", PERSON, action=action)
    if action in (*GODS, SETH):
        s = reward_owners(s, s.board, action)
    return s.go_to("person_pieces") if free_spaces(s.board, action) else after_pieces(s)


def prompt_of_action(s: State, topic: str) -> str:
    """Return the id of a prompt about the present action; from the second on it has the action's number."""
    number = f".{s.action_number + 1}" if s.action_number else ""
    return f"{s.prompt_prefix}.person.{topic}{number}"


def ask_person_pieces(s: State) -> Prompt:
    """Ask where the person placed pieces with their action (ruling 16)."""
    action = str(s.action)
    question = message("tekhenu.ask.person_pieces", action=action)
    left = getattr(s.board.person, PIECE[action])
    options = options_for(free_spaces(s.board, action))
    return Prompt(prompt_of_action(s, "pieces"), "several", question, options, max_items=left, default=[])


def take_person_pieces(s: State, answer: list[str]) -> State:
    for space in answer:
        s = replace(s, board=place_piece(s.board, space))
        s = s.add_step("tekhenu.step.person_piece", PERSON, space=space_name(space).to_json())
    return after_pieces(s if answer else s.add_step("tekhenu.step.person_nothing_placed", PERSON))


def after_pieces(s: State) -> State:
    """Ask for the conquest tile after a Seth action, if one can be placed; else go on."""
    return s.go_to("person_conquest") if s.action == SETH and conquest_cells(s.board) else do_next_action(s)


def ask_person_conquest(s: State) -> Prompt:
    """Ask where the person placed a conquest tile with a Seth action (ruling 7)."""
    options = (Option(None, message("tekhenu.part.no_conquest")), *conquest_options(s.board))
    return Prompt(prompt_of_action(s, "conquest"), "choice", message("tekhenu.ask.person_conquest"), options)


def take_person_conquest(s: State, answer: list[int] | None) -> State:
    if answer is not None:
        row, column = answer
        s = replace(s, board=place_conquest(s.board, (row, column)))
        s = s.add_step("tekhenu.step.person_piece", PERSON, space=space_name(f"conquest.{row}.{column}").to_json())
        s = reveal_conquest_tile(s, PERSON)
    return do_next_action(s)


# ---- the cultist -----------------------------------------------------------------------------------------------------


def ask_cultist(where: str, low: int = 1) -> Prompt:
    """Return the prompt for the uses of the cultist; only answers of version 0.1 may be 0."""
    return ask_number(where, message("tekhenu.ask.person_cultist"), low, MAX_CULTIST_USES, low)


def use_cultist(s: State, uses: int) -> State:
    """Give every automa 1 VP per use of the person's cultist (ruling 17)."""
    if uses:
        for name in s.board.automas:
            s = move_scoring_marker(s, name, uses, "tekhenu.step.cultist")
    return s


def ask_person_cultist(s: State) -> Prompt:
    return ask_cultist(f"{s.prompt_prefix}.person.cultist", 0)


def take_person_cultist(s: State, answer: int) -> State:
    return use_cultist(s, answer).go_to("turn_end")


def skip_person_cultist(s: State) -> State:
    return s.go_to("turn_end")


QUESTIONS = {
    "person_die": Question(ask_person_die, take_person_die),
    "person_action": Question(ask_person_action, take_person_action),
    "person_pieces": Question(ask_person_pieces, take_person_pieces),
    "person_conquest": Question(ask_person_conquest, take_person_conquest),
    "person_cultist": Question(ask_person_cultist, take_person_cultist),  # asked only where version 0.1 stopped
}
AUTOMATIC = {"person_cultist": skip_person_cultist}
