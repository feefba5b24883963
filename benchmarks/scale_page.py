"""The tables of docs/scaling.md, filled in from the files of results, so that the page shows what was measured."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from benchmarks.machine import JSON

PAGE = Path(__file__).parent.parent / "docs" / "scaling.md"
FILES = ("capacity", "notify", "growth", "scale")
GAMES = {"ra": "Ra", "priests": "Priests of Ra", "respublica": "Res Publica", "tekhenu": "Tekhenu"}
KINDS = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def read_all(folder: Path) -> JSON:
    """Return all results by the names of their files."""
    return {name: json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in FILES}


def fill_in(page: str, results: JSON) -> str:
    """Return the page with the table behind each mark written anew."""
    for name, draw in TABLES.items():
        begin, end = f"<!-- figures: {name} -->\n", "<!-- end -->"
        before, mark, rest = page.partition(begin)
        assert mark, f"the page has no place for {name}"
        page = before + begin + draw(results) + end + rest.partition(end)[2]
    return page


def table(head: Iterable[str], rows: Iterable[list[object]]) -> str:
    """Return a table in Markdown, with numbers on the right."""
    names, body = list(head), list(rows)
    words = [any(isinstance(row[column], str) and row[column] for row in body) for column in range(len(names))]
    lines: list[list[object]] = [[*names], ["---" if has_words else "--:" for has_words in words], *body]
    return "".join("| " + " | ".join(number(cell) for cell in line) + " |\n" for line in lines)


def number(cell: object) -> str:
    """Return a cell as text: numbers with separators, and without decimals that say nothing."""
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        return str(cell)
    if isinstance(cell, float) and abs(cell) < 100:
        return re.sub(r"\.0+$", "", f"{cell:,.2f}") if cell >= 0.1 or not cell else f"{cell:.4f}".rstrip("0")
    return f"{cell:,.0f}"


# ---- what was measured -----------------------------------------------------------------------------------------------


def draw_costs(results: JSON) -> str:
    """Return what the parts of a move cost, on both kinds of database."""
    found = [results["capacity"][kind] for kind in KINDS]
    rows = [
        ["moves per second and core, Ra, with the streams of its two people"]
        + [one["moves_per_second_per_core"] for one in found],
        ["a move, worker, ms"] + [one["demands"]["move_ms"] for one in found],
        ["an update for a spectator, worker, ms"] + [one["demands"]["spectator_event_ms"] for one in found],
        ["an update for a person, worker, ms"] + [one["demands"]["person_event_ms"] or "" for one in found],
        ["a move that another worker has made, worker, ms"] + [one["demands"].get("refresh_ms", "") for one in found],
        ["a move, database, ms"] + [one["demands"].get("database_move_ms", "") for one in found],
        ["an update, bytes"] + [one["event_bytes"] for one in found],
        ["a move in the write-ahead log of PostgreSQL, bytes"] + [one["wal_bytes_per_move"] or "" for one in found],
        ["a table in memory, KiB"] + [one["memory"]["kib_per_table"] for one in found],
        ["a stream, KiB"] + [one["memory"]["kib_per_stream"] for one in found],
        ["a worker with all rules, MiB"] + [one["memory"]["worker_mib"] for one in found],
        ["write and fsync of 4 KB: half, 95 %, 99 % within, ms"] + [three(one["fsync_ms"]) for one in found],
    ]
    return table(["processor time and memory", *KINDS.values()], rows)


def three(quantiles: JSON) -> str:
    return " / ".join(number(float(quantiles[name])) for name in ("p50", "p95", "p99"))


def draw_growth(results: JSON) -> str:
    """Return what a finished game adds to the database."""
    growth = results["growth"]
    rows = [
        [title, growth["sqlite"][game]["players"], growth["sqlite"][game]["entries"]]
        + [growth[kind][game]["kib"] for kind in KINDS]
        for game, title in GAMES.items()
    ]
    return table(["a finished game", "people", "entries", *(f"{name}, KiB" for name in KINDS.values())], rows)


def draw_notify(results: JSON) -> str:
    """Return how long a notification takes with so many listeners."""
    rows = [
        [fan["listeners"], three(fan["heard_by_all_ms"]), fan["database_ms_per_commit"]]
        for fan in results["notify"]["fan_out"]
    ]
    return table(
        ["listeners", "committed and heard by all: half, 95 %, 99 % within, ms", "database, ms per commit"], rows
    )


def draw_contention(results: JSON) -> str:
    """Return how many commits fit into a second, with and without a notification."""
    rows = [
        [rate["writers"], rate["commits_per_second"], rate["notifying_commits_per_second"]]
        for rate in results["notify"]["contention"]
    ]
    return table(["connections that commit", "commits per second", "commits per second that notify"], rows)


# ---- what was simulated ----------------------------------------------------------------------------------------------


def draw_load_test(results: JSON) -> str:
    """Return the load test as measured and as simulated."""
    tests = results["scale"]["load_test"]
    rows = []
    for name in tests["postgresql"]:
        pairs = [tests[kind].get(name, {"measured": "", "simulated": ""}) for kind in KINDS]
        rows.append([name, *(pair[side] for pair in pairs for side in ("measured", "simulated"))])
    head = [f"{title}, {side}" for title in KINDS.values() for side in ("measured", "simulated")]

    def worst(*words: str) -> str:
        pairs = [pair for test in tests.values() for name, pair in test.items() if any(word in name for word in words)]
        return number(max(float(pair["ratio"] or 1) for pair in pairs))

    return table(["", *head], rows) + (
        f"\nMoves per second and cores agree within a factor of {worst('moves', 'cores')}, medians within "
        f"{worst('half')}, and 95 % within {worst('95 %')}.\n"
    )


def draw_sizes(results: JSON) -> str:
    """Return what players do at the busiest time, and what that takes whatever the arrangement."""
    sizes = results["scale"]["sizes"]
    rows = {
        "online at the busiest time": "online",
        "tables": "tables",
        "streams": "streams",
        "moves per second": "moves_per_second",
        "memory of the workers, GiB": "memory_gib",
        "to browsers, Mbit/s": "megabits_per_second",
        "write-ahead log, MB/s": "wal_mb_per_second",
        "games of a year, GB": "year_gb",
        "games of the last 90 days, GB": "retained_gb",
    }
    return table(
        ["players", *(number(one["players"]) for one in sizes)],
        [[title, *(one[key] for one in sizes)] for title, key in rows.items()],
    )


def draw_arrangements(results: JSON) -> str:
    """Return what each arrangement needs for so many players."""
    rows = []
    for one in results["scale"]["sizes"]:
        for way in one["arrangements"]:
            seen = way["simulated"]["move_ms"]
            needed = [way["workers"], way["databases"], way["database_cores"], way["heard_per_worker"]]
            times = f"{number(seen['p50'])} / {number(seen['p95'])}"
            reason = way["limit"] if way["databases"] > 1 else ""
            rows.append([number(one["players"]), way["arrangement"], *needed, times, reason])
    head = ["players", "arrangement", "workers", "databases", "cores of each", "moves each worker hears of, per second"]
    return table([*head, "simulated move: half, 95 % within, ms", "what asks for more databases"], rows)


def draw_limits(results: JSON) -> str:
    """Return the sentence that says where NOTIFY ends."""
    scale = results["scale"]
    disk, commits, heard = (
        number(float(scale[name]))
        for name in ("mean_fsync_ms", "notifying_commits_per_second", "moves_heard_per_second")
    )
    return (
        f"The disk measured here takes {disk} ms on average: half of its time is used up at\n"
        f"**{commits} moves per second**. A worker spends half a core on hearing of others' moves only at {heard}.\n"
    )


TABLES = {
    "costs": draw_costs,
    "growth": draw_growth,
    "notify": draw_notify,
    "contention": draw_contention,
    "load test": draw_load_test,
    "sizes": draw_sizes,
    "arrangements": draw_arrangements,
    "limits": draw_limits,
}
