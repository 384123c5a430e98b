"""People: guests, accounts with passwords, sessions, and who is locked out.

A password is kept as an argon2id hash, a session as the SHA-256 of a token that only its holder knows. Wrong passwords
in a row lock a name, and an address, for a while that doubles; each is taken down in the audit log.

A new account that is asked for again under the same idempotency key is the same account with the same token. Nothing in
the database tells either: key and token are known there by what the house's key makes of them.
"""

import asyncio
import base64
import hashlib
import re
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.core.errors import AuthError, RequestError
from pitboss.server.metrics import Metrics
from pitboss.server.worker import Worker
from pitboss.table.audit import write_vouched
from pitboss.table.keys import HouseKey
from pitboss.table.records import Person, RequestRecord, SessionRecord, SignInFailures
from pitboss.table.requests import SYSTEM, Answer, Caller, ClaimAccount, MakeAccount, Note, Request
from pitboss.table.seat_actions import PLAYERS
from pitboss.table.store import Store

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,39}", re.ASCII)
SHORTEST, LONGEST = 8, 200
SHORTEST_KEY = 16
"""The characters of an idempotency key by which somebody who is not signed in gets the same account again."""
MS = 1000
SESSION_MS = {
    "guest": 30 * 86400 * MS,
    "player": 30 * 86400 * MS,
    "supervisor": 12 * 3600 * MS,
    "auditor": 12 * 3600 * MS,
}
"""How long a session lasts, by role."""
FAILURES = {"name": 5, "address": 50}
"""The wrong passwords in a row after which a name, or an address, is locked."""
LOCK_MS, LONGEST_LOCK_MS, FORGOTTEN_MS = 60 * MS, 3600 * MS, 3600 * MS
CACHED_S = 5
"""How long a session is believed without asking the store: another server may have ended it meanwhile."""
MOST_CACHED = 10_000

MEMORY_KIB, PASSES, LANES, HASH_BYTES, SALT_BYTES = 65_536, 3, 4, 32, 16
"""What an argon2id hash costs (RFC 9106, the second recommended choice): pinned, so that no library lowers it."""

SYSTEM_CALLER = Caller(SYSTEM, SYSTEM)

Given = TypeVar("Given")

Ended = Callable[[str, Collection[str] | None], None]
"""Is told the account whose sessions have ended, and the hashes of their tokens; None for all of them."""


@dataclass(frozen=True)
class Signed:
    """Somebody who is signed in."""

    account: str
    name: str
    role: str
    token_hash: str

    @property
    def caller(self) -> Caller:
        """Who asks, to the floor."""
        return Caller(self.account, self.role)

    @property
    def may_play(self) -> bool:
        """Whether this role may sit down at a table."""
        return self.role in PLAYERS


@dataclass(frozen=True)
class NewSession:
    """A session that has just begun, with the token that its holder alone gets."""

    signed: Signed
    token: str
    lasts_ms: int


_NO_SESSION = NewSession(Signed("", "", "", ""), "", 0)
"""Stands beside the answer of an account that was refused."""


