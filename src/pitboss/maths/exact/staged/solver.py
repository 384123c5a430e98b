"""The solver of staged games: the best play by two sweeps over all deals, and any named strategy by one."""

from pitboss.core.errors import GameError
from pitboss.core.game import Game
from pitboss.maths.exact.decide import in_turn
from pitboss.maths.exact.staged.blocks import Dealer
from pitboss.maths.exact.staged.induction import Induction
from pitboss.maths.exact.staged.method import method_of
from pitboss.maths.exact.staged.scene import Scene
from pitboss.maths.exact.staged.tallying import BestPlay, cells_of, tally_of
from pitboss.maths.tally.tally import Staked, Tally


def solve(game: Game, stakes: Staked, names: tuple[str, ...]) -> Tally:
    """The tally of the best play for these wagers together."""
    method = method_of(game)
    scene = Scene(method.split, 0, {})
    dealer = Dealer(method, scene)
    induction = Induction(dealer, 0, stakes, in_turn(game, names))
    value = induction.solve()
    play = BestPlay(induction)
    cells = cells_of(dealer, play, "tally")
    weights = cells.sum(axis=(2, 3))
    again = sum(
        int(weights[end, vector]) * int(induction.worth[0, end, vector])
        for end in range(weights.shape[0])
        for vector in range(weights.shape[1])
    )
    if again != value:
        raise GameError(f"{game.name}: the two sweeps disagree: {value} and {again}", "no-solver")
    tally = tally_of(dealer, cells)
    if tally.total != method.split.total:
        raise GameError(f"{game.name}: {tally.total:,} deals counted of {method.split.total:,}", "no-solver")
    return tally
