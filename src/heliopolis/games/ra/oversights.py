"""Ra: what inexperienced players overlook, by a word for it."""

from heliopolis.games.sun.oversights import overlook_epochs, overlook_suns, overlook_track

OVERSIGHTS = {"suns": overlook_suns, "epochs": overlook_epochs, "track": overlook_track}
