"""A game of one's own beside those of the package: Pig, in the folder `pig`. docs/add-a-game.md walks through it."""

import os

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")  # interpreted, which starts at once; without this line it is compiled

import random

import pig

import heliopolis as hp

game = hp.register(hp.Game("pig", pig))
position = hp.game("pig").start(players=3, seed=1)
rng = random.Random(1)
while not position.over:
    assert game.from_json(position.to_json()) == position
    move = position.suggest(rng)
    assert move in position.legal()
    position.play(move)
assert position.record.replay() == position
assert hp.bot("hard").choose(game.start(players=3, seed=1), rng) == "roll"  # bots and levels need nothing else
print(position.scores(), position.winners(), position.to_json())
