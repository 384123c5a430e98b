"""The table in the terminal: through a pipe, and in a real (pseudo) terminal with single keys and Ctrl-C."""

import os
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from pitboss import games
from tests.support.command import check_refused, pitboss, pitboss_process
from tests.support.machine import open_terminal


def test_a_round_through_a_pipe():
    done = pitboss_process("play", "super-pan-9", "--seed", "7", given="10 tie 2\nd\nq\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "draw: [d] draw   [s] stand d" in done.stdout
    assert re.search(r"regular wager +10\.00 ", done.stdout)
    assert re.search(r"Tie Bet +2\.00 ", done.stdout)
    assert re.search(r"You played 1 round, [+-]?[\d.]+, and leave with [\d.]+\.\n$", done.stdout)


@pytest.mark.parametrize("name", [*games.find(), *games.attached()])
def test_every_game_can_be_played(name: str):
    answers = "10\ns\nd\nf\n1\n" * 5
    done = pitboss("play", name, "--seed", "1", given=answers)
    assert done.returncode == 0
    assert "Round 2" in done.stdout


def test_the_chips_add_up():
    done = pitboss("play", "super-pan-9", "--seed", "11", "--chips", "200", given="10\ns\nr\nd\nx\ns\nr\nd\n")
    nets = [round(100 * float(net)) for net in re.findall(r"^  net +([+-]?[\d.]+)$", done.stdout, re.MULTILINE)]
    assert len(nets) == 4
    shown = [
        round(100 * float(chips)) for chips in re.findall(r"^Round \d+   you have ([\d.]+)$", done.stdout, re.MULTILINE)
    ]
    assert shown == [20_000 + sum(nets[:count]) for count in range(5)]
    assert f"leave with {shown[-1] / 100:.2f}" in done.stdout


def test_rebet_and_double_the_bets():
    done = pitboss("play", "super-pan-9", "--seed", "1", given="10 tie 5\ns\nr\ns\nx\ns\n")
    assert [float(stake) for stake in re.findall(r"regular wager +([\d.]+)", done.stdout)] == [10, 10, 20]
    assert [float(stake) for stake in re.findall(r"Tie Bet +([\d.]+)", done.stdout)] == [5, 5, 10]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("r", "Not taken: there is no bet to repeat yet."),
        ("0.5", "Not taken: regular 0.50 is below the step 1.00."),
        ("2000", "Not taken: that can cost 2000.00; you have 1000.00."),
        ("20000", "Not taken: regular 20000.00 is over the limit 10000.00."),
        ("tie 5", "Not taken: regular must be bet."),
        ("ten", "Not taken: no amount 'ten'"),
        ("10 side 5", "Not taken: no wager 'side'"),
        ("10 reg 5", "Not taken: regular is named twice."),
        ("-5", "Not taken: regular -5.00: a bet is more than nothing."),
    ],
)
def test_bets_that_are_not_taken_are_explained_and_asked_again(answer: str, sentence: str):
    done = pitboss("play", "super-pan-9", given=f"{answer}\n")
    assert done.returncode == 0
    assert sentence in done.stdout
    assert "leave with 1000.00" in done.stdout


def test_leaving_in_mid_round_gives_the_bets_back():
    done = pitboss("play", "super-pan-9", "--seed", "7", given="10\n")
    assert "The round is void; its bets come back." in done.stdout
    assert "You played 0 rounds, 0.00, and leave with 1000.00." in done.stdout


def test_rules_pay_tables_and_help_are_one_key_away():
    done = pitboss("play", "super-pan-9", "--seed", "7", given="i\nt\n?\n10\ni\ns\nq\n")
    assert done.stdout.count("Super Pan 9\n===========\n") == 2
    assert "Tie Bet   [printed]\n  TIED                       8 to 1\n" in done.stdout
    assert done.stdout.count("r rebets") == 2


def test_tables_in_force_alone_are_shown():
    done = pitboss("play", "super-pan-9", "--set", "tie_bet=no", given="t\nq\n")
    assert "Regular wager" in done.stdout
    assert "Tie Bet" not in done.stdout
    assert "steps of 1.00 up to 10000.00" in done.stdout


def test_an_empty_line_never_bets():
    done = pitboss("play", "super-pan-9", "--seed", "3", given="10\ns\n\n\ns\nq\n")
    assert "You played 1 round" in done.stdout


def test_a_thousand_may_have_its_comma():
    done = pitboss("play", "super-pan-9", "--seed", "3", "--chips", "5,000", given="1,000 tie 5,\ns\nq\n")
    assert re.search(r"regular wager +1000\.00", done.stdout)


