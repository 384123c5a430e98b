"""Mixes of bets that a seat makes in every round, and what the house wins on them from several seats together.

Mean and variance are exact: those of one seat from the joint tally of all wagers, and the covariance of two seats from
`maths.seats`. The distribution for one seat is exact, too. For several seats its shape is that of as many rounds of one
seat, stretched to the exact standard deviation; it would be exact for seats that do not share cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

import numpy as np

from pitboss.core.errors import SetupError, all_of
from pitboss.core.game import Chosen
from pitboss.maths.compile import results_cache
from pitboss.maths.seats.pairs import SeatPairs
from pitboss.maths.sessions.one_round import OneRound, gathered
from pitboss.maths.sessions.sessions import Session, Sessions, normal
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.figures import Estimate
from pitboss.maths.tally.tally import nets
from pitboss.report.format import capitalized
from pitboss.report.subject import Subject

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
MOST_SEATS = 7
BANDS = {"95 %": (0.025, 0.975), "99 %": (0.005, 0.995)}
OPPOSITE = {share: other for pair in BANDS.values() for share, other in (pair, pair[::-1])}
NORMAL = {0.025: -1.959963984540054, 0.975: 1.959963984540054, 0.005: -2.5758293035489, 0.995: 2.5758293035489}


@dataclass(frozen=True)
class Mix:
    """Bets that a seat makes in every round."""

    entries: tuple[str, ...]
    """The entries of the analysis that the mix consists of."""
    title: str
    wagers: tuple[str, ...]
    stakes: Mapping[str, Fraction]
    """First stakes in dollars, by wager; 0 for one that is placed in mid-round."""
    amounts: Mapping[str, Fraction]
    """The dollars that one unit of each wager's figures stands for."""

    @property
    def key(self) -> str:
        """`main+pair_plus`: the mix as it is typed."""
        return "+".join(self.entries)

    @property
    def first(self) -> Fraction:
        """All first stakes together."""
        return sum(self.stakes.values(), Fraction(0))


def mix_of(subject: Subject, entries: tuple[str, ...]) -> Mix:
    """The mix of some separate bets at the assumed stake."""
    analysis, game = subject.analysis, subject.game
    entries = in_order(subject, set(entries))
    wagers = tuple(name for name in game.wager if any(name in analysis.entries[entry] for entry in entries))
    chosen = {name for name in wagers if isinstance(game.wager[name].stake, Chosen)}
    stakes = {name: Fraction(0) if name in chosen else subject.stake(name) for name in wagers}
    amounts = {name: subject.dollars_per_unit(name) for name in wagers}
    title = capitalized(all_of(game.label(name) for name in wagers))
    return Mix(entries, f"{title} together" if len(wagers) > 1 else title, wagers, stakes, amounts)


def base_entries(subject: Subject) -> tuple[str, ...]:
    """The bets that every seat makes: the mandatory ones, or the first where none is."""
    analysis, game = subject.analysis, subject.game
    required = tuple(
        entry
        for entry in subject.separate_bets
        if any(game.wager[name].required and not game.wager[name].unless for name in analysis.entries[entry])
    )
    return required or (analysis.first,)


def mixes_of(subject: Subject) -> list[Mix]:
    """Every separate bet, the mandatory ones together, those with each other bet, and all together."""
    base = base_entries(subject)
    others = [entry for entry in subject.separate_bets if entry not in base]
    wanted: list[tuple[str, ...]] = [(entry,) for entry in subject.separate_bets]
    wanted += [base, *(in_order(subject, {*base, *_needed(subject, entry), entry}) for entry in others)]
    wanted.append(subject.separate_bets)
    return [mix_of(subject, entries) for entries in dict.fromkeys(wanted)]


def in_order(subject: Subject, entries: set[str]) -> tuple[str, ...]:
    """Entries in the order of the report."""
    return tuple(entry for entry in subject.separate_bets if entry in entries)


def _needed(subject: Subject, entry: str) -> set[str]:
    """The entry without which a bet may not be made."""
    needed = {subject.game.wager[name].needs for name in subject.analysis.entries[entry]}
    return {each for each in subject.separate_bets if needed & set(subject.analysis.entries[each])}


