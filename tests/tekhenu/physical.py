"""Whole games with a physical table that obeys only what the screen says, compared with the app's table at every step.

The person does by themselves what they enter: they take a die, place pieces and a conquest tile, roll dice if they do
that by hand. All else on the physical table comes from the English sentences of the steps. The Italian and the Spanish
sentence of a step name the same things and numbers as the English one. Now and then the person changes their history,
sometimes in the middle of the instructions, and moves what the screen then says.

`python -m tests.tekhenu.physical 300` plays so many games at random settings.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from typing import Any

from heliopolis.games.tekhenu import BadAnswer, Prompt, Session, SharedBoard, Step
from heliopolis.games.tekhenu.random_person import any_answer, fit_to_players, random_answer
from heliopolis.games.tekhenu.vocabulary import DISTRICTS, SETH
from heliopolis.text.catalogues import LANGUAGES, format_message
from tests.tekhenu.physical_back import ALL_SENTENCES
from tests.tekhenu.physical_table import PhysicalTable
from tests.tekhenu.physical_words import check_translation

NOT_SHOWN = (
    "tekhenu.step.person_",
    "tekhenu.step.round",
    "tekhenu.step.correction",
)  # what the person has done, and headings
OSIRIS_SPACES = ("papyrus and bread", "limestone and granite")
CHANCE_OF_CULTIST, CHANCE_OF_CHANGE = 0.1, 0.05
NUMBER = re.compile(r"\d+")


# ---- the person ------------------------------------------------------------------------------------------------------


def answer_at_random(prompt: Prompt, rng: random.Random, wild: bool) -> Any:
    """Return what a person might answer; a wild one changes settings and does what makes little sense."""
    if prompt.id == "setup.game":
        usual = ("automas", "difficulty", "expansion", "by_hand")
        fields = [field for field in prompt.fields if wild or field.id in usual]
        return fit_to_players({field.id: any_answer(field, rng) for field in fields})
    return any_answer(prompt, rng) if wild and rng.random() < 0.3 else random_answer(prompt, rng)


def do_what_is_entered(table: PhysicalTable, prompt: Prompt, answer: Any) -> None:
    """Do on the physical table what the person does before they enter it."""
    topic = prompt.id.partition(".")[2]
    if topic == "person.die" and answer is not None:
        section, colour, value, *_ = answer
        table.take_die(place_name(section), colour, value)
    elif topic.startswith("person.pieces"):
        for space in answer:
            place_own_piece(table, *space.split("."))
    elif topic.startswith("person.conquest") and answer is not None:
        table.place_conquest(answer[0], answer[1] + 5)
    elif topic.startswith("cubes."):
        place_cubes(table, topic.removeprefix("cubes."), **answer)
    elif topic == "dice":
        assert {"main board", "bag"} <= table.laid_out
        for section, dice in answer.items():
            if dice:
                table.add_dice(place_name(section), ", ".join(f"{colour} {value}" for colour, value in dice), False)


def place_cubes(table: PhysicalTable, name: str, district: str, obelisk: str, line: int, cell: int) -> None:
    """Put the cubes of an automa where dice and cards say; for that board, obelisk and bag must be there."""
    assert {"main board", "obelisk", "bag"} <= table.laid_out
    assert ("Seth board" in table.laid_out) == ("new initiative cards" in table.laid_out)
    assert name not in table.cubes
    place = (line, cell + 5) if line <= 5 else (cell, line)
    cubes = {"district": district, "line": obelisk.capitalize(), "temple": line_name(line), "cell": place}
    table.cubes[name] = cubes


def place_own_piece(table: PhysicalTable, kind: str, *where: str) -> None:
    if kind == "pillar":
        table.place_pillar("person", int(where[0]), int(where[1]) + 5)
    elif kind == "temple":
        table.place_at_temple("person", "building", *line_name(int(where[0])))
    elif kind == "osiris":
        table.place_at_osiris("person", int(where[0]), where[1])
    elif kind == "region":
        table.regions[int(where[0])].append(table.take_piece("person", "building"))
    else:
        place_own_statue(table, *where)


def place_own_statue(table: PhysicalTable, where: str, space: str) -> None:
    if where == "temple":
        table.place_at_temple("person", "statue", *line_name(int(space)))
        return
    owner = table.take_piece("person", "statue")
    if where == "god":
        table.god_statues[space.capitalize()].append(owner)
    elif where == "osiris":
        table.above_osiris[OSIRIS_SPACES[int(space)]] = owner
    else:
        table.people[space] = owner


def place_name(section: str) -> str:
    return "the Seth board" if section == SETH else section.capitalize()


def line_name(line: int) -> tuple[str, int]:
    return ("row" if line <= 5 else "column"), line


# ---- the screen ------------------------------------------------------------------------------------------------------


def obey(table: PhysicalTable, step: Step) -> None:
    """Do what a step says in English; the other languages name the same things and numbers."""
    who = None if step.who is None else format_message("en", f"tekhenu.seat.{step.who}")
    texts = [format_message(language, step.key, step.params) for language in LANGUAGES]
    numbers = [NUMBER.findall(text) for text in texts]
    assert numbers[0] == numbers[1] == numbers[2], texts
    for language in LANGUAGES:
        check_translation(language, step.key, step.params)
    table.obey(who, texts[0])


def as_physical(board: SharedBoard) -> dict[str, Any]:
    """The app's table, in the terms of the physical one."""
    lines = [("building", line_name(i), owner) for i, owner in enumerate(board.temple_buildings, 1)]
    lines += [("statue", line_name(line), owner) for line, owner in board.temple_statues.items()]
    return {
        "dice": {place_name(section): Counter(map(tuple, dice)) for section, dice in board.dice.items()},
        "light": board.first_sunny.capitalize(),
        "horus": [god.capitalize() for god in board.horus_order],
        "god statues": {god.capitalize(): sorted(owners) for god, owners in board.god_statues.items()},
        "osiris": {
            (row, district): owner
            for row, owners in enumerate(board.osiris_buildings, 1)
            for district, owner in zip(DISTRICTS, owners, strict=True)
            if owner
        },
        "above osiris": {name: o for name, o in zip(OSIRIS_SPACES, board.osiris_statues, strict=True) if o},
        "pillars": cells(board.pillars),
        "conquest": set(cells(board.conquest)),
        "temple": {(piece, line): owner for piece, line, owner in lines if owner},
        "regions": {number: sorted(owners) for number, owners in enumerate(board.regions, 1)},
        "people": {side: owner for side, owner in board.people_statues.items() if owner},
        "conquest tiles": board.conquest_stack,
        "order": list(board.order),
        "supply": {
            player: (board.pieces(player).buildings, board.pieces(player).pillars, board.pieces(player).statues)
            for player in board.order
        },
        "automas": {
            name: (a.vp, a.population, a.happiness, a.decrees, a.technologies, a.blessings)
            for name, a in board.automas.items()
        },
        "cubes": {
            name: (a.district, a.obelisk.capitalize(), line_name(a.line), (a.cell[0], a.cell[1] + 5))
            for name, a in board.automas.items()
        },
    }


