"""Exact figures of Turbo Sports a second way: counted here by icons alone."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

import pytest

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.maths.exact import solver
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.decide import best_strategy
from pitboss.maths.tally.tally import figures, first_stakes, nets, outcome_rows

ICONS = Counter({0: 39, 1: 4, 2: 5, 4: 4})


def icon_ways(stock: Counter[int], size: int) -> dict[int, int]:
    """By icons: how many sets of so many cards show them."""
    table = {(0, 0): 1}
    for icons, count in stock.items():
        more: dict[tuple[int, int], int] = {}
        for (cards, total), times in table.items():
            for taken in range(min(count, size - cards) + 1):
                key = cards + taken, total + icons * taken
                more[key] = more.get(key, 0) + times * comb(count, taken)
        table = more
    return {total: times for (cards, total), times in table.items() if cards == size}


def turbo(community: tuple[int, ...], stock: Counter[int]) -> dict[str, Fraction]:
    """What every wager is worth once these three cards lie, First Down doubled and not."""
    left = stock - Counter(community)
    found = dict.fromkeys(("first_down", "long_pass", "field_goal", "td"), Fraction(0))
    deals = comb(left.total(), 6)
    here = sum(community)
    for more, times in icon_ways(left, 6).items():
        icons = here + more
        first = Fraction(3, 2) if here >= 6 else 1 if icons >= 6 else -1
        found["first_down"] += times * first
        for name, goal, pay in (("long_pass", 7, 2), ("field_goal", 8, 3), ("td", 9, 5)):
            found[name] += times * (2 * pay if icons >= 14 else pay if icons >= goal else -1)
    return {name: value / deals for name, value in found.items()}


def test_turbo_sports():
    game = games.build("turbo-sports")
    stakes = first_stakes(game)
    total = dict.fromkeys(("first_down", "long_pass", "field_goal", "td"), Fraction(0))
    for community in combinations_with_replacement((0, 1, 2, 4), 3):
        weight = prod(comb(ICONS[icons], count) for icons, count in Counter(community).items())
        values = turbo(community, ICONS)
        best = values["first_down"]
        if sum(community) <= 5:
            best = max(best, 2 * best)
        total["first_down"] += weight * best
        for name in ("long_pass", "field_goal", "td"):
            total[name] += weight * values[name]
    tally = solver.solve(game, None, stakes, game.main_wagers, use_cache=False)
    for name, value in total.items():
        assert figures(game, tally, (name,), stakes).ev == value / comb(52, 3)
    assert total["first_down"] / comb(52, 3) == Fraction(-11132171, 919768850)


@pytest.mark.parametrize("cards", ["As 2s 2h", "6s 3h 4d", "5s 4s 3s"])
@pytest.mark.parametrize("seen", ["", "Ks Qs 9s 8s 2c"])
def test_turbo_sports_hands(cards: str, seen: str):
    """Three hands of community cards, other cards gone or not."""
    gone = parse_cards(seen)
    worth = dict(zip(range(39, 52), [1] * 4 + [2] * 5 + [4] * 4, strict=True))
    community = tuple(worth.get(card, 0) for card in parse_cards(cards))
    left = ICONS - Counter(worth.get(card, 0) for card in gone)
    value = turbo(community, left)["first_down"]
    advised = advise(games.build("turbo-sports"), {"community": parse_cards(cards)}, gone)
    assert advised == {0: value, 1: 2 * value}


def test_turbo_weights_are_all_deals_and_first_down_by_hand():
    game = games.build("turbo-sports")
    stakes = first_stakes(game)
    tally = best_strategy(game, stakes, ("first_down",)).tally
    assert tally.total == comb(52, 3) * comb(49, 6)
    rows = {row.outcome: row.weight for row in outcome_rows(game, tally, "nine_card_bonus", stakes)}
    for count in range(10):
        assert Fraction(rows[f"SUITED_{count}"], tally.total) == Fraction(
            comb(13, count) * comb(39, 9 - count), comb(52, 9)
        )


def test_one_tally_prices_every_table():
    first, second = (games.build("turbo-sports", {"nine_card_bonus": table}) for table in ("spadez-9A", "spadez-9B"))
    stakes = first_stakes(first)
    tally = best_strategy(first, stakes, ("first_down",)).tally
    own = best_strategy(second, stakes, ("first_down",)).tally
    assert figures(second, tally, ("nine_card_bonus",), stakes) == figures(second, own, ("nine_card_bonus",), stakes)


def test_several_bets_together_have_their_joint_variance():
    game = games.build("turbo-sports")
    stakes = first_stakes(game)
    tally = best_strategy(game, stakes, ("first_down",)).tally
    both = figures(game, tally, ("long_pass", "td"), stakes)
    one, two = (figures(game, tally, (name,), stakes) for name in ("long_pass", "td"))
    assert both.ev == one.ev + two.ev
    assert both.variance > one.variance + two.variance
    assert sum(nets(game, tally, ("td",), stakes).values()) == tally.total
