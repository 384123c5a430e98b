"""The strategy in words for every choice of a round: guides with more than two ways, splits, legality and prices."""

from collections import defaultdict
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from pitboss.core.errors import GameError
from pitboss.core.game import Bound, Game, SourceKind
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import rule
from pitboss.maths.exact.solver import analysed, decisions_of
from pitboss.maths.strategy.best_play import BestPlay, best_plays
from pitboss.maths.strategy.decisions import Decisions
from pitboss.maths.strategy.lessons import Lesson
from pitboss.maths.strategy.levels import Split, Values
from pitboss.maths.strategy.plan import fitted
from tests.support.house import THREE_STREETS
from tests.support.house.three_streets.game import Ranks, Second
from tests.support.house.three_streets.strategies import GUIDES, STRATEGIES, three_points


@cache
def game() -> Game:
    return THREE_STREETS.build()


@cache
def decisions(choice: str) -> Decisions:
    return decisions_of(game(), choice=choice)


def taken(choice: str) -> list[int]:
    """The column that the plan of a choice takes in every row, found by reading its entries row by row."""
    guide, found = GUIDES[choice], decisions(choice)
    plan = fitted(game(), guide, found, choice)
    level = found.answers(game(), guide.by.rule)
    group = found.answers(game(), guide.group.rule) if guide.group else 0 * level
    columns = []
    for row in range(len(level)):
        way = 0
        for entry in plan.entries:
            if entry.group == group[row] and entry.low <= level[row] <= entry.high:
                way = entry.does
                if isinstance(way, Split):
                    split, answers = way, found.answers(game(), way.feature.rule)
                    way = split.upper if answers[row] >= split.least else split.lower
        columns.append(int(found.columns_of(game(), guide.ways[way][0])[row]))
    return columns


@pytest.mark.parametrize("choice", list(GUIDES))
def test_the_words_of_a_choice_cost_what_their_options_give_up(choice: str):
    found, plan = decisions(choice), fitted(game(), GUIDES[choice], decisions(choice), choice)
    lost, otherwise = Fraction(0), 0
    for row, column in enumerate(taken(choice)):
        legal = range(len(found.options)) if found.legal is None else np.flatnonzero(found.legal[row]).tolist()
        weight = int(found.weight[row])
        assert not weight or column in legal
        best = max(int(found.worth[row, each]) for each in legal)
        lost += Fraction(weight * (best - int(found.worth[row, column])), found.scale)
        otherwise += weight if int(found.worth[row, column]) < best else 0
    assert plan.cost == lost / found.total
    assert plan.otherwise == Fraction(otherwise, found.total)


def test_no_other_way_or_split_of_a_level_is_better():
    """Every plan of one level tried, by hand, for the choice with three ways and a second feature."""
    found, guide = decisions("second"), GUIDES["second"]
    plan = fitted(game(), guide, found, "second")
    level, further = (found.answers(game(), each.rule) for each in (guide.by, *guide.then))
    columns = [found.columns_of(game(), way) for way, _ in guide.ways]
    assert any(isinstance(entry.does, Split) for entry in plan.entries)
    best: dict[int, list[Fraction]] = defaultdict(list)
    for value in sorted(set(level[found.weight > 0].tolist())):
        rows = [row for row in np.flatnonzero(level == value).tolist() if found.weight[row]]
        cuts = {None, *(int(each) for each in further[rows])}
        for cut in cuts:
            for upper in range(len(columns)):
                for lower in range(len(columns)) if cut is not None else (upper,):
                    ways = [upper if cut is None or further[row] >= cut else lower for row in rows]
                    picked = [int(columns[way][row]) for way, row in zip(ways, rows, strict=True)]
                    assert found.legal is not None
                    if all(found.legal[row, column] for row, column in zip(rows, picked, strict=True)):
                        total = sum(int(found.totals[row, each]) for row, each in zip(rows, picked, strict=True))
                        best[value].append(Fraction(total))
    most = sum((max(each) for each in best.values()), Fraction(0))
    whole = Fraction(int(found.best_totals.sum())) - plan.cost * found.scale * found.total
    assert whole == most


def test_a_level_that_allows_no_way_is_refused():
    guide = Guide(by=Feature(three_points, str), ways=((Second.BET_4, "bet 4"), (Second.BET_4, "bet 4 again")))
    with pytest.raises(GameError, match="the rules forbid every way of its guide with some hand of 6"):
        fitted(game(), guide, decisions("second"), "second")


def test_a_way_that_is_illegal_with_some_hands_is_kept_to_the_others():
    legal = [np.array([True, True, True]), np.array([False, True, True])]
    values = Values([np.array([0, 0, 0]), np.array([0, 5, 5])], legal, (0, 1))
    feature = Feature(three_points, str)
    assert values.best([np.array([1, 2, 3])], [feature], Fraction(0)) == Split(feature, 2, 1, 0)
    assert values.best([], [], Fraction(0)) == 0
    nothing = Values(values.totals, [legal[1], legal[1]], (0, 1))
    assert nothing.best([], [], Fraction(0)) is None


