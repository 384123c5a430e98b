"""Calls about one hand: how far cards go, advice with its reason, odds, settlement, examples, a game with own tables."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tests.support.command import pitboss
from tests.support.server import EVERY_ROUND, GAME, Person, Room, running
from tests.web.house import THREE_CHOICES, with_toys_of_the_page

HAND = {"game": GAME, "bets": {"regular": "10.00"}, "deal": {"player": "6s 4h"}}
THREE: dict[str, Any] = {"game": THREE_CHOICES.name, "bets": {"ante": "2.00"}, "deal": {"player": "As Kd 4h 2c"}}


@pytest.fixture(scope="module")
def nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    with running(tmp_path_factory.mktemp("hands")) as room, with_toys_of_the_page():
        yield person(room)


def person(room: Room) -> Person:
    return room.nobody()


def statuses(told: dict[str, Any]) -> dict[str, str]:
    return {each["pile"]: each["status"] for each in told["piles"]}


def test_a_round_is_told_as_far_as_it_is_given(nobody: Person):
    told = nobody.post("/position", {"game": GAME})
    assert told["need"] == {"type": "cards", "pile": "player", "count": 2}
    assert told["bets"] == {"regular": "10.00"}
    told = nobody.post("/position", HAND)
    assert told["need"] == {"type": "choice", "choice": "draw", "legal": ["stand", "draw"]}
    assert statuses(told) == {"player": "dealt", "dealer": "open", "player_card": "open", "dealer_card": "open"}
    stood = {**HAND, "choose": {"draw": "stand"}}
    told = nobody.post("/position", stood)
    assert told["need"] == {"type": "cards", "pile": "dealer", "count": 2}
    assert told["choices"] == [{"choice": "draw", "option": "stand"}]
    told = nobody.post("/position", stood | {"deal": {"player": "6s 4h", "dealer": "3s 4h"}})
    assert told["need"] is None
    assert statuses(told) == {
        "player": "dealt",
        "dealer": "dealt",
        "player_card": "not-dealt",
        "dealer_card": "not-dealt",
    }
    assert "draw is stand" in next(each["why"] for each in told["piles"] if each["pile"] == "player_card")


def test_a_position_that_cannot_be_is_refused(nobody: Person):
    assert nobody.refused("POST", "/position", {**HAND, "deal": {"player": "6s"}})[1] == "card/count"
    assert nobody.refused("POST", "/position", {**HAND, "deal": {"hand": "6s"}})[1] == "card/unknown-pile"
    assert nobody.refused("POST", "/position", {**HAND, "bets": {"tie": "5.00"}})[1] == "bet/required"
    assert nobody.refused("POST", "/position", {**HAND, "step": "0.30"})[1] == "house/fraction"


def test_advice_says_why_as_the_coach_does(nobody: Person):
    body = {"game": GAME, "deal": HAND["deal"]}
    told = nobody.post("/advice", body)
    while told.get("waits"):  # A slow machine puts the strategy in words a little later.
        told = nobody.post("/advice", body)
    assert told["reason"].endswith(".")
    assert "raw" in told["reason"]
    printed = json.loads(pitboss("advise", GAME, "--deal", "player=6s 4h", "--json").stdout)
    assert {name: told[name] for name in told if name != "reason"} == printed
    assert "reason" not in nobody.post("/advice", {"game": GAME, "deal": HAND["deal"], "reason": False})


def test_advice_on_several_choices_goes_by_those_made(nobody: Person):
    first = nobody.post("/advice", THREE)
    assert first["choice"] == "bet"
    assert {each["option"] for each in first["options"]} == {"check", *(f"raise-{times}" for times in range(1, 5))}
    second = nobody.post("/advice", THREE | {"choose": {"bet": first["best"]}})
    assert second["choice"] == "low"
    assert second["options"][0]["ev"] == first["options"][0]["ev"]
    assert second["best"] == "4h 2c" or set(second["best"].split()) == {"2c", "4h"}
    flags = (
        "--bet",
        "ante=2",
        "--deal",
        f"player={THREE['deal']['player']}",
        "--choose",
        f"bet={first['best']}",
        "--json",
    )
    printed = json.loads(pitboss("advise", THREE_CHOICES.name, *flags).stdout)
    assert {name: second[name] for name in printed} == printed
    assert nobody.refused("POST", "/advice", THREE | {"choose": {"low": "4h 2c"}})[1] == "choice/missing"
    seen = {"player": THREE["deal"]["player"], "community": "9d"}
    chosen = {"bet": "check", "low": "2c 4h"}
    third = nobody.post("/advice", THREE | {"deal": seen, "choose": chosen})
    assert (third["choice"], third["best"]) == ("stay", "stay")


def test_odds_add_up_and_give_the_value_of_every_option(nobody: Person):
    told = nobody.post("/odds", HAND)
    values = {each["option"]: Fraction(each["ev"]["exact"]) for each in nobody.post("/advice", HAND)["options"]}
    assert told["choice"] == "draw"
    assert {each["option"] for each in told["odds"]} == set(values)
    for each in told["odds"]:
        nets = {Fraction(net["net"]): Fraction(net["probability"]["exact"]) for net in each["nets"]}
        assert sum(nets.values()) == 1
        assert sum(net * chance for net, chance in nets.items()) / 10 == values[each["option"]]
        (line,) = [line for line in each["lines"] if line["wager"] == "regular"]
        assert sum(Fraction(end["probability"]["exact"]) for end in line["outcomes"]) == 1
        assert [end["net"] for end in line["outcomes"]] == [1, 0, -1]
    known = {**HAND, "deal": {"player": "6s 4h", "dealer": "As Ks"}, "choose": {"draw": "draw"}}
    (told,) = nobody.post("/odds", known)["odds"]
    assert told["option"] is None


def test_cards_that_a_choice_sees_come_before_it(nobody: Person):
    told = nobody.post("/position", THREE | {"choose": {"bet": "check", "low": "2c 4h"}})
    assert told["need"] == {"type": "cards", "pile": "community", "count": 1}
    assert len(told["choices"]) == 2


def test_odds_that_cannot_be_counted_say_why(nobody: Person):
    told = nobody.post("/odds", {"game": THREE_CHOICES.name})
    assert told["odds"] is None
    assert "too many deals" in told["why"]


def test_cards_seen_elsewhere_change_the_odds(nobody: Person):
    body = HAND | {"options": {"decks": 1}}
    plain, seen = nobody.post("/odds", body), nobody.post("/odds", body | {"seen": "6h 6d 6c 5s"})
    assert plain["odds"] != seen["odds"]
    assert nobody.refused("POST", "/odds", body | {"seen": "6s"})[1] == "card/used-up"


def test_a_settlement_tells_lines_and_words(nobody: Person):
    body = {**HAND, "deal": {"player": "6s 4h", "dealer": "3s 4h"}, "choose": {"draw": "stand"}}
    (line,) = nobody.post("/settlement", body)["lines"]
    assert (line["wager"], line["line"], line["stake"]) == ("regular", 0, "10.00")
    assert line["words"]


@pytest.mark.parametrize("game", [GAME, EVERY_ROUND, THREE_CHOICES.name])
def test_examples_are_questions_that_can_be_asked(nobody: Person, game: str):
    hand = nobody.post("/examples", {"game": game, "kind": "hand", "seed": 3})
    assert hand == nobody.post("/examples", {"game": game, "kind": "hand", "seed": 3})
    assert nobody.post("/position", hand)["need"]["type"] == "choice"
    whole = nobody.post("/examples", {"game": game, "kind": "round", "seed": 3})
    assert nobody.post("/position", whole)["need"] is None
    assert nobody.post("/settlement", whole)["lines"]


def test_a_close_example_has_two_good_options(nobody: Person):
    close = nobody.post("/examples", {"game": GAME, "kind": "close", "seed": 1})
    best, second = nobody.post("/advice", close)["options"][:2]
    assert 0 < best["ev"]["value"] - second["ev"]["value"] < 0.3
    assert nobody.refused("POST", "/examples", {"game": GAME, "kind": "odd"})[0] == 400
    several = nobody.post("/examples", {"game": THREE_CHOICES.name, "kind": "close", "seed": 1})
    assert len(nobody.post("/advice", several)["options"]) > 1


def test_a_game_is_described_with_pay_tables_of_ones_own(nobody: Person):
    tables = '[tie]\ngrid = """\n          mine\nTIED       20\nNO_TIE    lose\n"""'
    told = nobody.post(f"/games/{GAME}", {"options": {"tie": "mine"}, "paytables": tables})
    (tie,) = [each for each in told["wagers"] if each["name"] == "tie"]
    assert tie["lines"][0]["pays"]["TIED"] == "20 to 1"
    assert nobody.post(f"/games/{GAME}", {"options": {"decks": 1}})["cards"] == 52
    assert nobody.refused("POST", "/games/draw-six", {}) == (404, "request/unknown")
    assert nobody.refused("POST", f"/games/{GAME}", {"paytables": "nonsense"})[0] == 422
