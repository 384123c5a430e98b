"""docs/adding-a-game.md, followed to the letter: the page builds a game, plays it and passes the contract with it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.core.cards import parse_cards
from pitboss.core.errors import ChoiceError
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt
from pitboss.core.settle import settle_round

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text()
FILES = dict(re.findall(r"^`((?:src|tests)/[^`]+)`\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package and its tests, with the files of the page added and nothing else changed."""
    copy = tmp_path_factory.mktemp("page")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(pitboss.__file__).parent, copy / "src" / "pitboss", ignore=ignored)
    shutil.copytree(ROOT / "tests", copy / "tests", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", copy)
    for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "run", ".gitignore"):
        shutil.copy(ROOT / name, copy)
    for name in ("docs", "requirements", "benchmarks"):
        shutil.copytree(ROOT / name, copy / name)
    for place in ("src/pitboss/games", "tests/games"):  # Somebody may be following the page right here.
        shutil.rmtree(copy / place / "casino_war", ignore_errors=True)
    for name, text in FILES.items():
        path = copy / name
        assert not path.exists(), f"{name} is edited, and a new game edits nothing"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return copy


def test_the_second_game_of_the_page_is_built_and_played():
    """Two choices, a hidden shared card, a legal rule, a raise of three antes and a commission."""
    text = re.search(r"^`two_streets`\n```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert text
    scope: dict[str, Any] = {"__name__": "two_streets"}
    exec(text[1], scope)
    start = Round(scope["GAME"]).after(Bets({1: {"ante": 1000}}))

    def played(cards: str, *choices: tuple[str, int], dealer: str = "9c 8d") -> int:
        at = start.after(Dealt("player", 1, parse_cards(cards))).after(Dealt("board", 0, parse_cards("5h")))
        for name, option in choices:
            at = at.after(Chose(1, name, option))
        return settle_round(at.after(Dealt("dealer", 0, parse_cards(dealer)))).net_cents(1)

    assert played("As Kd", ("early", 1)) == 1000 + 3000 - 150
    assert played("As Kd", ("early", 0), ("late", 1)) == 1000 + 1000 - 50
    assert played("As Kd", ("early", 0), ("late", 0)) == -1000
    with pytest.raises(ChoiceError):
        played("2s 3d", ("early", 1))


def run(tree: Path, *arguments: str, given: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1", **variables}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=tree, input=given, capture_output=True, text=True, env=environment, timeout=300)


def checked(tree: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return run(tree, "pytest", "-q", "-p", "no:cacheprovider", "--game", "casino-war", *arguments, **variables)


def test_the_page_names_every_file_of_a_game():
    assert {Path(name).name for name in FILES} >= {
        "game.py",
        "paytables.toml",
        "rules.md",
        "rulings.md",
        "five-seats.txt",
    }


@pytest.mark.slow
def test_the_game_of_the_page_is_found_and_can_be_played(tree: Path):
    # Plain, so that it does not wait for the edges of the slow games.
    assert "casino-war" in run(tree, "pitboss", "games", PITBOSS_COMPILE="0").stdout
    played = run(tree, "pitboss", "play", "casino-war", "--seed", "5", given="10\nw\n" * 120)
    assert played.stderr == ""
    assert "Round 20" in played.stdout
    assert "war: [w] war   [s] surrender" in played.stdout


@pytest.mark.slow
def test_the_settle_command_of_the_page_works(tree: Path):
    command = re.search(r"\./run (settle casino-war .+)", PAGE)
    assert command
    done = run(tree, "pitboss", *command[1].split())
    assert "net       1   +10.00\n" in done.stdout


@pytest.mark.slow
def test_the_game_of_the_page_keeps_the_contract(tree: Path):
    done = checked(tree, "tests/contract", "tests/games/casino_war")
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) >= 30


@pytest.mark.slow
def test_with_the_game_of_the_page_everything_else_still_holds(tree: Path):
    """Plain: what the other games are worth is not the question here."""
    cli = (f"tests/cli/test_{name}.py" for name in ("main", "games", "rules", "settle"))
    wide = ("tests/tidy/test_tidy.py", "tests/tidy/test_layers.py", *cli)
    done = checked(tree, *wide, "-m", "not compiled", PITBOSS_COMPILE="0")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_the_contract_would_notice_a_missing_test(tree: Path):
    """The page's promise that tests are counted is kept."""
    path = tree / "tests" / "games" / "casino_war" / "test_casino_war.py"
    text = path.read_text()
    path.write_text(text.replace("test_ruling_c1_", "test_something_"))
    done = checked(tree, "tests/contract", "-k", "numbered")
    path.write_text(text)
    assert done.returncode == 1
    assert "test_ruling_c1_" in done.stdout
