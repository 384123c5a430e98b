"""The value of every discard of Wild Six with every hand; once solved, the counts are kept on disk."""

from fractions import Fraction

import numpy as np

from pitboss.core.cards import parse_cards
from pitboss.core.game import Bound, Game
from pitboss.games.wild_six.game import Poker, is_automatic, poker
from pitboss.games.wild_six.solver.tables import Stock, sets_of, solved, stock_of
from pitboss.hands.bits import card_bit, hand_of
from pitboss.maths.compile.cpu import on_arrays
from pitboss.maths.compile.results_cache import kept_arrays
from pitboss.maths.exact.sums import whole_numbers
from pitboss.maths.strategy.decisions import Decisions
from pitboss.maths.tally.tally import Staked, line_net

# An automatic winner makes no discard, so its pay changes no decision.
DECIDED_BY = {"poker": (Poker.LOST, Poker.TIED, Poker.WON)}


def outcomes_by_sign() -> tuple[int, int, int, int]:
    """The rule's outcomes of the Poker bet when the dealer ranks higher, equal and lower, and of an automatic win."""
    texts = ("Kc Qd 9h 7s 3c", "3c", "5d", "Ac Td 8h 6s 4c", "Kd Qh 9s 7c 5h", "Jc Td 8h 6s 4c", "2h", "2c 3d 4h 5s 6c")
    *player, higher, equal, lower, sixth, straight = (hand_of(parse_cards(text)) for text in texts)
    lost, tied, won = (int(poker(*player, dealer, sixth)) for dealer in (higher, equal, lower))
    return lost, tied, won, int(poker(straight, 0, 0, lower, sixth))


def poker_values(game: Game, stakes: Staked) -> list[Fraction]:
    """The nets of the Poker bet when the dealer ranks higher, equal and lower."""
    return [line_net(game, game.wager["poker"], 0, end, stakes["poker"]) for end in outcomes_by_sign()[:3]]


def scores(game: Game, stakes: Staked, wins: np.ndarray, ties: np.ndarray, deals: int) -> tuple[np.ndarray, int]:
    """The values of discards to the Poker bet, summed over their deals: whole numbers over one denominator."""
    (lost, tied, won), scale = whole_numbers(poker_values(game, stakes), 3 * deals)
    return won * wins + tied * ties + lost * (deals - wins - ties), scale


def discards(stock: Stock) -> dict[str, np.ndarray]:
    """Every listed five-card set with the wins and ties of each discard, kept on disk once solved."""

    def make() -> dict[str, np.ndarray]:
        done = solved(stock)
        order = np.argsort(done.sets5)
        return {"sets": done.sets5[order], "wins": done.wins[order], "ties": done.ties[order]}

    return kept_arrays({"game": "wild-six", "what": "discards", "ranks": stock.ranks, "jokers": stock.jokers}, make)


def keep(game: Game) -> None:
    """Keeps the value of every discard on disk, once a game is solved, for advice."""
    discards(stock_of(game))


def decisions(game: Game, stakes: Staked, names: tuple[str, ...], choice: str, by: tuple[Bound, ...] = ()) -> Decisions:
    """The value of each discard with every hand that must discard; one column for each place among its cards."""
    stock = stock_of(game)
    table = discards(stock)
    sets, weights = sets_of(stock, 5)
    weights = weights[np.argsort(sets)]
    asked = on_arrays(is_automatic)(table["sets"]) == 0
    deals = stock.replacements * stock.dealer_hands
    worth, scale = scores(game, stakes, table["wins"][asked], table["ties"][asked], deals)
    return Decisions(
        {("player", card_bit): table["sets"][asked]}, weights[asked], worth, scale * deals, int(weights.sum())
    )
