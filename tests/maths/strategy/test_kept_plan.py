"""The plan of a game, fitted once and then looked up."""

import pytest

from pitboss import games
from pitboss.core.game import Game
from pitboss.maths.exact import solver
from pitboss.maths.strategy import kept_plan as module
from pitboss.maths.strategy.kept_plan import kept_plan
from pitboss.maths.strategy.plan import fitted, priced
from tests.support.rounds import variants

FOUND = [name for name, folder in games.find().items() if folder.guide and folder.solver is None]


@pytest.mark.parametrize("name", FOUND)
def test_the_plan_that_is_kept_is_the_one_that_was_fitted(name: str, monkeypatch: pytest.MonkeyPatch):
    folder, game = games.folder(name), games.build(name)
    assert folder.guide
    decisions = solver.decisions_of(game)
    strategies = list(folder.strategies.values())
    first = kept_plan(game, folder.guide, strategies)
    assert first.entries == fitted(game, folder.guide, decisions).entries
    assert list(first.named) == [each.strategy for each in priced(game, strategies, decisions)]

    def solved_again(_: Game) -> None:
        raise AssertionError("the decisions were solved again")

    monkeypatch.setattr(module, "decisions_of", solved_again)
    assert kept_plan(games.build(name), folder.guide, strategies) == first
    other = next(options for options in variants(name) if games.build(name, options).options.chosen)
    with pytest.raises(AssertionError, match="solved again"):
        kept_plan(games.build(name, other), folder.guide, strategies)
