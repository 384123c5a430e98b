"""Pay tables to design from."""

from collections.abc import Mapping
from fractions import Fraction

from pitboss.core.pays import Odds
from pitboss.games import GameFolder
from pitboss.maths.design.design import Span
from pitboss.maths.design.shape import Shape, whole, with_pays


def share(text: str) -> Span:
    """`4%..6%`."""
    low, high = (Fraction(part.strip("% ")) / 100 for part in text.split(".."))
    return Span(low, high)


def shape_of(folder: GameFolder, wager: str, options: Mapping[str, str] | None = None, **pays: int) -> Shape:
    """A shape with some whole odds of its own."""
    game = folder.build(options or {})
    grid = max(
        {line.pays.grid for line in game.wager[wager].lines},
        key=lambda grid: sum(whole(pay) is not None for pay in Shape(game, wager, grid).pays.values()),
    )
    outcomes = {Shape(game, wager, grid).name(each): each for each in Shape(game, wager, grid).pays}
    changed = {outcomes[row]: Odds(Fraction(pay)) for row, pay in pays.items()}
    return Shape(with_pays(game, grid, changed), wager, grid)
