"""Play a game of Ra with random moves from Python, and print its record."""

import random

import heliopolis as hp

rng = random.Random(1)
p = hp.game("ra").start(players=3, seed=42)
while not p.over:
    p.play(rng.choice(p.legal()))

print("scores", p.scores(), "winner", p.winners())
print("\n".join(p.record.to_text().splitlines()[-5:]))
assert p.record.replay() == p
