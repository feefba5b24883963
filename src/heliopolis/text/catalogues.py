"""Message catalogues, one per language, for site and terminal: `en.json`, `it.json`, `es.json`.

Programs pass on keys and parameters; a message is formatted only where it is shown. A key begins with its domain, as in
`tekhenu.step.pillar`. In a message

- `{row}` is the parameter itself; a parameter that is a message, with key and params, is formatted in its place,
- `{god:god}` is a word: the message `tekhenu.god.ra` of the same domain if the parameter is "ra",
- `{number?card|cards}` is the first form for 1, else the second,
- `{dice*die}` is a list: the message `tekhenu.die` for the parameters of each item, separated by commas.
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
    """Return the messages of a language by key."""
    if language not in LANGUAGES:
        raise UnknownName(f"There is no language {language!r}; there are {', '.join(LANGUAGES)}.")
    text = files(__package__ or "heliopolis.text").joinpath(f"{language}.json").read_text(encoding="utf-8")
    messages: dict[str, str] = json.loads(text)
    return messages


def format_message(language: str, key: str, params: Mapping[str, Any] | None = None) -> str:
    """Return a message in a language with its parameters."""
    messages = catalogue(language)
    if key not in messages:
        raise UnknownName(f"There is no message {key!r} in {language!r}.")
    domain = key.partition(".")[0]

    def fill(placeholder: re.Match[str]) -> str:
        name, kind, rest = placeholder.groups()
        value = (params or {})[name]
        if kind == ":":
            return format_message(language, f"{domain}.{rest}.{key_part(value)}")
        if kind == "?":
            one, _, many = rest.partition("|")
            return one if value == 1 else many
        if kind == "*":
            return ", ".join(format_message(language, f"{domain}.{rest}", item) for item in value)
        return format_message(language, value["key"], value["params"]) if isinstance(value, dict) else str(value)

    return PLACEHOLDER.sub(fill, messages[key])


def key_part(value: object) -> str:
    """Return a value as a part of a key."""
    return "none" if value is None else str(value).lower()


def language_of_locale() -> str:
    """Return the language of the system's locale; English if there is no catalogue for it."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    name = next((name for name in names if name), None) or locale.getlocale()[0] or ""
    language = name[:2].lower()
    return language if language in LANGUAGES else "en"
