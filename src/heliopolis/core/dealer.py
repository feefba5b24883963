"""Dealer: resolves chance from a seed."""

from __future__ import annotations

from heliopolis import kernel
from heliopolis.core.checks import check_seed


class Dealer:
    """A seeded source of chance outcomes: one seed always gives the same game for the same decisions."""

    def __init__(self, seed: int | str) -> None:
        self.seed = check_seed(seed)
        self.generator = kernel.new_generator()
        kernel.seed_generator(self.generator, kernel.seed_key(self.seed), 0)

    def copy(self) -> Dealer:
        """Return an independent dealer that will deal the same."""
        twin = object.__new__(Dealer)
        twin.seed, twin.generator = self.seed, self.generator.copy()
        return twin
