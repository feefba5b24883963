"""Tekhenu: the shared board, that is everything on the table that the automas consider.

Boards are immutable: every change returns a new one that shares the unchanged parts. A space contains its owner,
`person`, `a1`, `a2` or `a3`, or None. Rows, columns, lines and regions count from 1, as on the real board; the tuples
that contain them count from 0, so they are read and written through the functions below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from heliopolis.core.checks import JSON
from heliopolis.core.errors import UnknownName
from heliopolis.games.tekhenu.vocabulary import (
    BUILDINGS,
    DISTRICTS,
    GODS,
    LIGHTS,
    LINES,
    PERSON,
    PILLARS,
    REGIONS,
    ROWS,
    SETH,
    SIDE,
    SIDES,
    STATUE_LINES,
    STATUES,
    STATUSES,
)

Owner = str | None
Cell = tuple[int, int]  # row and column, from 1
Square = tuple[tuple[Any, ...], ...]

EMPTY_TEMPLE: Square = ((None,) * SIDE,) * SIDE
NO_CONQUEST: Square = ((0,) * SIDE,) * SIDE
EMPTY_OSIRIS: Square = ((None,) * len(DISTRICTS),) * ROWS


class Die(NamedTuple):
    """A die by its colour and value."""

    colour: str
    value: int


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What no source of the rules decides: chosen at set-up, with these defaults."""

    statues_per_god: int = 1
    statues_for_seth: int = 1
    people_statue_regions: Mapping[str, tuple[int, ...]] = field(
        default_factory=lambda: {"left": (1, 2, 4), "right": (3, 5, 6)}
    )
    region_vp: tuple[int, ...] = (2, 2, 3, 3, 4, 5)
    population_end: int = 21
    happiness_end: int = 21
    own_action_pays: bool = True
    order_bonus: Mapping[str, tuple[int, ...]] = field(
        default_factory=lambda: {"2": (3, 0), "3": (3, 2, 0), "4": (3, 2, 0, 0)}
    )
    buildings_per_region: int = 1
    new_dice: int | None = None  # in each shaded section after a rotation; None: as many as there are players
    time_of_seth: bool = True  # False: the base game alone
    grey_to_seth: bool = False  # whether a grey die drawn for a section goes to the Seth board; set-up proposes it


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces left in a player's supply."""

    buildings: int = BUILDINGS
    pillars: int = PILLARS
    statues: int = STATUES


@dataclass(frozen=True, slots=True)
class Automa(Pieces):
    """An automa: its tracks, its cards, and its four cubes (`district`, `obelisk`, `line`, `cell`)."""

    vp: int = 10
    population: int = 5
    happiness: int = 2
    decrees: int = 1
    technologies: int = 0
    blessings: int = 0
    ankhs: int = 0
    district: str = DISTRICTS[0]
    obelisk: str = GODS[0]  # the section on the counter-clockwise side of the cube's line
    line: int = 1
    cell: Cell = (1, 1)


