"""GPUs: they play the same games as a CPU, in Numba's simulator of CUDA; and the errors without a GPU.

The simulator runs the kernels thread by thread with interpreted rules; `benchmarks/gpu.py` checks compiled kernels on a
GPU.
"""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import heliopolis as hp
from tests.lazy import lazy

cuda = lazy("numba.cuda")
llvm = lazy("llvmlite.binding")
ours = lazy("heliopolis.compute.devices.cuda_kernels")

SAME = """
import numpy as np
import heliopolis as hp

def same(here, there):
    assert np.array_equal(here, there.copy_to_host())

name, players, steps = {name!r}, {players}, {steps}
here, there = (hp.playouts(name, players, 3, seed=3, device=device) for device in ("cpu", "cuda"))
assert np.array_equal(here.scores, there.scores) and np.array_equal(here.wins, there.wins)
assert np.array_equal(here.decisions_per_game, there.decisions_per_game) and here.statistics == there.statistics

here, there = (hp.Batch(name, players, 5, seed=5, device=device) for device in ("cpu", "cuda"))
for step in range(steps):
    if step == steps // 2:
        here.reset()
        there.reset()
    ours, theirs = (batch.suggest() if step % 2 else batch.sample() for batch in (here, there))
    same(ours, theirs)
    here.step(ours)
    there.step(theirs if step % 3 else ours)
    assert here.position(4) == there.position(4)
    for name_of_array in "to_act legal terminated rewards scores numbers".split():
        same(getattr(here, name_of_array), getattr(there, name_of_array))
    same(here.observe(), there.observe())
    same(here.observe(dtype=np.float16), there.observe(dtype=np.float16))
    same(here.observe(dtype=np.uint8), there.observe(dtype=np.uint8))
    same(here.masks(), there.masks())
    form = (np.float32, np.float16, np.uint8)[step % 3]
    results = [(batch.sample(), batch.observe(dtype=form), batch.masks()) for batch in (here, there)]
    for batch, (actions, observations, masks) in zip((here, there), results):
        batch.step_at_random(actions, observations=observations, masks=masks)
    for ours, theirs in zip(*results):
        same(ours, theirs)
print("the same")
"""

NETS = """
import numpy as np
from numba import cuda
from heliopolis import kernel
from heliopolis.compute.devices.cuda_kernels import kernel_of
from heliopolis.compute.evaluation import run_net, write_chances, write_priors
from heliopolis.compute.net import NetArrays, NetScratch
from tests.small_nets import expected_output, random_net

@kernel.rule
def judge(first, end, stride, net, counts, sums, activations, output, priors, chances):
    for i in range(first, end, stride):
        run_net(net, NetScratch(counts[i], sums[i], activations[i], output[i]))
        write_priors(output[i], 0b10111, priors[i])
        write_chances(output[i], 5, 3, 1, chances[i])

net, counts = random_net([20, 12, 12, 15], 1), np.random.default_rng(1).integers(0, 256, (6, 20)).astype(np.uint8)
memory = [np.zeros((6, 15), np.int32), np.zeros((6, 2, 15), np.int16), np.zeros((6, 15), np.int32)]
memory += [np.zeros((6, 5)), np.zeros((6, 3))]
on_gpu = [cuda.to_device(array) for array in (counts, *memory)]
arrays = NetArrays(*[cuda.to_device(array) for array in net.arrays])
kernel_of(judge).launch(6, on_gpu[3], (arrays, *on_gpu), 3)
judge(0, 6, 1, net.arrays, counts, *memory)
assert np.array_equal(memory[2], [expected_output(net, row) for row in counts])
for here, there in zip(memory[2:], on_gpu[3:]):
    assert here.any() and np.array_equal(here, there.copy_to_host())
print("the same")
"""

REFUSED = """
import numpy as np
import heliopolis as hp

batch = hp.Batch("ra", 4, 5, seed=5, device="cuda")
out = batch.observe()
assert batch.observe(out) is out
for attempt in (
    lambda: batch.step(np.full(5, 3)),
    lambda: batch.step(np.full(4, 17)),
    lambda: batch.observe(out.copy_to_host()),
    lambda: batch.observe(batch.masks()),
):
    try:
        attempt()
    except hp.HeliopolisError as error:
        print(error)
"""


