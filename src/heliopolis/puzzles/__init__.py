"""Puzzles: decisions from games of strong bots in which one move is clearly the best. Calling the package lists them.

>>> import heliopolis as hp
>>> len(hp.puzzles("ra")) >= 200
True
"""

from heliopolis.core.callable_package import make_callable
from heliopolis.puzzles.puzzle import Puzzle as Puzzle
from heliopolis.puzzles.puzzle import PuzzleOption as PuzzleOption
from heliopolis.puzzles.shipped import of_the_day as of_the_day
from heliopolis.puzzles.shipped import puzzle as by_id
from heliopolis.puzzles.shipped import puzzles

make_callable(__name__, puzzles)
