"""One round judged twice on the same cards: by the interpreter, and by the judging part of the fused loop."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

import numpy as np

from pitboss.core.game import Answer, Chosen, Fixed, Game, Strategy
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt, NeedCards, NeedChoice, State, codes_of
from pitboss.core.strategy import chosen
from pitboss.maths.codegen import names
from pitboss.maths.codegen.lookup import Lookup
from pitboss.maths.codegen.piles import is_masked
from pitboss.maths.codegen.program import Policies, Policy, Program
from pitboss.maths.tally.tally import tally_columns
from tests.support.rounds import outcomes, raising_options

Piles: TypeAlias = Mapping[str, tuple[int, ...]]
"""The cards of every pile."""


def by_script(game: Game, strategy: Strategy | None, piles: Piles) -> tuple[int, ...]:
    """The cell that the interpreter comes to with these cards, as a strategy plays them."""
    return by_answers(game, partial(_as_named, strategy), piles)


def _as_named(strategy: Strategy | None, state: State, need: NeedChoice) -> Answer:
    assert strategy is not None
    return chosen(strategy, state, need, 1)


def by_answers(game: Game, answer: Callable[[State, NeedChoice], Answer], piles: Piles) -> tuple[int, ...]:
    """The cell that the interpreter comes to with these cards and the answers of a function."""
    played = Round(game).after(
        Bets(
            {
                1: {
                    wager.name: wager.stake.cents if isinstance(wager.stake, Fixed) else 500
                    for wager in game.wagers
                    if not isinstance(wager.stake, Chosen)
                }
            }
        )
    )
    while (need := played.need()) is not None:
        if isinstance(need, NeedCards):
            played = played.after(Dealt(need.pile, need.seat, piles[need.pile]))
        else:
            assert isinstance(need, NeedChoice)
            played = played.after(Chose(1, need.name, answer(played.state, need)))
    choices, lines = tally_columns(game)
    ended = {**from_the_start(played.state), **outcomes(played.state)}
    made = raising_options(played.state, choices)
    return (*made, *(ended.get((1, name, place), -1) for name, place in lines))


def from_the_start(state: State) -> dict[tuple[int, str, int], int]:
    """How every line of a bet that was made before the deal ended, also of one that was taken back."""
    wagers = [wager for wager in state.game.wagers if not isinstance(wager.stake, Chosen)]
    return {
        (1, wager.name, place): int(state.outcome(line, 1))
        for wager in wagers
        for place, line in enumerate(wager.lines)
    }


def by_loop(program: Program, lookup: Lookup | None, piles: Piles) -> tuple[int, ...]:
    """The cell that the judging part of the loop comes to with these cards, and its tables too where it has some."""
    scope = dict(program.scope)
    if isinstance(program.player, Policy | Policies):
        scope |= {names.table(place): table for place, table in enumerate(program.policy_tables)}
    if is_masked(program.game):
        taken = 0
        deck = list(program.game.deck.faces)
        for place, cards in enumerate(piles.values()):
            # The second joker is a place of its own.
            for card in cards:
                free = [spot for spot, face in enumerate(deck) if face == card and not taken >> spot & 1]
                scope[names.mask(place)] = scope.get(names.mask(place), 0) | 1 << free[0]
                taken |= 1 << free[0]
    else:
        for (pile, coder), name in program.hands.items():
            codes = codes_of(program.game, coder)
            scope[name] = sum(codes[card] for card in piles[pile])
    looked_up = dict(scope)
    exec("\n".join([*program.dealing.codes, *program.judgement]), scope)
    if lookup:
        looked_up |= {names.table(place): table.tolist() for place, table in enumerate(lookup.tables)}
        exec("\n".join(lookup.lines), looked_up)
        assert looked_up["key"] == scope["key"]
    counts = np.zeros(program.counters, dtype=np.int64)
    counts[scope["key"]] = 1
    program.check_legal(counts)
    (cell,) = program.tally(counts).cells
    return cell
