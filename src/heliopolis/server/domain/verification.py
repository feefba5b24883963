"""Verifying the deal of a finished game: everything that chance decided is derived again from what the record reveals.

A record proves by itself only that it is consistent. What was fixed in advance is proved by the commitment that a
player saw before the game, and that nobody could choose it by the share that they added afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

from heliopolis.core.checks import JSON
from heliopolis.core.errors import InvalidRecord
from heliopolis.server.domain.fairness import FIRST_VERSION, SALT_BYTES, SEED_BYTES, SHARE_BYTES, VERSION, Deal, Share
from heliopolis.server.domain.games import TEKHENU

if TYPE_CHECKING:
    from heliopolis.core.position import Position
    from heliopolis.core.record import Record

HEX = re.compile("[0-9a-f]*")
Progress = Callable[[Iterable[int], int], Iterable[int]]  # shows how far a loop of so many steps is


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found to follow from the deal of a record."""

    deal: Deal
    commitment: str
    outcomes: int = 0
    lots: bool = False  # whether lots were drawn for the seats, and verified
    givers: tuple[int, ...] = ()  # the seats at the end of those who gave shares, in the order of giving
    bot_moves: int = 0  # that were decided again with the same result
    unchecked_bot_moves: int = 0  # of other versions, or of bots that do not come with this package


@dataclass(frozen=True, slots=True)
class BotMove:
    """How a bot's move was decided."""

    bot: str
    version: str | None
    after: int  # the entry of the log that it was decided after


# ---- the deal of a record --------------------------------------------------------------------------------------------


def check_deal(data: JSON | None, rules: str, players: int, commitment: str | None, shares: Iterable[str]) -> Deal:
    """Return the deal that a record reveals.

    InvalidRecord if it is not the one of its commitment, or that is not the one that was seen (None: nobody did), or
    one of these shares is not in it.
    """
    if data is None:
        raise InvalidRecord("The record reveals no deal: it has no seed, salt and commitment.")
    if data.get("from") is not None:
        raise InvalidRecord(
            "The game began at a moment of another game, for practice: its deal was not a fair one, and proves nothing."
        )
    deal = read_deal(data, players)
    table = data.get("table", "")
    if deal.version != FIRST_VERSION and not isinstance(table, str):
        raise InvalidRecord("The record's deal needs the name of its table.")
    if deal.commitment(table, rules, players) != data["commitment"]:
        raise InvalidRecord("The commitment is not that of the deal in the record: one of the two was changed.")
    if commitment is not None and commitment != data["commitment"]:
        raise InvalidRecord(f"The record is not of the deal that you saw: its commitment is {data['commitment']}.")
    for share in shares:
        if share not in [one.share for one in deal.shares]:
            raise InvalidRecord(f"The share {share} is not in the deal: it was dropped or changed.")
    return deal


def read_deal(data: JSON, players: int) -> Deal:
    """Return the deal of a record as it is written there; InvalidRecord if it is malformed."""
    if not all(isinstance(data.get(key), str) for key in ("seed", "salt", "commitment")):
        raise InvalidRecord("The record's deal needs a seed, a salt and a commitment, all texts.")
    seed, salt, version, is_open = data["seed"], data["salt"], data.get("version", FIRST_VERSION), data.get("open")
    if version not in (FIRST_VERSION, VERSION):
        raise InvalidRecord(f"The record's deal is of version {version!r:.20}, which this program does not know.")
    if not isinstance(is_open, bool) and (version != FIRST_VERSION or is_open is not None):
        raise InvalidRecord("The record's deal must say whether it was open.")
    if not is_open and not is_hex(seed, SEED_BYTES):
        raise InvalidRecord("The seed was chosen: a secret one would have 64 hexadecimal digits.")
    if not is_hex(salt, SALT_BYTES) or not seed.isprintable():
        raise InvalidRecord("The seed or the salt is not one that a server makes.")
    shares, lots = data.get("shares"), data.get("lots")
    if lots is not None and sorted(lots if is_list_of_ints(lots) else []) != list(range(players)):
        raise InvalidRecord("The record's lots do not name every seat once.")
    return Deal(
        seed,
        salt,
        open=bool(is_open),
        version=version,
        takes_shares=shares is not None,
        draws_lots=lots is not None,
        shares=() if shares is None else read_shares(shares, players),
    )


def read_shares(data: Any, players: int) -> tuple[Share, ...]:
    """Return the shares of a record's deal."""
    found = []
    for one in data if isinstance(data, list) else [None]:
        seat, share = (one.get("seat"), one.get("share")) if isinstance(one, dict) else (None, None)
        if type(seat) is not int or not 0 <= seat < players or not is_hex(share, SHARE_BYTES):
            raise InvalidRecord("The record's shares must be a list of seats with 32 hexadecimal digits each.")
        found.append(Share(seat, str(share)))
    if len({share.seat for share in found}) != len(found):
        raise InvalidRecord("The record has two shares of one seat.")
    return tuple(found)


def is_hex(text: Any, size: int) -> bool:
    """Return whether a value is so many bytes in hexadecimal digits."""
    return isinstance(text, str) and len(text) == 2 * size and HEX.fullmatch(text) is not None


