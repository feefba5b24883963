"""Every message of the site is there, is used, and nothing is said that is not in the catalogues."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import heliopolis as hp
from heliopolis.server.domain.problems import STATUS
from heliopolis.text.catalogues import LANGUAGES, PLACEHOLDER, catalogue, format_message
from heliopolis.text.message_json import message_json
from tests.site.sample_messages import YOU, Sample, samples, without_form

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web" / "src"
SOURCES = {
    file: file.read_text(encoding="utf-8") for file in sorted(WEB.rglob("*")) if file.suffix in (".ts", ".svelte")
}
PYTHON = "\n".join(file.read_text(encoding="utf-8") for file in sorted((ROOT / "src" / "heliopolis").rglob("*.py")))
CODE = "\n".join(SOURCES.values())
OTHERS = ("tekhenu.",)  # whose messages have a test of their own
NAMES = "site sun respublica rules review ending puzzle lesson companion offline problem tekhenu terminal".split()
DOMAINS = tuple(f"{name}." for name in NAMES)
DOMAIN = "|".join(domain.rstrip(".") for domain in DOMAINS)
KEY = re.compile(rf"""["'`]((?:{DOMAIN})\.[a-z0-9_.]+)["'`]""")
COMPOSED = re.compile(rf"""[`"]((?:{DOMAIN})\.[a-z0-9_.]*)(?:\$\{{|\{{)""")
KNOWN_FAMILIES = (  # named by what the server says, or by two words at once
    *("site.level.", "site.happened.", "site.theme", "site.speed", "site.pace", "problem."),
    *("rules.ra.", "rules.priests.", "rules.respublica.", "rules.tekhenu."),
    *("lesson.ra.", "lesson.priests.", "lesson.respublica."),
    *(
        "respublica.and",
        "respublica.or",
        "respublica.short",
        "companion.pillar_of",
        "companion.building_of",
        "companion.statue_of",
    ),
)


def own(language: str) -> dict[str, str]:
    return {key: value for key, value in catalogue(language).items() if not key.startswith(OTHERS)}


def gaps(message: str) -> set[str]:
    return {name for name, _, _ in PLACEHOLDER.findall(message)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_in_the_code_is_there(language: str) -> None:
    told = ("sun.", "respublica.", "ending.", "terminal.")
    named = set(KEY.findall(CODE)) | {key for key in KEY.findall(PYTHON) if key.startswith(told)}
    files = {"sun.css", "respublica.css", "tekhenu.css"}
    assert sorted(named - set(catalogue(language)) - files) == []


def test_no_message_is_left_over() -> None:
    named = set(KEY.findall(CODE)) | set(KEY.findall(PYTHON))
    beginnings = {*COMPOSED.findall(CODE), *COMPOSED.findall(PYTHON)}
    parts = {
        f"{key.split('.')[0]}.{rest}"
        for key, m in own("en").items()
        for _, sort, rest in PLACEHOLDER.findall(m)
        if sort == "*"
    }
    words = {
        f"{key.split('.')[0]}.{rest}."
        for key, m in own("en").items()
        for _, sort, rest in PLACEHOLDER.findall(m)
        if sort == ":"
    }

    def used(key: str) -> bool:
        key = without_form(key)
        composed = any(key.startswith(beginning) for beginning in beginnings | words if not beginning.endswith(DOMAINS))
        return key in named or key in parts or composed or key.startswith(KNOWN_FAMILIES)

    assert [key for key in own("en") if not used(key)] == []


def test_words_and_parts_that_messages_name_exist() -> None:
    for language in LANGUAGES:
        found = catalogue(language)
        for key, message in own(language).items():
            domain = key.split(".")[0]
            for _, sort, rest in PLACEHOLDER.findall(message):
                if sort == "*":
                    assert f"{domain}.{rest}" in found, key
                elif sort == ":":
                    assert any(other.startswith(f"{domain}.{rest}.") for other in found), key
                elif sort == "?":
                    assert rest.count("|") == 1, key


def test_every_problem_of_the_server_can_be_told() -> None:
    for language in LANGUAGES:
        assert {f"problem.{key}" for key in STATUS} <= set(catalogue(language))
    told = {key.removeprefix("problem.") for key in own("en") if key.startswith("problem.")}
    assert told - set(STATUS) == {"network"}


def test_every_level_has_a_name() -> None:
    for game in hp.games():
        for level in hp.levels(game):
            assert f"site.level.{level.name}" in catalogue("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_says_in_a_line_how_it_plays(language: str) -> None:
    for game in hp.games():
        lines = [level.describe(language) for level in hp.levels(game)]
        assert len(set(lines)) == len(lines)
        assert all(20 <= len(line) <= 120 and line.endswith(".") for line in lines)


def test_you_and_the_others_are_told_the_same() -> None:
    for language in LANGUAGES:
        found = own(language)
        for key in found:
            if key != without_form(key):
                assert gaps(found[key]) >= gaps(found[without_form(key)]) - {"name", "partner_name"}, key


TEXT = re.compile(r">([^<>{}]*[A-Za-zÀ-ÿ]{2,}[^<>{}]*)<")
ATTRIBUTE = re.compile(r"""\s(?:aria-label|title|placeholder|alt)="([^"{}]*[A-Za-z]{2,}[^"{}]*)\"""")


def hard_coded(source: str) -> Iterator[str]:
    """Words for people that stand in a component instead of in the catalogues."""
    markup = re.sub(r"<script.*?</script>|<style.*?</style>|<!--.*?-->", "", source, flags=re.S)
    markup = without_expressions(markup)
    yield from (found.strip() for found in TEXT.findall(markup))
    yield from ATTRIBUTE.findall(markup)


def without_expressions(markup: str) -> str:
    """The markup without what stands in braces."""
    kept, depth = [], 0
    for letter in markup:
        depth += (letter == "{") - (letter == "}")
        if not depth and letter != "}":
            kept.append(letter)
    return "".join(kept)


def test_nothing_is_said_outside_the_catalogues() -> None:
    for file, source in SOURCES.items():
        if file.suffix == ".svelte":
            assert list(hard_coded(source)) == [], file.name


STYLED = re.compile(r"""content:[^;"]*"[^"]*[A-Za-z]{2}[^"]*"|\[(?:aria-label|title|placeholder)\b""")


def test_style_sheets_neither_say_nor_read_words() -> None:
    for sheet in WEB.rglob("*.css"):
        assert STYLED.findall(sheet.read_text(encoding="utf-8")) == [], sheet.name
    assert len(STYLED.findall('.turn::before { content: "Round"; } .tool[aria-label="Sound on"] { color: red; }')) == 2


def test_the_guard_against_hard_coded_words_works() -> None:
    assert list(hard_coded("<p>Hello there</p>")) == ["Hello there"]
    assert list(hard_coded('<input placeholder="Your name" />')) == ["Your name"]
    assert list(hard_coded("<p title={t('a')}>{#if x > 1}{t('b')}{/if}</p>")) == []


def spoken(told: Any) -> Iterator[dict[str, Any]]:
    """All messages in something, also those within messages."""
    if isinstance(told, dict) and set(told) == {"key", "params"}:
        yield told
        yield from spoken(told["params"])
    elif isinstance(told, dict):
        for value in told.values():
            yield from spoken(value)
    elif isinstance(told, list):
        for value in told:
            yield from spoken(value)


@pytest.mark.parametrize("game", hp.games())
def test_whatever_a_game_tells_can_be_said_in_every_language(game: str) -> None:
    """The messages of views and of the story of a game have all parameters that each language wants."""
    players = ["greedy", "random", "greedy", "random"]
    for _, _, _, told, after in hp.play_match(game, players, seed=1).record.story():
        shown = after.view(None if after.over else after.to_act)
        for message in spoken([shown["why_not"], shown.get("notes", []), shown.get("can_give", []), told]):
            params = {"name": "Ada", "partner_name": "Grace", **message["params"]}
            for language in LANGUAGES:
                assert format_message(language, message["key"], params)
                if f"{message['key']}.you" in catalogue(language):
                    assert format_message(language, f"{message['key']}.you", params)


# ---- the site and Python format alike --------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_site_says_every_message_as_python_does(tmp_path: Path) -> None:
    with_a_message_in_it = message_json(
        "site.said", seat=0, text=message_json("site.players", number=2), name="A {x} $&"
    )
    said = [sample for language in LANGUAGES for sample in samples(language)]
    said += [Sample(language, with_a_message_in_it, ["Ada"]) for language in LANGUAGES]
    cases = [{**sample._asdict(), "you": YOU, "text": sample.text()} for sample in said]
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    vitest = ["npx", "--no-install", "vitest", "run", "tests/agreement.test.ts"]
    cases_at = {**os.environ, "MESSAGE_CASES": str(file)}
    ran = subprocess.run(vitest, check=False, cwd=ROOT / "web", env=cases_at, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-4000:]
    assert "1 passed" in ran.stdout
