"""Louisiana Stud: two cards and three shared ones, a bet before each of these. Numbers are those of rules.md."""

from collections.abc import Mapping
from enum import IntEnum

from pitboss.core.cards import EVERY_SUIT, JACK, RANK_NAMES, SIX, STANDARD
from pitboss.core.game import CHOSEN, Choose, Deal, Face, Game, Line, Place, Raise, Reads, Show, Wager
from pitboss.core.options import Options
from pitboss.core.rule import highest, rule
from pitboss.hands import three_card, words
from pitboss.hands.bits import GROUP, Bits, kind, ranks_of
from pitboss.hands.five_card import Kind, strength
from pitboss.hands.three_card import strength as three_card_strength

# What it sees ---------------------------------------------------------------------------------------------------------

# `Bits`: every card. `hand` is the player's two cards and all three community cards.

# Outcomes -------------------------------------------------------------------------------------------------------------


class Bet(IntEnum):
    """The player's choice before each community card; a bet is so many Antes."""

    FOLD = 0
    BET_1 = 1
    BET_2 = 2
    BET_3 = 3


class Result(IntEnum):
    """How the Ante and the bets on each card end."""

    FOLDED = 0
    LESS = 1
    SIXES_TO_TENS = 2
    JACKS_OR_BETTER = 3
    TWO_PAIR = 4
    THREE_OF_A_KIND = 5
    STRAIGHT = 6
    FLUSH = 7
    FULL_HOUSE = 8
    FOUR_OF_A_KIND = 9
    STRAIGHT_FLUSH = 10
    ROYAL_FLUSH = 11


KINDS = tuple(three_card.Kind)  # Three Up ends as one of the kinds of three cards.
RESULTS = tuple(Result)
PAIR = Kind.PAIR << 2 * GROUP
SIXES = PAIR | 1 << SIX << GROUP  # The lowest strengths of a pair of sixes, and of jacks.
JACKS = PAIR | 1 << JACK << GROUP
TWO_PAIR = Kind.TWO_PAIR << 2 * GROUP

# Rules ----------------------------------------------------------------------------------------------------------------


@rule
def paid(hand: Bits) -> Result:
    """Rules 2 and 7, ruling H14: what the five cards make."""
    pair = Result.JACKS_OR_BETTER if strength(hand) >= JACKS else Result.SIXES_TO_TENS
    low = pair if strength(hand) >= SIXES else Result.LESS
    return RESULTS[kind(strength(hand)) + Result.TWO_PAIR - Kind.TWO_PAIR] if strength(hand) >= TWO_PAIR else low


@rule
def result(hand: Bits, fifth: Bet) -> Result:
    """Rules 4 to 7 and ruling H13: all bets are paid alike, and a fold gives all of them up."""
    return Result.FOLDED if fifth == Bet.FOLD else paid(hand)


@rule
def three_up(community: Bits) -> three_card.Kind:
    """Rule 8 and rulings H15 and H16: the three community cards, also after a fold."""
    return KINDS[kind(three_card_strength(community))]


@rule
def bets_on_the_third(third: Bet) -> int:
    """Rule 5: only a player who has bet on the third card bets on the fourth."""
    return third != Bet.FOLD


@rule
def bets_on_the_fourth(fourth: Bet) -> int:
    """Rule 6: only a player who has bet on the fourth card bets on the fifth."""
    return fourth != Bet.FOLD


@rule
def turns_the_third(third: Bet, has_three_up: int) -> int:
    """Rule 4 and ruling H15: the third card is turned for a bet on it, and for Three Up."""
    return third != Bet.FOLD or has_three_up


@rule
def turns_the_fourth(fourth: Bet, has_three_up: int) -> int:
    """Rule 5 and ruling H15: the fourth card is turned for a bet on it, and for Three Up."""
    return fourth != Bet.FOLD or has_three_up


@rule
def turns_the_fifth(fifth: Bet, has_three_up: int) -> int:
    """Rule 6 and ruling H15: the fifth card is turned for a bet on it, and for Three Up."""
    return fifth != Bet.FOLD or has_three_up


@rule
def stays(fifth: Bet) -> int:
    """Rule 7: a player who stays to the end shows the two cards."""
    return fifth != Bet.FOLD


# The round ------------------------------------------------------------------------------------------------------------


