"""Backward induction over the sets of shared cards: the best last choice, carried to earlier choices, and so on up.

Values are whole numbers: net results over a common denominator, summed over every deal that a row stands for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np

from pitboss.core.errors import GameError
from pitboss.core.stakes import stakes_after
from pitboss.maths.compile.cpu import shared
from pitboss.maths.exact.staged.blocks import Block, Dealer
from pitboss.maths.exact.staged.cards import BINOMIALS, all_places, masks_of
from pitboss.maths.exact.staged.scene import Level
from pitboss.maths.exact.staged.split import PRIVATE
from pitboss.maths.exact.staged.sweep import best_last, end_values, put_best
from pitboss.maths.exact.staged.tables import folded, gathered, linked, renamed_ranks
from pitboss.maths.exact.staged.tree import preferred
from pitboss.maths.exact.sums import whole_numbers
from pitboss.maths.tally.tally import Staked, line_net

FITS = 2**62


@dataclass(frozen=True)
class Choosing:
    """The points at which one choice is asked: for each, its options in the order of preference."""

    points: tuple[int, ...]
    slots: np.ndarray
    """By point and option: the place of its value; -1 after the last option."""
    bits: np.ndarray
    """By point and option: the bit of what cards allow, -1 where they allow it anyway."""
    after: np.ndarray
    """By point and option: the point that it leads to."""


@dataclass(frozen=True)
class Stage:
    """An earlier choice: its information sets, and in time the best option and whether another is as good in each."""

    choosing: Choosing
    level: Level
    by_place: np.ndarray
    """By information set, aim and slot: the value of every option."""
    least: np.ndarray
    """By information set: the one that stands for it."""
    best: np.ndarray
    tied: np.ndarray

    @property
    def table(self) -> np.ndarray:
        """By aim, slot and information set: the value of every option."""
        return np.moveaxis(self.by_place, 0, 2)

    def values(self, place: int) -> np.ndarray:
        """By aim and information set that stands for others: the value of the best option at one point."""
        slots = self.choosing.slots[place][self.best[place]]
        return np.take_along_axis(self.table, np.broadcast_to(slots, (len(self.table), 1, len(slots))), axis=1)[:, 0]


class Induction:
    """The best play from one point of a scene on, for these stakes and aims."""

    def __init__(self, dealer: Dealer, root: int, stakes: Staked, aims: Sequence[tuple[str, ...]]) -> None:
        self.dealer, self.method, self.scene = dealer, dealer.method, dealer.scene
        self.root, self.aims = root, aims
        self.tree = self.method.tree
        self.points = self._reached(root)
        self.last = len(self.method.game.choices) - 1
        self.worth, self.scale = self._worth(stakes)
        self.at_last = self._choosing(self.last, {end: place for place, end in enumerate(self.tree.ends)})
        self.by_vector = np.ascontiguousarray(np.moveaxis(self.worth, 2, 0))
        self.stages: dict[int, Stage] = {}

    @cached_property
    def private(self) -> np.ndarray:
        """Every private hand."""
        places = all_places(len(self.scene.cards), self.scene.private_size)
        found = np.zeros(len(places), dtype=np.int64)
        masks_of(self.scene.cards, places, found)
        return found

    @cached_property
    def renamed(self) -> np.ndarray:
        """By renaming and private hand: the number of the hand that it becomes; empty without an earlier choice."""
        if not self.stages:
            return np.zeros((0, 0), dtype=np.int32)
        found = np.zeros((len(self.scene.orders), len(self.private)), dtype=np.int32)
        renamed_ranks(self.private, self.scene.cards, self.scene.orders, BINOMIALS, found)
        return found

    def _reached(self, root: int) -> list[int]:
        found = [root]
        for number in found:
            found += self.tree.points[number].after
        return found

    def _worth(self, stakes: Staked) -> tuple[np.ndarray, int]:
        """The net by aim, end and vector of outcomes, in whole numbers, and their denominator."""
        game, outcomes = self.method.game, self.dealer.ends.outcomes
        nets: list[Fraction] = []
        known: dict[tuple[str, int, int, Fraction], Fraction] = {}
        for aim in self.aims:
            for place, end in enumerate(self.tree.ends):
                after = stakes_after(game, stakes, dict(zip(game.choices, self.tree.points[end].made, strict=True)))
                for vector in outcomes[:, place].tolist():
                    net = Fraction(0)
                    for line, outcome in zip(self.method.contested, vector, strict=True):
                        if line.wager in aim and self.tree.is_placed(line.wager, end):
                            key = line.wager, line.place, outcome, after[line.wager]
                            if key not in known:
                                known[key] = line_net(game, game.wager[line.wager], *key[1:])
                            net += known[key]
                    nets.append(net)
        worth, scale = whole_numbers(nets, 1)
        most = max(map(abs, map(int, worth)), default=0) * self._deals_each() * len(self.scene.orders)
        if most >= FITS:
            raise GameError(f"{game.name}: amounts this large and this fine cannot be added up exactly", "too-large")
        shape = len(self.aims), len(self.tree.ends), len(outcomes)
        return np.ascontiguousarray(worth.astype(np.int64).reshape(shape)), scale

    def _deals_each(self) -> int:
        """The most deals that the sums of one information set add up."""
        total = self.method.split.total
        hands = comb(len(self.scene.cards), self.scene.private_size)
        return total // max(1, hands) if not self.scene.known else total

    def _choosing(self, stage: int, slots: Mapping[int, int] | None) -> Choosing:
        """The points at which a choice is asked; without `slots` each option has a slot of its own."""
        asked = tuple(number for number in self.tree.asked_at(stage) if number in self.points)
        width = max((len(self.tree.points[number].options) for number in asked), default=1)
        places, bits, after = (np.full((len(asked), width), -1, dtype=np.int64) for _ in range(3))
        bit_of = {(number, place): bit for number, place, bit in self.method.limits}
        free = 0
        for row, number in enumerate(asked):
            point = self.tree.points[number]
            for column, place in enumerate(preferred(self.method.game, point)):
                after[row, column] = point.after[place]
                bits[row, column] = bit_of.get((number, place), -1)
                places[row, column] = free if slots is None else slots[point.after[place]]
                free += 1
        return Choosing(asked, places, bits, after)

    def last_choice(self, block: Block, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """By row and point: the place of the best last option, and whether another is as good."""
        legal = self.method.ask_legal(self.at_last.points)(len(block), block.masks)
        return self.chosen(self.at_last, values, legal)

    def chosen(self, choosing: Choosing, values: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """By row and point: the place of the best option, and whether another is as good."""
        best = np.zeros((len(values), len(choosing.points)), dtype=np.int8)
        tied = np.zeros((len(values), len(choosing.points)), dtype=np.int8)
        best_last(values, legal, len(choosing.points), choosing.slots, choosing.bits, best, tied)
        if best.min(initial=0) < 0:
            raise GameError(f"{self.method.game.name}: a choice has no legal option with some cards", "illegal-choice")
        return best, tied

    def block_values(self, block: Block, counted: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
        """By row of a block, aim and end: the worth summed over all hidden hands.

        After the ends there is a column for the best option at every last point (see `put_best`).
        """
        own, counts = counted
        ends = self.dealer.ends
        shape = len(block), len(self.aims), len(self.tree.ends) + len(self.at_last.points)
        values = np.zeros(shape, dtype=np.int64)
        end_values(counts, own, ends.vectors, ends.counts, self.by_vector, values)
        return values

    def solve(self) -> int:
        """Finds the best option everywhere; returns the sum of the values of the root over all deals of the scene."""
        earlier = self._prepare()
        summed = self._from_contexts()
        for stage in reversed(earlier):
            self._decide(stage)
            for lower in earlier:
                if lower < stage:
                    self._carry(stage, lower)
        root = self.tree.points[self.root]
        if root.stage == self.last:
            return summed
        stage = self.stages[root.stage]
        return exact_total(stage.values(stage.choosing.points.index(self.root))[0])

    def _prepare(self) -> list[int]:
        """Makes the empty tables of earlier choices, and lists these."""
        earlier = sorted({self.tree.points[number].stage for number in self.points if self._is_earlier(number)})
        for stage in earlier:
            choosing = self._choosing(stage, None)
            level = self.scene.level(stage)
            size = len(level) * len(self.private)
            table = np.zeros((size, len(self.aims), int(choosing.slots.max()) + 1), dtype=np.int64)
            none = np.zeros((0, 0), dtype=np.int8)
            self.stages[stage] = Stage(choosing, level, table, np.zeros(size, dtype=np.int64), none, none)
        return earlier

    def arrays(self) -> dict[str, np.ndarray]:
        """All that `restored` needs to know the values again, without images of what stands for them."""
        found = {}
        for side, classes in zip(("mine", "theirs"), self.dealer.places, strict=True):
            found |= {f"{side} {place}": column for place, column in enumerate(classes.columns)}
        for number, stage in self.stages.items():
            standing = stage.least == np.arange(len(stage.least))
            found[f"table {number}"] = stage.table[:, :, standing]
            found[f"best {number}"] = stage.best[:, standing].astype(np.int8)
            found[f"tied {number}"] = stage.tied[:, standing].astype(np.int8)
        return found

    def restored(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Takes over the values of an induction that was solved."""
        self._prepare()
        for number, stage in self.stages.items():
            folded(stage.by_place, stage.level.fixing, self.renamed, stage.least)
            standing = np.flatnonzero(stage.least == np.arange(len(stage.least)))
            stage.table[:, :, standing] = arrays[f"table {number}"]
            place = np.zeros(len(stage.least), dtype=np.int64)
            place[standing] = np.arange(len(standing))
            to = place[stage.least]
            best, tied = (arrays[f"{name} {number}"][:, to] for name in ("best", "tied"))
            self.stages[number] = Stage(stage.choosing, stage.level, stage.by_place, stage.least, best, tied)

    def value_at(self, number: int, shared: Sequence[int], private: int) -> dict[int, Fraction]:
        """The value of each option at a point of an earlier choice, with these shared cards and this private hand."""
        stage = self.stages[self.tree.points[number].stage]
        taken = tuple(range(len(stage.level.sizes)))
        picks = np.array([(1 << sum(stage.level.sizes)) - 1], dtype=np.int64)
        numbers, orders = self.links(
            self.tree.points[number].stage, np.array([[shared[each] for each in taken]]), picks
        )
        rank = int(np.flatnonzero(self.private == private)[0])
        place = int(numbers[0, 0]) * len(self.private) + int(self.renamed[orders[0, 0], rank])
        standing = int(stage.least[place])
        row = stage.choosing.points.index(number)
        fixes = len(self.scene.orders) // int(np.bitwise_count(stage.level.fixing[numbers[0, 0]]))
        images = int((stage.least == standing).sum()) * fixes
        deals, left = self.scene.deals, len(self.scene.cards)
        for size in (self.scene.private_size, *stage.level.sizes):
            deals, left = deals // comb(left, size), left - size
        return {
            int(after): Fraction(int(stage.table[0, int(slot), standing]), images * deals * self.scale)
            for after, slot in zip(stage.choosing.after[row], stage.choosing.slots[row], strict=True)
            if after >= 0
        }

    def _is_earlier(self, number: int) -> bool:
        point = self.tree.points[number]
        return bool(point.options) and point.stage != self.last

    def _feeds(self, stage: int, sources: Mapping[int, int]) -> np.ndarray:
        """The slots of an earlier choice whose option leads to a point in `sources`, each with what stands there."""
        choosing = self.stages[stage].choosing
        found = [
            (int(choosing.slots[row, column]), sources[int(after)])
            for row in range(len(choosing.points))
            for column, after in enumerate(choosing.after[row])
            if int(after) in sources
        ]
        return np.array(found, dtype=np.int64).reshape(len(found), 2)

    def _from_contexts(self) -> int:
        """Adds the values of ends and best last choices to the tables of earlier choices; returns the root's own."""
        dealer, ends = self.dealer, len(self.tree.ends)
        places = {end: place for place, end in enumerate(self.tree.ends)}
        places |= {point: ends + place for place, point in enumerate(self.at_last.points)}
        deals = len(self.scene.dealings)
        feeds, ways = {}, {}
        for stage in self.stages:
            picks = np.array(self.scene.picks(stage, self.scene.set_sizes), dtype=np.int64)
            feeds[stage], ways[stage] = self._feeds(stage, places), (picks, deals // len(picks))
        spare: list[dict[int, np.ndarray]] = []
        parts: list[dict[int, np.ndarray]] = []
        sums: list[int] = []

        def work(first: int, last: int) -> None:
            try:
                tables = spare.pop()
            except IndexError:
                tables = {stage: np.zeros_like(self.stages[stage].by_place) for stage in self.stages}
                parts.append(tables)
            for number in range(first, last):
                block = dealer.block(number)
                values = self.block_values(block, dealer.counts(block))
                best, _ = self.last_choice(block, values)
                put_best(values, self.at_last.slots, best, ends)
                for stage, table in tables.items():
                    self._gather(stage, block, values, feeds[stage], ways[stage], table)
                if self.root in self.at_last.points:
                    place = ends + self.at_last.points.index(self.root)
                    sums.append(deals * exact_total(values[:, 0, place] * block.weights))
            spare.append(tables)

        shared(work, dealer.blocks, "best play")
        for stage in self.stages:
            for tables in parts:
                self.stages[stage].by_place[:] += tables[stage]
        return sum(sums)

    def _gather(
        self,
        stage: int,
        block: Block,
        values: np.ndarray,
        feeds: np.ndarray,
        ways: tuple[np.ndarray, int],
        table: np.ndarray,
    ) -> None:
        """Adds the values of one block to the table of an earlier choice."""
        if not len(feeds):
            return
        picks, times = ways
        numbers, orders = self.links(stage, self.dealer.contexts.masks[block.first : block.last], picks)
        hands = block.starts, block.weights, block.ranks, self.renamed
        gathered(*hands, numbers, orders, values, feeds, times, table)

    def links(self, stage: int, masks: np.ndarray, picks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """By set of shared cards and pick of them: the number in the table of a choice, and the renaming to it."""
        level = self.stages[stage].level
        shape = len(masks), len(picks)
        numbers, orders = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        sizes = np.array(level.sizes, dtype=np.int64)
        linked(masks, self.scene.cards, picks, sizes, level.number, level.order, BINOMIALS, numbers, orders)
        return numbers, orders

    def level_masks(self, stage: int) -> tuple[dict[str, np.ndarray], np.ndarray]:
        """The cards in sight in every place of the table of a choice, by set of cards, and which places can occur.

        Where sets share a card, those of a place that can occur stand instead.
        """
        level, base = self.stages[stage].level, self.scene.base
        hands = len(self.private)
        taken = np.bitwise_or.reduce(level.masks, axis=1)
        apart = np.repeat(taken == level.masks.sum(axis=1), hands)
        possible = apart & (np.tile(self.private, len(level)) & np.repeat(taken, hands) == 0)
        place = np.where(possible, np.arange(len(possible)), possible.argmax())
        sets = {"m_P": self.private[place % hands] | base.get(PRIVATE, 0)}
        for part, name in enumerate(self.method.shared):
            sets[f"m_{name}"] = level.masks[place // hands, part] | base.get(name, 0)
        return sets, possible

    def _decide(self, stage: int) -> None:
        """Finds the best option in every information set of an earlier choice."""
        found = self.stages[stage]
        folded(found.by_place, found.level.fixing, self.renamed, found.least)
        sets, _ = self.level_masks(stage)
        legal = self.method.ask_legal(found.choosing.points)(len(found.least), sets)
        best, tied = self.chosen(found.choosing, found.by_place, legal)
        to = found.least
        self.stages[stage] = Stage(
            found.choosing,
            found.level,
            found.by_place,
            to,
            np.ascontiguousarray(best[to].T),
            np.ascontiguousarray(tied[to].T),
        )

    def _carry(self, stage: int, lower: int) -> None:
        """Adds the best values of one earlier choice to the table of a still earlier one."""
        found = self.stages[stage]
        feeds = self._feeds(lower, {point: place for place, point in enumerate(found.choosing.points)})
        if not len(feeds):
            return
        hands, size = len(self.private), len(found.least)
        picks = np.array(self.scene.picks(lower, found.level.sizes), dtype=np.int64)
        numbers, orders = self.links(lower, found.level.masks, picks)
        standing = found.least == np.arange(size)
        values = np.zeros((size, len(self.aims), len(found.choosing.points)), dtype=np.int64)
        for place in range(len(found.choosing.points)):
            values[:, :, place] = np.where(standing, found.values(place), 0).T // len(picks)
        starts = np.arange(0, size + 1, hands)
        ranks = np.tile(np.arange(hands), len(found.level))
        ones = np.ones(size, dtype=np.int64)
        gathered(starts, ones, ranks, self.renamed, numbers, orders, values, feeds, 1, self.stages[lower].by_place)


def exact_total(values: np.ndarray) -> int:
    """The exact sum of many 64-bit numbers."""
    return (int((values >> 32).sum()) << 32) + int((values & 0xFFFFFFFF).sum())
