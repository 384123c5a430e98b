"""The result of a session split into what was expected, what decisions cost, and luck."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.coach.grade import Grade
from pitboss.coach.spread import Spread, spread_of
from pitboss.core.game import Game
from pitboss.core.memory import Memory
from pitboss.core.stakes import with_seeded_meters
from pitboss.core.wagers import Chosen
from pitboss.maths.exact.solver import decided_by_pays, deciding, solve
from pitboss.maths.sessions.one_round import OneRound, gathered
from pitboss.maths.tally.tally import CENT, Tally, first_stakes, nets

MOST_RESULTS = 200
"""The bets of one game whose results are kept."""


@dataclass(frozen=True)
class Session:
    """Rounds played so far, in exact cents. A round with several seats counts once for each seat."""

    rounds: int = 0
    decisions: int = 0
    faultless: int = 0
    """The decisions that gave up nothing."""
    result_cents: int = 0
    lost_cents: Fraction = Fraction(0)
    """The EV that decisions gave up against the best play."""
    spread: Spread = field(default_factory=Spread)
    """The distribution of the results under the best play for the bets; seats of one round count as independent."""

    def after(self, game: Game, bets: Mapping[str, int], net_cents: int, grades: Sequence[Grade]) -> "Session":
        """The session after one more round of one seat: its bets in cents, its net result, and its decisions."""
        return Session(
            self.rounds + 1,
            self.decisions + len(grades),
            self.faultless + sum(not each.lost_cents for each in grades),
            self.result_cents + net_cents,
            self.lost_cents + sum((each.lost_cents for each in grades), Fraction(0)),
            self.spread.plus(spread_of(results_of(game, bets))),
        )

    @property
    def parts_cents(self) -> tuple[int, int, int]:
        """The result as a sum of whole cents: expected of the bets, contributed by decisions, and by luck.

        Luck is what neither the bets nor the decisions explain, and takes the rounding of both.
        """
        expected, decisions = round(self.spread.mean_cents), -round(self.lost_cents)
        return expected, decisions, self.result_cents - expected - decisions


def results_of(game: Game, bets: Mapping[str, int]) -> OneRound:
    """The exact net results in cents of one seat's bets in one round, under the play best for them."""

    def counted() -> OneRound:
        names = tuple(wager.name for wager in game.wagers if isinstance(wager.stake, Chosen) or bets.get(wager.name))
        ended = nets(game, _tally(game, bets), names, first_stakes(game, bets))
        return gathered((net / CENT, weight) for (net, _), weight in ended.items())

    return _known(game).found(tuple(sorted(bets.items())), counted)


def are_known(game: Game, bets: Mapping[str, int]) -> bool:
    """Whether the results of these bets are at hand."""
    return tuple(sorted(bets.items())) in _known(game)


def _known(game: Game) -> Memory[OneRound]:
    """The results that were asked for last, which stay with the game."""
    return game.__dict__.setdefault("_results", Memory(MOST_RESULTS))


def _tally(game: Game, bets: Mapping[str, int]) -> Tally:
    """The tally of the best play for these bets."""
    stakes, names = deciding(game, bets)
    return solve(with_seeded_meters(game, decided_by_pays(game, names)), None, stakes, names)
