"""The most that a full table wins in one round: every deal of two seats tried, and never exceeded by a random deal."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from pitboss.maths.seats.results import SeatResults
from pitboss.maths.seats.sampled_pairs import dealt_nets
from pitboss.report import exposure
from pitboss.report.exposure import Exposure
from pitboss.report.operating import operating_of
from tests.support.report_cases import SPREAD, subject_of


def test_every_deal_of_two_seats_by_brute_force():
    """High Card on its whole deck: every order of three cards, for every mix of bets."""
    subject = subject_of("high-card")
    results = SeatResults(subject.analysis, None)
    cards = np.array(list(permutations(range(52), 3)), dtype=np.int64)
    (own,) = [deal.pile for deal in subject.game.piles.values() if deal.to.value == "seat"]
    (table,) = [name for name in subject.game.piles if name != own]
    both = sum(results.nets({own: cards[:, [seat]], table: cards[:, [2]]}) for seat in (0, 1))
    counted = Exposure(results, 2)
    assert counted.every_deal
    for win in operating_of(subject).wins:
        dollars = [
            win.mix.amounts.get(name, Fraction(0)) / scale
            for name, scale in zip(results.wagers, results.scales, strict=True)
        ]
        most = max(
            sum((int(net) * each for net, each in zip(row, dollars, strict=True)), Fraction(0))
            for row in np.unique(both, axis=0)
        )
        assert counted.most(win.mix.amounts, win.one.nets[-1]) == most


@pytest.mark.parametrize("case", SPREAD)
def test_no_random_deal_exceeds_what_is_said(case: str):
    subject = subject_of(case)
    operating = operating_of(subject)
    if operating.exposure is None or operating.exposure.hands is None:
        assert all(operating.largest(win).counted is None for win in operating.wins)
        return
    results = operating.exposure.results
    dealt = dealt_nets(results, np.random.Generator(np.random.PCG64(5)), 5_000, subject.game.seats).sum(axis=1)
    for win in operating.wins:
        found = operating.largest(win)
        factors = [
            float(win.mix.amounts.get(name, 0)) / scale
            for name, scale in zip(results.wagers, results.scales, strict=True)
        ]
        assert float((dealt @ np.array(factors)).max()) <= float(found.table) + 1e-6
        assert found.table <= found.seats * found.win


def test_a_search_that_is_cut_short_says_nothing(monkeypatch: pytest.MonkeyPatch):
    subject = subject_of("high-card")
    win = operating_of(subject).base
    monkeypatch.setattr(exposure, "MOST_STEPS", 0)
    assert Exposure(SeatResults(subject.analysis, None), 3).most(win.mix.amounts, win.one.nets[-1] + 1) is None
    monkeypatch.setattr(exposure, "MOST_HANDS", 0)
    assert Exposure(SeatResults(subject.analysis, None), 3).most(win.mix.amounts, win.one.nets[-1]) is None
