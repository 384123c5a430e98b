"""Grades by EV lost, measured in first main stakes."""

from fractions import Fraction

import pytest

from pitboss.coach.advice import Advice
from pitboss.coach.grade import grade


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        (Fraction(0), "best"),
        (Fraction(1, 10**9), "close"),
        (Fraction(20), "close"),
        (Fraction(20) + Fraction(1, 10**9), "mistake"),
        (Fraction(200), "mistake"),
        (Fraction(201), "blunder"),
    ],
)
def test_decisions_are_graded_by_what_they_give_up_of_the_main_stake(lost: Fraction, words: str):
    advice = Advice("play", 2, {1: Fraction(100), 0: Fraction(100) - lost}, "", 1000)
    graded = grade(advice, 0)
    assert (graded.words, graded.lost_cents, graded.seat, graded.chosen, graded.best) == (words, lost, 2, 0, 1)
