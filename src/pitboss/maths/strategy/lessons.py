"""Hands a player learns from: what every level is worth, where the best play is mixed, what strategies miss."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.core.cards import Card, card_text
from pitboss.core.game import Cards, Coder, Game, Strategy
from pitboss.core.guide import Guide
from pitboss.maths.exact.decide import only_choice
from pitboss.maths.exact.enumerate import Piles
from pitboss.maths.exact.sums import added, ranked
from pitboss.maths.strategy.decisions import Decisions, exact_product

SHOWN_CLASSES = 3


@dataclass(frozen=True)
class Level:
    """The hands of one level: how often they come, what either way is worth, and how they are best played."""

    group: int
    level: int
    share: Fraction
    """The share of all deals."""
    values: tuple[Fraction, Fraction]
    better: tuple[Fraction, Fraction]
    """The shares of the level's hands in which either way is worth more than the other; in the rest they are equal."""


@dataclass(frozen=True)
class Example:
    """One hand: its cards by pile, and what some options are worth with it."""

    cards: Piles
    options: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class Mixed:
    """A level that is not all one way, with the hand that speaks most for the first way and that for the second."""

    group: int
    level: int
    better: tuple[Fraction, Fraction]
    first: Example
    second: Example


@dataclass(frozen=True)
class Missed:
    """A level in which a strategy gives something up, the part of its cost that lies there, and the worst hand."""

    group: int
    level: int
    part: Fraction
    example: Example
    """Two columns: the strategy's, then the best one."""


@dataclass(frozen=True)
class Lessons:
    """All that is told of a game's decisions."""

    levels: list[Level]
    mixed: list[Mixed]
    gains: Mapping[tuple[int, int, int], list[tuple[int, Fraction, Fraction]]]
    """By group, level and further feature, for mixed levels of a game without groups: see `Lesson.gains`."""
    missed: Mapping[str, list[Missed]]
    """By the name of a strategy: where it gives up most."""


def lessons_of(game: Game, guide: Guide, decisions: Decisions, strategies: Iterable[Strategy]) -> Lessons:
    """Hands to learn from, and where some strategies give up most."""
    lesson = Lesson(game, guide, decisions)
    mixed = lesson.mixed()
    gains = {
        (each.group, each.level, feature): lesson.gains(each.group, each.level, feature)
        for each in (mixed if not guide.group else ())
        for feature in range(len(guide.then))
    }
    return Lessons(lesson.by_level(), mixed, gains, {each.name: lesson.missed(each) for each in strategies})


class Lesson:
    """The decisions of a game by the levels of its guide."""

    def __init__(self, game: Game, guide: Guide, decisions: Decisions) -> None:
        self.game, self.guide, self.decisions = game, guide, decisions
        self.levels = decisions.answers(game, guide.by.rule)
        self.groups = decisions.answers(game, guide.group.rule) if guide.group else 0 * self.levels
        self.number, self.count = ranked(self.groups * (int(self.levels.max()) + 1) + self.levels)
        self.order = np.argsort(self.number, kind="stable")
        self.bounds = np.searchsorted(self.number[self.order], np.arange(self.count + 1))
        self.columns = [decisions.columns_of(game, way) for way, _ in guide.ways]
        self.worths = [decisions.worth[np.arange(len(column)), column] for column in self.columns]

    def rows(self, place: int) -> np.ndarray:
        """The hands of one level."""
        return self.order[self.bounds[place] : self.bounds[place + 1]]

    def by_level(self) -> list[Level]:
        """Every level, with the worth of either way."""
        decisions = self.decisions
        products = [exact_product(decisions.weight, worth) for worth in self.worths]
        found = []
        for place in range(self.count):
            here = self.rows(place)
            weight = int(decisions.weight[here].sum())
            first, second = (Fraction(int(product[here].sum()), weight * decisions.scale) for product in products)
            share = Fraction(weight, decisions.total)
            found.append(Level(*self._level(here[0]), share, (first, second), self._better(here)))
        return found

    def _level(self, row: int) -> tuple[int, int]:
        """The group and the level of a hand."""
        return int(self.groups[row]), int(self.levels[row])

    def mixed(self) -> list[Mixed]:
        """The levels that are not all one way: either is better with some hands."""
        found = []
        gain = self.worths[1] - self.worths[0]
        for place in range(self.count):
            here = self.rows(place)
            better = self._better(here)
            if all(better):
                clearest = (int(here[place]) for place in (gain[here].argmin(), gain[here].argmax()))
                least, most = (self.example(row, [column[row] for column in self.columns]) for row in clearest)
                found.append(Mixed(*self._level(here[0]), better, least, most))
        return found

    def _better(self, here: np.ndarray) -> tuple[Fraction, Fraction]:
        """The shares of some hands in which either way is worth more."""
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
            found.append(
                (answer, Fraction(weight, whole), Fraction(int(gain[there].sum()), weight * self.decisions.scale))
            )
        return found

    def missed(self, strategy: Strategy) -> list[Missed]:
        """The levels where a named strategy gives up most."""
        decisions = self.decisions
        choice = only_choice(self.game).name
        chosen = decisions.columns_of(self.game, strategy.rules[choice], strategy.constants)
        lost = decisions.best - decisions.worth[np.arange(len(chosen)), chosen]
        sums = added(self.number, exact_product(decisions.weight, lost), self.count)
        found = []
        for place in sorted(range(self.count), key=lambda each: -sums[each])[:SHOWN_CLASSES]:
            if sums[place]:
                here = self.rows(place)
                worst = int(here[lost[here].argmax()])
                example = self.example(worst, (chosen[worst], int(decisions.worth[worst].argmax())))
                found.append(Missed(*self._level(worst), Fraction(sums[place], sum(sums)), example))
        return found

    def example(self, row: int, columns: Sequence[int]) -> Example:
        """A hand with what some of its options are worth."""
        piles: dict[str, tuple[Card, ...]] = {}
        for (pile, coder), codes in self.decisions.hands.items():
            cards = cards_of(self.game, coder, int(codes[row]), self.game.piles[pile].count)
            if cards is not None:
                piles.setdefault(pile, cards)
        options = tuple(
            (
                self._words(piles, int(column)),
                Fraction(int(self.decisions.worth[row, int(column)]), self.decisions.scale),
            )
            for column in columns
        )
        return Example(piles, options)

    def _words(self, piles: Piles, column: int) -> str:
        """The option that a column of `worth` stands for with a hand."""
        choice = only_choice(self.game)
        if isinstance(choice.options, Cards):
            return f"{choice.name} {card_text(piles[choice.options.pile][column])}"
        return choice.options(self.decisions.options[column]).name.lower()


def cards_of(game: Game, coder: Coder, code: int, count: int) -> tuple[Card, ...] | None:
    """`count` cards whose codes add up to a hand's, in the order of their codes; None where no greedy choice does."""
    table = game.code_table(coder)
    left = code
    found: list[Card] = []
    for face in sorted(game.deck.counts, key=lambda each: -table[each]):
        for _ in range(game.deck.counts[face]):
            if table[face] and table[face] <= left:
                found.append(face)
                left -= table[face]
    unseen = [face for face in game.deck.counts if not table[face]]
    found += unseen[: count - len(found)]
    return tuple(reversed(found)) if not left and len(found) == count else None
