"""Games outside the package: `--games DIR` and `PITBOSS_GAMES`, with the game of docs/adding-a-game.md."""

import json
import re
from pathlib import Path

import pytest

from tests.support.command import only_progress, pitboss_process

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text()
FILES = re.findall(r"^`src/pitboss/games/([^`]+)`\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A folder that holds the folder of Casino War."""
    for name, text in FILES:
        path = tmp_path / "mine" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return str(tmp_path / "mine")


def test_a_game_of_ones_own_is_listed_played_and_analysed(folder: str):
    listed = json.loads(pitboss_process("--games", folder, "games", "--json").stdout)["games"]
    (game,) = (each for each in listed if each["name"] == "casino-war")
    played = pitboss_process("--games", folder, "play", "casino-war", "--seed", "5", given="10\nw\n" * 20)
    assert (played.returncode, played.stderr) == (0, "")
    assert "Round 5" in played.stdout
    found = pitboss_process("--games", folder, "analyze", "casino-war", "--json")
    assert only_progress(found.stderr)
    wagers = json.loads(found.stdout)["wagers"]
    assert [wagers[each["name"]]["house_edge"] for each in game["wagers"]] == [
        each["house_edge"] for each in game["wagers"]
    ]


def test_the_variable_names_folders_too(folder: str):
    assert "# Casino War" in pitboss_process("rules", "casino-war", PITBOSS_GAMES=folder).stdout


@pytest.mark.parametrize("place", ["nowhere", "mine/casino_war"])
def test_a_folder_without_games_is_refused(folder: str, place: str):
    wrong = str(Path(folder).parent / place)
    done = pitboss_process("--games", wrong, "games")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"pitboss: no games in {wrong}: ")


def test_without_the_flag_the_game_is_unknown(folder: str):
    assert "no game 'casino-war'" in pitboss_process("rules", "casino-war").stderr
