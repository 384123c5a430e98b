"""The operator's figures: the house's win by seats and rounds, hold and drop, exposure, and an actual result."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from pitboss.core.meters import DOLLAR
from pitboss.maths.seats.pairs import SeatPairs
from pitboss.maths.seats.results import SeatResults
from pitboss.maths.sessions.ruin import ruin
from pitboss.report.actual import Actual
from pitboss.report.exposure import Exposure
from pitboss.report.mixes import BANDS, MOST_SEATS, HouseWin, Mix, base_entries, house_win, mix_of, mixes_of
from pitboss.report.subject import USUAL_BUY_IN, Subject, or_reason

CHART_ROUNDS = 10_000


@dataclass(frozen=True)
class Largest:
    """The largest win of one seat in one round with its probability, and the most that a full table wins."""

    win: Fraction
    probability: Fraction
    seats: int
    counted: Fraction | None
    """The most that all seats can win together; None where only the bound is known."""

    @property
    def table(self) -> Fraction:
        """The most that a full table wins, or the bound."""
        return self.seats * self.win if self.counted is None else self.counted


@dataclass(frozen=True)
class Held:
    """Drop and hold of a table, per hour, at the reader's assumptions."""

    win: HouseWin
    seats: int
    pace: int
    hours: int
    buy_in: Fraction

    @property
    def handle(self) -> Fraction:
        """All that is staked in an hour, raises too."""
        return self.seats * self.pace * self.win.staked

    @property
    def theo(self) -> Fraction:
        """The expected win of an hour."""
        return self.win.mean(self.seats, self.pace)

    @property
    def drop(self) -> Fraction:
        """The chips that are bought in an hour."""
        return self.seats * self.buy_in / self.hours

    @property
    def hold(self) -> Fraction:
        """The share of the drop that the house wins."""
        return self.theo / self.drop

    def broke(self) -> float | None:
        """The share of players who lose the buy-in before they leave; None where that is not computed."""
        found = or_reason(ruin, self.win.one, [self.buy_in], (self.hours * self.pace,))
        return None if isinstance(found, str) else float(found[0][0])


@dataclass(frozen=True)
class Verdict:
    """An actual result beside its expectation."""

    actual: Actual
    win: HouseWin
    z: float
    at_most: float
    """The share of fairly dealt stretches in which the house wins as much or less."""
    at_least: float

    @property
    def outside(self) -> str | None:
        """The widest band that the result lies outside of."""
        low, high = Fraction(self.actual.win_cents, DOLLAR), Fraction(self.actual.win_cents, DOLLAR)
        found = None
        for level in BANDS:
            least, most = self.win.band(level, self.actual.seats, self.actual.rounds)
            if high < least or low > most:
                found = level
        return found


def operating_of(subject: Subject) -> "Operating":
    """The operator's figures of a subject, made once for all that ask."""
    return subject.__dict__.setdefault("_operating", Operating(subject))


class Operating:
    """What an operator is told of a subject; every figure is computed when first used."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject

    @cached_property
    def mixes(self) -> list[Mix]:
        return mixes_of(self.subject)

    @property
    def pairs(self) -> SeatPairs | None:
        """The covariances of seats, if there are any."""
        return None if isinstance(self.subject.seat_pairs, str) else self.subject.seat_pairs

    @cached_property
    def base(self) -> HouseWin:
        """The win on the bets that every seat makes."""
        return self.win(mix_of(self.subject, base_entries(self.subject)))

    @cached_property
    def all_bets(self) -> HouseWin:
        """The win on all bets together."""
        return self.win(self.mixes[-1])

    @property
    def tabled(self) -> list[HouseWin]:
        """The wins that are told for every number of seats: the bets that every seat makes, and all bets."""
        return [self.base, *([self.all_bets] if self.all_bets.mix.key != self.base.mix.key else [])]

    @cached_property
    def wins(self) -> list[HouseWin]:
        """The win on every mix."""
        known = {each.mix.key: each for each in self.tabled}
        return [known.get(mix.key) or self.win(mix) for mix in self.mixes]

    def win(self, mix: Mix) -> HouseWin:
        return house_win(self.subject.analysis, mix, self.pairs)

    @property
    def seats(self) -> range:
        """The numbers of seats that are told of."""
        return range(1, min(MOST_SEATS, self.subject.game.seats) + 1) if self.pairs else range(1, 2)

    def held(self, win: HouseWin) -> Held:
        """Drop and hold with a mix of bets."""
        assumed = self.subject.assumed
        buy_in = Fraction(assumed.buy_in_cents, DOLLAR) or USUAL_BUY_IN * win.mix.first
        return Held(win, min(assumed.seats, self.subject.game.seats), assumed.pace, assumed.hours, buy_in)

    @cached_property
    def exposure(self) -> Exposure | None:
        """What counts the most that a full table wins; None for a game whose seats cannot be dealt together."""
        game, subject = self.subject.game, self.subject
        if game.most_cards(game.seats) > len(game.deck) or self.pairs is None:
            return None
        return Exposure(SeatResults(subject.analysis, subject.player), game.seats)

    @cached_property
    def _largest(self) -> dict[str, Largest]:
        return {}

    def largest(self, win: HouseWin) -> Largest:
        """The largest result that a seat can have, and the seats together."""
        if win.mix.key not in self._largest:
            most, seats = win.one.nets[-1], self.subject.game.seats
            counted = self.exposure.most(win.mix.amounts, most) if self.exposure else None
            chance = Fraction(win.one.weights[-1], win.one.total)
            self._largest[win.mix.key] = Largest(most, chance, seats, counted)
        return self._largest[win.mix.key]

    @cached_property
    def verdict(self) -> Verdict | None:
        """The actual result, where there is one."""
        actual = self.subject.assumed.actual
        if actual is None:
            return None
        subject = self.subject
        if actual.stake_cents:
            subject = replace(subject, assumed=replace(subject.assumed, stake_cents=actual.stake_cents))
            subject.__dict__["analysis"] = self.subject.analysis
        win = self.win(mix_of(subject, actual.bets or base_entries(subject)))
        won = Fraction(actual.win_cents, DOLLAR)
        deviation = win.deviation(actual.seats, actual.rounds)
        off = float(won - win.mean(actual.seats, actual.rounds))
        at_most = win.at_most(float(won), actual.seats, actual.rounds)
        at_least = 1 - win.at_most(float(won) - 0.005, actual.seats, actual.rounds)
        return Verdict(actual, win, off / deviation if deviation else 0.0, at_most, at_least)
