"""Small staged games of nine to twelve cards, each with something that the method must get right."""

from enum import IntEnum
from fractions import Fraction
from typing import Annotated

from pitboss.core.cards import CLUBS, DIAMONDS, HEARTS, Card, Code, Deck, Hand, suit
from pitboss.core.game import CHOSEN, Choose, Deal, Face, Game, Line, Place, Raise, Wager
from pitboss.core.pays import Odds, PayTable
from pitboss.core.rule import popcount, rule
from pitboss.hands.bits import SUIT, Bits


class Result(IntEnum):
    """How a bet ends."""

    LOST = 0
    TIED = 1
    WON = 2
    WON_BIG = 3


class Early(IntEnum):
    """A choice between waiting and a large bet."""

    CHECK = 0
    PLAY_3 = 1


class Late(IntEnum):
    """The last choice."""

    FOLD = 0
    PLAY_1 = 1
    PLAY_2 = 2


class Ride(IntEnum):
    """A bet stays or is taken back."""

    LET_IT_RIDE = 0
    TAKE_BACK = 1


CLUBS_SEEN = IntEnum("CLUBS_SEEN", [(f"CLUBS_{count}", count) for count in range(8)])
COUNTS = tuple(CLUBS_SEEN)


def club(card: Card) -> Code:
    """1 for a club."""
    return int(suit(card) == CLUBS)


@rule
def strength(hand: Bits) -> int:
    """Rule 1: twice the longest suit and the highest rank, more for pairs."""
    clubs = hand & SUIT
    diamonds = hand >> 13 & SUIT
    hearts = hand >> 26 & SUIT
    ranks = clubs | diamonds | hearts
    pairs = (clubs & diamonds) | (clubs & hearts) | (diamonds & hearts)
    longest = max(popcount(clubs), max(popcount(diamonds), popcount(hearts)))
    return 8 * popcount(pairs) + 2 * longest + (ranks >> 2 & 1)


@rule
def compared(player: Bits, board: Bits, dealer: Bits) -> Result:
    """Rule 2: the higher strength wins, big with pairs."""
    mine = strength(player + board)
    if mine > strength(dealer + board):
        return Result.WON_BIG if mine >= 16 else Result.WON
    return Result.TIED if mine == strength(dealer + board) else Result.LOST


@rule
def unless_folded(player: Bits, board: Bits, dealer: Bits, late: Late, early: Early, middle: Early) -> Result:
    """Rule 3: a fold loses, which only a seat without a bet can do."""
    if early == Early.CHECK and middle == Early.CHECK and late == Late.FOLD:
        return Result.LOST
    return compared(player, board, dealer)


@rule
def waits(early: Early) -> int:
    """Rule 4: only who checked is asked again."""
    return early == Early.CHECK


@rule
def waits_twice(early: Early, middle: Early) -> int:
    """Rule 4: only who checked twice is asked at the end."""
    return early == Early.CHECK and middle == Early.CHECK


@rule
def strong_enough(player: Bits, board: Bits, late: Late) -> int:
    """Rule 5: two units take a pair."""
    return late != Late.PLAY_2 or strength(player + board) >= 8


@rule
def clubs_seen(every: Annotated[Hand, club]) -> CLUBS_SEEN:
    """Rule 6: the clubs among all cards."""
    return COUNTS[every]


@rule
def own(player: Bits, open_card: Bits) -> Result:
    """Rule 7: the player's cards with the open one."""
    return Result.WON if strength(player + open_card) >= 8 else Result.LOST


@rule
def paid(hand: Bits) -> Result:
    """Rule 8: bets that ride are paid by all four cards."""
    if strength(hand) >= 16:
        return Result.WON_BIG
    return Result.WON if strength(hand) >= 9 else Result.LOST


@rule
def versus(player: Bits, dealer: Bits, late: Late) -> Result:
    """Rule 9: a fold loses, the higher strength wins."""
    if late == Late.FOLD:
        return Result.LOST
    if strength(player) > strength(dealer):
        return Result.WON_BIG if strength(player) >= 10 else Result.WON
    return Result.TIED if strength(player) == strength(dealer) else Result.LOST


@rule
def own_is_strong(player: Bits, late: Late) -> int:
    """Rule 10: two units take a pair."""
    return late != Late.PLAY_2 or strength(player) >= 8


@rule
def early_on_pairs(player: Bits, open_card: Bits) -> Early:
    """Plays early with a pair."""
    return Early.PLAY_3 if strength(player + open_card) >= 8 else Early.CHECK


@rule
def ranks_of(hand: Bits) -> int:
    """The ranks in a hand."""
    return (hand & SUIT) | (hand >> 13 & SUIT) | (hand >> 26 & SUIT)


@rule
def middle_by_open(player: Bits, open_card: Bits, flop: Bits) -> Early:
    """Plays when the open card is higher than the flop's."""
    return Early.PLAY_3 if ranks_of(open_card) > ranks_of(flop) else Early.CHECK


@rule
def late_on_pairs(player: Bits, board: Bits) -> Late:
    """Plays two on a pair, one on a long suit."""
    if strength(player + board) >= 8:
        return Late.PLAY_2
    return Late.PLAY_1 if strength(player + board) >= 5 else Late.FOLD


