"""Deals and what follows from them, for tests of the site: `python -m tests.server.deal_vectors` writes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from heliopolis.server.domain.fairness import Deal, Share

FILE = Path(__file__).parents[2] / "web" / "tests" / "deals.json"
SEED, SALT = "5eed" * 16, "5a17" * 8
SHARES = (Share(2, "9ace" * 8), Share(0, "ada0" * 8))
CHANCES = {"ra": 0.1, "pharaoh": 0.3, "nile": 0.25, "gold": 0.35}
DEALS = {
    "of 0.1": Deal(SEED, SALT, open=False),
    "without shares": Deal(SEED, SALT, open=False, version=2, draws_lots=True),
    "open": Deal("Heliopolis è così", SALT, open=True, version=2),
    "with shares": Deal(SEED, SALT, open=False, version=2, takes_shares=True).with_shares(SHARES),
    "with shares and lots": Deal(SEED, SALT, False, 2, takes_shares=True, draws_lots=True).with_shares(SHARES),
    "without the shares that it takes": Deal(SEED, SALT, open=False, version=2, takes_shares=True),
}


def vectors() -> list[dict[str, Any]]:
    """Return each deal as a record reveals it, with its draws."""
    found = []
    for name, deal in DEALS.items():
        revealed: dict[str, Any] = {
            "version": deal.version,
            "table": "k3v9q0c1xw2m",
            "seed": deal.seed,
            "salt": deal.salt,
            "commitment": deal.commitment("k3v9q0c1xw2m", "ra/1", 3),
            "open": deal.open,
            "shares": [share.to_json() for share in deal.shares] if deal.takes_shares else None,
            "lots": deal.lots(3) if deal.draws_lots else None,
        }
        record = {"rules": "ra/1", "seats": ["Ada", "Kit", "Grace"], "deal": revealed}
        draws = [{"move": n + 1, "outcome": deal.outcome(n, CHANCES), "chances": [*CHANCES.items()]} for n in range(40)]
        fractions = [deal.fraction(number) for number in range(8)]
        found.append({"name": name, "record": record, "draws": draws, "fractions": fractions})
    return found


def as_text() -> str:
    return json.dumps(vectors(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(as_text(), encoding="utf-8")
