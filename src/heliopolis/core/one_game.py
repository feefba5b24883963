"""Template: one position, step by step. `Position` and the environments are built on these functions.

`kernel.specialise` compiles them once per game, with `rules`, `view` and `heuristic` bound to its modules, and
`reciprocals` to those of its divisors. Positions are passed as an array of records, of which the first is used; a
generator supplies the random numbers.
"""

from __future__ import annotations

from typing import Any

from heliopolis.core.observations import divide
from heliopolis.kernel import CHANCE, Generator, IntArray

rules: Any = None
view: Any = None
heuristic: Any = None
reciprocals: Any = None


def set_up(positions: Any, players: int, generator: Generator) -> tuple[int, int]:
    """Turn a blank record into a first position; return who is to act and the legal actions."""
    rules.set_up(positions[0], players, generator)
    return to_act_and_legal(positions)


def prepare(positions: Any, players: int) -> int:
    """Turn a blank record into a table before the set-up is dealt; return how many draws the set-up takes."""
    rules.prepare(positions[0], players)
    draws: int = rules.setup_draws(players)
    return draws


def setup_weights(positions: Any, number: int, out: IntArray) -> None:
    """Write the weight of each outcome of a draw of the set-up."""
    for outcome in range(len(out)):
        out[outcome] = rules.setup_weight(positions[0], number, outcome)


def apply_setup_draw(positions: Any, number: int, outcome: int) -> None:
    """Apply one draw of the set-up."""
    rules.apply_setup_draw(positions[0], number, outcome)


def to_act_and_legal(positions: Any) -> tuple[int, int]:
    """Return who is to act and the legal actions as a bit set."""
    p = positions[0]
    return int(p.to_act), rules.legal(p)


def play(positions: Any, action: int) -> tuple[int, int]:
    """Apply a player's action; return who is to act next and the legal actions."""
    rules.play(positions[0], action)
    return to_act_and_legal(positions)


def apply_outcome(positions: Any, outcome: int) -> tuple[int, int]:
    """Apply an outcome of chance; return who is to act next and the legal actions."""
    rules.apply_outcome(positions[0], outcome)
    return to_act_and_legal(positions)


def sample_and_apply(positions: Any, generator: Generator) -> tuple[int, int, int]:
    """Sample an outcome of chance and apply it; return the outcome, who acts next and the legal actions."""
    p = positions[0]
    outcome = rules.sample_outcome(p, generator)
    rules.apply_outcome(p, outcome)
    return outcome, int(p.to_act), rules.legal(p)


def play_and_resolve(positions: Any, action: int, generator: Generator) -> tuple[int, int]:
    """Apply an action and all chance outcomes after it; return who is to act next and the legal actions."""
    p = positions[0]
    rules.play(p, action)
    while p.to_act == CHANCE:
        rules.apply_outcome(p, rules.sample_outcome(p, generator))
    return to_act_and_legal(positions)


def outcome_weights(positions: Any, out: IntArray) -> None:
    """Write the weight of each outcome of a chance node."""
    for outcome in range(len(out)):
        out[outcome] = rules.outcome_weight(positions[0], outcome)


def score(positions: Any, seat: int) -> int:
    """Return the points of a seat so far."""
    points: int = rules.score(positions[0], seat)
    return points


def winners(positions: Any) -> int:
    """Return the winning seats of a finished game as a bit set."""
    seats: int = rules.winners(positions[0])
    return seats


def observe(positions: Any, seat: int, out: IntArray) -> None:
    """Write the features of what a seat knows."""
    p = positions[0]
    view.observe(p, seat, out)
    divide(out, reciprocals[p.players])


def observe_with_mask(positions: Any, seat: int, out: IntArray, mask: IntArray) -> None:
    """Write the features of what a seat knows, and which actions are open to it."""
    observe(positions, seat, out)
    p = positions[0]
    legal = rules.legal(p) if p.to_act == seat else 0
    for action in range(len(mask)):
        mask[action] = legal >> action & 1


def imagine(positions: Any, seat: int, generator: Generator) -> tuple[int, int]:
    """Resample what a seat does not know; return who is to act and the legal actions."""
    view.imagine(positions[0], seat, generator)
    return to_act_and_legal(positions)


def choose(positions: Any, generator: Generator) -> int:
    """Return the action that the game's heuristic chooses."""
    action: int = heuristic.choose(positions[0], generator)
    return action
