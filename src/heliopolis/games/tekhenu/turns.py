"""Tekhenu: the turns of a round, the person's and the automas'.

The person's turn takes at most five answers: the die, the action, the pieces placed, the conquest tile after a Seth
action, the uses of the cultist. An automa's turn asks at most one thing, and only what the app cannot know: visible
resources (Hathor), the cards on display (Thoth, people statues). A person who draws tiles or rolls dice by hand is
asked for these too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from heliopolis.games.tekhenu.actions import act, apply, players_rewarded, statue_rewards
from heliopolis.games.tekhenu.chance import draw_tile
from heliopolis.games.tekhenu.decision import Decision
from heliopolis.games.tekhenu.notation import CARD_KINDS
from heliopolis.games.tekhenu.obelisk import choose_die, tiles_of
from heliopolis.games.tekhenu.prompts import Option, Prompt, ask_number, ask_words, reject
from heliopolis.games.tekhenu.seth import conquest_cells, place_conquest
from heliopolis.games.tekhenu.shared_board import Die, SharedBoard, cells_of
from heliopolis.games.tekhenu.spaces import PIECE, conquest_options, free_spaces, options_for, place_piece, space_name
from heliopolis.games.tekhenu.state import Question, State
from heliopolis.games.tekhenu.vocabulary import GODS, PERSON, SETH
from heliopolis.text.messages import Message, message

MAX_CULTIST_USES = 9


def start_turn(s: State) -> State:
    """Start the turn of the next player, or end the round."""
    player = next((player for player in s.board.order if player not in s.acted), None)
    s = replace(s, player=player, tile=None, section=None, value=0, action=None)
    if player is None:
        return s.go_to("round_end")
    if player == PERSON:
        return s.go_to("person_die")
    if "tiles" in s.by_hand:
        return s.go_to("automa_tile")
    tile, board = draw_tile(s.board, player, s.chance(f"tile of {player} in round {s.board.round}"))
    return reveal_tile(replace(s, board=board), tile)


def end_turn(s: State) -> State:
    return s.go_to("turn", acted=(*s.acted, str(s.player)))


def reward_owners(s: State, before: SharedBoard, god: str) -> State:
    """Reward every owner of a statue of the god; the person, who keeps their own score, is reminded of it."""
    actor = str(s.player)
    for name, vp in statue_rewards(before, god, actor).items():
        s = replace(s, board=s.board.add_vp(name, vp)).book("play", "rewards", name, vp)
        s = s.add_step("tekhenu.step.reward", name, vp, god=god)
    if PERSON in players_rewarded(before, god, actor):
        s = s.add_step("tekhenu.step.your_reward", PERSON, god=god)
    return s


# ---- the person ------------------------------------------------------------------------------------------------------


def ask_person_die(s: State) -> Prompt:
    """Ask which die the person takes: any on the table, or none (ruling 6)."""
    different = [(section, die) for section, dice in s.board.dice.items() for die in dict.fromkeys(dice)]
    options = [Option([section, *die], die_label(s.board, section, die)) for section, die in different]
    options.append(Option(None, message("tekhenu.part.no_die")))
    return Prompt(f"{s.prompt_prefix}.person.die", "choice", message("tekhenu.ask.person_die"), tuple(options))


def die_label(board: SharedBoard, section: str, die: Die) -> Message:
    """Return a die with its section and status, as the label of an option."""
    status = board.status(section, die.colour)
    return message("tekhenu.part.die_there", section=section, **die._asdict(), status=status)


def take_person_die(s: State, answer: list[Any] | None) -> State:
    if answer is None:
        return s.add_step("tekhenu.step.person_no_die", PERSON).go_to("person_action")
    section, die = answer[0], Die(*answer[1:])
    s = replace(s, board=s.board.take_die(section, die), taken=(*s.taken, die.colour), section=section, value=die.value)
    return s.add_step("tekhenu.step.person_die", PERSON, section=section, **die._asdict()).go_to("person_action")


def ask_person_action(s: State) -> Prompt:
    gods = (*GODS, SETH) if s.board.settings.time_of_seth else GODS
    words = (*gods, "production", "anubis", "nothing")
    where = f"{s.prompt_prefix}.person.action"
    return ask_words(where, message("tekhenu.ask.person_action"), words, "tekhenu.part.action", s.section or "nothing")


def take_person_action(s: State, answer: str) -> State:
    s = replace(s, action=answer)
    if answer == "nothing":
        s = s.add_step("tekhenu.step.person_nothing", PERSON)
    else:
        s = s.add_step("tekhenu.step.person_action", PERSON, action=answer)
    if answer in (*GODS, SETH):
        s = reward_owners(s, s.board, answer)
    return s.go_to("person_pieces" if free_spaces(s.board, answer) else after_pieces(s))


def ask_person_pieces(s: State) -> Prompt:
    """Ask where the person placed pieces with their action (ruling 16)."""
    action = str(s.action)
    question = message("tekhenu.ask.person_pieces", action=action)
    left = getattr(s.board.person, PIECE[action])
    options = options_for(free_spaces(s.board, action))
    return Prompt(f"{s.prompt_prefix}.person.pieces", "several", question, options, max_items=left, default=[])


def take_person_pieces(s: State, answer: list[str]) -> State:
    for space in answer:
        s = replace(s, board=place_piece(s.board, space))
        s = s.add_step("tekhenu.step.person_piece", PERSON, space=space_name(space).to_json())
    return s.go_to(after_pieces(s))


def after_pieces(s: State) -> str:
    """Return the phase after the person's pieces; without Time of Seth there is no cultist (ruling 13)."""
    if s.action == SETH and conquest_cells(s.board):
        return "person_conquest"
    return "person_cultist" if s.board.settings.time_of_seth else "turn_end"


