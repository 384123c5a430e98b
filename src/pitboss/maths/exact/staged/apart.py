"""The expected net of bets that no choice affects, from the cards known at a choice: hidden hands need no counting.

The outcome of a side line follows from private and shared cards. A rider sees one sum over cards of which some are
known. With these, advice on a whole game's first choices is its kept values, and a constant.
"""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.game import Game
from pitboss.core.pays import Meter, Prize
from pitboss.maths.exact import riders
from pitboss.maths.exact.enumerate import Piles
from pitboss.maths.exact.staged.blocks import BLOCK_ROWS
from pitboss.maths.exact.staged.method import Judged, method_of
from pitboss.maths.exact.staged.scene import Scene
from pitboss.maths.exact.staged.split import PRIVATE
from pitboss.maths.tally.tally import Staked, first_stakes, line_net


def unit_of(game: Game, stage: int, known: Piles, stakes: Staked, names: tuple[str, ...]) -> Fraction | None:
    """The stake that the kept values of the main wagers are per; None where these bets need values of their own.

    They do where a main wager has another share of the stakes than in the kept question, or pays a sum of dollars; and
    where another bet is affected by a choice, or sees more than can be counted apart.
    """
    usual, main = first_stakes(game), game.main_wagers
    unit = stakes[main[0]]
    if _scene(game, stage, known).private_size:  # A choice before all of the player's cards.
        return None
    if any(stakes[name] != unit * usual[name] for name in main) or any(map(_pays_dollars, _lines(game, main))):
        return None
    return unit if all(_is_told(game, name) for name in names if name not in main) else None


def _lines(game: Game, names: tuple[str, ...]) -> list[Judged]:
    return [line for line in method_of(game).lines if line.wager in names]


def _pays_dollars(line: Judged) -> bool:
    return any(isinstance(pay, Prize | Meter) for pay in line.line.pays.pays.values())


def _is_told(game: Game, name: str) -> bool:
    host = riders.host_of(game)
    if host is not None and name not in host.wager:
        return riders.sees_a_sum(game)
    return all(line in method_of(game).side for line in _lines(game, (name,)))


def value_apart(game: Game, stage: int, known: Piles, stakes: Staked, names: tuple[str, ...]) -> Fraction:
    """The expected net of the wagers in `names` that are not main ones, with these cards at the choice of a stage."""
    names = tuple(name for name in names if name not in game.main_wagers)
    host = riders.host_of(game)
    riding = tuple(name for name in names if host is not None and name not in host.wager)
    own = tuple(name for name in names if name not in riding)
    value = Fraction(0)
    if own:
        value += _of_sides(host or game, stage, known, stakes, own)
    if riding:
        value += _of_riders(game, known, stakes, riding)
    return value


def _of_sides(game: Game, stage: int, known: Piles, stakes: Staked, names: tuple[str, ...]) -> Fraction:
    """The expected net of side lines, over all shared cards to come."""
    method, scene = method_of(game), _scene(game, stage, known)
    contexts, total = scene.contexts, Fraction(0)
    for first in range(0, len(contexts), BLOCK_ROWS):
        shared = contexts.masks[first : first + BLOCK_ROWS]
        weights = contexts.weights[first : first + BLOCK_ROWS]
        masks = {"m_P": np.full(len(shared), scene.base.get(PRIVATE, 0), dtype=np.int64)}
        for place, name in enumerate(method.shared):
            masks[f"m_{name}"] = shared[:, place] | scene.base.get(name, 0)
        for line, column in zip(method.side, method.ask_sides(len(shared), masks), strict=True):
            for outcome in np.unique(column).tolist() if line.wager in names else ():
                count = int(weights[column == outcome].sum())
                total += count * _net(game, line.wager, line.place, outcome, stakes)
    return total / int(contexts.weights.sum())


def _scene(game: Game, stage: int, known: Piles) -> Scene:
    return Scene(method_of(game).split, stage, dict(known))


def _of_riders(game: Game, known: Mapping[str, tuple[Card, ...]], stakes: Staked, names: tuple[str, ...]) -> Fraction:
    """The expected net of riders, over the sums that the cards to come can make with those known."""
    (source,) = riders.sums_seen(game)
    ways = riders.sums_of(game, source, known)
    lines = [each for each in riders.riding(game) if each[0] in names]
    found = (
        count * _net(game, wager, place, riders.outcome_of(bound, total), stakes)
        for total, count in ways.items()
        for wager, place, bound in lines
    )
    return sum(found, Fraction(0)) / sum(ways.values())


def _net(game: Game, wager: str, place: int, outcome: int, stakes: Staked) -> Fraction:
    return line_net(game, game.wager[wager], place, outcome, stakes[wager])
