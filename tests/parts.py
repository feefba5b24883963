"""The parts of the tests, which `make test-PART` runs alone, and the order in which files are run.

Every test file belongs to exactly one part; `tests/test_layout.py` says so when one is forgotten.
"""

from __future__ import annotations

from fnmatch import fnmatch

# Patterns of paths below tests/.
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
    "server": ("server/*",),
    "own-game": ("own_game/*",),
    "site": ("site/*",),
    "docs": ("test_documentation.py", "test_layout.py"),
    "pythons": ("test_pythons.py",),
}


def parts_of(path: str) -> list[str]:
    """Return the parts that a path below tests/ belongs to: one for a test file or a folder of them, else none."""
    return [part for part, patterns in PARTS.items() if any(fnmatch(path, pattern) for pattern in patterns)]


# Files that take long, the longest first: they are begun first, so that no worker is left with one in the end.
LONGEST_FIRST: tuple[str, ...] = ()

# Files of which the tests are given out one by one: they are long, and share nothing that takes long to make.
SPLIT: tuple[str, ...] = ()


def group_of(nodeid: str) -> str:
    """Return the group of a test: one worker runs all of it, so that what its tests share is made once."""
    file = nodeid.partition("::")[0].removeprefix("tests/")
    return nodeid if file in SPLIT else file


def rank(nodeid: str) -> int:
    """Return the place of a test in the order of running."""
    file = nodeid.partition("::")[0].removeprefix("tests/")
    return LONGEST_FIRST.index(file) if file in LONGEST_FIRST else len(LONGEST_FIRST)
