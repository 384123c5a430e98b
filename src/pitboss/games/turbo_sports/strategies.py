"""Named ways to play Turbo Sports."""

from pitboss.game import Strategy
from pitboss.games.turbo_sports.game import Double, Icons, icons
from pitboss.rule import rule


@rule
def double_on(community: Icons, least: int) -> Double:
    """Double with at least so many icons among the three."""
    if icons(community) >= least:
        return Double.DOUBLE
    return Double.DECLINE


def double_from(least: int) -> Strategy:
    """The strategy that doubles with so many icons or more."""
    return Strategy(f"double-on-{least}", f"double on {least} icons or more", {"double": double_on}, {"least": least})


STRATEGIES = (
    *(double_from(least) for least in range(6)),
    Strategy("never-double", "never double", {"double": double_on}, {"least": 6}),
)
