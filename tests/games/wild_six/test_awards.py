"""What Queens Or Better, Draw Bonus and Taxpayer's Fortune pay, against twins written from the words of the tables."""

import random
from collections import Counter

from pitboss.core.cards import JOKER, rank
from pitboss.games.wild_six.game import Drawn, Fortune, Paying, draw_bonus, fortune, queens_or_better
from pitboss.hands.bits import card_bit
from tests.hands import literal
from tests.hands.literal import Card, bits, spoken


def literal_fortune(cards: list[Card]) -> str:
    """The award of six cards, from the words of the table."""
    naturals = [card for card in cards if card != literal.JOKER]
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


def test_paying_hands_agree_with_the_twin():
    source = random.Random(5)
    low = [card for card in range(52) if rank(card) >= 8]
    for _ in range(1500):
        jokers = source.choice((0, 1, 1, 2))
        cards = [*source.sample(source.choice((range(52), low)), 5 - jokers), *[JOKER] * jokers]
        twin = literal.best_of_five([spoken(card) for card in cards])
        name = literal.NAMES[twin[0]]
        if name == "ROYAL_FLUSH":
            name = "WILD_ROYAL" if jokers else "NATURAL_ROYAL"
        if name in ("PAIR", "HIGH_CARD"):
            name = "PAIR_OF_QUEENS" if name == "PAIR" and twin[1][0] >= 12 else "LESS"
        assert queens_or_better(bits(cards)) == Paying[name]
        sixth = source.choice([card for card in range(52) if card not in cards])
        six = literal.best([spoken(card) for card in (*cards, sixth)]) if jokers < 2 else None
        if six is not None:
            natural = any(
                all((place, each) in [spoken(card) for card in (*cards, sixth)] for place in range(10, 15))
                for each in range(4)
            )
            drawn = (
                "NATURAL_ROYAL"
                if natural
                else {"ROYAL_FLUSH": "WILD_ROYAL"}.get(literal.NAMES[six[0]], literal.NAMES[six[0]])
            )
            drawn = "LESS" if drawn in ("PAIR", "HIGH_CARD") else drawn
            assert draw_bonus(bits(cards), card_bit(sixth)) == Drawn[drawn]


def test_fortune_awards_agree_with_the_twin():
    source = random.Random(6)
    seen: Counter[str] = Counter()
    pools = [
        range(52),
        range(13),
        [card for card in range(52) if rank(card) in (3, 9)],
        [card for card in range(52) if rank(card) > 5],
    ]
    pools += [
        [card for card in range(52) if rank(card) in (12, 7)],
        [13 * (rank % 4) + rank for rank in range(13)],
        range(7),
    ]
    for _ in range(6000):
        jokers = source.choice((0, 0, 0, 1, 2))
        pool = source.choice(pools)
        cards = [*source.sample(pool, 6 - jokers), *[JOKER] * jokers]
        source.shuffle(cards)
        award = literal_fortune([spoken(card) for card in cards])
        assert fortune(bits(cards[:5]), card_bit(cards[5])) == Fortune[award]
        seen[award] += 1
    assert set(seen) == {each.name for each in Fortune}
