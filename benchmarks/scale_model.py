"""How many workers and databases so many players need, and what breaks first: a model, checked by simulation.

    python benchmarks/scale_model.py        # writes results/scale.json and the tables of docs/scaling.md

It reads what was measured: `capacity.json`, `notify.json`, `growth.json` and the files of the load test. First it
simulates the load test and sets the simulated figures beside the measured ones. Then it computes what more players
need, and simulates that too. The same seed always gives the same figures.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from benchmarks.machine import JSON
from benchmarks.service_model import Demands, Load, Service

RESULTS = Path(__file__).parent / "results"
SEED = 1
SIMULATED_SECONDS = 30.0
WARM_UP_SECONDS = 20.0
SIZES = (1_000, 100_000, 10_000_000)
MAX_SIMULATED_MOVES = 1_500  # per second; more are simulated one database of several at a time


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What is assumed about players. Change them here if yours are others."""

    online: float = 0.05  # share of all players who play at the busiest time
    mean_to_peak: float = 0.4  # players online on average, by those at the busiest time
    people: int = 3  # at a table
    moves_per_minute: float = 3.0  # of each player
    spectators: float = 0.3  # at a table
    utilisation: float = 0.5  # of a worker, of the database and of its disk at the busiest time
    retention_days: int = 90
    cores_per_database: int = 16  # of the largest PostgreSQL that one would like to look after

    @property
    def think(self) -> float:
        """Seconds from an update to the next move at a table: each player moves once in a round."""
        return 60 / self.moves_per_minute / self.people


ASSUMED = Assumptions()

# ---- the load test, simulated ----------------------------------------------------------------------------------------


def simulate_load_test(measured: JSON, capacity: JSON, notify: JSON, kind: str) -> JSON:
    """Return measured and simulated figures of one load test side by side."""
    demands = Demands.read(capacity, notify, kind, measured["fsync_ms"])
    events = measured["events"] + measured["moves"]
    demands = replace(demands, client_event=measured["load_cores"] * measured["seconds"] / max(1, events))
    load = Load(
        tables=measured["tables"],
        people=2,
        spectators=measured["streams"] / measured["tables"] - 2,
        think=measured["think"],
        workers=measured["workers"],
        cores=int(measured["machine"].partition(" ")[0]),
    )
    simulated = Service(demands, load, SEED).run(SIMULATED_SECONDS, WARM_UP_SECONDS)
    pairs = {
        "moves per second": (measured["moves_per_second"], simulated["moves_per_second"]),
        "move, half within, ms": (measured["move_ms"]["p50"], simulated["move_ms"]["p50"]),
        "move, 95 % within, ms": (measured["move_ms"]["p95"], simulated["move_ms"]["p95"]),
        "update, half within, ms": (measured["update_ms"]["p50"], simulated["update_ms"]["p50"]),
        "update, 95 % within, ms": (measured["update_ms"]["p95"], simulated["update_ms"]["p95"]),
        "cores of the workers": (measured["server_cores"], simulated["server_cores"]),
    }
    if kind == "postgresql":
        pairs["cores of the database"] = (measured["database_cores"], simulated["database_cores"])
    return {
        name: {"measured": round(one, 2), "simulated": round(other, 2), "ratio": ratio(one, other)}
        for name, (one, other) in pairs.items()
    }


def ratio(one: float, other: float) -> float | None:
    """Return how many times the larger is the smaller."""
    small, large = sorted((one, other))
    return None if small <= 0 else round(large / small, 2)


# ---- what so many players need ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How the parts are put together, and what that changes."""

    name: str
    grouped: bool  # wake-ups do not go through commits, which then share writes to the disk
    to_all: bool  # every worker hears of every move
    by_table: bool  # a table's connections all reach one worker


AS_IT_IS = Arrangement("as it is: NOTIFY to all workers", grouped=False, to_all=True, by_table=False)
ROUTED = Arrangement("the proxy sends each table to one worker", grouped=False, to_all=True, by_table=True)
BUS = Arrangement("each table at one worker, wake-ups by a message bus", grouped=True, to_all=False, by_table=True)
ARRANGEMENTS = (AS_IT_IS, ROUTED, BUS)


