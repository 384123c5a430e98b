"""What every option is worth in single information sets, many at once.

The tables of an induction have the values of earlier choices. Those of the last choice are kept nowhere: the sets asked
for are renamed to the ones that stand for them, and hidden hands are counted for these alone. Where all sets of a game
are few, all of them are valued once, and looked up from then on.
"""

from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from math import comb, prod

import numpy as np

from pitboss.maths.compile.cpu import fast, shared
from pitboss.maths.exact.staged.blocks import Block, Dealer
from pitboss.maths.exact.staged.cards import BINOMIALS, renamed_mask
from pitboss.maths.exact.staged.induction import Induction
from pitboss.maths.exact.staged.scene import Contexts, fixing_of
from pitboss.maths.exact.staged.split import PRIVATE

MOST_KEPT = 400_000
"""The most sets at the last choice, those that renamings make one of another counted once, that are all kept."""


@fast
def least_images(sets, orders, found):
    """Fills `found` with the least image of each row of sets under the renamings, compared column by column."""
    for row in range(len(sets)):
        for column in range(sets.shape[1]):
            found[row, column] = sets[row, column]
        for which in range(len(orders)):
            order = 0
            for column in range(sets.shape[1]):
                if order <= 0:
                    moved = renamed_mask(int(sets[row, column]), orders, which)
                    if order == 0 and moved != found[row, column]:
                        order = -1 if moved < found[row, column] else 1
                    if order < 0:
                        found[row, column] = moved


@fast
def hand_ranks(masks, cards, binomials, ranks):
    """Fills `ranks` with the rank of each set among all sets of its size of some cards."""
    for row in range(len(masks)):
        number = 0
        taken = 0
        for place in range(len(cards)):
            if int(masks[row]) >> int(cards[place]) & 1:
                taken += 1
                number += binomials[place, taken]
        ranks[row] = number


@fast
def placed(contexts, cards, starts, private, binomials, faces, local):
    """Lists the cards besides each context, and fills `local` with the rank of each private hand among these."""
    for context in range(len(contexts)):
        left = 0
        for card in range(len(cards)):
            if not int(contexts[context]) >> int(cards[card]) & 1:
                faces[context, left] = cards[card]
                left += 1
        for row in range(starts[context], starts[context + 1]):
            rank = 0
            taken = 0
            for place in range(left):
                if int(private[row]) >> int(faces[context, place]) & 1:
                    taken += 1
                    rank += binomials[place, taken]
            local[row] = rank


