"""`import pitboss`: a small, lazy surface that the commands use themselves."""

import json
import subprocess
import sys
from fractions import Fraction

import pytest

import pitboss
from pitboss.core.errors import ChoiceError, OptionError
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