@dataclass(frozen=True, slots=True)
class Traffic:
    """What so many players do at the busiest time."""

    players: float
    assumed: Assumptions

    @property
    def online(self) -> float:
        return self.players * self.assumed.online

    @property
    def tables(self) -> float:
        return self.online / self.assumed.people

    @property
    def streams(self) -> float:
        return self.tables * (self.assumed.people + self.assumed.spectators)

    @property
    def moves(self) -> float:
        """Moves per second."""
        return self.online * self.assumed.moves_per_minute / 60


def other_workers(streams: float, workers: int) -> float:
    """Return how many other workers have a stream of a table, if each stream is at any of them."""
    return (workers - 1) * (1 - math.pow(1 - 1 / workers, streams))


def work_per_worker(demands: Demands, traffic: Traffic, how: Arrangement, workers: int) -> float:
    """Return the cores that a worker uses at the busiest time."""
    assumed = traffic.assumed
    others = 0.0 if how.by_table else other_workers(assumed.people + assumed.spectators, workers)
    per_move = demands.move + assumed.people * demands.person_event + assumed.spectators * demands.spectator_event
    per_move += others * demands.refresh
    shared = (traffic.moves * per_move + traffic.streams * demands.idle_stream) / workers
    heard = traffic.moves * (1 - 1 / workers) if how.to_all else traffic.moves * others / workers
    return shared + demands.idle_worker + heard * demands.notification


