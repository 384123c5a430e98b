"""Blocks of contexts with their private and hidden hands, and the counts of hidden hands by outcome."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import comb

import numpy as np

from pitboss.core.errors import GameError
from pitboss.maths.compile.cpu import shared
from pitboss.maths.exact.staged.cards import BINOMIALS, Parts, all_places, counters, fill_parts, parts_of
from pitboss.maths.exact.staged.classes import Classes, Distinct, classes_of
from pitboss.maths.exact.staged.method import Method
from pitboss.maths.exact.staged.scene import Contexts, Scene
from pitboss.maths.exact.staged.split import HIDDEN, PRIVATE
from pitboss.maths.exact.staged.sweep import counted, hidden_masks, paired, private_rows, swept

BLOCK_ROWS = 60_000
"""Hands that are worked on at a time, so that their columns stay in the processor's caches."""
MOST_PARTS = 8_000_000
"""Subsets of hands that are listed once for all contexts."""
PAIR_ROWS = 1_000_000
ROW_BYTES = 80
KEPT_BYTES = 500_000_000
"""Blocks of at most this size are kept with their counts from one sweep to the next."""
FEW_RUNS = 8
MOST_RUNS = 512


@dataclass(frozen=True)
class Block:
    """Some contexts, and the private hands with each that stand for others."""

    number: int
    first: int
    last: int
    faces: np.ndarray
    starts: np.ndarray
    local: np.ndarray
    weights: np.ndarray
    """By row: the deals of private and shared cards that it stands for."""
    masks: Mapping[str, np.ndarray]
    """By set of cards: the cards of each row."""
    ranks: np.ndarray
    """By row: the rank of the private hand among all sets of its size."""

    def __len__(self) -> int:
        return len(self.local)


@dataclass(frozen=True)
class Ends:
    """The joint outcomes of contested lines: where they change, and which they are."""

    starts: np.ndarray
    """By class of private cards and run: the first hidden class of the run."""
    counts: np.ndarray
    """By class of private cards: the number of runs."""
    vectors: np.ndarray
    """By class and run: the number of the vector of outcomes."""
    outcomes: np.ndarray
    """By vector: the outcome of every contested line at every end."""
    of_class: np.ndarray
    """By class, where hidden cards are listed one by one: the vector of its outcomes."""

    @property
    def most(self) -> int:
        return self.starts.shape[1]


