"""Named ways to discard in Wild Six, from the simplest up. None ever throws a joker."""

from pitboss.core.cards import RANK_NAMES
from pitboss.core.errors import plural
from pitboss.core.game import Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import lowest, popcount, rule
from pitboss.hands.bits import JOKERS, NATURALS, SUIT, Bits, holding, kind, paired
from pitboss.hands.wild import Kind, strength

FOUR_SUITS = 1 | 1 << 13 | 1 << 26 | 1 << 39  # Times the bit of a rank: the four cards of that rank.


@rule
def rank_count(hand: Bits, rank: int) -> int:
    """The number of natural cards of a rank in a hand."""
    return (hand >> rank & 1) + (hand >> rank + 13 & 1) + (hand >> rank + 26 & 1) + (hand >> rank + 39 & 1)


@rule
def pairs(hand: Bits) -> int:
    """The ranks of which a hand has two natural cards or more, a bit each."""
    return paired(holding(hand, 0), holding(hand, 1), holding(hand, 2), holding(hand, 3))


@rule
def throw_lowest(player: Bits) -> Bits:
    """Level 1: the lowest card without a partner of its rank is thrown."""
    ranks = holding(player, 0) | holding(player, 1) | holding(player, 2) | holding(player, 3)
    lone = ranks & ~pairs(player)
    return player & (lone & -lone) * FOUR_SUITS


@rule
def off_suit(player: Bits) -> Bits:
    """The one natural card outside a suit that has four cards, jokers included; 0 where there is no such suit."""
    jokers = player >> JOKERS
    for suit in range(4):
        held = player >> 13 * suit & SUIT
        if popcount(held) + jokers == 4:
            return player & ~(held << 13 * suit) & NATURALS
    return 0


@rule
def throw_for_a_flush(player: Bits) -> Bits:
    """Level 2: without a pair, four of a suit are kept; otherwise the lowest card without a partner is thrown."""
    if off_suit(player) and pairs(player) == 0:
        return off_suit(player)
    return throw_lowest(player)


@rule
def helpers(player: Bits, card: Bits) -> int:
    """The number of cards outside the hand that would make its other four a straight or better."""
    count = 0
    for other in range(52):
        if player >> other & 1 == 0 and kind(strength(player - card + (1 << other))) >= Kind.STRAIGHT:
            count += 1
    if player >> JOKERS < 2 and kind(strength(player - card + (1 << JOKERS))) >= Kind.STRAIGHT:
        count += 2 - (player >> JOKERS)
    return count


@rule
def helped_most(player: Bits) -> Bits:
    """The natural card whose loss leaves the most helpers; the lowest in rank of equals."""
    best = 0
    most = 0
    for rank in range(13):
        for suit in range(4):
            card = 1 << rank + 13 * suit
            if player & card and (best == 0 or helpers(player, card) > most):
                best = card
                most = helpers(player, card)
    return best


@rule
def most_helpers(player: Bits) -> int:
    """The number of helpers after the throw that leaves the most."""
    return helpers(player, helped_most(player))


@rule
def throw_for_helpers(player: Bits) -> Bits:
    """Level 3: a pair is kept; without a natural pair, the card that leaves the most helpers is thrown."""
    if pairs(player):
        return throw_lowest(player)
    return helped_most(player)


@rule
def held(player: Bits) -> int:
    """A count of matching cards: 3 times the natural cards that match others, plus the jokers."""
    matches = 0
    for rank in range(13):
        count = rank_count(player, rank)
        if count > 1:
            matches += count - 1
    # Two pair and three of a kind are both two matches, and are played alike.
    return 3 * matches + (player >> JOKERS)


@rule
def rank_thrown(player: Bits) -> int:
    """The rank of the card whose loss leaves the most helpers, the two counting 2."""
    return lowest(helped_most(player)) % 13 + 2


HIGH = (*(f"{'an' if name == 'eight' else 'a'} {name} or higher" for name in RANK_NAMES[:-1]), "an ace")
HELD = ("no pair", "a pair", "two pair or three of a kind")
BESIDE_A_JOKER = ("no natural pair", "a natural pair", "natural two pair or three of a kind")
WITH = ("", " and a joker", " and two jokers")
GUIDE = Guide(
    group=Feature(held, lambda number: (BESIDE_A_JOKER if number % 3 else HELD)[number // 3] + WITH[number % 3]),
    by=Feature(most_helpers, lambda count: plural(count, "helper") if count else "no helpers"),
    then=(
        Feature(
            rank_thrown,
            lambda rank: f"if the card that leaves the most helpers is {HIGH[rank - 2]}",
            "",
            own=lambda rank: f"yours is {HIGH[rank - 2].removesuffix(' or higher')}",
        ),
    ),
    ways=(
        (throw_lowest, "throw the lowest card that has no partner"),
        (helped_most, "throw the card that leaves the most helpers"),
    ),
    note="Helpers are the cards not in your hand that would make your other four a straight or better; of several "
    "cards whose loss leaves the most helpers, throw the lowest.",
    why="Equal numbers of helpers are not worth the same: the card to throw may be a two or an ace, which can win "
    "on its own, and the hands that the helpers would make differ too.",
)
STRATEGIES = (
    Strategy("lowest", "throw the lowest card that has no partner", {"discard": throw_lowest}),
    Strategy("flushes", "without a pair keep four of a suit, else as lowest", {"discard": throw_for_a_flush}),
    Strategy(
        "helpers",
        "without a pair throw the card that leaves the most helpers (cards that make the other four a straight or "
        "better), the lowest of equals; with a pair as lowest",
        {"discard": throw_for_helpers},
    ),
)
