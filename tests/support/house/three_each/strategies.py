"""A way to play Three Each."""

from pitboss.core.game import Strategy
from pitboss.core.rule import rule

from .game import Play, Ranks


@rule
def always(player: Ranks) -> Play:
    """Always plays."""
    return Play.PLAY


STRATEGIES = (Strategy("always-play", "play every hand", {"play": always}),)
