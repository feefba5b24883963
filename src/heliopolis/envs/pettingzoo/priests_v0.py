"""Priests of Ra as a PettingZoo environment, for 2 to 5 players.

| | |
|---|---|
| Import | `from heliopolis.envs.pettingzoo import priests_v0` |
| Agents | `player_0` to `player_4`, as many as `players` says |
| Actions | discrete, 44 |
| Observations | `{"observation": float32 (320,), "action_mask": int8 (44,)}` |
| State | float32 (320 × players,): the observations of all agents, one after the other |
| Rendering | `ansi`, `human`, `svg` |

An auction game like Ra, with tiles of two faces: a player who draws a tile chooses which face shows, and a player who
wins priests may flip tiles. There is chance, but nothing is hidden. A random game of four takes about 170 decisions.

**Observation**: what the agent knows, and nothing else, as numbers between 0 and 10, nearly all between 0 and 1;
seats are counted clockwise from the observer. `heliopolis.games.priests.view` has the layout.

**Actions**

| | | | |
|---|---|---|---|
| 0 | pass | 18 | invoke Ra |
| 1–16 | bid that sun | 19 | end: flip no more tiles |
| 17 | draw a tile | 20–31 | lay the drawn tile with that face |
| | | 32–43 | flip a tile that shows that face |

**Mask**: 1 for each action that is legal now; all 0 for agents who are not to act.

**Rewards**: 0 until the end, then the share in the victory: 1 for the winner, 0 for all others. The agents then leave
with one `step(None)` each. An illegal move raises `IllegalMove` in `raw_env` and changes nothing; in `env` it ends
the game with −1 for the agent that made it, 0 for all others.

**Seeds**: `reset(seed=7)` deals the game that `heliopolis.game("priests").start(players, seed=7)` deals; a `reset()`
after it is the next game of a sequence that depends on the seed alone.

Versions: v0, the first.
"""

from __future__ import annotations

from functools import partial

from heliopolis.envs.pettingzoo import aec

NAME = "priests"
env = partial(aec.env, NAME)  # for learners: an illegal move ends the game, calls out of order are logged
raw_env = partial(aec.raw_env, NAME)  # the bare environment: an illegal move raises `IllegalMove`
