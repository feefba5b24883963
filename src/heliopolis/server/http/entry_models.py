"""The shapes of the entries of a log, for the OpenAPI document; tests check that they are true."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from heliopolis.server.http.models import A_SHARE, A_TABLE


class MessageInfo(BaseModel):
    """A message of the catalogues: its key and parameters."""

    key: str = Field(examples=["sun.told.bid"])
    params: dict[str, Any] = Field(examples=[{"seat": 0, "sun": 13}])


class Entry(BaseModel):
    """What all entries of the log have."""

    seq: int = Field(examples=[3])
    at: float = Field(examples=[1794744012.5])


class SeatEntry(Entry):
    """An entry about one seat."""

    seat: int = Field(examples=[0])


class NamedEntry(SeatEntry):
    """An entry about the person at a seat."""

    name: str | None = Field(examples=["Ada"])


class OpenEntry(Entry):
    """The table was made."""

    kind: Literal["open"] = Field(examples=["open"])


class SitEntry(NamedEntry):
    """A person sat down."""

    kind: Literal["sit"] = Field(examples=["sit"])


class ShareEntry(SeatEntry):
    """A person added their share to the deal."""

    kind: Literal["share"] = Field(examples=["share"])
    share: str = Field(examples=[A_SHARE])


class StartEntry(Entry):
    """The game began; `lots`: for each seat, which one it was before lots were drawn."""

    kind: Literal["start"] = Field(examples=["start"])
    lots: list[int] | None = Field(default=None, examples=[[1, 0]])


class MoveEntry(SeatEntry):
    """A move, as far as you may know it."""

    kind: Literal["move"] = Field(examples=["move"])
    move: str = Field(examples=["draw"])
    outcomes: list[str] | None = Field(examples=[["pharaoh"]])
    told: list[MessageInfo]
    by: Literal["person", "bot"] = Field(examples=["person"])
    given: dict[str, list[str]] | None = Field(default=None, examples=[{"0": ["roman"], "2": ["greek"]}])


class OperationEntry(Entry):
    """An operation of a Tekhenu session."""

    kind: Literal["operation"] = Field(examples=["operation"])
    operation: list[Any] = Field(examples=[["answer", "setup.game", {"automas": 2}]])


class UndoEntry(SeatEntry):
    """The game is as it was after entry `to`."""

    kind: Literal["undo"] = Field(examples=["undo"])
    to: int = Field(examples=[2])
    practice: bool = Field(examples=[False])


class LeaveEntry(NamedEntry):
    """A person left for good; `bot` goes on, or the seat is open."""

    kind: Literal["leave"] = Field(examples=["leave"])
    bot: str | None = Field(examples=["greedy"])


class RemoveEntry(NamedEntry):
    """The host removed a person; `bot` goes on, or the seat is open."""

    kind: Literal["remove"] = Field(examples=["remove"])
    bot: str | None = Field(examples=["greedy"])


class AwayEntry(NamedEntry):
    """A bot plays for a person for a while."""

    kind: Literal["away"] = Field(examples=["away"])
    bot: str = Field(examples=["greedy"])
    why: Literal["own", "time"] = Field(examples=["own"])


class BackEntry(NamedEntry):
    """A person came back."""

    kind: Literal["back"] = Field(examples=["back"])


class LateEntry(NamedEntry):
    """A person ran out of time; a bot makes this one decision, unless the person is quicker."""

    kind: Literal["late"] = Field(examples=["late"])
    bot: str = Field(examples=["greedy"])


class FillEntry(SeatEntry):
    """A bot got a seat."""

    kind: Literal["fill"] = Field(examples=["fill"])
    bot: str = Field(examples=["greedy"])


class ChatEntry(NamedEntry):
    """A person wrote something."""

    kind: Literal["chat"] = Field(examples=["chat"])
    text: str | None = Field(examples=["Good luck!"], description="Null if its writer has deleted themselves")


class CoachEntry(NamedEntry):
    """A person agreed to the coach or withdrew; `on`: whether all agree since."""

    kind: Literal["coach"] = Field(examples=["coach"])
    agrees: bool = Field(examples=[True])
    on: bool = Field(examples=[False])


class RematchEntry(Entry):
    """There is a new table for the same people."""

    kind: Literal["rematch"] = Field(examples=["rematch"])
    table: str = Field(examples=[A_TABLE])


class ErasedEntry(Entry):
    """A person has deleted themselves: names and texts in earlier entries are gone; read them again."""

    kind: Literal["erased"] = Field(examples=["erased"])


LogEntry = Annotated[
    OpenEntry
    | SitEntry
    | ShareEntry
    | StartEntry
    | MoveEntry
    | OperationEntry
    | UndoEntry
    | LeaveEntry
    | RemoveEntry
    | AwayEntry
    | BackEntry
    | LateEntry
    | FillEntry
    | ChatEntry
    | CoachEntry
    | ErasedEntry
    | RematchEntry,
    Field(discriminator="kind"),
]
