"""Super Pan 9: three cards, perhaps a fourth, closer to nine than the dealer. Numbers are those of rules.md."""

from enum import IntEnum
from typing import Annotated

from pitboss.core.cards import ACE, EIGHT, EVERY_SUIT, JACK, NINE, SEVEN, TEN, Card, Code, Hand, rank, shoe
from pitboss.core.errors import plural
from pitboss.core.game import Choose, Deal, Face, Game, Line, Place, Show, Shuffle, Wager
from pitboss.core.options import Choice, Option, Options, Percent, Whole
from pitboss.core.rule import rule
from pitboss.hands import words

# What it sees ---------------------------------------------------------------------------------------------------------

COUNTER = 3  # Bits per counter; a hand has at most four cards of one value.
VALUES = 7


def value(card: Card) -> int:
    """Rule 2: an ace 1, pictures nothing, the others their number."""
    if rank(card) == ACE:
        return 1
    return 0 if rank(card) >= JACK else rank(card) + 2


def value_counter(card: Card) -> Code:
    """A hand is seven counters, one per value: suits and the three pictures look alike."""
    return 1 << COUNTER * value(card)


Values = Annotated[Hand, value_counter]

# Outcomes -------------------------------------------------------------------------------------------------------------


class Draw(IntEnum):
    """The player's choice."""

    STAND = 0
    DRAW = 1


class Result(IntEnum):
    """How the regular wager ends."""

    LOST = 0
    TIED = 1
    WON = 2


class Tie(IntEnum):
    """How the Tie Bet ends."""

    NO_TIE = 0
    TIED = 1


# Rules ----------------------------------------------------------------------------------------------------------------


@rule
def points(hand: Values) -> int:
    """Rule 3: the last digit of the sum. Ruling P2: of four cards as of three."""
    total = 0
    for number in range(1, VALUES):
        total += number * ((hand >> COUNTER * number) & ((1 << COUNTER) - 1))
    return total % 10


@rule
def player_draws(draw: Draw) -> int:
    """Rule 5: one more card for players who draw."""
    return draw == Draw.DRAW


@rule
def draws_if_absent(player: Values) -> Draw:
    """Ruling G8: a missing player draws on 0 to 5, as the dealer does."""
    return Draw.DRAW if points(player) <= 5 else Draw.STAND


@rule
def dealer_must_draw(dealer: Values) -> int:
    """Rule 6: the dealer draws on 0 to 5. Ruling P2: whatever the players did."""
    return points(dealer) <= 5


@rule
def regular(player: Values, player_card: Values, dealer: Values, dealer_card: Values) -> Result:
    """Rule 7: closer to nine wins. Ruling P3: a tie pushes, Tie Bet or not."""
    mine = points(player + player_card)
    theirs = points(dealer + dealer_card)
    if mine > theirs:
        return Result.WON
    if mine < theirs:
        return Result.LOST
    return Result.TIED


@rule
def tie(player: Values, player_card: Values, dealer: Values, dealer_card: Values) -> Tie:
    """Rule 9: the Tie Bet wins when the regular wager ties."""
    if regular(player, player_card, dealer, dealer_card) == Result.TIED:
        return Tie.TIED
    return Tie.NO_TIE


# The round ------------------------------------------------------------------------------------------------------------

STEPS = (
    Deal("player", 3, to=Place.SEAT, face=Face.DOWN),
    Deal("dealer", 3, to=Place.DEALER, face=Face.DOWN),
    Choose("draw", Draw, sees=("player",), absent=draws_if_absent),
    Deal("player_card", 1, to=Place.SEAT, face=Face.DOWN, when=player_draws),
    Show("dealer"),
    Deal("dealer_card", 1, to=Place.DEALER, face=Face.UP, when=dealer_must_draw),
    Show("player"),
    Show("player_card"),
)


def player_words(player: Values) -> str:
    """A player's three cards, `9 points`."""
    return plural(points(player), "point")


def player_card_words(player: Values, player_card: Values) -> str:
    """A player's four cards, said beside the fourth alone: `makes 9 points`."""
    return f"makes {player_words(player + player_card)}"


def dealer_words(dealer: Values) -> str:
    """The dealer's three cards."""
    return player_words(dealer)


def dealer_card_words(dealer: Values, dealer_card: Values) -> str:
    """The dealer's four cards."""
    return player_card_words(dealer, dealer_card)


def against_words(player: Values, player_card: Values, dealer: Values, dealer_card: Values) -> str:
    """How the two hands compare."""
    mine, theirs = points(player + player_card), points(dealer + dealer_card)
    return words.against(str(mine), str(theirs), regular(player, player_card, dealer, dealer_card))


WORDS = {
    "player": player_words,
    "player_card": player_card_words,
    "dealer": dealer_words,
    "dealer_card": dealer_card_words,
    "regular": against_words,
    "tie": against_words,
}

# The game -------------------------------------------------------------------------------------------------------------

OPTIONS = (
    Option("decks", Whole(1, 8), "decks in the shoe", default="8"),
    Option("commission", Percent(0, 5), "share of a regular win that the house takes", default="5%"),
    Option("commission_on_tie", Choice(("no", "yes")), "whether Tie Bet wins pay the commission too"),
    Option("tie_bet", Choice(("yes", "no")), "whether the Tie Bet is offered"),
)


def build(options: Options) -> Game:
    """Super Pan 9 with these options."""
    deck = shoe(options["decks"], without=(SEVEN, EIGHT, NINE, TEN))
    commission = options["commission"]
    taxed = options["commission_on_tie"] == "yes"
    tie_bet = Wager(
        "tie",
        (Line(tie, options.pays("tie", Tie), cites={Tie.TIED: "rule 9, ruling P6"}),),
        commission=commission if taxed else commission * 0,
        commission_cites="ruling P4",
    )
    main = Wager(
        "regular",
        (Line(regular, options.pays("regular", Result), cites={Result.WON: "rule 7", Result.LOST: "rule 7"}),),
        required=True,
        commission=commission,
        commission_cites="rule 8, ruling P4",
    )
    return Game(
        name="super-pan-9",
        version=1,
        title="Super Pan 9",
        summary="three cards, draw one or stand, closer to nine than the dealer",
        deck=deck,
        seats=min(9, len(deck) // 4 - 1),  # Ruling P7: four cards a hand, the dealer's among them.
        steps=STEPS,
        wagers=(main, tie_bet) if options["tie_bet"] == "yes" else (main,),
        words=WORDS if options["tie_bet"] == "yes" else {key: WORDS[key] for key in WORDS if key != "tie"},
        labels={
            "regular": "regular wager",
            "tie": "Tie Bet",
            "player": "your cards",
            "player_card": "your card",
            "dealer_card": "dealer's card",
        },
        alike=EVERY_SUIT,
        shuffles=(Shuffle.CUT_CARD, Shuffle.CONTINUOUS),
    )
