"""Hands with jokers against the literal twin, on every five-card hand there is, up to the names of the suits."""

import itertools
import random
from collections import Counter
from math import comb

import pytest

from pitboss.core.cards import JOKER, TWO_JOKERS, Card
from pitboss.hands.bits import JOKERS, card_bit, kind
from pitboss.hands.wild import Kind, flush_ranks, straight_top, strength
from pitboss.maths.compile.cpu import compiled, on_arrays
from tests.hands import literal
from tests.hands.literal import bits, canonical_hands, spoken


@pytest.mark.compiled
def test_every_five_card_hand_agrees_with_the_literal_twin():
    """3,162,510 hands: the same order, ties and kinds; and the counts of each kind, derived a second way."""
    fast = compiled(strength)
    twin_of: dict[int, tuple] = {}
    value_of: dict[tuple, int] = {}
    weights: Counter[str] = Counter()
    for jokers in (0, 1, 2):
        for cards, weight in canonical_hands(5, jokers):
            mine, twin = int(fast(bits(cards))), literal.best_of_five([spoken(card) for card in cards])
            assert twin_of.setdefault(mine, twin) == twin
            assert value_of.setdefault(twin, mine) == mine
            assert literal.NAMES[twin[0]] == Kind(mine >> 26).name
            weights[literal.NAMES[twin[0]]] += weight
    ordered = sorted(twin_of)
    assert [twin_of[mine] for mine in ordered] == sorted(value_of)
    assert sum(weights.values()) == comb(54, 5) == 3_162_510
    assert weights == counts_of_every_hand()


def counts_of_every_hand() -> Counter[str]:
    """The kinds of all hands, dealt one by one with the compiled rule: no symmetry, no twin."""
    import numba
    import numpy

    fast = compiled(strength)
    positions = numpy.array([card_bit(card) for card in TWO_JOKERS], dtype=numpy.int64)

    @numba.njit
    def count(positions, kinds):
        size = len(positions)
        for a in range(size):
            for b in range(a):
                for c in range(b):
                    for d in range(c):
                        for e in range(d):
                            hand = positions[a] + positions[b] + positions[c] + positions[d] + positions[e]
                            kinds[fast(hand) >> 26] += 1

    kinds = numpy.zeros(11, dtype=numpy.int64)
    count(positions, kinds)
    return Counter({Kind(place).name: int(number) for place, number in enumerate(kinds)})


def random_cards(source: random.Random, count: int, jokers: int) -> list[Card]:
    return [*source.sample(range(52), count - jokers), *[JOKER] * jokers]


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_the_best_five_of_six_agree_with_the_literal_twin(jokers: int):
    source = random.Random(jokers)
    hands = [random_cards(source, 6, jokers) for _ in range(400 if jokers < 2 else 60)]
    values = [(strength(bits(cards)), literal.best([spoken(card) for card in cards])) for cards in hands]
    for (mine, twin), (other, second) in itertools.combinations(values, 2):
        assert (mine > other) == (twin > second)
        assert (mine == other) == (twin == second)
    for mine, twin in values:
        assert Kind(kind(mine)).name == literal.NAMES[twin[0]]


def test_six_cards_are_never_worth_less_than_any_five_of_them():
    source = random.Random(4)
    for jokers in (0, 1, 2):
        for _ in range(500):
            cards = random_cards(source, 6, jokers)
            fives = [strength(bits(five)) for five in itertools.combinations(cards, 5)]
            assert strength(bits(cards)) == max(fives)


@pytest.mark.compiled
def test_the_best_of_six_cards_is_the_best_of_their_fives_on_two_million_hands():
    """Most of them with jokers, where six cards have most to choose from."""
    import numpy

    source = numpy.random.default_rng(7)
    cards = source.integers(0, 52, (3_000_000, 6))
    cards = cards[(numpy.diff(numpy.sort(cards, axis=1), axis=1) > 0).all(axis=1)][:2_000_000]
    assert len(cards) == 2_000_000
    cards[::2, 0] = JOKERS
    cards[::3, 1] = JOKERS
    ranked = on_arrays(strength)
    bits_of = numpy.left_shift(1, cards)
    hands = bits_of.sum(axis=1)
    assert set((hands >> JOKERS).tolist()) == {0, 1, 2}
    fives = [ranked(hands - bits_of[:, place]) for place in range(6)]
    assert (ranked(hands) == numpy.max(fives, axis=0)).all()


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_six_cards_have_no_two_suits_that_are_long_enough_for_a_flush(jokers: int):
    """So the rule looks at one suit only, with any number of cards up to six."""
    for sizes in itertools.product(range(7), repeat=4):
        if sum(sizes) <= 6 - jokers:
            assert sum(size + jokers >= 5 for size in sizes) <= 1


def suited_straight(ranks: set[int], jokers: int) -> bool:
    """Whether ranks of one suit and so many jokers make five in a row, the ace high or low."""
    runs = [set(range(low, low + 5)) for low in range(2, 11)] + [{14, 2, 3, 4, 5}]
    return any(len(ranks & run) + jokers >= 5 for run in runs)


@pytest.mark.parametrize("jokers", [1, 2])
def test_a_straight_flush_and_five_of_a_kind_never_meet_in_six_cards(jokers: int):
    """So the rule looks no further than a straight flush, and either may rank above the other.

    With one joker five of a kind needs all four of a rank and leaves one card; with two, three of a rank and one card.
    """
    same = 5 - jokers
    for rank_held in range(2, 15):
        for suits in itertools.combinations(range(4), same):
            for other in literal.ALL:
                cards = {*((rank_held, each) for each in suits), other}
                assert not any(
                    suited_straight({rank for rank, each in cards if each == one}, jokers) for one in range(4)
                )


def test_tables_of_straights_and_flushes_against_words():
    for holding in range(1 << 13):
        ranks = {place + 2 for place in range(13) if holding >> place & 1}
        for jokers in (0, 1, 2):
            tops = [top for top in range(6, 15) if len(ranks & set(range(top - 4, top + 1))) + jokers >= 5]
            tops += [5] if len(ranks & {14, 2, 3, 4, 5}) + jokers >= 5 else []
            assert straight_top(holding | jokers << 13) == (1 << max(tops) - 2 if tops else 0)
            if len(ranks) + jokers < 5:
                assert flush_ranks(holding | jokers << 13) == 0
            elif len(ranks) + jokers <= 6:
                kept = sorted(ranks)[-(5 - jokers) :]
                for _ in range(jokers):
                    kept.append(max(set(range(2, 15)) - set(kept)))
                assert flush_ranks(holding | jokers << 13) == sum(1 << each - 2 for each in kept)
