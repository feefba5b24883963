"""A bot is a class with one method. This one saves its suns: it bids only for a long row, and as little as possible.

heliopolis arena ra miser greedy random random --code examples/my_bot.py
heliopolis play ra --bots miser,greedy --code examples/my_bot.py
"""

import heliopolis as hp


class Miser:
    """A bot that bids rarely and little."""

    def choose(self, position: hp.Position, rng: object) -> str:
        """Return the move to play."""
        legal = position.legal()
        bids = [move for move in legal if move.startswith("bid")]
        if bids and len(position.to_json()["row"]) >= 4:
            return bids[0]
        return "draw" if "draw" in legal else "pass" if "pass" in legal else legal[0]


if __name__ == "__main__":
    standings = hp.tournament("ra", ["miser", "random", "random"], games=60, code=[__file__])
    for standing in standings.standings:
        print(f"{standing.bot}: {standing.win_share:.0%} won, from {standing.low:.0%} to {standing.high:.0%}")
