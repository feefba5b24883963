"""Starting a server: the socket, the limits of the process, the database, the workers."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import tempfile
from functools import partial

import uvicorn
from fastapi import FastAPI
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.supervisors import Multiprocess

from heliopolis.core.errors import InvalidSetup
from heliopolis.server.http.connections import Connections, LimitedProtocol
from heliopolis.server.settings import Settings
from heliopolis.server.storage import opened
from heliopolis.server.storage.backups import upgrade_safely
from heliopolis.server.storage.upgrades import known_version_of, newest

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SHUTDOWN_SECONDS = 5  # for open requests to finish when the server stops
KEEP_ALIVE_SECONDS = 65  # of an idle connection; a little longer than proxies wait
MAX_FILES = 65_536  # where the system sets no limit
FILES_ELSEWHERE = 4_096  # where a limit is unknown
APP = "heliopolis.server.app:app_from_environment"


def bind(host: str, port: int) -> socket.socket:
    """Bind the port now, so that a mistake is reported in one sentence; early clients wait until we answer."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen()
    except (OSError, OverflowError) as error:
        bound.close()
        reason = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise InvalidSetup(f"The server cannot use {host}:{port}: {reason}.") from None
    bound.set_inheritable(True)
    return bound


def addresses_of(host: str, port: int) -> list[str]:
    """Return the addresses under which others in the network reach a server that listens on all interfaces."""
    if host not in ("0.0.0.0", "::", ""):
        return []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent, only a route is looked up
        except OSError:
            return []
        found = probe.getsockname()[0]
    return [] if found.startswith("127.") else [f"http://{found}:{port}"]


async def prepare(url: str) -> None:
    """Give an empty database or an SQLite file, which is backed up first, the newest schema.

    A shared database is upgraded by hand.
    """
    async with opened(url) as database:
        version = await known_version_of(database)
        if version == newest():
            return
        if version is not None and database.shared:
            raise InvalidSetup(
                f"The database has version {version}, this program needs {newest()}: run 'heliopolis db upgrade' first."
            )
        await upgrade_safely(database)


def raise_file_limit() -> int:
    """Let this process and its workers open as many files as they may, and return how many that are."""
    if resource is None:
        return FILES_ELSEWHERE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return file_limit()


def file_limit() -> int:
    """Return how many files this process may have open at the same time."""
    if resource is None:
        return FILES_ELSEWHERE
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MAX_FILES if soft == resource.RLIM_INFINITY else soft


def make_config(app: FastAPI | str, settings: Settings, workers: int = 1, proxies: str | None = None) -> uvicorn.Config:
    """Return how uvicorn is to serve an application, or the one that a function with this name makes."""
    protocol = partial(LimitedProtocol, Connections(file_limit(), limit_addresses=settings.limits))
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        http=protocol,  # type: ignore[arg-type]  # it is called as a class is
        ws="none",
        workers=workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=proxies is not None,
        forwarded_allow_ips=proxies,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


def run(settings: Settings, bound: socket.socket, workers: int, proxies: str | None) -> None:
    """Serve until the process is stopped; the database is prepared."""
    settings.to_environment()
    config = make_config(APP, settings, workers, proxies)
    if workers == 1:
        with contextlib.suppress(KeyboardInterrupt):  # that is how one stops it
            uvicorn.Server(config).run(sockets=[bound])
        return
    metrics_folder = os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="heliopolis-metrics-")
    try:
        Workers(config, sockets=[bound]).run()
    finally:
        shutil.rmtree(metrics_folder, ignore_errors=True)


class Workers(Multiprocess):
    """Worker processes; the streams and queues of one that died are no longer counted."""

    pids: frozenset[int | None] = frozenset()

    def keep_subprocess_alive(self) -> None:
        super().keep_subprocess_alive()
        pids = frozenset(process.pid for process in self.processes)
        for pid in self.pids - pids:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]  # it has no types
        self.pids = pids
