from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.core.cards import parse_cards
from pitboss.core.errors import BetError, HouseError
from pitboss.core.pays import Odds
from pitboss.core.round import play_out
from pitboss.core.settle import House, settle, settle_round
from pitboss.core.stakes import smallest_step
from tests.support.toy import Result, toy


def with_pay(pay: Fraction, commission: Fraction = Fraction(0)):
    """The toy game with another pay and commission on its ante."""
    game = toy()
    ante = game.wagers[0]
    pays = replace(ante.lines[0].pays, pays={**ante.lines[0].pays.pays, 2: Odds(pay)})
    changed = replace(ante, lines=(replace(ante.lines[0], pays=pays),), commission=commission)
    return toy(wagers=(changed, *game.wagers[1:]))


@pytest.mark.parametrize(
    ("pay", "commission", "step"),
    [
        (Fraction(1), Fraction(0), 1),
        (Fraction(3, 2), Fraction(0), 2),
        (Fraction(1), Fraction(1, 20), 20),
        (Fraction(3, 2), Fraction(1, 20), 40),
        (Fraction(1), Fraction(9, 200), 200),
        (Fraction(-1, 3), Fraction(1, 20), 3),
    ],
)
def test_ruling_g2_the_smallest_step_is_named_and_works(pay: Fraction, commission: Fraction, step: int):
    game = with_pay(pay, commission)
    assert smallest_step(game.wagers[0]) == step
    House(step_cents=step).check_game(game)
    for cents in range(1, step):
        if step % cents == 0:
            with pytest.raises(
                HouseError,
                match=r"could pay a fraction of a cent; the smallest step that works for toy here is .*, and its multiples",
            ):
                House(step_cents=cents).check_game(game)
    for times in range(1, 8):
        lines = settle(game, {1: {"ante": times * step}}, {1: {"ante": (Result.WON,)}}).lines
        assert lines[0].net_cents == pay * times * step - max(pay, 0) * times * step * commission


def test_a_fraction_of_a_cent_is_never_paid():
    with pytest.raises(HouseError, match="would pay 3/2 cents"):
        settle(with_pay(Fraction(3, 2)), {1: {"ante": 1}}, {1: {"ante": (Result.WON,)}})


def test_ruling_g1_the_stake_comes_back_with_a_win_and_on_a_push():
    for outcome, returned in ((Result.WON, 1000), (Result.TIED, 500), (Result.LOST, 0)):
        (line,) = settle(toy(), {1: {"ante": 500}}, {1: {"ante": (outcome,)}}).lines
        assert line.returned_cents == returned


def test_ruling_g3_other_players_change_nothing():
    """The same cards for seat 2 and the dealer, alone and in company."""
    deals = {("player", 2): parse_cards("Ks Qd"), ("dealer", 0): parse_cards("9c 8c")}
    alone = play_out(toy(), {2: {"ante": 500}}, deals, {("swap", 2): 0})
    company = {**deals, ("player", 1): parse_cards("As Ad"), ("player", 3): parse_cards("2c 3c")}
    choices = {("swap", 1): 0, ("swap", 2): 0, ("swap", 3): 0}
    together = play_out(toy(), {1: {"ante": 100}, 2: {"ante": 500}, 3: {"ante": 700}}, company, choices)
    lines = [line for line in settle_round(together).lines if line.seat == 2]
    assert lines == list(settle_round(alone).lines)


def test_ruling_g4_cells_are_used_as_printed():
    """An odd ladder is paid as it stands: less for more is not put right."""
    game = with_pay(Fraction(0))
    assert settle(game, {1: {"ante": 500}}, {1: {"ante": (Result.WON,)}}).net_cents() == 0


@pytest.mark.parametrize(
    ("step", "limit", "amount", "sentence"),
    [
        (100, 1_000_000, 50, "ante 0.50 is below the step 1.00"),
        (100, 1_000_000, 150, "ante 1.50 is not in whole steps of 1.00"),
        (100, 1_000, 1_100, "ante 11.00 is over the limit 10.00"),
        (100, 1_000_000, -100, "ante -1.00: a bet cannot be negative"),
    ],
)
def test_bets_the_house_does_not_take(step: int, limit: int, amount: int, sentence: str):
    with pytest.raises(BetError, match=sentence):
        House(step, limit).check_bets(toy(), {"ante": amount})


def test_fixed_bets_are_outside_step_and_limit():
    House(step_cents=1000, limit_cents=2000).check_bets(toy(), {"ante": 1000, "lucky": 500})


@pytest.mark.parametrize(
    ("step", "limit", "sentence"), [(0, 100, "is too small"), (200, 100, "limit 1.00 is below the step")]
)
def test_a_house_that_makes_no_sense(step: int, limit: int, sentence: str):
    with pytest.raises(HouseError, match=sentence):
        House(step, limit).check_game(toy())
