"""The games that tables are made for: the dealt games of the registry, and the Tekhenu companion."""

from __future__ import annotations

from dataclasses import dataclass

from heliopolis.core.registry import games
from heliopolis.games import tekhenu
from heliopolis.server.domain.problems import Problem

TEKHENU = "tekhenu"
DEFAULT_STAND_IN = "greedy"


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What must be known of a game to make a table for it."""

    name: str
    title: str
    min_players: int
    max_players: int
    secrets: bool  # whether hands are hidden
    has_bots: bool  # whether bots can play; only then people may go away, and a clock makes sense
    rules: int  # the version of its rules

    @property
    def stand_in(self) -> str:
        """The bot that takes over for a person; "" where there are none."""
        return DEFAULT_STAND_IN if self.has_bots else ""


COMPANION = GameInfo(TEKHENU, "Tekhenu", 1, 1, secrets=False, has_bots=False, rules=tekhenu.RULES)


def game_names() -> list[str]:
    """Return the names of all games, without loading any of them."""
    return [*games(), TEKHENU]


def game_info(name: str) -> GameInfo:
    """Return what must be known of a game; it is loaded if it was not yet."""
    if name == TEKHENU:
        return COMPANION
    if name not in games():
        raise Problem("setup.game", game=name)
    from heliopolis.core.registry import game

    found = game(name)
    return GameInfo(
        name=name,
        title=found.title,
        min_players=found.min_players,
        max_players=found.max_players,
        secrets=found.secrets,
        has_bots=True,
        rules=found.rules_version,
    )
