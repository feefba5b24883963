"""Tekhenu: the turns of a round, and the automas' own.

An automa's turn asks at most one thing, and only what the app cannot know: visible resources (Hathor), the cards on
display (Thoth, people statues). A person who draws tiles or rolls dice by hand is asked for these too. The person's own
turn is in `person_turn`.
"""

from __future__ import annotations

from dataclasses import replace

from heliopolis.games.tekhenu.actions import act, apply, statue_rewards, statues_rewarded
from heliopolis.games.tekhenu.chance import draw_tile
from heliopolis.games.tekhenu.decision import Decision
from heliopolis.games.tekhenu.instructions import do_action, move_scoring_marker
from heliopolis.games.tekhenu.notation import CARD_KINDS
from heliopolis.games.tekhenu.obelisk import choose_die, tiles_of
from heliopolis.games.tekhenu.prompts import Prompt, ask_number, ask_words, reject
from heliopolis.games.tekhenu.seth import conquest_cells
from heliopolis.games.tekhenu.shared_board import SharedBoard, cells_of
from heliopolis.games.tekhenu.spaces import conquest_options
from heliopolis.games.tekhenu.state import Question, State
from heliopolis.games.tekhenu.vocabulary import PERSON, SETH
from heliopolis.text.messages import message


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
    statues = statues_rewarded(before, god, actor)
    for name, vp in statue_rewards(before, god, actor).items():
        s = move_scoring_marker(s, name, vp, "tekhenu.step.reward", god=god, number=statues[name])
    if PERSON in statues:
        s = s.add_step("tekhenu.step.your_reward", PERSON, god=god, number=statues[PERSON])
    return s


# ---- the automas -----------------------------------------------------------------------------------------------------


def ask_automa_tile(s: State) -> Prompt:
    question = message("tekhenu.ask.automa_tile", player=s.player)
    return ask_words(f"{s.prompt_prefix}.{s.player}.tile", question, tiles_of(s.board), "tekhenu.part.tile")


def take_automa_tile(s: State, answer: str) -> State:
    return reveal_tile(s, answer)


def reveal_tile(s: State, tile: str) -> State:
    """Let an automa take the die that its tile decides; the die decides the action."""
    name = str(s.player)
    s = replace(s, tile=tile)
    decision = choose_die(s.board, name, tile)
    die = decision.choice
    if die is None:
        s = move_scoring_marker(s, name, decision.vp, "tekhenu.step.no_die", decision.why, tile=tile)
        return s.go_to("turn_end")
    s = replace(s, board=apply(s.board, name, decision))
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
    """Do an automa's action, and reward the owners of statues that stood before (ruling 5)."""
    before = s.board
    s = do_action(s, decision)
    if not decision.produces:
        s = reward_owners(s, before, str(s.section))
    return s.go_to("turn_end")


QUESTIONS = {
    "automa_tile": Question(ask_automa_tile, take_automa_tile),
    "automa_cells": Question(ask_automa_cells, take_automa_cells),
    "automa_cards": Question(ask_automa_cards, take_automa_cards),
    "automa_conquest": Question(ask_automa_conquest, take_automa_conquest),
}
AUTOMATIC = {"turn": start_turn, "turn_end": end_turn, "automa_acts": act_at_once}
