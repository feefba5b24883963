"""Games, positions and records, and the typed contract that a game fulfils."""
