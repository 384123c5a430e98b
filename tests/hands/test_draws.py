"""What incomplete hands may become, against definitions that try every card; and the best four against a dealer."""

import itertools
import random
from collections import Counter

import pytest

from pitboss.core.cards import parse_cards, rank, suit
from pitboss.core.dialect import breaches, rules_under
from pitboss.hands import best_four, draws
from pitboss.hands.best_four import Showdown, has_aces, has_four_aces, has_king, has_straight, higher, showdown
from pitboss.hands.bits import ranks_of
from pitboss.hands.draws import fits, gaps, is_outside, pairs_of, same_suit, triples_of
from tests.hands.literal import bits, four_card, spoken

RULES = (
    *(fits, gaps, is_outside, pairs_of, same_suit, triples_of),
    *(has_aces, has_four_aces, has_king, has_straight, higher, showdown),
)
STRAIGHTS = [{(low + step) % 13 for step in range(5)} for low in (12, *range(9))]
"""The ranks of every straight of five, the one from the ace first."""


def test_they_keep_to_the_dialect():
    assert [sentence for rule in rules_under(RULES) for sentence in breaches(rule)] == []


def hands(count: int, seed: int = 1) -> list[list[int]]:
    source = random.Random(seed)
    pools = (range(52), range(13), range(26), [card for card in range(52) if card % 13 in (0, 1, 2, 3, 12)])
    return [source.sample(source.choice(pools), count) for _ in range(1500)]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_ranks_suits_and_pairs_are_counted(count: int):
    for cards in hands(count):
        times = Counter(map(rank, cards))
        assert ranks_of(bits(cards)) == sum(1 << each for each in times)
        assert bool(same_suit(bits(cards))) == (len(set(map(suit, cards))) == 1)
        assert pairs_of(bits(cards)) == sum(1 << each for each, often in times.items() if often >= 2)
        assert triples_of(bits(cards)) == sum(1 << each for each, often in times.items() if often >= 3)


@pytest.mark.parametrize("count", [3, 4])
def test_gaps_are_the_ranks_missing_between_those_of_a_straight(count: int):
    for ranks in itertools.combinations(range(13), count):
        high, low = sorted(ranks), sorted(-1 if each == 12 else each for each in ranks)
        missing = min(each[-1] - each[0] + 1 - count for each in (high, low))
        found = gaps(sum(1 << each for each in ranks), count)
        assert found == (missing if missing + count <= 5 else 3)
        assert (found < 3) == any(set(ranks) <= straight for straight in STRAIGHTS)
    assert gaps(0b11, count) == 3


def test_four_to_an_outside_straight_are_completed_by_two_ranks_in_a_row_with_them():
    for ranks in itertools.combinations(range(13), 4):
        completing = {straight.difference(ranks).pop() for straight in STRAIGHTS if set(ranks) < straight}
        in_a_row = ranks[3] - ranks[0] == 3
        assert bool(is_outside(sum(1 << each for each in ranks))) == (len(completing) == 2 and in_a_row)


def literal_best(cards: list[int]) -> tuple:
    return max(four_card([spoken(card) for card in four]) for four in itertools.combinations(cards, 4))


def test_two_hands_of_five_are_compared_by_their_best_four():
    for cards in hands(10, seed=2):
        mine, theirs = literal_best(cards[:5]), literal_best(cards[5:])
        player, dealer = bits(cards[:5]), bits(cards[5:])
        ended = Showdown.WON if mine > theirs else Showdown.LOST if mine < theirs else Showdown.TIED
        qualified = theirs[0] > 0 or theirs[1][0] >= 13
        assert higher(player, dealer) == ended
        assert showdown(player, dealer) == (ended if qualified else Showdown.NOT_QUALIFIED)
        assert bool(has_king(dealer)) == qualified
        assert bool(has_aces(player)) == (mine >= (1, [14]))
        assert bool(has_straight(player)) == (mine[0] >= 3)
        assert bool(has_four_aces(player)) == (mine == (7, [14]))


def test_only_four_aces_are_four_aces():
    for text, wanted in (("As Ah Ad Ac 2c", True), ("Ks Kh Kd Kc Ac", False), ("As Ah Ad Kc 2c", False)):
        assert bool(has_four_aces(bits(parse_cards(text)))) == wanted


def test_words():
    hand = bits(parse_cards("Kc Kd 9h 7s 2c"))
    queen = bits(parse_cards("Qc Jd 9h 7s 2d"))
    assert best_four.dealer_words(queen) == "queen high, does not qualify"
    assert best_four.higher_words(hand, queen) == "pair of kings beats the dealer's queen high"
    assert best_four.showdown_words(hand, queen) == "pair of kings; the dealer's queen high does not qualify"
    assert draws.aces_low(1 << 12 | 0b11) == 0b111
