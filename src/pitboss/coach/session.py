"""A session split in two: what luck brought, and what decisions cost, beside the band of results to expect."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from pitboss.coach.grade import Grade
from pitboss.core.game import Game
from pitboss.core.stakes import with_seeded_meters
from pitboss.core.wagers import Chosen
from pitboss.maths.exact.solver import decided_by_pays, deciding, solve
from pitboss.maths.tally.tally import CENT, Figures, Tally, figures, first_stakes


@dataclass(frozen=True)
class Session:
    """Rounds played so far, in exact cents. A round with several seats counts once for each seat.

    Result = expected + luck - lost, identically: `luck_cents` is what neither the bets nor the decisions explain.
    """

    rounds: int = 0
    decisions: int = 0
    faultless: int = 0
    """The decisions that gave up nothing."""
    result_cents: int = 0
    expected_cents: Fraction = Fraction(0)
    """The EV of the bets under the play that is best for them."""
    lost_cents: Fraction = Fraction(0)
    """The EV that decisions gave up against the best play."""
    variance: Fraction = Fraction(0)
    """Of the results under the best play, in square cents: the sum over rounds, seats taken as independent."""

    def after(self, game: Game, bets: Mapping[str, int], net_cents: int, grades: Sequence[Grade]) -> "Session":
        """The session after one more round of one seat: its bets in cents, its net result, and its decisions."""
        expected, variance = expectation(game, bets)
        return Session(
            self.rounds + 1,
            self.decisions + len(grades),
            self.faultless + sum(not each.lost_cents for each in grades),
            self.result_cents + net_cents,
            self.expected_cents + expected,
            self.lost_cents + sum((each.lost_cents for each in grades), Fraction(0)),
            self.variance + variance,
        )

    @property
    def luck_cents(self) -> Fraction:
        """The part of the result that is neither the EV of the bets nor the cost of decisions."""
        return self.result_cents - self.expected_cents + self.lost_cents

    @property
    def accuracy(self) -> Fraction | None:
        """The share of decisions that gave up nothing; None before the first decision."""
        return Fraction(self.faultless, self.decisions) if self.decisions else None

    def band_cents(self, percent: int = 95) -> tuple[int, int]:
        """The range that holds the result of so many rounds of best play with this probability.

        By the normal approximation, from the exact expected value and variance.
        """
        reach = NormalDist().inv_cdf((1 + percent / 100) / 2) * sqrt(self.variance)
        return round(float(self.expected_cents) - reach), round(float(self.expected_cents) + reach)


def expectation(game: Game, bets: Mapping[str, int]) -> tuple[Fraction, Fraction]:
    """The exact EV in cents and variance in square cents of one seat's bets, under the play best for them."""
    known: dict[tuple[tuple[str, int], ...], tuple[Fraction, Fraction]] = game.__dict__.setdefault("_expectations", {})
    key = tuple(sorted(bets.items()))
    if key not in known:
        whole = _figures(game, bets)
        known[key] = whole.ev / CENT, whole.variance / CENT**2
    return known[key]


def _figures(game: Game, bets: Mapping[str, int]) -> Figures:
    names = tuple(wager.name for wager in game.wagers if isinstance(wager.stake, Chosen) or bets.get(wager.name))
    return figures(game, _tally(game, bets), names, first_stakes(game, bets))


def _tally(game: Game, bets: Mapping[str, int]) -> Tally:
    """The tally of the best play for these bets."""
    stakes, names = deciding(game, bets)
    return solve(with_seeded_meters(game, decided_by_pays(game, names)), None, stakes, names)
