"""The table in a pseudo terminal: prompts, Enter, colours, widths, arrow keys, Ctrl-C and Ctrl-D."""

import re
import signal
import time

import pytest

from tests.support.terminal import Terminal

OFF = ("--coach", "off")
PAN_9 = ("play", "super-pan-9", "--seed", "7", *OFF)
DEALS = "Enter or y deals, u takes back: "


def test_every_answer_takes_enter_and_bets_can_be_taken_back():
    with Terminal(*PAN_9) as terminal:
        terminal.read_until("Round 1")
        terminal.answer("Bets: ", "10 tie 5")
        terminal.answer("regular wager 10.00, Tie Bet 5.00.\n" + DEALS, "u")
        terminal.answer("The bets are taken back.\nBets: ", "10")
        terminal.answer("regular wager 10.00.\n" + DEALS, "20")  # Another bet in the place of this one.
        terminal.answer("regular wager 20.00.\n" + DEALS, "")
        terminal.read_until("[s] stand ")
        terminal.type("d")
        terminal.type("\x7fs\n")  # A slip, deleted before Enter: it cost nothing.
        assert "Tie Bet" not in terminal.read_until("Round 2")
        assert "your card " not in terminal.text
        terminal.answer("Bets: ", "q")
        terminal.read_until("You played 1 round, +19.00, and leave with $1019.00.")
        assert terminal.close() == 0
        assert "\033[1m" in terminal.raw


def test_a_stray_enter_repeats_the_question():
    with Terminal(*PAN_9) as terminal:
        terminal.read_until("Round 1")
        terminal.answer("Bets: ", "")
        terminal.answer("Bets: ", "")
        terminal.answer("Bets: ", "10")
        terminal.answer(DEALS, "")
        terminal.answer("[s] stand ", "")
        terminal.answer("[s] stand ", "s")
        terminal.answer("Round 2", "quit")
        assert terminal.close() == 0
        assert terminal.text.count("[s] stand") == 2
        assert "> " not in terminal.text


def test_arrow_keys_bring_the_last_bets_back():
    with Terminal(*PAN_9) as terminal:
        terminal.read_until("Round 1")
        terminal.answer("Bets: ", "10 tie 5")
        terminal.answer(DEALS, "")
        terminal.answer("[s] stand ", "s")
        terminal.read_until("Round 2")
        terminal.read_until("Bets: ")
        terminal.type("\033[A\n")  # Not the answer s, nor the Enter that dealt.
        terminal.answer("regular wager 10.00, Tie Bet 5.00.\n" + DEALS, "u")
        terminal.answer("Bets: ", "q")
        assert terminal.close() == 0


def test_the_last_seat_takes_its_own_bets_back():
    with Terminal(*PAN_9, "--seats", "2") as terminal:
        terminal.read_until("Round 1")
        terminal.answer("Bets of seat 1: ", "10")
        terminal.answer("Bets of seat 2: ", "20")
        terminal.answer("seat 1: regular wager 10.00; seat 2: regular wager 20.00.\n" + DEALS, "u")
        terminal.answer("Bets of seat 2: ", "u")
        terminal.answer("Seat 1 takes its bets back.\nBets of seat 1: ", "0")
        terminal.answer("Bets of seat 2: ", "5")
        terminal.answer("\n  seat 2: regular wager 5.00.\n" + DEALS, "")
        terminal.answer("draw, seat 2: [d] draw   [s] stand ", "q")
        terminal.read_until("You played 1 round")
        assert terminal.close() == 0


def test_a_card_is_chosen_by_its_name_and_a_digit_throws_nothing():
    with Terminal("play", "wild-six", "--seed", "2", *OFF) as terminal:
        terminal.read_until("Round 1")
        terminal.answer("Bets: ", "10")
        terminal.answer(DEALS, "")
        menu = "discard: [a] JK   [b] Q♦   [c] Q♣   [d] 7♣   [e] 5♣ "
        terminal.answer(menu, "3")
        terminal.answer("Not taken: '3' is no answer to discard: type a card, such as 5c, or e.\n" + menu, "9s")
        terminal.answer("Not taken: discard cannot be 9s here", "7♣")
        terminal.answer("Round 2", "q")
        assert terminal.close() == 0
        assert "\033[31mQ♦\033[0m" in terminal.raw
        assert "Q♣" in terminal.raw
        assert "\033[32m" not in terminal.raw


