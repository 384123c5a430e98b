"""The pay table that a design starts from: the worth of its rows, and the game with some rows changed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, lcm, log
from typing import NamedTuple

from pitboss.core.errors import OptionError, unknown
from pitboss.core.game import Game, Line
from pitboss.core.meters import DOLLAR
from pitboss.core.pays import Odds, Pay, PayTable, Prize, ladder_value
from pitboss.core.stakes import cleared
from pitboss.maths.design.search import UNIT
from pitboss.maths.exact.solver import analysed, decided_by_pays
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import CENT, NOT_PLACED, added_up, awards, endings, figures, line_net

NEAR = 3  # A pay may fall to a third of the shape's, or rise to three times it.


def apart(pay: int, shape: int) -> int:
    """The distance of a pay from the shape's: the absolute logarithm of their ratio, in millionths."""
    return round(UNIT * abs(log(pay / shape)))


CUT = apart(NEAR, 1)
"""The distance of a row that starts or stops paying: that of the farthest pay."""


def round_pays(most: int) -> Iterator[int]:
    """Pays usual in print: all up to 20, then 25, 30, ... 100, then 125, 150, 175, 200, 250, ... 1000, and so on."""
    yield from range(1, 20)
    power = 10
    while power <= most:
        if power > 10:
            yield from range(power, 2 * power, power // 4)
        yield from range(2 * power, 10 * power, power // 2)
        power *= 10


def pays_near(shape: int, least: int, most: int | None) -> list[int]:
    """The pays that a row may have: round ones near the shape's, the shape's own, and the limits.

    If a limit excludes the shape's own pay, nearness is measured from the limit.
    """
    low = max(least, ceil(Fraction(shape if most is None else min(shape, most), NEAR)))
    high = NEAR * max(shape, least) if most is None else min(most, NEAR * max(shape, least))
    pays = {*round_pays(high), shape, max(least, 1)} | ({most} if most else set())
    return sorted(pay for pay in pays if low <= pay <= high)


def whole(pay: Pay | None) -> int | None:
    """The whole odds or whole dollars of a pay; None for any other pay."""
    if isinstance(pay, Odds) and pay.net >= 1 and pay.net.denominator == 1:
        return int(pay.net)
    if isinstance(pay, Prize) and pay.cents > 0 and pay.cents % DOLLAR == 0:
        return pay.cents // DOLLAR
    return None


def size_of(pay: Pay) -> Fraction | None:
    """The size of a pay in odds or dollars, comparable within one kind; None for a meter."""
    return Fraction(pay.cents, DOLLAR) if isinstance(pay, Prize) else ladder_value(pay)


def pay_of(number: int, like: Pay) -> Pay:
    """A whole number as a pay of the kind of `like`: dollars or odds."""
    return Prize(number * DOLLAR) if isinstance(like, Prize) else Odds(Fraction(number))


class PaidEnding(NamedTuple):
    """One ending: the net of other lines, the lines that the grid pays (outcome, stake, commission), the weight."""

    fixed: Fraction
    lines: tuple[tuple[int, Fraction, Fraction], ...]
    weight: int


@dataclass(frozen=True)
class Candidate:
    """A pay table found: the rows that differ from the shape, its distance, and its exact figures.

    Edge and variance are per unit of the first stake, also for fixed-dollar wagers.
    """

    pays: Mapping[int, Pay]
    distance: int
    edge: Fraction
    hit: Fraction
    variance: Fraction

    def after(self, *first: Fraction) -> tuple[Fraction | int, ...]:
        """A sort key: the given values, then distance, hit frequency (higher first), variance, edge."""
        return (*first, self.distance, -self.hit, self.variance, self.edge)


def with_pays(game: Game, grid: str, pays: Mapping[int, Pay]) -> Game:
    """A game in which some rows of a grid pay something else, on every line that the grid pays."""

    def line_with(line: Line) -> Line:
        if line.pays.grid != grid:
            return line
        return replace(line, pays=replace(line.pays, pays={**line.pays.pays, **pays}))

    wagers = [replace(wager, lines=tuple(map(line_with, wager.lines))) for wager in game.wagers]
    return replace(game, wagers=tuple(wagers))


def grid_of(game: Game, wager: str, name: str) -> str:
    """The grid to design: the one named, or else the wager's grid with the most rows that can vary."""
    grids = {line.pays.grid: line.pays for line in game.wager[wager].lines}
    if name:
        if name not in grids:
            raise OptionError(unknown(f"grid of {wager}", name, grids))
        return name
    rows = {each: sum(whole(pay) is not None for pay in pays.pays.values()) for each, pays in grids.items()}
    most = [each for each in grids if rows[each] == max(rows.values())]
    if len(most) > 1:
        raise OptionError(f"{wager} is paid by {' and '.join(most)}: name one of them as the grid")
    return most[0]


@dataclass(frozen=True)
class Shape:
    """A game with the shape in force, and the wager and the grid to design.

    It prices tables row by row under the best play for the shape, and as a whole under the best play for the table.
    """

    game: Game
    wager: str
    grid: str

    @cached_property
    def pays(self) -> Mapping[int, Pay]:
        """The pay of every outcome, the best first."""
        return self._table.pays

    @cached_property
    def _table(self) -> PayTable:
        return next(line.pays for line in self.game.wager[self.wager].lines if line.pays.grid == self.grid)

    def name(self, outcome: int) -> str:
        return self._table.outcomes(outcome).name

    def words_of(self, outcome: int) -> str:
        """An outcome in words."""
        return self._table.words_of(self.name(outcome))

    @cached_property
    def analysis(self) -> Analysis:
        return analysed(self.game)

    @property
    def entry(self) -> str:
        """The entry whose edge is designed: the wager, or `main` if it is one of several main wagers."""
        return "main" if "main" in self.analysis.entries and self.wager in self.game.main_wagers else self.wager

    @property
    def names(self) -> tuple[str, ...]:
        return self.analysis.entries[self.entry]

    @cached_property
    def unit(self) -> Fraction:
        """The unit of the figures: the stake of a fixed-dollar wager, otherwise 1."""
        return self.analysis.unit(self.entry)

    @cached_property
    def deciding(self) -> frozenset[int]:
        """The outcomes whose pays can change the best play."""
        main = self.game.main_wagers if self.game.choices else ()
        return frozenset(
            outcome
            for name, outcomes in decided_by_pays(self.game, main).items()
            for line in self.game.wager[name].lines
            if line.pays.grid == self.grid
            for outcome in outcomes or line.pays.pays
        )

    @cached_property
    def cells(self) -> tuple[PaidEnding, ...]:
        """Every ending of a round, with its weight."""
        game, tally = self.game, self.analysis.tally
        lines, cells = [line for _, line in tally.places(self.names)], []
        for staked, outcomes, weight in endings(game, tally, self.names, self.analysis.stakes):
            fixed, paid = Fraction(0), []
            for (name, place), outcome in zip(lines, outcomes, strict=True):
                wager, stake = game.wager[name], staked[name]
                fixed += line_net(game, wager, place, outcome, stake)
                pays = wager.lines[place].pays
                if pays.grid == self.grid and outcome != NOT_PLACED and stake:
                    paid.append((outcome, stake, wager.commission))
                    fixed -= self._cleared(pays[outcome], stake, wager.commission)
            cells.append(PaidEnding(fixed, tuple(paid), weight))
        return tuple(cells)

    def _cleared(self, pay: Pay, stake: Fraction, rate: Fraction) -> Fraction:
        return cleared(pay, stake, rate, awards(self.game), CENT)

    @cached_property
    def weights(self) -> Mapping[int, Mapping[tuple[Fraction, Fraction], int]]:
        """By outcome that can occur: its weight by stake and commission."""
        sums: dict[int, dict[tuple[Fraction, Fraction], int]] = {}
        paid = added_up((line, cell.weight) for cell in self.cells for line in cell.lines)
        for (outcome, stake, commission), weight in paid.items():
            sums.setdefault(outcome, {})[stake, commission] = weight
        return sums

    @cached_property
    def scale(self) -> int:
        """A common denominator of the worths of whole pays."""
        return lcm(*(stake.denominator * fee.denominator for of in self.weights.values() for stake, fee in of))

    @cached_property
    def rest(self) -> Fraction:
        """The sum of all nets, less the contribution of the grid."""
        return sum((cell.fixed * cell.weight for cell in self.cells), Fraction(0))

    def worth(self, pays: Mapping[int, Pay]) -> Fraction:
        """The contribution of some rows of the grid to the sum of all nets."""
        terms = ((pay, *term) for outcome, pay in pays.items() for term in self.weights.get(outcome, {}).items())
        return sum((self._cleared(pay, *of) * weight for pay, of, weight in terms), Fraction(0))

    def edge(self, pays: Mapping[int, Pay]) -> Fraction:
        """The house edge of a table, from the worths of its rows, under the best play for the shape."""
        return -(self.rest + self.worth({**self.pays, **pays})) / self.analysis.tally.total / self.unit

    def wins(self, cells: Iterable[PaidEnding], pays: Mapping[int, Pay]) -> int:
        """The number of deals, among some endings, with a positive total net."""

        def net(cell: PaidEnding) -> Fraction:
            adds = (self._cleared(pays.get(line[0], self.pays[line[0]]), *line[1:]) for line in cell.lines)
            return sum(adds, cell.fixed)

        return sum(cell.weight for cell in cells if net(cell) > 0)

    def hit(self, pays: Mapping[int, Pay]) -> Fraction:
        return Fraction(self.wins(self.cells, pays), self.analysis.tally.total)

    def ladder(self, tables: Sequence[Candidate]) -> dict[int, list[int | None]]:
        """The ladders of the shape and of tables near it: by row, the pays of each that are whole numbers.

        A row that pays no whole number in any of them is left out.
        """
        ladders = [self.pays, *({**self.pays, **table.pays} for table in tables)]
        rows = {outcome: [whole(ladder[outcome]) for ladder in ladders] for outcome in self.pays}
        return {outcome: pays for outcome, pays in rows.items() if any(pays)}

    def priced(self, pays: Mapping[int, Pay], distance: int = 0) -> Candidate:
        """A table with its figures, from the game rebuilt with it, under the best play for it."""
        changed = {outcome: pay for outcome, pay in pays.items() if pay != self.pays[outcome]}
        game = with_pays(self.game, self.grid, changed)
        found = figures(game, self.analysis.tally, self.names, self.analysis.stakes)
        if found.house_edge / self.unit != self.edge(changed):
            raise AssertionError(f"{self.game.name}, {self.wager}: {changed} is priced in two ways that differ")
        if self.deciding & set(changed):
            found = figures(game, analysed(game).tally, self.names, self.analysis.stakes)
        edge, variance = found.house_edge / self.unit, found.variance / self.unit**2
        return Candidate(changed, distance, edge, found.hit_frequency, variance)
