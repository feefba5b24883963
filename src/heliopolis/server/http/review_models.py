"""The shapes of reviews, for the OpenAPI document; tests check that they are true."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from heliopolis.server.http.entry_models import MessageInfo

Chances = list[float]  # by seat; adds up to 1


class ReviewedOption(BaseModel):
    """A move that was open, and what it was worth."""

    move: str = Field(examples=["bid 10"])
    win: Chances = Field(examples=[[0.31, 0.27, 0.42]])
    points: list[float] = Field(examples=[[34.5, 33.1, 37.2]])
    visits: int = Field(examples=[400])
    action: int = Field(examples=[3], description="The number of the move's first decision")
    error: float = Field(examples=[0.012], description="The standard error of the seat's own chance")


class ReviewedMoment(BaseModel):
    """A decision: the chances of winning before and after it, what it gave away, and why."""

    number: int = Field(examples=[12], description="The number of the move in the record, from 0")
    seat: int = Field(examples=[2])
    move: str = Field(examples=["pass"])
    best: str = Field(examples=["bid 10"])
    win: Chances = Field(examples=[[0.31, 0.27, 0.42]])
    after: Chances = Field(examples=[[0.4, 0.3, 0.3]])
    loss: float = Field(examples=[0.12])
    error: float = Field(examples=[0.012])
    label: Literal["best", "good", "inaccuracy", "mistake", "blunder"] = Field(examples=["mistake"])
    only: bool = Field(examples=[False], description="Whether every other option was much worse")
    options: list[ReviewedOption]
    why: list[MessageInfo]


class ReviewInfo(BaseModel):
    """What the decisions of a game were worth, as far as they are judged."""

    game: str = Field(examples=["ra"])
    players: int = Field(examples=[3])
    bot: str = Field(examples=["search:200"])
    complete: bool = Field(examples=[False])
    result: list[int] | None = Field(examples=[[31, 28, 40]])
    winners: list[int] = Field(examples=[[2]])
    moments: list[ReviewedMoment]
    last: Chances | None = Field(examples=[[0.0, 0.0, 1.0]], description="Shares of the victory, once the game is over")
    accuracy: list[float | None] = Field(examples=[[81.5, 77.0, 92.1]])
    luck: list[float] = Field(examples=[[0.1, -0.2, 0.1]], description="What chance gave; adds up to 0")
    skill: list[float] = Field(examples=[[-0.2, -0.3, -0.1]], description="What own decisions gave away")
    others: list[float] = Field(examples=[[0.1, 0.2, 0.3]], description="What the decisions of others gave")


class ReviewResponse(BaseModel):
    status: Literal["none", "waiting", "working", "done", "failed"] = Field(
        examples=["working"],
        description="none: nobody has asked for it; failed: the game was played by other rules, or cannot be judged",
    )
    place: int | None = Field(examples=[None], description="While it waits: 1 is next")
    review: ReviewInfo | None


class AskedReviewResponse(BaseModel):
    id: str = Field(examples=["9f2b6c1e0d4a7f3855c6e2a1b09d8c7f"])
