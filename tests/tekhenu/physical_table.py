"""A simulated physical table that knows no rule: it obeys sentences, and what the person does by themselves.

Every sentence is read by a pattern. One that no pattern understands, or that cannot be done (no such die there, a
marker that stands elsewhere, a piece that is not in the supply, a display with a gap), fails.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Any

GODS = ("Horus", "Ra", "Hathor", "Bastet", "Thoth", "Osiris")
DISTRICTS = ("papyrus", "bread", "limestone", "granite")
PLAYERS = {"You": "person", "Automa 1": "a1", "Automa 2": "a2", "Automa 3": "a3"}
PIECES = {"building": 10, "pillar": 8, "statue": 6}
BASE_DICE = dict.fromkeys(("white", "yellow", "brown", "black", "grey"), 9)
SETH_DICE = dict.fromkeys(("red", "blue", "green"), 3)
FIRST_SEGMENTS = {  # the cards that an automa can find in each; what lies in the others is not followed
    "yellow": {"technology": 1, "blessing": 2},
    "red": {"technology": 2, "blessing": 1},
}

Obey = Callable[..., None]
SENTENCES: list[tuple[re.Pattern[str], Obey]] = []


def sentence(*patterns: str) -> Callable[[Obey], Obey]:
    """Register what obeys the sentences that match the patterns wholly."""

    def register(obey: Obey) -> Obey:
        SENTENCES.extend((re.compile(pattern), obey) for pattern in patterns)
        return obey

    return register


class PhysicalTable:
    """The real table: boards, supplies, displays, dice, markers and cards."""

    def __init__(self, sentences: list[tuple[re.Pattern[str], Obey]]) -> None:
        self.sentences = sentences  # that it understands
        self.laid_out: set[str] = set()
        self.who: str | None = None  # whom the sentence is about
        self.bag: Counter[str] | None = None
        self.taken: list[str] = []
        self.dice: dict[str, list[tuple[str, int]]] = {name: [] for name in (*GODS, "the Seth board")}
        self.first_sunny: str | None = None
        self.horus_tiles: list[str] = []
        self.new_tile = count(1)
        self.pillar_display: dict[int, int | None] = {}
        self.tile_in_hand: int | None = None
        self.card_display: dict[tuple[str, str], list[int | None]] = {}
        self.refills: list[set[int]] = []  # the new cards of each refill
        self.pillar_tiles: set[tuple[int, int]] = set()
        self.pillars: dict[tuple[int, int], str] = {}
        self.conquest: set[tuple[int, int]] = set()
        self.around_temple: dict[tuple[str, int], dict[str, str]] = {}  # (row or column, number): piece, owner
        self.osiris: dict[tuple[int, str], str] = {}
        self.above_osiris: dict[str, str] = {}
        self.god_statues: dict[str, list[str]] = {name: [] for name in (*GODS, "Seth")}
        self.regions: dict[int, list[str]] = {number: [] for number in range(1, 7)}
        self.people: dict[str, str] = {}
        self.face_down = 0
        self.face_up = False
        self.markers: dict[str, dict[str, int]] = {"scoring": {}, "population": {}, "happiness": {}}
        self.supply: dict[str, Counter[str]] = {}
        self.cards: dict[str, Counter[str]] = {}
        self.cubes: dict[str, dict[str, Any]] = {}
        self.maat: dict[str, tuple[str, Any]] = {}  # on the turn order or the scale, and where
        self.returned: list[str] = []  # colours of the dice that came back into the bag last
        self.destiny: set[str] = set()

    def obey(self, who: str | None, text: str) -> None:
        """Do what a sentence says; `who` is the name that is shown before it."""
        self.who = None if who is None else PLAYERS[who]
        understood = [(match, obey) for pattern, obey in self.sentences if (match := pattern.fullmatch(text))]
        assert len(understood) == 1, f"{len(understood)} patterns understand: {text}"
        match, obey = understood[0]
        obey(self, *(int(word) if word and word.isdecimal() else word for word in match.groups()))

    @property
    def automa(self) -> str:
        """Return whom "its" means."""
        assert self.who in ("a1", "a2", "a3")
        return self.who

    # ---- what hands do ---------------------------------------------------------------------------------------------

    def take_piece(self, player: str, piece: str) -> str:
        assert self.supply[player][piece] > 0, f"{player} has no {piece}"
        self.supply[player][piece] -= 1
        return player

    def take_die(self, section: str, colour: str, value: int) -> None:
        self.dice[section].remove((colour, value))
        self.taken.append(colour)

    def add_dice(self, section: str, words: str, from_bag: bool = True) -> None:
        for word in words.split(", "):
            colour, value = word.split()
            if from_bag and self.bag is not None:
                assert self.bag[colour] > 0, f"no {colour} die is in the bag"
                self.bag[colour] -= 1
            self.dice[section].append((colour, int(value)))

    def place_pillar(self, player: str, row: int, column: int) -> None:
        assert 1 <= row <= 5
        assert 6 <= column <= 10
        assert (row, column) not in self.pillars
        self.pillars[row, column] = self.take_piece(player, "pillar")
        self.pillar_tiles.add((row, column))

    def place_at_temple(self, player: str, piece: str, kind: str, number: int) -> None:
        assert (kind == "row") == (number <= 5)
        pieces = self.around_temple.setdefault((kind, number), {})
        assert piece not in pieces
        pieces[piece] = self.take_piece(player, piece)

    def place_at_osiris(self, player: str, row: int, district: str) -> None:
        assert (row, district) not in self.osiris
        assert district in DISTRICTS
        self.osiris[row, district] = self.take_piece(player, "building")

    def place_conquest(self, row: int, column: int) -> None:
        assert self.face_up, "no conquest tile lies face up"
        assert (row, column) not in self.conquest
        assert (row, column) not in self.pillars
        self.conquest.add((row, column))
        self.face_up = False

    def reveal_conquest(self) -> None:
        assert self.face_down
        assert not self.face_up
        self.face_down -= 1
        self.face_up = True

    def move_marker(self, track: str, before: int, after: int) -> None:
        assert self.markers[track][self.automa] == before, f"the {track} marker of {self.who} is not on {before}"
        self.markers[track][self.automa] = after

    def put_in_order(self, players: list[str]) -> None:
        """Put all Maat markers on the turn order."""
        assert sorted(players) == sorted(self.maat)
        self.maat = {player: ("order", place) for place, player in enumerate(players, 1)}

    def check_displays(self) -> None:
        """Nothing is in the hands, and no display has a gap."""
        assert self.tile_in_hand is None
        assert all(self.pillar_display.values())
        for cards in self.card_display.values():
            known = [card for card in cards if card is not None]
            assert cards == sorted(known), "the card that was there first must have slid to the left"
        assert self.face_up or not self.face_down

    def check_set_up(self, automas: int, with_seth: bool) -> None:
        """Everything of the rulebook's lists is there, and nothing else."""
        wanted = {"main board", "obelisk", "scoring-phase markers", "gold", "your board", "your goods", "your decree"}
        wanted |= {"bag", "initiative", "your initiative", "destiny display", "tiles"}
        if with_seth:
            wanted |= {"Seth board", "Seth tile", "new initiative cards", "your tracks", "your cultist", "artifacts"}
        assert self.laid_out - {"new tiles"} == wanted
        players = ["person", *(f"a{number}" for number in range(1, automas + 1))]
        assert sorted(self.maat) == sorted(players)
        assert sorted(self.destiny) == sorted(players)
        for track in self.markers.values():
            assert sorted(track) == sorted([*players, "everybody"])
        assert all(sorted(cubes) == ["cell", "district", "line", "temple"] for cubes in self.cubes.values())
        assert len(self.cubes) == automas


