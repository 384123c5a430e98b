"""The exact mean product of two seats' results, by inclusion-exclusion over the cards that two hands would share.

Given the cards of the table, a seat's net depends on its own cards only. Two seats hold disjoint cards, so the sum of
f(A) f(B) over pairs of disjoint hands is the sum over sets S of cards of (-1)^|S| F(S)^2, where F(S) is the sum of f
over the hands that contain S. Cards with equal codes are one kind: S and the hands are then multisets of kinds, each
counted as often as it can be dealt. Tables that differ only in the names of interchangeable suits are counted once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod

import numpy as np

from pitboss.core.cards import JOKER, card, rank, suit
from pitboss.core.errors import GameError
from pitboss.core.game import Deal
from pitboss.maths.exact.enumerate import Enumeration, hand_count
from pitboss.maths.exact.suits import suit_orders
from pitboss.maths.progress import tell
from pitboss.maths.seats.results import SeatResults, seat_piles, table_piles

MOST_TABLES = 2_000_000  # Deals of the table's piles that are listed.
MOST_PAIRS = 4_000_000  # Pairs of a hand and a part of it.
MOST_ROWS = 150_000_000  # Deals of the table and one seat that are judged.
BLOCK_ROWS = 1_500_000
EXACT_FLOAT = 2.0**53
EXACT_INT = 2.0**62


@dataclass(frozen=True)
class Kinds:
    """The kinds of card of a deck: the number of cards of each, and a face that stands for it."""

    counts: np.ndarray
    faces: np.ndarray
    swaps: tuple[np.ndarray, ...]
    """For each renaming of interchangeable suits, the kind that every kind becomes."""

    @property
    def single(self) -> bool:
        """Whether every kind is a single card."""
        return int(self.counts.max()) == 1


def kinds_of(results: SeatResults) -> Kinds:
    """The kinds of card that rules and the player of a game tell apart."""
    game = results.game
    known = Enumeration(game, also=results.coders)
    swaps = []
    for order in suit_orders(tuple(face for face in game.deck.faces if face != JOKER), game.alike):
        swap = np.full(len(known.faces), -1, dtype=np.int64)
        for face, kind in known.kind_of.items():
            other = known.kind_of[face if face == JOKER else card(rank(face), order[suit(face)])]
            if swap[kind] not in (-1, other):
                break
            swap[kind] = other
        else:
            swaps.append(swap)
    return Kinds(known.start, np.array(known.faces, dtype=np.int64), tuple(swaps))


@dataclass(frozen=True)
class Hands:
    """Cards of some piles, one deal per row: the kinds in a column for each card, and their number in each pile."""

    cards: np.ndarray
    sizes: tuple[int, ...]

    def counts(self, kinds: int) -> np.ndarray:
        """The number of cards of each kind in every row."""
        found = np.zeros((len(self.cards), kinds), dtype=np.int64)
        for column in self.cards.T:
            found[np.arange(len(found)), column] += 1
        return found

    def piles(self) -> list[np.ndarray]:
        """The columns of each pile."""
        ends = np.cumsum((0, *self.sizes))
        return [self.cards[:, first:last] for first, last in pairwise(ends)]


def how_many(kinds: Kinds, sizes: tuple[int, ...]) -> int:
    """A bound on the number of rows of `all_hands`."""
    return prod(hand_count(kinds.counts.tolist(), size) for size in sizes)


def all_hands(kinds: Kinds, sizes: tuple[int, ...]) -> Hands:
    """Every deal of piles of these sizes, by kinds."""
    choose = combinations if kinds.single else combinations_with_replacement
    found = np.zeros((1, 0), dtype=np.int64)
    for size in sizes:
        own = np.array(list(choose(range(len(kinds.counts)), size)), dtype=np.int64).reshape(-1, size)
        both = np.hstack([np.repeat(found, len(own), axis=0), np.tile(own, (len(found), 1))])
        counts = Hands(both, (both.shape[1],)).counts(len(kinds.counts))
        found = both[(counts <= kinds.counts).all(axis=1)]
    return Hands(found, sizes)


def splits(hands: Hands, kinds: int) -> np.ndarray:
    """The number of ways to split the cards of each row into its piles: multinomial coefficients, kind by kind."""
    left, ways = hands.counts(kinds), np.ones(len(hands.cards), dtype=np.int64)
    most = sum(hands.sizes) + 1
    choose = np.array([[comb(n, k) for k in range(most)] for n in range(most)], dtype=np.int64)
    for pile in hands.piles():
        own = Hands(pile, (pile.shape[1],)).counts(kinds)
        ways *= choose[left, own].prod(axis=1)
        left -= own
    return ways


def tables_of(kinds: Kinds, sizes: tuple[int, ...]) -> tuple[Hands, list[int]]:
    """The deals of the table's piles, one for each class of interchangeable suits, and the size of each class."""
    hands = all_hands(kinds, sizes)
    counts = hands.counts(len(kinds.counts))
    chosen = splits(hands, len(kinds.counts))
    start = kinds.counts.tolist()
    ways = [prod(map(comb, start, row)) * times for row, times in zip(counts.tolist(), chosen.tolist(), strict=True)]
    least = np.full(len(hands.cards), np.iinfo(np.int64).max)
    for swap in kinds.swaps or (np.arange(len(kinds.counts)),):
        number = np.zeros(len(hands.cards), dtype=np.int64)
        for pile in hands.piles():
            for column in np.sort(swap[pile], axis=1).T:
                number = number * len(kinds.counts) + column
        least = np.minimum(least, number)
    _, first, which = np.unique(least, return_index=True, return_inverse=True)
    sums = [0] * len(first)
    for place, each in zip(which.ravel().tolist(), ways, strict=True):
        sums[place] += each
    return Hands(hands.cards[first], sizes), sums


