"""Ra as a PettingZoo environment, for 2 to 5 players.

| | |
|---|---|
| Import | `from heliopolis.envs.pettingzoo import ra_v0` |
| Agents | `player_0` to `player_4`, as many as `players` says |
| Actions | discrete, 56 |
| Observations | `{"observation": float32 (345,), "action_mask": int8 (56,)}` |
| State | float32 (345 × players,): the observations of all agents, one after the other |
| Rendering | `ansi`, `human`, `svg` |

Players draw tiles into a row and auction it with suns of fixed values; after each of three epochs all players score.
There is chance, but nothing is hidden. A random game of four takes about 150 decisions.

**Observation**: what the agent knows, and nothing else, as numbers between 0 and 10, nearly all between 0 and 1;
seats are counted clockwise from the observer. `heliopolis.games.ra.view` has the layout.

**Actions**

| | | | |
|---|---|---|---|
| 0 | pass | 19 | end: play no more gods |
| 1–16 | bid that sun | 20–42 | play a god and take a tile of that kind |
| 17 | draw a tile | 43–55 | discard a tile of that kind to a disaster |
| 18 | invoke Ra | | |

**Mask**: 1 for each action that is legal now; all 0 for agents who are not to act.

**Rewards**: 0 until the end, then the share in the victory: 1 for the winner, 0 for all others. The agents then leave
with one `step(None)` each. An illegal move raises `IllegalMove` in `raw_env` and changes nothing; in `env` it ends
the game with −1 for the agent that made it, 0 for all others.

**Seeds**: `reset(seed=7)` deals the game that `heliopolis.game("ra").start(players, seed=7)` deals; a `reset()` after
it is the next game of a sequence that depends on the seed alone.

Versions: v0, the first.
"""

from __future__ import annotations

from functools import partial

from heliopolis.envs.pettingzoo import aec

NAME = "ra"
env = partial(aec.env, NAME)  # for learners: an illegal move ends the game, calls out of order are logged
raw_env = partial(aec.raw_env, NAME)  # the bare environment: an illegal move raises `IllegalMove`