# ---- the set-up ------------------------------------------------------------------------------------------------------

PLACE = "(?:at )?(the Seth board|[A-Z][a-z]+)"
CELL = r"row (\d), column (\d+)"


def lays_out(*things: str) -> Obey:
    def obey(table: PhysicalTable) -> None:
        assert not table.laid_out & set(things)
        table.laid_out |= set(things)

    return obey


for words, things in {
    "Lay out the main board.": ["main board"],
    "Lay out the main board and the Seth board.": ["main board", "Seth board"],
    "Lay the tile for statues of Seth at Horus.": ["Seth tile"],
    "Put the two markers of the scoring phase at the obelisk.": ["scoring-phase markers"],
    "Put 3 gold at Osiris and 2 around the temple.": ["gold"],
    "Replace the initiative cards of the base game with those of Time of Seth.": ["new initiative cards"],
    "Take your player board and its 4 production markers.": ["your board"],
    "Take 1 scribe and 1 gold.": ["your goods"],
    "Take 3 decrees and keep 1.": ["your decree"],
    "Put your soldier marker and your priest marker at the start of their tracks.": ["your tracks"],
    "Give each automa 2 random initiative cards face down.": ["initiative"],
    "Take 3 random initiative cards and keep 2.": ["your initiative"],
    "Take 2 random cultist cards and keep 1.": ["your cultist"],
    "Lay out the destiny cards.": ["destiny display"],
    "Lay out the destiny cards and the artifact cards.": ["destiny display", "artifacts"],
    "Add the two new action tiles of Time of Seth to the others.": ["new tiles"],
    "Leave the action tiles in the box: the app draws them for the automas.": ["tiles"],
}.items():
    sentence(re.escape(words))(lays_out(*things))


