"""The shapes of requests and answers, for checking the one and describing the other."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from heliopolis.server.domain.names import NAME, TALK

SeatNumber = Annotated[int, Field(ge=0, le=4, description="A place at the table, from 0")]
RequestId = Annotated[
    str,
    Field(pattern=r"^[A-Za-z0-9_-]{8,64}$", description="Of your own making; the same again does nothing again"),
]
Seq = Annotated[int, Field(ge=0, le=2**31 - 1)]
BotName = Annotated[str, Field(min_length=1, max_length=40)]
A_REQUEST = "3f9a2c4e8b7d4c21"
A_SECRET = "Zk9mT3vYb0q1nPd5sWc7xQe2uHf4rJg6aLi8oKt0yVE"
A_TABLE = "k3v9q0c1xw2m"
A_COMMITMENT = "9f2b6c1e0d4a7f3855c6e2a1b09d8c7f6e5d4c3b2a190807f6e5d4c3b2a1908f"
A_POSITION = {"game": "ra", "phase": "turn", "to_act": 1, "legal": []}  # shortened, as the following
A_MESSAGE = {"key": "tekhenu.ask.automas", "params": {}}
A_PROMPT = {"id": "setup.automas", "kind": "number", "question": A_MESSAGE, "low": 1, "high": 3}
A_RECORD = 'Game: "ra"\nStart: {"game": "ra", …}\n\n1: draw pharaoh\n0: invoke\n'  # shortened


class Body(BaseModel):
    """What is not asked for is refused, and no value is taken for another type's."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Named(Body):
    name: Annotated[str, Field(min_length=1, max_length=4 * NAME, examples=["Ada"])]


class Plain(Body):
    request_id: Annotated[RequestId, Field(examples=[A_REQUEST])]


class SeatWanted(Body):
    kind: Literal["me", "open", "bot"] = Field(examples=["bot"])
    name: Annotated[str | None, Field(max_length=4 * NAME)] = None
    bot: BotName | None = None


class Clock(Body):
    seconds_per_move: Annotated[int, Field(ge=5, le=30 * 24 * 3600, examples=[86400])]


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
    name: str | None = Field(examples=["Ada"])
    known: bool = Field(examples=[True])


class Token(BaseModel):
    token: str = Field(examples=[A_SECRET])


class ProblemBody(BaseModel):
    """Nothing has changed; the key says why not."""

    type: str = Field(examples=["urn:heliopolis:move.illegal"])
    status: int = Field(examples=[422])
    key: str = Field(examples=["move.illegal"])
    params: dict[str, Any] = Field(examples=[{"move": "bid 99", "legal": ["pass", "bid 13"]}])


class GameFacts(BaseModel):
    game: str = Field(examples=["ra"])
    title: str = Field(examples=["Ra"])
    min_players: int = Field(examples=[2])
    max_players: int = Field(examples=[5])
    secrets: bool = Field(examples=[False])
    ready: bool = Field(examples=[True])


class BotFacts(BaseModel):
    name: str = Field(examples=["expert"])
    milliseconds: int = Field(examples=[100])


class Games(BaseModel):
    games: list[GameFacts]
    bots: dict[str, list[BotFacts]]
    version: str = Field(examples=["0.1.0"])


class SeatShown(BaseModel):
    kind: Literal["open", "person", "bot"] = Field(examples=["person"])
    name: str | None = Field(examples=["Ada"])
    bot: str | None = Field(examples=[None])
    yours: bool = Field(examples=[True])
    away: bool = Field(examples=[False])


class You(BaseModel):
    seat: int | None = Field(examples=[0])
    host: bool = Field(examples=[True])


class ClockShown(BaseModel):
    seconds_per_move: int = Field(examples=[86400])
    deadline: float | None = Field(examples=[1794830400.0])
    now: float = Field(examples=[1794744000.0])


class DealShown(BaseModel):
    commitment: str = Field(examples=[A_COMMITMENT])
    open: bool = Field(examples=[False])
    seed: str | None = Field(examples=[None])
    salt: str | None = Field(examples=[None])


