"""A table server on a real port, in a thread of this process, for clients that need a socket."""

import logging
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from pitboss.client import Client
from pitboss.core.game import Game
from pitboss.server.app import make_app
from pitboss.server.logs import open_log
from pitboss.server.service import Service
from pitboss.server.settings import Limits, Settings
from pitboss.table.keys import HouseKey
from pitboss.table.sql_store import SqlStore
from tests.support.house import among_the_games

NO_LIMITS = Limits(0, 0, 0, 0)


@dataclass
class Live:
    """A server that is reached at `url`."""

    url: str
    service: Service
    server: uvicorn.Server
    clients: ExitStack

    def link(self) -> str:
        """A fresh one-time link of a supervisor."""
        return f"{self.url}/supervisor?token={self.service.people.new_link()}"

    def supervisor(self) -> Client:
        """A client of a new supervisor, which is closed with the server."""
        return self.clients.enter_context(Client.by_link(self.link()))

    def guest(self) -> Client:
        """A client of a new guest, which is closed with the server."""
        return self.clients.enter_context(Client.guest(self.url))


async def _no_figures(built: Sequence[Game], wait: float = 0, always: bool = False) -> list[None]:
    return [None] * len(built)


@contextmanager
def serving(folder: Path, port: int = 0, limits: Limits = NO_LIMITS) -> Generator[Live]:
    """A server over the database in a folder, with the toy games; what was there before goes on."""
    database = str(folder / "tables.db")
    how = Settings(database, limits=limits)
    service = Service(how, SqlStore(database), HouseKey(b"k" * 32), open_log(logging.CRITICAL))
    # Best play and house edges take seconds or minutes to load: these tests have no use for them.
    service.coach.make_ready = lambda opening: None
    service.figures.of = _no_figures  # ty: ignore[invalid-assignment]
    config = uvicorn.Config(
        make_app(service), "127.0.0.1", port, access_log=False, log_config=None, timeout_graceful_shutdown=5
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, name="live-server", daemon=True)
    thread.start()
    until = time.monotonic() + 60
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        assert time.monotonic() < until
        time.sleep(0.01)
    found = server.servers[0].sockets[0].getsockname()[1]
    try:
        with among_the_games(), ExitStack() as clients:
            yield Live(f"http://127.0.0.1:{found}", service, server, clients)
    finally:
        service.hub.close()  # Ends every watch first: nothing waits for them.
        server.should_exit = True
        thread.join(30)
