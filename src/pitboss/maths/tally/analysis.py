"""A game analysed: its tally, and the figures of everything that is reported of it."""

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
    """How two wagers of a round go together: the covariance of their net results, and that over their deviations."""

    one: str
    other: str
    covariance: Fraction
    correlation: float


@dataclass(frozen=True)
class Analysis:
    """A game with a tally of it, one unit (or its fixed price) on every wager."""

    game: Game
    tally: Tally

    @cached_property
    def stakes(self) -> dict[str, Fraction]:
        """What is on each wager before the deal."""
        return first_stakes(self.game)

    @cached_property
    def entries(self) -> dict[str, tuple[str, ...]]:
        """What is reported: the wagers that rise and fall together as `main`, and every wager."""
        main = {"main": self.game.main_wagers} if len(self.game.main_wagers) > 1 else {}
        return {**main, **{wager.name: (wager.name,) for wager in self.game.wagers}}

    @cached_property
    def figures(self) -> dict[str, Figures]:
        """The figures of every entry."""
        return {name: figures(self.game, self.tally, names, self.stakes) for name, names in self.entries.items()}

    @property
    def first(self) -> str:
        """The entry a game is known by: what the best strategy is best for."""
        return next(iter(self.entries)) if "main" in self.entries else self.game.main_wagers[0]

    def per(self, name: str) -> str:
        """What the figures of an entry are measured in."""
        wager = self.game.wager[self.entries[name][0]]
        if isinstance(wager.stake, Fixed):
            return DOLLARS
        if isinstance(wager.stake, Chosen):
            raises = [raised for choice in self.game.choices.values() for raised in choice.raises.values()]
            return next(raised.of for raised in raises if raised.wager == wager.name)
        return wager.name

    @property
    def warnings(self) -> list[str]:
        """What must stand on top (ruling G5): bets that the text lets the player beat."""
        parts = set(self.game.main_wagers) if "main" in self.entries else set()
        return [
            f"{name} favours the player by {float(-self.edge(name)):.4%} of each bet, as its pay table stands"
            for name, each in self.figures.items()
            if each.ev > 0 and name not in parts
        ]

    def correlations(self) -> list[Correlation]:
        """Of every two wagers, where both can win or lose something."""
        moving = [name for name in self.game.wager if self.figures[name].variance]
        found = []
        for one, other in combinations(moving, 2):
            shared = covariance(self.game, self.tally, one, other, self.stakes)
            scale = sqrt(self.figures[one].variance) * sqrt(self.figures[other].variance)
            found.append(Correlation(one, other, shared, float(shared) / scale))
        return found

    def unit(self, name: str) -> Fraction:
        """What the figures of an entry are divided by to be shares of its first stake."""
        return self.stakes[self.entries[name][0]] if self.per(name) == DOLLARS else Fraction(1)

    def edge(self, name: str) -> Fraction:
        """The house edge of an entry as a share of its first stake, fixed-dollar wagers too."""
        return self.figures[name].house_edge / self.unit(name)
