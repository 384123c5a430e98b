"""Named ways to play 3 Card Blitz."""

from pitboss.core.game import Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import lowest, rule
from pitboss.games.three_card_blitz.game import WORTH, Play, points
from pitboss.hands.bits import Bits


@rule
def play_on(player: Bits, least: int) -> Play:
    """Play with at least `least` points, fold with fewer."""
    return Play.PLAY if points(player) >= least else Play.FOLD


@rule
def total(player: Bits) -> int:
    """The points of the hand."""
    return points(player)


@rule
def whole_count(player: Bits) -> int:
    """The points of all cards of the hand together; the more, the fewer high cards are left for the dealer."""
    count = 0
    left = player
    while left:
        count += WORTH[lowest(left) % 13]
        left &= left - 1
    return count


def play_on_points(least: int) -> Strategy:
    """The strategy that plays on `least` points or more."""
    return Strategy(f"play-on-{least}", f"play on {least} points or more", {"play": play_on}, {"least": least})


GUIDE = Guide(
    by=Feature(total, lambda count: f"{count} points"),
    then=(
        Feature(
            whole_count,
            lambda count: f"with all seven cards together counting {count}",
            own=lambda count: f"yours count {count}",
        ),
    ),
    ways=((Play.FOLD, "fold"), (Play.PLAY, "play")),
    note="The more your own cards count, the fewer high cards are left for the dealer.",
    why="The dealer is dealt from the cards that are left: of two hands with the same points, the one with more high "
    "cards beside them leaves the dealer fewer.",
)
STRATEGIES = (
    *(play_on_points(least) for least in range(10, 32)),
    Strategy("always-play", "never fold", {"play": play_on}, {"least": 0}),
)
