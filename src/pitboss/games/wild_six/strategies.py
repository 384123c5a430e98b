"""Named ways to discard in Wild Six, from the plainest up. None ever throws a joker."""

from pitboss.game import Strategy
from pitboss.games.wild_six.evaluator import JOKERS, SUIT, Bits, straight_top
from pitboss.rule import popcount, rule


@rule
def rank_count(hand: Bits, rank: int) -> int:
    """How many natural cards of a rank a hand holds."""
    return (hand >> rank & 1) + (hand >> rank + 13 & 1) + (hand >> rank + 26 & 1) + (hand >> rank + 39 & 1)


@rule
def lowest_of(hand: Bits, rank: int) -> int:
    """The card of a rank, in the first suit that has it."""
    for suit in range(4):
        card = 1 << rank + 13 * suit
        if hand & card:
            return card
    return 0


@rule
def throw_lowest(player: Bits) -> Bits:
    """Level 1: the lowest card that is alone in its rank."""
    for rank in range(13):
        if rank_count(player, rank) == 1:
            return lowest_of(player, rank)
    return 0


@rule
def is_pair_or_less(player: Bits) -> int:
    """Whether no more than two cards go together, jokers included."""
    matches = 0
    for rank in range(13):
        count = rank_count(player, rank)
        if count > 1:
            matches += count - 1
    return matches + (player >> JOKERS) <= 1


@rule
def off_suit(player: Bits) -> Bits:
    """The one card that keeps a hand from being four of a suit, jokers included; 0 where it is not one."""
    jokers = player >> JOKERS
    for suit in range(4):
        held = player >> 13 * suit & SUIT
        if popcount(held) + jokers == 4:
            return player & ~(held << 13 * suit) & ((1 << JOKERS) - 1)
    return 0


@rule
def throw_for_a_flush(player: Bits) -> Bits:
    """Level 2: four of a suit are kept, with a pair or less in the hand; else the lowest lone card."""
    if is_pair_or_less(player) and off_suit(player):
        return off_suit(player)
    return throw_lowest(player)


@rule
def ranks_of(hand: Bits) -> int:
    """The ranks a hand holds."""
    return (hand | hand >> 13 | hand >> 26 | hand >> 39) & SUIT


@rule
def straights_of(player: Bits, card: Bits) -> int:
    """How many ranks would make the other four cards a straight."""
    ranks = ranks_of(player - card)
    outs = 0
    for rank in range(13):
        if straight_top(ranks | 1 << rank):
            outs += 1
    return outs


@rule
def off_straight(player: Bits) -> Bits:
    """The card whose loss leaves five different ranks the most ways to a straight, two at least; 0 where none does."""
    best = 0
    outs = 1
    if popcount(ranks_of(player)) == 5 and player >> JOKERS == 0:
        for rank in range(13):
            card = lowest_of(player, rank)
            if card and straights_of(player, card) > outs:
                best = card
                outs = straights_of(player, card)
    return best


@rule
def throw_for_a_draw(player: Bits) -> Bits:
    """Level 3: as level 2, and without a pair four to a straight that two ranks or more complete are kept as well."""
    if is_pair_or_less(player) and off_suit(player):
        return off_suit(player)
    if off_straight(player):
        return off_straight(player)
    return throw_lowest(player)


STRATEGIES = (
    Strategy("lowest", "throw the lowest card that has no partner", {"discard": throw_lowest}),
    Strategy("flushes", "keep four of a suit with a pair or less, else as lowest", {"discard": throw_for_a_flush}),
    Strategy("draws", "as flushes, and without a pair keep four to an open straight", {"discard": throw_for_a_draw}),
)
