"""What a table makes of a person who runs out of time: a bot decides once, and after three in a row takes over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heliopolis.server.domain import commands
from heliopolis.server.domain.changes import Change
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import MAX_LATE, Seat, Table
from heliopolis.server.runtime.bot_choices import choose
from tests.server.stores import new_setup

MINUTE = 60
ADA, GRACE = "ada", "grace"


def clocked_table() -> Table:
    """Ada and Grace, each with a minute for a move; the clock of one of them was started at second 100."""
    setup = replace(new_setup(ADA), seconds_per_move=MINUTE)
    return after(commands.open_table(setup, [Seat(ADA, "Ada"), Seat(GRACE, "Grace")]), 100.0)


def after(change: Change, up: float = 100.0) -> Table:
    """The table after a change at a moment of service time; its snapshot is the same table."""
    change.number_and_apply(5.0, up)
    table = change.after
    assert Table.from_json(table.setup, table.to_json()).to_json() == table.to_json()
    return table


def person_to_act(table: Table) -> str:
    assert table.to_act is not None
    return (ADA, GRACE)[table.to_act]


def bot_move(table: Table) -> Change:
    return commands.play_bot(table, table.moved, choose(table))


def own_move(table: Table, move: str = "draw") -> Change:
    return commands.play(table, person_to_act(table), None, table.seq, move)


def test_only_tables_with_a_clock_keep_the_service_time() -> None:
    table = clocked_table()
    assert table.due == 160.0
    change = own_move(table)
    change.number_and_apply(5.0, 130.0)
    assert change.entries[0]["up"] == 130.0
    assert change.after.due == 190.0
    without = replace(table, setup=replace(table.setup, seconds_per_move=None))
    change = own_move(without)
    change.number_and_apply(5.0, 130.0)
    assert "up" not in change.entries[0]
    assert change.after.due is None


def test_a_bot_makes_one_decision_and_the_seat_stays_the_persons() -> None:
    table = clocked_table()
    assert commands.time_out(table, 159.9).entries == []
    change = commands.time_out(table, 160.0)
    seat = table.to_act
    assert seat is not None
    name = table.seats[seat].name
    assert change.entries == [{"kind": "late", "seat": seat, "name": name, "bot": "greedy"}]
    late = after(change)
    assert (late.bot_to_act, late.acting_bot, late.due) == (True, "greedy", None)
    assert late.seats[seat] == replace(table.seats[seat], late=1)
    assert commands.time_out(late, 1e9).entries == [], "only once"
    decided = after(bot_move(late), 170.0)
    assert decided.moves_in_force[-1].player is None
    assert decided.seats[seat] == late.seats[seat]
    assert not decided.bot_to_act
    assert decided.due == 230.0, "whoever is next has their full time"


def test_a_person_who_is_quicker_than_the_bot_decides_after_all() -> None:
    late = after(commands.time_out(clocked_table(), 160.0))
    choice = choose(late)
    moved = after(own_move(late), 161.0)
    assert moved.moves_in_force[-1].player is not None
    assert [seat.late for seat in moved.seats] == [0, 0]
    assert not moved.overdue
    with pytest.raises(Problem, match=r"table\.stale"):
        commands.play_bot(moved, late.moved, choice)


def until_away(table: Table) -> Table:
    """The person to act never decides; the other one passes or draws. The table as their seat is handed over."""
    absent, now = table.to_act, 100.0
    for _ in range(50):
        if table.to_act != absent:
            move = table.match.view(table.to_act)["legal"][0]
            table = after(own_move(table, move), now)
            continue
        now += MINUTE
        change = commands.time_out(table, now)
        table = after(change, now)
        if change.entries[0]["kind"] == "away":
            return table
        table = after(bot_move(table), now)
    raise AssertionError("the seat was never handed over")


def test_three_in_a_row_hand_the_seat_over_and_it_can_be_taken_back() -> None:
    table = clocked_table()
    absent = table.to_act
    assert absent is not None
    away = until_away(table)
    assert away.seats[absent].away
    assert away.seats[absent].late == MAX_LATE
    assert away.acting_bot == "greedy"
    player = (ADA, GRACE)[absent]
    back = after(commands.come_back(away, player, absent), 1000.0)
    assert back.seats[absent] == table.seats[absent]
    assert back.due == 1060.0
    again = commands.time_out(back, 1060.0)
    assert [entry["kind"] for entry in again.entries] == ["late"], "they are counted from the beginning"


def test_nobody_gains_time_by_going_away_for_a_moment() -> None:
    table = after(bot_move(after(commands.time_out(clocked_table(), 160.0))), 170.0)
    while table.seats[table.to_act or 0].late == 0:  # until the one who was late is to act again
        table = after(own_move(table, table.match.view(table.to_act)["legal"][0]), 170.0)
    seat, person = table.to_act or 0, person_to_act(table)
    away = after(commands.go_away(table, person, seat, None), 200.0)
    back = after(commands.come_back(away, person, seat), 229.0)
    assert (back.due, back.seats[seat].late) == (table.due, 1)
    late = after(commands.come_back(away, person, seat), 231.0)
    assert late.due == 231.0 + MINUTE, "their time would have run out while the bot was there"


def test_a_decision_of_their_own_starts_the_count_again() -> None:
    table = clocked_table()
    absent, kinds, now = table.to_act, [], 100.0
    for turn in range(2 * MAX_LATE):
        while table.to_act != absent:
            table = after(own_move(table, table.match.view(table.to_act)["legal"][0]), now)
        if turn % MAX_LATE == MAX_LATE - 1:
            table = after(own_move(table, table.match.view(table.to_act)["legal"][0]), now)
            continue
        now += MINUTE
        change = commands.time_out(table, now)
        kinds += [entry["kind"] for entry in change.entries]
        table = after(bot_move(after(change, now)), now)
    assert kinds == ["late"] * 4


def test_whoever_takes_the_seat_of_somebody_late_owes_nothing() -> None:
    late = after(commands.time_out(clocked_table(), 160.0))
    seat = late.to_act
    assert seat is not None
    left = after(commands.leave(late, person_to_act(late), seat))
    assert left.acting_bot == "greedy", "the bot that has the seat now"
    assert not left.overdue
    sits = after(commands.sit(left, "hedy", seat, "Hedy"), 200.0)
    assert (sits.acting_bot, sits.due, sits.seats[seat].late) == (None, 260.0, 0)


def test_a_bot_of_ones_choice_takes_over_from_the_stand_in() -> None:
    late = after(commands.time_out(clocked_table(), 160.0))
    assert late.to_act is not None
    away = after(commands.go_away(late, person_to_act(late), late.to_act, "random"))
    assert away.acting_bot == "random"


def test_an_undo_shows_that_somebody_is_there() -> None:
    """Ada plays alone, takes both seats, and takes back what the bot decided for her."""
    table = clocked_table()
    alone = replace(table, seats=(Seat(ADA, "Ada"), Seat(ADA, "Ada")))
    first = commands.play(alone, ADA, None, alone.seq, "draw")
    moved = after(first, 110.0)
    late = after(commands.time_out(moved, 170.0), 170.0)
    decided = after(bot_move(late), 171.0)
    assert sum(seat.late for seat in decided.seats) == 1
    seat, found = commands.check_undo(decided, ADA, late.to_act, decided.seq, practice=True)
    undone = after(commands.undo(decided, seat, found, alone), 180.0)
    assert undone.seats[seat].late == 0
    assert not undone.overdue
    assert undone.due == 240.0