def simulated(code: str, **variables: str) -> str:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", **variables}
    command = [sys.executable, "-W", "error", "-c", code]
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "steps"), [("ra", 4, 150), ("priests", 3, 60), ("respublica", 5, 60)])
def test_a_gpu_plays_the_same_games(name: str, players: int, steps: int) -> None:
    assert simulated(SAME.format(name=name, players=players, steps=steps)) == "the same\n"


def test_a_gpu_evaluates_nets_with_the_same_bits() -> None:
    assert simulated(NETS) == "the same\n"


def test_a_batch_on_a_gpu_refuses_wrong_actions_and_buffers() -> None:
    assert simulated(REFUSED).splitlines() == [
        "Action 3 is not legal in the game in place 4.",
        "Actions must be 5 whole numbers, one per game.",
        "The output must be a contiguous CUDA array of (5, 345) float32, float16 or uint8.",
        "The output must be a contiguous CUDA array of (5, 345) float32, float16 or uint8.",
    ]


def test_the_simulator_needs_interpreted_rules() -> None:
    code = (
        "import heliopolis as hp\ntry:\n hp.Batch('ra', 4, 2, device='cuda')\nexcept hp.InvalidSetup as e:\n print(e)"
    )
    assert "NUMBA_DISABLE_JIT=1 in addition" in simulated(code, NUMBA_DISABLE_JIT="0")


def test_without_a_gpu_the_error_is_one_sentence() -> None:
    if cuda.is_available():
        pytest.skip("There is a GPU.")
    for attempt in (
        lambda: hp.playouts("ra", 4, 10, device="cuda"),
        lambda: hp.Batch("ra", 4, 10, device="cuda"),
    ):
        with pytest.raises(hp.InvalidSetup, match=r"^No CUDA GPU can be used here: [^.]+\.$"):
            attempt()


def test_an_unsuitable_numpy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(np, "row_stack")
    with pytest.raises(hp.InvalidSetup, match=r"^numba-cuda \S+ needs an older NumPy than \S+: install numpy<2\.5\.$"):
        hp.Batch("ra", 4, 10, device="cuda")


def test_products_are_rounded_before_they_are_added_to() -> None:
    module = """
    define double @f(double %a, double %b) {
      %c = fmul double %a, 3.000000e+00
      %d = fmul double %c, %b, !dbg !1
      %e = fadd double %c, %d
      ret double %e
    }
    !1 = !{}
    """
    found = ours.with_rounded_products(module)
    assert "fmul" not in found
    assert "call double @llvm.nvvm.mul.rn.d(double %c, double %b), !dbg !1" in found
    llvm.parse_assembly(found.replace(", !dbg !1", "")).verify()
    assert ours.with_rounded_products("define i64 @g() { ret i64 1 }") == "define i64 @g() { ret i64 1 }"


def test_positions_fill_an_odd_number_of_words_or_of_longer_units() -> None:
    class Made:
        dtype = np.dtype([("one", np.int8), ("two", np.int64)], align=True)

    for name in hp.games():
        assert ours.position_type(hp.game(name)).itemsize % 8 == 4
    wide = ours.position_type(Made)
    assert (wide.itemsize, wide.alignment) == (24, 8)


def test_there_are_two_devices() -> None:
    for attempt in (
        lambda: hp.playouts("ra", 4, 10, device="tpu"),  # type: ignore[arg-type]
        lambda: hp.Batch("ra", 4, 10, device="tpu"),  # type: ignore[arg-type]
    ):
        with pytest.raises(hp.InvalidSetup, match="'cpu' or 'cuda', not 'tpu'"):
            attempt()


def test_the_cpu_does_not_load_cuda() -> None:
    code = "import sys, heliopolis as hp; hp.Batch('ra', 2, 1).game.kernels; print('numba.cuda' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
