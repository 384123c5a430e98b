"""Named ways to play Draw Five."""

from pitboss.core.game import Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import rule

from .game import Draw, Values, points  # Whatever package the folder is imported as.


@rule
def draw_on(player: Values, most: int) -> Draw:
    """Draw on `most` points or fewer, stand on more."""
    if points(player) <= most:
        return Draw.DRAW
    return Draw.STAND


@rule
def total(player: Values) -> int:
    """The points of two cards."""
    return points(player)


GUIDE = Guide(
    by=Feature(total, lambda count: f"{count} point{'' if count == 1 else 's'}"),
    ways=((Draw.STAND, "stand"), (Draw.DRAW, "draw")),
)
STRATEGIES = tuple(
    Strategy(f"draw-on-{most}", f"draw on {most} points or fewer", {"draw": draw_on}, {"most": most})
    for most in range(5)
)
