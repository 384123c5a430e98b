"""Games outside the package: `--games DIR` and `PITBOSS_GAMES`, with the game of docs/adding-a-game.md."""

import json
import re
from pathlib import Path

import pytest

from tests.support.command import only_progress, pitboss_process
from tests.support.terminal import Terminal

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
    assert "Casino War\n==========\n" in pitboss_process("rules", "casino-war", PITBOSS_GAMES=folder).stdout


@pytest.mark.parametrize("place", ["nowhere", "mine/casino_war"])
def test_a_folder_without_games_is_refused(folder: str, place: str):
    wrong = str(Path(folder).parent / place)
    done = pitboss_process("--games", wrong, "games")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"pitboss: no games in {wrong}: ")


def test_without_the_flag_the_game_is_unknown(folder: str):
    assert "no game 'casino-war'" in pitboss_process("rules", "casino-war").stderr


PICK_TWO = '''"""Pick Two: seven cards, of which a player names two; their ranks against the dealer's two."""

from enum import IntEnum
from typing import Annotated

from pitboss.core.cards import STANDARD, Card, Code, Hand
from pitboss.core.game import Cards, Choose, Deal, Face, Game, Line, Place, Show, Wager
from pitboss.core.options import Options
from pitboss.core.rule import popcount, rule


def card_bit(card: Card) -> Code:
    """Everything."""
    return 1 << card


Bits = Annotated[Hand, card_bit]


class Result(IntEnum):
    """How the ante ends."""

    LOST = 0
    WON = 1


@rule
def result(picked: Bits, dealer: Bits) -> Result:
    """Rule 1: more spades win."""
    return Result.WON if popcount(picked >> 39) > popcount(dealer >> 39) else Result.LOST


OPTIONS = ()


def build(options: Options) -> Game:
    """Pick Two."""
    return Game(
        name="pick-two", version=1, title="Pick Two", summary="two of seven", deck=STANDARD, seats=2,
        steps=(
            Deal("player", 7, to=Place.SEAT, face=Face.DOWN),
            Deal("dealer", 2, to=Place.DEALER, face=Face.DOWN),
            Choose("picked", Cards("player", 2), sees=("player",)),
            Show("dealer"),
        ),
        wagers=(Wager("ante", (Line(result, options.pays("ante", Result)),), required=True),),
    )
'''


@pytest.fixture
def pick_two(tmp_path: Path) -> str:
    """A folder with a game that asks for two of seven cards, and has too many deals to enumerate."""
    place = tmp_path / "mine" / "pick_two"
    place.mkdir(parents=True)
    (place / "game.py").write_text(PICK_TWO)
    (place / "paytables.toml").write_text('[ante]\ngrid = """\n  printed\nWON 1\nLOST lose\n"""\n')
    (place / "rules.md").write_text("# Pick Two\n\n1. More spades win.\n")
    (place / "rulings.md").write_text("# How unclear points are read\n\n- **X1** None.\n")
    return str(tmp_path / "mine")


def test_a_game_too_large_to_solve_takes_no_other_down(pick_two: str):
    listed = pitboss_process("--games", pick_two, "games", PITBOSS_COMPILE="0")
    assert listed.returncode == 0
    assert "pick-two" in listed.stdout
    assert "super-pan-9" in listed.stdout
    refused = pitboss_process("--games", pick_two, "analyze", "pick-two")
    assert refused.returncode == 2
    assert "pick-two has too many deals" in refused.stderr


def test_two_cards_are_chosen_through_a_pipe(pick_two: str):
    given = "10\n21\nba\n10\nxx\na\na 3\nc,d\n10\n?\na b\nq\n"
    played = pitboss_process("--games", pick_two, "play", "pick-two", "--seed", "5", given=given)
    assert played.returncode == 0
    assert played.stdout.count("type 2 cards") == 4
    assert "You played 3 rounds" in played.stdout
    # One hand can be valued, and so graded; the game as a whole cannot, so nobody knows what was luck.
    assert len(re.findall(r"^  picked \w\w \w\w: ", played.stdout, re.MULTILINE)) == 3
    assert "The part of luck is not known: pick-two has too many deals" in played.stdout


def test_two_cards_are_chosen_at_a_terminal(pick_two: str):
    """Every card has a letter; cards may be named in any order."""
    with Terminal("--games", pick_two, "play", "pick-two", "--seed", "5", "--cards", "plain") as terminal:
        terminal.answer("Round 1", "10")
        terminal.answer("Enter or y deals", "")
        shown = terminal.read_until("[g]")
        one, other = re.findall(r"\[[ac]\] (\w+)", shown)
        terminal.type(f"{other} {one}\n")
        terminal.answer("Round 2", "10")
        terminal.answer("Enter or y deals", "")
        terminal.answer("[g]", "ac")
        assert "Not taken" not in terminal.read_until("Round 3")
        terminal.type("q\n")
        assert terminal.close() == 0


def test_a_rider_that_lacks_something_is_refused(pick_two: str):
    path = Path(pick_two) / "pick_two" / "game.py"
    path.write_text(path.read_text() + "\n\ndef attach(host, options):\n    return host\n")
    done = pitboss_process("--games", pick_two, "games")
    assert done.returncode == 2
    assert "it can ride on others, and has no attached_options" in done.stderr


def test_a_solver_that_lacks_something_is_refused(folder: str):
    (Path(folder) / "casino_war" / "solver.py").write_text(
        "from pitboss.maths.exact.plain import PLAIN\n\nsolve = PLAIN.solve\n"
    )
    done = pitboss_process("--games", folder, "analyze", "casino-war")
    assert done.returncode == 2
    assert "casino-war: its solver has no DECIDED_BY" in done.stderr
