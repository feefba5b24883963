"""You are the dealer: draw tiles from a real bag, and let the program keep the table."""

import heliopolis as hp

p = hp.game("ra").start(players=2, dealer=None, seed=1)
for move in ("draw", "pharaoh", "draw", "ra", "pass", "bid 9"):
    if move in p.chances():
        print(f"the bag gives {move}, which it does with {p.chances()[move]:.1%}")
    if move in {*p.legal(), *p.chances()}:
        p.play(move)
print(p.to_json()["seats"])
