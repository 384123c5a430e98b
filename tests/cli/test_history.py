"""`pitboss history`: the rounds of a log, what decisions lost in them, and one round step by step."""

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import games
from pitboss.coach import log
from pitboss.core.cards import parse_cards
from pitboss.core.choice_notes import ChoiceNote
from pitboss.core.round import play_out
from tests.support.command import check_refused, pitboss
from tests.support.terminal import Terminal

CARDS = {("community", 0): parse_cards("3h 4s As"), ("player", 1): parse_cards("2h 5h 6h 7d 8d 9d")}
DECLINE, DOUBLE = 0, 1


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A log of two rounds, the second with a mistake, remembered as the last one written."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    game, place = games.build("turbo-sports"), str(tmp_path / "evening.txt")
    for choice in (DOUBLE, DECLINE):
        log.append(place, play_out(game, {1: {"first_down": 1000}}, CARDS, {("double", 1): choice}))
    log.remember(place)
    return place


def test_rounds_are_listed_with_result_and_ev_lost(path: str):
    lines = pitboss("history", path).stdout.splitlines()
    assert lines[1].split() == ["round", "staked", "result", "EV", "lost", "bets"]
    assert [line.split()[:2] for line in lines[2:4]] == [["1", "20.00"], ["2", "10.00"]]
    assert [line.split()[4:] for line in lines[2:4]] == [["First", "Down", "10.00"]] * 2
    assert lines[2].split()[3] == "0.00"
    assert Fraction(lines[3].split()[3]) > 0
    assert lines[4].startswith("2 rounds: result ")


def test_forced_choices_and_those_of_the_table_are_not_graded(tmp_path: Path):
    game, place = games.build("turbo-sports"), str(tmp_path / "forced.txt")
    played = play_out(game, {1: {"first_down": 1000}}, CARDS, {("double", 1): DECLINE})
    log.append(place, played)
    log.append(place, played, notes={("double", 1): ChoiceNote(missing_cents={DOUBLE: 500})})
    log.append(place, played, notes={("double", 1): ChoiceNote(is_by_table=True)})
    text = Path(place).read_text()
    assert "# lacked 5.00 for DOUBLE\n" in text
    assert "# chosen by the table\n" in text
    graded, forced, left = json.loads(pitboss("history", place, "--json").stdout)["rounds"]
    assert len(graded["decisions"]) == 1
    assert (forced["decisions"], left["decisions"]) == ([], [])
    assert "Not graded: the player could pay for nothing else." in pitboss("history", place, "2").stdout
    assert "Not graded: the table chose for a player who had left." in pitboss("history", place, "3").stdout
    settled = pitboss("settle", place)
    assert settled.returncode == 0
    assert [line in settled.stdout for line in text.splitlines() if "#" in line] == [True, True, True, True, True]


def test_seats_are_set_apart_and_bets_go_by_the_names_of_the_theme(tmp_path: Path):
    game, place = games.build("turbo-sports", {"theme": "soccer"}), str(tmp_path / "two.txt")
    cards = {**CARDS, ("player", 2): parse_cards("2c 5c 6c 7c 8c 9c")}
    bets = {1: {"first_down": 1000}, 2: {"first_down": 500}}
    log.append(place, play_out(game, bets, cards, {("double", 1): DOUBLE, ("double", 2): DOUBLE}))
    told = " ".join(pitboss("history", place).stdout.split())
    assert "seat 1: Kick-Off 10.00; seat 2: Kick-Off 5.00" in told


def test_a_log_that_contradicts_the_rules_is_warned_of(path: str):
    Path(path).write_text(
        Path(path).read_text().replace("settle    1 first_down         20.00", "settle    1 first_down         25.00")
    )
    told = " ".join(pitboss("history", path).stdout.split())
    assert "Attention: the log contradicts the rules in round 1: 'settle 1 first_down 25.00" in told
    assert json.loads(pitboss("history", path, "--json").stdout)["rounds"][0]["wrong"]
    assert "Attention: the log contradicts" in pitboss("history", path, "1").stdout
    assert "Attention: the log contradicts" in pitboss("history", path, "--csv").stderr


def test_without_a_file_the_last_log_is_read(path: str):
    assert pitboss("history").stdout == pitboss("history", path).stdout