def ask_person_conquest(s: State) -> Prompt:
    """Ask where the person placed a conquest tile with a Seth action (ruling 7)."""
    options = (Option(None, message("tekhenu.part.no_conquest")), *conquest_options(s.board))
    return Prompt(f"{s.prompt_prefix}.person.conquest", "choice", message("tekhenu.ask.person_conquest"), options)


def take_person_conquest(s: State, answer: list[int] | None) -> State:
    if answer is not None:
        row, column = answer
        s = replace(s, board=place_conquest(s.board, (row, column)))
        s = s.add_step("tekhenu.step.person_piece", PERSON, space=space_name(f"conquest.{row}.{column}").to_json())
    return s.go_to("person_cultist")


def ask_person_cultist(s: State) -> Prompt:
    question = message("tekhenu.ask.person_cultist")
    return ask_number(f"{s.prompt_prefix}.person.cultist", question, 0, MAX_CULTIST_USES, 0)


def take_person_cultist(s: State, answer: int) -> State:
    """Give every automa 1 VP per use of the person's cultist (ruling 17)."""
    if answer:
        for name in s.board.automas:
            s = replace(s, board=s.board.add_vp(name, answer)).book("play", "cultists", name, answer)
            s = s.add_step("tekhenu.step.cultist", name, answer)
    return s.go_to("turn_end")


# ---- the automas -----------------------------------------------------------------------------------------------------


def ask_automa_tile(s: State) -> Prompt:
    question = message("tekhenu.ask.automa_tile", player=s.player)
    return ask_words(f"{s.prompt_prefix}.{s.player}.tile", question, tiles_of(s.board), "tekhenu.part.tile")


def take_automa_tile(s: State, answer: str) -> State:
    return reveal_tile(s, answer)


def reveal_tile(s: State, tile: str) -> State:
    """Let an automa take the die that its tile decides; the die decides the action."""
    name = str(s.player)
    decision = choose_die(s.board, name, tile)
    s = replace(s, board=apply(s.board, name, decision), tile=tile).book("play", "production", name, decision.vp)
    die = decision.choice
    if die is None:
        return s.add_step("tekhenu.step.no_die", name, decision.vp, decision.why, tile=tile).go_to("turn_end")
    s = s.add_step("tekhenu.step.take_die", name, 0, decision.why, tile=tile, **die)
    s = replace(s, section=die["section"], value=die["value"], taken=(*s.taken, die["colour"]))
    return s.go_to(phase_before_action(s))


def phase_before_action(s: State) -> str:
    """Return the phase that asks what only the person knows before the automa acts, or the action itself."""
    decision = preview(s)
    if decision.produces:
        return "automa_acts"
    if decision.action == "hathor" and count_open_cells(s, decision):
        return "automa_cells"
    if decision.action == "thoth" or any(decision.cards):
        return "automa_cards"
    if decision.action == SETH and "dice" in s.by_hand and conquest_cells(s.board):
        return "automa_conquest"
    return "automa_acts"


def preview(s: State, rolls: tuple[int, ...] = (), resource_cells: int = 0) -> Decision:
    """Return what the automa will do with its die, as far as it is known."""
    return act(s.board, str(s.player), str(s.section), s.value, rolls, resource_cells)


def count_open_cells(s: State, decision: Decision) -> int:
    """Return how many cells of the chosen line may show resources."""
    line = (decision.choice or {}).get("line", 1)
    return sum(s.board.pillar(cell) is None and not s.board.has_conquest(cell) for cell in cells_of(line))


def ask_automa_cells(s: State) -> Prompt:
    decision = preview(s)
    line = (decision.choice or {}).get("line", 1)
    question = message("tekhenu.ask.automa_cells", player=s.player, line=line)
    return ask_number(f"{s.prompt_prefix}.{s.player}.cells", question, 0, count_open_cells(s, decision), 0)


