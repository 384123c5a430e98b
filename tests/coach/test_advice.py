"""Advice on rounds in play: exact values against brute force, and reasons that agree with them."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from pitboss import games
from pitboss.coach import advice
from pitboss.coach.advice import advice_on
from pitboss.coach.grade import grade
from pitboss.coach.reasons import reason_for, teaching_of
from pitboss.core.errors import TurnError
from pitboss.core.game import Game
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, NeedChoice, option_name
from pitboss.core.strategy import chosen
from tests.support import toys
from tests.support.cases import is_solved_soon
from tests.support.decisions import SMALL, asked, mean_net, random_decision
from tests.support.toy import toy

BETS = {"ante": 500}
FOUND = [name for name, folder in games.find().items() if folder.guide and is_solved_soon(folder.build())]
"""Games that have words for their strategy and are solved in a few seconds."""


@cache
def built(name: str) -> Game:
    """A game whose words are worked out once for all tests here."""
    return games.build(name)


@pytest.fixture(scope="module")
def press() -> Game:
    return toys.press(SMALL)


def test_values_are_those_of_every_deal_played_out(press: Game):
    for player in combinations(SMALL.faces, 2):
        if player == (0, 13):
            continue
        advice = advice_on(asked(press, {1: BETS}, {("player", 1): player}), 1)
        assert dict(advice.values_cents) == {
            answer: mean_net(press, BETS, player, answer, 1) for answer in advice.values_cents
        }


def test_values_of_a_choice_of_cards_are_those_of_every_deal_played_out():
    game = toys.split(SMALL)
    for player in list(combinations(SMALL.faces, 4))[::29]:
        played = asked(game, {1: BETS}, {("player", 1): player})
        advice = advice_on(played, 1)
        need = played.need()
        assert isinstance(need, NeedChoice)
        assert set(advice.values_cents) == set(need.legal[1])
        assert dict(advice.values_cents) == {
            answer: mean_net(game, BETS, player, answer, 2) for answer in advice.values_cents
        }


def test_the_best_comes_first_and_costs_nothing(press: Game):
    advice = advice_on(asked(press, {1: BETS}, {("player", 1): SMALL.faces[:2]}), 1)
    values = list(advice.values_cents.values())
    assert values == sorted(values, reverse=True)
    assert advice.cost_cents(advice.best) == 0
    assert advice.gap_cents == values[0] - values[1]
    assert advice.unit_cents == 500


def test_a_seat_is_advised_by_its_own_cards_and_bets(press: Game):
    cards = {("player", 1): SMALL.faces[:2], ("player", 2): SMALL.faces[-2:]}
    both = asked(press, {1: BETS, 2: {"ante": 1000}}, cards)
    alone = asked(press, {1: {"ante": 1000}}, {("player", 1): SMALL.faces[-2:]})
    assert advice_on(both, 2).values_cents == advice_on(alone, 1).values_cents
    assert advice_on(both, 2).seat == 2


def test_who_is_not_asked_gets_no_advice(press: Game):
    played = asked(press, {1: BETS}, {("player", 1): SMALL.faces[:2]})
    for wrong, seat in ((played, 2), (Round(press), 1), (played.after(Chose(1, "press", 0)), 1)):
        with pytest.raises(TurnError, match=f"seat {seat} is not asked"):
            advice_on(wrong, seat)


def test_a_second_choice_is_advised_on_after_the_first():
    """No card lies between the two, so the first option is worth what the best answer after it is worth."""
    played = asked(toy(), {1: {"ante": 100}}, {("player", 1): (0, 26)})
    first = advice_on(played, 1)
    second = advice_on(played.after(Chose(1, "swap", 1)), 1)
    assert (first.choice, second.choice) == ("swap", "thrown")
    assert second.values_cents[second.best] == first.values_cents[1]


def test_a_game_without_words_names_the_gap(press: Game):
    played = asked(press, {1: {"ante": 1000}}, {("player", 1): SMALL.faces[:2]})
    advice = advice_on(played, 1)
    assert advice.reason.startswith("No short rule covers this hand; ")
    assert advice_on(played, 1, reason=False).reason == ""


def test_a_reason_names_answers_as_its_reader_sees_them(press: Game):
    played = asked(press, {1: {"ante": 500}}, {("player", 1): SMALL.faces[-2:]})
    advice = advice_on(played, 1, name_of=lambda answer: f"<{answer}>")
    assert f"; <{advice.best}> is worth $" in advice.reason


def test_equal_answers_are_said_to_be_equal(press: Game):
    played = asked(press, {1: BETS}, {("player", 1): SMALL.faces[:2]})
    told = reason_for(played, 1, {0: Fraction(-3), 1: Fraction(-3)})
    assert told == "No and once are worth exactly the same."


@pytest.mark.parametrize("name", FOUND)
def test_reasons_agree_with_the_exact_values(name: str):
    """A reason that names one way is that of the best answer; the other way costs something."""
    game, source = built(name), random.Random(3)
    guide = teaching_of(game).guide
    assert guide
    for _ in range(12):
        advice = advice_on(random_decision(game, {game.main_wagers[0]: 1000}, source), 1)
        assert advice.reason.startswith(next(words for way, words in guide.ways if way == advice.best).capitalize())


@pytest.mark.parametrize("name", FOUND)
def test_the_reason_says_where_the_short_rule_plays_otherwise(name: str):
    """With the values of two options exchanged, the plan's way is the worse one."""
    game = built(name)
    played = random_decision(game, {game.main_wagers[0]: 1000}, random.Random(5))
    advice = advice_on(played, 1)
    best, worst = advice.values_cents
    told = reason_for(played, 1, {worst: advice.values_cents[best], best: advice.values_cents[worst]})
    other = option_name(game.choices[advice.choice], worst)
    assert told.startswith(f"The exact values say {other}; the short rule ({advice.reason[0].lower()}")
    assert told.endswith(" here.")


@pytest.mark.parametrize("name", FOUND)
def test_the_best_named_strategy_is_never_graded_below_best(name: str):
    game, source = built(name), random.Random(4)
    strategy = teaching_of(game).named[0]
    for _ in range(10):
        played = random_decision(game, {game.main_wagers[0]: 1000}, source)
        need = played.need()
        assert isinstance(need, NeedChoice)
        advice = advice_on(played, 1, reason=False)
        assert grade(advice, chosen(strategy, played.state, need, 1)).words == "best"


def test_a_round_before_its_bets_waits_for_no_choice(press: Game):
    with pytest.raises(TurnError):
        advice_on(Round(press).after(Bets({1: BETS})), 1)


def test_the_best_play_is_remembered_by_hands_that_no_rule_tells_apart(monkeypatch: pytest.MonkeyPatch):
    asked_for = []

    def counted(played: Round, seat: int) -> int:
        asked_for.append(played)
        best = advice_on(played, seat, reason=False).best
        assert isinstance(best, int)
        return best

    monkeypatch.setattr(advice, "best_answer", counted)
    play, source = advice.BestPlay(), random.Random(3)
    game = toys.press()
    for _ in range(40):
        played = random_decision(game, {"ante": 500}, source)
        need = played.need()
        assert isinstance(need, NeedChoice)
        seat = min(need.legal)
        assert play(played, seat) == advice_on(played, seat, reason=False).best
    assert 0 < len(asked_for) < 40
    with pytest.raises(TurnError):
        play(Round(game), 1)
