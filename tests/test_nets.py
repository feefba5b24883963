"""Nets: the same bits in compiled and interpreted code, what their outputs mean, their files, and the bot `net`."""

from __future__ import annotations

import itertools
import json
import random
import zlib
from collections.abc import Callable
from contextlib import suppress
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import heliopolis as hp
from heliopolis import kernel
from heliopolis.bots.net import NetBot
from heliopolis.compute import evaluation, net_files
from heliopolis.compute.compiled import NETS
from heliopolis.compute.net import Layer, Net, NetArrays
from heliopolis.compute.net_files import MAX_FILE, PREFIX, net_bytes, output_size, parse_nets
from tests.small_nets import expected_output, net_for, random_net, write_net
from tests.walks import TABLES, visit

SHAPES = [[5, 1], [30, 8, 8, 6], [12, 7, 7, 7, 3], [40, 33, 5]]

# ---- arithmetic ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("run", [evaluation.run_net, kernel.interpret(evaluation.run_net)], ids=["rule", "interpreted"])
def test_a_net_gives_the_same_bits_compiled_interpreted_and_by_matrix_products(
    shape: list[int], run: Callable[..., None]
) -> None:
    rng = np.random.default_rng(1)
    for seed in range(5):
        net = random_net(shape, seed)
        scratch = net.new_scratch()
        for _ in range(5):
            scratch.counts[:] = rng.integers(0, 256, shape[0]) * (rng.random(shape[0]) < 0.4)
            run(net.arrays, scratch)
            assert scratch.output.tolist() == expected_output(net, scratch.counts).tolist()


def test_random_nets_use_all_of_the_range_of_activations() -> None:
    """Else the test above would compare nothing."""
    net = random_net([30, 8, 8, 6], 1)
    scratch = net.new_scratch()
    scratch.counts[:] = 99
    evaluation.run_net(net.arrays, scratch)
    assert {0, 4095} < set(scratch.activations.ravel().tolist())


@pytest.mark.parametrize("write", [evaluation.write_priors, kernel.interpret(evaluation.write_priors)])
def test_priors_are_the_softmax_of_the_legal_actions(write: Callable[..., None]) -> None:
    output = np.array([256, -100, 700, 5000, 0, 700 - 16 * 256], np.int32)
    priors = np.full(6, 9.0)
    write(output, 0b110111, priors)
    weights = [exp(output[action] / 256) for action in (0, 1, 2, 4)]
    assert priors[[0, 1, 2, 4]] == pytest.approx([weight / sum(weights) for weight in weights], abs=1e-4)
    assert priors[3] == priors[5] == 0  # one is illegal, the other has practically no chance
    assert sum(priors) == pytest.approx(1)


@pytest.mark.parametrize("viewer", range(3))
def test_chances_and_points_are_those_of_the_seats_counted_from_the_viewer(viewer: int) -> None:
    actions, output = 2, np.array([0, 0, 256, 0, 0, 9999, 9999, 160, 320, 480, 7, 7], np.int32)
    chances, points = np.zeros(3), np.zeros(3)
    evaluation.write_chances(output, actions, 3, viewer, chances)
    evaluation.write_points(output, actions, 3, viewer, points)
    assert chances == pytest.approx(np.roll([exp(1), 1, 1], viewer) / (exp(1) + 2), abs=1e-4)
    assert sum(chances) == pytest.approx(1)
    assert points[viewer] == 10
    assert points[(viewer + 1) % 3] == 20
    assert points[(viewer + 2) % 3] == 30


def test_the_tables_of_powers_are_powers() -> None:
    for below in range(0, 16 * 256, 37):
        assert evaluation.power(below) == pytest.approx(exp(-below / 256) * 2**24, abs=2)
    assert evaluation.power(16 * 256) == 0


def test_a_net_whose_sums_may_overflow_is_refused() -> None:
    weights, ones = np.full((300, 1), 32767, np.int16), np.ones(1, np.int32)
    with pytest.raises(hp.InvalidSetup, match="sums of this net can become too large for 32 bits"):
        Net((Layer(weights, ones, ones),))


def test_a_net_whose_outputs_may_overflow_is_refused() -> None:
    weights, biases = np.full((300, 1), 1000, np.int16), np.ones(1, np.int32)
    with pytest.raises(hp.InvalidSetup, match="outputs of this net can become too large for 32 bits"):
        Net((Layer(weights, biases, np.full(1, 2**30, np.int32)),))


@pytest.mark.parametrize(
    "layers",
    [
        [((4, 3), 3, 3, False), ((2, 1), 1, 1, False)],
        [((4, 3), 3, 3, True)],
        [((4, 3), 2, 3, False)],
        [((4, 3), 3, 2, False)],
        [((4, 3), 3, 3, False), ((3, 3), 3, 3, True)],
    ],
)
def test_layers_that_do_not_fit_are_refused(layers: list[Any]) -> None:
    with pytest.raises(hp.InvalidSetup, match="fit"):
        Net(
            tuple(
                Layer(np.zeros(shape, np.int8), np.ones(biases, np.int32), np.ones(multipliers, np.int32), residual)
                for shape, biases, multipliers, residual in layers
            )
        )


