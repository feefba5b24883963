"""Rules at native speed: the `@rule` decorator, records, random numbers, bit sets and templates.

The rules of a dealt game are plain functions on one flat record of integers. Nothing here knows any game.
"""

from heliopolis.kernel.arithmetic import exponential
from heliopolis.kernel.bits import count_bits, lowest_bit
from heliopolis.kernel.cache import CACHE_VARIABLE, PACKAGE, cache_folder, cache_for, hash_sources, locked, rule_sources
from heliopolis.kernel.compiler import call_directly, compile_function, rule
from heliopolis.kernel.interpreted import interpret
from heliopolis.kernel.mode import (
    COMPILED,
    compiling,
    hold_while_forking,
    is_compiling,
    is_left_to_others,
    leave_to_others,
    numba_config,
    take_back,
)
from heliopolis.kernel.progress import Report, reporting_to, showing, showing_progress
from heliopolis.kernel.records import Fields, read_fields, record_type, wrap_records, write_fields
from heliopolis.kernel.rng import (
    generator_from,
    mix_words,
    new_generator,
    random_below,
    random_bit,
    sample_weighted,
    seed_generator,
    seed_key,
)
from heliopolis.kernel.templates import Compile, specialise
from heliopolis.kernel.types import CHANCE, NOBODY, Byte, Generator, IntArray, Random

__all__ = [
    "CACHE_VARIABLE",
    "CHANCE",
    "COMPILED",
    "NOBODY",
    "PACKAGE",
    "Byte",
    "Compile",
    "Fields",
    "Generator",
    "IntArray",
    "Random",
    "Report",
    "cache_folder",
    "cache_for",
    "call_directly",
    "compile_function",
    "compiling",
    "count_bits",
    "exponential",
    "generator_from",
    "hash_sources",
    "hold_while_forking",
    "interpret",
    "is_compiling",
    "is_left_to_others",
    "leave_to_others",
    "locked",
    "lowest_bit",
    "mix_words",
    "new_generator",
    "numba_config",
    "random_below",
    "random_bit",
    "read_fields",
    "record_type",
    "reporting_to",
    "rule",
    "rule_sources",
    "sample_weighted",
    "seed_generator",
    "seed_key",
    "showing",
    "showing_progress",
    "specialise",
    "take_back",
    "wrap_records",
    "write_fields",
]
