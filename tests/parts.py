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
        "test_compile.py",
        "test_cores.py",
        "test_golden.py",
        "test_interpreted.py",
        "test_invariants.py",
        "test_kernel.py",
        "test_leaks.py",
        "test_nets.py",
        "test_observations.py",
        "test_pictures.py",
        "test_positions.py",
        "test_records.py",
        "test_version_0_1.py",
        "sun/*",
    ),
    "tekhenu": ("tekhenu/*",),
    "bots": (
        "arena/*",
        "envs/*",
        "test_advice.py",
        "test_bots.py",
        "test_cuda.py",
        "test_evaluators.py",
        "test_lessons.py",
        "test_levels.py",
        "test_puzzles.py",
        "test_review.py",
        "test_search.py",
        "training/*",
    ),
    "terminal": ("test_cli.py", "test_narration.py"),
    "server": ("server/*",),
    "attacks": ("attacks/*",),
    "own-game": ("own_game/*",),
    "site": ("site/*",),
    "docs": ("test_documentation.py", "test_layout.py", "test_scale_model.py"),
    "pythons": ("test_pythons.py",),
}


def parts_of(path: str) -> list[str]:
    """Return the parts that a path below tests/ belongs to: one for a test file or a folder of them, else none."""
    return [part for part, patterns in PARTS.items() if any(fnmatch(path, pattern) for pattern in patterns)]


# Files that take long, the longest first: they are begun first, so that no worker is left with one in the end. Files of
# the site come before all others, so that a worker starts the server and Chromium of the site only once.
LONGEST_FIRST: tuple[str, ...] = (
    "site/test_companion_offline.py",
    "site/test_table_life.py",
    "site/test_whole_games.py",
    "site/test_layouts.py",
    "site/test_pages.py",
    "site/test_companion_forms.py",
    "site/test_companion.py",
    "site/test_plain_table.py",
    "site/test_clocks.py",
    "site/test_messages.py",
    "arena/test_ray.py",
    "server/test_history.py",
    "attacks/test_attacks.py",
    "server/test_bad_requests.py",
    "server/test_reviews.py",
    "server/test_tries.py",
    "server/test_serve.py",
    "server/test_proxies.py",
    "test_pythons.py",
    "own_game/test_site.py",
    "own_game/test_everything.py",
    "envs/test_openspiel.py",
    "envs/test_pettingzoo.py",
    "arena/test_executors.py",
    "arena/test_outside.py",
    "arena/test_command.py",
    "test_invariants.py",
    "test_interpreted.py",
    "test_compile.py",
    "test_cuda.py",
    "test_kernel.py",
    "test_bots.py",
    "training/test_ray_games.py",
    "training/test_trainer.py",
    "training/test_command.py",
    "test_cli.py",
    "test_documentation.py",
    "test_nets.py",
    "server/test_leaks.py",
    "tekhenu/test_properties.py",
    "test_positions.py",
    "arena/test_ladder.py",
    "test_bad_input.py",
)

# Files of which the tests are given out one by one: they are long, and share nothing but what a worker makes once.
SPLIT: tuple[str, ...] = (
    "site/test_companion_offline.py",
    "site/test_table_life.py",
    "site/test_whole_games.py",
    "site/test_layouts.py",
    "server/test_history.py",
    "attacks/test_attacks.py",
    "test_invariants.py",
)


def group_of(nodeid: str) -> str:
    """Return the group of a test: one worker runs all of it, so that what its tests share is made once."""
    file = nodeid.partition("::")[0].removeprefix("tests/")
    return nodeid if file in SPLIT else file


def rank(nodeid: str) -> tuple[bool, int]:
    """Return the place of a test in the order of running: first the site, and there and elsewhere what takes long."""
    file = nodeid.partition("::")[0].removeprefix("tests/")
    place = LONGEST_FIRST.index(file) if file in LONGEST_FIRST else len(LONGEST_FIRST)
    return not file.startswith("site/"), place
