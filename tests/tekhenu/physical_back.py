"""The sentences that take back steps, and those that change the set-up during the game, added to the others."""

from __future__ import annotations

from typing import Any

from tests.tekhenu.physical_moves import TILE_CELL
from tests.tekhenu.physical_table import (
    FIRST_SEGMENTS,
    GODS,
    PLACE,
    PLAYERS,
    SENTENCES,
    PhysicalTable,
    give_decree,
    sentence,
    take_pieces,
)

OF_SETH = {"Seth board", "Seth tile", "new initiative cards", "your tracks", "your cultist", "artifacts", "new tiles"}

# ---- dice, tiles and cards -------------------------------------------------------------------------------------------


@sentence(
    rf"Take the (\w+) (\d) back from Automa \d and put it (?:at|on) {PLACE}\.",
    rf"Put the (\w+) (\d) that you have taken back (?:at|on) {PLACE}\.",
)
def put_die_back(table: PhysicalTable, colour: str, value: int, section: str) -> None:
    if table.bag is not None:
        table.taken.remove(colour)
    table.dice[section].append((colour, value))


@sentence(rf"Put these dice from {PLACE} back into the bag: (.+)\.")
def put_dice_back(table: PhysicalTable, section: str, dice: str) -> None:
    for die in dice.split(", "):
        colour, value = die.split()
        table.dice[section].remove((colour, int(value)))
        if table.bag is not None:
            table.bag[colour] += 1


@sentence(r"Take the dice that you put into the bag at Maat out of it again\.")
def take_dice_out(table: PhysicalTable) -> None:
    assert not table.taken or table.bag is None
    if table.bag is not None:
        table.bag.subtract(table.returned)
    table.taken, table.returned = table.returned, []


@sentence(r"Put the pillar tile back on space (\d) of the display at Ra\.")
def put_tile_back(table: PhysicalTable, space: int) -> None:
    assert table.tile_in_hand is not None
    assert table.pillar_display[space] is None
    table.pillar_display[space], table.tile_in_hand = table.tile_in_hand, None


@sentence(
    rf"Take (Automa \d)’s pillar off {TILE_CELL} and put its tile back on space (\d) of the display at Ra\.",
)
def put_pillar_back(table: PhysicalTable, owner: str, row: int, column: int, space: int) -> None:
    assert table.pillars.pop((row, column)) == PLAYERS[owner]
    table.supply[PLAYERS[owner]]["pillar"] += 1
    table.pillar_tiles.remove((row, column))
    assert table.pillar_display[space] is None
    table.pillar_display[space] = next(table.new_tile)


@sentence(
    rf"Take the new pillar tile away from space (\d) of the display at Ra, take (Automa \d)’s pillar off {TILE_CELL} "
    r"and put its tile back on that space\."
)
def put_old_pillar_back(table: PhysicalTable, space: int, owner: str, row: int, column: int) -> None:
    assert table.pillar_display[space] is not None
    table.pillar_display[space] = None
    put_pillar_back(table, owner, row, column, space)


@sentence(r"Put (Automa \d)’s last (\w+) back into the (\w+) segment at Thoth, to the left of any other\.")
def put_card_back(table: PhysicalTable, owner: str, kind: str, segment: str) -> None:
    assert table.cards[PLAYERS[owner]][kind] > 0
    table.cards[PLAYERS[owner]][kind] -= 1
    if segment in FIRST_SEGMENTS:
        display = table.card_display[segment, kind]
        others = [card for card in display if card]
        assert len(others) < len(display), "there is no room for the card"
        old = -next(table.new_tile)  # it was there before all others
        display[:] = [old, *others, *[None] * (len(display) - len(others) - 1)]


@sentence(r"Take the new cards away from the display at Thoth\.")
def take_new_cards_away(table: PhysicalTable) -> None:
    new = table.refills.pop()
    for display in table.card_display.values():
        display[:] = [None if card in new else card for card in display]


@sentence(r"Give (Automa \d) back the (\d+) blessings? that it has discarded\.")
def give_blessings_back(table: PhysicalTable, owner: str, number: int) -> None:
    table.cards[PLAYERS[owner]]["blessing"] += number


# ---- Maat ------------------------------------------------------------------------------------------------------------


@sentence(r"Put the Maat markers back on the turn order, first to last: (.+)\.")
def put_markers_back(table: PhysicalTable, names: str) -> None:
    assert any(where == "scale" for where, _ in table.maat.values())
    table.put_in_order([PLAYERS[name] for name in names.split(", ")])


