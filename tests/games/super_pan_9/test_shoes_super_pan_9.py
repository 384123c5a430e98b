"""Whole shoes of Super Pan 9, dealt as the interpreter deals them and against the exact figures."""

from collections import Counter
from dataclasses import replace

import pytest

from pitboss import games
from pitboss.core.game import Memory, Strategy
from pitboss.core.rule import rule
from pitboss.core.strategy import check_strategy
from pitboss.games.super_pan_9.game import Draw, Values, points
from pitboss.maths.codegen.shoes import shoe_program
from pitboss.maths.exact.solver import solve
from pitboss.maths.simulate import run as simulate
from pitboss.maths.simulate.agreement import z_score
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import first_stakes
from tests.support.shoes import twin


@rule
def points_seen(memory: int, player: Values, player_card: Values, dealer: Values, dealer_card: Values) -> int:
    """The rounds of this shoe above a running sum of what both hands came to."""
    return memory + 1024 + points(player + player_card) + 2 * points(dealer + dealer_card)


@rule
def draw_by_heart(player: Values, memory: int) -> Draw:
    """On five, or on three after a sum that is odd."""
    return Draw.DRAW if points(player) <= (3 if memory % 2 else 5) else Draw.STAND


@rule
def later_rounds(memory: int) -> int:
    """0 for the first round of a shoe, 1 for the second, 2 for others."""
    return min(memory >> 10, 2)


BY_HEART = Strategy(
    "by-heart",
    "for these tests",
    {"draw": draw_by_heart},
    memory=Memory(remembers=points_seen, bets=later_rounds, levels=3),
)


@pytest.mark.parametrize("decks", ["1", "2"])
@pytest.mark.parametrize("name", ["draw-on-5", "by-heart"])
def test_shoes_are_dealt_as_the_interpreter_deals_them(decks: str, name: str):
    game = games.build("super-pan-9", {"decks": decks})
    strategy = BY_HEART if name == "by-heart" else games.folder("super-pan-9").strategies[name]
    check_strategy(game, strategy)
    loop = shoe_program(game, strategy, behind=game.behind_cut(1))
    wanted, rounds = twin(loop, 5, 12)
    run = simulate.simulate_program(loop, rounds=12, seed=5)
    assert run.done == 12
    assert run.dealt == rounds
    assert [Counter(dict(tally.cells)) for tally in loop.tallies(run.counts)] == wanted
    assert loop.tally(run.counts).total == rounds


@pytest.mark.compiled
def test_whole_shoes_agree_with_the_exact_figures():
    """A round that is always dealt is as one from a full shoe, however deep; with eight decks the last ones, which are
    not always dealt, are too few to move the whole by more than chance does.
    """
    game = games.build("super-pan-9")
    strategy = games.folder("super-pan-9").strategies["draw-on-5"]
    counting = replace(strategy, memory=Memory(remembers=points_seen, bets=later_rounds, levels=3))
    loop = shoe_program(game, counting, behind=60)
    shoes = 20 * loop.batch
    run = simulate.simulate_program(loop, rounds=shoes, seed=3, workers=2)
    first, second, later = loop.tallies(run.counts)
    assert first.total == second.total == shoes
    assert later.total > 25 * shoes
    exact = Analysis(game, solve(game, strategy, first_stakes(game), game.main_wagers))
    for tally in (first, second, loop.tally(run.counts)):
        for wager in game.wager:
            assert abs(z_score(Analysis(game, tally), exact, wager)) < 4
