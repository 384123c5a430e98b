"""People: guests, accounts, sessions, roles, the supervisor's link, lock-outs and rate limits."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from pitboss import games
from pitboss.core.errors import StoreError
from pitboss.server import people
from pitboss.server.routes import tables
from pitboss.server.settings import Limits, read_settings
from pitboss.table.requests import Answer, problem
from pitboss.table.verify import verify
from tests.support.server import API, GAME, Person, Room, running, seated

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with running(tmp_path_factory.mktemp("people"), limits=Limits(0, 0, 0, 0)) as room:
        yield room


def signed_in(room: Room, name: str, password: str = PASSWORD) -> Person:
    return Person(room.client, **room.nobody().post("/sessions", {"name": name, "password": password}))


def test_a_guest_has_play_money_at_once(room: Room):
    told = room.nobody().post("/guests")
    assert told["balance"] == "1000.00"
    guest = Person(room.client, **told)
    assert guest.get("/me") == {
        "account": told["account"],
        "name": told["name"],
        "role": "guest",
        "balance": "1000.00",
        "seats": [],
    }


def test_the_cookie_of_a_page_is_out_of_reach_of_scripts_and_other_sites(room: Room):
    response = room.client.post(f"{API}/guests")
    cookie = response.headers["set-cookie"].lower()
    for part in ("httponly", "samesite=strict", "path=/", "max-age="):
        assert part in cookie
    assert room.client.get(f"{API}/me").json()["account"] == response.json()["account"]
    assert room.client.delete(f"{API}/sessions/current").status_code == 204
    assert room.client.get(f"{API}/me").status_code == 401


def test_a_page_may_ask_who_is_signed_in_when_nobody_is(room: Room):
    assert room.nobody().get("/sessions/current") == {"signed": False, "me": None}
    guest = room.guest()
    assert guest.get("/sessions/current") == {"signed": True, "me": guest.get("/me")}


def test_a_guest_keeps_wallet_and_seat_by_a_name_and_a_password(room: Room):
    guest = room.guest()
    table = seated(room, guest)
    guest.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"regular": "5.00"}})
    before = guest.get("/me")
    told = guest.post("/me/claim", {"name": "Kim", "password": PASSWORD}, key="claims")
    assert told == {"account": guest.account, "name": "Kim", "role": "player"}
    after = signed_in(room, "kim").get("/me")
    assert after == guest.get("/me") == {**before, "name": "Kim", "role": "player"}
    assert guest.post("/me/claim", {"name": "Kim", "password": PASSWORD}, key="claims") == told
    assert guest.refused("POST", "/me/claim", {"name": "Kimberly", "password": PASSWORD}) == (403, "auth/forbidden")
    other = room.guest()
    assert other.refused("POST", "/me/claim", {"name": "KIM", "password": PASSWORD}) == (409, "auth/name-taken")
    assert other.refused("POST", "/me/claim", {"name": "lee", "password": "short"}) == (400, "request/invalid")
    assert other.get("/me")["role"] == "guest"
    assert room.nobody().refused("POST", "/me/claim", {"name": "lee", "password": PASSWORD}) == (401, "auth/required")
    kinds = [each["kind"] for each in room.supervisor().get("/audit?after=0")["records"]]
    assert kinds.count("account-claimed") == 1
    assert verify(room.service.store, games.build).finding is None


def test_an_account_is_signed_in_by_name_and_password_without_regard_to_case(room: Room):
    made = room.nobody().post("/accounts", {"name": "Ann", "password": PASSWORD})
    assert (made["role"], made["balance"]) == ("player", "1000.00")
    assert signed_in(room, "ann").get("/me")["account"] == made["account"]
    assert room.nobody().refused("POST", "/accounts", {"name": "ANN", "password": PASSWORD}) == (409, "auth/name-taken")
    for body in (
        {"name": "x", "password": PASSWORD},
        {"name": "cat", "password": "short"},
        {"name": "longname", "password": "LongName"},
    ):
        assert room.nobody().refused("POST", "/accounts", body) == (400, "request/invalid")


def test_a_session_ends_for_good_and_so_do_all_of_an_account(room: Room):
    room.nobody().post("/accounts", {"name": "bob", "password": PASSWORD})
    first, second, third = (signed_in(room, "bob") for _ in range(3))
    first.delete("/sessions/current")
    assert first.refused("GET", "/me") == (401, "auth/required")
    assert second.get("/me")
    second.delete("/sessions")
    assert third.refused("GET", "/me") == (401, "auth/required")


def test_a_new_account_asked_for_again_is_the_same(room: Room):
    nobody, boss = room.nobody(), room.supervisor()
    accounts = len(boss.get("/accounts")["accounts"])
    first, again = (nobody.ask("POST", "/guests", key="a-key-of-her-own") for _ in range(2))
    assert (again.status_code, again.content) == (201, first.content)
    guest = Person(room.client, **first.json())
    assert guest.get("/me")["balance"] == "1000.00"
    ann = {"name": "anna", "password": PASSWORD}
    first, again = (nobody.ask("POST", "/accounts", ann, key="another-key-of-hers") for _ in range(2))
    assert (again.status_code, again.content) == (201, first.content)
    for other in ({**ann, "name": "annb"}, {**ann, "password": "another one"}):
        assert nobody.refused("POST", "/accounts", other, key="another-key-of-hers") == (422, "request/key-reused")
    assert nobody.refused("POST", "/accounts", ann, key="a-key-of-somebody-else") == (409, "auth/name-taken")
    eve = {"name": "evelyn", "password": PASSWORD, "role": "auditor"}
    assert boss.post("/accounts", eve, key="1") == boss.post("/accounts", eve, key="1")
    assert len(boss.get("/accounts")["accounts"]) == accounts + 3
    assert nobody.refused("POST", "/guests", key="short") == (400, "request/invalid")
    assert "a-key-of-her-own" not in str(boss.get("/audit")["records"])


def test_an_account_that_could_not_be_stored_may_be_asked_for_again(room: Room, monkeypatch: pytest.MonkeyPatch):
    async def away(*_: object) -> Answer:
        return problem(StoreError("the database is away"))

    with monkeypatch.context() as patched:
        patched.setattr(room.service.worker, "ask", away)
        assert room.nobody().refused("POST", "/guests") == (503, "store/failed")
        body = {"name": "away", "password": PASSWORD}
        assert room.nobody().refused("POST", "/accounts", body) == (503, "store/failed")
    assert room.nobody().post("/accounts", body)["name"] == "away"


def test_an_account_asked_for_again_does_not_begin_an_ended_session_again(room: Room):
    guest = Person(room.client, **room.nobody().post("/guests", key="a-key-that-was-kept"))
    guest.delete("/sessions/current")
    assert room.nobody().post("/guests", key="a-key-that-was-kept")["token"] == guest.token
    assert guest.refused("GET", "/me") == (401, "auth/required")


def test_neither_tokens_nor_passwords_lie_in_the_database(tmp_path: Path):
    with running(tmp_path) as room:
        made = room.nobody().post(
            "/accounts", {"name": "carla", "password": "a secret of hers"}, key="her-key-of-this-account"
        )
    text = "\n".join(sqlite3.connect(tmp_path / "tables.db").iterdump())
    assert "carla" in text
    assert "$argon2id$" in text
    assert made["token"] not in text
    assert "a secret of hers" not in text
    assert "her-key-of-this-account" not in text


def test_wrong_passwords_in_a_row_lock_the_name_and_are_taken_down(tmp_path: Path):
    with running(tmp_path) as room:
        boss = room.supervisor()
        room.nobody().post("/accounts", {"name": "dan", "password": PASSWORD})
        wrong = {"name": "dan", "password": "not his password"}
        for _ in range(5):
            assert room.nobody().refused("POST", "/sessions", wrong) == (401, "auth/wrong")
        right = {"name": "Dan", "password": PASSWORD}
        assert room.nobody().refused("POST", "/sessions", right) == (429, "auth/locked")
        room.service.people.clock = lambda: room.service.clock() + 61_000
        assert signed_in(room, "dan").get("/me")["name"] == "dan"
        nobody = {"name": "nobody-at-all", "password": PASSWORD}
        assert room.nobody().refused("POST", "/sessions", nobody) == (401, "auth/wrong")
        failed = [each for each in boss.get("/audit")["records"] if each["kind"] == "failed-sign-in"]
        assert [each["subject"] for each in failed] == ["name/dan"] * 6 + ["name/nobody-at-all"]
        (locked,) = [each for each in boss.get("/audit?significant=true")["records"] if each["kind"] == "lock-out"]
        assert locked["subject"] == "name/dan"
        assert "password" not in str(failed)


def test_every_sign_in_that_fails_is_taken_down_with_its_reason(tmp_path: Path):
    with running(tmp_path, limits=Limits(0, 0, 0, 0)) as room:
        boss = room.supervisor()
        made = room.nobody().post("/accounts", {"name": "dora", "password": PASSWORD})
        boss.post(f"/accounts/{made['account']}/disable", {"note": "asked to"})
        right, wrong = {"name": "dora", "password": PASSWORD}, {"name": "dora", "password": "wrong guess"}
        assert room.nobody().refused("POST", "/sessions", right) == (403, "auth/disabled")
        for _ in range(5):
            room.nobody().refused("POST", "/sessions", wrong)
        assert room.nobody().refused("POST", "/sessions", wrong) == (429, "auth/locked")
        assert room.nobody().refused("POST", "/sessions", {"link": "not-the-link"}) == (403, "auth/link")
        told = boss.get("/audit?significant=true")["records"]
        reasons = [each["body"].get("reason", "") for each in told if each["kind"] == "failed-sign-in"]
        assert reasons == ["disabled", *[""] * 5, "locked", "wrong link"]
        assert "not-the-link" not in str(told)
        assert verify(room.service.store, games.build).finding is None


def test_settings_that_differ_from_the_last_start_are_taken_down(tmp_path: Path):
    for large_win_cents in (500, 500, 700):
        with running(tmp_path, large_win_cents=large_win_cents) as room:
            told = room.supervisor().get("/audit?significant=true")["records"]
    (change,) = [each for each in told if each["kind"] == "parameter-change"]
    assert [change["body"][when]["large_win"] for when in ("before", "after")] == ["5.00", "7.00"]


def test_the_link_makes_one_supervisor_and_no_second(room: Room):
    link = room.service.people.new_link()
    room.client.cookies.clear()
    told = room.client.get("/supervisor", params={"token": link}, follow_redirects=False)
    assert (told.status_code, told.json()["role"]) == (200, "supervisor")
    assert room.client.get(f"{API}/me").json()["role"] == "supervisor"
    room.client.cookies.clear()
    again = room.client.get("/supervisor", params={"token": link})
    assert (again.status_code, again.json()["code"]) == (403, "auth/link")
    page = {"accept": "text/html"}
    told = room.client.get(
        "/supervisor", params={"token": room.service.people.new_link()}, headers=page, follow_redirects=False
    )
    assert (told.status_code, told.headers["location"]) == (303, "/pit.html")
    assert "token" not in told.text
    again = room.client.get("/supervisor", params={"token": link}, headers=page, follow_redirects=False)
    assert (again.status_code, again.headers["location"]) == (303, "/pit.html?link=used")
    room.client.cookies.clear()


def test_each_role_may_do_its_own(room: Room):
    boss = room.supervisor()
    auditor = room.member("auditor", boss, "eve")
    player = room.member("player", boss, "frank")
    money = {"amount": "50.00", "note": "a birthday"}
    path = f"/accounts/{player.account}/deposits"
    assert boss.post(path, money)["balance"] == "1050.00"
    assert boss.post(f"/accounts/{player.account}/withdrawals", money)["balance"] == "1000.00"
    too_much = {"amount": "5000.00"}
    refused = boss.refused("POST", f"/accounts/{player.account}/withdrawals", too_much)
    assert refused == (409, "funds/withdrawal")
    for person in (auditor, player, room.guest()):
        assert person.refused("POST", path, money) == (403, "auth/forbidden")
        body = {"name": "mallory", "password": PASSWORD, "role": "supervisor"}
        assert person.refused("POST", "/accounts", body) == (403, "auth/forbidden")
    for call in ("/ledger/accounts", "/ledger/entries", "/audit", "/audit/anchors", "/meters", "/accounts"):
        assert auditor.get(call)
        assert boss.get(call)
        assert player.refused("GET", call) == (403, "auth/forbidden")
        assert room.nobody().refused("GET", call) == (401, "auth/required")
    assert auditor.refused("POST", "/tables", {"game": GAME}) == (403, "auth/forbidden")
    assert player.refused("POST", "/tables", {"game": GAME}) == (403, "auth/forbidden")
    assert player.post("/tables", {"game": GAME, "private": True})["private"]


def test_a_disabled_account_can_do_nothing_until_it_is_enabled(room: Room):
    boss = room.supervisor()
    player = room.member("player", boss, "gina")
    table = seated(room, player)
    assert boss.post(f"/accounts/{player.account}/disable", {"note": "asked for it"})["disabled"]
    assert player.refused("GET", "/me") == (401, "auth/required")
    assert room.nobody().refused("POST", "/sessions", {"name": "gina", "password": PASSWORD}) == (403, "auth/disabled")
    assert boss.get(f"/tables/{table}")["seats"] == {}
    boss.post(f"/accounts/{player.account}/enable", {"note": "came back"})
    assert player.get("/me")["seats"] == []


def closing_code(socket: Any) -> int:
    """The code with which a WebSocket is closed, after whatever came before."""
    while True:
        try:
            socket.receive_text()
        except WebSocketDisconnect as closed:
            return closed.code


def read_to(socket: Any, seq: int) -> None:
    while json.loads(socket.receive_text())["seq"] < seq:
        pass


@pytest.fixture
def only_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closes WebSockets with another code where nobody closes them at once."""

    async def later(*_: object) -> int:
        await asyncio.sleep(60)
        return 4999

    monkeypatch.setattr(tables, "_stay_signed", later)


