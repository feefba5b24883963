"""The row of the service clock: how long a server was there, and when that was last added up."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, Float, case, cast, extract, func, literal, text, update

from heliopolis.server.storage.schema import service_clock

MAX_GAP = 15.0  # seconds between two beats; whatever is longer was not service
ROW = 1
ADD_ROW = text("INSERT INTO service_clock (id, uptime, beat) VALUES (:id, 0, 0) ON CONFLICT DO NOTHING")


def advance(connection: Connection, wall_clock: float | None, limit: float) -> float:
    """Add the time since the last beat, if it is at most `limit` seconds, and return the service time.

    `wall_clock` is the time now; None: the database's own clock decides, for processes on several machines. One
    statement does it all, so any number of processes may beat. If the last beat is a moment ahead of this one, another
    process was quicker, and there is nothing to add. If it is far ahead, or too long ago, the clock was set or nobody
    was there: from now on time is counted again.
    """
    now: ColumnElement[float] = literal(wall_clock, Float)
    if wall_clock is None:
        now = cast(extract("epoch", func.clock_timestamp()), Float)
    gap = now - service_clock.c.beat
    added = case((gap.between(0, limit), gap), else_=0.0)
    beat = case((gap.between(-MAX_GAP, 0), service_clock.c.beat), else_=now)
    advanced = (
        update(service_clock)
        .where(service_clock.c.id == ROW)
        .values(uptime=service_clock.c.uptime + added, beat=beat)
        .returning(service_clock.c.uptime)
    )
    found = connection.execute(advanced).scalar()
    if found is None:  # the first beat of this database
        connection.execute(ADD_ROW, {"id": ROW})
        found = connection.execute(advanced).scalar_one()
    return float(found)
