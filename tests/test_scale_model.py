"""The model of many players: laws that hold for every queue, and a page that shows what was computed."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import pairwise

import pytest
from benchmarks.queues import GroupCommit, Process, Simulator, Station
from benchmarks.scale_model import (
    ARRANGEMENTS,
    AS_IT_IS,
    ASSUMED,
    BUS,
    RESULTS,
    ROUTED,
    SIZES,
    Arrangement,
    Traffic,
    other_workers,
    size,
    work_per_worker,
    workers_for,
)
from benchmarks.scale_page import PAGE, fill_in, number, read_all
from benchmarks.service_model import Demands, Load, Service

DEMANDS = Demands(
    move=0.004,
    person_event=0.001,
    spectator_event=0.0002,
    refresh=0.001,
    notification=0.00002,
    database_move=0.001,
    database_refresh=0.0003,
    database_notification=0.00001,
    idle_worker=0.003,
    idle_stream=0.00002,
    database_idle_worker=0.001,
    database_idle_stream=0.00001,
    client_event=0.0,
    event_bytes=2700,
    wal_bytes=2300,
    fsync=(0.002, 0.004, 0.008),
)
LOAD = Load(tables=40, people=3, spectators=0.5, think=2.0, workers=2, cores=4)


def run_station(rate: float, service: float, servers: int, seconds: float = 400.0, seed: int = 1) -> Station:
    """Send jobs to a station at random moments, each of random length, and return it afterwards."""
    simulator, rng = Simulator(), random.Random(seed)
    station = Station(simulator, servers)

    def arrive() -> None:
        station.serve(rng.expovariate(1 / service), lambda: None)
        simulator.after(rng.expovariate(rate), arrive)

    arrive()
    simulator.run(seconds)
    station.count_until_now()
    return station


# ---- queues ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rate", "servers"), [(4.0, 1), (8.0, 1), (12.0, 2)])
def test_littles_law(rate: float, servers: int) -> None:
    """The number of jobs inside is how often they come times how long they stay, whatever the queue does."""
    seen = run_station(rate, 0.1, servers).seen
    inside, stay = seen.inside / 400, seen.spent / seen.left
    assert inside == pytest.approx(seen.arrived / 400 * stay, rel=0.02)


@pytest.mark.parametrize("rate", [2.0, 5.0, 8.0])
def test_a_station_is_as_busy_as_its_work(rate: float) -> None:
    seen = run_station(rate, 0.1, 1, seconds=2000).seen
    assert seen.busy / 2000 == pytest.approx(rate * 0.1, rel=0.05)


def test_a_queue_with_random_times_waits_as_theory_says() -> None:
    """M/M/1: the mean stay is the service time divided by the share of time that is free."""
    seen = run_station(5.0, 0.1, 1, seconds=20_000).seen
    assert seen.spent / seen.left == pytest.approx(0.1 / (1 - 0.5), rel=0.05)


def test_a_process_does_one_thing_at_a_time_however_many_cores_there_are() -> None:
    simulator = Simulator()
    process, done = Process(Station(simulator, 8)), []
    for _ in range(3):
        process.serve(1.0, lambda: done.append(simulator.now))
    simulator.run(10)
    assert done == [1.0, 2.0, 3.0]


def test_a_group_commit_writes_what_waits_at_once() -> None:
    simulator = Simulator()
    disk, done = GroupCommit(simulator), []
    for seconds in (1.0, 5.0, 1.0, 1.0):
        disk.serve(seconds, lambda: done.append(simulator.now))
    simulator.after(3.0, lambda: disk.serve(0.5, lambda: done.append(simulator.now)))
    simulator.run(10)
    assert done == [1.0, 6.0, 6.0, 6.0, 6.5]
    assert disk.writes == 3


# ---- the service -----------------------------------------------------------------------------------------------------


def test_a_seed_always_gives_the_same_figures() -> None:
    first, again, other = (Service(DEMANDS, LOAD, seed).run(10, 2) for seed in (1, 1, 2))
    assert first == again != other


def test_the_simulated_work_is_the_computed_one() -> None:
    """The formulas, which know no queues, and the simulation, which knows no formulas."""
    traffic = Traffic(LOAD.tables * ASSUMED.people / ASSUMED.online, ASSUMED)
    load = replace(LOAD, people=ASSUMED.people, spectators=ASSUMED.spectators, think=ASSUMED.think)
    for how in (AS_IT_IS, ROUTED):
        found = Service(DEMANDS, replace(load, by_table=how.by_table)).run(300, 20)
        assert found["moves_per_second"] == pytest.approx(traffic.moves, rel=0.05)
        computed = LOAD.workers * work_per_worker(DEMANDS, traffic, how, LOAD.workers)
        assert found["server_cores"] == pytest.approx(computed, rel=0.1), how.name


def test_more_of_anything_never_makes_it_faster() -> None:
    base = Service(DEMANDS, LOAD).run(30, 5)
    slow_disk = Service(replace(DEMANDS, fsync=(0.02, 0.04, 0.08)), LOAD).run(30, 5)
    more_tables = Service(DEMANDS, replace(LOAD, tables=160)).run(30, 5)
    assert slow_disk["move_ms"]["p50"] > base["move_ms"]["p50"]
    assert more_tables["move_ms"]["p95"] >= base["move_ms"]["p95"]
    assert more_tables["server_cores"] > base["server_cores"]


def test_commits_that_notify_wait_for_each_other_and_others_do_not() -> None:
    busy = replace(LOAD, tables=600, workers=8, cores=32)
    slow = replace(DEMANDS, fsync=(0.004, 0.005, 0.006))
    alone, together = (Service(slow, replace(busy, grouped=grouped)).run(20, 10) for grouped in (False, True))
    assert alone["move_ms"]["p50"] > 3 * together["move_ms"]["p50"]


def test_the_mean_of_the_disk_is_the_mean_of_its_draws() -> None:
    rng = random.Random(1)
    drawn = [DEMANDS.draw_fsync(rng) for _ in range(50_000)]
    assert sum(drawn) / len(drawn) == pytest.approx(DEMANDS.mean_fsync(), rel=0.02)


# ---- sizes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ARRANGEMENTS, ids=lambda how: how.name)
def test_more_players_never_need_less(how: Arrangement) -> None:
    found = [size(DEMANDS, players, how) for players in (1_000, 30_000, 1_000_000, 30_000_000)]
    for fewer, more in pairwise(found):
        assert more["workers"] >= fewer["workers"]
        assert more["databases"] >= fewer["databases"]
        assert more["worker_utilisation"] <= ASSUMED.utilisation


def test_no_number_of_workers_helps_where_all_hear_of_too_many_moves() -> None:
    players = 60 * 30_000 / ASSUMED.online / ASSUMED.moves_per_minute
    assert workers_for(DEMANDS, Traffic(players, ASSUMED), AS_IT_IS) is None
    assert workers_for(DEMANDS, Traffic(players, ASSUMED), BUS) is not None


def test_streams_are_at_as_many_other_workers_as_can_be() -> None:
    assert other_workers(3, 1) == 0
    assert other_workers(1, 10) == pytest.approx(0.9)
    assert other_workers(1000, 10) == pytest.approx(9)


# ---- the page --------------------------------------------------------------------------------------------------------


def test_the_page_shows_the_results() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == fill_in(page, read_all(RESULTS)), "python benchmarks/scale_model.py"


def test_the_page_would_notice_other_results() -> None:
    results = read_all(RESULTS)
    results["growth"]["sqlite"]["ra"]["kib"] += 1000
    page = PAGE.read_text(encoding="utf-8")
    assert page != fill_in(page, results)


def test_the_results_are_of_these_sizes_and_assumptions() -> None:
    scale = json.loads((RESULTS / "scale.json").read_text())
    assert [one["players"] for one in scale["sizes"]] == list(SIZES)
    assert scale["assumptions"]["online"] == ASSUMED.online
    assert {way["arrangement"] for one in scale["sizes"] for way in one["arrangements"]} == {
        how.name for how in ARRANGEMENTS
    }


@pytest.mark.parametrize(
    ("cell", "text"),
    [(1234567, "1,234,567"), (0.0128, "0.0128"), (12.5, "12.50"), (3.0, "3"), ("ra", "ra"), (0.0, "0")],
)
def test_numbers_are_written_plainly(cell: object, text: str) -> None:
    assert number(cell) == text
