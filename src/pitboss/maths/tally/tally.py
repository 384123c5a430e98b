"""Whole-number weights of joint outcomes, and the figures that pays make of them.

A tally knows nothing of money: a cell is the choices made and the outcome of every line of every wager, and its weight
is the number of deals that end so. One tally prices every pay table. Figures are fractions.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from typing import Generic, TypeAlias, TypeVar

from pitboss.core import stakes as money
from pitboss.core.game import Chosen, Fixed, Game, Wager
from pitboss.core.meters import DOLLAR, MeterState, rounded_up
from pitboss.core.pays import Pay
from pitboss.core.stakes import MeterPays, stakes_after

NOT_PLACED = -1
CENT = Fraction(1, DOLLAR)
Cell = tuple[int, ...]
Staked: TypeAlias = Mapping[str, Fraction]
"""Stakes by wager, in units or in dollars."""
K = TypeVar("K", bound=Hashable)
W = TypeVar("W", int, float, Fraction)
N = TypeVar("N")


def added_up(weights: Iterable[tuple[K, W]]) -> dict[K, W]:
    """The total weight of each key, in the order in which the keys first appear."""
    sums: dict[K, W] = {}
    for key, weight in weights:
        sums[key] = sums[key] + weight if key in sums else weight
    return sums


@dataclass(frozen=True)
class Tally:
    """Weights by cell: first the choices, then the outcome of every line, in the order of `choices` and `lines`."""

    choices: tuple[str, ...]
    lines: tuple[tuple[str, int], ...]
    cells: Mapping[Cell, int]
    ties: Mapping[str, int] = field(default_factory=dict, compare=False)
    """By choice: the deals in which another option is worth as much as the one taken; empty where nobody counted."""

    @cached_property
    def total(self) -> int:
        return sum(self.cells.values())

    def has(self, names: tuple[str, ...]) -> bool:
        """Whether it has a line of each of these wagers."""
        return {wager for wager, _ in self.lines} >= set(names)

    def knows(self, names: tuple[str, ...]) -> bool:
        """Whether how these wagers end together is at hand, without counting deals again."""
        return True

    def onto(self, names: tuple[str, ...]) -> Mapping[Cell, int]:
        """The marginal weights over the choices and the lines of some wagers; cached."""
        known: dict[tuple[str, ...], dict[Cell, int]] = self.__dict__.setdefault("_onto", {})
        if names not in known:
            places = [*range(len(self.choices)), *(len(self.choices) + place for place, _ in self.places(names))]
            parts = ((tuple([cell[place] for place in places]), weight) for cell, weight in self.cells.items())
            known[names] = added_up(parts)
        return known[names]

    def places(self, names: tuple[str, ...]) -> list[tuple[int, tuple[str, int]]]:
        """The lines of some wagers, each with its index among all lines."""
        return [(place, line) for place, line in enumerate(self.lines) if line[0] in names]


def tally_columns(game: Game) -> tuple[tuple[str, ...], tuple[tuple[str, int], ...]]:
    """The choices that raise a stake, and every line of every wager."""
    choices = tuple(name for name, choice in game.choices.items() if choice.raises)
    return choices, tuple((wager.name, place) for wager in game.wagers for place in range(len(wager.lines)))


def first_stakes(game: Game, bets: Mapping[str, int] | None = None) -> dict[str, Fraction]:
    """The first stake of each wager: dollars of the bets given, else one unit (or its fixed price) on each."""
    stakes = {}
    for wager in game.wagers:
        if isinstance(wager.stake, Chosen):
            stakes[wager.name] = Fraction(0)
        elif bets is not None:
            stakes[wager.name] = Fraction(bets.get(wager.name, 0), DOLLAR)
        else:
            stakes[wager.name] = Fraction(wager.stake.cents, DOLLAR) if isinstance(wager.stake, Fixed) else Fraction(1)
    return stakes


def award_dollars(meter: MeterState) -> Fraction:
    """The dollars that a meter pays to the only bet of a round: its share added, rounded up."""
    return rounded_up(meter.amount_cents + meter.share_cents) * CENT


def awards(game: Game) -> MeterPays:
    """A function of a meter's number: the dollars it pays now to the only bet of a round."""
    meters = {meter.number: meter for meter in game.meters}
    return lambda number: award_dollars(meters[number])


def line_net(game: Game, wager: Wager, place: int, outcome: int, stake: Fraction) -> Fraction:
    """The net of one line of a wager on this stake; dollars for a prize or a meter."""
    if outcome == NOT_PLACED or not stake:
        return Fraction(0)
    return money.net(wager, place, outcome, stake, awards(game), CENT)


@dataclass(frozen=True)
class Figures:
    """The figures of a wager, or of several together."""

    ev: Fraction
    second_moment: Fraction
    hit_frequency: Fraction
    average_stake: Fraction

    @property
    def variance(self) -> Fraction:
        return self.second_moment - self.ev**2

    @property
    def house_edge(self) -> Fraction:
        """The share of the first stake that the house keeps."""
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """The share of all money staked that the house keeps."""
        return -self.ev / self.average_stake if self.average_stake else Fraction(0)


