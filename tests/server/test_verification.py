"""`heliopolis verify`: what a record proves, and the forgeries that it must not be fooled by."""

from __future__ import annotations

import copy
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import heliopolis as hp
from heliopolis.core.record import Record
from heliopolis.server.domain.fairness import Deal, Share
from heliopolis.server.domain.verification import verify
from heliopolis.terminal import cli
from tests.server.people import JSON, Person, answer_to, play_on, wait_for

ADA, GRACE, OTHER = "ada0" * 8, "9ace" * 8, "0b0b" * 8
Forge = Callable[[JSON], Any]


@pytest.fixture(scope="module")
def game(server: str) -> tuple[JSON, str]:
    """The record of a game of two people and a bot, with shares and lots, and the commitment that they saw."""
    ada, grace = Person(server), Person(server, "Grace")
    table = ada.open("ra", "me", "open", "greedy", shares=True, shuffle=True)
    grace.join(table, 1)
    ada.post("share", share=ADA)
    lots = grace.post("share", share=GRACE)["table"]["deal"]["lots"]
    people = {lots.index(0): ada, lots.index(1): grace}
    play_on([people.get(seat, ada) for seat in range(3)], random.Random(1))
    return ada.get("record"), table["deal"]["commitment"]


def run(file: Path, *more: str) -> int:
    """The exit status of the command, which has printed what it has to say."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "argv", ["heliopolis", "verify", str(file), *more])
        try:
            cli.main()
        except SystemExit as stop:
            return int(stop.code or 0)
    return 0


def verify_file(folder: Path, record: JSON, *more: str) -> int:
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    return run(file, *more)


def words(text: str) -> str:
    """What was printed, without its line breaks."""
    return " ".join(text.split())


# ---- what is proved --------------------------------------------------------------------------------------------------


def test_a_record_alone_proves_only_itself(game: tuple[JSON, str], tmp_path: Path, capsys: Any) -> None:
    assert verify_file(tmp_path, game[0]) == 0
    told = words(capsys.readouterr().out)
    assert "The record is consistent with itself" in told
    assert "does not prove that the deal was fixed in advance" in told
    assert game[1] in told


def test_the_commitment_and_the_own_share_prove_that_nobody_could_choose(
    game: tuple[JSON, str], tmp_path: Path, capsys: Any
) -> None:
    record, commitment = game
    bots = sum(len(group["moves"]) for group in record["deal"]["bots"])
    for more, told in (
        ((), "of Ada and Grace; nobody could choose them if these shares are really theirs"),
        (("--share", ADA), "nobody could choose them, unless whoever runs the server conspired with Grace, whose"),
        (("--share", GRACE, "--share", ADA), "all of which you knew when you gave yours; nobody could choose them."),
    ):
        named = {**record, "seats": [name or "Ada" for name in record["seats"]]}
        assert verify_file(tmp_path, named, "--commitment", commitment.upper(), *more) == 0
        printed = words(capsys.readouterr().out)
        assert told in printed
        assert "The set-up, the seats' lots, all" in printed
        assert f"and the luck of {bots} bot moves follow from the seed that was committed to before" in printed


def test_bots_can_be_left_out(game: tuple[JSON, str], tmp_path: Path, capsys: Any) -> None:
    record, commitment = game
    bots = sum(len(group["moves"]) for group in record["deal"]["bots"])
    assert verify_file(tmp_path, record, "--commitment", commitment, "--no-bots") == 0
    assert f"Not checked: the luck of {bots} bot moves" in words(capsys.readouterr().out)


def test_a_practice_table_is_told(game: tuple[JSON, str], tmp_path: Path, capsys: Any) -> None:
    assert verify_file(tmp_path, {**game[0], "practice": True}) == 0
    assert "practice table" in words(capsys.readouterr().out)


@pytest.mark.parametrize("name", hp.games())
def test_the_luck_of_bots_that_search_is_repeated(server: str, name: str) -> None:
    """In all games, also where they imagine what they do not know."""
    with Person(server) as ada:
        table = ada.open(name, "hard", "greedy", "random")
        wait_for(ada, "over")
        record = Record.from_json(ada.get("record"))
    proof = verify(record, table["deal"]["commitment"])
    assert proof.bot_moves == len(record.moves)
    assert proof.unchecked_bot_moves == 0


def test_bots_of_another_version_are_not_checked(game: tuple[JSON, str]) -> None:
    record = copy.deepcopy(game[0])
    record["deal"]["bots"][0]["version"] = "0.0.1"
    proof = verify(Record.from_json(record), game[1])
    assert proof.bot_moves < proof.unchecked_bot_moves


def test_text_and_json_prove_the_same(game: tuple[JSON, str]) -> None:
    record = Record.from_json(game[0])
    assert verify(Record.from_text(record.to_text()), game[1]) == verify(record, game[1])


# ---- forgeries -------------------------------------------------------------------------------------------------------


def drop_share(record: JSON) -> None:
    record["deal"]["shares"].pop()


def change_share(record: JSON) -> None:
    record["deal"]["shares"][0]["share"] = OTHER


def deny_shares(record: JSON) -> None:
    record["deal"]["shares"] = None


def swap_lots(record: JSON) -> None:
    lots = record["deal"]["lots"]
    lots[0], lots[1] = lots[1], lots[0]


def deny_lots(record: JSON) -> None:
    record["deal"]["lots"] = None


def move_to_another_table(record: JSON) -> None:
    record["deal"]["table"] = "k3v9q0c1xw2m"


def pretend_older_version(record: JSON) -> None:
    for key in ("version", "table", "open", "shares", "lots"):
        del record["deal"][key]


def pretend_newer_version(record: JSON) -> None:
    record["deal"]["version"] = 3


def open_the_deal(record: JSON) -> None:
    record["deal"]["open"] = True


def forget_whether_it_was_open(record: JSON) -> None:
    del record["deal"]["open"]


def shorten_seed(record: JSON) -> None:
    record["deal"]["seed"] = "Friday"


def garble(record: JSON) -> None:
    record["deal"] |= {"shares": [7], "bots": 7, "lots": "x"}


@pytest.mark.parametrize(
    "forge",
    [
        drop_share,
        change_share,
        deny_shares,
        swap_lots,
        deny_lots,
        move_to_another_table,
        pretend_older_version,
        pretend_newer_version,
        open_the_deal,
        forget_whether_it_was_open,
        shorten_seed,
        garble,
    ],
)
def test_a_deal_that_was_tampered_with_fails_in_one_sentence(
    game: tuple[JSON, str], forge: Forge, tmp_path: Path, capsys: Any
) -> None:
    record = copy.deepcopy(game[0])
    forge(record)
    assert verify_file(tmp_path, record) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1


def test_a_better_bot_move_fails(server: str, tmp_path: Path, capsys: Any) -> None:
    """Another move of the same bot, with outcomes that the deal gives, so that nothing else is wrong."""
    with Person(server) as ada:
        ada.open("ra", "greedy", "greedy")
        wait_for(ada, "over")
        record = ada.get("record")
    revealed = record["deal"]
    deal = Deal(revealed["seed"], revealed["salt"], open=False, version=2)
    position, drawn, moves = hp.game("ra").from_json(record["start"]), 0, list[str]()
    rng = random.Random(1)
    while not position.over:
        other = (
            [move for move in position.legal() if not record["moves"][len(moves)].startswith(move)] if not moves else []
        )
        move = rng.choice(other or position.legal())
        position.play(move)
        outcomes = []
        while position.to_act == hp.CHANCE:
            outcomes.append(deal.outcome(drawn, position.chances()))
            position.play(outcomes[-1])
            drawn += 1
        moves.append(" ".join([move, *outcomes]))
    revealed["bots"] = [{**revealed["bots"][0], "moves": [[1, 2]]}]
    forged = {**record, "moves": moves, "result": position.scores()}
    assert verify_file(tmp_path, forged) == 2
    assert "Move 1: the bot greedy would not have played" in capsys.readouterr().err
    assert verify_file(tmp_path, forged, "--no-bots") == 0, "nothing else is wrong"


def forged_record(deal: Deal, table: str) -> JSON:
    """A record made from nothing: a game of a bot against itself, dealt by any seed."""
    p = hp.game("ra").start(players=3, seed=deal.setup_seed, dealer=None)
    moves, drawn, rng, start = list[str](), 0, random.Random(1), p.to_json()
    bot = hp.bot("greedy")
    while not p.over:
        moves.append(bot.choose(p.copy(), rng))
        p.play(moves[-1])
        while p.to_act == hp.CHANCE:
            outcome = deal.outcome(drawn, p.chances())
            p.play(outcome)
            moves[-1] += f" {outcome}"
            drawn += 1
    shares = [share.to_json() for share in deal.shares] if deal.takes_shares else None
    revealed: JSON = {"seed": deal.seed, "salt": deal.salt, "commitment": deal.commitment(table, "ra/1", 3)}
    revealed |= {"version": 2, "table": table, "open": deal.open, "shares": shares, "lots": None}
    seats = {"seats": ["Ada", "Grace", "Kit"], "rules": "ra/1", "game": "ra", "start": start}
    return {**seats, "moves": moves, "deal": revealed, "result": p.scores()}


def test_a_seed_picked_out_of_many_is_told_by_the_commitment(
    game: tuple[JSON, str], tmp_path: Path, capsys: Any
) -> None:
    """Made from nothing, for the table of others: consistent with itself, and nothing more."""
    deals = [Deal.secret(takes_shares=True).with_shares((Share(0, ADA), Share(1, GRACE))) for _ in range(10)]
    best = max(
        (forged_record(deal, game[0]["deal"]["table"]) for deal in deals), key=lambda record: record["result"][0]
    )
    assert verify_file(tmp_path, best) == 0
    assert "does not prove" in words(capsys.readouterr().out)
    assert verify_file(tmp_path, best, "--commitment", game[1], "--share", ADA) == 2
    assert "not of the deal that you saw" in words(capsys.readouterr().err)


def test_a_share_that_is_not_in_the_deal_fails(game: tuple[JSON, str], tmp_path: Path, capsys: Any) -> None:
    assert verify_file(tmp_path, game[0], "--commitment", game[1], "--share", OTHER) == 2
    assert f"The share {OTHER} is not in the deal" in words(capsys.readouterr().err)


def test_an_open_deal_cannot_pass_for_a_secret_one(server: str, tmp_path: Path, capsys: Any) -> None:
    """Neither a seed that is a word, nor one that looks like a secret one."""
    for seed in ("Friday", "ab" * 32):
        with Person(server) as ada:
            table = ada.open("ra", "greedy", "random", seed=seed)
            wait_for(ada, "over")
            record = ada.get("record")
        assert verify_file(tmp_path, record, "--commitment", table["deal"]["commitment"]) == 0
        assert "everybody saw" in words(capsys.readouterr().out)
        record["deal"]["open"] = False
        assert verify_file(tmp_path, record) == 2
        del record["deal"]["open"], record["deal"]["version"]
        assert verify_file(tmp_path, record) == 2
        capsys.readouterr()


@pytest.mark.parametrize("bad", [("--commitment", "9f2c"), ("--share", "x" * 32)])
def test_numbers_that_are_none(game: tuple[JSON, str], bad: tuple[str, str], tmp_path: Path, capsys: Any) -> None:
    assert verify_file(tmp_path, game[0], *bad) == 2
    assert "hexadecimal digits" in capsys.readouterr().err


# ---- Tekhenu ---------------------------------------------------------------------------------------------------------


def test_a_session_is_verified(server: str, tmp_path: Path, capsys: Any) -> None:
    with Person(server) as ada:
        table = ada.open("tekhenu", "me", shares=True)
        now = ada.post("share", share=ADA)["table"]
        luck = random.Random(1)
        while now["status"] != "over":
            asked = now["position"]["prompt"]
            operation = ["answer", asked["id"], answer_to(asked, luck)]
            now = ada.post("operations", expected_seq=now["seq"], operation=operation)["table"]
        record = ada.get("record")
    assert verify_file(tmp_path, record, "--commitment", table["deal"]["commitment"], "--share", ADA) == 0
    assert "All draws and rolls of the session follow from the seed" in words(capsys.readouterr().out)
    for forged in ({**record, "seed": "another"}, {**record, "deal": None}):
        assert verify_file(tmp_path, forged) == 2
        assert capsys.readouterr().err.count("\n") == 1
