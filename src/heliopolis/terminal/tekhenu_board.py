"""Tekhenu in the terminal: print the board compactly. Owners are letters and digits, so colour is not the only sign."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from heliopolis.games.tekhenu import Automa, SharedBoard
from heliopolis.games.tekhenu.osiris import leaders
from heliopolis.games.tekhenu.score_sheet import ScoreRow
from heliopolis.games.tekhenu.shared_board import Owner, column_number
from heliopolis.games.tekhenu.transcript import Translator
from heliopolis.games.tekhenu.vocabulary import DISTRICTS, GODS, LINES, PERSON, SETH, SIDE, SIDES, STATUE_LINES

MARKS = {"pure": "●", "tainted": "◐", "forbidden": "○"}
STYLES = {PERSON: "bold cyan", "a1": "bold red", "a2": "bold green", "a3": "bold magenta"}
FREE = "·"
CONQUEST = "▲"


class BoardPrinter:
    """Draws boards and score sheets in one language."""

    def __init__(self, translate: Translator) -> None:
        self.translate = translate
        self.person_mark = translate("tekhenu.terminal.me")

    def draw(self, board: SharedBoard) -> RenderableType:
        boards = Columns([self.temple(board), self.osiris(board)], padding=(0, 6))
        parts: list[RenderableType] = [self.obelisk(board), boards, self.statues(board)]
        if board.settings.time_of_seth:
            parts.append(self.seth(board))
        legend = Text(self.translate("tekhenu.terminal.legend", me=self.person_mark), style="dim")
        return Group(*parts, self.players(board), self.cubes(board), legend)

    def grid(self, title: str, padding: int = 1) -> Grid:
        return Grid(
            title=title,
            title_justify="left",
            title_style="bold",
            box=None,
            padding=(0, padding, 0, 0),
            pad_edge=False,
            show_header=False,
        )

    def heading(self, key: str) -> str:
        return self.translate(f"tekhenu.terminal.{key}")

    def owner(self, player: Owner) -> Text:
        if player is None:
            return Text(FREE, style="dim")
        return Text(self.person_mark if player == PERSON else player[1:], style=STYLES[player])

    def owners(self, players: tuple[str, ...], capacity: int) -> Text:
        spaces = [*players, *[None] * (capacity - len(players))]
        return Text(" ").join(self.owner(player) for player in spaces)

    # ---- the parts of the board --------------------------------------------------------------------------------------

    def obelisk(self, board: SharedBoard) -> Grid:
        grid = self.grid(self.heading("obelisk"))
        for section in GODS:
            light = self.translate(f"tekhenu.light.{board.light(section)}")
            grid.add_row(self.translate(f"tekhenu.god.{section}"), Text(light, style="dim"), self.dice(board, section))
        if board.settings.time_of_seth:
            grid.add_row(self.translate("tekhenu.god.seth"), "", self.dice(board, SETH))
        return grid

    def dice(self, board: SharedBoard, section: str) -> Text:
        words = []
        for die in board.dice[section]:
            status = board.status(section, die.colour)
            word = f"{self.translate(f'tekhenu.colour.{die.colour}')} {die.value}{MARKS[status]}"
            words.append(Text(word, style="dim" if status == "forbidden" else ""))
        return Text("  ").join(words) if words else Text("–", style="dim")

    def temple(self, board: SharedBoard) -> Grid:
        """Return the temple: line numbers and buildings at the top and on the left, statues at the far ends."""
        grid = self.grid(self.heading("temple"), padding=0)
        columns = range(SIDE + 1, LINES + 1)
        grid.add_row("", "", *(Text(f" {line:<2}", style="dim") for line in columns))
        grid.add_row("", "", *(self.place(self.owner(board.temple_buildings[line - 1])) for line in columns))
        for row in range(1, SIDE + 1):
            cells = [self.place(self.cell(board, row, column)) for column in range(1, SIDE + 1)]
            building = self.place(self.owner(board.temple_buildings[row - 1]))
            grid.add_row(Text(str(row), style="dim"), building, *cells, self.statue(board, row))
        grid.add_row("", "", *(self.statue(board, line) for line in columns))
        return grid

    def place(self, what: Text) -> Text:
        return Text.assemble(" ", what, " ")

    def cell(self, board: SharedBoard, row: int, column: int) -> Text:
        owner = board.pillar((row, column))
        if owner is None and board.has_conquest((row, column)):
            return Text(CONQUEST, style="yellow")
        return self.owner(owner)

    def statue(self, board: SharedBoard, line: int) -> Text:
        """Return the statue space of a line, or nothing if it has none."""
        return Text.assemble("(", self.owner(board.temple_statues[line]), ")") if line in STATUE_LINES else Text("")

    def osiris(self, board: SharedBoard) -> Grid:
        grid = self.grid(self.heading("osiris"))
        grid.add_row("", *(self.translate(f"tekhenu.district.{district}") for district in DISTRICTS))
        above = [Text("(") + self.owner(board.osiris_statues[d // 2]) + Text(")") for d in range(len(DISTRICTS))]
        grid.add_row("", *above)
        for number, row in enumerate(board.osiris_buildings, 1):
            grid.add_row(Text(str(number), style="dim"), *(self.owner(owner) for owner in row))
        grid.add_row(
            Text(self.heading("leads"), style="dim"), *(self.owner(owner) for owner in leaders(board).values())
        )
        return grid

    def statues(self, board: SharedBoard) -> Text:
        words = [self.god(board, f"{place} ", god) for place, god in enumerate(board.horus_order, 1)]
        return Text(f"{self.heading('statues')}  ", style="bold") + Text("  ").join(words)

    def god(self, board: SharedBoard, place: str, god: str) -> Text:
        owners = self.owners(board.god_statues[god], board.statue_spaces(god))
        return Text.assemble(place, self.translate(f"tekhenu.god.{god}"), " ", owners)

    def seth(self, board: SharedBoard) -> Text:
        words = [self.god(board, "", SETH)]
        words += [
            Text(f"{number} ", style="dim") + self.owners(owners, board.settings.buildings_per_region)
            for number, owners in enumerate(board.regions, 1)
        ]
        people = [self.owner(board.people_statues[side]) for side in SIDES]
        words.append(Text(" ").join([Text(self.heading("people")), *people]))
        stack = Text(f"{CONQUEST}{board.conquest_stack}", style="yellow")
        return Text(f"{self.heading('seth_board')}  ", style="bold") + Text("  ").join([*words, stack])

    # ---- the players --------------------------------------------------------------------------------

    def players(self, board: SharedBoard) -> Grid:
        grid = Grid(
            title=self.translate("tekhenu.terminal.round_of", round=board.round),
            title_justify="left",
            title_style="bold",
            box=None,
            padding=(0, 2, 0, 0),
            pad_edge=False,
        )
        for key in ("players", "vp", "tracks", "cards", "ankhs", "pieces"):
            grid.add_column(self.heading(key), header_style="dim")
        for player in board.order:
            pieces = board.pieces(player)
            left = f"{pieces.buildings}/{pieces.pillars}/{pieces.statues}"
            name = Text(self.translate.seat(player), style=STYLES[player])
            if isinstance(pieces, Automa):
                tracks = f"{pieces.population}/{pieces.happiness}"
                cards = f"{pieces.decrees}/{pieces.technologies}/{pieces.blessings}"
                grid.add_row(name, str(pieces.vp), tracks, cards, str(pieces.ankhs), left)
            else:
                grid.add_row(name, "", "", "", "", left)
        return grid

    def cubes(self, board: SharedBoard) -> Group:
        title = Text(self.heading("cubes_title"), style="bold")
        lines = [
            Text(f"{self.translate.seat(name)}: ", style=STYLES[name])
            + Text(
                self.translate(
                    "tekhenu.terminal.cubes",
                    district=a.district,
                    obelisk=a.obelisk,
                    line=a.line,
                    row=a.cell[0],
                    column=column_number(a.cell[1]),
                )
            )
            for name, a in board.automas.items()
        ]
        return Group(title, *lines)

    def sheet(self, rows: list[ScoreRow]) -> Grid:
        """Return the score sheet: where the automas' VP came from."""
        names = list(rows[0].vp)
        grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
        for heading in ("", "", *(self.translate.seat(name) for name in names)):
            grid.add_column(heading, justify="right" if heading else "left")
        before = None
        for row in rows:
            when = "" if row.when == before else self.translate(f"tekhenu.sheet_when.{row.when}")
            values = [str(row.vp[name]) for name in names]
            grid.add_row(Text(when, style="dim"), self.translate(f"tekhenu.sheet.{row.item}"), *values)
            before = row.when
        totals = [str(sum(row.vp[name] for row in rows)) for name in names]
        grid.add_row("", self.translate("tekhenu.sheet.total"), *totals, style="bold")
        return grid
