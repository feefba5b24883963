"""When a game begins: no seat is open, and every person has added their share to the deal, where it takes shares."""

from __future__ import annotations

from typing import NamedTuple

from heliopolis.core.checks import JSON
from heliopolis.server.domain.fairness import Share
from heliopolis.server.domain.tables import WAITING, Seat, Table, TableSetup


class Beginning(NamedTuple):
    """Who sits where at a table whose game may begin, and the shares that they gave."""

    setup: TableSetup
    seats: tuple[Seat, ...]
    shares: tuple[Share, ...]
    begun: bool = False

    @classmethod
    def of(cls, table: Table) -> Beginning:
        return cls(table.setup, table.seats, table.shares, table.status != WAITING)

    def with_seat(self, number: int, seat: Seat) -> Beginning:
        """Return it after a seat was taken, whose share was given by whoever had it before."""
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        return self._replace(seats=seats, shares=tuple(share for share in self.shares if share.seat != number))

    def with_share(self, share: Share) -> Beginning:
        return self._replace(shares=(*self.shares, share))

    @property
    def without_share(self) -> set[str]:
        """The people who have not given a share, where shares are taken."""
        if self.begun or not self.setup.deal.takes_shares:
            return set()
        gave = {self.seats[share.seat].player for share in self.shares}
        return {seat.player for seat in self.seats if seat.player is not None} - gave

    def start(self, anyway: bool = False) -> list[JSON]:
        """Return the entry that starts the game if no seat is open and no share is missing (or it starts anyway)."""
        if self.begun or any(seat.open for seat in self.seats) or (self.without_share and not anyway):
            return []
        deal = self.setup.deal.with_shares(self.shares)
        lots = {"lots": deal.lots(self.setup.players)} if deal.draws_lots and deal.takes_shares else {}
        return [{"kind": "start", **lots}]
