"""Whole servers, `pitboss serve` in processes of their own, and people who play at them through HTTP until told to stop.

People repeat a request without an answer under its key, at whatever server there is, as clients do.
"""

import http.client
import json
import os
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from websockets.sync.client import connect

from pitboss.table.requests import Answer
from tests.support.server_forks import Forks

API = "/api/v1"
PATIENCE_S = 60
NO_LIMITS = {f"PITBOSS_{each}": "0" for each in ("REQUESTS_PER_SECOND", "GUESTS_PER_MINUTE", "SIGN_INS_PER_MINUTE")}


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def started(arguments: Sequence[str], settings: Mapping[str, str]) -> "subprocess.Popen[str]":
    """A process of `pitboss` from nothing."""
    command = [sys.executable, "-m", "pitboss", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **settings})


class Served:
    """One server process; where `forks` are given, one of these, which starts in a moment."""

    def __init__(self, database: str, key_file: Path, port: int | None = None, forks: Forks | None = None) -> None:
        self.port = port or free_port()
        arguments = ["serve", "--db", database, "--port", f"{self.port}"]
        settings = {**NO_LIMITS, "PITBOSS_LOG": "error", "PITBOSS_KEY_FILE": str(key_file)}
        self.process = forks.start(arguments, settings) if forks else started(arguments, settings)
        assert self.process.stdout is not None
        line = next((line for line in self.process.stdout if "token=" in line), "")
        self.link = line.strip().rpartition("token=")[2]
        if not self.link:
            self.stop()
        assert self.link

    def kill(self) -> None:
        """Ends the process as `kill -9` does."""
        self.process.kill()
        self._wait()

    def stop(self) -> None:
        """Tells the process to end."""
        if self.process.poll() is None:
            self.process.terminate()
        self._wait()

    def _wait(self) -> None:
        self.process.wait(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Servers:
    """The server processes of a test, which end with it."""

    def __init__(self, database: str, key_file: Path, forks: Forks | None = None) -> None:
        self.database, self.key_file, self.forks = database, key_file, forks
        self._started: list[Served] = []

    def start(self, port: int | None = None) -> Served:
        """A new server."""
        self._started.append(started := Served(self.database, self.key_file, port, self.forks))
        return started

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for each in self._started:
            each.stop()


class Connection:
    """Calls at one server after the other, with one token."""

    def __init__(self, ports: Callable[[], int], token: str = "", is_over: threading.Event | None = None) -> None:
        self.ports, self.token, self.is_over = ports, token, is_over or threading.Event()
        self._open: http.client.HTTPConnection | None = None

    def call(self, method: str, path: str, body: Any = None, key: str | None = None) -> tuple[int, Any]:
        """Status and document of a call, made again until a server answers it."""
        key = key or secrets.token_hex(8)
        ends = time.monotonic() + PATIENCE_S
        while True:
            try:
                status, told = self._once(method, path, body, key)
                if status != 503:
                    return status, told
            except (OSError, http.client.HTTPException):
                self.close()
            assert time.monotonic() < ends, f"no answer to {method} {path}"
            time.sleep(0.05)

    def _once(self, method: str, path: str, body: Any, key: str) -> tuple[int, Any]:
        if self._open is None:
            self._open = http.client.HTTPConnection("127.0.0.1", self.ports(), timeout=PATIENCE_S)
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        self._open.request(method, f"{API}{path}", None if body is None else json.dumps(body), headers)
        response = self._open.getresponse()
        content = response.read()
        return response.status, json.loads(content) if content else None

    def done(self, method: str, path: str, body: Any = None) -> Any:
        """The document of a call that must be carried out."""
        status, told = self.call(method, path, body)
        assert status < 300, told
        return told

    def close(self) -> None:
        """Ends the connection."""
        if self._open is not None:
            self._open.close()
            self._open = None


@dataclass
class Guest:
    """A guest who plays at some tables, and remembers every answer."""

    connection: Connection
    account: str
    seats: dict[str, int] = field(default_factory=dict)
    bets: Mapping[str, str] = field(default_factory=dict)
    answers: list[tuple[str, str, Answer]] = field(default_factory=list)
    failure: BaseException | None = None

    def sit(self, table: str) -> None:
        """Takes a free seat."""
        self.seats[table] = self.connection.done("POST", f"/tables/{table}/seats", {})["seat"]

    def play(self, is_over: threading.Event) -> None:
        """Bets and chooses wherever it is asked, until it is told to stop."""
        try:
            while not is_over.is_set():
                for table, seat in self.seats.items():
                    self._act(table, seat)
        except BaseException as error:
            self.failure = error
        finally:
            self.connection.close()

    def _act(self, table: str, seat: int) -> None:
        seen = self.connection.done("GET", f"/tables/{table}")
        need = seen["need"]
        if need and need.get("legal", {}).get(str(seat)):
            option = need["legal"][str(seat)][-1]
            self._post(f"/tables/{table}/choices", {"seat": seat, "choice": need["choice"], "option": option})
        elif seen["phase"] != "choose" and str(seat) not in seen["bets"]:
            self._post(f"/tables/{table}/bets", {"seat": seat, "bets": self.bets})

    def _post(self, path: str, body: Any) -> None:
        key = secrets.token_hex(8)
        status, told = self.connection.call("POST", path, body, key)
        if status < 300:
            self.answers.append((self.account, key, Answer(status, told)))


@contextmanager
def playing(guests: Sequence[Guest]) -> Generator[None]:
    """Lets guests play, each on a thread, until the block ends; what failed for one of them fails the test."""
    is_over = threading.Event()
    threads = [threading.Thread(target=guest.play, args=(is_over,)) for guest in guests]
    for each in threads:
        each.start()
    try:
        yield
    finally:
        is_over.set()
        for each in threads:
            each.join(PATIENCE_S)
    for guest in guests:
        if guest.failure is not None:
            raise guest.failure


def wait_for_answers(guests: Sequence[Guest], more: int) -> None:
    """Waits until every guest has got some answers more than now."""
    before = [len(guest.answers) for guest in guests]
    ends = time.monotonic() + PATIENCE_S
    while any(len(guest.answers) < count + more for guest, count in zip(guests, before, strict=True)):
        failed = next((guest.failure for guest in guests if guest.failure), None)
        assert failed is None, failed
        assert time.monotonic() < ends, "the guests wait"
        time.sleep(0.01)


@contextmanager
def watching(port: int, table: str, after: int = 0) -> Generator[Any]:
    """A WebSocket that watches a table, without an account."""
    with connect(f"ws://127.0.0.1:{port}{API}/tables/{table}/live?after={after}") as opened:
        yield opened
