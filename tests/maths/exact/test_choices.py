"""Choices in plain enumeration against every single deal: several cards at once, several choices, legality, memory."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import numpy as np
import pytest

from pitboss.core.cards import Card, Code, Deck, Hand, rank, suit
from pitboss.core.errors import GameError
from pitboss.core.game import Answer, Cards, Choose, Deal, Face, Game, Line, Place, Strategy, Wager
from pitboss.core.round import Round
from pitboss.core.rule import rule
from pitboss.core.script import Bets, Chose, Dealt, NeedChoice
from pitboss.core.strategy import chosen
from pitboss.maths.exact import decide
from pitboss.maths.exact import enumerate as enumeration
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.decide import best_strategy, exact
from pitboss.maths.exact.solver import analysed, best_question, decisions_of, is_kept
from pitboss.maths.tally.tally import figures, first_stakes
from tests.maths.exact.test_enumerate import every_deal
from tests.support.house import HIGH_CARD
from tests.support.toy import GRIDS, Lucky, Ranks, Result, Swap, toy


def rank_counter(card: Card) -> Code:
    """Three bits a rank, so that a sum of codes tells how many there are of each."""
    return 1 << 3 * rank(card)


Counts = Annotated[Hand, rank_counter]


@rule
def may_throw_two(player: Counts, thrown: Counts) -> int:
    """Rule 1: a five is never thrown."""
    return thrown < 1 << 9


@rule
def points(hand: Counts) -> int:
    """Rule 2: a two counts 2, and so on to the five."""
    total = 0
    for place in range(4):
        total += (place + 2) * (hand >> 3 * place & 7)
    return total


@rule
def closer(player: Counts, thrown: Counts, dealer: Counts) -> Result:
    """Rule 3: the two cards kept against twice the dealer's card."""
    if points(player - thrown) > 2 * points(dealer):
        return Result.WON
    if points(player - thrown) < 2 * points(dealer):
        return Result.LOST
    return Result.TIED


@rule
def throw_low(player: Counts) -> Counts:
    """The two lowest cards."""
    thrown = 0
    more = 2
    for place in range(4):
        take = min(more, player >> 3 * place & 7)
        thrown += take << 3 * place
        more -= take
    return thrown


@rule
def throw_high(player: Counts) -> Counts:
    """All but the two lowest cards, fives among them."""
    return player - throw_low(player)


SMALL = Deck("small deck", tuple(13 * each + place for each in range(2) for place in range(4)))


def keep_two() -> Game:
    """Four cards of eight, two of them thrown, against one card of the dealer."""
    return toy(
        name="keep-two",
        deck=SMALL,
        seats=1,
        steps=(
            Deal("player", 4, to=Place.SEAT, face=Face.DOWN),
            Choose("thrown", Cards("player", 2), sees=("player",), legal=may_throw_two),
            Deal("dealer", 1, to=Place.DEALER, face=Face.UP),
        ),
        wagers=(Wager("ante", (Line(closer, GRIDS["ante"].table("printed", Result)),), required=True),),
        words={},
    )


def suit_counter(card: Card) -> Code:
    """Three bits a suit."""
    return 1 << 3 * suit(card)


@rule
def any_club(player: Annotated[Hand, suit_counter]) -> Lucky:
    """Rule 4: sees suits alone."""
    return Lucky.ACE if player & 7 else Lucky.NO_ACE


def test_another_code_changes_nothing_of_the_best_play():
    """A side wager that sees the cards through another code: which cards may be named is still told apart."""
    alone = keep_two()
    pays = GRIDS["lucky"].table("printed", Lucky)
    both = replace(alone, wagers=(*alone.wagers, Wager("clubs", (Line(any_club, pays),))))
    question = first_stakes(alone), ("ante",)
    one = best_strategy(alone, *question).tally
    two = best_strategy(both, first_stakes(both), ("ante",)).tally
    assert one.total == two.total
    assert figures(alone, one, ("ante",), first_stakes(alone)) == figures(both, two, ("ante",), first_stakes(both))


