"""`import pitboss`: a small, lazy surface that the commands use themselves."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, assert_type

import pytest

import pitboss
from pitboss import api
from pitboss.core.errors import ChoiceError, OptionError
from pitboss.core.game import Game
from pitboss.core.round import Round
from pitboss.core.settle import Settlement
from pitboss.maths.compile import cpu
from pitboss.maths.design.design import Limits
from pitboss.maths.design.shape import Candidate
from pitboss.maths.simulate.run import Run
from pitboss.maths.strategy.plan import Short
from pitboss.maths.tally.analysis import Analysis
from tests.support.command import pitboss as command


def test_every_public_name_is_there_and_documented():
    for name in pitboss.__all__:
        assert getattr(pitboss, name).__doc__, name
    assert not hasattr(pitboss, "analyse")


def test_importing_it_loads_nothing_else():
    code = "import sys, pitboss; print(sorted(name for name in sys.modules if name.startswith('pitboss')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['pitboss']"


def test_games_and_report_are_packages_that_can_be_called():
    from pitboss import games, report

    assert "super-pan-9" in pitboss.games()
    assert games.names() == pitboss.games()
    assert callable(report)
    assert report.__name__ == "pitboss.report"


def test_a_report_refuses_what_it_cannot_assume(tmp_path):
    wrong: list[tuple[str, Any]] = [("stake", 0), ("rounds_per_hour", 0), ("rounds", 0), ("seed", -1)]
    for name, value in wrong:
        with pytest.raises(OptionError, match=f"{name} {value}: "):
            pitboss.report("super-pan-9", str(tmp_path / "out"), **{name: value})
    assert not (tmp_path / "out").exists()


def test_design_is_the_command_and_refuses_limits_that_contradict_each_other():
    asked = ("design", "super-pan-9", "--wager", "tie", "--target-edge", "0%..5%")
    shown = [row["house_edge"]["exact"] for row in json.loads(command(*asked, "--json").stdout)["tables"]]
    found = pitboss.design("super-pan-9", "tie", "0", "0.05")
    assert shown == [str(table.edge) for table in found.tables] != []
    kept = Limits(caps=dict.fromkeys(found.search.shape.pays, 1), kept=frozenset(found.search.shape.pays))
    with pytest.raises(OptionError, match="keep it or cap it, not both"):
        pitboss.design("super-pan-9", "tie", "0", "0.05", limits=kept)


@pytest.mark.parametrize("strategy", ["optimal", "draw-on-4", "optimal:tie"])
def test_analyze_is_the_command(strategy: str):
    done = command("analyze", "super-pan-9", "--strategy", strategy, "--json")
    shown = json.loads(done.stdout)["wagers"]["regular"]["house_edge"]["exact"]
    assert Fraction(shown) == pitboss.analyze("super-pan-9", strategy).figures["regular"].house_edge


def test_advise_is_the_command():
    done = command("advise", "turbo-sports", "--deal", "community=As Kh 2d", "--json")
    shown = {row["option"]: Fraction(row["ev"]["exact"]) for row in json.loads(done.stdout)["options"]}
    advice = pitboss.advise("turbo-sports", community="As Kh 2d")
    assert shown == advice.by_text()
    assert list(shown) == list(advice.by_text())


def test_bets_change_what_a_choice_is_worth():
    alone = pitboss.advise("super-pan-9", player="6s 4h 3d").by_text()
    both = pitboss.advise("super-pan-9", player="6s 4h 3d", bets={"regular": 5, "tie": "50.00"}).by_text()
    assert alone != both


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda: pitboss.build("super-pan"), OptionError, "no game 'super-pan'; did you mean 'super-pan-9'?"),
        (lambda: pitboss.build("super-pan-9", decks=9), OptionError, "decks cannot be '9'"),
        (lambda: pitboss.analyze("super-pan-9", "draw"), OptionError, "no strategy 'draw'"),
        (lambda: pitboss.analyze("super-pan-9", "optimal:tye"), OptionError, "no wager 'tye'; did you mean 'tie'?"),
        (lambda: pitboss.analyze("super-pan-9", bets={"tie": 5}), pitboss.PitbossError, "regular must be bet"),
        (lambda: pitboss.strategy("spadez"), ChoiceError, "spadez asks for no choice"),
        (lambda: pitboss.simulate("spadez", "best", rounds=1), OptionError, "it has no strategy 'best'"),
        (lambda: pitboss.design("super-pan-9", "tye", "0", "1"), OptionError, "no wager 'tye'"),
        (lambda: pitboss.design("super-pan-9", "tie", "0", "1", rank="x"), OptionError, "no rank 'x'"),
        (
            lambda: pitboss.design("super-pan-9", "tie", "x", "1"),
            OptionError,
            "house edges 'x' and '1': give fractions",
        ),
        (lambda: pitboss.design("super-pan-9", "tie", "0.2", "0.1"), OptionError, "from 0.2 to 0.1 run backwards"),
        (lambda: pitboss.simulate("spadez", rounds=1, workers=-1), OptionError, "workers -1"),
        (
            lambda: pitboss.Round(pitboss.build("super-pan-9")).after(pitboss.Bets({"1": {"regular": 500}})),  # ty: ignore
            pitboss.PitbossError,
            "no seat '1': super-pan-9 has seats 1 to 9",
        ),
    ],
)
def test_wrong_requests_name_the_value(call, error, sentence: str):
    with pytest.raises(error) as caught:
        call()
    assert sentence in str(caught.value)


def test_a_wrong_paper_is_refused_before_anything_is_written(tmp_path):
    from pitboss.report import write

    with pytest.raises(OptionError, match="no paper 'a5'"):
        write.report("super-pan-9", str(tmp_path / "out"), paper="a5")
    assert not (tmp_path / "out").exists()


def typed_program(folder: str) -> None:
    """Only `ty` reads this: every public function with the type of its result."""
    game = pitboss.build("super-pan-9", decks=1)
    assert_type(pitboss.games(), tuple[str, ...])
    assert_type(game, Game)
    assert_type(pitboss.Round(game).after(pitboss.Bets({1: {"regular": 500}})), Round)
    assert_type(pitboss.settle(pitboss.Round(game)), Settlement)
    assert_type(pitboss.analyze(game), Analysis)
    assert_type(pitboss.advise(game, player="6s 4h 3d").best, str)
    assert_type(pitboss.strategy(game).named, list[Short])
    assert_type(pitboss.simulate(game, rounds=1), Run)
    assert_type(pitboss.design(game, "tie", "0.04", "0.06").tables, list[Candidate])
    assert_type(pitboss.report("super-pan-9", folder, stake=25).files, list[str])


@pytest.mark.parametrize(
    ("mistake", "rule"), [("", ""), ("pitboss.games(1)", "too-many"), ("pitboss.report(1)", "arg")]
)
def test_every_public_function_is_typed(mistake: str, rule: str, tmp_path: Path):
    ty = Path(sys.executable).with_name("ty")
    if not ty.exists():
        pytest.skip("ty is not installed")
    program = tmp_path / "program.py"
    program.write_text(Path(__file__).read_text() + mistake + "\n")
    root = Path(__file__).parents[1]
    flags = ("--python", sys.prefix, "--extra-search-path", str(root), "--output-format", "concise")
    done = subprocess.run([ty, "check", *flags, program], cwd=root, capture_output=True, text=True)
    assert (done.returncode == 0) == (not mistake), done.stdout
    assert rule in done.stdout


@pytest.mark.parametrize(
    ("name", "wanted"), [("chase-the-flush", True), ("three-card-poker", True), ("turbo-sports", False)]
)
def test_games_too_large_for_plain_enumeration_need_the_compiler(
    name: str, wanted: bool, monkeypatch: pytest.MonkeyPatch
):
    game = pitboss.build(name)
    monkeypatch.setattr(cpu, "compiling", lambda: True)
    assert not api.needs_the_compiler(game)
    monkeypatch.setattr(cpu, "compiling", lambda: False)
    assert api.needs_the_compiler(game) == wanted
