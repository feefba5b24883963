"""The texts and the JSON that all sun auctions have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from heliopolis.core.checks import JSON, check_counts, check_int, check_list, check_object, check_word, require
from heliopolis.games.sun.auction import (
    BID,
    DRAW_TILE,
    EPOCHS,
    HIGHEST_SUN,
    NO_AUCTION,
    OVER,
    RA_TRACK_LENGTH,
    ROW,
    SUN_GROUPS,
    TURN,
    higher_suns,
)
from heliopolis.kernel import CHANCE, NOBODY, Fields

AUCTIONS = ("drawn", "voluntary", "forced")
SHARED_PHASES = ("turn", "draw", "bid", "over")
SHARED_ACTIONS = ("pass", *(f"bid {sun}" for sun in range(1, HIGHEST_SUN + 1)), "draw", "invoke", "end")
MAX_FAME = 10_000

SHARED = ("game", "players", "epoch", "phase", "to_act", "turn", "ra_track", "row", "centre", "pile", "seats")
OPTIONAL = ("auction", "scoring")


@dataclass(frozen=True)
class Vocabulary:
    """A game's own words: its phases and actions, its tiles and the faces they show, its categories of scoring."""

    game: str
    phases: Sequence[str]
    actions: Sequence[str]
    tiles: Sequence[str]  # by kind, as they lie in the pile
    faces: Sequence[str]
    categories: Sequence[str]
    tile_counts: Sequence[int]
    tile_of_face: Sequence[int]
    may_be_in_row: Sequence[int]  # faces
    may_be_held: Sequence[int]  # faces


def texts(verb: str, tiles: Sequence[str]) -> list[str]:
    """Return the texts of the moves that do something with a tile."""
    return [f"{verb} {tile}" for tile in tiles]


def suns_of(bits: int) -> list[int]:
    """Return the suns of a bit set, the highest first."""
    return [sun for sun in range(HIGHEST_SUN, 0, -1) if bits >> sun & 1]


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def held(numbers: Sequence[int], words: Sequence[str]) -> dict[str, int]:
    return {word: number for word, number in zip(words, numbers, strict=True) if number}


# ---- writing -----------------------------------------------------------------------------------------------------


def write(r: Fields, words: Vocabulary) -> JSON:
    """Return the shared part of a position."""
    return {
        "game": words.game,
        "players": r.players,
        "epoch": r.epoch,
        "phase": words.phases[r.phase],
        "to_act": "chance" if r.to_act == CHANCE else seat_or_none(r.to_act),
        "turn": seat_or_none(r.turn),
        "ra_track": r.ra_track,
        "row": [words.faces[face] for face in r.row[: r.row_len]],
        "centre": r.centre,
        "pile": held(r.pile, words.tiles),
        "auction": write_auction(r),
        "seats": write_seats(r, words),
        "scoring": write_scoring(r, words),
    }


def write_auction(r: Fields) -> JSON | None:
    if r.auction == NO_AUCTION:
        return None
    return {
        "ra_player": r.turn,
        "kind": AUCTIONS[r.auction - 1],
        "bid": r.bid,
        "bidder": seat_or_none(r.bidder),
    }


def write_seats(r: Fields, words: Vocabulary) -> list[JSON]:
    seats = zip(r.fame, r.suns_up, r.suns_down, r.tiles, strict=True)
    return [
        {"fame": fame, "suns": {"up": suns_of(up), "down": suns_of(down)}, "tiles": held(tiles, words.faces)}
        for fame, up, down, tiles in list(seats)[: r.players]
    ]


def write_scoring(r: Fields, words: Vocabulary) -> list[JSON]:
    if r.scored == 0:
        return []
    return [dict(zip(words.categories, row, strict=True)) for row in r.scoring[: r.players]]


# ---- reading -----------------------------------------------------------------------------------------------------


def read(
    data: JSON,
    r: Fields,
    words: Vocabulary,
    own: Sequence[str],
    own_of_seat: Sequence[str] = (),
    loose: Sequence[int] = (),
) -> None:
    """Read the shared part of a position into blank fields; `loose` tiles lie in neither pile, row nor display."""
    check_object(data, "The position", SHARED[1:], [*SHARED, *OPTIONAL, *own])
    players = check_int(data["players"], "players", 2, len(SUN_GROUPS) - 1)
    r.players = players
    r.phase = check_word(data["phase"], "phase", words.phases)
    r.epoch = check_int(data["epoch"], "epoch", 1, EPOCHS)
    r.ra_track = check_int(data["ra_track"], "ra_track", 0, RA_TRACK_LENGTH[players] - 1)
    r.centre = check_int(data["centre"], "centre", 1, HIGHEST_SUN)
    row = check_list(data["row"], "row", 0, ROW)
    r.row_len = len(row)
    for space, face in enumerate(row):
        r.row[space] = check_word(face, f"row[{space}]", words.faces)
        require(r.row[space] in words.may_be_in_row, f"row[{space}] cannot be {face!r}.")
    r.pile = check_counts(data["pile"], "pile", words.tiles, max(words.tile_counts))
    for seat, display in enumerate(check_list(data["seats"], "seats", players, players)):
        read_seat(display, r, seat, words, own_of_seat)
    read_turn(data, r)
    read_auction(data.get("auction"), r)
    read_scoring(data.get("scoring", []), r, words)
    check_tiles(r, words, loose)
    check_suns(r)
    check_turn(r)


