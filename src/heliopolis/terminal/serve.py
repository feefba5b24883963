"""`heliopolis serve`: serves the site from this machine."""

from __future__ import annotations

import asyncio
import io
import os
import threading
import urllib.request
import webbrowser
from argparse import Namespace

import segno
from rich.console import Console

from heliopolis.core.errors import InvalidSetup
from heliopolis.server import startup
from heliopolis.server.http.connections import connections_for
from heliopolis.server.http.hosts import clean_host_name
from heliopolis.server.settings import BOT_PACE, MAX_BOT_PACE, Settings, bot_threads_for, default_database
from heliopolis.server.storage.database import make_folder, read_url

START_SECONDS = 60  # that opening the browser waits for the server
METRICS_TOKEN = "HELIOPOLIS_METRICS_TOKEN"  # an environment variable: others on the machine can read a command line
MIN_TOKEN = 16  # characters
FEW_CONNECTIONS = 2_000  # a thousand people with a stream each, and their requests


def run(arguments: Namespace) -> None:
    """Prepare the database, print the addresses, open a browser and serve."""
    database = arguments.db or default_database()
    url = read_url(database)
    if url.get_backend_name() == "sqlite" and arguments.workers > 1:
        raise InvalidSetup("Several workers need PostgreSQL: --db postgresql://USER@HOST/NAME.")
    pace = BOT_PACE if arguments.bot_pace is None else arguments.bot_pace
    if not 0 <= pace <= MAX_BOT_PACE:
        raise InvalidSetup(f"The pace of bots must be 0 to {MAX_BOT_PACE} seconds, not {pace:g}.")
    names = tuple(clean_host_name(name) for name in arguments.name)
    token = check_token(arguments.metrics_token or os.environ.get(METRICS_TOKEN))
    make_folder(database)
    asyncio.run(startup.prepare(database))
    listening = startup.bind(arguments.host, arguments.port)
    port = listening.getsockname()[1]
    addresses = startup.addresses_of(arguments.host, port)
    here = address_at(arguments.host, port)
    shown_url = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
    print_addresses(here, addresses, shown_url)
    print_limits(startup.raise_file_limit())
    if not arguments.no_browser:
        threading.Thread(target=open_browser, args=(here,), daemon=True).start()
    settings = Settings(
        database,
        limits=not arguments.no_limits,
        bot_threads=arguments.bot_threads or bot_threads_for(arguments.workers),
        bot_pace=pace,
        keep_days=arguments.keep,
        addresses=tuple(addresses),
        names=names,
        metrics_token=token,
    )
    startup.run(settings, listening, arguments.workers, arguments.proxies)


def check_token(token: str | None) -> str | None:
    """Return the token of the metrics, which nobody should be able to guess."""
    if token and (len(token) < MIN_TOKEN or not token.isascii() or not token.isprintable()):
        raise InvalidSetup(f"The token of the metrics must have at least {MIN_TOKEN} characters, all of them ASCII.")
    return token or None


def address_at(host: str, port: int) -> str:
    """Return the address of the server for a browser on this machine."""
    if host in ("0.0.0.0", "::", "127.0.0.1"):
        return f"http://localhost:{port}"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def print_addresses(here: str, addresses: list[str], database: str) -> None:
    """Print where the site is, with QR codes in a terminal, and where its tables are stored."""
    console = Console(highlight=False)
    console.print(f"[bold]Heliopolis[/] is at [bold]{here}[/]", soft_wrap=True)
    for address in addresses:
        console.print(f"For phones and friends in the same network: [bold]{address}[/]", soft_wrap=True)
        if console.is_terminal:
            code = io.StringIO()
            segno.make(address, micro=False).terminal(out=code, compact=True, border=2)
            console.print(code.getvalue(), markup=False)
    console.print(
        f"Tables are stored in {database}. Ctrl-C stops the server; nothing is lost.", style="dim", soft_wrap=True
    )


def print_limits(max_files: int) -> None:
    """Say so if few people can be here at the same time."""
    connections = connections_for(max_files)
    if connections < FEW_CONNECTIONS:
        Console(highlight=False, stderr=True).print(
            f"The limit of open files is {max_files}: each process accepts {connections} connections at most. "
            "Raise it with 'ulimit -n'.",
            style="yellow",
            soft_wrap=True,
        )


def open_browser(here: str) -> None:
    """Open the site in a browser as soon as the server answers."""
    try:
        with urllib.request.urlopen(f"{here}/api/health", timeout=START_SECONDS):
            webbrowser.open(here)
    except OSError:
        pass  # the address was printed
