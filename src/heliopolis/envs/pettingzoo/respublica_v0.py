"""Res Publica as a PettingZoo environment, for 3 to 5 players.

| | |
|---|---|
| Import | `from heliopolis.envs.pettingzoo import respublica_v0` |
| Agents | `player_0` to `player_4`, as many as `players` says |
| Actions | discrete, 57 |
| Observations | `{"observation": float32 (474,), "action_mask": int8 (57,)}` |
| State | float32 (474 × players,): the observations of all agents, one after the other |
| Rendering | `ansi`, `human`, `svg` |

Players ask for cards or offer some, answer each other, and lay sets of five. Hands are hidden. A phrase is composed
in small steps (ask, roman, 1, or, wheel, 2 is one move in six actions), so that few actions suffice for all phrases;
the other players see a phrase when it is complete. A random game of four takes about 1,700 decisions.

**Observation**: what the agent knows, and nothing else, as numbers between 0 and 10, nearly all between 0 and 1;
seats are counted clockwise from the observer. `heliopolis.games.respublica.view` has the layout.

**Actions**

| | | | |
|---|---|---|---|
| 0–9 | a card, in a phrase or a gift | 30 | decline all answers |
| 10–12 | people, technology, any, in a phrase | 31–35 | accept the answer of that seat |
| 13–21 | the count 1 to 9 | 36, 37 | give the first, the second alternative of an *or* |
| 22–24 | done, and, or | 38–47 | lay a set of that card |
| 25 | no trade | 48 | end: lay no more |
| 26, 27 | begin to ask, to offer | 49–56 | draw 0 or 1 people and 0 to 3 technology cards |
| 28, 29 | answer nothing, begin an answer *for* | | |

**Mask**: 1 for each action that is legal now; all 0 for agents who are not to act.

**Rewards**: 0 until the end, then the share in the victory: 1 for the winner (equal winners share), 0 for all others.
The agents then leave with one `step(None)` each. An illegal move raises `IllegalMove` in `raw_env` and changes
nothing; in `env` it ends the game with −1 for the agent that made it, 0 for all others.

**Seeds**: `reset(seed=7)` deals the game that `heliopolis.game("respublica").start(players, seed=7)` deals; a
`reset()` after it is the next game of a sequence that depends on the seed alone.

Versions: v0, the first.
"""

from __future__ import annotations

from functools import partial

from heliopolis.envs.pettingzoo import aec

NAME = "respublica"
env = partial(aec.env, NAME)  # for learners: an illegal move ends the game, calls out of order are logged
raw_env = partial(aec.raw_env, NAME)  # the bare environment: an illegal move raises `IllegalMove`