def read_seat(data: Any, r: Fields, seat: int, words: Vocabulary, own_of_seat: Sequence[str]) -> None:
    where = f"seats[{seat}]"
    check_object(data, where, ["fame", "suns", "tiles"], own_of_seat)
    r.fame[seat] = check_int(data["fame"], f"{where}.fame", 0, MAX_FAME)
    suns = check_object(data["suns"], f"{where}.suns", ["up", "down"])
    for side in ("up", "down"):
        for sun in check_list(suns[side], f"{where}.suns.{side}", 0, HIGHEST_SUN):
            bit = 1 << check_int(sun, f"a sun in {where}.suns.{side}", 1, HIGHEST_SUN)
            require(not (r.suns_up[seat] | r.suns_down[seat]) & bit, f"{where} has sun {sun} twice.")
            (r.suns_up if side == "up" else r.suns_down)[seat] |= bit
    for face, number in enumerate(check_counts(data["tiles"], f"{where}.tiles", words.faces, max(words.tile_counts))):
        require(number == 0 or face in words.may_be_held, f"{where} cannot hold {words.faces[face]}.")
        r.tiles[seat][face] = number


def read_turn(data: JSON, r: Fields) -> None:
    last = r.players - 1
    if r.phase == OVER:
        require(data["turn"] is None and data["to_act"] is None, "turn and to_act must be null when the game is over.")
        r.turn = r.to_act = NOBODY
        return
    r.turn = check_int(data["turn"], "turn", 0, last)
    if r.phase == DRAW_TILE:
        require(data["to_act"] == "chance", "to_act must be 'chance' in phase draw.")
        r.to_act = CHANCE
    else:
        r.to_act = check_int(data["to_act"], "to_act", 0, last)


def read_auction(data: Any, r: Fields) -> None:
    r.bidder = NOBODY
    if data is None:
        require(r.phase != BID, "auction is missing in phase bid.")
        return
    require(r.phase not in (TURN, DRAW_TILE, OVER), "There is no auction in this phase.")
    check_object(data, "auction", ["ra_player", "kind", "bid", "bidder"])
    require(data["ra_player"] == r.turn, "auction.ra_player must be the seat on turn.")
    r.auction = 1 + check_word(data["kind"], "auction.kind", AUCTIONS)
    r.bid = check_int(data["bid"], "auction.bid", 0, HIGHEST_SUN)
    if data["bidder"] is not None:
        r.bidder = check_int(data["bidder"], "auction.bidder", 0, r.players - 1)
    require((r.bid == 0) == (data["bidder"] is None), "auction.bid and auction.bidder must be there together.")


def read_scoring(data: Any, r: Fields, words: Vocabulary) -> None:
    if data == []:
        return
    for seat, points in enumerate(check_list(data, "scoring", r.players, r.players)):
        found = check_object(points, f"scoring[{seat}]", words.categories)
        r.scoring[seat] = [check_int(found[name], f"scoring[{seat}].{name}", -1000, 1000) for name in words.categories]
    r.scored = 1


# ---- what must hold ------------------------------------------------------------------------------------------------


def check_tiles(r: Fields, words: Vocabulary, loose: Sequence[int]) -> None:
    """Check that no more tiles are used than exist, and no more Ra tiles than the tracks so far could take."""
    used = list(r.pile)
    for tile in loose:
        used[tile] += 1
    for face in r.row[: r.row_len]:
        used[words.tile_of_face[face]] += 1
    for tiles in r.tiles:
        for face, number in enumerate(tiles):
            used[words.tile_of_face[face]] += number
    for tile, number in enumerate(used):
        existing = words.tile_counts[tile]
        require(number <= existing, f"There are {number} tiles of {words.tiles[tile]}, but only {existing} exist.")
    length = RA_TRACK_LENGTH[r.players]
    full_tracks = r.epoch - (r.phase != OVER)
    gone = words.tile_counts[0] - r.pile[0] - r.ra_track
    require(
        0 <= gone <= full_tracks * length,
        f"{gone} Ra tiles are gone; in epoch {r.epoch} it can be 0 to {full_tracks * length}.",
    )


def check_suns(r: Fields) -> None:
    """Check that each sun of the player count is in one place, and that everybody has the same number."""
    players = r.players
    groups = SUN_GROUPS[players]
    expected = {1, *(sun for group in groups for sun in group)}
    hands = [suns_of(int(up) | int(down)) for up, down in zip(r.suns_up, r.suns_down, strict=True)][:players]
    found = sorted([r.centre, *(sun for hand in hands for sun in hand)])
    require(found == sorted(expected), f"The suns of {players} players are {sorted(expected)}, not {found}.")
    require(all(len(hand) == len(groups[0]) for hand in hands), f"Every seat has {len(groups[0])} suns.")


def check_turn(r: Fields) -> None:
    """Check that the player to act is the right one and can do something."""
    if r.phase == OVER:
        return
    if r.phase == BID:
        check_bids(r)
    elif r.auction != NO_AUCTION:
        require(r.bidder == r.to_act, "After an auction its winner, auction.bidder, is to act.")
        return
    elif r.to_act != CHANCE:
        require(r.to_act == r.turn, f"Seat {r.turn} is on turn, so it is to act.")
    require(r.suns_up[r.turn] != 0, f"Seat {r.turn} is on turn without a face-up sun.")
    require(r.phase != DRAW_TILE or r.row_len < ROW, "No tile is drawn when the row is full.")


def check_bids(r: Fields) -> None:
    require(higher_suns(r.suns_up[r.to_act], r.bid) != 0, f"Seat {r.to_act} has no sun above {r.bid} to bid.")
    if r.bidder != NOBODY:
        asked, before = ((seat - r.turn - 1) % r.players for seat in (r.to_act, r.bidder))
        require(before < asked, f"Seat {r.bidder} cannot have bid before seat {r.to_act} is asked.")
        require(r.suns_up[r.bidder] >> r.bid & 1 == 1, f"Seat {r.bidder} does not own sun {r.bid} face up.")
