"""Starting: the socket, the database, the workers."""

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
from heliopolis.server.storage import using
from heliopolis.server.storage.backups import upgrade_safely
from heliopolis.server.storage.upgrades import newest, version_of

PATIENCE = 5  # seconds that open requests have to finish when the server stops
KEPT_ALIVE = 65  # seconds that a connection may rest, a little longer than proxies wait
APP = "heliopolis.server.app:app_from_environment"


def bind(host: str, port: int) -> socket.socket:
    """Take the port now, so that a mistake is told in one sentence; whoever comes early waits until we answer."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
        taken.listen()
    except (OSError, OverflowError) as error:
        taken.close()
        reason = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise InvalidSetup(f"The server cannot use {host}:{port}: {reason}.") from None
    taken.set_inheritable(True)
    return taken


def addresses_of(host: str, port: int) -> list[str]:
    """Under which addresses others in the same network reach a server that listens to all of them."""
    if host not in ("0.0.0.0", "::", ""):
        return []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # an address for documentation: nothing is sent, a route is looked up
        except OSError:
            return []
        found = asked.getsockname()[0]
    return [] if found.startswith("127.") else [f"http://{found}:{port}"]


async def prepare(url: str) -> None:
    """A database that is empty, or a file of one's own, gets the newest schema; others are upgraded by hand.

    A file is backed up first.
    """
    async with using(url) as database:
        version = await version_of(database)
        if version == newest():
            return
        if version is not None and database.shared:
            raise InvalidSetup(
                f"The database has version {version}, this program needs {newest()}: run 'heliopolis db upgrade' first."
            )
        await upgrade_safely(database)


def run(settings: Settings, taken: socket.socket, workers: int, proxies: str | None) -> None:
    """Serve until somebody stops it; the database is prepared."""
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
        timeout_keep_alive=KEPT_ALIVE,
        timeout_graceful_shutdown=PATIENCE,
    )
    if workers == 1:
        with contextlib.suppress(KeyboardInterrupt):  # that is how one stops it
            uvicorn.Server(config).run(sockets=[taken])
        return
    figures = os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="heliopolis-metrics-")
    try:
        Multiprocess(config, sockets=[taken]).run()
    finally:
        shutil.rmtree(figures, ignore_errors=True)
