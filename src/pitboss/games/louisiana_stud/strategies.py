"""Named ways to play Louisiana Stud. `points` is the strategy that Wizard of Odds publishes for Mississippi Stud.

Points: a jack or better counts two, a six to ten one, a five or lower none.
"""

from pitboss.core.cards import FIVE, FOUR, JACK, RANK_MARKS, SIX, TWO
from pitboss.core.errors import plural
from pitboss.core.game import Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import popcount, rule
from pitboss.games.louisiana_stud.game import Bet
from pitboss.hands.bits import LOWEST, Bits, ranks_of, top_rank
from pitboss.hands.draws import fits, gaps, is_outside, pairs_of, same_suit, spans, triples_of

HIGH = LOWEST * (0b1111 << JACK)  # The jacks to aces, and the sixes to tens, of every suit.
MIDDLE = LOWEST * (0b11111 << SIX)
TENS_UP = 0b11111 << 8

# What a player can count ----------------------------------------------------------------------------------------------


@rule
def points(hand: Bits) -> int:
    """The points of any cards."""
    return 2 * popcount(hand & HIGH) + popcount(hand & MIDDLE)


@rule
def pays_already(hand: Bits) -> int:
    """Whether no bet can be lost any more: a pair of sixes or better, two pair or three of a kind."""
    return pairs_of(hand) >> SIX != 0 or popcount(pairs_of(hand)) == 2 or triples_of(hand) != 0


@rule
def two_cards_make(player: Bits) -> int:
    """What two cards hold: a pair 5, else their points."""
    return 5 if pairs_of(player) else points(player)


@rule
def suited_neighbours(player: Bits) -> int:
    """The lower of two suited cards next to each other, counted from the two as 1; 0 for any others."""
    ranks = ranks_of(player)
    low = ranks & -ranks
    return popcount(2 * low - 1) if same_suit(player) and ranks == 0b11 * low else 0


@rule
def three_cards_make(three_cards: Bits) -> int:
    """What three cards hold: a paying hand 4, a low pair 3, three of a suit 2, a straight draw 1, anything else 0."""
    ranks = ranks_of(three_cards)
    straight = 1 if gaps(ranks, 3) <= 1 else 0
    suited = 2 if same_suit(three_cards) else straight
    low = 3 if pairs_of(three_cards) else suited
    return 4 if pays_already(three_cards) else low


@rule
def three_cards_count(three_cards: Bits) -> int:
    """The points of three cards."""
    return points(three_cards)


@rule
def three_cards_lie(three_cards: Bits) -> int:
    """How close three cards are to a straight: 3 in a row, 2 with one gap, 1 with two, else 0."""
    return 3 - gaps(ranks_of(three_cards), 3)


@rule
def four_cards_make(four_cards: Bits) -> int:
    """What four cards hold: a paying hand 5, four of a suit 4, a low pair 3, a straight draw 2 or 1, else 0."""
    ranks = ranks_of(four_cards)
    inside = 1 if gaps(ranks, 4) <= 1 else 0
    straight = 2 if is_outside(ranks) else inside
    low = 3 if pairs_of(four_cards) else straight
    suited = 4 if same_suit(four_cards) else low
    return 5 if pays_already(four_cards) else suited


@rule
def four_cards_count(four_cards: Bits) -> int:
    """The points of four cards."""
    return points(four_cards)


# The published strategy -----------------------------------------------------------------------------------------------


@rule
def points_third(player: Bits) -> Bet:
    """Three Antes on a pair, one on two points or six-five suited."""
    plays = points(player) >= 2 or (suited_neighbours(player) == FIVE - TWO + 1 and points(player) == 1)
    return Bet.BET_3 if pairs_of(player) else Bet.BET_1 if plays else Bet.FOLD


@rule
def is_strong_draw(three_cards: Bits) -> int:
    """Three to a royal flush, or to a straight flush: in a row from five up, or with as many high cards as gaps."""
    ranks = ranks_of(three_cards)
    high = popcount(ranks >> JACK)
    run = gaps(ranks, 3) == 0 and (ranks & -ranks) >> FIVE != 0 and spans(ranks, 3)
    close = (gaps(ranks, 3) == 1 and high >= 1) or (gaps(ranks, 3) == 2 and high >= 2)
    return same_suit(three_cards) and (run or close or ranks & ~TENS_UP == 0)


@rule
def is_middling_draw(three_cards: Bits) -> int:
    """Three to a straight: in a row from four up, or with one gap and two middle cards."""
    ranks = ranks_of(three_cards)
    run = gaps(ranks, 3) == 0 and spans(ranks, 3) and (ranks & -ranks) >> FOUR != 0
    return run or (gaps(ranks, 3) == 1 and popcount(three_cards & MIDDLE) >= 2)


