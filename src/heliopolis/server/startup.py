"""Starting a server: the socket, the database, the workers."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import tempfile

import uvicorn
from uvicorn.supervisors import Multiprocess

from heliopolis.core.errors import InvalidSetup
from heliopolis.server.settings import Settings
from heliopolis.server.storage import opened
from heliopolis.server.storage.backups import upgrade_safely
from heliopolis.server.storage.upgrades import known_version_of, newest

SHUTDOWN_SECONDS = 5  # for open requests to finish when the server stops
KEEP_ALIVE_SECONDS = 65  # of an idle connection; a little longer than proxies wait
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


def run(settings: Settings, bound: socket.socket, workers: int, proxies: str | None) -> None:
    """Serve until the process is stopped; the database is prepared."""
    settings.to_environment()
    config = uvicorn.Config(
        APP,
        factory=True,
        workers=workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=proxies is not None,
        forwarded_allow_ips=proxies,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    if workers == 1:
        with contextlib.suppress(KeyboardInterrupt):  # that is how one stops it
            uvicorn.Server(config).run(sockets=[bound])
        return
    metrics_folder = os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="heliopolis-metrics-")
    try:
        Multiprocess(config, sockets=[bound]).run()
    finally:
        shutil.rmtree(metrics_folder, ignore_errors=True)
