"""`pitboss drill`: questions, answers, and the score between sittings."""

import json
import re
from pathlib import Path
from unittest import mock

import pytest

from pitboss import games
from pitboss.cli.commands.drill.sitting import DrillSitting
from pitboss.cli.table_view.cards import CardStyle, in_order
from pitboss.cli.table_view.layout import Layout
from pitboss.coach.drill import Questions
from pitboss.coach.scores import ScoreFile
from pitboss.core.cards import card_text
from tests.support import toys
from tests.support.command import check_refused, pitboss
from tests.support.terminal import Terminal

GAME = "turbo-sports"
ANSWERS = {"best": re.compile(r"^  (\w+) +\S+ +best$", re.MULTILINE)}


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "pitboss" / "drills.json"


def drilled(given: str, *flags: str) -> str:
    done = pitboss("drill", GAME, "--seed", "5", *flags, given=given)
    assert done.returncode == 0, done.stderr
    return done.stdout


def right_answers(count: int) -> list[str]:
    """The best answers to the first questions of the seed, as the values that are shown first name them."""
    return ANSWERS["best"].findall(drilled("?\ndecline\n" * count, "--count", str(count)))


def test_every_answer_is_met_with_values_reason_and_grade(data: Path):
    best = right_answers(2)
    assert not data.exists(), "answers after ? do not count"
    wrong = "double" if best[1] == "decline" else "decline"
    out = drilled(f"{best[0]}\n{wrong}\n", "--count", "2")
    assert "Question 2 of 2" in out
    assert f"  {best[0]}: best\n" in out
    assert re.search(rf"  {wrong}: \w+, gave up \$\d+\.\d\d; best was {best[1]}\n", out)
    assert re.search(r"^(Double|Decline) with \d+ footballs? or (more|fewer) among the three\.$", out, re.MULTILINE)
    assert "This sitting: 1 of 2 best (50 %)" in " ".join(out.split())
    kept = json.loads(data.read_text())["games"]
    (scores,) = kept.values()
    assert (scores["asked"], len(scores["misplayed"])) == (2, 1)
    assert [each["right"] for each in scores["sittings"]] == [1]


def test_letters_follow_the_cards_as_they_are_shown():
    game = toys.split()
    questions = Questions(game, {"ante": 1000}, 3)
    sitting = DrillSitting(questions, ScoreFile(), Layout(game, 1, CardStyle.PLAIN), 1)
    question = questions.fresh()
    with mock.patch.object(sitting.prompts, "hear", return_value="a b") as heard:
        sitting.answer_to(question)
    held = question.played.state.piles["player", 1]
    asked, choices = heard.call_args.args
    assert asked == "low, 2 cards:"
    letters, cards = zip(*(each.split() for each in choices), strict=True)
    assert letters == tuple(f"[{letter}]" for letter in "abcd"[: len(cards)])
    shown = [card_text(card) for card in in_order(held, game.reads)]
    assert list(cards) == [card for card in shown if card in cards]
    assert len(cards) > 2


def test_the_next_sitting_compares_itself_with_those_before():
    (best,) = right_answers(1)
    drilled(f"{best}\nq\n")
    out = " ".join(drilled(f"{best}\nq\n").split())
    assert "This sitting: 1 of 1 best (100 %)" in out
    assert "Before, in 1 sitting: 1 of 1 best (100 %)" in out


def test_a_misplayed_decision_comes_back_after_some_questions(data: Path):
    (best,) = right_answers(1)
    wrong = "double" if best == "decline" else "decline"
    out = drilled(f"{wrong}\n" + "decline\n" * 5, "--count", "6")
    first = re.search(r"Question 1 of 6\n(.+)\n", out)
    assert first
    again = drilled("decline\nq\n", "--count", "1")
    assert "misplayed before" in again
    assert "due again" in again


def test_answers_that_are_none_are_refused_and_help_is_there():
    out = drilled("x\n5\nh\nq\n")
    assert out.count("Not taken: ") == 2
    assert "in brackets, and Enter" in " ".join(out.split())
    assert out.endswith("No answer counted.\n")


def test_the_end_of_the_input_ends_the_sitting():
    assert drilled("").endswith("No answer counted.\n")


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 questions: no answer counted."), (1, "1 question: 1 of 1 best (100 %)")]
)
def test_ctrl_c_leaves_with_the_score_in_one_line(count: int, said: str, monkeypatch: pytest.MonkeyPatch):
    answers = right_answers(count) if count else []

    def answer_to(*_: object) -> int:
        if not answers:
            raise KeyboardInterrupt
        return int(answers.pop() == "double")

    monkeypatch.setattr(DrillSitting, "answer_to", answer_to)
    with pytest.raises(KeyboardInterrupt, match=re.escape(f"Stopped after {said}")):
        pitboss("drill", GAME, "--seed", "5")


def test_a_damaged_score_is_set_aside_with_a_sentence(data: Path):
    data.parent.mkdir()
    data.write_text("{")
    out = " ".join(drilled("q\n").split())
    assert out.count("is damaged; it was set aside as drills.damaged") == 1
    assert (data.parent / "drills.damaged").read_text() == "{"


@pytest.mark.parametrize("name", [name for name, each in games.find().items() if not each.build().choices])
def test_a_game_without_choices_is_refused(name: str):
    check_refused(("drill", name), "asks for no choice, so there is nothing to drill")


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("--count", "0"), "--count '0': give a whole number from 1"),
        (("--seed", "x"), "--seed 'x'"),
        (("--bet", "long_pass=5"), "first_down must be bet"),
        (("--set", "theme=soccer", "--bet", "goal=5"), "Kick-Off [first_down] must be bet"),
        (
            ("--set", "theme=soccer", "--bet", "gaol=5"),
            "no wager 'gaol'; did you mean 'Goal'? (there is Kick-Off [first_down],",
        ),
        (("--cards", "blue"), "--cards: no value 'blue'"),
    ],
)
def test_wrong_requests(flags: tuple[str, ...], sentence: str):
    check_refused(("drill", GAME, *flags), sentence)


@pytest.mark.slow
def test_a_drill_in_a_terminal():
    with Terminal("drill", GAME, "--seed", "5", "--count", "2", columns=40) as terminal:
        terminal.answer("[d]", "?")
        terminal.answer("[d]", "e")
        terminal.read_until("does not count")
        terminal.answer("[d]", "q")
        terminal.read_until("No answer counted.")
        assert terminal.close() == 0
        assert max(len(line) for line in terminal.lines) <= 40
