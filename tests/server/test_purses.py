"""Options that a player cannot pay for: the coach leaves them out, says so, and grades by what could be paid."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tests.support.server import Person, Room, running, seated
from tests.web.house import THREE_CHOICES, with_toys_of_the_page

HAND: dict[str, Any] = {"game": THREE_CHOICES.name, "bets": {"ante": "2.00"}, "deal": {"player": "As Ks Ad Kd"}}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with running(tmp_path_factory.mktemp("purses")) as room, with_toys_of_the_page():
        yield room


def advised(person: Person, **more: str) -> dict[str, Any]:
    """Advice with its reason, which a slow machine puts in words a little later."""
    while (told := person.post("/advice", HAND | more)).get("waits"):
        pass
    return told


def test_advice_is_the_best_that_can_be_paid(room: Room):
    nobody = room.nobody()
    free = advised(nobody)
    assert free["best"] == "raise-4"
    assert not any("lacks" in each for each in free["options"])
    told = advised(nobody, purse="4.00")
    options = {each["option"]: each for each in told["options"]}
    assert told["best"] == "raise-2"
    assert {name: each["lacks"] for name, each in options.items() if "lacks" in each} == {
        "raise-3": "2.00",
        "raise-4": "4.00",
    }
    assert "grade" not in options["raise-4"]
    assert options["raise-2"]["grade"] == "best"
    assert options["raise-4"]["ev"] == next(each["ev"] for each in free["options"] if each["option"] == "raise-4")
    assert told["reason"].startswith("You lack ")
    assert "$4.00 for raise-4" in told["reason"]
    assert advised(nobody, purse="0.00")["best"] == "check"
    assert advised(nobody, purse="8.00") == free
    assert nobody.refused("POST", "/advice", HAND | {"purse": "much"})[0] == 400


def test_a_round_is_graded_by_what_could_be_paid(room: Room):
    """With $200 beside an ante of $400 nothing can be raised, so that to check is no decision."""
    ann, bob = room.guest(), room.guest()
    for person, ante, others in ((ann, "400.00", "400.00"), (bob, "5.00", None)):
        table = seated(room, person, game=THREE_CHOICES.name)
        if others:  # Money that lies at another table cannot be staked here.
            away = seated(room, person, game=THREE_CHOICES.name)
            person.post(f"/tables/{away}/bets", {"seat": 1, "bets": {"ante": others}})
        round_id = person.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"ante": ante}})["round"]
        person.post(f"/tables/{table}/choices", {"seat": 1, "choice": "bet", "option": "check"})
        need = person.get(f"/tables/{table}")["need"]
        person.post(f"/tables/{table}/choices", {"seat": 1, "choice": "low", "option": need["legal"]["1"][0]})
        person.post(f"/tables/{table}/choices", {"seat": 1, "choice": "stay", "option": "stay"})
        if others:
            person.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"ante": "5.00"}})  # Booked since.
        told = person.get(f"/rounds/{round_id}/grades")
        decided = [each["choice"] for each in told["decisions"]]
        assert ("bet" in decided) == (person is bob)
        assert all(Fraction(each["lost"]["exact"]) >= 0 for each in told["decisions"])
