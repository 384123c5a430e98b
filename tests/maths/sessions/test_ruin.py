"""The risk of ruin, against every path in whole numbers, closed forms and dice."""

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.core.errors import SetupError
from pitboss.maths.sessions.one_round import NEGLIGIBLE, OneRound, gathered
from pitboss.maths.sessions.ruin import Jump, Walk, ruin
from tests.support.cases import brought
from tests.support.wagers import COIN, EVEN, REAL, coin_totals, wager


def ruined(one: OneRound, bankroll: Fraction, rounds: int) -> Fraction:
    """By every path, in whole numbers: bankrolls that are left, round by round."""
    need = -one.worst
    left, gone = ({bankroll: 1}, 0) if bankroll >= need else ({}, 1)
    for _ in range(rounds):
        more: dict[Fraction, int] = {}
        gone *= one.total
        for held, ways in left.items():
            for net, weight in zip(one.nets, one.weights, strict=True):
                if held + net < need:
                    gone += ways * weight
                else:
                    more[held + net] = more.get(held + net, 0) + ways * weight
        left = more
    return Fraction(gone, gone + sum(left.values()))


def hit(up: int, down: int, bankroll: int, rounds: int) -> float:
    """The chance that a walk of steps up and down by 1 comes to 0: the hitting time theorem, term by term."""
    found = Fraction(0)
    for number in range(bankroll, rounds + 1, 2):
        downs = (number + bankroll) // 2
        ways = comb(number, downs) * down**downs * up ** (number - downs)
        found += Fraction(bankroll * ways, number * (up + down) ** number)
    return float(found)


def stepped(one: OneRound, rounds: int, length: int) -> np.ndarray:
    return Walk(one).stepped(np.zeros(0), rounds, length)


def jumped(one: OneRound, rounds: int, count: int) -> np.ndarray:
    walk = Walk(one)
    jump, found = Jump(walk, rounds, walk.length(rounds * count)), np.zeros(0)
    for number in range(1, count + 1):
        found = jump.jumped(found, walk.length(rounds * number))
    return found


@pytest.mark.parametrize("name", REAL)
def test_every_path(name: str):
    one = wager(name)
    bankrolls = [Fraction(1, 2), Fraction(1), Fraction(29, 20), Fraction(2), Fraction(5)]
    found = ruin(one, bankrolls, (0, 1, 2, 8))
    exact = [[float(ruined(one, bankroll, rounds)) for rounds in (0, 1, 2, 8)] for bankroll in bankrolls]
    assert np.abs(np.array(found) - exact).max() < 1e-12
    assert 0 < exact[3][-1] < 1


@given(
    st.dictionaries(st.integers(-3, 9), st.integers(1, 50), min_size=1, max_size=4),
    st.fractions(0, 12, max_denominator=8),
    st.lists(st.integers(0, 9), min_size=1, max_size=3),
)
def test_every_path_of_anything(weights: dict[int, int], bankroll: Fraction, horizons: list[int]):
    one = gathered((Fraction(net, 2), weight) for net, weight in weights.items())
    (found,) = ruin(one, [bankroll], horizons)
    assert found == pytest.approx([float(ruined(one, bankroll, rounds)) for rounds in horizons], abs=1e-12)


@pytest.mark.parametrize("rounds", [1, 2, 7, 12])
@pytest.mark.parametrize("name", ["taxed", "tie", "uneven"])
def test_a_jump_is_its_rounds_one_by_one(name: str, rounds: int):
    one, count = wager(name), 12 // rounds
    plain = stepped(one, rounds * count, Walk(one).length(rounds * count))
    assert np.abs(jumped(one, rounds, count) - plain).max() < 1e-13


