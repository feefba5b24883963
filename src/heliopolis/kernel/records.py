"""Records: a position as one flat record of integers, for compiled and for interpreted runs.

A position is declared as a class whose annotations are its fields (`record_type`). In interpreted runs it is wrapped
so that reading a field gives a plain `int`, as it does in compiled code, and an overflow raises.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from heliopolis.kernel.mode import COMPILED

Fields = SimpleNamespace  # a record's fields as plain numbers and lists


def record_type(fields: type) -> np.dtype[np.void]:
    """Return the flat, aligned record of a class whose annotations are `Byte` or `Annotated[IntArray, type, shape]`."""
    columns: list[Any] = []
    for name, hint in get_type_hints(fields, include_extras=True).items():
        assert get_origin(hint) is Annotated, f"{name} needs a width"
        columns.append((name, *get_args(hint)[1:]))
    return np.dtype(columns, align=True)


def read_fields(record: np.void) -> Fields:
    """Return the fields of a record as plain numbers and nested lists, for code outside rules."""
    values: Any = zip(record.dtype.names or (), record.item(), strict=True)
    return Fields(**{name: value if isinstance(value, int) else value.tolist() for name, value in values})


def write_fields(fields: Fields, record: np.void) -> None:
    """Write field values into a record."""
    for name, value in vars(fields).items():
        record[name] = value


def wrap_records(records: NDArray[np.void]) -> Any:
    """Return records as rules take them: the array itself, or wrapped in an interpreted run."""
    return records if COMPILED else _InterpretedRecords(records)


def wrap_argument(value: Any) -> Any:
    """Return an argument of compiled code as an interpreted rule takes it."""
    if isinstance(value, np.void):
        return _InterpretedRecord(value)
    if isinstance(value, np.ndarray) and value.dtype.names:
        return _InterpretedRecords(value)
    return value.item() if isinstance(value, np.generic) else value


class _InterpretedRecords:
    """An array of records in an interpreted run."""

    def __init__(self, records: NDArray[np.void]) -> None:
        self.records = records

    def __getitem__(self, index: int) -> _InterpretedRecord:
        check_index(index)
        return _InterpretedRecord(self.records[index])

    def __setitem__(self, index: int, record: _InterpretedRecord) -> None:
        check_index(index)
        self.records[index] = record.record

    def __len__(self) -> int:
        return len(self.records)


class _InterpretedRecord:
    """A record in an interpreted run: fields by name, as plain ints."""

    def __init__(self, record: np.void) -> None:
        object.__setattr__(self, "record", record)

    def __getattr__(self, name: str) -> Any:
        found = self.record[name]
        return _InterpretedArray(found) if isinstance(found, np.ndarray) else int(found)

    def __setattr__(self, name: str, value: int) -> None:
        self.record[name] = value


def check_index(key: int | tuple[int, ...]) -> None:
    """Raise if an index counts from the end: compiled code does not know that."""
    if min(key if isinstance(key, tuple) else (key,)) < 0:
        raise IndexError(f"Index {key} is negative.")


class _InterpretedArray:
    """An array field in an interpreted run: reading a cell gives a plain int."""

    def __init__(self, cells: NDArray[Any]) -> None:
        self.cells = cells

    def __getitem__(self, key: Any) -> Any:
        check_index(key)
        found = self.cells[key]
        return _InterpretedArray(found) if isinstance(found, np.ndarray) else int(found)

    def __setitem__(self, key: Any, value: Any) -> None:
        check_index(key)
        self.cells[key] = value

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))
