"""Rules at native speed: the `@rule` decorator, records, random numbers, bit sets and templates.

The rules of a dealt game are plain functions on one flat record of integers. Nothing here knows any game.
"""

from heliopolis.kernel.bits import count_bits, lowest_bit
from heliopolis.kernel.cache import PACKAGE, cache_for, hash_sources, rule_sources
from heliopolis.kernel.compiler import rule
from heliopolis.kernel.interpreted import interpret
from heliopolis.kernel.mode import COMPILED, numba_config
from heliopolis.kernel.records import Fields, read_fields, record_type, wrap_records, write_fields
from heliopolis.kernel.rng import (
    generator_from,
    new_generator,
    random_below,
    random_bit,
    sample_weighted,
    seed_generator,
    seed_key,
)
from heliopolis.kernel.templates import compile_once, is_compiled, specialise
from heliopolis.kernel.types import CHANCE, NOBODY, Byte, Generator, IntArray, Random

__all__ = [
    "CHANCE",
    "COMPILED",
    "NOBODY",
    "PACKAGE",
    "Byte",
    "Fields",
    "Generator",
    "IntArray",
    "Random",
    "cache_for",
    "compile_once",
    "count_bits",
    "generator_from",
    "hash_sources",
    "interpret",
    "is_compiled",
    "lowest_bit",
    "new_generator",
    "numba_config",
    "random_below",
    "random_bit",
    "read_fields",
    "record_type",
    "rule",
    "rule_sources",
    "sample_weighted",
    "seed_generator",
    "seed_key",
    "specialise",
    "wrap_records",
    "write_fields",
]
