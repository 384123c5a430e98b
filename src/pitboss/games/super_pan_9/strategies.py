"""Named ways to play Super Pan 9."""

from pitboss.core.errors import plural
from pitboss.core.game import Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import rule
from pitboss.games.super_pan_9.game import Draw, Values, points


@rule
def draw_on(player: Values, most: int) -> Draw:
    """Draw on `most` points or fewer, stand on more."""
    return Draw.DRAW if points(player) <= most else Draw.STAND


@rule
def total(player: Values) -> int:
    """The points of the three cards."""
    return points(player)


def draw_up_to(most: int) -> Strategy:
    """The strategy that draws up to a total; up to 5 is how the dealer plays."""
    return Strategy(f"draw-on-{most}", f"draw on {most} points or fewer", {"draw": draw_on}, {"most": most})


GUIDE = Guide(
    by=Feature(total, lambda count: plural(count, "point")),
    ways=((Draw.STAND, "stand"), (Draw.DRAW, "draw")),
)
STRATEGIES = tuple(draw_up_to(most) for most in range(10))
