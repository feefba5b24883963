"""The shapes of the results of finished Tekhenu games, for the OpenAPI document."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from heliopolis.server.http.entry_models import MessageInfo
from heliopolis.server.http.models import A_TABLE


class RoundVp(BaseModel):
    """VP at one time of a game: `start`, `play`, `round 1` to `round 16`, `8` and `16` for the scorings, `end`."""

    when: str = Field(examples=["round 3"])
    sources: dict[str, int] = Field(examples=[{"ra": 5, "rewards": 2}])


class AutomaResult(BaseModel):
    """An automa's VP; those by source, and those by time, add up to them."""

    vp: int = Field(examples=[48])
    sources: dict[str, int] = Field(examples=[{"start": 10, "ra": 14, "rewards": 4, "districts": 12, "decrees": 8}])
    rounds: list[RoundVp]


class SoloGame(BaseModel):
    """The result of a game; `margin` is the person's VP less the best automa's."""

    table: str = Field(examples=[A_TABLE])
    finished: float = Field(examples=[1794744000.0])
    automas: int = Field(examples=[1])
    difficulty: int = Field(examples=[0])
    time_of_seth: bool = Field(examples=[True])
    settings: dict[str, Any] = Field(examples=[{"statues_per_god": 2}])
    person_vp: int | None = Field(examples=[60])
    margin: int | None = Field(examples=[12])
    winners: list[str] | None = Field(examples=[["person"]])
    person_rounds: list[RoundVp] | None = Field(examples=[[{"when": "play", "sources": {"play": 60}}]])
    players: dict[str, AutomaResult]


class SoloAdvice(BaseModel):
    """What to try next, and why."""

    automas: int = Field(examples=[1])
    difficulty: int = Field(examples=[1])
    message: MessageInfo


class SoloResponse(BaseModel):
    games: list[SoloGame]
    advice: SoloAdvice | None