@dataclass(frozen=True, slots=True)
class SharedBoard:
    """The board, the supplies, the dice, and the automas with their tracks and tiles."""

    settings: GameSettings = field(default_factory=GameSettings)
    difficulty: int = 0
    first_sunny: str = GODS[0]
    dice: Mapping[str, tuple[Die, ...]] = field(default_factory=lambda: dict.fromkeys((*GODS, SETH), ()))
    horus_order: tuple[str, ...] = GODS
    god_statues: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: dict.fromkeys((*GODS, SETH), ()))
    osiris_buildings: Square = EMPTY_OSIRIS
    osiris_statues: tuple[Owner, ...] = (None, None)
    pillars: Square = EMPTY_TEMPLE
    conquest: Square = NO_CONQUEST
    temple_buildings: tuple[Owner, ...] = (None,) * LINES
    temple_statues: Mapping[int, Owner] = field(default_factory=lambda: dict.fromkeys(STATUE_LINES))
    regions: tuple[tuple[str, ...], ...] = ((),) * REGIONS
    people_statues: Mapping[str, Owner] = field(default_factory=lambda: dict.fromkeys(SIDES))
    conquest_stack: int = 12
    order: tuple[str, ...] = (PERSON, "a1")
    person: Pieces = field(default_factory=Pieces)
    automas: Mapping[str, Automa] = field(default_factory=lambda: {"a1": Automa()})
    round: int = 1
    piles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # action tiles, top first
    stack: tuple[str, ...] = ()  # action tiles not dealt yet
    discards: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(
        default_factory=dict, compare=False
    )  # other fields of the JSON, written back unchanged

    @classmethod
    def from_json(cls, data: object) -> SharedBoard:
        """Return the board that `to_json` wrote or a person edited; InvalidPosition names a field that is wrong."""
        from heliopolis.games.tekhenu import notation

        return notation.read_board(data)

    def to_json(self) -> JSON:
        """Return the board as JSON, as the page on Tekhenu describes it."""
        from heliopolis.games.tekhenu import notation

        return notation.write_board(self)

    # ---- reading --------------------------------------------------------------------------------------------------

    def automa(self, name: str) -> Automa:
        if name not in self.automas:
            raise UnknownName(f"There is no automa {name!r} on this board.")
        return self.automas[name]

    def pieces(self, player: str) -> Pieces:
        return self.person if player == PERSON else self.automa(player)

    def light(self, section: str) -> str:
        return LIGHTS[(GODS.index(section) - GODS.index(self.first_sunny)) % len(GODS)]

    def status(self, section: str, colour: str) -> str:
        """Return whether a die is pure, tainted or forbidden; on the Seth board every die is tainted."""
        if section == SETH:
            return "tainted"
        return STATUSES[colour][("sunny", "shaded", "dark").index(self.light(section))]

    def statue_spaces(self, god: str) -> int:
        """Return the number of statue spaces of a god or of Seth."""
        return self.settings.statues_for_seth if god == SETH else self.settings.statues_per_god

    def pillar(self, cell: Cell) -> Owner:
        owner: Owner = self.pillars[cell[0] - 1][cell[1] - 1]
        return owner

    def has_conquest(self, cell: Cell) -> bool:
        return bool(self.conquest[cell[0] - 1][cell[1] - 1])

    def buildings_of_cell(self, cell: Cell) -> tuple[Owner, Owner]:
        """Return the owners of the building spaces of a cell's row and column."""
        return self.temple_buildings[cell[0] - 1], self.temple_buildings[SIDE + cell[1] - 1]

    def pillars_in(self, line: int, player: str) -> int:
        return sum(self.pillar(cell) == player for cell in cells_of(line))

    # ---- changing ---------------------------------------------------------------------------------------------------

    def with_automa(self, name: str, **changes: Any) -> SharedBoard:
        return replace(self, automas={**self.automas, name: replace(self.automa(name), **changes)})

    def add_vp(self, name: str, vp: int) -> SharedBoard:
        return self.with_automa(name, vp=self.automas[name].vp + vp) if vp else self

    def take_piece(self, player: str, piece: str) -> SharedBoard:
        """Return the board with one piece less in a player's supply."""
        left = {piece: getattr(self.pieces(player), piece) - 1}
        if player == PERSON:
            return replace(self, person=replace(self.person, **left))
        return self.with_automa(player, **left)

    def take_die(self, section: str, die: Die) -> SharedBoard:
        dice = list(self.dice[section])
        dice.remove(die)
        return replace(self, dice={**self.dice, section: tuple(dice)})

    def add_dice(self, added: Mapping[str, tuple[Die, ...]]) -> SharedBoard:
        return replace(self, dice={section: (*dice, *added.get(section, ())) for section, dice in self.dice.items()})


def cells() -> Iterator[Cell]:
    """Return the cells of the temple in reading order."""
    return ((row, column) for row in range(1, SIDE + 1) for column in range(1, SIDE + 1))


def cells_of(line: int) -> list[Cell]:
    """Return the cells of a line: 1 to 5 are rows, 6 to 10 columns."""
    if line <= SIDE:
        return [(line, column) for column in range(1, SIDE + 1)]
    return [(row, line - SIDE) for row in range(1, SIDE + 1)]


def set_in(square: Square, row: int, column: int, value: object) -> Square:
    """Return the square with one place changed; row and column count from 1."""
    changed = list(square[row - 1])
    changed[column - 1] = value
    return (*square[: row - 1], tuple(changed), *square[row:])


def set_at(places: tuple[Any, ...], number: int, value: object) -> tuple[Any, ...]:
    """Return the row of places with one changed; the number counts from 1."""
    return (*places[: number - 1], value, *places[number:])


def column_number(column: int) -> int:
    """Return the number that a column of the temple, 1 to 5 from the left, has on the real board: 6 to 10."""
    return SIDE + column