def test_without_a_log_the_sentence_says_how_to_make_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    check_refused(("history",), "write one with pitboss play GAME --log FILE")


def test_rounds_are_filtered_by_what_decisions_lost(path: str):
    assert "1 of 2 rounds" in pitboss("history", path, "--lost", "0.01").stdout
    assert pitboss("history", path, "--lost", "500").stdout == "In none of 2 rounds did decisions lose 500.00.\n"


def test_json_has_the_values_of_every_decision(path: str):
    told = json.loads(pitboss("history", path, "--json").stdout)
    first, second = told["rounds"]
    assert first["bets"] == {"1": {"first_down": "10.00"}}
    (decision,) = second["decisions"]
    assert (decision["chosen"], decision["best"], decision["seat"]) == ("decline", "double", 1)
    values = [Fraction(option["ev"]["exact"]) for option in decision["options"]]
    assert Fraction(second["lost"]["exact"]) == values[0] - values[1] == Fraction(decision["lost"]["exact"])
    assert first["lost"]["exact"] == "0/1"


def test_csv_has_a_line_a_round(path: str):
    rows = list(csv.DictReader(io.StringIO(pitboss("history", path, "--csv").stdout)))
    assert [row["round"] for row in rows] == ["1", "2"]
    assert [row["best"] for row in rows] == ["1", "0"]
    assert float(rows[1]["lost"]) > 0


def test_a_round_is_replayed_step_by_step(path: str):
    out = pitboss("history", path, "2").stdout
    steps = out.split("\n\nStep ")
    assert steps[0].startswith("Round 2")
    assert "Bets: First Down 10.00" in steps[1]
    assert "As" in steps[2]
    assert "double" in out
    assert "gave up $" in out
    assert "Double with 3 footballs or more among the three." in out
    assert steps[-1].rstrip().splitlines()[-1].split()[0] == "net"


def test_settle_reads_the_same_file_back(path: str):
    done = pitboss("settle", path)
    assert (done.returncode, done.stderr) == (0, "")
    told, kept = done.stdout.splitlines(), Path(path).read_text().splitlines()
    assert [line for line in told if line and line[0] != "#"] == [line for line in kept if line and line[0] != "#"]
    told = json.loads(pitboss("settle", path, "--json").stdout)
    assert len(told["rounds"]) == 2
    whole = Path(path).read_text()
    Path(path).write_text(whole.replace("net       1   ", "net       1   9", 1))
    wrong = pitboss("settle", path)
    assert wrong.returncode == 1
    assert "evening.txt, round 1: " in wrong.stderr


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("3",), "ROUND '3': give a whole number from 1 to 2"),
        (("x",), "ROUND 'x'"),
        (("",), "ROUND is empty"),
        (("--lost", ""), "--lost is empty"),
        (("--lost", "much"), "--lost: no amount 'much'"),
        (("1", "--lost", "5"), "give one of them"),
        (("--json", "--csv"), "give one of them"),
    ],
)
def test_wrong_requests(path: str, more: tuple[str, ...], sentence: str):
    check_refused(("history", path, *more), sentence)


def test_files_that_hold_no_rounds_are_refused(tmp_path: Path):
    check_refused(("history", str(tmp_path / "none.txt")), "cannot be read")
    check_refused(("history", str(tmp_path)), "Is a directory")
    check_refused(("history", ""), "FILE is empty")
    check_refused(("history", "/dev/zero"), "is not a text file")
    (tmp_path / "diary.txt").write_text("dear diary\n")
    check_refused(("history", str(tmp_path / "diary.txt")), "line 1: no line 'dear'")


@pytest.mark.slow
def test_a_replay_goes_back_and_forth_in_a_terminal(path: str):
    with Terminal("history", path, columns=40) as terminal:
        terminal.answer("Round to replay, or q to leave:", "7")
        terminal.answer("Round to replay, or q to leave:", "2")
        terminal.answer("step 1 of", "n")
        terminal.answer("step 2 of", "p")
        terminal.answer("step 1 of", "q")
        terminal.read_until("Round to replay")
        terminal.type("q\n")
        assert terminal.close() == 0
        assert "Not taken: '7' is no round of this list." in " ".join(terminal.text.split())
        assert max(len(line) for line in terminal.lines) <= 40
