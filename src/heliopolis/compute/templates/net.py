"""Template: what a net says of one position. `kernel.specialise` binds `rules` and `view` to the modules of a game."""

from __future__ import annotations

from typing import Any

from heliopolis.compute.evaluation import best_action, run_net, write_chances, write_points, write_priors
from heliopolis.compute.net import NetArrays, NetScratch

rules: Any = None
view: Any = None


def choose(positions: Any, net: NetArrays, scratch: NetScratch) -> int:
    """Return the net's first choice for the seat to act in the first position."""
    p = positions[0]
    view.observe(p, int(p.to_act), scratch.counts)
    run_net(net, scratch)
    return best_action(scratch.output, rules.legal(p))


def judge(
    positions: Any, seat: int, net: NetArrays, scratch: NetScratch, priors: Any, chances: Any, points: Any
) -> None:
    """Write what a seat's net says of the first position: priors of the actions, chances and points of the seats."""
    p = positions[0]
    view.observe(p, seat, scratch.counts)
    run_net(net, scratch)
    write_priors(scratch.output, rules.legal(p), priors)
    write_chances(scratch.output, len(priors), p.players, seat, chances)
    write_points(scratch.output, len(priors), p.players, seat, points)