def test_the_commission_is_named():
    done = pitboss("play", "super-pan-9", "--seed", "7", given="10\nd\nq\n")
    assert "6 beats the dealer's 1, commission 0.50" in done.stdout


def test_a_seat_may_sit_out_and_nobody_is_trapped():
    done = pitboss("play", "super-pan-9", "--seats", "3", "--chips", "2", "--seed", "1", given="1\n1\n1\n0\ns\ns\nq\n")
    assert "Not taken: that can cost 3.00; you have 2.00." in done.stdout
    assert "regular wager, seat 2" in done.stdout
    assert "seat 3" not in done.stdout.split("Bets of seat 3: 0")[1]
    everybody = pitboss("play", "super-pan-9", "--seats", "2", given="0\n0\nq\n")
    assert everybody.stdout.count("Bets of seat 1:") == 2


def test_several_seats_of_ones_own():
    done = pitboss("play", "super-pan-9", "--seed", "7", "--seats", "2", given="10\n20\nd\ns\nq\n")
    assert "draw, seat 2:" in done.stdout
    assert "regular wager, seat 2" in done.stdout
    assert "your cards, seat 1" in done.stdout


def test_the_shoe_is_dealt_on_to_the_cut_card():
    given = "1\ns\n" * 30
    dealt_on = pitboss("play", "super-pan-9", "--seed", "7", "--set", "decks=1", "--cut", "8", given=given).stdout
    assert 3 < dealt_on.count("The dealer shuffles.") < 12
    machine = pitboss(
        "play", "super-pan-9", "--seed", "7", "--set", "decks=1", "--shuffle", "continuous", given=given
    ).stdout
    assert "shuffles" not in machine
    assert "Round 30" in machine


def test_hidden_cards_are_not_printed_before_the_choice():
    done = pitboss("play", "super-pan-9", "--seed", "7", given="10\n")
    assert "dealer             3 face down" in done.stdout
    assert len(re.findall(r"\b[A2-6JQK][cdhs]\b", done.stdout)) == 3


WRONG = {
    "play with no chips": (("play", "super-pan-9", "--chips", "0"), "sit down with more than nothing"),
    "play with too many seats": (("play", "super-pan-9", "--seats", "10"), "--seats '10': give a whole number from 1 to 9"),
    "play with a wrong seed": (("play", "super-pan-9", "--seed", "x"), "--seed 'x': give a whole number from 0"),
    "play with a wrong cut": (("play", "super-pan-9", "--cut", "3"), "the cut card cannot leave 3 cards"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_table_that_cannot_be_opened_is_refused(case: str):
    check_refused(*WRONG[case])


class Terminal:
    """A command in a pseudo terminal."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = open_terminal()
        environment = {**os.environ, "TERM": "xterm"}
        environment.pop("NO_COLOR", None)
        command = [sys.executable, "-m", "pitboss", *arguments]
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            # A shell's background job ignores Ctrl-C, and so would all it starts.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        os.close(slave)
        self.text = ""

    def read_until(self, wanted: str) -> str:
        """Everything printed so far, once it holds `wanted`."""
        end = time.monotonic() + 60
        while wanted not in self.text and time.monotonic() < end:
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.text += os.read(self.master, 65536).decode()
                except OSError:
                    break
        assert wanted in self.text, self.text
        return self.text

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def close(self) -> int:
        return self.process.wait(timeout=60)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


def test_one_key_is_enough_in_a_terminal():
    with Terminal("play", "super-pan-9", "--seed", "7") as terminal:
        terminal.read_until("Round 1")
        terminal.type("10\n")
        terminal.read_until("[s] stand")
        terminal.type("d\n")  # The Enter that habit adds must not bet.
        terminal.read_until("Round 2")
        terminal.type("q\n")
        terminal.read_until("You played 1 round,")
        assert terminal.close() == 0
        assert "\033[1m" in terminal.text


@pytest.mark.parametrize("keys", [(), ("10\n",)])
def test_ctrl_c_leaves_cleanly(keys: tuple[str, ...]):
    with Terminal("play", "super-pan-9", "--seed", "7") as terminal:
        terminal.read_until("Round 1")
        for each in keys:
            terminal.type(each)
            terminal.read_until("[s] stand")
        terminal.process.send_signal(signal.SIGINT)
        text = terminal.read_until("and leave with 1000.00.")
        assert terminal.close() == 0
        assert "Traceback" not in text
        assert ("The round is void" in text) == bool(keys)


def test_end_of_input_in_a_terminal_leaves():
    with Terminal("play", "super-pan-9", "--seed", "7") as terminal:
        terminal.read_until("Round 1")
        terminal.type("\x04")
        terminal.read_until("and leave with 1000.00.")
        assert terminal.close() == 0
