"""Who asks: the session of a request by its token, in a header or a cookie; and the parts that calls share."""

from typing import Annotated, Any

from fastapi import Depends, Header, Path
from starlette.requests import HTTPConnection
from starlette.responses import Response

from pitboss.core.errors import AuthError, RequestError
from pitboss.server.people import NewSession, Signed
from pitboss.server.problems import respond
from pitboss.server.service import Service
from pitboss.table.requests import Action, Caller, Request

COOKIE = "pitboss_session"
NOBODY = Caller("", "spectator")
"""Somebody who is not signed in."""
KEY = r"^[\x21-\x7e]{1,200}$"

ANYONE: dict[str, Any] = {"security": [{}, {"bearer": []}, {"cookie": []}]}
SIGNED: dict[str, Any] = {"security": [{"bearer": []}, {"cookie": []}]}
"""What the OpenAPI document says of who may call."""


class CsvResponse(Response):
    """A table for a spreadsheet."""

    media_type = "text/csv"


class JsonLinesResponse(Response):
    """JSON documents, one a line."""

    media_type = "application/jsonl"


def service_of(connection: HTTPConnection) -> Service:
    """The server that a request came to."""
    return connection.app.state.service


def token_of(connection: HTTPConnection) -> tuple[str, bool]:
    """The token of a request, and whether it came in a header; empty where there is none."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token.strip():
        return token.strip(), True
    return connection.cookies.get(COOKIE, ""), False


async def maybe_signed(connection: HTTPConnection) -> Signed | None:
    """Who is signed in; None for nobody. A token in a header must be one that holds."""
    token, in_header = token_of(connection)
    if not token:
        return None
    signed = await service_of(connection).people.signed(token)
    if signed is None and in_header:
        raise AuthError("the token is not, or no longer, that of a session: sign in again", "required")
    connection.scope["pitboss.account"] = signed.account if signed else None
    return signed


async def must_be_signed(signed: Annotated[Signed | None, Depends(maybe_signed)]) -> Signed:
    """Who is signed in; refuses nobody."""
    if signed is None:
        raise AuthError(
            "sign in first: POST /api/v1/guests, or POST /api/v1/sessions with name and password", "required"
        )
    return signed


def _with_role(*roles: str) -> Any:
    async def checked(signed: Annotated[Signed, Depends(must_be_signed)]) -> Signed:
        if signed.role not in roles:
            raise AuthError(f"{signed.role} {signed.account} may not do this; {' or '.join(roles)} may")
        return signed

    return checked


async def _service(connection: HTTPConnection) -> Service:
    """As a coroutine: a plain function would be called on another thread for every request."""
    return service_of(connection)


Server = Annotated[Service, Depends(_service)]
Anybody = Annotated[Signed | None, Depends(maybe_signed)]
SignedIn = Annotated[Signed, Depends(must_be_signed)]
Auditing = Annotated[Signed, Depends(_with_role("auditor", "supervisor"))]
Supervising = Annotated[Signed, Depends(_with_role("supervisor"))]
Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_:.-]{1,80}$")]
Key = Annotated[
    str | None, Header(alias="Idempotency-Key", pattern=KEY, description="The same key for a repetition of a request.")
]


def caller_of(signed: Signed | None) -> Caller:
    """Who asks, to the floor."""
    return signed.caller if signed else NOBODY


async def asked(service: Service, signed: Signed | None, action: Action, key: str | None) -> Response:
    """The floor's answer to an action that needs a key."""
    if key is None:
        raise RequestError(
            "this call needs the header Idempotency-Key: any text, the same for a repetition", "key-missing"
        )
    return respond(await service.worker.ask(Request(caller_of(signed), action, key)))


def set_cookie(response: Response, connection: HTTPConnection, session: NewSession) -> None:
    """Gives a page the token of its session, where no script can read it."""
    response.set_cookie(
        COOKIE,
        session.token,
        max_age=session.lasts_ms // 1000,
        path="/",
        httponly=True,
        samesite="strict",
        secure=connection.url.scheme in ("https", "wss"),
    )


def address_of(connection: HTTPConnection) -> str:
    """The network address that a request came from."""
    return connection.client.host if connection.client else "local"
