"""Chase the Flush: the longest flush of seven cards, four of them shared. Numbers are those of rules.md."""

from collections.abc import Mapping
from enum import IntEnum

from pitboss.core.cards import EVERY_SUIT, NINE, RANK_NAMES, STANDARD
from pitboss.core.game import CHOSEN, Choose, Deal, Equal, Face, Game, Line, Place, Raise, Reads, Show, Wager
from pitboss.core.options import Columns, Option, Options
from pitboss.core.rule import highest, rule
from pitboss.hands.bits import SUIT, Bits, kind, made
from pitboss.hands.longest_flush import straight_cards, strength
from pitboss.hands.words import against, by_next_card

# What it sees ---------------------------------------------------------------------------------------------------------

# `Bits`: every card. A hand is ranked by its longest flush, `longest_flush.strength` (rule 2).

# Outcomes -------------------------------------------------------------------------------------------------------------


class ThreeCards(IntEnum):
    """The choice on three cards."""

    CHECK = 0
    ALL_IN = 1


class FiveCards(IntEnum):
    """The choice on five cards, two of them shared."""

    CHECK = 0
    BET_2 = 1


class SevenCards(IntEnum):
    """The choice on seven cards, four of them shared."""

    FOLD = 0
    BET_1 = 1


class Result(IntEnum):
    """How All In ends."""

    LOST = 0
    TIED = 1
    WON = 2


class Ante(IntEnum):
    """How the Ante ends."""

    LOST = 0
    TIED = 1
    NOT_QUALIFIED = 2
    WON = 3


class Xtra(IntEnum):
    """How X-Tra ends: a win by the cards of the flush that won."""

    LOST = 0
    TIED = 1
    FEWER = 2
    FOUR_CARDS = 3
    FIVE_CARDS = 4
    SIX_CARDS = 5
    SEVEN_CARDS = 6


class SameSuit(IntEnum):
    """How the Same Suit bet ends."""

    LESS = 0
    FOUR_FLUSH = 1
    FIVE_FLUSH = 2
    FOUR_STRAIGHT_FLUSH = 3
    SIX_FLUSH = 4
    FIVE_STRAIGHT_FLUSH = 5
    SEVEN_FLUSH = 6
    SIX_STRAIGHT_FLUSH = 7


QUALIFYING = made(3, 0, 1 << NINE)  # Rule 7: three cards, the highest a nine.
XTRAS = (*(Xtra.FEWER,) * 4, *(each for each in Xtra if each > Xtra.FEWER))  # Rule 9: by the cards of the flush.

# Rules ----------------------------------------------------------------------------------------------------------------


@rule
def checked(three_cards: ThreeCards) -> int:
    """Rule 5: only a player who has checked is asked again."""
    return three_cards == ThreeCards.CHECK


@rule
def checked_twice(three_cards: ThreeCards, five_cards: FiveCards) -> int:
    """Rule 6: only a player who has checked twice is asked a third time."""
    return three_cards == ThreeCards.CHECK and five_cards == FiveCards.CHECK


@rule
def folds(three_cards: ThreeCards, five_cards: FiveCards, seven_cards: SevenCards) -> int:
    """Rule 6: two checks and a fold; a choice that was not asked is 0, like a check and a fold."""
    return checked_twice(three_cards, five_cards) and seven_cards == SevenCards.FOLD


@rule
def stays(three_cards: ThreeCards, five_cards: FiveCards, seven_cards: SevenCards) -> int:
    """Rule 7: the dealer's cards matter only to a player who has not folded."""
    return not folds(three_cards, five_cards, seven_cards)


@rule
def qualifies(dealers_hand: Bits) -> int:
    """Rule 7 and ruling H41: three cards with a nine or better on top, or more cards."""
    return strength(dealers_hand) >= QUALIFYING


@rule
def result(hand: Bits, dealers_hand: Bits) -> Result:
    """Rule 8: the higher flush wins, whether or not the dealer qualifies."""
    if strength(hand) > strength(dealers_hand):
        return Result.WON
    if strength(hand) < strength(dealers_hand):
        return Result.LOST
    return Result.TIED


