"""The gate before every call: whose page asks, how often, how much; security headers, metrics and the log after it.

A page of another site may not ask for anything that changes something, nor watch a table: browsers say in `Origin` and
`Sec-Fetch-Site` whose page asks. A server that only its own machine can reach answers to the machine's own names alone,
so that a foreign page cannot reach it under a name of its own.
"""

import secrets
import time
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.core.errors import AuthError, PitbossError, RequestError
from pitboss.server.problems import refused
from pitboss.server.service import Service
from pitboss.server.settings import is_loopback

MOST_BYTES = 256 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
OPEN_PATHS = ("/health", "/ready")
"""Calls that load balancers make, under any name of the server."""
SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Gate:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self.app, self.service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or refuses it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        seen: dict[str, Any] = {"status": 0, "id": secrets.token_hex(8)}

        async def sent(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                seen["status"] = message["status"]
                _add_headers(scope, message, seen["id"])
            await send(message)

        try:
            self._check(scope)
            if scope["type"] == "http":
                await self._pass_on(scope, receive, sent)
            else:
                await self.app(scope, receive, sent)
        except PitbossError as error:
            await self._refuse(refused(error), scope, receive, sent)
        finally:
            self._record(scope, seen, time.perf_counter() - started)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on with its whole body, which is small; refuses a large one, whatever it says of itself."""
        body, is_whole = b"", scope["method"] in SAFE
        while not is_whole:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            is_whole = not message.get("more_body", False)
            if len(body) > MOST_BYTES:
                raise RequestError(f"a request of more than {MOST_BYTES} bytes is not taken", "too-large")
        is_given = False

        async def received() -> Message:
            nonlocal is_given
            if is_given or scope["method"] in SAFE:
                return await receive()
            is_given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, received, send)

    async def _refuse(self, response: Response, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await response(scope, receive, send)
            return
        if "websocket.http.response" in scope.get("extensions", {}):
            await receive()
            headers = [(name, value) for name, value in response.raw_headers]
            start = {"type": "websocket.http.response.start", "status": response.status_code, "headers": headers}
            await send(start)
            await send({"type": "websocket.http.response.body", "body": response.body})
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _check(self, scope: Scope) -> None:
        """Refuses what comes too often, or from a page of somebody else."""
        headers = Headers(scope=scope)
        client = scope.get("client")
        if scope["path"] in OPEN_PATHS:
            return
        self.service.requests_rate.check(client[0] if client else "local")
        host = headers.get("host", "")
        self._check_host(host)
        if scope["type"] == "http" and scope["method"] in SAFE:
            return
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin is not None and not self._is_own(origin, host):
            raise AuthError(f"a page of {origin[:100]} may not ask this of {host[:100]}", "origin")
        if origin is None and site not in (None, "same-origin", "none"):
            raise AuthError(f"a page of another site ({site[:20]}) may not ask this", "origin")

    def _check_host(self, host: str) -> None:
        settings = self.service.settings
        if not settings.is_loopback:
            return
        name = urlsplit(f"//{host}").hostname or ""
        known = {urlsplit(origin).hostname for origin in settings.origins}
        if not is_loopback(name) and name not in known:
            raise AuthError(f"this server does not go by the name {name[:100]!r}", "origin")

    def _is_own(self, origin: str, host: str) -> bool:
        return origin in self.service.settings.origins or urlsplit(origin).netloc == host

    def _record(self, scope: Scope, seen: dict[str, Any], seconds: float) -> None:
        route = scope.get("route")
        call = getattr(route, "path", "other")
        method = scope.get("method", "WEBSOCKET")
        metrics = self.service.metrics
        if scope["type"] == "http":
            metrics.request_seconds.labels(call).observe(seconds)
        metrics.requests.labels(method if method in METHODS else "other", call, seen["status"]).inc()
        self.service.log.info(
            "request",
            id=seen["id"],
            method=method,
            path=scope["path"][:200],
            status=seen["status"],
            ms=round(seconds * 1000, 1),
            account=scope.get("pitboss.account"),
            address=scope["client"][0] if scope.get("client") else None,
        )


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "WEBSOCKET")


def _add_headers(scope: Scope, message: Message, id: str) -> None:
    headers = MutableHeaders(raw=message.setdefault("headers", []))
    for name, value in SECURITY_HEADERS.items():
        headers.setdefault(name, value)
    headers["x-request-id"] = id
    if scope["path"].startswith("/api/"):
        headers.setdefault("cache-control", "no-store")
