"""The plan of a game, and the order of its named strategies by cost, kept on disk: fitting them takes seconds."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from pitboss.core.game import Game, Strategy
from pitboss.core.guide import Guide
from pitboss.core.stakes import with_seeded_meters
from pitboss.maths.compile import results_cache
from pitboss.maths.exact.solver import decisions_of
from pitboss.maths.strategy.plan import PlanEntry, Split, fitted, priced

WHOLE = -1  # In the column of features: an entry that is not split.


@dataclass(frozen=True)
class KeptPlan:
    """What the best strategy does, entry by entry, and the named strategies, the cheapest first."""

    entries: tuple[PlanEntry, ...]
    """No entries for a game without a guide."""
    named: tuple[Strategy, ...]


def kept_plan(game: Game, guide: Guide | None, strategies: Iterable[Strategy]) -> KeptPlan:
    """The plan of a game that lies in a folder: looked up, or fitted to its decisions and kept.

    A game is a function of its folder's text, which results are kept under anyway, its options and its pay grids.
    """
    game = with_seeded_meters(game, game.main_wagers)
    known = {strategy.name: strategy for strategy in strategies}

    def make() -> dict[str, np.ndarray]:
        decisions = decisions_of(game)
        entries = fitted(game, guide, decisions).entries if guide else ()
        shorts = priced(game, known.values(), decisions)
        rows = np.array([_row(each, guide) for each in entries if guide], dtype=np.int64).reshape(len(entries), 6)
        return {"entries": rows, "named": np.array([each.strategy.name for each in shorts], dtype=np.str_)}

    pays = {wager.name: [str(pay) for line in wager.lines for pay in line.pays.pays.values()] for wager in game.wagers}
    key = {"game": game.name, "what": "plan", "options": game.options.as_json(), "pays": pays}
    found = results_cache.kept_arrays(key, make)
    entries = tuple(_entry(row, guide) for row in found["entries"].tolist() if guide)
    return KeptPlan(entries, tuple(known[name] for name in found["named"].tolist()))


def _row(entry: PlanEntry, guide: Guide) -> tuple[int, ...]:
    place = entry.group, entry.low, entry.high
    if isinstance(entry.does, Split):
        return (*place, guide.then.index(entry.does.feature), entry.does.least, entry.does.upper)
    return (*place, WHOLE, 0, entry.does)


def _entry(row: list[int], guide: Guide) -> PlanEntry:
    group, low, high, feature, least, way = row
    return PlanEntry(group, low, high, way if feature == WHOLE else Split(guide.then[feature], least, way))
