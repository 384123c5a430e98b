"""Simulation: one tally for one seed, whoever deals; in agreement with the exact figures; broken off and resumed."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from pitboss import games
from pitboss.core.game import Shuffle
from pitboss.maths.codegen.program import BATCH_ROUNDS, program_of
from pitboss.maths.exact.solver import solve
from pitboss.maths.simulate import run as simulate
from pitboss.maths.simulate.agreement import chance_above, chi_square, z_score
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import first_stakes
from tests.support.cases import brought
from tests.support.command import check_refused, dealing, only_progress, pitboss
from tests.support.house import HIGH_CARD
from tests.support.toys import PRESS_BY_RULE, press

ROUNDS = 40 * BATCH_ROUNDS + 12_345
MANY = 10**8


def document(*arguments: str) -> dict:
    done = pitboss("simulate", *arguments, "--json")
    assert done.returncode == 0
    assert only_progress(done.stderr)
    return json.loads(done.stdout)


def agrees(name: str, strategy: str, rounds: int, **options: str) -> None:
    """|z| below 4 for every entry, and outcome tables that chance explains."""
    game = games.build(name, options)
    strategies = games.folder(name).strategies
    followed = strategies.get(strategy) or (simulate.best_policy(game, strategies.values()) if game.choices else None)
    run = simulate.simulate(game, followed, rounds=rounds, seed=2026, workers=2)
    found = Analysis(game, run.loop.tally(run.counts))
    exact = Analysis(game, solve(game, strategies.get(strategy), first_stakes(game), game.main_wagers))
    assert found.tally.total == rounds
    for entry in found.entries:
        assert abs(z_score(found, exact, entry)) < 4, entry
    for wager in game.wager:
        assert chi_square(found, exact, wager).p > 1e-5, wager


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "strategy", "options"), brought("AGREEING"))
def test_simulation_agrees_with_the_exact_figures(name: str, strategy: str, options: dict[str, str]):
    agrees(name, strategy, MANY, **options)


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "strategy", "options"), brought("AGREEING_SET_OTHERWISE"))
def test_simulation_agrees_with_other_options(name: str, strategy: str, options: dict[str, str]):
    agrees(name, strategy, ROUNDS, **options)


def test_small_runs_without_the_compiler_agree_as_well():
    game = press()
    run = simulate.simulate(game, PRESS_BY_RULE, rounds=2000, seed=8)
    exact = Analysis(game, solve(game, PRESS_BY_RULE, first_stakes(game), game.main_wagers))
    assert abs(z_score(Analysis(game, run.loop.tally(run.counts)), exact, "ante")) < 4


@pytest.mark.compiled
@pytest.mark.parametrize("workers", [2, 5])
def test_the_tally_does_not_depend_on_workers(workers: int):
    game, strategy = press(), PRESS_BY_RULE
    one, more = (simulate.simulate(game, strategy, rounds=ROUNDS, seed=4, workers=each) for each in (1, workers))
    assert (one.counts == more.counts).all()
    other = simulate.simulate(game, strategy, rounds=ROUNDS, seed=5, workers=2)
    assert (one.counts != other.counts).any()


@pytest.mark.compiled
def test_a_run_that_is_broken_off_and_resumed_is_the_run():
    game, strategy = press(), PRESS_BY_RULE
    whole = simulate.simulate(game, strategy, rounds=ROUNDS, seed=4, workers=2)
    broken = simulate.Run(program_of(game, strategy), 4, ROUNDS)
    engine = simulate.Threads(broken.loop, 4, 2)
    for done in broken.go_on(engine):
        if done > 20 * BATCH_ROUNDS:
            break
    engine.close()
    again = simulate.Run(program_of(game, strategy), 4, ROUNDS)
    again.resume(broken.text(), "file")
    assert again.done == broken.done > 0
    engine = simulate.Threads(again.loop, 4, 2)
    assert list(again.go_on(engine))[-1] == ROUNDS
    engine.close()
    assert (again.counts == whole.counts).all()
    # The shorter last batch is not kept, so that a longer run can go on from here.
    longer = simulate.Run(program_of(game, strategy), 4, 2 * ROUNDS)
    longer.resume(again.text(), "file")
    assert longer.done == ROUNDS // BATCH_ROUNDS * BATCH_ROUNDS


def test_resume_on_the_command_line(house, tmp_path: Path):
    path = tmp_path / "run.sim"
    arguments = ("high-card", "--seed", "9", "--resume", str(path))
    short = document(*arguments, "--rounds", "2000")
    assert short["rounds"] == 2000
    kept = path.read_bytes()
    assert document("high-card", "--seed", "9", "--rounds", "2000")["wagers"] == short["wagers"]
    check_refused(
        ("simulate", "high-card", "--seed", "8", "--rounds", "2000", "--resume", str(path)), "its seed is '9'"
    )
    check_refused(
        ("simulate", "high-card", "--seed", "9", "--rounds", "2000", "--resume", str(path), "--set", "ante=double"),
        "belongs to a run with other settings: its option ante is 'even', not 'double'",
    )
    assert path.read_bytes() == kept
    path.write_bytes(kept[:-9])
    check_refused(("simulate", *arguments, "--rounds", "2000"), "is damaged: its checksum does not fit")
    path.write_text("something else")
    check_refused(("simulate", *arguments, "--rounds", "2000"), "is not a file of a simulation")
    assert path.read_text() == "something else"
    check_refused(
        ("simulate", "high-card", "--rounds", "2000", "--resume", str(tmp_path / "no" / "x")), "there is no such folder"
    )


def test_the_document_has_the_promised_shape(house):
    found = document("draw-five", "--rounds", "3e3", "--strategy", "draw-on-2", "--seed", "5")
    assert (found["method"], found["strategy"], found["rounds"], found["seed"]) == ("simulation", "draw-on-2", 3000, 5)
    assert {"rounds_per_second", "engine", "options", "version"} <= set(found)
    regular = found["wagers"]["regular"]
    rates = ("ev", "house_edge", "element_of_risk", "return", "return_on_all_staked", "hit_frequency")
    for name in (*rates, "variance", "average_stake"):
        assert set(regular[name]) == {"value", "standard_error"}, name
    rtp, risk = regular["return_on_all_staked"], regular["element_of_risk"]
    assert rtp == {"value": pytest.approx(1 - risk["value"]), "standard_error": risk["standard_error"]}
    assert sum(int(row["weight"]) for row in regular["outcomes"]) == 3000
    exact = json.loads(pitboss("analyze", "draw-five", "--strategy", "draw-on-2", "--json").stdout)
    assert regular["exact_house_edge"] == exact["wagers"]["regular"]["house_edge"]
    error = regular["ev"]["standard_error"]
    assert regular["z"] == pytest.approx(
        (regular["ev"]["value"] - exact["wagers"]["regular"]["ev"]["value"]) / error, rel=0.2
    )
    shown = pitboss("simulate", "draw-five", "--rounds", "3000", "--strategy", "draw-on-2", "--seed", "5").stdout
    assert "Attention: tie favours the player" in shown.splitlines()[0]
    assert "3,000 rounds from seed 5" in shown


@pytest.mark.compiled
def test_it_stops_when_the_interval_is_narrow_enough(house):
    found = document("high-card", "--rounds", "1e12", "--until-width", "0.002")
    assert found["rounds"] < 1e9
    assert 1.96 * found["wagers"]["ante"]["ev"]["standard_error"] <= 0.002


def stopped_by(path: Path, *signals: signal.Signals) -> int:
    """How many rounds a long run says it has dealt, if it is sent signals after a while."""
    process = dealing(path, "high-card", "--rounds", "1e14")
    for number in signals:
        process.send_signal(number)
        time.sleep(0.05)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert out == ""
    said = re.fullmatch(
        r"(?:Solving .+\n)?Interrupted after ([0-9,]+) of 100,000,000,000,000 rounds; they are kept in (.+)\.\n", err
    )
    assert said, err
    assert said[2] == str(path)
    return int(said[1].replace(",", ""))


@pytest.mark.compiled
@pytest.mark.parametrize("signals", [(signal.SIGINT,), (signal.SIGINT, signal.SIGINT), (signal.SIGTERM,)])
def test_breaking_off_keeps_what_is_done(house, tmp_path: Path, signals: tuple[signal.Signals, ...]):
    """Also for those who press twice, and for those who are told to end."""
    path = tmp_path / "run.sim"
    done = stopped_by(path, *signals)
    assert done % BATCH_ROUNDS == 0
    assert done > 0
    again = simulate.Run(program_of(HIGH_CARD.build(), None), 1, 10**14)
    again.resume(path.read_text(), "file")
    assert again.done == done


@pytest.mark.compiled
def test_where_it_stops_does_not_depend_on_where_it_went_on_from(house, tmp_path: Path):
    path = str(tmp_path / "run.sim")
    asked = ("high-card", "--rounds", "1e12", "--until-width", "0.0005")
    whole = document(*asked)
    document("high-card", "--rounds", "3e6", "--resume", path)
    again = document(*asked, "--resume", path)
    assert again["wagers"] == whole["wagers"]
    assert document(*asked, "--resume", path)["wagers"] == whole["wagers"]


def test_what_is_wrong_is_said_before_anything_is_solved(house, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(simulate, "best_policy", lambda *_: pytest.fail("solved first"))
    path = tmp_path / "run.sim"
    path.write_text("something else")
    for name in ("draw-five", *(name for name in games.find() if games.build(name).solver)):
        check_refused(("simulate", name, "--resume", str(path)), "is not a file of a simulation")
        check_refused(("simulate", name, "--gpu"), "--gpu: ")
        if Shuffle.CUT_CARD not in games.build(name).shuffles:
            check_refused(("simulate", name, "--shoes", "5"), "is shuffled before every round")
    check_refused(("simulate", "draw-five", "--shoes", "5", "--cut", "2"), "the cut card cannot leave 2 cards")
    check_refused(("simulate", "high-card", "--shoes", "5"), "is shuffled before every round")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--rounds", "0"), "--rounds '0': give a whole number from 1 to 10^15"),
        (("--rounds", "-5"), "--rounds '-5': give a whole number"),
        (("--rounds", "2e15"), "--rounds '2e15': give a whole number from 1 to 10^15"),
        (("--rounds", "many"), "--rounds 'many'"),
        (("--rounds", "1.5"), "--rounds '1.5'"),
        (("--seed", "-1"), "--seed '-1'"),
        (("--seed", "18446744073709551616"), "--seed '18446744073709551616': give a whole number from 0"),
        (("--workers", "0"), "--workers '0': give a whole number from 1"),
        (("--until-width", "0"), "--until-width '0': give a number above 0"),
        (("--strategy", "perfect"), "no strategy 'perfect'"),
    ],
)
def test_bad_input_is_one_clear_line(house, arguments: tuple[str, ...], sentence: str):
    check_refused(("simulate", "draw-five", *arguments), sentence)


def test_a_game_without_choices_has_no_strategy(house):
    check_refused(("simulate", "high-card", "--strategy", "bold"), "high-card asks for no choice")


@pytest.mark.compiled
def test_the_text_for_a_gpu_counts_what_the_text_for_lanes_does():
    """In numba's CUDA simulator, which runs every thread of the device in plain Python."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.gpu_simulator"],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    *lines, several = done.stdout.splitlines()
    assert several == "three-streets optimal"
    assert lines[:-4] == [f"{name} {strategy}" for name, strategy in brought("ON_GPU")]
    illegal = {line.split()[1]: int(line.split()[2]) for line in lines[-4:]}
    assert illegal["press-by-rule"] == illegal["lowest-two"] == 0
    assert illegal["press-always"] > 0
    assert illegal["lowest-one"] == 100


