"""Tekhenu: steps that are taken back, as things to do at the real table.

What lies on the board is moved back as after any change (`moves`). Here is what the board does not show: where tiles
and cards come from, the Maat markers on the scale, destiny cards, dice in the bag. Each sentence leaves every display
full and nothing in the hands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import takewhile

from heliopolis.games.tekhenu.board_mover import BoardMover
from heliopolis.games.tekhenu.moves import complete_moves, start_moves
from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.games.tekhenu.state import Step
from heliopolis.games.tekhenu.tasks import Tasks
from heliopolis.games.tekhenu.vocabulary import PERSON, SIDE

STEP, SETUP = re.compile(r"tekhenu\.step\."), re.compile(r"tekhenu\.setup\.")
ON_SCALE = ("balance", "your_balance")
# steps without which a display would have a gap, by the step before them
FILLING = {
    "pillar": ("refill_pillar_tiles",),
    "card": ("slide_card", "refill_cards"),
    "slide_card": ("refill_cards",),
    "conquest": ("reveal_conquest",),
}

# what comes first if the hands have stopped in between
TIDYING = {*(name for names in FILLING.values() for name in names), "tekhenu.move.tile_back"}


def list_reversal(before: SharedBoard, after: SharedBoard, done: Sequence[Step]) -> tuple[Step, ...]:
    """Return what to do to take back steps that led from the second board to the first."""
    mover = start_moves(before, after)
    keys = [name_of(step) for step in done]
    if any(SETUP.match(step.key) for step in done):
        mover.data["order"] = list(after.order)
        mover.add_step("beginning_back")
        return complete_moves(mover, after)
    for number in reversed(range(len(done))):
        if keys[number] in REVERSALS:
            REVERSALS[keys[number]](mover, done[number], done[number + 1 :])
    if any(key in ON_SCALE for key in keys) and "order" not in keys:
        return put_markers_back(mover, after)
    return complete_moves(mover, after)


def put_markers_back(mover: BoardMover, after: SharedBoard) -> tuple[Step, ...]:
    """Complete the moves, with all Maat markers from the scale back to the turn order."""
    mover.data["order"] = list(after.order)
    mover.add_step("order_back", players=[{"word": player} for player in after.order])
    return complete_moves(mover, after)


def list_moves_from(tasks: Tasks, after: SharedBoard) -> tuple[Step, ...]:
    """Return what leads from the real table to a board, if the hands have stopped in the middle of the steps."""
    tasks = tasks.laid or tasks
    number, physical = tasks.number_done, tasks.physical_board
    mover = start_moves(physical, after)
    if tasks.any_order:
        return complete_moves(mover, after)
    name = name_of(tasks.steps[number - 1]) if number else ""
    if name == "take_pillar_tile":
        last = tasks.steps[number - 1]
        mover.add_step("tile_back", last.who, space=last.params["space"])
    for step in list_tidying(name, tasks.left):
        mover.repeat_step(step)
    on_scale = name in ON_SCALE or any(step.key == "tekhenu.move.order_back" for step in tasks.left)
    return put_markers_back(mover, after) if on_scale else complete_moves(mover, after)


def list_tidying(last: str, left: Sequence[Step]) -> list[Step]:
    """Return the steps that fill the displays if the hands have stopped after a step."""
    steps = [*takewhile(lambda step: name_of(step) in TIDYING, left)]
    if last in ("card", "slide_card") and not any(name_of(step) == "refill_cards" for step in steps):
        steps.append(next(step for step in left if name_of(step) == "refill_cards"))  # more cards were to come
    return steps


def has_loose_end(tasks: Tasks) -> bool:
    """Return whether the hands have stopped where a display has a gap, or with something in them."""
    number = tasks.number_done
    if tasks.any_order or not tasks.left:
        return False
    last = name_of(tasks.steps[number - 1]) if number else None
    return last in (*FILLING, *ON_SCALE, "take_pillar_tile") or tasks.entry_from is None


def name_of(step: Step) -> str:
    """Return the key of a step of the game without its beginning, else the whole key."""
    return STEP.sub("", step.key)


# ---- what each step did ----------------------------------------------------------------------------------------------


def put_card_back(mover: BoardMover, step: Step, _: Sequence[Step]) -> None:
    name, kind = str(step.who), step.params["kind"]
    mover.data["automas"][name][kind] -= 1
    mover.add_step("card_back", name, player=name, kind=kind, segment=step.params["segment"])


def put_tile_back(mover: BoardMover, step: Step, later: Sequence[Step]) -> None:
    """Put a pillar tile back on the display, from the hand or from under its pillar."""
    space, name = step.params["space"], str(step.who)
    if not follows(later, 0, "pillar"):
        mover.add_step("tile_back", name, space=space)
        return
    row, column = later[0].params["row"], later[0].params["column"]
    mover.change_owners(f"pillar.{row}.{column - SIDE}", name, -1)
    key = "pillar_back_filled" if follows(later, 1, "refill_pillar_tiles") else "pillar_back"
    mover.add_step(key, name, player=name, row=row, column=column, space=space)


def follows(later: Sequence[Step], number: int, key: str) -> bool:
    return len(later) > number and name_of(later[number]) == key


def put_die_back(mover: BoardMover, step: Step, _: Sequence[Step]) -> None:
    die = {name: step.params[name] for name in ("colour", "value")}
    mover.data["dice"][step.params["section"]].append([*die.values()])
    key = "your_die_back" if step.who == PERSON else "die_back"
    mover.add_step(key, step.who, player=step.who, **die, to=step.params["section"])


def put_dice_into_bag(mover: BoardMover, step: Step, _: Sequence[Step]) -> None:
    section, dice = step.params["section"], step.params["dice"]
    for die in dice:
        mover.data["dice"][section].remove([die["colour"], die["value"]])
    mover.add_step("dice_back", section=section, dice=dice)


def give_blessings_back(mover: BoardMover, step: Step, _: Sequence[Step]) -> None:
    name, number = str(step.who), step.params["number"]
    mover.data["automas"][name]["blessings"] += number
    mover.add_step("blessings_back", name, player=name, number=number)


def say(key: str) -> Callable[[BoardMover, Step, Sequence[Step]], None]:
    """Return a reversal that changes nothing on the board."""

    def reverse(mover: BoardMover, step: Step, _: Sequence[Step]) -> None:
        player = {} if step.who is None else {"player": step.who}
        god = {"god": step.params["god"], "number": step.params["number"]} if key == "reward_back" else {}
        mover.add_step(key, step.who, **player, **god)

    return reverse


REVERSALS: dict[str, Callable[[BoardMover, Step, Sequence[Step]], None]] = {
    "card": put_card_back,
    "refill_cards": say("refill_back"),
    "take_pillar_tile": put_tile_back,
    "take_die": put_die_back,
    "person_die": put_die_back,
    "dice": put_dice_into_bag,
    "person_dice": put_dice_into_bag,
    "discard_blessings": give_blessings_back,
    "return_dice": say("bag_back"),
    "destiny": say("destiny_back"),
    "new_destiny": say("new_destiny_back"),
    "your_destiny": say("your_destiny_back"),
    "destiny_or_artifact": say("your_destiny_back"),
    "artifact": say("artifact_back"),
    "deal_tiles": say("tiles_back"),
    "your_reward": say("reward_back"),
    "score_yourself": say("score_back"),
    "end_yourself": say("score_back"),
}
