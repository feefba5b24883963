"""One catalogue of messages per language, for the site and the terminal: `en.json`, `it.json`, `es.json`.

Programs pass on keys and parameters; a message becomes a sentence only where it is shown. A key begins with
its domain, as in `tekhenu.step.pillar`. In a message

- `{row}` is the parameter itself; a parameter that is itself a message, with key and params, is put into words,
- `{god:god}` is a word: the message `tekhenu.god.ra` of the same domain where the parameter is "ra",
- `{number?card|cards}` is the first form for 1, else the second,
- `{dice*die}` is a list: each item's parameters put into the message `tekhenu.die`, with commas between.
"""

from __future__ import annotations

import json
import locale
import os
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from heliopolis.core.errors import UnknownName

LANGUAGES = ("en", "it", "es")
PLACEHOLDER = re.compile(r"\{(\w+)(?:([:?*])([^{}]*))?\}")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return every message of a language, by key."""
    if language not in LANGUAGES:
        raise UnknownName(f"There is no language {language!r}: it is one of {', '.join(LANGUAGES)}.")
    text = files(__package__ or "heliopolis.text").joinpath(f"{language}.json").read_text(encoding="utf-8")
    messages: dict[str, str] = json.loads(text)
    return messages


def format_message(language: str, key: str, params: Mapping[str, Any] | None = None) -> str:
    """Return a message in a language, with its parameters put in."""
    messages = catalogue(language)
    if key not in messages:
        raise UnknownName(f"There is no message {key!r} in {language!r}.")
    domain = key.partition(".")[0]

    def fill(placeholder: re.Match[str]) -> str:
        name, sort, rest = placeholder.groups()
        value = (params or {})[name]
        if sort == ":":
            return format_message(language, f"{domain}.{rest}.{key_part(value)}")
        if sort == "?":
            one, _, many = rest.partition("|")
            return one if value == 1 else many
        if sort == "*":
            return ", ".join(format_message(language, f"{domain}.{rest}", item) for item in value)
        return format_message(language, value["key"], value["params"]) if isinstance(value, dict) else str(value)

    return PLACEHOLDER.sub(fill, messages[key])


def key_part(value: object) -> str:
    """Return a value as a part of a key."""
    return "none" if value is None else str(value).lower()


def language_of_locale() -> str:
    """Return the language of the system's locale, or English if there is no catalogue for it."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    spoken = next((name for name in names if name), None) or locale.getlocale()[0] or ""
    return spoken[:2].lower() if spoken[:2].lower() in LANGUAGES else "en"
