"""Cards in a report's texts: written `A♠ 10♥ 🃏`, sorted, and drawn as faces where the report is rendered."""

import re
from collections.abc import Iterable

from pitboss.core.cards import JOKER, RANK_MARKS, RANK_NAMES, RANKS, SUIT_NAMES, SUITS, Card, parse_card, rank, suit

SIGNS = "♣♦♥♠"
JOKER_SIGN = "🃏"
FACE = rf"(?:(?:10|[2-9JQKA])[{SIGNS}]|{JOKER_SIGN})"
RUN = re.compile(rf"{FACE}(?: {FACE})*")
"""Cards that stand beside each other in a text."""
TYPED = re.compile(rf"\b(?:[{RANKS}][{SUITS}]|JK)\b")


def face(card: Card) -> str:
    """`A♠`: a card as reports write it."""
    return JOKER_SIGN if card == JOKER else RANK_MARKS[rank(card)] + SIGNS[suit(card)]


def faces(cards: Iterable[Card]) -> str:
    """Cards from high to low, those of one rank by suit, jokers last."""
    return " ".join(map(face, sorted(cards, key=lambda card: (card == JOKER, -rank(card), -suit(card)))))


def with_faces(text: str) -> str:
    """A text in which cards that are typed, such as `Td`, are written as faces, `10♦`."""
    return TYPED.sub(lambda found: face(parse_card(found[0])), text)


def card_words(cards: Iterable[Card]) -> str:
    """Cards in words, for readers who do not see them: `ace of spades, joker`."""
    return ", ".join(
        "joker" if card == JOKER else f"{RANK_NAMES[rank(card)]} of {SUIT_NAMES[suit(card)]}" for card in cards
    )


def pieces(text: str) -> list[tuple[str, tuple[Card, ...]]]:
    """A text cut at its cards: each piece with the cards that it is, none for words."""
    found: list[tuple[str, tuple[Card, ...]]] = []
    end = 0
    for run in RUN.finditer(text):
        if run.start() > end:
            found.append((text[end : run.start()], ()))
        found.append((run[0], tuple(map(parse_card, run[0].split()))))
        end = run.end()
    return [*found, (text[end:], ())] if end < len(text) else found