def pays(name: str, big: int) -> PayTable:
    """A table that pays 1 to 1, and more for the best."""
    odds = {Result.WON_BIG: big, Result.WON: 1, Result.TIED: 0, Result.LOST: -1}
    return PayTable(name, "printed", Result, {end: Odds(Fraction(each)) for end, each in odds.items()})


def deck(suits: int, ranks: int) -> Deck:
    """The lowest ranks of some suits."""
    return Deck("small deck", tuple(13 * each + place for each in range(suits) for place in range(ranks)))


def count_pays() -> PayTable:
    """Pays for clubs."""
    return PayTable(
        "clubs", "printed", CLUBS_SEEN, {count: Odds(Fraction(int(count) - 3)) for count in reversed(COUNTS)}
    )


CLUBS_BET = Wager("clubs", (Line(clubs_seen, count_pays()),))


def with_open_card(with_clubs: bool = False, apart: bool = True) -> Game:
    """One shared card apart before the flop, legal options by hand, and a fold that only some can make."""
    line = Line(unless_folded, pays("ante", 2))
    wagers = (
        Wager("ante", (line,), required=True),
        Wager("play", (Line(compared, pays("play", 1)),), stake=CHOSEN),
        *((Wager("own", (Line(own, pays("own", 1)),)),) if apart else ()),
    )
    return Game(
        name="toy-open-card",
        version=1,
        title="Open Card",
        summary="a toy",
        deck=deck(3, 3),
        seats=1,
        steps=(
            Deal("player", 2, to=Place.SEAT, face=Face.DOWN),
            Deal("open_card", 1, to=Place.COMMUNITY, face=Face.UP),
            Deal("dealer", 2, to=Place.DEALER, face=Face.DOWN),
            Choose("early", Early, sees=("player", "open_card"), raises={Early.PLAY_3: Raise("play", "ante", 3)}),
            Deal("flop", 1, to=Place.COMMUNITY, face=Face.UP),
            Choose(
                "middle",
                Early,
                sees=("player", "open_card", "flop"),
                when=waits,
                raises={Early.PLAY_3: Raise("play", "ante", 2)},
            ),
            Deal("last", 1, to=Place.COMMUNITY, face=Face.UP),
            Choose(
                "late",
                Late,
                sees=("player", "open_card", "flop", "last"),
                when=waits_twice,
                legal=strong_enough,
                raises={Late.PLAY_1: Raise("play", "ante"), Late.PLAY_2: Raise("play", "ante", 2)},
            ),
        ),
        wagers=(*wagers, CLUBS_BET) if with_clubs else wagers,
        main=("ante", "play"),
        gathers={"board": ("open_card", "flop", "last"), "every": ("player", "open_card", "flop", "last", "dealer")},
        alike=(DIAMONDS, HEARTS) if with_clubs else (CLUBS, DIAMONDS, HEARTS),
    )


def let_it_ride() -> Game:
    """No dealer: bets are taken back, and the last card is never seen before a choice."""
    line = Line(paid, pays("paid", 4))
    return Game(
        name="toy-ride",
        version=1,
        title="Ride",
        summary="a toy",
        deck=deck(3, 4),
        seats=1,
        steps=(
            Deal("player", 2, to=Place.SEAT, face=Face.DOWN),
            Choose("one", Ride, sees=("player",), raises={Ride.TAKE_BACK: Raise("bet_1", "bet_1", -1)}),
            Deal("first_card", 1, to=Place.COMMUNITY, face=Face.UP),
            Choose("two", Ride, sees=("player", "first_card"), raises={Ride.TAKE_BACK: Raise("bet_2", "bet_2", -1)}),
            Deal("second_card", 1, to=Place.COMMUNITY, face=Face.UP),
        ),
        wagers=(Wager("bet_1", (line,), required=True), Wager("bet_2", (line,)), Wager("bet_3", (line,)), CLUBS_BET),
        main=("bet_1", "bet_2", "bet_3"),
        gathers={"hand": ("player", "first_card", "second_card"), "every": ("player", "first_card", "second_card")},
        alike=(DIAMONDS, HEARTS),
    )


def against_dealer(with_clubs: bool = False) -> Game:
    """One decision against a dealer, with a bet that sees every card."""
    wagers = (
        Wager("ante", (Line(versus, pays("ante", 3)),), required=True),
        Wager("play", (Line(versus, pays("play", 1)),), stake=CHOSEN),
    )
    return Game(
        name="toy-dealer",
        version=1,
        title="Dealer",
        summary="a toy",
        deck=deck(3, 4),
        seats=1,
        steps=(
            Deal("player", 3, to=Place.SEAT, face=Face.DOWN),
            Deal("dealer", 2, to=Place.DEALER, face=Face.DOWN),
            Choose(
                "late",
                Late,
                sees=("player",),
                legal=own_is_strong,
                raises={Late.PLAY_1: Raise("play", "ante"), Late.PLAY_2: Raise("play", "ante", 2)},
            ),
        ),
        wagers=(*wagers, CLUBS_BET) if with_clubs else wagers,
        main=("ante", "play"),
        gathers={"every": ("player", "dealer")},
        alike=(DIAMONDS, HEARTS) if with_clubs else (CLUBS, DIAMONDS, HEARTS),
    )
