"""Tekhenu in the terminal: the table, compact. Owners are letters and digits, so that colour is never the only sign."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from heliopolis.games.tekhenu import Automa, Table
from heliopolis.games.tekhenu.osiris import leaders
from heliopolis.games.tekhenu.score_sheet import Row
from heliopolis.games.tekhenu.table import Owner
from heliopolis.games.tekhenu.transcript import Speech
from heliopolis.games.tekhenu.vocabulary import DISTRICTS, GODS, LINES, PERSON, SETH, SIDE, SIDES, STATUE_LINES

MARKS = {"pure": "●", "tainted": "◐", "forbidden": "○"}
STYLES = {PERSON: "bold cyan", "a1": "bold red", "a2": "bold green", "a3": "bold magenta"}
FREE = "·"
CONQUEST = "▲"


class Board:
    """Draws a table in one language."""

    def __init__(self, speech: Speech) -> None:
        self.say = speech
        self.me = speech("tekhenu.terminal.me")

    def draw(self, t: Table) -> RenderableType:
        boards = Columns([self.temple(t), self.osiris(t)], padding=(0, 6))
        parts: list[RenderableType] = [self.obelisk(t), boards, self.statues(t)]
        if t.settings.time_of_seth:
            parts.append(self.seth(t))
        legend = Text(self.say("tekhenu.terminal.legend", me=self.me), style="dim")
        return Group(*parts, self.players(t), self.cubes(t), legend)

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
        return self.say(f"tekhenu.terminal.{key}")

    def owner(self, player: Owner) -> Text:
        if player is None:
            return Text(FREE, style="dim")
        return Text(self.me if player == PERSON else player[1:], style=STYLES[player])

    def owners(self, players: tuple[str, ...], capacity: int) -> Text:
        spaces = [*players, *[None] * (capacity - len(players))]
        return Text(" ").join(self.owner(player) for player in spaces)

    # ---- the parts of the board --------------------------------------------------------------------------------------

    def obelisk(self, t: Table) -> Grid:
        grid = self.grid(self.heading("obelisk"))
        for section in GODS:
            light = self.say(f"tekhenu.light.{t.light(section)}")
            grid.add_row(self.say(f"tekhenu.god.{section}"), Text(light, style="dim"), self.dice(t, section))
        if t.settings.time_of_seth:
            grid.add_row(self.say("tekhenu.god.seth"), "", self.dice(t, SETH))
        return grid

    def dice(self, t: Table, section: str) -> Text:
        words = []
        for die in t.dice[section]:
            status = t.status(section, die.colour)
            word = f"{self.say(f'tekhenu.colour.{die.colour}')} {die.value}{MARKS[status]}"
            words.append(Text(word, style="dim" if status == "forbidden" else ""))
        return Text("  ").join(words) if words else Text("–", style="dim")

    def temple(self, t: Table) -> Grid:
        """Line numbers and their buildings at the top and on the left, statues at the far ends."""
        grid = self.grid(self.heading("temple"), padding=0)
        columns = range(SIDE + 1, LINES + 1)
        grid.add_row("", "", *(Text(f" {line:<2}", style="dim") for line in columns))
        grid.add_row("", "", *(self.place(self.owner(t.temple_buildings[line - 1])) for line in columns))
        for row in range(1, SIDE + 1):
            cells = [self.place(self.cell(t, row, column)) for column in range(1, SIDE + 1)]
            building = self.place(self.owner(t.temple_buildings[row - 1]))
            grid.add_row(Text(str(row), style="dim"), building, *cells, self.statue(t, row))
        grid.add_row("", "", *(self.statue(t, line) for line in columns))
        return grid

    def place(self, what: Text) -> Text:
        return Text.assemble(" ", what, " ")

    def cell(self, t: Table, row: int, column: int) -> Text:
        owner = t.pillar((row, column))
        if owner is None and t.has_conquest((row, column)):
            return Text(CONQUEST, style="yellow")
        return self.owner(owner)

    def statue(self, t: Table, line: int) -> Text:
        """The statue space of a line, where it has one."""
        return Text.assemble("(", self.owner(t.temple_statues[line]), ")") if line in STATUE_LINES else Text("")

    def osiris(self, t: Table) -> Grid:
        grid = self.grid(self.heading("osiris"))
        grid.add_row("", *(self.say(f"tekhenu.district.{district}") for district in DISTRICTS))
        above = [Text("(") + self.owner(t.osiris_statues[d // 2]) + Text(")") for d in range(len(DISTRICTS))]
        grid.add_row("", *above)
        for number, row in enumerate(t.osiris_buildings, 1):
            grid.add_row(Text(str(number), style="dim"), *(self.owner(owner) for owner in row))
        grid.add_row(Text(self.heading("leads"), style="dim"), *(self.owner(owner) for owner in leaders(t).values()))
        return grid

    def statues(self, t: Table) -> Text:
        words = [self.god(t, f"{place} ", god) for place, god in enumerate(t.horus_order, 1)]
        return Text(f"{self.heading('statues')}  ", style="bold") + Text("  ").join(words)

    def god(self, t: Table, place: str, god: str) -> Text:
        owners = self.owners(t.god_statues[god], t.capacity(god))
        return Text.assemble(place, self.say(f"tekhenu.god.{god}"), " ", owners)

    def seth(self, t: Table) -> Text:
        words = [self.god(t, "", SETH)]
        words += [
            Text(f"{number} ", style="dim") + self.owners(owners, t.settings.buildings_per_region)
            for number, owners in enumerate(t.regions, 1)
        ]
        people = [self.owner(t.people_statues[side]) for side in SIDES]
        words.append(Text(" ").join([Text(self.heading("people")), *people]))
        stack = Text(f"{CONQUEST}{t.conquest_stack}", style="yellow")
        return Text(f"{self.heading('seth_board')}  ", style="bold") + Text("  ").join([*words, stack])

    # ---- the players --------------------------------------------------------------------------------

    def players(self, t: Table) -> Grid:
        grid = Grid(
            title=self.say("tekhenu.terminal.round_of", round=t.round),
            title_justify="left",
            title_style="bold",
            box=None,
            padding=(0, 2, 0, 0),
            pad_edge=False,
        )
        for key in ("players", "vp", "tracks", "cards", "ankhs", "pieces"):
            grid.add_column(self.heading(key), header_style="dim")
        for player in t.order:
            pieces = t.pieces(player)
            left = f"{pieces.buildings}/{pieces.pillars}/{pieces.statues}"
            name = Text(self.say.seat(player), style=STYLES[player])
            if isinstance(pieces, Automa):
                tracks = f"{pieces.population}/{pieces.happiness}"
                cards = f"{pieces.decrees}/{pieces.technologies}/{pieces.blessings}"
                grid.add_row(name, str(pieces.vp), tracks, cards, str(pieces.ankhs), left)
            else:
                grid.add_row(name, "", "", "", "", left)
        return grid

    def cubes(self, t: Table) -> Group:
        title = Text(self.heading("cubes_title"), style="bold")
        lines = [
            Text(f"{self.say.seat(name)}: ", style=STYLES[name])
            + Text(
                self.say(
                    "tekhenu.terminal.cubes",
                    district=a.district,
                    obelisk=a.obelisk,
                    line=a.line,
                    row=a.cell[0],
                    column=a.cell[1],
                )
            )
            for name, a in t.automas.items()
        ]
        return Group(title, *lines)

    def sheet(self, rows: list[Row]) -> Grid:
        """Where the automas' VP came from."""
        names = list(rows[0].vp)
        grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
        for heading in ("", "", *(self.say.seat(name) for name in names)):
            grid.add_column(heading, justify="right" if heading else "left")
        before = None
        for row in rows:
            when = "" if row.when == before else self.say(f"tekhenu.sheet_when.{row.when}")
            values = [str(row.vp[name]) for name in names]
            grid.add_row(Text(when, style="dim"), self.say(f"tekhenu.sheet.{row.item}"), *values)
            before = row.when
        totals = [str(sum(row.vp[name] for row in rows)) for name in names]
        grid.add_row("", self.say("tekhenu.sheet.total"), *totals, style="bold")
        return grid