@sentence(
    r"Put (?:Automa \d)’s new destiny card back with the others and give it the one that it had\.",
    r"Put back the card that you have chosen\.",
)
def put_new_destiny_back(table: PhysicalTable) -> None:
    assert table.who in table.destiny


@sentence(r"Put (Automa \d)’s destiny card back with the others\.")
def put_destiny_back(table: PhysicalTable, owner: str) -> None:
    table.destiny.remove(PLAYERS[owner])


@sentence(
    r"Put the artifact that you put aside for Automa \d back with the others\.",
    r"Take back the action tiles that you have just dealt\.",
    r"Give back the reward of your statues? of \w+\.",
    r"Take back what you have just scored yourself\.",
)
def take_back_nothing_shared(_: PhysicalTable) -> None:
    """Take back what changed nothing that the app keeps."""


# ---- the set-up ------------------------------------------------------------------------------------------------------


@sentence(
    r"Take the Maat markers off the turn order again and put away the destiny cards, the artifacts and the action "
    r"tiles\."
)
def take_beginning_back(table: PhysicalTable) -> None:
    table.maat = dict.fromkeys(table.maat, ("supply", None))
    table.destiny = set()
    table.laid_out -= {"destiny display", "artifacts", "tiles", "new tiles"}


@sentence(r"Clear the table: take everything off the boards and put it away\.")
def clear_table(table: PhysicalTable) -> None:
    table.__init__(table.sentences)  # type: ignore[misc]


@sentence(r"Lay the Seth board beside the main board\.")
def lay_seth_board(table: PhysicalTable) -> None:
    assert "Seth board" not in table.laid_out
    table.laid_out.add("Seth board")
    table.bag = None  # the person puts the new dice into it


@sentence(r"Lay out the artifact cards\.")
def lay_artifacts(table: PhysicalTable) -> None:
    table.laid_out.add("artifacts")


@sentence(r"Put away all that belongs to Time of Seth: the Seth board, its tiles, dice and cards\.")
def put_seth_away(table: PhysicalTable) -> None:
    assert not any(table.regions.values())
    assert not table.people
    assert not table.dice["the Seth board"]
    table.laid_out -= OF_SETH
    table.face_down, table.face_up, table.bag = 0, False, None


@sentence(
    r"Take the action tiles of the automas from the box(, with the new ones of Time of Seth)?, shuffle them and deal "
    r"each automa (\d) face down\."
)
def fetch_tiles(table: PhysicalTable, with_new: str | None, number: int) -> None:
    assert 1 <= number <= 4
    table.laid_out |= {"tiles", "new tiles"} if with_new else {"tiles"}


@sentence(r"Put the action tiles back into the box: the app draws them from now on\.")
def put_tiles_away(table: PhysicalTable) -> None:
    table.laid_out -= {"new tiles"}


@sentence(
    r"Bring (Automa \d) into play: lay out its pieces, give it 1 decree face down and 1 random destiny card face up, "
    r"and put its Maat marker last in turn order, its markers on (\d+) VP, population (\d+) and happiness (\d+), "
    r"and its cubes on the (\w+) district, on the line between (\w+) and (\w+), "
    rf"beside (row|column) (\d+) of the temple and in {TILE_CELL}\."
)
def bring_automa(
    table: PhysicalTable, owner: str, vp: int, population: int, happiness: int, district: str, first: str, *more: Any
) -> None:
    second, kind, line, *cell = more
    assert GODS[(GODS.index(first) + 1) % 6] == second
    name = PLAYERS[owner]
    take_pieces(table)
    give_decree(table)
    table.destiny.add(name)
    table.maat[name] = ("order", len(table.maat) + 1)
    for track, space in zip(table.markers.values(), (vp, population, happiness), strict=True):
        track[name] = space
    table.cubes[name] = {"district": district, "line": first, "temple": (kind, line), "cell": tuple(cell)}


@sentence(r"Take everything of (Automa \d) off the board\.")
def take_automa_off(table: PhysicalTable, owner: str) -> None:
    name = PLAYERS[owner]
    for things in (table.supply, table.cards, table.cubes, table.maat, *table.markers.values()):
        del things[name]  # type: ignore[attr-defined]
    table.destiny.discard(name)
    players = sorted(table.maat, key=lambda player: table.maat[player][1] or 0)
    if all(where == "order" for where, _ in table.maat.values()):
        table.put_in_order(players)


ALL_SENTENCES = SENTENCES
