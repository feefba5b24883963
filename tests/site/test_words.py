"""Every message is said well: rendered with sample parameters in each language, it has none of the known faults."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from heliopolis.text.catalogues import LANGUAGES, PLACEHOLDER, catalogue
from tests.site.sample_messages import FORMS, NEVER_YOU, YOU, Sample, samples, without_form

PRONOUNS = {"en": "You|I|Me", "it": "Tu|Io", "es": "Tú|Yo"}
PREPOSITIONS = {
    "en": "of|to|from|for|by|with|before|than|as",
    "it": "a|ad|di|da|con|per|su|tra|fra|in|come",
    "es": "a|de|con|para|por|en|sobre|ante|según|como",
}
SECOND_PERSON_TOO = {  # verbs that are the same after "you"
    "en": {"may", "must", "would", "could", "knew", "handed", "can", "ran", "still", "then"},
    "it": set[str](),
    "es": set[str](),
}
ALIGNED = re.compile(r"^(tekhenu\.)?terminal\.")  # lines of help set their letters off with two spaces


class Fault(NamedTuple):
    """What no message may say, in which languages, and in messages of which keys."""

    pattern: str
    why: str
    languages: tuple[str, ...] = LANGUAGES
    keys: str = ""


FAULTS = (
    # ---- letters and spaces
    Fault(r"[{}]", "a placeholder that is not filled"),
    Fault(r"\b(null|undefined|NaN|True|False)\b", "a value that is no word"),
    Fault(r" [,.:;!?](?!\w)", "a space before a mark", keys=r"^(?!rules\.key\.|.*terminal)"),
    Fault(r"^ | $", "a space at an end"),
    Fault(r"\w'\w", "a straight apostrophe", ("it", "es", "en")),
    Fault(r"\.\.|,,|;;|::", "a mark twice"),
    # ---- persons
    *(Fault(rf"\b({PREPOSITIONS[one]}) ({PRONOUNS[one]})\b", "a pronoun as a name", (one,)) for one in LANGUAGES),
    *(Fault(rf"\b({PRONOUNS[one]}) ({PRONOUNS[one]})\b", "a pronoun twice", (one,)) for one in LANGUAGES),
    Fault(r"\bYou’s\b|\bYou (is|has|does|was)\b", "third person with you", ("en",)),
    Fault(r"\bTu (è|ha|può|deve|sta|si)\b", "third person with you", ("it",)),
    Fault(r"\bTú (es|ha|puede|debe|está|se)\b", "third person with you", ("es",)),
    Fault(r"\b(turno|mano|risposta|posto|tempo|punti|soli) di te\b", "tuo, not di te", ("it",)),
    Fault(r"\b(turno|mano|respuesta|asiento|tiempo|puntos|soles) de ti\b|\bda\b.*\ba ti\b", "tu, te", ("es",)),
    Fault(r"\b(vostr[oaie]|voi)\b", "tu, never voi", ("it",)),
    Fault(r"\b(usted(es)?|vosotr[oa]s|vuestr[oa]s?)\b", "tú, never usted", ("es",)),
    # ---- draw and flip, row and track
    Fault(r"(?i)\bgir[aio]\w*\b", "girare is to flip, pescare to draw", ("it",), r"^(sun|respublica|rules)\..*draw"),
    Fault(r"(?i)\bpesc\w*\b", "pescare is to draw, girare to flip", ("it",), r"^sun\..*flip"),
    Fault(r"\b(un|il|del|al|i|dei|\d) gir[oi]\b", "a giro is a lap", ("it",), r"^(sun|rules)\."),
    Fault(r"(?i)\bfila di Ra\b|\bcammino di Ra\b", "percorso di Ra; the fila is the row", ("it",)),
    Fault(r"(?i)\bv(olver|uelve)\w* (una )?(loseta|carta|Ra)\b|\bsac(a|as|ar) (una )?loseta", "robar", ("es",)),
    Fault(r"(?i)\b(da|das|dar) la vuelta\b", "voltear", ("es",)),
    Fault(r"(?i)\bvoltea\w*\b", "voltear is to flip, robar to draw", ("es",), r"^sun\..*draw"),
    Fault(r"(?i)\b(cartas?|losetas?) robadas?\b|^robad[ao]s?\b", "a robada tile is a stolen one", ("es",)),
    Fault(r"(?i)\bregistros?\b", "fila, camino de Ra, crónica, historial: registro is none of them", ("es",)),
    # ---- one word for one thing
    Fault(r"(?i)\bregistrazion\w*|\bcronologia\b|\bverbale\b|\btrascrizion\w*", "partita salvata, cronaca", ("it",)),
    Fault(r"(?i)\bsorteggio\b", "sorte; lots are drawn only for the seats", ("it",)),
    Fault(r"(?i)\btorn[aio] indietro\b", "ritira la mossa; annulla in the companion", ("it",)),
    Fault(r"(?i)\blascia(no)? il gioco\b", "a tile si scarta, or is tolta dal gioco", ("it",)),
    Fault(r"(?i)\b(niente più|quali|non hai) dei\b|^Dei sugli", "dei reads as of the", ("it",)),
    Fault(r"(?i)\bcompagno di gioco\b|\bFallo\b|\bDillo\b", "assistente; esegui; annuncia", ("it",)),
    Fault(r"(?i)\banalisi\b", "revisione", ("it",), r"^(problem|review)\."),
    Fault(r"(?i)\blinea \d+\b|\bin (Horus|Toth|Osiride|Hathor|Bastet)\b", "riga, colonna; nel settore", ("it",)),
    Fault(r"(?i)\bdisastr\w+", "calamità", ("it",)),
    Fault(r"(?i)\bcart[ae] dei popoli\b|\bDi’ ", "carta popolo; di’ is hard to read", ("it",)),
    Fault(r"(?i)\bpróxima época\b|\bcartas? de pueblos\b", "siguiente época; carta de pueblo", ("es",)),
    Fault(r"(?i)\brobos?\b", "a robo is a theft", ("es",)),
    Fault(r"(?i)\bgiro finale\b", "round finale", ("it",)),
    Fault(r"(?i)\banjs?\b", "ankh", ("es",)),
    Fault(r"(?i)\bcog(e|es|er|en|ido)\b", "tomar, llevarse", ("es",)),
    Fault(r"(?i)\bboca (abajo|arriba)\b", "bocabajo, bocarriba", ("es",)),
    Fault(r"(?i)\bcasillas?\b", "espacio", ("es",), r"^sun\."),
    Fault(r"(?i)\bsector(es)?\b", "sección", ("es",), r"^(tekhenu|companion)\."),
    Fault(r"(?i)\bseries?\b", "cinco iguales", ("es",), r"^(respublica|rules\.respublica)\."),
    Fault(
        r"(?i)\bIntro\b|\ben directo\b|\ben breve\b|\bacompañante\b|\bpuj\w+\b", "not said in all of America", ("es",)
    ),
    Fault(r"(?i)\banálisis\b", "repaso", ("es",), r"^(problem|review)\."),
)


@cache
def texts(language: str) -> tuple[tuple[Sample, str], ...]:
    return tuple((sample, sample.text()) for sample in samples(language))


def told(sample: Sample, text: str) -> str:
    return f"{sample.language} {sample.message['key']}: {text}"


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.why)
def test_no_message_has_a_known_fault(fault: Fault) -> None:
    pattern, keys = re.compile(fault.pattern), re.compile(fault.keys)
    said = [
        told(sample, text)
        for language in fault.languages
        for sample, text in texts(language)
        if keys.search(sample.message["key"]) and pattern.search(text)
    ]
    assert said == [], fault.why


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_has_two_spaces(language: str) -> None:
    said = [told(one, text) for one, text in texts(language) if "  " in text and not ALIGNED.match(one.message["key"])]
    assert said == []


# ---- numbers ---------------------------------------------------------------------------------------------------------


def number_forms(language: str) -> Iterator[tuple[str, str]]:
    """The nouns that messages count, each in the singular and the plural."""
    for message in catalogue(language).values():
        for _, sort, rest in PLACEHOLDER.findall(message):
            one, _, many = rest.partition("|")
            is_noun = one.isalpha() and many.isalpha() and (language != "en" or (many[-1] == "s" != one[-1]))
            if sort == "?" and one != many and is_noun:
                yield one, many


NEVER_ONE = (  # messages whose number is larger than 1, whatever happens
    *("tekhenu.setup.bag_by_hand", "tekhenu.setup.conquest", "tekhenu.bad.pieces", "tekhenu.advice.more_automas"),
    *("problem.table.long", "problem.quota.", "problem.setup.players", "terminal.simulate_title"),
    *("sun.note.all_civilization", "sun.note.whole_pyramid", "sun.pyramid_step"),  # five kinds, three tiles and more
    *("sun.reason.fewer_higher", "sun.reason.none_higher"),  # there is a sun that only one of two bids beats
    *("respublica.item_one", "respublica.item_many"),  # chosen by their number
    *("respublica.reason.completes_", "respublica.reason.breaks_set", "respublica.reason.lay_points"),  # from 3 points
    *("lesson.ra.", "lesson.priests.", "lesson.respublica."),  # their deal is fixed
    *("respublica.explain.set.", "respublica.explain.monument_help", "rules.figure."),
    *("respublica.reason.leader", "respublica.reason.next_monument", "respublica.reason.monument_waits"),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_agree_with_what_they_count(language: str) -> None:
    forms = list(number_forms(language))
    ones, manys = {one for one, _ in forms}, {many for _, many in forms}
    wrong = {1: manys - ones, 0: ones - manys, 2: ones - manys}
    pattern = re.compile(r"(?<![\w.,–/+−-])([012]) ([^\W\d_]+)(?! cards?\b)")
    said = [
        told(sample, text)
        for sample, text in texts(language)
        if any(word in wrong[int(number)] for number, word in pattern.findall(text))
        and not sample.message["key"].startswith(NEVER_ONE)
    ]
    assert said == []


# ---- the reader ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_a_message_may_be_about_can_read_it(language: str) -> None:
    """A sentence with a name has another form for its reader, unless the name only stands before a colon."""
    found = catalogue(language)
    named = [key for key, message in found.items() if "{name}" in message.removeprefix("{name}:")]
    excused = [key for key in named if key.startswith(NEVER_YOU) or key != without_form(key)]
    assert [key for key in named if f"{key}.you" not in found and key not in excused] == []


def test_only_messages_that_exist_are_excused() -> None:
    assert [key for key in (*NEVER_YOU, *NEVER_ONE) if not any(one.startswith(key) for one in catalogue("en"))] == []


@cache
def third_person(language: str) -> frozenset[str]:
    """The verbs that stand after a name."""
    after = re.compile(r"\{name\} ([^\W\d_]+)")
    verbs = {verb for message in catalogue(language).values() for verb in after.findall(message)}
    return frozenset(verbs - SECOND_PERSON_TOO[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_you_are_not_addressed_in_the_third_person(language: str) -> None:
    you = catalogue(language)["site.you"]
    after = re.compile(rf"\b{you} ([^\W\d_]+)")
    assert len(third_person(language)) > 30
    said = [told(sample, text) for sample, text in texts(language) if third_person(language) & set(after.findall(text))]
    assert said == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_for_the_reader_does_not_name_them(language: str) -> None:
    found = catalogue(language)
    assert [key for key in found if key.endswith(".you") and key != "site.you" and "{name}" in found[key]] == []
    assert [key for key in found if key.endswith(".to_you") and "{partner_name}" in found[key]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_must_bid_reads_that_they_must(language: str) -> None:
    must = {"en": "must bid", "it": "devi puntare", "es": "tienes que apostar"}[language]
    for key in ("sun.decide.must_bid", "sun.must_bid"):
        assert must in catalogue(language)[key]


def test_samples_reach_every_form_and_every_word() -> None:
    found = catalogue("it")
    said = {text for _, text in texts("it")}
    for form in ("Peschi Faraone", "Grace pesca Faraone", "Senbi pesca Faraone", "Grace ti dà 2 Greci per 2 Greci"):
        assert form in said
    for number in ("0 tessere", "1 tessera", "2 tessere"):
        assert number in said
    assert all(f"Peschi {found[key]}" in said for key in found if key.startswith("sun.tile."))
    about_you = [one for one, _ in texts("it") if one.message["params"].get("seat") == YOU]
    told_you = {key.removesuffix(FORMS[0]) for key in found if ".told." in key and key.endswith(FORMS[0])}
    assert {one.message["key"] for one in about_you} >= told_you
