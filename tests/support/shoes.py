"""Whole shoes against their slow twin, the interpreter given the same stream of random words, and exact figures."""

from collections import Counter
from dataclasses import replace
from typing import Any

from pitboss.core.game import Game, Memory, Strategy
from pitboss.core.round import Round
from pitboss.core.rule import Rule, rule
from pitboss.core.script import Bets, Chose, Dealt, NeedCards, NeedChoice
from pitboss.core.strategy import check_strategy, chosen, remembered
from pitboss.maths.codegen import deals
from pitboss.maths.codegen.piles import dealing_order
from pitboss.maths.codegen.program import TOOLS, Program
from pitboss.maths.codegen.shoes import shoe_program
from pitboss.maths.exact.solver import solve
from pitboss.maths.simulate import run as simulate
from pitboss.maths.simulate.agreement import z_score
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import first_stakes, tally_columns
from tests.support.rounds import outcomes


@rule
def later_rounds(memory: int) -> int:
    """A way to bet for a memory that counts rounds in steps of 1024: 0 for the first of a shoe, 1 for the second, else 2."""
    return min(memory >> 10, 2)


def check_shoes(game: Game, strategy: Strategy) -> None:
    """Twelve shoes by the loop and by the interpreter, and their counts by level of betting."""
    check_strategy(game, strategy)
    loop = shoe_program(game, strategy, behind=game.behind_cut(1))
    wanted, rounds = twin(loop, 5, 12)
    run = simulate.simulate_program(loop, rounds=12, seed=5)
    assert run.done == 12
    assert run.dealt == rounds
    assert [Counter(dict(tally.cells)) for tally in loop.tallies(run.counts)] == wanted
    assert loop.tally(run.counts).total == rounds


def check_figures(game: Game, strategy: Strategy, remembers: Rule, shoes: int, rounds: int) -> None:
    """Whole shoes with sixty cards behind the cut card, against the exact figures; each deals more than so many rounds.

    A round that is always dealt is as one from a full shoe, however deep; with eight decks the last ones, which are not
    always dealt, are too few to move the whole by more than chance does.
    """
    counting = replace(strategy, memory=Memory(remembers=remembers, bets=later_rounds, levels=3))
    loop = shoe_program(game, counting, behind=60)
    run = simulate.simulate_program(loop, rounds=shoes * loop.batch, seed=3, workers=2)
    first, second, later = loop.tallies(run.counts)
    assert first.total == second.total == shoes * loop.batch
    assert later.total > rounds * shoes * loop.batch
    exact = Analysis(game, solve(game, strategy, first_stakes(game), game.main_wagers))
    for tally in (first, second, loop.tally(run.counts)):
        for wager in game.wager:
            assert abs(z_score(Analysis(game, tally), exact, wager)) < 4


def twin(loop: Program, seed: int, shoes: int) -> tuple[list[Counter], int]:
    """The same shoes by the interpreter, card by card: cells by level of betting."""
    game, strategy = loop.game, loop.player
    assert isinstance(strategy, Strategy)
    assert loop.shoe
    states = deals.streams(seed, 0, loop.strands)
    stream = {"a": int(states[0][0]), "b": int(states[1][0])}
    step = compile("\n".join(deals.next_word()), "step", "exec")
    shoe = list(dealing_order(game))
    found: list[Counter] = [Counter() for _ in range(loop.levels)]
    rounds = 0

    def draw() -> int:
        nonlocal gone
        left = len(shoe) - gone
        while True:
            scope: dict[str, Any] = {**stream, **TOOLS}
            exec(step, scope)
            stream.update(a=scope["a"], b=scope["b"])
            product = (scope["z"] & 0xFFFFFFFF) * left
            if (product & 0xFFFFFFFF) >= 2**32 % left:
                break
        spot = gone + (product >> 32)
        shoe[gone], shoe[spot] = shoe[spot], shoe[gone]
        gone += 1
        return shoe[gone - 1]

    for _ in range(shoes):
        gone, memory = 0, strategy.memory.starts if strategy.memory else 0
        while gone == 0 or len(shoe) - gone > loop.shoe.behind:
            level = int(strategy.memory.bets(memory)) if strategy.memory and strategy.memory.bets else 0
            played = Round(game).after(Bets({1: {wager.name: 2000 for wager in game.wagers}}))
            while (need := played.need()) is not None:
                if isinstance(need, NeedCards):
                    played = played.after(Dealt(need.pile, need.seat, tuple(draw() for _ in range(need.count))))
                else:
                    assert isinstance(need, NeedChoice)
                    played = played.after(Chose(1, need.name, chosen(strategy, played.state, need, 1, memory)))
            ended = outcomes(played.state)
            found[level][tuple(ended[1, name, place] for name, place in tally_columns(game)[1])] += 1
            rounds += 1
            memory = remembered(strategy, played.state, 1, memory)
    return found, rounds
