"""Exact 3 Card Poker, with and without a side wager on all six cards: every hand against every dealer hand.

No rule is restated. A comparison depends on the strengths of the two hands alone, so the rules of Ante and Play are
asked once for each pair of strengths, and for every player hand the dealer hands are counted by outcome.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.game import Bound, Game, Strategy
from pitboss.core.rule import highest, lowest
from pitboss.core.script import codes_of
from pitboss.games.three_card_poker.game import Play, ante, result
from pitboss.hands.bits import card_bit, hand_of
from pitboss.hands.three_card import strength
from pitboss.maths.compile.cpu import fast, on_arrays, shared
from pitboss.maths.exact.decide import cell_net, in_turn
from pitboss.maths.exact.enumerate import Piles
from pitboss.maths.exact.plain import PLAIN
from pitboss.maths.exact.suits import renamed, suit_orders
from pitboss.maths.exact.sums import added, numbered, whole_numbers
from pitboss.maths.strategy.decisions import Decisions
from pitboss.maths.tally.tally import NOT_PLACED, Staked, Tally, tally_columns

SIDE_SIZE = 4  # The most different sums that a side wager can see in the dealer's three cards.
DECIDED_BY = dict.fromkeys(("ante", "play"))
END_SIZE = 16  # More than the outcomes of Ante or Play.


@dataclass(frozen=True)
class Hands:
    """Hands: their cards, what a side wager on all cards sees of them, and the dense ranks of their strengths."""

    cards: np.ndarray
    sides: np.ndarray
    strengths: np.ndarray

    @property
    def kinds(self) -> np.ndarray:
        """Strength and side in one number."""
        return self.strengths * SIDE_SIZE + self.sides


@dataclass(frozen=True)
class Deals:
    """Every hand of a deck, and one standing for all hands that equal it up to suit isomorphism (of alike suits)."""

    every: Hands
    standing: Hands
    stands_for: np.ndarray
    examples: np.ndarray
    """A hand of each strength."""


@cache
def every_deal(faces: tuple[Card, ...], alike: tuple[int, ...], codes: tuple[int, ...]) -> Deals:
    """Every hand of a deck; the rules are asked only about the hands that stand for others."""
    threes = np.array(list(combinations(faces, 3)), dtype=np.int64)
    cards = np.array([card_bit(face) for face in range(52)], dtype=np.int64)[threes].sum(axis=1)
    sides = np.array(codes, dtype=np.int64)[threes].sum(axis=1)
    least = cards
    for order in suit_orders(faces, alike):
        least = np.minimum(least, renamed(cards, order))
    standing, place, which, stands_for = np.unique(least, return_index=True, return_inverse=True, return_counts=True)
    _, first, strengths = np.unique(on_arrays(strength)(standing), return_index=True, return_inverse=True)
    return Deals(
        Hands(cards, sides, strengths.ravel()[which.ravel()]),
        Hands(standing, sides[place], strengths.ravel()),
        stands_for,
        standing[first],
    )


@fast
def count_holders(hands, kinds, table):
    """Counts hands by kind: all of them in row 0, then a row for those with each card, and with each two cards."""
    for dealer in range(len(hands)):
        cards = hands[dealer]
        a = lowest(cards)
        b = lowest(cards & (cards - 1))
        c = highest(cards)
        kind = kinds[dealer]
        table[0, kind] += 1
        table[1 + a, kind] += 1
        table[1 + b, kind] += 1
        table[1 + c, kind] += 1
        table[53 + 52 * a + b, kind] += 1
        table[53 + 52 * a + c, kind] += 1
        table[53 + 52 * b + c, kind] += 1


@fast
def count_ends(first, last, players, mine, own_kinds, table, ends, counts):
    """Counts, for some player hands, the dealer hands without their cards, by outcome and what a side wager sees.

    Inclusion-exclusion: all hands, less those with one of the cards, plus those with two, less the hand itself.
    """
    left = np.zeros(table.shape[1], dtype=np.int64)
    for row in range(first, last):
        cards = players[row]
        a = lowest(cards)
        b = lowest(cards & (cards - 1))
        c = highest(cards)
        for kind in range(len(left)):
            left[kind] = table[0, kind] - table[1 + a, kind] - table[1 + b, kind] - table[1 + c, kind]
        for kind in range(len(left)):
            left[kind] += table[53 + 52 * a + b, kind] + table[53 + 52 * a + c, kind] + table[53 + 52 * b + c, kind]
        left[own_kinds[row]] -= 1
        for kind in range(len(left)):
            counts[row, ends[mine[row], kind // SIDE_SIZE], kind % SIDE_SIZE] += left[kind]


def side_codes(game: Game) -> tuple[int, ...]:
    """The codes through which a side wager on all cards sees each card; empty where there is no such wager."""
    for wager in game.wagers:
        for source in game.bound_line(wager.lines[0]).sources:
            if source.name in game.gathers and source.coder:
                return codes_of(game, source.coder)
    return (0,) * 53


def deals_of(game: Game) -> Deals:
    """Every hand of a game."""
    return every_deal(game.deck.faces, game.alike, side_codes(game))


def endings(mine: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """The outcomes of Ante and Play when a hand is played, packed in one number."""
    antes = on_arrays(ante)(mine, theirs, np.full(len(mine), int(Play.PLAY)))
    return antes * END_SIZE + on_arrays(result)(mine, theirs)


@dataclass(frozen=True)
class Ends:
    """Player hands against all dealer hands: a row for each hand, outcome and sum that a side wager sees."""

    hand: np.ndarray
    ending: np.ndarray
    side: np.ndarray
    count: np.ndarray


def all_ends(deals: Deals) -> Ends:
    """Every standing hand against every dealer hand."""
    size = len(deals.examples)
    asked = endings(np.repeat(deals.examples, size), np.tile(deals.examples, size))
    different, which = np.unique(asked, return_inverse=True)
    players, dealers, ends = deals.standing, deals.every, which.reshape(size, size)
    counts = np.zeros((len(players.cards), len(different), SIDE_SIZE), dtype=np.int64)
    table = np.zeros((53 + 52 * 52, SIDE_SIZE * size), dtype=np.int16)
    count_holders(dealers.cards, dealers.kinds, table)
    args = players.cards, players.strengths, players.kinds, table, ends, counts
    shared(lambda first, last: count_ends(first, last, *args), len(counts))
    hand, end, side = np.nonzero(counts)
    return Ends(hand, different[end], side, counts[hand, end, side])


def cell_columns(game: Game, players: Hands, ends: Ends, play: int) -> list[np.ndarray]:
    """The tally cells of every row of `ends`, if its hand is played or folded as `play` says."""
    hands, size = players.cards[ends.hand], len(ends.hand)
    antes, plays = np.divmod(ends.ending, END_SIZE)
    folded = int(ante(0, 0, Play.FOLD))
    columns = [np.full(size, play)]
    for wager in game.wagers:
        for place, line in enumerate(wager.lines):
            if wager.name == "play":
                columns.append(plays if play == Play.PLAY else np.full(size, NOT_PLACED))
            elif wager.name == "ante" and place == 0:
                columns.append(antes if play == Play.PLAY else np.full(size, folded))
            elif wager.name == "ante":
                columns.append(on_arrays(line.outcome)(hands, np.full(size, play)))
            elif game.bound_line(line).sources[0].name in game.gathers:
                columns.append(on_arrays(line.outcome)(players.sides[ends.hand] + ends.side))
            else:
                columns.append(on_arrays(line.outcome)(hands))
    return columns


def values_of(
    game: Game, columns: list[np.ndarray], ends: Ends, hands: int, stakes: Staked, names: tuple[str, ...]
) -> list[Fraction]:
    """The expected net of these wagers with every hand."""
    cells, cell_of = numbered(columns)
    worth, scale = whole_numbers([cell_net(game, cell, stakes, names) for cell in cells], int(ends.count.sum()))
    sums = np.zeros(hands, dtype=worth.dtype)
    np.add.at(sums, ends.hand, ends.count * worth[cell_of])
    deals = added(ends.hand, ends.count, hands)
    return [Fraction(int(value), scale * deal) for value, deal in zip(sums, deals, strict=True)]


def advise(
    game: Game, known: Piles, seen: Iterable[Card], stakes: Staked, names: tuple[str, ...]
) -> dict[int, Fraction]:
    """The values of playing and folding with one hand, the cards in `seen` known to be gone."""
    deals = deals_of(game)
    player = np.array([hand_of(known["player"])])
    players = Hands(player, np.array([sum(side_codes(game)[each] for each in known["player"])]), 0 * player)
    left = deals.every.cards & (player[0] | hand_of(seen)) == 0
    by_strength = endings(np.repeat(player, len(deals.examples)), deals.examples)
    found, counts = np.unique(
        by_strength[deals.every.strengths[left]] * SIDE_SIZE + deals.every.sides[left], return_counts=True
    )
    ends = Ends(0 * found, found // SIDE_SIZE, found % SIDE_SIZE, counts)
    return {
        int(play): values_of(game, cell_columns(game, players, ends, int(play)), ends, 1, stakes, names)[0]
        for play in Play
    }


def tallied(game: Game, deals: Deals, ends: Ends, cells: Mapping[int, list[np.ndarray]], plays: np.ndarray) -> Tally:
    """The tally in which each standing hand is played or folded as `plays` says."""
    chosen = plays[ends.hand] == Play.PLAY
    both = [np.where(chosen, cells[Play.PLAY][place], column) for place, column in enumerate(cells[Play.FOLD])]
    found, cell_of = numbered(both)
    weights = added(cell_of, ends.count * deals.stands_for[ends.hand], len(found))
    return Tally(*tally_columns(game), dict(zip(found, weights, strict=True)))


def compared(game: Game) -> tuple[Deals, Ends, dict[int, list[np.ndarray]]]:
    """Every hand against every dealer hand, and the tally cells of each end by choice, fold or play."""
    deals = deals_of(game)
    ends = all_ends(deals)
    return deals, ends, {int(play): cell_columns(game, deals.standing, ends, int(play)) for play in Play}


def solve(game: Game, stakes: Staked, names: tuple[str, ...]) -> Tally:
    """The tally of the best play, hand by hand, for these wagers together; a tie goes to playing."""
    deals, ends, cells = compared(game)
    aims, size = in_turn(game, names), len(deals.stands_for)
    worth = {
        play: list(zip(*(values_of(game, cells[play], ends, size, stakes, aim) for aim in aims), strict=True))
        for play in cells
    }
    better = [played >= folded for played, folded in zip(worth[Play.PLAY], worth[Play.FOLD], strict=True)]
    return tallied(game, deals, ends, cells, np.where(better, Play.PLAY, Play.FOLD))


def decisions(game: Game, stakes: Staked, names: tuple[str, ...], choice: str, by: tuple[Bound, ...] = ()) -> Decisions:
    """The values of folding and playing with every hand."""
    deals, ends, cells = compared(game)
    worth = [values_of(game, cells[play], ends, len(deals.stands_for), stakes, names) for play in cells]
    hands = int(deals.stands_for.sum())
    values, scale = whole_numbers([each for both in zip(*worth, strict=True) for each in both], hands)
    return Decisions(
        {("player", card_bit): deals.standing.cards},
        deals.stands_for,
        values.reshape(-1, len(cells)),
        scale,
        hands,
        tuple(cells),
    )


def under(game: Game, strategy: Strategy) -> Tally:
    """The tally of a named strategy."""
    deals, ends, cells = compared(game)
    constants = [np.full(len(deals.stands_for), value, dtype=np.int64) for value in strategy.constants.values()]
    plays = on_arrays(strategy.rules["play"])(deals.standing.cards, *constants)
    return tallied(game, deals, ends, cells, plays)


# Only named strategies are simulated, and only the tally is kept: advice on one hand is fast.
policy, keep = PLAIN.policy, PLAIN.keep
