"""Matches between bots."""

from heliopolis.arena.match import Match, play_match

__all__ = ["Match", "play_match"]
