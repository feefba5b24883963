"""How much chance the tests are given: the same examples on every machine, or fresh ones.

`ci` is what `make test` uses: no clock, and the same examples each time. `fuzz` (`make fuzz`) draws new examples, many
more of them, and remembers in `.hypothesis/` those that failed.
"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase

FUZZ_FACTOR = 20  # how many examples `fuzz` tries for one of `ci`


def register_profiles() -> None:
    """Register both profiles and load `ci`; `--hypothesis-profile fuzz` loads the other one afterwards."""
    settings.register_profile("ci", deadline=None, derandomize=True)
    settings.register_profile(
        "fuzz",
        deadline=None,
        max_examples=100 * FUZZ_FACTOR,
        database=DirectoryBasedExampleDatabase(".hypothesis/examples"),
        print_blob=True,
    )
    settings.load_profile("ci")


def fuzzing() -> bool:
    """Return whether this run draws fresh examples."""
    return settings.get_current_profile_name() == "fuzz"


def examples(number: int, **more: Any) -> settings:
    """Return settings for a property that `ci` tries with this many examples."""
    return settings(max_examples=number * FUZZ_FACTOR if fuzzing() else number, **more)


def seed_or_fresh(seed: int) -> int:
    """Return the seed that a test usually has, or a new one when fuzzing; tests name it when they fail."""
    return random.SystemRandom().randrange(2**32) if fuzzing() else seed
