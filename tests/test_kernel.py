"""The kernel: random numbers, bit sets, records, the cache of compiled rules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from heliopolis import kernel


def generator(key: int = 1, stream: int = 0) -> kernel.Generator:
    made = kernel.new_generator()
    kernel.seed_generator(made, key, stream)
    return made


def test_one_key_and_stream_give_the_same_numbers() -> None:
    one, two = generator(5, 9), generator(5, 9)
    assert [kernel.random_below(one, 1000) for _ in range(50)] == [kernel.random_below(two, 1000) for _ in range(50)]


def test_keys_and_streams_are_unrelated() -> None:
    firsts = {kernel.random_below(generator(key, stream), 1 << 30) for key in range(40) for stream in range(40)}
    assert len(firsts) == 1600


def test_random_numbers_are_the_same_in_every_version() -> None:
    """A change here changes every seeded game: it must be intended."""
    made = generator(kernel.seed_key(7))
    assert [kernel.random_below(made, 180) for _ in range(8)] == [82, 65, 28, 147, 133, 142, 84, 153]


def test_numbers_are_uniform() -> None:
    """Chi-square over 180 values, and over pairs of successive values."""
    made, n = generator(3), 200_000
    values = np.array([kernel.random_below(made, 180) for _ in range(n)])
    counts = np.bincount(values, minlength=180)
    assert ((counts - n / 180) ** 2 / (n / 180)).sum() < 250  # 179 degrees of freedom: one in 3,000
    pairs = np.bincount(values[:-1] // 18 * 10 + values[1:] // 18, minlength=100)
    assert ((pairs - n / 100) ** 2 / (n / 100)).sum() < 150  # 99 degrees of freedom


@given(st.lists(st.integers(0, 30), min_size=1, max_size=30).filter(any), st.integers(0, 2**62))
def test_kinds_without_pieces_are_never_drawn(weights: list[int], key: int) -> None:
    counts = np.array(weights, np.int8)
    assert weights[kernel.sample_weighted(counts, generator(key))] > 0


def test_draws_follow_the_weights() -> None:
    made, counts = generator(8), np.array([30, 0, 100, 50], np.int8)
    drawn = np.bincount([kernel.sample_weighted(counts, made) for _ in range(18_000)], minlength=4)
    assert drawn[1] == 0
    assert abs(drawn - np.array([3000, 0, 10000, 5000])).max() < 300


@given(st.sets(st.integers(0, 61), min_size=1), st.integers(0, 2**62))
def test_bit_sets(elements: set[int], key: int) -> None:
    bits = sum(1 << element for element in elements)
    assert kernel.count_bits(bits) == len(elements)
    assert kernel.lowest_bit(bits) == min(elements)
    assert kernel.random_bit(bits, generator(key)) in elements


def test_every_element_is_picked() -> None:
    made = generator(2)
    assert {kernel.random_bit(0b1001_0010, made) for _ in range(100)} == {1, 4, 7}


def test_seeds_of_any_kind() -> None:
    assert kernel.seed_key(7) == kernel.seed_key("7")
    assert len({kernel.seed_key(seed) for seed in (0, 1, -1, 10**40, "sphinx", "")}) == 6


class Fields:
    small: kernel.Byte
    many: Annotated[kernel.IntArray, np.int16, (3,)]


def test_a_record_is_what_its_class_says() -> None:
    dtype = kernel.record_type(Fields)
    assert dtype.names == ("small", "many")
    assert dtype.isalignedstruct
    record = np.zeros(1, dtype)
    fields = kernel.read_fields(record[0])
    fields.small, fields.many = 7, [1, 2, 3]
    kernel.write_fields(fields, record[0])
    assert kernel.read_fields(record[0]) == fields


def run_python(code: str, cache: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), **variables}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)


def test_a_change_in_a_callee_is_noticed_outside_the_package_too(tmp_path: Path) -> None:
    """Numba alone would use the old machine code, since the file of the caller has not changed."""
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "caller.py").write_text(
        "from heliopolis.kernel import rule\nfrom own.callee import add\n\n"
        "@rule\ndef add_and_multiply(x):\n    return 10 * add(x)\n"
    )
    for added, expected in ((1, "20\n"), (2, "30\n")):
        (folder / "callee.py").write_text(
            f"from heliopolis.kernel import rule\n\n@rule\ndef add(x):\n    return x + {added}\n"
        )
        path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
        code = "from own.caller import add_and_multiply; print(add_and_multiply(1))"
        assert run_python(code, tmp_path / "cache", PYTHONPATH=path).stdout == expected


def test_without_any_writable_cache_the_rules_still_run(tmp_path: Path) -> None:
    """A file in place of the folder: not even root can write there."""
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    code = "from heliopolis import kernel; print(kernel.count_bits(7), kernel.cache.cache_folder())"
    found = run_python(code, blocked, TMPDIR=str(tmp_path))
    assert found.stdout.split() == ["3", found.stdout.split()[1]]
    assert found.stdout.split()[1].startswith(str(tmp_path))


def test_importing_the_kernel_leaves_the_cache_alone(tmp_path: Path) -> None:
    code = "import heliopolis.kernel, heliopolis as hp; hp.game('ra'), hp.game('priests'), hp.game('respublica')"
    run_python(code, tmp_path)
    assert not list(tmp_path.iterdir())
