"""Matches and tournaments between bots."""

from heliopolis.arena.executors import processes, serial
from heliopolis.arena.match import Match, play_match
from heliopolis.arena.on_ray import on_ray
from heliopolis.arena.schedule import Tournament
from heliopolis.arena.standings import Standing, Table
from heliopolis.arena.tournaments import tournament

__all__ = ["Match", "Standing", "Table", "Tournament", "on_ray", "play_match", "processes", "serial", "tournament"]
