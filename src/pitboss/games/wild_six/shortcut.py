"""Exact Wild Six beyond brute force: every five cards, every discard, every replacement, every dealer hand.

The order of the sum is changed and no rule restated: hands are ranked by `strength` and bets judged by the game's own
rules. Let S be the five cards and the replacement. The dealer hands that avoid S and rank at most v are counted by
inclusion and exclusion over the 64 subsets U of S: those that hold all of U, for which one table a subset, up to the
names of the suits, says how many rank at most v. Only the 1.1 million six-card sets that differ in more than names are
ever ranked.

A set is a bit a card and a counter of jokers; in counting, jokers are two cards, 52 and 53, that are alike.
"""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from pitboss.cards import JOKER, TWO_JOKERS, Card, parse_cards
from pitboss.game import Game, Strategy
from pitboss.games.wild_six.evaluator import card_bit, strength
from pitboss.games.wild_six.game import (
    Drawn,
    Fortune,
    Paying,
    Tax,
    draw_bonus,
    fortune,
    is_automatic,
    poker,
    queens_or_better,
    tax,
)
from pitboss.maths.cache import kept_arrays
from pitboss.maths.kernel import fast, on_arrays, plain_of, shared
from pitboss.maths.tally import Tally, tally_columns

DECK = 54
SUIT = (1 << 13) - 1
DEALER_HANDS = comb(48, 6)
BINOMIALS = np.array([[comb(n, k) for k in range(8)] for n in range(DECK + 1)], dtype=np.int64)
MASKS = sorted(range(64), key=lambda mask: mask.bit_count())
SUBSETS = np.array(MASKS, dtype=np.int64)
# Where the subsets of each size begin and end among them.
PARTS = np.array([(sum(comb(6, k) for k in range(n)), sum(comb(6, k) for k in range(n + 1))) for n in range(7)])


@fast
def in_order(cards):
    """The set with its suits in falling order: the same for all sets that differ in the names of the suits alone."""
    a = cards & 8191
    b = cards >> 13 & 8191
    c = cards >> 26 & 8191
    d = cards >> 39 & 8191
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    return a | b << 13 | c << 26 | d << 39 | (cards >> 52) << 52


@fast
def places_of(cards, places):
    """The cards of a set in rising order, jokers as 52 and 53; how many."""
    count = 0
    for place in range(52):
        if cards >> place & 1:
            places[count] = place
            count += 1
    for joker in range(cards >> 52):
        places[count] = 52 + joker
        count += 1
    return count


@fast
def number_of(cards, binomials, places):
    """The number of a set among all sets of its size."""
    count = places_of(cards, places)
    number = 0
    for place in range(count):
        number += binomials[places[place], place + 1]
    return number


@fast
def list_sets(size, holdings, starts, sets, weights):
    """Every set of a size with its suits in falling order, and how many sets it stands for; returns their number."""
    row = 0
    for jokers in range(min(2, size) + 1):
        for first_size in range(size - jokers + 1):
            for second_size in range(size - jokers - first_size + 1):
                for third_size in range(size - jokers - first_size - second_size + 1):
                    fourth_size = size - jokers - first_size - second_size - third_size
                    for i in range(starts[first_size], starts[first_size + 1]):
                        a = holdings[i]
                        for j in range(starts[second_size], starts[second_size + 1]):
                            b = holdings[j]
                            if b > a:
                                break
                            for k in range(starts[third_size], starts[third_size + 1]):
                                c = holdings[k]
                                if c > b:
                                    break
                                for n in range(starts[fourth_size], starts[fourth_size + 1]):
                                    d = holdings[n]
                                    if d > c:
                                        break
                                    same = 1
                                    if a == b and b == c:
                                        same = 24 if c == d else 6
                                    elif b == c and c == d:
                                        same = 6
                                    elif a == b and c == d:
                                        same = 4
                                    elif a == b or b == c or c == d:
                                        same = 2
                                    if len(sets) > 0:
                                        sets[row] = a | b << 13 | c << 26 | d << 39 | jokers << 52
                                        weights[row] = 24 // same * (2 if jokers == 1 else 1)
                                    row += 1
    return row


@fast
def number_all(sets, binomials, by_number):
    """Writes the row of every listed set at its number."""
    places = np.zeros(8, dtype=np.int64)
    for row in range(len(sets)):
        by_number[number_of(sets[row], binomials, places)] = row


