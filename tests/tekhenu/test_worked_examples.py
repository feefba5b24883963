"""The worked examples of the rules page, one test each."""

from __future__ import annotations

from heliopolis.games import tekhenu
from tests.tekhenu.boards import act, gods_taken, make_board


def test_bastet_catches_up_with_population() -> None:
    decision = act(make_board(automas__a1__happiness=4), "bastet", 3)
    assert decision.choice == {"population": 6, "happiness": 6}
    assert [(reason.key.rpartition(".")[2], reason.params) for reason in decision.why] == [
        ("happiness", {"happiness": 5}),
        ("population", {"population": 6, "happiness": 5}),
        ("happiness", {"happiness": 6}),
    ]


def test_pillar_in_the_corner_of_an_empty_temple() -> None:
    decision = act(make_board(), "ra", 5)
    assert decision.choice == {"cell": [1, 1]}
    assert decision.vp == 3 + 2 + 2


def test_bastet_without_valid_dice_leads_to_hathor() -> None:
    board = make_board(dice__bastet=[["white", 6], ["yellow", 6]], dice__hathor=[["grey", 1]])
    assert board.light("bastet") == "dark"
    assert tekhenu.choose_die(board, "a1", "bastet").choice == {
        "section": "hathor",
        "colour": "grey",
        "value": 1,
        "status": "tainted",
    }


def test_statue_taking_two_districts_beats_one() -> None:
    """Left it would take papyrus from the person, right two districts from nobody."""
    board = make_board(
        **gods_taken(), osiris__buildings__5=["person", "person", None, None], osiris__buildings__4__1="person"
    )
    decision = act(board, "horus", 1)
    assert decision.choice == {"place": "osiris", "space": 1}


def test_regions_go_back_and_round() -> None:
    assert act(make_board(seth__regions__2="person"), "seth", 3, rolls=[1, 1]).choice == {
        "region": 2,
        "conquest": [1, 1],
    }
    assert act(make_board(seth__regions__0="person"), "seth", 1, rolls=[1, 1]).choice == {
        "region": 6,
        "conquest": [1, 1],
    }


def test_full_row_1_leads_to_row_6() -> None:
    decision = act(make_board(osiris__buildings__0=["person"] * 4), "osiris", 1)
    assert decision.choice is not None
    assert decision.choice["row"] == 6


def test_happiness_at_its_end_gives_3_vp() -> None:
    board = make_board(automas__a1__population=21, automas__a1__happiness=21)
    decision = act(board, "bastet", 4)
    assert (decision.choice, decision.vp) == ({"produce": True}, 3)
    after = tekhenu.apply(board, "a1", decision).automas["a1"]
    assert (after.population, after.happiness, after.vp) == (21, 21, 13)


def test_five_decrees() -> None:
    assert tekhenu.end_of_game(make_board(automas__a1__decrees=5), "a1").vp == 16
    assert tekhenu.end_of_game(make_board(automas__a1__decrees=5, difficulty=1), "a1").vp == 28