def endings(game: Game, tally: Tally, names: tuple[str, ...], stakes: Staked) -> Iterator[tuple[Staked, Cell, int]]:
    """For each cell of these wagers: the stakes after its choices, the outcomes of the wagers' lines, the weight."""
    spread = len(tally.choices)
    after: dict[Cell, dict[str, Fraction]] = {}
    for cell, weight in tally.onto(names).items():
        chosen = cell[:spread]
        if chosen not in after:
            after[chosen] = stakes_after(game, stakes, dict(zip(tally.choices, chosen, strict=True)))
        yield after[chosen], cell[spread:], weight


def nets(game: Game, tally: Tally, names: tuple[str, ...], stakes: Staked) -> dict[tuple[Fraction, Fraction], int]:
    """The weight of every pair (net result, final stake) of these wagers together."""
    lines = [line for _, line in tally.places(names)]

    @cache
    def net_of(name: str, line: int, outcome: int, stake: Fraction) -> Fraction:
        return line_net(game, game.wager[name], line, outcome, stake)

    def results() -> Iterator[tuple[tuple[Fraction, Fraction], int]]:
        for staked, outcomes, weight in endings(game, tally, names, stakes):
            ended = zip(lines, outcomes, strict=True)
            net = sum((net_of(*line, outcome, staked[line[0]]) for line, outcome in ended), Fraction(0))
            yield (net, sum((staked[name] for name in names), Fraction(0))), weight

    return added_up(results())


def figures(game: Game, tally: Tally, names: tuple[str, ...], stakes: Staked) -> Figures:
    """The figures of these wagers together, for these first stakes."""
    sums, total = nets(game, tally, names, stakes), tally.total
    return Figures(
        ev=Fraction(sum(net * weight for (net, _), weight in sums.items()), total),
        second_moment=Fraction(sum(net * net * weight for (net, _), weight in sums.items()), total),
        hit_frequency=Fraction(sum(weight for (net, _), weight in sums.items() if net > 0), total),
        average_stake=Fraction(sum(stake * weight for (_, stake), weight in sums.items()), total),
    )


def covariance(game: Game, tally: Tally, one: str, other: str, stakes: Staked) -> Fraction:
    """The covariance of the net results of two wagers: (Var(X + Y) - Var X - Var Y) / 2."""
    both, first, second = (figures(game, tally, names, stakes) for names in ((one, other), (one,), (other,)))
    return (both.variance - first.variance - second.variance) / 2


@dataclass(frozen=True)
class OutcomeRow(Generic[N]):
    """One row of an outcome table: an outcome of a line, its pay, how often it occurs, and its share of the EV.

    For several wagers together the outcome is a net result, such as `+2`, in units of the first stake.
    """

    line: int
    alone: bool
    """Whether the wager has only this line; true for net results of several wagers."""
    outcome: str
    weight: int
    pay: Pay | str
    """The pay; text for rounds without the bet, and for a net result."""
    probability: N
    ev: N


@dataclass(frozen=True)
class LineRow(OutcomeRow[N]):
    """The row of an outcome that a line pays."""

    pay: Pay


def outcome_rows(game: Game, tally: Tally, name: str, stakes: Staked) -> list[LineRow[Fraction]]:
    """Every outcome that can occur on each line of a wager, the best first; a bet that is taken back has none."""
    wager = game.wager[name]
    ended = [
        ((place, outcome), weight, weight * line_net(game, wager, place, outcome, staked[name]))
        for staked, outcomes, weight in endings(game, tally, (name,), stakes)
        for place, outcome in enumerate(outcomes)
        if staked[name] or not stakes[name]
    ]
    weights = added_up((key, weight) for key, weight, _ in ended)
    won = added_up((key, net) for key, _, net in ended)
    rows = []
    for place, line in enumerate(wager.lines):
        for outcome, pay in line.pays.pays.items():
            if weight := weights.get((place, outcome)):
                share, ev = Fraction(weight, tally.total), won[place, outcome] / tally.total
                named = line.pays.outcomes(outcome).name
                rows.append(LineRow(place, len(wager.lines) == 1, named, weight, pay, share, ev))
    return rows


def variance_parts(game: Game, tally: Tally, name: str, stakes: Staked) -> dict[tuple[int, str], Fraction]:
    """The contribution of each outcome of a wager, by line, to its variance; the contributions add up to the variance.

    With one line, an outcome contributes its squared distance from the mean. With several, an outcome of a line
    contributes that line's covariance with the net of the whole wager.
    """
    wager, ev = game.wager[name], figures(game, tally, (name,), stakes).ev
    parts: dict[tuple[int, str], Fraction] = {}
    for staked, ended, weight in endings(game, tally, (name,), stakes):
        line_nets = [line_net(game, wager, place, outcome, staked[name]) for place, outcome in enumerate(ended)]
        off = sum(line_nets, Fraction(0)) - ev
        for place, (outcome, net) in enumerate(zip(ended, line_nets, strict=True)):
            part = off * off if len(ended) == 1 else net * off
            is_bet = outcome != NOT_PLACED and (staked[name] or not stakes[name])
            key = place, wager.lines[place].pays.outcomes(outcome).name if is_bet else ""
            parts[key] = parts.get(key, Fraction(0)) + Fraction(weight, tally.total) * part
    return parts