def token_hash(token: str) -> str:
    """What the database keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher(PASSES, MEMORY_KIB, LANES, HASH_BYTES, SALT_BYTES, type=Type.ID)


@cache
def _nobodys_hash() -> str:
    """A hash that is checked where there is no account, so that an answer takes as long either way."""
    return _hasher().hash(secrets.token_hex(16))


class People:
    """The accounts and sessions of a server."""

    def __init__(
        self, store: Store, worker: Worker, metrics: Metrics, clock: Callable[[], int], house: HouseKey, ended: Ended
    ) -> None:
        self.store, self.worker, self.metrics, self.clock, self.house = store, worker, metrics, clock, house
        self._ended = ended
        # A hash takes 64 MiB and a tenth of a second: two at a time leave the rest of the server alone.
        self._hashing = ThreadPoolExecutor(2, "pitboss-passwords")
        self._known: dict[str, tuple[float, int, Signed]] = {}
        self._link = ""

    def close(self) -> None:
        """Ends the threads that hash."""
        self._hashing.shutdown(wait=False)

    async def guest(self, key: str | None = None) -> tuple[Answer, NewSession]:
        """A new account with play money, signed in; the same one for the same key."""
        kept = self._kept_key(SYSTEM_CALLER, key, "guest")
        name = f"guest-{kept[:10]}"
        answer = await self._make(SYSTEM_CALLER, MakeAccount(name, "guest"), kept)
        if answer.status >= 400:
            return answer, _NO_SESSION
        return answer, await self._begin_once(Person(answer.body["account"], name, "guest", None, 0), kept)

    async def make_account(
        self, by: Signed | None, name: str, password: str, role: str, key: str | None = None
    ) -> tuple[Answer, NewSession]:
        """A new account with a password, the same one for the same key; other roles than player need a supervisor."""
        _check_credentials(name, password)
        if role != "player" and (by is None or by.role != "supervisor"):
            raise AuthError(f"only a supervisor may make an account of a {role}")
        caller = by.caller if by else SYSTEM_CALLER
        kept = self._kept_key(caller, key, "account")
        found = await self._read(partial(self.store.persons, name=name))
        is_repeated = key is not None and await self._read(partial(_is_stored, self.store, caller, kept))
        if found and not is_repeated:
            raise AuthError(f"the name {name!r} is taken: choose another", "name-taken")
        if found and not await self._in_thread(_is_right, found[0].password_hash or "", password):
            raise RequestError(f"the idempotency key {key!r} was used for another request", "key-reused")
        hashed = await self._in_thread(_hasher().hash, password)
        answer = await self._make(caller, MakeAccount(name, role, hashed), kept)
        if answer.status >= 400:
            return answer, _NO_SESSION
        return answer, await self._begin_once(Person(answer.body["account"], name, role, None, 0), kept)

    async def claim(self, by: Signed, name: str, password: str, key: str | None) -> Answer:
        """Gives a guest's account a name and a password; its wallet, seats, rounds and sessions stay."""
        _check_credentials(name, password)
        if key is None:
            raise RequestError("this call needs the header Idempotency-Key: any text", "key-missing")
        found = await self._read(partial(self.store.persons, name=name))
        if found and found[0].id != by.account:
            raise AuthError(f"the name {name!r} is taken: choose another", "name-taken")
        hashed = await self._in_thread(_hasher().hash, password)
        answer = await self._make(by.caller, ClaimAccount(name, hashed), key)
        self.forget(by.account)
        return answer

    def _kept_key(self, caller: Caller, key: str | None, what: str) -> str:
        """What the database keeps of an idempotency key that gives an account away; a new one where there is none."""
        if key is None:
            return secrets.token_hex(32)
        if caller == SYSTEM_CALLER and len(key) < SHORTEST_KEY:
            raise RequestError(
                f"the idempotency key {key!r} is short: who knows it gets the same account, so give "
                f"{SHORTEST_KEY} characters or more that nobody guesses"
            )
        return self.house.derive("request", what, caller.account, key).hex()

    async def _begin_once(self, person: Person, kept: str) -> NewSession:
        """The session of a new account, whose token follows from the request."""
        token = base64.urlsafe_b64encode(self.house.derive("session", kept)).decode().rstrip("=")
        return await self.begin(person, token)

    async def _make(self, caller: Caller, action: MakeAccount | ClaimAccount, key: str) -> Answer:
        answer = await self.worker.ask(Request(caller, action, key))
        if answer.body.get("code") == "store/conflict":  # Somebody else took the name in the same moment.
            raise AuthError(f"the name {action.name!r} is taken: choose another", "name-taken")
        return answer

    async def begin(self, person: Person, token: str | None = None, **told: str) -> NewSession:
        """Begins a session of an account; one of a token that there is already stays as it is."""
        token, now, lasts = token or secrets.token_urlsafe(32), self.clock(), SESSION_MS[person.role]
        hashed = token_hash(token)
        session = SessionRecord(hashed, person.id, now, now + lasts)

        def write(store: Store) -> None:
            if store.session(hashed) is None:
                _write(store, [session], "sign-in", person.id, now, told)

        await self.worker.do(write)
        return NewSession(Signed(person.id, person.name, person.role, hashed), token, lasts)

    async def sign_in(self, name: str, password: str, address: str) -> NewSession:
        """Begins a session by name and password; wrong ones in a row lock the name and the address."""
        subjects = {"name": f"name/{name.casefold()}"[:200], "address": f"address/{address}"}
        await self._check_locks(subjects, name, address)
        found = await self._read(partial(self.store.persons, name=name))
        person = found[0] if found and found[0].password_hash else None
        known = person.password_hash if person and person.password_hash else _nobodys_hash()
        is_right = await self._in_thread(_is_right, known, password[: LONGEST + 1]) and person is not None
        if not is_right or person is None:
            await self._failed(subjects, name, address)
            raise AuthError("the name or the password is wrong", "wrong")
        if person.disabled:
            await self._note("failed-sign-in", subjects["name"], reason="disabled", name=name[:40], address=address)
            raise AuthError(f"the account {person.id} is disabled", "disabled")
        self.metrics.sign_ins.labels("right").inc()
        await self.worker.do(lambda store: _forgive(store, person.id, subjects["name"], self.clock()))
        return await self.begin(person, address=address)

    async def _check_locks(self, subjects: dict[str, str], name: str, address: str) -> None:
        for kind, subject in subjects.items():
            failures = await self._read(partial(self.store.failures, subject))
            if failures is not None and failures.locked_until_ms > self.clock():
                left = -(-(failures.locked_until_ms - self.clock()) // MS)
                await self._note("failed-sign-in", subject, reason="locked", name=name[:40], address=address)
                what = "this name" if kind == "name" else "your address"
                raise AuthError(f"too many wrong passwords: {what} is locked for {left} s more", "locked")

    async def _failed(self, subjects: dict[str, str], name: str, address: str) -> None:
        self.metrics.sign_ins.labels("wrong").inc()
        body = {"name": name[:40], "address": address}
        locked = await self.worker.do(lambda store: _count_failure(store, subjects, self.clock(), body))
        for subject in locked:
            await self._note("lock-out", subject, **body)

    async def _note(self, kind: str, subject: str, **body: str) -> None:
        await self.worker.ask(Request(SYSTEM_CALLER, Note(kind, subject, body)))

    async def signed(self, token: str) -> Signed | None:
        """Who holds a token; None where it is nobody's, too old, or ended."""
        hashed, now = token_hash(token), self.clock()
        kept = self._known.get(hashed)
        if kept and kept[0] > time.monotonic() and kept[1] > now:
            return kept[2]
        found = await self._read(partial(_who, self.store, hashed))
        self._known.pop(hashed, None)
        if found is None:
            return None
        session, person = found
        if session.revoked or session.expires_ms <= now or person.disabled:
            return None
        signed = Signed(person.id, person.name, person.role, hashed)
        if len(self._known) >= MOST_CACHED:
            self._known.clear()
        self._known[hashed] = time.monotonic() + CACHED_S, session.expires_ms, signed
        return signed

    async def sign_out(self, signed: Signed, *, everywhere: bool = False) -> int:
        """Ends a session, or all of its account; how many were ended."""

        def revoked(store: Store) -> list[str]:
            found = store.sessions(signed.account) if everywhere else [store.session(signed.token_hash)]
            ended = [replace(each, revoked=True) for each in found if each is not None and not each.revoked]
            if ended:
                _write(store, ended, "sign-out", signed.account, self.clock(), {})
            return [each.token_hash for each in ended]

        ended = await self.worker.do(revoked)
        for each in ended:
            self._known.pop(each, None)
        self._ended(signed.account, ended)
        return len(ended)

    def forget(self, account: str) -> None:
        """Has the store asked again who an account is."""
        self._known = {key: kept for key, kept in self._known.items() if kept[2].account != account}

    def shut_out(self, account: str) -> None:
        """Ends what a disabled account does at this moment."""
        self.forget(account)
        self._ended(account, None)

    def new_link(self) -> str:
        """The token of the link that makes its opener a supervisor, once; the one before it no longer works."""
        token = secrets.token_urlsafe(24)
        self._link = token_hash(token)
        return token

    async def open_link(self, token: str, address: str) -> NewSession:
        """Begins a supervisor's session, and ends the link."""
        if not self._link or not secrets.compare_digest(self._link, token_hash(token)):
            self.metrics.sign_ins.labels("wrong").inc()
            await self._note("failed-sign-in", "link", reason="wrong link", address=address)
            raise AuthError("this supervisor's link was used already, or is not this server's: start it again", "link")
        self._link = ""
        name = f"supervisor-{secrets.token_hex(4)}"
        answer = await self._make(SYSTEM_CALLER, MakeAccount(name, "supervisor", cents=0), secrets.token_hex(16))
        if answer.status >= 400:
            self._link = token_hash(token)  # Nothing was stored: it may be tried again.
            raise RequestError("the supervisor's account could not be made; try again", "busy")
        return await self.begin(Person(answer.body["account"], name, "supervisor", None, 0), by="link")

    async def _read(self, read: Callable[[], Given]) -> Given:
        return await asyncio.to_thread(read)

    async def _in_thread(self, function: Callable[..., Given], *arguments: str) -> Given:
        return await asyncio.get_running_loop().run_in_executor(self._hashing, function, *arguments)


def _check_credentials(name: str, password: str) -> None:
    """Refuses a name or a password that no account may have."""
    if not NAME.fullmatch(name):
        raise RequestError(f"no name {name!r}: give 2 to 40 letters, digits, dots, dashes or underscores")
    if not SHORTEST <= len(password) <= LONGEST:
        raise RequestError(f"a password has {SHORTEST} to {LONGEST} characters; this one has {len(password)}")
    if password.casefold() == name.casefold():
        raise RequestError("the password is the name: choose another")


def _is_right(hashed: str, password: str) -> bool:
    try:
        return _hasher().verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


def _is_stored(store: Store, caller: Caller, kept: str) -> bool:
    return bool(store.found(RequestRecord, [(caller.account, kept)]))


def _who(store: Store, hashed: str) -> tuple[SessionRecord, Person] | None:
    session = store.session(hashed)
    persons = store.persons(id=session.account) if session else []
    return (session, persons[0]) if session and persons else None


def _write(
    store: Store, rows: list[SessionRecord], kind: str, account: str, now_ms: int, told: Mapping[str, str]
) -> None:
    with store.transaction() as transaction:
        write_vouched(transaction, rows, kind, account, account, now_ms, told)


def _forgive(store: Store, account: str, subject: str, now_ms: int) -> None:
    """Forgets the wrong passwords of a name, where there were any."""
    with store.transaction() as transaction:
        known = transaction.failures([subject]).get(subject)
        if known is not None and known.count:
            write_vouched(transaction, [SignInFailures(subject, 0, 0)], "sign-in", account, subject, now_ms)


def _count_failure(store: Store, subjects: dict[str, str], now_ms: int, told: Mapping[str, str]) -> list[str]:
    """Counts a wrong password; the subjects that are locked by it."""
    locked, rows = [], []
    with store.transaction() as transaction:
        known = transaction.failures(sorted(subjects.values()))
        for kind, subject in subjects.items():
            before = known.get(subject)
            if before is None or not before.count or now_ms - before.first_ms > FORGOTTEN_MS:
                before = SignInFailures(subject, 0, now_ms)
            count, until = before.count + 1, 0
            if count >= FAILURES[kind]:
                until = now_ms + min(LONGEST_LOCK_MS, LOCK_MS << min(count - FAILURES[kind], 10))
                locked.append(subject)
            rows.append(replace(before, count=count, locked_until_ms=until))
        write_vouched(transaction, rows, "failed-sign-in", SYSTEM, subjects["name"], now_ms, told)
    return locked
