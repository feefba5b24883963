"""Tekhenu: Maat's turn order, the scoring after rounds 8 and 16, and the end of the game.

Scoring, for each automa: 3 VP per district it leads; 1 VP per own building or statue around the temple; for each own
pillar 1 VP per own building or statue serving its row and its column; statues anywhere 1/3/6/10/15/21; happiness from
9 on 3, 13 on 6, 16 on 9, 19 on 12, 21 on 15; buildings on the Seth board at the values of their regions; 2 VP per
blessing, which is discarded; 2 VP per technology.

Maat: an automa's balance is its number of ankhs. The smallest absolute balance comes first, ties by more ankhs; the
person decides about players who are still tied (ruling 19). While the person's ankhs are unknown (None), the person is
tied with everyone of the same balance.

End: decrees, the starting one included, 4 VP (8 from difficulty 1 on) for each of the first three, 2 VP for each other;
and the bonus for the turn order just made.
"""

from __future__ import annotations

from typing import Any

from heliopolis.games.tekhenu.decision import Decision, VpItems
from heliopolis.games.tekhenu.osiris import leaders
from heliopolis.games.tekhenu.shared_board import SharedBoard, cells
from heliopolis.games.tekhenu.vocabulary import PERSON, REGIONS, SIDE

DISTRICT_VP, CARD_VP = 3, 2
HAPPINESS_VP = ((21, 15), (19, 12), (16, 9), (13, 6), (9, 3))  # least happiness, VP
FULL_DECREES, DECREE_VP, HARDER_DECREE_VP, OTHER_DECREE_VP = 3, 4, 8, 2


def maat_order(board: SharedBoard, person_place: int, person_ankhs: int | None = None) -> dict[str, Any]:
    """Return the new turn order, and the groups of tied players in it, who keep their former order."""

    def rank(player: str) -> tuple[int, int | None]:
        if player == PERSON:
            return abs(person_place), person_ankhs
        return board.automas[player].ankhs, board.automas[player].ankhs

    def tied(one: str, other: str) -> bool:
        (balance, ankhs), (other_balance, other_ankhs) = rank(one), rank(other)
        return balance == other_balance and (ankhs == other_ankhs or None in (ankhs, other_ankhs))

    def key(player: str) -> tuple[int, int]:
        balance, ankhs = rank(player)
        return balance, -(balance if ankhs is None else ankhs)

    order = sorted(board.order, key=key)
    groups: list[list[str]] = []
    for player in order:
        if groups and tied(groups[-1][-1], player):
            groups[-1].append(player)
        else:
            groups.append([player])
    return {"order": order, "ask": [group for group in groups if len(group) > 1]}


def score(board: SharedBoard, name: str) -> Decision:
    """Return the present scoring of an automa; its `choice` has the VP by item."""
    automa = board.automa(name)
    items = VpItems()
    led = [{"district": district} for district, owner in leaders(board).items() if owner == name]
    items.add(DISTRICT_VP * len(led), "tekhenu.why.score.districts", districts=led)
    items.add(pieces_around_temple(board, name), "tekhenu.why.score.temple")
    items.add(pillar_points(board, name), "tekhenu.why.score.pillars")
    statues = statues_built(board, name)
    items.add(statues * (statues + 1) // 2, "tekhenu.why.score.statues", number=statues)
    happy = next((vp for least, vp in HAPPINESS_VP if automa.happiness >= least), 0)
    items.add(happy, "tekhenu.why.score.happiness", happiness=automa.happiness)
    items.add(region_points(board, name), "tekhenu.why.score.regions")
    items.add(CARD_VP * automa.blessings, "tekhenu.why.score.blessings", number=automa.blessings)
    items.add(CARD_VP * automa.technologies, "tekhenu.why.score.technologies", number=automa.technologies)
    return scoring_decision("score", items)


def scoring_decision(action: str, items: VpItems) -> Decision:
    choice = {item.key.rpartition(".")[2]: item.params["vp"] for item in items.why}
    return Decision(action, choice, items.vp, tuple(items.why))


def statues_built(board: SharedBoard, name: str) -> int:
    """Return how many statues an automa has on the board."""
    singles = (*board.osiris_statues, *board.temple_statues.values(), *board.people_statues.values())
    return singles.count(name) + sum(owners.count(name) for owners in board.god_statues.values())


def pieces_around_temple(board: SharedBoard, name: str) -> int:
    return board.temple_buildings.count(name) + list(board.temple_statues.values()).count(name)


def pieces_serving(board: SharedBoard, name: str, line: int) -> int:
    """Return how many pieces of an automa serve a line of the temple."""
    return (board.temple_buildings[line - 1] == name) + (board.temple_statues.get(line) == name)


def pillar_points(board: SharedBoard, name: str) -> int:
    own = [cell for cell in cells() if board.pillar(cell) == name]
    return sum(pieces_serving(board, name, row) + pieces_serving(board, name, SIDE + column) for row, column in own)


def region_points(board: SharedBoard, name: str) -> int:
    return sum(board.settings.region_vp[i] * board.regions[i].count(name) for i in range(REGIONS))


def end_of_game(board: SharedBoard, name: str) -> Decision:
    """Return the scoring of an automa at the end of the game: decrees and turn order."""
    items = VpItems()
    decrees = board.automa(name).decrees
    full = min(decrees, FULL_DECREES)
    items.add(full * (HARDER_DECREE_VP if board.difficulty >= 1 else DECREE_VP), "tekhenu.why.end.decrees", number=full)
    items.add((decrees - full) * OTHER_DECREE_VP, "tekhenu.why.end.other_decrees", number=decrees - full)
    place = board.order.index(name)
    items.add(board.settings.order_bonus[str(len(board.order))][place], "tekhenu.why.end.order", place=place + 1)
    return scoring_decision("end", items)
