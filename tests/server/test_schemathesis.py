"""F2: schemathesis makes requests from the OpenAPI document, right and wrong ones, and checks every answer against it."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi import schemas as schemas  # Not in mid-test: threads that parse at once disturb it.
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from pitboss.core.errors import CODES
from tests.support.live_server import Live, serving

PER_COMMIT, SOAK = 50, 1000
"""Requests for each operation, half of them right by the document and half wrong."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
GAME = "draw-five"
SIGNS_OUT = ("sign_out", "sign_out_everywhere")
LAST = ("void_round", "close_table", "disable_account")
"""Operations after which little is left to ask for."""
MODES = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]


def id_of(operation: Any) -> str:
    return operation.definition.raw["operationId"]


class Room:
    """A server with a table in play, and somebody of every role to ask it."""

    def __init__(self, live: Live) -> None:
        boss, ann = live.supervisor(), live.guest()
        self.live = live
        self.table = boss.open_table(GAME, bet_seconds=None, decide_seconds=None).id
        seat = ann.sit(self.table)
        self.round = seat.bet({"regular": 5}).round
        self.ids = {"table": self.table, "account": ann.me().account, "round": self.round, "game": GAME}
        self.tokens = [boss.token, ann.token, None]
        self.schema = schemathesis.openapi.from_url(f"{live.url}/api/v1/openapi.json")

    def operations(self) -> Iterator[Any]:
        results: Any = self.schema.get_all_operations()
        found = [each.ok() for each in results]
        assert {*SIGNS_OUT, *LAST} <= {id_of(each) for each in found}
        kept = [each for each in found if id_of(each) not in SIGNS_OUT]
        return iter(sorted(kept, key=lambda each: id_of(each) in LAST))

    def id_for(self, path: str) -> str:
        """An id that is there, for the parameter of a path."""
        return self.ids[path.removeprefix("/api/v1/").split("/")[0].removesuffix("s")]


@pytest.fixture
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with serving(tmp_path_factory.mktemp("schemathesis")) as live:
        yield Room(live)


def ask_everything(room: Room, mode: GenerationMode, examples: int) -> dict[str, int]:
    """Asks every operation so often; the number of requests by operation."""
    asked: dict[str, int] = {}
    with requests.Session() as session:
        for operation in room.operations():
            _ask(room, operation, mode, examples, session, asked)
    return asked


def _ask(room: Room, operation: Any, mode: GenerationMode, examples: int, session: Any, asked: dict[str, int]) -> None:
    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(
        case=operation.as_strategy(generation_mode=mode),
        is_there=st.sampled_from((True, True, True, False)),  # Most requests are about something that is there.
        token=st.sampled_from(room.tokens),
    )
    def one(case: Any, is_there: bool, token: str | None) -> None:
        asked[operation.label] = asked.get(operation.label, 0) + 1
        wrong = {place for place, part in case.meta.components.items() if part.mode is GenerationMode.NEGATIVE}
        if is_there:
            for name in set(case.path_parameters) & {"id", "game"}:
                case.path_parameters[name] = room.id_for(operation.path)
                wrong.discard(ParameterLocation.PATH)
        case.headers.pop("Authorization", None)
        case.cookies.clear()
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        response = case.call_and_validate(session=session, headers=headers, checks=CHECKS)
        _check_status(operation, response)
        if wrong & {ParameterLocation.BODY, ParameterLocation.PATH}:  # Unknown words of a query are passed over.
            assert response.status_code >= 400, f"{operation.label} takes what the document does not: {case}"

    with suppress(Unsatisfiable):  # There is no wrong way to call an operation without parameters and body.
        one()


def _check_status(operation: Any, response: Any) -> None:
    """Every good answer is named in the document; every other is a problem with a code that programs know."""
    if response.status_code < 400:
        assert str(response.status_code) in operation.definition.raw["responses"], operation.label
        return
    problem = response.json()
    assert problem["status"] == response.status_code
    assert problem["code"] in CODES
    assert "\n" not in problem["detail"], problem


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_every_answer_is_as_the_document_says(room: Room, mode: GenerationMode):
    asked = ask_everything(room, mode, PER_COMMIT // 2)
    bare = {each.label for each in room.operations() if not (each.body or list(each.iter_parameters()))}
    wanted = {each.label for each in room.operations()} - (bare if mode is GenerationMode.NEGATIVE else set())
    assert set(asked) >= wanted


@pytest.mark.soak
@pytest.mark.parametrize("mode", MODES)
def test_every_answer_is_as_the_document_says_for_long(room: Room, mode: GenerationMode):
    ask_everything(room, mode, SOAK // 2)


@pytest.mark.parametrize(
    ("part", "spoiled"),
    [
        (("components", "schemas", "Games", "required"), ["games", "what the answer lacks"]),
        (("paths", "/api/v1/games", "get", "responses"), {"404": {"description": "never"}}),
    ],
)
def test_an_answer_that_is_not_as_the_document_says_is_found(room: Room, part: tuple[str, ...], spoiled: Any):
    """It can fail: a shape that the answer does not have, or a status that the document lacks, is a finding."""
    document = room.live.guest().ask("GET", "/openapi.json")
    *way, last = part
    place = document
    for name in way:
        place = place[name]
    place[last] = spoiled
    room.schema = schemathesis.openapi.from_dict(document)
    room.schema.config.update(base_url=room.live.url)
    operation = next(each for each in room.operations() if id_of(each) == "list_games")
    with requests.Session() as session, pytest.raises((FailureGroup, Failure, AssertionError)):
        _ask(room, operation, GenerationMode.POSITIVE, 3, session, {})
