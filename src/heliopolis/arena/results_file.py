"""A tournament's results in a file: a header, then a line of JSON for each finished game.

A run that was stopped goes on where it was; a last line that was not written to its end is dropped.
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
    """The results that a file has, and the place for more."""

    def __init__(self, file: IO[bytes], results: dict[int, Result]) -> None:
        self.file, self.results = file, results

    def add(self, result: Result) -> None:
        self.results[result.number] = result
        self.file.write(json.dumps(result.to_json()).encode() + b"\n")
        self.file.flush()


@contextmanager
def opened(path: Path, tournament: Tournament) -> Iterator[ResultsFile]:
    """The file of a tournament, made if it is not there; one of another tournament is refused."""
    try:
        path.touch()
        file = path.open("r+b")
    except OSError as error:
        raise InvalidSetup(f"Nothing can be saved in {str(path)!r}: {error.strerror}.") from None
    header = json.dumps(tournament.header()).encode() + b"\n"
    with file:
        whole, newline, torn = file.read().rpartition(b"\n")
        lines = whole.split(b"\n") if newline else []
        if not lines and not header.startswith(torn):
            raise InvalidSetup(f"{str(path)!r} is not what a tournament saves.")
        saved = ResultsFile(file, _read(path, tournament, lines))
        file.truncate(len(whole + newline))
        file.seek(len(whole + newline))
        if not lines:
            file.write(header)
        yield saved


def _read(path: Path, tournament: Tournament, lines: list[bytes]) -> dict[int, Result]:
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
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise InvalidSetup(f"Line {number} of {str(path)!r} is not what a tournament saves.")
    return data


def _check_header(path: Path, found: JSON, wanted: JSON) -> None:
    for key in {**wanted, **found}:
        if found.get(key) != wanted.get(key):
            raise InvalidSetup(
                f"{str(path)!r} has the results of another tournament: {key} {found.get(key)!r:.80}, "
                f"not {wanted.get(key)!r:.80}."
            )