def raises(wager: str, cites: str) -> Mapping[int, Raise]:
    """The options of a choice that bet on its card: one, two or three Antes."""
    return {bet: Raise(wager, of="ante", times=int(bet), cites=cites) for bet in Bet if bet != Bet.FOLD}


STEPS = (
    Deal("player", 2, to=Place.SEAT, face=Face.DOWN),
    Deal("third_card", 1, to=Place.COMMUNITY, face=Face.HIDDEN),
    Deal("fourth_card", 1, to=Place.COMMUNITY, face=Face.HIDDEN),
    Deal("fifth_card", 1, to=Place.COMMUNITY, face=Face.HIDDEN),
    Choose("third", Bet, sees=("player",), raises=raises("third", "rule 4, ruling H13")),
    Show("third_card", when=turns_the_third),
    Choose(
        "fourth",
        Bet,
        sees=("player", "third_card"),
        when=bets_on_the_third,
        raises=raises("fourth", "rule 5, ruling H13"),
    ),
    Show("fourth_card", when=turns_the_fourth),
    Choose(
        "fifth",
        Bet,
        sees=("player", "third_card", "fourth_card"),
        when=bets_on_the_fourth,
        raises=raises("fifth", "rule 6, ruling H13"),
    ),
    Show("fifth_card", when=turns_the_fifth),
    Show("player", when=stays),
)


def player_words(player: Bits) -> str:
    """The two cards: `pair of kings`, `ace and nine`."""
    top = highest(ranks_of(player))
    rest = ranks_of(player) & ~(1 << top)
    return f"{RANK_NAMES[top]} and {RANK_NAMES[highest(rest)]}" if rest else f"pair of {words.plural_rank(top)}"


def hand_words(hand: Bits, fifth: Bet) -> str:
    """All five cards: `full house, threes over eights`."""
    if fifth == Bet.FOLD:
        return "folded"
    return words.hand_words(Kind(kind(strength(hand))), strength(hand))


def community_words(community: Bits) -> str:
    """The three community cards: `pair of kings`."""
    value = three_card_strength(community)
    return words.hand_words(three_card.Kind(kind(value)), value)


# Citations by outcome, where the docstring of the judging rule cites more than what decided it.
RESULT_CITES: Mapping[int, str] = {
    **dict.fromkeys(Result, "rules 2 and 7"),
    Result.FOLDED: "rules 4 to 6, ruling H13",
    **dict.fromkeys((Result.LESS, Result.SIXES_TO_TENS, Result.JACKS_OR_BETTER), "rules 2 and 7, ruling H14"),
}

# The game -------------------------------------------------------------------------------------------------------------

BETS = ("ante", "third", "fourth", "fifth")
OPTIONS = ()


def build(options: Options) -> Game:
    """Louisiana Stud with these options."""
    lines = (Line(result, options.pays("bets", Result), cites=RESULT_CITES),)
    return Game(
        name="louisiana-stud",
        version=1,
        title="Louisiana Stud",
        summary="two cards and three shared ones, a bet of one to three Antes before each of these",
        deck=STANDARD,
        seats=7,
        steps=STEPS,
        wagers=(
            Wager("ante", lines, required=True),
            Wager("third", lines, stake=CHOSEN),
            Wager("fourth", lines, stake=CHOSEN),
            Wager("fifth", lines, stake=CHOSEN),
            Wager("three_up", (Line(three_up, options.pays("three_up", three_card.Kind)),)),
        ),
        main=BETS,
        words={"player": player_words, **dict.fromkeys(BETS, hand_words), "three_up": community_words},
        labels={
            "ante": "Ante",
            "third": "Third Card",
            "fourth": "Fourth Card",
            "fifth": "Fifth Card",
            "three_up": "Three Up",
            "player": "your cards",
            "third_card": "third card",
            "fourth_card": "fourth card",
            "fifth_card": "fifth card",
        },
        gathers={
            "hand": ("player", "third_card", "fourth_card", "fifth_card"),
            "three_cards": ("player", "third_card"),
            "four_cards": ("player", "third_card", "fourth_card"),
            "community": ("third_card", "fourth_card", "fifth_card"),
        },
        alike=EVERY_SUIT,
        reads=Reads.BY_RANK,
    )
