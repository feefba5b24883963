"""The published ladder, and the command that replays it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from heliopolis.arena import ladder, level_times, serial
from heliopolis.arena.intervals import clustered
from heliopolis.arena.ladder import (
    PLAYERS,
    Replay,
    Rung,
    all_published,
    plan,
    play_anew,
    publish,
    published,
    replay,
    rungs_of,
)
from heliopolis.arena.ladder_page import page
from heliopolis.arena.level_times import published_times
from heliopolis.bots import levels
from tests.test_cli import run

ROOT = Path(__file__).parent.parent.parent
SLICE = 2  # games that are replayed of each rung that does not take long
QUICK = [rung for rung in all_published() if rung.challenger in ("beginner", "easy", "medium", "hard")]


@pytest.fixture(scope="module")
def rung(tmp_path_factory: pytest.TempPathFactory) -> Rung:
    return play_anew(plan("ra", 3, "greedy", "random", 30), serial, tmp_path_factory.mktemp("rung") / "games.jsonl")


def test_a_rung_is_every_game(rung: Rung) -> None:
    assert (rung.game, rung.players, rung.challenger, rung.defender, rung.games) == ("ra", 3, "greedy", "random", 30)
    assert rung.share > 0.9
    assert rung.verdict == "stronger"
    assert rung.scores[0] > rung.scores[1]
    assert all(len(digits) == 4 and digits[0] in "0123" for digits in rung.results)


def test_at_tables_of_four_every_level_up_to_expert_is_stronger_than_the_one_below() -> None:
    rungs = {(rung.game, rung.players, rung.challenger, rung.defender): rung for rung in all_published()}
    planned = {(game, *rung) for game in PLAYERS for rung in rungs_of(game)}
    assert rungs.keys() <= planned
    four = {key for key in planned if key[1] == 4 and key[2] != "master"}
    assert {rungs[key].verdict for key in four} == {"stronger"}


def test_no_level_is_weaker_than_the_one_below_at_any_table() -> None:
    assert [rung for rung in all_published() if rung.verdict == "weaker"] == []


def test_shares_are_read_from_the_digits(rung: Rung) -> None:
    """Won, lost, a win shared by two, by three; deals of three games."""
    known = replace(rung, results=("1abc", "0abc", "2abc", "3abc", "0abc", "0abc"))
    assert known.share == pytest.approx((1 + 1 / 2 + 1 / 3) / 6)
    assert known.interval == pytest.approx(clustered([1.5 / 3, 1 / 9], 3))
    assert known.verdict == "not distinguishable"
    assert replace(rung, results=("0abc",) * 90).verdict == "weaker"


def test_a_replay_gives_identical_games(rung: Rung) -> None:
    for games in (None, 5, 1000):
        again = replay(rung, games, serial)
        assert len(again.results) == min(games or 30, 30)
        assert again.identical
        assert again.holds


def test_other_games_are_compared_by_their_share(rung: Rung) -> None:
    weaker = replay(replace(rung, challenger="random", defender="greedy"), None, serial).results
    assert not Replay(rung, weaker).holds
    otherwise = [f"{digits[0]}xyz" for digits in rung.results]
    assert not Replay(rung, otherwise).identical
    assert Replay(rung, otherwise).holds
    half = replace(rung, results=("1abc", "0abc", "0abc", "0abc", "1abc", "0abc") * 20)
    assert Replay(half, ["1xyz", "0xyz", "0xyz"] * 40).holds
    assert Replay(half, ["0xyz"] * 6).holds, "so few games that chance may do it"
    assert not Replay(half, ["0xyz"] * 60).holds
    assert not Replay(half, ["1xyz", "1xyz", "0xyz"] * 40).holds


def test_publishing(rung: Rung, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "FOLDER", tmp_path / "ladders")
    assert published("ra") == []
    other = replace(rung, players=4, challenger="easy", defender="beginner", results=("1abc",) * 8)
    for one in (other, replace(rung, results=("0abc",) * 3), replace(other, challenger="greedy"), rung):
        publish(one)
    assert [(one.players, one.challenger) for one in published("ra")] == [(3, "greedy"), (4, "easy"), (4, "greedy")]
    assert published("ra")[0] == rung
    shown = page()
    for words in (
        "## Ra",
        "### 3 players (chance is 33.3%)",
        f"| greedy | 2 × random | 30 | **{rung.share:.1%}** |",
        f"sources {rung.sources}, seed 'ladder'.",
    ):
        assert words in shown


def test_by_the_command(
    rung: Rung, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command runs in this process, so that the ladder can be in another folder."""
    from heliopolis.terminal.cli import make_parser

    monkeypatch.setattr(ladder, "FOLDER", tmp_path)

    def said(*arguments: str) -> str:
        parsed = make_parser().parse_args(["ladder", "ra", "--serial", *arguments])
        parsed.run(parsed)
        return capsys.readouterr().out

    publish(rung)
    assert "The ladder holds." in said()
    shown = said("--slice", "3")
    assert "identical" in shown
    assert max(map(len, shown.splitlines())) <= 80
    [figures] = json.loads(said("--json"))
    assert figures["identical"]
    assert figures["published"]["win_share"] == figures["now"]["win_share"] == rung.share
    publish(replace(rung, results=tuple(f"{digits[0]}xyz" for digits in rung.results)))
    assert "with the same sources: this machine computes differently" in " ".join(said().split())
    publish(replace(rung, results=("0abc",) * 30, sources="old"))
    with pytest.raises(SystemExit) as ended:
        said()
    assert ended.value.code == 1
    shown = " ".join(capsys.readouterr().out.split())
    assert "1 of 1 rungs do not hold." in shown
    assert "the sources have changed since then" in shown