def is_list_of_ints(data: Any) -> TypeGuard[list[int]]:
    return isinstance(data, list) and all(type(one) is int for one in data)


# ---- a dealt game ----------------------------------------------------------------------------------------------------


def verify(
    record: Record,
    commitment: str | None = None,
    shares: Iterable[str] = (),
    bots: bool = True,
    progress: Progress = lambda steps, _: steps,
) -> Proof:
    """Return what follows from the deal of a finished game; InvalidRecord if something does not."""
    end = record.replay()
    if record.result is None:
        raise InvalidRecord("The game is not over: its deal is still to be revealed.")
    rules = f"{record.game}/{1 if record.rules is None else record.rules}"
    deal = check_deal(record.deal, rules, end.players, commitment, shares)
    data = record.deal or {}
    lots: list[int] = data.get("lots") or list(range(end.players))
    if deal.draws_lots and lots != deal.lots(end.players):
        raise InvalidRecord("The seats' lots are not those of the deal.")
    start = record.start_position()
    if end.game.start(players=end.players, seed=deal.setup_seed, dealer=None) != start:
        raise InvalidRecord("The set-up is not the one of the deal.")
    decided = read_bot_moves(data.get("bots", []), len(record.moves))
    outcomes, checked = verify_moves(record, deal, decided if bots else {}, progress)
    return Proof(
        deal,
        data["commitment"],
        outcomes,
        deal.draws_lots,
        tuple(lots.index(share.seat) for share in deal.shares),
        checked,
        len(decided) - checked,
    )


def verify_moves(record: Record, deal: Deal, decided: dict[int, BotMove], progress: Progress) -> tuple[int, int]:
    """Return how many outcomes and how many bots' moves follow from the deal; InvalidRecord if one does not."""
    from heliopolis.core.record import play_recorded_move

    position, outcomes, checked = record.start_position(), 0, 0
    for number in progress(range(1, len(record.moves) + 1), len(record.moves)):
        text = record.moves[number - 1]
        before, seat = position.copy(), position.to_act
        words = play_recorded_move(position, text)
        bot_move = decided.get(number)
        if bot_move is not None and can_decide_again(record.game, bot_move):
            move = text.removesuffix(" ".join(words)).rstrip()
            if seat is None or move != decide_again(before, seat, bot_move, deal):
                raise InvalidRecord(f"Move {number}: the bot {bot_move.bot} would not have played {move!r:.60}.")
            checked += 1
        for word in words:
            if word != deal.outcome(outcomes, position.chances()):
                raise InvalidRecord(f"Move {number}: {word!r:.40} is not the outcome that the deal gives.")
            position.play(word)
            outcomes += 1
    return outcomes, checked


# ---- bots ------------------------------------------------------------------------------------------------------------


def read_bot_moves(data: Any, moves: int) -> dict[int, BotMove]:
    """Return how bots decided, by the number of the move; InvalidRecord if that is malformed."""
    found: dict[int, BotMove] = {}
    for group in data if isinstance(data, list) else [data]:
        if not isinstance(group, dict) or not isinstance(group.get("bot"), str):
            raise InvalidRecord("The record's deal must name its bots.")
        bot, version, decided = group["bot"], group.get("version"), group.get("moves")
        for pair in decided if isinstance(decided, list) else [decided]:
            if not is_list_of_ints(pair) or len(pair) != 2 or not 1 <= pair[0] <= moves or pair[0] in found:
                raise InvalidRecord("The record's deal must name each move of a bot once, with the entry before it.")
            found[pair[0]] = BotMove(bot, version, pair[1])
    return found


def can_decide_again(game: str, move: BotMove) -> bool:
    """Return whether a level or a bot without options, of this package and version, decided the move.

    Others are not let think here: a record could name one that takes hours.
    """
    from heliopolis import __version__
    from heliopolis.bots import BUILT_IN, levels

    return move.version == __version__ and move.bot in {*BUILT_IN, *(level.bot for level in levels(game))}


def decide_again(position: Position, seat: int, move: BotMove, deal: Deal) -> str:
    """Return what a bot plays in a position with its luck of that moment, as on the server."""
    from heliopolis.bots import bot

    rng = deal.generator(f"bot/{move.after}")
    return bot(move.bot, threads=1).choose(position.imagine(seat, rng).copy(), rng)


# ---- a Tekhenu session -----------------------------------------------------------------------------------------------


def verify_session(data: JSON, commitment: str | None = None, shares: Iterable[str] = ()) -> Proof:
    """Return what follows from the deal of a Tekhenu session; InvalidRecord if something does not."""
    from heliopolis.games.tekhenu import Session

    session = Session.from_json({key: value for key, value in data.items() if key != "deal"})
    revealed: JSON | None = data["deal"] if isinstance(data.get("deal"), dict) else None
    deal = check_deal(revealed, f"{TEKHENU}/{data.get('rules', 1)}", 1, commitment, shares)
    if session.seed != deal.setup_seed or session.start is not None:
        raise InvalidRecord("The session's luck is not that of the deal.")
    return Proof(deal, str((revealed or {})["commitment"]), givers=tuple(share.seat for share in deal.shares))
