"""Games on a CUDA GPU: checks that they equal those of the CPU, and measures their speed compared with Pgx.

    PYTHONPATH=. python benchmarks/gpu.py [--quick] [--tune]

Equality: random games of every game and number of players, with all scores, winners, lengths and statistics; and
batches with every array after every step, where half of the actions are random and half the heuristic's, whose
products the GPU must round separately. Any difference ends the run.

Speed: random games of Ra, 4 players, to their end, results copied to the CPU; batches of Ra, one decision per game
and step. Rival: Pgx (JAX), random legal play with automatic resets, its step compiled over the whole batch; measured
if it can be imported. Figures are decisions per second, the best of a few runs after a warm-up; drawing a tile is no
decision.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda

import heliopolis as hp
import heliopolis.compute.devices.cuda_kernels as kernels
from heliopolis.compute.devices.cuda import check_cuda

RESULTS = Path(__file__).parent / "results"
ROUNDS = 5
PACKAGES = "numba numba-cuda numpy jax pgx".split()
RIVALS = "tic_tac_toe connect_four kuhn_poker leduc_holdem hex backgammon".split()
ARRAYS = "to_act legal terminated rewards scores numbers".split()


# ---- equality --------------------------------------------------------------------------------------------------------


def check_playouts(name: str, players: int, games: int) -> None:
    """Compare random games of both devices."""
    here, there = (hp.playouts(name, players, games, seed=games, device=device) for device in ("cpu", "cuda"))
    assert np.array_equal(here.scores, there.scores), f"{name}, {players} players: scores differ"
    assert np.array_equal(here.wins, there.wins)
    assert np.array_equal(here.decisions_per_game, there.decisions_per_game)
    assert here.statistics == there.statistics


def check_batches(name: str, players: int, size: int, steps: int) -> None:
    """Compare batches of both devices step by step."""
    here, there = (hp.Batch(name, players, size, seed=steps, device=device) for device in ("cpu", "cuda"))
    for step in range(steps):
        kind = "suggestions" if step % 2 else "random actions"
        ours, theirs = (batch.suggest() if step % 2 else batch.sample() for batch in (here, there))
        check_equal(here, kind, step, ours, theirs)
        here.step(ours)
        there.step(theirs)
        for what in ARRAYS:
            check_equal(here, what, step, getattr(here, what), getattr(there, what))
        if step % 10 == 0:
            for form in ("float32", "float16", "uint8"):
                check_equal(here, form, step, here.observe(dtype=form), there.observe(dtype=form))
            check_equal(here, "masks", step, here.masks(), there.masks())
            check_fused_step(here, there, step)
            assert here.position(size - 1) == there.position(size - 1)


def check_fused_step(here: hp.Batch, there: hp.Batch, step: int) -> None:
    """Compare a step that samples actions and writes observations and masks as well."""
    outputs = [(batch.sample(), batch.observe(), batch.masks()) for batch in (here, there)]
    for batch, (actions, observations, masks) in zip((here, there), outputs, strict=True):
        batch.step_at_random(actions, observations=observations, masks=masks)
    for what, ours, theirs in zip(("actions", "observations", "masks"), *outputs, strict=True):
        check_equal(here, f"{what} of a fused step", step, ours, theirs)


def check_equal(batch: hp.Batch, what: str, step: int, ours: Any, on_gpu: Any) -> None:
    """Raise if an array on the GPU differs from that of the CPU, and print where."""
    theirs = on_gpu.copy_to_host()
    places = np.flatnonzero((ours != theirs).reshape(batch.size, -1).any(axis=1))
    for place in places[:3]:
        print(f"place {place}, CPU {ours[place]}, GPU {theirs[place]}, in\n{batch.position(place).to_json()}")
    assert not len(places), f"{batch}: {what} differ in step {step}, in {len(places)} games"


def check(name: str, quick: bool) -> None:
    """Compare a game on both devices."""
    game, began = hp.game(name), time.perf_counter()
    for players in range(game.min_players, game.max_players + 1):
        check_playouts(name, players, 2_000 if quick else 50_000)
    check_batches(name, 4, 512, 100 if quick else 400)
    seconds = time.perf_counter() - began
    print(f"{game.title}: GPU and CPU play identical games, one by one and in batches ({seconds:.0f} s)", flush=True)


# ---- speed -----------------------------------------------------------------------------------------------------------


def playout_speed(games: int) -> float:
    """Return decisions per second of random games."""
    return max(
        played.decisions / played.seconds
        for played in (hp.playouts("ra", 4, games, seed=seed, device="cuda") for seed in range(ROUNDS))
    )


def best_rate(steps: Callable[[], int], wait: Callable[[], Any]) -> float:
    """Return the best decisions per second of a few rounds, each until its work is finished."""
    steps()
    wait()
    best = 0.0
    for _ in range(ROUNDS):
        began = time.perf_counter()
        made = steps()
        wait()
        best = max(best, made / (time.perf_counter() - began))
    return best


def batch_speed(size: int, form: Any = None, steps: int = 50) -> float:
    """Return decisions per second of a batch: sampled actions, and observations of a type with masks if any."""
    batch = hp.Batch("ra", 4, size, seed=1, device="cuda")
    actions = batch.sample()
    outputs = {} if form is None else {"observations": batch.observe(dtype=form), "masks": batch.masks()}
    for _ in range(100):  # so that games are at all stages
        batch.step_at_random(actions)

    def play() -> int:
        for _ in range(steps):
            batch.step_at_random(actions, **outputs)
        return size * steps

    return best_rate(play, cuda.synchronize)


def rival_speed(name: str, size: int, steps: int = 100) -> float:
    """Return decisions per second of Pgx: a step of the batch is one compiled function, a hundred steps one call."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    environment: Any = pgx.make(name)
    step, start = jax.vmap(auto_reset(environment.step, environment.init)), jax.vmap(environment.init)

    def decide(state: Any, key: Any) -> tuple[Any, None]:
        action_key, chance_key = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(action_key, logits)
        return step(state, actions, jax.random.split(chance_key, size)), None

    def play_on(state: Any, key: Any) -> Any:
        return jax.lax.scan(decide, state, jax.random.split(key, steps))[0]

    play = jax.jit(play_on)
    state = jax.jit(start)(jax.random.split(jax.random.PRNGKey(0), size))
    now = [play(state, jax.random.PRNGKey(1))]

    def run() -> int:
        now[0] = play(now[0], jax.random.PRNGKey(2))
        return size * steps

    return best_rate(run, lambda: jax.block_until_ready(now[0]))


