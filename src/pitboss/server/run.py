"""Runs a server until it is told to stop: the database, its key, the network, signals."""

import asyncio
import contextlib
import gc
import os
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from types import FrameType
from typing import Any

import uvicorn

from pitboss.core.errors import OptionError
from pitboss.server.app import make_app
from pitboss.server.figures import Told
from pitboss.server.logs import chosen_level, open_log, quiet_libraries
from pitboss.server.questions import KEPT
from pitboss.server.routes.games import all_games
from pitboss.server.routes.operating import LINK_PATH
from pitboss.server.service import Service
from pitboss.server.settings import Settings
from pitboss.table import anchors_file
from pitboss.table.cashier import Cashier
from pitboss.table.keys import HouseKey, key_file, make_key, read_key
from pitboss.table.sql_store import SqlStore

PATIENCE_S = 10
"""How long open requests may take when the server stops."""
GOODBYE_S = 0.05
"""How long watchers have to be told that the server stops."""
LARGEST_MESSAGE = 4096
STOPPED = "Stopped. Everything is stored; rounds in play go on when the server starts again."

Say = Callable[[str, str], None]
"""Is told the address of the server and the supervisor's link once both can be opened."""


def open_store(database: str) -> SqlStore:
    """The database of a server; a file's folder is made where it is missing."""
    if "://" not in database:
        folder = os.path.dirname(os.path.abspath(database))
        os.makedirs(folder, exist_ok=True)
    return SqlStore(database)


def database_file(store: SqlStore) -> str | None:
    """The file of a SQLite database; None for any other."""
    return store.url.database if store.is_sqlite else None


def house_key(store: SqlStore) -> HouseKey:
    """The key of a database: a new one for a new database, else the one that its seeds are sealed under."""
    path = key_file(database_file(store))
    return read_key(path) if store.list_tables() else make_key(path)


def serve(
    settings: Settings,
    say: Say,
    cashier: Cashier | None = None,
    unsolved: Sequence[str] = (),
    tell: Told | None = None,
) -> None:
    """Serves until Ctrl-C, which raises KeyboardInterrupt, or until it is told to end, which returns.

    The cashier agrees to deposits and withdrawals; without one they are play money. Games that are named `unsolved` are
    worked out from the start on, and each is told when it is done; others are when somebody asks.
    """
    level = chosen_level()
    quiet_libraries()
    store = open_store(settings.database)
    try:
        anchors = anchors_file.path_of(database_file(store))
        service = Service(settings, store, house_key(store), open_log(level), anchors=anchors, cashier=cashier)
    except BaseException:
        store.close()
        raise
    server = _Server(service, say, unsolved, tell)
    # Modules and games stay for good: a search for garbage that looks at them too holds every table up.
    gc.collect()
    gc.freeze()
    asyncio.run(server.serve())
    if server.was_interrupted:
        raise KeyboardInterrupt(STOPPED)


class _Server(uvicorn.Server):
    """The network side, which stops by Ctrl-C or SIGTERM once what was asked is stored."""

    def __init__(self, service: Service, say: Say, unsolved: Sequence[str] = (), tell: Told | None = None) -> None:
        settings = service.settings
        super().__init__(
            uvicorn.Config(
                make_app(service),
                settings.host,
                settings.port,
                access_log=False,
                log_config=None,
                server_header=False,
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=list(settings.proxies),
                timeout_graceful_shutdown=PATIENCE_S,
                ws_max_size=LARGEST_MESSAGE,
                ws_per_message_deflate=False,  # It would take more memory than all else of a watcher.
            )
        )
        self.service, self.say, self.was_interrupted = service, say, False
        self.unsolved, self.tell = unsolved, tell
        self._loading: list[asyncio.Future[None]] = []

    async def startup(self, sockets: Any = None) -> None:
        """Opens the port, then says where."""
        host, port = self.config.host, self.config.port
        try:
            await super().startup(sockets)
        except SystemExit:
            raise OptionError(
                f"no server can be started at {host}:{port}: the address is not this machine's, or the port is taken; "
                "give --port another number, or 0 for any free one"
            ) from None
        port = self.servers[0].sockets[0].getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{'localhost' if host in ('0.0.0.0', '::') else shown}:{port}"
        self.say(address, f"{address}{LINK_PATH}?token={self.service.people.new_link()}")
        figures = self.service.figures
        self._loading.append(asyncio.ensure_future(figures.load_kept(all_games)))
        if self.unsolved and self.tell:
            games = [KEPT.build(name) for name in self.unsolved]
            self._loading.append(asyncio.ensure_future(figures.work_out(games, self.tell)))

    async def shutdown(self, sockets: Any = None) -> None:
        """Ends every watch first: nothing waits for them."""
        self.service.hub.close()
        await asyncio.sleep(GOODBYE_S)
        for each in self._loading:
            each.cancel()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Takes Ctrl-C and SIGTERM while it serves, and leaves them as they were."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {each: signal.signal(each, self.handle_exit) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begins to stop; a second Ctrl-C does not wait for open requests."""
        self.was_interrupted |= sig == signal.SIGINT
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True