@pytest.mark.compiled
def test_without_a_gpu_it_says_so(house):
    check_refused(("simulate", "high-card", "--gpu"), "--gpu: no CUDA device answers")


@pytest.mark.parametrize(
    ("value", "degrees", "p"),
    [
        (3.841458820694124, 1, 0.05),
        (18.307038053275146, 10, 0.05),
        (2.0, 2, float(np.exp(-1))),
        (0.1, 5, 0.99984),
        (124.342, 100, 0.05),
    ],
)
def test_chi_square_has_its_known_values(value: float, degrees: int, p: float):
    assert chance_above(value, degrees) == pytest.approx(p, abs=2e-5)


@pytest.mark.compiled
def test_a_wrong_loop_would_be_noticed():
    """Two outcomes changed over: both tests cry out."""
    game = HIGH_CARD.build()
    run = simulate.simulate(game, None, rounds=BATCH_ROUNDS, seed=1)
    shifted = run.counts.copy()
    most, least = int(run.counts.argmax()), int(np.where(run.counts > 0, run.counts, BATCH_ROUNDS).argmin())
    shifted[[most, least]] = run.counts[[least, most]]
    exact = Analysis(game, solve(game, None, first_stakes(game), game.main_wagers))
    wrong = Analysis(game, run.loop.tally(shifted))
    assert abs(z_score(wrong, exact, "ante")) > 100
    assert chi_square(wrong, exact, "ante").p < 1e-9
