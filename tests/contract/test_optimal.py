"""`optimal:WAGER` in every game: nothing beats it for that wager, and what does not matter to it is the main wager's."""

import pytest

from pitboss import api, games
from pitboss.core.game import Chosen


@pytest.mark.compiled
def test_the_best_play_for_one_wager_gives_up_nothing_else_for_nothing(game_name: str):
    game = games.build(game_name)
    if not game.choices:
        pytest.skip("asks for no choice")
    best = api.analyze(game)
    for wager in game.wagers:
        if isinstance(wager.stake, Chosen) or wager.name in game.main_wagers:
            continue
        own = api.analyze(game, f"optimal:{wager.name}")
        assert own.figures[wager.name].ev >= best.figures[wager.name].ev
        if own.figures[wager.name].ev == best.figures[wager.name].ev:  # The main wager's best play is best for both.
            assert own.figures[own.first].ev == best.figures[best.first].ev
