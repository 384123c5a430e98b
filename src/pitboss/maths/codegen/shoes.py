"""Whole shoes dealt to a cut card, round after round, for players who may remember earlier rounds.

A shoe is shuffled as it is dealt: each card is drawn from those left, by 32 bits with exact rejection. Only cards that
a round really takes leave the shoe. After the first, a round begins while more cards are left than lie behind the cut
card.
"""

import numpy as np

from pitboss.core.errors import GameError, OptionError
from pitboss.core.game import Choose, Deal, Game, Shuffle, Strategy
from pitboss.core.script import codes_of
from pitboss.core.strategy import check_strategy
from pitboss.maths.codegen import deals, names
from pitboss.maths.codegen.emit import indented
from pitboss.maths.codegen.judgement import Judge
from pitboss.maths.codegen.piles import Dealing, dealing_order, only_coder
from pitboss.maths.codegen.program import Player, Program, ShoePlan, choose, hands_of, judged_program, strategy_bound

STRAND_SHOES = 32
WORD = (1 << deals.WORD_BITS) - 1


def check_shoes(game: Game, behind: int | None) -> None:
    """Refuses a game without a shoe, and a cut card with too few cards behind it."""
    if Shuffle.CUT_CARD not in game.shuffles:
        raise OptionError(f"{game.name} is shuffled before every round, so it has no shoe to deal through")
    game.behind_cut(1, behind)


def shoe_program(game: Game, player: Player, behind: int) -> Program:
    """The program of whole shoes with `behind` cards behind the cut card and one seat, counted in shoes."""
    check_shoes(game, behind)
    if not isinstance(player, Strategy):
        raise GameError(f"{game.name}: whole shoes need a strategy that is a rule")
    check_strategy(game, player)
    hands, memory = hands_of(game, player), player.memory
    shoe = ShoePlan(behind, only_coder(game, hands), memory)
    judge = Judge(game, dict(hands))
    levels = memory.levels if memory else 1
    level = judge.call(strategy_bound(game, player, memory.bets)) if memory and memory.bets else ""
    judge.lines.append(f"{names.LEVEL} = max(0, min({level}, {levels - 1}))" if level else f"{names.LEVEL} = 0")
    for step in game.steps:
        if isinstance(step, Deal):
            hand = hands.get((step.pile, shoe.coder), names.hand(step.pile, 0))
            judge.lines.append(f"{hand} = 0")
            dealt, taking = judge.condition(step.when), _taking(step.count, hand)
            judge.lines.extend([f"if {dealt}:", *indented(taking, 1)] if dealt else taking)
        elif isinstance(step, Choose):
            choose(judge, step, player)
    columns, column_of = judge.outcomes()
    judge.count(columns, levels)
    if memory:
        remembered = judge.call(strategy_bound(game, player, memory.remembers))
        judge.lines.append(f"{names.MEMORY} = {remembered}")
    return judged_program(judge, player, hands, Dealing(), columns, column_of, shoe=shoe, strand=STRAND_SHOES)


def _taking(count: int, hand: str) -> list[str]:
    lines = []
    for _card in range(count):
        lines += ["left = size - gone", "w = -1", "while w < 0:", *indented(deals.next_word(), 1)]
        lines += [f" w = (z & {WORD}) * left", f" w = -1 if (w & {WORD}) < {names.table(1)}[left] else w"]
        lines += [f"t = gone + (w >> {deals.WORD_BITS})", "card = shoe[t]", "shoe[t] = shoe[gone]"]
        lines += ["shoe[gone] = card", "gone += 1", f"{hand} += card"]
    return lines


def shoes_text(program: Program) -> str:
    """The text for a CPU, strand by strand; its arguments are those of `lanes_text`, with shoes for rounds."""
    assert program.shoe
    size, memory = len(program.game.deck), program.shoe.memory
    lines = [f"def {names.LOOP}(s0, s1, rounds, counts{names.tables(2)}):"]
    lines += [f" size = {size}", f" shoe = zeros({size}, int64)"]
    lines += [" for g in range(len(s0)):", "  a = s0[g]", "  b = s1[g]"]
    lines += [f"  for place in range({size}):", f"   shoe[place] = int64({names.table(0)}[place])"]
    lines += ["  for r in range(rounds[g]):", "   gone = 0", f"   {names.MEMORY} = {memory.starts if memory else 0}"]
    lines += [f"   while gone == 0 or size - gone > {program.shoe.behind}:", *indented(program.judgement, 4)]
    lines += [f"    counts[{names.LEVEL} * {program.cells // program.levels} + {names.KEY}] += 1"]
    return "\n".join(lines) + "\n"


def shoe_tables(program: Program) -> tuple[np.ndarray, np.ndarray]:
    """The tables of `shoes_text`: the codes of the shoe's cards, and by cards left the number of words to reject."""
    assert program.shoe
    codes = codes_of(program.game, program.shoe.coder)
    refused = [0, *((1 << deals.WORD_BITS) % left for left in range(1, len(program.game.deck) + 1))]
    cards = [codes[face] for face in dealing_order(program.game)]
    return np.array(cards, dtype=np.int64), np.array(refused, dtype=np.int64)
