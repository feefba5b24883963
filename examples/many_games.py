"""Play a hundred thousand random games of Ra in about a second, and print what happened in them."""

import heliopolis as hp

played = hp.playouts("ra", players=4, games=100_000, seed=1, threads=2)
print(f"{played.games:,} games, {played.decisions:,} decisions, {played.seconds:.2f} s")
print("mean fame by seat", played.scores.mean(axis=0).round(2).tolist())
for what, number in played.statistics.items():
    print(f"{what}: {number:,}")