def workers_for(demands: Demands, traffic: Traffic, how: Arrangement) -> int | None:
    """Return the fewest workers that are not too busy; None if no number of them is enough."""
    if how.to_all and traffic.moves * demands.notification + demands.idle_worker >= traffic.assumed.utilisation:
        return None
    workers = 1
    while work_per_worker(demands, traffic, how, workers) > traffic.assumed.utilisation:
        workers += max(1, workers // 50)
    return workers


def database_work(demands: Demands, traffic: Traffic, how: Arrangement, workers: int) -> float:
    """Return the cores that the database uses at the busiest time."""
    others = 0.0 if how.by_table else other_workers(traffic.assumed.people + traffic.assumed.spectators, workers)
    per_move = demands.database_move + others * demands.database_refresh
    per_move += demands.database_notification * (workers - 1) if how.to_all else 0.0
    idle = workers * demands.database_idle_worker + traffic.streams * demands.database_idle_stream
    return traffic.moves * per_move + idle


def commits_that_fit(demands: Demands, how: Arrangement, assumed: Assumptions) -> float:
    """Return the commits per second that one disk takes: one after the other if they notify, else many at once."""
    return math.inf if how.grouped else assumed.utilisation / demands.mean_fsync()


def size(demands: Demands, players: float, how: Arrangement, assumed: Assumptions = ASSUMED) -> JSON:
    """Return how many databases, each with workers and tables of its own, so many players need, and what sets that."""
    databases = 1
    reason = "nothing"
    while True:
        traffic = Traffic(players / databases, assumed)
        workers = workers_for(demands, traffic, how)
        if traffic.moves > commits_that_fit(demands, how, assumed):
            reason = "commits that notify wait for each other"
        elif workers is None:
            reason = "workers hear of too many moves"
        elif database_work(demands, traffic, how, workers) > assumed.cores_per_database * assumed.utilisation:
            reason = "the database's cores"
        else:
            break
        databases += max(1, databases // 50)
    assert workers is not None
    return {
        "arrangement": how.name,
        "databases": databases,
        "workers": workers * databases,
        "worker_utilisation": round(work_per_worker(demands, traffic, how, workers), 3),
        "database_cores": round(database_work(demands, traffic, how, workers), 2),
        "commits_per_second": round(traffic.moves, 1),
        "heard_per_worker": round(traffic.moves * (1 - 1 / workers), 1) if how.to_all else 0.0,
        "limit": reason,
    }


def simulate_size(demands: Demands, sized: JSON, players: float, how: Arrangement, assumed: Assumptions) -> JSON:
    """Simulate one of the databases with its workers; a smaller one of the same kind where it is too large."""
    traffic = Traffic(players / sized["databases"], assumed)
    part = min(1.0, MAX_SIMULATED_MOVES / traffic.moves)
    workers = max(1, round(sized["workers"] / sized["databases"] * part))
    load = Load(
        tables=max(1, round(traffic.tables * part)),
        people=assumed.people,
        spectators=assumed.spectators,
        think=assumed.think,
        workers=workers,
        cores=workers + assumed.cores_per_database,
        grouped=how.grouped,
        by_table=how.by_table,
    )
    return Service(demands, load, SEED).run(SIMULATED_SECONDS, WARM_UP_SECONDS)


def storage(players: float, growth: JSON, assumed: Assumptions) -> JSON:
    """Return the gigabytes that a year of games takes: all of them, and those of the last days only."""
    per_move = [game["kib"] / game["entries"] for game in growth["postgresql"].values()]
    moves = Traffic(players, assumed).moves * assumed.mean_to_peak * 365 * 86_400
    whole = moves * sum(per_move) / len(per_move) * 1024 / 1e9
    return {"year_gb": round(whole, 1), "retained_gb": round(whole * assumed.retention_days / 365, 1)}


def need(players: int, demands: Demands, capacity: JSON, growth: JSON, assumed: Assumptions = ASSUMED) -> JSON:
    """Return all that so many players need, in each arrangement."""
    traffic, memory = Traffic(players, assumed), capacity["postgresql"]["memory"]
    arrangements = []
    for how in ARRANGEMENTS:
        sized = size(demands, players, how, assumed)
        arrangements.append({**sized, "simulated": simulate_size(demands, sized, players, how, assumed)})
    workers = arrangements[-1]["workers"]
    used = workers * memory["worker_mib"] + traffic.streams * memory["kib_per_stream"] / 1024
    used += traffic.tables * memory["kib_per_table"] / 1024
    sent = traffic.moves * (1 + assumed.people + assumed.spectators) * demands.event_bytes
    return {
        "players": players,
        "online": round(traffic.online),
        "tables": round(traffic.tables),
        "streams": round(traffic.streams),
        "moves_per_second": round(traffic.moves, 1),
        "arrangements": arrangements,
        "memory_gib": round(used / 1024, 1),
        "megabits_per_second": round(8 * sent / 1e6, 1),
        "wal_mb_per_second": round(traffic.moves * demands.wal_bytes / 1e6, 2),
        **storage(players, growth, assumed),
    }


def compute(results: Path) -> JSON:
    """Return everything that the page shows, from the files of results."""

    def read(name: str) -> JSON:
        found: JSON = json.loads((results / f"{name}.json").read_text(encoding="utf-8"))
        return found

    capacity, notify, growth = read("capacity"), read("notify"), read("growth")
    loads = {kind: read(f"load-{kind}") for kind in ("sqlite", "postgresql")}
    demands = Demands.read(capacity, notify)
    return {
        "assumptions": asdict(ASSUMED),
        "mean_fsync_ms": round(1000 * demands.mean_fsync(), 2),
        "load_test": {kind: simulate_load_test(load, capacity, notify, kind) for kind, load in loads.items()},
        "notifying_commits_per_second": round(commits_that_fit(demands, AS_IT_IS, ASSUMED), 1),
        "moves_heard_per_second": round(ASSUMED.utilisation / max(1e-9, demands.notification), 1),
        "sizes": [need(players, demands, capacity, growth) for players in SIZES],
    }


def main() -> None:
    """Compute; write the results and the tables of the page."""
    from benchmarks.scale_page import PAGE, fill_in, read_all

    argparse.ArgumentParser(description="How many workers and databases so many players need.").parse_args()
    text = json.dumps(compute(RESULTS), indent=1) + "\n"
    (RESULTS / "scale.json").write_text(text, encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(fill_in(page, read_all(RESULTS)), encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
