"""What happened with a move, as messages."""

from __future__ import annotations

from heliopolis.games.sun_telling import told as told
