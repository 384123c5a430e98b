"""Suits that may change places: hands up to the names of their suits, and the decks that allow it."""

from itertools import permutations

import numpy as np

from pitboss.core.cards import JOKER, SUITS, Card
from pitboss.core.errors import GameError
from pitboss.core.game import Game
from pitboss.hands.bits import SUIT, card_bit
from pitboss.maths.compile.cpu import fast


def ranks_of(game: Game) -> int:
    """The ranks of a deck that holds the same ones in every suit; refuses other decks."""
    bits = sum(card_bit(face) for face in game.deck if face != JOKER)
    if any(bits >> 13 * suit & SUIT != bits & SUIT for suit in range(len(SUITS))):
        raise GameError(f"{game.name}: the exact method needs the same ranks in every suit", "no-solver")
    return bits & SUIT


def suit_orders(faces: tuple[Card, ...], alike: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every way to rename alike suits that leaves the deck as it is."""
    deck = np.array([sum(card_bit(face) for face in faces)])
    orders = []
    for order in permutations(alike):
        whole = list(range(len(SUITS)))
        for suit, other in zip(alike, order, strict=True):
            whole[suit] = other
        if renamed(deck, tuple(whole))[0] == deck[0]:
            orders.append(tuple(whole))
    return orders


def renamed(cards: np.ndarray, order: tuple[int, ...]) -> np.ndarray:
    """Hands without jokers, the cards of every suit moved to the suit that `order` names."""
    return sum((((cards >> 13 * suit) & SUIT) << 13 * other for suit, other in enumerate(order)), 0 * cards)


@fast
def in_order(cards):
    """A hand with its suits in falling order: one for all hands that differ in the names of the suits alone."""
    a = cards & 8191
    b = cards >> 13 & 8191
    c = cards >> 26 & 8191
    d = cards >> 39 & 8191
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    return a | b << 13 | c << 26 | d << 39 | (cards >> 52) << 52


@fast
def same_orders(top, second, third, fourth):
    """How many of the 24 ways to order four holdings, given in falling order, leave them as they are."""
    if top == second:
        if second == third:
            return 24 if third == fourth else 6
        return 4 if third == fourth else 2
    if second == third:
        return 6 if third == fourth else 2
    return 2 if third == fourth else 1
