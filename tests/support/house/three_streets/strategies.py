"""Ways to play Three Streets, and a guide for each of its choices."""

from pitboss.core.game import Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import rule

from .game import First, Ranks, Second, Third, points


@rule
def ride_on(player: Ranks, least: int) -> First:
    """Let it ride with `least` points or more."""
    if points(player) >= least:
        return First.LET_IT_RIDE
    return First.TAKE_BACK


@rule
def bet_pairs(player: Ranks, first_card: Ranks) -> Second:
    """Four bets with a pair, one with 9 points, else a fold."""
    if points(player + first_card) > 12:
        return Second.BET_4
    return Second.BET_1 if points(player + first_card) >= 9 else Second.FOLD


@rule
def bet_pairs_last(five: Ranks, second: Second) -> Third:
    """The last bet with two pairs, or with any pair after four bets."""
    if points(five) > 25 or second == Second.BET_4:
        return Third.BET_3
    return Third.CHECK


@rule
def two_points(player: Ranks) -> int:
    """The points of two cards."""
    return points(player)


@rule
def three_points(three: Ranks) -> int:
    """The points of three cards."""
    return points(three)


@rule
def five_points(five: Ranks) -> int:
    """The points of all cards."""
    return points(five)


@rule
def holds_pair(player: Ranks) -> int:
    """Whether the two cards are a pair."""
    return points(player) > 10


@rule
def has_taken_back(first: First) -> int:
    """Whether the first bet was taken back."""
    return first == First.TAKE_BACK


@rule
def most_allowed(three: Ranks) -> Second:
    """The largest bet that the rules allow."""
    return Second.BET_4 if points(three) > 12 else Second.BET_2


def said(count: int) -> str:
    """`5 points`."""
    return f"{count} point{'' if count == 1 else 's'}"


def pair_said(holds: int) -> str:
    """Words for the second feature of a guide."""
    return f"with {'a' if holds else 'no'} pair in hand"


def back_said(back: int) -> str:
    """Words for the groups of the last guide."""
    return "the blind taken back" if back else "the blind on"


GUIDES = {
    "first": Guide(
        by=Feature(two_points, said), ways=((First.TAKE_BACK, "take it back"), (First.LET_IT_RIDE, "let it ride"))
    ),
    "second": Guide(
        by=Feature(three_points, said),
        ways=((Second.FOLD, "fold"), (Second.BET_1, "bet 1"), (most_allowed, "bet what is allowed")),
        then=(Feature(holds_pair, pair_said, more="", fewer=""),),
    ),
    "third": Guide(
        by=Feature(five_points, said),
        ways=((Third.CHECK, "check"), (Third.BET_3, "bet 3")),
        group=Feature(has_taken_back, back_said),
    ),
}
STRATEGIES = tuple(
    Strategy(
        f"ride-on-{least}",
        f"let it ride with {said(least)} or more, then bet pairs",
        {"first": ride_on, "second": bet_pairs, "third": bet_pairs_last},
        {"least": least},
    )
    for least in (0, 8, 12)
)