@fast
def spread_rows(first, last, size, binomials, listed, rows):
    """For every set of a size, listed or not, the row of the listed set it is up to the names of the suits."""
    places = np.zeros(8, dtype=np.int64)
    for number in range(first, last):
        left = number
        cards = 0
        top = 53
        for place in range(size, 0, -1):
            while binomials[top, place] > left:
                top -= 1
            left -= binomials[top, place]
            cards += 1 << min(top, 52)
            top -= 1
        # A lone second joker is the first one: they are alike.
        rows[number] = listed[number_of(in_order(cards), binomials, places)]


@fast
def number_of_part(places, mask, binomials):
    """The number of the part of a set that a mask of places picks."""
    number = 0
    count = 0
    for place in range(6):
        if mask >> place & 1:
            count += 1
            number += binomials[places[place], count]
    return number


@fast
def count_supersets(first, last, sets6, weights6, levels6, subsets, binomials, rows, table):
    """Adds every six-card set, with its weight, to the tables of some of its subsets, one past its level."""
    places = np.zeros(8, dtype=np.int64)
    for row in range(len(sets6)):
        places_of(sets6[row], places)
        for which in range(first, last):
            found = rows[number_of_part(places, subsets[which], binomials)]
            table[found, levels6[row] + 1] += weights6[row]


@fast
def add_up(weights, table):
    """Turns weighted counts at each level into counts below each level."""
    for row in range(len(table)):
        total = 0
        for level in range(table.shape[1]):
            total += table[row, level] // weights[row]
            table[row, level] = total


@fast
def complete_fives(first, last, sets5, every, lists):
    """For listed five-card sets, the levels of all six-card sets that hold them, in order."""
    for row in range(first, last):
        count = 0
        for card in range(54):
            bit = 1 << min(card, 52)
            held = sets5[row]
            taken = (held >> card & 1) if card < 52 else (held >> 52 > card - 52)
            if taken:
                continue
            value = strength(held + bit)
            low = 0
            high = len(every)
            while low < high:
                middle = (low + high) // 2
                if every[middle] < value:
                    low = middle + 1
                else:
                    high = middle
            place = count
            while place > 0 and lists[row, place - 1] > low:
                lists[row, place] = lists[row, place - 1]
                place -= 1
            lists[row, place] = low
            count += 1


@fast
def add_signed(places, part, sign, subsets, binomials, rows, table, levels, below, upto):
    """Adds, for subsets of one size, the dealer sets that hold them and rank below, and up to, each of six levels."""
    for which in range(part[0], part[1]):
        row = rows[number_of_part(places, subsets[which], binomials)]
        for aside in range(6):
            below[aside] += sign * np.int64(table[row, levels[aside]])
            upto[aside] += sign * np.int64(table[row, levels[aside] + 1])


@fast
def add_fives(places, subsets, binomials, rows5, lists, levels, below, upto):
    """Takes away the dealer sets that hold five of the six cards."""
    for which in range(57, 63):
        row = rows5[number_of_part(places, subsets[which], binomials)]
        for aside in range(6):
            low = 0
            high = 49
            while low < high:
                middle = (low + high) // 2
                if lists[row, middle] < levels[aside]:
                    low = middle + 1
                else:
                    high = middle
            below[aside] -= low
            while low < 49 and lists[row, low] == levels[aside]:
                low += 1
            upto[aside] -= low


@fast
def count_dealers(
    first, last, sets6, levels6, levels5, subsets, parts, binomials,
    rows1, rows2, rows3, rows4, rows5, lists, table0, table1, table2, table3, table4, less, equal,
):  # fmt: skip
    """For listed six-card sets and each card put aside: dealer hands that rank below, and equal to, the other five."""
    places = np.zeros(8, dtype=np.int64)
    levels = np.zeros(6, dtype=np.int64)
    below = np.zeros(6, dtype=np.int64)
    upto = np.zeros(6, dtype=np.int64)
    for row in range(first, last):
        places_of(sets6[row], places)
        for aside in range(6):
            levels[aside] = levels5[rows5[number_of_part(places, 63 ^ (1 << aside), binomials)]]
            below[aside] = table0[levels[aside]]
            upto[aside] = table0[levels[aside] + 1]
        add_signed(places, parts[1], -1, subsets, binomials, rows1, table1, levels, below, upto)
        add_signed(places, parts[2], 1, subsets, binomials, rows2, table2, levels, below, upto)
        add_signed(places, parts[3], -1, subsets, binomials, rows3, table3, levels, below, upto)
        add_signed(places, parts[4], 1, subsets, binomials, rows4, table4, levels, below, upto)
        add_fives(places, subsets, binomials, rows5, lists, levels, below, upto)
        for aside in range(6):
            if levels6[row] < levels[aside]:
                below[aside] += 1
            if levels6[row] <= levels[aside]:
                upto[aside] += 1
            less[row, aside] = below[aside]
            equal[row, aside] = upto[aside] - below[aside]