@dataclass(frozen=True)
class Parts:
    """Every hand of a seat as a multiset of kinds, and every part of one; the empty part is the first."""

    hands: np.ndarray
    parts: np.ndarray
    hand_of: np.ndarray
    """The hands that contain each part, one part after the other."""
    part_of: np.ndarray
    starts: np.ndarray
    """The index in `hand_of` at which the hands of each part begin."""

    @property
    def sign(self) -> np.ndarray:
        """The sign of every part in the sum."""
        return 1 - 2 * (self.parts.sum(axis=1) % 2)


def parts_of(kinds: Kinds, size: int) -> Parts:
    """The parts of all hands of a size, the empty one and the whole hand included."""
    count, hands = len(kinds.counts), all_hands(kinds, (size,)).cards
    base, numbers, rows = count + 1, [], []
    for taken in range(1 << size):
        places = [place for place in range(size) if taken >> place & 1]
        once = np.ones(len(hands), dtype=bool)
        for place in range(1, size):  # Of equal cards the first are taken, so that no part counts twice.
            if taken >> place & 1 and not taken >> (place - 1) & 1:
                once &= hands[:, place] != hands[:, place - 1]
        number = np.zeros(len(hands), dtype=np.int64)
        for place in places:
            number = number * base + hands[:, place] + 1
        numbers.append(number[once])
        rows.append(np.flatnonzero(once))
    different, part_of = np.unique(np.concatenate(numbers), return_inverse=True)
    parts = np.zeros((len(different), count), dtype=np.int64)
    left = different.copy()
    while left.any():
        digit = left % base
        some = digit > 0
        parts[np.flatnonzero(some), digit[some] - 1] += 1
        left //= base
    order = np.argsort(part_of.ravel(), kind="stable")
    part_of = part_of.ravel()[order]
    starts = np.flatnonzero(np.diff(part_of, prepend=-1))
    return Parts(Hands(hands, (size,)).counts(count), parts, np.concatenate(rows)[order], part_of, starts)


