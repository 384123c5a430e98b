"""The decisions of a choice by the levels of its guide, and the best way to play all hands of one level."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.core.game import Game
from pitboss.core.guide import Feature, Guide
from pitboss.maths.exact.decide import added_stakes
from pitboss.maths.exact.sums import ranked
from pitboss.maths.strategy.decisions import Decisions
from pitboss.maths.tally.tally import first_stakes


@dataclass(frozen=True)
class Split:
    """A split of one level: the way `upper` from the value `least` of a feature upwards, the way `lower` below."""

    feature: Feature
    least: int
    upper: int
    lower: int


class Levels:
    """The decisions of a choice by the levels of its guide.

    Hands that the best earlier play never leads to are left out. `columns`, `legal`, `worths`, `totals` and `better`
    hold an array over the rows for every way of the guide.
    """

    def __init__(self, game: Game, guide: Guide, decisions: Decisions) -> None:
        self.game, self.guide, self.decisions = game, guide, decisions
        self.levels = decisions.answers(game, guide.by.rule)
        self.groups = decisions.answers(game, guide.group.rule) if guide.group else 0 * self.levels
        number, _ = ranked(self.groups * (int(self.levels.max(initial=0)) + 1) + self.levels)
        order = np.argsort(number, kind="stable")
        self.order = order[decisions.weight[order] != 0]
        number[self.order], self.count = ranked(number[self.order])
        self.number = number
        """The place of each row's level; of no meaning for rows that are left out."""
        self.bounds = np.searchsorted(number[self.order], np.arange(self.count + 1))
        self.columns = [decisions.columns_of(game, way) for way, _ in guide.ways]
        self.legal = [decisions.is_legal(column) for column in self.columns]
        rows = np.arange(len(decisions.weight))
        self.worths = [decisions.worth[rows, column] for column in self.columns]
        totals = decisions.totals
        self.totals = [totals[rows, column] for column in self.columns]
        self.better = self._better()

    def _better(self) -> list[np.ndarray]:
        """By way: the weight of the hands with which it is worth more than the other.

        Of more than two ways it is that of the hands with which no other is worth more.
        """
        decisions, ways = self.decisions, range(len(self.columns))
        if decisions.is_grouped:
            rows, preferred = np.arange(len(decisions.weight)), decisions.preferred
            best = [preferred[rows, column] for column in self.columns]
            return (
                [decisions.weight - each for each in best[::-1]] if len(decisions.options) == len(ways) == 2 else best
            )
        least = min(int(each.min(initial=0)) for each in self.worths) - 1
        seen = [np.where(legal, worth, least) for legal, worth in zip(self.legal, self.worths, strict=True)]
        if len(ways) == 2:
            is_better = [seen[0] > seen[1], seen[1] > seen[0]]
        else:
            most = np.max(np.stack(seen), axis=0)
            is_better = [(seen[way] == most) & self.legal[way] for way in ways]
        return [np.where(each, decisions.weight, np.zeros(1, dtype=decisions.weight.dtype)) for each in is_better]

    def shares(self, here: np.ndarray) -> tuple[Fraction, ...]:
        """For each way, the share of some hands in which it is the better one, as `better` has it."""
        whole = int(self.decisions.weight[here].sum())
        return tuple(Fraction(int(each[here].sum()), whole) for each in self.better)

    def rows(self, place: int) -> np.ndarray:
        """The hands of one level."""
        return self.order[self.bounds[place] : self.bounds[place + 1]]

    def level(self, row: int) -> tuple[int, int]:
        """The group and the level of a hand."""
        return int(self.groups[row]), int(self.levels[row])

    def words(self, row: int) -> str:
        """The group and the level of a hand in words."""
        group, level = self.level(row)
        return (f"{self.guide.group.words(group)}, " if self.guide.group else "") + self.guide.by.words(level)

    def values(self, here: np.ndarray, order: Sequence[int]) -> "Values":
        """The values of some hands; `order` is that of the ways where they are worth the same."""
        return Values([each[here] for each in self.totals], [each[here] for each in self.legal], order)


def ways_by_stake(game: Game, guide: Guide, choice: str) -> list[int]:
    """The ways of a guide in the order in which ties fall: the one that stakes most first, then as they are listed."""
    added = added_stakes(game, first_stakes(game), game.choices[choice])
    stakes = [added.get(way, Fraction(0)) if isinstance(way, int) else Fraction(0) for way, _ in guide.ways]
    return sorted(range(len(stakes)), key=lambda place: (-stakes[place], place))


Sums = list[int | None]
"""By way the summed value of some hands; None where the way is illegal with one of them."""


@dataclass(frozen=True)
class Values:
    """The hands of one level: for every way the summed value with each hand, and whether it is legal."""

    totals: Sequence[np.ndarray]
    legal: Sequence[np.ndarray]
    order: Sequence[int]
    """The ways in the order in which ties fall."""

    def best(self, further: Sequence[np.ndarray], features: Sequence[Feature], enough: Fraction) -> int | Split | None:
        """The best way for all hands, or a split by a feature that gains at least `enough` over it.

        It is None where the rules forbid every way, and every split, with some hand.
        """
        whole = [int(each.sum()) if legal.all() else None for each, legal in zip(self.totals, self.legal, strict=True)]
        found: int | Split | None = self._best(whole)
        if found is not None and self._is_never_worse(found):
            return found
        alone = most = None if found is None else whole[found]
        for answers, feature in zip(further, features, strict=True):
            values, below, above = self._cut(answers)
            for place in range(1, len(values)):
                lower, upper = self._best(below[place]), self._best(above[place])
                if lower is None or upper is None:
                    continue
                gained = (below[place][lower] or 0) + (above[place][upper] or 0)
                if most is None or (gained > most and (alone is None or gained - alone >= enough)):
                    most, found = gained, Split(feature, values[place], upper, lower)
        return found

    def _best(self, sums: Sums) -> int | None:
        """The way with the largest sum among those that are legal."""
        allowed = [way for way in self.order if sums[way] is not None]
        return max(allowed, key=lambda way: sums[way] or 0, default=None)

    def _is_never_worse(self, way: int) -> bool:
        """Whether no other way is worth more with any hand."""
        others = zip(self.totals, self.legal, strict=True)
        return all((~legal | (self.totals[way] >= total)).all() for total, legal in others)

    def _cut(self, answers: np.ndarray) -> tuple[list[int], list[Sums], list[Sums]]:
        """The values of a feature; and for each of them the sums of the hands below it, and of those from it on."""
        values, which = np.unique(answers, return_inverse=True)
        below: list[Sums] = [[] for _ in values]
        above: list[Sums] = [[] for _ in values]
        for total, legal in zip(self.totals, self.legal, strict=True):
            sums = np.zeros(len(values), dtype=total.dtype)
            np.add.at(sums, which.ravel(), total)
            forbidden = np.zeros(len(values), dtype=bool)
            forbidden[which.ravel()[~legal]] = True
            whole, sum_below, place_sums = int(sums.sum()), 0, sums.tolist()
            for place in range(len(values)):
                below[place].append(None if forbidden[:place].any() else sum_below)
                above[place].append(None if forbidden[place:].any() else whole - sum_below)
                sum_below += place_sums[place]
        return values.tolist(), below, above
