"""Riders counted apart from their host: their own figures need no play, and their host's need no rider.

A rider asks for no choice, so the best play and the tally of its host are those of the host alone. What a rider sees
is a sum over some cards, and how often each sum comes follows from the deck. Only how both end together needs every
deal of the two.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb

from pitboss.core.cards import Card
from pitboss.core.game import Bound, Game, Source, SourceKind
from pitboss.core.script import codes_of
from pitboss.maths.tally.parts import InParts, WhenAsked
from pitboss.maths.tally.tally import NOT_PLACED, Cell, Staked, Tally, added_up, tally_columns

HOST = "_host"
NO_CARDS: Mapping[str, tuple[Card, ...]] = {}


def host_of(game: Game) -> Game | None:
    """The host of a game with a rider, its bets paid as they are in the game; None where nothing rides."""
    if game.host is None:
        return None
    known: dict[str, Game] = game.__dict__
    if HOST not in known:
        wagers = tuple(wager for wager in game.wagers if wager.name in game.host.wager)
        known[HOST] = replace(game.host, wagers=wagers, meters=game.meters)
    return known[HOST]


def without(
    game: Game, stakes: Staked, names: tuple[str, ...], always: bool = False
) -> tuple[Game, dict[str, Fraction], tuple[str, ...]]:
    """A question about the best play as one about the host: where no rider is asked about, or always."""
    host = host_of(game)
    if host is None or not (always or all(name in host.wager for name in names)):
        return game, dict(stakes), names
    own = tuple(name for name in names if name in host.wager) or host.main_wagers
    return host, {name: stakes[name] for name in host.wager}, own


def on_both(game: Game, names: Collection[str]) -> bool:
    """Whether some of these wagers are the host's, and others ride."""
    host = host_of(game)
    return host is not None and len({name in host.wager for name in names}) > 1


def riding(game: Game) -> list[tuple[str, int, Bound]]:
    """Every line of the wagers that ride: its wager, its place there, and its rule."""
    host = host_of(game)
    return [
        (wager.name, place, game.bound_line(line))
        for wager in game.wagers
        for place, line in enumerate(wager.lines)
        if host is not None and wager.name not in host.wager
    ]


def sums_seen(game: Game) -> list[Source]:
    """What the riding lines see besides bets and constants, each once."""
    found = []
    for _, _, bound in riding(game):
        for source in bound.sources:
            if source.kind not in (SourceKind.HAS, SourceKind.CONSTANT) and source not in found:
                found.append(source)
    return found


def sees_a_sum(game: Game) -> bool:
    """Whether all that rides follows from one sum over cards that are always dealt."""
    seen = sums_seen(game)
    if len(seen) != 1 or seen[0].kind is not SourceKind.PILE or seen[0].coder is None:
        return False
    return all(game.piles[pile].when is None for pile in seen[0].piles)


def sums_of(game: Game, source: Source, known: Mapping[str, tuple[Card, ...]] = NO_CARDS) -> dict[int, int]:
    """The number of sets of cards, of those that a sum is over, by the sum; sets with the piles that are `known`."""
    assert source.coder is not None
    codes, gone = codes_of(game, source.coder), Counter(card for cards in known.values() for card in cards)
    count = sum(game.piles[pile].count for pile in source.piles if pile not in known)
    lying = sum(codes[card] for pile in source.piles for card in known.get(pile, ()))
    ways: Mapping[tuple[int, int], int] = {(0, lying): 1}
    """By cards taken and their sum."""
    left = ((codes[face], number - gone[face]) for face, number in game.deck.counts.items())
    for code, cards in added_up(left).items():
        ways = added_up(_with(ways, code, cards, count))
    return {total: number for (taken, total), number in sorted(ways.items()) if taken == count}


def _with(
    ways: Mapping[tuple[int, int], int], code: int, cards: int, count: int
) -> Iterator[tuple[tuple[int, int], int]]:
    """The sets made by taking any number of the cards of one code besides."""
    for (taken, total), number in ways.items():
        for more in range(min(cards, count - taken) + 1):
            yield (taken + more, total + more * code), number * comb(cards, more)


def rider_tally(game: Game, deals: int) -> Tally:
    """The tally of the wagers that ride, over so many deals; it does not say what was chosen in them."""
    lines, (choices, _) = riding(game), tally_columns(game)
    (source,) = sums_seen(game)
    ways, cells = sums_of(game, source), {}
    each, left = divmod(deals, sum(ways.values()))
    assert not left, "every set of cards comes in as many deals as any other"
    for total, number in ways.items():
        cell: Cell = (*(NOT_PLACED for _ in choices), *(outcome_of(bound, total) for _, _, bound in lines))
        cells[cell] = cells.get(cell, 0) + number * each
    return Tally(choices, tuple((wager, place) for wager, place, _ in lines), cells)


def outcome_of(bound: Bound, total: int) -> int:
    """How a riding line ends with this sum."""
    return int(bound.rule(*(_argument(each, total) for each in bound.sources)))


def _argument(source: Source, total: int) -> int:
    if source.kind is SourceKind.PILE:
        return total
    return 1 if source.kind is SourceKind.HAS else source.value


def in_parts(game: Game, host: Tally, make: Callable[[], Tally], seconds: int) -> InParts:
    """The tally of a game from that of its host and its rider's own; `make` counts the two together."""
    parts = host, rider_tally(game, host.total)
    return InParts(*tally_columns(game), WhenAsked(make), host.ties, parts, seconds)
