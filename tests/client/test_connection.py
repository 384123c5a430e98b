"""The client's connection, against a server that fails on purpose: retries, keys and errors."""

import json
from collections.abc import Callable

import httpx2
import pytest

from pitboss.client import Client
from pitboss.client.connection import Connection
from pitboss.core import errors

Handler = Callable[[httpx2.Request], httpx2.Response]
URL = "http://tables.test"


def client(handler: Handler, patience_s: float = 5.0) -> Client:
    return Client(URL, "secret", patience_s=patience_s, transport=httpx2.MockTransport(handler))


def problem(status: int, code: str, detail: str) -> httpx2.Response:
    body = {"type": "about:blank", "title": "t", "status": status, "detail": detail, "code": code}
    return httpx2.Response(status, json=body, headers={"content-type": "application/problem+json"})


def played(request: httpx2.Request) -> httpx2.Response:
    body = {"table": "t_1", "seat": 1, "round": "r_1", "seq": 7, "balance": "995.00"}
    return httpx2.Response(200, json={**body, "asked": json.loads(request.content)})


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    waited: list[float] = []
    monkeypatch.setattr("pitboss.client.connection.time.sleep", waited.append)
    return waited


def test_a_request_is_made_again_with_the_same_key_and_content(no_waiting: list[float]):
    seen: list[tuple[str, bytes]] = []

    def fails_twice(request: httpx2.Request) -> httpx2.Response:
        seen.append((request.headers["idempotency-key"], request.content))
        if len(seen) == 1:
            raise httpx2.ReadError("the connection broke")
        return problem(503, "store/failed", "the database is away") if len(seen) == 2 else played(request)

    with client(fails_twice) as ann:
        told = ann.ask("POST", "/tables/t_1/bets", {"seat": 1})
    assert told["seq"] == 7
    assert len(seen) == 3
    assert len(set(seen)) == 1
    assert no_waiting == [0.05, 0.1]


def test_two_requests_have_two_keys():
    keys: list[str] = []

    def keep(request: httpx2.Request) -> httpx2.Response:
        keys.append(request.headers["idempotency-key"])
        return played(request)

    with client(keep) as ann:
        for _ in range(2):
            ann.ask("POST", "/tables/t_1/bets", {"seat": 1})
        ann.ask("POST", "/tables/t_1/bets", {"seat": 1}, key="mine")
    assert len(set(keys)) == 3
    assert keys[-1] == "mine"


def test_reading_has_no_key():
    def read(request: httpx2.Request) -> httpx2.Response:
        assert "idempotency-key" not in request.headers
        assert request.headers["authorization"] == "Bearer secret"
        return httpx2.Response(200, json={"meters": []})

    with client(read) as ann:
        assert ann.meters() == []


def test_a_server_that_stays_away_is_an_error():
    def away(_: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("refused")

    with (
        client(away, 0.0) as ann,
        pytest.raises(errors.StoreError, match=r"http://tables\.test cannot be reached: refused"),
    ):
        ann.me()


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("bet/below-step", errors.BetError),
        ("turn/not-asked", errors.TurnError),
        ("card/missing", errors.CardError),
        ("auth/forbidden", errors.AuthError),
        ("funds/bet", errors.FundsError),
        ("request/key-reused", errors.RequestError),
        ("table/unknown", errors.RoomError),
        ("later/new", errors.PitbossError),
    ],
)
def test_a_refusal_is_the_error_of_its_code_and_is_not_repeated(code: str, kind: type[errors.PitbossError]):
    asked: list[str] = []

    def refuse(request: httpx2.Request) -> httpx2.Response:
        asked.append(request.method)
        return problem(422, code, "seat 1: 0.50 is below the step")

    with client(refuse) as ann, pytest.raises(errors.PitbossError, match=r"0\.50 is below the step") as caught:
        ann.ask("POST", "/tables/t_1/bets", {})
    assert type(caught.value) is kind
    assert caught.value.code == code
    assert asked == ["POST"]


def test_every_code_becomes_the_error_that_has_it():
    for code in errors.CODES:
        with (
            client(lambda _, code=code: problem(422, code, "no")) as ann,
            pytest.raises(errors.PitbossError) as caught,
        ):
            ann.me()
        assert caught.value.code == code
        assert caught.value.kind == code.partition("/")[0]


def test_an_answer_that_is_no_problem_is_told_by_its_status():
    with (
        client(lambda _: httpx2.Response(500, text="<html>")) as ann,
        pytest.raises(errors.RequestError, match="the server answered 500"),
    ):
        ann.me()


def test_amounts_go_out_as_dollars_and_names_as_parts_of_a_path():
    seen: list[tuple[str, object]] = []

    def keep(request: httpx2.Request) -> httpx2.Response:
        seen.append((request.url.raw_path.decode(), json.loads(request.content or b"null")))
        return httpx2.Response(200, json={"account": "a", "balance": "1.00", "entry": "e"})

    with client(keep) as boss:
        boss.deposit("a/../b", "$5", "chips")
        boss.withdraw("a_1", 7)
    assert seen[0] == ("/api/v1/accounts/a%2F..%2Fb/deposits", {"amount": "5.00", "note": "chips"})
    assert seen[1][1] == {"amount": "7.00", "note": ""}


def test_a_wrong_amount_is_refused_before_it_is_sent():
    def never(_: httpx2.Request) -> httpx2.Response:
        raise AssertionError

    with client(never) as boss, pytest.raises(errors.FormatError, match="no amount 'five'"):
        boss.deposit("a_1", "five")


def test_a_connection_without_a_token_signs_nothing():
    assert Connection(URL).headers() == {}
