"""Tekhenu: Maat's turn order, the scoring after rounds 8 and 16, and the end of the game.

Scoring, for each automa: 3 VP a district led; 1 VP a building or statue of its own around the temple; for each own
pillar 1 VP per own building or statue serving its row and its column; statues anywhere 1/3/6/10/15/21; happiness from
9 on 3, 13 on 6, 16 on 9, 19 on 12, 21 on 15; buildings on the Seth board at their regions' values; blessings 2 VP and
away, technologies 2 VP.

Maat: an automa's balance is its number of ankhs. Smallest absolute balance first; ties by more ankhs; those still
tied are asked for. A person whose ankhs are not known yet (None) is tied with whoever has his balance.

End: the starting decree counts too: 4 VP (8 from difficulty 1 on) for each of three, 2 VP for each other; and the
bonus of the turn order just made.
"""

from __future__ import annotations

from typing import Any

from heliopolis.games.tekhenu.decision import Decision, Items
from heliopolis.games.tekhenu.osiris import leaders
from heliopolis.games.tekhenu.table import Table, cells
from heliopolis.games.tekhenu.vocabulary import PERSON, REGIONS, SIDE

DISTRICT_VP, CARD_VP = 3, 2
HAPPINESS_VP = ((21, 15), (19, 12), (16, 9), (13, 6), (9, 3))  # from this happiness on
FULL_DECREES, DECREE_VP, HARDER_DECREE_VP, OTHER_DECREE_VP = 3, 4, 8, 2


def maat_order(t: Table, person_place: int, person_ankhs: int | None = None) -> dict[str, Any]:
    """The new turn order, and the groups that are still tied in it, which keep their former order."""

    def rank(player: str) -> tuple[int, int | None]:
        if player == PERSON:
            return abs(person_place), person_ankhs
        return t.automas[player].ankhs, t.automas[player].ankhs

    def tied(one: str, other: str) -> bool:
        (balance, ankhs), (other_balance, other_ankhs) = rank(one), rank(other)
        return balance == other_balance and (ankhs == other_ankhs or None in (ankhs, other_ankhs))

    def key(player: str) -> tuple[int, int]:
        balance, ankhs = rank(player)
        return balance, -(balance if ankhs is None else ankhs)

    order = sorted(t.order, key=key)
    groups: list[list[str]] = []
    for player in order:
        if groups and tied(groups[-1][-1], player):
            groups[-1].append(player)
        else:
            groups.append([player])
    return {"order": order, "ask": [group for group in groups if len(group) > 1]}


def score(t: Table, name: str) -> Decision:
    """What an automa scores now; `choice` has the VP by item."""
    automa = t.automa(name)
    items = Items()
    led = [{"district": district} for district, owner in leaders(t).items() if owner == name]
    items.add(DISTRICT_VP * len(led), "tekhenu.why.score.districts", districts=led)
    items.add(around_temple(t, name), "tekhenu.why.score.temple")
    items.add(pillars_served(t, name), "tekhenu.why.score.pillars")
    statues = statues_built(t, name)
    items.add(statues * (statues + 1) // 2, "tekhenu.why.score.statues", number=statues)
    happy = next((vp for least, vp in HAPPINESS_VP if automa.happiness >= least), 0)
    items.add(happy, "tekhenu.why.score.happiness", happiness=automa.happiness)
    items.add(in_regions(t, name), "tekhenu.why.score.regions")
    items.add(CARD_VP * automa.blessings, "tekhenu.why.score.blessings", number=automa.blessings)
    items.add(CARD_VP * automa.technologies, "tekhenu.why.score.technologies", number=automa.technologies)
    return sheet("score", items)


def sheet(action: str, items: Items) -> Decision:
    choice = {item.key.rpartition(".")[2]: item.params["vp"] for item in items.why}
    return Decision(action, choice, items.vp, tuple(items.why))


def statues_built(t: Table, name: str) -> int:
    """Own statues anywhere on the board."""
    singles = (*t.osiris_statues, *t.temple_statues.values(), *t.people_statues.values())
    return singles.count(name) + sum(owners.count(name) for owners in t.god_statues.values())


def around_temple(t: Table, name: str) -> int:
    return t.temple_buildings.count(name) + list(t.temple_statues.values()).count(name)


def serving(t: Table, name: str, line: int) -> int:
    """Own pieces that serve a line."""
    return (t.temple_buildings[line - 1] == name) + (t.temple_statues.get(line) == name)


def pillars_served(t: Table, name: str) -> int:
    own = [cell for cell in cells() if t.pillar(cell) == name]
    return sum(serving(t, name, row) + serving(t, name, SIDE + column) for row, column in own)


def in_regions(t: Table, name: str) -> int:
    return sum(t.settings.region_vp[i] * t.regions[i].count(name) for i in range(REGIONS))


def end_of_game(t: Table, name: str) -> Decision:
    """Decrees and turn order."""
    items = Items()
    decrees = t.automa(name).decrees
    full = min(decrees, FULL_DECREES)
    items.add(full * (HARDER_DECREE_VP if t.difficulty >= 1 else DECREE_VP), "tekhenu.why.end.decrees", number=full)
    items.add((decrees - full) * OTHER_DECREE_VP, "tekhenu.why.end.other_decrees", number=decrees - full)
    place = t.order.index(name)
    items.add(t.settings.order_bonus[str(len(t.order))][place], "tekhenu.why.end.order", place=place + 1)
    return sheet("end", items)