def refusal(results: SeatResults) -> str:
    """Why the exact count is too large; empty where it is not."""
    kinds = kinds_of(results)
    own, table = (sizes_of(piles) for piles in (seat_piles(results.game), table_piles(results.game)))
    hands, tables = hand_count(kinds.counts.tolist(), sum(own)), how_many(kinds, table)
    classes = tables // max(1, len(kinds.swaps)) or 1
    if hands << sum(own) > MOST_PAIRS or tables > MOST_TABLES or classes * how_many(kinds, own) > MOST_ROWS:
        return (
            f"a seat can hold {hands:,} different hands of {sum(own)} cards, and the table {tables:,} deals of "
            f"{sum(table)}: too many to count every pair of seats"
        )
    return ""


def sizes_of(piles: list[Deal]) -> tuple[int, ...]:
    """The number of cards of each pile."""
    return tuple(deal.count for deal in piles)


def mean_products(results: SeatResults) -> dict[tuple[str, str], Fraction]:
    """The mean product of one seat's net of a wager and another seat's net of a wager, for every two wagers.

    Refuses if the mean net of a wager, found on the way, is not that of the exact figures.
    """
    kinds, game = kinds_of(results), results.game
    own, table = sizes_of(seat_piles(game)), sizes_of(table_piles(game))
    tables, weights = tables_of(kinds, table)
    parts, hands = parts_of(kinds, sum(own)), all_hands(kinds, own)
    width, sign = len(results.wagers), parts.sign
    products = [[0] * width for _ in range(width)]
    sums = [0] * width
    for first, last, nets in judged_blocks(results, kinds, tables, hands, parts):
        for place in range(first, last):
            left = kinds.counts - Hands(tables.cards[place : place + 1], table).counts(len(kinds.counts))[0]
            held = held_sums(nets[place - first], parts, left, kinds.single)
            ways = sign if kinds.single else sign * ways_to_deal(left, parts.parts)
            found = product_sums(ways, held)
            for one in range(width):
                sums[one] += weights[place] * int(held[0, one])
                for other in range(one, width):
                    products[one][other] += weights[place] * found[one][other]
        tell("seats", last, len(weights))
    left_over = len(game.deck) - sum(table)
    deals = sum(weights) * ways_to_fill(left_over, own)
    for place, name in enumerate(results.wagers):
        found = Fraction(sums[place], deals * results.scales[place])
        if found != results.analysis.figures[name].ev:
            raise GameError(f"{game.name}: the seats' mean net of {name}, {found}, is not that of the figures", "seats")
    pairs = deals * ways_to_fill(left_over - sum(own), own)
    return {
        (one, other): Fraction(products[i][j], pairs * results.scales[i] * results.scales[j])
        for i, one in enumerate(results.wagers)
        for j, other in enumerate(results.wagers)
        if i <= j
    }