class Worths:
    """The worth of every option at any point of a game that an induction solved from the first card on."""

    def __init__(self, induction: Induction) -> None:
        self.induction, self.method, self.scene = induction, induction.method, induction.scene
        self.ends = len(self.induction.tree.ends)
        self._limits: dict[int, Callable[..., np.ndarray]] = {}
        self._shares: dict[int, np.ndarray] = {}

    def scale(self, number: int) -> int:
        """The number that the worths at a point are divided by."""
        stage = self.induction.tree.points[number].stage
        return self.induction.scale * self.scene.deals // self.sets(stage)

    def sets(self, stage: int) -> int:
        """The number of information sets of a choice after some answers: of cards on their piles."""
        return self._hands(stage) * len(self.scene.dealings_at(stage))

    def _hands(self, stage: int) -> int:
        """The number of private hands with sets of shared cards."""
        left, hands = len(self.scene.cards), 1
        for size in (self.scene.private_size, *self.scene.sizes(stage)):
            hands, left = hands * comb(left, size), left - size
        return hands

    def at(self, number: int, private: np.ndarray, boards: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """By information set and option of a point: the worth, and whether the option is legal.

        A set is a private hand and a board, the shared cards in sight, a mask for each set of shared piles.
        """
        point = self.induction.tree.points[number]
        if point.stage == self.induction.last:
            values = self._last(private, boards)
            columns = [self.induction.tree.end_of[after] for after in point.after]
        else:
            values = self._earlier(point.stage, private, boards)
            choosing = self.induction.stages[point.stage].choosing
            row = choosing.points.index(number)
            slot_of = dict(zip(choosing.after[row].tolist(), choosing.slots[row].tolist(), strict=True))
            columns = [slot_of[after] for after in point.after]
        return values[:, columns], self._legal(number, private, boards)

    def _legal(self, number: int, private: np.ndarray, boards: Sequence[np.ndarray]) -> np.ndarray:
        point = self.induction.tree.points[number]
        bits = {place: bit for each, place, bit in self.method.limits if each == number}
        if not bits:
            return np.ones((len(private), len(point.options)), dtype=bool)
        if number not in self._limits:
            self._limits[number] = self.method.ask_legal([number])
        names = (PRIVATE, *self.method.shared)
        sets = {f"m_{name}": cards for name, cards in zip(names, (private, *boards), strict=True)}
        allowed = self._limits[number](len(private), sets)
        free = np.ones(len(private), dtype=np.int64)
        columns = [allowed >> bits[each] & 1 if each in bits else free for each in range(len(point.options))]
        return np.stack(columns, axis=1) == 1

    def _earlier(self, stage: int, private: np.ndarray, boards: Sequence[np.ndarray]) -> np.ndarray:
        """By information set and slot of an earlier choice: the worth of its option."""
        induction, found = self.induction, self.induction.stages[stage]
        masks = np.stack(boards, axis=1) if boards else np.zeros((len(private), 0), dtype=np.int64)
        numbers, orders = induction.links(stage, masks, np.array([(1 << sum(found.level.sizes)) - 1], dtype=np.int64))
        ranks = np.zeros(len(private), dtype=np.int64)
        hand_ranks(private, self.scene.cards, BINOMIALS, ranks)
        places = found.least[numbers[:, 0] * len(induction.private) + induction.renamed[orders[:, 0], ranks]]
        return found.table[0][:, places].T // self._share(stage)[places][:, None]

    def _share(self, stage: int) -> np.ndarray:
        """By place of the table of an earlier choice: the information sets whose worth is summed there, all alike."""
        if stage not in self._shares:
            found, hands = self.induction.stages[stage], len(self.induction.private)
            images = len(self.scene.orders) // np.bitwise_count(found.level.fixing).astype(np.int64)
            weights = np.bincount(found.least, minlength=len(found.least)) * np.repeat(images, hands)
            self._shares[stage] = np.maximum(weights, 1) * len(self.scene.dealings_at(stage))
        return self._shares[stage]

    def _last(self, private: np.ndarray, boards: Sequence[np.ndarray]) -> np.ndarray:
        """By information set at the last choice and end: the worth."""
        sets = np.ascontiguousarray(np.stack([*boards, private], axis=1))
        least = np.zeros_like(sets)
        least_images(sets, self.scene.orders, least)
        keys = self._keys(least)
        if self._are_few:
            known, values = self._every
            return values[np.searchsorted(known, keys)]
        _, first, place = np.unique(keys, return_index=True, return_inverse=True)
        return self._valued(least[first])[place]

    @property
    def _are_few(self) -> bool:
        return self._hands(self.induction.last) // len(self.scene.orders) <= MOST_KEPT

    def _keys(self, sets: np.ndarray) -> np.ndarray:
        """One number for each row of sets, shared cards first."""
        keys, sizes = np.zeros(len(sets), dtype=np.int64), (*self.scene.set_sizes, self.scene.private_size)
        assert prod(comb(len(self.scene.cards), size) for size in sizes) < 1 << 62
        for column, size in enumerate(sizes):
            ranks = np.zeros(len(sets), dtype=np.int64)
            hand_ranks(np.ascontiguousarray(sets[:, column]), self.scene.cards, BINOMIALS, ranks)
            keys = keys * comb(len(self.scene.cards), size) + ranks
        return keys

    @cached_property
    def _every(self) -> tuple[np.ndarray, np.ndarray]:
        """The keys of all sets that stand for others, ascending, and the worth of every end with each."""
        dealer, parts = self.induction.dealer, []

        def work(first: int, last: int) -> None:
            for number in range(first, last):
                block = dealer.block(number)
                names = (*self.method.shared, PRIVATE)
                sets = np.stack([block.masks[f"m_{name}"] for name in names], axis=1)
                values = self.induction.block_values(block, dealer.counts(block))[:, 0, : self.ends]
                parts.append((self._keys(sets), values))

        shared(work, dealer.blocks, "values of the last choice")
        keys, values = (np.concatenate([part[place] for part in parts]) for place in range(2))
        order = np.argsort(keys)
        return keys[order], values[order]

    def _valued(self, sets: np.ndarray) -> np.ndarray:
        """By set and end: the worth of sets that stand for others, those with the same board one after the other."""
        boards = sets[:, :-1]
        if not len(sets):
            return np.zeros((0, self.ends), dtype=np.int64)
        begins = np.flatnonzero(np.concatenate([[True], (boards[1:] != boards[:-1]).any(axis=1)]))
        starts, masks = np.append(begins, len(sets)), np.ascontiguousarray(boards[begins])
        fixing = np.full(len(masks), -1, dtype=np.int64)
        for column in masks.T:
            fixing &= fixing_of(column, self.scene.orders)
        self.induction.dealer.ends  # noqa: B018  Found once, for the copy as well.
        dealer = copy(self.induction.dealer)
        dealer.release()
        dealer.contexts = Contexts(masks, np.ones(len(masks), dtype=np.int64), fixing)
        values = np.zeros((len(sets), self.ends), dtype=np.int64)
        step = dealer.at_a_time

        def work(first: int, last: int) -> None:
            for number in range(first, last):
                here = number * step, min((number + 1) * step, len(masks))
                block = self._block(dealer, number, *here, starts, sets)
                rows = slice(starts[here[0]], starts[here[1]])
                values[rows] = self.induction.block_values(block, dealer.counts(block))[:, 0, : self.ends]

        shared(work, -(-len(masks) // step))
        return values

    def _block(
        self, dealer: Dealer, number: int, first: int, last: int, starts: np.ndarray, hands: np.ndarray
    ) -> Block:
        """Some contexts with the private hands that are asked for."""
        own = starts[first : last + 1] - starts[first]
        private = np.ascontiguousarray(hands[starts[first] : starts[last], -1])
        whole = np.bitwise_or.reduce(dealer.contexts.masks[first:last], axis=1)
        faces = np.zeros((last - first, self.scene.rest), dtype=np.int64)
        local = np.zeros(len(private), dtype=np.int64)
        placed(whole, self.scene.cards, own, private, BINOMIALS, faces, local)
        sets = {"m_P": private, **dealer.boards(first, last, np.diff(own))}
        weights, ranks = np.ones(len(private), dtype=np.int64), np.zeros(len(private), dtype=np.int64)
        hand_ranks(private, self.scene.cards, BINOMIALS, ranks)
        return Block(number, first, last, faces, own, local, weights, sets, ranks)