@fast
def slot_of(cards, ordered, card):
    """The place, among the cards of the ordered set, of a card of the set it was made from."""
    if card >= 52:
        return place_in(ordered, 52)
    holding = cards >> (card // 13) * 13 & 8191
    for suit in range(4):
        if (ordered >> 13 * suit & 8191) == holding:
            return place_in(ordered, 13 * suit + card % 13)
    return 0


@fast
def place_in(cards, card):
    """How many cards of a set come before a card."""
    below = cards & ((1 << card) - 1) & ((1 << 52) - 1)
    count = 0
    while below:
        below &= below - 1
        count += 1
    return count


@fast
def value_discards(first, last, sets5, listed6, binomials, less, equal, wins, ties):
    """For listed five-card sets and each discard: wins and ties over all replacements and dealer hands."""
    places = np.zeros(8, dtype=np.int64)
    held = np.zeros(8, dtype=np.int64)
    for row in range(first, last):
        cards = sets5[row]
        places_of(cards, held)
        for card in range(54):
            taken = (cards >> card & 1) if card < 52 else (cards >> 52 > card - 52)
            if taken:
                continue
            six = cards + (1 << min(card, 52))
            ordered = in_order(six)
            found = listed6[number_of(ordered, binomials, places)]
            for aside in range(5):
                slot = slot_of(six, ordered, held[aside])
                wins[row, aside] += less[found, slot]
                ties[row, aside] += equal[found, slot]


@fast
def add_cells(sets5, weights5, automatic, asides, paying, taxed, listed6, binomials, less, equal, dealers, cells):
    """Adds every deal to its cell: poker by how the dealer compares, the other bets by their rules."""
    places = np.zeros(8, dtype=np.int64)
    held = np.zeros(8, dtype=np.int64)
    for row in range(len(sets5)):
        cards = sets5[row]
        places_of(cards, held)
        for card in range(54):
            taken = (cards >> card & 1) if card < 52 else (cards >> 52 > card - 52)
            if taken:
                continue
            bit = 1 << min(card, 52)
            drawn = draw_bonus(cards, bit) + 0
            award = fortune(cards, bit) + 0
            if automatic[row]:
                cells[3, paying[row], drawn, taxed[row], award] += weights5[row] * dealers
                continue
            ordered = in_order(cards + bit)
            found = listed6[number_of(ordered, binomials, places)]
            slot = slot_of(cards + bit, ordered, held[asides[row]])
            won = less[found, slot]
            tied = equal[found, slot]
            cells[2, paying[row], drawn, taxed[row], award] += weights5[row] * won
            cells[1, paying[row], drawn, taxed[row], award] += weights5[row] * tied
            cells[0, paying[row], drawn, taxed[row], award] += weights5[row] * (dealers - won - tied)


def sets_of(size: int) -> tuple[np.ndarray, np.ndarray]:
    """The listed sets of a size and how many each stands for."""
    bits = np.array([holding.bit_count() for holding in range(1 << 13)])
    holdings = np.argsort(bits, kind="stable").astype(np.int64)
    starts = np.searchsorted(bits[holdings], np.arange(15)).astype(np.int64)
    nothing = np.zeros(0, dtype=np.int64)
    count = list_sets(size, holdings, starts, nothing, nothing)
    sets, weights = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    list_sets(size, holdings, starts, sets, weights)
    return sets, weights


def rows_of(size: int, sets: np.ndarray) -> np.ndarray:
    """By the number of any set of a size, the row of the listed set it is up to names."""
    listed = np.full(comb(DECK, size), -1, dtype=np.int32)
    number_all(sets, BINOMIALS, listed)
    rows = np.zeros(comb(DECK, size), dtype=np.int32)
    shared(lambda first, last: spread_rows(first, last, size, BINOMIALS, listed, rows), len(rows))
    return rows


@dataclass(frozen=True)
class Solved:
    """Every five-card hand up to the names of the suits: what each discard wins and ties over all that can follow."""

    sets5: np.ndarray
    weights5: np.ndarray
    wins: np.ndarray
    ties: np.ndarray
    listed6: np.ndarray
    less: np.ndarray
    equal: np.ndarray


@cache
def solved() -> Solved:
    """The whole game solved; pays play no part in it."""
    listed = {size: sets_of(size) for size in range(1, 7)}
    sets5, weights5 = listed[5]
    sets6, weights6 = listed[6]
    rows = {size: rows_of(size, listed[size][0]) for size in range(1, 6)}
    strengths6, strengths5 = on_arrays(strength)(sets6), on_arrays(strength)(sets5)
    every = np.unique(np.concatenate([strengths6, strengths5]))
    levels6 = np.searchsorted(every, strengths6).astype(np.int16)
    levels5 = np.searchsorted(every, strengths5).astype(np.int16)
    lists = np.zeros((len(sets5), 50), dtype=np.int16)
    shared(lambda first, last: complete_fives(first, last, sets5, every, lists), len(sets5))
    table0 = np.zeros(len(every) + 1, dtype=np.int64)
    np.add.at(table0, levels6.astype(np.int64) + 1, weights6)
    table0 = np.cumsum(table0)
    tables: dict[int, np.ndarray] = {}

    def table_of(size: int) -> None:
        # Weighted counts of one level stay below 48 times the hands that hold four cards, which two bytes can tell.
        kind = np.uint16 if size == 4 else np.uint32
        table = np.zeros((len(listed[size][0]), len(every) + 1), dtype=kind)
        first, last = PARTS[size]
        count_supersets(first, last, sets6, weights6, levels6, SUBSETS, BINOMIALS, rows[size], table)
        add_up(listed[size][1], table)
        tables[size] = table

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(table_of, (4, 3, 2, 1)))
    less, equal = np.zeros((len(sets6), 6), dtype=np.int32), np.zeros((len(sets6), 6), dtype=np.int32)
    shared(
        lambda first, last: count_dealers(
            first, last, sets6, levels6, levels5, SUBSETS, PARTS, BINOMIALS,
            rows[1], rows[2], rows[3], rows[4], rows[5], lists,
            table0, tables[1], tables[2], tables[3], tables[4], less, equal,
        ),
        len(sets6),
    )  # fmt: skip
    tables.clear()
    listed6 = np.full(comb(DECK, 6), -1, dtype=np.int32)
    number_all(sets6, BINOMIALS, listed6)
    wins, ties = np.zeros((len(sets5), 5), dtype=np.int64), np.zeros((len(sets5), 5), dtype=np.int64)
    shared(
        lambda first, last: value_discards(first, last, sets5, listed6, BINOMIALS, less, equal, wins, ties), len(sets5)
    )
    return Solved(sets5, weights5, wins, ties, listed6, less, equal)


