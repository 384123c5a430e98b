"""The default for a missing player: what the game declares at the choice, where that is legal, else what costs least."""

from dataclasses import replace

import pytest

from pitboss.core.cards import parse_cards
from pitboss.core.errors import GameError
from pitboss.core.game import COACH, Choose, Game
from pitboss.core.procedure import procedure
from pitboss.core.round import Round
from pitboss.core.rule import Rule, rule
from pitboss.core.script import Bets, Chose, Dealt, NeedChoice
from pitboss.core.strategy import absent_option
from tests.support.toy import STEPS, Ranks, Swap, toy


@rule
def swaps_if_low(player: Ranks) -> Swap:
    """Ruling G8: a missing player swaps below 10."""
    return Swap.SWAP if player < 10 else Swap.KEEP


@rule
def throws_a_nine(player: Ranks) -> Ranks:
    """Ruling G8: a missing player throws a nine."""
    return 9


@rule
def looks_at_the_dealer(dealer: Ranks) -> Swap:
    """No rule: nobody can see the dealer's cards."""
    return Swap.SWAP if dealer < 10 else Swap.KEEP


def with_absent(choice: str, absent: Rule | str) -> Game:
    steps = tuple(
        replace(step, absent=absent) if isinstance(step, Choose) and step.name == choice else step for step in STEPS
    )
    return toy(steps=steps)


def asked(game: Game, hand: str) -> tuple[Round, NeedChoice]:
    played = Round(game).after(Bets({1: {"ante": 500}})).after(Dealt("player", 1, parse_cards(hand)))
    played = played.after(Dealt("dealer", 0, parse_cards("Kc 3c")))
    need = played.need()
    assert isinstance(need, NeedChoice)
    return played, need


@pytest.mark.parametrize(("hand", "option"), [("2d 3d", Swap.SWAP), ("Ad 3d", Swap.KEEP)])
def test_a_rule_decides_for_a_missing_player(hand: str, option: Swap):
    assert absent_option(*asked(with_absent("swap", swaps_if_low), hand), seat=1) == option


def test_without_a_rule_it_is_the_option_that_adds_least_money():
    assert absent_option(*asked(toy(), "2d 3d"), seat=1) == Swap.KEEP


@pytest.mark.parametrize(("hand", "card"), [("2d 9d", "9d"), ("2d 3d", "2d")])
def test_a_card_that_the_rule_does_not_find_gives_way_to_the_first(hand: str, card: str):
    played, _ = asked(with_absent("thrown", throws_a_nine), hand)
    played = played.after(Chose(1, "swap", Swap.SWAP))
    need = played.need()
    assert isinstance(need, NeedChoice)
    assert absent_option(played, need, 1) == parse_cards(card)[0]


def test_the_coach_decides_where_there_is_one_and_is_legal():
    played, need = asked(with_absent("swap", COACH), "2d 3d")
    assert absent_option(played, need, 1, lambda *_: Swap.SWAP) == Swap.SWAP
    assert absent_option(played, need, 1, lambda *_: 7) == Swap.KEEP
    assert absent_option(played, need, 1) == Swap.KEEP

    def unsolved(*_: object) -> int:
        raise GameError("too many deals", "too-large")

    assert absent_option(played, need, 1, unsolved) == Swap.KEEP


def test_a_default_may_look_only_at_what_its_player_sees():
    with pytest.raises(GameError, match="the absent rule of swap looks at dealer, which is not known there"):
        with_absent("swap", looks_at_the_dealer)
    with pytest.raises(GameError, match="the absent rule of swap is not marked @rule"):
        with_absent("swap", len)  # type: ignore[arg-type]


def test_the_default_is_published_with_the_choice():
    told = " ".join(procedure(with_absent("swap", swaps_if_low)))
    assert "No answer is decided by a rule: Ruling G8: a missing player swaps below 10." in told
    assert "No answer counts as what the coach advises." in " ".join(procedure(with_absent("swap", COACH)))
