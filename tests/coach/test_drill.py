"""Questions of a drill: close decisions, the same ones for a seed, and misplayed ones dealt again."""

import random

import pytest

from pitboss import games
from pitboss.coach import drill
from pitboss.coach.advice import advice_on
from pitboss.coach.drill import BATCH, Questions, usual_bets
from pitboss.core.errors import ChoiceError
from pitboss.core.game import Game
from tests.support import toys
from tests.support.decisions import SMALL, random_decision
from tests.support.house import THREE_STREETS

BETS = {"ante": 1000}


@pytest.fixture(scope="module")
def press() -> Game:
    return toys.press()


def test_questions_are_closer_than_hands_at_random(press: Game):
    source = random.Random(1)
    everyday = sorted(
        advice_on(random_decision(press, BETS, source), 1, reason=False).gap_cents for _ in range(5 * BATCH)
    )
    questions = Questions(press, BETS, seed=1)
    gaps = [questions.fresh().advice.gap_cents for _ in range(10)]
    assert all(gaps)
    assert sorted(gaps)[5] < everyday[len(everyday) // 2]


def test_no_question_is_easy_while_there_are_close_decisions(press: Game):
    questions = Questions(press, BETS, seed=1)
    asked = [questions.fresh() for _ in range(12)]
    assert all(each.is_close == (each.advice.gap_cents <= 100) for each in asked)
    close: set[object] = set()
    for each in asked:
        assert each.is_close or each.advice.best not in close
        close |= {each.advice.best} if each.is_close else set()
    assert close
    source = random.Random(1)
    everyday = [advice_on(random_decision(press, BETS, source), 1, reason=False).gap_cents for _ in range(40)]
    assert max(everyday) > 100


def test_the_answer_cannot_be_guessed(press: Game):
    """Every option that is best with some hand is best in some question."""
    questions = Questions(press, BETS, seed=1)
    assert len({questions.fresh().advice.best for _ in range(10)}) >= 2


def test_a_seed_deals_the_same_questions_and_none_twice(press: Game):
    first, again = Questions(press, BETS, seed=7), Questions(press, BETS, seed=7)
    asked = [first.fresh().decision for _ in range(12)]
    assert asked == [again.fresh().decision for _ in range(12)]
    assert len(set(asked)) == 12
    assert asked != [Questions(press, BETS, seed=8).fresh().decision for _ in range(12)]


def test_a_misplayed_decision_is_dealt_again_with_its_cards_and_bets(press: Game):
    question = Questions(press, BETS, seed=7).fresh()
    again = Questions(press, {"ante": 300}, seed=9).again(question.decision)
    assert again
    assert again.is_repeat
    assert again.advice.values_cents == question.advice.values_cents
    assert again.played.state.bets == {1: BETS}


@pytest.mark.parametrize(
    "decision",
    ["", "nonsense", "ante 10.00 | player 2c", "ante 10.00 | player 2c 2d", "ante x | player 2c 3c", "side 1 | player"],
)
def test_a_decision_that_the_game_does_not_ask_is_left_out(press: Game, decision: str):
    assert Questions(press, BETS, seed=1).again(decision) is None


def test_a_deck_with_few_hands_repeats_rather_than_ends():
    questions = Questions(toys.press(SMALL), BETS, seed=2)
    assert len([questions.fresh() for _ in range(60)]) == 60


def test_games_that_cannot_be_drilled_are_refused(press: Game):
    for name in (name for name, folder in games.find().items() if not folder.build().choices):
        with pytest.raises(ChoiceError, match="asks for no choice, so there is nothing to drill"):
            Questions(games.build(name), {})


@pytest.mark.parametrize("name", [name for name in games.names() if games.build(name).choices])
def test_the_usual_bets_are_taken_by_every_game_found(name: str):
    game = games.build(name)
    bets = usual_bets(game)
    assert bets[game.main_wagers[0]] >= 1000
    random_decision(game, bets, random.Random(1))


def test_only_so_many_decisions_are_remembered(press: Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(drill, "MOST_ASKED", 3)
    questions = Questions(press, BETS, seed=1)
    for _ in range(6):
        questions.fresh()
    assert len(questions._asked) == 3


def test_every_choice_of_a_round_with_several_is_drilled_after_those_before_it(monkeypatch: pytest.MonkeyPatch):
    game = THREE_STREETS.build()
    monkeypatch.setattr(drill, "BATCH", 6)
    questions = Questions(game, usual_bets(game), seed=5)
    asked: dict[str, str] = {}
    for _ in range(8):
        question = questions.fresh()
        asked[question.advice.choice] = question.decision
        made = question.played.state.choices
        before = list(game.choices)[: list(game.choices).index(question.advice.choice)]
        assert [name for name, _ in made] == before
    assert len(asked) > 1
    for name, decision in asked.items():
        again = questions.again(decision)
        assert again is not None
        assert again.advice.choice == name
        assert questions._text(again.played) == decision