@pytest.mark.usefixtures("only_at_once")
def test_a_session_that_ends_closes_its_own_sockets_at_once(room: Room):
    boss = room.supervisor()
    one = room.member("player", boss, "hugo")
    two = signed_in(room, "hugo")
    table = seated(room, one)
    with one.watching(table) as first, two.watching(table) as second, room.nobody().watching(table) as anybody:
        seq = one.get(f"/tables/{table}")["seq"]
        for socket in (first, second, anybody):
            read_to(socket, seq)
        one.delete("/sessions/current")
        assert closing_code(first) == 4401
        seq = two.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"regular": "5.00"}})["seq"]
        read_to(second, seq)
        two.delete("/sessions")
        assert closing_code(second) == 4401
        read_to(anybody, seq)


@pytest.mark.usefixtures("only_at_once")
def test_disabling_an_account_closes_its_sockets_at_once(room: Room):
    boss = room.supervisor()
    player = room.member("player", boss, "ines")
    table = seated(room, player)
    with player.watching(table) as socket, boss.watching(table) as other:
        seq = boss.get(f"/tables/{table}")["seq"]
        read_to(socket, seq)
        assert boss.refused("POST", f"/accounts/{player.account}/disable", {"note": " "}) == (400, "request/invalid")
        boss.post(f"/accounts/{player.account}/disable", {"note": "asked for it"})
        assert closing_code(socket) == 4401
        read_to(other, seq + 1)


