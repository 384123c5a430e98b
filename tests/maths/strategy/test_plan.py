"""The best strategy in words, and what words and short strategies cost: each cost two ways."""

import json
from dataclasses import replace

import pytest

from pitboss import games
from pitboss.maths.strategy.decisions import exact_sum
from tests.support.cases import bringing, brought
from tests.support.command import check_refused, pitboss
from tests.support.costs import check_costs
from tests.support.house import DRAW_FIVE


@pytest.mark.slow
@pytest.mark.parametrize("name", bringing("COSTS"))
def test_costs_of_small_games_two_ways(name: str):
    check_costs(name)


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "strategies", "options"), brought("COSTS_TWO_WAYS"))
def test_costs_of_large_games_two_ways(name: str, strategies: list[str], options: dict[str, str]):
    check_costs(name, strategies, **options)


@pytest.mark.parametrize(
    ("name", "lines"),
    brought("SAID"),
)
def test_small_games_have_exact_words(name: str, lines: list[str]):
    said = json.loads(pitboss("strategy", name, "--json").stdout)
    assert said["best"]["lines"] == lines
    assert said["best"]["cost"]["exact"] == "0/1"
    assert said["best"]["mixed"] == []
    shown = pitboss("strategy", name).stdout
    assert all(line in shown for line in lines)
    assert "In these words it is the best strategy exactly." in shown


def test_sums_beyond_64_bits_are_exact():
    import numpy as np

    weight, worth = np.array([2**40, 2**41]), np.array([2**40, -(2**39)])
    assert exact_sum(weight, worth) == 0
    assert exact_sum(weight, worth + 1) == 2**40 + 2**41


def test_a_game_without_a_guide_still_has_short_strategies(house, monkeypatch: pytest.MonkeyPatch):
    folder = replace(DRAW_FIVE)
    folder.__dict__["guide"] = None
    monkeypatch.setattr(games, "folder", lambda name: folder)
    document = json.loads(pitboss("strategy", "draw-five", "--json").stdout)
    assert "best" not in document
    assert document["short"][0]["name"] == "draw-on-2"


def test_bad_input_is_one_clear_line(house):
    check_refused(("strategy", "high-card"), "high-card asks for no choice, so it has no strategy")
    check_refused(("strategy", "draw-five", "--set", "decks=9"), "decks cannot be '9'")
