"""The slow twin of whole shoes: the interpreter, given the same stream of random words."""

from collections import Counter
from typing import Any

from pitboss.core.game import Strategy
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt, NeedCards, NeedChoice
from pitboss.core.strategy import chosen, remembered
from pitboss.maths.codegen import deals
from pitboss.maths.codegen.piles import dealing_order
from pitboss.maths.codegen.program import TOOLS, Program
from pitboss.maths.tally.tally import tally_columns
from tests.support.rounds import outcomes


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
