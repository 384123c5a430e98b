"""A client of the table server, for programs: players, bots, supervisors and tests.

    with Client.guest("http://127.0.0.1:8036") as ann:
        table = ann.open_table("super-pan-9", private=True)
        seat = ann.sit(table.id)
        seat.bet({"regular": "5"})
        seat.choose("draw", "stand")
        print(ann.me().balance)

Every request that changes something carries an idempotency key, and is made again with the same key when the network or
the server fails, so it is carried out once. A refusal raises the error of the library that the server's code names:
`BetError` with the code `bet/below-step`. Amounts are dollars, as text or as a whole number; answers hold them as text.
"""

import json
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeAlias
from urllib.parse import quote

import httpx2
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from pitboss.client.answers import Account, Event, Json, Me, Need, Opened, Option, Played, TableView, event_of, view_of
from pitboss.client.connection import BASE, FIRST_PAUSE_S, LONGEST_PAUSE_S, Connection
from pitboss.core.errors import StoreError
from pitboss.core.money import cents, dollars

__all__ = ["Account", "Client", "Event", "Me", "Need", "Opened", "Played", "Seat", "TableView"]

Money: TypeAlias = str | int
"""Dollars, as text (`5`, `5.00`, `$5`) or as a whole number."""


class Client(Connection):
    """The calls of the server as methods. One client is for one thread."""

    @classmethod
    def guest(cls, url: str, **how: Any) -> Self:
        """A client signed in as a new guest with play money."""
        return cls(url, **how)._signed(lambda client: client.make_guest())

    @classmethod
    def signed_in(cls, url: str, name: str, password: str, **how: Any) -> Self:
        """A client signed in by name and password."""
        return cls(url, **how)._signed(lambda client: client.sign_in(name, password))

    @classmethod
    def by_link(cls, link: str, **how: Any) -> Self:
        """A supervisor, by the one-time link that the server printed when it started."""
        address = httpx2.URL(link)
        url = str(address.copy_with(path="/", query=None, fragment=None))
        return cls(url, **how)._signed(lambda client: client._account("POST", "/sessions", {"link": link_token(link)}))

    def _signed(self, sign_in: Callable[[Self], Account]) -> Self:
        try:
            self.token = sign_in(self).token
        except BaseException:
            self.close()
            raise
        return self

    def _account(self, method: str, path: str, body: Json | None = None) -> Account:
        told = self.ask(method, path, body)
        return Account(told["account"], told["token"], told.get("role", ""), told.get("name", ""), told.get("balance"))

    # People.

    def make_guest(self) -> Account:
        """A new guest account; this client stays signed in as it was."""
        return self._account("POST", "/guests")

    def make_account(self, name: str, password: str, role: str = "player") -> Account:
        """A new account; roles other than player only a supervisor may give."""
        more = {} if role == "player" else {"role": role}
        return self._account("POST", "/accounts", {"name": name, "password": password, **more})

    def sign_in(self, name: str, password: str) -> Account:
        """A new session of an account."""
        return self._account("POST", "/sessions", {"name": name, "password": password})

    def sign_out(self) -> None:
        """Ends the session; its token is worth nothing from then on."""
        self.ask("DELETE", "/sessions/current")
        self.token = None

    def me(self) -> Me:
        """The account that is signed in."""
        told = self.ask("GET", "/me")
        seats = tuple((each["table"], each["seat"]) for each in told["seats"])
        return Me(told["account"], told["role"], told["balance"], seats)

    # Games and tables.

    def games(self) -> list[Json]:
        """Every game."""
        return self.ask("GET", "/games")["games"]

    def game(self, name: str, options: Mapping[str, object] | None = None) -> Json:
        """All that is needed to draw a table of a game with these options."""
        sets = [f"{option}={value}" for option, value in (options or {}).items()]
        return self.ask("GET", f"/games/{_part(name)}", params={"set": sets})

    def tables(self) -> list[Json]:
        """The tables that the caller may see."""
        return self.ask("GET", "/tables")["tables"]

    def open_table(self, game: str, *, key: str | None = None, **how: Any) -> Opened:
        """Opens a table; `how` are the other fields of `POST /tables`: options, seats, step, limit, bots, private."""
        told = self.ask("POST", "/tables", {"game": game, **how}, key=key)
        return Opened(told["id"], told["game"], told["seats"], told)

    def look(self, table: str) -> TableView:
        """A table as the caller may see it now."""
        return view_of(self.ask("GET", f"/tables/{_part(table)}"))

    def sit(
        self, table: str, seat: int | None = None, client_seed: str | None = None, *, key: str | None = None
    ) -> "Seat":
        """Takes a seat, the first free one where none is named, with a seed of one's own for the shuffle."""
        given = {"seat": seat, "client_seed": client_seed}
        body = {name: value for name, value in given.items() if value is not None}
        return Seat(self, table, self.ask("POST", f"/tables/{_part(table)}/seats", body, key=key)["seat"])

    def events(self, table: str, after: int = 0) -> list[Event]:
        """The stored events of a table after a number, one page of them."""
        told = self.ask("GET", f"/tables/{_part(table)}/events", params={"after": after})
        return [event_of(each) for each in told["events"]]

    def watch(self, table: str, after: int = 0, *, timeout_s: float | None = None) -> Generator[Event]:
        """The events of a table after a number as they happen, gapless, until it closes or none came for so long.

        A lost connection is opened again after the last event that came.
        """
        address = f"{self.url.replace('http', 'ws', 1)}{BASE}/tables/{_part(table)}/live"
        failed_s = 0.0
        while True:
            try:
                link = connect(f"{address}?after={after}", additional_headers=self.headers())
                with link as socket:
                    failed_s = 0.0
                    while True:
                        event = event_of(json.loads(socket.recv(timeout_s)))
                        if event.seq != after + 1:
                            break  # Never seen; asking again from the last number mends whatever it was.
                        after = event.seq
                        yield event
                        if event.type == "closed":
                            return
            except TimeoutError:
                return
            except (ConnectionClosed, InvalidHandshake, OSError) as error:
                self.look(table)  # Raises where the table is not there, or nobody answers for long.
                failed_s = failed_s * 2 or FIRST_PAUSE_S
                if failed_s > self.patience_s:
                    raise StoreError(f"the events of {table} cannot be read: {error}") from error
                time.sleep(min(failed_s, LONGEST_PAUSE_S))

    # Rounds.

    def rounds(self, **where: str) -> list[Json]:
        """Rounds, the newest first, filtered by `table`, `game`, `account`, `result`, `lost` and `before`."""
        return self.ask("GET", "/rounds", params=where)["rounds"]

    def round(self, id: str) -> Json:
        """The record of a round."""
        return self.ask("GET", f"/rounds/{_part(id)}")

    def transcript(self, id: str) -> str:
        """A round as text that `pitboss settle` reads."""
        return self.text(f"/rounds/{_part(id)}.txt")

    def proof(self, id: str) -> Json:
        """Everything that verifies the shuffle of a round, once its seed is revealed."""
        return self.ask("GET", f"/rounds/{_part(id)}/proof")

    def grades(self, id: str) -> Json:
        """The decisions of a round that is over, graded by the EV they gave up."""
        return self.ask("GET", f"/rounds/{_part(id)}/grades")

    def round_export(self, id: str) -> Json:
        """A round as one document with everything that replays it, once it may be told whole."""
        return self.ask("GET", f"/rounds/{_part(id)}.json")

    def round_csv(self, id: str) -> str:
        """The money of a round as CSV, a line for each seat."""
        return self.text(f"/rounds/{_part(id)}.csv")

    def rounds_csv(self, **where: str | int) -> str:
        """Rounds as CSV, filtered as `rounds`, at most `limit` of them."""
        return self.text("/rounds.csv", where)

    def rounds_json_lines(self, **where: str | int) -> list[Json]:
        """Rounds as documents, filtered as `rounds`, each whole where it may be told whole."""
        return [json.loads(line) for line in self.text("/rounds.jsonl", where).splitlines()]

    def dispute(self, id: str) -> Json:
        """The report of a round for a dispute, to auditors and supervisors."""
        return self.ask("GET", f"/rounds/{_part(id)}/dispute")

    def dispute_page(self, id: str) -> str:
        """The report of a round for a dispute as a page to print, to auditors and supervisors."""
        return self.text(f"/rounds/{_part(id)}.html")

    # The house.

    def void(self, round: str, reason: str, note: str = "", *, key: str | None = None) -> Json:
        """Voids a round: every ledger entry is reversed."""
        return self.ask("POST", f"/rounds/{_part(round)}/void", {"reason": reason, "note": note}, key=key)

    def deposit(self, account: str, amount: Money, note: str = "", *, key: str | None = None) -> Json:
        """Pays play money into a wallet."""
        body = {"amount": _amount(amount), "note": note}
        return self.ask("POST", f"/accounts/{_part(account)}/deposits", body, key=key)

    def withdraw(self, account: str, amount: Money, note: str = "", *, key: str | None = None) -> Json:
        """Pays play money out of a wallet."""
        body = {"amount": _amount(amount), "note": note}
        return self.ask("POST", f"/accounts/{_part(account)}/withdrawals", body, key=key)

    def ledger_accounts(self) -> dict[str, str]:
        """Every ledger account and its balance."""
        return {each["name"]: each["balance"] for each in self.ask("GET", "/ledger/accounts")["accounts"]}

    def ledger_entries(self, after: int = 0) -> Iterator[Json]:
        """The entries of the ledger after a number, page by page."""
        return self._pages("/ledger/entries", "entries", after)

    def ledger_csv(self, after: int = 0, limit: int = 1000) -> str:
        """The entries of the ledger after a number as CSV, a line for each leg."""
        return self.text("/ledger/entries.csv", {"after": after, "limit": limit})

    def audit(self, after: int = 0) -> Iterator[Json]:
        """The records of the audit log after a number, page by page."""
        return self._pages("/audit", "records", after)

    def _pages(self, path: str, name: str, after: int) -> Iterator[Json]:
        while page := self.ask("GET", path, params={"after": after})[name]:
            yield from page
            after = page[-1]["seq"]

    def meters(self) -> list[Json]:
        """The progressive meters."""
        return self.ask("GET", "/meters")["meters"]

    def performance(self, table: str) -> Json:
        """Actual against theoretical win of a table."""
        return self.ask("GET", f"/tables/{_part(table)}/performance")

    # Mathematics.

    def advice(self, game: str, deal: Mapping[str, str], **how: Any) -> Json:
        """The exact value of every legal choice for a hand, as `pitboss advise --json` prints it."""
        return self.ask("POST", "/advice", {"game": game, "deal": dict(deal), **how})

    def settlement(self, game: str, bets: Mapping[str, Money], deal: Mapping[str, str], **how: Any) -> Json:
        """What every bet returns for given cards, as `pitboss settle --json` prints it."""
        body = {"game": game, "bets": _amounts(bets), "deal": dict(deal), **how}
        return self.ask("POST", "/settlement", body)

    def analysis(self, game: str, **how: Any) -> Json:
        """Exact figures of a game, as `pitboss analyze --json` prints them."""
        return self.ask("POST", "/analysis", {"game": game, **how})