class Dealer:
    """Everything about a scene's hands that all passes over its contexts share."""

    def __init__(self, method: Method, scene: Scene) -> None:
        self.method, self.scene = method, scene
        self.private = all_places(scene.rest, scene.private_size)
        self.hidden = all_places(scene.rest, scene.hidden_size)
        private, hidden = scene.private_size, scene.hidden_size
        self.private_parts = parts_of(private, hidden, hidden, scene.rest)
        self.hidden_parts = parts_of(hidden, private, hidden, scene.rest)
        self.private_list = _listed(self.private, self.private_parts, self.private_parts.width)
        self.hidden_list = _listed(self.hidden, self.hidden_parts, self.hidden_parts.counted)
        pairs = comb(max(scene.rest - scene.private_size, 0), scene.hidden_size) if method.is_direct else 1
        size = max(len(self.private) * pairs, 1 if method.is_direct else len(self.hidden))
        self.at_a_time = max(1, BLOCK_ROWS // size)
        self._kept: dict[int, Block] = {}
        self._kept_counts: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self._keeps = False

    @cached_property
    def contexts(self) -> Contexts:
        """The sets of shared cards."""
        return self.scene.contexts

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return -(-len(self.contexts) // self.at_a_time)

    def keep(self) -> None:
        """Keeps blocks and counts for the sweeps to come, until `release`, if all of them are small enough."""
        each = np.bitwise_count(self.contexts.fixing).astype(np.int64)
        self._keeps = ROW_BYTES * int((len(self.private) // each).sum()) <= KEPT_BYTES

    def release(self) -> None:
        """Forgets what was kept."""
        self._keeps, self._kept, self._kept_counts = False, {}, {}

    def block(self, number: int) -> Block:
        """One block of contexts."""
        found = self._kept.get(number) or self._block(number)
        if self._keeps:
            self._kept[number] = found
        return found

    def _block(self, number: int) -> Block:
        scene, contexts = self.scene, self.contexts
        first = number * self.at_a_time
        last = min(first + self.at_a_time, len(contexts))
        whole = np.bitwise_or.reduce(contexts.masks[first:last], axis=1)
        times, fixing = contexts.weights[first:last], contexts.fixing[first:last]
        size = (last - first) * len(self.private)
        faces = np.zeros((last - first, scene.rest), dtype=np.int64)
        starts = np.zeros(last - first + 1, dtype=np.int64)
        local, weights, masks, ranks = (np.empty(size, dtype=np.int64) for _ in range(4))
        args = whole, times, fixing, scene.cards, self.private, scene.base.get(PRIVATE, 0), scene.orders, BINOMIALS
        rows = private_rows(*args, faces, starts, local, weights, masks, ranks)
        local, weights, masks, ranks = (
            column[:rows].copy() if self._keeps else column[:rows] for column in (local, weights, masks, ranks)
        )
        sets = {"m_P": masks, **self.boards(first, last, np.diff(starts))}
        return Block(number, first, last, faces, starts, local, weights, sets, ranks)

    def boards(self, first: int, last: int, times: np.ndarray | int) -> dict[str, np.ndarray]:
        """The shared cards of some contexts, by set, each context as many times as it has rows."""
        masks = self.contexts.masks[first:last]
        return {
            f"m_{name}": np.repeat(masks[:, place] | self.scene.base.get(name, 0), times)
            for place, name in enumerate(self.method.shared)
        }

    def against(self, block: Block) -> dict[str, np.ndarray]:
        """The hidden hands of a block, context by context, with the shared cards."""
        masks = np.empty((block.last - block.first) * len(self.hidden), dtype=np.int64)
        hidden_masks(block.faces, self.hidden, self.scene.base.get(HIDDEN, 0), masks)
        return {"m_H": masks, **self.boards(block.first, block.last, len(self.hidden))}

    def pairs(self, block: Block, theirs: np.ndarray) -> list[tuple[np.ndarray, dict[str, np.ndarray]]]:
        """Every row with every hidden hand it leaves, some rows at a time: the rows, and the sets of cards."""
        each = comb(max(self.scene.rest - self.scene.private_size, 0), self.scene.hidden_size)
        step, found = max(1, PAIR_ROWS // max(each, 1)), []
        boards = self.boards(block.first, block.last, np.diff(block.starts))
        for first in range(0, len(block), step):
            last = min(first + step, len(block))
            rows, hidden = (
                np.zeros((last - first) * each, dtype=np.int64),
                np.zeros((last - first) * each, dtype=np.int64),
            )
            own = block.masks["m_P"]
            paired(block.starts, own, theirs, len(self.hidden), first, last, self.hidden, rows, hidden)
            found.append(
                (rows, {"m_P": own[rows], "m_H": hidden, **{name: column[rows] for name, column in boards.items()}})
            )
        return found

    def knows(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Takes over the classes that occur (`Induction.arrays`), so that they need not be looked for."""
        found = []
        for side, columns in (("mine", self.method.mine), ("theirs", self.method.theirs)):
            distinct = Distinct(len(columns))
            distinct.add([arrays[f"{side} {place}"] for place in range(len(columns))])
            found.append(classes_of([distinct]))
        self.__dict__["places"] = tuple(found)

    @cached_property
    def places(self) -> tuple[Classes, Classes]:
        """The classes of private and of hidden cards that occur."""
        method = self.method
        parts: list[tuple[Distinct, Distinct]] = []
        spare: list[tuple[Distinct, Distinct]] = []

        def work(first: int, last: int) -> None:
            try:
                own = spare.pop()
            except IndexError:
                own = Distinct(len(method.mine)), Distinct(len(method.theirs))
                parts.append(own)
            for number in range(first, last):
                block = self.block(number)
                hidden = self.against(block)
                if method.is_direct:
                    for rows, sets in self.pairs(block, hidden["m_H"]):
                        own[0].add(method.ask_mine(len(rows), sets))
                    continue
                own[0].add(method.ask_mine(len(block), block.masks))
                own[1].add(method.ask_theirs(len(hidden["m_H"]), hidden))
            spare.append(own)

        shared(work, self.blocks)
        return classes_of([part[0] for part in parts]), classes_of([part[1] for part in parts])

    @cached_property
    def ends(self) -> Ends:
        """The outcomes of every class of private cards along the hidden classes."""
        method = self.method
        mine, theirs = self.places
        if method.is_direct:
            outcomes, vectors = self._vectors(len(mine), mine.columns)
            run = np.arange(len(outcomes)).reshape(1, -1)
            return Ends(run, np.array([len(outcomes)]), run, outcomes, vectors)
        starts, counts = self._runs(mine, theirs)
        own, run = np.nonzero(np.arange(starts.shape[1]) < counts[:, None])
        begins = starts[own, run]
        given = [column[own] for column in mine.columns] + [column[begins] for column in theirs.columns]
        outcomes, numbers = self._vectors(len(own), given)
        vectors = np.zeros(starts.shape, dtype=np.int64)
        vectors[own, run] = numbers
        return Ends(starts, counts, vectors, outcomes, np.zeros(0, dtype=np.int64))

    def _vectors(self, size: int, given: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """The distinct vectors of outcomes that some answers lead to, and the number of each one's."""
        lines, ends = len(self.method.contested), len(self.method.tree.ends)
        columns = np.array(self.method.ask_outcomes(size, {}, given), dtype=np.int64).reshape(lines * ends, size)
        numbered = Distinct(len(columns))
        numbered.add(list(columns))
        classes = classes_of([numbered])
        found = np.array(classes.columns, dtype=np.int64).reshape(len(columns), len(classes)).T
        return found.reshape(len(found), ends, lines), classes.number(list(columns), size)

    def _runs(self, mine: Classes, theirs: Classes) -> tuple[np.ndarray, np.ndarray]:
        """For each class of private cards: where its runs of hidden classes begin, and how many there are."""
        most, find = FEW_RUNS, self.method.find_runs
        while most <= MOST_RUNS:
            starts = np.zeros(len(mine) * most, dtype=np.int64)
            counts = np.zeros(len(mine), dtype=np.int64)
            own, hidden = list(mine.columns), list(theirs.columns)
            shared(partial(_found, find, starts, counts, most, own, hidden), len(mine))
            if counts.max() <= most:
                return np.ascontiguousarray(starts.reshape(len(mine), most)[:, : counts.max()]), counts
            most = max(2 * most, int(counts.max()))
        raise GameError(f"{self.method.game.name}: outcomes follow no order of the hidden hands", "no-solver")

    def counts(self, block: Block) -> tuple[np.ndarray, np.ndarray]:
        """By row of a block: its class, and by run and sum the number of hidden hands without its cards."""
        found = self._kept_counts.get(block.number) or self._counts(block)
        if self._keeps:
            self._kept_counts[block.number] = found
        return found

    def _counts(self, block: Block) -> tuple[np.ndarray, np.ndarray]:
        method, ends = self.method, self.ends
        mine, theirs = self.places
        hidden = self.against(block)
        if method.is_direct:
            counts = np.zeros((len(block), ends.most, 1), dtype=np.int32)
            for rows, sets in self.pairs(block, hidden["m_H"]):
                numbers = mine.number(method.ask_mine(len(rows), sets), len(rows))
                counted(rows, ends.of_class[numbers], counts)
            return np.zeros(len(block), dtype=np.int32), counts
        size = len(hidden["m_H"])
        own = mine.number(method.ask_mine(len(block), block.masks), len(block))
        its = theirs.number(method.ask_theirs(size, hidden), size)
        counts = np.zeros((len(block), ends.most, self.hidden_sums), dtype=np.int32)
        scene, parts, hidden_parts = self.scene, self.private_parts, self.hidden_parts
        most, left = min(scene.private_size, scene.hidden_size - 1), max(scene.rest - scene.private_size, 0)
        columns = parts.even, parts.counted, parts.width, hidden_parts.counted
        sizes = counters(scene.rest, most), len(theirs), *columns, comb(left, scene.hidden_size)
        private = self.private, parts.arrays, self.private_list
        against = self.hidden, hidden_parts.arrays, self.hidden_list
        rows, others = (own, block.masks["m_P"], block.local), (its, hidden["m_H"])
        extra = np.zeros(0, dtype=np.int8)
        for side in range(self.hidden_sums):
            if self.hidden_sums > 1 and not side:
                extra = summed_codes(method.ask_sums[HIDDEN](size, hidden), size)
            runs = ends.starts, ends.counts
            swept(block.starts, rows, others, extra, runs, private, against, BINOMIALS, sizes, side, counts)
        return own, counts

    @property
    def hidden_sums(self) -> int:
        """The number of different sums that an added line can see of hidden cards."""
        return 1 + self.method.most_sum(self.method.summed[HIDDEN])

    @property
    def all_sums(self) -> int:
        """The number of different sums that an added line can see of all cards."""
        return self.hidden_sums + self.method.most_sum(self.method.summed[PRIVATE])


def _listed(places: np.ndarray, parts: Parts, columns: int) -> np.ndarray:
    """The numbers of the subsets of every set, by row; none where they would take too much memory."""
    if len(places) * parts.width > MOST_PARTS:
        return np.zeros((0, 0), dtype=np.uint32)
    found = np.zeros((len(places), parts.width), dtype=np.uint32)
    fill_parts(places, *parts.arrays, BINOMIALS, found)
    return np.ascontiguousarray(found[:, :columns])


def summed_codes(columns: Sequence[np.ndarray], size: int) -> np.ndarray:
    """The sum of some columns, in small numbers."""
    return sum(columns, np.zeros(size, dtype=np.int64)).astype(np.int8)


def _found(
    find: Callable[..., None],
    starts: np.ndarray,
    counts: np.ndarray,
    most: int,
    own: Sequence[np.ndarray],
    hidden: Sequence[np.ndarray],
    first: int,
    last: int,
) -> None:
    """Finds the runs of some classes; the arrays are cut to them, because plain loops copy what they fill."""
    part = [column[first:last] for column in own]
    find(starts[first * most : last * most], counts[first:last], 0, last - first, most, part, hidden)
