"""The OpenAPI document is complete: it has every call, and a client generated from it alone plays a round."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss import games
from pitboss.core.money import dollars
from tests.support.generated_client import generated, operations, source
from tests.support.live_server import Live, serving
from tests.support.rounds import random_bets

CALLS = (
    "POST /guests",
    "POST /accounts",
    "POST /sessions",
    "DELETE /sessions/current",
    "GET /me",
    "GET /games",
    "GET /games/{game}",
    "GET /tables",
    "POST /tables",
    "GET /tables/{id}",
    "POST /tables/{id}/seats",
    "DELETE /tables/{id}/seats/{seat}",
    "POST /tables/{id}/bets",
    "POST /tables/{id}/choices",
    "GET /tables/{id}/events",
    "GET /rounds",
    "GET /rounds/{id}",
    "GET /rounds/{id}.txt",
    "GET /rounds/{id}/grades",
    "GET /rounds/{id}/felt",
    "GET /rounds/{id}/proof",
    "POST /rounds/{id}/void",
    "POST /advice",
    "POST /settlement",
    "POST /analysis",
    "POST /accounts/{id}/deposits",
    "POST /accounts/{id}/withdrawals",
    "GET /ledger/accounts",
    "GET /ledger/entries",
    "GET /audit",
    "GET /meters",
    "GET /tables/{id}/performance",
    "GET /tables/{id}/performance/course",
)
"""The calls that anybody's client may rely on."""

KEYED = re.compile(r"POST /api/v1/(tables|accounts/\{\w+\}|rounds/\{\w+\})(/|$)|DELETE /api/v1/tables/")
"""Calls that move money, sit, bet or choose."""


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("openapi")) as live:
        yield live


@pytest.fixture(scope="module")
def document(live: Live) -> dict[str, Any]:
    return live.guest().ask("GET", "/openapi.json")


def plain(call: str) -> str:
    """A call with its path parameters unnamed."""
    return re.sub(r"\{\w+\}", "{}", call)


@pytest.mark.parametrize("call", CALLS)
def test_the_document_has_every_call(call: str, document: dict[str, Any]):
    there = {plain(f"{method.upper()} {path}") for path, method, _ in operations(document)}
    method, _, path = call.partition(" ")
    assert plain(f"{method} /api/v1{path}") in there


def test_every_call_says_what_it_does_takes_and_answers(document: dict[str, Any]):
    ids: set[str] = set()
    for path, method, told in operations(document):
        call = f"{method.upper()} {path}"
        assert told["operationId"] not in ids, f"{call}: two calls are named {told['operationId']}"
        ids.add(told["operationId"])
        assert told.get("description", "").strip(), f"{call} is not described"
        assert told.get("security"), f"{call} does not say who may call it"
        named = set(re.findall(r"\{(\w+)\}", path))
        given = {each["name"] for each in told.get("parameters", ()) if each["in"] == "path"}
        assert given == named, f"{call}: parameters {given}"
        problems = [
            each for each in told["responses"].values() if "application/problem+json" in each.get("content", ())
        ]
        assert problems, f"{call} has no problem among its answers"
        good = [status for status in told["responses"] if status.startswith("2")]
        assert good, f"{call} has no good answer"
        for status in good:
            content = told["responses"][status].get("content", {})
            assert content or status == "204", f"{call}: {status} has no shape"
            for media, shape in content.items():
                assert not media.endswith("json") or "$ref" in shape["schema"], f"{call}: {status} has no named shape"
        if method in ("post", "put", "patch") and (body := told.get("requestBody")):
            assert "$ref" in body["content"]["application/json"]["schema"], f"{call}: the body has no named shape"


def test_calls_that_move_money_sit_bet_or_choose_need_a_key(document: dict[str, Any]):
    keyed = set()
    for path, method, told in operations(document):
        names = {each["name"] for each in told.get("parameters", ()) if each["in"] == "header" and each["required"]}
        if "Idempotency-Key" in names:
            keyed.add(f"{method.upper()} {path}")
    wanted = {f"{method.upper()} {path}" for path, method, _ in operations(document)}
    wanted = {call for call in wanted if KEYED.match(call)}
    assert len(wanted) >= 8
    assert wanted <= keyed


def test_every_shape_that_is_named_is_there(document: dict[str, Any]):
    text = str(document)
    named = set(re.findall(r"#/components/schemas/(\w+)", text))
    assert named <= set(document["components"]["schemas"])


def generated_round(live: Live, document: dict[str, Any], game: str) -> None:
    """Two guests play a round of a game with a client that knows the document alone."""
    made = generated(document)
    calls = made(live.url)
    link = live.link().partition("token=")[2]
    clients = [made(live.url, calls.sign_in({"link": link})["token"])]
    clients += [made(live.url, calls.make_guest()["token"]) for _ in range(2)]
    try:
        boss, *players = clients
        opening = {"game": game, "bet_seconds": None, "decide_seconds": None}
        table = boss.open_table("open-1", opening)["id"]
        for seat, player in enumerate(players, 1):
            assert player.sit_down(table, f"sit-{seat}", {"seat": seat}).status == 201
        bets = {wager: dollars(amount) for wager, amount in random_bets(games.build(game), random.Random(game)).items()}
        for seat, player in enumerate(players, 1):
            round_id = player.bet(table, f"bet-{seat}", {"seat": seat, "bets": bets})["round"]
        key = 0
        while (seen := players[0].look(table))["round"] == round_id:
            seat = seen["need"]["seats"][0]
            mine = players[seat - 1].look(table)
            answer = {"seat": seat, "choice": mine["need"]["choice"], "option": mine["need"]["legal"][str(seat)][0]}
            key += 1
            assert players[seat - 1].choose(table, f"choose-{key}", answer).status == 200
        events = players[0].list_events(table)["events"]
        assert [each["round"] for each in events if each["type"] == "over"] == [round_id]
        refused = players[0].bet(table, "bet-low", {"seat": 1, "bets": dict.fromkeys(bets, "0.01")})
        assert refused.status == 422
        assert refused["code"].startswith("bet/")
    finally:
        for client in (calls, *clients):
            client.http.close()


def test_a_client_generated_from_the_document_plays_a_round(live: Live, document: dict[str, Any], folder_name: str):
    generated_round(live, document, folder_name)


def test_the_generated_client_finds_what_the_document_lacks(live: Live, document: dict[str, Any]):
    """It can fail: without the shape of an answer, or with another one, it refuses."""
    less = {**document, "paths": {path: {**item} for path, item in document["paths"].items()}}
    path = "/api/v1/guests"
    responses = less["paths"][path]["post"]["responses"]
    less["paths"][path]["post"] = {**less["paths"][path]["post"], "responses": {"200": responses["201"]}}
    client = generated(less)(live.url)
    with pytest.raises(AssertionError, match="201"):
        client.make_guest()
    client.http.close()
    assert "def make_guest(self, idempotency_key=None)" in source(document)
