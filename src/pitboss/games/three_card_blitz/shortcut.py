"""Exact 3 Card Blitz beyond brute force: every player hand against every dealer hand, by counting suit by suit.

The order of the sum is changed and no rule restated. A dealer hand scores at most t when each of its suits does, so the
number of dealer hands of seven that score at most t is the seventh coefficient of a product of four polynomials, one a
suit: how many ways the cards left of that suit give k cards that score at most t. Suits may change places, so player
hands are four holdings in falling order.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb

import numpy as np

from pitboss.cards import Card
from pitboss.game import Game, Strategy
from pitboss.games.three_card_blitz.game import Play, ante, blind, card_bit, has_royal, points, result, suit_points
from pitboss.maths.exact import cell_net
from pitboss.maths.kernel import fast, on_arrays, shared
from pitboss.maths.tally import NOT_PLACED, Tally, tally_columns
from pitboss.rule import tabulate

CARDS = 7
HOLDINGS = 1 << 13
MOST = 31
DEALER_HANDS = comb(52 - CARDS, CARDS)


@cache
def ways_at_most() -> np.ndarray:
    """By cards gone from a suit, limit and size: how many sets of the cards left score at most the limit."""
    holdings = np.arange(HOLDINGS)
    size = np.array([holding.bit_count() for holding in range(HOLDINGS)])
    worth = np.array(tabulate(suit_points))
    limits = np.arange(MOST + 1)
    sizes = np.arange(CARDS + 1)
    sets = (worth[:, None, None] <= limits[None, :, None]) & (size[:, None, None] == sizes[None, None, :])
    sums = sets.astype(np.int64)
    for place in range(13):
        with_card = np.flatnonzero(holdings >> place & 1)
        sums[with_card] += sums[with_card ^ (1 << place)]
    return np.ascontiguousarray(sums[(HOLDINGS - 1) ^ holdings])


@fast
def count_hands(first, last, masks, starts, size, tops, counts):
    """How many canonical hands have each of some holdings as their largest."""
    for place in range(first, last):
        top = tops[place]
        found = 0
        for second in range(top + 1):
            left = 7 - size[top] - size[second]
            if left < 0:
                continue
            for third in range(second + 1):
                rest = left - size[third]
                if rest < 0:
                    continue
                for each in range(starts[rest], starts[rest + 1]):
                    if masks[each] > third:
                        break
                    found += 1
        counts[place] = found


@fast
def fill_hands(first, last, masks, starts, size, tops, offsets, worth, ways, hands, weights, below, equal):
    """Every canonical hand: its cards, how many hands it stands for, and the dealer hands below and equal to it."""
    pairs = np.zeros((32, 8), dtype=np.int64)
    ready = np.zeros(32, dtype=np.int64)
    for place in range(first, last):
        top = tops[place]
        row = offsets[place]
        for second in range(top + 1):
            left = 7 - size[top] - size[second]
            if left < 0:
                continue
            ready[:] = 0
            for third in range(second + 1):
                rest = left - size[third]
                if rest < 0:
                    continue
                for each in range(starts[rest], starts[rest + 1]):
                    fourth = masks[each]
                    if fourth > third:
                        break
                    total = max(max(worth[top], worth[second]), max(worth[third], worth[fourth]))
                    hands[row] = top | second << 13 | third << 26 | fourth << 39
                    same = 1
                    if top == second:
                        same = 2
                        if second == third:
                            same = 24 if third == fourth else 6
                        elif third == fourth:
                            same = 4
                    elif second == third:
                        same = 6 if third == fourth else 2
                    elif third == fourth:
                        same = 2
                    weights[row] = 24 // same
                    at_most = 0
                    for limit in range(total - 1, total + 1):
                        if ready[limit] == 0:
                            ready[limit] = 1
                            for degree in range(8):
                                product = 0
                                for power in range(degree + 1):
                                    product += ways[top, limit, power] * ways[second, limit, degree - power]
                                pairs[limit, degree] = product
                        found = 0
                        for degree in range(8):
                            product = 0
                            for power in range(degree + 1):
                                product += ways[third, limit, power] * ways[fourth, limit, degree - power]
                            found += product * pairs[limit, 7 - degree]
                        if limit == total - 1:
                            at_most = found
                            below[row] = found
                        else:
                            equal[row] = found - at_most
                    row += 1


@dataclass(frozen=True)
class Hands:
    """Every player hand up to the names of the suits."""

    cards: np.ndarray
    weight: np.ndarray
    below: np.ndarray
    equal: np.ndarray

    @property
    def above(self) -> np.ndarray:
        """Dealer hands that beat it."""
        return DEALER_HANDS - self.below - self.equal


@cache
def all_hands() -> Hands:
    """All 133,784,560 player hands, about a twenty-fourth of them standing for the rest."""
    size = np.array([holding.bit_count() for holding in range(HOLDINGS)], dtype=np.int64)
    order = np.argsort(size, kind="stable")
    masks = order.astype(np.int64)
    starts = np.searchsorted(size[order], np.arange(15)).astype(np.int64)
    tops = np.flatnonzero(size <= CARDS).astype(np.int64)
    # Large holdings lead many hands: mixed, so that every core gets its share of them.
    tops = np.concatenate([tops[part::16] for part in range(16)])
    counts = np.zeros(len(tops), dtype=np.int64)
    shared(lambda first, last: count_hands(first, last, masks, starts, size, tops, counts), len(tops))
    offsets = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)
    total = int(counts.sum())
    hands, below, equal = (np.empty(total, dtype=np.int64) for _ in range(3))
    weights = np.empty(total, dtype=np.int64)
    worth = np.array(tabulate(suit_points), dtype=np.int64)
    ways = ways_at_most()
    shared(
        lambda first, last: fill_hands(
            first, last, masks, starts, size, tops, offsets, worth, ways, hands, weights, below, equal
        ),
        len(tops),
    )
    return Hands(hands, weights, below, equal)


@cache
def hand_worth() -> tuple[int, ...]:
    """A hand of each number of points that some holding of one suit has, 0 where none has."""
    worth = tabulate(suit_points)
    return tuple(
        next((holding for holding in range(HOLDINGS) if worth[holding] == total), 0) for total in range(MOST + 1)
    )


@dataclass(frozen=True)
class Judged:
    """What the hands' own rules say of them, once a build of the game."""

    total: np.ndarray
    winning_blind: np.ndarray
    sides: list[np.ndarray]