LOW = Strategy("low", "throw the two lowest", {"thrown": throw_low})
HIGH = Strategy("high", "throw the two highest", {"thrown": throw_high})


def followed(strategy: Strategy):
    def choose(played: Round, need: NeedChoice) -> Answer:
        return chosen(strategy, played.state, need, 1)

    return choose


def literal_values(game: Game, cards: tuple[Card, ...]) -> dict[Answer, Fraction]:
    """What every option of keep-two is worth with a hand: each dealer card dealt in turn by the script."""
    asked = Round(game).after(Bets({1: {"ante": 100}})).after(Dealt("player", 1, cards))
    need = asked.need()
    assert isinstance(need, NeedChoice)
    left = [card for card in game.deck if card not in cards]
    values = {}
    for option in need.legal[1]:
        ended = [
            asked.after(Chose(1, "thrown", option)).after(Dealt("dealer", 0, (card,))).outcomes()[1]["ante"][0]
            for card in left
        ]
        values[option] = Fraction(sum(int(each) - Result.TIED for each in ended), len(left))
    return values


def test_two_cards_thrown_by_a_strategy_are_every_deal():
    game = keep_two()
    assert dict(exact(game, LOW).cells) == dict(every_deal(game, followed(LOW)))


def test_two_cards_thrown_best_are_the_best_of_every_hand_and_advised_so():
    game = keep_two()
    stakes = first_stakes(game)
    solution = best_strategy(game, stakes, ("ante",))

    def best(played: Round, need: NeedChoice) -> Answer:
        values = literal_values(game, played.state.piles["player", 1])
        return max(values, key=lambda option: values[option])

    votes = every_deal(game, best)
    total = sum(votes.values())
    wanted = Fraction(sum(weight * {2: 1, 1: 0, 0: -1}[cell[-1]] for cell, weight in votes.items()), total)
    assert solution.tally.total == total == 70 * 4
    assert figures(game, solution.tally, ("ante",), stakes).ev == wanted == analysed(game).figures["ante"].ev
    for hand in ((0, 1, 2, 3), (0, 13, 3, 16), (14, 2, 15, 3)):
        assert advise(game, {"player": hand}, ()) == {
            tuple(sorted(option)): value
            for option, value in literal_values(game, hand).items()
            if isinstance(option, tuple)
        }
    assert all(
        isinstance(option, tuple) and len(option) == 2 for each in solution.values("thrown").values() for option in each
    )


def test_a_strategy_that_breaks_the_rules_is_refused():
    with pytest.raises(
        GameError, match=r"keep-two: the strategy high chooses what the rules forbid in \d+ of 280 deals"
    ) as refused:
        exact(keep_two(), HIGH)
    assert refused.value.code == "game/illegal-choice"


@rule
def nothing_is_legal(player: Counts, thrown: Counts) -> int:
    """Rule 1 as nobody meant it: with four of the low cards no option is left."""
    return thrown > 1 << 6


def test_a_hand_without_a_legal_option_is_refused():
    game = keep_two()
    deal, _, dealer = game.steps
    broken = toy(
        **{name: getattr(game, name) for name in ("name", "deck", "seats", "wagers", "words")},
        steps=(deal, Choose("thrown", Cards("player", 2), sees=("player",), legal=nothing_is_legal), dealer),
    )
    with pytest.raises(GameError, match="thrown has no legal option in") as refused:
        best_strategy(broken, first_stakes(broken), ("ante",))
    assert refused.value.code == "game/illegal-choice"


@rule
def any_of_a_suit(player: Annotated[Hand, suit]) -> int:
    """Two cards by the sum of their suits, which many pairs have."""
    return 1


def test_an_answer_that_several_cards_have_is_refused():
    with pytest.raises(GameError, match="fits several cards that other rules tell apart"):
        exact(keep_two(), Strategy("vague", "", {"thrown": any_of_a_suit}))


def test_deals_counted_twice_do_not_make_up_for_deals_lost(monkeypatch: pytest.MonkeyPatch):
    """With totals that agree by accident, the answer that fits several cards is still found."""
    monkeypatch.setattr(decide, "check_weight", lambda *_: None)
    with pytest.raises(GameError, match="fits several cards that other rules tell apart"):
        exact(keep_two(), Strategy("vague", "", {"thrown": any_of_a_suit}))
    exact(keep_two(), LOW)


