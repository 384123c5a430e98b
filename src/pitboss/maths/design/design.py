"""Pay-table design: the whole-number tables nearest to a given one, the shape, with a house edge in a target range.

Rows that pay whole odds or whole dollars may vary, each over pays near the shape's; all others stay. The distance of a
table from the shape is the sum over its rows of |ln(pay / pay of the shape)|, in whole millionths so that sums are
exact, and `CUT` for every row that starts or stops paying.

The worth of a table is a sum of one exact number per row, so branch and bound (`Search`) finds the nearest tables and
misses none. Each table found is then priced a second time, by the figures of the rebuilt game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from math import ceil, floor
from typing import NamedTuple, TypeAlias

from pitboss.core.errors import OptionError
from pitboss.core.pays import LOSE, Odds, Pay, Prize, cell_text
from pitboss.maths.design.search import Bounds, Fits, Picks, Search, Way
from pitboss.maths.design.shape import CUT, Candidate, PaidEnding, Shape, apart, pay_of, pays_near, size_of, whole
from pitboss.maths.exact.solver import seconds_to_solve

SOLVED = 60  # The most tables for which the game is solved again; fewer where that would take more than `SOLVING_S`.
SOLVING_S = 240
EVERYTHING = Fraction(10**6)  # More than any house edge.
POOL = 500  # The nearest tables, from which another rank chooses.


@dataclass(frozen=True)
class Span:
    """A closed range of values."""

    low: Fraction
    high: Fraction

    def __contains__(self, value: Fraction) -> bool:
        return self.low <= value <= self.high

    def meets(self, other: "Span") -> bool:
        return self.low <= other.high and other.low <= self.high


@dataclass(frozen=True)
class Limits:
    """The limits that a designer sets."""

    caps: Mapping[int, int] = field(default_factory=dict)
    """The largest pay allowed, by outcome."""
    kept: frozenset[int] = frozenset()
    """Outcomes whose pays stay."""
    any_order: bool = False
    """Whether a lower row may pay more than a higher one."""
    hit: Span | None = None
    """The hit frequency wanted; without one, exactly the rows that pay in the shape pay."""


Found: TypeAlias = tuple[int, dict[int, Pay]]
"""A table: its distance, and its rows."""


class Cut(NamedTuple):
    """The rows that stop paying and those that start to pay, compared with the shape."""

    stops: tuple[int, ...] = ()
    starts: tuple[int, ...] = ()


OWN = Cut()
"""The cut of the shape itself: no row stops or starts paying."""


@dataclass(frozen=True)
class Ladder:
    """All tables of one cut: a search over the rows that vary, and the pays of the rows that stop."""

    likes: Mapping[int, Pay]
    """The rows that vary, the best first, each with a pay of its kind (odds or dollars)."""
    stopped: Mapping[int, Pay]
    search: Search
    ends: tuple[Picks, Picks]
    sure: int
    """The deals that win whatever the varying rows pay."""
    joint: int
    """The deals in which several varying rows pay at once."""

    def pays(self, chosen: Picks) -> dict[int, Pay]:
        """The pays of the rows that vary or stop, for some picks."""
        ways = zip(self.likes.items(), chosen, strict=True)
        return {**self.stopped, **{outcome: pay_of(way.size, like) for (outcome, like), way in ways}}


RANKS: Mapping[str, Callable[[Candidate], tuple[Fraction | int, ...]]] = {
    "closeness": lambda table: table.after(),
    "hit": lambda table: table.after(-table.hit),
    "volatility": lambda table: table.after(table.variance),
}


@dataclass(frozen=True)
class Design:
    """A search for tables near a shape, within limits."""

    shape: Shape
    limits: Limits = field(default_factory=Limits)

    @cached_property
    def solved(self) -> int:
        """The most tables for which the game is solved again, in one direction of a search."""
        return min(SOLVED, max(1, SOLVING_S // max(1, seconds_to_solve(self.shape.game))))

    def check(self) -> None:
        """Refuses limits that contradict each other or leave nothing to vary."""
        pays, caps, name = self.shape.pays, self.limits.caps, self.shape.name
        for outcome in self.limits.kept:
            pay = whole(pays[outcome])
            if pay is not None and pay > caps.get(outcome, pay):
                raise OptionError(
                    f"{name(outcome)} is kept at {cell_text(pays[outcome])} and capped at {caps[outcome]}: "
                    "keep it or cap it, not both"
                )
        if not any(map(self.varies, pays)):
            raise OptionError(
                f"no row of {self.shape.grid} can vary: a row varies if it can occur, pays whole odds or whole "
                "dollars, and is not kept; give the shape other pays"
            )
        if self.limits.any_order:
            return
        above = None
        for outcome, pay in pays.items():
            varies, size = self.varies(outcome), size_of(pay)
            if above is not None and size is not None and (1 if varies else size) > above[1]:
                raise OptionError(
                    f"{name(outcome)} pays {cell_text(pay)}, and {name(above[0])} above it stays at "
                    f"{cell_text(pays[above[0]])}: give the shape other pays, or allow any order"
                )
            if size is not None and not varies:
                above = outcome, size

    def occurs_freely(self, outcome: int) -> bool:
        return outcome in self.shape.weights and outcome not in self.limits.kept

    def varies(self, outcome: int) -> bool:
        """Whether the pay of a row may change: it is a whole number, the row can occur, and it is not kept."""
        return whole(self.shape.pays[outcome]) is not None and self.occurs_freely(outcome)

    def cuts(self) -> list[Cut]:
        """The sets of rows that may pay: the shape's own, and others only if a hit frequency is wanted.

        The lowest rows that pay may stop; they then pay what the row below them does: they lose, or push where a hand
        without an award pushes. The rows right below may start to pay, except the lowest, as long as they lose: a push
        is a rule of the game (a tie, a win without an award), so neither it nor a row beneath it starts to pay.
        """
        pays = self.shape.pays
        order = list(pays)
        paying = [outcome for outcome in order if (size := size_of(pays[outcome])) is None or size > 0]
        below = order[order.index(paying[-1]) + 1 :]
        if self.limits.hit is None or not below:
            return [OWN]
        stops = list(takewhile(self.varies, reversed(paying[1:])))
        losing = takewhile(lambda outcome: pays[outcome] in (LOSE, Prize(0)), below[:-1])
        starts = list(takewhile(self.occurs_freely, losing))
        return [
            OWN,
            *(Cut(stops=tuple(stops[:count])) for count in range(1, len(stops) + 1)),
            *(Cut(starts=tuple(starts[:count])) for count in range(1, len(starts) + 1)),
        ]

    @cached_property
    def _last(self) -> int:
        """The lowest row that pays a whole number."""
        return next(each for each, pay in reversed(list(self.shape.pays.items())) if whole(pay) is not None)

    def _like(self, outcome: int) -> Pay:
        """A pay of the kind (odds or dollars) that a row has, or would have if it paid."""
        return self.shape.pays[outcome if whole(self.shape.pays[outcome]) is not None else self._last]

    def room(self, outcome: int, cut: Cut = OWN) -> tuple[int, int | None]:
        """The least and the most that a row may pay, given the caps and, on a ladder, the rows that stay."""
        if self.limits.any_order:
            return 1, self.limits.caps.get(outcome)
        order, kind = list(self.shape.pays), type(self._like(outcome))
        stay = {
            each: size
            for each, pay in self.shape.pays.items()
            if not self.varies(each) and each not in cut.starts and type(pay) is kind
            if (size := size_of(pay)) is not None
        }
        place = order.index(outcome)
        most = [self.limits.caps[each] for each in order[: place + 1] if each in self.limits.caps]
        most += [floor(stay[each]) for each in order[:place] if each in stay]
        least = [ceil(stay[each]) for each in order[place:] if each in stay]
        return max([1, *least]), min(most) if most else None

    def ladder(self, cut: Cut) -> Ladder | None:
        """All tables of a cut; None if the limits leave none."""
        shape, order = self.shape, list(self.shape.pays)
        likes = {
            outcome: self._like(outcome)
            for outcome in order
            if outcome in cut.starts or (self.varies(outcome) and outcome not in cut.stops)
        }
        stopped = {outcome: shape.pays[order[order.index(self._last) + 1]] for outcome in cut.stops}
        cells: dict[frozenset[int], list[PaidEnding]] = {}
        for cell in shape.cells:
            cells.setdefault(frozenset(outcome for outcome, *_ in cell.lines if outcome in likes), []).append(cell)
        rows = []
        for outcome, like in likes.items():
            # The distance of a row that starts to pay is measured from 1 to 1, or from the prize above it.
            starts = outcome in cut.starts
            own = 1 if starts and isinstance(like, Odds) else whole(like) or 1
            row = []
            for size in pays_near(own, *self.room(outcome, cut)):
                pay = {outcome: pay_of(size, like)}
                wins = shape.wins(cells.get(frozenset(pay), ()), {**stopped, **pay}) if self.limits.hit else 0
                row.append(Way(apart(size, own) + CUT * starts, size, int(shape.worth(pay) * shape.scale), wins))
            rows.append(row)
        if not all(rows):
            return None
        search = Search(rows, not self.limits.any_order)
        ends = search.ends()
        sure = shape.wins(cells.get(frozenset(), ()), stopped)
        joint = sum(cell.weight for varied, of in cells.items() if len(varied) > 1 for cell in of)
        return Ladder(likes, stopped, search, ends, sure, joint) if ends else None

    @cached_property
    def ladders(self) -> tuple[Ladder, ...]:
        return tuple(filter(None, map(self.ladder, self.cuts())))

    @cached_property
    def hitting(self) -> tuple[Ladder, ...]:
        """The ladders that can reach the wanted hit frequency, which is least and greatest at their ends."""
        wanted = self.limits.hit
        return tuple(
            ladder
            for ladder in self.ladders
            if wanted is None or Span(*(self.shape.hit(ladder.pays(end)) for end in ladder.ends)).meets(wanted)
        )

    def window(self, ladder: Ladder, edges: Span) -> Bounds:
        """The window of a ladder's search for edges in a span and the wanted hit frequency."""
        shape, total, hit = self.shape, self.shape.analysis.tally.total, self.limits.hit
        others = {outcome: pay for outcome, pay in shape.pays.items() if outcome not in ladder.likes}
        rest = shape.rest + shape.worth({**others, **ladder.stopped})
        low, high = ((-edge * total * shape.unit - rest) * shape.scale for edge in (edges.high, edges.low))
        fewest = ceil(hit.low * total) - ladder.sure - ladder.joint if hit else 0
        return Bounds(ceil(low), floor(high), fewest, floor(hit.high * total) - ladder.sure if hit else 0)

    def _fits(self, ladder: Ladder) -> Fits | None:
        """A test of the hit frequency, needed if several rows can pay in one deal."""
        wanted = self.limits.hit
        if wanted is None or not ladder.joint:
            return None
        return lambda chosen: self.shape.hit(ladder.pays(chosen)) in wanted

    def nearest(self, edges: Span, count: int) -> list[Found]:
        """The nearest tables with edges in a span, under the best play for the shape, and all ties with the last."""
        found = self._nearest_of_each_cut(edges, count)
        return [each for each in found if len(found) <= count or each[0] <= found[count - 1][0]]

    def _nearest_of_each_cut(self, edges: Span, count: int) -> list[Found]:
        found: list[Found] = []
        for ladder in self.hitting:
            stops = CUT * len(ladder.stopped)
            chosen = ladder.search.nearest(self.window(ladder, edges), count, self._fits(ladder))
            found += [(cost + stops, ladder.pays(ways)) for cost, ways in chosen]
        return sorted(found, key=lambda each: each[0])

    def tables(self, target: Span, count: int, rank: str = "closeness") -> list[Candidate]:
        """The tables with an edge in the target: the nearest, or by another rank the first of a pool of near ones.

        The pool is the `POOL` nearest, equally many of every cut; otherwise other cuts, which are far, had no chance.
        If pays can change the best play, tables are searched under the best play for the shape, and then kept or
        dropped by their edge under their own best play, `solved` of them at most. If these are too few, as many more
        are tried from above the target, because better play only lowers an edge.
        """
        near, solving = rank == "closeness", bool(self.shape.deciding)
        size = self.solved if solving else POOL
        if near:
            found = self.nearest(target, size if solving else count)
        else:
            found = self._nearest_of_each_cut(target, max(count, size // max(1, len(self.hitting))))
        if solving:
            found = found[: self.solved]
        tables = self._kept(found, target, count if near else len(found))
        if solving and len(tables) < count:
            tried = [pays for _, pays in found]
            upwards = self.nearest(Span(target.low, EVERYTHING), 2 * self.solved)
            more = [(distance, pays) for distance, pays in upwards if pays not in tried]
            tables += self._kept(more[: self.solved], target, count)
        return sorted(tables, key=RANKS[rank])[:count]

    def _kept(self, found: list[Found], target: Span, count: int) -> list[Candidate]:
        """The first `count` tables with edge and hit frequency as wanted under their own best play, and ties."""
        tables: list[Candidate] = []
        for distance, pays in found:
            if len(tables) >= count and distance > tables[-1].distance:
                break
            table = self.shape.priced(pays, distance)
            if table.edge in target and (self.limits.hit is None or table.hit in self.limits.hit):
                tables.append(table)
        return tables

    def range(self) -> Span | None:
        """The least and the greatest edge of any table, under the best play for the shape; None without tables."""
        edges = [self.shape.edge(ladder.pays(end)) for ladder in self.hitting for end in ladder.ends]
        return Span(min(edges), max(edges)) if edges else None

    def beside(self, target: Span) -> tuple[Fraction | None, Fraction | None]:
        """The edges next to a target that no table meets: the greatest below it, and the least above it."""
        found = self.nearest(target, self.solved)[: self.solved] if self.shape.deciding else []
        edges = [self.shape.priced(pays).edge for _, pays in found]
        for ladder in self.hitting:
            chosen = ladder.search.beside(self.window(ladder, target), self._fits(ladder))
            edges += [self.shape.priced(ladder.pays(ways)).edge for ways in chosen if ways]
        return _next_to(target, edges)

    def hits_beside(self, hit: Span) -> tuple[Fraction | None, Fraction | None]:
        """The hit frequencies, of tables with any edge, next to a range that no table meets."""
        hits = []
        for ladder in self.ladders:
            window = self.window(ladder, Span(Fraction(0), Fraction(0)))
            chosen = ladder.search.beside_wins(window.fewest, window.most)
            hits += [self.shape.hit(ladder.pays(ways)) for ways in chosen if ways]
        return _next_to(hit, hits)


def _next_to(span: Span, values: list[Fraction]) -> tuple[Fraction | None, Fraction | None]:
    """The greatest value below a span, and the least above it."""
    below, above = ([each for each in values if (each > span.high) is over] for over in (False, True))
    return max(below, default=None), min(above, default=None)
