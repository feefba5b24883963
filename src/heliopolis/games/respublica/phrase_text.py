"""Res Publica: phrases as text."""

from __future__ import annotations

from heliopolis.games.respublica.cards import WORDS
from heliopolis.games.respublica.phrases import ALONE, MOST, count_of, joint_of, kind_of, make_phrase

JOINTS = ("", "and", "or")
COUNTS = [str(count) for count in range(1, MOST + 1)]


def phrase_text(phrase: int) -> str:
    """A phrase as it is said: `2 greek and 1 people`."""
    items = [f"{count_of(phrase, item)} {WORDS[kind_of(phrase, item)]}" for item in range(2)]
    joint = joint_of(phrase)
    return items[0] if joint == ALONE else f" {JOINTS[joint]} ".join(items)


def read_phrase(text: str) -> int | None:
    """The same back; None if it is none."""
    words = text.split(" ")
    if len(words) not in (2, 5) or (len(words) == 5 and words[2] not in JOINTS[1:]):
        return None
    items = [words[:2]] if len(words) == 2 else [words[:2], words[3:]]
    for count, kind in items:
        if kind not in WORDS or count not in COUNTS:
            return None
    if len(items) == 2 and items[0][1] == items[1][1]:
        return None
    (count, kind), (count_2, kind_2) = items[0], items[1] if len(items) == 2 else ("0", WORDS[0])
    joint = JOINTS.index(words[2]) if len(words) == 5 else ALONE
    return make_phrase(WORDS.index(kind), int(count), joint, WORDS.index(kind_2), int(count_2))
