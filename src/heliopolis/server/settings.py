"""What a host may choose; handed to worker processes by the environment."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass

from platformdirs import user_data_path

VARIABLE = "HELIOPOLIS_SERVER"


def default_database() -> str:
    """One file in the platform's data folder."""
    return f"sqlite:///{user_data_path('heliopolis', appauthor=False) / 'tables.sqlite3'}"


def thinkers_for(workers: int) -> int:
    """All cores of the machine but one, shared among so many processes."""
    return max(1, ((os.cpu_count() or 1) - 1) // workers)


@dataclass(frozen=True, slots=True)
class Settings:
    database: str
    limits: bool = True  # rates; sizes are always limited
    thinkers: int = 1  # bots that think at the same time, in each process
    addresses: tuple[str, ...] = ()  # under which others in the network reach the server

    def to_environment(self) -> None:
        os.environ[VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        data = json.loads(os.environ[VARIABLE])
        return cls(**{**data, "addresses": tuple(data["addresses"])})
