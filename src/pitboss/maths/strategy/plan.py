"""The best strategy in words: a decision table fitted to the value of every hand, with its exact cost.

Hands are grouped into levels of a feature that a player can count. All hands of a level are played alike, or the level
is split once, at the best value of a further feature. The cost of the words against the best strategy is an exact
fraction, and so is the cost of every named strategy.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.core.game import Game, Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.maths.exact.decide import only_choice
from pitboss.maths.exact.sums import ranked
from pitboss.maths.strategy.decisions import Decisions, exact_product, exact_sum

WORTH_SAYING = Fraction(1, 100_000)  # The gain per round, in units, that makes a split worth its words.


@dataclass(frozen=True)
class Split:
    """A split of one level: the way `upper` from the value `least` of a feature upwards, the other way below."""

    feature: Feature
    least: int
    upper: int


@dataclass(frozen=True)
class PlanEntry:
    """Adjacent levels, and how they are played: one of the two ways, or a split between them."""

    group: int
    low: int
    high: int
    does: int | Split


@dataclass(frozen=True)
class Plan:
    """The best strategy as a decision table."""

    entries: tuple[PlanEntry, ...]
    cost: Fraction
    """The EV per round that the table gives up against the best strategy."""
    otherwise: Fraction
    """The share of deals in which the table does not play the best option."""
    mixed: Mapping[tuple[int, int], Fraction]
    """For every mixed level: the share of its hands in which the second way is better."""


class Levels:
    """The decisions of a game, grouped by the levels of its guide."""

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

    def level(self, row: int) -> tuple[int, int]:
        """The group and the level of a hand."""
        return int(self.groups[row]), int(self.levels[row])


def fitted(game: Game, guide: Guide, decisions: Decisions) -> Plan:
    """The best plan that a guide can express."""
    levels = Levels(game, guide, decisions)
    first, second = levels.worths
    gain = exact_product(decisions.weight, second - first)
    further = [decisions.answers(game, feature.rule) for feature in guide.then]
    takes_second = np.zeros(len(gain), dtype=bool)
    entries: list[PlanEntry] = []
    mixed: dict[tuple[int, int], Fraction] = {}
    for place in range(levels.count):
        here = levels.rows(place)
        group, level = levels.level(here[0])
        does = fitted_level(gain[here], [each[here] for each in further], guide.then, decisions)
        better = decisions.weight[here][gain[here] > 0].sum()
        if 0 < better < decisions.weight[here].sum():
            mixed[group, level] = Fraction(int(better), int(decisions.weight[here].sum()))
        takes_second[here] = does == 1
        if isinstance(does, Split):
            answers = further[guide.then.index(does.feature)][here]
            takes_second[here] = (answers >= does.least) == (does.upper == 1)
        last = entries[-1] if entries else None
        if last and last.group == group and last.does == does and not isinstance(does, Split):
            entries[-1] = PlanEntry(group, last.low, level, does)
        else:
            entries.append(PlanEntry(group, level, level, does))
    lost = decisions.best - np.where(takes_second, second, first)
    return Plan(
        tuple(entries),
        Fraction(exact_sum(decisions.weight, lost), decisions.scale * decisions.total),
        Fraction(int(decisions.weight[lost > 0].sum()), decisions.total),
        mixed,
    )


def fitted_level(
    gain: np.ndarray, further: Sequence[np.ndarray], features: Sequence[Feature], decisions: Decisions
) -> int | Split:
    """The best way for all hands of one level, or a split that gains at least `WORTH_SAYING` over it."""
    whole = int(gain.sum())
    best, found = (whole, 1) if whole > 0 else (0, 0)
    enough = WORTH_SAYING * decisions.scale * decisions.total
    if (gain > 0).any() and (gain < 0).any():
        for answers, feature in zip(further, features, strict=True):
            values, which = np.unique(answers, return_inverse=True)
            sums = np.zeros(len(values), dtype=gain.dtype)
            np.add.at(sums, which.ravel(), gain)
            below = 0
            for value, more in zip(values.tolist(), sums.tolist(), strict=True):
                for upper, gained in ((1, whole - below), (0, below)):
                    if gained > best and gained - max(whole, 0) >= enough:
                        best, found = gained, Split(feature, value, upper)
                below += more
    return found


def spoken(plan: Plan, guide: Guide) -> list[str]:
    """The lines of a plan, one sentence per entry."""
    lines = []
    for entry in plan.entries:
        where = where_of(plan.entries, guide, entry) or "always"
        if isinstance(entry.does, Split):
            upper, lower = guide.ways[entry.does.upper][1], guide.ways[1 - entry.does.upper][1]
            lines.append(f"{where}: {lower}, but {upper} {split_words(entry.does)}")
        else:
            lines.append(f"{where}: {guide.ways[entry.does][1]}")
    return lines


def where_of(entries: Iterable[PlanEntry], guide: Guide, entry: PlanEntry) -> str:
    """The hands that an entry covers, in words: `5 points or fewer`; empty if it covers all."""
    levels = [(each.low, each.high) for each in entries if each.group == entry.group]
    bottom, top = min(low for low, _ in levels), max(high for _, high in levels)
    group = guide.group.words(entry.group) if guide.group else ""
    if entry.low == bottom and entry.high == top:
        return group
    if entry.low == entry.high:
        level = guide.by.words(entry.low)
    elif entry.high == top:
        level = guide.by.or_more(entry.low)
    elif entry.low == bottom:
        level = guide.by.or_fewer(entry.high)
    else:
        low = guide.by.say(entry.low)
        low = str(entry.low) if low.startswith(str(entry.low)) else low
        level = f"{low} to {guide.by.words(entry.high)}"
    return f"{group}, {level}" if group else level


def split_words(split: Split) -> str:
    """The upper part of a split, in words: `with all seven cards together counting 59 or more`."""
    return split.feature.or_more(split.least)


@dataclass(frozen=True)
class Said:
    """A plan in words for a player."""

    lines: list[str]
    note: str
    cost: Fraction
    otherwise: Fraction
    mixed: list[tuple[str, str, Fraction]]
    """For each mixed level: its words, the rarer way, and the share of hands in which that way is better."""


def said_of(game: Game, guide: Guide, decisions: Decisions) -> Said:
    """The best strategy in words, by a guide."""
    plan = fitted(game, guide, decisions)
    mixed = []
    for (group, level), share in plan.mixed.items() if decisions.options else ():
        where = (f"{guide.group.say(group)} and " if guide.group else "") + guide.by.words(level)
        rarer = 1 if share < Fraction(1, 2) else 0
        mixed.append((where, guide.ways[rarer][1], share if rarer else 1 - share))
    return Said(spoken(plan, guide), guide.note, plan.cost, plan.otherwise, mixed)


@dataclass(frozen=True)
class Short:
    """A named strategy and its cost: the EV per round that it gives up against the best one."""

    strategy: Strategy
    cost: Fraction


def priced(game: Game, strategies: Iterable[Strategy], decisions: Decisions) -> list[Short]:
    """Named strategies by cost, ascending; of strategies with equal cost, only the first."""
    choice = only_choice(game).name
    best = Fraction(exact_sum(decisions.weight, decisions.best), decisions.scale * decisions.total)
    found: dict[Fraction, Short] = {}
    for strategy in strategies:
        if strategy.memory is not None:
            continue  # Its cost depends on the shoe.
        columns = decisions.columns_of(game, strategy.rules[choice], strategy.constants)
        cost = best - decisions.value(columns)
        found.setdefault(cost, Short(strategy, cost))
    return [found[cost] for cost in sorted(found)]
