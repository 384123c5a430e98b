import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.core import money
from pitboss.core.cards import (
    ACE,
    FACES,
    JOKER,
    ONE_JOKER,
    SPADES,
    STANDARD,
    TWO_JOKERS,
    card,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
    rank,
    shoe,
    suit,
)  # fmt: skip
from pitboss.core.errors import CardError, FormatError


def test_every_card_reads_back():
    for face in range(FACES):
        assert parse_card(card_text(face)) == face


@given(st.lists(st.integers(0, FACES - 1)))
def test_every_row_of_cards_reads_back(cards: list[int]):
    assert parse_cards(cards_text(cards)) == tuple(cards)


def test_rank_and_suit_are_the_letters():
    for (suit_number, suit_letter), (rank_number, rank_letter) in itertools.product(
        enumerate("cdhs"), enumerate("23456789TJQKA")
    ):
        face = parse_card(rank_letter + suit_letter)
        assert face == card(rank_number, suit_number)
        assert (rank(face), suit(face)) == (rank_number, suit_number)
    assert parse_card("As") == card(ACE, SPADES)


def test_other_ways_to_write_a_card():
    assert parse_cards("10d, tD joker jk as") == parse_cards("Td Td JK JK As")
    assert parse_cards("A♠ 10♥ k♦ 2♣ 🃏") == parse_cards("As Th Kd 2c JK")
    assert parse_cards("A♠\ufe0f 9♥\ufe0e 3♡ 4♤ 5♢ 6♧") == parse_cards("As 9h 3h 4s 5d 6c")
    assert parse_cards("\ufeffAs Kd") == parse_cards("As Kd")


@pytest.mark.parametrize("text", ["", "1s", "As Kd", "Ax", "sA", "A", "10", "11s", "Jk5", "🂡", "１s"])
def test_what_is_no_card(text: str):
    with pytest.raises(FormatError, match=r"no card .* such as As"):
        parse_card(text)


@given(st.text())
def test_any_text_is_cards_or_a_clear_error(text: str):
    try:
        cards = parse_cards(text)
    except FormatError:
        return
    assert all(face in range(FACES) for face in cards)


def test_decks():
    assert [len(deck) for deck in (STANDARD, ONE_JOKER, TWO_JOKERS)] == [52, 53, 54]
    assert TWO_JOKERS.counts[JOKER] == 2
    for decks in range(1, 9):
        assert len(shoe(decks, without=(5, 6, 7, 8))) == 36 * decks


@pytest.mark.parametrize(
    ("deck", "cards", "sentence"),
    [
        (STANDARD, "As Kd As", "As is dealt 2 times; the 52-card deck holds it once"),
        (STANDARD, "As JK", "JK is not a card of the 52-card deck"),
        (TWO_JOKERS, "JK JK JK", "JK is dealt 3 times; the 54-card deck holds it 2 times"),
        (shoe(2), "2c 2c 2c", "2c is dealt 3 times; the 2-deck shoe holds it 2 times"),
    ],
)
def test_a_deck_refuses_what_it_does_not_have(deck, cards: str, sentence: str):
    with pytest.raises(CardError, match=sentence):
        deck.check(parse_cards(cards), Counter())


def test_a_deck_remembers_what_is_gone():
    STANDARD.check(parse_cards("As"), Counter(parse_cards("Ks")))
    with pytest.raises(CardError):
        STANDARD.check(parse_cards("As"), Counter(parse_cards("As")))


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("5", 500),
        ("5.00", 500),
        ("$5", 500),
        ("$5.5", 550),
        ("0.05", 5),
        ("-5", -500),
        ("1,000", 100_000),
        (" 7 ", 700),
    ],
)
def test_amounts(text: str, cents: int):
    assert money.cents(text) == cents


@pytest.mark.parametrize("text", ["", "five", "5.005", "1e3", "nan", "--5", "5$", "1,00", "٥", "−5", ".5", "5."])
def test_what_is_no_amount(text: str):
    with pytest.raises(FormatError, match="no amount"):
        money.cents(text)


@given(st.integers(-(10**15), 10**15))
def test_amounts_read_back(amount: int):
    assert money.cents(money.dollars(amount)) == amount