def test_named_strategies_are_priced_over_all_their_choices():
    plays = best_plays(game(), lambda choice: GUIDES[choice], STRATEGIES)
    assert list(plays) == ["first", "second", "third"]
    costs = {each.strategy.name: each.cost for each in plays["first"].named}
    assert list(costs.values()) == sorted(costs.values())
    assert costs == {each.strategy.name: each.cost for each in plays["third"].named}
    assert set(costs) == {each.name for each in STRATEGIES}
    assert min(costs.values()) > 0
    assert BestPlay(game(), None, STRATEGIES).named[0].cost == min(costs.values())


def test_ties_are_the_deals_in_which_two_options_are_worth_most():
    found = decisions("second")
    tied = 0
    for row in range(len(found.weight)):
        assert found.legal is not None
        worths = sorted(int(found.worth[row, each]) for each in np.flatnonzero(found.legal[row]))
        tied += int(found.weight[row]) if worths[-1] == worths[-2] else 0
    plays = best_plays(game(), lambda choice: GUIDES[choice], STRATEGIES)
    assert plays["second"].tied == Fraction(tied, found.total)


def test_lessons_of_three_ways_have_every_way_and_an_example_of_each():
    lesson = Lesson(game(), GUIDES["second"], decisions("second"), "second")
    levels = lesson.by_level()
    assert sum(level.share for level in levels) == 1
    assert {len(level.values) for level in levels} == {3}
    mixed = lesson.mixed()
    assert mixed
    for each in mixed:
        assert len(each.examples) == sum(1 for share in each.better if share)
        for example in each.examples:
            cards = [card for pile in example.cards.values() for card in pile]
            assert len(set(cards)) == len(cards) == 3
    missed = lesson.missed(STRATEGIES[1])
    assert sum(each.part for each in missed) <= 1
    assert analysed(game()).tally.total == decisions("second").total


def grouped(choice: str) -> Decisions:
    """The decisions of a choice with all hands in one row that answer its guide and strategies alike."""
    found, guide = decisions(choice), GUIDES[choice]
    rules = [game().bind(each.rule) for each in (guide.by, guide.group, *guide.then) if each]
    rules += [game().bind(way) for way, _ in guide.ways if not isinstance(way, int)]
    rules += [game().bind(each.rules[choice], each.constants) for each in STRATEGIES]
    answers = {bound: found.answers(game(), bound.rule, constants_of(bound)) for bound in rules}
    legal = np.ones(found.worth.shape, dtype=bool) if found.legal is None else found.legal
    keys = np.stack([*answers.values(), *legal.T.astype(np.int64)], axis=1)
    _, first, group = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    group, count = group.ravel(), len(first)

    def added(column: np.ndarray) -> np.ndarray:
        return np.array([column[group == place].sum(axis=0) for place in range(count)])

    most = np.array([np.flatnonzero(group == place)[found.weight[group == place].argmax()] for place in range(count)])
    return Decisions(
        {key: column[most] for key, column in found.hands.items()},
        added(found.weight),
        found.worth[most],
        found.scale,
        found.total,
        found.options,
        {name: column[most] for name, column in found.made.items()},
        None if found.legal is None else legal[most],
        {bound: column[most] for bound, column in answers.items()},
        added(found.totals),
        added(found.best_totals),
        added(found.preferred),
        added(found.tied),
    )


def constants_of(bound: Bound) -> dict[str, int]:
    return {each.name: each.value for each in bound.sources if each.kind is SourceKind.CONSTANT}


@pytest.mark.parametrize("choice", list(GUIDES))
def test_hands_in_groups_have_the_same_words_and_prices(choice: str):
    guide, one, other = GUIDES[choice], decisions(choice), grouped(choice)
    assert other.is_grouped
    assert len(other.weight) < len(one.weight)
    assert fitted(game(), guide, other, choice) == fitted(game(), guide, one, choice)
    assert int(other.tied.sum()) == int(one.tied.sum())
    lessons = [Lesson(game(), guide, each, choice) for each in (one, other)]
    assert lessons[0].by_level() == lessons[1].by_level()
    for strategy in STRATEGIES:
        parts = [[(each.group, each.level, each.part) for each in lesson.missed(strategy)] for lesson in lessons]
        assert parts[0] == parts[1]
    with pytest.raises(GameError, match="hands were not grouped by points_of_two"):
        other.answers(game(), points_of_two)


@rule
def points_of_two(player: Ranks) -> int:
    """A rule that no reader asked for."""
    return player
