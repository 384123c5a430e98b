"""What a report says of play, against `advise` of every hand."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from pitboss.core.cards import parse_card, parse_cards
from pitboss.core.guide import Feature
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.decide import exact
from pitboss.maths.exact.solver import solve
from pitboss.maths.strategy.lessons import Example, Lessons, Level, Mixed
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import figures, first_stakes
from pitboss.report.document import Section, Text
from pitboss.report.sections.play import OPTIONS_TAKEN, mixed_blocks, play_section, value_blocks
from pitboss.report.subject import Subject
from tests.support.house import THREE_STREETS
from tests.support.house.draw_five import strategies
from tests.support.printed import MISSED, MIXED, NOTHING, STRATEGIES, WORTHS, mentions, printed, same
from tests.support.recomputed import Own
from tests.support.report_cases import ASSUMED, HANDS, cost_of, hands_of, options_of, own_of, part_of, subject_of, takes


@pytest.mark.parametrize("case", HANDS)
def test_hands_are_worth_what_is_advised(case: str):
    part = part_of(case, play_section)
    table = part.table(WORTHS)
    guide = subject_of(case).folder.guide_for(subject_of(case).game)
    assert guide is not None
    ways = [way for _, way in guide.ways]
    levels = sorted({each.level for each in hands_of(case)})
    drawn = []
    for level, cells in zip(levels, table.rows, strict=True):
        hands = [each for each in hands_of(case) if each.level == level]
        share = sum(each.share for each in hands)
        values = [sum(each.share * each.values[place] for each in hands) / share for place in (0, 1)]
        second = sum(each.share for each in hands if each.values[1] > each.values[0])
        assert cells[0].split()[0] == str(level)
        same(cells[1], share)
        same(cells[2], values[0])
        same(cells[3], values[1])
        assert second in (0, share), "none of these games has a level that is mixed"
        assert cells[4].split()[0] == ways[bool(second)]
        drawn.append([float(value) for value in values])
    points = part.charts("lines")[0][1][0]
    for place, way in enumerate(ways):
        line = [point.y for point in points if point.series == way]
        assert line == pytest.approx([values[place] for values in drawn])
    first = own_of(case, subject_of(case).analysis.first)
    words = " ".join(each.text for each in part.blocks() if isinstance(each, Text))
    mentions(words, first.edge)
    assert str(first.edge) in words


@pytest.mark.parametrize("case", HANDS)
def test_short_strategies_cost_what_their_hands_give_up(case: str):
    subject, part = subject_of(case), part_of(case, play_section)
    best = own_of(case, subject.analysis.first)
    table = part.table(STRATEGIES)
    told = {each.name: each.words for each in subject.folder.strategies_for(subject.game)}
    costs = [cost_of(case, name) for name in told]
    names = [row[0] for row in table.rows]
    assert [cost_of(case, name) for name in names] == sorted(set(costs))[: len(names)]
    for name, words, costs_cell, edge, exactly in table.rows:
        cost = cost_of(case, name)
        assert words == told[name]
        if cost:
            same(costs_cell, cost)
        else:
            assert costs_cell == NOTHING
        same(edge, best.edge + cost)
        assert Fraction(exactly) == cost
    missed = part.table(MISSED)
    for name, level_words, cell, cards, plays, better in missed.rows:
        level = int(level_words.split()[0])
        same(cell, cost_of(case, name, level) / cost_of(case, name))
        (choice,) = subject.game.choices.values()
        values = advise(subject.game, {choice.sees[0]: parse_cards(cards)}, ())
        options = {option.name.lower(): values[option] for option in options_of(choice)}
        for text, value in ((plays, options[plays.split()[0]]), (better, max(values.values()))):
            assert options[text.split()[0]] == value
            same(text.split()[1], value)
        assert plays.split()[0] == options_of(choice)[takes(name, level)].name.lower()
    assert {row[0] for row in missed.rows} == {name for name in names if cost_of(case, name)}


GUIDE = replace(
    strategies.GUIDE, group=Feature(strategies.GUIDE.by.rule, lambda group: f"kind {group}"), why="Because."
)
LEVELS = [
    Level(0, 2, Fraction(1, 8), (Fraction(-1), Fraction(1, 3)), (Fraction(0), Fraction(1))),
    Level(1, 2, Fraction(1, 7), (Fraction(1, 9), Fraction(-1, 7)), (Fraction(1), Fraction(0))),
    Level(0, 3, Fraction(1, 6), (Fraction(2, 9), Fraction(2, 7)), (Fraction(1, 4), Fraction(5, 8))),
    Level(1, 3, Fraction(1, 5), (Fraction(1, 6), Fraction(1, 6)), (Fraction(0), Fraction(0))),
]
"""Of two kinds of hand: all one way, all the other, mixed, and where either way is as good."""


def test_levels_that_are_mixed_have_the_shares_of_both_ways():
    part = printed(lambda: Section("", tuple(value_blocks(subject_of("draw-five"), GUIDE, LEVELS))))
    rows = part.table(WORTHS).rows
    for level, cells in zip(LEVELS, rows, strict=True):
        same(cells[1], level.share)
        for cell, value in zip(cells[2:4], level.values, strict=True):
            assert value is not None
            same(cell, value)
    assert [row[4] for row in rows[:2]] == ["draw", "stand"]
    draws, stands, equal = (words.split(" ", 1) for words in rows[2][4].split(", "))
    assert (draws[0], stands[0], equal[0]) == ("draw", "stand", "equal")
    same(draws[1], Fraction(5, 8))
    same(stands[1], Fraction(1, 4))
    same(equal[1], Fraction(1, 8))  # The shares add up to all hands of the level.
    assert rows[3][4] == "either"
    ((_, (cells, *_), _),) = part.charts("decision_map")
    shown = {(cell.y, cell.x): (cell.share, cell.words) for cell in cells}
    assert shown == {
        ("kind 0", "2"): (1.0, "100"),
        ("kind 1", "2"): (0.0, "0"),
        ("kind 0", "3"): (pytest.approx(5 / 7), "71"),
        ("kind 1", "3"): (None, "="),
    }


def test_mixed_levels_show_the_hands_for_either_way():
    hands = [("2c 3c 4d", Fraction(1, 3), Fraction(-1, 7)), ("Ac 3c 5d", Fraction(-1, 9), Fraction(2, 7))]
    examples = [
        Example({"player": parse_cards(cards)}, (("stand", stand), ("draw", draw))) for cards, stand, draw in hands
    ]
    mixed = Mixed(1, 9, (Fraction(1, 3), Fraction(3, 7)), tuple(examples))
    part = printed(lambda: Section("", tuple(mixed_blocks(GUIDE, Lessons([], [mixed], {}, {})))))
    for (cards, *values), cells in zip(hands, part.table(MIXED).rows, strict=True):
        same(cells[1], Fraction(1, 3))
        same(cells[2], Fraction(3, 7))
        same(cells[3], 1 - Fraction(1, 3) - Fraction(3, 7))
        assert sorted(map(parse_card, cells[4].split())) == sorted(parse_cards(cards))
        ranks = [parse_card(each) % 13 for each in cells[4].split()]
        assert ranks == sorted(ranks, reverse=True)
        for way, value, cell in zip(("stand", "draw"), values, cells[5:], strict=True):
            assert cell.strip("*").split()[0] == way
            same(cell.strip("*").split()[1], value)
            assert cell.startswith("**") == (value == max(values))


def test_a_strategy_costs_what_its_whole_tally_loses():
    subject = subject_of("draw-five")
    best = own_of("draw-five", "regular")
    for row in part_of("draw-five", play_section).table(STRATEGIES).rows:
        strategy = subject.folder.strategies[row[0]]
        tally = solve(subject.game, strategy, first_stakes(subject.game), subject.game.main_wagers)
        under = Own(Analysis(subject.game, tally), "regular")
        assert Fraction(row[4]) == best.ev - under.ev
        same(row[3], under.edge)


def test_every_choice_of_a_round_with_several_has_a_section_of_its_own():
    """The words, values and prices of each, against the decisions and tallies themselves."""
    subject = Subject(THREE_STREETS, {}, None, ASSUMED)
    section = play_section(subject)
    assert section
    taken, *parts = section.sections
    assert taken.title == OPTIONS_TAKEN
    assert [each.title for each in parts] == ["Choice 1: first", "Choice 2: second", "Choice 3: third"]
    for part, (choice, best) in zip(parts, subject.best_plays.items(), strict=True):
        told = printed(lambda part=part: part)
        decisions, guide = best.decisions, best.guide
        assert guide
        level = decisions.answers(subject.game, guide.by.rule)
        kept = decisions.weight > 0
        group = decisions.answers(subject.game, guide.group.rule) if guide.group else 0 * level
        keys = sorted(set(zip(group[kept].tolist(), level[kept].tolist(), strict=True)))
        table = told.table(WORTHS)
        assert len(table.rows) == len(keys), choice
        for (in_group, at_level), cells in zip(keys, table.rows, strict=True):
            rows = [row for row in np.flatnonzero((group == in_group) & (level == at_level)) if kept[row]]
            weight = sum(int(decisions.weight[row]) for row in rows)
            same(cells[1], Fraction(weight, decisions.total))
            for (way, _), cell in zip(guide.ways, cells[2:-1], strict=True):
                columns = decisions.columns_of(subject.game, way)
                legal = [row for row in rows if decisions.is_legal(columns)[row]]
                if not legal:
                    assert cell == "not allowed"
                    continue
                total = sum(int(decisions.weight[row]) * int(decisions.worth[row, columns[row]]) for row in legal)
                same(cell, Fraction(total, decisions.scale * sum(int(decisions.weight[row]) for row in legal)))
        costs = {row[0]: row[4] for row in told.table(STRATEGIES).rows}
        stakes, names = first_stakes(subject.game), subject.game.main_wagers
        evs = {
            name: figures(subject.game, exact(subject.game, each), names, stakes).ev
            for name, each in THREE_STREETS.strategies.items()
        }
        best_ev = subject.analysis.figures["main"].ev
        assert costs == {name: str(best_ev - ev) for name, ev in evs.items()}
