"""The Italian and the Spanish sentence of a step name the same things as the English one, in the same order.

What an English sentence names are its parameters: numbers, gods, colours, districts, players. Each must be found, as a
word of the other language, in the sentence of that language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from heliopolis.text.catalogues import PLACEHOLDER, catalogue, format_message, key_part

SAME_THINGS = {  # words with an article or a preposition, and those without that they contain
    "at": "god",
    "from": "god",
    "of_district": "district",
}
NOUN_IS_LAST = {  # of these the last word is the thing
    "the_card": "the_card",
    "other_card": "the_card",
    "slide_it": "the_card",
    "automa_piece": "new_piece",
    "own_piece": "new_piece",
    "new_piece": "new_piece",
}


def things_named(key: str, params: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The things that an English message names, as family and word; those without a family are as they are."""
    for name, kind, rest in PLACEHOLDER.findall(catalogue("en")[key]):
        value = params[name]
        if kind == ":":
            yield rest, key_part(value)
        elif kind == "*":
            for item in value:
                yield from things_named(f"tekhenu.{rest}", item)
        elif kind == "" and isinstance(value, dict):
            yield from things_named(value["key"], value["params"])
        elif kind == "":
            yield "", str(value)


def word_for(language: str, family: str, word: str) -> str:
    """The word of a language for a thing, without article and preposition."""
    if not family:
        return word
    if family in NOUN_IS_LAST:
        return format_message(language, f"tekhenu.{NOUN_IS_LAST[family]}.{word}").split()[-1]
    return format_message(language, f"tekhenu.{SAME_THINGS.get(family, family)}.{word}")


def check_translation(language: str, key: str, params: Mapping[str, Any]) -> None:
    """Fail if the sentence of a language lacks something that the English one names, or has it in another order."""
    sentence = format_message(language, key, params)
    ends: dict[str, int] = {}  # for each family, where in the sentence its last word ended
    for family, word in things_named(key, params):
        wanted = word_for(language, family, word)
        kin = NOUN_IS_LAST.get(family, SAME_THINGS.get(family, family))
        start = 0 if family == "slide_it" else ends.get(kin, 0)  # a pronoun: the same card once more
        found = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)").search(sentence, start)
        assert found, (sentence, wanted)
        ends[kin] = found.end()
