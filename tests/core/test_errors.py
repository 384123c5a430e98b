"""Error codes: every one that is raised stands in the table, and every one of the table is raised."""

import ast
import pickle
from pathlib import Path

import pytest

import pitboss
from pitboss.core import errors
from pitboss.core.errors import CODES, BetError, PitbossError, TurnError
from pitboss.core.round import Round
from pitboss.core.script import Bets
from pitboss.core.settle import House
from tests.support.toy import toy

CLASSES = {
    name: each for name, each in vars(errors).items() if isinstance(each, type) and issubclass(each, PitbossError)
}


def raised() -> set[str]:
    """The codes of all errors that the program makes, read from its text."""
    codes = set()
    for path in Path(pitboss.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CLASSES:
                kind = CLASSES[node.func.id]
                detail = node.args[1].value if len(node.args) > 1 and isinstance(node.args[1], ast.Constant) else ""
                codes.add(f"{kind.kind}/{detail or kind.detail}")
    return codes


def test_every_code_stands_in_the_table_and_is_raised_somewhere():
    assert raised() == set(CODES)


def test_a_code_has_two_levels_and_outlives_a_pickle():
    error = BetError("ante 0.50 is below the step 1.00", "below-step")
    assert error.code == "bet/below-step"
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.code) == (BetError, str(error), error.code)


def test_the_docstring_draws_the_whole_tree():
    assert errors.__doc__
    for name in CLASSES:
        assert name in errors.__doc__


def place(code: str) -> int:
    return list(CODES).index(code)


@pytest.mark.parametrize(
    ("bets", "codes"),
    [
        ({}, ["bet/nobody"]),
        ({9: {"nothing": 0.5}}, ["turn/no-seat", "bet/unknown-wager", "bet/not-cents", "bet/required"]),
        ({1: {"nothing": 0.5, "ante": 0}}, ["bet/unknown-wager", "bet/not-cents", "bet/not-positive"]),
        ({1: {"swap": 0.5}}, ["bet/by-choosing", "bet/not-cents", "bet/required"]),
        ({1: {"lucky": 0.5}}, ["bet/not-cents", "bet/required", "bet/needs", "bet/fixed"]),
        ({1: {"lucky": -5}}, ["bet/not-positive", "bet/required", "bet/needs", "bet/fixed"]),
        ({1: {"lucky": 5}}, ["bet/required", "bet/needs", "bet/fixed"]),
        ({1: {"ante": 500, "lucky": 5}}, ["bet/needs", "bet/fixed"]),
        ({1: {"ante": 500, "side": 5, "lucky": 5}}, ["bet/unequal", "bet/fixed"]),
        ({1: {"ante": 500, "side": 500, "lucky": 5}}, ["bet/fixed"]),
    ],
)
def test_bets_are_checked_in_the_order_of_the_table(bets, codes: list[str]):
    """Each of these bets is wrong in several ways; the first of them in the table is the one that is told."""
    assert sorted(codes, key=place) == codes
    with pytest.raises((BetError, TurnError)) as caught:
        Round(toy()).after(Bets(bets))
    assert caught.value.code == codes[0]


@pytest.mark.parametrize(
    ("amount", "codes"),
    [
        (-5, ["bet/not-positive", "bet/off-step"]),
        (5, ["bet/below-step", "bet/off-step"]),
        (1005, ["bet/off-step", "bet/over-limit"]),
        (1100, ["bet/over-limit"]),
    ],
)
def test_the_house_checks_in_the_order_of_the_table(amount: int, codes: list[str]):
    assert sorted(codes, key=place) == codes
    with pytest.raises(BetError) as caught:
        House(step_cents=100, limit_cents=1000).check_bets(toy(), {"ante": amount})
    assert caught.value.code == codes[0]
