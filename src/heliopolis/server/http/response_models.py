"""The shapes of responses, for the OpenAPI document; tests check that they are true."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from heliopolis.server.http.entry_models import LogEntry, MessageInfo
from heliopolis.server.http.models import A_SECRET, A_SHARE, A_TABLE

A_COMMITMENT = "9f2b6c1e0d4a7f3855c6e2a1b09d8c7f6e5d4c3b2a190807f6e5d4c3b2a1908f"
A_POSITION = {"game": "ra", "phase": "turn", "to_act": 1, "legal": []}  # shortened, like A_PROMPT
A_PROMPT = {
    "id": "1.a1.cells",
    "kind": "number",
    "question": {"key": "tekhenu.ask.automa_cells", "params": {"player": "a1", "line": 4}},
    "low": 0,
    "high": 5,
}
PositionView = dict[str, Any]  # what a game's `view` returns; `server.openapi` adds the schemas of our games


# ---- problems and games ----------------------------------------------------------------------------------------------


class ProblemResponse(BaseModel):
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


class BotFacts(BaseModel):
    name: str = Field(examples=["expert"])
    milliseconds: int = Field(examples=[100])  # per move
    plays: str = Field(examples=["site.plays.intuition"])  # key of the message that says how


class GamesResponse(BaseModel):
    games: list[GameFacts]
    bots: dict[str, list[BotFacts]]
    version: str = Field(examples=["0.1.0"])


# ---- tables ----------------------------------------------------------------------------------------------------------


class SeatInfo(BaseModel):
    kind: Literal["open", "person", "bot"] = Field(examples=["person"])
    name: str | None = Field(examples=["Ada"])
    bot: str | None = Field(examples=[None])
    yours: bool = Field(examples=[True])
    away: bool = Field(examples=[False])
    late: int = Field(examples=[0])
    same_as: int | None = Field(examples=[None], description="An earlier seat of the same person")
    coach: bool | None = Field(examples=[None], description="Whether the person agrees to the coach; null: not said")


class ViewerInfo(BaseModel):
    seat: int | None = Field(examples=[0])
    host: bool = Field(examples=[True])


class ClockInfo(BaseModel):
    """How long a move may take; both times are seconds in which the server was there."""

    seconds_per_move: int = Field(examples=[86400])
    deadline: float | None = Field(examples=[98400.5])
    now: float = Field(examples=[12000.5])


class ShareInfo(BaseModel):
    """What the person at a seat added to the deal; seats are numbered as before lots were drawn."""

    seat: int = Field(examples=[0])
    share: str = Field(examples=[A_SHARE])


class DealInfo(BaseModel):
    version: int = Field(examples=[2])
    commitment: str = Field(examples=[A_COMMITMENT])
    open: bool = Field(examples=[False])
    seed: str | None = Field(examples=[None])
    salt: str | None = Field(examples=[None])
    shares: list[ShareInfo] | None
    lots: list[int] | None = Field(examples=[[1, 0]])


class UndoInfo(BaseModel):
    to: int = Field(examples=[2])
    practice: bool = Field(examples=[False])


class SourceInfo(BaseModel):
    """The moment of another game at which a practice table began: after so many moves. Its host sees which table."""

    table: str | None = Field(examples=[A_TABLE], description="null: it was a record")
    at: int = Field(examples=[12])
    luck: Literal["same", "fresh"] = Field(examples=["same"])


class TableResponse(BaseModel):
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
    coach: bool = Field(examples=[False], description="The coach is on: everybody who sits here agrees")
    seats: list[SeatInfo]
    you: ViewerInfo
    to_act: int | None = Field(examples=[1])
    moved: int = Field(examples=[3])
    clock: ClockInfo | None
    deal: DealInfo
    source: SourceInfo | None = Field(alias="from")
    undo: UndoInfo | None
    scores: list[int] | None = Field(examples=[None])
    winners: list[int] | None = Field(examples=[None])
    rematch: str | None = Field(examples=[None])
    position: PositionView | None = Field(examples=[A_POSITION])


class NewTableResponse(TableResponse):
    links: dict[str, str] = Field(examples=[{"1": f"/t/{A_TABLE}#{A_SECRET}"}])


# ---- the log ---------------------------------------------------------------------------------------------------------


class UpdateResponse(BaseModel):
    """Entries and the table after them. With a `gap` there were too many: the log has those before the first."""

    entries: list[LogEntry]
    gap: bool = Field(examples=[False])
    table: TableResponse


class LogResponse(BaseModel):
    entries: list[LogEntry]
    seq: int = Field(examples=[3])


class DrawInfo(BaseModel):
    """An outcome of chance; `chances` are the outcomes that were possible with their probabilities, in their order."""

    move: int = Field(examples=[1])
    outcome: str = Field(examples=["nile"])
    chances: list[tuple[str, float]] = Field(examples=[[["nile", 0.75], ["ra", 0.25]]])


class DrawsResponse(BaseModel):
    draws: list[DrawInfo]


class EndingResponse(BaseModel):
    """How a game ended; `account` is null if nobody knows where the points came from."""

    result: MessageInfo
    reason: MessageInfo | None = Field(description="The tie-break, or what made the difference")
    places: list[int] = Field(examples=[[2, 1, 3]], description="By seat, from 1")
    account: dict[str, Any] | None = Field(examples=[{"begin": [10, 10, 10], "epochs": []}])
    play_on: int | None = Field(examples=[209], description="Moves after which to play on differently")


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


class TablesResponse(BaseModel):
    tables: list[TableSummary]


class LegalResponse(BaseModel):
    legal: bool = Field(examples=[True])


class LinkResponse(BaseModel):
    link: str = Field(examples=[f"/t/{A_TABLE}#{A_SECRET}"])


class HintInfo(BaseModel):
    move: str = Field(examples=["draw"])
    win: list[float] | None = Field(
        examples=[[0.31, 0.27, 0.42]], description="Every seat's chance of winning after the move; adds up to 1"
    )
    points: list[float] | None = Field(examples=[[34.5, 33.1, 37.2]], description="Every seat's expected final score")
    visits: int | None = Field(examples=[1874])
    error: float | None = Field(examples=[0.012], description="Standard error of your chance of winning")


class DeletedResponse(BaseModel):
    deleted: bool = Field(
        examples=[True], description="False if there was no such table, for instance because it was deleted before"
    )


class HintsResponse(BaseModel):
    """Your moves, best first, and why the best is better than the next."""

    seq: int = Field(examples=[3])
    best: str = Field(examples=["draw"])
    why: list[MessageInfo]
    hints: list[HintInfo]


class ReplayedMove(BaseModel):
    """A move of a record; `seat` is -1 where chance begins the game."""

    seq: int = Field(examples=[1])
    seat: int = Field(examples=[0])
    move: str = Field(examples=["draw"])
    outcomes: list[str] = Field(examples=[["nile"]])
    told: list[MessageInfo]


class RecordResponse(BaseModel):
    game: str = Field(examples=["ra"])
    players: int = Field(examples=[2])
    seats: list[str] | None = Field(examples=[["Ada", "expert"]])
    bots: list[str | None] = Field(examples=[[None, "expert"]])
    result: list[int] | None = Field(examples=[None])
    practice: bool = Field(examples=[False])
    winners: list[int] = Field(examples=[[]])
    entries: list[ReplayedMove]
    at: int = Field(examples=[1])
    position: PositionView = Field(examples=[A_POSITION])


class PromptResponse(BaseModel):
    prompt: dict[str, Any] | None = Field(examples=[A_PROMPT])


class SessionEntryInfo(BaseModel):
    """What the person entered: an answer to a prompt, a correction, uses of the cultist, or their own scores."""

    id: str = Field(examples=["setup.game"])
    value: Any = Field(examples=[{"automas": 2}])


class StoryEntry(BaseModel):
    """An entry of a session, and what it led to."""

    entry: SessionEntryInfo
    steps: list[dict[str, Any]] = Field(examples=[[]])


class StoryResponse(BaseModel):
    story: list[StoryEntry]


class SessionResponse(BaseModel):
    """A whole session and the last entry of the log that it contains."""

    seq: int = Field(examples=[3])
    snapshot: dict[str, Any] = Field(examples=[{"rules": 1, "seed": "7", "operations": []}])


class AddressesResponse(BaseModel):
    addresses: list[str] = Field(examples=[["http://192.168.1.20:8000"]])


class HealthResponse(BaseModel):
    status: str = Field(examples=["alive"])
