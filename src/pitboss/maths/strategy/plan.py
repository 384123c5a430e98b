"""The best strategy in words: a decision table fitted to the value of every hand, with its exact cost.

Hands are grouped into levels of a feature that a player can count. All hands of a level are played alike, or the level
is split once, at the best value of a further feature. Each choice of a round has words of its own. Their cost against
the best strategy is an exact fraction, and so is the cost of every named strategy.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.core.errors import GameError
from pitboss.core.game import Game, Strategy
from pitboss.core.guide import Guide
from pitboss.maths.exact.decide import only_choice
from pitboss.maths.strategy.decisions import Decisions
from pitboss.maths.strategy.levels import Levels, Split, ways_by_stake

WORTH_SAYING = Fraction(1, 100_000)  # The gain per round, in units, that makes a split worth its words.


@dataclass(frozen=True)
class PlanEntry:
    """Adjacent levels, and how they are played: one of the guide's ways, or a split between two."""

    group: int
    low: int
    high: int
    does: int | Split


@dataclass(frozen=True)
class Plan:
    """The best strategy of a choice as a decision table."""

    entries: tuple[PlanEntry, ...]
    cost: Fraction
    """The EV per round that the table gives up against the best strategy, all other choices being played best."""
    otherwise: Fraction
    """The share of deals in which the table does not play the best option."""
    mixed: Mapping[tuple[int, int], tuple[int, Fraction]]
    """For every mixed level: the rarer of its ways, and the share of its hands in which that way is better."""


def fitted(game: Game, guide: Guide, decisions: Decisions, choice: str = "") -> Plan:
    """The best plan that a guide can express for a choice, by default the only one."""
    levels, order = Levels(game, guide, decisions), ways_by_stake(game, guide, choice or only_choice(game).name)
    further = [decisions.answers(game, feature.rule) for feature in guide.then]
    enough = WORTH_SAYING * decisions.scale * decisions.total
    taken = np.zeros(len(decisions.weight), dtype=np.int64)
    entries: list[PlanEntry] = []
    mixed: dict[tuple[int, int], tuple[int, Fraction]] = {}
    for place in range(levels.count):
        here = levels.rows(place)
        group, level = levels.level(here[0])
        does = levels.values(here, order).best([each[here] for each in further], guide.then, enough)
        if does is None:
            why = f"the rules forbid every way of its guide with some hand of {levels.words(here[0])}"
            raise GameError(f"{game.name}: {why}", "no-solver")
        rarer = rarer_way(levels.shares(here))
        if rarer:
            mixed[group, level] = rarer
        taken[here] = does if not isinstance(does, Split) else 0
        if isinstance(does, Split):
            answers = further[guide.then.index(does.feature)][here]
            taken[here] = np.where(answers >= does.least, does.upper, does.lower)
        last = entries[-1] if entries else None
        if last and last.group == group and last.does == does and not isinstance(does, Split):
            entries[-1] = PlanEntry(group, last.low, level, does)
        else:
            entries.append(PlanEntry(group, level, level, does))
    rows, columns = levels.order, np.choose(taken, levels.columns)[levels.order]
    lost = decisions.best_totals[rows] - decisions.totals[rows, columns]
    other = decisions.weight[rows] - decisions.preferred[rows, columns]
    cost = Fraction(int(lost.sum()), decisions.scale * decisions.total)
    return Plan(tuple(entries), cost, Fraction(int(other.sum()), decisions.total), mixed)


def rarer_way(shares: Sequence[Fraction]) -> tuple[int, Fraction] | None:
    """The rarer way of a mixed level, and the share of its hands in which that way is better; None for other levels.

    Where the first of two ways is as good as the second, it counts as the better one.
    """
    if len(shares) == 2:
        second = shares[1]
        if second in (0, 1):
            return None
        return (1, second) if second < Fraction(1, 2) else (0, 1 - second)
    first, rarer, *_ = sorted(range(len(shares)), key=lambda way: (-shares[way], way))
    return None if shares[first] == 1 or not shares[rarer] else (rarer, shares[rarer])


def spoken(plan: Plan, guide: Guide) -> list[str]:
    """The lines of a plan, one sentence per entry."""
    lines = []
    for entry in plan.entries:
        where = where_of(plan.entries, guide, entry) or "always"
        if isinstance(entry.does, Split):
            upper, lower = guide.ways[entry.does.upper][1], guide.ways[entry.does.lower][1]
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


def said_of(game: Game, guide: Guide, decisions: Decisions, choice: str = "") -> Said:
    """The best strategy of a choice (by default the only one) in words, by a guide."""
    plan = fitted(game, guide, decisions, choice)
    mixed = []
    for (group, level), (rarer, share) in plan.mixed.items() if decisions.options else ():
        where = (f"{guide.group.say(group)} and " if guide.group else "") + guide.by.words(level)
        mixed.append((where, guide.ways[rarer][1], share))
    return Said(spoken(plan, guide), guide.note, plan.cost, plan.otherwise, mixed)


@dataclass(frozen=True)
class Short:
    """A named strategy and its cost: the EV per round that it gives up against the best one."""

    strategy: Strategy
    cost: Fraction


def priced(game: Game, strategies: Iterable[Strategy], decisions: Decisions) -> list[Short]:
    """Named strategies of a game with one choice by cost, ascending; of strategies with equal cost, only the first."""
    choice = only_choice(game).name
    best = Fraction(int(decisions.best_totals.sum()), decisions.scale * decisions.total)

    def cost(strategy: Strategy) -> Fraction:
        columns = decisions.columns_of(game, strategy.rules[choice], strategy.constants)
        return best - decisions.value(columns)

    return by_cost(strategies, cost)


def by_cost(strategies: Iterable[Strategy], cost_of: Callable[[Strategy], Fraction]) -> list[Short]:
    """Named strategies by cost, ascending; of strategies with equal cost, only the first.

    The cost of a strategy with a memory depends on the shoe, so it is left out.
    """
    found: dict[Fraction, Short] = {}
    for strategy in strategies:
        if strategy.memory is None:
            cost = cost_of(strategy)
            found.setdefault(cost, Short(strategy, cost))
    return [found[cost] for cost in sorted(found)]
