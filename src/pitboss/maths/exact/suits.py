"""Sets of cards for exact methods: canonical up to a renaming of suits, and ranked in colexicographic order.

The hands that an opponent can hold without any card of a set S are counted by inclusion-exclusion over the subsets U of
S: with alternating signs, the hands that contain U, from one table for each size of U, indexed by the rank of U. A set
has one bit per card, thirteen per suit, and above them a counter of jokers; in a rank, jokers are the cards 52 and 53.
"""

from itertools import permutations
from math import comb

import numpy as np

from pitboss.core.cards import JOKER, SUITS, Card
from pitboss.core.errors import GameError
from pitboss.core.game import Game
from pitboss.hands.bits import SUIT, card_bit
from pitboss.maths.compile.cpu import fast

PLACES = 54
BINOMIALS = np.array([[comb(n, k) for k in range(8)] for n in range(PLACES + 1)], dtype=np.int64)


def ranks_of(game: Game) -> int:
    """The ranks of a deck, as a mask; refuses a deck that does not have the same ranks in every suit."""
    bits = sum(card_bit(face) for face in game.deck if face != JOKER)
    if any(bits >> 13 * suit & SUIT != bits & SUIT for suit in range(len(SUITS))):
        raise GameError(f"{game.name}: the exact method needs the same ranks in every suit", "no-solver")
    return bits & SUIT


def suit_orders(faces: tuple[Card, ...], alike: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The permutations of the suits in `alike` that map the deck onto itself."""
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
    """Hands without jokers, with each suit moved to the suit that `order` names."""
    return sum((((cards >> 13 * suit) & SUIT) << 13 * other for suit, other in enumerate(order)), 0 * cards)


@fast
def in_order(cards):
    """A hand with its suits sorted, descending: the canonical form of all hands that differ only in suit names."""
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
    """The number of the 24 permutations of four holdings, given in descending order, that leave them unchanged."""
    if top == second:
        if second == third:
            return 24 if third == fourth else 6
        return 4 if third == fourth else 2
    if second == third:
        return 6 if third == fourth else 2
    return 2 if third == fourth else 1


@fast
def places_of(cards, places):
    """Fills `places` with the cards of a set, ascending, jokers as 52 and 53; returns their number."""
    count = 0
    for place in range(52):
        if cards >> place & 1:
            places[count] = place
            count += 1
    for joker in range(cards >> 52):
        places[count] = 52 + joker
        count += 1
    return count


@fast
def number_of(cards, binomials, places):
    """The colexicographic rank of a set among all sets of its size."""
    count = places_of(cards, places)
    number = 0
    for place in range(count):
        number += binomials[places[place], place + 1]
    return number


@fast
def numbered_set(number, size, binomials):
    """The set with this rank among all sets of a size."""
    cards = 0
    top = 53
    for place in range(size, 0, -1):
        while binomials[top, place] > number:
            top -= 1
        number -= binomials[top, place]
        cards += 1 << min(top, 52)
        top -= 1
    return cards


@fast
def number_of_part(places, mask, binomials):
    """The rank of the subset that a mask of indices into `places` picks."""
    number = 0
    count = 0
    for place in range(6):
        if mask >> place & 1:
            count += 1
            number += binomials[places[place], count]
    return number
