"""Results of a player's finished Tekhenu games; those asked for last stay in memory."""

from __future__ import annotations

from collections import OrderedDict

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu import advise, result_of
from heliopolis.server.domain.companion_match import CompanionMatch
from heliopolis.server.domain.problems import UnreadableTable
from heliopolis.server.runtime.encoding import encode
from heliopolis.server.runtime.work import WorkPool
from heliopolis.server.storage import Store
from heliopolis.server.storage.store import FinishedTable

MAX_CACHED_RESULTS = 2000  # of about 1 kB each


class SoloResults:
    """Reads finished games in the threads of a pool, each game once as long as nobody goes back into it."""

    def __init__(self, store: Store, pool: WorkPool) -> None:
        self.store = store
        self.pool = pool
        self._cached: OrderedDict[tuple[str, int], JSON] = OrderedDict()

    async def encoded(self, player_id: str) -> bytes:
        """Return the results of a player's last games, the newest first, and the advice that follows from them.

        Only for work that has its turn in the pool. Games that this version cannot read are left out.
        """
        games = []
        for finished in await self.store.finished_tables_of(player_id, "tekhenu"):
            result = await self._result(finished)
            if result is not None:
                games.append({"table": finished.setup.id, "finished": finished.changed, **result})
        return encode({"games": games, "advice": advise(games)})

    async def _result(self, finished: FinishedTable) -> JSON | None:
        key = (finished.setup.id, finished.seq)
        if key not in self._cached:
            try:
                table = await self.store.load(finished.setup, finished.seq, self.pool.threads)
            except UnreadableTable:
                return None
            if not isinstance(table.match, CompanionMatch) or not table.match.over:
                return None
            self._cached[key] = await self.pool.compute(result_of, table.match.session)
            if len(self._cached) > MAX_CACHED_RESULTS:
                self._cached.popitem(last=False)
        self._cached.move_to_end(key)
        return self._cached[key]
