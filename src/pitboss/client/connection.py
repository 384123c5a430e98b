"""One connection to a server: requests with idempotency keys, made again until they are answered."""

import time
from collections.abc import Mapping
from typing import Any, Self
from uuid import uuid4

import httpx2

from pitboss.core.errors import PitbossError, RequestError, StoreError

BASE = "/api/v1"
RETRIED = (429, 502, 503, 504)
"""The statuses after which the same request is made again: nothing was carried out, or the key tells."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 2.0
TIMEOUT = httpx2.Timeout(120.0, connect=10.0)
"""The first table of a game may take a while: its best play is loaded, or solved, for bots and missing players."""


class Connection:
    """A connection to a server, signed in where it has a token. One connection is for one thread."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience_s: float = 30.0,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        """`patience_s` is how long after its first failure a request is made again."""
        self.url, self.token, self.patience_s = url.rstrip("/"), token, patience_s
        self._http = httpx2.Client(base_url=self.url, transport=transport, timeout=TIMEOUT)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection; the session stays valid."""
        self._http.close()

    def ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        key: str | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> Any:
        """The JSON answer of any call under `/api/v1`; a problem raises the error that its code names.

        A request that changes something is made with `key`, or with a fresh one. It is made again with the same key
        while the server cannot be reached or says that it is not ready.
        """
        response = self._response(method, path, body, key, params)
        return response.json() if response.content else {}

    def text(self, path: str, params: Mapping[str, Any] | None = None) -> str:
        """The text of a call that answers with text, such as the transcript of a round."""
        return self._response("GET", path, None, None, params).text

    def _response(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        key: str | None,
        params: Mapping[str, Any] | None,
    ) -> httpx2.Response:
        headers = self.headers()
        if method != "GET":
            headers["Idempotency-Key"] = key or uuid4().hex
        given = {name: value for name, value in (params or {}).items() if value is not None}
        until, pause = None, FIRST_PAUSE_S
        while True:
            failure: Exception | None = None
            response: httpx2.Response | None = None
            try:
                response = self._http.request(method, BASE + path, json=body, headers=headers, params=given)
            except httpx2.TransportError as error:
                failure = error
            if response is not None and response.status_code not in RETRIED:
                return _checked(response)
            until = until or time.monotonic() + self.patience_s
            if time.monotonic() + pause > until:
                if response is not None:
                    return _checked(response)
                raise StoreError(f"{self.url} cannot be reached: {str(failure) or type(failure).__name__}") from failure
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    def headers(self) -> dict[str, str]:
        """The headers that sign a request."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


def _kinds() -> dict[str, type[PitbossError]]:
    """The class of error for each kind of code; where a class and its subclass share a kind, the class."""
    found: dict[str, type[PitbossError]] = {}
    waiting: list[type[PitbossError]] = [PitbossError]
    while waiting:
        kind = waiting.pop(0)
        found.setdefault(kind.kind, kind)
        waiting += kind.__subclasses__()
    return found


def _checked(response: httpx2.Response) -> httpx2.Response:
    if response.status_code < 400:
        return response
    try:
        problem = response.json()
        code, detail = str(problem["code"]), str(problem["detail"])
    except (ValueError, KeyError, TypeError):
        raise RequestError(f"the server answered {response.status_code} {response.reason_phrase}", "failed") from None
    kind, _, level = code.partition("/")
    error = _kinds().get(kind, PitbossError)(detail, level)
    error.code = code
    raise error
