"""The session: set-up, turns, rounds, Maat, scoring, the end."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from heliopolis.core.errors import InvalidRecord
from heliopolis.games import tekhenu
from heliopolis.games.tekhenu import BadAnswer, Session, Step, view
from heliopolis.games.tekhenu.random_person import random_answer
from heliopolis.games.tekhenu.vocabulary import BASE_COLOURS, GODS, TILES
from tests.tekhenu.games import begin, play, whole_game


def steps(session: Session, key: str) -> list[Step]:
    return [step for _, led_to in session.story for step in led_to if step.key == f"tekhenu.{key}"]


def asked(session: Session) -> str:
    assert session.prompt is not None
    return session.prompt.id


# ---- set-up ----------------------------------------------------------------------------------------------------------


def test_set_up_asks_in_this_order() -> None:
    session = begin()
    assert [entry.id for entry in session.log] == [
        f"setup.{name}" for name in "game first_sunny horus_order checklist order destiny".split()
    ]
    assert asked(session) == "1.person.die"


def test_set_up_by_the_app() -> None:
    session = begin(3, automas=3)
    board = session.board
    assert [len(board.dice[section]) for section in GODS] == [3] * 6
    assert len(board.dice["seth"]) >= 2
    assert {die.colour for die in board.dice["seth"]} == {"grey"}
    assert sorted(tile for pile in board.piles.values() for tile in pile) == sorted(TILES)
    for automa in board.automas.values():
        in_line = automa.line in (automa.cell[0], automa.cell[1] + 5)
        assert in_line
        assert (automa.vp, automa.population, automa.happiness, automa.decrees) == (10, 5, 2, 1)


def test_set_up_by_hand() -> None:
    dice = {section: [["grey", 3], ["white", 2], ["red", 1]] for section in GODS} | {"seth": [["grey", 6], ["grey", 1]]}
    session = begin(
        automas=2,
        by_hand=["cubes", "tiles", "dice"],
        first_sunny="bastet",
        horus_order=list(GODS[::-1]),
        cubes={"district": "bread", "obelisk": "thoth", "line": 8, "cell": 2},
        dice=dice,
        order=["a2", "person", "a1"],
    )
    board = session.board
    assert (board.first_sunny, board.horus_order) == ("bastet", GODS[::-1])
    assert board.to_json()["dice"] == dice
    assert board.piles == {}
    for automa in board.automas.values():
        assert (automa.district, automa.obelisk, automa.line, automa.cell) == ("bread", "thoth", 8, (2, 3))
    assert asked(session) == "1.a2.tile"
    session.answer("horus")
    assert session.steps[0].params["colour"] == "grey"


def test_settings_reach_the_table() -> None:
    changes = {
        "statues_per_god": 2,
        "statues_for_seth": 0,
        "buildings_per_region": 3,
        "left_regions": [1],
        "right_regions": [2, 3, 4, 5, 6],
        "region_vp": [1, 2, 3, 4, 5, 6],
        "population_end": 18,
        "happiness_end": 17,
        "own_action_pays": False,
        "new_dice": 5,
        "order_bonus": [4, 1],
    }
    board = begin(settings=changes).board
    s = board.settings
    assert (s.statues_per_god, s.statues_for_seth, s.buildings_per_region) == (2, 0, 3)
    assert s.people_statue_regions == {"left": (1,), "right": (2, 3, 4, 5, 6)}
    assert (s.region_vp, s.population_end, s.happiness_end) == ((1, 2, 3, 4, 5, 6), 18, 17)
    assert (s.own_action_pays, s.new_dice, s.order_bonus["2"]) == (False, 5, (4, 1))


def test_every_open_point_of_the_rules_has_its_default() -> None:
    assert begin(automas=3).board.settings == tekhenu.GameSettings(grey_to_seth=True)


def test_settings_that_are_no_settings() -> None:
    bad: list[Any] = [
        {"statues_per_god": 0},
        {"weather": 1},
        {"region_vp": [1]},
        {"left_regions": [1, 1]},
        {"order_bonus": [3]},
        {"order_bonus": []},
        {"order_bonus": [3, 2, 0]},
        {"automas": 2, "order_bonus": [3, 0]},
        {"automas": 2, "order_bonus": [3, 2, 0, 0]},
    ]
    for answer in [*bad, [], None, 2]:
        session = Session()
        with pytest.raises(BadAnswer):
            session.answer(answer)
        assert session.log == []


def test_settings_that_depend_on_the_number_of_players_are_those_of_the_rules() -> None:
    session = Session()
    assert session.prompt is not None
    assert {field.id for field in session.prompt.fields if field.default is None} == {"new_dice", "order_bonus"}
    session.answer({"automas": 2, "new_dice": 3})
    assert (session.board.settings.new_dice, session.board.settings.order_bonus["3"]) == (None, (3, 2, 0))
    session.change(0, {"automas": 1, "new_dice": 3})
    assert (len(session.board.automas), session.board.settings.new_dice) == (1, 3)


def test_head_starts_are_on_the_checklist() -> None:
    session = begin(automas=3, difficulty=2)
    head_starts = ("setup.head_start_a1", "step.population", "step.happiness", "setup.head_start_a3")
    assert [steps(session, key)[0].who for key in head_starts] == ["a1", "a2", "a2", "a3"]
    assert session.board.automas["a3"].pillars == 7


# ---- the base game alone ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("automas", [1, 2, 3])
def test_base_game_alone(automas: int) -> None:
    session = play(begin(5, automas=automas, expansion=False), random.Random(5))
    assert session.over
    ids = {entry.id.rpartition(".")[2] for entry in session.log}
    assert not ids & {"conquest", "cultist"}
    said = {step.key for _, led_to in session.story for step in led_to}
    seth = {
        "step.statue_seth",
        "step.statue_people",
        "step.region_building",
        "step.conquest",
        "step.cultist",
        "setup.conquest",
    }
    assert not said & {f"tekhenu.{key}" for key in seth}
    dice = [step.params["dice"] for key in ("setup.dice", "step.dice") for step in steps(session, key)]
    assert {die["colour"] for some in dice for die in some} <= set(BASE_COLOURS)
    assert not {step.params["tile"] for step in steps(session, "step.take_die")} & {"seth", "soldier+priest"}


def test_base_game_has_no_seth_action_nor_cultist() -> None:
    session = begin(expansion=False)
    assert session.prompt is not None
    assert "seth" not in [action.value for action in session.prompt.actions]
    assert not session.can_use_cultist
    with pytest.raises(BadAnswer, match="no cultist"):
        session.use_cultist()
    session.answer(None)
    assert "seth" not in [option.value for option in session.prompt.options]
    assert not [name for name in session.correctable() if "seth" in name or "conquest" in name or "region" in name]


# ---- the person's turn -----------------------------------------------------------------------------------------------


def test_seth_turn_takes_three_answers() -> None:
    session = begin(first_sunny="horus")
    before = session.board
    die = before.dice["seth"][0]
    session.answer(["seth", *die, "seth"])
    session.answer(["region.4"])
    session.answer([2, 2])
    session.tick(list(range(len(session.steps))))
    session.use_cultist()
    board = session.board
    assert [entry.id for entry in session.log[-4:]] == [
        *(f"1.person.{what}" for what in ("die", "pieces", "conquest")),
        "cultist",
    ]
    assert board.regions[3] == ("person",)
    assert board.person.buildings == 9
    assert board.has_conquest((2, 2))
    cultist = [step for step in session.steps if step.key == "tekhenu.step.cultist"]
    assert [(step.who, step.vp) for step in cultist] == [("a1", 1)]


@pytest.mark.parametrize(
    ("action", "space"),
    [
        ("horus", "statue.god.ra"),
        ("horus", "statue.god.seth"),
        ("horus", "statue.osiris.1"),
        ("horus", "statue.people.left"),
        ("horus", "statue.temple.8"),
        ("ra", "pillar.5.4"),
        ("hathor", "temple.7"),
        ("osiris", "osiris.6.granite"),
        ("seth", "region.1"),
    ],
)
def test_person_places_pieces(action: str, space: str) -> None:
    session = begin()
    session.answer(None)
    session.answer(action)
    session.answer([space])
    assert session.correction_prompt(space).default in ("person", ["person"])
    assert Counter(session.board.to_json()["person"].values()) != Counter([10, 8, 6])
    with pytest.raises(BadAnswer):
        session.correct({"temple.1": "nobody"})


def test_several_pieces_in_one_answer() -> None:
    session = begin()
    session.answer(None)
    session.answer("osiris")
    session.answer(["osiris.1.bread", "osiris.2.bread"])
    assert session.board.person.buildings == 8


def test_person_s_action_rewards_statues() -> None:
    session = begin(automas=2, difficulty=4)
    session.correct({"statue.god.thoth": ["a2"], "statue.god.ra": ["person"]})
    session.answer(None)
    session.answer("thoth")
    rewards = [step for step in session.steps if step.turn == "person"][1:]
    assert [(step.key, step.who, step.vp) for step in rewards] == [("tekhenu.step.reward", "a2", 2)]
    session.undo()
    session.answer("ra")
    assert [step.key for step in session.steps[1:]] == ["tekhenu.step.your_reward"]


def test_a_card_gives_a_second_action_that_pays_and_places_like_any_other() -> None:
    session = begin(automas=2)
    session.correct({"statue.god.ra": ["a1"], "statue.god.hathor": ["a2"], "dice.ra": [["green", 4]]})
    session.answer(["ra", "green", 4, "ra", "hathor"])
    assert [step.who for step in session.steps if step.key == "tekhenu.step.reward"] == ["a1"]
    assert asked(session) == "1.person.pieces"
    session.answer(["pillar.1.1"])
    assert [step.who for step in session.steps if step.key == "tekhenu.step.reward"] == ["a2"]
    assert asked(session) == "1.person.pieces.2"
    again = Session.from_json(session.to_json(with_state=True))
    assert again.state == session.state
    session.answer(["temple.4"])
    assert (session.board.pillar((1, 1)), session.board.temple_buildings[3]) == ("person", "person")
    assert session.board.dice["ra"] == ()


def test_two_seth_actions_place_two_conquest_tiles() -> None:
    session = begin()
    session.answer(["seth", *session.board.dice["seth"][0], "seth", "seth"])
    for answer in (["region.1"], [1, 1], ["region.2"], [2, 2]):
        session.answer(answer)
    assert [entry.id for entry in session.log[-4:]] == [
        f"1.person.{what}" for what in ("pieces", "conquest", "pieces.2", "conquest.2")
    ]
    assert session.board.has_conquest((1, 1))
    assert session.board.has_conquest((2, 2))


@pytest.mark.parametrize(
    "answer",
    [
        ["ra", "green"],
        ["ra", "green", 5, "ra"],
        ["horus", "green", 4, "horus"],
        ["ra", "green", True, "ra"],
        ["ra", "green", 4, "dance"],
        ["ra", "green", 4, ["ra"]],
        ["ra", "green", 4, None],
        ["ra", "green", 4, "ra", "nothing"],
        ["ra", "green", 4, *["ra"] * 6],
        [],
        "ra",
        4,
        {},
    ],
)
def test_bad_turns_change_nothing(answer: Any) -> None:
    session = begin()
    session.correct({f"dice.{name}": [] for name in (*GODS, "seth")} | {"dice.ra": [["green", 4], ["green", 1]]})
    before = session.to_json()
    with pytest.raises(BadAnswer):
        session.answer(answer)
    assert session.to_json() == before


def test_a_die_without_an_action_asks_for_the_action() -> None:
    session = begin()
    assert session.prompt is not None
    die = session.prompt.options[0].value
    session.answer(die)
    assert (asked(session), session.prompt.default) == ("1.person.action", die[0])


def test_no_piece_picked_is_said() -> None:
    session = begin()
    session.answer(None)
    session.answer("ra")
    session.answer([])
    assert session.steps[0].key == "tekhenu.step.person_nothing_placed"


def test_the_cultist_pays_every_automa_at_any_question_of_the_game() -> None:
    session = begin(automas=2)
    session.use_cultist(2)
    assert [automa.vp for automa in session.board.automas.values()] == [12, 12]
    assert asked(session) == "1.person.die"
    number = len(session.log) - 1
    question = session.prompt_at(number)
    assert question is not None
    assert (question.id, question.kind, question.low) == ("cultist", "number", 1)
    session.answer(None)
    session.change(number, 3)
    assert [automa.vp for automa in session.board.automas.values()] == [13, 13]
    for uses in (0, -1, 10, True, "1", None):
        with pytest.raises(BadAnswer):
            session.use_cultist(uses)  # type: ignore[arg-type]
    assert [automa.vp for automa in session.board.automas.values()] == [13, 13]


def test_no_cultist_before_the_first_round_nor_after_the_last() -> None:
    session = Session()
    assert not session.can_use_cultist
    with pytest.raises(BadAnswer, match="no cultist"):
        session.use_cultist()
    with pytest.raises(BadAnswer, match="over"):
        whole_game(3).use_cultist()


@pytest.mark.parametrize("action", ["production", "anubis", "nothing"])
def test_no_god_action_rewards_nobody(action: str) -> None:
    session = begin()
    session.correct({f"statue.god.{god}": ["a1"] for god in GODS})
    session.answer(None)
    session.answer(action)
    assert "tekhenu.step.reward" not in [step.key for step in session.steps if step.turn == "person"]


def test_statue_does_not_pay_for_the_action_that_places_it() -> None:
    session = begin()
    session.answer(None)
    session.answer("horus")
    session.answer(["statue.god.horus"])
    assert "tekhenu.step.your_reward" not in [step.key for step in session.steps]


# ---- the automas' turns ----------------------------------------------------------------------------------------------


def automa_turn(section: str, value: int, tile: str, **by: Any) -> Session:
    """The person has played; a1 turns up a tile and finds one die."""
    session = begin(by_hand=["tiles", *by.pop("by_hand", [])], order=["a1", "person"], dice={}, **by)
    session.correct({f"dice.{name}": [] for name in (*GODS, "seth")} | {f"dice.{section}": [["green", value]]})
    session.answer(tile)
    return session


def test_hathor_asks_for_visible_resources() -> None:
    session = automa_turn("hathor", 3, "hathor")
    assert asked(session) == "1.a1.cells"
    session.answer(4)
    assert session.board.automas["a1"].vp == 14


def test_hathor_asks_nothing_where_nothing_can_be_seen() -> None:
    session = begin(by_hand=["tiles"], order=["a1", "person"])
    line = session.board.automas["a1"].line
    cells = [f"conquest.{line}.{n}" if line < 6 else f"conquest.{n}.{line - 5}" for n in range(1, 6)]
    session.correct(dict.fromkeys(cells, 1) | {"dice.hathor": [["green", 3]]})
    session.answer("hathor")
    assert asked(session) == "1.person.die"


def test_thoth_asks_for_the_cards() -> None:
    session = automa_turn("thoth", 6, "thoth")
    assert session.prompt is not None
    assert [field.default for field in session.prompt.fields] == [0, 1, 2]
    with pytest.raises(BadAnswer, match="At most 3 cards"):
        session.answer({"decrees": 2, "technologies": 2, "blessings": 0})
    session.answer({"decrees": 1, "blessings": 0})
    a1 = session.board.automas["a1"]
    assert (a1.decrees, a1.technologies, a1.blessings) == (2, 1, 0)


def test_people_statue_asks_for_the_cards_and_is_no_thoth_action() -> None:
    session = begin(by_hand=["tiles"], order=["a1", "person"])
    gods: dict[str, Any] = {f"statue.god.{god}": ["person"] for god in GODS}
    gods |= {"statue.god.thoth": ["a1"], "statue.god.seth": ["a1"], "statue.osiris.0": "a1", "statue.osiris.1": "a1"}
    session.correct({**gods, "region.1": "person", "region.2": "a1", "dice.horus": [["green", 1]]})
    session.answer("horus")
    assert asked(session) == "1.a1.cards"
    before = session.board.automas["a1"].vp
    session.answer({})
    assert session.board.automas["a1"].technologies == 2
    assert session.board.automas["a1"].vp == before


def test_seth_rolls_by_the_app_or_by_hand() -> None:
    session = automa_turn("seth", 3, "seth")
    assert asked(session) == "1.person.die"
    assert session.board.conquest_stack == 11
    session = automa_turn("seth", 3, "seth", by_hand=["dice"])
    assert asked(session) == "1.a1.conquest"
    session.answer([4, 4])
    assert session.board.has_conquest((4, 4))


def test_automa_s_action_rewards_statues_but_a_production_does_not() -> None:
    session = begin(by_hand=["tiles"], order=["a1", "person"])
    session.correct({"statue.god.bastet": ["a1"], "dice.bastet": [["green", 1]]})
    session.answer("bastet")
    assert session.board.automas["a1"].vp == 11
    session = begin(by_hand=["tiles"], order=["a1", "person"])
    session.correct(
        {"a1.population": 21, "a1.happiness": 21, "statue.god.bastet": ["a1"], "dice.bastet": [["green", 1]]}
    )
    session.answer("bastet")
    assert session.board.automas["a1"].vp == 13


def test_automa_without_a_die_takes_3_vp() -> None:
    session = begin(by_hand=["tiles"], order=["a1", "person"])
    session.correct({f"dice.{name}": [] for name in (*GODS, "seth")})
    session.answer("seth")
    assert [step.key for step in session.steps] == ["tekhenu.step.no_die"]
    assert session.board.automas["a1"].vp == 13


def test_an_automa_s_turn_asks_at_most_one_thing_and_the_person_s_at_most_three() -> None:
    with_question = turns_of_automas = 0
    for seed in range(15):
        session = whole_game(seed)
        entries = [entry for entry in session.log if not entry.id.startswith("setup")]
        ordinary = [entry for entry in entries if entry.id.count(".") == 2]  # without those of a second action
        turns = Counter(entry.id.rpartition(".")[0] for entry in ordinary)
        for turn, questions in turns.items():
            assert questions <= (3 if turn.endswith("person") else 1 if ".a" in turn else 4), turn
        with_question += sum(".a" in turn for turn in turns)
        turns_of_automas += len(session.board.automas) * 16
    assert with_question < turns_of_automas / 2  # usually nothing is asked


# ---- rounds ----------------------------------------------------------------------------------------------------------


def test_sixteen_rounds_eight_rotations_four_maats_two_scorings() -> None:
    session = whole_game(3, automas=2)
    assert [step.params["round"] for step in steps(session, "step.round")] == list(range(1, 17))
    assert len(steps(session, "step.rotate")) == 8
    assert len(steps(session, "step.order")) == 1 + 4  # the first at set-up
    assert len(steps(session, "step.score")) == 2 * 2
    assert len(steps(session, "step.end")) == 2
    assert [entry.id for entry in session.log if entry.id.endswith("destiny")] == [
        f"{when}.destiny" for when in ("setup", 4, 8, 12)
    ]


def test_new_dice_come_into_shaded_sections() -> None:
    session = play(begin(2, automas=2), random.Random(2), until="3.person.die")
    added = [step for step in steps(session, "step.dice") if step.params["section"] != "seth"]
    assert [session.board.light(step.params["section"]) for step in added] == ["shaded", "shaded"]
    assert [len(step.params["dice"]) for step in added] == [3, 3]


def test_new_dice_are_a_setting_and_may_be_entered() -> None:
    session = play(begin(2, settings={"new_dice": 1}), random.Random(2), until="3.person.die")
    added = [step for step in steps(session, "step.dice") if step.params["section"] != "seth"]
    assert [len(step.params["dice"]) for step in added] == [1, 1]
    session = play(begin(2, by_hand=["dice"]), random.Random(2), until="2.dice")
    assert session.prompt is not None
    first = session.prompt.fields[0].id
    before = session.board.dice[first]
    session.answer({first: [["red", 2]] * 7})
    assert len(session.story[-1][1][0].params["dice"]) == 7
    assert len(before) + 7 >= len(session.board.dice[first])


def test_piles_of_four_last_a_maat() -> None:
    session = play(begin(4, automas=2), random.Random(4), until="5.person.die")
    tiles = [step.params["tile"] for step in [*steps(session, "step.take_die"), *steps(session, "step.no_die")]]
    assert len(set(tiles[:8])) == 8
    assert sum(map(len, session.board.piles.values())) + len(session.board.stack) + len(session.board.discards) == 12


def at_maat(ankhs: dict[str, int]) -> Session:
    return play(begin(1, automas=len(ankhs), destiny=ankhs), random.Random(1), until="maat.place")


def test_maat_asks_for_ankhs_only_in_a_tie() -> None:
    session = at_maat({"a1": 2})
    session.answer(-1)
    assert asked(session) == "4.destiny"
    assert session.board.order == ("person", "a1")
    session.undo()
    session.answer(-2)
    assert asked(session) == "4.maat.ankhs"
    session.answer(1)
    assert session.board.order == ("a1", "person")


def test_maat_asks_who_is_first_of_those_still_tied() -> None:
    session = at_maat({"a1": 2, "a2": 0, "a3": 2})
    session.answer(2)
    session.answer(2)
    assert asked(session) == "4.maat.tie.1"
    session.answer(["a3", "person", "a1"])
    assert session.board.order == ("a2", "a3", "person", "a1")


def test_two_ties_at_once() -> None:
    session = at_maat({"a1": 1, "a2": 1, "a3": 0})
    session.answer(0)
    session.answer(0)
    session.answer(["a3", "person"])
    assert asked(session) == "4.maat.tie.2"
    session.answer(["a2", "a1"])
    assert session.board.order == ("a3", "person", "a2", "a1")


def test_scoring_after_round_8() -> None:
    session = play(begin(6), random.Random(6), until="8.maat.place")
    before = session.board
    session.answer(9)
    sheet = tekhenu.score(before, "a1")
    after = session.board.automas["a1"]
    assert after.vp == before.automas["a1"].vp + sheet.vp
    assert after.blessings == 0
    assert [step.why for step in session.steps if step.key == "tekhenu.step.score"] == [sheet.why]


def test_the_sheet_adds_up() -> None:
    for seed in range(5):
        session = whole_game(seed)
        rows = session.sheet
        for name, automa in session.board.automas.items():
            assert sum(row.vp[name] for row in rows) == automa.vp
        ends = [steps(session, key) for key in ("step.score", "step.end")]
        scored = sum(vp for row in rows if row.when != "play" for vp in row.vp.values())
        assert scored == sum(step.vp for some in ends for step in some)


@pytest.mark.parametrize(
    ("vp", "key"), [(None, None), (999, "step.you_win"), (0, "step.automa_wins"), ("level", "step.shared")]
)
def test_result(vp: int | str | None, key: str | None) -> None:
    session = play(begin(8), random.Random(8), until="end.vp")
    session.answer(session.board.automas["a1"].vp if vp == "level" else vp)
    said = [step.key.removeprefix("tekhenu.") for step in session.steps]
    assert said == ["step.result", *([key] if key else [])]
    assert session.over
    with pytest.raises(BadAnswer, match="over"):
        session.answer(1)


# ---- answers that are none -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [0, 4, "1", True, None, 1.0, [1]])
def test_bad_answers_change_nothing(answer: Any) -> None:
    session = Session()
    with pytest.raises(BadAnswer):
        session.answer(answer)
    assert session.log == []
    assert not session.can_undo


def test_prompts_are_json() -> None:
    session = Session(1)
    rng = random.Random(1)
    while session.prompt is not None:
        data = json.loads(json.dumps(session.prompt.to_json()))
        assert {"id", "kind", "question"} <= set(data)
        json.dumps([step.to_json() for step in session.steps])
        session.answer(random_answer(session.prompt, rng))


def test_views_are_json_and_hide_what_comes() -> None:
    session = play(begin(3, automas=2), random.Random(3), until="3.person.die")
    data = json.loads(json.dumps(view(session)))
    assert data["table"]["tiles_left"] == {"a1": 2, "a2": 2}
    assert not {"piles", "stack"} & set(data["table"])
    assert data["table"]["light"]["horus"] in ("sunny", "shaded", "dark")
    assert [len(some) for some in data["table"]["status"].values()] == [
        len(some) for some in data["table"]["dice"].values()
    ]
    assert data["prompt"]["id"] == "3.person.die"
    assert data["player"] == "person"
    over = view(whole_game(3))
    assert (over["prompt"], over["player"], over["over"]) == (None, None, True)


SAVED = {"format": "heliopolis.tekhenu", "version": 1, "rules": tekhenu.RULES, "seed": 1}


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (None, "no saved game"),
        (SAVED | {"version": 2}, "no saved game"),
        (SAVED, "list of operations"),
        (SAVED | {"operations": [["dance"]]}, "Operation 1"),
        (SAVED | {"operations": [["undo"]]}, "nothing to undo"),
        (SAVED | {"operations": [["answer"]]}, "Operation 1"),
        (SAVED | {"operations": [["answer", "setup.automas", 9]]}, "1 to 3"),
        (SAVED | {"operations": [["answer", "setup.order", 1]]}, "setup.game"),
        (SAVED | {"operations": [["done", [0]]]}, "Operation 1"),
        (SAVED | {"operations": [["correction", 3]]}, "Operation 1"),
        (SAVED | {"operations": [["change", 0, 3]]}, "no such entry"),
    ],
)
def test_bad_saves_are_told(data: Any, match: str) -> None:
    with pytest.raises(InvalidRecord, match=match):
        Session.from_json(data)
