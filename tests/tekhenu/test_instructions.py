"""What the person is told: every thing that the hands do is a step, in the order of the work."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from heliopolis.games.tekhenu import Decision, Session, SharedBoard, Step, turns
from heliopolis.games.tekhenu.actions import act, apply
from heliopolis.games.tekhenu.chance import Chance, dice_at_rotation, dice_at_set_up, draw_dice
from heliopolis.games.tekhenu.instructions import do_action
from heliopolis.games.tekhenu.random_person import random_answer
from heliopolis.games.tekhenu.state import State
from heliopolis.games.tekhenu.transcript import Translator
from tests.tekhenu.boards import gods_taken, make_board
from tests.tekhenu.games import begin, play, whole_game


def told(
    board: SharedBoard, section: str, value: int, rolls: tuple[int, ...] = (), cards: tuple[int, int, int] | None = None
) -> list[str]:
    """The sentences of an automa's action, which leads to the board that its decision leads to."""
    decision = act(board, "a1", section, value, rolls)
    if cards is not None:
        named = dict(zip(("decrees", "technologies", "blessings"), cards, strict=True))
        decision = replace(decision, cards=cards, choice=named if section == "thoth" else decision.choice)
    state = State(0, "automa_acts", board=board, player="a1", section=section, value=value)
    after = do_action(state, decision)
    assert after.board == apply(board, "a1", decision)
    return sentences(after.steps)


def sentences(steps: tuple[Step, ...] | list[Step]) -> list[str]:
    english = Translator("en")
    return [english(step.key, **step.params) for step in steps]


def steps_of(session: Session, entry_id: str) -> list[Step]:
    return next(list(steps) for entry, steps in session.story if entry.id == entry_id)


# ---- the actions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "space"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_ra_names_the_pillar_tile_of_the_die_and_refills_its_space(value: int, space: int) -> None:
    vp = 10 + space + 2 + 2
    assert told(make_board(), "ra", value) == [
        f"Take the pillar tile on space {space} of the display at Ra, the one for dice of {2 * space - 1} and "
        f"{2 * space}.",
        "Put this tile in row 1, column 6 of the temple, with one of its pillars on it.",
        f"Put a new pillar tile on space {space} of the display at Ra.",
        f"Move its scoring marker from 10 to {vp}.",
    ]


def test_thoth_takes_one_card_after_the_other() -> None:
    assert told(make_board(automas__a1__population=9, automas__a1__happiness=9), "thoth", 3) == [
        "Take for it the leftmost decree of the green segment at Thoth.",
        "If another decree lies in the green segment, slide it to the left.",
        "Take for it the leftmost technology of the green segment at Thoth.",
        "If another technology lies in the green segment, slide it to the left.",
        "Refill the display at Thoth.",
    ]


def test_thoth_takes_the_cards_that_the_person_confirmed() -> None:
    assert len(told(make_board(), "thoth", 5, cards=(0, 0, 1))) == 3
    assert told(make_board(), "thoth", 5, cards=(0, 0, 0)) == ["Take no card for it from the yellow segment at Thoth."]


def test_a_people_statue_stands_before_its_cards_are_taken() -> None:
    taken = gods_taken() | {"osiris__statues": ["person", "person"]}
    board = make_board(seth__regions=["person", "person", None, None, None, None], **taken)
    found = told(board, "horus", 1)
    assert found[0] == "Put one of its statues for the people on the Seth board, on the left."
    assert found[1:4] == found[4:7]
    assert found[1] == "Take for it the leftmost technology of the yellow segment at Thoth."
    assert found[3] == "Refill the display at Thoth."


def test_seth_places_the_open_conquest_tile_and_turns_up_the_next() -> None:
    first = [
        "Put one of its buildings in region 4 of the Seth board.",
        "Move its scoring marker from 10 to 11.",
        "Put the face-up conquest tile in row 2, column 8 of the temple.",
    ]
    assert told(make_board(), "seth", 4, (6, 2, 3)) == [*first, "Turn up the next conquest tile on the Seth board."]
    last = make_board(conquest_stack=1)
    assert told(last, "seth", 4, (2, 3)) == [*first, "Turn up no conquest tile: the stack is empty now."]
    assert told(make_board(conquest_stack=0), "seth", 4) == first[:2]


def test_hathor_moves_both_markers() -> None:
    assert told(make_board(temple__pillars__0__0="a1", automas__a1__pillars=7), "hathor", 3) == [
        "Put one of its buildings at row 1 of the temple.",
        "Move its scoring marker from 10 to 13.",
        "Move its population marker from 5 to 8.",
    ]