def test_a_session_that_ends_elsewhere_closes_its_sockets_when_it_is_looked_up(
    room: Room, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tables, "CHECKED_EVERY_S", 0.01)
    monkeypatch.setattr(room.service.people, "_ended", lambda *_: None)
    guest = room.guest()
    table = seated(room, guest)
    with guest.watching(table) as socket:
        read_to(socket, 1)
        guest.delete("/sessions/current")
        assert closing_code(socket) == 4401


def test_passwords_are_hashed_at_the_pinned_cost():
    hashed = people._hasher().hash(PASSWORD)
    assert hashed.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    salt, digest = hashed.rsplit("$", 2)[1:]
    assert (len(salt) * 3 // 4, len(digest) * 3 // 4) == (16, 32)


def test_too_many_requests_are_refused_for_a_while(tmp_path: Path):
    with running(tmp_path, limits=Limits(0, 2, 1, 0)) as room:
        for _ in range(2):
            room.guest()
        assert room.nobody().refused("POST", "/guests") == (429, "request/too-many")
        room.nobody().refused("POST", "/sessions", {"name": "a", "password": "b"})
        assert room.nobody().refused("POST", "/sessions", {"name": "a", "password": "b"}) == (429, "request/too-many")
        now = room.service.guests_rate.clock()
        room.service.guests_rate.clock = lambda: now + 60
        assert room.guest().get("/me")
    with running(tmp_path, limits=Limits(requests_per_second=3)) as room:
        room.service.requests_rate.clock = lambda: 1.0
        answers = [room.client.get("/api/v1/tables").status_code for _ in range(4)]
        assert answers == [200, 200, 200, 429]
        assert room.client.get("/health").status_code == 200


def test_limits_and_origins_come_from_the_environment():
    variables = {"PITBOSS_GUESTS_PER_MINUTE": "7", "PITBOSS_ORIGINS": "https://a.example, https://b.example/"}
    settings = read_settings("x.db", "127.0.0.1", 1, variables)
    assert settings.limits == Limits(guests_per_minute=7)
    assert settings.origins == ("https://a.example", "https://b.example")
    proxies = {"PITBOSS_PROXIES": "10.0.0.1, 10.1.0.0/16"}
    assert read_settings("x.db", "127.0.0.1", 1, proxies).proxies == ("10.0.0.1", "10.1.0.0/16")
    for wrong in (
        {"PITBOSS_GUESTS_PER_MINUTE": "-1"},
        {"PITBOSS_ORIGINS": "a.example"},
        {"PITBOSS_LARGE_WIN": "much"},
        {"PITBOSS_PROXIES": "somewhere"},
    ):
        with pytest.raises(Exception, match=next(iter(wrong.values()))):
            read_settings("x.db", "127.0.0.1", 1, wrong)
