"""Bots that a test loads are gone after it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from importlib import import_module

import pytest


@pytest.fixture(autouse=True)
def only_our_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("heliopolis.bots"), "_loaded", {})


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_is_heard() -> Iterator[None]:
    """Where the tests run in the background, Ctrl-C is ignored by them and by all that they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
