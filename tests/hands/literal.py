"""Slow, literal twins of the rankings: a joker is tried as every card there is, and every choice of cards is tried.

They share nothing with the rules under test: hands are lists of (rank, suit), kinds are found by counting, and the
best of several hands is the largest tuple.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from math import comb

from pitboss.core import cards as core

Card = tuple[int, int]
ALL = [(rank, suit) for rank in range(2, 15) for suit in range(4)]
JOKER = (0, 0)
NAMES = (
    *("HIGH_CARD", "PAIR", "TWO_PAIR", "THREE_OF_A_KIND", "STRAIGHT", "FLUSH", "FULL_HOUSE", "FOUR_OF_A_KIND"),
    *("STRAIGHT_FLUSH", "FIVE_OF_A_KIND", "ROYAL_FLUSH"),
)


@cache
def of_ranks(ranks: tuple[int, ...], flush: bool) -> tuple:
    """The value of five cards by their ranks, highest first, and whether they share a suit."""
    counts = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = [count for _, count in counts]
    order = tuple(rank for rank, _ in counts)
    straight = ranks[0] if len(order) == 5 and ranks[0] - ranks[4] == 4 else 5 if ranks == (14, 5, 4, 3, 2) else 0
    if flush and straight == 14:
        return (10,)
    if shape == [5]:
        return (9, order)
    if flush and straight:
        return (8, straight)
    if shape[0] == 4:
        return (7, order)
    if shape == [3, 2]:
        return (6, order)
    if flush:
        return (5, order)
    if straight:
        return (4, straight)
    return {3: (3, order), 2: (2 if shape.count(2) == 2 else 1, order)}.get(shape[0], (0, order))


def value(cards: list[Card]) -> tuple:
    """The value of five cards without a joker; equal cards only ever stand in five of a kind (ruling W2)."""
    ranks = tuple(sorted((rank for rank, _ in cards), reverse=True))
    if len(set(cards)) < 5 and len(set(ranks)) > 1:
        return (-1,)
    return of_ranks(ranks, len({suit for _, suit in cards}) == 1 and len(set(cards)) == 5)


def best_of_five(cards: list[Card]) -> tuple:
    """The value of five cards, every joker tried as every card."""
    naturals = [card for card in cards if card != JOKER]
    jokers = 5 - len(naturals)
    return max(value([*naturals, *tried]) for tried in itertools.combinations_with_replacement(ALL, jokers))


def best(cards: list[Card]) -> tuple:
    """The value of the best five of any number of cards."""
    return max(best_of_five(list(five)) for five in itertools.combinations(cards, 5))


def three_card(cards: list[Card]) -> tuple:
    """The value of three cards: the place of their kind, then ranks that break ties."""
    ranks = sorted((rank for rank, _ in cards), reverse=True)
    flush = len({suit for _, suit in cards}) == 1
    straight = ranks[0] - ranks[1] == ranks[1] - ranks[2] == 1
    if ranks == [14, 3, 2]:
        straight, ranks = True, [3, 2, 1]
    order = [rank for rank, _ in sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)]
    if straight and flush:
        return (5, ranks)
    if len(order) == 1:
        return (4, order)
    if straight:
        return (3, ranks)
    if flush:
        return (2, ranks)
    return (1 if len(order) == 2 else 0, order)


def four_card(cards: list[Card]) -> tuple:
    """The value of four cards: the place of their kind, then ranks that break ties."""
    ranks = sorted((rank for rank, _ in cards), reverse=True)
    flush = len({suit for _, suit in cards}) == 1
    straight = [ranks[0] - rank for rank in ranks] == [0, 1, 2, 3]
    if ranks == [14, 4, 3, 2]:
        straight, ranks = True, [4, 3, 2, 1]
    counts = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    shape, order = [count for _, count in counts], [rank for rank, _ in counts]
    if shape == [4]:
        return (7, order)
    if straight and flush:
        return (6, ranks)
    if shape[0] == 3:
        return (5, order)
    if flush:
        return (4, ranks)
    if straight:
        return (3, ranks)
    return ({(2, 2): 2, (2, 1, 1): 1}.get(tuple(shape), 0), order)


def spoken(card: core.Card) -> Card:
    """A card as the twins speak of it."""
    return JOKER if card == core.JOKER else (core.rank(card) + 2, core.suit(card))


def bits(cards: Iterable[core.Card]) -> int:
    """A hand as the rules see it."""
    return sum(1 << card for card in cards)


def canonical_hands(count: int, jokers: int = 0) -> Iterator[tuple[tuple[core.Card, ...], int]]:
    """Every hand of this size with so many jokers, once for all ways to name its suits, and how many hands that is.

    Four holdings of one suit each, the largest first: every other order of them is the same hand with suits renamed.
    """
    holdings: dict[int, list[int]] = {}
    for holding in range(1 << 13):
        holdings.setdefault(holding.bit_count(), []).append(holding)
    for sizes in itertools.product(range(count + 1), repeat=4):
        if sum(sizes) != count - jokers:
            continue
        for suits in itertools.product(*(holdings[size] for size in sizes[:3])):
            if not suits[0] >= suits[1] >= suits[2]:
                continue
            for last in holdings[sizes[3]]:
                if last > suits[2]:
                    break
                four = (*suits, last)
                cards = tuple(13 * suit + rank for suit in range(4) for rank in range(13) if four[suit] >> rank & 1)
                yield (*cards, *[core.JOKER] * jokers), comb(2, jokers) * len(set(itertools.permutations(four)))


def longest_flush(cards: list[Card]) -> tuple:
    """The longest flush: how many cards of one suit, then their ranks from the top; the best of the four suits."""
    suits = [sorted((rank for rank, suit in cards if suit == each), reverse=True) for each in range(4)]
    return max((len(ranks), ranks) for ranks in suits)


def straight_flush_cards(cards: list[Card]) -> int:
    """The most cards of one suit that lie in a row, every run tried; the ace is fourteen and one."""
    held = set(cards) | {(1, suit) for rank, suit in cards if rank == 14}
    runs = [
        length
        for rank, suit in held
        for length in range(1, 8)
        if all((rank + step, suit) in held for step in range(length))
    ]
    return max(runs)