def take_automa_cells(s: State, answer: int) -> State:
    return carry_out(s, preview(s, resource_cells=answer))


def ask_automa_cards(s: State) -> Prompt:
    cards = preview(s).cards
    number = sum(cards)
    question = message("tekhenu.ask.automa_cards", player=s.player, number=number)
    fields = tuple(
        ask_number(kind, message(f"tekhenu.ask.{kind}"), 0, number, proposed)
        for kind, proposed in zip(CARD_KINDS, cards, strict=True)
    )
    return Prompt(f"{s.prompt_prefix}.{s.player}.cards", "form", question, fields=fields, default={})


def take_automa_cards(s: State, answer: dict[str, int]) -> State:
    decision = preview(s)
    cards = (answer["decrees"], answer["technologies"], answer["blessings"])
    if sum(cards) > sum(decision.cards):
        raise reject("tekhenu.bad.cards", number=sum(decision.cards))
    choice = dict(answer) if decision.action == "thoth" else decision.choice
    return carry_out(s, replace(decision, choice=choice, cards=cards))


def ask_automa_conquest(s: State) -> Prompt:
    question = message("tekhenu.ask.automa_conquest", player=s.player)
    return Prompt(f"{s.prompt_prefix}.{s.player}.conquest", "choice", question, conquest_options(s.board))


def take_automa_conquest(s: State, answer: list[int]) -> State:
    return carry_out(s, preview(s, rolls=tuple(answer)))


def act_at_once(s: State) -> State:
    """Let an automa act without a question; the app rolls for the conquest tile until a free cell comes up."""
    if s.section != SETH or not conquest_cells(s.board):
        return carry_out(s, preview(s))
    chance = s.chance(f"conquest of {s.player} in round {s.board.round}")
    return carry_out(s, preview(s, rolls=chance.rolls_to(conquest_cells(s.board))))


def carry_out(s: State, decision: Decision) -> State:
    """Apply a decision to the board, add its steps, and reward the owners of statues that stood before (ruling 5)."""
    name, before = str(s.player), s.board
    source = "production" if decision.produces else str(s.section)
    s = replace(s, board=apply(before, name, decision)).book("play", source, name, decision.vp)
    s = add_action_steps(s, decision)
    if not decision.produces:
        s = reward_owners(s, before, str(s.section))
    return s.go_to("turn_end")


STATUE_STEPS = {
    "god": "tekhenu.step.statue_god",
    "seth": "tekhenu.step.statue_seth",
    "osiris": "tekhenu.step.statue_osiris",
    "people": "tekhenu.step.statue_people",
    "temple": "tekhenu.step.statue_temple",
}
ACTION_STEPS = {
    "ra": "tekhenu.step.pillar",
    "hathor": "tekhenu.step.temple_building",
    "bastet": "tekhenu.step.tracks",
    "thoth": "tekhenu.step.cards",
    "osiris": "tekhenu.step.osiris_building",
    "seth": "tekhenu.step.region_building",
}


def add_action_steps(s: State, decision: Decision) -> State:
    """Add what the person must do at the table for an automa's action."""
    name, choice = str(s.player), decision.choice or {}
    if decision.produces:
        return s.add_step("tekhenu.step.produce", name, decision.vp, decision.why, section=s.section)
    if decision.action == "horus":
        cards = dict(zip(CARD_KINDS, decision.cards, strict=True)) if any(decision.cards) else {}
        params = without_key(choice, "place") | cards
        return s.add_step(STATUE_STEPS[choice["place"]], name, decision.vp, decision.why, **params)
    if decision.action == "ra":
        choice = dict(zip(("row", "column"), choice["cell"], strict=True))
    s = s.add_step(ACTION_STEPS[decision.action], name, decision.vp, decision.why, **without_key(choice, "conquest"))
    if choice.get("conquest"):
        row, column = choice["conquest"]
        s = s.add_step("tekhenu.step.conquest", name, row=row, column=column)
    return s


def without_key(choice: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in choice.items() if name != key}


QUESTIONS = {
    "person_die": Question(ask_person_die, take_person_die),
    "person_action": Question(ask_person_action, take_person_action),
    "person_pieces": Question(ask_person_pieces, take_person_pieces),
    "person_conquest": Question(ask_person_conquest, take_person_conquest),
    "person_cultist": Question(ask_person_cultist, take_person_cultist),
    "automa_tile": Question(ask_automa_tile, take_automa_tile),
    "automa_cells": Question(ask_automa_cells, take_automa_cells),
    "automa_cards": Question(ask_automa_cards, take_automa_cards),
    "automa_conquest": Question(ask_automa_conquest, take_automa_conquest),
}
AUTOMATIC = {"turn": start_turn, "turn_end": end_turn, "automa_acts": act_at_once}
