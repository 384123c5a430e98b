"""What stands before every call: other sites' pages, foreign names, large bodies; and the headers of every answer."""

import json
from collections.abc import Iterator

import pytest
from starlette.testclient import WebSocketDenialResponse

from tests.support.server import ADDRESS, API, SOCKETS, Room, play, running, seated


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with running(tmp_path_factory.mktemp("gate"), origins=("https://tables.example",)) as room:
        yield room


FOREIGN = (
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:9999"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_page_of_another_site_changes_nothing(room: Room, headers: dict[str, str]):
    assert room.nobody().refused("POST", "/guests", **headers) == (403, "auth/origin")
    assert room.nobody().refused("DELETE", "/sessions/current", **headers) == (403, "auth/origin")


@pytest.mark.parametrize("origin", [ADDRESS, "https://tables.example"])
def test_a_page_of_the_server_itself_may(room: Room, origin: str):
    assert room.nobody().ask("POST", "/guests", Origin=origin).status_code == 201


def test_a_page_of_another_site_watches_no_table(room: Room):
    table = seated(room, room.guest())
    path = f"{SOCKETS}{API}/tables/{table}/live"
    for headers in FOREIGN:
        with pytest.raises(WebSocketDenialResponse) as refused, room.client.websocket_connect(path, headers=headers):
            pass
        assert refused.value.status_code == 403
        assert refused.value.json()["code"] == "auth/origin"
    with room.client.websocket_connect(path, headers={"Origin": ADDRESS}) as socket:
        assert json.loads(socket.receive_text())["seq"] == 1


def test_a_server_of_this_machine_alone_answers_to_its_own_names(room: Room):
    assert room.nobody().refused("GET", "/tables", Host="rebound.example") == (403, "auth/origin")
    for name in ("localhost:8036", "127.0.0.1", "[::1]:8036", "tables.example"):
        assert room.nobody().ask("GET", "/tables", Host=name).status_code == 200


def test_large_bodies_are_refused_whether_or_not_they_say_so(room: Room):
    body = json.dumps({"game": "x" * 300_000}).encode()
    headers = {"Content-Type": "application/json"}
    said = room.client.post(f"{API}/settlement", content=body, headers=headers)
    unsaid = room.client.post(f"{API}/settlement", content=iter([body[:200_000], body[200_000:]]), headers=headers)
    for response in (said, unsaid):
        assert (response.status_code, response.json()["code"]) == (413, "request/too-large")


@pytest.mark.parametrize("content", [b"{", b"[]", b'"x"', b"\xff", b'{"game": "\\u0000"}', b'{"game": "\\ud800"}', b""])
def test_bodies_that_do_not_read_are_problems(room: Room, content: bytes):
    response = room.client.post(f"{API}/analysis", content=content, headers={"Content-Type": "application/json"})
    assert (response.status_code, response.json()["code"]) == (400, "request/invalid")


def test_every_answer_has_the_headers_that_keep_pages_safe(room: Room):
    for path in ("/", "/verify.html", "/verify.js", "/health", f"{API}/tables", "/nothing"):
        response = room.client.get(path)
        policy = response.headers["content-security-policy"]
        assert "unsafe-inline" not in policy
        assert "frame-ancestors 'none'" in policy
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["x-request-id"]
    assert room.client.get(f"{API}/tables").headers["cache-control"] == "no-store"


def test_pages_hold_nothing_inline(room: Room):
    for path in ("/", "/verify.html"):
        text = room.client.get(path).text
        assert "<style" not in text
        assert "style=" not in text
        assert " onclick" not in text
        assert "<script>" not in text


def test_operators_can_ask_how_it_goes(room: Room):
    seated(room, room.guest())
    assert room.client.get("/health").json() == {"status": "ok"}
    assert room.client.get("/ready").json() == {"status": "ready"}
    text = room.client.get("/metrics").text
    for name in (
        "pitboss_requests_total",
        "pitboss_batch_seconds_count",
        "pitboss_ledger_lag_seconds",
        "pitboss_queue_length",
    ):
        assert f"\n{name}" in text
    assert 'pitboss_commands_total{action="SitDown",status="201"}' in text


def test_rounds_and_the_time_to_answer_are_counted(room: Room):
    ann, boss = room.guest(), room.supervisor()
    table = seated(room, ann)
    call = {"call": "/tables/{id}/bets"}
    settled, voided = (room.metric("pitboss_rounds_total", end=end) for end in ("settled", "voided"))
    asked, seconds = (room.metric(f"pitboss_request_seconds_{what}", **call) for what in ("count", "sum"))
    round_id = play(table, ann)
    assert room.metric("pitboss_rounds_total", end="settled") == settled + 1
    assert room.metric("pitboss_rounds_total", end="voided") == voided
    assert room.metric("pitboss_request_seconds_count", **call) == asked + 1
    assert room.metric("pitboss_request_seconds_bucket", **call, le="+Inf") == asked + 1
    assert room.metric("pitboss_request_seconds_sum", **call) > seconds
    boss.post(f"/rounds/{round_id}/void", {"reason": "misdeal", "note": "two cards stuck together"})
    assert room.metric("pitboss_rounds_total", end="voided") == voided + 1
