"""Named ways to play Turbo Sports."""

from pitboss.core.errors import plural
from pitboss.core.game import Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import rule
from pitboss.games.turbo_sports.game import Double, Icons, icons


@rule
def double_on(community: Icons, least: int) -> Double:
    """Double with at least `least` icons among the three."""
    return Double.DOUBLE if icons(community) >= least else Double.DECLINE


@rule
def community_icons(community: Icons) -> int:
    """The icons among the three."""
    return icons(community)


def double_from(least: int) -> Strategy:
    """The strategy that doubles with `least` icons or more."""
    words = f"double on {plural(least, 'icon')} or more"
    return Strategy(f"double-on-{least}", words, {"double": double_on}, {"least": least})


GUIDE = Guide(
    by=Feature(community_icons, lambda count: plural(count, "icon"), among="among the three"),
    ways=((Double.DECLINE, "decline"), (Double.DOUBLE, "double")),
)
STRATEGIES = (
    *(double_from(least) for least in range(6)),
    Strategy("never-double", "never double", {"double": double_on}, {"least": 6}),
)
