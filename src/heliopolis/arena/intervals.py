"""How sure a share is, when games come in clusters that share their luck.

The games of one deal have the same dealer's luck, so they are no independent samples; the deals are. The spread of the
deals' own shares tells how many independent games the whole is worth, and Wilson's score interval of so many games is
the interval of the share: it stays between 0 and 1 and is honest at both ends, where the usual ± is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, variance

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def wilson(share: float, games: float, z: float = _Z) -> tuple[float, float]:
    """Wilson's score interval of a share of so many independent games."""
    if games <= 0:
        return 0.0, 1.0
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2) / (1 + z * z / games)
    return (centre - half if share > 0 else 0.0), (centre + half if share < 1 else 1.0)


def clustered(shares: Sequence[float], games_per_cluster: int) -> tuple[float, float]:
    """The interval of the mean of the shares of equally large clusters."""
    clusters, share = len(shares), fmean(shares)
    if clusters < 2:
        return 0.0, 1.0
    return wilson(share, worth(shares, games_per_cluster), student(clusters - 1))


def worth(shares: Sequence[float], games_per_cluster: int) -> float:
    """How many independent games the clusters are worth: never more than were played.

    Where all clusters agree on 0 or 1 they do not tell; each then counts as one game.
    """
    clusters, share = len(shares), fmean(shares)
    if not 0 < share < 1:
        return clusters
    error: float = variance(shares) / clusters
    games = clusters * games_per_cluster
    return games if error == 0 else min(games, share * (1 - share) / error)


def student(freedom: int) -> float:
    """The quantile of Student's t in place of the normal one: Fisher's expansion, within 1 % from 2 degrees on."""
    z = _Z
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
