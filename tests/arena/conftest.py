"""Fixtures: bots that a test loads are removed after it, and Ctrl-C works in tests in the background."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from importlib import import_module

import pytest


@pytest.fixture(autouse=True)
def only_our_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("heliopolis.bots"), "_loaded", {})


@pytest.fixture(scope="session", autouse=True)
def handle_ctrl_c() -> Iterator[None]:
    """Handle Ctrl-C also where tests run in the background, which ignore it together with the processes they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