def test_bastet_moves_population_before_happiness() -> None:
    assert told(make_board(automas__a1__happiness=4), "bastet", 3) == [
        "Move its population marker from 5 to 6.",
        "Move its happiness marker from 4 to 6.",
    ]
    stuck = make_board(settings__population_end=5, automas__a1__happiness=5)
    assert told(stuck, "bastet", 3) == ["Leave its markers where they are: no step is possible."]


def test_bastet_loses_the_steps_after_the_end_of_happiness() -> None:
    board = make_board(settings__happiness_end=10, automas__a1__population=10, automas__a1__happiness=9)
    assert told(board, "bastet", 4) == ["Move its happiness marker from 9 to 10."]


def test_osiris_and_statues_and_production() -> None:
    assert told(make_board(), "osiris", 5) == ["Put one of its buildings in row 5 of the papyrus district."]
    assert told(make_board(), "horus", 3) == ["Put one of its statues on the space of Hathor."]
    assert told(make_board(automas__a1__pillars=0), "ra", 3) == [
        "Move its scoring marker from 10 to 13: the action of Ra cannot be done, so it produces."
    ]
    taken = gods_taken() | {"osiris__statues": ["person", "person"]}
    board = make_board(temple__pillars__0__2="a1", **taken)
    assert told(board, "horus", 3) == [
        "Put one of its statues at column 8 of the temple.",
        "Move its scoring marker from 10 to 13.",
    ]


def test_every_action_leads_where_its_decision_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def compare(s: State, decision: Decision) -> State:
        after = do_action(s, decision)
        assert after.board == apply(s.board, str(s.player), decision)
        assert sum(step.vp for step in after.steps[len(s.steps) :]) == decision.vp
        compared.append(decision.action)
        return after

    monkeypatch.setattr(turns, "do_action", compare)
    for seed in range(6):
        assert whole_game(seed).over
    assert set(compared) == {"horus", "ra", "hathor", "bastet", "thoth", "osiris", "seth"}


# ---- VP --------------------------------------------------------------------------------------------------------------


def test_every_vp_moves_a_marker_from_where_it_stands() -> None:
    session = whole_game(8, automas=3)
    stands = dict.fromkeys(session.board.automas, 10)
    for _, steps in session.story:
        for step in steps:
            if step.vp:
                assert step.params["before"] == stands[str(step.who)]
                assert step.params["after"] - step.params["before"] == step.vp
                stands[str(step.who)] = step.params["after"]
    assert stands == {name: automa.vp for name, automa in session.board.automas.items()}


def test_every_statue_pays_its_owner_once() -> None:
    session = begin(automas=2, settings={"statues_per_god": 3})
    session.correct({"statue.god.ra": ["a1", "person", "a1"], "dice.ra": [["green", 3]]})
    session.answer(["ra", "green", 3, "ra"])
    assert sentences([step for step in session.steps if not step.key.startswith("tekhenu.step.person_")]) == [
        "Move its scoring marker from 10 to 12, for its statues of Ra.",
        "Take the reward of your statue of Ra.",
    ]


def test_a_correction_is_named_in_words() -> None:
    session = begin()
    session.correct({"a1.vp": 12, "pillar.2.3": "person"})
    assert sentences(session.story[-1][1]) == [
        "Corrected – Automa 1: VP 10 → 12, a pillar in row 2, column 8 of the temple: nobody → You."
    ]


# ---- between the rounds ----------------------------------------------------------------------------------------------


def test_maat_moves_every_marker_from_the_turn_order_and_back() -> None:
    session = begin(3, automas=2)
    play(session, random.Random(1), until="4.maat.place")
    session.correct({"a1.ankhs": 2, "a2.ankhs": 0})
    order = list(session.board.order)
    session.answer(-4)
    found = sentences(session.state.steps)
    names = {"person": "your", "a1": "its", "a2": "its"}
    for place, (player, text) in enumerate(zip(order, found, strict=False), 1):
        balance = "-4" if player == "person" else f"+{session.board.automas[player].ankhs}"
        assert text == (
            f"Move {names[player]} Maat marker from place {place} of the turn order to "
            f"{balance if balance != '+0' else '0'} on the scale of Maat."
        )
    assert found[3].startswith("Put the Maat markers on the turn order, first to last: ")
    assert found[4] == "Put all dice that were taken back into the bag."
    assert "in place of the one it has" in " ".join(found[5:])


