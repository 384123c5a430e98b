"""The best play of 3 Card Blitz as a loop follows it, and how its rounds are counted."""

from dataclasses import replace

import numpy as np
import pytest

from pitboss import games
from pitboss.core.errors import FormatError
from pitboss.games.three_card_blitz.game import points
from pitboss.games.three_card_blitz.solver import tallies as blitz
from pitboss.games.three_card_blitz.solver import weights
from pitboss.games.three_card_blitz.solver.counts import all_hands, size_of, ways_at_most
from pitboss.games.three_card_blitz.solver.weights import counted_play, weighed_play
from pitboss.maths.codegen.program import Policy, program_of
from pitboss.maths.compile.cpu import fast, on_arrays
from pitboss.maths.simulate import run as simulate
from pitboss.maths.tally.tally import first_stakes


@fast
def weigh_all(hands, totals, sure, weights, answers):
    """What the weights say of every hand."""
    for row in range(len(hands)):
        answers[row] = weighed_play(hands[row], totals[row], sure, weights)


@pytest.mark.compiled
def test_weights_play_every_hand_of_3_card_blitz_as_it_was_solved(monkeypatch):
    """All 133,784,560 hands, up to the names of the suits; and the formula, where weights are not found, some of them."""
    game = games.build("three-card-blitz")
    asked = game, first_stakes(game), game.main_wagers
    hands = all_hands(size_of(game))
    plays = blitz.best_plays(*asked, hands, blitz.judged(game, hands.cards))
    policy = blitz.policy(*asked)
    assert policy.function is weighed_play
    answers, totals = np.zeros(len(plays), dtype=np.int64), on_arrays(points)(hands.cards)
    weigh_all(hands.cards, totals, *policy.tables, answers)
    assert (answers == plays).all()
    monkeypatch.setattr(blitz, "weighed", lambda *_: ())
    policy = blitz.policy(*asked)
    assert policy.function is counted_play
    close = np.flatnonzero((totals == 18) | (totals == 19))
    for row in np.random.default_rng(5).choice(close, 1000).tolist():
        assert policy.function(int(hands.cards[row]), int(totals[row]), *policy.tables) == plays[row]


@pytest.mark.compiled
def test_weights_that_cannot_be_are_not_found(monkeypatch):
    monkeypatch.setattr(weights, "MOST_EPOCHS", 3)
    ways = ways_at_most(size_of(games.build("three-card-blitz")))
    cards, plays = np.array([0b11 << 13 | 1, 0b11 << 13 | 1]), np.array([False, True])
    assert weights.weighed(cards, np.array([18, 18]), plays, ways) == ()


@pytest.mark.parametrize("option", ["fixed", "progressive"])
def test_the_progressive_is_counted_line_by_line(option: str):
    game = games.build("three-card-blitz", {"blitz_bonus": option})
    loop = program_of(game, games.folder("three-card-blitz").strategies["play-on-19"])
    assert loop.cells < 200_000
    sizes = {column.variable: len(column.values) for column in loop.columns}
    assert sizes.get("o_blitz_bonus_1", 2) == 2


@pytest.mark.compiled
def test_a_run_under_the_best_play_is_not_resumed_under_another():
    """The text of the loop is the same; the tables that its best play looks things up in are not."""
    game = games.build("three-card-blitz")
    policy = simulate.best_policy(game, games.folder("three-card-blitz").strategies.values())
    assert isinstance(policy, Policy)
    first, *rest = policy.tables
    other = replace(policy, tables=(1 - first, *rest))
    run, changed = (simulate.Run(program_of(game, each), 1, 10) for each in (policy, other))
    with pytest.raises(FormatError, match="belongs to a run with other settings: its tables"):
        changed.resume(run.text(), "file")
