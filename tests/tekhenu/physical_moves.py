"""The sentences that say what to move on the physical table after a change of history, added to the others."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.tekhenu.physical_table import GODS, PLACE, PLAYERS, PhysicalTable, sentence

OWNER = r"(Automa \d)’s"
PIECE = r"(building|pillar with its tile|statue)"
CARDS = {"decrees": "decree", "technologies": "technology", "blessings": "blessing"}


# ---- pieces ----------------------------------------------------------------------------------------------------------


def lift(table: PhysicalTable, player: str, piece: str, place: str) -> None:
    """Take a piece from a place back into its owner's supply."""
    pieces, key = find_place(table, piece, place)
    if isinstance(pieces[key], list):
        pieces[key].remove(player)
    else:
        assert pieces.pop(key) == player
    if piece == "pillar":
        table.pillar_tiles.remove(key)
    table.supply[player][piece] += 1


def lay(table: PhysicalTable, player: str, piece: str, place: str) -> None:
    """Put a piece from its owner's supply on a place."""
    pieces, key = find_place(table, piece, place)
    table.take_piece(player, piece)
    if isinstance(pieces.get(key), list):
        pieces[key].append(player)
    else:
        assert key not in pieces
        pieces[key] = player
    if piece == "pillar":
        table.pillar_tiles.add(key)


def find_place(table: PhysicalTable, piece: str, place: str) -> tuple[dict[Any, Any], Any]:
    """Return where the table has the pieces of a place, and the key there."""
    around = table.around_temple
    finders: dict[str, Callable[..., tuple[dict[Any, Any], Any]]] = {
        r"row (\d), column (\d+) of the temple": lambda row, column: (table.pillars, (int(row), int(column))),
        r"(row|column) (\d+) of the temple": lambda kind, line: (around.setdefault((kind, int(line)), {}), piece),
        r"row (\d) of the (\w+) district": lambda row, district: (table.osiris, (int(row), district)),
        r"region (\d) of the Seth board": lambda region: (table.regions, int(region)),
        r"the statue space of (\w+)": lambda god: (table.god_statues, god),
        r"the statue space above (.+) at Osiris": lambda space: (table.above_osiris, space),
        r"the (left|right) people space of the Seth board": lambda side: (table.people, side),
    }
    for pattern, find in finders.items():
        if match := re.fullmatch(pattern, place):
            return find(*match.groups())
    raise AssertionError(f"there is no place {place}")


def piece_name(words: str) -> str:
    return "pillar" if "pillar" in words else words


@sentence(rf"Move {OWNER} {PIECE} from (.+) to (.+)\.")
def move_piece(table: PhysicalTable, owner: str, words: str, source: str, target: str) -> None:
    lift(table, PLAYERS[owner], piece_name(words), source)
    lay(table, PLAYERS[owner], piece_name(words), target)


@sentence(rf"Move your {PIECE} from (.+) to (.+)\.")
def move_own_piece(table: PhysicalTable, words: str, source: str, target: str) -> None:
    move_piece(table, "You", words, source, target)


@sentence(rf"Take {OWNER} {PIECE} off (.+)\.")
def take_off(table: PhysicalTable, owner: str, words: str, source: str) -> None:
    lift(table, PLAYERS[owner], piece_name(words), source)


@sentence(rf"Take your {PIECE} off (.+)\.")
def take_own_off(table: PhysicalTable, words: str, source: str) -> None:
    lift(table, "person", piece_name(words), source)


@sentence(r"Put a (building|statue|pillar tile and a pillar) of (Automa \d) on (.+)\.")
def put_on(table: PhysicalTable, words: str, owner: str, target: str) -> None:
    lay(table, PLAYERS[owner], piece_name(words), target)


@sentence(r"Put a (building|statue|pillar tile and a pillar) of yours on (.+)\.")
def put_own_on(table: PhysicalTable, words: str, target: str) -> None:
    lay(table, "person", piece_name(words), target)


# ---- conquest tiles and dice -----------------------------------------------------------------------------------------

TILE_CELL = r"row (\d), column (\d+) of the temple"


@sentence(rf"Move the conquest tile from {TILE_CELL} to {TILE_CELL}\.")
def move_conquest(table: PhysicalTable, row: int, column: int, new_row: int, new_column: int) -> None:
    table.conquest.remove((row, column))
    assert (new_row, new_column) not in table.conquest
    table.conquest.add((new_row, new_column))


