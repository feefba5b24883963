"""The shapes of responses about players and their devices, for the OpenAPI document."""

from __future__ import annotations

from pydantic import BaseModel, Field

from heliopolis.server.http.models import A_DEVICE, A_SECRET


class MeResponse(BaseModel):
    name: str | None = Field(examples=["Ada"])
    known: bool = Field(examples=[True])


class TokenResponse(BaseModel):
    token: str = Field(examples=[A_SECRET])


class DeviceInfo(BaseModel):
    """A device that may act for you; `current` is the one that you use now."""

    id: str = Field(examples=[A_DEVICE])
    browser: str | None = Field(examples=["Firefox"])
    system: str | None = Field(examples=["Android"])
    created: float = Field(examples=[1794744000.0])
    seen: float = Field(examples=[1794744000.0])
    current: bool = Field(examples=[True])


class DevicesResponse(BaseModel):
    devices: list[DeviceInfo]


class HandoverResponse(BaseModel):
    link: str = Field(examples=[f"/hello#{A_SECRET}"])
    seconds: int = Field(examples=[600])


class TakenResponse(BaseModel):
    """Whose device you become, and who you were here before, with how many tables."""

    name: str | None = Field(examples=["Ada"])
    was: str | None = Field(examples=[None])
    same: bool = Field(examples=[False])
    tables: int = Field(examples=[0])
    token: str | None = Field(examples=[None])
