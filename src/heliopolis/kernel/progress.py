"""Progress of compiling: how many of the functions that will be compiled are compiled.

It is shown as a bar in a terminal and announced in one line elsewhere, unless a caller wants it reported.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FunctionType
from typing import Any

from numba.core.event import Listener, install_listener

from heliopolis.kernel.interpreted import reachable

Report = Callable[[int, int], Any]  # is called with the number of functions compiled, and of all

_report: ContextVar[Report | None] = ContextVar("report", default=None)


@contextmanager
def reporting_to(report: Report) -> Iterator[None]:
    """Report the progress of what is compiled meanwhile in this thread, instead of showing it."""
    token = _report.set(report)
    try:
        yield
    finally:
        _report.reset(token)


@contextmanager
def showing_progress(title: str, rules: Iterable[Any]) -> Iterator[None]:
    """Show or report the progress while these rules and all that they call are compiled."""
    wanted = _report.get()
    with showing(title) if wanted is None else _given(wanted) as report:
        counter = _Counter(reachable(rules), report)
        with install_listener("numba:compile", counter):
            yield
        report(counter.total, counter.total)


class _Counter(Listener):
    """Counts compiled functions, each once: a function may be compiled for several types."""

    def __init__(self, functions: set[FunctionType], report: Report) -> None:
        self.left = set(functions)
        self.total = len(functions)
        self.report = report
        report(0, self.total)

    def on_start(self, event: Any) -> None:
        """Count nothing: a function is compiled at the end of the event."""

    def on_end(self, event: Any) -> None:
        """Count the function."""
        function = event.data["dispatcher"].py_func
        if function in self.left:
            self.left.remove(function)
            self.report(self.total - len(self.left), self.total)


@contextmanager
def _given(report: Report) -> Iterator[Report]:
    yield report


@contextmanager
def showing(title: str) -> Iterator[Report]:
    """Show what is being compiled, as a bar in a terminal and as one line elsewhere; the bar moves by reports."""
    if not sys.stderr.isatty():
        print(f"Compiling {title} for this machine, once.", file=sys.stderr, flush=True)
        yield lambda *_: None
        return
    from rich.console import Console  # it takes a while to import, and few need it
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"Compiling {title}")
        yield lambda done, total: bar.update(task, completed=done, total=total)
