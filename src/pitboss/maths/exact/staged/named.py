"""A named strategy as a way to play: its rules are asked of every private hand, however shared cards are laid."""

import numpy as np

from pitboss.core.errors import GameError
from pitboss.core.game import Strategy
from pitboss.core.strategy import check_strategy
from pitboss.maths.compile.cpu import fast
from pitboss.maths.exact.staged.blocks import Block, Dealer
from pitboss.maths.exact.staged.kernels import asked
from pitboss.maths.exact.staged.questions import Questions
from pitboss.maths.exact.staged.scene import renamed_column
from pitboss.maths.exact.staged.tables import counted_ends

ILLEGAL = -1
SAMPLE = 50
"""Hands of a block that are played again with other names of suits."""


@fast
def laid(contexts, cards, picks, masks):
    """Fills `masks`, by context and pick, with the cards at the picked places of a context, set after set."""
    for context in range(len(contexts)):
        for pick in range(len(picks)):
            bits = int(picks[pick])
            mask = 0
            at = 0
            for part in range(contexts.shape[1]):
                for place in range(len(cards)):
                    if int(contexts[context, part]) >> int(cards[place]) & 1:
                        if bits >> at & 1:
                            mask |= 1 << int(cards[place])
                        at += 1
            masks[context, pick] = mask


@fast
def followed(options, allowed, after, bits, places, ends):
    """Fills `ends` with the end that the answers of a strategy lead to, -1 where one of them is no legal option.

    `options` are the answers by point, `after` the point that each option leads to (-1 for no option), `bits` the row
    of `allowed` that says whether it is legal (-1 where it always is), `places` the end that a point is (-1 for none).
    """
    for row in range(len(ends)):
        point = 0
        while point >= 0 and places[point] < 0:
            option = int(options[point, row])
            if (
                option < 0
                or option >= after.shape[1]
                or (bits[point, option] >= 0 and not allowed[int(bits[point, option]), row])
            ):
                point = -1
            else:
                point = int(after[point, option])
        ends[row] = places[point] if point >= 0 else -1


class NamedPlay:
    """The ends that a named strategy leads to."""

    def __init__(self, dealer: Dealer, strategy: Strategy) -> None:
        self.dealer, self.strategy = dealer, strategy
        method = dealer.method
        game, tree = method.game, method.tree
        check_strategy(game, strategy)
        choices = list(game.choices.values())
        questions = Questions(game)
        asking = [number for number, point in enumerate(tree.points) if point.options]
        wanted = []
        for number in asking:
            point = tree.points[number]
            rule = strategy.rules[choices[point.stage].name]
            wanted.append((questions.ask(game.bind(rule, strategy.constants)), point.made + (0,) * len(choices)))
        for number, place, _ in method.limits:
            point = tree.points[number]
            legal = choices[point.stage].legal
            assert legal is not None
            made = (*point.made, point.options[place], *(0,) * len(choices))
            wanted.append((questions.ask(game.bound[legal]), made))
        masks = {pile: f"m_{pile}" for pile in method.split.context}
        masks |= {pile: "" if place else "m_P" for place, pile in enumerate(method.split.private)}
        self.ask = asked(questions, wanted, {**dict.fromkeys(game.piles, ""), **masks})
        self.rows = {number: row for row, number in enumerate(asking)}
        self._tabulate()

    def _tabulate(self) -> None:
        tree = self.dealer.method.tree
        most = max(option for point in tree.points for option in point.options)
        self.after = np.full((len(tree.points), most + 1), ILLEGAL, dtype=np.int64)
        self.bits = np.full((len(tree.points), most + 1), -1, dtype=np.int64)
        self.places = np.full(len(tree.points), -1, dtype=np.int64)
        for number, point in enumerate(tree.points):
            for option, after in zip(point.options, point.after, strict=True):
                self.after[number, option] = after
        for number, place, bit in self.dealer.method.limits:
            self.bits[number, tree.points[number].options[place]] = bit
        for place, end in enumerate(tree.ends):
            self.places[end] = place

    def __call__(self, block: Block, counted: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
        """By row of a block and end: the number of dealings that lead there."""
        dealer, scene = self.dealer, self.dealer.scene
        method, deals = dealer.method, scene.dealings
        contexts = dealer.contexts.masks[block.first : block.last]
        here = np.repeat(np.arange(len(contexts)), np.diff(block.starts))
        sets = {"m_P": np.repeat(block.masks["m_P"], len(deals))}
        for pile in method.split.context:
            masks = np.zeros((len(contexts), len(deals)), dtype=np.int64)
            laid(contexts, scene.cards, np.array([dealt[pile] for dealt in deals], dtype=np.int64), masks)
            sets[f"m_{pile}"] = masks[here].ravel()
        ways = np.zeros((len(block), len(method.tree.ends)), dtype=np.int32)
        counted_ends(self._ends(sets).reshape(len(block), len(deals)), ways)
        return ways

    def _ends(self, sets: dict[str, np.ndarray], is_sample: bool = False) -> np.ndarray:
        """The end that each row leads to; but for samples, some rows are tried with other names of suits as well."""
        method, size = self.dealer.method, len(sets["m_P"])
        columns = self.ask(size, sets)
        options = np.zeros((len(method.tree.points), size), dtype=np.int64)
        for number, row in self.rows.items():
            options[number] = columns[row]
        allowed = np.array(columns[len(self.rows) :], dtype=np.int64).reshape(-1, size)
        ends = np.zeros(size, dtype=np.int64)
        followed(options, allowed, self.after, self.bits, self.places, ends)
        if ends.min(initial=0) < 0:
            raise GameError(
                f"{method.game.name}: the strategy {self.strategy.name} chooses what the rules forbid", "illegal-choice"
            )
        if not is_sample:
            self._check_alike(sets, ends)
        return ends

    def _check_alike(self, sets: dict[str, np.ndarray], ends: np.ndarray) -> None:
        """Refuses a strategy that plays some hands otherwise when alike suits change places."""
        few = slice(0, max(1, len(ends)), max(1, len(ends) // SAMPLE))
        for order in self.dealer.scene.orders[1:]:
            moved = {name: renamed_column(column[few], order) for name, column in sets.items()}
            if (self._ends(moved, True) != ends[few]).any():
                why = f"the strategy {self.strategy.name} tells suits apart that are alike in this game"
                raise GameError(f"{self.dealer.method.game.name}: {why}", "no-solver")
