"""STAND-IN until the real package is on main."""

from heliopolis.review.reviewing import Review

__all__ = ["Review"]
