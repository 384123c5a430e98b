"""What the house asks: open, change and close tables, void rounds, move play money, set meters, disable accounts."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pitboss.core.errors import AuthError, FundsError, HouseError, RequestError, RoomError, one_of
from pitboss.core.game import Game
from pitboss.core.meters import MeterChoice
from pitboss.core.money import dollars
from pitboss.core.pays import Meter
from pitboss.core.settle import House
from pitboss.table import bots, commands, ledger
from pitboss.table.audit import canonical_json
from pitboss.table.batch import Batch
from pitboss.table.cashier import Transfer
from pitboss.table.live_table import CLOSED, CLOSING, LiveTable, opening_json, opening_text, table_of_round
from pitboss.table.records import Person
from pitboss.table.requests import (
    OTHER,
    REASONS,
    SYSTEM,
    AdjustMeter,
    Answer,
    Caller,
    ChangeTable,
    ClaimAccount,
    CloseTable,
    Deposit,
    DisableAccount,
    EnableAccount,
    MakeAccount,
    Note,
    OpenTable,
    VoidRound,
    Withdraw,
)
from pitboss.table.round_life import carry_out, close, commit, void_round

SUPERVISOR = "supervisor"
CHANGEABLE = ("step_cents", "limit_cents", "bet_ms", "decide_ms")


def check_supervisor(caller: Caller) -> None:
    """Refuses everybody but a supervisor and the card room itself."""
    if caller.role not in (SUPERVISOR, SYSTEM):
        raise AuthError(f"{caller.role} {caller.account} may not do this; a supervisor may")


def check_opener(caller: Caller, action: OpenTable) -> None:
    """A supervisor may open any table; a player or guest one for practice, which is private and pays as printed.

    Pays of one's own would make play money, and on a link that others play for, empty its meters.
    """
    if caller.role in (SUPERVISOR, SYSTEM):
        return
    if caller.role not in ("player", "guest") or not action.private:
        raise AuthError(f"{caller.role} {caller.account} may open private tables only")
    if action.link:
        raise AuthError(f"link {action.link!r}: only a supervisor may put a table on a link; leave it out", "terms")
    if action.paytables:
        raise AuthError("only a supervisor may open a table with other pay tables; leave paytables out", "terms")


def check_made(batch: Batch, caller: Caller, live: LiveTable) -> None:
    """Refuses a table that was made for a request: its meters where a player set them, and bots that it cannot have."""
    if caller.role not in (SUPERVISOR, SYSTEM):
        _check_meters(live)
    _check_bots(batch, live)


def _check_meters(live: LiveTable) -> None:
    """Refuses amounts of progressive meters that the opener chose: they would make play money."""
    options = live.game.options
    for name, text in live.opening.options.items():
        values = options.settings[name].values if name in options.settings else None
        if isinstance(values, MeterChoice) and options[name] != values.example:
            raise AuthError(f"{name}={text}: only a supervisor may say what meters show; leave {name} out", "terms")


def _check_bots(batch: Batch, live: LiveTable) -> None:
    """Refuses bots in seats that the table does not have, or with strategies that the game does not have."""
    for seat, name in live.opening.bots.items():
        if not seat.isdecimal() or not 1 <= int(seat) <= live.table.seats:
            raise HouseError(f"a bot in seat {seat}: this table has seats 1 to {live.table.seats}", "seats")
        batch.room.players(live.opening.game, name)


def open_table(batch: Batch, caller: Caller, live: LiveTable) -> Answer:
    """Opens a table that was made for the request: meters are seeded, bots sit down, the first shuffle is committed."""
    batch.changes += 1
    batch.touched.add(live.id)
    if live.link is not None:
        _seed_meters(batch, live)
    batch.tell(live, {"type": "opened", "game": live.opening.game, "seats": live.table.seats})
    for seat in sorted(live.opening.bots, key=int):
        carry_out(batch, live, commands.Sit(int(seat), live.bot_account(int(seat))))
    commit(batch, live)
    batch.chain.add("table-opened", caller.account, live.id, {"opening": opening_json(live)})
    assert live.shuffle is not None
    told = {"id": live.id, "seq": live.seq, "commitment": live.shuffle.commitment, **opening_json(live)}
    return Answer(201, told)


def _seed_meters(batch: Batch, live: LiveTable) -> None:
    """Seeds the meters of a new link; a table that joins one must have the same meters, paid in the same outcomes."""
    assert live.link is not None
    name = live.link.name
    for each in live.link.shapes:
        id = f"seed:{name}:{each.number}"
        shape = [each.number, each.words, each.seed_cents, each.share_cents, _outcomes(live.game, each.number)]
        before = batch.book.entry(id)
        if before is None:
            amount, note = each.amount_cents, canonical_json(shape)
            ledger.change_meter(batch.book, id, name, each.number, amount, source=ledger.house(live.id), note=note)
            body = {"link": name, "number": each.number, "amount": dollars(amount)}
            batch.chain.add("meter-change", live.opened_by, live.id, body)
        elif (joined := json.loads(before.note)) != shape[: len(joined)]:  # Older databases have no outcomes in it.
            raise HouseError(f"link {name!r}: its meters, or what wins them, are not those of this table", "meters")


def _outcomes(game: Game, number: int) -> list[list[Any]]:
    """The outcomes that pay a meter: wager, line and name of each."""
    return [
        [wager.name, place, line.pays.outcomes(outcome).name]
        for wager in game.wagers
        for place, line in enumerate(wager.lines)
        for outcome, pay in line.pays.pays.items()
        if pay == Meter(number)
    ]


def close_table(batch: Batch, caller: Caller, action: CloseTable) -> Answer:
    """Closes a table, or has it close after the round in play."""
    live = batch.live(action.table)
    if not (live.is_private and caller.account == live.opened_by):
        check_supervisor(caller)
    if live.status in (CLOSED, CLOSING):
        raise RoomError(f"table {live.id} is {live.status} already", "closed")
    _check_note(action.note)
    live.status = CLOSING
    batch.tell(live, {"type": "closing"})
    if not live.table.is_playing:
        close(batch, live)
    batch.chain.add("table-closed", caller.account, live.id, {"note": action.note, "status": live.status})
    return Answer(200, {"id": live.id, "status": live.status, "seq": live.seq})


def change_table(batch: Batch, caller: Caller, action: ChangeTable) -> Answer:
    """Changes limits and times between rounds."""
    check_supervisor(caller)
    live = batch.live(action.table, must_be_open=True)
    if live.table.is_playing or live.table.bets:
        raise RoomError(f"table {live.id} has bets on it; change it between rounds", "closed")
    _check_note(action.note)
    wanted = {name: getattr(action, name) for name in CHANGEABLE if getattr(action, name) is not None}
    before = {name: getattr(live.opening, name) for name in wanted}
    opening = replace(live.opening, **wanted)
    house = House(opening.step_cents, opening.limit_cents)
    house.check_game(live.game)
    live.opening, live.opening_text, live.table.house = opening, opening_text(opening), house
    live.table.bet_ms, live.table.decide_ms = opening.bet_ms, opening.decide_ms
    told = {"step": dollars(opening.step_cents), "limit": dollars(opening.limit_cents)}
    batch.tell(live, {"type": "changed", **told, "bet_ms": opening.bet_ms, "decide_ms": opening.decide_ms})
    batch.chain.add(
        "parameter-change", caller.account, live.id, {"before": before, "after": wanted, "note": action.note}
    )
    return Answer(200, {"id": live.id, "seq": live.seq, **opening_json(live)})


def void(batch: Batch, caller: Caller, action: VoidRound) -> Answer:
    """Voids a round at whatever phase it is."""
    check_supervisor(caller)
    if action.reason not in REASONS:
        raise RequestError(f"no reason {action.reason!r} for a void: give {one_of(REASONS)}")
    if action.reason == OTHER:
        _check_note(action.note)
    table = table_of_round(action.round)
    if table not in batch.tables:
        raise RoomError(f"no round {action.round!r}", "round-unknown")
    live = batch.live(table)
    void_round(batch, live, action.round, action.reason, action.note)
    body = {"reason": action.reason, "note": action.note}
    batch.chain.add("void", caller.account, action.round, body)
    return Answer(200, {"round": action.round, "status": "voided", "reason": action.reason, "seq": live.seq})


def make_account(batch: Batch, caller: Caller, action: MakeAccount, id: str) -> Answer:
    """Makes an account, and pays its first play money in."""
    if action.role not in ("guest", "player"):
        check_supervisor(caller)
    batch.put_person(Person(id, action.name, action.role, action.password_hash, batch.now_ms))
    cents = batch.room.cashier.starting_cents(action.role, action.cents) if action.cents else 0
    if cents:
        ledger.deposit(batch.book, id, "start", cents, "play money to start with")
    batch.chain.add("account-made", caller.account, id, {"name": action.name, "role": action.role})
    balance = dollars(batch.balance(id))
    return Answer(201, {"account": id, "name": action.name, "role": action.role, "balance": balance})


def claim_account(batch: Batch, caller: Caller, action: ClaimAccount) -> Answer:
    """Gives the caller's own account, a guest's, a name and a password."""
    person = batch.person(caller.account)
    if person.role != "guest":
        raise AuthError(f"the account {person.name} has a password already; only a guest's can be given one")
    batch.put_person(replace(person, name=action.name, role="player", password_hash=action.password_hash))
    batch.chain.add("account-claimed", caller.account, person.id, {"before": person.name, "name": action.name})
    return Answer(200, {"account": person.id, "name": action.name, "role": "player"})


def disable_account(batch: Batch, caller: Caller, action: DisableAccount) -> Answer:
    """Disables an account: its seats become free, those in a round when it ends."""
    check_supervisor(caller)
    person = batch.person(action.account)
    _check_note(action.note)
    batch.put_person(replace(person, disabled=True))
    for live in batch.tables.values():
        for seat in [seat for seat, account in live.table.accounts.items() if account == action.account]:
            if seat not in live.table.leaving:
                carry_out(batch, live, commands.Leave(seat))
        bots.act(batch, live)
    batch.chain.add("account-disabled", caller.account, action.account, {"note": action.note})
    return Answer(200, {"account": action.account, "disabled": True})


def enable_account(batch: Batch, caller: Caller, action: EnableAccount) -> Answer:
    """Lets a disabled account play again."""
    check_supervisor(caller)
    person = batch.person(action.account)
    _check_note(action.note)
    batch.put_person(replace(person, disabled=False))
    batch.chain.add("account-enabled", caller.account, action.account, {"note": action.note})
    return Answer(200, {"account": action.account, "disabled": False})


def deposit(batch: Batch, caller: Caller, action: Deposit, key: str) -> Answer:
    """Pays play money in; `key` is that of the request."""
    return _cashier(batch, caller, action, key)


def withdraw(batch: Batch, caller: Caller, action: Withdraw, key: str) -> Answer:
    """Pays play money out; `key` is that of the request."""
    return _cashier(batch, caller, action, key)


def _cashier(batch: Batch, caller: Caller, action: Deposit | Withdraw, key: str) -> Answer:
    check_supervisor(caller)
    batch.person(action.account)
    if action.cents <= 0:
        raise RequestError(f"{dollars(action.cents)} cannot be paid in or out; give more than 0.00")
    is_in = isinstance(action, Deposit)
    move, kind = (ledger.deposit, "deposit") if is_in else (ledger.withdraw, "withdrawal")
    mark = batch.book.mark()
    # The key is the caller's own choice, so two supervisors may happen on the same one.
    entry = move(batch.book, action.account, f"{caller.account}:{key}", action.cents, action.note)
    # Asked last: what the room itself refuses never reaches the cashier.
    signed_cents = action.cents if is_in else -action.cents
    asked = Transfer(entry.id, action.account, signed_cents, caller.account, action.note)
    refusal = batch.room.cashier.refusal(asked)
    if refusal:
        batch.book.rollback(mark)
        raise FundsError(refusal, "cashier")
    batch.changes += 1
    body = {"amount": dollars(action.cents), "note": action.note, "entry": entry.id}
    batch.chain.add(kind, caller.account, action.account, body)
    return Answer(
        201, {"account": action.account, "balance": dollars(batch.balance(action.account)), "entry": entry.id}
    )


def adjust_meter(batch: Batch, caller: Caller, action: AdjustMeter, key: str) -> Answer:
    """Changes a meter by hand, against the cashier's account."""
    check_supervisor(caller)
    _check_note(action.note)
    if batch.book.entry(f"seed:{action.link}:{action.number}") is None:
        raise RoomError(f"no meter {action.number} of link {action.link!r}", "unknown")
    name = ledger.meter(action.link, action.number)
    if batch.book.balance(name) + action.cents < 0:
        raise RequestError(f"meter {action.number} of link {action.link!r} would be below 0.00")
    id = f"meter:{action.link}:{action.number}:{caller.account}:{key}"
    ledger.change_meter(
        batch.book,
        id,
        action.link,
        action.number,
        action.cents,
        source=ledger.CASHIER,
        kind="adjustment",
        note=action.note,
    )
    batch.changes += 1
    body = {"link": action.link, "number": action.number, "change": dollars(action.cents), "note": action.note}
    batch.chain.add("meter-change", caller.account, name, body)
    return Answer(200, {"link": action.link, "number": action.number, "amount": dollars(batch.book.balance(name))})


def note(batch: Batch, caller: Caller, action: Note) -> Answer:
    """Takes something down in the audit log; the card room itself asks."""
    if caller.role != SYSTEM:
        raise AuthError("only the card room itself writes into the audit log")
    body: Mapping[str, Any] = action.body
    batch.chain.add(action.kind, caller.account, action.subject, body)
    batch.changes += 1
    return Answer(200, {})


def _check_note(text: str) -> None:
    if not text.strip():
        raise RequestError("a reason is needed: give it as the note")