def judged_blocks(
    results: SeatResults, kinds: Kinds, tables: Hands, hands: Hands, parts: Parts
) -> Iterator[tuple[int, int, np.ndarray]]:
    """For blocks of tables: the net of every multiset of own cards, added up over its splits into piles."""
    count, width = len(kinds.counts), len(results.wagers)
    own_counts, ways = hands.counts(count), splits(hands, count)
    known = {tuple(row): place for place, row in enumerate(parts.hands.tolist())}
    which = np.array([known[tuple(row)] for row in own_counts.tolist()], dtype=np.int64)
    table_counts = tables.counts(count)
    block = max(1, BLOCK_ROWS // len(hands.cards))
    shared, seat = table_piles(results.game), seat_piles(results.game)
    for first in range(0, len(tables.cards), block):
        last = min(first + block, len(tables.cards))
        row, hand = dealable(kinds, table_counts[first:last], own_counts)
        dealt = {deal.pile: kinds.faces[each[hand]] for deal, each in zip(seat, hands.piles(), strict=True)}
        dealt |= {
            deal.pile: kinds.faces[each[first:last][row]] for deal, each in zip(shared, tables.piles(), strict=True)
        }
        found = results.nets(dealt) * ways[hand][:, None]
        sums = np.zeros(((last - first) * len(parts.hands), width), dtype=np.int64)
        place = row * len(parts.hands) + which[hand]
        for wager in range(width):
            sums[:, wager] = added(place, found[:, wager], len(sums))
        yield first, last, sums.reshape(last - first, len(parts.hands), width)


def dealable(kinds: Kinds, tables: np.ndarray, hands: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The pairs of a table and a hand that one deck can deal together."""
    count = len(kinds.counts)
    if kinds.single and count < 63:
        bits = 1 << np.arange(count, dtype=np.int64)
        row, hand = np.nonzero((tables @ bits)[:, None] & (hands @ bits)[None, :] == 0)
        return row, hand
    fits = np.ones((len(tables), len(hands)), dtype=bool)
    for kind in range(count):
        fits &= tables[:, kind][:, None] + hands[:, kind][None, :] <= kinds.counts[kind]
    row, hand = np.nonzero(fits)
    return row, hand


def added(place: np.ndarray, values: np.ndarray, size: int) -> np.ndarray:
    """Exact sums of whole numbers by place: in floating point where it is exact, else in Python's integers."""
    if float(np.abs(values.astype(float)).sum()) < EXACT_FLOAT:
        return np.bincount(place, weights=values.astype(float), minlength=size).astype(np.int64)
    sums = np.zeros(size, dtype=object)
    np.add.at(sums, place, values.astype(object))
    return sums


def held_sums(nets: np.ndarray, parts: Parts, left: np.ndarray, single: bool) -> np.ndarray:
    """F of every part: the nets of the hands that contain it, each as often as the other cards can be dealt."""
    if not single:
        taken = parts.parts[parts.part_of]
        rest = ways_to_deal(left - taken, parts.hands[parts.hand_of] - taken)
        return np.add.reduceat(nets[parts.hand_of].astype(object) * rest[:, None], parts.starts, axis=0)
    if float(np.abs(nets).astype(float).sum()) > EXACT_INT:
        nets = nets.astype(object)
    return np.add.reduceat(nets[parts.hand_of], parts.starts, axis=0)


def ways_to_deal(left: np.ndarray, cards: np.ndarray) -> np.ndarray:
    """The ways to take `cards` of each kind from `left`, as Python's integers; 0 where there are too few."""
    left = np.broadcast_to(left, cards.shape)
    most, widest = int(cards.max(initial=0)), int(left.max(initial=0))
    choose = np.array([[comb(n, k) for k in range(most + 1)] for n in range(widest + 1)], dtype=object)
    ways = np.ones(len(cards), dtype=object)
    for kind in range(cards.shape[1]):
        own = choose[np.maximum(left[:, kind], 0), cards[:, kind]]
        ways = ways * np.where(left[:, kind] < 0, 0, own)
    return ways


def ways_to_fill(left: int, sizes: tuple[int, ...]) -> int:
    """The ways to deal piles of these sizes from so many cards."""
    ways = 1
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    return ways


def product_sums(ways: np.ndarray, held: np.ndarray) -> list[list[int]]:
    """The exact sums of ways times two columns, for every two columns.

    In floating point where every sum on the way is a whole number below 2^53, else in Python's integers.
    """
    if object not in (ways.dtype, held.dtype):
        size = np.abs(held).max(initial=0)
        if float(size) ** 2 * len(held) < EXACT_FLOAT:
            floats = held.astype(float)
            return [[int(each) for each in row] for row in floats.T @ (ways[:, None] * floats)]
    held = held.astype(object)
    return [[int(each) for each in row] for row in held.T @ (ways.astype(object)[:, None] * held)]
