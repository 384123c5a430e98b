"""Every game found: its rounds are stored and read back, from every point of their play."""

import json
import random

from pitboss import games
from pitboss.core import transcript
from pitboss.core.codec import read_round, round_json
from pitboss.core.round import Round
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
