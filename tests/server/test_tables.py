"""Tables from the first seat to the last move, over HTTP, on both kinds of database."""

from __future__ import annotations

import random

import pytest

import heliopolis as hp
from heliopolis.core.position import Position
from heliopolis.core.record import Record
from heliopolis.server.domain.verification import verify
from tests.server.people import Person, new_request, play_on, sit_down, wait_for
from tests.server.running import wait_until


@pytest.mark.parametrize("game", ["ra", "priests", "respublica"])
def test_a_whole_game_of_people_and_a_bot(anywhere: str, game: str) -> None:
    people = [Person(anywhere, name) for name in ("Ada", "Grace")]
    table = people[0].open(game, "me", "open", "greedy")
    assert table["status"] == "waiting"
    assert table["position"] is None
    assert list(table["links"]) == ["1"]
    joined = people[1].join(table, 1)
    assert [entry["kind"] for entry in joined["entries"]] == ["sit", "start"]
    over = play_on(people, random.Random(1))
    assert over["status"] == "over"
    record = Record.from_json(people[1].get("record"))
    assert record.replay().scores() == over["scores"]
    assert record.seats == ("Ada", "Grace", "greedy") or record.seats == ("", "Grace", "greedy")
    assert record.bots == (None, None, "greedy")
    verify(record)
    assert over["deal"]["seed"] in str(record.deal)


def test_bots_alone_play_to_the_end(anywhere: str) -> None:
    with Person(anywhere) as ada:
        ada.open("ra", "greedy", "random", "greedy")
        over = wait_for(ada, "over")
        assert over["winners"]
        assert len(ada.get("log", limit=500)["entries"]) == over["seq"]


def test_the_log_has_no_gap_and_moments_agree_with_a_replay(server: str) -> None:
    with Person(server) as ada:
        ada.open("ra", "greedy", "random", seed="pharaoh")
        over = wait_for(ada, "over")
        entries = ada.get("log", limit=500)["entries"]
        assert [entry["seq"] for entry in entries] == list(range(1, over["seq"] + 1))
        record = Record.from_json(ada.get("record"))
        moves = [entry for entry in entries if entry["kind"] == "move"]
        for number, (_, _, position) in enumerate(record.steps()):
            if number % 17 == 0:
                then = ada.get(f"moments/{moves[number]['seq']}", seat=1)
                assert then["position"] == position.view(1)
        ada.get(f"moments/{over['seq'] + 1}", status=404)


def test_the_same_seed_gives_the_same_deal(server: str) -> None:
    with Person(server) as ada:
        starts = []
        for seed in ("nile", "nile", "flood"):
            table = ada.open("respublica", "me", "me", "me", seed=seed)
            assert table["deal"]["seed"] == seed
            starts.append(
                [table["to_act"], *(ada.get(seat=seat)["position"]["seats"][seat]["hand"] for seat in range(3))]
            )
        assert starts[0] == starts[1] != starts[2]


def test_the_same_request_again_does_nothing_again(server: str) -> None:
    with Person(server) as ada:
        body = {"game": "ra", "seats": [{"kind": "me"}, {"kind": "open"}], "request_id": new_request()}
        first, second = (ada.http.post("/api/tables", json=body) for _ in range(2))
        assert first.status_code == second.status_code == 201
        assert first.json()["id"] == second.json()["id"]
        ada.post("/api/tables", 409, **{**body, "game": "priests"})
        grace = Person(server, "Grace")
        grace.join(second.json(), 1)  # the links of the second answer are those that work
        ada.table = first.json()["id"]
        table = ada.get()
        mover = (ada, grace)[table["to_act"]]
        move = {"expected_seq": table["seq"], "move": "draw", "request_id": new_request()}
        answers = [mover.post("moves", **move) for _ in range(3)]
        assert [one["table"]["seq"] for one in answers] == [table["seq"] + 1] * 3
        assert len({str(one["entries"]) for one in answers}) == 1
        assert mover.post("moves", 409, **{**move, "move": "invoke"})["key"] == "request.reused"


def test_a_stale_move_is_refused_but_talk_makes_nothing_stale(server: str) -> None:
    with Person(server) as ada:
        table = ada.open("ra", "me", "me")
        seq = table["seq"]
        ada.post("chat", text="good  luck\u202e!\n")
        said = ada.get("log", after=seq)["entries"][0]
        assert said["text"] == "good luck!"
        ada.post("moves", expected_seq=seq, move="draw")
        stale = ada.post("moves", 409, expected_seq=seq, move="draw")
        assert stale["key"] == "table.stale"
        assert stale["params"]["seq"] == ada.get()["seq"]
        assert ada.post("moves", 409, expected_seq=seq + 99, move="draw")["key"] == "table.stale"


def test_illegal_moves_say_what_is_legal(server: str) -> None:
    with Person(server) as ada:
        ada.open("ra", "me", "me")
        wrong = ada.move("bid 99", 422)
        assert wrong["key"] == "move.illegal"
        assert wrong["params"] == {"move": "bid 99", "legal": ada.get()["position"]["legal"]}
        assert ada.http.post(ada.path("check"), json={"move": "bid 99"}).json() == {"legal": False}
        assert ada.http.post(ada.path("check"), json={"move": "draw"}).json() == {"legal": True}