@pytest.mark.parametrize("name", ["taxed", EVEN, *(" ".join(each) for each in brought("JUMPED"))])
def test_long_jumps_are_their_rounds_one_by_one(name: str):
    one = wager(name)
    walk = Walk(one)
    plain = stepped(one, 1_500, walk.length(1_500))
    for rounds in (50, 100):
        assert np.abs(jumped(one, rounds, 1_500 // rounds) - plain).max() < 1e-12 < walk.missing(1_500) < 1e-8


@pytest.mark.parametrize(("up", "down"), [(1, 1), (9, 11), (3, 2)])
def test_steps_of_one_by_the_hitting_time_theorem(up: int, down: int):
    one = OneRound((Fraction(-1), Fraction(1)), (down, up))
    found = ruin(one, [Fraction(bankroll) for bankroll in (1, 7, 30)], (100, 1_000))
    for bankroll, chances in zip((1, 7, 30), found, strict=True):
        assert chances == pytest.approx([hit(up, down, bankroll, rounds) for rounds in (100, 1_000)], abs=1e-12)


def test_a_fair_coin_within_ten_thousand_rounds_by_reflection():
    """Ruined is twice as often as below, and as often as at, nothing."""
    exact = coin_totals(10_000, 1, 1)
    ((found,),) = ruin(COIN, [Fraction(50)], (10_000,))
    assert found == pytest.approx(2 * sum(exact[:4975]) + exact[4975], abs=1e-11)


def test_a_favourable_bet_is_survived_by_the_rich():
    """Without end, ruin from b is (down / up) ** b."""
    one = OneRound((Fraction(-1), Fraction(1)), (2, 3))
    found = ruin(one, [Fraction(1), Fraction(10), Fraction(200)], (100, 10_000))
    assert [row[1] for row in found] == pytest.approx([2 / 3, (2 / 3) ** 10, 0], abs=1e-11)
    assert Walk(one).length(10_000) == Walk(one).length(1_000_000) < 100


@pytest.mark.parametrize("name", ["coin", "taxed", "ladder"])
def test_from_the_ceiling_ruin_is_negligible_and_the_ceiling_no_higher_than_it_must(name: str):
    one = wager(name)
    walk = Walk(one)
    length = walk.length(400)
    whole = stepped(one, 400, 400 * walk.need)
    assert length < 400 * walk.need
    assert 0 < whole[length] <= NEGLIGIBLE < whole[int(0.8 * length)]
    assert np.abs(stepped(one, 400, length) - whole[:length]).max() <= NEGLIGIBLE


def test_what_does_not_pay_for_a_step_changes_nothing():
    one = wager(EVEN)
    on, off, poor = ruin(one, [Fraction(15), Fraction(15) + Fraction(1, 21), Fraction(99, 100)])
    assert on == off
    assert poor == [1, 1, 1]


def test_who_cannot_lose_and_who_always_does():
    assert ruin(gathered([(Fraction(0), 1), (Fraction(3), 1)]), [Fraction(0)]) == [[0, 0, 0]]
    assert ruin(gathered([(Fraction(0), 1)]), [Fraction(5)]) == [[0, 0, 0]]
    always = gathered([(Fraction(-2), 1)])
    assert ruin(always, [Fraction(240)], (119, 120, 1_000)) == [pytest.approx([0, 1, 1], abs=1e-12)]


@pytest.mark.parametrize(("name", "bankroll"), [(EVEN, 200), ("ladder", 700)])
def test_sessions_that_are_played(name: str, bankroll: int):
    """Two thousand of ten thousand rounds each, dealt here."""
    one, random = wager(name), np.random.default_rng(20)
    held, alive = np.full(2_000, int(bankroll / one.step)), np.full(2_000, True)
    edges = np.cumsum(one.chances)[:-1]
    for _ in range(100):
        results = np.array(one.cells)[np.searchsorted(edges, random.random((2_000, 100)))]
        paths = held[:, None] + np.cumsum(results, axis=1)
        alive &= paths.min(axis=1) >= -one.cells[0]
        held = paths[:, -1]
    ((chance,),) = ruin(one, [Fraction(bankroll)], (10_000,))
    assert 0.1 < chance < 0.9
    assert abs(2_000 - alive.sum() - 2_000 * chance) < 4 * sqrt(2_000 * chance * (1 - chance))


def test_too_fine_a_lattice_is_refused():
    with pytest.raises(SetupError, match="ask for fewer rounds"):
        ruin(gathered([(Fraction(-5), 99), (Fraction(1, 1000), 1)]), [Fraction(100)])
