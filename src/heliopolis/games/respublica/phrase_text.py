"""Res Publica: the grammar. Phrases as text, and as messages that a catalogue puts into words."""

from __future__ import annotations

from heliopolis.games.respublica.cards import KIND_NAMES
from heliopolis.games.respublica.phrases import (
    ALONE,
    ITEMS,
    MAX_COUNT,
    alternative,
    conjunction_of,
    count_of,
    kind_of,
    make_phrase,
)
from heliopolis.text.message_json import MessageJSON, message_json

CONJUNCTIONS = ("", "and", "or")
COUNTS = tuple(str(count) for count in range(1, MAX_COUNT + 1))


def phrase_text(phrase: int) -> str:
    """Return a phrase as it is said: `2 greek and 1 people`."""
    items = [f"{count_of(phrase, item)} {KIND_NAMES[kind_of(phrase, item)]}" for item in range(ITEMS)]
    conjunction = conjunction_of(phrase)
    return items[0] if conjunction == ALONE else f" {CONJUNCTIONS[conjunction]} ".join(items)


def read_phrase(text: str) -> int | None:
    """Return the phrase that a text says, or None if it says none."""
    words = text.split(" ")
    if len(words) == 2:
        first = read_item(words)
        return None if first is None else make_phrase(*first, ALONE, 0, 0)
    if len(words) != 5 or words[2] not in CONJUNCTIONS[1:]:
        return None
    first, second = read_item(words[:2]), read_item(words[3:])
    if first is None or second is None or first[0] == second[0]:
        return None
    return make_phrase(*first, CONJUNCTIONS.index(words[2]), *second)


def read_item(words: list[str]) -> tuple[int, int] | None:
    """Return the kind and the count that two words say, or None if they say none."""
    count, kind = words
    if kind not in KIND_NAMES or count not in COUNTS:
        return None
    return KIND_NAMES.index(kind), int(count)


def phrase_message(phrase: int) -> MessageJSON:
    """Return a phrase as a message."""
    conjunction = conjunction_of(phrase)
    if conjunction == ALONE:
        return phrase_item_message(phrase)
    first, second = (phrase_item_message(alternative(phrase, item)) for item in range(ITEMS))
    return message_json(f"respublica.{CONJUNCTIONS[conjunction]}", first=first, second=second)


def text_message(text: str) -> MessageJSON:
    """Return the text of a phrase as a message."""
    phrase = read_phrase(text)
    if phrase is None:
        raise ValueError(f"{text!r} is not a phrase.")
    return phrase_message(phrase)


def phrase_item_message(phrase: int) -> MessageJSON:
    """Return a phrase of one item as a message."""
    return item_message(count_of(phrase, 0), KIND_NAMES[kind_of(phrase, 0)])


def item_message(count: int, kind: str) -> MessageJSON:
    """Return a number of cards of a kind as a message."""
    return message_json("respublica.item_one" if count == 1 else "respublica.item_many", count=count, kind=kind)
