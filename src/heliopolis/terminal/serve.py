"""`heliopolis serve`: serves the site from this machine."""

from __future__ import annotations

import asyncio
import io
import threading
import urllib.request
import webbrowser
from argparse import Namespace

import segno
from rich.console import Console

from heliopolis.core.errors import InvalidSetup
from heliopolis.server import startup
from heliopolis.server.settings import Settings, bot_threads_for, default_database
from heliopolis.server.storage.database import make_folder, read_url

START_SECONDS = 60  # that opening the browser waits for the server


def run(arguments: Namespace) -> None:
    """Prepare the database, print the addresses, open a browser and serve."""
    database = arguments.db or default_database()
    url = read_url(database)
    if url.get_backend_name() == "sqlite" and arguments.workers > 1:
        raise InvalidSetup("Several workers need PostgreSQL: --db postgresql://USER@HOST/NAME.")
    make_folder(database)
    asyncio.run(startup.prepare(database))
    listening = startup.bind(arguments.host, arguments.port)
    port = listening.getsockname()[1]
    addresses = startup.addresses_of(arguments.host, port)
    here = address_at(arguments.host, port)
    shown_url = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
    print_addresses(here, addresses, shown_url)
    if not arguments.no_browser:
        threading.Thread(target=open_browser, args=(here,), daemon=True).start()
    settings = Settings(
        database,
        limits=not arguments.no_limits,
        bot_threads=bot_threads_for(arguments.workers),
        keep_days=arguments.keep,
        addresses=tuple(addresses),
    )
    startup.run(settings, listening, arguments.workers, arguments.proxies)


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


def open_browser(here: str) -> None:
    """Open the site in a browser as soon as the server answers."""
    try:
        with urllib.request.urlopen(f"{here}/api/health", timeout=START_SECONDS):
            webbrowser.open(here)
    except OSError:
        pass  # the address was printed