@rule
def points_fourth(three_cards: Bits) -> Bet:
    """Three Antes on a paying hand or a strong draw; one on three suited, a pair, three points or a straight draw."""
    pair = pairs_of(three_cards) != 0
    plays = same_suit(three_cards) or pair or points(three_cards) >= 3 or is_middling_draw(three_cards)
    strong = pays_already(three_cards) or (is_strong_draw(three_cards) and not pair)
    return Bet.BET_3 if strong else Bet.BET_1 if plays else Bet.FOLD


@rule
def points_fifth(four_cards: Bits, third: Bet, fourth: Bet) -> Bet:
    """Three Antes on a paying hand, four suited, or an outside straight from eight high up; one on less.

    Less is another straight draw, a low pair, four points, or three middle cards after a bet of three Antes.
    """
    ranks = ranks_of(four_cards)
    draws = popcount(ranks) == 4 and fits(ranks, 5)
    outside = is_outside(ranks) and top_rank(ranks) >> SIX + 2 != 0
    middling = popcount(four_cards & MIDDLE) >= 3 and (third == Bet.BET_3 or fourth == Bet.BET_3)
    plays = draws or pairs_of(four_cards) != 0 or points(four_cards) >= 4 or middling
    strong = pays_already(four_cards) or same_suit(four_cards) or outside
    return Bet.BET_3 if strong else Bet.BET_1 if plays else Bet.FOLD


# Simpler ones ---------------------------------------------------------------------------------------------------------


@rule
def pairs_third(player: Bits) -> Bet:
    """One Ante on two points, three on a pair."""
    return Bet.BET_3 if pairs_of(player) else Bet.BET_1 if points(player) >= 2 else Bet.FOLD


@rule
def pairs_fourth(three_cards: Bits) -> Bet:
    """Three Antes on a paying hand, one on a low pair or three points."""
    plays = pairs_of(three_cards) != 0 or points(three_cards) >= 3
    return Bet.BET_3 if pays_already(three_cards) else Bet.BET_1 if plays else Bet.FOLD


@rule
def pairs_fifth(four_cards: Bits) -> Bet:
    """Three Antes on a paying hand, one on a low pair or four points."""
    plays = pairs_of(four_cards) != 0 or points(four_cards) >= 4
    return Bet.BET_3 if pays_already(four_cards) else Bet.BET_1 if plays else Bet.FOLD


@rule
def bets_one(player: Bits) -> Bet:
    """One Ante, always."""
    return Bet.BET_1


@rule
def bets_three(player: Bits) -> Bet:
    """Three Antes, always."""
    return Bet.BET_3


TWO_MAKE = (*(plural(count, "point") for count in range(5)), "a pair")
THREE_MAKE = ("no pair or draw", "a straight draw", "three of a suit", "a low pair", "a pair of sixes or better")
FOUR_MAKE = (
    "no pair or draw",
    "four to an inside straight",
    "four to an outside straight",
    "a low pair",
    "four of a suit",
    "a pair of sixes or better",
)
LIE = ("far apart", "with two gaps", "with one gap", "in a row")
WAYS = ((Bet.FOLD, "fold"), (Bet.BET_1, "bet 1"), (Bet.BET_2, "bet 2"), (Bet.BET_3, "bet 3"))
NOTE = "A jack or better counts 2 points, a six to ten 1, a five or lower none. Low pairs are twos to fives."


def counted(count: int) -> str:
    """`3 points`."""
    return plural(count, "point")


GUIDES = {
    "third": Guide(
        by=Feature(two_cards_make, lambda value: TWO_MAKE[value], "or more", "or fewer"),
        ways=WAYS,
        then=(Feature(suited_neighbours, lambda low: f"with suited neighbours from {RANK_MARKS[low - 1]}", "up"),),
        note=NOTE,
    ),
    "fourth": Guide(
        by=Feature(three_cards_count, counted),
        ways=WAYS,
        group=Feature(three_cards_make, lambda value: THREE_MAKE[value]),
        then=(Feature(three_cards_lie, lambda value: LIE[value], "or closer"),),
        note=NOTE,
    ),
    "fifth": Guide(
        by=Feature(four_cards_count, counted),
        ways=WAYS,
        group=Feature(four_cards_make, lambda value: FOUR_MAKE[value]),
        note=NOTE,
    ),
}
STRATEGIES = (
    Strategy(
        "points",
        "count points and draws, as published for Mississippi Stud",
        {"third": points_third, "fourth": points_fourth, "fifth": points_fifth},
    ),
    Strategy(
        "pairs-and-points",
        "bet 3 Antes on what pays and 1 on pairs and on 2, 3 and 4 points",
        {"third": pairs_third, "fourth": pairs_fourth, "fifth": pairs_fifth},
    ),
    Strategy("always-1", "bet 1 Ante on every card", {"third": bets_one, "fourth": bets_one, "fifth": bets_one}),
    Strategy("always-3", "bet 3 Antes on every card", {"third": bets_three, "fourth": bets_three, "fifth": bets_three}),
)
