"""The longest flush and the straight flush in it, against literal twins and numbers of hands by combinations."""

import itertools
import random
from math import comb

import numpy as np
import pytest

from pitboss.core.cards import STANDARD
from pitboss.core.dialect import breaches, rules_under
from pitboss.hands.bits import kind
from pitboss.hands.longest_flush import straight_cards, strength
from pitboss.maths.compile.cpu import compiled, on_arrays
from tests.hands.literal import bits, canonical_hands, longest_flush, spoken, straight_flush_cards

POOLS = (STANDARD.faces, range(13), range(26), (*range(9, 13), *range(13, 26)), range(0, 52, 2))


def test_they_keep_to_the_dialect():
    assert [sentence for rule in rules_under((strength, straight_cards)) for sentence in breaches(rule)] == []


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7])
def test_hands_are_ordered_as_the_literal_twin_has_them(count: int):
    source = random.Random(count)
    hands = [source.sample(source.choice(POOLS), count) for _ in range(800)]
    pairs = sorted((strength(bits(cards)), longest_flush([spoken(card) for card in cards])) for cards in hands)
    for (one, first), (two, second) in itertools.pairwise(pairs):
        assert (one == two) == (first == second)
        assert first <= second
    assert all(kind(mine) == twin[0] for mine, twin in pairs)


def test_straight_flushes_are_those_of_the_literal_twin():
    """Every holding of one suit of up to seven cards, with the rest of another suit, and random hands."""
    for count in range(1, 8):
        for ranks in itertools.combinations(range(13), count):
            cards = (*ranks, *(13 * 2 + 2 * place for place in range(7 - count)))
            run = straight_flush_cards([spoken(card) for card in cards])
            assert straight_cards(bits(cards)) == (min(run, 6) if run > 3 else 0)
    source = random.Random(7)
    for _ in range(2000):
        cards = source.sample(source.choice(POOLS), 7)
        run = straight_flush_cards([spoken(card) for card in cards])
        assert straight_cards(bits(cards)) == (min(run, 6) if run > 3 else 0)


def test_an_ace_is_high_or_low_and_never_both():
    ace, king, queen, two, three, four = 12, 11, 10, 0, 1, 2
    assert straight_cards(bits((ace, two, three, four))) == 4
    assert straight_cards(bits((ace, king, queen, 9))) == 4
    assert straight_cards(bits((queen, king, ace, two, three))) == 0


@pytest.mark.compiled
def test_every_seven_card_hand_has_its_number_of_cards():
    """All 133,784,560: by combinations of how many cards each suit has."""
    import numba

    fast = compiled(strength)

    @numba.njit
    def count(hand, found):
        while hand < 1 << 52:
            found[fast(hand) >> 26] += 1
            low = hand & -hand
            carried = hand + low
            hand = (((carried ^ hand) >> 2) // low) | carried

    found = np.zeros(8, dtype=np.int64)
    count((1 << 7) - 1, found)
    wanted = [0] * 8
    for sizes in itertools.product(range(8), repeat=4):
        if sum(sizes) == 7:
            ways = [comb(13, size) for size in sizes]
            wanted[max(sizes)] += ways[0] * ways[1] * ways[2] * ways[3]
    assert found.tolist() == wanted


@pytest.mark.compiled
def test_compiled_over_arrays_it_is_the_plain_rule():
    source = random.Random(9)
    hands = [bits(source.sample(range(52), 7)) for _ in range(2000)]
    for rule in (strength, straight_cards):
        assert on_arrays(rule)(np.array(hands)).tolist() == [rule(hand) for hand in hands]


def test_canonical_hands_of_four_are_counted_by_length():
    counts = dict.fromkeys(range(1, 5), 0)
    for cards, weight in canonical_hands(4):
        counts[kind(strength(bits(cards)))] += weight
    assert counts == {4: 4 * comb(13, 4), 3: 4 * comb(13, 3) * 39, 2: counts[2], 1: 13**4}
    assert sum(counts.values()) == comb(52, 4)
