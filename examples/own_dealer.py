"""Draw tiles from a real bag yourself, and let the program apply the rules."""

import heliopolis as hp

p = hp.game("ra").start(players=2, dealer=None, seed=1)
for move in ("draw", "pharaoh", "draw", "ra", "pass", "bid 9"):
    if move in p.chances():
        print(f"{move} is drawn, with a chance of {p.chances()[move]:.1%}")
    if move in {*p.legal(), *p.chances()}:
        p.play(move)
print(p.to_json()["seats"])
