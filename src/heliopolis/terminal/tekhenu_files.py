"""Saved games of Tekhenu, one file per game; after a crash there is the old file or the new one, never half of one."""

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

SUFFIX = ".tekhenu.json"  # a file that is still being written has a longer name


def default_folder() -> Path:
    """Return the folder of saved games among the user's data."""
    return user_data_path("heliopolis", appauthor=False) / "tekhenu"


@dataclass(frozen=True, slots=True)
class SaveFolder:
    """A folder of saved games."""

    folder: Path

    def file(self, name: str) -> Path:
        """Return the path of a game's file; a name that would lead out of the folder is refused."""
        if not name or name != Path(name).name or name.startswith("."):
            raise UnknownName(f"{name!r} cannot be the name of a saved game.")
        return self.folder / f"{name}{SUFFIX}"

    def names(self) -> list[str]:
        """Return the names of all games, the one saved last first."""
        if not self.folder.is_dir():
            return []
        files = [file for file in self.folder.iterdir() if file.name.endswith(SUFFIX)]
        files.sort(key=lambda file: (-file.stat().st_mtime_ns, file.name))
        return [file.name.removesuffix(SUFFIX) for file in files]

    def new_name(self) -> str:
        """Return a name that no saved game has."""
        taken = set(self.names())
        return next(name for number in range(1, len(taken) + 2) if (name := f"game-{number}") not in taken)

    def load(self, name: str) -> Session:
        """Return a saved game; an unreadable one is reported in one sentence."""
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
        """Save a session; when this returns, the file is on the disk."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._write(self.file(name), json.dumps(session.to_json(with_state=True), ensure_ascii=False))
        except OSError as error:
            raise InvalidSetup(f"The game cannot be saved in {str(self.folder)!r}: {error.strerror}.") from None

    def _write(self, file: Path, text: str) -> None:
        """Write a temporary file and rename it once all of it is on the disk."""
        handle, temporary = tempfile.mkstemp(dir=self.folder, prefix=f".{file.name}")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as new:
                new.write(text)
                new.flush()
                os.fsync(new.fileno())
            Path(temporary).replace(file)
        except OSError:
            Path(temporary).unlink(missing_ok=True)
            raise
        self._sync_folder()

    def _sync_folder(self) -> None:
        """Make the new name survive a power cut; systems that cannot open a folder are left alone."""
        with contextlib.suppress(OSError):
            folder = os.open(self.folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
