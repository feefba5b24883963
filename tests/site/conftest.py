"""A real server on a real database, and a real Chromium."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import heliopolis
from tests.site.people import PATIENCE

STATIC = Path(heliopolis.__file__).parent / "server" / "static"
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
# No sound, no waiting, and the same luck each time: a table that is opened without a seed gets one.
ARRIVAL = """
if (!localStorage.settings) localStorage.settings = '{"speed": "off", "sound": false, "forced": false}';
const send = window.fetch;
window.fetch = (url, options) =>
  send(url, url === '/api/tables' && options?.method === 'POST'
    ? { ...options, body: JSON.stringify({ seed: 'Heliopolis', ...JSON.parse(options.body) }) }
    : options);
"""
STARTS_WITHIN = 900  # seconds, the first time with compiling on a busy machine


class Server:
    """A server process that can be killed and started again on the same port and database."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "site.db"
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [
            str(Path(sys.executable).with_name("heliopolis")),
            "serve",
            "--no-browser",
            "--no-limits",
            "--bot-pace",
            "0",
            "--port",
            str(self.port),
        ]
        self.process = subprocess.Popen(
            [*command, "--db", f"sqlite:///{self.database}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + STARTS_WITHIN
        while not self._answers():
            assert self.process.poll() is None, "the server ended"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.1)

    def _answers(self) -> bool:
        """Whether every game can be played."""
        try:
            with urllib.request.urlopen(f"{self.url}/api/games", timeout=10) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """A server that is stopped in the end, whatever happens."""
    assert (STATIC / "index.html").exists(), "the site is not built: make site"
    server = Server(folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("site")) as found:
        yield found


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, which may be killed."""
    with serving(tmp_path) as found:
        yield found


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser. While it is open this thread has a running event loop, so that no other can be run."""
    assert CHROMIUM, "these tests need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as launched:
        yield launched


Visit = Callable[..., Page]


@pytest.fixture
def visit(server: Server, browser: Browser) -> Iterator[Visit]:
    """A person with a browser of their own: `visit()` gives a page that fails the test on any error of its script."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def arrive(
        path: str = "/",
        *,
        locale: str = "en-GB",
        width: int = 1440,
        height: int = 900,
        base: str = "",
        moving: bool = False,
        touch: bool = False,
        kept: bool = False,
    ) -> Page:
        """Open a page; with `kept` the browser keeps the site's files, as browsers do outside most of these tests."""
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            base_url=base or server.url,
            reduced_motion="no-preference" if moving else "reduce",
            has_touch=touch,
            service_workers="allow" if kept else "block",
        )
        contexts.append(context)
        context.add_init_script(ARRIVAL.replace('"off"', '"fast"') if moving else ARRIVAL)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert errors == []


def axe(page: Page) -> list[str]:
    """What axe-core finds wrong with a page as it is now, once it has come."""
    expect(page.locator("h1").first).to_be_attached()
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{violation['id']}: {node['html'][:160]} {node['failureSummary'][:160]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
