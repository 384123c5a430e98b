"""Wild Six Card Poker: five cards, one exchanged, two jokers. Numbers are those of rules.md."""

from collections.abc import Mapping
from enum import IntEnum

from pitboss.core.cards import ACE, EVERY_SUIT, QUEEN, TWO_JOKERS
from pitboss.core.game import COACH, Cards, Choose, Deal, Face, Fixed, Game, Line, Place, Reads, Show, Wager
from pitboss.core.options import Choice, Columns, Option, Options
from pitboss.core.rule import highest, lowest, popcount, rule
from pitboss.hands import words
from pitboss.hands.bits import GROUP, JOKERS, NATURALS, SUIT, Bits, has_natural_royal, kind
from pitboss.hands.wild import Kind, strength

# What it sees ---------------------------------------------------------------------------------------------------------

# `Bits`: every card, and how many jokers. `strength` is the best five of five or six cards (rule 4, rulings W2, W3).

# Outcomes -------------------------------------------------------------------------------------------------------------


class Poker(IntEnum):
    """How the Poker bet ends."""

    LOST = 0
    TIED = 1
    WON = 2
    AUTOMATIC = 3


class Paying(IntEnum):
    """Ruling W6: the hands that Queens Or Better pays, in its own order."""

    LESS = 0
    PAIR_OF_QUEENS = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    WILD_ROYAL = 9
    FIVE_OF_A_KIND = 10
    NATURAL_ROYAL = 11


class Drawn(IntEnum):
    """The hands that Draw Bonus pays."""

    LESS = 0
    TWO_PAIR = 1
    THREE_OF_A_KIND = 2
    STRAIGHT = 3
    FLUSH = 4
    FULL_HOUSE = 5
    FOUR_OF_A_KIND = 6
    STRAIGHT_FLUSH = 7
    WILD_ROYAL = 8
    FIVE_OF_A_KIND = 9
    NATURAL_ROYAL = 10


class Tax(IntEnum):
    """Rule 10: the tax that is due."""

    ONE_PAIR_OR_LESS = 0
    TWO_PAIR_OR_THREE = 1
    STRAIGHT_OR_BETTER = 2


class Fortune(IntEnum):
    """The premium hands of six cards."""

    NO_AWARD = 0
    SIX_CARD_STRAIGHT = 1
    SIX_CARD_FLUSH = 2
    DOUBLE_THREE_OF_A_KIND = 3
    FOUR_OF_A_KIND_AND_A_PAIR = 4
    FOUR_ACES_AND_A_PAIR = 5
    SIX_CARD_STRAIGHT_FLUSH = 6
    SIX_OF_A_KIND = 7


PAYING_OF_KIND = (
    *(Paying.LESS, Paying.LESS, Paying.TWO_PAIR, Paying.THREE_OF_A_KIND, Paying.STRAIGHT, Paying.FLUSH),
    *(Paying.FULL_HOUSE, Paying.FOUR_OF_A_KIND, Paying.STRAIGHT_FLUSH, Paying.FIVE_OF_A_KIND, Paying.WILD_ROYAL),
)
DRAWN_OF_KIND = (
    *(Drawn.LESS, Drawn.LESS, Drawn.TWO_PAIR, Drawn.THREE_OF_A_KIND, Drawn.STRAIGHT, Drawn.FLUSH),
    *(Drawn.FULL_HOUSE, Drawn.FOUR_OF_A_KIND, Drawn.STRAIGHT_FLUSH, Drawn.FIVE_OF_A_KIND, Drawn.WILD_ROYAL),
)

# Rules ----------------------------------------------------------------------------------------------------------------


@rule
def is_automatic(hand: Bits) -> int:
    """Rule 5 and ruling W4: a straight or better in five cards, jokers included."""
    return kind(strength(hand)) >= Kind.STRAIGHT


@rule
def must_discard(player: Bits) -> int:
    """Rule 6 and ruling W5: all but automatic winners put one card aside."""
    return not is_automatic(player)


@rule
def gets_a_sixth(player: Bits, has_draw_bonus: int, has_taxpayers_fortune: int) -> int:
    """Rule 9 and ruling W4: a replacement, or a card for the bets that use all six."""
    return must_discard(player) or has_draw_bonus or has_taxpayers_fortune


