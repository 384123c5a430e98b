"""Exact 3 Card Poker, with and without a side wager on all six cards: every hand against every dealer hand.

No rule is restated. A comparison depends on the strengths of the two hands alone, so Ante and Play are asked once for
each pair of strengths, and for every player hand the dealer hands are counted by how it ends with them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import numpy as np

from pitboss.cards import STANDARD, Card, card, rank, suit
from pitboss.game import Game, Strategy
from pitboss.games.three_card_poker.game import Play, ante, card_bit, result, strength
from pitboss.maths.exact import cell_net
from pitboss.maths.kernel import fast, on_arrays, shared
from pitboss.maths.tally import NOT_PLACED, Tally, tally_columns
from pitboss.script import codes_of

MOST_CODE = 4  # A side wager sees at most so many different sums on the dealer's three cards.


@fast
def count_ends(first, last, players, strengths, hands, kinds, codes, ends, counts):
    """For some player hands: dealer hands that share no card with them, by how they end and what a side wager sees."""
    for row in range(first, last):
        player = players[row]
        mine = strengths[row]
        for dealer in range(len(hands)):
            if hands[dealer] & player == 0:
                counts[row, ends[mine, kinds[dealer]], codes[dealer]] += 1


@dataclass(frozen=True)
class Pairs:
    """Every hand, the different strengths, and how Ante and Play end for each pair of them."""

    hands: np.ndarray
    kinds: np.ndarray
    ends: np.ndarray
    endings: list[tuple[int, int]]


@cache
def pairs() -> Pairs:
    """All 22,100 hands, and the rules asked of one hand for each pair of strengths."""
    hands = np.array([sum(card_bit(each) for each in three) for three in combinations(STANDARD, 3)], dtype=np.int64)
    strengths = on_arrays(strength)(hands)
    values, first, kinds = np.unique(strengths, return_index=True, return_inverse=True)
    one = hands[first]
    mine, theirs = np.repeat(one, len(one)), np.tile(one, len(one))
    antes = on_arrays(ante)(mine, theirs, np.full(len(mine), int(Play.PLAY)))
    plays = on_arrays(result)(mine, theirs)
    both, which = np.unique(antes * 16 + plays, return_inverse=True)
    ends = which.reshape(len(values), len(values)).astype(np.int64)
    return Pairs(hands, kinds.ravel().astype(np.int64), ends, [(int(each) // 16, int(each) % 16) for each in both])


@dataclass(frozen=True)
class Hands:
    """Player hands up to the names of alike suits: cards, how many each stands for, and how dealer hands end."""

    cards: np.ndarray
    weight: np.ndarray
    code: np.ndarray
    counts: np.ndarray


def side_codes(game: Game) -> list[int]:
    """What a side wager on all cards sees of each card; nothing where there is none."""
    for wager in game.wagers:
        for source in game.bound[wager.lines[0].outcome].sources:
            if source.name in game.gathers and source.coder:
                return list(codes_of(game, source.coder))
    return [0] * 53


def hands_of(game: Game, players: Mapping[tuple[Card, ...], int]) -> Hands:
    """These player hands against every dealer hand."""
    known = pairs()
    seen = side_codes(game)
    code_of = {three: sum(seen[each] for each in three) for three in players}
    cards = np.array([sum(card_bit(each) for each in three) for three in players], dtype=np.int64)
    dealer_codes = np.array([sum(seen[each] for each in three) for three in combinations(STANDARD, 3)], dtype=np.int64)
    number = {int(hand): int(kind) for hand, kind in zip(known.hands, known.kinds, strict=True)}
    strengths = np.array([number[int(hand)] for hand in cards], dtype=np.int64)
    counts = np.zeros((len(cards), len(known.endings), MOST_CODE), dtype=np.int64)
    args = known.hands, known.kinds, dealer_codes, known.ends
    shared(lambda first, last: count_ends(first, last, cards, strengths, *args, counts), len(cards))
    return Hands(cards, np.array(list(players.values())), np.array([code_of[three] for three in players]), counts)


@cache
def canonical(alike: tuple[int, ...]) -> dict[tuple[Card, ...], int]:
    """Every player hand, once for all ways to name the suits that are alike, and how many hands that is."""
    orders = [dict(zip(alike, order, strict=True)) for order in permutations(alike)]
    found: dict[tuple[Card, ...], int] = {}
    for three in combinations(STANDARD, 3):
        first = min(
            tuple(sorted(card(rank(each), order.get(suit(each), suit(each))) for each in three)) for order in orders
        )
        found[first] = found.get(first, 0) + 1
    return found


Ends = Mapping[tuple[int, int, int], int]
"""Dealer hands by how Ante and Play end with them, and what a side wager sees of them."""


def ends_of(hands: Hands, row: int) -> Ends:
    """How the dealer hands end for one of the player hands."""
    return {
        (*pairs().endings[end], code): int(hands.counts[row, end, code])
        for end, code in zip(*np.nonzero(hands.counts[row]), strict=True)
    }


def cells_of(game: Game, cards: int, own_code: int, ends: Ends, play: int) -> dict[tuple[int, ...], int]:
    """The cells of one player hand, played or folded, with the number of dealer hands in each."""
    cells: dict[tuple[int, ...], int] = {}
    for (ante_end, play_end, code), count in ends.items():
        outcomes = []
        for wager in game.wagers:
            for place, line in enumerate(wager.lines):
                if wager.name == "play":
                    outcomes.append(play_end if play == Play.PLAY else NOT_PLACED)
                elif wager.name == "ante" and place == 0:
                    outcomes.append(ante_end if play == Play.PLAY else int(ante(cards, cards, Play.FOLD)))
                elif wager.name == "ante":
                    outcomes.append(int(line.outcome(cards, play)))
                elif game.bound[line.outcome].sources[0].name in game.gathers:
                    outcomes.append(int(line.outcome(own_code + int(code))))
                else:
                    outcomes.append(int(line.outcome(cards)))
        cell = (play, *outcomes)
        cells[cell] = cells.get(cell, 0) + count
    return cells


class Worth:
    """What some wagers net together in a cell, worked out once a cell."""

    def __init__(self, game: Game, stakes: Mapping[str, Fraction], names: tuple[str, ...]) -> None:
        self.game, self.stakes, self.names = game, stakes, names
        self.known: dict[tuple[int, ...], Fraction] = {}

    def average(self, cells: Mapping[tuple[int, ...], int]) -> Fraction:
        """Over these cells."""
        for cell in cells:
            if cell not in self.known:
                self.known[cell] = cell_net(self.game, cell, self.stakes, self.names)
        return sum((weight * self.known[cell] for cell, weight in cells.items()), Fraction(0)) / sum(cells.values())


def advise(
    game: Game,
    known: Mapping[str, tuple[Card, ...]],
    seen: tuple[Card, ...],
    stakes: Mapping[str, Fraction],
    names: tuple[str, ...],
) -> dict[int, Fraction]:
    """What playing and folding are worth with one hand, the cards in `seen` known to be gone."""
    seen_codes = side_codes(game)
    player = sum(card_bit(each) for each in known["player"])
    left = [each for each in STANDARD if each not in (*known["player"], *seen)]
    ends: dict[tuple[int, int, int], int] = {}
    for three in combinations(left, 3):
        dealer = sum(card_bit(each) for each in three)
        end = int(ante(player, dealer, Play.PLAY)), int(result(player, dealer)), sum(seen_codes[each] for each in three)
        ends[end] = ends.get(end, 0) + 1
    worth = Worth(game, stakes, names)
    own = sum(seen_codes[each] for each in known["player"])
    return {int(play): worth.average(cells_of(game, player, own, ends, int(play))) for play in Play}


def tallied(game: Game, hands: Hands, plays: list[int]) -> Tally:
    """The tally in which each hand is played or folded as said."""
    total: dict[tuple[int, ...], int] = {}
    for row, play in enumerate(plays):
        cells = cells_of(game, int(hands.cards[row]), int(hands.code[row]), ends_of(hands, row), play)
        for cell, count in cells.items():
            total[cell] = total.get(cell, 0) + count * int(hands.weight[row])
    return Tally(*tally_columns(game), total)


def solve(game: Game, stakes: Mapping[str, Fraction], names: tuple[str, ...]) -> Tally:
    """The tally of the best play, hand by hand, for these wagers together."""
    hands = hands_of(game, canonical(game.alike))
    worth = Worth(game, stakes, names)
    plays = []
    for row in range(len(hands.cards)):
        hand = int(hands.cards[row]), int(hands.code[row]), ends_of(hands, row)
        values = {int(play): worth.average(cells_of(game, *hand, int(play))) for play in Play}
        plays.append(max(values, key=lambda play: (values[play], -play)))
    return tallied(game, hands, plays)


def under(game: Game, strategy: Strategy) -> Tally:
    """The tally of a named strategy."""
    hands = hands_of(game, canonical(game.alike))
    constants = [np.full(len(hands.cards), value, dtype=np.int64) for value in strategy.constants.values()]
    plays = on_arrays(strategy.rules["play"])(hands.cards, *constants)
    return tallied(game, hands, [int(play) for play in plays])
