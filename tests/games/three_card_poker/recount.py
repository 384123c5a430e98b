"""3 Card Poker counted literally: every hand against every dealer hand, by the printed rules alone.

Nothing of the game or its mathematics is used: hands are ranks and suits, and outcomes are the numbers of `game.py`.
"""

from collections import Counter
from functools import cache
from itertools import combinations, permutations

import numpy as np

QUEEN, SPADES = 10, 3
FOLD, PLAY, NOT_PLACED = 0, 1, -1
LOST, TIED, NOT_QUALIFIED, WON = 0, 1, 2, 3


def category(ranks: tuple[int, ...], suits: tuple[int, ...]) -> tuple[int, ...]:
    """The kind of a hand, 0 for high card up to 5 for a straight flush, and the ranks that decide within it."""
    low, middle, high = sorted(ranks)
    if low == middle == high:
        return (4, high)
    if low == middle or middle == high:
        return (1, middle, low if middle == high else high)
    is_flush = len(set(suits)) == 1
    top = 1 if (low, middle, high) == (0, 1, 12) else high
    is_straight = top == 1 or high - low == 2
    if is_straight:
        return (5 if is_flush else 3, top)
    return (2 if is_flush else 0, high, middle, low)


@cache
def hands() -> tuple[np.ndarray, np.ndarray, np.ndarray, list[tuple[int, ...]]]:
    """Every hand of three cards: its cards, its place in the order of hands, whether it qualifies, its kind."""
    cards = list(combinations(range(52), 3))
    kinds = [category(tuple(card % 13 for card in hand), tuple(card // 13 for card in hand)) for hand in cards]
    place = {kind: number for number, kind in enumerate(sorted(set(kinds)))}
    return (
        np.array([sum(1 << card for card in hand) for hand in cards], dtype=np.int64),
        np.array([place[kind] for kind in kinds]),
        np.array([kind >= (0, QUEEN) for kind in kinds]),
        kinds,
    )


def spades(cards: np.ndarray) -> np.ndarray:
    """The number of spades in each hand."""
    return sum((cards >> 13 * SPADES + rank & 1 for rank in range(13)), np.zeros(len(cards), dtype=np.int64))


@cache
def standing(fixed: bool) -> dict[int, int]:
    """Hands that stand for others up to the names of suits (spades stay where they are `fixed`), with how many."""
    orders = [order for order in permutations(range(4)) if not fixed or order[SPADES] == SPADES]
    found: Counter[int] = Counter()
    for hand in combinations(range(52), 3):
        found[min(sum(1 << 13 * order[card // 13] + card % 13 for card in hand) for order in orders)] += 1
    return dict(found)


@cache
def counted(fixed: bool) -> list[tuple[int, int, Counter[tuple[int, int]]]]:
    """Each standing hand, how many it stands for, and the dealer hands by outcome of a hand played, and spades."""
    cards, places, qualifies, _ = hands()
    where = {int(hand): number for number, hand in enumerate(cards)}
    own = spades(cards) if fixed else np.zeros(len(cards), dtype=np.int64)
    found = []
    for hand, many in standing(fixed).items():
        mine, free = where[hand], cards & hand == 0
        compared = np.where(places < places[mine], WON, np.where(places == places[mine], TIED, LOST))
        ended = np.where(qualifies, compared, NOT_QUALIFIED)[free]
        numbers, ways = np.unique(ended * 8 + own[free] + own[mine], return_counts=True)
        ends = Counter({divmod(int(each), 8): int(way) for each, way in zip(numbers, ways, strict=True)})
        found.append((mine, many, ends))
    return found


ANTE_AND_PLAY = {LOST: -2, TIED: 0, NOT_QUALIFIED: 1, WON: 2}
BONUS = {3: 1, 4: 2, 5: 3}
"""Outcomes of the Ante Bonus by kind of hand."""
BONUS_PAYS = {0: 0, 1: 1, 2: 4, 3: 5}


def is_played(name: str, kind: tuple[int, ...], ends: Counter[tuple[int, int]]) -> bool:
    """Whether a hand is played: by its worth, or as a named strategy says."""
    if name == "best":
        bonus = BONUS_PAYS[BONUS.get(kind[0], 0)]
        return sum((ANTE_AND_PLAY[end] + bonus + 1) * ways for (end, _), ways in ends.items()) >= 0
    return {"q-6-4": kind >= (0, 10, 4, 2), "mimic": kind >= (0, QUEEN), "always-play": True}[name]


def recounted(name: str, with_spades: bool) -> dict[tuple[int, ...], int]:
    """The tally of a way to play: the choice, Ante, Ante Bonus, Play, Pair Plus, and the spades of all six cards."""
    cells: Counter[tuple[int, ...]] = Counter()
    for hand, many, ends in counted(with_spades):
        kind, *_ = hands()[3][hand]
        plays = is_played(name, hands()[3][hand], ends)
        for (end, spade), ways in ends.items():
            played = (PLAY, end, BONUS.get(kind, 0), end) if plays else (FOLD, LOST, 0, NOT_PLACED)
            cells[(*played, kind, *([spade] if with_spades else []))] += many * ways
    return dict(cells)
