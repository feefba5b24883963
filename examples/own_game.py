"""Use a game of one's own like those of the package: Pig, in the folder `pig`, which docs/add-a-game.md explains."""

import os

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")  # interpreted rules start at once; without this line they are compiled

import random

import pig

import heliopolis as hp

game = hp.register(hp.Game("pig", pig))
position = game.start(players=3, seed=1)
rng = random.Random(1)
while not position.over:
    assert game.from_json(position.to_json()) == position
    move = position.suggest(rng)
    assert move in position.legal()
    position.play(move)
assert hp.bot("hard").choose(game.start(players=3, seed=1), rng) == "roll"  # bots and levels need nothing else
print(position.scores(), position.winners(), position.to_json())