def note(found: dict[str, float], what: str, rate: float) -> None:
    """Save and print a figure."""
    found[what] = rate
    print(f"{what}: {rate:,.0f} decisions per second", flush=True)


def rivals(sizes: list[int]) -> dict[str, float]:
    """Return the speeds of Pgx, if it is installed."""
    if not (find_spec("jax") and find_spec("pgx")):
        print("Pgx is not installed here.")
        return {}
    found: dict[str, float] = {}
    for name in RIVALS:
        for size in sizes:
            what = f"Pgx {name}, {size:,} games"
            try:
                note(found, what, rival_speed(name, size))
            except Exception as error:  # a game that does not run with this JAX is left out
                print(f"{what}: {type(error).__name__}: {str(error)[:100]}")
                break
    return found


def tune() -> None:
    """Print the speed for several numbers of threads, which decide the number of registers of each."""
    for kernels.MAX_BLOCK in (32, 64, 128):
        for kernels.BLOCKS_PER_MULTIPROCESSOR in (6, 8, 12, 16):
            kernels.sizes.cache_clear()
            kernels.playouts_kernel.cache_clear()
            rate = playout_speed(4_000_000)
            blocks = kernels.BLOCKS_PER_MULTIPROCESSOR
            print(f"{blocks} blocks of {kernels.MAX_BLOCK} threads: {rate:,.0f}", flush=True)


def main() -> None:
    """Compare the games, measure and save all figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer games")
    parser.add_argument("--tune", action="store_true", help="only try numbers of threads")
    arguments = parser.parse_args()
    check_cuda()
    name = cuda.get_current_device().name
    name = name if isinstance(name, str) else name.decode()
    print(name)
    if arguments.tune:
        tune()
        return
    check("ra", arguments.quick)
    found: dict[str, float] = {}
    for games in (100_000, 1_000_000, 4_000_000, 16_000_000)[: 2 if arguments.quick else 4]:
        note(found, f"Ra to the end, {games:,} games", playout_speed(games))
    for size in (4096, 65_536, 1_000_000)[: 2 if arguments.quick else 3]:
        note(found, f"Ra in a batch of {size:,}", batch_speed(size))
        for form in ("float32", "float16", "uint8"):
            note(found, f"Ra in a batch of {size:,}, {form} observations and masks", batch_speed(size, form))
    found |= rivals([4096, 65_536, 1_000_000][: 1 if arguments.quick else 3])
    compared = ["ra"]
    save(name, compared, found)
    for other in ("priests", "respublica"):
        check(other, arguments.quick)
        compared.append(other)
        save(name, compared, found)


def save(name: str, compared: list[str], found: dict[str, float]) -> None:
    """Save the figures so far, and the games that were identical."""
    packages = [package for package in PACKAGES if find_spec(package.replace("-", "_"))]
    versions = {package: version(package) for package in packages} | {"heliopolis": hp.__version__}
    results = {"gpu": name, "versions": versions, "identical games": compared, "decisions per second": found}
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "gpu.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
