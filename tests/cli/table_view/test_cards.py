"""Cards as they are drawn: their order, their colours, plain text."""

import pytest

from pitboss.cli.table_view.cards import CardStyle, in_order, shown_card, shown_cards
from pitboss.core.cards import cards_text, parse_card, parse_cards
from pitboss.core.game import Reads

HAND = parse_cards("4h As JK 9c Th Ad 2s")


@pytest.mark.parametrize(
    ("reads", "text"),
    [
        (Reads.AS_DEALT, "4h As JK 9c Th Ad 2s"),
        (Reads.BY_RANK, "JK As Ad Th 9c 4h 2s"),
        (Reads.BY_SUIT, "JK As 2s Th 4h 9c Ad"),
    ],
)
def test_cards_are_sorted_as_a_game_is_read(reads: Reads, text: str):
    assert cards_text(in_order(HAND, reads)) == text
    assert shown_cards(HAND, reads, CardStyle.PLAIN).split() == text.replace("Th", "10h").split()


def test_suits_are_set_apart_where_suits_count():
    assert shown_cards(HAND, Reads.BY_SUIT, CardStyle.PLAIN) == "JK  As 2s  10h 4h  9c  Ad"
    assert shown_cards(HAND, Reads.BY_RANK, CardStyle.PLAIN) == "JK As Ad 10h 9c 4h 2s"


@pytest.mark.parametrize(
    ("card", "two", "four"),
    [
        ("As", "A♠", "A♠"),
        ("Th", "\033[31m10♥\033[0m", "\033[31m10♥\033[0m"),
        ("4d", "\033[31m4♦\033[0m", "\033[94m4♦\033[0m"),
        ("9c", "9♣", "\033[32m9♣\033[0m"),
        ("JK", "JK", "JK"),
    ],
)
def test_colours_of_both_decks(card: str, two: str, four: str):
    assert shown_card(parse_card(card), CardStyle.TWO_COLOUR) == two
    assert shown_card(parse_card(card), CardStyle.FOUR_COLOUR) == four
