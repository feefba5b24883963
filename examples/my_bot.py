"""A bot is a class with one method. This one hoards its suns: it bids only for a long row, and no more than it must.

heliopolis arena ra miser greedy random random --code examples/my_bot.py
heliopolis play ra --bots miser,greedy --code examples/my_bot.py
"""

import heliopolis as hp


class Miser:
    def choose(self, position: hp.Position, rng: object) -> str:
        legal = position.legal()
        bids = [move for move in legal if move.startswith("bid")]
        if bids and len(position.to_json()["row"]) >= 4:
            return bids[0]
        return "draw" if "draw" in legal else "pass" if "pass" in legal else legal[0]


if __name__ == "__main__":
    table = hp.tournament("ra", ["miser", "random", "random"], games=60, code=[__file__])
    for standing in table.standings:
        print(f"{standing.bot}: {standing.win_share:.0%} won, from {standing.low:.0%} to {standing.high:.0%}")
