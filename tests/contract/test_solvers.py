"""What every solver must keep: the names and parameters of the protocol, and all deals once."""

import inspect
from enum import IntEnum

import pytest

from pitboss import games
from pitboss.core.cards import Deck
from pitboss.core.errors import GameError
from pitboss.core.game import Choose, Deal, Face, Line, Place, Strategy, Wager
from pitboss.core.rule import rule
from pitboss.maths.exact.decide import best_strategy, exact
from pitboss.maths.exact.solver import Solver, Staged, solver_of
from pitboss.maths.tally.tally import first_stakes
from tests.support.toy import GRIDS, Ranks, Result, toy

METHODS = ("solve", "under", "advise", "decisions", "policy", "keep")


def test_its_solver_has_the_names_and_parameters_of_the_protocol(game_name: str):
    solver = solver_of(games.build(game_name))
    for name in METHODS:
        wanted = list(inspect.signature(getattr(Solver, name)).parameters)[1:]
        assert list(inspect.signature(getattr(solver, name)).parameters) == wanted, name
    wagers = set(games.build(game_name).wager)
    assert solver.DECIDED_BY is None or set(solver.DECIDED_BY) <= wagers


def test_a_rider_is_solved_as_its_host(game_name: str):
    own, hosts = (solver_of(games.build(name)) for name in (game_name, game_name.partition("+")[0]))
    # The staged solver is one object a game, which keeps what it found.
    assert own is hosts or type(own) is type(hosts) is Staged


class Bid(IntEnum):
    PASS = 0
    LOW = 1
    HIGH = 2


@rule
def may_bid(player: Ranks, bid: Bid) -> int:
    """Rule 1: only a ten or better may bid high."""
    return bid != Bid.HIGH or player >= 10


@rule
def higher(player: Ranks, dealer: Ranks, bid: Bid) -> Result:
    """Rule 2: a pass loses, and a high bid wins ties."""
    if bid == Bid.PASS or player < dealer:
        return Result.LOST
    if player == dealer and bid == Bid.LOW:
        return Result.TIED
    return Result.WON


@rule
def always_high(player: Ranks) -> Bid:
    """Bids high with any card."""
    return Bid.HIGH


@rule
def high_where_legal(player: Ranks) -> Bid:
    """Bids high with a ten or better."""
    if player >= 10:
        return Bid.HIGH
    return Bid.LOW


BIDDING = toy(
    deck=Deck("small deck", (0, 5, 8, 12, 13, 18, 21, 25)),
    steps=(
        Deal("player", 1, to=Place.SEAT, face=Face.DOWN),
        Deal("dealer", 1, to=Place.DEALER, face=Face.DOWN),
        Choose("bid", Bid, sees=("player",), legal=may_bid),
    ),
    wagers=(Wager("ante", (Line(higher, GRIDS["ante"].table("printed", Result)),), required=True),),
    words={},
)


def test_exact_figures_refuse_a_strategy_that_breaks_the_rules():
    """Eight cards: four below ten, so half of all deals would have been lost without a word."""
    with pytest.raises(GameError, match="the strategy high chooses what the rules forbid in 28 of 56 deals") as refused:
        exact(BIDDING, Strategy("high", "", {"bid": always_high}))
    assert refused.value.code == "game/illegal-choice"


def test_the_best_play_keeps_to_the_rules_and_to_all_deals():
    named = exact(BIDDING, Strategy("legal", "", {"bid": high_where_legal}))
    best = best_strategy(BIDDING, first_stakes(BIDDING), ("ante",))
    assert best.tally.total == named.total == 56
    assert best.tally.cells == named.cells
    assert [sorted(values) for hand, values in sorted(best.values("bid").items())] == [
        [0, 1],
        [0, 1],
        [0, 1, 2],
        [0, 1, 2],
    ]
