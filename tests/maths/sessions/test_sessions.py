"""Totals after many rounds, against whole-number convolutions and closed forms."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import games
from pitboss.core.errors import SetupError
from pitboss.core.game import Game
from pitboss.maths.exact.solver import analysed
from pitboss.maths.sessions import sessions
from pitboss.maths.sessions.one_round import OneRound, gathered, one_round
from pitboss.maths.sessions.sessions import Session, Sessions
from pitboss.maths.sessions.spectrum import Spectrum
from tests.support.cases import bringing, brought
from tests.support.house import DRAW_FIVE
from tests.support.wagers import COIN, EVEN, JACKPOT, REAL, TIE, coin_totals, wager


def after(one: OneRound, rounds: int) -> Session:
    return Sessions(one).after(rounds)


def convolved(one: OneRound, rounds: int) -> dict[Fraction, Fraction]:
    """Whole-number weights, one round after the other."""
    sums = {Fraction(0): 1}
    for _ in range(rounds):
        more: dict[Fraction, int] = {}
        for total, ways in sums.items():
            for net, weight in zip(one.nets, one.weights, strict=True):
                more[total + net] = more.get(total + net, 0) + ways * weight
        sums = more
    return {total: Fraction(ways, one.total**rounds) for total, ways in sums.items()}


def gap(session: Session, exact: dict[Fraction, Fraction]) -> float:
    """What is wrong with all chances together: so much can be wrong with any question about the total."""
    found = dict(zip((int(cell) * session.step for cell in session.cells), session.chances.tolist(), strict=True))
    return float(sum(abs(Fraction(found.get(total, 0)) - exact.get(total, 0)) for total in found.keys() | exact.keys()))


@pytest.mark.parametrize("game", [DRAW_FIVE.build(), *(games.build(name) for name in bringing("WAGERS"))])
def test_the_moments_are_those_of_the_figures(game: Game):
    analysis = analysed(game)
    for name, figures in analysis.figures.items():
        one = one_round(analysis, name)
        assert (one.mean, one.variance, one.total) == (figures.ev, figures.variance, analysis.tally.total)
        assert list(one.nets) == sorted(set(one.nets))


def test_the_lattice():
    assert wager(EVEN).step == Fraction(1, 20)
    assert wager(EVEN).cells == (-20, 0, 19)
    assert (COIN.step, COIN.span) == (1, 2)
    assert (TIE.step, TIE.span) == (1, 9)
    assert gathered([(Fraction(-3, 2), 1), (Fraction(9, 4), 1)]).step == Fraction(3, 4)
    assert gathered([(Fraction(0), 3)]).step == 1


def test_equal_results_are_put_together_and_impossible_ones_left_out():
    assert gathered([(Fraction(1), 2), (Fraction(-1), 5), (Fraction(1), 3), (Fraction(7), 0)]) == OneRound(
        (Fraction(-1), Fraction(1)), (5, 5)
    )


@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize("rounds", [1, 2, 3, 10])
def test_small_sessions_by_whole_numbers(name: str, rounds: int):
    one = wager(name)
    session = after(one, rounds)
    assert gap(session, convolved(one, rounds)) <= session.missing < 5e-12


def test_one_round_is_itself():
    one = wager("ladder")
    session = after(one, 1)
    assert [int(cell) * session.step for cell in session.cells] == list(one.nets)
    assert session.chances.tolist() == [weight / one.total for weight in one.weights]


def test_no_round_is_no_change():
    session = after(TIE, 0)
    assert (session.ahead, session.even, session.behind, session.quantile(0.5)) == (0, 1, 0, 0)


@pytest.mark.parametrize(("up", "down"), [(1, 1), (3, 22), (1, 999)])
def test_ten_thousand_rounds_of_two_results_are_binomial(up: int, down: int):
    one = OneRound((Fraction(-1), Fraction(8)), (down, up))
    session = after(one, 10_000)
    exact = coin_totals(10_000, up, down)
    wins = (session.cells + 10_000) // 9
    inside = np.array(exact)[wins]
    outside = sum(exact) - inside.sum()
    assert np.abs(session.chances - inside).sum() < 1e-13
    assert np.abs(session.chances - inside).sum() + outside <= session.missing < 3e-12
    for share in (0.001, 0.25, 0.5, 0.99):
        below = next(count for count in range(10_001) if sum(exact[: count + 1]) >= share)
        assert session.quantile(share) == 9 * below - 10_000


@pytest.mark.parametrize("name", [EVEN, *(" ".join(each) for each in brought("JUMPED"))])
def test_a_thousand_rounds_by_plain_convolution(name: str):
    """All terms are positive, so that nothing is lost on the way."""
    one, rounds = wager(name), 1_000
    single = np.zeros(one.cells[-1] - one.cells[0] + 1)
    single[np.array(one.cells) - one.cells[0]] = one.chances
    exact = np.ones(1)
    for digit in bin(rounds)[2:]:
        exact = np.convolve(exact, exact)
        if digit == "1":
            exact = np.convolve(exact, single)
    session = after(one, rounds)
    inside = exact[session.cells - rounds * one.cells[0]]
    assert np.abs(session.chances - inside).sum() < 1e-12
    assert np.abs(session.chances - inside).sum() + exact.sum() - inside.sum() <= session.missing < 5e-12


@pytest.mark.parametrize(("up", "down"), [(1, 1), (3, 22), (1, 999), (1, 10**6)])
def test_what_lies_outside_the_window_is_bounded_and_the_window_no_wider_than_it_must(up: int, down: int):
    exact = coin_totals(10_000, up, down)
    one = OneRound((Fraction(0), Fraction(1)), (down, up))
    cells = after(one, 10_000).cells
    low, high = int(cells[0]), int(cells[-1])
    below, above = sum(exact[:low]), sum(exact[high + 1 :])
    assert below <= sessions.NEGLIGIBLE / 2
    assert above <= sessions.NEGLIGIBLE / 2
    # With 15 % less on a side the bound would not hold there.
    middle = 10_000 * up / (up + down)
    assert sum(exact[int(high - 0.15 * (high - middle)) - 1 :]) > sessions.NEGLIGIBLE / 2
    assert low == 0 or sum(exact[: int(low + 0.15 * (middle - low)) + 2]) > sessions.NEGLIGIBLE / 2


@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize("rounds", [100, 1_000, 10_000])
def test_mean_and_deviation_are_those_of_one_round(name: str, rounds: int):
    one = wager(name)
    session = after(one, rounds)
    assert session.mean == pytest.approx(float(rounds * one.mean), abs=1e-8)
    squares = (session.cells * float(one.step) - session.mean) ** 2
    assert squares @ session.chances == pytest.approx(float(rounds * one.variance), rel=2e-8)
    assert session.ahead + session.even + session.behind == pytest.approx(1, abs=session.missing)


@given(
    st.dictionaries(st.integers(-6, 40), st.integers(1, 1000), min_size=1, max_size=5),
    st.sampled_from([1, 2, 20]),
    st.integers(0, 3000),
)
def test_chances_sum_to_one(weights: dict[int, int], denominator: int, rounds: int):
    one = gathered((Fraction(net, denominator), weight) for net, weight in weights.items())
    session = after(one, rounds)
    assert abs(session.chances.sum() - 1) <= session.missing < 1e-10
    assert session.chances.min() >= 0
    assert session.mean == pytest.approx(float(rounds * one.mean), abs=1e-6)


@given(
    st.dictionaries(st.integers(-6, 40), st.integers(1, 10**12), min_size=1, max_size=5),
    st.sampled_from([1, 20]),
    st.integers(0, 6),
)
def test_any_small_session_by_whole_numbers(weights: dict[int, int], denominator: int, rounds: int):
    one = gathered((Fraction(net, denominator), weight) for net, weight in weights.items())
    session = after(one, rounds)
    assert gap(session, convolved(one, rounds)) <= session.missing


def test_a_round_with_one_result_only():
    session = after(gathered([(Fraction(-1, 4), 7)]), 10_000)
    assert session.quantile(0.5) == -2500
    assert (session.behind, session.normal_gap()) == (1, 0)


@pytest.mark.parametrize("rounds", [2, 3, 5])
def test_small_sessions_with_a_rare_award_by_whole_numbers(rounds: int):
    assert Sessions(JACKPOT).size(rounds) > sessions.LARGEST
    session = after(JACKPOT, rounds)
    assert gap(session, convolved(JACKPOT, rounds)) <= session.missing < 3e-12


def test_ten_thousand_rounds_with_a_rare_award():
    """Islands two million cells apart: how many awards fell is binomial."""
    session = after(JACKPOT, 10_000)
    assert len(session.cells) < 100_000
    assert abs(session.chances.sum() - 1) <= session.missing < 5e-12
    once = 10_000 * 1e-9 * (1 - 1e-9) ** 9_999
    totals = session.cells * float(session.step)
    assert session.chances[(totals > 50_000) & (totals < 150_000)].sum() == pytest.approx(once, abs=session.missing)
    assert session.chances[totals > 150_000].sum() == pytest.approx(once**2 / 2, abs=session.missing)
    assert session.mean == pytest.approx(float(10_000 * JACKPOT.mean), abs=1e-6)


@pytest.mark.parametrize("rounds", [7, 25])
def test_apart_is_together(monkeypatch: pytest.MonkeyPatch, rounds: int):
    """Awards on another lattice than the rest, and so frequent that the islands overlap."""
    one = gathered([(Fraction(-1), 700), (Fraction(1), 300), (Fraction(41, 2), 9), (Fraction(30), 4)])
    exact = convolved(one, rounds)
    assert gap(after(one, rounds), exact) <= after(one, rounds).missing
    monkeypatch.setattr(sessions, "LARGEST", 64)
    monkeypatch.setattr(sessions, "COMMON", 64)
    awards, common = Sessions(one)._parted(rounds)
    assert (len(awards), len(common.one.nets)) == (2, 2)
    session = after(one, rounds)
    assert gap(session, exact) <= session.missing < 3e-12


def test_more_than_can_be_held_is_refused():
    with pytest.raises(SetupError, match="are the most"):
        after(gathered([(Fraction(-1), 99), (Fraction(19, 20), 99), (Fraction(100_000), 2)]), 10_000)
    with pytest.raises(SetupError, match="-1 rounds"):
        after(COIN, -1)


def test_a_quantile_is_the_least_total_reached_with_the_share():
    session = after(gathered([(Fraction(-2), 1), (Fraction(0), 2), (Fraction(5, 2), 7)]), 1)
    shares = [0.05, 0.1, 0.1000001, 0.3, 0.3000001, 0.999]
    assert [session.quantile(share) for share in shares] == [-2, -2, 0, 0, Fraction(5, 2), Fraction(5, 2)]
    assert (session.behind, session.even, session.ahead) == (0.1, 0.2, 0.7)
    for share in (0.0, 1.0):
        with pytest.raises(SetupError, match="share"):
            session.quantile(share)


def test_a_fan_is_the_quantiles_of_each_session():
    one = wager("ladder")
    rounds, shares = [1, 0, 50, 1_000, 999, 50], [0.05, 0.5, 0.95]
    assert Sessions(one).fan(rounds, shares) == [
        [after(one, each).quantile(share) for share in shares] for each in rounds
    ]


def test_a_fan_needs_one_transform(monkeypatch: pytest.MonkeyPatch):
    sizes = []
    made = sessions.spectrum

    def counted(places: Sequence[int], chances: np.ndarray, size: int) -> Spectrum:
        sizes.append(size)
        return made(places, chances, size)

    monkeypatch.setattr(sessions, "spectrum", counted)
    Sessions(wager("ladder")).fan([10, 100, 1_000, 5_000, 10_000], [0.5])
    assert len(sizes) == 1


def test_the_normal_curve_of_one_coin():
    assert after(COIN, 1).normal_gap() == pytest.approx(1 - NormalDist().cdf(2))


@pytest.mark.parametrize(("name", "rounds"), [("tie", 100), (EVEN, 20), ("taxed", 5)])
def test_the_normal_curve_at_every_possible_total(name: str, rounds: int):
    one = wager(name)
    exact = convolved(one, rounds)
    curve = NormalDist(float(rounds * one.mean), sqrt(rounds * one.variance))
    apart = one.step * one.span
    below, farthest = Fraction(0), 0.0
    total, last = min(exact) - apart, max(exact)
    while total <= last:
        below += exact.get(total, 0)
        farthest = max(farthest, abs(float(below) - curve.cdf(float(total + apart / 2))))
        total += apart
    assert after(one, rounds).normal_gap() == pytest.approx(farthest, abs=1e-11)


def test_the_normal_curve_is_near_for_even_bets_and_far_for_rare_awards():
    assert after(wager(EVEN), 10_000).normal_gap() < 1e-4
    assert after(JACKPOT, 10_000).normal_gap() > 0.1


@pytest.mark.parametrize("name", ["tie", "taxed", "ladder"])
def test_bars(name: str):
    one = wager(name)
    session = after(one, 200)
    bars = session.bars(30, outside=0.02)
    assert 10 < len(bars) <= 30
    assert (bars[0].low, bars[-1].high >= session.quantile(0.99)) == (session.quantile(0.01), True)
    for bar, following in pairwise(bars):
        assert bar.high + one.step * one.span == following.low
    assert len({bar.high - bar.low for bar in bars}) == 1
    curve = NormalDist(float(session.exact_mean), session.exact_deviation)
    half = float(one.step * one.span) / 2
    for bar in bars:
        inside = (session.cells >= int(bar.low / one.step)) & (session.cells <= int(bar.high / one.step))
        assert bar.share == pytest.approx(session.chances[inside].sum(), abs=1e-12)
        drawn = curve.cdf(float(bar.high) + half) - curve.cdf(float(bar.low) - half)
        assert bar.normal == pytest.approx(drawn, abs=1e-12)
    assert 0.98 <= sum(bar.share for bar in bars) <= 1
