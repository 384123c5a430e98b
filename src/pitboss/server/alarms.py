"""The open tables of the house whose win has left its band, looked at whenever Prometheus asks.

A table is judged once its exact figures were worked out, which the pit does for every table it shows; and again only
when something has happened at it. Practice tables are left out: among very many, some leave their band by chance.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from pitboss import games
from pitboss.core.errors import PitbossError
from pitboss.server.metrics import Metrics
from pitboss.table.live_table import CLOSED, read_opening
from pitboss.table.performance import WagerFigures, is_alarming, table_performance
from pitboss.table.records import TableRecord
from pitboss.table.requests import OpenTable
from pitboss.table.store import Store

WAIT_S = 2
"""How long an answer waits for a look at the tables: a slow database shall not hold back the other metrics."""

FiguresKey = tuple[object, ...]
"""What the exact figures of a table's game depend on."""
Figures = Mapping[str, WagerFigures]
Read = Callable[[Callable[[], None]], Awaitable[None]]


def figures_key(opening: OpenTable) -> FiguresKey:
    """What the exact figures of a table that was opened so depend on."""
    return opening.game, tuple(sorted(opening.options.items())), opening.paytables


@dataclass(frozen=True)
class _Judged:
    seq: int
    figures: Figures
    is_alarming: bool


class Alarms:
    """Which tables are outside their band, as far as exact figures are at hand."""

    def __init__(self, store: Store, figures: Mapping[FiguresKey, Figures], metrics: Metrics) -> None:
        self._store, self._figures = store, figures
        self._judged: dict[str, _Judged] = {}
        self._looking: asyncio.Future[None] | None = None
        metrics.watch(metrics.judged, lambda: len(self._judged))
        metrics.watch(metrics.alarms, lambda: sum(each.is_alarming for each in self._judged.values()))

    async def refresh(self, read: Read) -> None:
        """Looks at the tables by `read`, which works on another thread; what comes late counts the next time."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.ensure_future(read(self.look))
        await asyncio.wait([self._looking], timeout=WAIT_S)

    def look(self) -> None:
        """Judges the tables at which something has happened; what is known stays while the store does not answer."""
        judged = {}
        with contextlib.suppress(PitbossError):
            for row in self._store.list_tables():
                found = None if row.private or row.status == CLOSED else self._judge(row)
                if found is not None:
                    judged[row.id] = found
            self._judged = judged

    def _judge(self, row: TableRecord) -> _Judged | None:
        figures = self._figures.get(figures_key(read_opening(row.opening)))
        if figures is None:
            return None
        before = self._judged.get(row.id)
        if before is not None and before.seq == row.seq and before.figures is figures:
            return before
        found = table_performance(row, self._store.list_played(row.id), games.build, lambda _: figures)
        return _Judged(row.seq, figures, is_alarming(found))
