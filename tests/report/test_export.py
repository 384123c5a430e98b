"""The JSON and the CSV of a report, against figures computed another way."""

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import pytest

from pitboss.maths.simulate.agreement import chi_square
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.as_json import entry_json
from pitboss.maths.tally.figures import exact_figures
from pitboss.report.export.csv import as_csv
from pitboss.report.export.json import add_figures, as_json
from pitboss.report.sections.checks import checks_section
from pitboss.report.sections.sessions import sessions_section
from pitboss.report.subject import Subject
from pitboss.report.warnings import warnings
from tests.support.documents import (
    subject_of_game,
)
from tests.support.printed import (
    BANDS,
    CHECKS,
    FAVOURS,
    OPERATOR,
    RUIN,
    SHARES,
    agrees,
    pay_is,
)
from tests.support.recomputed import (
    Own,
    outcomes_of,
    results_of,
    ruined,
)
from tests.support.report_cases import (
    EVERY,
    MADE_UP,
    OTHERWISE,
    QUICK,
    cost_of,
    identity_of,
    own_of,
    owns,
    part_of,
    played,
    set_so,
    subject_of,
)


@cache
def data_of(case: str) -> dict[str, Any]:
    return json.loads(as_json(subject_of(case)))


def exactly(found: Mapping[str, Any], value: Fraction) -> None:
    """A number of JSON."""
    assert Fraction(found["exact"]) == value
    assert found["value"] == pytest.approx(float(value), rel=1e-12)


@pytest.mark.parametrize("case", QUICK)
def test_json_has_the_figures_of_every_wager(case: str):
    document = data_of(case)
    for own in owns(case):
        entry = document["wagers"][own.name]
        exactly(entry["house_edge"], -own.ev)
        exactly(entry["ev"], own.ev)
        exactly(entry["element_of_risk"], own.risk)
        exactly(entry["hit_frequency"], own.hit)
        exactly(entry["variance"], own.variance)
        exactly(entry["average_stake"], own.staked)
        exactly(entry["return"], 1 + own.ev)
        assert entry["standard_deviation"] == pytest.approx(own.deviation)
        assert entry["volatility_index"]["value"] == pytest.approx(1.645 * own.deviation)
        for outcome, row in zip(outcomes_of(own, 0), entry["outcomes"], strict=True):
            check_row(own, outcome, row)
            exactly(row["variance_share"], own.share(0, outcome))
    assert document["assumed"]["rounds_per_hour"] == 45
    for own in played(case):
        exactly(document["assumed"]["theo_per_hour"][own.name], -own.ev * 25 * 45)
        assert document["assumed"]["stakes"][own.name] == "25.00"


def check_row(own: Own, outcome: int, row: Mapping[str, Any]) -> None:
    pays = own.wagers[0].lines[0].pays
    assert row["outcome"] == pays.outcomes(outcome).name
    assert pay_is(row["pays"], pays.pays[outcome])
    assert Fraction(int(row["weight"]), own.total) == own.chance(0, outcome)
    exactly(row["probability"], own.chance(0, outcome))
    exactly(row["ev"], own.part(0, outcome))


@pytest.mark.parametrize("case", QUICK)
def test_json_has_the_sessions(case: str):
    subject = subject_of(case)
    for own in played(case):
        found = data_of(case)["sessions"][own.name]
        for row in found["after"]:
            after = own.after(row["rounds"])
            ahead, even, behind, *_ = results_of(after)
            assert [row["ahead"], row["even"], row["behind"]] == pytest.approx([ahead, even, behind], abs=1e-8)
            for share in SHARES:
                exactly(row["quantiles"][str(share)], after.quantile(share))
            exactly(row["mean"], after.mean)
            assert row["standard_deviation"] == pytest.approx(after.deviation)
            for key, gap in (("normal_off_by", after.gap), ("normal_off_by_uncorrected", after.plain_gap)):
                assert row[key] == (pytest.approx(gap, abs=1e-8) if after.rounds > 1 else None)
        assert [row["rounds"] for row in found["after"]] == [1, 100, 1_000, 10_000]
        thousand = own.after(OPERATOR[0])
        bands = found["house_win_per_1000_rounds"]
        for (low, high), name in zip(BANDS, ("95%", "99%"), strict=True):
            exactly(bands[name][0], -thousand.quantile(high) * 25)
            exactly(bands[name][1], -thousand.quantile(low) * 25)
        units = [Fraction(row["bankroll"]) / 25 for row in found["ruin"]]
        assert units == ([30, 60] if subject.assumed.bankrolls else [50, 100, 200, 500])
        for row, (chance,) in zip(found["ruin"], ruined(own, units, [100]), strict=True):
            assert row["within"]["100"] == pytest.approx(chance, abs=1e-8)
        ruin_table = part_of(case, sessions_section).tables(RUIN)[[each.name for each in played(case)].index(own.name)]
        for row, cells in zip(found["ruin"], ruin_table.rows, strict=True):
            for chance, cell in zip(row["within"].values(), cells[1:], strict=True):
                assert agrees(cell, chance)