def cells(square: tuple[tuple[Any, ...], ...]) -> dict[tuple[int, int], Any]:
    return {(r, c): what for r, row in enumerate(square, 1) for c, what in enumerate(row, 6) if what}


def what_lies_there(table: PhysicalTable) -> dict[str, Any]:
    """The physical table, in the same terms."""
    players, automas = sorted(table.supply), [player for player in sorted(table.supply) if player != "person"]
    is_order = all(where == "order" for where, _ in table.maat.values())  # else Maat is going on
    order = {"order": sorted(table.maat, key=lambda player: table.maat[player][1])} if is_order else {}
    return order | {
        "dice": {section: Counter(dice) for section, dice in table.dice.items()},
        "light": table.first_sunny,
        "horus": table.horus_tiles,
        "god statues": {god: sorted(owners) for god, owners in table.god_statues.items()},
        "osiris": table.osiris,
        "above osiris": table.above_osiris,
        "pillars": table.pillars,
        "conquest": table.conquest,
        "temple": {
            (piece, line): owner for line, pieces in table.around_temple.items() for piece, owner in pieces.items()
        },
        "regions": {number: sorted(owners) for number, owners in table.regions.items()},
        "people": table.people,
        "conquest tiles": table.face_down + table.face_up,
        "supply": {
            player: tuple(table.supply[player][p] for p in ("building", "pillar", "statue")) for player in players
        },
        "automas": {
            name: (
                *(table.markers[track][name] for track in ("scoring", "population", "happiness")),
                *(table.cards[name][kind] for kind in ("decree", "technology", "blessing")),
            )
            for name in automas
        },
        "cubes": {
            name: tuple(table.cubes[name][cube] for cube in ("district", "line", "temple", "cell")) for name in automas
        },
    }


