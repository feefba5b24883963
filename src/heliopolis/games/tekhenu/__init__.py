"""Tekhenu, by Daniele Tascini and Dávid Turczi, with Time of Seth: the solo automas of Mauro Gibertoni's variant.

One person plays with the physical game; one to three automas play against him. Here are the table, every decision of
an automa with its reasons, and the session that leads through a game.

>>> from heliopolis.games import tekhenu
>>> t = tekhenu.Table()
>>> decision = tekhenu.act(t, "a1", "ra", 5)
>>> decision.choice, decision.vp
({'cell': [1, 1]}, 7)
>>> t = tekhenu.apply(t, "a1", decision)
"""

from heliopolis.games.tekhenu.actions import act, apply, difficulty_set_up, statue_rewards
from heliopolis.games.tekhenu.decision import Decision, Message
from heliopolis.games.tekhenu.obelisk import choose_die, rotate
from heliopolis.games.tekhenu.prompts import BadAnswer, Option, Prompt
from heliopolis.games.tekhenu.scoring import end_of_game, maat_order, score
from heliopolis.games.tekhenu.session import Entry, Session
from heliopolis.games.tekhenu.snapshot import keep, read_kept
from heliopolis.games.tekhenu.state import Step
from heliopolis.games.tekhenu.table import Automa, Die, Pieces, Settings, Table
from heliopolis.games.tekhenu.view import view

RULES = 1  # raised when a ruling changes what a saved game means

__all__ = [
    "RULES",
    "Automa",
    "BadAnswer",
    "Decision",
    "Die",
    "Entry",
    "Message",
    "Option",
    "Pieces",
    "Prompt",
    "Session",
    "Settings",
    "Step",
    "Table",
    "act",
    "apply",
    "choose_die",
    "difficulty_set_up",
    "end_of_game",
    "keep",
    "maat_order",
    "read_kept",
    "rotate",
    "score",
    "statue_rewards",
    "view",
]
