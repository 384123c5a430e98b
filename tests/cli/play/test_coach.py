"""The coach at the table: values on `?`, warnings with keep or change, grades, and the session apart from luck."""

import re
from fractions import Fraction

import pytest

from pitboss.cli.commands.play.coaching import value_texts
from pitboss.cli.commands.play.layout import money
from tests.support.command import pitboss

SIX_POINTS = ("play", "super-pan-9", "--seed", "7")  # Six points: stand is best, draw gives up 1.78 of 12.


def told(text: str) -> str:
    return " ".join(text.split())


def test_a_question_mark_shows_what_each_choice_is_worth():
    done = pitboss(*SIX_POINTS, given="10 tie 2\n?\nd\nq\n")
    assert (
        "What each choice is worth on average, with $12.00 bet:\n"
        "  stand   +1.16   best\n"
        "  draw    -0.62   gives up $1.78\n"
        "Stand with 6 points or more.\n"
    ) in done.stdout
    assert "\n  draw: mistake, gave up $1.78; best was stand\n" in done.stdout


def test_the_session_tells_luck_from_decisions():
    done = pitboss(*SIX_POINTS, given="10 tie 2\nd\n10 tie 2\ns\nsession\nq\n")
    assert told(done.stdout).count("With the best play 95 of 100 such sessions end between") == 2
    parts = {
        name: round(100 * float(amount))
        for name, amount in re.findall(r"^  (the bets|decisions|luck|result) +([+-]?[\d.]+)", done.stdout, re.MULTILINE)
    }
    assert parts["the bets"] + parts["decisions"] + parts["luck"] == parts["result"]
    assert parts["decisions"] <= -178
    assert parts["the bets"] == -15  # Twice 2.2017 % of 10 less 7.3763 % of 2.
    assert re.search(r"decisions +-[\d.]+ +\d of 2 best", done.stdout)


def test_a_coach_that_is_off_says_nothing():
    done = pitboss(*SIX_POINTS, "--coach", "off", given="10\n?\nd\ns\nq\n")
    assert "The coach is off: start with --coach ask" in done.stdout
    assert "best" not in done.stdout
    assert "luck" not in done.stdout


@pytest.mark.parametrize(
    ("answer", "stands"), [("k", False), ("KEEP", False), ("c\ns", True), ("x\n?\nchange\nstand", True)]
)
def test_a_warning_may_be_kept_or_changed(answer: str, stands: bool):
    done = pitboss(*SIX_POINTS, "--coach", "warn", given=f"10\nd\n{answer}\nq\n")
    assert re.search(
        r"draw gives up \$\d\.\d\d on average; stand is best\.\nKeep it\? \[k\] keep   \[c\] change", done.stdout
    )
    assert ("  stand: best\n" in done.stdout) == stands
    assert ("  draw: mistake, gave up" in done.stdout) != stands
    assert ("neither k (keep) nor c (change)" in done.stdout) == answer.startswith("x")


def test_the_best_choice_is_not_warned_of():
    done = pitboss(*SIX_POINTS, "--coach", "warn", given="10\ns\nq\n")
    assert "gives up" not in done.stdout
    assert "  stand: best\n" in done.stdout


def test_leaving_at_a_warning_forfeits():
    done = pitboss(*SIX_POINTS, "--coach", "warn", given="10\nd\nq\n")
    assert "Chosen for you: stand." in done.stdout


def test_several_seats_are_graded_each():
    done = pitboss(*SIX_POINTS, "--seats", "2", given="10\n20\nd\ns\nq\n")
    assert len(re.findall(r"^  seat [12], (?:draw|stand): ", done.stdout, re.MULTILINE)) == 2


def test_without_the_compiler_slow_games_are_played_without_grades(monkeypatch: pytest.MonkeyPatch):
    from pitboss.cli import progress

    monkeypatch.setattr(progress, "compiling", lambda: False)
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
    assert money(cents) == text
