"""The net that learns: what is exported computes the same; decisions of self-play, and what they were worth."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import heliopolis as hp
from heliopolis.compute.evaluation import run_net
from heliopolis.compute.net import ONE
from heliopolis.training.network import FORBIDDEN, Network, WholeNetwork, rounded
from heliopolis.training.opponents import LEARNER, Opponents, league_of
from heliopolis.training.rivals import HeuristicRival
from heliopolis.training.self_play import SelfPlay
from heliopolis.training.tables import Tables

GAE_LAMBDA = 0.9
COUNTS = {"ra": [2, 3, 4, 5], "respublica": [3, 5]}


def network_for(name: str, hidden: list[int], seed: int = 1) -> Network:
    """Return a net whose last layer matters, too."""
    torch.manual_seed(seed)
    network = Network(hp.game(name), hidden)
    torch.nn.init.normal_(network.linear[-1].weight, std=0.3)
    return network


def observations(name: str, players: int, number: int = 64) -> torch.Tensor:
    """Return observations from the middle of games."""
    batch = hp.Batch(name, players, number, seed=3)
    for _ in range(60):
        batch.step(batch.suggest())
    return torch.from_numpy(batch.observe(dtype=np.uint8))


@pytest.mark.parametrize("name", COUNTS)
def test_an_exported_net_computes_in_compiled_code_what_pytorch_computes_exactly(name: str) -> None:
    network = network_for(name, [24, 24, 8])
    net = network.export()
    scratch, whole = net.new_scratch(), WholeNetwork(net, "cpu")
    for players in COUNTS[name]:
        counts = observations(name, players)
        _, outputs = whole.in_pytorch(counts)
        assert whole.outputs(counts).equal(outputs.int())
        for row, expected in zip(counts, outputs, strict=True):
            scratch.counts[:] = row.numpy()
            run_net(net.arrays, scratch)
            assert scratch.output.tolist() == expected.tolist()


@pytest.mark.parametrize(("name", "hidden"), [("ra", [24, 24, 8]), ("ra", [24, 66]), ("respublica", [24, 24, 8])])
def test_an_exported_net_is_close_to_the_one_that_learned(name: str, hidden: list[int]) -> None:
    """Also where the last hidden layer is as wide as the outputs, which nothing is added to."""
    network = network_for(name, hidden)
    whole = WholeNetwork(network.export(), "cpu")
    counts = observations(name, COUNTS[name][-1])
    exact = network(counts).detach()
    assert exact.std() > 0.1
    assert (whole.outputs(counts) / ONE - exact).abs().max() < 0.1


def test_weights_are_rounded_to_8_bits_and_gradients_pass() -> None:
    weights = torch.tensor([[1.27, 0.014, -0.5], [0.0, 0.0, 0.0]], requires_grad=True)
    found = rounded(weights)
    assert found.detach().numpy() == pytest.approx(np.array([[1.27, 0.01, -0.5], [0, 0, 0]]), abs=1e-6)
    found.sum().backward()
    assert weights.grad is not None
    assert weights.grad.eq(1).all()


def test_a_net_gives_nothing_to_illegal_actions_and_absent_seats() -> None:
    network = network_for("ra", [8])
    masks = torch.zeros((64, hp.game("ra").actions), dtype=torch.bool)
    masks[:, 3] = True
    judged = network.judge(observations("ra", 3), masks, torch.full((64,), 3))
    assert judged.logits[:, 4:].eq(FORBIDDEN).all()
    assert judged.wins[:, 3:].eq(FORBIDDEN).all()
    assert judged.wins.softmax(dim=-1)[:, :3].sum(dim=-1).detach().numpy() == pytest.approx(np.ones(64))


# ---- self-play -------------------------------------------------------------------------------------------------------


def self_play(sizes: dict[int, int], steps: int, league: str = "") -> SelfPlay:
    game = hp.game("ra")
    tables = Tables(game, sizes, "test", "cpu")
    return SelfPlay(Opponents(tables, game.max_players, league_of(league, game, "cpu")), steps, GAE_LAMBDA)


def test_judgements_are_kept_by_seat_whoever_is_to_act() -> None:
    play = self_play({2: 3, 4: 5}, 6)
    network = network_for("ra", [8])
    play.play(network)
    for step in range(6):
        judged = network.judge(play.counts[step], play.masks[step], play.tables.players)
        wins = judged.wins.softmax(dim=-1)
        for row in range(8):
            players, observer = int(play.tables.players[row]), int(play.to_act[step, row])
            for place in range(players):
                assert play.wins[step, row, (observer + place) % players] == wins[row, place]
                assert play.points[step, row, (observer + place) % players] == judged.points[row, place]
            assert play.wins[step, row, players:].eq(0).all()
            assert play.points[step, row, players:].eq(0).all()


def test_lessons_are_given_as_the_seat_that_decided_sees_them() -> None:
    """With one step left to be learned, what the chances should have been are those of the next position."""
    play = self_play({3: 4}, 1)
    play.play(network_for("ra", [8]))
    lessons = play.lessons()
    for row in range(4):
        for place in range(3):
            seat = (int(play.to_act[0, row]) + place) % 3
            assert lessons.wins[row, place] == pytest.approx(float(play.wins[1, row, seat]), abs=1e-6)
            assert lessons.points[row, place] == pytest.approx(float(play.points[1, row, seat]), abs=1e-6)


def test_a_decision_without_a_choice_is_no_better_than_expected() -> None:
    play = self_play({4: 16}, 40)
    play.play(network_for("ra", [8]))
    lessons = play.lessons(lead=0.01)
    forced = lessons.masks.sum(dim=-1) == 1
    assert forced.any()
    assert lessons.advantages[forced].eq(0).all()
    assert lessons.advantages[~forced].std() == pytest.approx(1, abs=0.05)


def test_in_some_games_one_seat_learns_and_others_play_the_others() -> None:
    play = self_play({3: 8, 4: 8}, 30, "greedy=0.25,earlier=0.5")
    players, greedy, earlier = play.opponents.players, 1, 2
    assert [(row.tolist()[:3]) for row in players[:2]] == [
        [LEARNER, greedy, greedy],
        [greedy, LEARNER, greedy],
    ]
    assert players[2:6].eq(earlier).sum(dim=1).tolist() == [4, 4, 4, 4]
    assert players[6:8].eq(LEARNER).all()
    network = network_for("ra", [8])
    play.opponents.keep(network, lambda: network_for("ra", [8]))
    play.play(network, HeuristicRival())
    by_heuristic = torch.eq(players.gather(1, play.to_act[:-1].T).T, greedy)
    assert by_heuristic.any()
    assert play.actions[by_heuristic].equal(play.suggested[by_heuristic])
    learns = players.gather(1, play.to_act[:-1].T).T == LEARNER
    assert play.lessons().advantages[~learns.flatten()].eq(0).all()


def test_a_point_of_ones_own_is_worth_something_if_that_is_wanted() -> None:
    play = self_play({2: 64}, 8)
    play.play(network_for("ra", [8]))
    for_points, for_both = play.lessons(victory=0.0, own_points=1.0).advantages, play.lessons().advantages
    gained = play._advantages(play.points, play.scores / 16).gather(2, play.to_act[:-1, :, None]).flatten()
    free = for_points != 0
    assert np.corrcoef(for_points[free], gained[free])[0, 1] > 0.99
    assert np.corrcoef(for_both[free], gained[free])[0, 1] < 0.99


def test_a_search_plays_its_part_of_the_games() -> None:
    play = self_play({3: 8}, 4, "greedy=0.5,search:8=0.25")
    play.play(network_for("ra", [8]))
    legal = play.masks[:-1].gather(2, play.actions[:, :, None])
    assert legal.all()
    assert play.opponents.players[4:6].eq(2).sum() == 8


@pytest.mark.parametrize("league", ["greedy", "greedy=0", "greedy=x", "greedy=0.7,earlier=0.4", "nobody=0.5"])
def test_a_league_that_makes_no_sense_is_refused(league: str) -> None:
    with pytest.raises(hp.InvalidSetup):
        league_of(league, hp.game("ra"), "cpu")


def test_games_that_were_spread_are_at_different_points() -> None:
    tables = Tables(hp.game("ra"), {3: 32}, "test", "cpu")
    tables.spread(160)
    batch = tables.tables[0].batch
    tiles = [sum(batch.position(place).to_json()["pile"].values()) for place in range(32)]
    assert tiles[:2] == tiles[:1] * 2
    assert len(set(tiles)) > 4