@rule
def shows_at_once(player: Bits, has_queens_or_better: int) -> int:
    """Rule 5 and ruling W7: automatic winners and hands that Queens Or Better pays are shown at once."""
    return is_automatic(player) or (has_queens_or_better and queens_or_better(player) != Paying.LESS)


@rule
def poker(player: Bits, discard: Bits, player_card: Bits, dealer: Bits, dealer_card: Bits) -> Poker:
    """Rules 5 and 7, rulings W3 to W5: four kept cards and the replacement against the dealer's best five of six."""
    if is_automatic(player):
        return Poker.AUTOMATIC
    mine = strength(player - discard + player_card)
    theirs = strength(dealer + dealer_card)
    if mine > theirs:
        return Poker.WON
    if mine < theirs:
        return Poker.LOST
    return Poker.TIED


@rule
def queens_or_better(player: Bits) -> Paying:
    """Rule 8 and ruling W6: the first five cards."""
    value = strength(player)
    if has_natural_royal(player):
        return Paying.NATURAL_ROYAL
    if kind(value) == Kind.PAIR and highest((value >> GROUP) & SUIT) >= QUEEN:
        return Paying.PAIR_OF_QUEENS
    return PAYING_OF_KIND[kind(value)]


@rule
def draw_bonus(player: Bits, player_card: Bits) -> Drawn:
    """Rule 9 and ruling W8: the best five of all six."""
    if has_natural_royal(player + player_card):
        return Drawn.NATURAL_ROYAL
    return DRAWN_OF_KIND[kind(strength(player + player_card))]


@rule
def tax(player: Bits) -> Tax:
    """Rule 10 and ruling W9: by the first five cards alone."""
    if is_automatic(player):
        return Tax.STRAIGHT_OR_BETTER
    if kind(strength(player)) >= Kind.TWO_PAIR:
        return Tax.TWO_PAIR_OR_THREE
    return Tax.ONE_PAIR_OR_LESS


@rule
def fortune(player: Bits, player_card: Bits) -> Fortune:
    """Rules 10 and 11, rulings W9 and W10: the highest award of all six cards."""
    hand = player + player_card
    clubs = hand & SUIT
    diamonds = (hand >> 13) & SUIT
    hearts = (hand >> 26) & SUIT
    spades = (hand >> 39) & SUIT
    ranks = clubs | diamonds | hearts | spades
    fours = clubs & diamonds & hearts & spades
    if hand >> JOKERS == 2 and fours:
        return Fortune.SIX_OF_A_KIND
    if hand > NATURALS:
        return Fortune.NO_AWARD
    straight = is_six_card_straight(ranks)
    if popcount(ranks) == 6 and (ranks == clubs or ranks == diamonds or ranks == hearts or ranks == spades):
        return Fortune.SIX_CARD_STRAIGHT_FLUSH if straight else Fortune.SIX_CARD_FLUSH
    if popcount(ranks) == 2 and fours:
        return Fortune.FOUR_ACES_AND_A_PAIR if fours == 1 << ACE else Fortune.FOUR_OF_A_KIND_AND_A_PAIR
    if popcount(ranks) == 2:
        return Fortune.DOUBLE_THREE_OF_A_KIND
    if straight:
        return Fortune.SIX_CARD_STRAIGHT
    return Fortune.NO_AWARD


@rule
def is_six_card_straight(ranks: int) -> int:
    """Ruling W10: six ranks in a row, the ace high or low."""
    if popcount(ranks) != 6:
        return 0
    low = ranks & ~(1 << ACE)
    return ranks >> lowest(ranks) == 0b111111 or (ranks != low and low == 0b11111)


# The round ------------------------------------------------------------------------------------------------------------

STEPS = (
    Deal("player", 5, to=Place.SEAT, face=Face.DOWN),
    Deal("dealer", 5, to=Place.DEALER, face=Face.DOWN),
    Show("player", when=shows_at_once),
    Choose("discard", Cards("player"), sees=("player",), when=must_discard, absent=COACH),
    Deal("player_card", 1, to=Place.SEAT, face=Face.HIDDEN, when=gets_a_sixth),
    Deal("dealer_card", 1, to=Place.DEALER, face=Face.DOWN),
    Show("dealer"),
    Show("dealer_card"),
    Show("player"),
    Show("player_card"),
)


WITH_JOKERS = ("", " with the joker", " with both jokers")  # By the number of jokers in a hand.


