"""One form of figures, exact and estimated, and one JSON of it; on a tally written by hand."""

import re
from dataclasses import replace
from fractions import Fraction
from math import inf, sqrt
from typing import Any

import pytest

from pitboss.core.meters import MeterState
from pitboss.core.pays import Meter
from pitboss.maths.simulate.agreement import Agreement, agreement, agreement_json, estimated_figures
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.as_json import analysis_json, entry_json, exact_text, number
from pitboss.maths.tally.figures import Estimate, MeterFigures, exact_figures, first_meter
from pitboss.maths.tally.tally import NOT_PLACED, Tally, tally_columns
from tests.support.toy import Lucky, Result, Swap, toy

WON, TIED, LOST = Result.WON, Result.TIED, Result.LOST
KEPT = {
    (Swap.KEEP, WON, WON, NOT_PLACED, Lucky.NO_ACE): 3,
    (Swap.KEEP, LOST, LOST, NOT_PLACED, Lucky.NO_ACE): 4,
    (Swap.SWAP, WON, WON, WON, Lucky.ACE): 1,
    (Swap.SWAP, LOST, LOST, LOST, Lucky.NO_ACE): 2,
}


def analysis_of(cells: dict[Any, int], **changes: Any) -> Analysis:
    game = toy(**changes)
    return Analysis(game, Tally(*tally_columns(game), {tuple(map(int, cell)): cells[cell] for cell in cells}))


EXACT = analysis_of(KEPT)


def test_numbers_are_exact_or_have_an_error():
    assert number(Fraction(-1, 4)) == {"exact": "-1/4", "value": -0.25}
    assert number(Fraction(2)) == {"exact": "2/1", "value": 2.0}
    assert number(-Estimate(0.5, 0.1)) == {"value": -0.5, "standard_error": 0.1}
    assert exact_text(Fraction(0)) == "0/1"


def test_the_exact_figures_of_a_wager():
    found = exact_figures(EXACT, "ante")
    assert (found.per, found.ev, found.house_edge, found.returned) == (
        "ante",
        Fraction(-1, 5),
        Fraction(1, 5),
        Fraction(4, 5),
    )
    assert (found.hit_frequency, found.variance, found.average_stake) == (Fraction(2, 5), Fraction(24, 25), 1)
    assert found.standard_deviation == sqrt(0.96)
    assert found.outcomes is not None
    assert [(each.alone, each.outcome, each.weight, each.probability, each.ev) for each in found.outcomes] == [
        (True, "WON", 4, Fraction(2, 5), Fraction(2, 5)),
        (True, "LOST", 6, Fraction(3, 5), Fraction(-3, 5)),
    ]


def test_a_wager_that_is_placed_by_choosing_is_measured_by_what_it_is_raised_from():
    found = exact_figures(EXACT, "swap")
    assert (found.per, found.average_stake, found.ev) == ("ante", Fraction(3, 10), Fraction(-1, 10))
    assert found.element_of_risk == Fraction(1, 3)


def test_a_fixed_wager_is_in_dollars_and_its_return_is_a_share_of_the_stake():
    found = exact_figures(EXACT, "lucky")
    assert (found.per, found.ev) == (DOLLARS, Fraction(20, 10) - 5)
    assert found.returned == 1 + found.ev / 5


def test_the_outcomes_of_wagers_together_are_their_net_results():
    together = analysis_of(KEPT, main=("ante", "swap"))
    found = exact_figures(together, "main")
    assert [(row.outcome, row.weight, row.ev) for row in found.outcomes] == [
        ("+2", 1, Fraction(2, 10)),
        ("+1", 3, Fraction(3, 10)),
        ("-1", 4, Fraction(-4, 10)),
        ("-2", 2, Fraction(-4, 10)),
    ]
    assert found.ev == Fraction(-3, 10) == sum(row.ev for row in found.outcomes)
    assert entry_json(found)["outcomes"][0] == {
        "outcome": "+2",
        "weight": "1",
        "probability": number(Fraction(1, 10)),
        "pays": "+2",
        "ev": number(Fraction(1, 5)),
    }


def test_rounds_without_a_bet_have_a_row_so_that_the_rows_add_up_to_1():
    rows = exact_figures(EXACT, "swap").outcomes
    assert [(row.outcome, str(row.pay), row.weight, row.ev) for row in rows] == [
        ("WON", "1 to 1", 1, Fraction(1, 10)),
        ("LOST", "lose", 2, Fraction(-2, 10)),
        ("NO_BET", "no bet", 7, 0),
    ]
    assert sum(row.probability for row in rows) == 1


def test_estimates_have_the_values_of_the_tally_and_the_keys_of_exact_figures():
    for name in EXACT.entries:
        exact, estimated = exact_figures(EXACT, name), estimated_figures(EXACT, name)
        assert list(entry_json(estimated)) == list(entry_json(exact))
        for key, value in entry_json(exact).items():
            shown = entry_json(estimated)[key]
            if isinstance(value, dict):
                assert set(shown) == {"value", "standard_error"}
                assert shown["value"] == pytest.approx(value["value"])
        rows = zip(entry_json(exact)["outcomes"], entry_json(estimated)["outcomes"], strict=True)
        for one, other in rows:
            assert (one["outcome"], one["weight"], one["pays"]) == (other["outcome"], other["weight"], other["pays"])
            assert set(other["ev"]) == {"value", "standard_error"}


