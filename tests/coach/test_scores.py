"""Scores between sittings: boxes, damage, two drills at once."""

import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.coach.scores import WAITS, ScoreFile, Scores, Sitting

GAME, HAND = "press 1", "ante 10.00 | player 2c 3c"


def test_a_misplayed_decision_comes_back_and_leaves_after_the_last_box():
    scores = Scores().after(HAND, False)
    for wait in WAITS:
        assert scores.due() == []
        for _ in range(wait):
            scores = scores.after("another", True)
        assert scores.due() == [HAND]
        scores = scores.after(HAND, True)
    assert scores.misplayed == {}


def test_a_decision_misplayed_again_starts_from_the_first_box():
    scores = Scores().after(HAND, False).after(HAND, True)
    assert scores.misplayed[HAND].box == 1
    scores = scores.after(HAND, False)
    assert (scores.misplayed[HAND].box, scores.misplayed[HAND].due) == (0, scores.asked + WAITS[0])


def test_a_decision_played_right_at_once_is_not_kept():
    assert Scores().after(HAND, True) == Scores(asked=1)


def test_the_most_overdue_comes_first():
    scores = Scores().after("b", False).after("a", False)
    for _ in range(10):
        scores = scores.after("c", True)
    assert scores.due() == ["b", "a"]


def test_scores_are_read_back(tmp_path: Path):
    file = ScoreFile(tmp_path / "deep" / "drills.json")
    file.change(GAME, lambda scores: scores.after(HAND, False))
    kept = file.change(GAME, lambda scores: scores.after_sitting(Sitting(3, 2, Fraction(1, 7))))
    assert ScoreFile(tmp_path / "deep" / "drills.json").scores(GAME) == kept
    assert kept.sittings == (Sitting(3, 2, Fraction(1, 7)),)
    assert file.scores("another") == Scores()
    assert file.warning == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"version": 2, "games": {}}',
        '{"version": 1, "games": {"g": {}}}',
        '{"version": 1, "games": []}',
        '{"version": 1, "games": {"g": {"asked": 1, "misplayed": {}, "sittings": [{"questions": 1, "right": 1, '
        '"lost": "1/0"}]}}}',
    ],
)
def test_a_damaged_file_is_set_aside_and_never_overwritten(tmp_path: Path, text: str):
    path = tmp_path / "drills.json"
    for name in ("drills.damaged", "drills.damaged-2"):
        path.write_text(text)
        file = ScoreFile(path)
        assert file.change(GAME, lambda scores: scores.after(HAND, True)) == Scores(asked=1)
        assert "is damaged; it was set aside" in file.warning
        assert (tmp_path / name).read_text() == text
    assert json.loads(path.read_text())["version"] == 1


def test_a_binary_file_is_set_aside(tmp_path: Path):
    path = tmp_path / "drills.json"
    path.write_bytes(b"\xff\xfe\x00")
    file = ScoreFile(path)
    assert file.scores(GAME) == Scores()
    assert "set aside" in file.warning


def test_where_nothing_can_be_kept_the_drill_goes_on_and_says_so(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    file = ScoreFile(tmp_path / "file" / "drills.json")
    assert file.change(GAME, lambda scores: scores.after(HAND, True)) == Scores(asked=1)
    assert "cannot be kept" in file.warning


def test_two_drills_at_once_lose_no_answer(tmp_path: Path):
    path = tmp_path / "drills.json"

    def sit(number: int) -> None:
        for place in range(15):
            ScoreFile(path).change(GAME, lambda scores, place=place: scores.after(f"{number} {place}", False))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(sit, range(4)))
    scores = ScoreFile(path).scores(GAME)
    assert scores.asked == len(scores.misplayed) == 60
