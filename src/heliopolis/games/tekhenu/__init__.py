"""Tekhenu, by Daniele Tascini and Dávid Turczi, with Time of Seth: the solo automas of Mauro Gibertoni's variant.

One person plays with the physical game against one to three automas. This package has the shared board, every decision
of an automa with its reasons, and the session that leads through a game. It uses the standard library only.

>>> from heliopolis.games import tekhenu
>>> board = tekhenu.Table()
>>> decision = tekhenu.act(board, "a1", "ra", 5)
>>> decision.choice, decision.vp
({'cell': [1, 1]}, 7)
>>> board = tekhenu.apply(board, "a1", decision)
"""

from heliopolis.games.tekhenu.actions import act, apply, difficulty_set_up, statue_rewards
from heliopolis.games.tekhenu.decision import Decision
from heliopolis.games.tekhenu.history import SessionEntry
from heliopolis.games.tekhenu.obelisk import choose_die, rotate
from heliopolis.games.tekhenu.prompts import BadAnswer, Option, Prompt
from heliopolis.games.tekhenu.results import advise, result_of
from heliopolis.games.tekhenu.scoring import end_of_game, maat_order, score
from heliopolis.games.tekhenu.screen import view
from heliopolis.games.tekhenu.session import Session
from heliopolis.games.tekhenu.shared_board import Automa, Die, GameSettings, Pieces, SharedBoard
from heliopolis.games.tekhenu.snapshot import from_snapshot, to_snapshot
from heliopolis.games.tekhenu.state import Step
from heliopolis.games.tekhenu.version import RULES
from heliopolis.text.messages import Message

Table = SharedBoard  # the published name, which programs outside this package use

__all__ = [
    "RULES",
    "Automa",
    "BadAnswer",
    "Decision",
    "Die",
    "GameSettings",
    "Message",
    "Option",
    "Pieces",
    "Prompt",
    "Session",
    "SessionEntry",
    "SharedBoard",
    "Step",
    "Table",
    "act",
    "advise",
    "apply",
    "choose_die",
    "difficulty_set_up",
    "end_of_game",
    "from_snapshot",
    "maat_order",
    "result_of",
    "rotate",
    "score",
    "statue_rewards",
    "to_snapshot",
    "view",
]