@rule
def ante(
    hand: Bits, dealers_hand: Bits, three_cards: ThreeCards, five_cards: FiveCards, seven_cards: SevenCards
) -> Ante:
    """Rules 6 to 8: a fold gives it up, and a dealer who does not qualify gives it back."""
    if folds(three_cards, five_cards, seven_cards):
        return Ante.LOST
    if not qualifies(dealers_hand):
        return Ante.NOT_QUALIFIED
    if result(hand, dealers_hand) == Result.WON:
        return Ante.WON
    if result(hand, dealers_hand) == Result.LOST:
        return Ante.LOST
    return Ante.TIED


@rule
def xtra(
    hand: Bits, dealers_hand: Bits, three_cards: ThreeCards, five_cards: FiveCards, seven_cards: SevenCards
) -> Xtra:
    """Rules 6 and 9 and ruling H42: the flush that won decides, whether or not the dealer qualifies."""
    if folds(three_cards, five_cards, seven_cards):
        return Xtra.LOST
    if result(hand, dealers_hand) == Result.WON:
        return XTRAS[kind(strength(hand))]
    if result(hand, dealers_hand) == Result.LOST:
        return Xtra.LOST
    return Xtra.TIED


@rule
def same_suit(hand: Bits) -> SameSuit:
    """Rules 10 and 11 and ruling H43: the player's seven cards, the best line of the table."""
    flush = kind(strength(hand))
    straight = straight_cards(hand)
    if straight == 6:
        return SameSuit.SIX_STRAIGHT_FLUSH
    if flush == 7:
        return SameSuit.SEVEN_FLUSH
    if straight == 5:
        return SameSuit.FIVE_STRAIGHT_FLUSH
    if flush == 6:
        return SameSuit.SIX_FLUSH
    if straight == 4:
        return SameSuit.FOUR_STRAIGHT_FLUSH
    if flush == 5:
        return SameSuit.FIVE_FLUSH
    return SameSuit.FOUR_FLUSH if flush == 4 else SameSuit.LESS


# The round ------------------------------------------------------------------------------------------------------------

STEPS = (
    Deal("first_two", 2, to=Place.COMMUNITY, face=Face.HIDDEN),
    Deal("last_two", 2, to=Place.COMMUNITY, face=Face.HIDDEN),
    Deal("player", 3, to=Place.SEAT, face=Face.DOWN),
    Deal("dealer", 3, to=Place.DEALER, face=Face.DOWN),
    Choose(
        "three_cards",
        ThreeCards,
        sees=("player",),
        raises={ThreeCards.ALL_IN: Raise("all_in", of="ante", times=3, cites="rule 4")},
    ),
    Show("first_two"),
    Choose(
        "five_cards",
        FiveCards,
        sees=("player", "first_two"),
        raises={FiveCards.BET_2: Raise("all_in", of="ante", times=2, cites="rule 5")},
        when=checked,
    ),
    Show("last_two"),
    Choose(
        "seven_cards",
        SevenCards,
        sees=("player", "first_two", "last_two"),
        raises={SevenCards.BET_1: Raise("all_in", of="ante", cites="rule 6")},
        when=checked_twice,
        cites={SevenCards.FOLD: "rule 6"},
    ),
    Show("dealer", when=stays),
    Show("player"),
)
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def hand_words(hand: Bits) -> str:
    """A flush: `four-card flush, king high`."""
    flush = strength(hand)
    return f"{COUNTS[kind(flush)]}-card flush, {RANK_NAMES[highest(flush & SUIT)]} high"


def dealers_words(dealers_hand: Bits) -> str:
    """The dealer's flush, and a remark where it does not qualify."""
    return hand_words(dealers_hand) + ("" if qualifies(dealers_hand) else ", does not qualify")


