"""Named ways to play 3 Card Blitz."""

from pitboss.game import Strategy
from pitboss.games.three_card_blitz.game import Bits, Play, points
from pitboss.rule import rule


@rule
def play_on(player: Bits, least: int) -> Play:
    """Play with at least so many points, fold with fewer."""
    if points(player) >= least:
        return Play.PLAY
    return Play.FOLD


def play_on_points(least: int) -> Strategy:
    """The strategy that plays on so many points or more."""
    return Strategy(f"play-on-{least}", f"play on {least} points or more", {"play": play_on}, {"least": least})


STRATEGIES = (
    *(play_on_points(least) for least in range(10, 32)),
    Strategy("always-play", "never fold", {"play": play_on}, {"least": 0}),
)