@dataclass(frozen=True)
class Seat:
    """A seat that the client holds at a table."""

    client: Client
    table: str
    seat: int

    def _play(self, what: str, body: Json, key: str | None) -> Played:
        path = f"/tables/{_part(self.table)}/{what}"
        told = self.client.ask("POST", path, {"seat": self.seat, **body}, key=key)
        return Played(told["table"], told["seat"], told["round"], told["seq"], told["balance"])

    def bet(self, bets: Mapping[str, Money], *, key: str | None = None) -> Played:
        """Bets these dollars by wager, instead of what the seat had bet before."""
        return self._play("bets", {"bets": _amounts(bets)}, key)

    def choose(self, choice: str, option: Option, *, key: str | None = None) -> Played:
        """Answers a choice that the seat is asked."""
        return self._play("choices", {"choice": choice, "option": option}, key)

    def leave(self, *, key: str | None = None) -> None:
        """Frees the seat, when the round is over where it is in one."""
        self.client.ask("DELETE", f"/tables/{_part(self.table)}/seats/{self.seat}", key=key)

    def asked(self) -> Need | None:
        """What the table waits for from this seat now; None where it waits for others or for nothing."""
        need = self.client.look(self.table).need
        return need if need is not None and self.seat in need.seats else None


def link_token(link: str) -> str:
    """The secret in the one-time link of a supervisor: its last part, or what follows the last `=` or `#`."""
    return link.rstrip("/").replace("#", "/").replace("=", "/").rpartition("/")[2]


def _part(text: str) -> str:
    return quote(text, safe="+")


def _amount(amount: Money) -> str:
    return dollars(cents(str(amount)))


def _amounts(bets: Mapping[str, Money]) -> dict[str, str]:
    return {wager: _amount(amount) for wager, amount in bets.items()}
