"""The shapes of requests and answers, for checking the one and describing the other."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from heliopolis.server.names import NAME, TALK

SeatNumber = Annotated[int, Field(ge=0, le=4, description="A place at the table, from 0")]
RequestId = Annotated[
    str,
    Field(pattern=r"^[A-Za-z0-9_-]{8,64}$", description="Of your own making; the same again does nothing again"),
]
Seq = Annotated[int, Field(ge=0, le=2**31 - 1)]
BotName = Annotated[str, Field(min_length=1, max_length=40)]
A_REQUEST = "3f9a2c4e8b7d4c21"
A_SECRET = "Zk9mT3vYb0q1nPd5sWc7xQe2uHf4rJg6aLi8oKt0yVE"
A_RECORD = 'Game: "ra"\nStart: {"game": "ra", …}\n\n1: draw pharaoh\n0: invoke\n'  # shortened


class Body(BaseModel):
    """What is not asked for is refused, and no value is taken for another type's."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Named(Body):
    name: Annotated[str, Field(min_length=1, max_length=4 * NAME, examples=["Ada"])]


class Plain(Body):
    request_id: Annotated[RequestId, Field(examples=[A_REQUEST])]


class SeatWanted(Body):
    kind: Literal["me", "open", "bot"]
    name: Annotated[str | None, Field(max_length=4 * NAME)] = None
    bot: BotName | None = None


class Clock(Body):
    seconds_per_move: Annotated[int, Field(ge=5, le=30 * 24 * 3600)]


class NewTable(Plain):
    game: Annotated[str, Field(max_length=20, examples=["ra"])]
    seats: Annotated[
        list[SeatWanted],
        Field(min_length=1, max_length=5, examples=[[{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]]),
    ]
    name: Annotated[str | None, Field(max_length=4 * NAME)] = None
    listed: bool = False
    seed: Annotated[str | None, Field(max_length=64)] = None
    clock: Clock | None = None
    hints: bool = False
    shuffle: bool = False


class RecordToOpen(Body):
    """A record as text or JSON, the moment to look at (left out: the last) and through whose eyes (a spectator's)."""

    text: Annotated[str, Field(min_length=1, max_length=60_000, examples=[A_RECORD])]
    at: Annotated[int | None, Field(ge=0, le=10_000)] = None
    seat: SeatNumber | None = None


class OpenedRecord(BaseModel):
    game: str
    seats: list[str] | None
    result: list[int] | None
    practice: bool
    winners: list[int]
    entries: list[dict[str, Any]]
    at: int
    position: dict[str, Any]


class Move(Plain):
    expected_seq: Annotated[Seq, Field(examples=[2])]
    move: Annotated[str, Field(min_length=1, max_length=200, examples=["draw"])]
    seat: SeatNumber | None = None


class Check(Body):
    move: Annotated[str, Field(min_length=1, max_length=200, examples=["draw"])]
    seat: SeatNumber | None = None


class Undo(Plain):
    expected_seq: Annotated[Seq, Field(examples=[2])]
    seat: SeatNumber | None = None
    practice: bool = False


class Operation(Plain):
    expected_seq: Annotated[Seq, Field(examples=[2])]
    operation: Annotated[list[Any], Field(min_length=1, max_length=3, examples=[["answer", "setup.automas", 2]])]


class Join(Plain):
    secret: Annotated[str, Field(min_length=1, max_length=64, examples=[A_SECRET])]
    name: Annotated[str | None, Field(max_length=4 * NAME)] = None


class OneSeat(Plain):
    seat: Annotated[SeatNumber, Field(examples=[1])]


class SeatAndBot(OneSeat):
    bot: Annotated[BotName, Field(examples=["greedy"])]


class Away(OneSeat):
    bot: BotName | None = None


class Chat(Plain):
    text: Annotated[str, Field(min_length=1, max_length=2 * TALK, examples=["Good luck!"])]
    seat: SeatNumber | None = None


class Picture(Body):
    text: Annotated[str, Field(min_length=1, max_length=300, examples=["http://192.168.1.20:8000/"])]


# ---- answers ---------------------------------------------------------------------------------------------------------


class Me(BaseModel):
    name: str | None
    known: bool


class Token(BaseModel):
    token: str


class ProblemBody(BaseModel):
    """Nothing has changed; the key says why not."""

    type: str = Field(examples=["urn:heliopolis:move.illegal"])
    status: int = Field(examples=[422])
    key: str = Field(examples=["move.illegal"])
    params: dict[str, Any] = Field(examples=[{"move": "bid 99", "legal": ["pass", "bid 13"]}])


class GameFacts(BaseModel):
    game: str
    title: str
    min_players: int
    max_players: int
    secrets: bool
    ready: bool


class BotFacts(BaseModel):
    name: str
    milliseconds: int


class Games(BaseModel):
    games: list[GameFacts]
    bots: dict[str, list[BotFacts]]
    version: str


class SeatShown(BaseModel):
    kind: Literal["open", "person", "bot"]
    name: str | None
    bot: str | None
    yours: bool
    away: bool


class You(BaseModel):
    seat: int | None
    host: bool


class ClockShown(BaseModel):
    seconds_per_move: int
    deadline: float | None
    now: float


class DealShown(BaseModel):
    commitment: str
    open: bool
    seed: str | None
    salt: str | None


class UndoShown(BaseModel):
    to: int
    practice: bool


class TableShown(BaseModel):
    """A table as you see it; `position` is the game's own view."""

    id: str
    seq: int
    game: str
    name: str | None
    status: Literal["waiting", "running", "over"]
    practice: bool
    created: float
    listed: bool
    hints: bool
    seats: list[SeatShown]
    you: You
    to_act: int | None
    moved: int
    clock: ClockShown | None
    deal: DealShown
    undo: UndoShown | None
    scores: list[int] | None
    winners: list[int] | None
    rematch: str | None
    position: dict[str, Any] | None


class NewTableShown(TableShown):
    links: dict[str, str]


class Entry(BaseModel):
    """Beside these three, what the kind needs: see the protocol."""

    model_config = ConfigDict(extra="allow")
    seq: int
    at: float
    kind: str


class Update(BaseModel):
    """With a gap there were too many entries: the log has those before the first of these."""

    entries: list[Entry]
    gap: bool
    table: TableShown


class Log(BaseModel):
    entries: list[Entry]
    seq: int


class TableSummary(BaseModel):
    id: str
    game: str
    name: str | None
    status: str
    practice: bool
    players: list[str | None]
    open: int
    your_turn: bool
    created: float
    changed: float


class Tables(BaseModel):
    tables: list[TableSummary]


class Legal(BaseModel):
    legal: bool


class Link(BaseModel):
    link: str


class Hint(BaseModel):
    move: str
    value: float | None
    visits: int | None


class Hints(BaseModel):
    seq: int
    hints: list[Hint]


class PromptShown(BaseModel):
    prompt: dict[str, Any] | None


class Story(BaseModel):
    story: list[dict[str, Any]]


class Addresses(BaseModel):
    addresses: list[str]


class Health(BaseModel):
    status: str
