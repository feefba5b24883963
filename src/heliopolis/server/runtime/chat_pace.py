"""How fast a person may chat: nobody reads faster, and every line stays in the log of the table."""

from __future__ import annotations

import math
from collections import OrderedDict

from heliopolis.server.domain.problems import Problem

BURST = 10  # lines at once
SECONDS_PER_LINE = 2.0  # afterwards
MAX_WRITERS = 10_000  # who are remembered; somebody forgotten has written nothing for long


class ChatPace:
    """When each player may write again."""

    def __init__(self) -> None:
        self._used_up: OrderedDict[str, float] = OrderedDict()  # by player: when they may write as many as at first

    def take(self, player: str, now: float) -> None:
        """Count a line of a player's; `request.often` if they have written too much."""
        since = max(self._used_up.get(player, now), now)
        wait = since + SECONDS_PER_LINE - (now + BURST * SECONDS_PER_LINE)
        if wait > 0:
            raise Problem("request.often", seconds=math.ceil(wait))
        self._used_up[player] = since + SECONDS_PER_LINE
        self._used_up.move_to_end(player)
        if len(self._used_up) > MAX_WRITERS:
            self._used_up.popitem(last=False)
