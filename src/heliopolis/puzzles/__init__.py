"""Puzzles: decisions from games of strong bots in which one move is clearly the best. Calling the package lists them.

>>> import heliopolis as hp
>>> puzzle = hp.puzzles("ra")[0]
>>> puzzle.start().to_act == puzzle.seat
True
>>> hp.puzzles.answer(puzzle, puzzle.best.move).right
True
"""

from heliopolis.core.callable_package import make_callable
from heliopolis.puzzles.puzzle import Puzzle as Puzzle
from heliopolis.puzzles.puzzle import PuzzleOption as PuzzleOption
from heliopolis.puzzles.shipped import find_puzzle as find_puzzle
from heliopolis.puzzles.shipped import of_the_day as of_the_day
from heliopolis.puzzles.shipped import puzzles as puzzles
from heliopolis.puzzles.solving import PuzzleAnswer as PuzzleAnswer
from heliopolis.puzzles.solving import answer as answer

make_callable(__name__, puzzles)