@sentence(
    r"Shuffle the action tiles and deal them face down, one at a time, until each automa has 4 or none is left\.",
)
def deal_first_tiles(table: PhysicalTable) -> None:
    assert ("Seth board" in table.laid_out) == ("new tiles" in table.laid_out)
    lays_out("tiles")(table)


@sentence(r"Put the obelisk in the centre and turn it so that (\w+) and (\w+) are sunny\.")
def put_obelisk(table: PhysicalTable, first: str, second: str) -> None:
    assert GODS[(GODS.index(first) + 1) % 6] == second
    table.first_sunny = first
    table.laid_out.add("obelisk")


FROM_THEM_ALL = "the app draws from them all, whatever the number of players"


@sentence(rf"Put all dice into the bag: {FROM_THEM_ALL}\.")
def fill_bag(table: PhysicalTable) -> None:
    lays_out("bag")(table)
    table.bag = Counter(BASE_DICE | SETH_DICE)


@sentence(
    rf"Leave the red, blue and green dice in the box and put all others into the bag: {FROM_THEM_ALL}\.",
)
def fill_bag_of_base_game(table: PhysicalTable) -> None:
    lays_out("bag")(table)
    table.bag = Counter(BASE_DICE)


@sentence(r"Put the dice for (\d) players into the bag, as your rulebook says\.")
def fill_bag_by_hand(table: PhysicalTable, _: int) -> None:
    lays_out("bag")(table)
    table.bag = None  # the person says which dice come out


@sentence(rf"Put these dice (?:on )?{PLACE}: (.+)\.", rf"Add these dice (?:on )?{PLACE}: (.+)\.")
def put_dice(table: PhysicalTable, section: str, dice: str) -> None:
    table.add_dice(section, dice)


@sentence(r"Lay 3 pillar tiles at Ra\.")
def lay_pillar_tiles(table: PhysicalTable) -> None:
    table.pillar_display = {space: next(table.new_tile) for space in (1, 2, 3)}


@sentence(r"Lay the god tiles at Horus: (.+)\.")
def lay_god_tiles(table: PhysicalTable, words: str) -> None:
    tiles = [word.split() for word in words.split(", ")]
    assert [place for place, _ in tiles] == list("123456")
    table.horus_tiles = [god for _, god in tiles]


@sentence(r"Lay cards face up on the first two segments at Thoth\.")
def lay_cards(table: PhysicalTable) -> None:
    table.card_display = {
        (segment, kind): [next(table.new_tile) for _ in range(number)]
        for segment, cards in FIRST_SEGMENTS.items()
        for kind, number in cards.items()
    }


@sentence(r"Put everybody’s (scoring|population|happiness) marker on (\d+)\.")
def put_markers(table: PhysicalTable, track: str, space: int) -> None:
    table.markers[track] = {"everybody": space}


@sentence(r"Put (\d+) conquest tiles face down in a stack on the Seth board and turn up the top one\.")
def stack_conquest_tiles(table: PhysicalTable, number: int) -> None:
    table.face_down = number
    table.reveal_conquest()


@sentence(r"Take all your pillars, statues and buildings\.", r"Lay out all its pillars, buildings and statues\.")
def take_pieces(table: PhysicalTable) -> None:
    assert table.who is not None
    table.supply[table.who] = Counter(PIECES)
    for track in table.markers.values():
        track[table.who] = track["everybody"]


@sentence(r"Give it 1 decree face down\.")
def give_decree(table: PhysicalTable) -> None:
    table.cards[table.automa] = Counter(decree=1)


@sentence(r"Take your Maat marker\.", r"Give it its Maat marker\.")
def take_maat_marker(table: PhysicalTable) -> None:
    assert table.who is not None
    table.maat[table.who] = ("supply", None)


