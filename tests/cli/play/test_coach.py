"""The coach at the table: values on `?`, warnings with keep or change, grades, and the session apart from luck."""

import re
from fractions import Fraction

import pytest

from pitboss.cli.table_view.coaching import value_texts
from pitboss.core.money import amount_words, gap_words
from tests.support.command import pitboss

FOUR_ICONS = ("play", "turbo-sports", "--seed", "2")  # Double is best, and in the second round decline.


def told(text: str) -> str:
    return " ".join(text.split())


def test_a_question_mark_shows_what_each_choice_is_worth():
    done = pitboss(*FOUR_ICONS, given="10 td 2\n?\ne\nq\n")
    assert (
        "What each choice is worth on average, with $12.00 bet:\n"
        "  double    +9.79   best\n"
        "  decline   +5.61   gives up $4.18\n"
        "Double with 3 footballs or more among the three.\n"
    ) in done.stdout
    assert "\n  decline: blunder, gave up $4.18; best was double\n" in done.stdout


def test_the_session_tells_luck_from_decisions():
    done = pitboss(*FOUR_ICONS, given="10 td 2\ne\n10 td 2\ne\nsession\nq\n")
    assert told(done.stdout).count("With the best play at least 95 of 100 such sessions end between") == 2
    parts = {
        name: round(100 * float(amount))
        for name, amount in re.findall(r"^  (the bets|decisions|luck|result) +([+-]?[\d.]+)", done.stdout, re.MULTILINE)
    }
    assert parts["the bets"] + parts["decisions"] + parts["luck"] == parts["result"]
    assert parts["decisions"] == -418
    assert parts["the bets"] == -35  # Twice 1.2103 % of 10 and 2.6144 % of 2.
    assert re.search(r"decisions +-4\.18 +1 of 2 best", done.stdout)


def test_a_coach_that_is_off_says_nothing():
    done = pitboss(*FOUR_ICONS, "--coach", "off", given="10\n?\ne\ns\nq\n")
    assert "The coach is off: start with --coach ask" in done.stdout
    assert "best" not in done.stdout
    assert "luck" not in done.stdout


@pytest.mark.parametrize(
    ("answer", "changes"), [("k", False), ("KEEP", False), ("c\nd", True), ("x\n?\nchange\ndouble", True)]
)
def test_a_warning_may_be_kept_or_changed(answer: str, changes: bool):
    done = pitboss(*FOUR_ICONS, "--coach", "warn", given=f"10\ne\n{answer}\nq\n")
    warning = "decline gives up $4.18 on average; double is best.\nKeep it? [k] keep   [c] change"
    assert warning in done.stdout
    assert ("  double: best\n" in done.stdout) == changes
    assert ("  decline: blunder, gave up $4.18" in done.stdout) != changes
    assert ("neither k (keep) nor c (change)" in done.stdout) == answer.startswith("x")


def test_the_best_choice_is_not_warned_of():
    done = pitboss(*FOUR_ICONS, "--coach", "warn", given="10\nd\nq\n")
    assert "gives up" not in done.stdout
    assert "  double: best\n" in done.stdout


def test_what_is_chosen_for_a_player_who_leaves_is_not_graded():
    done = pitboss(*FOUR_ICONS, "--coach", "warn", given="10\ne\nq\n")
    assert "Chosen for you: decline." in done.stdout
    assert "blunder" not in done.stdout
    assert re.search(r"decisions +0\.00 +none made", done.stdout)


def test_an_answer_that_cannot_be_paid_is_neither_offered_nor_held_against_the_player():
    done = pitboss(*FOUR_ICONS, "--chips", "10", "--coach", "warn", given="10\n?\nd\ne\nq\n")
    assert "double: [e] decline" in done.stdout
    assert re.search(r"  double +\+\d\.\d\d   needs \$10\.00 more than you have\n", done.stdout)
    assert re.search(r"  decline +\+\d\.\d\d   best\nThere is only one thing to do here\.\n", done.stdout)
    assert "Not taken: that needs 10.00 more; you have 0.00." in done.stdout
    assert "Keep it?" not in done.stdout
    assert "decline: " not in done.stdout
    assert re.search(r"decisions +0\.00 +none made", done.stdout)


def test_several_seats_are_graded_each():
    done = pitboss(*FOUR_ICONS, "--seats", "2", given="10\n20\nd\ne\nq\n")
    assert "  seat 1, double: best\n  seat 2, decline: blunder, gave up $8.36; best was double\n" in done.stdout


def test_without_the_compiler_slow_games_are_played_without_grades(monkeypatch: pytest.MonkeyPatch):
    from pitboss.cli.table_view import coaching

    monkeypatch.setattr(coaching, "needs_the_compiler", lambda game: True)
    done = pitboss("play", "wild-six", "--seed", "2", "--coach", "warn", given="10\n?\na\ns\nq\n")
    assert "Without the compiler it would take too long" in told(done.stdout)
    assert "You played 1 round" in done.stdout
    assert "best" not in done.stdout.split("Round 1")[1]


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        (["100", "-250.5"], ["+1.00", "-2.50"]),
        (["100", "100.2"], ["+1.000", "+1.002"]),
        (["100", "100"], ["+1.00", "+1.00"]),
        (["100", "100.0000001"], ["+1.000000", "+1.000000"]),
    ],
)
def test_values_have_the_decimals_that_tell_them_apart(values: list[str], texts: list[str]):
    assert value_texts([Fraction(value) for value in values]) == texts


@pytest.mark.parametrize(
    ("cents", "text"), [(342, "$3.42"), (-342, "-$3.42"), (0, "$0.00"), (Fraction(1, 3), "less than a cent")]
)
def test_money_in_sentences(cents: int | Fraction, text: str):
    assert amount_words(cents) == text


@pytest.mark.parametrize(
    ("more", "less", "text"),
    [
        ("0.14", "0.02", "less than a cent"),
        ("1.4", "0.6", "less than a cent"),
        ("1.6", "1.4", "$0.01"),
        ("7", "7", "$0.00"),
    ],
)
def test_a_difference_is_that_of_the_values_as_they_are_shown(more: str, less: str, text: str):
    assert gap_words(Fraction(more), Fraction(less)) == text