def test_publishing_by_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only rungs that were not published from the present sources are played."""
    from heliopolis.terminal import ladder as terminal
    from heliopolis.terminal.cli import make_parser

    monkeypatch.setattr(ladder, "FOLDER", tmp_path)
    monkeypatch.setattr(ladder, "RUNGS", (("easy", "random"),))
    monkeypatch.setattr(terminal, "unfinished_folder", lambda: tmp_path)

    def said(*arguments: str) -> str:
        parsed = make_parser().parse_args(["ladder", "ra", "--serial", "--publish", *arguments])
        parsed.run(parsed)
        return capsys.readouterr().out

    assert said("--games", "6", "--players", "4").startswith("4 players: easy against random: ")
    assert said("--games", "6").count("players:") == 3
    assert said("--games", "6") == ""
    assert [one.players for one in published("ra")] == [2, 3, 4, 5]
    assert [path.name for path in tmp_path.iterdir()] == ["ra.json"]


def test_bad_input() -> None:
    for arguments, says in (
        ([], "The ladder of which game?"),
        (["chess"], "no game 'chess'"),
        (["ra", "--players", "9"], "No ladder of Ra for 9 players has been published."),
    ):
        found = run("ladder", *arguments)
        assert found.returncode == 2
        assert says in found.stderr
        assert found.stderr.count("\n") == 1


# ---- what is published ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rung", QUICK, ids=lambda rung: f"{rung.game}-{rung.players}-{rung.challenger}")
def test_a_thin_slice_of_the_published_ladder_still_holds(rung: Rung) -> None:
    again = replay(rung, SLICE, serial)
    assert again.identical, (
        "the bots or the rules have changed: publish a new ladder (or this machine computes differently)"
    )


def test_the_page_is_the_ladder() -> None:
    assert (ROOT / "docs" / "ladder.md").read_text(encoding="utf-8") == page(), (
        "heliopolis ladder --page > docs/ladder.md"
    )


# ---- times -----------------------------------------------------------------------------------------------------------


def test_the_times_of_all_levels_are_published() -> None:
    found = {(one.game, one.level): one.milliseconds for one in published_times()}
    assert set(found) == {(game, level.name) for game in PLAYERS for level in levels(game)}
    for game in PLAYERS:
        for level in levels(game):
            assert found[game, level.name] <= max(1.0, 2.0 * level.milliseconds), "bots/level.py says how long it takes"


def test_times_by_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from heliopolis.terminal.cli import make_parser

    monkeypatch.setattr(level_times, "PUBLISHED", tmp_path / "times.json")
    monkeypatch.setattr(level_times, "levels", lambda name: levels(name)[:3])
    for game in ("ra", "priests", "ra"):
        parsed = make_parser().parse_args(["ladder", game, "--times", "2", "--json", "--publish"])
        parsed.run(parsed)
        assert [one["level"] for one in json.loads(capsys.readouterr().out)] == ["beginner", "easy", "medium"]
    assert [one.game for one in level_times.published_times()] == ["priests"] * 3 + ["ra"] * 3