def put_cube(table: PhysicalTable, name: str, where: Any) -> None:
    cubes = table.cubes.setdefault(table.automa, {})
    assert name not in cubes
    cubes[name] = where


@sentence(r"Put one of its cubes on the (\w+) district\.")
def put_district_cube(table: PhysicalTable, district: str) -> None:
    put_cube(table, "district", district)


@sentence(r"Put one of its cubes on the line between (\w+) and (\w+)\.")
def put_line_cube(table: PhysicalTable, first: str, second: str) -> None:
    assert GODS[(GODS.index(first) + 1) % 6] == second
    put_cube(table, "line", first)


@sentence(r"Put one of its cubes beside (row|column) (\d+) of the temple\.")
def put_temple_cube(table: PhysicalTable, kind: str, number: int) -> None:
    put_cube(table, "temple", (kind, number))


@sentence(rf"Put one of its cubes in the temple, in {CELL}\.")
def put_cell_cube(table: PhysicalTable, row: int, column: int) -> None:
    put_cube(table, "cell", (row, column))


@sentence(rf"Put a random pillar tile and one of its pillars in {CELL} of the temple\.")
def put_first_pillar(table: PhysicalTable, row: int, column: int) -> None:
    table.place_pillar(table.automa, row, column)


# ---- an automa's turn ------------------------------------------------------------------------------------------------


@sentence(rf"Tile [^:]+: take the (\w+) (\d) from {PLACE}\.")
def take_die(table: PhysicalTable, colour: str, value: int, section: str) -> None:
    assert table.automa
    table.take_die(section, colour, value)


@sentence(
    r"Move its (scoring|population|happiness) marker from (\d+) to (\d+)\.",
    r"Score its (?:pieces and cards|decrees and turn order): move its (scoring) marker from (\d+) to (\d+)\.",
    r"Tile [^:]+: take no die, as none is valid, and move its (scoring) marker from (\d+) to (\d+)\.",
    r"Move its (scoring) marker from (\d+) to (\d+): the action of \w+ cannot be done, so it produces\.",
    r"Move its (scoring) marker from (\d+) to (\d+), for its statues? of \w+\.",
    r"Move its (scoring) marker from (\d+) to (\d+), for your cultist\.",
)
def move_marker(table: PhysicalTable, track: str, before: int, after: int) -> None:
    table.move_marker(track, before, after)


@sentence(r"Put one of its statues on the space of (\w+)\.")
def put_god_statue(table: PhysicalTable, god: str) -> None:
    table.god_statues[god].append(table.take_piece(table.automa, "statue"))


@sentence(r"Put one of its statues at Osiris, above (papyrus and bread|limestone and granite)\.")
def put_osiris_statue(table: PhysicalTable, space: str) -> None:
    assert space not in table.above_osiris
    table.above_osiris[space] = table.take_piece(table.automa, "statue")


@sentence(r"Put one of its statues for the people on the Seth board, on the (left|right)\.")
def put_people_statue(table: PhysicalTable, side: str) -> None:
    assert side not in table.people
    table.people[side] = table.take_piece(table.automa, "statue")


@sentence(r"Put one of its (statue|building)s at (row|column) (\d+) of the temple\.")
def put_temple_piece(table: PhysicalTable, piece: str, kind: str, number: int) -> None:
    table.place_at_temple(table.automa, piece, kind, number)


@sentence(r"Take the pillar tile on space (\d) of the display at Ra, the one for dice of (\d) and (\d)\.")
def take_pillar_tile(table: PhysicalTable, space: int, low: int, high: int) -> None:
    assert (low, high) == (2 * space - 1, 2 * space)
    assert table.tile_in_hand is None
    assert table.pillar_display[space] is not None
    table.tile_in_hand, table.pillar_display[space] = table.pillar_display[space], None


@sentence(rf"Put this tile in {CELL} of the temple, with one of its pillars on it\.")
def put_pillar(table: PhysicalTable, row: int, column: int) -> None:
    assert table.tile_in_hand is not None
    table.tile_in_hand = None
    table.place_pillar(table.automa, row, column)


@sentence(r"Put a new pillar tile on space (\d) of the display at Ra\.")
def refill_pillar_tiles(table: PhysicalTable, space: int) -> None:
    assert table.pillar_display[space] is None
    table.pillar_display[space] = next(table.new_tile)


