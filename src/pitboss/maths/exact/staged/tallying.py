"""The second sweep: every deal of a scene by how it is played and how each bet ends."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np

from pitboss.core.errors import GameError
from pitboss.maths.compile.cpu import shared
from pitboss.maths.exact.staged.blocks import Block, Dealer, summed_codes
from pitboss.maths.exact.staged.induction import Induction
from pitboss.maths.exact.staged.split import PRIVATE
from pitboss.maths.exact.staged.tables import tallied_cells, walked
from pitboss.maths.tally.tally import NOT_PLACED, Cell, Tally, tally_columns

MOST_CELLS = 20_000_000
DEALINGS_AT_A_TIME = 62
"""Dealings that are bits of one number."""
Play: TypeAlias = Callable[[Block, tuple[np.ndarray, np.ndarray]], np.ndarray]
"""A way to play: by row of a block and end, the number of dealings that lead there."""


def cells_of(dealer: Dealer, play: Play, words: str) -> np.ndarray:
    """The deals by end, vector of contested outcomes, joint outcome of side lines, and sum over all cards."""
    method, ends = dealer.method, dealer.ends
    shape = len(method.tree.ends), len(ends.outcomes), method.side_size, dealer.all_sums
    if np.prod(shape, dtype=object) > MOST_CELLS:
        raise GameError(f"{method.game.name} has too many joint outcomes to count", "too-large")
    spare: list[np.ndarray] = []
    parts: list[np.ndarray] = []

    def work(first: int, last: int) -> None:
        try:
            cells = spare.pop()
        except IndexError:
            cells = np.zeros(shape, dtype=np.int64)
            parts.append(cells)
        for number in range(first, last):
            block = dealer.block(number)
            size = len(block)
            counted = dealer.counts(block)
            sides = method.side_numbers(size, block.masks)
            added = summed_codes(method.ask_sums[PRIVATE](size, block.masks), size)
            own, counts = counted
            played = play(block, counted)
            tallied_cells(block.weights, counts, own, ends.vectors, ends.counts, played, sides, added, cells)
        spare.append(cells)

    shared(work, dealer.blocks, words)
    return sum(parts[1:], parts[0])


def tally_of(dealer: Dealer, cells: np.ndarray) -> Tally:
    """The tally that cells make; its total must be the number of deals of the scene."""
    method = dealer.method
    game, tree = method.game, method.tree
    choices, lines = tally_columns(game)
    names = list(game.choices)
    places = {(line.wager, line.place): place for place, line in enumerate(method.contested)}
    sides = {(line.wager, line.place): place for place, line in enumerate(method.side)}
    added = {(line.wager, line.place): line.line for line in method.added}
    found: dict[Cell, int] = {}
    ways = method.split.ways if not dealer.scene.known else 1
    for end, vector, side, together in zip(*(each.tolist() for each in np.nonzero(cells)), strict=True):
        point = tree.ends[end]
        made = dict(zip(names, tree.points[point].made, strict=True))
        outcomes, side_outcomes = dealer.ends.outcomes[vector, end].tolist(), method.side_outcomes(side)
        row = [made[name] for name in choices]
        for line in lines:
            if not tree.is_placed(line[0], point):
                row.append(NOT_PLACED)
            elif line in places:
                row.append(outcomes[places[line]])
            elif line in sides:
                row.append(side_outcomes[sides[line]])
            else:
                row.append(int(added[line].outcome(together)))
        weight = int(cells[end, vector, side, together]) * ways
        found[tuple(row)] = found.get(tuple(row), 0) + weight
    return Tally(choices, lines, dict(sorted(found.items())))


class BestPlay:
    """The best play that an induction found, from its root or from another point, as a way to play a block.

    It adds up how often choices tie.
    """

    def __init__(self, induction: Induction, root: int | None = None) -> None:
        self.induction = induction
        self.root = induction.root if root is None else root
        tree, points = induction.tree, induction.tree.points
        self.stages = list(induction.stages)
        width = max(len(point.options) for point in points)
        self.levels = np.full(len(points), -2, dtype=np.int64)
        self.places = np.zeros(len(points), dtype=np.int64)
        self.after = np.full((len(points), width), -1, dtype=np.int64)
        self.offsets = np.zeros(len(points), dtype=np.int64)
        for place, end in enumerate(tree.ends):
            self.places[end] = place
        parts, ties, offset = [np.zeros(0, dtype=np.int8)], [np.zeros(0, dtype=np.int8)], 0
        for level, choosing in [
            (-1, induction.at_last),
            *enumerate(induction.stages[each].choosing for each in self.stages),
        ]:
            for place, number in enumerate(choosing.points):
                self.levels[number], self.places[number] = level, place
                self.after[number, : choosing.after.shape[1]] = choosing.after[place]
                if level >= 0:
                    stage = induction.stages[self.stages[level]]
                    parts.append(stage.best[place].astype(np.int8))
                    ties.append(stage.tied[place].astype(np.int8))
                    self.offsets[number], offset = offset, offset + len(stage.least)
        self.table, self.ties = np.concatenate(parts), np.concatenate(ties)
        scene = induction.scene
        self.picks, self.deals = self.laid(scene.dealings, scene.set_sizes)
        self.tied = dict.fromkeys(induction.method.game.choices, 0)

    def __call__(self, block: Block, counted: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
        """By row of a block and end: the number of dealings that lead there."""
        induction = self.induction
        best, even = induction.last_choice(block, induction.block_values(block, counted))
        links = self._links(block)
        ways = np.zeros((len(block), len(induction.tree.ends)), dtype=np.int32)
        tied = np.zeros((1 + len(self.stages), len(self.levels)), dtype=np.int64)
        hands = block.starts, block.weights, block.ranks, induction.renamed, self.root, links
        for every, dealt in self._in_bits:
            walked(
                *hands,
                every,
                dealt,
                self.tree_of(self.picks),
                self.offsets,
                self.table,
                self.ties,
                best,
                even,
                ways,
                tied,
            )
        names = list(induction.method.game.choices)
        for row, stage in enumerate([induction.last, *self.stages]):
            self.tied[names[stage]] += int(tied[row].sum())
        return ways

    def tree_of(self, picks: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The points and the number of picks by level, as loops take them."""
        return self.levels, self.places, self.after, np.array([len(each) for each in picks], dtype=np.int64)

    @cached_property
    def _in_bits(self) -> list[tuple[int, np.ndarray]]:
        return in_bits(self.deals, self.picks)

    def laid(
        self, dealings: Sequence[Mapping[str, int]], sizes: tuple[int, ...]
    ) -> tuple[list[np.ndarray], np.ndarray]:
        """By earlier choice: the ways to pick the cards in sight from sets of these sizes; each dealing's pick."""
        scene = self.induction.scene
        picks = [
            np.array(
                scene.picks(stage, sizes) if all(map(int.__le__, scene.sizes(stage), sizes)) else [], dtype=np.int64
            )
            for stage in self.stages
        ]
        deals = np.zeros((max(1, len(self.stages)), len(dealings)), dtype=np.int64)
        for level, stage in enumerate(self.stages):
            number = {int(bits): place for place, bits in enumerate(picks[level])}
            deals[level] = [number.get(scene.in_sight(dealt, stage), 0) for dealt in dealings]
        return picks, deals

    def _links(self, block: Block) -> tuple[np.ndarray, np.ndarray]:
        return self.linked(self.induction.dealer.contexts.masks[block.first : block.last], self.picks)

    def linked(self, masks: np.ndarray, all_picks: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """By level, set of shared cards and pick: the number in the level's table, and the renaming to it."""
        width = max((len(picks) for picks in all_picks), default=1)
        shape = max(1, len(self.stages)), len(masks), width
        numbers, orders = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        for level, (stage, picks) in enumerate(zip(self.stages, all_picks, strict=True)):
            found = self.induction.links(stage, masks, picks)
            numbers[level, :, : len(picks)], orders[level, :, : len(picks)] = found
        return numbers, orders


def in_bits(deals: np.ndarray, all_picks: Sequence[np.ndarray]) -> list[tuple[int, np.ndarray]]:
    """Some dealings at a time as bits: all of them, and by level and pick those that pick the same cards."""
    found = []
    for first in range(0, deals.shape[1], DEALINGS_AT_A_TIME):
        part = deals[:, first : first + DEALINGS_AT_A_TIME]
        dealt = np.zeros((len(part), max((len(picks) for picks in all_picks), default=1)), dtype=np.int64)
        for level, picks in enumerate(part):
            for place, pick in enumerate(picks):
                dealt[level, pick] |= 1 << place
        found.append(((1 << part.shape[1]) - 1, dealt))
    return found
