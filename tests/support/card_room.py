"""A card room in memory for tests: a floor over a `MemoryStore`, seeded entropy, and people who ask it things."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from pitboss import games
from pitboss.core.codec import option_json
from pitboss.core.script import NeedChoice
from pitboss.core.strategy import Coach
from pitboss.games import catalog
from pitboss.table import requests as asked
from pitboss.table.audit import write_vouched
from pitboss.table.batch import News
from pitboss.table.floor import Floor
from pitboss.table.keys import HouseKey
from pitboss.table.live_table import Build, LiveTable, Order
from pitboss.table.records import Person
from pitboss.table.requests import Action, Answer, Caller, Request
from pitboss.table.shuffle import deck_order
from pitboss.table.views import seen_event
from tests.support.memory_store import MemoryStore
from tests.support.rounds import random_bets

ANN, BOB, BOSS, AUDITOR = (
    Caller("ann", "player"),
    Caller("bob", "player"),
    Caller("boss", "supervisor"),
    Caller("eve", "auditor"),
)
START = 100_000


def first_legal(played: Any, seat: int) -> Any:
    """A coach for tests that cost nothing: the first legal answer."""
    need = played.need()
    assert isinstance(need, NeedChoice)
    return need.legal[seat][0]


@dataclass
class CardRoom:
    """A floor, its store, a clock, and everything that it has published."""

    build: Build = games.build
    seed: int = 1
    order: Order = deck_order
    coach: Coach | None = first_legal
    store: Any = field(default_factory=MemoryStore)
    now_ms: int = 1_000_000
    news: list[News] = field(default_factory=list)
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.source = random.Random(self.seed)
        self.keys = count(1)
        self.floor = self.new_floor()

    def new_floor(self) -> Floor:
        """Another server process on the same store."""
        key = HouseKey(b"k" * 32)
        return Floor(
            self.store,
            key,
            self.source.randbytes,
            self.build,
            strategies=lambda name: catalog.folder(name).strategies,
            coach=self.coach,
            order=self.order,
            **self.settings,
        )

    def ask(self, caller: Caller, action: Action, key: str | None = None) -> Answer:
        """One request in a batch of its own; a fresh key where none is given."""
        return self.ask_all([Request(caller, action, key or f"k{next(self.keys)}")])[0]

    def ask_all(self, requests: Sequence[Request]) -> tuple[Answer, ...]:
        """Several requests in one batch."""
        handled = self.floor.handle(requests, self.now_ms)
        self.news += handled.news
        return handled.answers

    def done(self, caller: Caller, action: Action, key: str | None = None) -> Mapping[str, Any]:
        """The answer of a request that must be carried out."""
        answer = self.ask(caller, action, key)
        assert answer.status < 300, answer.body
        return answer.body

    def refused(self, caller: Caller, action: Action, code: str, key: str | None = None) -> str:
        """The sentence of a request that must be refused with this code, and change nothing."""
        before = self.everything()
        answer = self.ask(caller, action, key)
        assert answer.body.get("code") == code, answer.body
        assert self.everything() == before
        return answer.body["detail"]

    def everything(self) -> Any:
        """All rows of the store."""
        store = self.store
        rows = {kind.__name__: dict(rows) for kind, rows in store.by_type.items() if rows}
        return rows, dict(store.accounts), len(store.entries_in_order), len(store.audit), dict(store.events_of)

    def people(self, *callers: Caller, cents: int = START) -> None:
        """Persons with these ids and play money; they are made by hand so that their ids are known."""
        with self.store.transaction() as transaction:
            persons = [Person(each.account, each.account, each.role, None, 0) for each in callers]
            write_vouched(transaction, persons, "account-made", "boss", "people", self.now_ms)
        for each in callers:
            if cents:
                self.done(BOSS, asked.Deposit(each.account, cents))

    def open(self, game: str, **how: Any) -> str:
        """The id of a new table."""
        return self.done(BOSS, asked.OpenTable(game, **how))["id"]

    def live(self, table: str) -> LiveTable:
        """The table as the floor has it in memory."""
        return self.floor._tables[table]

    def balance(self, account: str) -> int:
        return self.store.accounts[f"wallet/{account}"]

    def call_time(self) -> None:
        """Lets a minute pass, and calls every table that is due to time."""
        self.now_ms += 60_000
        self.ask_all(self.floor.due(self.now_ms))

    def seen(self, table: str, account: str | None, after: int = 0) -> list[dict[str, Any]]:
        """The events of a table as an account may see them, from the store."""
        return [seen_event(each.seq, json.loads(each.body), account) for each in self.store.events(table, after)]

    def types(self, table: str) -> list[str]:
        return [json.loads(each.body)["type"] for each in self.store.events(table, 0)]


def room(*callers: Caller, **how: Any) -> CardRoom:
    """A card room with Ann, Bob, a supervisor and an auditor, or these people."""
    made = CardRoom(**how)
    made.people(BOSS, AUDITOR, cents=0)
    made.people(*(callers or (ANN, BOB)))
    return made


def check_books(store: MemoryStore) -> None:
    """The invariants of the ledger: legs sum to 0, balances are sums of legs, no wallet below 0, escrow fits."""
    sums: dict[str, int] = {}
    for entry in store.entries_in_order:
        assert sum(cents for _, cents in entry.legs) == 0, entry
        for name, cents in entry.legs:
            sums[name] = sums.get(name, 0) + cents
    assert {name: cents for name, cents in sums.items() if cents} == {
        name: cents for name, cents in store.accounts.items() if cents
    }
    assert all(cents >= 0 for name, cents in sums.items() if name.startswith("wallet/"))
    meters: dict[str, int] = {}
    for each in store.movements:
        name = f"meter/{each.link}/{each.number}"
        meters[name] = meters.get(name, 0) + each.cents
    assert meters == {name: sums.get(name, 0) for name in meters}
    open_tables = {each.table for each in store.every_round() if each.status == "open"}
    for name, cents in sums.items():
        if name.startswith("escrow/") and name.removeprefix("escrow/") not in open_tables:
            assert cents == 0, name


def answers_asked(made: CardRoom, table: str) -> list[tuple[int, str, list[Any]]]:
    """The seats that are asked, the choice, and their options in JSON."""
    live = made.live(table)
    need = live.table.round.need() if live.table.round else None
    if not isinstance(need, NeedChoice):
        return []
    choice = live.game.choices[need.name]
    return [(seat, need.name, [option_json(choice, each) for each in legal]) for seat, legal in need.legal.items()]


def round_actions(made: CardRoom, table: str, source: random.Random) -> Iterator[tuple[Caller, Action]]:
    """What Ann in seat 1 and Bob in seat 2 ask in one round: random bets, then random choices in random order."""
    game = made.live(table).game
    for caller, seat in ((ANN, 1), (BOB, 2)):
        yield caller, asked.Bet(table, seat, random_bets(game, source))
    while waiting := answers_asked(made, table):
        seat, choice, legal = source.choice(waiting)
        yield (ANN, BOB)[seat - 1], asked.Choose(table, seat, choice, source.choice(legal))


def play_round(made: CardRoom, table: str, source: random.Random) -> str:
    """Plays a round of Ann and Bob; its id."""
    id = made.live(table).current_round
    for caller, action in round_actions(made, table, source):
        made.done(caller, action)
    return id


def seated(made: CardRoom, game: str, **how: Any) -> str:
    """A table with Ann in seat 1, Bob in seat 2, and a bot in seat 3 where the game has one."""
    bots = {"3": "optimal"} if games.build(game).seats > 2 else {}
    table = made.open(game, **{"bots": bots, "limit_cents": 1_000_000, **how})
    made.done(ANN, asked.SitDown(table, 1, "ann-seed"))
    made.done(BOB, asked.SitDown(table, 2))
    return table
