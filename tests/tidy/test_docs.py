"""docs/adding-a-game.md, followed to the letter: the page builds a game, plays it and passes the contract with it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text()
GAMES = ("casino-war", "two-streets")
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
        for name in GAMES:
            shutil.rmtree(copy / place / name.replace("-", "_"), ignore_errors=True)
    for name, text in FILES.items():
        path = copy / name
        assert not path.exists(), f"{name} is edited, and a new game edits nothing"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return copy


def run(tree: Path, *arguments: str, given: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1", **variables}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=tree, input=given, capture_output=True, text=True, env=environment, timeout=300)


def checked(tree: Path, name: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return run(tree, "pytest", "-q", "-p", "no:cacheprovider", "--game", name, *arguments, **variables)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_names_every_file_of_a_game(name: str):
    files = [Path(each) for each in FILES if name.replace("-", "_") in Path(each).parts]
    names = {each.name for each in files}
    assert names >= {"__init__.py", "game.py", "paytables.toml", "rules.md", "rulings.md", "strategies.py"}
    assert any(each.parent.name == "golden" for each in files)
    assert f"test_{name.replace('-', '_')}.py" in names


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
def test_the_second_game_of_the_page_asks_twice_and_shows_its_card_between(tree: Path):
    played = run(tree, "pitboss", "play", "two-streets", "--seed", "5", given="10\nc\nf\n" * 6)
    assert played.stderr in ("", "Solving two-streets ...\n")  # Whether another test has solved it.
    assert "early: [c] check   [3] bet-3" in played.stdout
    assert "late: " in played.stdout
    cards = ("--deal", "shared=9h", "--deal", "player=As Kd", "--deal", "dealer=Qs Jd")
    settled = run(tree, "pitboss", "settle", "two-streets", "--bet", "ante=10", "--choose", "early=bet-3", *cards)
    assert "net       1   +27.00\n" in settled.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_game_of_the_page_keeps_the_contract(tree: Path, name: str):
    done = checked(tree, name, "tests/contract", f"tests/games/{name.replace('-', '_')}")
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) >= 30


@pytest.mark.slow
def test_with_the_game_of_the_page_everything_else_still_holds(tree: Path):
    """Plain: what the other games are worth is not the question here."""
    cli = (f"tests/cli/test_{name}.py" for name in ("main", "games", "rules", "settle"))
    wide = ("tests/tidy/test_tidy.py", "tests/tidy/test_layers.py", *cli)
    done = checked(tree, "casino-war", *wide, "-m", "not compiled", PITBOSS_COMPILE="0")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_the_contract_would_notice_a_missing_test(tree: Path):
    """The page's promise that tests are counted is kept."""
    path = tree / "tests" / "games" / "casino_war" / "test_casino_war.py"
    text = path.read_text()
    path.write_text(text.replace("test_ruling_c1_", "test_something_"))
    done = checked(tree, "casino-war", "tests/contract", "-k", "numbered")
    path.write_text(text)
    assert done.returncode == 1
    assert "test_ruling_c1_" in done.stdout