class UndoShown(BaseModel):
    to: int = Field(examples=[2])
    practice: bool = Field(examples=[False])


class TableShown(BaseModel):
    """A table as you see it; `position` is the game's own view."""

    id: str = Field(examples=[A_TABLE])
    seq: int = Field(examples=[3])
    game: str = Field(examples=["ra"])
    name: str | None = Field(examples=["Friday"])
    status: Literal["waiting", "running", "over"] = Field(examples=["running"])
    practice: bool = Field(examples=[False])
    created: float = Field(examples=[1794744000.0])
    listed: bool = Field(examples=[False])
    hints: bool = Field(examples=[True])
    seats: list[SeatShown]
    you: You
    to_act: int | None = Field(examples=[1])
    moved: int = Field(examples=[3])
    clock: ClockShown | None
    deal: DealShown
    undo: UndoShown | None
    scores: list[int] | None = Field(examples=[None])
    winners: list[int] | None = Field(examples=[None])
    rematch: str | None = Field(examples=[None])
    position: dict[str, Any] | None = Field(examples=[A_POSITION])


class NewTableShown(TableShown):
    links: dict[str, str] = Field(examples=[{"1": f"/t/{A_TABLE}#{A_SECRET}"}])


class Entry(BaseModel):
    """Beside these three, what the kind needs: see the protocol."""

    model_config = ConfigDict(extra="allow")
    seq: int = Field(examples=[3])
    at: float = Field(examples=[1794744012.5])
    kind: str = Field(examples=["move"])


class Update(BaseModel):
    """With a gap there were too many entries: the log has those before the first of these."""

    entries: list[Entry]
    gap: bool = Field(examples=[False])
    table: TableShown


class Log(BaseModel):
    entries: list[Entry]
    seq: int = Field(examples=[3])


class TableSummary(BaseModel):
    id: str = Field(examples=[A_TABLE])
    game: str = Field(examples=["ra"])
    name: str | None = Field(examples=["Friday"])
    status: str = Field(examples=["running"])
    practice: bool = Field(examples=[False])
    players: list[str | None] = Field(examples=[["Ada", None]])
    open: int = Field(examples=[1])
    your_turn: bool = Field(examples=[True])
    created: float = Field(examples=[1794744000.0])
    changed: float = Field(examples=[1794744012.5])


class Tables(BaseModel):
    tables: list[TableSummary]


class Legal(BaseModel):
    legal: bool = Field(examples=[True])


class Link(BaseModel):
    link: str = Field(examples=[f"/t/{A_TABLE}#{A_SECRET}"])


class Hint(BaseModel):
    move: str = Field(examples=["draw"])
    value: float | None = Field(examples=[0.31])
    visits: int | None = Field(examples=[1874])


class Hints(BaseModel):
    seq: int = Field(examples=[3])
    hints: list[Hint]


class OpenedRecord(BaseModel):
    game: str = Field(examples=["ra"])
    seats: list[str] | None = Field(examples=[["Ada", "expert"]])
    result: list[int] | None = Field(examples=[None])
    practice: bool = Field(examples=[False])
    winners: list[int] = Field(examples=[[]])
    entries: list[dict[str, Any]] = Field(examples=[[{"seq": 1, "seat": 0, "move": "draw", "outcomes": ["nile"]}]])
    at: int = Field(examples=[1])
    position: dict[str, Any] = Field(examples=[A_POSITION])


class PromptShown(BaseModel):
    prompt: dict[str, Any] | None = Field(examples=[A_PROMPT])


class Story(BaseModel):
    story: list[dict[str, Any]] = Field(examples=[[{"entry": {"id": "setup.automas", "value": 2}, "steps": []}]])


class Addresses(BaseModel):
    addresses: list[str] = Field(examples=[["http://192.168.1.20:8000"]])


class Health(BaseModel):
    status: str = Field(examples=["alive"])
