"""Exact figures of Super Pan 9 a second way: counted here by values alone, and hands one by one."""

import itertools
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

import pytest

from pitboss import games
from pitboss.core.cards import Deck, card_text
from pitboss.maths.exact import solver
from pitboss.maths.exact.decide import best_strategy
from pitboss.maths.tally.tally import figures, first_stakes

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


@pytest.mark.slow
@pytest.mark.parametrize("decks", range(1, 9))
def test_super_pan_9_weights_are_all_deals(decks: int):
    game = games.build("super-pan-9", {"decks": str(decks)})
    tally = best_strategy(game, first_stakes(game), ("regular",)).tally
    cards = 36 * decks
    assert tally.total == comb(cards, 3) * comb(cards - 3, 3) * (cards - 6) * (cards - 7)


@pytest.mark.slow
def test_the_tie_bet_of_super_pan_9_favours_the_player_at_eight_to_one():
    game = games.build("super-pan-9")
    stakes = first_stakes(game)
    for names in (("regular",), ("tie",)):
        tally = best_strategy(game, stakes, names).tally
        assert figures(game, tally, ("tie",), stakes).ev > 0


def worth(card: int) -> int:
    letter = card_text(card)[0]
    return {"A": 1, "J": 0, "Q": 0, "K": 0}[letter] if letter in "AJQK" else int(letter)


def test_a_fixed_hand_of_super_pan_9_by_brute_force():
    """Three hands against every card that can follow, counted one by one from two decks."""
    game = games.build("super-pan-9", {"decks": "2"})
    stakes = first_stakes(game)
    source = random.Random(1)
    for _ in range(3):
        cards = source.sample(game.deck.faces, 3)
        left = Counter(game.deck.faces)
        left.subtract(cards)
        counts = Counter(worth(card) for card in left.elements())
        solution = best_strategy(game, stakes, ("regular",), {"player": tuple(cards)})
        (options,) = solution.values("draw").values()
        for draw in (0, 1):
            assert options[draw] == by_values(counts, sum(map(worth, cards)), bool(draw))


def by_values(counts: Counter[int], mine: int, draws: bool) -> Fraction:
    """The regular wager at 5% commission, by ordered draws of values."""
    total = net = Fraction(0)
    for extra in counts if draws else [None]:
        first = counts[extra] if extra is not None else 1
        left = counts - Counter([extra]) if extra is not None else counts
        for a, b, c in itertools.product(left, repeat=3):
            ways = left[a] * (left[b] - (a == b)) * (left[c] - (c == a) - (c == b))
            if ways <= 0:
                continue
            rest = left - Counter([a, b, c])
            theirs = (a + b + c) % 10
            ends = [(theirs, 1)] if theirs > 5 else [((theirs + d) % 10, rest[d]) for d in rest]
            size = 1 if theirs > 5 else sum(rest.values())
            for their_total, more in ends:
                weight = Fraction(first * ways * more, size)
                own = (mine + (extra or 0)) % 10
                total += weight
                net += weight * (Fraction(19, 20) if own > their_total else -1 if own < their_total else 0)
    return net / total
