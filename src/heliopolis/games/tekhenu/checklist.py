"""Tekhenu: everything that must be put on the table before the first round, as steps.

The steps follow the lists of the variant's rulebook: the board, the person, each automa, and what begins the game. Some
of them belong to Time of Seth (ruling 13). A person who places cubes or rolls dice by hand gets the board before they
are asked for them, and is not told again to put what they have put there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from heliopolis.games.tekhenu.actions import give_head_start
from heliopolis.games.tekhenu.obelisk import clockwise
from heliopolis.games.tekhenu.shared_board import Automa, Die, column_number
from heliopolis.games.tekhenu.state import State
from heliopolis.games.tekhenu.vocabulary import DISTRICTS, PERSON


def needs_board_first(s: State) -> bool:
    """Return whether the person draws or rolls something at set-up for which the board must lie on the table."""
    return bool(s.by_hand & {"cubes", "dice"})


def add_checklist(s: State, dice: Mapping[str, tuple[Die, ...]]) -> State:
    """Add what comes before the first turn order is made; the dice come to the board with their steps."""
    s = add_first_dice(s, dice) if needs_board_first(s) else add_board(s, dice)
    s = add_person(s)
    for name in s.board.automas:
        s = add_automa(s, name)
    with_seth = s.board.settings.time_of_seth
    if with_seth:
        s = s.add_step("tekhenu.setup.no_displays")
    s = s.add_step("tekhenu.setup.initiative").add_step("tekhenu.setup.your_initiative", PERSON)
    return s.add_step("tekhenu.setup.your_cultist", PERSON) if with_seth else s


def add_board(s: State, dice: Mapping[str, tuple[Die, ...]]) -> State:
    """Add the main board and the Seth board with everything on them; no dice if those come later."""
    board, with_seth = s.board, s.board.settings.time_of_seth
    for key in ("boards", "seth_tile") if with_seth else ("board",):
        s = s.add_step(f"tekhenu.setup.{key}")
    s = s.add_step("tekhenu.setup.obelisk", first=board.first_sunny, second=clockwise(board.first_sunny))
    s = s.add_step("tekhenu.setup.scoring_markers")
    s = add_first_dice(fill_bag(s), dice)
    s = s.add_step("tekhenu.setup.ra")
    s = s.add_step("tekhenu.setup.horus", gods=[{"place": i, "god": god} for i, god in enumerate(board.horus_order, 1)])
    s = s.add_step("tekhenu.setup.gold").add_step("tekhenu.setup.cards")
    start = Automa()
    s = s.add_step("tekhenu.setup.vp_markers", space=start.vp)
    s = s.add_step("tekhenu.setup.population_markers", space=start.population)
    s = s.add_step("tekhenu.setup.happiness_markers", space=start.happiness)
    if not with_seth:
        return s
    s = s.add_step("tekhenu.setup.conquest", number=board.conquest_stack)
    return s.add_step("tekhenu.setup.initiative_deck")


def fill_bag(s: State) -> State:
    """Add the bag: the person's own dice depend on the number of players, the app draws from all (ruling 8)."""
    if "dice" in s.by_hand:
        return s.add_step("tekhenu.setup.bag_by_hand", players=len(s.board.order))
    return s.add_step("tekhenu.setup.bag_seth" if s.board.settings.time_of_seth else "tekhenu.setup.bag")


def add_first_dice(s: State, dice: Mapping[str, tuple[Die, ...]]) -> State:
    """Add the dice of the set-up; those that the person has rolled lie there already."""
    key = "tekhenu.step.person_dice" if "dice" in s.by_hand else "tekhenu.setup.dice"
    for section in s.board.dice:
        s = add_dice(s, key, section, dice.get(section, ()))
    return s


def add_dice(s: State, key: str, section: str, dice: tuple[Die, ...]) -> State:
    """Add dice to a section, if there are any, with the step that says so."""
    if not dice:
        return s
    s = replace(s, board=s.board.add_dice({section: dice}))
    return s.add_step(key, section=section, dice=[die._asdict() for die in dice])


def add_person(s: State) -> State:
    keys = ["your_board", "your_pieces", "your_goods", "your_decrees", "your_maat"]
    for key in keys + (["your_tracks"] if s.board.settings.time_of_seth else []):
        s = s.add_step(f"tekhenu.setup.{key}", PERSON)
    return s


def add_automa(s: State, name: str) -> State:
    """Add an automa's pieces and cards, its cubes unless they lie there, and its head start from difficulty 2 on."""
    for key in ("pieces", "decree", "maat"):
        s = s.add_step(f"tekhenu.setup.{key}", name)
    if "cubes" not in s.by_hand:
        s = add_cubes(s, name)
    return s if s.board.difficulty < 2 else add_head_start(s, name)


def add_cubes(s: State, name: str) -> State:
    a = s.board.automas[name]
    s = s.add_step("tekhenu.setup.district", name, district=a.district)
    s = s.add_step("tekhenu.setup.line", name, first=a.obelisk, second=clockwise(a.obelisk))
    s = s.add_step("tekhenu.setup.temple", name, line=a.line)
    return s.add_step("tekhenu.setup.cell", name, row=a.cell[0], column=column_number(a.cell[1]))


def add_head_start(s: State, name: str) -> State:
    before = s.board.automas[name]
    s = replace(s, board=give_head_start(s.board, name))
    a = s.board.automas[name]
    if name == "a1":
        row, district = next(
            (row, DISTRICTS[owners.index(name)])
            for row, owners in enumerate(s.board.osiris_buildings, 1)
            if name in owners
        )
        return s.add_step("tekhenu.setup.head_start_a1", name, row=row, district=district)
    if name == "a2":
        s = s.add_step("tekhenu.step.population", name, before=before.population, after=a.population)
        return s.add_step("tekhenu.step.happiness", name, before=before.happiness, after=a.happiness)
    return s.add_step("tekhenu.setup.head_start_a3", name, row=a.cell[0], column=column_number(a.cell[1]))


def add_beginning(s: State) -> State:
    """Add what comes once the first turn order is made: its markers, the destiny cards, the action tiles."""
    s = s.add_step("tekhenu.step.order", players=[{"word": player} for player in s.board.order])
    s = s.add_step("tekhenu.setup.display_seth" if s.board.settings.time_of_seth else "tekhenu.setup.display")
    s = deal_destiny(s, "tekhenu.step.destiny")
    if "tiles" not in s.by_hand:
        return s.add_step("tekhenu.setup.app_tiles")
    if s.board.settings.time_of_seth:
        s = s.add_step("tekhenu.setup.new_tiles")
    return s.add_step("tekhenu.setup.tiles")


def deal_destiny(s: State, key: str) -> State:
    """Add the steps in which all players take a destiny card, in turn order; the person may choose an artifact."""
    with_artifacts = s.board.settings.time_of_seth
    your_key = "tekhenu.step.destiny_or_artifact" if with_artifacts else "tekhenu.step.your_destiny"
    for player in s.board.order:
        s = s.add_step(your_key if player == PERSON else key, player)
        if with_artifacts and player != PERSON:
            s = s.add_step("tekhenu.step.artifact", player)
    return s
