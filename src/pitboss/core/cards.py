"""Cards, decks and their text forms.

A card is a small int: its face. Two cards with one face (eight aces of spades in a shoe, two jokers) are the same
card twice, so a face has one text and a text one face. A deck says how many of each face there are.

>>> parse_cards("As Td JK")
(51, 21, 52)
>>> cards_text((51, 21, 52))
'As Td JK'
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from pitboss.core.errors import CardError, FormatError

Card: TypeAlias = int
Code: TypeAlias = int
"""The part of one card that one game can see, as a number."""
Hand: TypeAlias = int
"""The sum of the codes of a pile's cards."""

RANKS = "23456789TJQKA"
RANK_MARKS = tuple("10" if rank == "T" else rank for rank in RANKS)
"""Ranks as people read them on screens and in words; flags, files and JSON write `RANKS`."""
SUITS = "cdhs"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
EVERY_SUIT = (CLUBS, DIAMONDS, HEARTS, SPADES)
TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
JOKER: Card = 52
FACES = 53


def card(rank: int, suit: int) -> Card:
    """The card of this rank (`TWO` to `ACE`) and suit (`CLUBS` to `SPADES`)."""
    return 13 * suit + rank


def rank(card: Card) -> int:
    """The rank of a card that is not a joker, `TWO` to `ACE`."""
    return card % 13


def suit(card: Card) -> int:
    """The suit of a card, `CLUBS` to `SPADES`; a joker has none of the four."""
    return card // 13


def card_text(card: Card) -> str:
    """The two letters of a card: `As`, `Td`, `JK`."""
    return "JK" if card == JOKER else RANKS[rank(card)] + SUITS[suit(card)]


def cards_text(cards: Iterable[Card]) -> str:
    """Several cards, a space between them."""
    return " ".join(card_text(each) for each in cards)


SYMBOLS = str.maketrans(
    {**dict(zip("♣♦♥♠♧♢♡♤", SUITS * 2, strict=True)), "🃏": "JK", **dict.fromkeys("\ufe0e\ufe0f\ufeff")}
)
"""Suits as symbols, filled or hollow; variation selectors and byte-order marks are dropped."""
CARD_OF_TEXT = {card_text(face): face for face in range(FACES)}


def parse_card(text: str) -> Card:
    """The card that two letters name; `10d`, `ts`, `TS`, `A♠` and `joker` are understood too."""
    if text in CARD_OF_TEXT:  # As this program writes it.
        return CARD_OF_TEXT[text]
    plain = text.strip().translate(SYMBOLS)
    if plain.upper() in ("JK", "JOKER"):
        return JOKER
    plain = "T" + plain[2:] if plain.startswith("10") else plain
    face = CARD_OF_TEXT.get(plain[:-1].upper() + plain[-1:].lower())
    if face is None:
        raise FormatError(
            f"no card {text.strip()!r}: write a rank (2 to 9, T, J, Q, K, A) and a suit (c, d, h, s), "
            "such as As, or JK for a joker"
        )
    return face


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `As Kd 4h`; commas may stand between them."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


@dataclass(frozen=True)
class Deck:
    """A deck or shoe: its name, and how many cards of each face it holds."""

    name: str
    faces: tuple[Card, ...]
    """Every card in order, repeated as often as the deck holds it."""

    def __len__(self) -> int:
        return len(self.faces)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.faces)

    @cached_property
    def counts(self) -> Counter[Card]:
        """The number of cards of each face."""
        return Counter(self.faces)

    def check(self, cards: Iterable[Card], gone: Counter[Card]) -> None:
        """Refuses cards that this deck does not have, or no longer has after the cards `gone`."""
        counts, taken = self.counts, dict[Card, int]()
        for each in cards:
            taken[each] = taken.get(each) or gone.get(each, 0)
            taken[each] += 1
            have = counts.get(each, 0)
            if each not in range(FACES):
                raise CardError(f"no card {each!r}: a card is a whole number from 0 to {FACES - 1}", "unknown")
            if have == 0:
                raise CardError(f"{card_text(each)} is not a card of the {self.name}", "not-in-deck")
            if taken[each] > have:
                times = "once" if have == 1 else f"{have} times"
                raise CardError(
                    f"{card_text(each)} is dealt {taken[each]} times; the {self.name} holds it {times}", "used-up"
                )


STANDARD = Deck("52-card deck", tuple(range(52)))
ONE_JOKER = Deck("53-card deck", (*range(52), JOKER))
TWO_JOKERS = Deck("54-card deck", (*range(52), JOKER, JOKER))


def shoe(decks: int, without: Iterable[int] = ()) -> Deck:
    """Several decks together, the ranks in `without` removed from each."""
    removed = frozenset(without)
    one = tuple(face for face in STANDARD if rank(face) not in removed)
    name = f"{decks}-deck shoe" if decks > 1 else f"{len(one)}-card deck"
    return Deck(name, tuple(sorted(one * decks)))
