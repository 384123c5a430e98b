"""What the coach says of Super Pan 9."""

import re
from pathlib import Path

import pytest

from pitboss import games
from pitboss.coach.advice import advice_on
from pitboss.core.cards import parse_cards
from tests.support.command import pitboss
from tests.support.decisions import asked

PAGE = (Path(__file__).parents[3] / "docs" / "learning.md").read_text()


def test_the_reason_is_the_line_of_the_strategy_that_covers_the_hand():
    game = games.build("super-pan-9")
    for cards, reason in (("6s 4h 3d", "Draw with 5 points or fewer."), ("Kd 6h Qs", "Stand with 6 points or more.")):
        played = asked(game, {1: {"regular": 1000}}, {("player", 1): parse_cards(cards)})
        assert advice_on(played, 1).reason == reason


def test_the_tie_bet_counts_in_the_values():
    game = games.build("super-pan-9")
    player = {("player", 1): parse_cards("6s 4h 3d")}
    alone, both = (
        advice_on(asked(game, {1: bets}, player), 1, reason=False).values_cents
        for bets in ({"regular": 1000}, {"regular": 1000, "tie": 200})
    )
    assert set(alone) == set(both)
    assert dict(alone) != dict(both)


def test_the_drill_of_the_page_on_learning_prints_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    told = re.search(r'^\$ printf "(.+)" \| \./run (drill .+)\n(.*?)^```', PAGE, re.MULTILINE | re.DOTALL)
    assert told
    given, command, printed = told.groups()
    done = pitboss(*command.split(), given=given.replace("\\n", "\n"))
    assert done.stdout == printed


def test_the_program_of_the_page_on_learning_prints_what_the_page_says(capsys: pytest.CaptureFixture[str]):
    text = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert text
    exec(text[1], {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"^print.+  # (.+)$", text[1], re.MULTILINE)