# ---- files -----------------------------------------------------------------------------------------------------------


def test_a_file_gives_back_its_nets(tmp_path: Path) -> None:
    nets = net_for("ra", [16, 16], 1), net_for("ra", [4], 2)
    path = write_net(tmp_path, "ra", *nets)
    found = parse_nets(path.read_bytes(), hp.game("ra"), "x")
    for before, after in zip(nets, found, strict=True):
        assert after.about == {"made": "at random"}
        assert [layer.residual for layer in before.layers] == [layer.residual for layer in after.layers]
        for name in NetArrays._fields:
            ours, theirs = getattr(before.arrays, name), getattr(after.arrays, name)
            assert ours.dtype == theirs.dtype
            assert np.array_equal(ours, theirs)


def with_header(data: bytes, **changes: Any) -> bytes:
    """Return a file whose header says something else."""
    magic, version, length = PREFIX.unpack_from(data)
    header = json.loads(data[PREFIX.size : PREFIX.size + length])
    text = json.dumps(header | changes).encode()
    return PREFIX.pack(magic, version, len(text)) + text + data[PREFIX.size + length :]


def with_content(data: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """Return a file with other arrays."""
    at = PREFIX.size + PREFIX.unpack_from(data)[2]
    return data[:at] + zlib.compress(change(zlib.decompress(data[at:])))


REFUSED: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "version": (lambda data: data[:8] + b"\x02" + data[9:], "'x' has version 2 of the format of nets; .* reads 1"),
    "short": (lambda data: data[:10], "'x' is damaged"),
    "half": (lambda data: data[: len(data) // 2], "'x' is damaged"),
    "more": (lambda data: data + b"more", "'x' is damaged"),
    "no header": (lambda data: with_header(data)[:20] + b"?" + data[21:], "'x' is damaged"),
    "game": (lambda data: with_header(data, game="pig"), "'x' has a net for 'pig', not for 'ra'"),
    "layout": (lambda data: with_header(data, layout="0"), "'x' was made for other rules or observations of Ra"),
    "no nets": (lambda data: with_header(data, nets=[]), "'x' is damaged: its arrays"),
    "no layers": (lambda data: with_header(data, nets=[[]]), "'x' is damaged: its arrays"),
    "shapes": (lambda data: with_header(data, nets=[[[1, 2]]]), "'x' is damaged: its arrays"),
    "negative": (lambda data: with_header(data, nets=[[[-1, 2, False]]]), "'x' is damaged: its arrays|fit each other"),
    "sizes": (
        lambda data: with_header(data, nets=[[[345, 4, False], [4, 2, False]]]),
        "'x' (is damaged|cannot be used)",
    ),
    "huge": (lambda data: with_header(data, nets=[[[10**30, 2, False]]]), "'x' is damaged: its arrays"),
    "text": (lambda data: with_header(data, nets="345"), "'x' is damaged: its arrays"),
    "left over": (lambda data: with_content(data, lambda arrays: arrays + b"\0"), "'x' is damaged: its arrays"),
    "missing": (lambda data: with_content(data, lambda arrays: arrays[:-1]), "'x' is damaged: its arrays"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_file_that_does_not_fit_is_refused_in_one_sentence(what: str) -> None:
    game, (change, sentence) = hp.game("ra"), REFUSED[what]
    data = net_bytes(game, (net_for("ra", [4]),), {})
    with pytest.raises(hp.InvalidSetup, match=sentence) as error:
        parse_nets(change(data), game, "x")
    assert str(error.value).count(". ") == 0


def test_a_net_with_other_outputs_is_refused() -> None:
    game = hp.game("ra")
    data = net_bytes(game, (random_net([game.observation_size, output_size(game) - 1], 1),), {})
    with pytest.raises(hp.InvalidSetup, match="other inputs or outputs than a net for Ra"):
        parse_nets(data, game, "x")


def test_no_byte_of_a_file_can_be_changed_into_an_error_of_another_kind() -> None:
    game = hp.game("ra")
    data, rng = net_bytes(game, (net_for("ra", [4]),), {}), random.Random(1)
    for _ in range(300):
        changed = bytearray(data)
        changed[rng.randrange(8, len(changed))] ^= 1 << rng.randrange(8)
        with suppress(hp.InvalidSetup):
            parse_nets(bytes(changed), game, "x")


def test_nets_that_are_too_large_for_a_file_are_not_written() -> None:
    with pytest.raises(hp.InvalidSetup, match=f"at most {MAX_FILE} bytes"):
        net_bytes(hp.game("ra"), (net_for("ra", [2000]),), {})


def test_the_layout_depends_on_the_game_alone() -> None:
    assert net_files.layout_digest(hp.game("ra")) == "e65dd8a759abec81b77f5abd15c7b76d"
    assert len({net_files.layout_digest(hp.game(name)) for name in hp.games()}) == len(hp.games())


# ---- the bot ---------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> None:
    """Compile nets before bots do it in the background, where it would go on in other tests."""
    for name in hp.games():
        NETS.compile(hp.game(name))


@pytest.mark.parametrize("table", TABLES)
def test_the_net_plays_legal_moves_everywhere(table: tuple[str, int], tmp_path: Path) -> None:
    bot, rng = hp.bot(f"net:{write_net(tmp_path, table[0], net_for(table[0], [8]))}"), random.Random(0)
    for p in visit(*table, seed=9):
        if p.to_act is not None:
            p.copy().play(bot.choose(p.imagine(p.to_act, rng), rng))


def test_the_net_plays_the_legal_action_with_the_highest_logit(tmp_path: Path) -> None:
    net = net_for("ra", [8])
    bot, rng = hp.bot(f"net:{write_net(tmp_path, 'ra', net)}"), random.Random(0)
    p, batch = hp.game("ra").start(4, seed=1), hp.Batch("ra", 4, 1, seed=1)
    while not p.over:
        batch = hp.Batch("ra", 4, 1, seed=1)
        counts = np.round(p.observe(p.to_act or 0) * batch.divisors).astype(np.uint8)
        logits = expected_output(net, counts)
        assert bot.choose(p, rng) == p.text(max(p.actions(), key=lambda action: (logits[action], -action)))
        p.play(bot.choose(p, rng))


def test_a_missing_file_is_reported_at_once(tmp_path: Path) -> None:
    with pytest.raises(hp.InvalidSetup, match=r"no\.hnet' cannot be read: No such file or directory\."):
        hp.bot(f"net:{tmp_path / 'no.hnet'}")


def test_a_file_of_something_else_is_reported_at_once(tmp_path: Path) -> None:
    for name, content in (("a.hnet", b"HELIO"), ("b.hnet", b"x" * (MAX_FILE + 1))):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(hp.InvalidSetup, match="is not a file of nets"):
            hp.bot(f"net:{tmp_path / name}")


def test_a_net_of_another_game_is_refused(tmp_path: Path) -> None:
    bot = hp.bot(f"net:{write_net(tmp_path, 'ra', net_for('ra', [4]))}")
    with pytest.raises(hp.InvalidSetup, match="has a net for 'ra', not for 'priests'"):
        bot.choose(hp.game("priests").start(3, seed=1), random.Random(1))


def test_only_a_player_who_is_to_act_can_ask_a_net(tmp_path: Path) -> None:
    bot = hp.bot(f"net:{write_net(tmp_path, 'ra', net_for('ra', [4]))}")
    p = hp.game("ra").start(3, seed=1, dealer=None)
    p.play("draw")
    with pytest.raises(hp.IllegalMove, match="when a player is to act"):
        bot.choose(p, random.Random(1))


@pytest.mark.parametrize("table", [("ra", 4), ("priests", 3), ("respublica", 3)])
def test_explaining_gives_chances_and_points_of_every_seat(table: tuple[str, int], tmp_path: Path) -> None:
    name, players = table
    bot, rng = NetBot(str(write_net(tmp_path, name, net_for(name, [8])))), random.Random(0)
    for p in itertools.islice(visit(name, players, seed=2), 60):
        if p.to_act is None:
            continue
        told = bot.explain(p, rng)
        assert told.move == bot.choose(p, rng)
        assert sorted(option.action for option in told.options) == p.actions()
        visits = [option.visits for option in told.options]
        assert visits == sorted(visits, reverse=True)
        assert 950 <= sum(visits) <= 1050
        judgements: list[hp.Analysis | hp.EvaluatedMove] = [told, *told.options]
        for judged in judgements:
            assert len(judged.win) == len(judged.points) == players
            assert sum(judged.win) == pytest.approx(1)
            assert min(judged.win) >= 0


def test_explaining_tells_nothing_that_the_seat_does_not_know() -> None:
    """Whoever decides next is asked, too, and must not be asked with the cards that they hold."""
    bot, rng, told = NetBot(), random.Random(0), set[bool]()
    for p in itertools.islice(visit("respublica", 4, seed=2), 0, 60, 6):
        if p.to_act is None:
            continue
        other = p.imagine(p.to_act, rng)
        told.add(other == p)
        assert bot.explain(p, random.Random(1)) == bot.explain(other, random.Random(1))
    assert False in told, "other cards are imagined"


def test_a_move_that_ends_the_game_is_judged_by_the_result(tmp_path: Path) -> None:
    bot, rng = NetBot(str(write_net(tmp_path, "ra", net_for("ra", [8])))), random.Random(0)
    position = next(p for p in visit("ra", 2, seed=1) if p.to_act is not None and ends(p))
    after = position.copy()
    after.play(position.legal()[0])
    option = next(option for option in bot.explain(position, rng).options if option.move == position.legal()[0])
    assert option.points == after.scores()
    assert [share > 0 for share in option.win] == [seat in after.winners() for seat in range(2)]


def ends(p: hp.Position) -> bool:
    """Return whether the first legal move ends the game."""
    after = p.copy()
    after.play(p.legal()[0])
    return after.over
