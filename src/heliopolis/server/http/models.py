"""The shapes of requests, against which they are checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from heliopolis.server.domain.names import MAX_CHAT, MAX_NAME

SeatNumber = Annotated[int, Field(ge=0, le=4, description="A place at the table, from 0")]
RequestId = Annotated[
    str,
    Field(pattern=r"^[A-Za-z0-9_-]{8,64}$", description="Chosen by you; the same id again changes nothing"),
]
ShareText = Annotated[
    str,
    Field(pattern=r"^[0-9a-f]{32}$", description="128 random bits of your own, which are mixed into the deal"),
]
Seq = Annotated[int, Field(ge=0, le=2**31 - 1)]
BotName = Annotated[str, Field(min_length=1, max_length=40)]
MAX_DEPTH = 32  # of lists and objects in a body; no request needs more than five
A_REQUEST = "3f9a2c4e8b7d4c21"
A_SECRET = "Zk9mT3vYb0q1nPd5sWc7xQe2uHf4rJg6aLi8oKt0yVE"
A_TABLE = "k3v9q0c1xw2m"
A_SHARE = "5f0c8a1e7d3b42969b1f6c2d8e4a7035"
A_DEVICE = "9f2b6c1e0d4a7f3855c6e2a1"
A_RECORD = 'Game: "ra"\nStart: {"game": "ra", …}\n\n1: draw pharaoh\n0: invoke\n'  # shortened


class Body(BaseModel):
    """A request: unknown fields are refused, and no value is converted to another type."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _check_depth(cls, data: Any) -> Any:
        if is_deeper(data, MAX_DEPTH):
            raise ValueError("nested too deeply")
        return data


def is_deeper(data: Any, most: int) -> bool:
    """Return whether lists and objects are nested more deeply than so many levels."""
    level = [data]
    for _ in range(most):
        level = [inner for one in level if isinstance(one, list | dict) for inner in _parts(one)]
        if not level:
            return False
    return any(isinstance(one, list | dict) for one in level)


def _parts(data: list[Any] | dict[str, Any]) -> Iterable[Any]:
    return data.values() if isinstance(data, dict) else data


class NameRequest(Body):
    name: Annotated[str, Field(min_length=1, max_length=4 * MAX_NAME, examples=["Ada"])]


class EmptyRequest(Body):
    """A request whose path says everything."""


class DeletionRequest(Body):
    """The request to delete oneself, which nobody sends by mistake."""

    forever: Annotated[Literal[True], Field(examples=[True])]


class HandoverRequest(Body):
    secret: Annotated[str, Field(min_length=1, max_length=64, examples=[A_SECRET])]
    look: Annotated[bool, Field(description="Only say whose link it is")] = False


class PlainRequest(Body):
    request_id: Annotated[RequestId, Field(examples=[A_REQUEST])]


class SeatRequest(Body):
    kind: Literal["me", "open", "bot"] = Field(examples=["bot"])
    name: Annotated[str | None, Field(max_length=4 * MAX_NAME)] = None
    bot: BotName | None = None


class ClockRequest(Body):
    seconds_per_move: Annotated[int, Field(ge=5, le=30 * 24 * 3600, examples=[86400])]


class NewTableRequest(PlainRequest):
    game: Annotated[str, Field(max_length=20, examples=["ra"])]
    seats: Annotated[
        list[SeatRequest],
        Field(min_length=1, max_length=5, examples=[[{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]]),
    ]
    name: Annotated[str | None, Field(max_length=4 * MAX_NAME)] = None
    listed: bool = False
    seed: Annotated[str | None, Field(max_length=64)] = None
    clock: ClockRequest | None = None
    hints: Annotated[bool, Field(description="You agree to hints and the coach from the start")] = False
    shuffle: bool = False
    shares: Annotated[bool, Field(description="Mix a share of each person into a secret deal")] = False


class RecordRequest(Body):
    """A record as text or JSON, the move after which to look (left out: the last), and the seat (a spectator)."""

    text: Annotated[str, Field(min_length=1, max_length=60_000, examples=[A_RECORD])]
    at: Annotated[int | None, Field(ge=0, le=10_000)] = None
    seat: SeatNumber | None = None


class ReviewRequest(Body):
    text: Annotated[str, Field(min_length=1, max_length=60_000, examples=[A_RECORD])]


class MomentRequest(Body):
    """A moment of a table, or of a record: after so many moves, from one of its seats."""

    table: Annotated[str | None, Field(pattern=r"^[0-9a-z]{1,24}$", examples=[A_TABLE])] = None
    record: Annotated[str | None, Field(min_length=1, max_length=60_000)] = None
    at: Annotated[int, Field(ge=0, le=10_000, examples=[12])]
    seat: Annotated[SeatNumber, Field(examples=[0])]
    luck: Annotated[Literal["same", "fresh"], Field(examples=["same"])]

    @model_validator(mode="after")
    def _check_game(self) -> MomentRequest:
        if (self.table is None) == (self.record is None):
            raise ValueError("either a table or a record")
        return self


class TryRequest(PlainRequest):
    moment: Annotated[MomentRequest, Field(alias="from")]
    bot: Annotated[BotName | None, Field(description="Who takes the seats of people; left out: a strong bot")] = None


class MoveRequest(PlainRequest):
    expected_seq: Annotated[Seq, Field(examples=[2])]
    move: Annotated[str, Field(min_length=1, max_length=200, examples=["draw"])]
    seat: SeatNumber | None = None


class CheckRequest(Body):
    move: Annotated[str, Field(min_length=1, max_length=200, examples=["draw"])]
    seat: SeatNumber | None = None


class UndoRequest(PlainRequest):
    expected_seq: Annotated[Seq, Field(examples=[2])]
    seat: SeatNumber | None = None
    practice: bool = False


class OperationRequest(PlainRequest):
    expected_seq: Annotated[Seq, Field(examples=[2])]
    operation: Annotated[
        list[Any], Field(min_length=1, max_length=3, examples=[["answer", "setup.game", {"automas": 2}]])
    ]


class JoinRequest(PlainRequest):
    secret: Annotated[str, Field(min_length=1, max_length=64, examples=[A_SECRET])]
    name: Annotated[str | None, Field(max_length=4 * MAX_NAME)] = None
    share: ShareText | None = None


class ShareRequest(PlainRequest):
    share: Annotated[ShareText, Field(examples=[A_SHARE])]
    seat: SeatNumber | None = None


class OneSeatRequest(PlainRequest):
    seat: Annotated[SeatNumber, Field(examples=[1])]


class FillRequest(OneSeatRequest):
    bot: Annotated[BotName, Field(examples=["greedy"])]


class AwayRequest(OneSeatRequest):
    bot: BotName | None = None


class CoachRequest(PlainRequest):
    agrees: Annotated[bool, Field(examples=[True])]
    seat: SeatNumber | None = None


class ChatRequest(PlainRequest):
    text: Annotated[str, Field(min_length=1, max_length=2 * MAX_CHAT, examples=["Good luck!"])]
    seat: SeatNumber | None = None


class QrRequest(Body):
    text: Annotated[str, Field(min_length=1, max_length=300, examples=["http://192.168.1.20:8000/"])]