@fast
def advise_part(first, last, unseen, values, ordered, wins, ties):
    """Adds up, for dealer hands of a range of highest cards, what each discard wins and ties over all replacements."""
    count = len(unseen)
    for top in range(first, last):
        for b in range(top):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for f in range(e):
                            dealer = strength(unseen[top] + unseen[b] + unseen[c] + unseen[d] + unseen[e] + unseen[f])
                            for aside in range(5):
                                low = 0
                                high = count
                                while low < high:
                                    middle = (low + high) // 2
                                    if ordered[aside, middle] <= dealer:
                                        low = middle + 1
                                    else:
                                        high = middle
                                better = count - low
                                same = 0
                                while low > 0 and ordered[aside, low - 1] == dealer:
                                    low -= 1
                                    same += 1
                                for card in (top, b, c, d, e, f):
                                    if values[aside, card] > dealer:
                                        better -= 1
                                    elif values[aside, card] == dealer:
                                        same -= 1
                                wins[top, aside] += better
                                ties[top, aside] += same


def count_directly(cards: tuple[Card, ...], seen: tuple[Card, ...] = ()) -> tuple[list[int], list[int], int]:
    """Wins, ties and deals of each discard of a hand, dealer hand by dealer hand: no table, no symmetry."""
    hand = sum(card_bit(card) for card in cards)
    left = Counter(TWO_JOKERS.faces)
    left.subtract((*cards, *seen))
    unseen = np.array([card_bit(card) for card in sorted(left.elements())], dtype=np.int64)
    held = np.array([card_bit(card) for card in cards], dtype=np.int64)
    values = np.stack([on_arrays(strength)(hand - aside + unseen) for aside in held])
    wins, ties = np.zeros((len(unseen), 5), dtype=np.int64), np.zeros((len(unseen), 5), dtype=np.int64)
    ordered = np.sort(values, axis=1)
    # The highest card decides how much work a part is: the longest parts first.
    order = range(len(unseen) - 1, -1, -1)

    def work(first: int, last: int) -> None:
        for top in order[first:last]:
            advise_part(top, top + 1, unseen, values, ordered, wins, ties)

    shared(work, len(order))
    deals = len(unseen) * comb(len(unseen) - 1, 6)
    return [int(each) for each in wins.sum(axis=0)], [int(each) for each in ties.sum(axis=0)], deals


def set_of(text: str) -> int:
    """The set that some cards make."""
    return sum(card_bit(card) for card in parse_cards(text))