@sentence(r"Take for it the leftmost (\w+) of the (\w+) segment at Thoth\.")
def take_card(table: PhysicalTable, kind: str, segment: str) -> None:
    table.cards[table.automa][kind] += 1
    if segment in FIRST_SEGMENTS:
        display = table.card_display[segment, kind]
        assert display[0] is not None, "no card lies at the left"
        display[0] = None


@sentence(r"If another (\w+) lies in the (\w+) segment, slide it to the left\.")
def slide_card(table: PhysicalTable, kind: str, segment: str) -> None:
    display = table.card_display.get((segment, kind), [None])
    assert display[0] is None
    display[:] = [*display[1:], None]


@sentence(r"Refill the display at Thoth\.")
def refill_cards(table: PhysicalTable) -> None:
    first = next(table.new_tile)
    for display in table.card_display.values():
        display[:] = [card or next(table.new_tile) for card in display]
    table.refills.append({card for display in table.card_display.values() for card in display if card and card > first})


@sentence(r"Put one of its buildings in row (\d) of the (\w+) district\.")
def put_osiris_building(table: PhysicalTable, row: int, district: str) -> None:
    table.place_at_osiris(table.automa, row, district)


@sentence(r"Put one of its buildings in region (\d) of the Seth board\.")
def put_region_building(table: PhysicalTable, region: int) -> None:
    table.regions[region].append(table.take_piece(table.automa, "building"))


@sentence(rf"Put the face-up conquest tile in {CELL} of the temple\.")
def put_conquest_tile(table: PhysicalTable, row: int, column: int) -> None:
    table.place_conquest(row, column)


@sentence(r"Turn up the next conquest tile on the Seth board\.")
def reveal_conquest_tile(table: PhysicalTable) -> None:
    table.reveal_conquest()


@sentence(r"Turn up no conquest tile: the stack is empty now\.")
def leave_empty_stack(table: PhysicalTable) -> None:
    assert not table.face_down


# ---- between the rounds ----------------------------------------------------------------------------------------------


@sentence(r"Turn the obelisk one section clockwise: (\w+) and (\w+) are sunny now\.")
def turn_obelisk(table: PhysicalTable, first: str, second: str) -> None:
    assert table.first_sunny is not None
    turned = GODS.index(table.first_sunny) + 1
    assert (GODS[turned % 6], GODS[(turned + 1) % 6]) == (first, second)
    table.first_sunny = first


@sentence(r"Move (?:its|your) Maat marker from place (\d) of the turn order to ([+-]?\d+) on the scale of Maat\.")
def move_maat_marker(table: PhysicalTable, place: int, balance: Any) -> None:
    assert table.who is not None
    assert table.maat[table.who] == ("order", place)
    table.maat[table.who] = ("scale", int(balance))


@sentence(r"Put the Maat markers on the turn order, first to last: (.+)\.")
def make_order(table: PhysicalTable, names: str) -> None:
    assert len({where for where, _ in table.maat.values()} - {"scale", "supply"}) == 0
    table.put_in_order([PLAYERS[name] for name in names.split(", ")])


@sentence(r"Put all dice that were taken back into the bag\.")
def return_dice(table: PhysicalTable) -> None:
    if table.bag is not None:
        table.bag.update(table.taken)
    table.returned, table.taken = table.taken, []


@sentence(r"Discard its (\d+) blessings?\.")
def discard_blessings(table: PhysicalTable, number: int) -> None:
    assert table.cards[table.automa]["blessing"] == number
    table.cards[table.automa]["blessing"] = 0


@sentence(
    r"Shuffle the destiny cards that are left and give it one face up(, in place of the one it has)?\.",
    r"Choose a destiny card( or an artifact whose destiny card is still there)?\.",
)
def take_destiny(table: PhysicalTable, _: str | None) -> None:
    assert table.who is not None
    table.destiny.add(table.who)


@sentence(
    r"Put aside the artifact of this destiny card: it is not available any more\.",
    r"Leave its markers where they are: no step is possible\.",
    r"Take no card for it from the \w+ segment at Thoth\.",
    r"Lay out no display of initiative cards or cultist cards\.",
    r"Deal each automa 4 new action tiles, those left first, then the shuffled discards\.",
    r"Take the reward of your statues? of \w+\.",
    r"Score yourself\.",
    r"Score your decrees and turn order\.",
    r"The result: .+\.",
    r"You have won\.",
    r"It has won\.",
    r"A shared victory: .+\.",
)
def move_nothing_shared(_: PhysicalTable) -> None:
    """Do what changes nothing that the app keeps."""
