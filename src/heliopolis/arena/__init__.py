"""Matches and tournaments between bots, and the published ladder."""

from heliopolis.arena.executors import processes, serial
from heliopolis.arena.match import Match, play_match
from heliopolis.arena.ray_executor import on_ray
from heliopolis.arena.schedule import Tournament
from heliopolis.arena.standings import Standing, Standings
from heliopolis.arena.tournaments import tournament

__all__ = ["Match", "Standing", "Standings", "Tournament", "on_ray", "play_match", "processes", "serial", "tournament"]