def test_scoring_moves_one_marker_per_automa_and_then_discards_blessings() -> None:
    session = begin(3)
    play(session, random.Random(1), until="8.maat.place")
    session.correct({"a1.blessings": 2})
    while not any(step.key == "tekhenu.step.score" for step in session.state.steps):
        assert session.prompt is not None
        session.answer(random_answer(session.prompt, random.Random(2)))
    keys = [step.key for step in session.state.steps]
    assert keys.count("tekhenu.step.score") == 1
    assert keys[keys.index("tekhenu.step.score") + 1] == "tekhenu.step.discard_blessings"


# ---- the set-up ------------------------------------------------------------------------------------------------------

BOARD = "boards seth_tile obelisk scoring_markers bag_seth dice ra horus gold cards vp_markers population_markers"
BOARD_KEYS = f"{BOARD} happiness_markers conquest initiative_deck".split()
PERSON_KEYS = "your_board your_pieces your_goods your_decrees your_maat your_tracks".split()
AUTOMA_KEYS = "pieces decree maat district line temple cell".split()
BEGINNING_KEYS = "no_displays initiative your_initiative your_cultist".split()
OF_SETH = {"boards", "seth_tile", "conquest", "initiative_deck", "your_tracks", "no_displays", "your_cultist"}


def checklist(**answers: Any) -> list[str]:
    """The keys of the checklist, with the dice of all places as one."""
    session = begin(**answers)
    steps = next(list(steps) for entry, steps in session.story if steps and steps[0].key.startswith("tekhenu.setup.b"))
    keys = [step.key.rpartition(".")[2] for step in steps]
    return [key for before, key in zip(["", *keys], keys, strict=False) if key != "dice" or before != "dice"]


def test_the_checklist_has_the_lists_of_the_rulebook_in_their_order() -> None:
    assert checklist(automas=2) == [*BOARD_KEYS, *PERSON_KEYS, *AUTOMA_KEYS, *AUTOMA_KEYS, *BEGINNING_KEYS]


def test_the_checklist_of_the_base_game_lacks_what_belongs_to_seth() -> None:
    everything = [*BOARD_KEYS, *PERSON_KEYS, *AUTOMA_KEYS, *BEGINNING_KEYS]
    base = ["board", *(key for key in everything if key not in OF_SETH)]
    assert checklist(expansion=False) == [key.replace("bag_seth", "bag") for key in base]


def test_without_seth_the_dice_of_its_colours_stay_in_the_box() -> None:
    bags = {
        seth: next(text for _, steps in begin(expansion=seth).story for text in sentences(steps) if "the bag" in text)
        for seth in (True, False)
    }
    assert bags[True].startswith("Put all dice into the bag: the app draws from them all")
    assert bags[False].startswith("Leave the red, blue and green dice in the box and put all others into the bag")


BY_HAND_KEYS = [key.replace("bag_seth", "bag_by_hand") for key in BOARD_KEYS if key != "dice"]


@pytest.mark.parametrize(
    ("by_hand", "board", "after"),
    [
        (["dice"], BY_HAND_KEYS, ["person_dice", *PERSON_KEYS, *AUTOMA_KEYS, *BEGINNING_KEYS]),
        (
            ["cubes"],
            [key for key in BOARD_KEYS if key != "dice"],
            ["person_cubes", "dice", *PERSON_KEYS, *AUTOMA_KEYS[:3], *BEGINNING_KEYS],
        ),
        (["cubes", "dice"], BY_HAND_KEYS, ["person_dice", *PERSON_KEYS, *AUTOMA_KEYS[:3], *BEGINNING_KEYS]),
    ],
)
def test_by_hand_the_board_comes_first_and_nothing_is_told_twice(
    by_hand: list[str], board: list[str], after: list[str]
) -> None:
    session = Session()
    session.answer({"by_hand": by_hand})
    session.answer(None)
    session.answer(None)
    assert [step.key.rpartition(".")[2] for step in session.steps] == board
    play(session, random.Random(1), until="setup.checklist")
    keys = [step.key.rpartition(".")[2] for step in session.steps]
    assert list(dict.fromkeys(keys)) == after


def test_the_first_turn_order_comes_with_its_procedure() -> None:
    session = play(Session(), random.Random(1), until="setup.order")
    assert session.prompt is not None
    assert "initiative value" in Translator("en").message(session.prompt.help[0])
    session.answer([option.value for option in session.prompt.options])
    assert sentences(session.steps)[0].startswith("Put the Maat markers on the turn order")


@pytest.mark.parametrize(
    ("stack", "text"),
    [
        (5, "Turn up the next conquest tile on the Seth board."),
        (1, "Turn up no conquest tile: the stack is empty now."),
    ],
)
def test_the_person_too_turns_up_the_next_conquest_tile(stack: int, text: str) -> None:
    session = begin()
    session.correct({"conquest_stack": stack, "dice.seth": [["grey", 2]]})
    for answer in (["seth", "grey", 2, "seth"], []):
        session.answer(answer)
    session.answer([2, 3])
    first, second = session.steps[:2]
    assert first.key == "tekhenu.step.person_piece"
    assert (second.who, sentences([second])) == ("person", [text])


