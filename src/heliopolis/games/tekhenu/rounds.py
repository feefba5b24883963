"""Tekhenu: what happens between the rounds: rotation, Maat, scoring, new dice and tiles, and the end of the game.

After every second round the light rotates. When everyone has four dice, after rounds 4, 8, 12 and 16, Maat makes a new
turn order; after rounds 8 and 16 the automas score; then each automa takes a destiny card, the person a destiny card or
an artifact. Then come new dice and, if the piles are empty, new tiles. After round 16: rotation, turn order, scoring,
end.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from heliopolis.games.tekhenu.actions import apply
from heliopolis.games.tekhenu.chance import deal_tiles, dice_at_rotation, draw_dice
from heliopolis.games.tekhenu.checklist import add_dice, deal_destiny
from heliopolis.games.tekhenu.decision import Decision
from heliopolis.games.tekhenu.instructions import move_scoring_marker
from heliopolis.games.tekhenu.notation import LAST_ROUND, MAX_COUNT
from heliopolis.games.tekhenu.obelisk import clockwise, rotate
from heliopolis.games.tekhenu.prompts import Option, Prompt, ask_number
from heliopolis.games.tekhenu.scoring import end_of_game, maat_order, score
from heliopolis.games.tekhenu.session_setup import (
    as_dice,
    ask_destiny,
    dice_fields,
    set_ankhs,
)
from heliopolis.games.tekhenu.shared_board import Die
from heliopolis.games.tekhenu.state import Question, State
from heliopolis.games.tekhenu.vocabulary import PERSON
from heliopolis.text.messages import message

ROTATION_ROUNDS, MAAT_ROUNDS, SCORING_ROUNDS = 2, 4, 8  # each happens after every so many rounds
MAX_BALANCE = 20  # of the scale of Maat, to either side
MAX_PERSON_ANKHS = 9


def end_round(s: State) -> State:
    """Rotate the light after every second round, then go to Maat or the new dice."""
    s = replace(s, acted=())
    if s.board.round % ROTATION_ROUNDS:
        return next_round(s)
    board = rotate(s.board)
    first = board.first_sunny
    s = replace(s, board=board).add_step("tekhenu.step.rotate", first=first, second=clockwise(first))
    return s.go_to("new_dice" if board.round % MAAT_ROUNDS else "maat_place", place=0, ankhs=None, settled=())


def next_round(s: State) -> State:
    board = replace(s.board, round=s.board.round + 1)
    return s.go_to("turn", board=board).add_step("tekhenu.step.round", round=board.round)


# ---- Maat ------------------------------------------------------------------------------------------------------------


def ask_maat_place(s: State) -> Prompt:
    return ask_number(f"{s.prompt_prefix}.maat.place", message("tekhenu.ask.maat_place"), -MAX_BALANCE, MAX_BALANCE)


def take_maat_place(s: State, answer: int) -> State:
    s = replace(s, place=answer, taken=())
    tied = any(automa.ankhs == abs(answer) for automa in s.board.automas.values())
    return s.go_to("maat_ankhs" if tied else "maat_order")


def ask_maat_ankhs(s: State) -> Prompt:
    return ask_number(f"{s.prompt_prefix}.maat.ankhs", message("tekhenu.ask.maat_ankhs"), 0, MAX_PERSON_ANKHS)


def take_maat_ankhs(s: State, answer: int) -> State:
    return s.go_to("maat_order", ankhs=answer)


def open_ties(s: State) -> list[list[str]]:
    """Return the groups of tied players that the person has not put in order yet (ruling 19)."""
    settled = [set(group) for group in s.settled]
    return [group for group in maat_order(s.board, s.place, s.ankhs)["ask"] if set(group) not in settled]


def make_order(s: State) -> State:
    """Make the new turn order, once the person has settled every tie."""
    if open_ties(s):
        return s.go_to("maat_tie")
    new = maat_order(s.board, s.place, s.ankhs)
    order = new["order"]
    for group in new["ask"]:
        first = order.index(group[0])
        order[first : first + len(group)] = next(one for one in s.settled if set(one) == set(group))
    for place, player in enumerate(s.board.order, 1):
        balance = s.place if player == PERSON else s.board.automas[player].ankhs
        key = "tekhenu.step.your_balance" if player == PERSON else "tekhenu.step.balance"
        s = s.add_step(key, player, place=place, balance=f"{balance:+}" if balance else "0")
    s = replace(s, board=replace(s.board, order=tuple(order)))
    s = s.add_step("tekhenu.step.order", players=[{"word": player} for player in order])
    if s.board.round < LAST_ROUND:
        s = s.add_step("tekhenu.step.return_dice")
    return s.go_to("score" if s.board.round % SCORING_ROUNDS == 0 else "destiny_cards")


def ask_maat_tie(s: State) -> Prompt:
    group = open_ties(s)[0]
    options = tuple(Option(player, message("tekhenu.part.player", word=player)) for player in group)
    question = message("tekhenu.ask.maat_tie", players=[{"word": player} for player in group])
    return Prompt(f"{s.prompt_prefix}.maat.tie.{len(s.settled) + 1}", "order", question, options)


def take_maat_tie(s: State, answer: list[str]) -> State:
    return s.go_to("maat_order", settled=(*s.settled, tuple(answer)))


# ---- scoring and the end ---------------------------------------------------------------------------------------------


def score_all(s: State) -> State:
    """Score every automa, and after the last round the end of the game too."""
    for name in s.board.automas:
        s = record_scores(s, name, "tekhenu.step.score", score(s.board, name), s.prompt_prefix)
    s = s.add_step("tekhenu.step.score_yourself", PERSON)
    if s.board.round < LAST_ROUND:
        return s.go_to("destiny_cards")
    for name in s.board.automas:
        s = record_scores(s, name, "tekhenu.step.end", end_of_game(s.board, name), "end")
    return s.add_step("tekhenu.step.end_yourself", PERSON).go_to("person_vp")


def record_scores(s: State, name: str, key: str, decision: Decision, when: str) -> State:
    """Give an automa the VP of a scoring, discard its blessings, and add the items to the score sheet."""
    rows = tuple((when, item, name, vp) for item, vp in (decision.choice or {}).items())
    blessings = s.board.automas[name].blessings
    s = move_scoring_marker(replace(s, sheets=(*s.sheets, *rows)), name, decision.vp, key, decision.why)
    s = replace(s, board=apply(s.board, name, replace(decision, vp=0)))
    discarded = blessings - s.board.automas[name].blessings
    return s.add_step("tekhenu.step.discard_blessings", name, number=discarded) if discarded else s


def ask_person_vp(s: State) -> Prompt:
    question = message("tekhenu.ask.person_vp")
    return Prompt(f"{s.prompt_prefix}.end.vp", "number", question, high=MAX_COUNT, optional=True)


def take_person_vp(s: State, answer: int | None) -> State:
    s = replace(s, person_vp=answer)
    ranks = ranking(s)
    s = s.add_step("tekhenu.step.result", players=[{"word": player, "vp": vp} for player, vp in ranks])
    winners = [player for player, vp in ranks if vp == ranks[0][1]]
    if answer is not None:
        if winners == [PERSON]:
            s = s.add_step("tekhenu.step.you_win", PERSON)
        elif len(winners) == 1:
            s = s.add_step("tekhenu.step.automa_wins", winners[0])
        else:
            s = s.add_step("tekhenu.step.shared", players=[{"word": player} for player in winners])
    return s.go_to("over")


def ranking(s: State) -> list[tuple[str, int]]:
    """Return all players whose VP are known, best first; equal VP are a shared victory (ruling 10)."""
    known = [(name, automa.vp) for name, automa in s.board.automas.items()]
    if s.person_vp is not None:
        known.insert(0, (PERSON, s.person_vp))
    return sorted(known, key=lambda one: -one[1])


# ---- destiny cards, dice, tiles --------------------------------------------------------------------------------------


def start_destiny(s: State) -> State:
    return deal_destiny(s, "tekhenu.step.new_destiny").go_to("destiny")


def take_destiny(s: State, answer: dict[str, int]) -> State:
    return s.go_to("new_dice", board=set_ankhs(s.board, answer))


def start_new_dice(s: State) -> State:
    if "dice" in s.by_hand:
        return s.go_to("rotation_dice")
    chance = s.chance(f"dice after round {s.board.round}")
    return add_new_dice(s, draw_dice(s.board, s.taken, dice_at_rotation(s.board), chance), "tekhenu.step.dice")


def ask_rotation_dice(s: State) -> Prompt:
    question = message("tekhenu.ask.rotation_dice")
    return Prompt(f"{s.prompt_prefix}.dice", "form", question, fields=dice_fields(s.board, dice_at_rotation(s.board)))


def take_rotation_dice(s: State, answer: dict[str, Any]) -> State:
    return add_new_dice(s, as_dice(answer), "tekhenu.step.person_dice")


def add_new_dice(s: State, added: dict[str, tuple[Die, ...]], key: str) -> State:
    for section, dice in added.items():
        s = add_dice(s, key, section, dice)
    return next_round(deal_if_empty(s))


def deal_if_empty(s: State) -> State:
    """Deal new tiles if all piles are empty."""
    if "tiles" in s.by_hand:
        return s if s.board.round % MAAT_ROUNDS else s.add_step("tekhenu.step.deal_tiles")
    if any(s.board.piles.values()):
        return s
    return replace(s, board=deal_tiles(s.board, s.chance(f"tiles after round {s.board.round}")))


QUESTIONS = {
    "maat_place": Question(ask_maat_place, take_maat_place),
    "maat_ankhs": Question(ask_maat_ankhs, take_maat_ankhs),
    "maat_tie": Question(ask_maat_tie, take_maat_tie),
    "destiny": Question(ask_destiny, take_destiny),
    "rotation_dice": Question(ask_rotation_dice, take_rotation_dice),
    "person_vp": Question(ask_person_vp, take_person_vp),
}
AUTOMATIC = {
    "round_end": end_round,
    "maat_order": make_order,
    "score": score_all,
    "destiny_cards": start_destiny,
    "new_dice": start_new_dice,
}
