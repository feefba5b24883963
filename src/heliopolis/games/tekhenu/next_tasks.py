"""Tekhenu: what is to be done at the real table after an entry, an undo, a redo or another change of history.

The rule for all of them: the steps that are left lead from what lies on the real table to the board of the session.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from heliopolis.core.errors import HeliopolisError
from heliopolis.games.tekhenu.checklist import add_checklist
from heliopolis.games.tekhenu.history import SETUP_PHASES, UndoPoint
from heliopolis.games.tekhenu.moves import list_moves
from heliopolis.games.tekhenu.reversal import has_loose_end, list_moves_from, list_reversal
from heliopolis.games.tekhenu.setup_moves import list_by_hand_moves
from heliopolis.games.tekhenu.shared_board import Automa, SharedBoard
from heliopolis.games.tekhenu.state import State, Step
from heliopolis.games.tekhenu.tasks import MOVE, Tasks, is_done_by_itself, tasks_of
from heliopolis.games.tekhenu.transfer import transfer, transfer_steps

MAX_CARRIED = 30  # steps that are not done; more become the moves from the real table to the board


def what_lies(tasks: Tasks, state: State) -> Tasks | None:
    """Return the tasks that say what lies on the real table, or None if nothing has been laid out."""
    if tasks.laid is not None:
        return tasks.laid
    if state.phase in SETUP_PHASES or (tasks.any_order and not tasks.done):
        return None
    return tasks


# ---- entries ---------------------------------------------------------------------------------------------------------


def is_carried(tasks: Tasks, is_answer: bool) -> bool:
    """Return whether steps that are not done are still to be done after an entry.

    Whoever answers has done the instructions, but perhaps not yet what an earlier change of history moves.
    """
    return any(not is_answer or MOVE.fullmatch(step.key) for step in tasks.left)


def after_entry(tasks: Tasks, state: State, is_answer: bool) -> Tasks:
    """Return the tasks after an entry at the end of the history."""
    if state.phase in SETUP_PHASES:
        return Tasks(state.board, laid=tasks.laid) if tasks.laid else tasks_of(state)
    if tasks.laid is not None:
        return clear_first(tasks.physical_board, state)
    if not is_carried(tasks, is_answer):
        return tasks_of(state)
    return correct_checklist(tasks, state) if tasks.any_order and not is_answer else carry(tasks, state)


def clear_first(laid: SharedBoard, state: State) -> Tasks:
    """Return the whole checklist, what is placed by hand too, after a first step that clears the table."""
    empty = empty_board(state.board)
    complete = add_checklist(replace(state, board=empty, steps=(), by_hand=frozenset()), state.board.dice)
    clear = Step("tekhenu.move.clear", {}, after=empty)
    return Tasks(laid, (clear, *complete.steps), separate=True, entry_from=None, any_order=True)


def empty_board(board: SharedBoard) -> SharedBoard:
    """Return a board at set-up before anything is put on it; where the cubes of the automas go is known."""
    cubes = ("district", "obelisk", "line", "cell")
    automas = {
        name: Automa(**{cube: getattr(automa, cube) for cube in cubes}) for name, automa in board.automas.items()
    }
    kept = ("settings", "difficulty", "first_sunny", "horus_order", "conquest_stack", "order", "round")
    tiles = ("piles", "stack", "discards")
    return SharedBoard(automas=automas, **{name: getattr(board, name) for name in (*kept, *tiles)})


def correct_checklist(tasks: Tasks, state: State) -> Tasks:
    """Return the checklist with what a correction moves after it."""
    moves = list_moves(state.before or state.board, state.board)
    steps = (*tasks.steps, *(moves or state.steps))
    return replace(tasks, steps=steps, separate=True, entry_from=len(tasks.steps))


def carry(tasks: Tasks, state: State) -> Tasks:
    """Return what is left of the tasks, and then the steps of an entry.

    What the person has done themselves or corrected lies there already, so it comes before all that is left.
    """
    own = tuple(takewhile(is_done_by_itself, state.steps))
    rest = state.steps[len(own) :]
    before, left, start = tasks.physical_board, tasks.left, state.before or state.board
    between = (own[-1].after if own else None) or start
    try:
        if own:
            left = transfer_steps(before, left, start, between)
            before = transfer(before, start, between)
    except (HeliopolisError, LookupError):  # what is left no longer fits
        moves = list_moves(before, between)
        return Tasks(before, (*moves, *rest), separate=True, entry_from=None)
    if len(left) > MAX_CARRIED:
        left = list_moves_from(tasks, start) if not own else list_moves(before, between)
        return Tasks(before, (*left, *rest), separate=True, entry_from=None)
    if not left:  # the person's own entry has done all of it
        return Tasks(between, rest, separate=True)
    left = (*left[:-1], replace(left[-1], after=between))
    return Tasks(before, (*left, *rest), separate=True, entry_from=len(left))


# ---- changes of history ----------------------------------------------------------------------------------------------


def after_undo(tasks: Tasks, left: UndoPoint, point: UndoPoint) -> Tasks:
    """Return the tasks after the session has returned from one point to the one before."""
    state = point.node.state
    if state.phase in SETUP_PHASES or tasks.laid is not None or left.node.parent is not point.node:
        return after_jump(tasks, left, point)
    base = tasks_at(point)
    if base.any_order and tasks.any_order:
        return uncorrect_checklist(tasks, base, left.node.state)
    if tasks.entry_from is None or (tasks.separate and not tasks.entry_from):
        if base.left or len(tasks.left) > MAX_CARRIED:
            return after_jump(tasks, left, point)
        moves = list_reversal(left.node.state.board, state.board, left.node.state.steps)
        return tasks_of_moves(tasks.physical_board, (*tasks.left, *moves), state)
    number = tasks.number_done
    base = base.done_until(base.number_done + min(number, tasks.entry_from))
    target = base.board_after(base.number_done)
    own = takewhile(is_done_by_itself, left.node.state.steps) if tasks.entry_from else ()
    moves = list_reversal(tasks.physical_board, target, (*own, *tasks.steps[tasks.entry_from : number]))
    return Tasks(tasks.physical_board, (*moves, *base.left), separate=True, entry_from=None) if moves else base


def uncorrect_checklist(tasks: Tasks, base: Tasks, state: State) -> Tasks:
    """Return the checklist without a correction, which is moved back if it was done."""
    number = len(base.steps)
    done = tuple(one for one in tasks.done if one < number)
    if done == tasks.done:
        return replace(base, done=done)
    moves = list_moves(state.board, base.board_after(number))
    return replace(base, steps=(*base.steps, *moves), done=done, separate=True, entry_from=None)


def after_redo(tasks: Tasks, left: UndoPoint, point: UndoPoint) -> Tasks:
    """Return the tasks after the session has returned from one point to the one behind it."""
    state = point.node.state
    if (
        tasks.left
        or not tasks.has_moved_back
        or point.node.parent is not left.node
        or tasks.any_order
        or state.phase in SETUP_PHASES
    ):
        return after_jump(tasks, left, point)
    own = tuple(takewhile(is_done_by_itself, state.steps))  # the person took these back, so they do them again
    moves = list_moves(left.node.state.board, own[-1].after or state.board) if own else ()
    if not moves:
        return tasks_of(state)
    return Tasks(left.node.state.board, (*moves, *state.steps[len(own) :]), separate=True, entry_from=None)


def after_jump(tasks: Tasks, left: UndoPoint, point: UndoPoint) -> Tasks:
    """Return the tasks after any change of history."""
    state, laid = point.node.state, what_lies(tasks, left.node.state)
    if state.phase in SETUP_PHASES:
        return Tasks(state.board, laid=laid) if laid else tasks_at(point)
    base = tasks_at(point)
    if laid is None:
        return base if base.any_order else tasks_of(state)
    physical = laid.physical_board
    if base.physical_board == physical and not laid.has_moved_back and (point.pending or not has_loose_end(laid)):
        return base
    by_hand = list_by_hand_moves(left.node.state, state, physical)
    return tasks_of_moves(physical, (*by_hand, *list_moves_from(laid, state.board), *return_dice(laid, state)), state)


def return_dice(laid: Tasks, state: State) -> tuple[Step, ...]:
    """Return the step that puts the dice into the bag if the hands have stopped before it, and Maat is over now."""
    step = next((step for step in laid.left if step.key == "tekhenu.step.return_dice"), None)
    is_over = not state.taken and state.phase not in ("maat_ankhs", "maat_tie")
    return (replace(step, after=state.board),) if step is not None and is_over else ()


def tasks_of_moves(physical: SharedBoard, moves: tuple[Step, ...], state: State) -> Tasks:
    """Return moves as tasks; without any, the table is the session's but for what is not moved."""
    return Tasks(physical if moves else state.board, moves, separate=True, entry_from=None)


def tasks_at(point: UndoPoint) -> Tasks:
    """Return what was to be done when the session left a point."""
    return point.pending or tasks_of(point.node.state).finished()
