"""A slow, literal poker evaluator: a joker is tried as every card there is.

It shares nothing with the evaluator under test: hands are lists of (rank, suit), kinds are found by counting, and the
best of several hands is the largest tuple.
"""

import itertools
from collections import Counter
from functools import cache

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


def fortune(cards: list[Card]) -> str:
    """The award of six cards, from the words of the table."""
    naturals = [card for card in cards if card != JOKER]
    counts = sorted(Counter(rank for rank, _ in naturals).values(), reverse=True)
    if len(naturals) == 4:
        return "SIX_OF_A_KIND" if counts == [4] else "NO_AWARD"
    if len(naturals) < 6:
        return "NO_AWARD"
    flush = len({suit for _, suit in naturals}) == 1
    high = sorted(rank for rank, _ in naturals)
    low = sorted(1 if rank == 14 else rank for rank, _ in naturals)
    straight = any(ranks == list(range(ranks[0], ranks[0] + 6)) for ranks in (high, low))
    if flush:
        return "SIX_CARD_STRAIGHT_FLUSH" if straight else "SIX_CARD_FLUSH"
    if counts == [4, 2]:
        aces = sum(rank == 14 for rank, _ in naturals) == 4
        return "FOUR_ACES_AND_A_PAIR" if aces else "FOUR_OF_A_KIND_AND_A_PAIR"
    if counts == [3, 3]:
        return "DOUBLE_THREE_OF_A_KIND"
    return "SIX_CARD_STRAIGHT" if straight else "NO_AWARD"