@sentence(rf"Take the conquest tile off {TILE_CELL} and lay it face up on the stack\.")
def take_conquest_off(table: PhysicalTable, row: int, column: int) -> None:
    table.conquest.remove((row, column))
    table.face_down += table.face_up  # the one that lay there is covered
    table.face_up = True


@sentence(rf"Put the top conquest tile on {TILE_CELL} and turn up the next one\.")
def put_conquest_on(table: PhysicalTable, row: int, column: int) -> None:
    table.place_conquest(row, column)
    if table.face_down:
        table.reveal_conquest()


@sentence(rf"Move the (\w+) (\d) from {PLACE}: put it (?:at|on) {PLACE}\.")
def move_die(table: PhysicalTable, colour: str, value: int, source: str, target: str) -> None:
    table.dice[source].remove((colour, value))
    table.dice[target].append((colour, value))


@sentence(rf"Put the last conquest tile on {TILE_CELL}\.")
def put_last_conquest_on(table: PhysicalTable, row: int, column: int) -> None:
    assert not table.face_down
    put_conquest_on(table, row, column)


@sentence(rf"Take the (\w+) (\d) away from {PLACE}\.")
def take_die_off(table: PhysicalTable, colour: str, value: int, source: str) -> None:
    table.bag = None  # whether it was in the bag before is not followed
    table.dice[source].remove((colour, value))


@sentence(rf"Put the (\w+) (\d) (?:at|on) {PLACE}\.")
def put_die_on(table: PhysicalTable, colour: str, value: int, target: str) -> None:
    table.bag = None
    table.dice[target].append((colour, value))


# ---- markers, cards, light, order ------------------------------------------------------------------------------------


@sentence(rf"Move {OWNER} (scoring|population|happiness) marker from (\d+) to (\d+)\.")
def move_track(table: PhysicalTable, _: str, track: str, before: int, after: int) -> None:
    table.move_marker(track, before, after)


@sentence(r"Change the cards of (Automa \d) \((\w+)\): (\d+) instead of (\d+)\.")
def change_cards(table: PhysicalTable, owner: str, kind: str, after: int, before: int) -> None:
    cards = table.cards[PLAYERS[owner]]
    assert cards[CARDS[kind]] == before
    cards[CARDS[kind]] = after


@sentence(r"Turn the obelisk so that (\w+) and (\w+) are sunny\.")
def turn_obelisk_to(table: PhysicalTable, first: str, second: str) -> None:
    assert GODS[(GODS.index(first) + 1) % 6] == second
    table.first_sunny = first


@sentence(r"Make the turn order: (.+)\.")
def change_order(table: PhysicalTable, names: str) -> None:
    table.put_in_order([PLAYERS[name] for name in names.split(", ")])


@sentence(r"Swap the god tiles on the Horus spaces (\d) and (\d)\.")
def swap_god_tiles(table: PhysicalTable, first: int, second: int) -> None:
    tiles = table.horus_tiles
    tiles[first - 1], tiles[second - 1] = tiles[second - 1], tiles[first - 1]


@sentence(rf"Move {OWNER} cube at Osiris from (\w+) to (\w+)\.")
def move_district_cube(table: PhysicalTable, owner: str, before: str, after: str) -> None:
    move_cube(table, owner, "district", before, after)


@sentence(rf"Move {OWNER} cube at the obelisk from the line between (\w+) and \w+ to the one between (\w+) and \w+\.")
def move_line_cube(table: PhysicalTable, owner: str, before: str, after: str) -> None:
    move_cube(table, owner, "line", before, after)


@sentence(rf"Move {OWNER} cube around the temple from (\w+) (\d+) of the temple to (\w+) (\d+) of the temple\.")
def move_temple_cube(table: PhysicalTable, owner: str, kind: str, line: int, new_kind: str, new_line: int) -> None:
    move_cube(table, owner, "temple", (kind, line), (new_kind, new_line))


@sentence(rf"Move {OWNER} cube in the temple from {TILE_CELL} to {TILE_CELL}\.")
def move_cell_cube(table: PhysicalTable, owner: str, row: int, column: int, new_row: int, new_column: int) -> None:
    move_cube(table, owner, "cell", (row, column), (new_row, new_column))


def move_cube(table: PhysicalTable, owner: str, cube: str, before: object, after: object) -> None:
    cubes = table.cubes[PLAYERS[owner]]
    assert cubes[cube] == before
    cubes[cube] = after


@sentence(r"Bring the stack of conquest tiles from (\d+) to (\d+)\.")
def change_stack(table: PhysicalTable, before: int, after: int) -> None:
    assert table.face_down + table.face_up == before
    table.face_up = after > 0
    table.face_down = after - table.face_up
