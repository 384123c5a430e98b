"""Hands in words, kind by kind."""

from enum import IntEnum

import pytest

from pitboss.core.cards import parse_cards
from pitboss.hands import five_card, four_card, three_card, wild
from pitboss.hands.bits import kind
from pitboss.hands.words import against, hand_marks, hand_words, plural_rank
from tests.hands.literal import bits


@pytest.mark.parametrize(
    ("ranking", "cards", "words"),
    [
        (three_card, "Qs Qd 2c", "pair of queens"),
        (three_card, "6s 6d 6c", "three sixes"),
        (three_card, "As 2d 3c", "straight, three high"),
        (three_card, "As 9d 3c", "ace high"),
        (four_card, "6s 6d 2c 2h Ah", "two pair, sixes and twos"),
        (four_card, "As Ad Ac Ah 2c", "four aces"),
        (five_card, "3s 3d 3c 8h 8c", "full house, threes over eights"),
        (five_card, "9h 8h 7h 6h 2h", "flush, nine high"),
        (five_card, "Ah 2h 3h 4h 5h", "straight flush, five high"),
        (five_card, "Ah Kh Qh Jh Th", "royal flush"),
        (wild, "7h 7s 7d 7c JK", "five sevens"),
    ],
)
def test_hands_are_said_as_players_say_them(ranking, cards: str, words: str):
    strength = ranking.strength(bits(parse_cards(cards)))
    assert hand_words(ranking.Kind(kind(strength)), strength) == words


def test_plurals():
    assert [plural_rank(rank) for rank in (0, 4, 12)] == ["twos", "sixes", "aces"]


@pytest.mark.parametrize(
    ("ranking", "cards", "words"),
    [
        (three_card, "Qs 6h 4d", "Q-6-4"),
        (four_card, "Ks Qh 8d 4c 2s", "K-Q-8-4"),
        (four_card, "Ks Kh 8d 4c 2s", "pair K-8-4"),
        (five_card, "As Kh Jd 8c 3s", "A-K-J-8-3"),
        (five_card, "Ts Th Td Tc 3s", "four of a kind 10-3"),
    ],
)
def test_hands_are_marked_by_the_ranks_that_count(ranking, cards: str, words: str):
    strength = ranking.strength(bits(parse_cards(cards)))
    assert hand_marks(ranking.Kind(kind(strength)), strength) == words


class Ended(IntEnum):
    LOST = 0
    TIED = 1
    WON = 2


@pytest.mark.parametrize(
    ("mine", "ended", "words"),
    [
        ("pair of kings", Ended.WON, "pair of kings beats the dealer's ace high"),
        ("three sixes", Ended.WON, "three sixes beat the dealer's ace high"),
        ("full house, threes over eights", Ended.LOST, "full house, threes over eights loses to the dealer's ace high"),
        ("four aces", Ended.LOST, "four aces lose to the dealer's ace high"),
        ("ace high", Ended.TIED, "ace high ties the dealer's ace high"),
    ],
)
def test_two_hands_are_compared_in_a_sentence(mine: str, ended: Ended, words: str):
    assert against(mine, "ace high", ended) == words


def test_hands_of_one_name_are_told_apart():
    assert against("king high", "king high", Ended.WON) == "king high beats the dealer's king high by the next cards"
    assert against("pair of sixes", "pair of sixes", Ended.TIED) == "pair of sixes ties the dealer's pair of sixes"
