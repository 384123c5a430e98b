"""Exact 3 Card Blitz beyond brute force: every player hand against every dealer hand, by counting suit by suit.

Only the order of summation differs from enumeration: `counts` counts hands, and the game's own rules judge bets. The
solver works for any deck of whole ranks and hands of up to seven cards, so that tests compare it with enumeration.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.errors import GameError
from pitboss.core.game import Bound, Game, Strategy
from pitboss.core.rule import Rule, tabulate
from pitboss.games.three_card_blitz.game import Blind, Play, ante, blind, has_royal, points, result, suit_points
from pitboss.games.three_card_blitz.solver.counts import MOST, WIDTH, Hands, all_hands, size_of, ways_at_most
from pitboss.games.three_card_blitz.solver.weights import BLINDS, counted_play, unanimous, weighed, weighed_play
from pitboss.hands.bits import SUIT, card_bit, hand_of
from pitboss.maths.codegen.program import Policy
from pitboss.maths.compile.cpu import fast, joint, on_arrays, shared
from pitboss.maths.exact.decide import cell_net, in_turn
from pitboss.maths.exact.enumerate import Piles
from pitboss.maths.exact.rest import Made
from pitboss.maths.exact.solver import NOTHING
from pitboss.maths.exact.suits import renamed
from pitboss.maths.exact.sums import whole_numbers
from pitboss.maths.strategy.decisions import Decisions
from pitboss.maths.tally.tally import NOT_PLACED, Staked, Tally, added_up, line_net, tally_columns

MAIN = ("ante", "blind", "play")
DECIDED_BY = dict.fromkeys(MAIN)
MOST_KEYS = 1 << 20


@cache
def holding_worth() -> tuple[int, ...]:
    """For each number of points, a holding of one suit that is worth it; 0 where there is none."""
    worth = tabulate(suit_points)
    return tuple(
        next((holding for holding in range(SUIT + 1) if worth[holding] == total), 0) for total in range(MOST + 1)
    )


@dataclass(frozen=True)
class Judged:
    """How the rules judge every hand: the number of its case, and the cases.

    A case is the points, the Blind's outcome if the hand wins, and the outcome of every line of the side bets.
    """

    case: np.ndarray
    cases: list[tuple[int, ...]]


def judged(game: Game, hands: np.ndarray) -> Judged:
    """The case of every hand. Several rules are asked at a time, as long as their joint answers are few."""
    asked: list[tuple[Rule, tuple[int, ...]]] = [(points, ()), (blind, (0, int(Play.PLAY)))]
    sizes = [MOST + 1, len(Blind)]
    for wager in game.wagers:
        if wager.name not in MAIN:
            asked += [(line.outcome, tuple(line.constants.values())) for line in wager.lines]
            sizes += [len(line.pays.outcomes) for line in wager.lines]
    case = np.zeros(len(hands), dtype=np.int64)
    cases: list[tuple[int, ...]] = [()]
    while asked:
        together = 1
        while together < len(asked) and np.prod(sizes[: together + 1]) <= MOST_KEYS:
            together += 1
        most = int(np.prod(sizes[:together]))
        key = joint(tuple(asked[:together]), tuple(sizes[:together]))(hands)
        if len(cases) > 1:
            key += case * most
        there = np.zeros(len(cases) * most, dtype=bool)
        shared(lambda first, last, key=key, there=there: mark(first, last, key, there), len(key))
        numbers = np.cumsum(there) - 1
        shared(lambda first, last, key=key, numbers=numbers: renumber(first, last, key, numbers), len(key))
        case = key
        before, *answers = np.unravel_index(np.flatnonzero(there), (len(cases), *sizes[:together]))
        rows = zip(before.tolist(), *(column.tolist() for column in answers), strict=True)
        cases = [(*cases[known], *said) for known, *said in rows]
        asked, sizes = asked[together:], sizes[together:]
    return Judged(case, cases)


@fast
def mark(first, last, keys, there):
    """Marks the keys that occur."""
    for row in range(first, last):
        there[keys[row]] = True


@fast
def renumber(first, last, keys, numbers):
    """Replaces every key by its dense rank."""
    for row in range(first, last):
        keys[row] = numbers[keys[row]]


def main_cells(total: int, winning_blind: int) -> tuple[tuple[int, int, int], ...]:
    """The outcomes of Ante, Blind and Play when the dealer has fewer, as many and more points, by the rules."""
    mine, higher = holding_worth()[total], holding_worth()[MOST]
    ends = (
        (int(ante(mine, dealer, Play.PLAY)), int(blind(mine, dealer, Play.PLAY)), int(result(mine, dealer)))
        for dealer in (mine, higher)
    )
    return (int(ante(mine, 0, Play.PLAY)), winning_blind, int(result(mine, 0))), *ends


FOLDED = (int(ante(0, 0, Play.FOLD)), int(blind(0, 0, Play.FOLD)), NOT_PLACED)


def main_values(game: Game, stakes: Staked, names: tuple[str, ...], total: int, winning_blind: int) -> list[Fraction]:
    """The nets of the main wagers when the dealer has fewer, as many and more points, and for a fold."""
    quiet = {name: stakes[name] if name in MAIN else Fraction(0) for name in stakes}
    others = [NOT_PLACED] * (len(tally_columns(game)[1]) - len(MAIN))
    cells = [(int(Play.PLAY), *ends, *others) for ends in main_cells(total, winning_blind)]
    return [cell_net(game, cell, quiet, names) for cell in (*cells, (int(Play.FOLD), *FOLDED, *others))]


@fast
def decide(first, last, case, below, equal, dealers, worth, plays):
    """Whether playing is worth more than folding, for every hand."""
    for row in range(first, last):
        value = worth[case[row]]
        above = dealers - below[row] - equal[row]
        plays[row] = below[row] * value[0] + equal[row] * value[1] + above * value[2] > dealers * value[3]


def case_values(game: Game, stakes: Staked, names: tuple[str, ...], said: Judged) -> tuple[np.ndarray, int]:
    """`main_values` of every case, as whole numbers over one denominator."""
    known = {main: main_values(game, stakes, names, *main) for main in {case[:2] for case in said.cases}}
    values = [value for case in said.cases for value in known[case[:2]]]
    worth, scale = whole_numbers(values, 2 * size_of(game).dealer_hands)
    return worth.reshape(-1, 4), scale


def played_sums(hands: Hands, dealers: int, worth: np.ndarray) -> np.ndarray:
    """The value of playing each hand, given the `main_values` of its case, summed over all dealer hands."""
    above = dealers - hands.below - hands.equal
    return hands.below * worth[:, 0] + hands.equal * worth[:, 1] + above * worth[:, 2]


def decisions(game: Game, stakes: Staked, names: tuple[str, ...], choice: str, by: tuple[Bound, ...] = ()) -> Decisions:
    """The values of folding and playing with every hand."""
    size = size_of(game)
    hands = all_hands(size)
    said = judged(game, hands.cards)
    values, scale = case_values(game, stakes, names, said)
    worth = values[said.case]
    return Decisions(
        {("player", card_bit): hands.cards},
        hands.weight.astype(np.int64),
        np.stack([size.dealer_hands * worth[:, 3], played_sums(hands, size.dealer_hands, worth)], axis=1),
        scale * size.dealer_hands,
        comb(size.deck, size.cards),
        (int(Play.FOLD), int(Play.PLAY)),
    )


def best_plays(game: Game, stakes: Staked, names: tuple[str, ...], hands: Hands, said: Judged) -> np.ndarray:
    """Whether to play, for every hand; a tie goes to the next aim, and then to playing, which stakes more."""
    first, *others = in_turn(game, names)
    folds = better_plays(game, stakes, first, hands, said, -1)
    for aim in others:
        plays = better_plays(game, stakes, first, hands, said)
        folds |= ~plays & better_plays(game, stakes, aim, hands, said, -1)
    return ~folds


def better_plays(
    game: Game, stakes: Staked, names: tuple[str, ...], hands: Hands, said: Judged, sign: int = 1
) -> np.ndarray:
    """Whether playing is worth more than folding, or less if `sign` is -1, for every hand, in exact integers."""
    dealers, worth = size_of(game).dealer_hands, sign * case_values(game, stakes, names, said)[0]
    if worth.dtype == object:
        return played_sums(hands, dealers, worth[said.case]) > dealers * worth[said.case, 3]
    plays = np.zeros(len(hands.cards), dtype=bool)
    args = said.case, hands.below, hands.equal, dealers, worth, plays
    shared(lambda first, last: decide(first, last, *args), len(plays))
    return plays


def policy(game: Game, stakes: Staked, names: tuple[str, ...]) -> Policy:
    """The best play as a function of the hand: by weights of its suits, or by counting where no weights are found."""
    size = size_of(game)
    if size.cards != WIDTH - 1:
        raise GameError(f"{game.name}: the best play of hands of {size.cards} cards cannot be simulated")
    hands = all_hands(size)
    said = judged(game, hands.cards)
    plays = best_plays(game, stakes, names, hands, said)
    totals = np.array([total for total, *_ in said.cases])[said.case]
    tables = weighed(hands.cards, totals, plays, ways_at_most(size))
    if tables:
        return Policy("play", card_bit, weighed_play, tables, (points,))
    if len(in_turn(game, names)) > 1:
        raise GameError(f"{game.name}: the play that is best for {' + '.join(names)} cannot be simulated", "no-solver")
    none = [Fraction(0)] * 4
    known = {case[:2]: main_values(game, stakes, names, *case[:2]) for case in said.cases}
    values = [known.get(divmod(case, BLINDS), none) for case in range((MOST + 1) * BLINDS)]
    worth, _ = whole_numbers([value for each in values for value in each], 2 * size.dealer_hands)
    if worth.dtype == object:
        raise GameError(f"{game.name}: these pays are too large to be simulated under the best play")
    sure, dealers = unanimous(totals, plays, MOST + 1), np.array([size.dealer_hands])
    tables = sure, worth.reshape(-1, 4), ways_at_most(size), dealers
    return Policy("play", card_bit, counted_play, tables, (points,))


@fast
def add_up(case, plays, weight, below, equal, dealers, sums):
    """Adds the dealer hands below, equal to and above every hand, times its weight, to its case."""
    for row in range(len(case)):
        played = 1 if plays[row] else 0
        sums[case[row], played, 0] += weight[row] * below[row]
        sums[case[row], played, 1] += weight[row] * equal[row]
        sums[case[row], played, 2] += weight[row] * (dealers - below[row] - equal[row])


def tallied(game: Game, hands: Hands, said: Judged, plays: np.ndarray) -> Tally:
    """The tally of a game in which these hands are played and the others folded."""
    sums = np.zeros((len(said.cases), len(Play), 3), dtype=np.int64)
    add_up(said.case, plays, hands.weight, hands.below, hands.equal, size_of(game).dealer_hands, sums)
    cells = added_up(
        ((int(play), *(ends if play == Play.PLAY else FOLDED), *sides), weight)
        for place, (total, winning, *sides) in enumerate(said.cases)
        for play in Play
        for weight, ends in zip(sums[place, play].tolist(), main_cells(total, winning), strict=True)
    )
    return Tally(*tally_columns(game), {cell: weight for cell, weight in cells.items() if weight})


def spread(game: Game, hands: Hands) -> Hands:
    """The hands, with every order of the suits where a Royal tells suits apart; all weights are times 24."""
    if game.alike:
        return hands
    royal = on_arrays(has_royal)(hands.cards) != 0
    others = hands.rows(~royal)
    parts = [replace(others, weight=np.int64(24) * others.weight)]
    some = hands.rows(royal)
    parts += [replace(some, cards=renamed(some.cards, order)) for order in permutations(range(4))]
    return Hands(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("cards", "weight", "below", "equal"))
    )


def whole(game: Game, tally: Tally) -> Tally:
    """A tally of spread hands with its weights divided by 24 again."""
    if game.alike:
        return tally
    return Tally(tally.choices, tally.lines, {cell: weight // 24 for cell, weight in tally.cells.items()})


def solve(game: Game, stakes: Staked, names: tuple[str, ...]) -> Tally:
    """The tally of the best play, hand by hand, for these wagers together."""
    hands = spread(game, all_hands(size_of(game)))
    said = judged(game, hands.cards)
    return whole(game, tallied(game, hands, said, best_plays(game, stakes, names, hands, said)))


def under(game: Game, strategy: Strategy) -> Tally:
    """The tally of a named strategy."""
    hands = spread(game, all_hands(size_of(game)))
    plays = joint(((strategy.rules["play"], tuple(strategy.constants.values())),), (len(Play),))(hands.cards)
    return whole(game, tallied(game, hands, judged(game, hands.cards), plays == Play.PLAY))


def advise(
    game: Game,
    known: Piles,
    seen: Iterable[Card],
    stakes: Staked,
    names: tuple[str, ...],
    chosen: Made = NOTHING,
) -> dict[int, Fraction]:
    """The values of playing and folding with one hand, the cards in `seen` known to be gone."""
    size = size_of(game)
    player = hand_of(known["player"])
    gone = player | hand_of(seen)
    total = points(player)
    ways = ways_at_most(size)
    at_most = []
    for limit in (total - 1, total):
        product = np.ones(1, dtype=np.int64)
        for suit in range(4):
            product = np.convolve(product, ways[gone >> 13 * suit & SUIT, limit])[:WIDTH]
        at_most.append(int(product[size.cards]))
    dealers = comb(size.deck - gone.bit_count(), size.cards)
    below, equal = at_most[0], at_most[1] - at_most[0]
    values = main_values(game, stakes, names, total, int(blind(player, 0, Play.PLAY)))
    played = below * values[0] + equal * values[1] + (dealers - below - equal) * values[2]
    aside = sum(
        (
            line_net(game, wager, place, int(line.outcome(player, *line.constants.values())), stakes[wager.name])
            for wager in game.wagers
            if wager.name in names and wager.name not in MAIN
            for place, line in enumerate(wager.lines)
        ),
        Fraction(0),
    )
    return {int(Play.FOLD): aside + values[3], int(Play.PLAY): aside + played / dealers}
