"""3 Card Poker: three cards against a dealer who needs a queen. Numbers are those of rules.md."""

from enum import IntEnum
from typing import Annotated

from pitboss.core.cards import CLUBS, DIAMONDS, HEARTS, QUEEN, RANK_NAMES, SPADES, STANDARD, Card, Code, Hand
from pitboss.core.game import CHOSEN, Choose, Deal, Face, Game, Line, Place, Raise, Show, Wager
from pitboss.core.options import Columns, Option, Options
from pitboss.core.rule import highest, popcount, rule

# What it sees ---------------------------------------------------------------------------------------------------------


def card_bit(card: Card) -> Code:
    """Everything: a bit a card, thirteen a suit, the two lowest."""
    return 1 << card


Bits = Annotated[Hand, card_bit]
SUIT = (1 << 13) - 1
ACE_TWO_THREE = 0b1000000000011
GROUP = 13  # Bits of a group of ranks in a strength.

# Outcomes -------------------------------------------------------------------------------------------------------------


class Play(IntEnum):
    """The player's choice."""

    FOLD = 0
    PLAY = 1


class Kind(IntEnum):
    """Rule 2: the kinds of hand, the weakest first; Pair Plus ends as one of them."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


class Result(IntEnum):
    """How Ante and Play end."""

    LOST = 0
    TIED = 1
    NOT_QUALIFIED = 2
    WON = 3


class Bonus(IntEnum):
    """How the Ante Bonus ends."""

    NO_BONUS = 0
    STRAIGHT = 1
    THREE_OF_A_KIND = 2
    STRAIGHT_FLUSH = 3


KINDS = tuple(Kind)

# Rules ----------------------------------------------------------------------------------------------------------------


@rule
def straight_top(ranks: int) -> int:
    """Rule 2: the top of three ranks in a row, as a bit; A-2-3 has the three on top; 0 where they are none."""
    low = ranks & -ranks
    if ranks == 0b111 * low:
        return 0b100 * low
    if ranks == ACE_TWO_THREE:
        return 0b10
    return 0


@rule
def made(kind: int, ranks: int, kickers: int) -> int:
    """A strength: the kind, the ranks that make it, the ranks that break ties."""
    return (kind << 2 * GROUP) | (ranks << GROUP) | kickers


@rule
def strength(hand: Bits) -> int:
    """Rule 2: what a hand of three is worth; comparing two of them compares the hands."""
    clubs = hand & SUIT
    diamonds = (hand >> 13) & SUIT
    hearts = (hand >> 26) & SUIT
    spades = hand >> 39
    ranks = clubs | diamonds | hearts | spades
    if popcount(ranks) == 1:
        return made(Kind.THREE_OF_A_KIND, ranks, 0)
    if popcount(ranks) == 2:
        pair = (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades))
        return made(Kind.PAIR, pair, ranks & ~pair)
    run = straight_top(ranks)
    if ranks == clubs or ranks == diamonds or ranks == hearts or ranks == spades:
        return made(Kind.STRAIGHT_FLUSH, 0, run) if run else made(Kind.FLUSH, 0, ranks)
    if run:
        return made(Kind.STRAIGHT, 0, run)
    return made(Kind.HIGH_CARD, 0, ranks)


@rule
def kind(hand: Bits) -> int:
    """Rule 2: the kind of a hand."""
    return strength(hand) >> 2 * GROUP


@rule
def qualifies(dealer: Bits) -> int:
    """Rule 5: queen high or better."""
    return strength(dealer) >= 1 << QUEEN


@rule
def decides(has_ante: int) -> int:
    """Rule 4: only an Ante is decided on."""
    return has_ante


@rule
def stays(play: Play) -> int:
    """Rule 5: the dealer has somebody to beat."""
    return play == Play.PLAY


@rule
def result(player: Bits, dealer: Bits) -> Result:
    """Rules 5 and 6."""
    if not qualifies(dealer):
        return Result.NOT_QUALIFIED
    if strength(player) > strength(dealer):
        return Result.WON
    if strength(player) < strength(dealer):
        return Result.LOST
    return Result.TIED


@rule
def ante(player: Bits, dealer: Bits, play: Play) -> Result:
    """Rules 4 to 6: a fold gives it up."""
    if play == Play.FOLD:
        return Result.LOST
    return result(player, dealer)


@rule
def ante_bonus(player: Bits, play: Play) -> Bonus:
    """Rule 7: whatever the dealer holds, but not after a fold."""
    if play == Play.FOLD:
        return Bonus.NO_BONUS
    if kind(player) == Kind.STRAIGHT_FLUSH:
        return Bonus.STRAIGHT_FLUSH
    if kind(player) == Kind.THREE_OF_A_KIND:
        return Bonus.THREE_OF_A_KIND
    if kind(player) == Kind.STRAIGHT:
        return Bonus.STRAIGHT
    return Bonus.NO_BONUS


@rule
def pair_plus(player: Bits) -> Kind:
    """Rule 8: the player's hand alone."""
    return KINDS[kind(player)]


