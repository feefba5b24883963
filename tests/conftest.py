"""One profile for all property tests: no clock, and the same examples on every machine."""

from hypothesis import settings

settings.register_profile("heliopolis", deadline=None, derandomize=True)
settings.load_profile("heliopolis")