def judged(game: Game, hands: np.ndarray) -> Judged:
    """Points, the Blind's line when the hand wins, and every line of the side bets."""
    nothing = np.zeros(len(hands), dtype=np.int64)
    sides = [
        line.outcome for wager in game.wagers for line in wager.lines if wager.name not in ("ante", "blind", "play")
    ]
    return Judged(
        on_arrays(points)(hands),
        on_arrays(blind)(hands, nothing, nothing + Play.PLAY),
        [on_arrays(rule)(hands) for rule in sides],
    )


def main_cells(total: int, winning_blind: int) -> dict[str, tuple[int, int, int]]:
    """How Ante, Blind and Play end by how the dealer's points compare, asked of the rules with hands of such points."""
    mine, higher = hand_worth()[total], hand_worth()[MOST]
    ends = {}
    for name, dealer in (("below", 0), ("equal", mine), ("above", higher)):
        lost = int(blind(mine, dealer, Play.PLAY))
        ends[name] = (
            int(ante(mine, dealer, Play.PLAY)),
            winning_blind if name == "below" else lost,
            int(result(mine, dealer)),
        )
    return ends


FOLDED = (int(ante(0, 0, Play.FOLD)), int(blind(0, 0, Play.FOLD)), NOT_PLACED)


def main_values(
    game: Game, stakes: Mapping[str, Fraction], names: tuple[str, ...], total: int, winning_blind: int
) -> dict[str, Fraction]:
    """What the chosen wagers net by how the dealer's points compare, and for a fold; side bets aside."""
    quiet = {
        name: Fraction(0) if game.wager[name].name not in ("ante", "blind", "play") else stakes[name] for name in stakes
    }
    others = len(tally_columns(game)[1]) - 3
    values = {}
    for name, ends in main_cells(total, winning_blind).items():
        values[name] = cell_net(game, (int(Play.PLAY), *ends, *[NOT_PLACED] * others), quiet, names)
    values["fold"] = cell_net(game, (int(Play.FOLD), *FOLDED, *[NOT_PLACED] * others), quiet, names)
    return values


def best_plays(
    game: Game, stakes: Mapping[str, Fraction], names: tuple[str, ...], hands: Hands, said: Judged
) -> np.ndarray:
    """Whether playing is worth more than folding, for every hand: exact integers."""
    plays = np.zeros(len(hands.cards), dtype=bool)
    for total, winning in {
        (int(t), int(w)) for t, w in zip(*np.divmod(np.unique(said.total * 16 + said.winning_blind), 16), strict=True)
    }:
        values = main_values(game, stakes, names, total, winning)
        scale = 1
        for value in values.values():
            scale = scale * value.denominator // np.gcd(scale, value.denominator)
        whole = {name: int(value * scale) for name, value in values.items()}
        rows = np.flatnonzero((said.total == total) & (said.winning_blind == winning))
        played = (
            hands.below[rows] * whole["below"] + hands.equal[rows] * whole["equal"] + hands.above[rows] * whole["above"]
        )
        plays[rows] = played > DEALER_HANDS * whole["fold"]
    return plays