def result_words(hand: Bits, dealers_hand: Bits) -> str:
    """How the two flushes compare, and the card that decides between flushes of one name."""
    decided = by_next_card(strength(hand), strength(dealers_hand))
    return against(hand_words(hand), hand_words(dealers_hand), result(hand, dealers_hand), decided)


def ante_words(
    hand: Bits, dealers_hand: Bits, three_cards: ThreeCards, five_cards: FiveCards, seven_cards: SevenCards
) -> str:
    """How the two flushes compare, or why they do not."""
    if folds(three_cards, five_cards, seven_cards):
        return "folded"
    if not qualifies(dealers_hand):
        return f"{hand_words(hand)}; the dealer's {hand_words(dealers_hand)} does not qualify"
    return result_words(hand, dealers_hand)


def xtra_words(
    hand: Bits, dealers_hand: Bits, three_cards: ThreeCards, five_cards: FiveCards, seven_cards: SevenCards
) -> str:
    """How the two flushes compare, and a remark on a win that X-Tra does not pay."""
    if folds(three_cards, five_cards, seven_cards):
        return "folded"
    fewer = xtra(hand, dealers_hand, three_cards, five_cards, seven_cards) == Xtra.FEWER
    return result_words(hand, dealers_hand) + ("; fewer than four cards" if fewer else "")


def same_suit_words(hand: Bits) -> str:
    """The flush, and the straight flush in it."""
    straight = min(straight_cards(hand), kind(strength(hand)))
    return hand_words(hand) + (f", with a straight flush of {COUNTS[straight]}" if straight else "")


# Citations by outcome, where the docstring of the judging rule cites more than what decided it.
ANTE_CITES: Mapping[int, str] = {
    **dict.fromkeys((Ante.LOST, Ante.TIED, Ante.WON), "rule 8, ruling H40"),
    Ante.NOT_QUALIFIED: "rule 7, ruling H41",
}
XTRA_CITES: Mapping[int, str] = {**dict.fromkeys(Xtra, "rule 9, ruling H42"), Xtra.LOST: "rule 9"}
RESULT_CITES: Mapping[int, str] = dict.fromkeys(Result, "rule 8, ruling H40")
SUIT_CITES: Mapping[int, str] = dict.fromkeys(SameSuit, "rule 10, ruling H43")

# The game -------------------------------------------------------------------------------------------------------------

OPTIONS = (Option("xtra", Columns(), "pay table of X-Tra, named after its pay for six cards"),)


def build(options: Options) -> Game:
    """Chase the Flush with these options."""
    pays = options.pays
    return Game(
        name="chase-the-flush",
        version=1,
        title="Chase the Flush",
        summary="the longest flush of seven cards, four of them shared; the earlier the bet, the higher",
        deck=STANDARD,
        seats=7,
        steps=STEPS,
        wagers=(
            Wager("ante", (Line(ante, pays("ante", Ante), cites=ANTE_CITES),), required=True),
            Wager("xtra", (Line(xtra, pays("xtra", Xtra), cites=XTRA_CITES),), stake=Equal("ante"), required=True),
            Wager("all_in", (Line(result, pays("all_in", Result), cites=RESULT_CITES),), stake=CHOSEN),
            Wager("same_suit", (Line(same_suit, pays("same_suit", SameSuit), cites=SUIT_CITES),)),
        ),
        main=("ante", "xtra", "all_in"),
        words={
            "player": hand_words,
            "dealer": dealers_words,
            "ante": ante_words,
            "xtra": xtra_words,
            "all_in": result_words,
            "same_suit": same_suit_words,
        },
        labels={
            "ante": "Ante",
            "xtra": "X-Tra",
            "all_in": "All In",
            "same_suit": "Same Suit",
            "player": "your cards",
            "first_two": "first two",
            "last_two": "last two",
        },
        gathers={
            "hand": ("player", "first_two", "last_two"),
            "dealers_hand": ("dealer", "first_two", "last_two"),
            "board": ("first_two", "last_two"),
            "five": ("player", "first_two"),
        },
        alike=EVERY_SUIT,
        reads=Reads.BY_SUIT,
    )