@pytest.mark.parametrize(
    ("answers", "keys"),
    [
        ({}, ["display_seth", "app_tiles"]),
        ({"by_hand": ["tiles"]}, ["display_seth", "new_tiles", "tiles"]),
        ({"by_hand": ["tiles"], "expansion": False}, ["display", "tiles"]),
    ],
)
def test_destiny_cards_and_tiles_follow_the_first_turn_order(answers: Any, keys: list[str]) -> None:
    steps = steps_of(begin(automas=2, **answers), "setup.order")
    assert steps[0].key == "tekhenu.step.order"
    assert [step.key.rpartition(".")[2] for step in steps if ".setup." in step.key] == keys


def test_an_automa_s_destiny_card_makes_its_artifact_unavailable() -> None:
    steps = steps_of(begin(automas=1), "setup.order")
    found = sentences([step for step in steps if step.who == "a1"])
    assert found == [
        "Shuffle the destiny cards that are left and give it one face up.",
        "Put aside the artifact of this destiny card: it is not available any more.",
    ]


def test_cubes_by_hand_come_with_their_procedure() -> None:
    session = Session()
    session.answer({"by_hand": ["cubes"]})
    session.answer(None)
    session.answer(None)
    assert session.prompt is not None
    assert [field.id for field in session.prompt.fields] == ["district", "obelisk", "line", "cell"]
    english = Translator("en")
    said = [" ".join(map(english.message, field.help)) for field in session.prompt.fields]
    for text, word in zip(said, ("grey", "counter-clockwise", "11 or 12", "a 6"), strict=True):
        assert word in text
    assert session.prompt.to_json()["fields"][0]["help"][0]["key"] == "tekhenu.help.district"
    assert "help" not in session.prompt.to_json()


def test_dice_by_hand_come_with_how_many_to_draw() -> None:
    session = play(begin(by_hand=["dice"], automas=2), random.Random(3), until="2.dice")
    assert session.prompt is not None
    english = Translator("en")
    said = {field.id: [english.message(one) for one in field.help] for field in session.prompt.fields}
    assert [texts[0] for section, texts in said.items() if section != "seth"] == [
        "Draw 3 dice from the bag, roll and place them here."
    ] * 2
    assert said["seth"][0].startswith("Roll ")


def test_dice_added_by_hand_are_not_to_be_added_again() -> None:
    session = play(begin(by_hand=["dice"]), random.Random(3), until="2.dice")
    session.answer({"seth": [["grey", 1]]})
    assert [step.key for step in session.state.steps if "dice" in step.key] == ["tekhenu.step.person_dice"]


# ---- grey dice -------------------------------------------------------------------------------------------------------


def test_a_grey_die_drawn_for_a_section_goes_to_the_seth_board() -> None:
    board = make_board(settings__grey_to_seth=True)
    for seed in range(30):
        dice = draw_dice(board, (), dice_at_set_up(board), Chance(seed, "dice"))
        assert [len(dice[section]) for section in list(dice)[:-1]] == [3] * 6
        assert all(die.colour != "grey" for section, some in dice.items() if section != "seth" for die in some)
        assert len(dice["seth"]) >= 2
        assert {die.colour for die in dice["seth"]} == {"grey"}


def test_without_the_setting_grey_dice_lie_around_the_obelisk() -> None:
    board = make_board()
    drawn = [draw_dice(board, (), dice_at_set_up(board), Chance(seed, "dice")) for seed in range(10)]
    assert any(die.colour == "grey" for dice in drawn for section in list(dice)[:-1] for die in dice[section])
    assert all(len(dice["seth"]) == 2 for dice in drawn)


def test_a_bag_of_grey_dice_ends() -> None:
    colours = ["white", "yellow", "brown", "black"] * 9 + ["red", "blue", "green"] * 3
    board = make_board(settings__grey_to_seth=True)
    dice = draw_dice(board, colours, dice_at_rotation(board), Chance(1, "dice"))
    assert [len(some) for some in dice.values()] == [0, 0, 9]


def test_set_up_proposes_it_with_time_of_seth_only() -> None:
    assert begin().board.settings.grey_to_seth
    assert not begin(settings={"grey_to_seth": False}).board.settings.grey_to_seth
    assert not begin(expansion=False).board.settings.grey_to_seth
