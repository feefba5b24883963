"""Saved games of Tekhenu: one file each, written so that a crash leaves the old file or the new one, never half."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from heliopolis.core.errors import InvalidRecord, InvalidSetup, UnknownName
from heliopolis.games.tekhenu import Session

ENDING = ".tekhenu.json"  # a file that is being written has more behind it


def default_folder() -> Path:
    return user_data_path("heliopolis", appauthor=False) / "tekhenu"


@dataclass(frozen=True, slots=True)
class Saves:
    """A folder of saved games."""

    folder: Path

    def file(self, name: str) -> Path:
        if not name or name != Path(name).name or name.startswith("."):
            raise UnknownName(f"{name!r} cannot be the name of a saved game.")
        return self.folder / f"{name}{ENDING}"

    def names(self) -> list[str]:
        """All games, the one saved last first."""
        if not self.folder.is_dir():
            return []
        files = [file for file in self.folder.iterdir() if file.name.endswith(ENDING)]
        files.sort(key=lambda file: (-file.stat().st_mtime_ns, file.name))
        return [file.name.removesuffix(ENDING) for file in files]

    def new_name(self) -> str:
        taken = set(self.names())
        return next(name for number in range(1, len(taken) + 2) if (name := f"game-{number}") not in taken)

    def load(self, name: str) -> Session:
        file = self.file(name)
        try:
            return Session.from_json(json.loads(file.read_text(encoding="utf-8")))
        except FileNotFoundError:
            raise UnknownName(f"There is no saved game {name!r} in {str(self.folder)!r}.") from None
        except OSError as error:
            raise InvalidRecord(f"{str(file)!r} cannot be read: {error.strerror}.") from None
        except (UnicodeDecodeError, json.JSONDecodeError):
            raise InvalidRecord(f"{str(file)!r} is no saved game.") from None

    def save(self, name: str, session: Session) -> None:
        """The file is on the disk when this returns."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._write(self.file(name), json.dumps(session.to_json(), ensure_ascii=False))
        except OSError as error:
            raise InvalidSetup(f"The game cannot be saved in {str(self.folder)!r}: {error.strerror}.") from None

    def _write(self, file: Path, text: str) -> None:
        """Beside the old file first; only when all of it is on the disk does it take the old one's name."""
        handle, beside = tempfile.mkstemp(dir=self.folder, prefix=f".{file.name}")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as new:
                new.write(text)
                new.flush()
                os.fsync(new.fileno())
            Path(beside).replace(file)
        except OSError:
            Path(beside).unlink(missing_ok=True)
            raise
        self._sync_folder()

    def _sync_folder(self) -> None:
        """So that the new name survives a power cut too; not every system can open a folder."""
        with contextlib.suppress(OSError):
            folder = os.open(self.folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
