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
    """The covariance and the correlation of the net results of two wagers of a round."""

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
        """The first stake of each wager."""
        return first_stakes(self.game)

    @cached_property
    def entries(self) -> dict[str, tuple[str, ...]]:
        """The entries of a report: `main`, where several wagers rise and fall together, and every wager."""
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
        """The unit of an entry's figures."""
        wager = self.game.wager[self.entries[name][0]]
        if isinstance(wager.stake, Fixed):
            return DOLLARS
        if isinstance(wager.stake, Chosen):
            raises = [raised for choice in self.game.choices.values() for raised in choice.raises.values()]
            return next(raised.of for raised in raises if raised.wager == wager.name)
        return wager.name

    @property
    def warnings(self) -> list[str]:
        """Sentences for the top of every output (ruling G5): bets that favour the player."""
        return [
            f"{name} favours the player by {float(-self.edge(name)):.4%} of each bet, as its pay table stands"
            for name in self.favouring_player
        ]

    @property
    def favouring_player(self) -> list[str]:
        """The entries with a negative house edge; parts of `main` are judged together."""
        parts = set(self.game.main_wagers) if "main" in self.entries else set()
        return [name for name, each in self.figures.items() if each.ev > 0 and name not in parts]

    def correlations(self) -> list[Correlation]:
        """The correlation of every two wagers whose results vary."""
        moving = [name for name in self.game.wager if self.figures[name].variance]
        found = []
        for one, other in combinations(moving, 2):
            shared = covariance(self.game, self.tally, one, other, self.stakes)
            scale = sqrt(self.figures[one].variance) * sqrt(self.figures[other].variance)
            found.append(Correlation(one, other, shared, float(shared) / scale))
        return found

    def unit(self, name: str) -> Fraction:
        """The divisor that makes an entry's figures shares of its first stake."""
        return self.stakes[self.entries[name][0]] if self.per(name) == DOLLARS else Fraction(1)

    def edge(self, name: str) -> Fraction:
        """The house edge of an entry as a share of its first stake, fixed-dollar wagers too."""
        return self.figures[name].house_edge / self.unit(name)
