"""A companion session on a person's own device: the browser runs this module while it has no server.

It is the server's own match, so that operations are checked, limited and carried out alike on both sides. Everything
goes in and out as JSON text, because a browser's objects would not keep the order of all keys.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.server.domain.companion_match import CompanionMatch
from heliopolis.server.domain.companion_reading import read_correction, read_entry, read_story
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.problems import Problem


class DeviceSession:
    """A session that a page asks by texts; a problem is an answer too, and changes nothing."""

    def __init__(self, match: CompanionMatch) -> None:
        self.match = match

    @classmethod
    def begin(cls, seed: str) -> DeviceSession:
        """Return a new session, the same as at a table on the server with this seed."""
        return cls(CompanionMatch.start(Deal.chosen(seed)))

    @classmethod
    def load(cls, snapshot: str) -> DeviceSession:
        """Return the session of a snapshot, as the server or `snapshot` wrote it."""
        return cls(CompanionMatch.load(json.loads(snapshot)["snapshot"], Deal.chosen("")))

    def snapshot(self) -> str:
        """Return the whole session."""
        return write({"snapshot": self.match.to_json()})

    def view(self) -> str:
        """Return what a table shows of its match."""
        match = self.match
        return write({"position": match.view(0), "to_act": match.to_act, "over": match.over, "scores": match.scores()})

    def operate(self, operation: str) -> str:
        """Do an operation, and return the view after it."""

        def do() -> str:
            _, self.match = self.match.try_operation(json.loads(operation))
            return self.view()

        return answer(do)

    def read(self, path: str) -> str:
        """Return what the server would answer below the table's address: a correction, an entry, the story."""
        what, _, name = path.partition("/")
        session = self.match.session
        readers: dict[str, Callable[[], JSON]] = {
            "corrections": lambda: read_correction(session, name),
            "entries": lambda: read_entry(session, int(name)),
            "story": lambda: read_story(session),
        }
        return answer(lambda: write(readers[what]()))


def answer(do: Callable[[], str]) -> str:
    """Return what a function returns, or the problem that it met."""
    try:
        return do()
    except Problem as problem:
        return write({"problem": problem.to_json()})
    except (HeliopolisError, LookupError, ValueError):
        return write({"problem": Problem("table.broken").to_json()})


def write(data: JSON) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
