"""The best strategy of 3 Card Poker in words."""

import json

import pytest

from tests.support.command import pitboss


@pytest.mark.compiled
def test_three_card_poker_has_exact_words():
    said = json.loads(pitboss("strategy", "three-card-poker", "--json").stdout)
    assert said["best"]["lines"] == ["Q-6-3 or worse: fold", "Q-6-4 or better: play"]
    assert said["best"]["cost"]["exact"] == "0/1"
    assert said["house_edge"]["exact"] == "686689/20358520"
