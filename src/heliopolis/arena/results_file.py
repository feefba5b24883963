"""The results of a tournament in a file: a header, then one line of JSON per finished game.

A tournament that was stopped continues from its file; an incomplete last line is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from heliopolis.arena.referee import Result
from heliopolis.arena.schedule import Tournament
from heliopolis.core.checks import JSON
from heliopolis.core.errors import InvalidSetup


class ResultsFile:
    """An open file of results, to which more can be added."""

    def __init__(self, file: IO[bytes], results: dict[int, Result]) -> None:
        self.file, self.results = file, results

    def add(self, result: Result) -> None:
        """Append a result and write it at once."""
        self.results[result.number] = result
        self.file.write(json.dumps(result.to_json()).encode() + b"\n")
        self.file.flush()


@contextmanager
def opened(path: Path, tournament: Tournament) -> Iterator[ResultsFile]:
    """Open the file of a tournament, creating it if it does not exist; a file of another tournament is refused."""
    try:
        path.touch()
        file = path.open("r+b")
    except OSError as error:
        raise InvalidSetup(f"Results cannot be saved in {str(path)!r}: {error.strerror}.") from None
    header = json.dumps(tournament.header()).encode() + b"\n"
    with file:
        complete, newline, incomplete = file.read().rpartition(b"\n")
        lines = complete.split(b"\n") if newline else []
        if not lines and not header.startswith(incomplete):
            raise InvalidSetup(f"{str(path)!r} is not a file of tournament results.")
        results_file = ResultsFile(file, _read(path, tournament, lines))
        file.truncate(len(complete + newline))
        file.seek(len(complete + newline))
        if not lines:
            file.write(header)
        yield results_file


def _read(path: Path, tournament: Tournament, lines: list[bytes]) -> dict[int, Result]:
    """Return the results in the lines of a file, by the number of the game."""
    if lines:
        _check_header(path, _parse(path, 1, lines[0]), tournament.header())
    results: dict[int, Result] = {}
    for number, line in enumerate(lines[1:], 2):
        data = _parse(path, number, line)
        try:
            result = Result.from_json(data)
        except (TypeError, KeyError, AttributeError, ValueError):
            raise InvalidSetup(f"Line {number} of {str(path)!r} is not the result of a game.") from None
        results[result.number] = result
    return results


def _parse(path: Path, number: int, line: bytes) -> JSON:
    """Return the JSON object in a line."""
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise InvalidSetup(f"Line {number} of {str(path)!r} is not a line of tournament results.")
    return data


def _check_header(path: Path, found: JSON, expected: JSON) -> None:
    """Raise `InvalidSetup` if a header is that of another tournament."""
    for key in {**expected, **found}:
        if found.get(key) != expected.get(key):
            raise InvalidSetup(
                f"{str(path)!r} has the results of another tournament: {key} {found.get(key)!r:.80}, "
                f"not {expected.get(key)!r:.80}."
            )
