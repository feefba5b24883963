"""The kernel: random numbers, bit sets, records, how rules are compiled, the cache of compiled rules."""

from __future__ import annotations

import importlib
import math
import os
import re
import subprocess
import sys
import threading
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core import event

from heliopolis import kernel
from heliopolis.kernel import cache, pipeline
from heliopolis.kernel.mode import numba_config
from tests import small_rules

compiled_only = pytest.mark.skipif(not kernel.COMPILED, reason="nothing is compiled")


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


def test_the_exponential_function() -> None:
    for x in (0.0, -0.001, -0.5, -1.0, -7.3, -31.9):
        assert kernel.exponential(x) == pytest.approx(math.exp(x), rel=2e-5)
    assert kernel.exponential(-1000.0) == kernel.exponential(-32.0) > 0


def test_every_bit_of_some_words_changes_what_they_are_mixed_to() -> None:
    words = np.arange(40, dtype=np.int32)
    mixed = {kernel.mix_words(words)}
    for place in range(40):
        for bit in range(32):
            words.view(np.uint32)[place] ^= 1 << bit
            mixed.add(kernel.mix_words(words))
            words.view(np.uint32)[place] ^= 1 << bit
    assert len(mixed) == 1 + 40 * 32
    assert all(0 < number < 1 << 62 for number in mixed)


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


# ---- how rules are compiled ------------------------------------------------------------------------------------------


@pytest.fixture
def rules(tmp_path: Path) -> SimpleNamespace:
    """Small rules of which nothing is compiled yet, with a cache of their own."""
    return kernel.specialise(small_rules, "test", lambda: tmp_path)


def records() -> Any:
    return kernel.wrap_records(np.zeros(1, kernel.record_type(small_rules.Counts)))


def numbers() -> kernel.IntArray:
    return np.array([1, 2, 3], np.int64)


def functions_in_cache(folder: Path) -> list[str]:
    """Return the names of the functions of which there is machine code in a cache."""
    return sorted(path.name.partition(".")[2].partition("-")[0] for path in folder.rglob("*.nbi"))


def functions_in(code: str) -> list[str]:
    """Return the functions in code of LLVM; where all rules are inlined, they are an entry and its call from Python."""
    return re.findall(r"^define .*?@([\w.]+)\(", code, re.MULTILINE)


@compiled_only
def test_only_a_function_that_python_calls_becomes_machine_code(rules: SimpleNamespace, tmp_path: Path) -> None:
    assert rules.add_and_total(records(), numbers()) == 6
    assert functions_in_cache(tmp_path) == ["add_and_total"]
    assert not any(rule.overloads for rule in (rules.add_all, rules.add, rules.total))
    assert rules.total(records()[0]) == 0
    assert functions_in_cache(tmp_path) == ["add_and_total", "total"]


@compiled_only
def test_rules_are_inlined_and_count_no_references(rules: SimpleNamespace) -> None:
    rules.add_and_total(records(), numbers())
    (code,) = rules.add_and_total.inspect_llvm().values()
    called = re.findall(r"\bcall .*?@([\w.]+)\(", code)
    assert len(functions_in(code)) == 2
    assert not [name for name in called if "NRT" in name or re.search(r"\d(add_all|add|total)B", name)]


@compiled_only
def test_a_long_rule_is_inlined_too_if_it_is_called_in_one_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = [f"    p.more[{i % 3}] += p.more[{i * 2 % 3}] * p.more[p.one]\n" for i in range(60)]
    (tmp_path / "long_rules.py").write_text(
        f"def take_steps(p):\n{''.join(steps)}\n\ndef start(records):\n    take_steps(records[0])\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    rules = kernel.specialise(importlib.import_module("long_rules"), "test", lambda: tmp_path / "cache")
    rules.start(records())
    (code,) = rules.start.inspect_llvm().values()
    assert len(functions_in(code)) == 2


@compiled_only
def test_integers_of_all_widths_share_the_code_of_a_rule(rules: SimpleNamespace) -> None:
    with event.install_recorder("numba:compile") as recorder:
        rules.add_in_all_widths(records(), numbers())
    compiled = [found.data["dispatcher"].py_func.__name__ for _, found in recorder.buffer if found.is_end]
    assert compiled == ["add", "add_in_all_widths"]


@compiled_only
def test_a_rule_is_linked_though_the_first_call_of_it_was_left_out(tmp_path: Path) -> None:
    """Code that is not linked ends the process, so that it is another one here."""
    code = (
        "from pathlib import Path\nfrom heliopolis import kernel\nfrom tests import small_rules, test_kernel\n"
        f"rules = kernel.specialise(small_rules, 'test', lambda: Path({str(tmp_path)!r}))\n"
        "records = test_kernel.records()\n"
        "rules.add(records[0], 0, 7)\n"
        "print(rules.total_if_wanted(records, 1))"
    )
    assert run_python(code, tmp_path, PYTHONPATH=os.pathsep.join(sys.path)).stdout == "7\n"


@compiled_only
def test_functions_are_called_directly_once_they_are_compiled(rules: SimpleNamespace) -> None:
    direct, found = kernel.call_directly(rules), records()
    kernel.leave_to_others("tests.small_rules")
    assert direct.add_and_total(found, numbers()) == 6, "interpreted"
    assert not rules.add_and_total.overloads
    kernel.take_back("tests.small_rules")
    assert direct.add_and_total(found, numbers()) == 12, "compiled"
    (code,) = rules.add_and_total.overloads.values()
    assert direct.add_and_total is code.entry_point
    assert direct.add_and_total(found, numbers()) == 18


def test_threads_that_leave_and_take_back_at_the_same_time_leave_nothing() -> None:
    def leave_and_take_back() -> None:
        for _ in range(2000):
            kernel.leave_to_others("anywhere")
            kernel.take_back("anywhere")

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=leave_and_take_back) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    kernel.leave_to_others("anywhere")
    assert kernel.is_left_to_others("anywhere")
    kernel.take_back("anywhere")
    assert not kernel.is_left_to_others("anywhere")


