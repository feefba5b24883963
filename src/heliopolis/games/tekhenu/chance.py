"""Tekhenu: what the app draws and rolls unless the person prefers to do it.

Every draw has its own name ("dice after round 4") and depends on the seed and that name alone. So the same seed and
answers give the same game, and changing an earlier answer leaves later draws as they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, MutableSequence, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TypeVar

from heliopolis.games.tekhenu.obelisk import shaded_sections, tiles_of
from heliopolis.games.tekhenu.shared_board import Automa, Cell, Die, SharedBoard, cells_of
from heliopolis.games.tekhenu.vocabulary import BASE_COLOURS, COLOURS, DISTRICTS, GODS, LINES, SETH, SIDE

Item = TypeVar("Item")

DICE_IN_GAME = {colour: 9 if colour in BASE_COLOURS else 3 for colour in COLOURS}  # ruling 8
DICE_PER_SECTION = 3
SETH_DICE = 2  # grey dice come to the Seth board until so many lie there (ruling 8)
TILES_PER_AUTOMA = 4


class Chance:
    """A stream of random numbers that depends on a seed and a name only, and is equal on every machine."""

    def __init__(self, seed: int | str, name: str) -> None:
        self.name = f"{seed}/{name}".encode()
        self.drawn = 0

    def random_below(self, limit: int) -> int:
        """Return a random whole number from 0 to below a limit; with 64 bits the bias is negligible."""
        self.drawn += 1
        number = sha256(self.name + b"/%d" % self.drawn).digest()[:8]
        return int.from_bytes(number, "big") % limit

    def choose(self, items: Sequence[Item]) -> Item:
        return items[self.random_below(len(items))]

    def roll(self) -> int:
        return self.random_below(6) + 1

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        left: MutableSequence[Item] = list(items)
        return tuple(left.pop(self.random_below(len(left))) for _ in items)

    def rolls_to(self, cells: Collection[Cell]) -> tuple[int, ...]:
        """Roll for row and column, a 6 again, until they show one of these cells; return all rolls."""
        rolls: list[int] = []
        pair: tuple[int, ...] = ()
        while pair not in cells:
            roll = self.roll()
            rolls.append(roll)
            if roll <= SIDE:
                pair = (roll,) if len(pair) == 2 else (*pair, roll)
        return tuple(rolls)


# ---- cubes and dice --------------------------------------------------------------------------------------------------


def draw_cubes(chance: Chance) -> Automa:
    """Return an automa whose four cubes are placed at random."""
    line = chance.random_below(LINES) + 1
    return Automa(
        district=chance.choose(DISTRICTS),
        obelisk=chance.choose(GODS),
        line=line,
        cell=cells_of(line)[chance.random_below(SIDE)],
    )


def draw_dice(
    board: SharedBoard, taken: Sequence[str], numbers: Mapping[str, int], chance: Chance
) -> dict[str, tuple[Die, ...]]:
    """Draw a number of dice for each section from the bag, as long as it has any; grey ones for the Seth board.

    The bag has every die that is neither on the board nor was taken since the last Maat (ruling 8).
    """
    bag = dice_in_bag(board, taken)
    added: dict[str, list[Die]] = {section: [] for section in numbers}
    for section, number in numbers.items():
        while len(added[section]) < number:
            choice = [colour for colour in bag if colour == "grey"] if section == SETH else bag
            if not choice:
                break
            colour = chance.choose(choice)
            bag.remove(colour)
            place = SETH if colour == "grey" and board.settings.grey_to_seth else section
            added[place].append(Die(colour, chance.roll()))
    return {section: tuple(dice) for section, dice in added.items()}


def dice_in_bag(board: SharedBoard, taken: Sequence[str]) -> list[str]:
    """Return the colours of the dice in the bag."""
    out = Counter(taken) + Counter(die.colour for dice in board.dice.values() for die in dice)
    colours = COLOURS if board.settings.time_of_seth else BASE_COLOURS
    return [colour for colour in colours for _ in range(DICE_IN_GAME[colour] - out[colour])]


def dice_at_set_up(board: SharedBoard) -> dict[str, int]:
    """Return how many dice come to each place at set-up."""
    return dict.fromkeys(GODS, DICE_PER_SECTION) | ({SETH: SETH_DICE} if board.settings.time_of_seth else {})


def dice_at_rotation(board: SharedBoard) -> dict[str, int]:
    """Return how many new dice come to each place after a rotation."""
    each = len(board.order) if board.settings.new_dice is None else board.settings.new_dice
    numbers = dict.fromkeys(shaded_sections(board), each)
    if board.settings.time_of_seth:
        numbers[SETH] = max(0, SETH_DICE - len(board.dice[SETH]))
    return numbers


# ---- action tiles ----------------------------------------------------------------------------------------------------


def deal_tiles(board: SharedBoard, chance: Chance) -> SharedBoard:
    """Deal four tiles to each automa, one at a time: those left first, then the shuffled discards."""
    if not (board.stack or board.discards):
        board = replace(board, discards=tiles_of(board))
    piles: dict[str, tuple[str, ...]] = dict.fromkeys(board.automas, ())
    for _ in range(TILES_PER_AUTOMA):
        for name in piles:
            board = shuffle_if_empty(board, chance)
            piles[name] += board.stack[:1]
            board = replace(board, stack=board.stack[1:])
    return replace(board, piles=piles)


def shuffle_if_empty(board: SharedBoard, chance: Chance) -> SharedBoard:
    """Return the board with the discards shuffled into a new stack if the stack is empty."""
    return board if board.stack else replace(board, stack=chance.shuffled(board.discards), discards=())


def draw_tile(board: SharedBoard, name: str, chance: Chance) -> tuple[str, SharedBoard]:
    """Discard the top tile of an automa's pile and return it; an empty pile gets a tile first (ruling 9)."""
    if not board.piles.get(name):
        board = shuffle_if_empty(board, chance)
        board = replace(board, piles={**board.piles, name: board.stack[:1]}, stack=board.stack[1:])
    tile, *left = board.piles[name]
    return tile, replace(board, piles={**board.piles, name: tuple(left)}, discards=(*board.discards, tile))