def tallied(game: Game, hands: Hands, said: Judged, plays: np.ndarray) -> Tally:
    """The tally of a game in which these hands are played and the others folded."""
    choices, lines = tally_columns(game)
    cells: dict[tuple[int, ...], int] = {}
    key = said.total * 16 + said.winning_blind
    for side in said.sides:
        key = key * 16 + side
    key = key * 2 + plays
    groups, group_of = np.unique(key, return_inverse=True)
    sums = {name: np.zeros(len(groups), dtype=np.int64) for name in ("below", "equal", "above")}
    for name, column in (("below", hands.below), ("equal", hands.equal), ("above", hands.above)):
        np.add.at(sums[name], group_of.ravel(), hands.weight * column)
    for place, group in enumerate(groups.tolist()):
        play, rest = group & 1, group >> 1
        sides = []
        for _ in said.sides:
            sides.append(rest & 15)
            rest >>= 4
        total, winning = rest >> 4, rest & 15
        for name, ends in main_cells(total, winning).items():
            cell = (play, *(ends if play else FOLDED), *reversed(sides))
            cells[cell] = cells.get(cell, 0) + int(sums[name][place])
    return Tally(choices, lines, {cell: weight for cell, weight in cells.items() if weight})


def spread(game: Game, hands: Hands) -> Hands:
    """The hands with every order of the suits where a Royal tells them apart, weights times 24 throughout."""
    if game.alike:
        return hands
    royal = on_arrays(has_royal)(hands.cards) != 0
    parts = [Hands(hands.cards[~royal], 24 * hands.weight[~royal], hands.below[~royal], hands.equal[~royal])]
    some = hands.cards[royal]
    suits = [some >> 13 * suit & (HOLDINGS - 1) for suit in range(4)]
    for order in permutations(range(4)):
        cards = sum(suits[suit] << 13 * place for place, suit in enumerate(order))
        parts.append(Hands(cards, hands.weight[royal], hands.below[royal], hands.equal[royal]))
    return Hands(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("cards", "weight", "below", "equal"))
    )


def whole(game: Game, tally: Tally) -> Tally:
    """A tally of spread hands with its weights brought back."""
    if game.alike:
        return tally
    return Tally(tally.choices, tally.lines, {cell: weight // 24 for cell, weight in tally.cells.items()})


def solve(game: Game, stakes: Mapping[str, Fraction], names: tuple[str, ...]) -> Tally:
    """The tally of the best play, hand by hand, for these wagers together."""
    hands = spread(game, all_hands())
    said = judged(game, hands.cards)
    return whole(game, tallied(game, hands, said, best_plays(game, stakes, names, hands, said)))


def under(game: Game, strategy: Strategy) -> Tally:
    """The tally of a named strategy."""
    hands = spread(game, all_hands())
    constants = [np.full(len(hands.cards), value, dtype=np.int64) for value in strategy.constants.values()]
    plays = on_arrays(strategy.rules["play"])(hands.cards, *constants) == Play.PLAY
    return whole(game, tallied(game, hands, judged(game, hands.cards), plays))


def advise(
    game: Game,
    known: Mapping[str, tuple[Card, ...]],
    seen: Iterable[Card],
    stakes: Mapping[str, Fraction],
    names: tuple[str, ...],
) -> dict[int, Fraction]:
    """What playing and folding are worth with one hand, the cards in `seen` known to be gone."""
    gone = sum(card_bit(card) for card in (*known["player"], *seen))
    player = sum(card_bit(card) for card in known["player"])
    total = points(player)
    ways = ways_at_most()
    counts = {}
    for limit in (total - 1, total):
        product = np.ones(1, dtype=np.int64)
        for suit in range(4):
            product = np.convolve(product, ways[gone >> 13 * suit & (HOLDINGS - 1), limit])[: CARDS + 1]
        counts[limit] = int(product[CARDS])
    dealers = comb(52 - gone.bit_count(), CARDS)
    below, equal = counts[total - 1], counts[total] - counts[total - 1]
    values = main_values(game, stakes, names, total, int(blind(player, 0, Play.PLAY)))
    played = below * values["below"] + equal * values["equal"] + (dealers - below - equal) * values["above"]
    return {int(Play.FOLD): values["fold"], int(Play.PLAY): played / dealers}
