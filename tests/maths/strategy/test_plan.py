"""The best strategy in words, and what words and short strategies cost: each cost two ways."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss import games
from pitboss.core.game import Strategy
from pitboss.core.rule import rule
from pitboss.games.three_card_blitz.game import Play, points
from pitboss.games.three_card_blitz.strategies import whole_count
from pitboss.hands.bits import Bits
from pitboss.maths.exact.solver import decisions_of, solve, solver_of
from pitboss.maths.strategy import plan
from pitboss.maths.strategy.decisions import exact_sum
from pitboss.maths.tally.tally import figures, first_stakes
from tests.support.command import check_refused, pitboss

SMALL = ("super-pan-9", "turbo-sports")


def ev(game, tally) -> Fraction:
    return figures(game, tally, game.main_wagers, first_stakes(game)).ev


def check_costs(name: str, strategies: list[str], **options: str) -> None:
    """What named strategies cost by the values of hands, against the tally of each."""
    game = games.build(name, options)
    best = ev(game, solve(game, None, first_stakes(game), game.main_wagers))
    decisions = decisions_of(game)
    known = games.folder(name).strategies
    costs = {each.strategy.name: each.cost for each in plan.priced(game, known.values(), decisions)}
    for each in strategies:
        tally = solver_of(game).under(game, known[each])
        assert costs[each] == best - ev(game, tally), each
        assert costs[each] >= 0


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_costs_of_small_games_two_ways(name: str):
    game = games.build(name)
    decisions = decisions_of(game)
    distinct = [each.strategy.name for each in plan.priced(game, games.folder(name).strategies.values(), decisions)]
    assert len(distinct) >= 3
    check_costs(name, distinct)


@pytest.mark.slow
def test_costs_for_one_deck_and_another_commission():
    check_costs("super-pan-9", ["draw-on-5", "draw-on-6", "draw-on-3"], decks="1", commission="2%")


@pytest.mark.compiled
def test_costs_of_three_card_poker_two_ways():
    check_costs("three-card-poker", ["q-6-4", "mimic", "always-play"])
    check_costs("three-card-poker+spadez", ["q-6-4", "mimic"])


@pytest.mark.compiled
def test_costs_of_three_card_blitz_two_ways():
    check_costs("three-card-blitz", ["play-on-18", "play-on-19", "play-on-27"])
    check_costs("three-card-blitz", ["play-on-19"], blitz_bonus="progressive")


@pytest.mark.compiled
def test_costs_of_wild_six_two_ways():
    check_costs("wild-six", ["lowest", "flushes", "helpers"])


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("super-pan-9", ["5 points or fewer: draw", "6 points or more: stand"]),
        ("turbo-sports", ["2 icons among the three or fewer: decline", "3 icons among the three or more: double"]),
    ],
)
def test_small_games_have_exact_words(name: str, lines: list[str]):
    said = json.loads(pitboss("strategy", name, "--json").stdout)
    assert said["best"]["lines"] == lines
    assert said["best"]["cost"]["exact"] == "0/1"
    assert said["best"]["mixed"] == []
    shown = pitboss("strategy", name).stdout
    assert all(line in shown for line in lines)
    assert "In these words it is the best strategy exactly." in shown


@pytest.mark.compiled
def test_three_card_poker_has_exact_words():
    said = json.loads(pitboss("strategy", "three-card-poker", "--json").stdout)
    assert said["best"]["lines"] == ["Q-6-3 or worse: fold", "Q-6-4 or better: play"]
    assert said["best"]["cost"]["exact"] == "0/1"
    assert said["house_edge"]["exact"] == "686689/20358520"


@rule
def as_said(player: Bits) -> Play:
    """What the words for 3 Card Blitz say."""
    if points(player) >= 20:
        return Play.PLAY
    if points(player) == 19 and whole_count(player) >= 43:
        return Play.PLAY
    if points(player) == 18 and whole_count(player) >= 59:
        return Play.PLAY
    return Play.FOLD


@pytest.mark.compiled
def test_the_words_for_three_card_blitz_cost_what_a_strategy_that_follows_them_costs():
    game = games.build("three-card-blitz")
    guide = games.folder("three-card-blitz").guide
    assert guide
    said = plan.said_of(game, guide, decisions_of(game))
    assert said.lines == [
        "17 points or fewer: fold",
        "18 points: fold, but play with all seven cards together counting 59 or more",
        "19 points: fold, but play with all seven cards together counting 43 or more",
        "20 points or more: play",
    ]
    solver = solver_of(game)
    followed = solver.under(game, Strategy("as-said", "", {"play": as_said}))
    best = solver.solve(game, first_stakes(game), game.main_wagers)
    assert said.cost == ev(game, best) - ev(game, followed) > 0
    assert [level for level, _, _ in said.mixed] == ["18 points", "19 points"]


@pytest.mark.compiled
def test_the_words_for_wild_six_beat_every_short_strategy():
    game = games.build("wild-six")
    folder = games.folder("wild-six")
    assert folder.guide
    decisions = decisions_of(game)
    said = plan.said_of(game, folder.guide, decisions)
    short = plan.priced(game, folder.strategies.values(), decisions)
    assert 0 < said.cost < min(each.cost for each in short) < Fraction(1, 1000)
    assert [each.strategy.name for each in short] == ["helpers", "flushes", "lowest"]
    assert any(line.startswith("a pair: throw the lowest") for line in said.lines)


def test_sums_beyond_64_bits_are_exact():
    import numpy as np

    weight, worth = np.array([2**40, 2**41]), np.array([2**40, -(2**39)])
    assert exact_sum(weight, worth) == 0
    assert exact_sum(weight, worth + 1) == 2**40 + 2**41


def test_a_game_without_a_guide_still_has_short_strategies(monkeypatch: pytest.MonkeyPatch):
    folder = replace(games.folder("super-pan-9"))
    folder.__dict__["guide"] = None
    monkeypatch.setattr(games, "folder", lambda name: folder)
    document = json.loads(pitboss("strategy", "super-pan-9", "--json").stdout)
    assert "best" not in document
    assert document["short"][0]["name"] == "draw-on-5"


def test_bad_input_is_one_clear_line():
    check_refused(("strategy", "spadez"), "spadez asks for no choice, so it has no strategy")
    check_refused(("strategy", "super-pan-9", "--set", "decks=9"), "decks cannot be '9'")
