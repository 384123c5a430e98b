"""Tables over HTTP and WebSocket: opened, sat at, bet and played at, watched; each call once and for all by its key."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.core.errors import OptionError
from pitboss.server.routes import tables
from tests.support.server import GAME, Room, play, running, seated


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with running(tmp_path_factory.mktemp("tables")) as room:
        yield room


def test_two_players_play_a_round_and_the_money_adds_up(room: Room):
    ann, bob = room.guest(), room.guest()
    table = seated(room, ann, bob)
    round_id = play(table, ann, bob)
    events = ann.get(f"/tables/{table}/events")["events"]
    over = next(each for each in events if each["type"] == "over")
    assert over["round"] == round_id
    for seat, person in enumerate((ann, bob), 1):
        me = person.get("/me")
        assert me["seats"] == [{"table": table, "seat": seat}]
        cents = round(float(over["net"][str(seat)]) * 100)
        assert me["balance"] == f"{(100_000 + cents) / 100:.2f}"


def test_events_are_numbered_without_gaps_and_the_same_watched_and_read(room: Room):
    ann, bob = room.guest(), room.guest()
    table = seated(room, ann, bob)
    with ann.watching(table) as hers, room.nobody().watching(table) as nobodys:
        play(table, ann, bob)
        told = ann.get(f"/tables/{table}/events")
        seen = [hers.receive_json() for _ in told["events"]]
        spectators = [nobodys.receive_json() for _ in told["events"]]
    assert [each["seq"] for each in seen] == list(range(1, told["last"] + 1))
    assert seen == told["events"]
    assert spectators == room.nobody().get(f"/tables/{table}/events")["events"]
    assert spectators != seen
    assert ann.watched(table, told["last"], after=7) == seen[7:]
    assert ann.get(f"/tables/{table}/events?after={told['last']}")["events"] == []


def test_a_repeated_request_gets_the_first_answer_and_another_under_its_key_is_refused(room: Room):
    ann = room.guest()
    table = seated(room, ann)
    path, body = f"/tables/{table}/bets", {"seat": 1, "bets": {"regular": "5.00"}}
    first = ann.ask("POST", path, body, "once")
    again = ann.ask("POST", path, body, "once")
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert ann.refused("POST", path, {"seat": 1, "bets": {"regular": "6.00"}}, "once") == (422, "request/key-reused")
    assert ann.get("/me")["balance"] == "995.00"


def test_a_seat_is_taken_without_a_body(room: Room):
    ann = room.guest()
    table = ann.post("/tables", {"game": GAME, "private": True})["id"]
    response = ann.ask("POST", f"/tables/{table}/seats")
    assert (response.status_code, response.json()["seat"]) == (201, 1)


def test_a_call_without_a_key_is_refused(room: Room):
    response = room.client.post(
        "/api/v1/tables", json={"game": GAME}, headers={"Authorization": f"Bearer {room.guest().token}"}
    )
    assert (response.status_code, response.json()["code"]) == (400, "request/key-missing")


def test_what_is_wrong_is_a_problem_that_names_the_value(room: Room):
    ann = room.guest()
    table = seated(room, ann)
    path = f"/tables/{table}/bets"
    assert ann.refused("POST", path, {"seat": 1, "bets": {"regular": "0.50"}}) == (422, "bet/below-step")
    assert "0.50" in ann.ask("POST", path, {"seat": 1, "bets": {"regular": "0.50"}}).json()["detail"]
    assert ann.refused("POST", path, {"seat": 2, "bets": {"regular": "5"}}) == (409, "turn/seat-empty")
    assert ann.refused("POST", path, {"seat": "1", "bets": {"regular": "5"}}) == (400, "request/invalid")
    assert ann.refused("POST", path, {"seat": 1, "bets": {"regular": 5}}) == (400, "request/invalid")
    assert ann.refused("POST", path, {"seat": 1, "bet": {"regular": "5"}}) == (400, "request/invalid")
    assert ann.refused("GET", "/tables/t_00000000") == (404, "table/unknown")
    assert ann.refused("GET", "/tables/t_00000000/events") == (404, "table/unknown")
    assert ann.refused("GET", "/nothing") == (404, "request/unknown")
    assert ann.refused("PUT", "/tables") == (405, "request/method")
    assert room.guest().refused("POST", path, {"seat": 1, "bets": {"regular": "5"}}) == (403, "auth/not-your-seat")
    assert room.nobody().refused("POST", path, {"seat": 1, "bets": {"regular": "5"}}) == (401, "auth/required")


def test_a_private_table_is_listed_to_its_opener_and_the_house_alone(room: Room):
    ann, bob = room.guest(), room.guest()
    table = seated(room, ann)
    listed = lambda person: table in [each["id"] for each in person.get("/tables")["tables"]]  # noqa: E731
    assert listed(ann)
    assert listed(room.supervisor())
    assert not listed(bob)
    assert not listed(room.nobody())
    assert bob.refused("POST", f"/tables/{table}/seats", {}) == (403, "auth/forbidden")


def test_a_server_that_starts_again_goes_on_in_mid_round(tmp_path: Path):
    with running(tmp_path) as room:
        ann = room.guest()
        table = seated(room, ann, decide_seconds=None)
        while True:
            ann.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"regular": "5.00"}})
            before = ann.get(f"/tables/{table}")
            if before["phase"] == "choose":
                break
    with running(tmp_path) as room:
        ann.client = room.client
        assert ann.get(f"/tables/{table}") == before
        ann.post(f"/tables/{table}/choices", {"seat": 1, "choice": "draw", "option": "stand"})
        assert ann.get(f"/tables/{table}")["round"] != before["round"]


def test_a_table_of_a_game_that_is_gone_hides_no_other(room: Room, monkeypatch: pytest.MonkeyPatch):
    boss = room.supervisor()
    stays, goes = (boss.post("/tables", {"game": GAME, "seats": seats})["id"] for seats in (3, None))

    def gone(opening: str) -> int:
        raise OptionError(f"no game in {opening}")

    monkeypatch.setattr(tables, "_game_seats", gone)
    room.service.summaries.clear()
    listed = {each["id"] for each in room.nobody().get("/tables")["tables"]}
    assert stays in listed
    assert goes not in listed