def compare(table: PhysicalTable, board: SharedBoard) -> None:
    theirs, ours = what_lies_there(table), as_physical(board)
    different = {key: (theirs[key], ours[key]) for key in theirs if theirs[key] != ours[key]}
    assert not different, f"on the physical table and in the app: {different}"


# ---- a game ----------------------------------------------------------------------------------------------------------


def play_physically(seed: int) -> Session:
    """Play a whole game at random and compare the tables after every step from the first round on."""
    rng, session, table = random.Random(f"physical {seed}"), Session(seed), PhysicalTable(ALL_SENTENCES)
    wild = seed % 2 == 1
    while (prompt := session.prompt) is not None:
        is_ready = not may_wait(session)
        if session.can_use_cultist and rng.random() < CHANCE_OF_CULTIST:
            session.use_cultist(rng.randint(1, 3))
        else:
            enter(session, table, prompt, rng, wild)
        if prompt.id == "setup.destiny" and is_ready and not session.tasks.separate:
            table.check_set_up(len(session.board.automas), session.board.settings.time_of_seth)
        while has_begun(session) and rng.random() < CHANCE_OF_CHANGE:
            follow(session, table, rng.randint(len(session.done), len(session.steps)))
            change_history(session, table, rng)
        if rng.random() < 0.5 and may_wait(session):
            follow(session, table, rng.randint(len(session.done), len(session.steps)))
        if not may_wait(session):
            follow(session, table, len(session.steps))
            if has_begun(session):
                table.check_displays()
                compare(table, session.board)
    return session


def has_begun(session: Session) -> bool:
    return session.prompt is None or not session.prompt.id.startswith("setup.")


def may_wait(session: Session) -> bool:
    """Return whether moves may wait until the open question is answered, because nothing is taken or placed for it."""
    moves = any(step.key.startswith("tekhenu.move.") for step in session.tasks.left)
    asked = session.prompt
    return moves and asked is not None and ".person." not in asked.id and not asked.id.endswith(".dice")


def enter(session: Session, table: PhysicalTable, prompt: Prompt, rng: random.Random, wild: bool) -> None:
    """Answer the open question, and do on the table what was entered."""
    answer, told = answer_at_random(prompt, rng, wild), session.waiting or session.tasks.laid
    try:
        session.answer(answer)
    except BadAnswer:  # too many cards
        answer = prompt.default
        session.answer(answer)
    if not told:  # else the screen says what to move, their own die and pieces included
        do_what_is_entered(table, prompt, answer)


def change_history(session: Session, table: PhysicalTable, rng: random.Random) -> None:
    """Take back the last entry, correct something, or change or remove an earlier entry, of the set-up too."""
    kind = rng.choice(("undo", "undo", "redo", "change", "remove", "correct", "correct_before"))
    number = rng.randrange(len(session.log))
    asked = session.prompt_at(number)
    correction = {"a1.vp": rng.randint(0, 60), "a1.population": rng.randint(10, 20)}
    try:
        if kind == "redo" and session.can_redo:
            session.redo()
        elif kind == "undo":
            session.undo()
        elif kind == "correct":
            session.correct(correction)
            correct_by_hand(session, table)
        elif kind == "correct_before":
            session.correct_before(number, correction)
        elif kind == "change" and asked is not None:
            session.change(number, answer_at_random(asked, rng, wild=False))
        elif kind == "remove":
            session.remove(number)
    except BadAnswer:
        return


def correct_by_hand(session: Session, table: PhysicalTable) -> None:
    """Move the markers that were corrected: they stand elsewhere by as much as the correction says."""
    automa = session.physical_board.automas["a1"]
    table.markers["scoring"]["a1"], table.markers["population"]["a1"] = automa.vp, automa.population


def follow(session: Session, table: PhysicalTable, until: int) -> None:
    """Do the steps up to one, as far as they are shown and not done yet, and tick them; compare after each."""
    for step in session.steps[len(session.done) : until]:
        if not step.key.startswith(NOT_SHOWN):
            obey(table, step)
            if has_begun(session) and not session.tasks.any_order:
                assert step.after is not None
                compare(table, step.after)
    session.tick([*range(until)])


def play_all(seeds: range) -> None:
    for seed in seeds:
        try:
            assert play_physically(seed).over
        except AssertionError as error:
            raise AssertionError(f"game {seed}: {error}") from error


def main(games: int) -> None:
    play_all(range(games))
    print(f"{games} games: the physical table was the app's after every step.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
