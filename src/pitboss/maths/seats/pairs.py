"""The covariance of two seats of a round, exact or estimated, kept on disk like other results."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.core.game import Strategy
from pitboss.maths.codegen.program import Player
from pitboss.maths.exact.solver import kept_for_best_play
from pitboss.maths.seats.exact_pairs import mean_products, refusal
from pitboss.maths.seats.results import SeatResults
from pitboss.maths.seats.sampled_pairs import sampled_covariances
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.figures import Estimate

MOST_DEALS = 1 << 18
"""The random deals of an estimate. The standard error is then well below 1 % of a main bet's covariance."""


@dataclass(frozen=True)
class SeatPairs:
    """The covariances of one seat's net of a wager and another seat's, for every two wagers, per unit of each."""

    wagers: tuple[str, ...]
    covariances: Mapping[tuple[str, str], Fraction | Estimate]
    reason: str = ""
    """Why they are estimated; empty where they are exact."""
    deals: int = 0
    """The random deals of an estimate, and the seats that played each."""
    seats: int = 0
    seed: int = 0
    means: Mapping[str, Estimate] | None = None
    """The mean nets of an estimate's deals less the exact ones; None where exact, because they were found equal."""

    @property
    def exact(self) -> bool:
        """Whether every deal was counted."""
        return not self.reason

    def total(self, amounts: Mapping[str, Fraction]) -> Fraction | Estimate:
        """The covariance of two seats that both bet these amounts; of an estimate the error is an upper bound."""
        value, error = Fraction(0), 0.0
        estimated = 0.0
        for (one, other), each in self.covariances.items():
            times = amounts.get(one, Fraction(0)) * amounts.get(other, Fraction(0)) * (1 if one == other else 2)
            if isinstance(each, Estimate):
                estimated += float(times) * each.value
                error += abs(float(times)) * each.error
            else:
                value += times * each
        return value if self.exact else Estimate(estimated, error)


def seat_pairs(analysis: Analysis, player: Player, deals: int = MOST_DEALS, seed: int = 1) -> SeatPairs:
    """The covariances of two seats under one way to play, from the cache or made."""
    game = analysis.game
    strategy = player if isinstance(player, Strategy) else None
    asked = {
        "what": "seat pairs",
        "player": [strategy.name, dict(strategy.constants)] if strategy else "",
        "worth": {name: _worth(analysis, name) for name in game.wager},
        "deals": [deals, seed, game.seats],
    }
    rules = list(strategy.rules.values()) if strategy else []
    return _read(kept_for_best_play(game, asked, rules, lambda: _made(analysis, player, deals, seed)), analysis)


def _worth(analysis: Analysis, name: str) -> list[str]:
    """All that makes outcomes of a wager into money."""
    wager = analysis.game.wager[name]
    pays = [f"{outcome} {pay}" for line in wager.lines for outcome, pay in line.pays.pays.items()]
    figures = analysis.figures[name]
    return [*pays, str(wager.commission), str(analysis.stakes[name]), str(figures.ev), str(figures.variance)]


def _made(analysis: Analysis, player: Player, deals: int, seed: int) -> dict[str, Any]:
    results = SeatResults(analysis, player)
    if reason := refusal(results):
        found = sampled_covariances(results, deals, seed)
        return {
            "reason": reason,
            "pairs": [[*names, each.value, each.error] for names, each in found.covariances.items()],
            "means": [[name, each.value, each.error] for name, each in found.means.items()],
            "deals": [found.deals, found.seats, seed],
        }
    means = {name: analysis.figures[name].ev for name in results.wagers}
    products = mean_products(results)
    return {"pairs": [[*names, str(each - means[names[0]] * means[names[1]])] for names, each in products.items()]}


def _read(told: dict[str, Any], analysis: Analysis) -> SeatPairs:
    wagers = tuple(analysis.game.wager)
    if "reason" not in told:
        return SeatPairs(wagers, {(one, other): Fraction(text) for one, other, text in told["pairs"]})
    pairs = {(one, other): Estimate(value, error) for one, other, value, error in told["pairs"]}
    means = {name: Estimate(value, error) for name, value, error in told["means"]}
    return SeatPairs(wagers, pairs, told["reason"], *told["deals"], means)
