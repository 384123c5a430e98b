"""The simulation, the checks and the identity of a report."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import erfc, sqrt
from typing import Any

import pytest

from pitboss import games
from pitboss.core.pays import Custom
from pitboss.maths.simulate.agreement import chi_square
from pitboss.maths.simulate.run import best_policy, simulate
from pitboss.report import checks
from pitboss.report.document import Text
from pitboss.report.export.json import as_json
from pitboss.report.par import attention
from pitboss.report.sections.checks import checks_section, checks_table, failures, simulate_command
from pitboss.report.subject import Assumed, Subject
from tests.support.documents import FEW_ROUNDS, subject_of_game
from tests.support.house import DRAW_FIVE
from tests.support.printed import CHECKS, SIMULATION, mentions, same
from tests.support.recomputed import Own
from tests.support.report_cases import QUICK, identity_of, is_called, own_of, owns, part_of, subject_of


@pytest.mark.parametrize("case", QUICK)
def test_the_simulation_is_held_against_the_exact_figures(case: str):
    subject, part = subject_of(case), part_of(case, checks_section)
    rounds = subject.assumed.rounds
    for own, cells in zip(owns(case), part.table(SIMULATION).rows, strict=True):
        dealt = Own(subject.simulated, own.name)
        assert dealt.total == rounds
        assert is_called(own, cells[0])
        same(cells[1], own.edge)
        same(cells[2], dealt.edge)
        error = own.deviation / sqrt(rounds)
        for cell, side in ((cells[3], -1), (cells[4], 1)):
            same(cell, float(dealt.edge) + side * 1.959963984540054 * error / float(own.unit))
        same(cells[5], float(own.ev - dealt.ev) / error)  # Of the edges beside it.
        test = chi_square(subject.simulated, subject.analysis, own.name)
        value, degrees = cells[6].split(" on ")
        same(value, test.value)
        assert int(degrees) == test.degrees
        same(cells[7], test.p)
        if own.name == "tie":
            expected = [rounds * own.chance(0, outcome) for outcome in (0, 1)]
            squares = [(rounds * dealt.chance(0, place) - each) ** 2 / each for place, each in enumerate(expected)]
            same(value, sum(squares))
            same(cells[7], erfc(sqrt(sum(squares) / 2)))
    words = " ".join(each.text for each in part.blocks() if isinstance(each, Text))
    mentions(words, rounds, subject.assumed.seed, own_of(case, subject.analysis.first).total)


def test_the_simulation_is_the_one_that_simulate_deals(house):
    subject = subject_of_game("draw-five")
    player = best_policy(subject.game, subject.folder.strategies.values())
    run = simulate(subject.game, player, rounds=FEW_ROUNDS, seed=1)
    assert subject.simulated.tally.cells == run.loop.tally(run.counts).cells


def test_the_report_names_the_command_that_deals_its_simulation_again(house, monkeypatch):
    own = Subject(games.folder("high-card"), {"ante": "double"})
    monkeypatch.setenv("PITBOSS_COMMAND", "./run")
    command = "./run simulate high-card --rounds 100000000 --seed 1 --set ante=double"
    assert simulate_command(own) == command
    mine = Custom(own.folder.paytables, "my table.toml")
    assert simulate_command(replace(own, custom=mine)) == f"{command} --paytables 'my table.toml'"


@pytest.mark.parametrize("case", QUICK)
def test_checks_have_what_came_out(case: str):
    rows = part_of(case, checks_section).table(CHECKS).rows
    assert {row[2] for row in rows} == {"yes"}
    assert rows[0][1] == f"{own_of(case, subject_of(case).analysis.first).total:,}"
    for own in owns(case):
        named = [row for row in rows if is_called(own, row[0].split(":")[0])]
        assert Fraction(named[0][1]) == own.ev
        same(named[1][1], own.variance)


def more_rows(*arguments: Any) -> list[Any]:
    first, *rest = checking_rows(*arguments)
    return [replace(first, ev=first.ev + 1), *rest]


def less_variance(*arguments: Any) -> dict[Any, Fraction]:
    return {key: part / 2 for key, part in checking_parts(*arguments).items()}


checking_rows, checking_parts = checks.outcome_rows, checks.variance_parts
BROKEN: dict[str, tuple[str, Any, str]] = {
    "rows": ("outcome_rows", more_rows, "pay table"),
    "variance": ("variance_parts", less_variance, "variance"),
    "deals": ("ways_to_deal", lambda *arguments: 7, "deal"),
    "simulation": ("z_score", lambda *arguments: -4.1, "Simulation"),
}


@pytest.mark.parametrize("what", [*BROKEN, "mean", "nothing"])
def test_a_check_that_fails_says_so(what: str, monkeypatch: pytest.MonkeyPatch):
    known, subject = subject_of("high-card"), replace(subject_of("high-card"))
    subject.__dict__.update(analysis=known.analysis, simulated=known.simulated, sessions=known.sessions)
    words = ""
    if what == "mean":
        from pitboss.maths.sessions.sessions import Session

        monkeypatch.setattr(Session, "mean", 0.0)
        words = "mean"
    elif what != "nothing":
        name, wrong, words = BROKEN[what]
        monkeypatch.setattr(checks, name, wrong)
    failed = [row[0] for row in checks_table(subject).rows if row[2] != "yes"]
    times = {"nothing": 0, "rows": len(subject.game.wagers), "variance": len(subject.game.wagers)}.get(what, 1)
    assert len(failed) == times
    assert all(words in each for each in failed)
    assert [holds for _, _, holds in subject.checks].count(False) == len(failed)
    said = failures(subject)
    assert len(said) == len(failed)
    assert all(each in sentence for each, sentence in zip(failed, said, strict=True))


def test_checks_are_made_once_for_all_files_of_a_report(monkeypatch: pytest.MonkeyPatch):
    known, subject = subject_of("high-card"), replace(subject_of("high-card"))
    subject.__dict__.update(analysis=known.analysis, simulated=known.simulated, sessions=known.sessions)
    made = []
    monkeypatch.setattr("pitboss.report.subject.make_checks", lambda *arguments: made.append(arguments) or [])
    checks_section(subject)
    as_json(subject)
    assert [each for each in attention(subject) if "house edge of exactly 0" not in each] == []
    assert len(made) == 1


def drawn(texts: Mapping[str, str], **assumed: Any) -> Subject:
    return Subject(DRAW_FIVE, texts, None, replace(Assumed(rounds=500), **assumed))


def test_hashes_tell_reports_apart(house):
    """Each is of what it says: it changes with that, and with nothing else."""
    first = identity_of(drawn({}))
    hashes = [name for name, value in first.items() if "sha256" in name]
    assert len(hashes) == 4
    assert all(re.fullmatch(r"[0-9a-f]{64}", first[name]) for name in hashes)
    assert len({first[name] for name in hashes}) == 4
    assert identity_of(drawn({})) == first
    pays, program, counted, dealt = hashes

    def changed(other: dict[str, str]) -> list[str]:
        return [name for name in hashes if other[name] != first[name]]

    assert changed(identity_of(drawn({"tie": "low"}))) == [pays]
    assert changed(identity_of(drawn({}, seed=2))) == [dealt]
    assert changed(identity_of(drawn({"decks": "2"}))) == [counted, dealt]
    assert changed(identity_of(subject_of("high-card"))) == [pays, program, counted, dealt]
    cells = sorted([",".join(map(str, cell)), str(weight)] for cell, weight in drawn({}).analysis.tally.cells.items())
    assert first[counted] == hashlib.sha256(json.dumps(cells).encode()).hexdigest()
    assert json.loads(first["options"]) == {"decks": 8, "commission": "5%", "tie": "printed"}
    assert first["game"] == "draw-five 1"
