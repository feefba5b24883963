"""The shapes of a lesson."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from heliopolis.server.http.entry_models import MessageInfo
from heliopolis.server.http.response_models import A_POSITION, PositionView


class LessonMove(BaseModel):
    """A recorded move as the learner may know it."""

    seq: int = Field(examples=[1])
    seat: int = Field(examples=[0])
    move: str = Field(examples=["draw"])
    outcomes: list[str] | None = Field(examples=[["nile"]])
    given: dict[str, list[str]] | None = Field(default=None, examples=[{"0": ["greek"], "1": ["roman"]}])
    told: list[MessageInfo]


class LessonStepInfo(BaseModel):
    """A remark, shown after `at` moves. Its texts are the messages `lesson.GAME.ID.title`, `.text` and `.task`."""

    id: str = Field(examples=["suns"])
    at: int = Field(examples=[3])
    move: str | None = Field(
        examples=["draw"], description="What the learner does; null: there is only something to read"
    )
    lit: list[str] = Field(examples=[["part suns"]], description="What is spoken of: a `data-` attribute and its value")
    clicks: list[str] = Field(examples=[["move draw"]], description="What is touched for the move, one after the other")
    params: dict[str, Any] = Field(examples=[{"centre": 1}])


class LessonResponse(BaseModel):
    """`positions` are the learner's views: of the start, and after each move."""

    game: str = Field(examples=["ra"])
    players: int = Field(examples=[3])
    seat: int = Field(examples=[0])
    steps: list[LessonStepInfo]
    moves: list[LessonMove]
    positions: list[PositionView] = Field(examples=[[A_POSITION]])
