"""Confidence intervals of win shares, for games that come in clusters of the same deal.

The games of one deal share the dealer's draws, so they are not independent samples; the deals are. The variance of the
shares by deal gives the effective number of independent games, and the interval is Wilson's score interval for that
number: it stays between 0 and 1 and is accurate near both ends, where the usual normal interval is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, variance

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def wilson(share: float, games: float, z: float = _Z) -> tuple[float, float]:
    """Return Wilson's score interval of a share of independent games."""
    if games <= 0:
        return 0.0, 1.0
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2) / (1 + z * z / games)
    return (centre - half if share > 0 else 0.0), (centre + half if share < 1 else 1.0)


def clustered(shares: Sequence[float], games_per_cluster: int) -> tuple[float, float]:
    """Return the interval of the mean of the shares of equally large clusters."""
    clusters, share = len(shares), fmean(shares)
    if clusters < 2:
        return 0.0, 1.0
    return wilson(share, effective_games(shares, games_per_cluster), student(clusters - 1))


def effective_games(shares: Sequence[float], games_per_cluster: int) -> float:
    """Return how many independent games would be as informative as the clusters; at most as many as were played.

    If all games were won, or all lost, the variance says nothing; each cluster then counts as one game.
    """
    clusters, share = len(shares), fmean(shares)
    if not 0 < share < 1:
        return clusters
    error: float = variance(shares) / clusters
    games = clusters * games_per_cluster
    return games if error == 0 else min(games, share * (1 - share) / error)


def student(freedom: int) -> float:
    """Return the quantile of Student's t by Fisher's expansion, within 1 % from 2 degrees of freedom on."""
    z = _Z
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
