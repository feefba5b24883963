"""A match of a dealt game, such as Ra: a position, and the table's deal, which decides where chance does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError, IllegalMove, InvalidRecord
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.sources import next_recorded, without

if TYPE_CHECKING:
    from heliopolis.core.position import Position
    from heliopolis.core.record import Record
    from heliopolis.kernel import Random

CHANCE = -1  # as in the kernel, which nothing here loads before it is needed
MAX_MOVES_NAMED = 200  # legal moves in an error


class DealtMatch:
    """A position that nobody changes, and the number of chance outcomes that the deal has given so far.

    `ahead` are outcomes of another game that come first, at a practice table with the same luck.
    """

    slow: ClassVar[bool] = False
    has_bots: ClassVar[bool] = True
    has_text_record: ClassVar[bool] = True
    entry_kinds: ClassVar[frozenset[str]] = frozenset({"move", "undo"})

    def __init__(self, position: Position, deal: Deal, drawn: int = 0, ahead: tuple[str, ...] = ()) -> None:
        self.position = position
        self.deal = deal
        self.drawn = drawn
        self.ahead = ahead

    @classmethod
    def start(cls, game: str, players: int, deal: Deal) -> DealtMatch:
        from heliopolis.core.registry import game as game_of

        if deal.source is not None:
            return cls(game_of(game).from_json(deal.source.start), deal, ahead=deal.source.ahead)
        return cls(game_of(game).start(players=players, seed=deal.setup_seed, dealer=None), deal)

    @classmethod
    def load(cls, game: str, data: JSON, deal: Deal) -> DealtMatch:
        from heliopolis.core.registry import game as game_of

        ahead = tuple(data.get("ahead", ()))
        return cls(game_of(game).from_json(data["position"]), deal, data["drawn"], ahead)

    def to_json(self) -> JSON:
        data: JSON = {"position": self.position.to_json(), "drawn": self.drawn}
        return {**data, "ahead": list(self.ahead)} if self.ahead else data

    @property
    def rules_version(self) -> int:
        return self.position.game.rules_version

    @property
    def to_act(self) -> int | None:
        return self.position.to_act

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def record_is_secret(self) -> bool:
        return self.position.game.secrets and not self.over

    # ---- playing ---------------------------------------------------------------------------------------------------

    def try_move(self, move: str) -> tuple[JSON, DealtMatch]:
        position = self.position.copy()
        try:
            position.play(move)
        except IllegalMove:
            raise Problem("move.illegal", move=move, legal=self.position.legal()[:MAX_MOVES_NAMED]) from None
        outcomes, ahead = list[str](), self.ahead
        while position.to_act == CHANCE:
            chances = position.chances()
            recorded = next_recorded(ahead, chances)
            outcomes.append(recorded or self.deal.outcome(self.drawn + len(outcomes), chances))
            ahead = without(ahead, outcomes[-1])
            position.play(outcomes[-1])
        content: JSON = {"move": move, "outcomes": outcomes, "told": self._messages(move, outcomes, position)}
        disclosure = self.position.game.disclosure
        if disclosure is not None:
            given = disclosure.gifts_of(self.position.to_json(), move, position.to_json())
            content |= {} if given is None else {"given": given}
        return content, DealtMatch(position, self.deal, self.drawn + len(outcomes), ahead)

    def _messages(self, move: str, outcomes: list[str], after: Position) -> list[JSON]:
        """Return the move and what followed from it as messages that everybody may read."""
        seat = self.position.to_act
        if seat is None:
            raise Problem("table.over")
        known, known_after = self.position.known_facts(None), after.known_facts(None)
        return list(self.position.game.story.messages(known, seat, move, outcomes, known_after))

    def try_operation(self, operation: Any) -> tuple[JSON, DealtMatch]:
        raise Problem("game.other")

    def apply(self, entry: JSON) -> DealtMatch:
        """Return the match after a move, or as it was where an undo went back to."""
        if entry["kind"] == "undo":
            return DealtMatch.load(self.position.game.name, entry["match"], self.deal)
        position = self.position.copy()
        if position.to_act != entry["seat"]:
            raise InvalidRecord(f"Seat {entry['seat']} is not to act.")
        position.play(entry["move"])
        ahead = self.ahead
        for outcome in entry["outcomes"]:
            if position.to_act != CHANCE:
                raise InvalidRecord("Nothing is left to chance.")
            position.play(outcome)
            ahead = without(ahead, outcome)
        if position.to_act == CHANCE:
            raise InvalidRecord("An outcome is missing.")
        return DealtMatch(position, self.deal, self.drawn + len(entry["outcomes"]), ahead)

    def reveals_information(self, entry: JSON) -> bool:
        if entry["outcomes"] or "given" in entry:
            return True
        disclosure = self.position.game.disclosure
        return disclosure is not None and disclosure.reveals_hand(entry["move"])

    # ---- looking ---------------------------------------------------------------------------------------------------

    def imagine(self, seat: int, rng: Random) -> Position:
        return self.position.imagine(seat, rng)

    def view(self, seat: int | None) -> JSON:
        return self.position.view(seat)

    def picture(self, seat: int | None) -> str:
        try:
            drawing = self.position.game.drawing
        except HeliopolisError:  # the game has none
            raise Problem("picture.none") from None
        return str(drawing.draw(self.position.view(seat)))

    def scores(self) -> list[int] | None:
        return self.position.scores() if self.over else None

    def winners(self) -> list[int] | None:
        return self.position.winners() if self.over else None

    def record(
        self,
        moves: list[JSON],
        seats: tuple[str, ...],
        bots: tuple[str | None, ...],
        rules: int,
        practice: bool,
        deal: JSON | None,
    ) -> Record:
        from heliopolis.core.record import Record

        game = self.position.game.name
        start = DealtMatch.start(game, self.position.players, self.deal).position
        return Record(
            game=game,
            start=start.to_json(),
            moves=tuple(" ".join([entry["move"], *entry["outcomes"]]) for entry in moves),
            seats=seats,
            bots=bots,
            deal=deal,
            result=tuple(self.position.scores()) if self.over else None,
            practice=practice,
            rules=rules,
        )
