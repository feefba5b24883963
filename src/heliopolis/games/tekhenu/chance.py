"""Tekhenu: what the app draws and rolls when the person does not want to.

Every draw has a name of its own ("dice of round 4"), and the seed and that name alone decide it. So the same seed and
the same answers give the same game, and an earlier answer that is changed leaves later draws as they were.

Rulings
1. The app's bag holds nine dice of each colour of the base game and three of each of Time of Seth; what lies on the
   table or was taken since the last Maat is not in it. Whoever wants the odds of his own bag enters his dice by hand.
2. Grey dice come to the Seth board until two lie there.
3. Tiles are dealt one by one. In the base game ten tiles do not give three automas four each: an automa without a
   tile draws one when it needs it, from the stack or the shuffled discards.
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

BAG = {colour: 9 if colour in BASE_COLOURS else 3 for colour in COLOURS}
DICE_PER_SECTION = 3
SETH_DICE = 2
TILES_PER_AUTOMA = 4


class Chance:
    """A stream of random numbers that a seed and a name decide, the same on every machine."""

    def __init__(self, seed: int | str, name: str) -> None:
        self.name = f"{seed}/{name}".encode()
        self.drawn = 0

    def random_below(self, limit: int) -> int:
        """A whole number from 0 on, below a limit. 64 bits make the bias too small to matter."""
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
        """Rolls for row and column, a 6 again, until they show one of these cells."""
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
    """An automa whose four cubes lie somewhere."""
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
    """So many dice out of the bag for each section, as far as the bag goes; only grey ones for the Seth board."""
    out = Counter(taken) + Counter(die.colour for dice in board.dice.values() for die in dice)
    colours = COLOURS if board.settings.time_of_seth else BASE_COLOURS
    bag = [colour for colour in colours for _ in range(BAG[colour] - out[colour])]
    added: dict[str, tuple[Die, ...]] = {}
    for section, number in numbers.items():
        dice = []
        for _ in range(number):
            choice = [colour for colour in bag if colour == "grey"] if section == SETH else bag
            if choice:
                colour = chance.choose(choice)
                bag.remove(colour)
                dice.append(Die(colour, chance.roll()))
        added[section] = tuple(dice)
    return added


def dice_at_set_up(board: SharedBoard) -> dict[str, int]:
    return dict.fromkeys(GODS, DICE_PER_SECTION) | ({SETH: SETH_DICE} if board.settings.time_of_seth else {})


def dice_at_rotation(board: SharedBoard) -> dict[str, int]:
    """How many new dice come where, once the light has turned."""
    each = len(board.order) if board.settings.new_dice is None else board.settings.new_dice
    numbers = dict.fromkeys(shaded_sections(board), each)
    if board.settings.time_of_seth:
        numbers[SETH] = max(0, SETH_DICE - len(board.dice[SETH]))
    return numbers


# ---- action tiles ----------------------------------------------------------------------------------------------------


def deal_tiles(board: SharedBoard, chance: Chance) -> SharedBoard:
    """Four tiles for each automa, those left first, then the shuffled discards."""
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
    return board if board.stack else replace(board, stack=chance.shuffled(board.discards), discards=())


def draw_tile(board: SharedBoard, name: str, chance: Chance) -> tuple[str, SharedBoard]:
    """The top tile of an automa's pile, which goes to the discards."""
    if not board.piles.get(name):
        board = shuffle_if_empty(board, chance)
        board = replace(board, piles={**board.piles, name: board.stack[:1]}, stack=board.stack[1:])
    tile, *left = board.piles[name]
    return tile, replace(board, piles={**board.piles, name: tuple(left)}, discards=(*board.discards, tile))
