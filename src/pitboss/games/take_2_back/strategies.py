"""Named ways to play Take 2 Back. `basic` is published for Let It Ride (Wizard of Odds and others)."""

from pitboss.core.cards import TEN
from pitboss.core.errors import plural
from pitboss.core.game import Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import popcount, rule
from pitboss.games.take_2_back.game import Ride
from pitboss.hands.bits import Bits, ranks_of
from pitboss.hands.draws import gaps, is_outside, pairs_of, same_suit, spans, triples_of

TWO_OF_ANY_SUIT = 1

# What a player can count ----------------------------------------------------------------------------------------------


@rule
def high_cards(hand: Bits) -> int:
    """The different ranks from the ten up."""
    return popcount(ranks_of(hand) >> TEN)


@rule
def pays_already(hand: Bits) -> int:
    """Whether the cards are paid whatever comes: a pair of tens or better, two pair or three of a kind."""
    return pairs_of(hand) >> TEN != 0 or popcount(pairs_of(hand)) == 2 or triples_of(hand) != 0


@rule
def three_cards_make(player: Bits) -> int:
    """What three cards hold: a paying hand 4, three to a straight flush 3 to 1 by their gaps, anything else 0.

    An ace is high: below a two it leaves only one straight, so that A-2-4 is no better than three cards far apart.
    """
    ranks = ranks_of(player)
    wide = 1 if spans(ranks, 5) else 0
    less = 2 if spans(ranks, 4) else wide
    close = 3 if spans(ranks, 3) else less
    suited = close if same_suit(player) else 0
    return 4 if pays_already(player) else suited


@rule
def three_high_cards(player: Bits) -> int:
    """The different ranks from the ten up among the three."""
    return high_cards(player)


@rule
def is_without_a_two(player: Bits) -> int:
    """Whether no card is a two: in a row, not 2-3-4."""
    return ranks_of(player) & TWO_OF_ANY_SUIT == 0


@rule
def four_cards_make(four_cards: Bits) -> int:
    """What four cards hold: a paying hand 4, a flush draw 3, an outside straight 2, an inside one 1, else 0."""
    ranks = ranks_of(four_cards)
    inside = 1 if gaps(ranks, 4) <= 1 else 0
    straight = 2 if is_outside(ranks) else inside
    drawing = 3 if same_suit(four_cards) else straight
    return 4 if pays_already(four_cards) else drawing


@rule
def four_high_cards(four_cards: Bits) -> int:
    """The different ranks from the ten up among the four."""
    return high_cards(four_cards)


# Named strategies -----------------------------------------------------------------------------------------------------


@rule
def basic_first(player: Bits) -> Ride:
    """Rides on a paying hand, and on three to a straight flush with as many high cards as it has gaps."""
    made = three_cards_make(player)
    draws = (made == 3 and is_without_a_two(player)) or (made == 2 and high_cards(player) >= 1)
    wide = made == 1 and high_cards(player) >= 2
    return Ride.LET_IT_RIDE if made == 4 or draws or wide else Ride.TAKE_BACK


@rule
def basic_second(four_cards: Bits) -> Ride:
    """Rides on a paying hand, four to a flush, and four to an outside straight with a high card."""
    made = four_cards_make(four_cards)
    return Ride.LET_IT_RIDE if made >= 3 or (made == 2 and high_cards(four_cards) >= 1) else Ride.TAKE_BACK


@rule
def paid_first(player: Bits) -> Ride:
    """Rides on a paying hand alone."""
    return Ride.LET_IT_RIDE if pays_already(player) else Ride.TAKE_BACK


@rule
def paid_second(four_cards: Bits) -> Ride:
    """Rides on a paying hand alone."""
    return Ride.LET_IT_RIDE if pays_already(four_cards) else Ride.TAKE_BACK


@rule
def rides(player: Bits) -> Ride:
    """Lets every bet ride."""
    return Ride.LET_IT_RIDE


@rule
def takes_back(player: Bits) -> Ride:
    """Takes every bet back that may be."""
    return Ride.TAKE_BACK


THREE = (
    "no pair of tens and no draw",
    "three to a straight flush with two gaps",
    "three to a straight flush with one gap",
    "three to a straight flush in a row",
    "pair of tens or better, or three of a kind",
)
FOUR = (
    "no pair of tens and no draw",
    "four to an inside straight",
    "four to an outside straight",
    "four to a flush",
    "pair of tens or better, two pair, or three of a kind",
)
WAYS = ((Ride.TAKE_BACK, "take back"), (Ride.LET_IT_RIDE, "let it ride"))
NOTE = "High cards are tens to aces. Of three cards to a straight flush an ace is the highest; of four it may be low."
GUIDES = {
    "first": Guide(
        by=Feature(three_cards_make, lambda value: THREE[value], "or better", "or worse"),
        ways=WAYS,
        then=(
            Feature(three_high_cards, lambda count: f"with {plural(count, 'high card')}"),
            Feature(is_without_a_two, lambda _: "without a two", ""),
        ),
        note=NOTE,
    ),
    "second": Guide(
        by=Feature(four_cards_make, lambda value: FOUR[value], "or better", "or worse"),
        ways=WAYS,
        then=(Feature(four_high_cards, lambda count: f"with {plural(count, 'high card')}"),),
        note=NOTE,
    ),
}
STRATEGIES = (
    Strategy(
        "basic",
        "let paying hands and good draws ride, as published for Let It Ride",
        {"first": basic_first, "second": basic_second},
    ),
    Strategy("paying-hands", "let only paying hands ride", {"first": paid_first, "second": paid_second}),
    Strategy("let-all-ride", "never take a bet back", {"first": rides, "second": rides}),
    Strategy("take-all-back", "always take both bets back", {"first": takes_back, "second": takes_back}),
)
