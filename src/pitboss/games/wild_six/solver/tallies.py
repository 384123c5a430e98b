"""Exact Wild Six beyond brute force: every five cards, every discard, every replacement, every dealer hand.

Only the order of summation differs from enumeration: `tables` counts the dealer hands below and equal to every hand,
which `strength` ranks, and the game's own rules judge bets. The solver works for any deck of whole ranks with up to two
jokers, so that tests compare it with enumeration.
"""

from threading import Lock

import numpy as np

from pitboss.core.game import Game, Strategy
from pitboss.core.rule import highest
from pitboss.games.wild_six.game import (
    Drawn,
    Fortune,
    Paying,
    Tax,
    draw_bonus,
    fortune,
    is_automatic,
    queens_or_better,
    tax,
)
from pitboss.games.wild_six.solver.discards import outcomes_by_sign, scores
from pitboss.games.wild_six.solver.tables import Solved, holds, place_in, slot_of, solved, stock_of
from pitboss.maths.compile.cpu import fast, on_arrays, shared
from pitboss.maths.exact.suits import BINOMIALS, in_order, number_of, places_of
from pitboss.maths.tally.tally import Staked, Tally, tally_columns


@fast
def add_cells(
    first, last, deck, sets5, weights5, automatic, asides, paying, taxed,
    listed6, binomials, less, equal, dealers, cells,
):  # fmt: skip
    """Adds every deal to its cell: Poker by comparison with the dealer, the other bets by their rules."""
    places = np.zeros(8, dtype=np.int64)
    held = np.zeros(8, dtype=np.int64)
    for row in range(first, last):
        cards = sets5[row]
        places_of(cards, held)
        for card in deck:
            if holds(cards, card):
                continue
            bit = 1 << min(card, 52)
            drawn = draw_bonus(cards, bit) + 0
            award = fortune(cards, bit) + 0
            if automatic[row]:
                cells[3, paying[row], drawn, taxed[row], award] += weights5[row] * dealers
                continue
            ordered = in_order(cards + bit)
            found = listed6[number_of(ordered, binomials, places)]
            slot = slot_of(cards + bit, ordered, held[asides[row]])
            won = less[found, slot]
            tied = equal[found, slot]
            cells[2, paying[row], drawn, taxed[row], award] += weights5[row] * won
            cells[1, paying[row], drawn, taxed[row], award] += weights5[row] * tied
            cells[0, paying[row], drawn, taxed[row], award] += weights5[row] * (dealers - won - tied)


def best_asides(game: Game, stakes: Staked, done: Solved) -> np.ndarray:
    """The place of the best discard of every hand."""
    deals = done.stock.replacements * done.stock.dealer_hands
    return np.argmax(scores(game, stakes, done.wins, done.ties, deals)[0], axis=1)


def tallied(game: Game, done: Solved, asides: np.ndarray) -> Tally:
    """The tally of a game in which these places are discarded."""
    cells = np.zeros((4, len(Paying), len(Drawn), len(Tax), len(Fortune)), dtype=np.int64)
    automatic, paying, taxed = (on_arrays(rule)(done.sets5) for rule in (is_automatic, queens_or_better, tax))
    hands = done.stock.places, done.sets5, done.weights5, automatic, asides.astype(np.int64), paying, taxed
    counts = done.listed6, BINOMIALS, done.less, done.equal, done.stock.dealer_hands
    lock = Lock()

    def work(first: int, last: int) -> None:
        own = np.zeros_like(cells)
        add_cells(first, last, *hands, *counts, own)
        with lock:
            np.add(cells, own, out=cells)

    shared(work, len(done.sets5), "adding up deals")
    signs, *others = (places.tolist() for places in np.nonzero(cells))
    ends = [outcomes_by_sign()[sign] for sign in signs]
    found = zip(zip(ends, *others, strict=True), cells[np.nonzero(cells)].tolist(), strict=True)
    return Tally(*tally_columns(game), dict(found))


def solve(game: Game, stakes: Staked, names: tuple[str, ...]) -> Tally:
    """The tally of the best discards. Only the Poker bet depends on them, so they are best for any bets together."""
    done = solved(stock_of(game))
    return tallied(game, done, best_asides(game, stakes, done))


def under(game: Game, strategy: Strategy) -> Tally:
    """The tally of a named strategy."""
    done = solved(stock_of(game))
    thrown = on_arrays(strategy.rules["discard"])(done.sets5)
    asides = np.zeros(len(thrown), dtype=np.int64)
    find_places(done.sets5, thrown, asides)
    return tallied(game, done, asides)


@fast
def find_places(sets, cards, places):
    """The place of a card in each set."""
    for row in range(len(sets)):
        places[row] = place_in(sets[row], highest(cards[row]))
