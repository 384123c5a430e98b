"""Hands to learn from: the value of every level, levels where the best play is mixed, and what strategies miss."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.core.cards import Card, card_text
from pitboss.core.errors import GameError
from pitboss.core.game import Cards, Coder, Game, Strategy
from pitboss.core.guide import Guide
from pitboss.maths.exact.decide import only_choice
from pitboss.maths.exact.enumerate import Piles
from pitboss.maths.exact.sums import added
from pitboss.maths.strategy.decisions import Decisions
from pitboss.maths.strategy.levels import Levels

SHOWN_CLASSES = 3


@dataclass(frozen=True)
class Level:
    """The hands of one level: their share, the value of each way, and how often each way is better."""

    group: int
    level: int
    share: Fraction
    """The share of all deals."""
    values: tuple[Fraction | None, ...]
    """By way; None where the rules forbid it with every hand."""
    better: tuple[Fraction, ...]
    """For each of two ways, the share of the level's hands in which it is worth more than the other; of more, in which
    no other is worth more."""


@dataclass(frozen=True)
class Example:
    """One hand: its cards by pile, and the value of some options with it."""

    cards: Piles
    options: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class Mixed:
    """A mixed level, with the hand where each of its better ways gains most over the others."""

    group: int
    level: int
    better: tuple[Fraction, ...]
    """By way, as a level has it."""
    examples: tuple[Example, ...]
    """In the order of the ways, for those that are better with some listed hand."""


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


def lessons_of(
    game: Game, guide: Guide, decisions: Decisions, strategies: Iterable[Strategy], choice: str = ""
) -> Lessons:
    """Hands to learn from at a choice (by default the only one), and the levels where some strategies give up most."""
    lesson = Lesson(game, guide, decisions, choice or only_choice(game).name)
    mixed = lesson.mixed()
    gains = {
        (each.group, each.level, feature): lesson.gains(each.group, each.level, feature)
        for each in (mixed if not guide.group and len(guide.ways) == 2 else ())
        for feature in range(len(guide.then))
    }
    return Lessons(lesson.by_level(), mixed, gains, {each.name: lesson.missed(each) for each in strategies})


class Lesson(Levels):
    """The levels of a game's guide, and examples from them."""

    def __init__(self, game: Game, guide: Guide, decisions: Decisions, choice: str) -> None:
        super().__init__(game, guide, decisions)
        self.choice = game.choices[choice]

    def by_level(self) -> list[Level]:
        """Every level, with the value of each way."""
        decisions = self.decisions
        found = []
        for place in range(self.count):
            here = self.rows(place)
            share = Fraction(int(decisions.weight[here].sum()), decisions.total)
            values = tuple(self._mean(way, here[self.legal[way][here]]) for way in range(len(self.columns)))
            found.append(Level(*self.level(here[0]), share, values, self.shares(here)))
        return found

    def _mean(self, way: int, rows: np.ndarray) -> Fraction | None:
        """The mean value of a way with some hands; None for no hand."""
        weight = int(self.decisions.weight[rows].sum())
        return Fraction(int(self.totals[way][rows].sum()), weight * self.decisions.scale) if weight else None

    def mixed(self) -> list[Mixed]:
        """The mixed levels: no single way is the best with all of their hands."""
        found = []
        for place in range(self.count):
            here = self.rows(place)
            better = self.shares(here)
            if all(better) if len(better) == 2 else 1 not in better and any(better):
                clear = [self._clearest(way, here) for way, share in enumerate(better) if share]
                examples = tuple(each for each in clear if each is not None)
                found.append(Mixed(*self.level(here[0]), better, examples))
        return found

    def _clearest(self, way: int, here: np.ndarray) -> Example | None:
        """The hand in which a way gains most over the best other; None where no listed hand gains by it.

        A group of hands lists the one with which the choice matters most, whichever way is best with it.
        """
        rows = here[self.legal[way][here] & (self.better[way][here] != 0)]
        least = min(int(each.min(initial=0)) for each in self.worths)
        others = [each for each in range(len(self.columns)) if each != way]
        most = np.max(
            np.stack([np.where(self.legal[each][rows], self.worths[each][rows], least) for each in others]), axis=0
        )
        gains = self.worths[way][rows] - most
        if self.decisions.is_grouped and gains.max() < 0:
            return None
        row = int(rows[gains.argmax()])
        return self.example(
            row, [column[row] for column, legal in zip(self.columns, self.legal, strict=True) if legal[row]]
        )

    def gains(self, group: int, level: int, feature: int) -> list[tuple[int, Fraction, Fraction]]:
        """One level by the values of a further feature: the value, its share of the level, the second way's gain."""
        here = self.order[(self.groups[self.order] == group) & (self.levels[self.order] == level)]
        whole = int(self.decisions.weight[here].sum())
        here = here[self.legal[0][here] & self.legal[1][here]]
        answers = self.decisions.answers(self.game, self.guide.then[feature].rule)[here]
        gain = self.totals[1][here] - self.totals[0][here]
        found = []
        for answer in np.unique(answers).tolist():
            there = answers == answer
            weight = int(self.decisions.weight[here][there].sum())
            mean = Fraction(int(gain[there].sum()), weight * self.decisions.scale)
            found.append((answer, Fraction(weight, whole), mean))
        return found

    def missed(self, strategy: Strategy) -> list[Missed]:
        """The levels where a named strategy gives up most at this choice."""
        decisions, rule, rows = self.decisions, strategy.rules[self.choice.name], self.order
        chosen = decisions.columns_of(self.game, rule, strategy.constants)
        if not decisions.is_legal(chosen)[rows].all():
            raise GameError(
                f"{self.game.name}: the strategy {strategy.name} chooses what the rules forbid", "illegal-choice"
            )
        every = np.arange(len(chosen))
        lost = decisions.best - decisions.worth[every, chosen]
        sums = added(self.number[rows], (decisions.best_totals - decisions.totals[every, chosen])[rows], self.count)
        found = []
        for place in sorted(range(self.count), key=lambda each: -sums[each])[:SHOWN_CLASSES]:
            if sums[place]:
                here = self.rows(place)
                worst = int(here[lost[here].argmax()])
                example = self.example(worst, (chosen[worst], self._best_column(worst)))
                found.append(Missed(*self.level(worst), Fraction(sums[place], sum(sums)), example))
        return found

    def _best_column(self, row: int) -> int:
        """The first column that is worth most with a hand."""
        worth, legal = self.decisions.worth[row], self.decisions.legal
        columns = np.arange(len(worth)) if legal is None else np.flatnonzero(legal[row])
        return int(columns[worth[columns].argmax()])

    def example(self, row: int, columns: Sequence[int]) -> Example:
        """A hand, with the value of some of its options."""
        piles: dict[str, tuple[Card, ...]] = {}
        for (pile, coder), codes in self.decisions.hands.items():
            if pile in self.game.piles and pile not in piles:
                gone = Counter(card for cards in piles.values() for card in cards)
                cards = cards_of(self.game, coder, int(codes[row]), self.game.piles[pile].count, gone)
                if cards is not None:
                    piles[pile] = cards
        worths = [(int(column), int(self.decisions.worth[row, column])) for column in columns]
        scale = self.decisions.scale
        return Example(piles, tuple((self._words(piles, column), Fraction(worth, scale)) for column, worth in worths))

    def _words(self, piles: Piles, column: int) -> str:
        choice = self.choice
        if isinstance(choice.options, Cards):
            return f"{choice.name} {card_text(piles[choice.options.pile][column])}"
        return choice.options(self.decisions.options[column]).name.lower().replace("_", " ")


def cards_of(
    game: Game, coder: Coder, code: int, count: int, gone: Mapping[Card, int] | None = None
) -> tuple[Card, ...] | None:
    """`count` cards, none of those `gone`, whose codes add up to a hand's, sorted by code.

    They are found greedily; None if the greedy search fails.
    """
    table, left = game.code_table(coder), code
    there = Counter(game.deck.counts)
    there.subtract(gone or {})
    found: list[Card] = []
    for face in sorted(game.deck.counts, key=lambda each: -table[each]):
        for _ in range(there[face]):
            if table[face] and table[face] <= left:
                found.append(face)
                left -= table[face]
    unseen = [face for face, held in there.items() if held > 0 and not table[face]]
    found += unseen[: count - len(found)]
    return tuple(reversed(found)) if not left and len(found) == count else None