FORK = """
import os, signal, threading
from numba.core.compiler_lock import global_compiler_lock
from heliopolis import kernel

def compile_until_fork():
    with global_compiler_lock:
        begun.set()
        forking.wait()

begun, forking = threading.Event(), threading.Event()
os.register_at_fork(before=forking.set)
threading.Thread(target=compile_until_fork).start()
begun.wait()
if (child := os.fork()) == 0:
    signal.alarm(20)
    with global_compiler_lock:
        os._exit(0)
print(os.waitpid(child, 0)[1])
"""


def test_a_process_forked_while_a_thread_compiles_can_compile(tmp_path: Path) -> None:
    assert run_python(FORK, tmp_path).stdout == "0\n"


def test_where_files_cannot_be_locked_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError("No locks available")

    monkeypatch.setattr("heliopolis.kernel.cache._lock", fail)
    with kernel.locked(tmp_path / "lock"):
        assert (tmp_path / "lock").exists()


def test_an_interpreted_index_that_counts_from_the_end_is_an_error(rules: SimpleNamespace) -> None:
    """Compiled code would read what lies before the array."""
    count_before = kernel.interpret(rules.count_before)
    assert count_before(records(), 1) == 0
    with pytest.raises(IndexError, match="Index -1 is negative"):
        count_before(records(), 0)


@compiled_only
def test_without_a_compiler_such_an_index_is_an_error_too(tmp_path: Path) -> None:
    code = (
        "from tests import small_rules, test_kernel\n"
        "for index in (1, 0):\n"
        "    try:\n"
        "        print(small_rules.count_before(test_kernel.records(), index))\n"
        "    except IndexError as error:\n"
        "        print(error)"
    )
    found = run_python(code, tmp_path, PYTHONPATH=os.pathsep.join(sys.path), NUMBA_DISABLE_JIT="1")
    assert found.stdout == "0\nIndex -1 is negative.\n"


def test_the_versions_of_numba_are_those_of_the_package() -> None:
    """The code libraries, the dispatchers and the treatment of indices are private parts of Numba."""
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
    least, below = (".".join(map(str, version)) for version in (pipeline.LEAST_NUMBA, pipeline.BELOW_NUMBA))
    assert f"numba>={least},<{below}" in project["dependencies"]


@pytest.mark.parametrize("version", ["(0, 64)", "(0, 69)", "(1, 0)"])
def test_another_version_of_numba_is_refused_in_one_sentence(version: str, tmp_path: Path) -> None:
    code = (
        f"import sys, numba\nnumba.version_info = numba.version_info._replace(short={version})\n"
        "from heliopolis.terminal.cli import main\nsys.argv = ['heliopolis', 'simulate', 'ra']\nmain()"
    )
    with pytest.raises(subprocess.CalledProcessError) as raised:
        run_python(code, tmp_path)
    sentence = f"Heliopolis works with Numba 0.65 to 0.68; {numba.__version__} is installed."
    assert raised.value.stderr == f"heliopolis: {sentence}\n"
    assert raised.value.returncode == 2


# ---- the cache of compiled rules -------------------------------------------------------------------------------------


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


def test_another_processor_has_a_cache_of_its_own(tmp_path: Path) -> None:
    """Numba would find nothing there, though a marker said that all is compiled."""
    code = "from heliopolis import kernel; print(kernel.cache_folder().name)"
    folders = [run_python(code, tmp_path, NUMBA_CPU_NAME=name).stdout for name in ("", "", "generic")]
    assert folders[0] == folders[1] != folders[2]


def test_rules_for_any_processor_are_found_on_every_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that an image of a container, with rules compiled for `generic`, need not be built where it runs."""
    keys = {}
    for name, features in [("generic", ""), (None, None)]:
        monkeypatch.setattr(numba_config, "CPU_NAME", name)
        monkeypatch.setattr(numba_config, "CPU_FEATURES", features)
        for host in ("+sse2", "+sse2,+avx512f"):
            monkeypatch.setattr(cache, "_cpu_features", lambda host=host: host)
            keys[name, host] = cache._cache_key()
    assert len(set(keys.values())) == 3
    assert keys["generic", "+sse2"] == keys["generic", "+sse2,+avx512f"]


def test_a_new_installation_has_a_cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba compares the time of a source as well."""
    source = tmp_path / "rules.py"
    source.touch()
    monkeypatch.setattr(cache, "PACKAGE", tmp_path)
    monkeypatch.setattr(cache, "hash_sources", lambda paths, seed: (list(paths), seed))
    monkeypatch.setattr(cache, "rule_sources", lambda: [source])
    before = cache._cache_key()
    assert before == cache._cache_key()
    os.utime(source, ns=(0, 0))
    assert before != cache._cache_key()


def test_importing_the_kernel_leaves_the_cache_alone(tmp_path: Path) -> None:
    code = "import heliopolis.kernel, heliopolis as hp; hp.game('ra'), hp.game('priests'), hp.game('respublica')"
    run_python(code, tmp_path)
    assert not list(tmp_path.iterdir())
