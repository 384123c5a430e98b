"""Play that is best for one wager: of equal options the one best for the main wagers, then the larger stake."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from pitboss.core.cards import Deck
from pitboss.core.game import Game, Line, Wager
from pitboss.core.round import Round
from pitboss.core.rule import rule
from pitboss.core.script import Bets, Chose, Dealt, NeedChoice
from pitboss.core.settle import settle_round
from pitboss.maths.exact.decide import best_strategy, in_turn
from pitboss.maths.exact.solver import aimed_at, solve
from pitboss.maths.tally.tally import figures, first_stakes
from tests.support.toys import GRIDS, Press, Ranks, Result, press

STAKE = 100


@rule
def high_cards(player: Ranks) -> Result:
    """A side wager that no decision changes."""
    return Result.WON if player > 18 else Result.LOST


@rule
def pressed(player: Ranks, press: Press) -> Result:
    """A side wager that likes one press of a middling hand; others are the same to it."""
    if player > 20 or player <= 9:
        return Result.TIED
    return Result.WON if press == Press.ONCE else Result.LOST


def game() -> Game:
    """The toy Press on 13 cards, with the two side wagers beside the Ante."""
    pays = GRIDS["ante"].table("printed", Result)
    alone = press(Deck("one suit", tuple(range(13))))
    sides = (Wager("high", (Line(high_cards, pays),)), Wager("pressed", (Line(pressed, pays),)))
    return replace(alone, seats=1, wagers=(*alone.wagers, *sides), main=("ante",))


@cache
def results() -> dict[tuple[int, ...], dict[int, list[dict[str, int]]]]:
    """By the player's cards and the option taken: what every wager nets with each card of the dealer, in cents."""
    toy = game()
    found: dict[tuple[int, ...], dict[int, list[dict[str, int]]]] = {}
    for player in combinations(toy.deck.faces, 2):
        for dealer in set(toy.deck.faces) - set(player):
            dealt = Round(toy).after(Bets({1: dict.fromkeys(toy.wager, STAKE)}))
            dealt = dealt.after(Dealt("player", 1, player)).after(Dealt("dealer", 0, (dealer,)))
            need = dealt.need()
            legal = need.legal[1] if isinstance(need, NeedChoice) else [-1]
            for option in legal:
                over = dealt.after(Chose(1, "press", option)) if isinstance(need, NeedChoice) else dealt
                nets = dict.fromkeys(toy.wager, 0)
                for line in settle_round(over).lines:
                    nets[line.wager] += line.net_cents
                assert isinstance(option, int)
                found.setdefault(player, {}).setdefault(option, []).append(nets)
    return found


def best_by_hand(toy: Game, *aims: str) -> dict[str, Fraction]:
    """What every wager nets a round when each hand's option is best for one aim after the other."""
    hands, total = results(), 0
    sums = dict.fromkeys(toy.wager, 0)
    # Hands of equal ranks' sum are one hand to the player's eyes: decisions see the sum alone.
    by_sum: dict[int, dict[int, list[dict[str, int]]]] = {}
    for player, options in hands.items():
        for option, nets in options.items():
            by_sum.setdefault(sum(player), {}).setdefault(option, []).extend(nets)
    for options in by_sum.values():
        best = max(options, key=lambda option: (*(sum(net[aim] for net in options[option]) for aim in aims), option))
        for net in options[best]:
            sums = {name: sums[name] + net[name] for name in sums}
            total += 1
    return {name: Fraction(value, STAKE * total) for name, value in sums.items()}


@pytest.mark.parametrize("wager", ["high", "pressed", "ante"])
def test_ties_go_to_the_main_wager(wager: str):
    toy = game()
    stakes = first_stakes(toy)
    wanted = best_by_hand(toy, wager, "ante")
    for tally in (
        best_strategy(toy, stakes, (wager,)).tally,
        solve(toy, None, stakes, (wager,), use_cache=False),
    ):
        assert {name: figures(toy, tally, (name,), stakes).ev for name in toy.wager} == wanted


def test_an_indifferent_wager_leaves_the_best_play_of_the_main_one_and_another_does_not():
    toy = game()
    best = best_by_hand(toy, "ante")
    assert best_by_hand(toy, "high", "ante") == best
    pressed_first = best_by_hand(toy, "pressed", "ante")
    assert pressed_first["pressed"] > best["pressed"]
    assert pressed_first["ante"] < best["ante"]
    assert pressed_first["ante"] > best_by_hand(toy, "pressed")["ante"], (
        "some hands are decided by the main wager alone"
    )


def test_bets_that_hold_the_main_wagers_have_one_aim():
    toy = game()
    assert in_turn(toy, ("ante", "high")) == [("ante", "high")]
    assert in_turn(toy, ("high",)) == [("high",), ("ante",)]
    assert aimed_at(toy, ("high",)) == ("high",)
