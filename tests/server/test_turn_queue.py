"""The order in which bots think: once, in turn by owner, cheap turns first, idle tables last."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heliopolis.server.domain.problems import Problem
from heliopolis.server.runtime import hints, turn_queue
from heliopolis.server.runtime.hints import Hint, HintQueue
from heliopolis.server.runtime.turn_queue import IDLE_PAUSE, MAX_IDLE_TABLES, Turn, TurnQueue

EASY, EXPERT = 0.001, 0.4
NOON = 1000.0


def turn(table: str, owner: str = "Ada", seconds: float = EASY, **more: Any) -> Turn:
    usual: dict[str, Any] = {"moved": 2, "origin": f"home of {owner}", "idle": False, "since": NOON}
    return Turn(table, owner=owner, seconds=seconds, **{**usual, **more})


def tables(number: int, *arguments: Any, **more: Any) -> list[Turn]:
    owner = str(arguments[0])
    return [turn(f"{owner}'s table {n}", *arguments, **more) for n in range(number)]


def queue_of(*turns: Turn, threads: int = 1) -> TurnQueue:
    queue = TurnQueue(threads)
    for one in turns:
        assert queue.put(one)
    return queue


def play(queue: TurnQueue, seconds: float | None = None) -> Turn:
    """One turn from the queue to the log, by a thread that does nothing else."""
    taken = queue.take()
    assert taken is not None
    queue.thought(taken, taken.seconds if seconds is None else seconds, NOON)
    queue.done(taken)
    return taken


# ---- once ------------------------------------------------------------------------------------------------------------


def test_a_turn_is_queued_once_until_it_is_played() -> None:
    queue = queue_of(turn("a"))
    assert not queue.put(turn("a"))
    taken = queue.take()
    assert taken == turn("a")
    assert not queue.put(turn("a")), "somebody thinks about it"
    queue.thought(taken, EASY, NOON)
    assert not queue.put(turn("a")), "it waits to be played"
    assert (len(queue), "a" in queue) == (0, True)
    queue.done(taken)
    assert "a" not in queue


def test_the_next_turn_of_a_table_waits_for_the_one_before() -> None:
    queue = queue_of(turn("a"), threads=3)
    first = queue.take()
    assert first is not None
    assert queue.put(turn("a", moved=3))
    assert queue.take() is None
    queue.thought(first, EASY, NOON)
    assert queue.take() is None
    queue.done(first)
    assert queue.take() == turn("a", moved=3)


def test_a_later_turn_replaces_an_earlier_one_and_a_discarded_one_is_gone() -> None:
    queue = queue_of(turn("a"), turn("a", moved=5), turn("b"))
    assert len(queue) == 2
    queue.discard("b")
    queue.discard("no table")
    assert play(queue).moved == 5
    assert queue.take() is None


STEPS = st.lists(st.tuples(st.sampled_from("put take take_idle thought done discard".split()), st.integers(0, 30)))


@given(STEPS, st.integers(1, 4))
def test_whatever_happens_a_turn_is_thought_about_once(steps: list[tuple[str, int]], threads: int) -> None:
    """Each step is done to some table out of a few; time goes on by a second with each."""
    queue = TurnQueue(threads)
    waiting: dict[str, int] = {}  # tables, and for which entry
    thinking: list[Turn] = []
    to_play: list[Turn] = []
    taken: Counter[tuple[str, int]] = Counter()
    moved = dict.fromkeys("abcdefgh", 1)
    for now, (step, choice) in enumerate(steps):
        table = "abcdefgh"[choice % 8]
        if step == "put":
            moved[table] += choice % 2  # else the same turn again
            idle = table in "gh"
            queue.put(turn(table, "ABC"[choice % 3], EXPERT if choice % 5 else EASY, moved=moved[table], idle=idle))
        elif step == "discard":
            moved[table] += 1  # a person has moved: that turn never comes again
            queue.discard(table)
        elif step in ("take", "take_idle") and len(thinking) < threads:
            found = queue.take() if step == "take" else queue.take_idle(float(now))
            if found is not None:
                taken[found.table_id, found.moved] += 1
                assert found.table_id not in {one.table_id for one in [*thinking, *to_play]}
                assert found.idle == (step == "take_idle")
                assert not found.idle or not any(not one.idle for one in queue._queued.values())
                thinking.append(found)
        elif step == "thought" and thinking:
            one = thinking.pop(choice % len(thinking))
            queue.thought(one, EXPERT, float(now))
            to_play.append(one)
        elif step == "done" and to_play:
            one = to_play.pop(choice % len(to_play))
            moved[one.table_id] = max(moved[one.table_id], one.moved + 1)
            queue.done(one)
        waiting = {one.table_id: one.moved for one in queue._queued.values()}
        assert len(queue) == len(waiting) <= 8
        assert sum(one.slow for one in thinking) <= max(1, threads - 1)
    assert all(times == 1 for times in taken.values())


# ---- in turn by owner ------------------------------------------------------------------------------------------------


def test_a_cheap_turn_comes_next_though_a_stranger_has_58_tables_of_experts() -> None:
    queue = queue_of(*tables(58, "stranger", EXPERT))
    for _ in range(20):
        play(queue)
    thinking = queue.take()
    assert thinking is not None
    queue.put(turn("mine", "Ada", EASY))
    queue.thought(thinking, EXPERT, NOON)
    assert play(queue).owner == "Ada"


def test_a_stranger_who_is_a_new_player_at_every_table_is_one_address() -> None:
    many = [turn(f"table {n}", f"ghost {n}", EXPERT, origin="elsewhere") for n in range(58)]
    queue = queue_of(*many)
    play(queue)
    queue.put(turn("mine", "Ada", EXPERT))
    assert play(queue).owner == "Ada"


def test_players_at_one_address_take_turns() -> None:
    queue = queue_of(*tables(9, "Ada", EXPERT, origin="home"), *tables(3, "Grace", EXPERT, origin="home"))
    owners = [play(queue).owner for _ in range(6)]
    assert Counter(owners) == {"Ada": 3, "Grace": 3}


def test_of_equal_owners_the_cheapest_turn_comes_first_then_the_oldest() -> None:
    queue = queue_of(turn("slow", "Ada", EXPERT), turn("later", "Grace", since=NOON + 1), turn("now", "Hedy"))
    assert [play(queue).table_id for _ in range(3)] == ["now", "later", "slow"]


def test_what_counts_is_the_time_that_was_really_spent() -> None:
    """A bot that thinks longer than it says pays for it."""
    queue = queue_of(*tables(3, "liar", EASY), *tables(4, "Ada", EXPERT))
    assert play(queue, seconds=3.0).owner == "liar"
    assert [play(queue).owner for _ in range(4)] == ["Ada"] * 4


def test_nobody_saves_up_time_while_they_are_away() -> None:
    queue = queue_of(*tables(40, "Ada", EXPERT))
    for _ in range(20):
        play(queue)
    for one in tables(20, "Grace", EXPERT):
        queue.put(one)
    assert [play(queue).owner for _ in range(2)] == ["Grace", "Grace"], "Ada has had a turn before"
    assert Counter(play(queue).owner for _ in range(10)) == {"Grace": 5, "Ada": 5}


@given(
    st.lists(st.tuples(st.integers(1, 6), st.sampled_from([0.001, 0.02, 0.1, 0.4])), min_size=2, max_size=6),
    st.integers(1, 200),
)
def test_owners_who_always_wait_get_the_same_time(owners: list[tuple[int, float]], rounds: int) -> None:
    """However many tables they have, and however long their bots think."""
    queue = TurnQueue(1)
    for number, (count, seconds) in enumerate(owners):
        for one in tables(count, str(number), seconds):
            queue.put(one)
    spent = {str(number): 0.0 for number in range(len(owners))}
    for moved in range(3, rounds + 3):
        taken = play(queue)
        spent[taken.owner] += taken.seconds
        queue.put(replace(taken, moved=moved))
    assert max(spent.values()) - min(spent.values()) <= max(seconds for _, seconds in owners) + 1e-9


def test_accounts_do_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_queue, "MAX_ACCOUNTS", 10)
    queue = TurnQueue(1)
    for number in range(200):
        queue.put(turn(f"table {number}", f"player {number}"))
        play(queue)
    assert len(queue._owners) < 25
    assert len(queue._origins._seconds) < 25


# ---- slow turns, idle tables -----------------------------------------------------------------------------------------


def test_of_several_threads_one_is_left_for_cheap_turns() -> None:
    queue = queue_of(*tables(5, "Ada", EXPERT), threads=3)
    slow = [queue.take(), queue.take()]
    assert all(slow)
    assert queue.take() is None
    queue.put(turn("mine", "Grace", EASY))
    assert queue.take() == turn("mine", "Grace", EASY)
    assert slow[0] is not None
    queue.thought(slow[0], EXPERT, NOON)
    assert queue.take(slow_elsewhere=1) is None, "a hint is as slow"
    assert queue.take() is not None


def test_an_idle_table_waits_until_nothing_else_does() -> None:
    queue = queue_of(turn("idle", idle=True), turn("busy", "Grace", EXPERT), threads=2)
    assert queue.take_idle(NOON) is None
    busy = queue.take()
    assert busy is not None
    assert busy.table_id == "busy"
    assert queue.take() is None
    assert queue.take_idle(NOON) is None, "the last thread is for cheap turns"
    queue.thought(busy, EXPERT, NOON)
    idle = queue.take_idle(NOON)
    assert idle is not None
    assert idle.table_id == "idle"


def test_idle_turns_are_few() -> None:
    queue = queue_of(*tables(2, "Ada", idle=True), threads=4)
    first = queue.take_idle(NOON)
    assert first is not None
    assert queue.take_idle(NOON) is None, "one at a time"
    queue.thought(first, EASY, NOON)
    assert queue.take_idle(NOON) is None
    assert queue.idle_wait(NOON) == IDLE_PAUSE
    second = queue.take_idle(NOON + IDLE_PAUSE)
    assert second is not None
    queue.put(turn("third", idle=True))
    queue.thought(second, EXPERT, NOON)
    assert queue.idle_wait(NOON) == pytest.approx(10 * EXPERT), "a tenth of a core"


def test_few_idle_tables_of_an_address_are_played_at_the_same_time() -> None:
    many = [turn(f"table {n}", f"ghost {n}", idle=True, origin="elsewhere") for n in range(MAX_IDLE_TABLES + 1)]
    queue = queue_of(*many[:-1])
    assert not queue.put(many[-1])
    assert queue.put(turn("mine", idle=True))
    first = queue.take_idle(NOON)
    assert first is not None
    assert queue.put(replace(first, moved=3)), "the next turn of the same table"
    queue.thought(first, EASY, NOON)
    queue.done(first)
    assert not queue.put(many[-1])
    queue.discard(first.table_id)
    assert queue.put(many[-1]), "that game is over"


def test_an_idle_table_that_somebody_begins_to_watch_is_idle_no_more() -> None:
    queue = queue_of(turn("a", idle=True))
    assert queue.take() is None
    assert queue.put(turn("a", since=NOON + 9))
    assert len(queue) == 1
    assert queue.take() == turn("a", since=NOON), "it has waited since it was queued"


# ---- hints -----------------------------------------------------------------------------------------------------------


def hint(player: str, address: str) -> Hint:
    unused: Any = None
    return Hint(unused, player, address, unused, unused)


def test_hints_are_bounded_in_all_by_address_and_by_player() -> None:
    queue = HintQueue()
    for player in ("Ada", "Ada", "Grace", "Grace"):
        queue.put(hint(player, "home"))
    for refused in (hint("Hedy", "home"), hint("Ada", "elsewhere")):
        with pytest.raises(Problem) as busy:
            queue.put(refused)
        assert (busy.value.key, busy.value.params) == ("server.busy", {"seconds": hints.RETRY_SECONDS})
    others = [hint(f"player {n}", f"address {n}") for n in range(hints.MAX_HINTS - 4)]
    for one in others:
        queue.put(one)
    with pytest.raises(Problem):
        queue.put(hint("Alan", "work"))
    taken = queue.take()
    with pytest.raises(Problem):
        queue.put(hint("Alan", "work"))
    assert taken is not None
    queue.remove(taken)
    queue.put(hint("Alan", "work"))


def test_hints_go_round_by_address() -> None:
    queue = HintQueue()
    for player, address in (("Ada", "home"), ("Ada", "home"), ("Grace", "home"), ("Hedy", "work"), ("Alan", "park")):
        queue.put(hint(player, address))
    gone = queue._waiting["park"][0]
    queue.remove(gone)
    assert len(queue) == 4
    order = [found.player for found in iter(queue.take, None)]
    assert order == ["Ada", "Hedy", "Ada", "Grace"]
