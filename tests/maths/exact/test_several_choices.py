"""Several choices in a round, worked out by plain enumeration, against a brute force written out by hand."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import numpy as np
import pytest

from pitboss.core.game import Game
from pitboss.maths.exact.decide import exact
from pitboss.maths.exact.solver import analysed, decisions_of
from pitboss.maths.strategy.decisions import Decisions
from pitboss.maths.tally.tally import Tally, figures, first_stakes, tally_columns
from tests.support.house import THREE_STREETS
from tests.support.house.three_streets.game import FACES, First, Second, Third, rank_counter

NOT_ASKED = -1
FOLDED = int(Second.FOLD)
BETS = {int(Second.BET_1): 1, int(Second.BET_2): 2, int(Second.BET_4): 4}


def code(cards: tuple[int, ...]) -> int:
    return sum(map(rank_counter, cards))


def points(cards: tuple[int, ...]) -> int:
    """Points by counting ranks, as rules.md has them."""
    ranks = [card % 13 for card in cards]
    return sum(rank + 1 for rank in ranks) + 10 * sum(ranks.count(rank) >= 2 for rank in set(ranks))


@cache
def deals() -> list[tuple[int, int, int, int, int]]:
    """Every deal: the code of the player's two cards, of three and of all four, the result, and 1 for a pair."""
    found = []
    for player in combinations(FACES, 2):
        for dealer in combinations(sorted(set(FACES) - set(player)), 2):
            for first, second in permutations(sorted(set(FACES) - set(player) - set(dealer)), 2):
                mine, other = points((*player, first, second)), points((*dealer, first, second))
                result = (mine > other) - (mine < other)
                pair = int(player[0] % 13 == player[1] % 13)
                # What is seen in order: which card came first counts, too.
                found.append((code(player), code((first,)), code((second,)), result, pair))
    return found


def legal(three: int) -> list[int]:
    has_pair = any(three >> 3 * place & 7 >= 2 for place in range(5))
    return [FOLDED, int(Second.BET_1), int(Second.BET_2), *([int(Second.BET_4)] if has_pair else [])]


def net(result: int, first: int, second: int, third: int) -> int:
    """The net of ante, blind, street and last, in antes."""
    blind = 0 if first == First.TAKE_BACK else 1
    if second == FOLDED:
        return -1 - blind
    return result * (1 + blind + BETS[second] + (3 if third == Third.BET_3 else 0))


def staked(second: int, third: int) -> int:
    return BETS.get(second, 0) + (3 if third == Third.BET_3 else 0)


class Brute:
    """Backward induction by hand: dictionaries keyed by what was seen and chosen."""

    def __init__(self) -> None:
        seen: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for player, first, second, result, _ in deals():
            seen[player, first, second].append(result)
        self.seen = seen
        self.third = {key: self._third(key) for key in seen}
        after: dict[tuple[int, ...], list[tuple[int, ...]]] = defaultdict(list)
        for key in seen:
            after[key[:2]].append(key)
        self.second = {
            (*key, first): {option: self._second(keys, first, option) for option in legal(sum(key))}
            for key, keys in after.items()
            for first in map(int, First)
        }
        self.counts = {key: sum(len(seen[each]) for each in keys) for key, keys in after.items()}
        hands: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for key in after:
            hands[key[0]].append(key)
        self.first = {
            hand: {first: sum(max(self.second[*key, first].values()) for key in keys) for first in map(int, First)}
            for hand, keys in hands.items()
        }

    def _third(self, key: tuple[int, ...]) -> dict[tuple[int, int, int], int]:
        results = self.seen[key]
        return {
            (first, second, third): sum(net(each, first, second, third) for each in results)
            for first in map(int, First)
            for second in BETS
            for third in map(int, Third)
        }

    def _second(self, keys: list[tuple[int, ...]], first: int, option: int) -> int:
        if option == FOLDED:
            return sum(net(0, first, option, NOT_ASKED) * len(self.seen[key]) for key in keys)
        return sum(max(self.third[key][first, option, third] for third in map(int, Third)) for key in keys)

    def best(self, player: int, first: int, second: int) -> tuple[int, int, int]:
        """The best answers, of equal ones the larger stake."""
        one = max(map(int, First), key=lambda option: (self.first[player][option], option == First.LET_IT_RIDE))
        values = self.second[player, first, one]
        two = max(values, key=lambda option: (values[option], staked(option, NOT_ASKED)))
        if two == FOLDED:
            return one, two, NOT_ASKED
        last = self.third[player, first, second]
        return one, two, max(map(int, Third), key=lambda option: (last[one, two, option], staked(two, option)))


@cache
def brute() -> Brute:
    return Brute()


def cell(result: int, pair: int, first: int, second: int, third: int) -> tuple[int, ...]:
    """The cell of a tally: the choices, then ante, blind, street, last and pair."""
    ended = 0 if second == FOLDED else result + 1
    street = -1 if second == FOLDED else ended
    last = ended if third == Third.BET_3 else -1
    return first, second, third, ended, ended, street, last, pair


@cache
def game() -> Game:
    return THREE_STREETS.build()


def counted(choices) -> dict[tuple[int, ...], int]:
    cells: dict[tuple[int, ...], int] = defaultdict(int)
    for player, first, second, result, pair in deals():
        cells[cell(result, pair, *choices(player, first, second))] += 1
    return dict(cells)


