"""Tekhenu: a board on which one thing after the other is moved, each as a step for the hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from heliopolis.games.tekhenu.corrections import locate, max_owners, recount_supplies
from heliopolis.games.tekhenu.notation import write_automa
from heliopolis.games.tekhenu.obelisk import clockwise
from heliopolis.games.tekhenu.shared_board import Automa, Cell, SharedBoard
from heliopolis.games.tekhenu.spaces import split_name
from heliopolis.games.tekhenu.state import Step
from heliopolis.games.tekhenu.vocabulary import PERSON, SIDE
from heliopolis.text.messages import Message, message

# for an automa's piece and for the person's
ELSEWHERE, OFF, ON = ("piece", "your_piece"), ("off", "your_off"), ("on", "your_on")
CUBE_MOVES = {"district": "cube_district", "obelisk": "cube_obelisk", "line": "cube_line", "cell": "cube_cell"}


class BoardMover:
    """Moves things on a board, as JSON, and keeps a step for each with the board after it."""

    def __init__(self, board: SharedBoard) -> None:
        self.board = board
        self.data = board.to_json()
        self.steps: list[Step] = []

    def add_step(self, key: str, who: str | None = None, **params: Any) -> None:
        self.repeat_step(Step(f"tekhenu.move.{key}", params, who))

    def add_step_of_setup(self, key: str, who: str | None = None, **params: Any) -> None:
        """Add a step of the checklist."""
        self.repeat_step(Step(f"tekhenu.setup.{key}", params, who))

    def repeat_step(self, step: Step) -> None:
        """Add a step of the game, with the board as it is now."""
        recount_supplies(self.data)
        self.board = SharedBoard.from_json(self.data)
        self.steps.append(replace(step, after=self.board))

    # ---- pieces ----------------------------------------------------------------------------------------------------

    def owners(self, space: str) -> list[str]:
        """Return whose pieces lie on a space."""
        container, key = locate(self.data, space)
        value = container[key]
        return value if isinstance(value, list) else [] if value is None else [value]

    def has_room(self, space: str) -> bool:
        container, key = locate(self.data, space)
        most = max_owners(self.board, space) if isinstance(container[key], list) else 1
        return len(self.owners(space)) < most

    def take_off(self, owner: str, kind: str, space: str) -> None:
        self.change_owners(space, owner, -1)
        self._add_piece_step(OFF, owner, kind, source=space)

    def put_on(self, owner: str, kind: str, space: str) -> None:
        self.change_owners(space, owner, 1)
        self._add_piece_step(ON, owner, kind, target=space)

    def move(self, owner: str, kind: str, source: str, target: str) -> None:
        self.change_owners(source, owner, -1)
        self.change_owners(target, owner, 1)
        self._add_piece_step(ELSEWHERE, owner, kind, source, target)

    def change_owners(self, space: str, owner: str, change: int) -> None:
        container, key = locate(self.data, space)
        owners = [*self.owners(space)]
        if change > 0:
            owners.append(owner)
        else:
            owners.remove(owner)
        container[key] = owners if isinstance(container[key], list) else next(iter(owners), None)

    def _add_piece_step(
        self, keys: tuple[str, str], owner: str, kind: str, source: str | None = None, target: str | None = None
    ) -> None:
        """Add a step; `from_space` and `to_space` are the names of the spaces, for a screen that marks them."""
        places = {"from": source, "to": target}
        params: dict[str, Any] = {"player": owner, "piece": kind}
        for name, space in places.items():
            if space is not None:
                form = "on" if source is None else name
                params |= {name: place_name(space, form).to_json(), f"{name}_space": space}
        self.add_step(keys[owner == PERSON], owner, **params)

    def move_conquest(self, source: Cell | None, target: Cell | None) -> None:
        """Move a conquest tile between two cells, or between a cell and the top of the stack."""
        params: dict[str, Any] = {}
        for name, cell, there in (("from", source, 0), ("to", target, 1)):
            if cell is None:
                self.data["conquest_stack"] = max(0, self.data["conquest_stack"] + (1 if name == "to" else -1))
            else:
                row, column = cell
                self.data["temple"]["conquest"][row - 1][column - 1] = there
                space = f"conquest.{row}.{column}"
                form = "on" if source is None else name
                params |= {name: place_name(space, form).to_json(), f"{name}_space": space}
        on = "conquest_on" if self.data["conquest_stack"] else "conquest_last"
        self.add_step("conquest" if source and target else "conquest_off" if source else on, **params)

    def move_die(self, colour: str, value: int, source: str | None, target: str | None) -> None:
        if source is not None:
            self.data["dice"][source].remove([colour, value])
        if target is not None:
            self.data["dice"][target].append([colour, value])
        places = {name: section for name, section in (("from", source), ("to", target)) if section is not None}
        key = "die" if source and target else "die_off" if source else "die_on"
        self.add_step(key, colour=colour, value=value, **places)

    # ---- the automas -----------------------------------------------------------------------------------------------

    def set_field(self, name: str, key: str, field: str, value: int) -> None:
        """Set a marker or a number of cards, if it changes."""
        automa = self.data["automas"][name]
        old, automa[field] = automa[field], value
        if old != value:
            self.add_step(key, name, player=name, field=field, **{"from": old, "to": value})

    def set_cube(self, name: str, field: str, value: Any, **params: Any) -> None:
        self.data["automas"][name][field] = value
        self.add_step(CUBE_MOVES[field], name, player=name, **params)

    def add_automa(self, name: str, automa: Automa) -> None:
        """Bring an automa into play, last in turn order, with its pieces, markers, cubes and first cards.

        That is one step, because a board has all of an automa or nothing.
        """
        markers = {field: getattr(automa, field) for field in ("vp", "population", "happiness")}
        cubes = {field: write_automa(automa)[field] for field in CUBE_MOVES}
        self.data["order"].append(name)
        self.data["automas"][name] = write_automa(Automa(ankhs=automa.ankhs)) | markers | cubes
        row, column = automa.cell
        places = {"line": f"temple.{automa.line}", "cell": f"pillar.{row}.{column}"}
        params = {field: place_name(space, "on").to_json() for field, space in places.items()}
        sections = {"first": automa.obelisk, "second": clockwise(automa.obelisk)}
        self.add_step("automa_on", name, player=name, district=automa.district, **markers, **sections, **params)

    def remove_automa(self, name: str) -> None:
        del self.data["automas"][name]
        self.data["order"].remove(name)
        self.add_step("automa_off", name, player=name)


def place_name(space: str, form: str) -> Message:
    """Return where a space is, as a message; columns are numbered 6 to 10, as on the board.

    Languages have their prepositions and articles in it, so there are three forms: a piece is taken *from* there, moved
    *to* there from elsewhere on the board, or put *on* it.
    """
    kind, where = split_name(space)
    if kind in ("pillar", "conquest"):
        where[1] += SIDE
    place, names = PLACES[kind]
    return message(f"tekhenu.place_{form}.{place}", **dict(zip(names, where, strict=True)))


PLACES = {
    "pillar": ("cell", ("row", "column")),
    "conquest": ("cell", ("row", "column")),
    "temple": ("line", ("line",)),
    "statue.temple": ("line", ("line",)),
    "osiris": ("osiris", ("row", "district")),
    "region": ("region", ("region",)),
    "statue.god": ("god", ("god",)),
    "statue.osiris": ("above_osiris", ("space",)),
    "statue.people": ("people", ("side",)),
}
