"""Cards as a terminal shows them: in the order in which a game is read, in colour and with symbols where it can."""

import sys
from collections.abc import Iterable
from enum import Enum

from pitboss.cli.args import one_of
from pitboss.cli.console import has_symbols
from pitboss.core.cards import CLUBS, DIAMONDS, HEARTS, JOKER, RANK_MARKS, SPADES, SUITS, Card, card_text, rank, suit
from pitboss.core.game import Reads

SUIT_SYMBOLS = {CLUBS: "♣", DIAMONDS: "♦", HEARTS: "♥", SPADES: "♠"}
RED, GREEN, BLUE = "31", "32", "94"
SUIT_ORDER = (SPADES, HEARTS, CLUBS, DIAMONDS)  # Black and red in turn, so that neighbours differ with two colours.


class CardStyle(Enum):
    """How cards are drawn on a terminal that can show colours and symbols; elsewhere they are plain text."""

    TWO_COLOUR = "two-colour"
    FOUR_COLOUR = "four-colour"
    PLAIN = "plain"


COLOURS: dict[CardStyle, dict[int, str]] = {
    CardStyle.TWO_COLOUR: {HEARTS: RED, DIAMONDS: RED},
    CardStyle.FOUR_COLOUR: {HEARTS: RED, DIAMONDS: BLUE, CLUBS: GREEN},
}


def read_style(text: str) -> CardStyle:
    """The style that `--cards` asks for, or plain text where stdout cannot show it."""
    style = CardStyle(one_of("--cards", text, (each.value for each in CardStyle)))
    return style if has_symbols(sys.stdout) else CardStyle.PLAIN


def shown_card(card: Card, style: CardStyle) -> str:
    """`As` in plain text; `A♠`, coloured by its suit, in the other styles. Screens write a ten as `10`."""
    if card == JOKER:
        return card_text(card)
    if style is CardStyle.PLAIN:
        return RANK_MARKS[rank(card)] + SUITS[suit(card)]
    text, colour = RANK_MARKS[rank(card)] + SUIT_SYMBOLS[suit(card)], COLOURS[style].get(suit(card))
    return f"\033[{colour}m{text}\033[0m" if colour else text


def in_order(cards: Iterable[Card], reads: Reads) -> tuple[Card, ...]:
    """The cards as players of a game read them: jokers first, then from the highest rank down."""
    if reads is Reads.AS_DEALT:
        return tuple(cards)
    by_suit = reads is Reads.BY_SUIT

    def place(card: Card) -> tuple[int, int]:
        if card == JOKER:
            return -1, 0
        return SUIT_ORDER.index(suit(card)) if by_suit else 0, -rank(card)

    return tuple(sorted(cards, key=place))


def shown_cards(cards: Iterable[Card], reads: Reads, style: CardStyle) -> str:
    """Several cards in the order in which a game is read; where that is by suit, a gap stands between suits."""
    ordered, text = in_order(cards, reads), ""
    for before, card in zip((None, *ordered), ordered, strict=False):
        if before is not None:
            text += "  " if reads is Reads.BY_SUIT and suit(before) != suit(card) else " "
        text += shown_card(card, style)
    return text
