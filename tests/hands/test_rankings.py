"""Rankings of three to seven cards against their literal twins, and the published number of hands of each kind."""

import itertools
import random
from collections.abc import Callable
from enum import IntEnum

import numpy as np
import pytest

from pitboss.core.cards import STANDARD
from pitboss.core.dialect import breaches, rules_under
from pitboss.core.rule import Rule
from pitboss.hands import five_card, four_card, seven_card, three_card, wild
from pitboss.hands.bits import JOKERS, has_natural_royal, kind
from pitboss.maths.compile.cpu import compiled, on_arrays
from tests.hands import literal
from tests.hands.literal import bits, canonical_hands, spoken

STRENGTHS = (three_card.strength, four_card.strength, five_card.strength, seven_card.strength, wild.strength)


def check_order(pairs: list[tuple[int, tuple]]) -> None:
    """Strengths and twins put the same hands in the same order, with the same ties."""
    pairs.sort()
    for (one, first), (two, second) in itertools.pairwise(pairs):
        assert (one == two) == (first == second)
        assert first <= second


def natural(cards) -> tuple:
    """The twin of the natural rankings: without jokers the royal flush comes after the straight flush."""
    value = literal.best([spoken(card) for card in cards])
    return (9,) if value[0] == 10 else value


@pytest.mark.parametrize("strength", STRENGTHS, ids=lambda rule: rule.__module__)
def test_rankings_keep_to_the_dialect(strength: Rule):
    assert [sentence for rule in rules_under((strength,)) for sentence in breaches(rule)] == []


@pytest.mark.parametrize(
    ("count", "strength", "twin", "kinds", "wanted"),
    [
        # Combinations as any table of Three Card Poker prints them.
        (3, three_card.strength, literal.three_card, three_card.Kind, [16440, 3744, 1096, 720, 52, 48]),
        # Four of a kind 13, straight flushes 4 * 11, three of a kind 13 * 4 * 48, and so on by combinations.
        (4, four_card.strength, literal.four_card, four_card.Kind, [177408, 82368, 2808, 2772, 2816, 2496, 44, 13]),
    ],
    ids=["three", "four"],
)
def test_every_small_hand_agrees_with_the_literal_twin(
    count: int, strength: Rule, twin: Callable[..., tuple], kinds: type[IntEnum], wanted: list[int]
):
    """All 22,100 hands of three and 270,725 of four, up to the names of the suits."""
    hands = list(canonical_hands(count))
    pairs = [(strength(bits(cards)), twin([spoken(card) for card in cards])) for cards, _ in hands]
    counts = dict.fromkeys(kinds, 0)
    for (mine, value), (_, weight) in zip(pairs, hands, strict=True):
        assert kind(mine) == value[0]
        counts[kinds(value[0])] += weight
    assert list(counts.values()) == wanted
    check_order(pairs)


def test_the_best_four_of_five_are_the_best_of_their_fours():
    source = random.Random(4)
    for _ in range(3000):
        cards = source.sample(source.choice((range(52), range(20), range(0, 52, 3), range(26))), 5)
        fours = [four_card.strength(bits(four)) for four in itertools.combinations(cards, 4)]
        assert four_card.strength(bits(cards)) == max(fours)


@pytest.mark.compiled
def test_every_five_card_hand_agrees_with_the_literal_twin_and_four_of_them_are_the_best():
    """2,598,960 hands, up to the names of the suits; as hands of seven and of four as well."""
    listed = list(canonical_hands(5))
    hands = np.array([bits(cards) for cards, _ in listed])
    mine = on_arrays(five_card.strength)(hands)
    assert (on_arrays(seven_card.strength)(hands) == mine).all()
    pairs = [(int(value), natural(cards)) for value, (cards, _) in zip(mine, listed, strict=True)]
    assert all(kind(value) == twin[0] for value, twin in pairs)
    check_order(pairs)
    cards_of = np.left_shift(1, np.array([cards for cards, _ in listed]))
    fours = [on_arrays(four_card.strength)(hands - cards_of[:, place]) for place in range(5)]
    assert (on_arrays(four_card.strength)(hands) == np.max(fours, axis=0)).all()


def kind_counts(strength: Rule, cards: int, kinds: type[IntEnum]) -> list[int]:
    """How many hands of each kind there are, every one dealt: sets of bits in rising order (Gosper's hack)."""
    import numba

    fast = compiled(strength)

    @numba.njit
    def count(hand, found):
        while hand < 1 << 52:
            found[fast(hand) >> 26] += 1
            low = hand & -hand
            carried = hand + low
            hand = (((carried ^ hand) >> 2) // low) | carried

    found = np.zeros(len(kinds), dtype=np.int64)
    count((1 << cards) - 1, found)
    return found.tolist()


@pytest.mark.compiled
def test_every_five_card_hand_is_of_its_published_kind():
    """As any table of poker hands prints them."""
    wanted = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]
    assert kind_counts(five_card.strength, 5, five_card.Kind) == wanted
    assert kind_counts(seven_card.strength, 5, five_card.Kind) == wanted


@pytest.mark.compiled
def test_every_seven_card_hand_is_of_its_published_kind():
    """All 133,784,560, as any table of hold'em prints them; 4,324 royal flushes among 41,584 straight flushes."""
    wanted = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584 - 4324, 4324]
    assert kind_counts(seven_card.strength, 7, five_card.Kind) == wanted


@pytest.mark.parametrize("count", [5, 6, 7])
def test_the_best_five_agree_with_the_literal_twin(count: int):
    source = random.Random(count)
    pools = (STANDARD.faces, range(13), range(20), [card for card in range(52) if card % 13 in (3, 7, 8, 9)])
    hands = [source.sample(source.choice(pools), count) for _ in range(600)]
    check_order([(seven_card.strength(bits(cards)), natural(cards)) for cards in hands])


@pytest.mark.compiled
def test_the_best_of_seven_is_the_best_of_their_sixes():
    source = np.random.default_rng(7)
    cards = source.permuted(np.tile(np.arange(52), (200_000, 1)), axis=1)[:, :7]
    cards_of = np.left_shift(1, cards)
    hands = cards_of.sum(axis=1)
    ranked = on_arrays(seven_card.strength)
    sixes = [ranked(hands - cards_of[:, place]) for place in range(7)]
    assert (ranked(hands) == np.max(sixes, axis=0)).all()


def test_a_natural_royal_agrees_with_its_literal_twin():
    """Hands of 5 to 52 cards, with and without jokers; about half of them hold ace to ten of some suit."""
    source, found = random.Random(11), 0
    for _ in range(4000):
        cards = source.sample(range(52), source.randint(5, 52))
        held = {spoken(card) for card in cards}
        wanted = any(all((rank, suit) in held for rank in range(10, 15)) for suit in range(4))
        assert has_natural_royal(bits(cards) + (source.randrange(3) << JOKERS)) == wanted
        found += wanted
    assert 1000 < found < 3000
