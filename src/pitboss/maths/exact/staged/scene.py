"""The scene: the cards left to deal from some point of a round, and the sets of shared cards that stand for all others.

Before the first card everything is left; in the middle of a round some cards are known, and others known to be gone.
Sets of shared cards are taken up to the renamings of alike suits that leave everything known as it is.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import comb

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.errors import GameError
from pitboss.core.game import Game
from pitboss.maths.exact.staged.cards import all_places, masks_of, renamed_mask, standing
from pitboss.maths.exact.staged.split import Split
from pitboss.maths.exact.suits import suit_orders


def mask_of(cards: Iterable[Card]) -> int:
    """A set of cards as a mask."""
    return sum(1 << card for card in cards)


@dataclass(frozen=True)
class Contexts:
    """Sets of shared cards that stand for all others: one column of masks for each set of piles."""

    masks: np.ndarray
    weights: np.ndarray
    fixing: np.ndarray
    """By context: the renamings that leave it as it is, as bits."""

    def __len__(self) -> int:
        return len(self.weights)


@dataclass(frozen=True)
class Level:
    """The shared cards in sight at one choice, in a table: what each set is called that all its renamings share."""

    sizes: tuple[int, ...]
    number: np.ndarray
    """By rank of the set: its number among those that stand for others."""
    order: np.ndarray
    """By rank of the set: the renaming that makes it the one that stands for it."""
    masks: np.ndarray
    fixing: np.ndarray

    def __len__(self) -> int:
        return len(self.fixing)


@dataclass(frozen=True)
class Scene:
    """The cards left to deal from one choice on, and what each later choice sees of them."""

    split: Split
    stage: int
    known: Mapping[str, tuple[Card, ...]]
    """The piles that the choice has seen so far; none of them before the first card."""
    gone: tuple[Card, ...] = ()

    @property
    def game(self) -> Game:
        return self.split.game

    @cached_property
    def cards(self) -> np.ndarray:
        """The cards that can still come, ascending."""
        out = {*self.gone, *(card for cards in self.known.values() for card in cards)}
        return np.array([face for face in sorted(self.game.deck.faces) if face not in out], dtype=np.int64)

    @cached_property
    def base(self) -> dict[str, int]:
        """The known cards of each set of piles, as a mask."""
        found = dict.fromkeys(self.split.group_of.values(), 0)
        for pile, cards in self.known.items():
            found[self.split.group_of[pile]] |= mask_of(cards)
        return found

    def _left(self, piles: Iterable[str]) -> int:
        return self.split.size([pile for pile in piles if pile not in self.known])

    @property
    def private_size(self) -> int:
        """The number of private cards that are not known."""
        return self._left(self.split.private)

    @property
    def hidden_size(self) -> int:
        return self._left(self.split.hidden)

    @cached_property
    def set_sizes(self) -> tuple[int, ...]:
        """By set of shared piles: the number of its cards to come up to the last choice."""
        return tuple(self._left(piles) for piles in self.split.sets)

    def sizes(self, stage: int) -> tuple[int, ...]:
        """By set: the number of its cards that come until a choice sees them."""
        seen = self.split.seen[stage]
        return tuple(self._left([pile for pile in piles if pile in seen]) for piles in self.split.sets)

    @cached_property
    def orders(self) -> np.ndarray:
        """The renamings of suits that leave the deck and everything known as they are."""
        fixed = [mask_of(self.gone), *self.base.values()]
        orders = suit_orders(tuple(face for face in self.game.deck.faces if face < 52), self.game.alike)
        array = np.array(orders, dtype=np.int64).reshape(-1, 4)
        keep = [all(renamed_mask(each, array, which) == each for each in fixed) for which in range(len(array))]
        return np.ascontiguousarray(array[keep])

    @property
    def deals(self) -> int:
        """The number of ways to deal what is left, cards of one set of private or hidden piles in any order."""
        left, deals = len(self.cards), len(self.dealings)
        for size in (self.private_size, *self.set_sizes, self.hidden_size):
            deals *= comb(left, size)
            left -= size
        return deals

    @property
    def rest(self) -> int:
        """The number of cards besides those in a context."""
        return len(self.cards) - sum(self.set_sizes)

    @cached_property
    def contexts(self) -> Contexts:
        """The sets of shared cards at the last choice."""
        return self._standing(self.set_sizes)

    def _standing(self, sizes: tuple[int, ...]) -> Contexts:
        every = tuple(range(len(self.orders)))
        rows: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = [
            (np.zeros((1, 0), dtype=np.int64), np.ones(1, dtype=np.int64), np.array([(1 << len(every)) - 1]))
        ]
        for size in sizes:
            rows = [part for masks, weights, fixing in rows for part in self._extended(masks, weights, fixing, size)]
        return Contexts(*(np.concatenate([row[place] for row in rows]) for place in range(3)))

    def _extended(
        self, masks: np.ndarray, weights: np.ndarray, fixing: np.ndarray, size: int
    ) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Each of some contexts with every further set of a size that stands for others."""
        for row, weight, fixed in zip(masks, weights.tolist(), fixing.tolist(), strict=True):
            taken = int(np.bitwise_or.reduce(row, initial=0))
            faces = self.cards[(taken >> self.cards) & 1 == 0]
            places = all_places(len(faces), size)
            more = np.zeros(len(places), dtype=np.int64)
            masks_of(faces, places, more)
            ways = np.zeros(len(places), dtype=np.int64)
            still = np.array([which for which in range(len(self.orders)) if fixed >> which & 1])
            standing(more, self.orders, still, ways)
            more, ways = more[ways > 0], ways[ways > 0]
            fixes = fixing_of(more, self.orders) & fixed
            yield np.column_stack([np.tile(row, (len(more), 1)), more]), weight * ways, fixes

    @property
    def context_count(self) -> int:
        """A lower bound of the number of contexts, without listing them; close where there are many."""
        left, ways = len(self.cards), 1
        for size in self.set_sizes:
            ways *= comb(left, size)
            left -= size
        return -(-ways // len(self.orders))

    def level(self, stage: int) -> Level:
        """The table of the sets of shared cards in sight at a choice."""
        sizes = self.sizes(stage)
        columns = []
        for size in sizes:
            places = all_places(len(self.cards), size)
            masks = np.zeros(len(places), dtype=np.int64)
            masks_of(self.cards, places, masks)
            columns.append(masks)
        every = np.stack(np.meshgrid(*columns, indexing="ij"), axis=-1).reshape(-1, len(columns))
        least, order = every.copy(), np.zeros(len(every), dtype=np.int64)
        for which in range(len(self.orders)):
            moved = np.column_stack([renamed_column(each, self.orders[which]) for each in every.T])
            better = _is_less(moved, least)
            least[better], order[better] = moved[better], which
        standing_sets, number = np.unique(least, axis=0, return_inverse=True)
        fixes = np.full(len(standing_sets), (1 << len(self.orders)) - 1)
        for column in standing_sets.T:
            fixes &= fixing_of(column, self.orders)
        return Level(sizes, number.ravel().astype(np.int64), order, standing_sets, fixes)

    def picks(self, stage: int, of: tuple[int, ...]) -> list[int]:
        """Every way to pick the cards in sight at a choice out of sets of these sizes, as bits of their places."""
        sizes, starts, start = self.sizes(stage), [], 0
        for size in of:
            starts.append(range(start, start + size))
            start += size
        parts = [combinations(places, size) for places, size in zip(starts, sizes, strict=True)]
        return [sum(1 << place for each in picked for place in each) for picked in product(*parts)]

    @cached_property
    def dealings(self) -> list[dict[str, int]]:
        """Every way to lay the cards of a context onto their piles, each pile as bits of the context's places."""
        return self.dealings_at(len(self.game.choices) - 1)

    def dealings_at(self, stage: int) -> list[dict[str, int]]:
        """Every way to lay the shared cards in sight at a choice onto their piles."""
        found: list[dict[str, int]] = [{}]
        start, seen = 0, self.split.seen[stage]
        for piles, size in zip(self.split.sets, self.sizes(stage), strict=True):
            for pile in piles:
                if pile in self.known or pile not in seen:
                    continue
                found = [
                    {**dealt, pile: sum(1 << place for place in picked)}
                    for dealt in found
                    for picked in combinations(
                        [place for place in range(start, start + size) if not sum(dealt.values()) >> place & 1],
                        self.game.piles[pile].count,
                    )
                ]
            start += size
        return found

    def in_sight(self, dealt: Mapping[str, int], stage: int) -> int:
        """The places of a context that a choice sees after a dealing."""
        return sum(bits for pile, bits in dealt.items() if pile in self.split.seen[stage])

    def check(self) -> None:
        """Refuses a deck with a joker that suits cannot be renamed around."""
        if int(self.cards.max(initial=0)) > 52:
            raise GameError(f"{self.game.name}: the exact method knows 53 faces", "no-solver")


def fixing_of(masks: np.ndarray, orders: np.ndarray) -> np.ndarray:
    """By set: the renamings that leave it as it is, as bits."""
    found = np.zeros(len(masks), dtype=np.int64)
    for which, order in enumerate(orders):
        found |= (renamed_column(masks, order) == masks).astype(np.int64) << which
    return found


def renamed_column(masks: np.ndarray, order: np.ndarray) -> np.ndarray:
    """Sets with each suit moved to the suit that an order names; a joker stays."""
    moved = (masks >> 52) << 52
    for suit in range(4):
        moved = moved | (((masks >> 13 * suit) & 8191) << 13 * int(order[suit]))
    return moved


def _is_less(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """By row: whether one row comes before another in lexicographical order."""
    less, same = np.zeros(len(one), dtype=bool), np.ones(len(one), dtype=bool)
    for left, right in zip(one.T, other.T, strict=True):
        less |= same & (left < right)
        same &= left == right
    return less