def test_the_errors_of_estimates():
    found = estimated_figures(EXACT, "ante")
    assert (found.ev.value, found.ev.error) == (-0.2, pytest.approx(sqrt(0.96 / 10)))
    assert found.house_edge == Estimate(0.2, found.ev.error)
    assert (found.hit_frequency.value, found.hit_frequency.error) == (0.4, pytest.approx(sqrt(0.4 * 0.6 / 10)))
    assert found.average_stake == Estimate(1.0, 0.0)
    assert estimated_figures(EXACT, "swap").average_stake.error == pytest.approx(sqrt(0.3 * 0.7 / 10))
    lucky = estimated_figures(EXACT, "lucky")
    assert lucky.returned.error == pytest.approx(lucky.ev.error / 5)


def test_an_analysis_for_json():
    document = analysis_json(EXACT, "optimal", {"ante": 1000}, seconds=0.5)
    assert list(document) == [
        *("game", "version", "options", "method", "strategy", "seconds", "warnings", "wagers"),
        *("correlations", "total"),
    ]
    assert document["total"]["ev"] == number(10 * (exact_figures(EXACT, "ante").ev + exact_figures(EXACT, "swap").ev))
    assert "total" not in analysis_json(EXACT, "optimal")
    assert document["correlations"][0]["wagers"] == ["ante", "side"]
    assert document["correlations"][0]["correlation"] == pytest.approx(1)


def test_lines_are_numbered_where_a_wager_has_several():
    game = toy()
    ante = game.wager["ante"]
    wagers = (replace(ante, lines=ante.lines * 2), *game.wagers[1:])
    cells = {(cell[0], cell[1], cell[1], *cell[2:]): weight for cell, weight in KEPT.items()}
    rows = exact_figures(analysis_of(cells, wagers=wagers), "ante").outcomes
    assert rows is not None
    assert [(row.line, row.outcome) for row in rows] == [(0, "WON"), (0, "LOST"), (1, "WON"), (1, "LOST")]


def test_agreement_of_wagers_and_of_wagers_together():
    more = analysis_of({cell: 100 * weight + 30 * (cell[1] == WON) for cell, weight in KEPT.items()})
    found = agreement(more, EXACT, "ante")
    assert found.z > 0
    assert found.chi_square is not None
    assert found.chi_square.degrees == 1
    assert set(agreement_json(found)["chi_square"]) == {"value", "degrees", "p"}
    parts = {"main": ("ante", "swap")}
    together = agreement(*(analysis_of(dict(each.tally.cells), **parts) for each in (more, EXACT)), "main")
    assert together.chi_square is None
    assert list(agreement_json(together)) == ["z"]
    never = analysis_of({cell: weight for cell, weight in KEPT.items() if cell[1] == WON})
    impossible = agreement(EXACT, never, "ante")
    assert impossible.chi_square is not None
    assert (impossible.chi_square.value, impossible.chi_square.p) == (inf, 0.0)


def test_where_a_meter_breaks_even():
    meter = MeterState(1, "ace", seed_cents=1000, share_cents=50, amount_cents=1960)
    chance = Fraction(1, 10)
    assert first_meter(meter, Fraction(51)) == 5001 - 50, "50.01 with its share added pays 51"
    lucky = toy().wager["lucky"]
    pays = replace(lucky.lines[0].pays, pays={**lucky.lines[0].pays.pays, Lucky.ACE: Meter(1)})
    wagers = (*toy().wagers[:3], replace(lucky, lines=(replace(lucky.lines[0], pays=pays),)))
    analysis = analysis_of(KEPT, wagers=wagers, meters=(meter,))
    found = exact_figures(analysis, "lucky")
    assert found.ev == Fraction(21, 10) - 5
    even = 21 + Fraction(29)  # The award now is 20.10 rounded up, and it misses ten times the loss.
    assert found.meters == (MeterFigures(meter, chance, even),)
    (shown,) = entry_json(found)["meters"]
    assert (shown["meter"], shown["award"], shown["break_even_meter"]) == (1, number(Fraction(21)), "48.51")
    assert shown["probability"] == shown["value_per_dollar"] == number(chance)


def test_bets_together_have_every_figure_in_dollars():
    total = analysis_json(EXACT, "optimal", {"ante": 1000, "side": 1000})["total"]
    assert total["bets"] == {"ante": "10.00", "side": "10.00"}
    assert total["per"] == DOLLARS
    rows = total["outcomes"]
    assert sum(Fraction(row["probability"]["exact"]) for row in rows) == 1
    results = {Fraction(row["outcome"]): Fraction(row["probability"]["exact"]) for row in rows}
    ev = sum(net * share for net, share in results.items())
    assert Fraction(total["ev"]["exact"]) == ev
    assert Fraction(total["variance"]["exact"]) == sum(net**2 * share for net, share in results.items()) - ev**2
    assert Fraction(total["hit_frequency"]["exact"]) == sum(share for net, share in results.items() if net > 0)
    assert Fraction(total["return"]["exact"]) == 1 + ev / 20
    staked = Fraction(total["average_stake"]["exact"])
    assert staked > 20  # Three rounds of ten are raised.
    assert Fraction(total["element_of_risk"]["exact"]) == -ev / staked
    assert all(re.fullmatch(r"[+-]?\d+\.\d\d", row["outcome"]) for row in rows)


def test_the_z_of_an_edge_has_the_sign_of_the_edge():
    assert (Agreement(1.5, None).edge_z, agreement_json(Agreement(1.5, None))) == (-1.5, {"z": 1.5})
    assert str(Agreement(0.0, None).edge_z) == "0.0"