# The round ------------------------------------------------------------------------------------------------------------

STEPS = (
    Deal("player", 3, to=Place.SEAT, face=Face.DOWN),
    Deal("dealer", 3, to=Place.DEALER, face=Face.DOWN),
    Choose("play", Play, sees=("player",), raises={Play.PLAY: Raise("play", of="ante")}, when=decides),
    Show("dealer", when=stays),
    Show("player"),
)


def hand_words(hand: Bits) -> str:
    """`pair of kings`, `straight, nine high`."""
    made_of, kickers = (strength(hand) >> GROUP) & SUIT, strength(hand) & SUIT
    named = RANK_NAMES[highest(made_of or kickers)]
    many = f"{named}es" if named == "six" else f"{named}s"
    if kind(hand) == Kind.PAIR:
        return f"pair of {many}"
    if kind(hand) == Kind.THREE_OF_A_KIND:
        return f"three {many}"
    if kind(hand) == Kind.HIGH_CARD:
        return f"{named} high"
    return f"{Kind(kind(hand)).name.replace('_', ' ').lower()}, {named} high"


def player_words(player: Bits) -> str:
    """A player's hand."""
    return hand_words(player)


def dealer_words(dealer: Bits) -> str:
    """The dealer's hand."""
    return hand_words(dealer) + ("" if qualifies(dealer) else ", does not qualify")


def against_words(player: Bits, dealer: Bits, play: Play) -> str:
    """Both hands."""
    return "folded" if play == Play.FOLD else f"{hand_words(player)} against {dealer_words(dealer)}"


# The game -------------------------------------------------------------------------------------------------------------

OPTIONS = (Option("pair_plus", Columns(), "pay table of Pair Plus"),)


def build(options: Options) -> Game:
    """3 Card Poker with these options."""
    ante_lines = (Line(ante, options.pays("ante", Result)), Line(ante_bonus, options.pays("ante_bonus", Bonus)))
    return Game(
        name="three-card-poker",
        version=1,
        title="3 Card Poker",
        summary="three cards against a dealer who needs a queen",
        deck=STANDARD,
        seats=7,
        steps=STEPS,
        wagers=(
            Wager("ante", ante_lines, required=True, unless="pair_plus"),
            Wager("play", (Line(result, options.pays("play", Result)),), stake=CHOSEN),
            Wager("pair_plus", (Line(pair_plus, options.pays("pair_plus", Kind)),)),
        ),
        main=("ante", "play"),
        words={
            "player": player_words,
            "dealer": dealer_words,
            "ante": against_words,
            "play": against_words,
            "pair_plus": player_words,
        },
        labels={"ante": "Ante", "play": "Play", "pair_plus": "Pair Plus", "player": "your cards"},
        alike=(CLUBS, DIAMONDS, HEARTS, SPADES),
    )
