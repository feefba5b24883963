"""Games in words: the terminal says everything in the language it was asked for, and only what a player may know."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO

import pytest
from rich.console import Console

import heliopolis as hp
from heliopolis.core.game import Game
from heliopolis.terminal.play import TerminalGame
from heliopolis.terminal.replay import RecordReader
from heliopolis.terminal.table import PlayerQuit
from heliopolis.text.catalogues import LANGUAGES, catalogue
from heliopolis.text.narration import Narrator, log_entry, narrator_of_board
from heliopolis.text.numbers import format_number, format_percent, signed
from heliopolis.text.plain_board import PlainBoard, board_of
from tests.pig import make_pig
from tests.ra.table import position

NAMES = ["Ada", "Grace", "Alan"]
WORD = re.compile(r"[^\W\d_]{3,}")


def words(text: str) -> set[str]:
    return set(WORD.findall(text.lower()))


def words_of(language: str) -> set[str]:
    return set().union(*(words(re.sub(r"\{[^?{}]*\}", "", message)) for message in catalogue(language).values()))


def printed(what: object) -> str:
    page = StringIO()
    Console(file=page, width=110, color_system=None).print(what)
    return page.getvalue()


def everything_said(name: str, language: str) -> Iterator[str]:
    """Yield all that the terminal prints of a game: events, boards, supplies and options."""
    rules = hp.game(name)
    narrator = Narrator(language, NAMES)
    previous = None
    for seat, move, outcomes, messages, after in hp.play_match(name, ["greedy"] * 3, seed=3).record.story():
        yield from narrator.events(rules, log_entry(seat, move, outcomes, messages), seat)
        if after.to_act is not None:
            view = after.view(after.to_act)
            for option in view["legal"]:
                assert narrator.has(rules.story.option(option)), option
                yield narrator.option(rules, option)
            yield printed(rules.board.board(view, NAMES, language, previous))
            yield rules.board.supply(view, language)
            previous = view
    yield printed(rules.board.board(after.view(None), NAMES, language, previous))


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("name", hp.games())
def test_a_whole_game_is_told_without_an_english_word(name: str, language: str) -> None:
    own = words_of(language) | words(" ".join(NAMES))
    said: set[str] = set()
    for text in everything_said(name, language):
        said |= words(text)
    assert len(said) > 40
    assert said - own == set()
    assert said & (words_of("en") - own) == set()


def test_the_reader_is_addressed_as_you() -> None:
    narrator = Narrator("en", ["You", "Grace"], you=0)
    assert narrator.render({"key": "sun.told.bid", "params": {"seat": 0, "sun": 7}}) == "You bid 7"
    assert narrator.render({"key": "sun.told.bid", "params": {"seat": 1, "sun": 7}}) == "Grace bids 7"


def test_the_reader_is_you_as_a_partner_too() -> None:
    params = {"seat": 1, "partner": 0, "what": "x", "against": "y"}
    message = {"key": "respublica.told.accept_ask", "params": params}
    said = [Narrator(language, ["You", "Grace"], you=0).render(message) for language in ("en", "it", "es")]
    assert said == ["Grace gets y from you for x", "Grace riceve y da te per x", "Grace recibe y de ti por x"]
    message["key"] = "respublica.told.accept_offer"
    said = [Narrator(language, ["You", "Grace"], you=0).render(message) for language in ("en", "it", "es")]
    assert said == ["Grace gives you y for x", "Grace ti dà y per x", "Grace te da y por x"]


def test_a_board_addresses_whoever_is_called_you() -> None:
    last = {"key": "respublica.final_round", "params": {"seat": 1}}
    assert narrator_of_board("es", ["Ada", "Tú"]).render(last) == "Ronda final: el último turno es tuyo."
    assert narrator_of_board("es", ["Tú", "Ada"]).render(last) == "Ronda final: el último turno es de Ada."


def test_points_have_a_sign() -> None:
    message = {"key": "sun.told.scored", "params": {"seat": 1, "points": -3, "fame": 7}}
    assert Narrator("it", NAMES).render(message) == "Grace: −3, fama 7"


@pytest.mark.parametrize(
    ("language", "number", "percent"),
    [("en", "12,345.7", "12.3%"), ("it", "12.345,7", "12,3%"), ("es", "12.345,7", "12,3\u00a0%")],
)
def test_numbers_are_written_as_in_their_language(language: str, number: str, percent: str) -> None:
    assert format_number(language, 12345.67, 1) == number
    assert format_percent(language, 0.123, 1) == percent


def test_zero_has_no_sign() -> None:
    assert [signed(points) for points in (2, 0, -2)] == ["+2", "0", "−2"]


def draws_of(seat: int) -> list[str]:
    """What a seat reads of the first draw of seat 0."""
    rules = hp.game("respublica")
    narrator = Narrator("en", NAMES)
    for actor, move, outcomes, messages, _ in hp.play_match("respublica", ["greedy"] * 3, seed=3).record.story():
        if actor == 0 and outcomes:
            return narrator.events(rules, log_entry(actor, move, outcomes, messages), seat)
    raise AssertionError("seat 0 never drew a card")


def test_only_the_player_who_draws_reads_which_cards() -> None:
    assert [line for line in draws_of(0) if line.startswith("Drawn: ")]
    assert not [line for line in draws_of(1) if line.startswith("Drawn: ")]


def test_only_the_two_who_trade_read_which_cards() -> None:
    rules, narrator = hp.game("respublica"), Narrator("en", NAMES)
    entry = log_entry(0, "give roman", [], [{"key": "respublica.told.give", "params": {"seat": 0}}])
    entry["given"] = {"0": ["roman"], "2": ["wheel", "wheel"]}
    told = ["Ada chooses the cards", "Ada handed over: Roman", "Alan handed over: Wheel, Wheel"]
    assert narrator.events(rules, entry, 2) == told
    assert narrator.events(rules, entry, 1) == told[:1]
    assert narrator.events(rules, entry, None) == told[:1]


# ---- around one keyboard ---------------------------------------------------------------------------------------------


def play(table: TerminalGame, rng: random.Random, moves: int) -> str:
    """Let somebody at the keyboard play any listed moves; return the screen."""
    page = StringIO()
    table.console = Console(file=page, width=110, color_system=None)
    left = [moves]

    def ask(prompt: str) -> str:
        page.write(prompt)
        if left[0] == 0:
            raise PlayerQuit
        left[0] -= 1
        return str(rng.randint(1, max(1, len(table.position.legal()))))

    with suppress(PlayerQuit):
        table.play(ask)
    return page.getvalue()


def test_people_around_one_keyboard_read_only_their_own_cards() -> None:
    table = TerminalGame("respublica", 3, 5, [], None, "en")
    play(table, random.Random(1), 120)
    drawn = [entry for entry in table.log if entry["outcomes"]]
    assert drawn
    for entry in drawn:
        for seat in range(3):
            lines = table.lines([entry], seat)
            assert any(line.startswith("Drawn: ") for line in lines) == (seat == entry["seat"])


class Faint:
    """A bot that fails."""

    name = "faint"

    def choose(self, position: hp.Position, rng: object) -> str:
        raise RuntimeError("oh")


def test_a_bot_that_fails_is_replaced() -> None:
    table = TerminalGame("ra", 2, 5, ["greedy"], None, "es")
    table.seated[1] = Faint()
    assert "greedy 2 ha fallado (RuntimeError: oh)" in play(table, random.Random(1), 5)


# ---- a game from outside ---------------------------------------------------------------------------------------------


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> Game:
    return hp.register(make_pig(monkeypatch))


def test_a_game_without_words_of_ours_is_told_by_its_moves(pig: Game) -> None:
    narrator = Narrator("it", NAMES)
    entry = log_entry(1, "roll", ["4"], pig.story.messages({}, 1, "roll", ["4"], {}))
    assert narrator.events(pig, entry, None) == ["Grace: roll 4"]
    assert narrator.option(pig, "hold") == "hold"


def test_a_game_without_a_board_shows_its_facts(pig: Game) -> None:
    board = board_of(pig)
    assert isinstance(board, PlainBoard)
    start = pig.from_json({"phase": "turn", "turn": 0, "sum": 0, "points": [0, 0]})
    shown = board.board(start.view(0), ["Ada", "Grace"], "en")
    assert shown == "phase: turn\nturn: Ada\nsum: 0\npoints:\n  Ada: 0\n  Grace: 0\nto_act: Ada"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_from_outside_can_be_played_in_the_terminal(pig: Game, language: str) -> None:
    table = TerminalGame(pig.name, 2, 5, ["greedy"], None, language)
    shown = play(table, random.Random(2), 500)
    assert table.position.over
    you = catalogue(language)["site.you"]
    assert re.search(rf"• {you}: roll \d", shown)
    assert "• greedy 2: hold" in shown


@pytest.mark.usefixtures("pig")
def test_statistics_of_a_game_from_outside_have_plain_names() -> None:
    assert set(hp.playouts("pig", players=2, games=20).statistics) == {"ones"}


# ---- records ---------------------------------------------------------------------------------------------------------


def test_the_only_person_of_a_record_is_addressed_in_any_language() -> None:
    record = hp.play_match("ra", ["greedy"] * 3, seed=2).record.with_seats(["greedy 1", "you", "greedy 3"])
    said = [line for lines in RecordReader(record, "es").moves for line in lines]
    assert any(line.startswith("Robas ") for line in said)
    assert any(line.startswith("greedy 3 roba ") for line in said)


def test_a_move_of_which_nothing_is_told_has_a_line_in_a_replay() -> None:
    start = position(players=3, row=["nile", "gold", "art"], tiles={0: {"god": 2}})
    record = hp.Record("ra", start.to_json(), ("take gold", "end")).with_seats(NAMES)
    assert RecordReader(record, "it").moves == [["Ada gioca un dio e prende Oro"], ["Ada: Basta così"]]
