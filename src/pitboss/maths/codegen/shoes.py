"""Whole shoes to a cut card: rounds dealt one after the other from what is left, for players who may remember.

A shoe is shuffled card by card as it is dealt: each card is drawn from those left, by 32 bits with exact rejection.
Only cards that a round really takes leave the shoe. After the first, a round begins while more cards are left than lie
behind the cut card.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.core.errors import GameError, OptionError
from pitboss.core.game import Choose, Coder, Deal, Game, Kind, Memory, Shuffle, Source, Strategy
from pitboss.core.rule import Rule
from pitboss.core.script import codes_of
from pitboss.core.strategy import check_strategy
from pitboss.maths.codegen import deals
from pitboss.maths.codegen.emit import indented
from pitboss.maths.codegen.program import Loop, dealing_order
from pitboss.maths.compile import words
from pitboss.maths.tally.tally import Tally

STRAND_SHOES = 32
WORD = (1 << deals.WORD_BITS) - 1


def check_shoes(game: Game, behind: int | None) -> None:
    """Refuses a game that has no shoe, and a cut card that leaves too little behind it."""
    if Shuffle.CUT_CARD not in game.shuffles:
        raise OptionError(f"{game.name} is shuffled before every round, so it has no shoe to deal through")
    game.behind_cut(1, behind)


@dataclass
class Shoes(Loop):
    """The loop for shoes with so many cards behind the cut card, one seat; its unit is a shoe."""

    behind: int = 0

    def __post_init__(self) -> None:
        check_shoes(self.game, self.behind)
        if not isinstance(self.strategy, Strategy):
            raise GameError(f"{self.game.name}: whole shoes need a strategy that is a rule")
        check_strategy(self.game, self.strategy)
        self.scope |= {"rotated": words.rotated, "summed": words.summed, "shifted": words.shifted}
        self._begin()
        (self.coder,) = self._coders()
        if self.memory and self.memory.bets:
            level = self.call(self.memory.bets)
            self.judge.append(f"level = max(0, min({level}, {self.levels - 1}))")
        else:
            self.judge.append("level = 0")
        for step in self.game.steps:
            if isinstance(step, Deal):
                self._take(step)
            elif isinstance(step, Choose):
                self._choose(step)
        self._outcomes()
        if self.memory:
            self.judge.append(f"memory = {self.call(self.memory.remembers)}")
        self.scope |= self.questions.functions

    unit = "shoes"

    @property
    def more_settings(self) -> dict[str, Any]:
        """The cut card."""
        return {"cut": self.behind}

    @property
    def lines(self) -> list[str]:
        """All that the counts depend on, whatever it is run on."""
        return [self.on_lanes()]

    @property
    def memory(self) -> Memory | None:
        """What the player keeps in mind; None where it is nothing."""
        return self.strategy.memory if isinstance(self.strategy, Strategy) else None

    @property
    def levels(self) -> int:
        """How many ways to bet there are."""
        return self.memory.levels if self.memory else 1

    @property
    def strand(self) -> int:
        """How many shoes a strand deals."""
        return STRAND_SHOES

    @property
    def cells(self) -> int:
        """The cells of all ways to bet."""
        return self.levels * super().cells

    def tallies(self, counts: np.ndarray) -> list[Tally]:
        """The rounds by the way they were bet on."""
        return [super(Shoes, self).tally(part) for part in counts.reshape(self.levels, -1)]

    def tally(self, counts: np.ndarray) -> Tally:
        """All rounds together."""
        return super().tally(counts.reshape(self.levels, -1).sum(axis=0))

    @property
    def lane_tables(self) -> tuple[np.ndarray, ...]:
        """The codes of the shoe's cards, and the words that each number of cards left refuses."""
        codes = codes_of(self.game, self.coder)
        refused = [0, *((1 << deals.WORD_BITS) % left for left in range(1, len(self.game.deck) + 1))]
        cards = [codes[face] for face in dealing_order(self.game)]
        return np.array(cards, dtype=np.int64), np.array(refused, dtype=np.int64)

    def _coders(self) -> list[Coder]:
        """What rules see of the cards: one thing, or the shoe cannot be dealt by it."""
        found = list(dict.fromkeys(coder for each in self.seen.values() for coder in each))
        if len(found) != 1:
            raise GameError(f"{self.game.name}: a shoe seen through {len(found)} codes cannot be simulated")
        return found

    def _rules(self) -> list[Rule]:
        """Every rule that is asked; here also what the player remembers and bets by."""
        memory = [self.memory.remembers, *([self.memory.bets] if self.memory.bets else [])] if self.memory else []
        return [*super()._rules(), *memory]

    def _bound(self, rule: Rule) -> tuple[Source, ...]:
        """The sources of a rule's arguments, what is remembered among them."""
        if self.memory and rule not in self.game.bound:
            assert isinstance(self.strategy, Strategy)
            return self.game.bind(rule, self.strategy.constants, remembers=True).sources
        return super()._bound(rule)

    def _argument(self, source: Source) -> str:
        """One argument."""
        return "memory" if source.kind is Kind.MEMORY else super()._argument(source)

    def _take(self, step: Deal) -> None:
        """Cards from the shoe; where the round may leave the pile out, only if it is dealt."""
        name = self.hand(step.pile, self.coder)
        taking = []
        for _card in range(step.count):
            taking += ["left = size - gone", "w = -1", "while w < 0:", *indented(deals.next_word(), 1)]
            taking += [f" w = (z & {WORD}) * left", f" w = -1 if (w & {WORD}) < table1[left] else w"]
            taking += [f"t = gone + (w >> {deals.WORD_BITS})", "card = shoe[t]", "shoe[t] = shoe[gone]"]
            taking += ["shoe[gone] = card", "gone += 1", f"{name} += card"]
        self.judge.append(f"{name} = 0")
        if step.when is None:
            self.judge += taking
        else:
            self.judge += [f"if {self.call(step.when)}:", *indented(taking, 1)]

    def on_lanes(self) -> str:
        """The text for a CPU, strand by strand; `rounds` are shoes here."""
        size, one = len(self.game.deck), super().cells
        lines = [
            "def fused(s0, s1, rounds, counts, table0, table1):",
            f" size = {size}",
            f" shoe = zeros({size}, int64)",
        ]
        lines += [" for g in range(len(s0)):", "  a = s0[g]", "  b = s1[g]"]
        lines += [f"  for place in range({size}):", "   shoe[place] = int64(table0[place])"]
        lines += [
            "  for r in range(rounds[g]):",
            "   gone = 0",
            f"   memory = {self.memory.starts if self.memory else 0}",
        ]
        lines += [f"   while gone == 0 or size - gone > {self.behind}:", *indented(self.judge, 4)]
        lines += [f"    counts[level * {one} + key] += 1"]
        return "\n".join(lines) + "\n"
