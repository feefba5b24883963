"""Templates: functions over the rules of any game, compiled once per game by `Game.specialise`."""
