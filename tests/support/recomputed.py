"""The figures of a report computed another way, from the cells of a tally alone.

The tally of a game is trusted here: tests of its own hold it against brute force. All that a report makes of it (nets,
moments, sessions, ruin) is made again below, in other words.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import ceil, erf, floor, gcd, lcm, sqrt

import numpy as np

from pitboss.core.game import Chosen, Fixed, Game, Wager
from pitboss.core.pays import Odds, Pay, Prize
from pitboss.maths.tally.analysis import Analysis
from pitboss.report.subject import Assumed


def worth(game: Game, pay: Pay, stake: Fraction) -> Fraction:
    """What a pay is worth to a stake, before commission."""
    if isinstance(pay, Odds):
        return pay.net * stake
    if isinstance(pay, Prize):
        return Fraction(pay.cents, 100)
    (meter,) = [each for each in game.meters if each.number == pay.number]
    return Fraction(ceil(Fraction(meter.amount_cents + meter.share_cents, 100)))


def first_stake(wager: Wager) -> Fraction:
    if isinstance(wager.stake, Chosen):
        return Fraction(0)
    return Fraction(wager.stake.cents, 100) if isinstance(wager.stake, Fixed) else Fraction(1)


@dataclass(frozen=True)
class Ended:
    """A cell of a tally: what was staked, what every line of some wagers nets, and how often."""

    staked: Fraction
    lines: tuple[tuple[int, Fraction], ...]
    weight: int

    @property
    def net(self) -> Fraction:
        return sum((net for _, net in self.lines), Fraction(0))


@dataclass(frozen=True)
class Own:
    """An entry of an analysis, from the cells of its tally alone."""

    analysis: Analysis
    name: str

    @property
    def game(self) -> Game:
        return self.analysis.game

    @cached_property
    def wagers(self) -> list[Wager]:
        names = self.game.main_wagers if self.name == "main" else (self.name,)
        return [self.game.wager[name] for name in names]

    @cached_property
    def ended(self) -> list[Ended]:
        tally = self.analysis.tally
        found = []
        for cell, weight in tally.cells.items():
            stakes = {wager.name: first_stake(wager) for wager in self.game.wagers}
            raised = dict(stakes)
            for name, option in zip(tally.choices, cell, strict=False):
                more = self.game.choices[name].raises.get(option)
                if more:
                    raised[more.wager] += more.times * stakes[more.of]
            lines = []
            for (name, place), outcome in zip(tally.lines, cell[len(tally.choices) :], strict=True):
                wager = self.game.wager[name]
                if wager in self.wagers:
                    lines.append((outcome, self.line(wager, place, outcome, raised[name])))
            found.append(Ended(sum((raised[each.name] for each in self.wagers), Fraction(0)), tuple(lines), weight))
        return found

    def line(self, wager: Wager, place: int, outcome: int, stake: Fraction) -> Fraction:
        if outcome < 0 or not stake:
            return Fraction(0)
        won = worth(self.game, wager.lines[place].pays.pays[outcome], stake)
        won -= wager.commission * won if won > 0 else 0
        return won - (stake if place == 0 and isinstance(wager.stake, Fixed) and wager.stake.kept else 0)

    @cached_property
    def total(self) -> int:
        return sum(each.weight for each in self.ended)

    def mean_of(self, what: Callable[[Ended], Fraction | int]) -> Fraction:
        return sum((what(each) * Fraction(each.weight) for each in self.ended), Fraction(0)) / self.total

    @cached_property
    def ev(self) -> Fraction:
        return self.mean_of(lambda each: each.net)

    @cached_property
    def variance(self) -> Fraction:
        return self.mean_of(lambda each: (each.net - self.ev) ** 2)

    @cached_property
    def deviation(self) -> float:
        return sqrt(self.variance)

    @cached_property
    def hit(self) -> Fraction:
        return self.mean_of(lambda each: each.net > 0)

    @cached_property
    def staked(self) -> Fraction:
        return self.mean_of(lambda each: each.staked)

    @property
    def fixed(self) -> bool:
        return isinstance(self.wagers[0].stake, Fixed)

    @property
    def unit(self) -> Fraction:
        """The first stake, of a wager with a price."""
        return first_stake(self.wagers[0]) if self.fixed else Fraction(1)

    @property
    def edge(self) -> Fraction:
        return -self.ev / self.unit

    @property
    def risk(self) -> Fraction:
        return -self.ev / self.staked if self.staked else Fraction(0)

    def dollars(self, assumed: Assumed) -> Fraction:
        """What a unit of its results is in dollars."""
        return Fraction(1) if self.fixed else Fraction(assumed.stake_cents, 100)

    def stake(self, assumed: Assumed) -> Fraction:
        return self.unit if self.fixed else Fraction(assumed.stake_cents, 100)

    def chance(self, place: int, outcome: int) -> Fraction:
        return self.mean_of(lambda each: each.lines[place][0] == outcome)

    def part(self, place: int, outcome: int) -> Fraction:
        """Of the expected result."""
        return self.mean_of(lambda each: each.lines[place][1] if each.lines[place][0] == outcome else 0)

    def share(self, place: int, outcome: int) -> Fraction:
        """Of the variance: squared distance of a single line, what it has in common with the whole of several."""

        def spread_of(each: Ended) -> Fraction | int:
            if each.lines[place][0] != outcome:
                return 0
            off = each.net - self.ev
            return off * (off if len(each.lines) == 1 else each.lines[place][1])

        return self.mean_of(spread_of) / self.variance

    @cached_property
    def nets(self) -> dict[Fraction, Fraction]:
        """The chance of every result of a round."""
        found: dict[Fraction, Fraction] = {}
        for each in self.ended:
            found[each.net] = found.get(each.net, Fraction(0)) + Fraction(each.weight, self.total)
        return found

    @cached_property
    def step(self) -> Fraction:
        whole = lcm(*(net.denominator for net in self.nets))
        return Fraction(gcd(*(int(net * whole) for net in self.nets)), whole)

    @cached_property
    def apart(self) -> Fraction:
        """What the totals of so many rounds are multiples of, counted from any of them."""
        lowest = min(self.nets)
        return self.step * gcd(*(int((net - lowest) / self.step) for net in self.nets))

    @cached_property
    def after(self) -> "Callable[[int], Totals]":
        return cache(self._after)

    def _after(self, rounds: int) -> "Totals":
        cells = {int(net / self.step): float(chance) for net, chance in self.nets.items()}
        low = min(cells)
        one = np.zeros(max(cells) - low + 1)
        for cell, chance in cells.items():
            one[cell - low] = chance
        return Totals(self, rounds, *powered(low, one, rounds))


def powered(low: int, chances: np.ndarray, rounds: int) -> tuple[int, np.ndarray]:
    """The distribution of a sum, by squaring: tails that hold nothing are cut off after every step."""
    found = (0, np.ones(1))
    base = (low, chances)
    while rounds:
        if rounds & 1:
            found = together(found, base)
        rounds >>= 1
        if rounds:
            base = together(base, base)
    return found


def together(one: tuple[int, np.ndarray], other: tuple[int, np.ndarray]) -> tuple[int, np.ndarray]:
    size = len(one[1]) + len(other[1]) - 1
    if size < 2_000:
        chances = np.convolve(one[1], other[1])
    else:
        fine = 1 << size.bit_length()
        chances = np.fft.irfft(np.fft.rfft(one[1], fine) * np.fft.rfft(other[1], fine), fine)[:size].clip(0)
    kept = np.flatnonzero((np.cumsum(chances) > 1e-13) & (np.cumsum(chances[::-1])[::-1] > 1e-13))
    return one[0] + other[0] + int(kept[0]), chances[kept[0] : kept[-1] + 1]


@dataclass(frozen=True, eq=False)
class Totals:
    """What many rounds come to: chances by steps, from `low` on."""

    own: Own
    rounds: int
    low: int
    chances: np.ndarray

    @cached_property
    def cells(self) -> np.ndarray:
        return self.low + np.arange(len(self.chances))

    def share(self, holds: np.ndarray) -> float:
        return float(self.chances[holds].sum())

    def quantile(self, share: float) -> Fraction:
        """The least total that is not exceeded with this chance."""
        place = int(np.argmax(np.cumsum(self.chances) >= share))
        return (self.low + place) * self.own.step

    @property
    def mean(self) -> Fraction:
        return self.rounds * self.own.ev

    @property
    def deviation(self) -> float:
        return sqrt(self.rounds * self.own.variance)

    def curve(self, total: float) -> float:
        """A normal curve with the same mean and deviation."""
        return (1 + erf((total - float(self.mean)) / self.deviation / sqrt(2))) / 2

    @cached_property
    def gap(self) -> float:
        """How far the curve is off at most, half a place between totals to either side."""
        return self.off(0.5)

    @cached_property
    def plain_gap(self) -> float:
        """How far the curve is off at most at the totals themselves, just below them too."""
        return self.off(0.0)

    def off(self, between: float) -> float:
        every = int(self.own.apart / self.own.step)
        start = int(self.rounds * min(self.own.nets) / self.own.step)
        below, most = 0.0, 0.0
        for cell, chance in zip(self.cells.tolist(), self.chances.tolist(), strict=True):
            if (cell - start) % every == 0:
                before = self.curve((cell - every * between) * float(self.own.step))
                after = self.curve((cell + every * between) * float(self.own.step))
                most = max(most, abs(below - before), abs(below + chance - after))
            below += chance
        return most


def ruined(own: Own, bankrolls: list[Fraction], horizons: list[int]) -> list[list[float]]:
    """Chances to be ruined, by following every bankroll forwards, round by round."""
    cells = {int(net / own.step): float(chance) for net, chance in own.nets.items()}
    need = -min(cells)
    starts = [floor(bankroll / own.step) - need for bankroll in bankrolls]
    top = max(starts) + ceil(12 * own.deviation * sqrt(max(horizons)) / float(own.step)) + max(cells)
    there = np.zeros((len(starts), top + 1))
    there[range(len(starts)), starts] = 1
    gone = np.zeros(len(starts))
    found: dict[int, list[float]] = {}
    for done in range(1, max(horizons) + 1):
        after = np.zeros_like(there)
        for cell, chance in cells.items():
            if cell >= 0:
                after[:, cell:] += chance * there[:, : top + 1 - cell]
                after[:, top] += chance * there[:, top + 1 - cell :].sum(axis=1)
            else:
                after[:, :cell] += chance * there[:, -cell:]
                gone += chance * there[:, :-cell].sum(axis=1)
        there = after
        if done in horizons:
            found[done] = gone.tolist()
    return [[found[horizon][place] for horizon in horizons] for place in range(len(starts))]


def outcomes_of(own: Own, place: int) -> list[int]:
    """What a line of a wager ends with, the best first."""
    return [each for each in own.wagers[0].lines[place].pays.pays if own.chance(place, each)]


def results_of(after: Totals) -> list[float | Fraction]:
    """Ahead, even, behind, three quantiles, mean, deviation."""
    chances = [after.share(holds) for holds in (after.cells > 0, after.cells == 0, after.cells < 0)]
    return [*chances, *(after.quantile(share) for share in (0.05, 0.5, 0.95)), after.mean, after.deviation]