def player_words(player: Bits) -> str:
    """A hand: `pair of kings with the joker`, `full house, threes over eights`."""
    best = Kind(kind(strength(player)))
    if best == Kind.ROYAL_FLUSH:
        return "natural royal flush" if has_natural_royal(player) else "wild royal flush"
    return words.hand_words(best, strength(player)) + WITH_JOKERS[player >> JOKERS]


def six_words(player: Bits, player_card: Bits) -> str:
    """The best five of a player's six cards."""
    return player_words(player + player_card)


def played_words(player: Bits, discard: Bits, player_card: Bits) -> str:
    """The four kept cards and the replacement, or the best five of six where nothing was put aside."""
    return words.makes(player_words(player - discard + player_card))


def dealer_words(dealer: Bits) -> str:
    """The dealer's first five cards."""
    return player_words(dealer)


def dealer_card_words(dealer: Bits, dealer_card: Bits) -> str:
    """The dealer's best five of six, said beside the sixth alone."""
    return words.makes(player_words(dealer + dealer_card))


def poker_words(player: Bits, discard: Bits, player_card: Bits, dealer: Bits, dealer_card: Bits) -> str:
    """How the two hands compare, or the automatic winner."""
    ended = poker(player, discard, player_card, dealer, dealer_card)
    if ended == Poker.AUTOMATIC:
        return f"automatic winner, {player_words(player)}"
    return words.against(player_words(player - discard + player_card), player_words(dealer + dealer_card), ended)


# Citations by outcome of the Poker bet: the docstring of `poker` cites more than what decided each.
POKER_CITES: Mapping[int, str] = {
    Poker.LOST: "rules 4 and 7, ruling W5",
    Poker.TIED: "rule 7, rulings W3 and W5",
    Poker.WON: "rules 4 and 7, ruling W5",
    Poker.AUTOMATIC: "rule 5, ruling W4",
}

# The game -------------------------------------------------------------------------------------------------------------

OPTIONS = (
    Option("queens_or_better", Columns(), "pay table of Queens Or Better"),
    Option("draw_bonus", Columns(), "pay table of Draw Bonus"),
    Option("taxpayers_fortune", Columns(), "pay table of Taxpayer's Fortune"),
    Option("automatic_win", Columns(grid="poker"), "what an automatic winner of the Poker bet is paid"),
    Option("queens_or_better_bet", Choice(("optional", "mandatory")), "whether Queens Or Better must be bet"),
    Option("draw_bonus_bet", Choice(("optional", "mandatory")), "whether Draw Bonus must be bet"),
)


def build(options: Options) -> Game:
    """Wild Six Card Poker with these options."""
    pays = options.pays
    queens = (Line(queens_or_better, pays("queens_or_better", Paying)),)
    drawn = (Line(draw_bonus, pays("draw_bonus", Drawn)),)
    taxed = (Line(tax, pays("tax", Tax)), Line(fortune, pays("taxpayers_fortune", Fortune)))
    dollar = Fixed(options.stake_cents("tax"))
    return Game(
        name="wild-six",
        version=1,
        title="Wild Six Card Poker",
        summary="five cards and two jokers in the deck, one card exchanged, against the dealer's best of six",
        deck=TWO_JOKERS,
        seats=8,
        steps=STEPS,
        wagers=(
            Wager("poker", (Line(poker, pays("poker", Poker), cites=POKER_CITES),), required=True),
            Wager("queens_or_better", queens, required=options["queens_or_better_bet"] == "mandatory"),
            Wager("draw_bonus", drawn, required=options["draw_bonus_bet"] == "mandatory"),
            Wager("taxpayers_fortune", taxed, stake=dollar, needs="queens_or_better"),
        ),
        words={
            "player": player_words,
            "player_card": played_words,
            "dealer": dealer_words,
            "dealer_card": dealer_card_words,
            "poker": poker_words,
            "queens_or_better": player_words,
            "draw_bonus": six_words,
            "taxpayers_fortune": player_words,
        },
        labels={
            "poker": "Poker",
            "queens_or_better": "Queens Or Better",
            "draw_bonus": "Draw Bonus",
            "taxpayers_fortune": "Taxpayer's Fortune",
            "player": "your cards",
            "player_card": "your card",
            "dealer_card": "dealer's card",
        },
        alike=EVERY_SUIT,
        reads=Reads.BY_RANK,
    )
