"""Lessons: guided first games, one of each dealt game."""
