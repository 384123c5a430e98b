"""What strategies cost, two ways."""

from fractions import Fraction

from pitboss import games
from pitboss.core.game import Game
from pitboss.maths.exact.solver import decisions_of, solve, solver_of
from pitboss.maths.strategy import plan
from pitboss.maths.tally.tally import Tally, figures, first_stakes


def ev(game: Game, tally: Tally) -> Fraction:
    """What the main wagers are worth together."""
    return figures(game, tally, game.main_wagers, first_stakes(game)).ev


def check_costs(name: str, strategies: list[str] | None = None, **options: str) -> None:
    """What named strategies cost by the values of hands, against the tally of each; all that differ, if none are named."""
    game = games.build(name, options)
    best = ev(game, solve(game, None, first_stakes(game), game.main_wagers))
    known = games.folder(name).strategies
    costs = {each.strategy.name: each.cost for each in plan.priced(game, known.values(), decisions_of(game))}
    assert len(costs) >= 3
    for each in costs if strategies is None else strategies:
        tally = solver_of(game).under(game, known[each])
        assert costs[each] == best - ev(game, tally), each
        assert costs[each] >= 0
