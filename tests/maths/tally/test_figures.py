"""Whole figures a second way: counted here by values and icons alone, no rule, tally or enumeration called."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

import pytest

from pitboss import games
from pitboss.core.cards import Deck, parse_cards
from pitboss.maths.exact import solver
from pitboss.maths.exact.advise import advise
from pitboss.maths.tally.tally import covariance, figures, first_stakes, nets
from tests.support.command import pitboss

WORTH = (0, 1, 2, 3, 4, 5, 6)


def ways(stock: Counter[int], cards: tuple[int, ...]) -> int:
    """How many sets of cards show these values."""
    return prod(comb(stock[value], count) for value, count in Counter(cards).items())


def pan_9(decks: int) -> dict[str, Fraction]:
    """Regular wager at 5 % and Tie Bet at 8 to 1, the player drawing on five or fewer like the dealer."""
    stock = Counter({0: 12 * decks, **dict.fromkeys(range(1, 7), 4 * decks)})
    hands = list(combinations_with_replacement(WORTH, 3))
    won = lost = tied = 0
    for mine in hands:
        after_mine = stock - Counter(mine)
        for theirs in hands:
            weight = ways(stock, mine) * ways(after_mine, theirs)
            left = after_mine - Counter(theirs)
            size = left.total()
            own, other = sum(mine) % 10, sum(theirs) % 10
            # A card that stays in the shoe may be any of those left: two cards follow, whoever takes them.
            for first in WORTH if own <= 5 else (0,):
                for second in WORTH if other <= 5 else (0,):
                    times = weight
                    if own <= 5 and other <= 5:
                        times *= left[first] * (left[second] - (first == second))
                    elif own <= 5:
                        times *= left[first] * (size - 1)
                    elif other <= 5:
                        times *= left[second] * (size - 1)
                    else:
                        times *= size * (size - 1)
                    end = (own + first) % 10 - (other + second) % 10
                    won, lost, tied = won + times * (end > 0), lost + times * (end < 0), tied + times * (end == 0)
    total = won + lost + tied
    return {
        "regular": Fraction(19 * won - 20 * lost, 20 * total),
        "tie": Fraction(8 * tied - won - lost, total),
    }


@pytest.mark.parametrize(
    ("decks", "regular"),
    [(8, Fraction(-8334171455026, 378527907432675)), (1, Fraction(-311016599, 14121492000))],
)
def test_super_pan_9(decks: int, regular: Fraction):
    game = games.build("super-pan-9", {"decks": str(decks)})
    stakes = first_stakes(game)
    counted = pan_9(decks)
    tally = solver.solve(game, None, stakes, game.main_wagers, use_cache=False)
    for name in ("regular", "tie"):
        assert figures(game, tally, (name,), stakes).ev == counted[name]
    assert counted["regular"] == regular
    assert counted["tie"] > 0


def test_weights_beyond_64_bits_are_exact():
    """A shoe of sixteen decks has more deals than 64 bits can tell."""
    game = games.build("super-pan-9")
    game = replace(game, deck=Deck("16-deck shoe", tuple(sorted(game.deck.faces * 2))))
    stakes = first_stakes(game)
    tally = solver.solve(game, None, stakes, game.main_wagers, use_cache=False)
    assert tally.total == comb(576, 3) * comb(573, 3) * 570 * 569 > 2**64
    counted = pan_9(16)
    for name in ("regular", "tie"):
        assert figures(game, tally, (name,), stakes).ev == counted[name]


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


def test_correlations_by_the_definition():
    document = json.loads(pitboss("analyze", "turbo-sports", "--json").stdout)
    game = games.build("turbo-sports")
    stakes = first_stakes(game)
    tally = solver.solve(game, None, stakes, game.main_wagers)
    for entry in document["correlations"]:
        one, other = entry["wagers"]
        product = Fraction(0)
        for cell, weight in tally.cells.items():
            single = type(tally)(tally.choices, tally.lines, {cell: 1})
            first, second = (next(iter(nets(game, single, (name,), stakes)))[0] for name in (one, other))
            product += weight * first * second
        evs = [figures(game, tally, (name,), stakes).ev for name in (one, other)]
        wanted = product / tally.total - evs[0] * evs[1]
        assert covariance(game, tally, one, other, stakes) == wanted == Fraction(entry["covariance"]["exact"])
        assert -1 <= entry["correlation"] <= 1
