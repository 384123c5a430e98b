"""What a report says of play, of the progressive and on top, against figures worked out another way."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any

import pytest

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.core.guide import Feature
from pitboss.core.pays import Odds, Prize
from pitboss.games.super_pan_9 import strategies as pan_9
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.solver import solve
from pitboss.maths.strategy.lessons import Example, Level, Mixed
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import Tally, first_stakes, tally_columns
from pitboss.report.document import Section, Text
from pitboss.report.sections import play as deciding
from pitboss.report.sections import progressive
from pitboss.report.sections.game import warnings
from pitboss.report.sections.play import decided
from pitboss.report.sections.sessions import long_run_words
from pitboss.report.subject import Subject
from tests.support.printed import (
    ANY_AMOUNT,
    ASSUMED,
    LONG_RUN,
    METERS,
    MISSED,
    MIXED,
    NOTHING,
    RARE,
    STRATEGIES,
    WORTHS,
    Own,
    Printed,
    agrees,
    cost_of,
    hands_of,
    mentions,
    options_of,
    own_of,
    part_of,
    printed,
    same,
    subject_of,
    takes,
)

# How it is best played ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["pan", "turbo"])
def test_hands_are_worth_what_is_advised(case: str):
    part = part_of(case, decided)
    table = part.table(WORTHS)
    guide = subject_of(case).folder.guide
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


@pytest.mark.parametrize("case", ["pan", "turbo"])
def test_short_strategies_cost_what_their_hands_give_up(case: str):
    subject, part = subject_of(case), part_of(case, decided)
    best = own_of(case, subject.analysis.first)
    table = part.table(STRATEGIES)
    costs = [cost_of(case, name) for name in subject.folder.strategies]
    names = [row[0] for row in table.rows]
    assert [cost_of(case, name) for name in names] == sorted(set(costs))[: len(names)]
    for name, words, costs_cell, edge, exactly in table.rows:
        cost = cost_of(case, name)
        assert words == subject.folder.strategies[name].words
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


GUIDE = replace(pan_9.GUIDE, group=Feature(pan_9.GUIDE.by.rule, lambda group: f"kind {group}"), why="Because.")
LEVELS = [
    Level(0, 2, Fraction(1, 8), (Fraction(-1), Fraction(1, 3)), (Fraction(0), Fraction(1))),
    Level(1, 2, Fraction(1, 7), (Fraction(1, 9), Fraction(-1, 7)), (Fraction(1), Fraction(0))),
    Level(0, 3, Fraction(1, 6), (Fraction(2, 9), Fraction(2, 7)), (Fraction(1, 4), Fraction(5, 8))),
    Level(1, 3, Fraction(1, 5), (Fraction(1, 6), Fraction(1, 6)), (Fraction(0), Fraction(0))),
]
"""Of two kinds of hand: all one way, all the other, mixed, and where either way is as good."""


def test_levels_that_are_mixed_have_the_shares_of_both_ways():
    part = printed(lambda: Section("", tuple(deciding.worths(subject_of("pan"), GUIDE, LEVELS))))
    rows = part.table(WORTHS).rows
    for level, cells in zip(LEVELS, rows, strict=True):
        same(cells[1], level.share)
        same(cells[2], level.values[0])
        same(cells[3], level.values[1])
    assert [row[4] for row in rows[:2]] == ["draw", "stand"]
    draws, stands = (words.split(" ", 1) for words in rows[2][4].split(", "))
    assert (draws[0], stands[0]) == ("draw", "stand")
    same(draws[1], Fraction(5, 8))
    same(stands[1], Fraction(1, 4))
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
    mixed = Mixed(1, 9, (Fraction(1, 3), Fraction(3, 7)), examples[0], examples[1])
    lesson: Any = None  # Asked for no more than a guide with further features needs.
    part = printed(lambda: Section("", tuple(deciding.mixed_blocks(GUIDE, lesson, [mixed]))))
    for (cards, *values), cells in zip(hands, part.table(MIXED).rows, strict=True):
        same(cells[1], Fraction(1, 3))
        same(cells[2], Fraction(3, 7))
        assert cells[3] == cards
        for way, value, cell in zip(("stand", "draw"), values, cells[4:], strict=True):
            assert cell.strip("*").split()[0] == way
            same(cell.strip("*").split()[1], value)
            assert cell.startswith("**") == (value == max(values))


def test_a_strategy_costs_what_its_whole_tally_loses():
    subject = subject_of("turbo")
    best = own_of("turbo", "first_down")
    for row in part_of("turbo", decided).table(STRATEGIES).rows:
        strategy = subject.folder.strategies[row[0]]
        tally = solve(subject.game, strategy, first_stakes(subject.game), subject.game.main_wagers)
        under = Own(Analysis(subject.game, tally), "first_down")
        assert Fraction(row[4]) == best.ev - under.ev
        same(row[3], under.edge)


# The progressive ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["progressive", "generous"])
def test_meters_are_worth_their_chances(case: str):
    subject = subject_of(case)
    own = own_of(case, "blitz_bonus")
    assert (own.ev > 0) == (case == "generous")
    part = printed(lambda: Section("", tuple(progressive.blocks("", subject.analysis, "blitz_bonus"))))
    won = {meter.number: Fraction(0) for meter in subject.game.meters}
    for place, line in enumerate(own.wagers[0].lines):
        for outcome, pay in line.pays.pays.items():
            if not isinstance(pay, Odds | Prize):
                won[pay.number] += own.chance(place, outcome)
    text = part.blocks()[0]
    assert isinstance(text, Text)
    mentions(text.text, own.unit, 1 + own.ev / own.unit)
    paid = Fraction(0)
    for meter, cells in zip(subject.game.meters, part.table(METERS).rows, strict=True):
        chance = won[meter.number]
        award = Fraction(ceil(Fraction(meter.amount_cents + meter.share_cents, 100)))
        paid += chance * award
        assert cells[0].startswith(f"{meter.number}, ")
        same(cells[1], Fraction(meter.amount_cents, 100))
        same(cells[2], Fraction(meter.share_cents, 100))
        same(cells[3], 1 / chance)
        assert agrees(cells[4], 100 * chance)
        same(cells[5], chance * award / own.unit)
        check_breaks_even(own, award, chance, meter.share_cents, cells[6])
    fed = Fraction(sum(meter.share_cents for meter in subject.game.meters), 100)
    seeds = sum((won[meter.number] * meter.seed_cents for meter in subject.game.meters), Fraction(0)) / 100
    fixed = own.ev + own.unit - paid
    for cells, value in zip(part.table(LONG_RUN).rows, (fixed, fed, seeds, fixed + fed + seeds), strict=True):
        same(cells[1], value / own.unit)
    check_meter_lines(own, part, won)
    kept = own.unit - fixed - fed - seeds
    mentions(long_run_words(subject), kept / own.unit, kept, kept * 45)


def check_breaks_even(own: Own, award: Fraction, chance: Fraction, share_cents: int, cell: str) -> None:
    """With what the cell says on the meter the bet is even or better, with a cent less it is not."""
    if cell == ANY_AMOUNT:
        assert own.ev - chance * award >= 0
        return
    shows = round(float(cell.replace("$", "").replace(",", "").replace("−", "-")) * 100)
    ev = [own.ev + chance * (ceil(Fraction(cents + share_cents, 100)) - award) for cents in (shows, shows - 1)]
    assert ev[0] >= 0 or shows == 0
    assert ev[1] < 0 or shows == 0


def check_meter_lines(own: Own, part: Printed, won: Mapping[int, Fraction]) -> None:
    """Every point of a line is what the bet returns with so much on the meter."""
    drawn = part.charts("lines")
    assert len(drawn) == len(set(won.values()))
    for _, (points, *_), more in drawn:
        number = int(points[0].series.split()[1].rstrip(","))
        (meter,) = [each for each in own.game.meters if each.number == number]
        award = Fraction(ceil(Fraction(meter.amount_cents + meter.share_cents, 100)))
        for point in points:
            paid = ceil(Fraction(round(point.x * 100) + meter.share_cents, 100))
            assert point.y == pytest.approx(float(1 + (own.ev + won[number] * (paid - award)) / own.unit))
        even = float(award - own.ev / won[number])
        assert list(more["marks"]) == pytest.approx([even] if even > 0 else [])


# What must stand on top -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("parts", "warned"), [(9, True), (11, False), (3, True), (30, False)])
def test_awards_rarer_than_one_in_a_hundred_million_are_warned_of(parts: int, warned: bool):
    """A billion deals, so many of them with six spades."""
    subject = Subject(games.folder("spadez"), {}, None, ASSUMED)
    choices, lines = tally_columns(subject.game)
    tally = Tally(choices, lines, {(6,): parts, (0,): 10**9 - parts})
    subject.__dict__["analysis"] = Analysis(subject.game, tally)
    found = [each for each in warnings(subject) if "once in" in each]
    assert len(found) == warned
    for sentence in found:
        assert "Spades 6" in sentence
        mentions(sentence.split("once in ")[1], Fraction(10**9, parts))
        assert Fraction(parts, 10**9) < RARE


def test_the_rarity_of_real_awards_is_right():
    own = own_of("spadez 12", "spadez")
    (sentence,) = [each for each in warnings(subject_of("spadez 12")) if "once in" in each]
    assert "Spades 12" in sentence
    mentions(sentence.split("once in ")[1], 1 / own.chance(0, 12))
    assert own.chance(0, 11) > RARE
