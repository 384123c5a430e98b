"""The coach for pages: drills with misplayed decisions that come back, and the band of a session."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from pitboss.coach.grade import BEST
from pitboss.coach.scores import WAITS
from pitboss.coach.session import results_of
from pitboss.coach.spread import Spread, spread_of
from pitboss.core.errors import GameError
from pitboss.core.game import Game
from pitboss.core.money import dollars
from pitboss.games import build
from pitboss.maths.exact.solver import solve
from pitboss.maths.tally.tally import Tally
from pitboss.server.settings import Limits
from tests.support.server import EVERY_ROUND, GAME, Room, running
from tests.web.house import with_toys_of_the_page

HAND = "ante 10.00 | player 2c 3c 4c"
"""Three Each: the lowest cards; even with them to fold gives something up."""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with running(tmp_path_factory.mktemp("practice"), limits=Limits(0, 0, 0, 0)) as room:
        yield room


def question(room: Room, **more: Any) -> dict[str, Any]:
    return room.nobody().post("/drill", {"game": EVERY_ROUND, **more})


def graded(room: Room, decision: str, option: str, **more: Any) -> dict[str, Any]:
    return room.nobody().post("/drill/grade", {"game": EVERY_ROUND, "decision": decision, "option": option, **more})


def test_a_question_shows_what_its_player_sees_and_nothing_else(room: Room):
    told = question(room)
    assert (told["choice"], sorted(told["legal"]), told["repeated"], told["due"]) == (
        "play",
        ["fold", "play"],
        False,
        0,
    )
    piles = {pile["pile"]: pile for pile in told["piles"]}
    assert len(piles["player"]["cards"]) == 3
    assert piles["dealer"]["cards"] is None
    assert told["decision"].startswith(f"ante {told['bets']['ante']} | player ")
    assert sorted(told["decision"].rpartition("player ")[2].split()) == sorted(piles["player"]["cards"])


def test_no_question_is_asked_twice_while_there_are_others(room: Room):
    decisions = [question(room)["decision"] for _ in range(8)]
    assert len(set(decisions)) == 8


def test_values_and_grades_are_those_of_the_coach(room: Room):
    decision = question(room)["decision"]
    cards, bets = decision.rpartition("player ")[2], {"ante": "10.00"}
    advice = room.nobody().post("/advice", {"game": EVERY_ROUND, "deal": {"player": cards}, "bets": bets})
    while (values := room.nobody().post("/drill/values", {"game": EVERY_ROUND, "decision": decision}))["waits"]:
        pass  # A slow machine puts the strategy in words a little later.
    assert values["options"] == advice["options"]
    assert values["best"] == advice["best"]
    assert values["reason"]
    for each in values["options"]:
        told = graded(room, decision, each["option"])
        assert told["grade"] == each["grade"]
        best = Fraction(values["options"][0]["ev"]["exact"])
        assert Fraction(told["lost"]["exact"]) == 10 * (best - Fraction(each["ev"]["exact"]))
    assert values["options"][0]["grade"] == BEST != values["options"][1]["grade"]


def test_a_misplayed_decision_comes_back_until_it_is_known(room: Room):
    wrong = graded(room, HAND, "fold")
    assert wrong["grade"] != BEST
    scores = wrong["scores"]
    assert scores == {"asked": 1, "misplayed": {HAND: {"box": 0, "due": 1 + WAITS[0]}}}
    assert question(room, scores=scores)["decision"] != HAND
    scores["asked"] += WAITS[0]
    again = question(room, scores=scores)
    assert (again["decision"], again["repeated"], again["due"]) == (HAND, True, 1)
    right = graded(room, HAND, "play", scores=again["scores"])
    assert right["scores"]["misplayed"][HAND]["box"] == 1


def test_an_answer_after_a_look_at_the_values_does_not_count(room: Room):
    assert graded(room, HAND, "fold", counts=False)["scores"] == {"asked": 0, "misplayed": {}}


def test_a_decision_that_is_no_longer_asked_is_forgotten(room: Room):
    gone = {"asked": 9, "misplayed": {"ante 10.00 | player 2c": {"box": 0, "due": 3}}}
    told = question(room, scores=gone)
    assert not told["repeated"]
    assert told["scores"] == {"asked": 9, "misplayed": {}}


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/drill", {"game": "high-card"}, "choice/none"),
        ("/drill/grade", {"game": EVERY_ROUND, "decision": "nothing", "option": "play"}, "choice/not-asked"),
        ("/drill/grade", {"game": EVERY_ROUND, "decision": HAND, "option": "draw"}, "choice/unknown-option"),
        ("/drill/values", {"game": EVERY_ROUND, "decision": "ante 10.00 | player 2c 2c 4c"}, "choice/not-asked"),
        (
            "/expectation",
            {"parts": [{"game": EVERY_ROUND, "bets": {"ante": "5.00"}}], "rounds": [1]},
            "request/invalid",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused(room: Room, path: str, body: dict[str, Any], code: str):
    status, found = room.nobody().refused("POST", path, body)
    assert (status < 500, found) == (True, code)


def test_the_band_of_a_session_is_that_of_the_coach(room: Room):
    source = random.Random(5)
    parts = [{"game": GAME, "bets": {"regular": "10.00"}}, {"game": GAME, "bets": {"regular": "5.00", "tie": "1.00"}}]
    amounts = [{"regular": 1000}, {"regular": 500, "tie": 100}]
    rounds = [source.randrange(2) for _ in range(12)]
    told = room.nobody().post("/expectation", {"parts": parts, "rounds": rounds})
    once = [results_of(build(GAME, {}), bets) for bets in amounts]
    assert [Fraction(part["ev"]["exact"]) for part in told["parts"]] == [each.mean / 100 for each in once]
    assert [Fraction(part["variance"]["exact"]) for part in told["parts"]] == [each.variance / 10_000 for each in once]
    spread, bands = Spread(), []
    for place in rounds:
        spread = spread.plus(spread_of(once[place]))
        bands.append([dollars(each) for each in spread.band_cents(95)])
    assert told["bands"] == bands
    assert told["exact"] is True
    longer = room.nobody().post("/expectation", {"parts": parts, "rounds": [*rounds, 0]})
    spread = spread.plus(spread_of(once[0]))
    assert longer["bands"] == [*bands, [dollars(each) for each in spread.band_cents(95)]]


def test_a_session_with_a_game_that_cannot_be_solved_says_so(room: Room, monkeypatch: pytest.MonkeyPatch):
    parts = [{"game": GAME, "bets": {"regular": "10.00"}}, {"game": "three-choices", "bets": {"ante": "5.00"}}]

    def solved_or_refused(game: Game, *question: Any) -> Tally:
        if game.name == "three-choices":
            raise GameError(f"{game.name} has too many deals", "too-large")
        return solve(game, *question)

    monkeypatch.setattr("pitboss.coach.session.solve", solved_or_refused)
    with with_toys_of_the_page():
        told = room.nobody().post("/expectation", {"parts": parts, "rounds": [0, 1]})
    assert told["bands"] == []
    assert told["parts"][0]["ev"]
    assert told["parts"][1]["ev"] is None
    assert "too many deals" in told["parts"][1]["problem"]
