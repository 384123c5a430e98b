"""The number of ways to deal cards."""

from collections.abc import Collection
from math import comb

from pitboss.core.game import Game, SourceKind


def ways_to_deal(game: Game, piles: Collection[str]) -> int:
    """The number of ways to deal some piles, one after the other; the order of cards in a pile does not count."""
    left, found = len(game.deck), 1
    for deal in game.piles.values():
        if deal.pile in piles:
            found *= comb(left, deal.count)
            left -= deal.count
    return found


def deals_for(game: Game, *names: str) -> int:
    """The number of deals of the piles that the outcomes of these wagers depend on, by rule or through a choice."""
    piles: set[str] = set()
    for line in (line for name in names for line in game.wager[name].lines):
        for source in game.bound_line(line).sources:
            piles |= set(source.piles)
            if source.kind in (SourceKind.CHOICE, SourceKind.CARD):
                piles |= set(game.choices[source.name].sees)
    return ways_to_deal(game, piles)
