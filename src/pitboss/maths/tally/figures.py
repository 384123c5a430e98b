"""The figures of a wager, exact or estimated, in one form, which printing and JSON both read."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil, sqrt
from typing import Generic, TypeAlias, TypeVar

from pitboss.core.meters import DOLLAR, MeterState
from pitboss.core.pays import Meter, Pay
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.tally import award_dollars, nets, outcome_rows

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


Number: TypeAlias = Fraction | Estimate
"""A figure: exact, or estimated."""
N = TypeVar("N", Fraction, Estimate)


@dataclass(frozen=True)
class OutcomeFigures(Generic[N]):
    """One outcome of a wager's line: its weight, its pay, how often it comes, and its part of the EV.

    Of several wagers together it is a net result, such as `+2`, in units of the first stake.
    """

    line: int | None
    """The place of the line; None for a wager with one line, and for several wagers together."""
    outcome: str
    weight: int
    pay: Pay | str
    """The pay; in words for rounds without the bet, and for a net result."""
    probability: N
    ev: N


@dataclass(frozen=True)
class MeterFigures:
    """A progressive meter: how often it is won, and the award at which the bet would be even."""

    meter: MeterState
    probability: Fraction
    break_even: Fraction


@dataclass(frozen=True)
class EntryFigures(Generic[N]):
    """The figures of a wager, or of several that rise and fall together."""

    per: str
    ev: N
    element_of_risk: N
    returned: N
    hit_frequency: N
    variance: N
    average_stake: N
    outcomes: tuple[OutcomeFigures[N], ...]
    """Their probabilities add up to 1, of a wager with several lines for each line."""
    meters: tuple[MeterFigures, ...] = ()

    @property
    def house_edge(self) -> N:
        """The share of the first stake that the house keeps."""
        return -self.ev

    @property
    def return_on_stakes(self) -> float:
        """The share of all money staked, raises too, that comes back: the RTP."""
        return 1 - float(self.element_of_risk)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net result."""
        return sqrt(self.variance)


def exact_figures(analysis: Analysis, name: str) -> EntryFigures[Fraction]:
    """The exact figures of an entry."""
    figures, per, total = analysis.figures[name], analysis.per(name), analysis.tally.total
    outcomes = outcome_figures(analysis, name)
    meters = meter_figures(analysis.game.meters, outcomes, total, figures.ev)
    return EntryFigures(
        per,
        figures.ev,
        figures.element_of_risk,
        1 + (figures.ev / figures.average_stake if per == DOLLARS else figures.ev),
        figures.hit_frequency,
        figures.variance,
        figures.average_stake,
        outcomes,
        meters,
    )


def outcome_figures(analysis: Analysis, name: str) -> tuple[OutcomeFigures[Fraction], ...]:
    """The figures of every outcome of an entry that occurs in the tally, as fractions."""
    if len(analysis.entries[name]) > 1:
        return net_figures(analysis, name)
    rows = outcome_rows(analysis.game, analysis.tally, name, analysis.stakes)
    several, total = len(analysis.game.wager[name].lines) > 1, analysis.tally.total
    found: list[OutcomeFigures[Fraction]] = []
    for place in range(len(analysis.game.wager[name].lines)):
        line, left = place if several else None, total
        for row in rows:
            if row.line == place:
                share = Fraction(row.weight, total)
                found.append(OutcomeFigures(line, row.outcome, row.weight, row.pay, share, row.ev))
                left -= row.weight
        if left:
            found.append(OutcomeFigures(line, NO_BET, left, "no bet", Fraction(left, total), Fraction(0)))
    return tuple(found)


def net_figures(analysis: Analysis, name: str) -> tuple[OutcomeFigures[Fraction], ...]:
    """Every net result of the wagers of an entry together, the best first."""
    weights: dict[Fraction, int] = {}
    for net, _, weight in nets(analysis.game, analysis.tally, analysis.entries[name], analysis.stakes):
        weights[net] = weights.get(net, 0) + weight
    total = analysis.tally.total
    return tuple(
        OutcomeFigures(None, net_text(net), weight, net_text(net), Fraction(weight, total), net * weight / total)
        for net, weight in sorted(weights.items(), reverse=True)
    )


def net_text(net: Fraction) -> str:
    """A net result in units: `+2`, `-0.5`, `0`."""
    if not net:
        return "0"
    exact = Decimal(net.numerator) / net.denominator
    return f"{exact.normalize():+f}" if Fraction(exact) == net else f"{'+' if net > 0 else ''}{net}"


def meter_figures(
    meters: tuple[MeterState, ...], rows: tuple[OutcomeFigures[Fraction], ...], total: int, ev: Fraction
) -> tuple[MeterFigures, ...]:
    """The figures of every meter that the outcomes of a bet with this EV can win."""
    found = []
    for meter in meters:
        weight = sum(row.weight for row in rows if row.pay == Meter(meter.number))
        if weight:
            chance = Fraction(weight, total)
            found.append(MeterFigures(meter, chance, break_even(meter, chance, ev)))
    return tuple(found)


def break_even(meter: MeterState, chance: Fraction, ev: Fraction) -> Fraction:
    """The award of a meter, won with this chance, at which a bet with this EV now would be even, in dollars."""
    return award_dollars(meter) - ev / chance


def first_meter(meter: MeterState, award: Fraction) -> int:
    """The fewest cents a meter shows when it pays this award or more: its share is added and rounded up."""
    return max(0, DOLLAR * (ceil(award) - 1) + 1 - meter.share_cents)