@dataclass(frozen=True, eq=False)
class HouseWin:
    """The house's win on a mix, in dollars, from any number of seats that all bet it."""

    game: str
    mix: Mix
    one: OneRound
    """One seat's net of a round."""
    staked: Fraction
    """The mean of all that a seat stakes in a round, raises too."""
    ratio_variance: Fraction
    """The variance of a seat's net plus the house's share of what it staked: that of the RTP, by the delta method."""
    shared: Fraction | Estimate
    """The covariance of the nets of two seats of a round."""

    @property
    def theo(self) -> Fraction:
        """The expected win from one seat in a round."""
        return -self.one.mean

    @property
    def simulated(self) -> bool:
        """Whether the covariance of seats is estimated."""
        return isinstance(self.shared, Estimate)

    @property
    def correlation(self) -> float:
        """The correlation of two seats of a round."""
        return float(self.shared) / float(self.one.variance) if self.one.variance else 0.0

    def variance(self, seats: int) -> Fraction | float:
        """The variance of one round of so many seats."""
        pairs = seats * (seats - 1)
        if isinstance(self.shared, Estimate):
            return float(seats * self.one.variance) + pairs * self.shared.value if pairs else self.one.variance
        return seats * self.one.variance + pairs * self.shared

    def deviation(self, seats: int, rounds: int) -> float:
        """The standard deviation of the win in some rounds."""
        return sqrt(max(0, rounds * self.variance(seats)))

    def mean(self, seats: int, rounds: int) -> Fraction:
        """The expected win in some rounds."""
        return seats * rounds * self.theo

    @cached_property
    def _sessions(self) -> Sessions:
        return Sessions(self.one)

    @cached_property
    def _known(self) -> dict[int, Session | None]:
        return {}

    @cached_property
    def _kept(self) -> dict[int, dict[float, Fraction]]:
        """Quantiles of one seat's total after every number of rounds of the tables, from the cache or computed.

        Numbers of rounds whose distribution cannot be computed are left out.
        """
        counts = sorted({seats * rounds for seats in range(1, MOST_SEATS + 1) for rounds in ROUNDS}, reverse=True)
        shares = [share for band in BANDS.values() for share in band]

        def make() -> list[list[str]]:
            return [quantiles(count) for count in counts]

        def quantiles(count: int) -> list[str]:
            session = self._after(count)  # Not kept: the distributions of all counts are half a gigabyte.
            return [str(session.quantile(share)) for share in shares] if session else []

        one = {"nets": [str(net) for net in self.one.nets], "weights": [str(each) for each in self.one.weights]}
        key = {"game": self.game, "what": "quantiles", "rounds": counts, "shares": shares, **one}
        told = zip(counts, results_cache.kept_json(key, make), strict=True)
        return {
            count: dict(zip(shares, [Fraction(text) for text in texts], strict=True)) for count, texts in told if texts
        }

    def session(self, rounds: int) -> Session | None:
        """The exact distribution of one seat's total; None where it cannot be computed."""
        if rounds not in self._known:
            self._known[rounds] = self._after(rounds)
        return self._known[rounds]

    def _after(self, rounds: int) -> Session | None:
        try:
            return self._sessions.after(rounds)
        except SetupError:
            return None

    def stretch(self, seats: int) -> float:
        """The standard deviation of so many seats as a multiple of that of seats that share no cards."""
        return (
            sqrt(max(0.0, float(self.variance(seats)) / float(seats * self.one.variance))) if self.one.variance else 1.0
        )

    def quantile(self, share: float, seats: int, rounds: int) -> Fraction | float:
        """The win that so large a share of fairly dealt stretches of rounds does not exceed."""
        mean, total = self.mean(seats, rounds), self._total(OPPOSITE[share], seats * rounds)
        if total is None:
            return float(mean) + NORMAL[share] * self.deviation(seats, rounds)
        alone = -total
        return alone if seats == 1 else float(mean) + self.stretch(seats) * float(alone - mean)

    def _total(self, share: float, rounds: int) -> Fraction | None:
        """A quantile of one seat's total; None where its distribution cannot be computed."""
        if rounds in ROUNDS or rounds in self._kept:
            return self._kept.get(rounds, {}).get(share)
        session = self.session(rounds)
        return session.quantile(share) if session else None

    def band(self, level: str, seats: int, rounds: int) -> tuple[Fraction | float, Fraction | float]:
        """The two ends of a band."""
        low, high = BANDS[level]
        return self.quantile(low, seats, rounds), self.quantile(high, seats, rounds)

    def at_most(self, win: float, seats: int, rounds: int) -> float:
        """The share of fairly dealt stretches in which the house wins this much or less."""
        session, mean, deviation = self.session(seats * rounds), self.mean(seats, rounds), self.deviation(seats, rounds)
        if not deviation:
            return float(win >= mean)
        if session is None:
            return float(normal(np.array([(win - float(mean)) / deviation]))[0])
        total = -(float(mean) + (win - float(mean)) / self.stretch(seats)) / float(session.step)
        return float(session.chances[session.cells >= total - 1e-6].sum())

    def rtp(self, share: float, rounds: int) -> float:
        """The RTP on all money staked that so large a share of fairly dealt stretches of one seat does not exceed."""
        total, error = self._total(share, rounds), sqrt(self.ratio_variance / rounds) / float(self.staked)
        middle, deviation = 1 - float(self.theo / self.staked), self.deviation(1, rounds)
        if total is None or not deviation:
            return middle + NORMAL[share] * error
        return middle + float(total - rounds * self.one.mean) / deviation * error


def house_win(analysis: Analysis, mix: Mix, pairs: SeatPairs | None) -> HouseWin:
    """The house's win on a mix; without `pairs`, for one seat only."""
    first = {wager: mix.stakes.get(wager, Fraction(0)) for wager in analysis.game.wager}
    results = nets(analysis.game, analysis.tally, mix.wagers, first)
    one = gathered((net, weight) for (net, _), weight in results.items())
    staked = sum((stake * weight for (_, stake), weight in results.items()), Fraction(0)) / one.total
    risk = -one.mean / staked if staked else Fraction(0)
    ratio = sum(((net + risk * stake) ** 2 * weight for (net, stake), weight in results.items()), Fraction(0))
    shared = pairs.total(mix.amounts) if pairs else Fraction(0)
    return HouseWin(analysis.game.name, mix, one, staked, ratio / one.total, shared)
