"""The tallies of staged games: the best play by two sweeps over all deals, a named strategy by one."""

from collections.abc import Mapping
from math import comb

import numpy as np

from pitboss.core.errors import ChoiceError, GameError, all_of
from pitboss.core.game import Answer, Game, Strategy
from pitboss.maths.exact.decide import in_turn
from pitboss.maths.exact.staged.blocks import Dealer
from pitboss.maths.exact.staged.estimate import check
from pitboss.maths.exact.staged.induction import Induction
from pitboss.maths.exact.staged.method import Method, method_of
from pitboss.maths.exact.staged.named import NamedPlay
from pitboss.maths.exact.staged.scene import Scene
from pitboss.maths.exact.staged.tallying import BestPlay, cells_of, tally_of
from pitboss.maths.tally.tally import Staked, Tally


def dealer_of(game: Game) -> tuple[Method, Dealer]:
    """The hands of a whole game, unless there are too many."""
    method = method_of(game)
    scene = Scene(method.split, 0, {})
    check(method, scene)
    return method, Dealer(method, scene)


def solve(game: Game, stakes: Staked, names: tuple[str, ...]) -> tuple[Tally, Induction, dict[str, int]]:
    """The tally of the best play for these wagers together, the values behind it, and how often each choice ties."""
    method, dealer = dealer_of(game)
    dealer.keep()
    induction = Induction(dealer, 0, stakes, in_turn(game, names))
    value = induction.solve()
    play = BestPlay(induction)
    cells = cells_of(dealer, play, "outcomes of the best play")
    dealer.release()
    again = value_of(induction, cells)
    if again != value:
        raise GameError(
            f"{game.name}: two sweeps over all deals disagree on the best play: {value} and {again}", "no-solver"
        )
    tally = tally_of(dealer, cells)
    check_total(game, tally)
    scene = dealer.scene
    hidden = comb(scene.rest - scene.private_size, scene.hidden_size)
    each = hidden * method.split.total // scene.deals
    return tally, induction, {name: weight * each for name, weight in play.tied.items()}


def known(game: Game, stakes: Staked, names: tuple[str, ...], arrays: Mapping[str, np.ndarray]) -> Induction:
    """The values of a best play that was found before (`Induction.arrays`)."""
    _, dealer = dealer_of(game)
    dealer.knows(arrays)
    induction = Induction(dealer, 0, stakes, in_turn(game, names))
    induction.restored(arrays)
    return induction


def value_of(induction: Induction, cells: np.ndarray) -> int:
    """The sum of the value over all deals of some cells."""
    weights, worth = cells.sum(axis=(2, 3)), induction.worth[0]
    return sum(int(weights[place]) * int(worth[place]) for place in zip(*np.nonzero(weights), strict=True))


def check_total(game: Game, tally: Tally) -> None:
    """Refuses a tally that does not count every deal once."""
    total = method_of(game).split.total
    if tally.total != total:
        raise GameError(f"{game.name}: {tally.total:,} deals were counted of {total:,}", "no-solver")


def under(game: Game, strategy: Strategy) -> Tally:
    """The tally under a named strategy."""
    _, dealer = dealer_of(game)
    tally = tally_of(dealer, cells_of(dealer, NamedPlay(dealer, strategy), f"strategy {strategy.name}"))
    check_total(game, tally)
    return tally


def root_of(game: Game, choice: str, chosen: Mapping[str, Answer]) -> int:
    """The point of the tree where a choice is asked after those made."""
    tree, earlier = method_of(game).tree, list(game.choices)[: list(game.choices).index(choice)]
    fits = [
        number
        for number in tree.asked_at(len(earlier))
        if all(chosen.get(name, made) == made for name, made in zip(earlier, tree.points[number].made, strict=True))
    ]
    if len(fits) != 1:
        missing = [name for name in earlier if name not in chosen]
        why = f"say what was chosen before: {all_of(missing)}" if fits else "it is not asked after these choices"
        raise ChoiceError(f"{choice}: {why}", "missing" if fits else "not-asked")
    return fits[0]
