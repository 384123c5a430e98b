"""Every game found: its rounds are stored and read back, from every point of their play."""

import json
import random

import pytest

from pitboss import games
from pitboss.cli import layout
from pitboss.core import transcript
from pitboss.core.codec import read_round, round_json
from pitboss.core.round import Round
from pitboss.core.settled_words import decided_words
from tests.support.rounds import random_round

ROUNDS = 4


def test_every_beginning_of_a_round_is_stored_as_json_and_as_text(game_name: str):
    source = random.Random(game_name)
    game = games.build(game_name)
    for _ in range(ROUNDS):
        whole = random_round(game, source)
        for end in range(len(whole.events) + 1):
            part = Round(game, whole.events[:end])
            again = read_round(json.loads(json.dumps(round_json(part))), games.build)
            assert again.events == part.events
            assert again.need() == part.need()
            text = transcript.write(part)
            told = transcript.read(text, games.build)
            assert transcript.write(told.played) == text
            assert transcript.differences(told) == []


def test_a_round_reads_back_as_a_narrow_terminal_shows_it(game_name: str, monkeypatch: pytest.MonkeyPatch):
    source = random.Random(game_name)
    whole = random_round(games.build(game_name), source)
    text = transcript.write(whole)
    for columns in (40, 60, 80):
        monkeypatch.setattr(layout, "width", lambda columns=columns: columns)
        told = transcript.read("\n".join(map(layout.folded, text.split("\n"))), games.build)
        assert transcript.write(told.played) == text
        assert transcript.differences(told) == []


def test_ruling_g7_what_is_decided_in_mid_round_stays_so(game_name: str):
    """At every moment, what counts as decided is how the bet ends."""
    source = random.Random(game_name)
    game = games.build(game_name)
    for _ in range(ROUNDS):
        whole = random_round(game, source)
        ends = whole.outcomes()
        for end in range(1, len(whole.events) + 1):
            part = Round(game, whole.events[:end])
            for seat in part.state.seats():
                assert part.decided(seat).items() <= ends[seat].items()
                assert all(words.split()[-1] for words in decided_words(part, seat))