@pytest.mark.parametrize(
    ("variables", "flags", "card"),
    [
        ({"PITBOSS_CARDS": "four-colour"}, (), "\033[32m7♣\033[0m"),
        ({"PITBOSS_CARDS": "four-colour"}, ("--cards", "plain"), "7c"),
        ({"NO_COLOR": "1"}, ("--cards", "four-colour"), "7c"),
    ],
)
def test_cards_are_drawn_as_the_terminal_can_show_them(variables: dict[str, str], flags: tuple[str, ...], card: str):
    with Terminal("play", "wild-six", "--seed", "2", *OFF, *flags, variables=variables) as terminal:
        terminal.read_until("Round 1")
        terminal.answer("Bets: ", "10")
        terminal.answer(DEALS, "")
        terminal.answer("discard: ", "q")
        terminal.read_until("You played 1 round")
        assert terminal.close() == 0
        assert f"{card} " in terminal.raw


@pytest.mark.parametrize(
    ("game", "answer", "columns"),
    [("three-card-blitz", "f", 80), ("three-card-blitz", "p", 40), ("wild-six", "e", 40), ("turbo-sports", "e", 40)],
)
def test_lines_fit_the_terminal(game: str, answer: str, columns: int):
    with Terminal("play", game, "--seed", "3", *OFF, columns=columns) as terminal:
        terminal.read_until("Round 1")
        terminal.answer("Bets: ", "help")
        terminal.answer("Bets: ", "nothing 5")
        terminal.answer("Bets: ", "10")
        terminal.answer(DEALS, "")
        terminal.answer("[a] " if game == "wild-six" else "[", answer)
        terminal.answer("Round 2", "q")
        terminal.read_until("and leave")
        assert terminal.close() == 0
    # Where a line is broken, it is broken by us: no line is longer than the terminal.
    assert [line for line in terminal.lines if len(line) > columns] == []


@pytest.mark.parametrize("keys", [(), ("10\n", "\n")])
def test_ctrl_c_leaves_cleanly(keys: tuple[str, ...]):
    with Terminal(*PAN_9) as terminal:
        terminal.read_until("Round 1")
        for prompt, each in zip(("Bets: ", DEALS), keys, strict=False):
            terminal.read_until(prompt)
            terminal.type(each)
        terminal.read_until("[s] stand " if keys else "Bets: ")
        time.sleep(0.5)  # The line editor prints the prompt a moment before it listens to signals.
        terminal.process.send_signal(signal.SIGINT)
        wanted = (
            r"Stopped after 1 round: [+-]\S+; the last was settled without you\." if keys else "Stopped before a round."
        )
        last = terminal.read_until("you." if keys else "round.")
        assert terminal.close() == 130
        assert re.fullmatch(wanted, last.splitlines()[-1])


def test_ctrl_d_leaves():
    with Terminal(*PAN_9) as terminal:
        terminal.read_until("Round 1")
        terminal.read_until("Bets: ")
        terminal.type("\x04")
        terminal.read_until("and leave with $1000.00.")
        assert terminal.close() == 0


def test_a_bet_too_large_for_the_raise_is_asked_about():
    with Terminal("play", "three-card-blitz", "--chips", "25", *OFF) as terminal:
        terminal.read_until("Round 1")
        terminal.answer("Bets: ", "10")
        before = terminal.answer(DEALS, "u")
        assert "Attention: to play you will need $10.00 more, and these bets leave you $5.00." in before
        terminal.answer("Bets: ", "q")
        terminal.read_until("and leave with $25.00.")
        assert terminal.close() == 0


def test_a_warning_is_kept_or_changed_in_a_narrow_terminal():
    with Terminal("play", "turbo-sports", "--seed", "2", "--coach", "warn", columns=40) as terminal:
        terminal.read_until("Round 1")
        terminal.answer("Bets: ", "10")
        terminal.answer(DEALS, "y")
        terminal.answer("[e] decline ", "e")
        terminal.answer("Keep it? [k] keep   [c] change ", "c")
        terminal.answer("[e] decline ", "?")
        terminal.answer("Double with 3 footballs", "e")
        terminal.answer("[c] change ", "k")
        terminal.answer("Round 2", "q")
        terminal.read_until("sessions end between")
        assert terminal.close() == 0
    told = " ".join(terminal.text.split())
    assert told.count("on average; double is best.") == 2
    assert "decline: blunder, gave up $" in told
    assert [line for line in terminal.lines if len(line) > 40] == []
