"""Hands to learn from: the value of every level, levels where the best play is mixed, and what strategies miss."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.core.cards import Card, card_text
from pitboss.core.game import Cards, Coder, Game, Strategy
from pitboss.core.guide import Guide
from pitboss.maths.exact.decide import only_choice
from pitboss.maths.exact.enumerate import Piles
from pitboss.maths.exact.sums import added
from pitboss.maths.strategy.decisions import Decisions, exact_product
from pitboss.maths.strategy.plan import Levels

SHOWN_CLASSES = 3


@dataclass(frozen=True)
class Level:
    """The hands of one level: their share, the value of either way, and how often each way is better."""

    group: int
    level: int
    share: Fraction
    """The share of all deals."""
    values: tuple[Fraction, Fraction]
    better: tuple[Fraction, Fraction]
    """For each way, the share of the level's hands in which it is worth more than the other."""


@dataclass(frozen=True)
class Example:
    """One hand: its cards by pile, and the value of some options with it."""

    cards: Piles
    options: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class Mixed:
    """A mixed level, with the hand where the first way gains most, and the hand where the second does."""

    group: int
    level: int
    better: tuple[Fraction, Fraction]
    first: Example
    second: Example


@dataclass(frozen=True)
class Missed:
    """A level in which a strategy gives up EV: the share of its cost that arises there, and the worst hand."""

    group: int
    level: int
    part: Fraction
    example: Example
    """Two options: the strategy's, then the best one."""


@dataclass(frozen=True)
class Lessons:
    """The hands to learn from in one game."""

    levels: list[Level]
    mixed: list[Mixed]
    gains: Mapping[tuple[int, int, int], list[tuple[int, Fraction, Fraction]]]
    """By group, level and further feature, for mixed levels of a guide without groups: see `Lesson.gains`."""
    missed: Mapping[str, list[Missed]]
    """By strategy: the levels where it gives up most."""


def lessons_of(game: Game, guide: Guide, decisions: Decisions, strategies: Iterable[Strategy]) -> Lessons:
    """Hands to learn from, and the levels where some strategies give up most."""
    lesson = Lesson(game, guide, decisions)
    mixed = lesson.mixed()
    gains = {
        (each.group, each.level, feature): lesson.gains(each.group, each.level, feature)
        for each in (mixed if not guide.group else ())
        for feature in range(len(guide.then))
    }
    return Lessons(lesson.by_level(), mixed, gains, {each.name: lesson.missed(each) for each in strategies})


class Lesson(Levels):
    """The levels of a game's guide, and examples from them."""

    def by_level(self) -> list[Level]:
        """Every level, with the value of either way."""
        decisions = self.decisions
        products = [exact_product(decisions.weight, worth) for worth in self.worths]
        found = []
        for place in range(self.count):
            here = self.rows(place)
            weight = int(decisions.weight[here].sum())
            first, second = (Fraction(int(product[here].sum()), weight * decisions.scale) for product in products)
            share = Fraction(weight, decisions.total)
            found.append(Level(*self.level(here[0]), share, (first, second), self._better(here)))
        return found

    def mixed(self) -> list[Mixed]:
        """The mixed levels: each way is better with some of their hands."""
        found = []
        gain = self.worths[1] - self.worths[0]
        for place in range(self.count):
            here = self.rows(place)
            better = self._better(here)
            if all(better):
                clearest = (int(here[place]) for place in (gain[here].argmin(), gain[here].argmax()))
                least, most = (self.example(row, [column[row] for column in self.columns]) for row in clearest)
                found.append(Mixed(*self.level(here[0]), better, least, most))
        return found

    def _better(self, here: np.ndarray) -> tuple[Fraction, Fraction]:
        """For each way, the share of some hands in which it is worth more."""
        weight, (first, second) = self.decisions.weight[here], (worth[here] for worth in self.worths)
        whole = int(weight.sum())
        return Fraction(int(weight[first > second].sum()), whole), Fraction(int(weight[second > first].sum()), whole)

    def gains(self, group: int, level: int, feature: int) -> list[tuple[int, Fraction, Fraction]]:
        """One level by the values of a further feature: the value, its share of the level, the second way's gain."""
        here = np.flatnonzero((self.groups == group) & (self.levels == level))
        answers = self.decisions.answers(self.game, self.guide.then[feature].rule)[here]
        gain = exact_product(self.decisions.weight[here], self.worths[1][here] - self.worths[0][here])
        whole = int(self.decisions.weight[here].sum())
        found = []
        for answer in np.unique(answers).tolist():
            there = answers == answer
            weight = int(self.decisions.weight[here][there].sum())
            mean = Fraction(int(gain[there].sum()), weight * self.decisions.scale)
            found.append((answer, Fraction(weight, whole), mean))
        return found

    def missed(self, strategy: Strategy) -> list[Missed]:
        """The levels where a named strategy gives up most."""
        decisions, rule = self.decisions, strategy.rules[only_choice(self.game).name]
        chosen = decisions.columns_of(self.game, rule, strategy.constants)
        lost = decisions.best - decisions.worth[np.arange(len(chosen)), chosen]
        sums = added(self.number, exact_product(decisions.weight, lost), self.count)
        found = []
        for place in sorted(range(self.count), key=lambda each: -sums[each])[:SHOWN_CLASSES]:
            if sums[place]:
                here = self.rows(place)
                worst = int(here[lost[here].argmax()])
                example = self.example(worst, (chosen[worst], int(decisions.worth[worst].argmax())))
                found.append(Missed(*self.level(worst), Fraction(sums[place], sum(sums)), example))
        return found

    def example(self, row: int, columns: Sequence[int]) -> Example:
        """A hand, with the value of some of its options."""
        piles: dict[str, tuple[Card, ...]] = {}
        for (pile, coder), codes in self.decisions.hands.items():
            cards = cards_of(self.game, coder, int(codes[row]), self.game.piles[pile].count)
            if cards is not None:
                piles.setdefault(pile, cards)
        worths = [(int(column), int(self.decisions.worth[row, column])) for column in columns]
        scale = self.decisions.scale
        return Example(piles, tuple((self._words(piles, column), Fraction(worth, scale)) for column, worth in worths))

    def _words(self, piles: Piles, column: int) -> str:
        choice = only_choice(self.game)
        if isinstance(choice.options, Cards):
            return f"{choice.name} {card_text(piles[choice.options.pile][column])}"
        return choice.options(self.decisions.options[column]).name.lower()


def cards_of(game: Game, coder: Coder, code: int, count: int) -> tuple[Card, ...] | None:
    """`count` cards whose codes add up to a hand's, sorted by code, found greedily; None if the greedy search fails."""
    table, left = game.code_table(coder), code
    found: list[Card] = []
    for face in sorted(game.deck.counts, key=lambda each: -table[each]):
        for _ in range(game.deck.counts[face]):
            if table[face] and table[face] <= left:
                found.append(face)
                left -= table[face]
    unseen = [face for face in game.deck.counts if not table[face]]
    found += unseen[: count - len(found)]
    return tuple(reversed(found)) if not left and len(found) == count else None
