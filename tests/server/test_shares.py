"""People's shares of the deal: when a game begins, what is mixed in, and that seats drawn by lot confuse nobody."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from heliopolis.core.record import Record
from heliopolis.server.domain.fairness import Deal, Share
from heliopolis.server.domain.verification import verify
from tests.server import deal_vectors
from tests.server.people import JSON, Person, new_request, play_on

ADA, GRACE, OTHER = "ada0" * 8, "9ace" * 8, "0b0b" * 8


def kinds(update: JSON) -> list[str]:
    return [entry["kind"] for entry in update["entries"]]


def seated(server: str, *seats: str, **more: Any) -> tuple[Person, Person, JSON]:
    ada, grace = Person(server), Person(server, "Grace")
    return ada, grace, ada.open("ra", *seats, shares=True, **more)


def test_a_game_begins_with_the_last_share(anywhere: str) -> None:
    ada, grace, table = seated(anywhere, "me", "open", "greedy")
    assert table["status"] == "waiting"
    assert table["deal"]["shares"] == []
    assert kinds(ada.post("share", share=ADA)) == ["share"]
    joined = grace.join(table, 1)
    assert (kinds(joined), joined["table"]["status"]) == (["sit"], "waiting")
    assert joined["table"]["position"] is None
    begun = grace.post("share", share=GRACE, seat=1)
    assert (kinds(begun), begun["table"]["status"]) == (["share", "start"], "running")
    given = [{"seat": 0, "share": ADA}, {"seat": 1, "share": GRACE}]
    assert begun["table"]["deal"]["shares"] == given
    assert begun["table"]["deal"]["commitment"] == table["deal"]["commitment"]
    play_on([ada, grace], random.Random(1))
    record = Record.from_json(grace.get("record"))
    assert record.deal is not None
    assert record.deal["shares"] == given
    assert_draws_follow(grace.get("draws")["draws"], record)
    proof = verify(record, table["deal"]["commitment"], [ADA, GRACE])
    assert proof.givers == (0, 1)
    assert proof.bot_moves > 0


def assert_draws_follow(draws: list[JSON], record: Record) -> None:
    """Each draw is the outcome that the deal gives, and the record has no others."""
    assert record.deal is not None
    revealed = record.deal
    deal = Deal(revealed["seed"], revealed["salt"], False, 2, takes_shares=True)
    deal = deal.with_shares(tuple(Share(**share) for share in revealed["shares"]))
    assert [draw["outcome"] for draw in draws] == [
        deal.outcome(number, dict(draw["chances"])) for number, draw in enumerate(draws)
    ]
    for number, move in enumerate(record.moves, 1):
        outcomes = [draw["outcome"] for draw in draws if draw["move"] == number]
        assert move.endswith(" ".join(outcomes))


def test_draws_are_shown_when_the_game_is_over(server: str) -> None:
    ada, _, _ = seated(server, "me", "me")
    ada.post("share", share=ADA)
    assert ada.get("draws", 409)["key"] == "record.running"


def test_a_share_can_come_with_the_person(server: str) -> None:
    ada, grace, table = seated(server, "open", "open")
    first, second = (path.partition("#")[2] for path in table["links"].values())
    ada.post("join", secret=first, share=ADA)
    grace.table = ada.table
    assert kinds(grace.post("join", secret=second, share=GRACE)) == ["sit", "share", "start"]


def test_a_share_is_given_once(server: str) -> None:
    ada, _, _ = seated(server, "me", "open", "me")
    request = new_request()
    assert kinds(ada.post("share", share=ADA, request_id=request)) == ["share"]
    assert kinds(ada.post("share", share=ADA, request_id=request)) == []
    assert kinds(ada.post("share", share=ADA, seat=2)) == [], "one person, one share"
    assert ada.post("share", 409, share=OTHER)["key"] == "share.given"
    assert ada.post("share", 400, share=OTHER.upper())["key"] == "request.malformed"
    assert ada.get()["deal"]["shares"] == [{"seat": 0, "share": ADA}]


def test_who_may_give_a_share_and_when(server: str) -> None:
    ada, grace, table = seated(server, "me", "open")
    grace.table = ada.table
    assert grace.post("share", 403, share=GRACE)["key"] == "seat.foreign"
    grace.join(table, 1)
    ada.post("share", share=ADA)
    grace.post("share", share=GRACE)
    assert grace.post("share", 409, share=GRACE)["key"] == "table.running"
    ada.open("ra", "me", "open")
    assert ada.post("share", 409, share=ADA)["key"] == "share.none"


def test_the_share_of_somebody_who_leaves_is_void(server: str) -> None:
    ada, grace, table = seated(server, "me", "open", "greedy")
    ada.post("share", share=ADA)
    secret = table["links"]["1"].partition("#")[2]
    ada.post("fill", seat=2, bot="random")
    grace.table = ada.table
    grace.post("join", secret=secret)
    left = grace.post("leave", seat=1)
    assert left["table"]["deal"]["shares"] == [{"seat": 0, "share": ADA}]
    link = ada.post("link", seat=1)["link"]
    begun = grace.post("join", secret=link.partition("#")[2], share=OTHER)
    assert begun["table"]["deal"]["shares"][1:] == [{"seat": 1, "share": OTHER}]


def test_the_host_starts_without_those_who_are_missing(server: str) -> None:
    ada, grace, table = seated(server, "me", "open")
    assert ada.post("start", 409)["key"] == "seat.open"
    grace.join(table, 1)
    assert grace.post("start", 403)["key"] == "host.only"
    grace.post("share", share=GRACE)
    assert kinds(ada.post("start")) == ["start"]
    assert ada.post("start", 409)["key"] == "table.running"
    play_on([ada, grace], random.Random(2))
    assert verify(Record.from_json(ada.get("record")), table["deal"]["commitment"], [GRACE]).givers == (1,)


def test_lots_are_drawn_when_the_game_begins(server: str) -> None:
    """Everybody keeps what is theirs: their seat under another number, their stream, and their moves."""
    orders = set()
    for number in range(8):
        ada, grace, table = seated(server, "me", "open", "greedy", shuffle=True)
        assert [seat["kind"] for seat in table["seats"]] == ["person", "open", "bot"]
        ada.post("link", seat=2)
        grace.join(table, 1)
        ada.post("share", share=ADA)
        begun = grace.post("share", share=f"{number:032x}", seat=1)
        lots = begun["table"]["deal"]["lots"]
        assert begun["entries"][-1]["lots"] == lots
        assert begun["table"]["you"]["seat"] == lots.index(1)
        assert ada.get()["you"]["seat"] == lots.index(0)
        assert [seat["kind"] == "bot" for seat in ada.get()["seats"]] == [seat == 2 for seat in lots]
        orders.add(tuple(lots))
    assert len(orders) > 1
    order = {lots.index(0): ada, lots.index(1): grace}
    play_on([order.get(seat, ada) for seat in range(3)], random.Random(3))
    record = ada.get("record")
    assert verify(Record.from_json(record), table["deal"]["commitment"]).lots
    assert record["deal"]["lots"] == lots


def test_a_link_from_before_the_lots_gives_no_other_seat(server: str) -> None:
    ada, grace, _ = seated(server, "me", "greedy", "random", shuffle=True)
    links = [ada.post("link", seat=seat)["link"] for seat in (1, 2)]
    ada.post("share", share=ADA)
    grace.table = ada.table
    for link in links:
        assert grace.post("join", 404, secret=link.partition("#")[2])["key"] == "link.dead"


def test_a_stream_from_a_seat_ends_if_lots_give_the_seat_away(server: str) -> None:
    for _ in range(20):
        ada, grace, table = seated(server, "me", "open", shuffle=True)
        grace.join(table, 1)
        ada.post("share", share=ADA)
        with grace.stream(seat=1) as events:
            next(events)
            moved = grace.post("share", share=GRACE, seat=1)["table"]["you"]["seat"] != 1
            heard = [next(events) for _ in range(2)]
            assert [one["event"] for one in heard] == ["update", "gone" if moved else "update"]
        if moved:
            return
    raise AssertionError("lots never moved anybody")


def test_lots_of_a_deal_without_shares_are_in_the_record(server: str) -> None:
    with Person(server) as ada:
        table = ada.open("ra", "me", "me", "greedy", shuffle=True)
        play_on([ada] * 3, random.Random(4))
        record = Record.from_json(ada.get("record"))
        lots = table["deal"]["lots"]
        assert table["seats"][lots.index(2)]["kind"] == "bot"
        assert verify(record, table["deal"]["commitment"]).lots


def test_a_rematch_takes_shares_too(server: str) -> None:
    ada, grace, table = seated(server, "me", "open")
    grace.join(table, 1)
    ada.post("share", share=ADA)
    grace.post("share", share=GRACE)
    play_on([ada, grace], random.Random(5))
    ada.table = grace.table = ada.post("rematch")["table"]["rematch"]
    again = ada.get()
    assert (again["status"], again["deal"]["shares"]) == ("waiting", [])
    assert again["deal"]["commitment"] != table["deal"]["commitment"]
    grace.post("share", share=GRACE)
    assert grace.get()["status"] == "waiting", "Ada is still missing"
    assert ada.post("share", share=ADA)["table"]["status"] == "running"


def test_an_undo_goes_back_to_the_deal_with_shares(server: str) -> None:
    with Person(server) as ada:
        ada.open("respublica", "me", "me", "me", shares=True)
        seat = ada.post("share", share=ADA)["table"]["to_act"]
        dealt = ada.get(seat=seat)
        moved = ada.move(dealt["position"]["legal"][0], seat=seat)["table"]
        undone = ada.post("undo", expected_seq=moved["seq"], practice=True, seat=seat)["table"]
        assert undone["position"] == dealt["position"] == ada.get("moments/3", seat=seat)["position"]


def test_a_session_waits_for_its_share(server: str) -> None:
    with Person(server) as ada:
        ada.open("tekhenu", "me", shares=True)
        operation = ["answer", "setup.game", {}]
        assert ada.post("operations", 409, expected_seq=1, operation=operation)["key"] == "table.waiting"
        assert ada.post("share", share=ADA)["table"]["status"] == "running"
        ada.post("operations", expected_seq=3, operation=operation)


def test_an_open_deal_takes_no_shares(server: str) -> None:
    with Person(server) as ada:
        table = ada.open("ra", "me", "greedy", seed="Friday", shares=True)
        assert (table["status"], table["deal"]["shares"]) == ("running", None)


@pytest.mark.parametrize("field", ["seed", "shares", "both"])
def test_every_part_of_a_deal_changes_everything(field: str) -> None:
    """The shares are mixed by seat, so that nobody can choose among orders of the same shares."""
    deal = Deal.secret(takes_shares=True)
    shares = (Share(0, ADA), Share(1, GRACE))
    mixed = deal.with_shares(shares)
    assert mixed.setup_seed == deal.with_shares(shares[::-1]).setup_seed
    other = {
        "seed": Deal(OTHER * 2, deal.salt, False, 2, takes_shares=True).with_shares(shares),
        "shares": deal.with_shares((Share(0, ADA), Share(1, OTHER))),
        "both": deal.with_shares(shares[:1]),
    }[field]
    assert mixed.setup_seed != other.setup_seed
    assert [mixed.fraction(number) for number in range(9)] != [other.fraction(number) for number in range(9)]
    assert mixed.generator("bot/3").random() != other.generator("bot/3").random()


def test_the_vectors_of_the_site_are_ours() -> None:
    assert json.loads(deal_vectors.FILE.read_text(encoding="utf-8")) == json.loads(deal_vectors.as_text())
