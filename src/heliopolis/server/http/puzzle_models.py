"""The shapes of requests and responses about puzzles."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from heliopolis.server.http.entry_models import MessageInfo
from heliopolis.server.http.models import Body
from heliopolis.server.http.response_models import A_POSITION, PositionView


class PuzzleAnswerRequest(Body):
    move: Annotated[str, Field(min_length=1, max_length=200, examples=["draw"])]


class PuzzleInfo(BaseModel):
    id: str = Field(examples=["3f9a2c"])
    number: int = Field(examples=[17], description="From 1, in the order of the list")
    players: int = Field(examples=[4])
    theme: str = Field(examples=["pass"], description="The last part of a key `puzzle.theme.…`")
    difficulty: int = Field(examples=[3], description="From 1 to 5")


class PuzzlesResponse(BaseModel):
    game: str = Field(examples=["ra"])
    today: str = Field(examples=["3f9a2c"])
    themes: list[str] = Field(examples=[["bid", "pass"]])
    puzzles: list[PuzzleInfo]


class PuzzleResponse(PuzzleInfo):
    """A question; `position` is the game's own view of the seat that decides."""

    game: str = Field(examples=["ra"])
    seat: int = Field(examples=[1])
    position: PositionView = Field(examples=[A_POSITION])


class PuzzleOptionInfo(BaseModel):
    move: str = Field(examples=["pass"])
    win: list[float] = Field(
        examples=[[0.31, 0.27, 0.42]], description="Every seat's chance of winning after the move; adds up to 1"
    )
    points: list[float] = Field(examples=[[34.5, 33.1, 37.2]], description="Every seat's expected final score")


class PuzzleAnswerResponse(BaseModel):
    move: str = Field(examples=["bid 9"])
    right: bool = Field(examples=[False])
    loss: float = Field(examples=[0.12], description="The chance of winning that the move gives away")
    best: str = Field(examples=["pass"])
    options: list[PuzzleOptionInfo] = Field(description="Best first, the move that was tried among them")
    why: list[MessageInfo] = Field(description="Why the best move is better, most important first")
