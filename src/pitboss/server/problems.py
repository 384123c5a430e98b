"""Errors as problems of RFC 9457 (`application/problem+json`), each with the code of the exception tree."""

import json
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from pitboss.core.errors import CODES, PitbossError, RequestError
from pitboss.table.requests import STATUS, Answer, problem

PROBLEM = "application/problem+json"
PROBLEMS_PATH = "/api/v1/problems"
RETRY_AFTER_S = {429: "1", 503: "1"}
LONGEST = 500


def respond(answer: Answer) -> Response:
    """An answer of the floor as an HTTP response."""
    if answer.status < 400:
        return as_json(answer.body, answer.status)
    code = answer.body["code"]
    body = {"type": f"{PROBLEMS_PATH}#{code}", **answer.body, "detail": answer.body["detail"][:LONGEST]}
    headers = {}
    if answer.status in RETRY_AFTER_S:
        headers["retry-after"] = RETRY_AFTER_S[answer.status]
    if answer.status == 401:
        headers["www-authenticate"] = "Bearer"
    return as_json(body, answer.status, PROBLEM, headers)


def as_json(
    body: Any, status: int = 200, media_type: str = "application/json", headers: Mapping[str, str] | None = None
) -> Response:
    """A document as a JSON response."""
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    return Response(text.encode("utf-8", "replace"), status, headers, media_type)


def refused(error: PitbossError) -> Response:
    """An error as an HTTP response."""
    return respond(problem(error))


def all_problems() -> list[dict[str, Any]]:
    """Every code with its meaning and its status."""
    return [
        {"code": code, "title": title, "status": STATUS.get(code, STATUS.get(code.partition("/")[0], 500))}
        for code, title in CODES.items()
    ]


def add_handlers(app: FastAPI, log: Any) -> None:
    """Has an application answer every error with a problem."""

    @app.exception_handler(PitbossError)
    async def of_ours(_: Request, error: PitbossError) -> Response:
        return refused(error)

    @app.exception_handler(RequestValidationError)
    async def of_shape(_: Request, error: RequestValidationError) -> Response:
        return refused(RequestError(_sentence(error.errors())))

    @app.exception_handler(HTTPException)
    async def of_http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 405:
            found = RequestError(f"no call {request.method} {request.url.path}: it has another method", "method")
            response = refused(found)
            response.headers.update(error.headers or {})
            return response
        if error.status_code == 404:
            return refused(RequestError(f"no call {request.method} {request.url.path}", "unknown"))
        return refused(RequestError(str(error.detail)))

    @app.exception_handler(Exception)
    async def of_fault(request: Request, error: Exception) -> Response:
        log.error("fault", path=request.scope.get("path"), error=repr(error), exc_info=error)
        return refused(RequestError(f"the server could not carry this out: {type(error).__name__}", "failed"))


def _sentence(errors: Any) -> str:
    """What is wrong with a request, naming the first field and its value."""
    first = errors[0]
    names = (str(each) for each in first.get("loc", ()) if each not in ("body", "query", "path"))
    where = " ".join(".".join(names).split())  # The caller's own names may hold line breaks; a problem is one line.
    given = first.get("input")
    shown = (
        ""
        if isinstance(given, dict | list) or first.get("type") == "missing"
        else f" {json.dumps(given, default=str)[:60]}"
    )
    if first.get("type") == "json_invalid":
        return f"the body is not JSON: {first.get('ctx', {}).get('error', first.get('msg'))}"
    if "password" in where or where == "link":
        shown = ""
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"{where or 'the body'}{shown}: {first.get('msg')}{more}"
