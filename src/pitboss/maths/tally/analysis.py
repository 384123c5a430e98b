"""The analysis of a game: its tally, and the figures of every entry of a report."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import sqrt

from pitboss.core.game import Chosen, Fixed, Game
from pitboss.maths.tally.tally import Figures, Tally, covariance, figures, first_stakes

DOLLARS = "round, dollars"


@dataclass(frozen=True)
class Correlation:
    """The covariance and the correlation of the net results of two wagers of a round."""

    one: str
    other: str
    covariance: Fraction
    correlation: float


@dataclass(frozen=True)
class Analysis:
    """A game and its tally, with one unit (or the fixed price) on every wager."""

    game: Game
    tally: Tally

    @cached_property
    def stakes(self) -> dict[str, Fraction]:
        return first_stakes(self.game)

    @cached_property
    def entries(self) -> dict[str, tuple[str, ...]]:
        """The wagers of each entry of a report: every wager is one, and `main` where the main wagers are several."""
        main = {"main": self.game.main_wagers} if len(self.game.main_wagers) > 1 else {}
        return {**main, **{wager.name: (wager.name,) for wager in self.game.wagers}}

    @cached_property
    def figures(self) -> dict[str, Figures]:
        return {name: figures(self.game, self.tally, names, self.stakes) for name, names in self.entries.items()}

    @property
    def first(self) -> str:
        """The entry that stands for the game: the one that the best strategy maximises."""
        return next(iter(self.entries)) if "main" in self.entries else self.game.main_wagers[0]

    def per(self, name: str) -> str:
        """The unit of an entry's figures: a wager's first stake, or `DOLLARS`."""
        wager = self.game.wager[self.entries[name][0]]
        if isinstance(wager.stake, Fixed):
            return DOLLARS
        if isinstance(wager.stake, Chosen):
            raises = [raised for choice in self.game.choices.values() for raised in choice.raises.values()]
            return next(raised.of for raised in raises if raised.wager == wager.name)
        return wager.name

    @property
    def warnings(self) -> list[str]:
        """A sentence for each bet that favours the player, printed at the top of every output (ruling G5)."""
        return [
            f"{name} favours the player by {float(-self.edge(name)):.4%} of each bet, as its pay table stands"
            for name in self.favouring_player
        ]

    @property
    def favouring_player(self) -> list[str]:
        """The entries with a negative house edge; the main wagers count together, as `main`."""
        parts = set(self.game.main_wagers) if "main" in self.entries else set()
        return [name for name, each in self.figures.items() if each.ev > 0 and name not in parts]

    def correlations(self) -> list[Correlation]:
        """The correlation of every two wagers whose results vary, and of which is known how they end together."""
        deviation = {name: sqrt(variance) for name in self.game.wager if (variance := self.figures[name].variance)}
        found = []
        for one, other in combinations(deviation, 2):
            if not self.tally.knows((one, other)):
                continue
            shared = covariance(self.game, self.tally, one, other, self.stakes)
            found.append(Correlation(one, other, shared, float(shared) / (deviation[one] * deviation[other])))
        return found

    @property
    def apart(self) -> list[str]:
        """The wagers whose results are counted apart from those of the first: riders on a host that takes long."""
        first = self.entries[self.first]
        return [name for name in self.game.wager if not self.tally.knows((*first, name))]

    def unit(self, name: str) -> Fraction:
        """The divisor that turns an entry's figures into shares of its first stake."""
        return self.stakes[self.entries[name][0]] if self.per(name) == DOLLARS else Fraction(1)

    def edge(self, name: str) -> Fraction:
        """The house edge of an entry as a share of its first stake, also for fixed-dollar wagers."""
        return self.figures[name].house_edge / self.unit(name)
