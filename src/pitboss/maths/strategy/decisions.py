"""The decisions of one choice: every hand for which it comes up, and the value of each option with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from pitboss.core.errors import GameError
from pitboss.core.game import Bound, Coder, Game, SourceKind
from pitboss.core.rule import Rule, rule_name
from pitboss.maths.compile.cpu import on_arrays


@dataclass(frozen=True)
class Decisions:
    """The rows of one choice, and the value of each option with each: hands, or groups of hands.

    The value of an option with a hand is `worth` over `scale`. `total` is the weight of all deals of the round, and
    `weight` that of the deals in which the choice comes up with this hand after the best earlier choices; it is 0 where
    those never lead there. Later choices are played best.

    Where a choice has too many hands to list, a row stands for all hands with the same answers to the rules that the
    reader asked for (`by`), the same earlier choices and the same legal options. Readers use `totals`, `best_totals`,
    `preferred`, `tied` and `answers`, which are the same for both.
    """

    hands: Mapping[tuple[str, Coder], np.ndarray]
    """By pile (or earlier choice of cards) and coder: the code in each row; of a group, that of the hand where the
    choice matters most."""
    weight: np.ndarray
    worth: np.ndarray
    """By row and option; of a group, with the example hand. The value of an option that is not legal is never read."""
    scale: int
    total: int
    options: tuple[int, ...] = ()
    """The options of the columns of `worth`; empty if a column is an index into the cards of the hand."""
    made: Mapping[str, np.ndarray] = field(default_factory=dict)
    """By earlier choice of an option: the answer in each row, `NOT_PLACED` where it was not asked."""
    legal: np.ndarray | None = None
    """By row and option: whether it may be chosen; None where every option may be."""
    group_answers: Mapping[Bound, np.ndarray] | None = None
    """By rule: the answer that all hands of a group give; None where rows are single hands."""
    group_totals: np.ndarray | None = None
    """By group and option: the sum of weight times worth over its hands."""
    group_best: np.ndarray | None = None
    """By group: the sum of weight times the worth of the best option with each hand."""
    group_preferred: np.ndarray | None = None
    """By group and option: the weight of the hands with which no other option is worth more."""
    group_tied: np.ndarray | None = None
    """By group: the weight of the hands with which two or more options are worth most."""

    @property
    def is_grouped(self) -> bool:
        """Whether a row stands for several hands."""
        return self.group_answers is not None

    @cached_property
    def totals(self) -> np.ndarray:
        """By row and option: the sum of weight times worth; any sum of them is exact."""
        if self.group_totals is not None:
            return self.group_totals
        worth = self.worth if self.legal is None else np.where(self.legal, self.worth, 0)
        return exact_product(self.weight[:, None], worth, int(self.weight.sum()))

    @cached_property
    def best_totals(self) -> np.ndarray:
        """By row: the sum of weight times the worth of the best option with each hand."""
        return exact_product(self.weight, self.best) if self.group_best is None else self.group_best

    @property
    def preferred(self) -> np.ndarray:
        """By row and option: the weight of the hands with which no other option is worth more."""
        if self.group_preferred is not None:
            return self.group_preferred
        return np.where(self._is_best, self.weight[:, None], np.zeros(1, dtype=self.weight.dtype))

    @property
    def tied(self) -> np.ndarray:
        """By row: the weight of the hands with which two or more options are worth most."""
        if self.group_tied is not None:
            return self.group_tied
        return np.where(self._is_best.sum(axis=1) > 1, self.weight, np.zeros(1, dtype=self.weight.dtype))

    @property
    def _is_best(self) -> np.ndarray:
        most = self.worth == self.best[:, None]
        return most if self.legal is None else most & self.legal

    @property
    def best(self) -> np.ndarray:
        """The worth of the best option with every hand; of a group, with the example hand."""
        if self.legal is None:
            return self.worth.max(axis=1)
        return np.where(self.legal, self.worth, self.worth.min(initial=0)).max(axis=1)

    def answers(self, game: Game, rule: Rule, constants: Mapping[str, int] | None = None) -> np.ndarray:
        """A rule's answer in every row."""
        bound = game.bind(rule, constants)
        if self.group_answers is not None:
            if bound not in self.group_answers:
                raise GameError(f"{game.name}: hands were not grouped by {rule_name(rule)}", "no-solver")
            return self.group_answers[bound]
        columns = []
        for source in bound.sources:
            if source.kind is SourceKind.CONSTANT:
                columns.append(np.full(len(self.weight), source.value, dtype=np.int64))
            elif source.kind is SourceKind.HAS:
                columns.append(np.ones(len(self.weight), dtype=np.int64))
            elif source.kind is SourceKind.CHOICE:
                columns.append(np.maximum(self._given(game, self.made.get(source.name), bound, source.name), 0))
            else:
                names = source.piles if source.kind is SourceKind.PILE else (source.name,)
                seen = [self._given(game, self._column(name, source.coder), bound, name) for name in names]
                columns.append(sum(seen[1:], seen[0]))
        return on_arrays(rule)(*columns) if columns else np.full(len(self.weight), int(rule()))

    def _column(self, name: str, coder: Coder | None) -> np.ndarray | None:
        return None if coder is None else self.hands.get((name, coder))

    def _given(self, game: Game, column: np.ndarray | None, bound: Bound, name: str) -> np.ndarray:
        """A column that a rule asks for; refuses a rule that asks for what the choice does not see."""
        if column is None:
            why = f"{rule_name(bound.rule)} asks for {name}, which is not seen at this choice in that form"
            raise GameError(f"{game.name}: {why}", "no-solver")
        return column

    def columns_of(self, game: Game, way: int | Rule, constants: Mapping[str, int] | None = None) -> np.ndarray:
        """By row: the column of `worth` that a way to play chooses; it may name an option that is not legal."""
        if isinstance(way, int):
            return np.full(len(self.weight), self.options.index(way))
        answers = self.answers(game, way, constants)
        if self.options:
            order = np.argsort(self.options)
            places = order[np.searchsorted(np.array(self.options)[order], answers).clip(max=len(order) - 1)]
            if not (np.array(self.options)[places] == answers).all():
                wrong = int(answers[np.array(self.options)[places] != answers][0])
                raise GameError(f"{game.name}: {rule_name(way)} answers {wrong}, which is no option", "illegal-choice")
            return places
        (hands,) = self.hands.values()
        return place_of(hands, answers)

    def is_legal(self, columns: np.ndarray) -> np.ndarray:
        """By row: whether the option of this column may be chosen."""
        if self.legal is None:
            return np.ones(len(columns), dtype=bool)
        return self.legal[np.arange(len(columns)), columns]

    def value(self, columns: np.ndarray) -> Fraction:
        """The expected value per round of choosing these columns wherever the choice comes up."""
        return Fraction(int(self.totals[np.arange(len(columns)), columns].sum()), self.scale * self.total)


def exact_sum(weight: np.ndarray, worth: np.ndarray) -> int:
    """The exact sum of weight times worth."""
    return int(exact_product(weight, worth).sum())


def exact_product(weight: np.ndarray, worth: np.ndarray, whole: int | None = None) -> np.ndarray:
    """Weight times worth, such that any sum of them is exact: Python ints where 64 bits might overflow.

    `whole` is the sum of all weights, by default that of the array.
    """
    most = max(abs(int(worth.max(initial=0))), abs(int(worth.min(initial=0))))
    fits = most * (int(weight.sum()) if whole is None else whole) < 2**62
    return weight * worth if fits else weight.astype(object) * worth.astype(object)


def place_of(hands: np.ndarray, cards: np.ndarray) -> np.ndarray:
    """The index of a card among the cards of its hand, sorted by code; a code is one bit per card.

    Only the highest bits may be a counter, of identical cards.
    """
    return np.bitwise_count(hands & (cards - 1)).astype(np.int64)