def test_the_best_play_of_three_choices_is_the_brute_force_cell_by_cell():
    tally = analysed(game()).tally
    assert tally_columns(game())[0] == ("first", "second", "third")
    assert dict(tally.cells) == counted(brute().best)
    assert tally.total == 45 * 28 * 6 * 5


def test_a_bet_taken_back_is_no_part_of_what_is_staked():
    found = analysed(game())
    tally: Tally = found.tally
    kept = sum(weight for cell, weight in tally.cells.items() if cell[0] == First.LET_IT_RIDE)
    assert 0 < kept < tally.total
    assert found.figures["blind"].average_stake == Fraction(kept, tally.total)
    back = sum(weight for cell, weight in tally.cells.items() if cell[0] == First.TAKE_BACK and cell[4] != -1)
    won = {cell[4] - 1: 0 for cell in tally.cells}
    for each, weight in tally.cells.items():
        if each[0] == First.LET_IT_RIDE:
            won[each[4] - 1] += weight
    assert back == tally.total - kept
    assert found.figures["blind"].ev == Fraction(sum(sign * weight for sign, weight in won.items()), tally.total)


@pytest.mark.parametrize("name", ["ride-on-0", "ride-on-8", "ride-on-12"])
def test_a_named_strategy_of_three_choices_is_every_deal(name: str):
    strategy = THREE_STREETS.strategies[name]
    least = strategy.constants["least"]

    def answers(player: int, first: int, second: int) -> tuple[int, int, int]:
        one = int(strategy.rules["first"](player, least))
        two = int(strategy.rules["second"](player, first))
        if two == FOLDED:
            return one, two, NOT_ASKED
        return one, two, int(strategy.rules["third"](player + first + second, two))

    tally = exact(game(), strategy)
    assert dict(tally.cells) == counted(answers)
    main = game().main_wagers
    stakes = first_stakes(game())
    assert figures(game(), tally, main, stakes).ev <= analysed(game()).figures["main"].ev


def test_the_decisions_of_each_choice_are_the_values_of_the_brute_force():
    found = {name: decisions_of(game(), choice=name) for name in game().choices}
    wanted = brute()
    total = 45 * 28 * 6 * 5
    assert {each.total for each in found.values()} == {total}
    ((_, coder),) = found["first"].hands
    hands = found["first"].hands["player", coder].tolist()
    count = {hand: sum(wanted.counts[key] for key in wanted.counts if key[0] == hand) for hand in hands}
    assert found["first"].weight.tolist() == [count[hand] for hand in hands]
    assert value(found["first"]) == [wanted.first[hand] for hand in hands]

    second = found["second"]
    keys = list(
        zip(
            second.hands["player", coder].tolist(),
            second.hands["first_card", coder].tolist(),
            second.made["first"].tolist(),
            strict=True,
        )
    )
    assert set(keys) == set(wanted.second)
    best_first = {hand: brute().best(hand, *key[1:])[0] for hand in hands for key in wanted.seen if key[0] == hand}
    for row, (player, card, first) in enumerate(keys):
        reached = wanted.counts[player, card] if first == best_first[player] else 0
        assert second.weight[row] == reached
        for column, option in enumerate(second.options):
            values = wanted.second[player, card, first]
            assert second.legal is not None
            assert bool(second.legal[row, column]) == (option in values)
            if option in values:
                exact_value = Fraction(int(second.worth[row, column]), second.scale)
                assert exact_value == Fraction(values[option], wanted.counts[player, card])

    third = found["third"]
    assert third.legal is None
    for row in range(len(third.weight)):
        key = tuple(int(third.hands[pile, coder][row]) for pile in ("player", "first_card", "second_card"))
        made = int(third.made["first"][row]), int(third.made["second"][row])
        is_reached = brute().best(*key)[:2] == made
        assert third.weight[row] == (len(wanted.seen[key]) if is_reached else 0)
        for column, option in enumerate(third.options):
            value_here = Fraction(int(third.worth[row, column]), third.scale)
            assert value_here == Fraction(wanted.third[key][*made, option], len(wanted.seen[key]))


def value(decisions: Decisions) -> list[dict[int, Fraction]]:
    """The summed value of every option in every row."""
    return [
        {
            option: Fraction(int(weight) * int(row[column]), decisions.scale)
            for column, option in enumerate(decisions.options)
        }
        for weight, row in zip(decisions.weight, decisions.worth, strict=True)
    ]


def test_the_best_of_every_choice_adds_up_to_the_game():
    """Folds are decided at the second choice, so it and the first are worth the whole game; the third the rest."""
    ev = analysed(game()).figures["main"].ev
    for name in ("first", "second"):
        decisions = decisions_of(game(), choice=name)
        assert Fraction(int(decisions.best_totals.sum()), decisions.scale * decisions.total) == ev
    third = decisions_of(game(), choice="third")
    folded = sum(
        net(0, *cell[:3]) * weight for cell, weight in analysed(game()).tally.cells.items() if cell[1] == FOLDED
    )
    asked = Fraction(int(third.best_totals.sum()), third.scale * third.total)
    assert asked + Fraction(folded, third.total) == ev
    assert np.all(third.preferred.sum(axis=1) >= third.weight)
