"""Every message is there in every language, with the same gaps, and none is left over."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import heliopolis
from heliopolis.core.errors import UnknownName
from heliopolis.games.tekhenu import BadAnswer, Prompt, Session
from heliopolis.games.tekhenu.random_person import any_answer
from heliopolis.games.tekhenu.score_sheet import ITEMS
from heliopolis.games.tekhenu.transcript import transcript
from heliopolis.games.tekhenu.vocabulary import COLOURS, DISTRICTS, GODS, PLAYERS, SETH, SIDES, TILES
from heliopolis.text import catalogues
from heliopolis.text.catalogues import LANGUAGES, PLACEHOLDER, catalogue, format_message
from tests.tekhenu.games import begin

SOURCES = Path(heliopolis.__file__).parent
CODE = "\n".join(
    file.read_text(encoding="utf-8")
    for folder in ("games/tekhenu", "terminal")
    for file in sorted((SOURCES / folder).glob("*.py"))
)
WORDS: dict[str, list[Any]] = {  # what may stand where a message has a word
    "god": [*GODS, SETH],
    "at": [*GODS, SETH],
    "from": [*GODS, SETH],
    "action": [*GODS, SETH, "production", "anubis", "nothing"],
    "done": ["production", "anubis", "nothing"],
    "tile": [*TILES],
    "colour": [*COLOURS],
    "district": [*DISTRICTS],
    "of_district": [*DISTRICTS],
    "seat": [*PLAYERS],
    "status": ["pure", "tainted", "forbidden"],
    "light": ["sunny", "shaded", "dark"],
    "side": [*SIDES],
    "osiris_space": [0, 1],
    "segment": ["yellow", "red", "green", "blue"],
    **{family: ["buildings", "pillars", "statues"] for family in ("piece", "automa_piece", "own_piece", "new_piece")},
    "difficulty": [*range(5)],
    "sheet_when": ["start", "play", "8", "16", "end"],
    "sheet": [*ITEMS, "total"],
    "yes": ["true", "false"],
    "by_hand": ["cubes", "tiles", "dice"],
    "temple_line": [*range(1, 11)],
    "the_card": ["decrees", "technologies", "blessings"],
    "other_card": ["decrees", "technologies", "blessings"],
    "slide_it": ["decrees", "technologies", "blessings"],
    "marker": ["vp", "population", "happiness"],
    "automa_field": "vp population happiness decrees technologies blessings ankhs district obelisk line cell".split(),
}


def gaps(message: str) -> set[tuple[str, str]]:
    """The parameters of a message; whether one is a list; words and plurals may differ from language to language."""
    return {(name, "*" if sort == "*" else "") for name, sort, _ in PLACEHOLDER.findall(message)}


def test_the_languages_have_the_same_messages() -> None:
    english = catalogue("en")
    for language in LANGUAGES:
        assert list(catalogue(language)) == list(english)


@pytest.mark.parametrize("key", list(catalogue("en")))
def test_the_languages_have_the_same_gaps(key: str) -> None:
    for language in LANGUAGES:
        message = catalogue(language)[key]
        assert message.strip()
        assert gaps(message) == gaps(catalogue("en")[key]), language
        assert "{" not in PLACEHOLDER.sub("", message), language


def own(language: str) -> dict[str, str]:
    """The messages of Tekhenu."""
    return {key: message for key, message in catalogue(language).items() if key.startswith("tekhenu.")}


def test_the_temple_has_rows_and_columns_and_the_obelisk_lines() -> None:
    for language, line, temple in (("en", "line", "temple"), ("it", "line", "tempio"), ("es", "línea", "templo")):
        for message in own(language).values():
            text = PLACEHOLDER.sub("", message)
            assert line not in text or temple not in text, message


def test_words_and_parts_named_in_messages_exist() -> None:
    for language in LANGUAGES:
        for message in own(language).values():
            for _, sort, rest in PLACEHOLDER.findall(message):
                if sort == ":":
                    assert rest in WORDS, message
                elif sort == "*":
                    assert f"tekhenu.{rest}" in catalogue(language), message
                elif sort == "?":
                    assert rest.count("|") == 1, message


def test_every_word_is_there() -> None:
    for family, words in WORDS.items():
        there = [key for key in catalogue("en") if key.startswith(f"tekhenu.{family}.")]
        assert sorted(there) == sorted(f"tekhenu.{family}.{word}" for word in words)


def used() -> set[str]:
    """Keys that the code names, that messages name as parts, and words."""
    named = named_in_code()
    parts = {
        f"tekhenu.{rest}"
        for message in own("en").values()
        for _, sort, rest in PLACEHOLDER.findall(message)
        if sort == "*"
    }
    words = {f"tekhenu.{family}.{word}" for family, several in WORDS.items() for word in several}
    return named | parts | words


def named_in_code() -> set[str]:
    return set(re.findall(r"""["'](tekhenu\.[a-z0-9_.]+)["']""", CODE))


def is_composed(key: str) -> bool:
    """Whether the code puts a key together, such as `f"tekhenu.setting.{name}"`, and has its last word somewhere."""
    beginning, _, last = key.rpartition(".")
    last = last.removeprefix("left").removeprefix("right")
    composed = f"{beginning}.{{" in CODE or (beginning.startswith("tekhenu.place_") and "tekhenu.place_{" in CODE)
    return composed and any(f"{before}{last}{quote}" in CODE for before in "\"'}" for quote in "\"'")


def test_every_key_in_the_code_is_there() -> None:
    assert named_in_code() - set(catalogue("en")) == set()


def test_no_message_is_left_over() -> None:
    assert [key for key in own("en") if key not in used() and not is_composed(key)] == []


QUESTIONS_OF_0_1 = {"tekhenu.ask.settings", "tekhenu.ask.person_cultist"}  # asked only where it stopped


def said(prompt: Prompt) -> Iterator[tuple[str, dict[str, Any]]]:
    yield prompt.question.key, prompt.question.params
    yield from prompt.help
    for option in (*prompt.options, *prompt.actions):
        yield option.label.key, option.label.params
    for field in prompt.fields:
        yield from said(field)


def test_everything_a_session_says_can_be_said_in_every_language() -> None:
    seen: set[str] = set()
    for seed in range(40):
        session = Session(seed)
        rng = random.Random(seed)
        while (prompt := session.prompt) is not None:
            emitted = [*said(prompt)]
            for step in session.steps:
                emitted += [(step.key, step.params), *((reason.key, reason.params) for reason in step.why)]
            for key, params in emitted:
                for language in LANGUAGES:
                    if key not in seen or seed == 0:
                        assert format_message(language, key, params)
                assert {name for name, _ in gaps(catalogue("en")[key])} <= set(params), key
                seen.add(key)
            try:
                session.answer(any_answer(prompt, rng))
            except BadAnswer as error:
                assert format_message("it", error.message.key, error.message.params)
                session.answer(prompt.default)
    asked = {key for key in catalogue("en") if key.startswith(("tekhenu.ask.", "tekhenu.setting.", "tekhenu.setup."))}
    assert asked - seen == QUESTIONS_OF_0_1 | {"tekhenu.ask.person_scores"}, (
        "scores are entered unasked, after the game"
    )


def test_every_correction_can_be_asked_in_every_language() -> None:
    session = begin(automas=3)
    for name in session.correctable():
        for key, params in said(session.correction_prompt(name)):
            for language in LANGUAGES:
                assert format_message(language, key, params)


OTHER_WORDS = {  # for things that have one word: scoring marker, reveal, god tiles, draw from the bag, section, app
    "en": ("VP marker", "players too", "} high"),
    "it": ("segnalino PV", "scopri", "scopert", "tessere degli dei", "in Horus", "sezion", "ritira", "da qui:"),
    "es": ("marcador de PV", "boca arriba", "descubr", "loseta de dios", "losetas de dios", " app", "sector", "anj"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_thing_has_one_word(language: str) -> None:
    for key, message in own(language).items():
        text = message.lower()
        assert not [word for word in OTHER_WORDS[language] if word.lower() in text], key


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Take Automa 1’s building off row 2 of the temple."),
        ("it", "Togli l’edificio di Automa 1 dalla riga 2 del tempio."),
        ("es", "Quita el edificio de Autómata 1 de la fila 2 del templo."),
    ],
)
def test_places_come_with_their_articles(language: str, said: str) -> None:
    place = {"key": "tekhenu.place_from.line", "params": {"line": 2}}
    assert format_message(language, "tekhenu.move.off", {"player": "a1", "piece": "buildings", "from": place}) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_transcripts(language: str) -> None:
    lines = transcript(begin(automas=3, difficulty=4), language)
    assert len(lines) > 20
    assert not any("{" in line for line in lines)


def test_plurals_lists_and_words() -> None:
    assert format_message("en", "tekhenu.ask.automa_cards", {"player": "a1", "number": 1}).startswith(
        "Automa 1 takes 1 card:"
    )
    assert format_message("it", "tekhenu.ask.automa_cards", {"player": "a1", "number": 3}).startswith(
        "Automa 1 prende 3 carte:"
    )
    order = format_message("es", "tekhenu.step.order", {"players": [{"word": "person"}, {"word": "a2"}]})
    assert order == "Pon los marcadores de Maat en el orden de turno, del primero al último: Tú, Autómata 2."


def test_unknown_language_and_message() -> None:
    with pytest.raises(UnknownName, match="'xx'"):
        catalogue("xx")
    with pytest.raises(UnknownName, match=r"'ra\.nothing'"):
        format_message("en", "ra.nothing")


@pytest.mark.parametrize(
    ("locale", "language"), [("it_IT.UTF-8", "it"), ("es_MX", "es"), ("de_DE.UTF-8", "en"), ("C", "en")]
)
def test_language_of_the_locale(locale: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", locale)
    assert catalogues.language_of_locale() == language
