"""The parts of the tests, which `make test-PART` runs alone, and the order in which files are run.

Every test file belongs to exactly one part; `tests/test_layout.py` says so when one is forgotten.
"""

from __future__ import annotations

from fnmatch import fnmatch

# Patterns of paths below tests/; a file belongs to the part with the first pattern that fits.
PARTS: dict[str, tuple[str, ...]] = {
    "engine": (
        "ra/*",
        "priests/*",
        "respublica/*",
        "test_bad_input.py",
        "test_batch.py",
        "test_golden.py",
        "test_interpreted.py",
        "test_invariants.py",
        "test_kernel.py",
        "test_leaks.py",
        "test_pictures.py",
        "test_positions.py",
        "test_records.py",
    ),
    "tekhenu": ("tekhenu/*",),
    "bots": ("arena/*", "envs/*", "test_bots.py", "test_cuda.py", "test_search.py"),
    "terminal": ("test_cli.py",),
    "server": ("server/*", "test_own_game.py"),
    "site": ("site/*",),
    "docs": ("test_documentation.py", "test_layout.py"),
    "pythons": ("test_pythons.py",),
}


def part_of(path: str) -> str | None:
    """Return the part that a test file belongs to, by its path below tests/."""
    parts = [part for part, patterns in PARTS.items() if any(fnmatch(path, pattern) for pattern in patterns)]
    return parts[0] if parts else None


def group_of(nodeid: str) -> str:
    """Return the group of a test: one worker runs all of it, so that servers and caches are shared within."""
    return nodeid.split("::", 1)[0]


def rank(_nodeid: str) -> int:
    """Return the place of a test in the order of running: files that take long come first."""
    return 0
