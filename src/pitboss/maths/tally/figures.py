"""The figures of a wager, exact or estimated, in one form, which printing and JSON both read."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt
from typing import Generic, TypeAlias, TypeVar

from pitboss.core.meters import DOLLAR, MeterState
from pitboss.core.pays import Meter
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.tally import OutcomeRow, added_up, award_dollars, outcome_rows


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
class MeterFigures:
    """A progressive meter: how often it is won, and the award, in dollars, at which the bet would be even."""

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
    outcomes: tuple[OutcomeRow[N], ...] | None = None
    """The outcomes; None for several wagers together."""
    meters: tuple[MeterFigures, ...] = ()

    @property
    def house_edge(self) -> N:
        """The share of the first stake that the house keeps."""
        return -self.ev

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net result."""
        return sqrt(self.variance)


def exact_figures(analysis: Analysis, name: str) -> EntryFigures[Fraction]:
    """The exact figures of an entry."""
    figures, per = analysis.figures[name], analysis.per(name)
    single = len(analysis.entries[name]) == 1
    rows = outcome_rows(analysis.game, analysis.tally, name, analysis.stakes) if single else []
    return EntryFigures(
        per,
        figures.ev,
        figures.element_of_risk,
        1 + (figures.ev / figures.average_stake if per == DOLLARS else figures.ev),
        figures.hit_frequency,
        figures.variance,
        figures.average_stake,
        tuple(rows) if single else None,
        meter_figures(analysis.game.meters, rows, figures.ev),
    )


def meter_figures(
    meters: tuple[MeterState, ...], rows: list[OutcomeRow[Fraction]], ev: Fraction
) -> tuple[MeterFigures, ...]:
    """The figures of every meter that the outcomes of a bet with this EV can win."""
    chances = added_up((row.pay.number, row.probability) for row in rows if isinstance(row.pay, Meter))
    won = ((meter, chances[meter.number]) for meter in meters if meter.number in chances)
    return tuple(MeterFigures(meter, chance, award_dollars(meter) - ev / chance) for meter, chance in won)


def first_meter(meter: MeterState, award: Fraction) -> int:
    """The fewest cents a meter shows when it pays this award or more: its share is added and rounded up."""
    return max(0, DOLLAR * (ceil(award) - 1) + 1 - meter.share_cents)
