"""Two seats of a round: the exact covariance against rounds dealt one by one, and the estimate against the exact one."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from pitboss.core.cards import Deck, parse_cards
from pitboss.core.errors import GameError
from pitboss.core.game import Choose, Deal, Fixed, Game, Place, Strategy
from pitboss.core.rule import rule
from pitboss.core.script import Bets, Chose, Dealt, NeedCards, NeedChoice, Shown, State, script
from pitboss.core.strategy import chosen
from pitboss.maths.exact.decide import exact
from pitboss.maths.exact.solver import solve
from pitboss.maths.seats import exact_pairs, pairs
from pitboss.maths.seats.exact_pairs import mean_products, refusal
from pitboss.maths.seats.results import SeatResults
from pitboss.maths.seats.sampled_pairs import sampled_covariances
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.figures import Estimate
from pitboss.maths.tally.tally import first_stakes, line_net
from tests.support import toy as swap
from tests.support.house import DRAW_FIVE, HIGH_CARD
from tests.support.toys import LOWEST_TWO, PRESS_BY_RULE, press, split

UNIT = 100  # Cents bet on every wager whose stake is free: one unit of a tally.


def small(text: str) -> Deck:
    return Deck("small deck", tuple(sorted(parse_cards(text))))


@rule
def swap_low(player: swap.Ranks) -> swap.Swap:
    """Swap a sum below 9."""
    return swap.Swap.SWAP if player < 9 else swap.Swap.KEEP


@rule
def throw_two_or_three(player: swap.Ranks) -> swap.Ranks:
    """Throw the lowest card of a sum below 9, where cards are 2, 3, 5 and 9."""
    return 2 if player < 6 or player == 7 else 3


SWAPPER = Strategy("swap-low", "for tests", {"swap": swap_low, "thrown": throw_two_or_three})


@rule
def may_throw_any(player: swap.Ranks, thrown: swap.Ranks) -> int:
    """Any card."""
    return thrown > 0


@cache
def literal(case: str) -> dict[tuple[str, str], Fraction]:
    return literal_covariances(*cases()[case])


def literal_covariances(game: Game, strategy: Strategy | None) -> dict[tuple[str, str], Fraction]:
    """The covariances of two seats from every round of two seats, each dealt by the script and judged by its rules."""
    names, rounds = list(game.wager), 0
    sums = {name: Fraction(0) for name in names}
    products = {(one, other): Fraction(0) for one in names for other in names}
    for state in literal_rounds(game, strategy):
        rounds += 1
        nets = [{name: literal_net(state, seat, name) for name in names} for seat in (1, 2)]
        for one in names:
            sums[one] += nets[0][one]
            for other in names:
                products[one, other] += nets[0][one] * nets[1][other]
    return {
        (one, other): each / rounds - sums[one] * sums[other] / rounds**2 for (one, other), each in products.items()
    }


def literal_rounds(game: Game, strategy: Strategy | None) -> Iterator[State]:
    """Every round of two seats; every pile has cards, also one that the round leaves out, so all are equally likely."""
    placed = [wager for wager in game.wagers if first_stakes(game)[wager.name]]
    stakes = {each.name: each.stake.cents if isinstance(each.stake, Fixed) else UNIT for each in placed}
    slots = [
        (deal.pile, seat, deal.count)
        for deal in game.piles.values()
        for seat in ((1, 2) if deal.to is Place.SEAT else (0,))
    ]
    for piles in every_deal(game.deck.faces, slots):
        state = State(game)
        walk = script(game, state)
        next(walk)
        answer = Bets({1: stakes, 2: stakes})
        try:
            while True:
                need = walk.send(answer)
                while isinstance(need, Shown):
                    need = next(walk)
                if isinstance(need, NeedCards):
                    answer = Dealt(need.pile, need.seat, piles[need.pile, need.seat])
                else:
                    assert isinstance(need, NeedChoice)
                    assert strategy
                    seat = max(need.legal)  # Answers may come in any order.
                    answer = Chose(seat, need.name, chosen(strategy, state, need, seat))
        except StopIteration:
            yield state


def every_deal(left: tuple[int, ...], slots: list[tuple[str, int, int]]) -> Iterator[dict[tuple[str, int], tuple]]:
    if not slots:
        yield {}
        return
    (pile, seat, count), *rest = slots
    for places in combinations(range(len(left)), count):
        others = tuple(face for place, face in enumerate(left) if place not in places)
        for dealt in every_deal(others, rest):
            yield {(pile, seat): tuple(left[each] for each in places), **dealt}


def literal_net(state: State, seat: int, name: str) -> Fraction:
    wager, stake = state.game.wager[name], Fraction(state.stakes(seat).get(name, 0), UNIT)
    if not stake:
        return Fraction(0)
    ended = [(place, int(state.outcome(line, seat))) for place, line in enumerate(wager.lines)]
    return sum((line_net(state.game, wager, place, outcome, stake) for place, outcome in ended), Fraction(0))


def named(strategy: Strategy | None) -> Strategy:
    assert strategy is not None
    return strategy


def covariances(game: Game, strategy: Strategy | None) -> dict[tuple[str, str], Fraction]:
    """What `exact_pairs` finds."""
    analysis = Analysis(game, exact(game, strategy) if strategy else solve(game, None, first_stakes(game), ()))
    means = {name: each.ev for name, each in analysis.figures.items()}
    results = SeatResults(analysis, strategy)
    assert not refusal(results)
    return {key: each - means[key[0]] * means[key[1]] for key, each in mean_products(results).items()}


def shortened(game: Game, text: str, **counts: int) -> Game:
    """A game on a small deck with two seats, and with so many cards in some piles."""
    steps = tuple(
        replace(step, count=counts[step.pile]) if isinstance(step, Deal) and step.pile in counts else step
        for step in game.steps
    )
    return replace(game, deck=small(text), seats=2, steps=steps)


@cache
def cases() -> dict[str, tuple[Game, Strategy | None]]:
    any_card = tuple(
        replace(step, legal=may_throw_any) if isinstance(step, Choose) and step.legal else step for step in swap.STEPS
    )
    swapping = shortened(swap.toy(steps=any_card), "2c 2d 3c 3d 5c 5d 9c 9d", dealer=1)
    drawing = shortened(DRAW_FIVE.build({"decks": "1"}), "2c 2d 3c 4c 5h 6h 9d", player=1, dealer=1)
    return {
        "one card each": (shortened(HIGH_CARD.build({}), "2c 2d 3c 3d 3h 9c Kd As"), None),
        "a drawn card": (drawing, DRAW_FIVE.strategies["draw-on-2"]),
        "a raise": (press(small("2c 2d 5c 9d Th Jc Kc As")), PRESS_BY_RULE),
        "two cards named": (split(small("2c 2d 4c 6d 7h 8c Tc Kd Ks As")), LOWEST_TWO),
        "two choices and a stake in dollars": (swapping, SWAPPER),
    }


@pytest.mark.parametrize("case", list(cases()))
def test_two_seats_are_counted_as_rounds_dealt_one_by_one_are(case: str):
    game, strategy = cases()[case]
    expected = literal(case)
    assert any(expected.values())
    found = covariances(game, strategy)
    assert found == {key: expected[key] for key in found}
    assert all(expected[one, other] == expected[other, one] for one, other in found)


@pytest.mark.parametrize("case", ["a drawn card", "two cards named", "two choices and a stake in dollars"])
def test_random_deals_agree_with_the_count(case: str):
    game, strategy = cases()[case]
    results = SeatResults(Analysis(game, exact(game, named(strategy))), strategy)
    found = sampled_covariances(results, 20_000, seed=3)
    for key, each in covariances(game, strategy).items():
        assert abs(found.covariances[key].value - float(each)) < 4 * found.covariances[key].error + 1e-9, key
        assert found.covariances[key].error < 0.05 * max(1, float(results.analysis.figures[key[0]].variance)) ** 2
    assert all(abs(each.value) <= 4 * each.error for each in found.means.values())
    assert sampled_covariances(results, 20_000, seed=3) == found
    assert sampled_covariances(results, 20_000, seed=4) != found


def test_many_hands_are_simulated_and_the_reason_is_told(monkeypatch):
    game, strategy = cases()["a raise"]
    analysis = Analysis(game, exact(game, named(strategy)))
    counted = pairs.seat_pairs(analysis, strategy)
    assert (counted.exact, counted.reason, counted.means) == (True, "", None)
    monkeypatch.setattr(exact_pairs, "MOST_PAIRS", 10)
    dealt = pairs.seat_pairs(analysis, strategy, deals=5_000, seed=2)
    assert not dealt.exact
    assert "22 different hands" in dealt.reason
    assert (dealt.deals, dealt.seats, dealt.seed) == (5_000, 2, 2)
    amounts = {"ante": Fraction(10)}
    whole, estimate = counted.total(amounts), dealt.total(amounts)
    one = counted.covariances["ante", "ante"]
    assert isinstance(one, Fraction)
    assert whole == 100 * one
    assert isinstance(estimate, Estimate)
    assert abs(estimate.value - float(whole)) < 4 * estimate.error


def test_a_total_is_the_sum_over_both_seats_bets():
    case = "two choices and a stake in dollars"
    game, strategy = cases()[case]
    found = pairs.seat_pairs(Analysis(game, exact(game, named(strategy))), strategy)
    amounts = {"ante": Fraction(2), "swap": Fraction(2), "lucky": Fraction(1)}
    every = literal(case)
    expected = sum(amounts[one] * amounts[other] * every[one, other] for one in amounts for other in amounts)
    assert found.total(amounts) == expected


def test_figures_of_another_play_are_refused():
    game, strategy = cases()["a drawn card"]
    analysis = Analysis(game, exact(game, DRAW_FIVE.strategies["draw-on-4"]))
    with pytest.raises(GameError, match="mean net of regular"):
        mean_products(SeatResults(analysis, strategy))


def test_a_table_dealt_by_a_seats_cards_is_refused():
    game, strategy = cases()["a drawn card"]
    steps = tuple(
        replace(step, when=game.piles["player_card"].when)
        if isinstance(step, Deal) and step.pile == "dealer_card"
        else step
        for step in game.steps
    )
    turned = replace(game, steps=steps)
    with pytest.raises(GameError, match="whether dealer_card is dealt depends on the seats"):
        SeatResults(Analysis(turned, exact(turned, named(strategy))), strategy)
