"""The figures of a wager, exact or estimated, in the one form that printing and JSON both read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil, sqrt
from typing import Generic, TypeAlias, TypeVar

from pitboss.core.game import Game
from pitboss.core.meters import DOLLAR, MeterState
from pitboss.core.money import signed
from pitboss.core.pays import Meter
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.tally import (
    CENT,
    OutcomeRow,
    Staked,
    added_up,
    award_dollars,
    figures,
    first_stakes,
    nets,
    outcome_rows,
)

NO_BET = "NO_BET"
"""The row of an outcome table for rounds in which the bet was not made."""


@dataclass(frozen=True)
class Estimate:
    """A figure from a simulation, and its standard error."""

    value: float
    error: float

    def __float__(self) -> float:
        return self.value

    def __neg__(self) -> "Estimate":
        return Estimate(-self.value, self.error)

    def __radd__(self, known: int) -> "Estimate":
        return Estimate(known + self.value, self.error)


Number: TypeAlias = Fraction | Estimate
"""A figure: exact, or estimated."""
N = TypeVar("N", Fraction, Estimate)


@dataclass(frozen=True)
class MeterFigures:
    """A progressive meter: how often it is won, and the award, in dollars, at which the bet breaks even."""

    meter: MeterState
    probability: Fraction
    break_even: Fraction


@dataclass(frozen=True)
class EntryFigures(Generic[N]):
    """The figures of an entry: one wager, or the main wagers together."""

    per: str
    ev: N
    element_of_risk: N
    returned: N
    hit_frequency: N
    variance: N
    average_stake: N
    outcomes: tuple[OutcomeRow[N], ...]
    """The probabilities of each line's outcomes add up to 1."""
    meters: tuple[MeterFigures, ...] = ()

    @property
    def house_edge(self) -> N:
        """The share of the first stake that the house keeps."""
        return -self.ev

    @property
    def return_on_all_staked(self) -> N:
        """The share of all money staked, raises too, that comes back: the RTP."""
        return 1 + -self.element_of_risk

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)


def exact_figures(analysis: Analysis, name: str) -> EntryFigures[Fraction]:
    """The exact figures of an entry."""
    own, per, outcomes = analysis.figures[name], analysis.per(name), outcome_figures(analysis, name)
    returned = 1 + (own.ev / own.average_stake if per == DOLLARS else own.ev)
    meters = meter_figures(analysis.game.meters, outcomes, own.ev)
    means = own.ev, own.element_of_risk, returned, own.hit_frequency, own.variance, own.average_stake
    return EntryFigures(per, *means, outcomes, meters)


def total_figures(analysis: Analysis, amounts: Mapping[str, int]) -> EntryFigures[Fraction]:
    """The exact figures of these bets together, in dollars per round; `amounts` are cents by wager."""
    game, stakes = analysis.game, first_stakes(analysis.game, amounts)
    names = with_stakes(game, stakes)
    own, first = figures(game, analysis.tally, names, stakes), sum(stakes.values(), Fraction(0))
    returned = 1 + own.ev / first if first else Fraction(1)
    means = own.ev, own.element_of_risk, returned, own.hit_frequency, own.variance, own.average_stake
    return EntryFigures(DOLLARS, *means, joint_rows(analysis, names, stakes, dollars_text))


def with_stakes(game: Game, stakes: Staked) -> tuple[str, ...]:
    """The wagers that have a stake, at first or through a choice."""
    raises = [raised for choice in game.choices.values() for raised in choice.raises.values()]
    raised = {each.wager for each in raises if stakes[each.of]}
    return tuple(name for name in game.wager if stakes[name] or name in raised)


def outcome_figures(analysis: Analysis, name: str) -> tuple[OutcomeRow[Fraction], ...]:
    """The exact figures of every outcome of an entry that occurs in the tally."""
    if len(analysis.entries[name]) > 1:
        return net_figures(analysis, name)
    rows: list[OutcomeRow[Fraction]] = [*outcome_rows(analysis.game, analysis.tally, name, analysis.stakes)]
    lines, total = range(len(analysis.game.wager[name].lines)), analysis.tally.total
    for place in lines:
        if left := total - sum(row.weight for row in rows if row.line == place):
            share = Fraction(left, total)
            rows.append(OutcomeRow(place, len(lines) == 1, NO_BET, left, "no bet", share, Fraction(0)))
    return tuple(sorted(rows, key=lambda row: row.line))


def net_figures(analysis: Analysis, name: str) -> tuple[OutcomeRow[Fraction], ...]:
    """Every net result of the wagers of an entry together, such as `+2`, the best first."""
    return joint_rows(analysis, analysis.entries[name], analysis.stakes, net_text)


def joint_rows(
    analysis: Analysis, names: tuple[str, ...], stakes: Staked, text: Callable[[Fraction], str]
) -> tuple[OutcomeRow[Fraction], ...]:
    """Every net result of some wagers together for these first stakes, the best first; `text` writes a result."""
    results = nets(analysis.game, analysis.tally, names, stakes)
    weights, total = added_up((net, weight) for (net, _), weight in results.items()), analysis.tally.total
    return tuple(
        OutcomeRow(0, True, text(net), weight, text(net), Fraction(weight, total), net * weight / total)
        for net, weight in sorted(weights.items(), reverse=True)
    )


def dollars_text(net: Fraction) -> str:
    """A net result in dollars: `+9.50`, `-15.00`, `0.00`."""
    amount = net / CENT
    return signed(int(amount)) if amount.denominator == 1 else net_text(net)


def net_text(net: Fraction) -> str:
    """A net result in units: `+2`, `-0.5`, `0`."""
    if not net:
        return "0"
    exact = Decimal(net.numerator) / net.denominator
    return f"{exact.normalize():+f}" if Fraction(exact) == net else f"{'+' if net > 0 else ''}{net}"


def meter_figures(
    meters: tuple[MeterState, ...], rows: tuple[OutcomeRow[Fraction], ...], ev: Fraction
) -> tuple[MeterFigures, ...]:
    """The figures of every meter that a bet with this EV can win; `rows` are its outcomes."""
    chances = added_up((row.pay.number, row.probability) for row in rows if isinstance(row.pay, Meter))
    won = ((meter, chances[meter.number]) for meter in meters if meter.number in chances)
    return tuple(MeterFigures(meter, chance, award_dollars(meter) - ev / chance) for meter, chance in won)


def first_meter(meter: MeterState, award: Fraction) -> int:
    """The least reading, in cents, at which a meter pays at least this award: its share is added, then rounded up."""
    return max(0, DOLLAR * (ceil(award) - 1) + 1 - meter.share_cents)
