"""The evaluator for arrays is the rule itself, hand by hand, and says what is no hand."""

import doctest
import random

import numpy as np
import pytest

from pitboss.core.cards import parse_cards
from pitboss.core.errors import CardError
from pitboss.games import find
from pitboss.games.wild_six import arrays
from pitboss.hands.bits import card_bit
from pitboss.hands.wild import strength

DECK = find()["wild-six"].build().deck.faces


@pytest.mark.parametrize("size", [5, 6])
@pytest.mark.parametrize("rows", [200, pytest.param(60_000, marks=pytest.mark.compiled)])
def test_arrays_of_hands_are_ranked_by_the_rule(size: int, rows: int):
    source = random.Random(size)
    cards = [source.sample(DECK, size) for _ in range(rows)]
    hands = arrays.hands_of(np.array(cards))
    found = arrays.strengths(hands)
    for row in [*range(100), *range(rows - 100, rows)]:
        assert hands[row] == sum(card_bit(card) for card in cards[row])
        assert found[row] == strength(int(hands[row]))
    assert (arrays.strengths(hands, check=False) == found).all()


def test_the_example_in_its_text():
    assert doctest.testmod(arrays).failed == 0
    assert doctest.testmod(arrays).attempted > 3


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("As Ks Qs Js", "cards of shape (1, 4)"),
        ("As Ks Qs Js As", "row 0, [51, 50, 49, 48, 51]: a card twice"),
        ("As Ks JK JK JK", "more than two jokers"),
    ],
)
def test_what_is_no_hand_is_refused(cards: str, sentence: str):
    faces = np.array(
        [[{"A": 51, "K": 50, "Q": 49, "J": 48}[text[0]] if text != "JK" else 52 for text in cards.split()]]
    )
    with pytest.raises(CardError) as caught:
        arrays.hands_of(faces)
    assert sentence in str(caught.value)


def test_numbers_that_are_no_cards_or_hands_are_refused():
    with pytest.raises(CardError, match="no card 53"):
        arrays.hands_of(np.array([[1, 2, 3, 4, 53]]))
    with pytest.raises(CardError, match="float64: give rows"):
        arrays.hands_of(np.ones((2, 5)))
    good = arrays.hands_of(np.array([parse_cards("As Ks Qs Js 2c")]))
    with pytest.raises(CardError, match=r"hand 1, 7: a hand is five or six cards"):
        arrays.strengths(np.array([int(good[0]), 7]))
    with pytest.raises(CardError, match="give one row of whole numbers"):
        arrays.strengths(good.reshape(1, 1))
    with pytest.raises(CardError, match="hand 0, -5"):
        arrays.strengths(np.array([-5]))
    with pytest.raises(CardError, match="hand 0, 1: "):
        arrays.strengths(np.array([31], dtype=np.int16) & 1)
