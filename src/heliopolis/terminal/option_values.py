"""Readers of the values of options: each returns a value, or says what is wrong with the text."""

from __future__ import annotations

import argparse
import re


def positive(text: str) -> int:
    """Read a whole number above 0."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def duration(text: str) -> float:
    """Read a time such as 90d (days) or 36h (hours) as seconds."""
    unit = {"d": 24 * 3600.0, "h": 3600.0}.get(text[-1:])
    if unit is None or not re.fullmatch(r"[1-9]\d{0,5}", text[:-1], re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is no time such as 90d (days) or 36h (hours)")
    return int(text[:-1]) * unit


def seed(text: str) -> int | str:
    """Read a seed: a number, or any other text."""
    return int(text) if text.isdecimal() else text


def seconds(text: str) -> float:
    """Read a number of seconds above 0."""
    return _amount(text, "seconds")


def minutes(text: str) -> float:
    """Read a number of minutes above 0."""
    return _amount(text, "minutes")


def _amount(text: str, unit: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of {unit} above 0")
    return number


def number_list(text: str) -> tuple[int, ...]:
    """Read whole numbers above 0 separated by commas, or `none`."""
    return () if text == "none" else tuple(positive(number.strip()) for number in text.split(","))


def name_list(text: str) -> list[str]:
    """Read names separated by commas."""
    return [name.strip() for name in text.split(",")]


def bot_list(text: str) -> list[str]:
    """Read names of bots separated by commas, or `none`."""
    return [] if text == "none" else name_list(text)