def test_leaving_being_away_and_coming_back(server: str) -> None:
    ada, grace = sit_down(server, "ra", "Ada Grace")
    table = ada.get()
    away = ada.post("away", seat=0, bot="random")["table"]
    assert away["seats"][0] == {
        "kind": "bot",
        "name": table["seats"][0]["name"],
        "bot": "random",
        "yours": True,
        "away": True,
        "late": 0,
        "same_as": None,
        "coach": None,
    }
    assert ada.post("back", seat=0)["table"]["seats"][0]["kind"] == "person"
    assert ada.post("back", 409, seat=0)["key"] == "seat.person"
    left = grace.post("leave", seat=1)["table"]
    vacant = {"kind": "bot", "name": None, "bot": "greedy", "yours": False, "away": False, "late": 0}
    assert left["seats"][1] == {**vacant, "same_as": None, "coach": None}
    assert left["you"]["seat"] is None
    grace.post("back", 403, seat=1)
    link = ada.post("link", seat=1)["link"]
    with Person(server, "Hedy") as hedy:
        hedy.table = ada.table
        hedy.post("join", secret=link.partition("#")[2], name="Hedy")
        assert ada.get()["seats"][1]["name"] == "Hedy"
        assert hedy.post("link", 403, seat=1)["key"] == "host.only"
        assert ada.post("link", 409, seat=1)["key"] == "seat.person"


def test_the_host_fills_and_clears_seats(server: str) -> None:
    with Person(server) as ada, Person(server, "Grace") as grace:
        table = ada.open("priests", "me", "open", "open")
        grace.join(table, 1)
        assert ada.post("remove", seat=1)["table"]["seats"][1]["kind"] == "open"
        assert grace.get()["you"]["seat"] is None
        assert ada.post("fill", 422, seat=1, bot="nobody")["key"] == "setup.bot"
        ada.post("fill", seat=1, bot="random")
        assert ada.post("fill", seat=2, bot="greedy")["table"]["status"] == "running"
        assert ada.post("fill", 409, seat=0, bot="greedy")["key"] == "seat.person"


def test_rematch_is_one_table_for_all(server: str) -> None:
    ada, grace = sit_down(server, "ra", "Ada Grace")
    assert ada.post("rematch", 409)["key"] == "table.running"
    play_on([ada, grace], random.Random(4))
    again = [person.post("rematch")["table"]["rematch"] for person in (ada, grace, ada)]
    assert len(set(again)) == 1
    for person in (ada, grace):
        person.table = again[0]
    assert ada.get()["status"] == "running"
    assert grace.get()["you"]["seat"] == 1
    assert ada.get("record")["seats"] == ["", "Grace"]


def test_lists_of_tables(server: str) -> None:
    with Person(server) as ada, Person(server) as stranger:
        ada.http.put("/api/me", json={"name": "  Ada\tLovelace "})
        assert ada.get("/api/me") == {"name": "Ada Lovelace", "known": True}
        assert stranger.get("/api/me") == {"name": None, "known": False}
        table = ada.open("ra", "me", "open", name="Friday", listed=True)
        mine = ada.get("/api/tables", which="mine")["tables"]
        assert [one["id"] for one in mine] == [table["id"]]
        assert mine[0]["players"] == ["Ada Lovelace", None]
        assert not mine[0]["your_turn"]
        assert stranger.get("/api/tables", which="mine") == {"tables": []}
        assert table["id"] in [one["id"] for one in stranger.get("/api/tables", which="listed")["tables"]]


def test_seats_drawn_by_lot_keep_their_links(server: str) -> None:
    orders = set()
    for _ in range(12):
        with Person(server) as ada, Person(server, "Grace") as grace:
            table = ada.open("ra", "me", "open", "random", shuffle=True)
            orders.add(tuple(seat["kind"] for seat in table["seats"]))
            seat = next(iter(table["links"]))
            assert grace.join(table, int(seat))["table"]["you"]["seat"] == int(seat)
    assert len(orders) > 1


def test_setups_that_cannot_be(server: str) -> None:
    with Person(server) as ada:
        assert ada.open("chess", "me", "me", status=422)["key"] == "setup.game"
        assert ada.open("ra", "me", status=422)["key"] == "setup.players"
        assert ada.open("ra", "me", "deep-thought", status=422)["key"] == "setup.bot"
        assert ada.open("ra", "me", "me", status=422, name="\u202e")["key"] == "setup.name"
        assert ada.open("tekhenu", "greedy", status=422)["key"] == "setup.bot"
        assert ada.open("tekhenu", "me", status=409, clock={"seconds_per_move": 60})["key"] == "game.other"


def test_hints(server: str) -> None:
    with Person(server) as ada:
        ada.open("ra", "me", "random")
        wait_until(lambda: ada.get()["to_act"] == 0)
        hints = ada.get("hint")
        assert hints["hints"][0]["move"] in ada.get()["position"]["legal"]
    ada, grace = sit_down(server, "ra", "Ada Grace")
    for person in (ada, grace):
        assert person.get("hint", status=403)["key"] == "hint.forbidden"


def test_every_game_of_the_package_can_be_played(server: str) -> None:
    with Person(server) as ada:
        told = ada.get("/api/games")
        assert [one["game"] for one in told["games"]] == [*hp.games(), "tekhenu"]
        for one in told["games"][:-1]:
            game = hp.game(one["game"])
            facts = (game.title, game.min_players, game.max_players, game.secrets)
            assert (one["title"], one["min_players"], one["max_players"], one["secrets"]) == facts


def test_a_move_is_played_once(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not tried first and then played again: the table after it is the one that the command found."""
    played: list[str] = []
    play = Position.play

    def counted(self: Position, move: str) -> None:
        played.append(move)
        play(self, move)

    with Person(server) as ada:
        ada.open("ra", "me", "me")
        monkeypatch.setattr(Position, "play", counted)
        entry = ada.move("draw")["entries"][-1]
        assert played == ["draw", *entry["outcomes"]]
