"""Calls of an operator, at the root: liveness, readiness, metrics; and the link that makes its opener a supervisor."""

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request as HttpRequest
from starlette.responses import RedirectResponse, Response

from pitboss.core.errors import AuthError
from pitboss.server.asking import Anybody, Server, address_of, set_cookie
from pitboss.server.models.parts import Health
from pitboss.server.problems import as_json
from pitboss.server.settings import is_loopback

router = APIRouter(tags=["operating"])

LINK_PATH = "/supervisor"
PIT = "/pit.html"
"""Where the opener of the link comes to."""


@router.get("/health", response_model=Health, include_in_schema=False)
async def health() -> Response:
    """Whether the server lives."""
    return as_json({"status": "ok"})


@router.get("/ready", response_model=Health, include_in_schema=False)
async def ready(server: Server) -> Response:
    """Whether the server can carry requests out."""
    is_ready = not server.hub.is_closed and await server.read(server.is_ready)
    return as_json({"status": "ready" if is_ready else "not ready"}, 200 if is_ready else 503)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: HttpRequest, server: Server, signed: Anybody) -> Response:
    """Metrics for Prometheus, to the same machine, auditors and supervisors."""
    address = address_of(request)
    is_near = is_loopback(address) or address in ("local", "testclient")
    if not is_near and (signed is None or signed.role not in ("auditor", "supervisor")):
        raise AuthError("metrics are for this machine, auditors and supervisors")
    await server.alarms.refresh(server.read)
    return Response(server.metrics.text(), media_type=CONTENT_TYPE_LATEST)


@router.get(LINK_PATH, include_in_schema=False)
async def open_link(request: HttpRequest, server: Server, token: str = "") -> Response:
    """Makes its opener a supervisor, once: a page by its cookie, a program by the token in the answer."""
    address = address_of(request)
    is_page = "text/html" in request.headers.get("accept", "")
    server.sign_in_rate.check(address)
    try:
        session = await server.people.open_link(token, address)
    except AuthError:
        if is_page:  # The pit says what to do next.
            return RedirectResponse(f"{PIT}?link=used", 303)
        raise
    signed = session.signed
    response: Response = RedirectResponse(PIT, 303)
    if not is_page:
        told = {"account": signed.account, "name": signed.name, "role": signed.role, "token": session.token}
        response = as_json(told)
    set_cookie(response, request, session)
    response.headers["cache-control"] = "no-store"
    return response
