"""What happened with a move, as messages."""

from __future__ import annotations

from heliopolis.games.sun.story import messages as messages