@pytest.mark.parametrize("case", QUICK)
def test_json_has_play_settings_and_simulation(case: str):
    subject, document = subject_of(case), data_of(case)
    assert [each for each in document["warnings"] if FAVOURS in each] == [
        each for each in warnings(subject) if FAVOURS in each
    ]
    if subject.game.choices:
        for each in document["play"]["short"]:
            exactly(each["cost"], cost_of(case, each["name"]))
        exactly(document["play"]["best"]["cost"], Fraction(0))
    for each in document["settings"]:
        analysis = set_so(subject, **each["options"])
        assert each["in_force"] == all(
            subject.game.options.text(name) == text for name, text in each["options"].items()
        )
        for name, edge in each["house_edge"].items():
            exactly(edge, -Own(analysis, name).ev)
            exactly(each["edge_of_first_stake"][name], Own(analysis, name).edge)
            assert each["per"][name] == analysis.per(name)
    for each in document["tables"]:
        own = Own(set_so(subject, **dict(part.split("=") for part in each["options"].split())), each["wager"])
        exactly(each["house_edge"], -own.ev)
        for outcome, row in zip(outcomes_of(own, 0), each["outcomes"], strict=True):
            check_row(own, outcome, row)
    for own in owns(case):
        found, dealt = document["simulation"]["wagers"][own.name], Own(subject.simulated, own.name)
        rounds = subject.assumed.rounds
        assert found["house_edge"]["value"] == pytest.approx(-float(dealt.ev))
        assert found["house_edge"]["standard_error"] == pytest.approx(dealt.deviation / sqrt(rounds))
        assert found["z"] == pytest.approx(float(dealt.ev - own.ev) / (own.deviation / sqrt(rounds)))
        test = chi_square(subject.simulated, subject.analysis, own.name)
        assert found["chi_square"] == {"value": test.value, "degrees": test.degrees, "p": test.p}
    rows = part_of(case, checks_section).table(CHECKS).rows
    assert [(each["check"], each["value"]) for each in document["checks"]] == [row[:2] for row in rows]
    assert all(each["holds"] is True for each in document["checks"])
    assert document["identity"] == identity_of(subject)


@pytest.mark.parametrize("case", [case for case in EVERY if case not in OTHERWISE])
def test_csv_has_every_ending(case: str):
    subject = subject_of(case)
    rows = list(csv.DictReader(io.StringIO(as_csv(subject))))
    in_force = rows[0]["options"]
    for name in subject.analysis.entries:
        own = own_of(case, name)
        found = [row for row in rows if row["options"] == in_force and row["wager"] == name]
        expected: dict[tuple[Fraction, Fraction], Fraction] = {}
        for each in own.ended:
            key = each.net, each.staked
            expected[key] = expected.get(key, Fraction(0)) + Fraction(each.weight, own.total)
        read: dict[tuple[Fraction, Fraction], Fraction] = {}
        for row in found:
            net, chance = Fraction(row["net_exact"]), Fraction(row["probability_exact"])
            key = net, Fraction(row["staked_exact"])
            read[key] = read.get(key, Fraction(0)) + chance
            assert Fraction(int(row["combinations"]), int(row["of"])) == chance
            assert Fraction(row["contribution_exact"]) == net * chance
            for column, value in (
                ("net", net),
                ("probability", chance),
                ("one_in", 1 / chance),
                ("contribution", net * chance),
                ("variance_share", chance * (net - own.ev) ** 2 / own.variance),
            ):
                assert float(row[column]) == pytest.approx(float(value), rel=1e-12)
            assert row["pay_table"]
        assert read == {key: chance for key, chance in expected.items() if chance}
        if case not in MADE_UP:  # There one outcome can come on two lines, which no game has.
            assert len({(row["outcome"], row["staked"]) for row in found}) == len(found)
    assert len({row["options"] for row in rows}) == 1 + len({each.label for each in subject.other_tables})


@pytest.mark.parametrize("case", [case for case in MADE_UP if case.endswith(("fixed", "progressive"))])
def test_csv_and_json_have_the_wagers_made_together(case: str):
    subject = subject_of(case)
    figures = subject.analysis.figures["main"]
    rows = [row for row in csv.DictReader(io.StringIO(as_csv(subject))) if row["wager"] == "main"]
    entry = entry_json(exact_figures(subject.analysis, "main"))
    add_figures(subject.analysis, "main", entry)
    assert [row["words"] for row in rows] == [each["words"] for each in entry["net_results"]]
    assert sum(Fraction(each["contribution"]["exact"]) for each in entry["net_results"]) == figures.ev
    assert sum(Fraction(each["variance_share"]["exact"]) for each in entry["net_results"]) == 1
    nets = [Fraction(each["outcome"]) for each in entry["outcomes"]]
    assert nets == sorted(nets, reverse=True)
    assert sum(Fraction(each["ev"]["exact"]) for each in entry["outcomes"]) == figures.ev
    assert sum(Fraction(each["variance_share"]["exact"]) for each in entry["outcomes"]) == 1


@pytest.mark.parametrize("case", [case for case in MADE_UP if case.endswith("progressive")])
def test_json_gives_a_fixed_price_bet_in_dollars_and_as_a_share(case: str):
    subject = subject_of(case)
    for own in owns(case):
        entry = entry_json(exact_figures(subject.analysis, own.name))
        add_figures(subject.analysis, own.name, entry)
        exactly(entry["house_edge"], -own.ev)
        exactly(entry["edge_of_first_stake"], own.edge)
        assert (entry["per"] == "round, dollars") == own.fixed
        if "long_run" in entry:
            share = Fraction(entry["long_run"]["edge_of_first_stake"]["exact"])
            exactly(entry["long_run"]["house_edge"], share * own.unit)
            exactly(entry["long_run"]["return"], 1 - share)


def test_figures_do_not_turn_on_the_order_of_a_tally(house):
    """One that was just solved lists its cells as they came, one that was kept sorts them."""
    first = subject_of_game("draw-five")
    turned = Subject(first.folder, {}, None, first.assumed)
    tally = first.analysis.tally
    cells = dict(sorted(tally.cells.items(), reverse=True))
    turned.__dict__["analysis"] = Analysis(first.game, replace(tally, cells=cells))
    assert as_json(turned) == as_json(first)
    assert as_csv(turned) == as_csv(first)
