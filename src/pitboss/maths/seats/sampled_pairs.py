"""The mean product of two seats' results, estimated from random rounds in which as many seats play as fit.

For games whose hands are too many for `exact_pairs`. The exact mean of each wager is subtracted, not an estimated one.
Estimates are rounded to six digits, so that one seed gives the same text on every machine.
"""

from dataclasses import dataclass

import numpy as np

from pitboss.maths.progress import tell
from pitboss.maths.seats.results import SeatResults, seat_piles, table_piles
from pitboss.maths.tally.figures import Estimate

BATCH = 1 << 15


@dataclass(frozen=True)
class Sampled:
    """Estimated covariances of two seats, by two wagers."""

    covariances: dict[tuple[str, str], Estimate]
    means: dict[str, Estimate]
    """The mean net of every wager in these deals, less the exact one."""
    deals: int
    seats: int


def most_seats(results: SeatResults) -> int:
    """The number of seats that a deal is shared by: as many as the game has, and the deck allows."""
    game = results.game
    own, table = (sum(deal.count for deal in piles) for piles in (seat_piles(game), table_piles(game)))
    return max(2, min(game.seats, (len(game.deck) - table) // own))


def sampled_covariances(results: SeatResults, deals: int, seed: int) -> Sampled:
    """The covariances of two different seats, with standard errors, from so many random deals."""
    seats, width = most_seats(results), len(results.wagers)
    generator = np.random.Generator(np.random.PCG64(seed))
    figures, scales = results.analysis.figures, np.array(results.scales, dtype=float)
    means = np.array([float(figures[name].ev) for name in results.wagers]) * scales
    first, second = np.zeros((width, width)), np.zeros((width, width))
    own, squares = np.zeros(width), np.zeros(width)
    for start in range(0, deals, BATCH):
        size = min(BATCH, deals - start)
        nets = dealt_nets(results, generator, size, seats) - means
        totals = nets.sum(axis=1)
        # Over ordered pairs of different seats: the product of the totals, less the products of each seat with itself.
        products = np.einsum("ri,rj->rij", totals, totals) - np.einsum("rsi,rsj->rij", nets, nets)
        products /= seats * (seats - 1)
        first += products.sum(axis=0)
        second += (products**2).sum(axis=0)
        own += totals.sum(axis=0) / seats
        squares += (totals**2).sum(axis=0) / seats**2
        tell("seats", start + size, deals)
    first, second = first / deals / np.outer(scales, scales), second / deals / np.outer(scales, scales) ** 2
    errors = np.sqrt(np.maximum(second - first**2, 0) / deals)
    places = [(i, j) for i in range(width) for j in range(i, width)]
    covariances = {
        (results.wagers[i], results.wagers[j]): Estimate(rounded(first[i, j]), rounded(errors[i, j])) for i, j in places
    }
    off = zip(results.wagers, own / deals / scales, np.sqrt(squares) / deals / scales, strict=True)
    return Sampled(
        covariances, {name: Estimate(rounded(mean), rounded(error)) for name, mean, error in off}, deals, seats
    )


def rounded(value: float) -> float:
    """A number with six significant digits."""
    return float(f"{value:.5e}")


def dealt_nets(results: SeatResults, generator: np.random.Generator, deals: int, seats: int) -> np.ndarray:
    """The nets of every seat in random deals: an array of deals, seats and wagers."""
    game = results.game
    deck = np.array(game.deck.faces, dtype=np.int8)
    cards = generator.permuted(np.tile(deck, (deals, 1)), axis=1)
    place, shared = 0, {}
    for deal in table_piles(game):
        shared[deal.pile] = np.repeat(cards[:, place : place + deal.count], seats, axis=0)
        place += deal.count
    own = {}
    for deal in seat_piles(game):
        width = seats * deal.count
        own[deal.pile] = cards[:, place : place + width].reshape(deals * seats, deal.count)
        place += width
    return results.nets({**shared, **own}).reshape(deals, seats, len(results.wagers))