FEW = Deck("small deck", (0, 1, 2, 13, 14, 15, 12))


@rule
def throw_the_low_card(player: Ranks) -> Ranks:
    """A two, or the three of a three and a four."""
    if player < 6:
        return 2
    return 3


@rule
def swap_low_cards(player: Ranks) -> Swap:
    """Swap a pair of twos, a two and a three, or a three and a four."""
    if player == 4 or player == 5 or player == 7:
        return Swap.SWAP
    return Swap.KEEP


def test_two_choices_under_a_strategy_are_every_deal():
    """The tests' own toy: a swap, and then a card to throw for it."""
    game = toy(deck=FEW, seats=1)
    strategy = Strategy("some", "", {"swap": swap_low_cards, "thrown": throw_the_low_card})
    assert dict(exact(game, strategy).cells) == dict(every_deal(game, followed(strategy)))


def test_the_decisions_of_one_of_several_choices_are_asked_for_by_its_name():
    game = toy(deck=FEW, seats=1)
    with pytest.raises(GameError, match="toy asks for 2 choices in a round: swap and thrown; name one") as refused:
        decisions_of(game)
    assert refused.value.code == "game/no-solver"
    with pytest.raises(GameError, match="a choice of cards needs a solver of its own"):
        decisions_of(game, choice="thrown")
    assert decisions_of(game, choice="swap").options == (Swap.KEEP, Swap.SWAP)


@rule
def swap_by_suit(player: Annotated[Hand, suit]) -> Swap:
    """Swap with two clubs: a code that no rule of the game has."""
    if player == 0:
        return Swap.SWAP
    return Swap.KEEP


@rule
def throw_lowest(player: Annotated[Hand, rank_counter]) -> int:
    """The lowest card below five."""
    for place in range(4):
        if player >> 3 * place & 7:
            return 1 << 3 * place
    return 0


def test_a_strategy_may_see_cards_through_a_code_of_its_own():
    game = toy(deck=FEW, seats=1)
    strategy = Strategy("suits", "", {"swap": swap_by_suit, "thrown": throw_lowest})
    assert dict(exact(game, strategy).cells) == dict(every_deal(game, followed(strategy)))


def test_a_game_that_does_not_fit_into_memory_is_refused_before_it_is_dealt(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(enumeration, "memory_allowed", lambda: 10_000)
    with pytest.raises(GameError, match="keep-two has too many deals for plain enumeration: about 0 GB") as refused:
        exact(keep_two(), LOW)
    assert refused.value.code == "game/too-large"


def test_the_memory_that_may_be_used_is_the_users_to_set(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(enumeration.MEMORY_VARIABLE, "0.00001")
    assert enumeration.memory_allowed() == 10_000
    with pytest.raises(GameError, match="set PITBOSS_MEMORY_GB to allow more"):
        exact(keep_two(), LOW)
    for wrong in ("much", "0", "-4", "nan"):
        monkeypatch.setenv(enumeration.MEMORY_VARIABLE, wrong)
        with pytest.raises(GameError, match=f"PITBOSS_MEMORY_GB '{wrong}': give a number of gigabytes above 0"):
            enumeration.memory_allowed()


def test_rows_are_counted_before_they_are_dealt():
    """Hands of two from what is left of three kinds, row by row."""
    left = np.array([[2, 1, 1], [0, 1, 3], [1, 2, 1]])
    assert enumeration.rows_after(left, 2) == 4 + 2 + 4
    assert enumeration.hand_count([2, 1, 1], 2) == 4


def test_results_of_rules_that_belong_to_no_game_found_are_not_kept(
    house, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """The rules of a toy may change unnoticed; those of a game lie under its fingerprint."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for game, kept in ((keep_two(), 0), (HIGH_CARD.build(), 1)):
        analysed(game)
        assert len(list(tmp_path.rglob("*.json"))) == kept
        assert is_kept(game, *best_question(game)) == bool(kept)
