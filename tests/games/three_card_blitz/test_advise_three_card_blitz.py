"""Advice on 3 Card Blitz."""

from fractions import Fraction

import pytest

from pitboss import games
from pitboss.core.pays import Odds
from tests.support.command import advice


def test_folding_a_blitz_hand_costs_two_antes():
    found = advice("three-card-blitz", "--deal", "player=2c 3d 4h 5s 2d 3h 4s")
    assert {option["option"]: option["ev"]["exact"] for option in found["options"]}["fold"] == "-2/1"
    assert found["best"] == "fold"


@pytest.mark.compiled
def test_side_bets_are_part_of_what_a_choice_is_worth():
    """They add the same to every option: the part of the hand's own bets in full, of the others on average."""
    hand = ("three-card-blitz", "--deal", "player=As Ks Qs Js 4h 9d 2c", "--bet", "ante=10", "--bet", "blind=10")
    alone, joined = (advice(*hand, *more) for more in ((), ("--bet", "flush_bonus=5")))
    pay = 1 if alone["best"] == "play" else 0
    assert pay == 1
    gains = {
        one["option"]: Fraction(two["ev"]["exact"]) - Fraction(one["ev"]["exact"])
        for one, two in zip(alone["options"], joined["options"], strict=True)
    }
    assert gains["play"] == gains["fold"] == Fraction(5 * flush_pay(), 10)


def flush_pay() -> Fraction:

    pay = games.build("three-card-blitz").wager["flush_bonus"].lines[0].pays[1]
    assert isinstance(pay, Odds)
    return pay.net
