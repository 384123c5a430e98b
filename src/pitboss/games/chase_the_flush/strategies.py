"""Named ways to play Chase the Flush."""

from pitboss.core.cards import JACK, NINE, QUEEN, RANK_NAMES
from pitboss.core.errors import plural
from pitboss.core.game import Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import highest, popcount, rule
from pitboss.games.chase_the_flush.game import FiveCards, SevenCards, ThreeCards
from pitboss.hands.bits import LOWEST, SUIT, Bits, kind, made, ranks_of, top_rank
from pitboss.hands.longest_flush import strength

QUEEN_NINE = made(2, 0, 1 << QUEEN | 1 << NINE)
JACK_HIGH = made(3, 0, 1 << JACK)


@rule
def longest(player: Bits) -> int:
    """The cards of the longest flush in hand."""
    return kind(strength(player))


@rule
def top_card(player: Bits) -> int:
    """The highest card of the longest flush in hand."""
    return highest(strength(player) & SUIT)


@rule
def second_card(player: Bits) -> int:
    """The second card of the longest flush in hand, from 1 for the two; of three suits the second highest card."""
    flush = strength(player) & SUIT
    ranks = ranks_of(player)
    paired = popcount(player & top_rank(ranks) * LOWEST) > 1
    second = flush & ~top_rank(flush) if kind(strength(player)) > 1 else ranks & ~top_rank(ranks)
    return highest(flush << 1) if kind(strength(player)) == 1 and paired else highest(second << 1 | 1)


@rule
def longest_of_five(five: Bits) -> int:
    """The cards of the longest flush among five."""
    return kind(strength(five))


@rule
def top_of_five(five: Bits) -> int:
    """The highest card of the longest flush among five."""
    return highest(strength(five) & SUIT)


@rule
def shared_suit(first_two: Bits) -> int:
    """Whether the two shared cards are of one suit."""
    return kind(strength(first_two)) == 2


@rule
def longest_of_seven(hand: Bits) -> int:
    """The cards of the longest flush among seven."""
    return kind(strength(hand))


@rule
def top_of_seven(hand: Bits) -> int:
    """The highest card of the longest flush among seven."""
    return highest(strength(hand) & SUIT)


@rule
def dealer_outs(hand: Bits, board: Bits) -> int:
    """The single unseen cards that make a higher flush with the shared ones."""
    flush = strength(hand)
    outs = outs_in_suit(board & SUIT, hand & SUIT, flush)
    outs += outs_in_suit(board >> 13 & SUIT, hand >> 13 & SUIT, flush)
    outs += outs_in_suit(board >> 26 & SUIT, hand >> 26 & SUIT, flush)
    return outs + outs_in_suit(board >> 39, hand >> 39, flush)


@rule
def outs_in_suit(shared: int, seen: int, flush: int) -> int:
    """The ranks of one suit, none of those seen, that make a higher flush than this one with the shared ranks."""
    missing = kind(flush) - popcount(shared)
    first = top_rank(shared ^ (flush & SUIT))  # The highest rank that only one of the two holds.
    above = SUIT & ~((first << 1) - 1)
    level = first if (shared | first) > flush & SUIT else 0
    better = SUIT if shared & first else above | level
    return popcount((SUIT if missing < 1 else better if missing == 1 else 0) & ~seen)


@rule
def published_on_three(player: Bits) -> ThreeCards:
    """Three of a suit, or two of a suit that are queen-nine or better."""
    return ThreeCards.ALL_IN if strength(player) >= QUEEN_NINE else ThreeCards.CHECK


@rule
def published_on_five(five: Bits) -> FiveCards:
    """Three of a suit or more."""
    return FiveCards.BET_2 if kind(strength(five)) >= 3 else FiveCards.CHECK


@rule
def published_on_seven(hand: Bits, board: Bits) -> SevenCards:
    """Three of a suit, jack high or better, unless two shared cards of a suit are both higher; or four of a suit."""
    flush = strength(hand)
    if flush < JACK_HIGH:
        return SevenCards.FOLD
    if kind(flush) > 3:
        return SevenCards.BET_1
    above = SUIT & ~((top_rank(flush & SUIT) << 1) - 1)
    higher = max(popcount(board & above), popcount(board >> 13 & above))
    higher = max(higher, max(popcount(board >> 26 & above), popcount(board >> 39 & above)))
    return SevenCards.FOLD if higher >= 2 else SevenCards.BET_1


@rule
def always_all_in(player: Bits) -> ThreeCards:
    """All In on any three cards."""
    return ThreeCards.ALL_IN


@rule
def check_three(player: Bits) -> ThreeCards:
    """Never All In on three cards."""
    return ThreeCards.CHECK


@rule
def check_five(five: Bits) -> FiveCards:
    """Never bet on five cards."""
    return FiveCards.CHECK


@rule
def bet_on_three(hand: Bits) -> SevenCards:
    """Bet with three of a suit or more."""
    return SevenCards.BET_1 if kind(strength(hand)) >= 3 else SevenCards.FOLD


def suited_words(count: int) -> str:
    """`two of a suit`."""
    words = ("one", "two", "three", "four", "five", "six", "seven")
    return f"{words[count - 1]} of a suit"


def with_rank(rank: int) -> str:
    """`with a king`, `with an ace`."""
    name = RANK_NAMES[rank - 1]
    return f"with a{'n' if name[0] in 'ae' else ''} {name}"


def shared_words(are_suited: int) -> str:
    """`with shared cards of one suit`."""
    return f"with shared cards of {'one suit' if are_suited else 'two suits'}"


GUIDES = {
    "three_cards": Guide(
        by=Feature(top_card, lambda each: RANK_NAMES[each], "high or better", "high or worse"),
        ways=((ThreeCards.CHECK, "check"), (ThreeCards.ALL_IN, "all in")),
        group=Feature(longest, suited_words),
        then=(Feature(second_card, with_rank, "or better beside it", "or worse beside it"),),
    ),
    "five_cards": Guide(
        by=Feature(top_of_five, lambda each: RANK_NAMES[each], "high or better", "high or worse"),
        ways=((FiveCards.CHECK, "check"), (FiveCards.BET_2, "bet 2")),
        group=Feature(longest_of_five, suited_words),
        then=(Feature(shared_suit, shared_words, "", ""),),
    ),
    "seven_cards": Guide(
        by=Feature(dealer_outs, lambda count: plural(count, "out"), "or more", "or fewer"),
        ways=((SevenCards.FOLD, "fold"), (SevenCards.BET_1, "bet 1")),
        group=Feature(longest_of_seven, suited_words),
        then=(Feature(top_of_seven, lambda rank: with_rank(rank + 1), "or better on top", "or worse on top"),),
        note="Outs are the single unseen cards that give the dealer a higher flush with the shared ones.",
    ),
}
STRATEGIES = (
    Strategy(
        "published",
        "the basic strategy that casinos print: all in on three of a suit or suited queen-nine, 2 on three of a suit, "
        "1 on jack high unless two higher shared cards are suited",
        {"three_cards": published_on_three, "five_cards": published_on_five, "seven_cards": published_on_seven},
    ),
    Strategy(
        "always-all-in",
        "all in on any three cards",
        {"three_cards": always_all_in, "five_cards": published_on_five, "seven_cards": published_on_seven},
    ),
    Strategy(
        "wait",
        "check to the end, then bet with three of a suit",
        {"three_cards": check_three, "five_cards": check_five, "seven_cards": bet_on_three},
    ),
)
