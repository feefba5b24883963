"""Numbers as each language writes them: separators, percent signs and signs."""

from __future__ import annotations

SEPARATORS = {"en": (",", "."), "it": (".", ","), "es": (".", ",")}  # of thousands, of decimals
PERCENT_SIGNS = {"en": "%", "it": "%", "es": "\u00a0%"}


def format_number(language: str, number: float, decimals: int = 0) -> str:
    """Return a number with separators of thousands and so many decimals."""
    thousands, point = SEPARATORS[language]
    return f"{number:,.{decimals}f}".translate({ord(","): thousands, ord("."): point})


def format_percent(language: str, share: float, decimals: int = 0) -> str:
    """Return a share of 1 in percent."""
    return format_number(language, 100 * share, decimals) + PERCENT_SIGNS[language]


def signed(points: int) -> str:
    """Return a number with its sign, and a true minus; 0 has none."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"