def outcomes_by_sign() -> tuple[int, int, int, int]:
    """How the Poker bet ends when the dealer ranks higher, equal, lower, or is not asked: the rule's own words."""
    player = set_of("Kc Qd 9h 7s 3c"), set_of("3c"), set_of("5d")
    dealers = (set_of(text) for text in ("Ac Td 8h 6s 4c", "Kd Qh 9s 7c 5h", "Jc Td 8h 6s 4c"))
    lost, tied, won = (int(poker(*player, dealer, set_of("2h"))) for dealer in dealers)
    return lost, tied, won, int(poker(set_of("2c 3d 4h 5s 6c"), 0, 0, set_of("Jc Td 8h 6s 4c"), set_of("2h")))


def best_asides(done: Solved) -> np.ndarray:
    """The place of the best discard of every hand: most wins, a tie counting half."""
    return np.argmax(2 * done.wins + done.ties, axis=1)


def tallied(game: Game, done: Solved, asides: np.ndarray) -> Tally:
    """The tally of a game in which these discards are made."""
    cells = np.zeros((4, len(Paying), len(Drawn), len(Tax), len(Fortune)), dtype=np.int64)
    add_cells(
        done.sets5,
        done.weights5,
        on_arrays(is_automatic)(done.sets5),
        asides.astype(np.int64),
        on_arrays(queens_or_better)(done.sets5),
        on_arrays(tax)(done.sets5),
        done.listed6,
        BINOMIALS,
        done.less,
        done.equal,
        DEALER_HANDS,
        cells,
    )
    ends = outcomes_by_sign()
    found: dict[tuple[int, ...], int] = {}
    for sign, paying, drawn, taxed, award in zip(*np.nonzero(cells), strict=True):
        key = (ends[int(sign)], int(paying), int(drawn), int(taxed), int(award))
        found[key] = int(cells[sign, paying, drawn, taxed, award])
    return Tally(*tally_columns(game), found)


def solve(game: Game, stakes: Mapping[str, Fraction], names: tuple[str, ...]) -> Tally:
    """The tally of the best discards. Only the Poker bet depends on them, so they are best for any bets together."""
    return tallied(game, solved(), best_asides(solved()))


def under(game: Game, strategy: Strategy) -> Tally:
    """The tally of a named strategy."""
    done = solved()
    thrown = on_arrays(strategy.rules["discard"])(done.sets5)
    asides = np.array(
        [place_in(cards, int(card).bit_length() - 1) for cards, card in zip(done.sets5, thrown, strict=True)]
    )
    return tallied(game, done, asides)


def advise(
    game: Game,
    known: Mapping[str, tuple[Card, ...]],
    seen: tuple[Card, ...],
    stakes: Mapping[str, Fraction],
    names: tuple[str, ...],
) -> dict[int, Fraction]:
    """What each discard is worth to the Poker bet with one hand, the cards in `seen` known to be gone."""
    player = known["player"]
    wins, ties, deals = count_directly(player, seen) if seen else looked_up(player)
    unit = stakes["poker"]
    return {
        card: unit * Fraction(2 * won + tied - deals, deals) for card, won, tied in zip(player, wins, ties, strict=True)
    }


def discards() -> dict[str, np.ndarray]:
    """Every listed five-card set with what each discard wins and ties, kept on disk once solved."""

    def make() -> dict[str, np.ndarray]:
        done = solved()
        order = np.argsort(done.sets5)
        return {"sets": done.sets5[order], "wins": done.wins[order], "ties": done.ties[order]}

    return kept_arrays({"game": "wild-six", "what": "discards"}, make)


def looked_up(cards: tuple[Card, ...]) -> tuple[list[int], list[int], int]:
    """Wins, ties and deals of each discard of a hand, from the kept table."""
    table = discards()
    hand = sum(card_bit(card) for card in cards)
    ordered = plain_of(in_order)(hand)
    row = int(np.searchsorted(table["sets"], ordered))
    holdings = [hand >> 13 * suit & SUIT for suit in range(4)]
    places = [ordered >> 13 * suit & SUIT for suit in range(4)]
    naturals = ordered & ((1 << 52) - 1)
    slots = []
    for card in cards:
        # A card keeps its rank and goes where its suit's holding went; equal holdings are alike.
        place = 52 if card == JOKER else 13 * places.index(holdings[card // 13]) + card % 13
        slots.append((naturals & ((1 << place) - 1)).bit_count())
    return (
        [int(table["wins"][row, slot]) for slot in slots],
        [int(table["ties"][row, slot]) for slot in slots],
        49 * DEALER_HANDS,
    )
