"""Every message of a language with sample parameters, as three kinds of readers meet it.

Numbers are 0, 1 and 2, every word of a kind comes up, and whoever a message is about is the reader, a friend or a bot.
The reader's own seat is called "You", as in the terminal: where a sentence needs a form of its own and has none, that
name stands in it and can be found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from heliopolis.text.catalogues import PLACEHOLDER, catalogue
from heliopolis.text.message_json import MessageJSON, message_json
from heliopolis.text.narration import Narrator

YOU, FRIEND, BOT = range(3)
NUMBERS = (0, 1, 2)
FORMS = (".you", ".to_you")  # of a message to its reader
NEVER_YOU = (  # messages with the name of somebody who cannot be their reader, or is not addressed
    *("site.hello", "site.hello_why", "site.hello_yes", "site.hello_same"),  # the name that the reader goes by
    *("site.hand_over", "site.here_i_am"),  # there are several readers, and they go by their names
    *("site.happened.leave", "site.happened.fill"),  # somebody who has gone, and a bot
    *("review.knew", "review.learn_of"),  # the site has messages of their own for the reader
    *("sun.decide.outbid", "terminal.bot_failed"),  # a rival, a bot
    *("problem.name.taken", "rules.figure.trade"),
    "tekhenu.",  # names of things; the player is always "you"
)
PHRASE = message_json("respublica.item_many", count=2, kind="greek")
TEXTS: Mapping[str, Any] = {  # placeholders that are not numbers, with a text or a message
    **dict.fromkeys(("what", "against", "there", "cards", "first", "second", "tried", "original"), PHRASE),
    **dict.fromkeys(("move", "best", "moves"), "9"),
    **dict.fromkeys(("share", "chance", "begin", "end", "lost", "own_chance", "better"), "12%"),
    **dict.fromkeys(("names", "name", "was", "player", "device", "browser", "system"), "Grace, Senbi"),
    **dict.fromkeys(("reason", "piece", "text", "error", "theme", "level", "game", "host", "where", "file"), "x"),
    **dict.fromkeys(("line", "cell", "from", "to", "space", "value", "given", "asked", "field", "id"), "x"),
}


class Sample(NamedTuple):
    """A message with parameters in a language, and who sits where."""

    language: str
    message: MessageJSON
    names: list[str]

    def text(self) -> str:
        """Return the sentence that the reader gets."""
        return Narrator(self.language, self.names, YOU).render(self.message)


def without_form(key: str) -> str:
    """Return the key of a message without the ending of a form to its reader."""
    bases = (key.removesuffix(form) for form in FORMS if key.endswith(form))
    return next((base for base in bases if base in catalogue("en")), key)


def samples(language: str) -> Iterator[Sample]:
    """Yield all messages of a language with their parameters."""
    found = catalogue(language)
    names = [found["site.you"], "Grace", "Senbi"]
    for key in dict.fromkeys(map(without_form, found)):
        forms = [form for form in (key, *(key + form for form in FORMS)) if form in found]
        for turn in range(max(len(NUMBERS), *(words_in(found, form) for form in forms))):
            params = {name: value for form in forms for name, value in sample_params(found, form, turn).items()}
            others = {name: value for name, value in params.items() if name not in ("name", "partner_name")}
            for seats in seats_of(found, key, forms):
                yield Sample(language, message_json(key, **others, **seats), names)


def words_in(found: Mapping[str, str], key: str) -> int:
    """Return how many words the largest kind of word in a message has."""
    domain = key.partition(".")[0]
    kinds = [rest for _, sort, rest in PLACEHOLDER.findall(found[key]) if sort == ":"]
    return max((len(words_of(found, f"{domain}.{kind}.")) for kind in kinds), default=0)


def words_of(found: Mapping[str, str], prefix: str) -> list[str]:
    """Return the words of a kind."""
    rests = [key.removeprefix(prefix) for key in found if key.startswith(prefix)]
    return [rest for rest in rests if "." not in rest]


def sample_params(found: Mapping[str, str], key: str, turn: int) -> dict[str, Any]:
    """Return a value for every placeholder of a message; each turn has others."""
    domain = key.partition(".")[0]
    number = NUMBERS[turn % len(NUMBERS)]
    params: dict[str, Any] = {}
    for name, sort, rest in PLACEHOLDER.findall(found[key]):
        if sort == ":":
            words = words_of(found, f"{domain}.{rest}.")
            if rest == "seat" and not key.startswith("tekhenu.part."):
                words.remove("person")  # who is told what to do with the pieces of an automa
            params[name] = words[turn % len(words)]
        elif sort == "*":
            params[name] = [sample_params(found, f"{domain}.{rest}", turn + more) for more in (1, 2)]
        elif sort == "?" or name not in params:
            params[name] = number if sort == "?" else TEXTS.get(name, number)
    return params


def seats_of(found: Mapping[str, str], key: str, forms: list[str]) -> Iterator[dict[str, int]]:
    """Yield who a message is about, and who is the other one in it, if it says so."""
    gaps = {name for form in forms for name, _, _ in PLACEHOLDER.findall(found[form])}
    anybody = (FRIEND, BOT) if key.startswith(NEVER_YOU) else (YOU, FRIEND, BOT)
    about = anybody if "name" in gaps or f"{key}.you" in found else ()
    other = (YOU, FRIEND, BOT) if "partner_name" in gaps or f"{key}.to_you" in found else ()
    for seat, partner in product(about or (None,), other or (None,)):
        if seat is None or seat != partner:
            yield {name: one for name, one in (("seat", seat), ("partner", partner)) if one is not None}
