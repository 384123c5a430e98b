"""Sessions: expected results and variances two ways, and the result split into luck and decisions."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from pitboss import games
from pitboss.coach import session, spread
from pitboss.coach.advice import advice_on
from pitboss.coach.grade import Grade, grade
from pitboss.coach.session import Session, are_known, results_of
from pitboss.coach.spread import Spread, spread_of
from pitboss.core.game import Game
from pitboss.core.script import Chose
from pitboss.core.settle import settle_round
from pitboss.core.wagers import Equal, Free
from pitboss.maths.sessions.one_round import gathered
from tests.support import toys
from tests.support.cases import is_solved_soon
from tests.support.command import pitboss
from tests.support.decisions import SMALL, asked, nets_of

NETS = (-1000, -1000, -1000, 0, 950, 950, 8000)  # One round: seven deals, all as likely.


def expectation(game: Game, bets: dict[str, int]) -> tuple[Fraction, Fraction]:
    return results_of(game, bets).mean, results_of(game, bets).variance


FOUND = [name for name in games.find() if is_solved_soon(games.build(name))]


def test_expected_value_and_variance_are_those_of_every_deal_played_best():
    game, bets = toys.press(SMALL), {"ante": 500}
    nets: list[int] = []
    for player in combinations(SMALL.faces, 2):
        ranks = sum(toys.rank_code(card) for card in player)
        best = advice_on(asked(game, {1: bets}, {("player", 1): player}), 1).best if ranks > 4 else None
        nets += [net for net, _ in nets_of(game, bets, player, best, 1)]
    mean = Fraction(sum(nets), len(nets))
    square = Fraction(sum(net * net for net in nets), len(nets))
    assert expectation(game, bets) == (mean, square - mean**2)
    counts = Counter(nets)
    assert dict(zip(*(results_of(game, bets).nets, results_of(game, bets).chances), strict=True)) == pytest.approx(
        {net: count / len(nets) for net, count in counts.items()}
    )


@pytest.mark.parametrize("name", FOUND)
def test_expected_value_and_variance_are_the_totals_of_analyze(name: str):
    """For bets on every wager, in amounts that differ."""
    game, step = games.build(name), 100
    bets = {}
    for place, wager in enumerate(game.wagers, 1):
        stake = wager.stake
        if isinstance(stake, Free | Equal):
            bets[wager.name] = bets[stake.to] if isinstance(stake, Equal) else place * step
    flags = [part for wager, amount in bets.items() for part in ("--bet", f"{wager}={amount // 100}")]
    total = json.loads(pitboss("analyze", name, *flags, "--json").stdout)["total"]
    expected, variance = expectation(game, bets)
    assert expected == 100 * Fraction(total["ev"]["exact"])
    assert variance == 10_000 * Fraction(total["variance"]["exact"])


def test_luck_decisions_and_expectation_add_up_to_the_result():
    game = toys.press(SMALL)
    session = Session()
    for place, player in enumerate(combinations(SMALL.faces[1:], 2)):
        bets = {"ante": 500 if place % 2 else 1500}
        played = asked(game, {1: bets}, {("player", 1): player})
        advice = advice_on(played, 1, reason=False)
        answer = list(advice.values_cents)[place % len(advice.values_cents)]
        net, _ = nets_of(game, bets, player, answer, 1)[0]
        session = session.after(game, bets, net, [grade(advice, answer)])
    expected, decisions, luck = session.parts_cents
    assert session.result_cents == expected + decisions + luck
    assert abs(expected - session.spread.mean_cents) <= Fraction(1, 2)
    assert abs(decisions + session.lost_cents) <= Fraction(1, 2)
    assert session.lost_cents > 0
    assert session.rounds == session.decisions == 36
    assert 0 < session.faultless < 36


def test_rounds_of_different_bets_add_up():
    game = toys.press(SMALL)
    (one, narrow), (three, wide) = expectation(game, {"ante": 500}), expectation(game, {"ante": 1500})
    session = Session().after(game, {"ante": 500}, 0, []).after(game, {"ante": 1500}, 0, [])
    assert (session.spread.mean_cents, session.spread.variance) == (one + three, narrow + wide)
    assert (three, wide) == (3 * one, 9 * narrow)


@pytest.mark.parametrize("rounds", [1, 2, 3])
@pytest.mark.parametrize("percent", [50, 95])
def test_the_band_is_the_central_part_of_every_way_a_session_can_end(rounds: int, percent: int):
    once = spread_of(gathered((Fraction(net), 1) for net in NETS))
    session = Spread()
    for _ in range(rounds):
        session = session.plus(once)
    ends = sorted(sum(each) for each in product(NETS, repeat=rounds))
    tail = Fraction(100 - percent, 200) * len(ends)
    low = max(end for end in ends if sum(each < end for each in ends) <= tail)
    high = min(end for end in ends if sum(each > end for each in ends) <= tail)
    assert session.is_kept
    assert session.band_cents(percent) == (low, high)


def test_a_round_of_best_play_ends_where_it_can_end():
    game, bets = toys.press(SMALL), {"ante": 500}
    nets = results_of(game, bets).nets
    session = Session().after(game, bets, 0, [])
    assert session.spread.band_cents(100) == (nets[0], nets[-1])
    assert set(session.spread.band_cents(95)) <= set(nets)


def test_beyond_the_points_that_are_kept_the_band_is_approximate_and_within_what_is_possible(
    monkeypatch: pytest.MonkeyPatch,
):
    once = spread_of(gathered([(Fraction(-100), 1), (Fraction(100), 1)]))
    exact = Spread()
    for _ in range(100):
        exact = exact.plus(once)
    monkeypatch.setattr(spread, "MOST_POINTS", 2)
    several = Spread()
    for _ in range(100):
        several = several.plus(once)
    assert exact.is_kept
    assert not several.is_kept
    assert exact.band_cents(95) == (-2000, 2000)
    assert several.band_cents(95) == (-1960, 1960)
    assert once.plus(once).band_cents(95) == (-200, 200)  # Two standard deviations are 277.
    assert not once.plus(once).is_kept


def test_luck_takes_the_rounding_of_the_other_parts():
    lost = Grade("play", 1, 0, 1, Fraction(26, 5), "close")
    session = Session().after(toys.press(SMALL), {"ante": 500}, 100, [lost])
    expected, decisions, luck = session.parts_cents
    assert decisions == -5
    assert luck == 105 - expected
    assert Session().parts_cents == (0, 0, 0)


def test_the_settled_result_of_a_seat_is_what_the_session_counts():
    game = toys.press(SMALL)
    played = asked(game, {1: {"ante": 500}}, {("player", 1): SMALL.faces[:2]})
    advice = advice_on(played, 1)
    over = played.after(Chose(1, "press", advice.best))
    net = settle_round(over).net_cents(1)
    assert Session().after(game, {"ante": 500}, net, [grade(advice, advice.best)]).result_cents == net


def test_results_are_kept_for_the_bets_asked_for_last(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(session, "MOST_RESULTS", 2)
    game, stakes = toys.press(SMALL), [{"ante": cents} for cents in (500, 1000, 1500)]
    for bets in stakes:
        assert not are_known(game, bets)
        assert results_of(game, bets) is results_of(game, bets)
    assert [are_known(game, bets) for bets in stakes] == [False, True, True]
