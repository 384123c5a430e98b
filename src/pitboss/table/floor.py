"""The floor: a batch of requests in, answers and numbered events out, in one transaction of the store.

`handle` checks, decides, stores, and only then gives answers and events away. A request that is refused changes nothing
and is answered with a problem. If the store fails, nothing of the batch counts: every answer is 503, the tables in
memory are dropped, and the same request with the same key may be made again. There is no clock, thread or source of
chance here: time and entropy are handed in, so that a simulation can drive a floor and its store by one seed.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from pitboss.core.errors import PitbossError, RequestError, StoreError
from pitboss.core.game import Game, Strategy
from pitboss.core.pays import Custom
from pitboss.core.strategy import Coach
from pitboss.table import house_actions, ledger, seat_actions
from pitboss.table import requests as asked
from pitboss.table.audit import anchored, canonical_json, sha256, vouched
from pitboss.table.batch import Batch, News, Room
from pitboss.table.bots import players_of
from pitboss.table.cashier import Cashier, PlayMoney
from pitboss.table.keys import HouseKey
from pitboss.table.live_table import CLOSED, Build, LiveTable, Order, opening_text, table_of_round
from pitboss.table.records import Anchor, RequestRecord
from pitboss.table.requests import KEYLESS, SYSTEM, Answer, Caller, Request, action_json, problem, subject_of
from pitboss.table.shuffle import Entropy, deck_order
from pitboss.table.store import Store, Transaction

LEAP_MS = 10 * 60 * 1000
"""A clock that is this far ahead of the last time it was asked has leapt, or stood still."""
SKEW_MS = 1000
"""The clocks of several servers may be this far apart."""
LARGE_WIN_CENTS = 120_000

SEAT_HANDLERS: Mapping[type, Callable[..., Answer]] = {
    asked.SitDown: seat_actions.sit_down,
    asked.SetClientSeed: seat_actions.set_client_seed,
    asked.StandUp: seat_actions.stand_up,
    asked.Bet: seat_actions.bet,
    asked.Rebet: seat_actions.rebet,
    asked.TakeBetBack: seat_actions.take_bet_back,
    asked.SitRoundOut: seat_actions.sit_round_out,
    asked.Choose: seat_actions.choose,
    asked.CallTime: seat_actions.call_time,
    asked.Look: seat_actions.look,
    asked.CloseTable: house_actions.close_table,
    asked.ChangeTable: house_actions.change_table,
    asked.VoidRound: house_actions.void,
    asked.ClaimAccount: house_actions.claim_account,
    asked.DisableAccount: house_actions.disable_account,
    asked.EnableAccount: house_actions.enable_account,
    asked.Note: house_actions.note,
}
KEYED_HANDLERS: Mapping[type, Callable[..., Answer]] = {
    asked.Deposit: house_actions.deposit,
    asked.Withdraw: house_actions.withdraw,
    asked.AdjustMeter: house_actions.adjust_meter,
}
"""Handlers that name their ledger entry after the key of the request."""


@dataclass(frozen=True)
class Handled:
    """What came of a batch: an answer for every request, in order, and the events that are stored."""

    answers: tuple[Answer, ...]
    news: tuple[News, ...] = ()


class _UndoError(Exception):
    """A request was refused after it had changed something: the batch is carried out again without it."""

    def __init__(self, place: int, answer: Answer) -> None:
        super().__init__(place)
        self.place, self.answer = place, answer


class _SeatedMeanwhileError(Exception):
    """An account that is to be disabled sat down while locks were waited for: the batch needs these tables too."""

    def __init__(self, tables: set[str]) -> None:
        super().__init__(tables)
        self.tables = tables


def remembering(build: Build) -> Build:
    """A builder that makes every game once; games are never changed, so tables share them."""
    made: dict[tuple[object, ...], Game] = {}

    def built(name: str, texts: Mapping[str, str], custom: Custom | None) -> Game:
        key = name, tuple(sorted(texts.items())), custom
        if key not in made:
            made[key] = build(name, texts, custom)
        return made[key]

    return built


class Floor:
    """The tables of a card room, over a store. One batch at a time."""

    def __init__(
        self,
        store: Store,
        key: HouseKey,
        entropy: Entropy,
        build: Build,
        *,
        strategies: Callable[[str], Mapping[str, Strategy]] = lambda _: {},
        coach: Coach | None = None,
        order: Order = deck_order,
        large_win_cents: int = LARGE_WIN_CENTS,
        leap_ms: int = LEAP_MS,
        cashier: Cashier | None = None,
    ) -> None:
        self.store = store
        players = players_of(strategies, coach)
        cashier = cashier or PlayMoney()
        self.room = Room(key, entropy, remembering(build), order, coach, players, large_win_cents, cashier)
        self.leap_ms = leap_ms
        self._tables: dict[str, LiveTable] = {}
        self._last_ms: int | None = None
        self._jump: tuple[int, int] | None = None
        self._anchored = 0

    def due(self, now_ms: int, limit: int = 100) -> list[Request]:
        """The calls of time for tables that are past their deadline; `handle` them in a batch of their own."""
        self._watch_clock(now_ms)
        with self.store.transaction() as transaction:
            ids = transaction.due(now_ms, limit)
        return [Request(Caller(SYSTEM, SYSTEM), asked.CallTime(id)) for id in ids]

    def handle(self, requests: Sequence[Request], now_ms: int) -> Handled:
        """Carries out requests in order, in one transaction, and returns their answers once they are durable."""
        self._watch_clock(now_ms)
        refused: dict[int, Answer] = {}
        more: set[str] = set()
        while True:
            try:
                return self._attempt(requests, now_ms, refused, more)
            except _UndoError as undo:
                refused[undo.place] = undo.answer
            except _SeatedMeanwhileError as seated:
                more |= seated.tables
            except StoreError as error:
                if error.code != "store/conflict" or len(requests) == 1:
                    return Handled((problem(error),) * len(requests))
                return self._one_by_one(requests, now_ms)
            except PitbossError as error:
                if len(requests) == 1:
                    return Handled((problem(error),))
                return self._one_by_one(requests, now_ms)
            except Exception:
                # A fault of this program in one request must not take the others of its batch with it.
                if len(requests) == 1:
                    raise
                return self._one_by_one(requests, now_ms)

    def _one_by_one(self, requests: Sequence[Request], now_ms: int) -> Handled:
        answers: list[Answer] = []
        news: list[News] = []
        for request in requests:
            try:
                handled = self.handle([request], now_ms)
            except Exception as error:  # Told to the one who asked; the others go on.
                fault = RequestError(f"the server could not carry this out: {type(error).__name__}", "failed")
                handled = Handled((problem(fault),))
            answers += handled.answers
            news += handled.news
        return Handled(tuple(answers), tuple(news))

    def anchor(self, now_ms: int) -> Anchor | None:
        """Signs the head of the audit chain; None where there is nothing to sign, or it is signed already."""
        anchor: Anchor | None = None
        try:
            with self.store.transaction() as transaction:
                head = transaction.head()
                if head.audit_seq in (0, self._anchored):
                    return None
                anchor = anchored(head.audit_seq, head.audit_hash, now_ms, self.room.key)
                transaction.write([anchor])
        except StoreError as error:
            if error.code != "store/conflict" or anchor is None:
                raise
            anchor = None  # Another server has signed it, or this one before it was started again.
        self._anchored = head.audit_seq
        return anchor

    def forget(self, table: str | None = None) -> None:
        """Drops a table, or all, from memory; the next batch restores it from the store."""
        if table is None:
            self._tables.clear()
        else:
            self._tables.pop(table, None)

    def watch_clock_since_last(self, now_ms: int) -> None:
        """Notices a clock that stands before the last record of the log, as after a restart with the clock set back."""
        last = self.store.last_numbers().audit_seq
        for record in self.store.list_audit(last - 1, 1) if last else ():
            if now_ms < record.at_ms - SKEW_MS:
                self._jump = record.at_ms, now_ms

    def _watch_clock(self, now_ms: int) -> None:
        last, self._last_ms = self._last_ms, now_ms
        if last is not None and not 0 <= now_ms - last <= self.leap_ms:
            self._jump = last, now_ms

    def _attempt(
        self, requests: Sequence[Request], now_ms: int, refused: Mapping[int, Answer], more: set[str]
    ) -> Handled:
        ids = set(more)
        try:
            with self.store.transaction() as transaction:
                work = _Work(self.room, transaction, now_ms, requests, refused, self._tables)
                ids |= work.table_ids()
                jump = self._jump
                is_look = jump is None and all(isinstance(each.action, asked.Look) for each in requests)
                work.prepare(ids, is_look=is_look)
                if jump is not None:
                    body = {"before_ms": jump[0], "now_ms": jump[1]}
                    work.batch.chain.add("clock-jump", SYSTEM, SYSTEM, body)
                answers = work.answers()
                if not is_look:
                    transaction.write(work.batch.records())
        except BaseException:
            for id in ids:
                self._tables.pop(id, None)
            raise
        self._jump = None
        self._tables |= {id: live for id, live in work.batch.tables.items() if live.status != CLOSED}
        return Handled(tuple(answers), tuple(work.batch.news))


class _Work:
    """The requests of one transaction, carried out one after the other."""

    def __init__(
        self,
        room: Room,
        transaction: Transaction,
        now_ms: int,
        requests: Sequence[Request],
        refused: Mapping[int, Answer],
        cached: dict[str, LiveTable],
    ) -> None:
        self.batch = Batch(room, transaction, now_ms)
        self.requests, self.refused, self.cached = requests, dict(refused), cached
        self.opened: dict[int, LiveTable] = {}
        entropy = room.entropy
        self.made = {
            place: f"a_{entropy(5).hex()}"
            for place, each in enumerate(requests)
            if isinstance(each.action, asked.MakeAccount)
        }

    def table_ids(self) -> set[str]:
        """The tables that the requests are about."""
        ids = {action.table for action in self._actions(*get_args(asked.TableAction))}
        ids |= {table_of_round(each.round) for each in self._actions(asked.VoidRound)}
        return ids | self._tables_of_disabled()

    def _tables_of_disabled(self) -> set[str]:
        """The tables at which accounts sit that are to be disabled."""
        accounts = {each.account for each in self._actions(asked.DisableAccount)}
        rows = self.batch.transaction.list_tables() if accounts else ()
        return {row.id for row in rows if accounts & set(json.loads(row.state)["table"]["accounts"].values())}

    def _actions(self, *kinds: type) -> list[Any]:
        return [each.action for each in self.requests if not kinds or isinstance(each.action, kinds)]

    def prepare(self, ids: set[str], *, is_look: bool) -> None:
        """Locks and reads everything that the requests may need, in the order of locks."""
        batch, transaction = self.batch, self.batch.transaction
        callers = {each.caller.account for each in self.requests}
        keys = {(each.caller.account, each.key) for each in self.requests if each.key is not None}
        batch.load(transaction.tables(sorted(ids)).values(), self.cached)
        moved = {each.account for each in self._actions(asked.Deposit, asked.Withdraw)}
        made = set(self.made.values())
        others = {each.account for each in self._actions(asked.DisableAccount, asked.EnableAccount)}
        named = callers | moved | made | others
        seated = [seat.account for each in self._actions(asked.VoidRound) for seat in transaction.seats(each.round)]
        names = {ledger.wallet(account) for account in (callers - {SYSTEM, ""}) | moved | made | set(seated)}
        names |= {ledger.meter(each.link, each.number) for each in self._actions(asked.AdjustMeter)}
        if self._actions(asked.Deposit, asked.Withdraw, asked.MakeAccount, asked.AdjustMeter):
            names.add(ledger.CASHIER)
        self._make_tables()
        names |= {name for live in self.opened.values() for name in live.ledger_accounts}
        names |= {
            ledger.wallet(live.bot_account(int(seat))) for live in self.opened.values() for seat in live.opening.bots
        }
        batch.open_books(names, is_look=is_look)
        # Behind the lock of the head nobody sits down any more.
        missed = self._tables_of_disabled() - ids
        if missed:
            raise _SeatedMeanwhileError(missed)
        # Behind the lock of the head: what another server has just carried out under the same key is seen.
        self.stored = transaction.requests(sorted(keys)) if keys else {}
        batch.persons = dict(transaction.persons(sorted(named)))

    def _make_tables(self) -> None:
        """Makes the tables that are to be opened, so that their ledger accounts can be locked with the others."""
        batch = self.batch
        for place, request in enumerate(self.requests):
            if not isinstance(request.action, asked.OpenTable) or place in self.refused:
                continue
            try:
                house_actions.check_opener(request.caller, request.action)
                id = self._new_id()
                live = batch.make(id, opening_text(request.action), request.caller.account)
                house_actions.check_made(batch, request.caller, live)
            except (PitbossError, ValueError, TypeError) as error:
                fault = error if isinstance(error, PitbossError) else RequestError(f"no such table: {error}")
                self.refused[place] = problem(fault)
                continue
            self.opened[place] = live

    def _new_id(self) -> str:
        while True:
            id = f"t_{self.batch.room.entropy(4).hex()}"
            if id not in self.batch.tables and not self.batch.transaction.tables([id]):
                return id

    def answers(self) -> list[Answer]:
        """Carries out the requests."""
        return [self._answer(place, request) for place, request in enumerate(self.requests)]

    def _answer(self, place: int, request: Request) -> Answer:
        if place in self.refused:
            return self.refused[place]
        batch = self.batch
        before = batch.changes, batch.book.mark(), batch.chain.mark()
        first_event = len(batch.events)
        document = action_json(request.action)
        text = canonical_json(document) if request.key else ""
        try:
            repeated = self._stored_answer(request, text)
            if repeated is not None:
                return repeated
            batch.check_enabled(request.caller.account)
            answer = self._carry_out(place, request)
        except PitbossError as error:
            if (batch.changes, batch.book.mark(), batch.chain.mark()) != before:
                raise _UndoError(place, problem(error)) from error
            return problem(error)
        if batch.changes == before[0]:
            return answer  # A look, or a call of time at a table that waits for nobody.
        entries, events = batch.book.entries[before[1].entries :], batch.events[first_event:]
        if entries or events or not isinstance(request.action, KEYLESS):
            body = {"request": document, "key": request.key, "salt": batch.salt(), **vouched(entries, events)}
            if request.key is not None:
                body["answered"] = [answer.status, sha256(json.dumps(answer.body))]
            subject = next((each.round for each in events if each.round), None) or subject_of(request, answer)
            batch.chain.add("command", request.caller.account, subject, body)
        if request.key is not None:
            self._keep(request, text, answer)
        return answer

    def _stored_answer(self, request: Request, text: str) -> Answer | None:
        """The answer of the same request before; refuses a missing key, and one of another request."""
        if isinstance(request.action, KEYLESS):
            return None
        if not request.key:
            raise RequestError("this request needs an idempotency key", "key-missing")
        key = request.caller.account, request.key
        record = self.batch.requests.get(key) or self.stored.get(key)
        if record is None:
            return None
        if record.content_hash != sha256(text):
            raise RequestError(f"the idempotency key {request.key!r} was used for another request", "key-reused")
        return Answer(record.status, json.loads(record.answer))

    def _carry_out(self, place: int, request: Request) -> Answer:
        action, caller, kind = request.action, request.caller, type(request.action)
        if isinstance(action, asked.OpenTable):
            live = self.opened[place]
            self.batch.tables[live.id] = live
            live.wallet.book = self.batch.book
            return house_actions.open_table(self.batch, caller, live)
        if isinstance(action, asked.MakeAccount):
            return house_actions.make_account(self.batch, caller, action, self.made[place])
        if kind in KEYED_HANDLERS:
            return KEYED_HANDLERS[kind](self.batch, caller, action, request.key)
        return SEAT_HANDLERS[kind](self.batch, caller, action)

    def _keep(self, request: Request, text: str, answer: Answer) -> None:
        assert request.key is not None
        key = request.caller.account, request.key
        record = RequestRecord(*key, sha256(text), answer.status, json.dumps(answer.body))
        self.batch.requests[key] = record
