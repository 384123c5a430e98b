"""The decisions of a game: every hand for which its choice comes up, and the value of each option with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.core.game import Coder, Game, SourceKind
from pitboss.core.rule import Rule
from pitboss.maths.compile.cpu import on_arrays


@dataclass(frozen=True)
class Decisions:
    """Every hand for which a choice comes up: its weight, and the value of each option.

    The value of an option with a hand is `worth` over `scale`. `total` is the weight of all deals, asked or not.
    """

    hands: Mapping[tuple[str, Coder], np.ndarray]
    weight: np.ndarray
    worth: np.ndarray
    scale: int
    total: int
    options: tuple[int, ...] = ()
    """The options of the columns of `worth`; empty if a column is an index into the cards of the hand."""

    def answers(self, game: Game, rule: Rule, constants: Mapping[str, int] | None = None) -> np.ndarray:
        """A rule's answer for every hand."""
        columns = []
        for source in game.bind(rule, constants).sources:
            if source.kind is SourceKind.CONSTANT:
                columns.append(np.full(len(self.weight), source.value, dtype=np.int64))
            else:
                columns += [self.hands[pile, source.coder] for pile in source.piles if source.coder]
        return on_arrays(rule)(*columns)

    def columns_of(self, game: Game, way: int | Rule, constants: Mapping[str, int] | None = None) -> np.ndarray:
        """By hand: the column of `worth` that a way to play chooses."""
        if isinstance(way, int):
            return np.full(len(self.weight), self.options.index(way))
        answers = self.answers(game, way, constants)
        if self.options:
            return np.searchsorted(np.array(self.options), answers)
        (hands,) = self.hands.values()
        return place_of(hands, answers)

    def value(self, columns: np.ndarray) -> Fraction:
        """The expected value per round of choosing these columns."""
        chosen = self.worth[np.arange(len(columns)), columns]
        return Fraction(exact_sum(self.weight, chosen), self.scale * self.total)

    @property
    def best(self) -> np.ndarray:
        """The worth of the best option with every hand."""
        return self.worth.max(axis=1)


def exact_sum(weight: np.ndarray, worth: np.ndarray) -> int:
    """The exact sum of weight times worth."""
    return int(exact_product(weight, worth).sum())


def exact_product(weight: np.ndarray, worth: np.ndarray) -> np.ndarray:
    """Weight times worth, such that any sum of them is exact: Python ints where 64 bits might overflow."""
    fits = int(np.abs(worth).max(initial=0)) * int(weight.sum()) < 2**62
    return weight * worth if fits else weight.astype(object) * worth.astype(object)


def place_of(hands: np.ndarray, cards: np.ndarray) -> np.ndarray:
    """The index of a card among the cards of its hand, sorted by code; a code is one bit per card.

    Only the highest bits may be a counter, of identical cards.
    """
    return np.bitwise_count(hands & (cards - 1)).astype(np.int64)
