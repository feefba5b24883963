"""What the person who runs a server may choose; worker processes get it through the environment."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from typing import Any

from platformdirs import user_data_path

from heliopolis.core.cores import usable_cores

ENVIRONMENT_VARIABLE = "HELIOPOLIS_SERVER"
BOT_PACE = 0.8  # a little less than the site takes to show a move: it never waits longer than it would anyway
NORMAL_PACE = 1.0
PACES = {"slow": 2.0, "normal": NORMAL_PACE, "fast": 0.4, "none": 0.0}  # that players may wish, as multiples of it
MAX_BOT_PACE = 1.5  # less than a round of housekeeping, in which other processes leave a waiting table alone


def default_database() -> str:
    """Return the address of a file in the platform's data folder."""
    return f"sqlite:///{user_data_path('heliopolis', appauthor=False) / 'tables.sqlite3'}"


def bot_threads_for(workers: int) -> int:
    """Return the number of bot threads per process: all cores but one, shared among so many processes."""
    return max(1, (usable_cores() - 1) // workers)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server process."""

    database: str
    limits: bool = True  # of rates; sizes are always limited
    bot_threads: int = 1  # bots that think at the same time, in each process
    bot_pace: float = BOT_PACE  # seconds between a bot's move and the entry before it, while a person watches
    keep_days: int | None = None  # that tables are kept which nobody changes; None: for ever
    addresses: tuple[str, ...] = ()  # under which others in the network reach the server
    names: tuple[str, ...] = ()  # of the site, besides those that every server has
    metrics_token: str | None = None  # without one there are no metrics

    def to_environment(self) -> None:
        os.environ[ENVIRONMENT_VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        data: dict[str, Any] = json.loads(os.environ[ENVIRONMENT_VARIABLE])
        return cls(**{**data, "addresses": tuple(data["addresses"]), "names": tuple(data["names"])})
