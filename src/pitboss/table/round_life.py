"""The life of a round at a card room's table: committed, bet on, dealt, settled or voided, recorded, revealed.

`carry_out` applies one command to a table, then does everything that follows from its events: entries in the book,
records of the round and its seats, sums of what was played, significant events, the reveal, and the next commitment.
"""

import json
from collections.abc import Sequence
from dataclasses import replace

from pitboss.core.codec import read_event, round_json
from pitboss.core.errors import PitbossError, RoomError
from pitboss.core.money import dollars
from pitboss.core.round import Round
from pitboss.table import events as told
from pitboss.table import ledger
from pitboss.table.audit import canonical_json, sha256
from pitboss.table.batch import Batch
from pitboss.table.commands import Command, Leave, Void
from pitboss.table.events import TableEvent
from pitboss.table.live_table import CLOSED, CLOSING, LiveTable
from pitboss.table.played_sums import round_sums
from pitboss.table.proof import meters_json
from pitboss.table.records import RoundRecord, SeatRecord
from pitboss.table.round_reports import settlement_of
from pitboss.table.table import Table
from pitboss.table.views import event_body

SETTLED, VOIDED = "settled", "voided"
CLOSED_REASON = "closed"
"""The reason under which bets go back that lie on a table when it closes."""


def carry_out(batch: Batch, live: LiveTable, command: Command, note: str = "") -> tuple[TableEvent, ...]:
    """Applies a command to a table, and does all that follows; `note` goes with a void."""
    table = live.table
    number, before, mark = table.number, table.round if table.is_playing else None, _mark(table)
    try:
        events = table.apply(command, batch.now_ms)
    except PitbossError:
        batch.changes += _mark(table) != mark  # Refused half-way, such as by the second of two defaults.
        raise
    batch.changes += 1
    batch.touched.add(live.id)
    round_id: str | None = live.round_id(number)
    link = live.link.name if live.link else None
    for event in events:
        body = event_body(live.game, event, table.players, live.round_id, link)
        if isinstance(event, told.BetsPlaced):
            _open_round(batch, live, number)
        elif isinstance(event, told.Shuffled):
            assert live.shuffle is not None
            batch.shuffles[live.shuffle.id] = live.shuffle
            seeds = json.loads(live.shuffle.client_seeds)
            body |= {"shuffle": live.shuffle.id, "commitment": live.shuffle.commitment, "client_seeds": seeds}
        elif isinstance(event, told.RoundBegan):
            _begin_round(batch, live, events)
        elif isinstance(event, told.Left):
            live.client_seeds.pop(event.seat, None)
        elif isinstance(event, told.RoundVoided):
            _void_in_play(batch, live, event, before, note)
        batch.tell(live, body, None if isinstance(event, told.Seated | told.Left | told.Leaving) else round_id)
        if isinstance(event, told.RoundOver):
            _settle_round(batch, live, number, events)
    if table.number != number:
        end_round(batch, live)
    return events


def _mark(table: Table) -> tuple[object, ...]:
    """Changes whenever a command has changed a table."""
    played = table.round
    sizes = len(table.accounts), len(table.bets), len(table.sitting_out), len(table.leaving)
    return table.number, table.since_ms, table.shoe.dealt, table.shoe.shuffles, played and len(played.events), sizes


def _open_round(batch: Batch, live: LiveTable, number: int) -> None:
    """Takes down a round when the first bet on it is placed."""
    if live.round is None:
        assert live.shuffle is not None
        id, opened = live.round_id(number), batch.now_ms
        live.round = RoundRecord(id, live.id, number, live.game.name, "open", live.shuffle.id, 0, "", "[]", opened)
        batch.put_round(live.round)


def _begin_round(batch: Batch, live: LiveTable, events: Sequence[TableEvent]) -> None:
    """Takes down where in the shuffled deck a round begins, and whose its seats are."""
    dealt = sum(event.count for event in events if isinstance(event, told.CardsDealt))
    assert live.round is not None
    assert live.shuffle is not None
    live.round = replace(live.round, shuffle=live.shuffle.id, first_card=live.table.shoe.dealt - dealt)
    batch.put_round(live.round)
    began = next(event for event in events if isinstance(event, told.RoundBegan))
    for seat, stakes in began.bets.items():
        staked = sum(stakes.values())
        batch.seats[live.round.id, seat] = SeatRecord(live.round.id, seat, live.table.players[seat], staked)


def _settle_round(batch: Batch, live: LiveTable, number: int, events: Sequence[TableEvent]) -> None:
    """Books the end of a round, and writes its record, its seats and the sums of what was played."""
    played, record = live.table.round, live.round
    assert played is not None
    assert record is not None
    lines = [event.line for event in events if isinstance(event, told.Settled)]
    moves = [event.move for event in events if isinstance(event, told.MeterMoved) and event.move.awards]
    meters = live.link.meters() if live.link else ()
    live.wallet.settle(
        number,
        commission_cents=sum(line.commission_cents for line in lines),
        link=live.link.name if live.link else "",
        moves=moves,
    )
    document = canonical_json(round_json(played))
    batch.put_round(
        replace(
            record, status=SETTLED, document=document, meters=canonical_json(meters_json(meters)), ended_ms=batch.now_ms
        )
    )
    over = next(event for event in events if isinstance(event, told.RoundOver))
    stakes = played.stakes()
    for seat, net in over.net_cents.items():
        account, staked = live.table.players[seat], sum(stakes[seat].values())
        batch.seats[record.id, seat] = SeatRecord(record.id, seat, account, staked, staked + net)
        if net >= batch.room.large_win_cents:
            body = {"round": record.id, "seat": seat, "net": dollars(net)}
            batch.chain.add("large-win", account, record.id, body)
    batch.add_played(live, round_sums(live.id, played, live.table.players, lines))
    for move in moves:
        paid = [[award.seat, dollars(award.paid_cents)] for award in move.awards]
        body = {"link": live.link.name if live.link else "", "number": move.before.number, "awards": paid}
        batch.chain.add("meter-change", "system", record.id, body)


def _void_in_play(batch: Batch, live: LiveTable, event: told.RoundVoided, played: Round | None, note: str) -> None:
    """Reverses everything that a round has booked, and writes its one end."""
    record = live.round
    assert record is not None
    _book_void(batch, record.id, note or event.reason)
    document = canonical_json(round_json(played or Round(live.game)))
    _write_void(batch, replace(record, document=document), event.reason)


def _book_void(batch: Batch, round_id: str, note: str) -> None:
    movements = [
        *batch.transaction.movements_of_round(round_id),
        *(each for each in batch.book.movements if each.round == round_id),
    ]
    ledger.void(batch.book, round_id, batch.entries_of(round_id), movements, note)


def _write_void(batch: Batch, record: RoundRecord, reason: str) -> None:
    batch.put_round(replace(record, status=VOIDED, ended_ms=batch.now_ms, void_reason=reason))
    known = {each.seat: each for each in batch.transaction.seats(record.id)}
    known |= {seat: each for (round_id, seat), each in batch.seats.items() if round_id == record.id}
    for seat, each in known.items():
        batch.seats[record.id, seat] = replace(each, returned_cents=each.staked_cents)


def void_round(batch: Batch, live: LiveTable, round_id: str, reason: str, note: str) -> None:
    """Voids a round of a table at whatever phase it is, the ledger exactly as before it."""
    words = f"{reason}: {note}" if note else reason
    if live.current_round == round_id and (live.table.is_playing or live.table.bets):
        carry_out(batch, live, Void(reason), words)
        return
    record = batch.rounds.get(round_id) or batch.transaction.rounds([round_id]).get(round_id)
    if record is None:
        raise RoomError(f"no round {round_id!r}", "round-unknown")
    if record.status == VOIDED:
        raise RoomError(f"round {round_id} is void already: {record.void_reason}", "voided")
    if record.status != SETTLED:
        raise RoomError(f"round {round_id} has no bets to give back", "round-unknown")
    _book_void(batch, round_id, words)
    played = Round(live.game)
    for event in json.loads(record.document)["events"]:
        played = played.after(read_event(live.game, event))
    settlement = settlement_of(record, played)
    seats = {each.seat: each for each in batch.transaction.seats(round_id)}
    seats |= {seat: each for (id, seat), each in batch.seats.items() if id == round_id}
    accounts = {seat: each.account for seat, each in seats.items()}
    batch.add_played(live, round_sums(live.id, played, accounts, settlement.lines, -1))
    _write_void(batch, record, reason)
    batch.tell(live, {"type": "voided", "round": round_id, "number": record.number, "reason": reason}, round_id)


def end_round(batch: Batch, live: LiveTable) -> None:
    """After a round: closes a table that was closing, reveals what no round uses any more, commits to the next."""
    live.round = None
    if live.status == CLOSING:
        close(batch, live)
        return
    reveal(batch, live)
    commit(batch, live)


def reveal(batch: Batch, live: LiveTable) -> None:
    """Reveals the seed of a shuffle that no round uses any more."""
    shuffle = live.reveal()
    if shuffle is not None:
        batch.shuffles[shuffle.id] = shuffle
        body = {"type": "revealed", "shuffle": shuffle.id, "seed": shuffle.seed}
        batch.tell(live, {**body, "client_seeds": json.loads(shuffle.client_seeds)})


def commit(batch: Batch, live: LiveTable) -> None:
    """Commits to the next shuffle, where the next round begins with one."""
    shuffle = live.commit(batch.room.key, batch.room.entropy)
    if shuffle is not None:
        batch.shuffles[shuffle.id] = shuffle
        body = {"type": "committed", "shuffle": shuffle.id, "commitment": shuffle.commitment}
        batch.tell(live, {**body, "round": live.current_round, "sealed": sha256(shuffle.sealed_seed)})


def close(batch: Batch, live: LiveTable) -> None:
    """Closes a table at which no round is played: bets go back, seats become free, and the shoe is revealed."""
    if live.table.bets:
        live.status = CLOSING
        carry_out(batch, live, Void(CLOSED_REASON))  # Comes back here once the bets have gone.
        return
    if live.round is not None:  # All its bets were taken back.
        _write_void(batch, replace(live.round, document=canonical_json(round_json(Round(live.game)))), CLOSED_REASON)
        live.round = None
    live.status = CLOSED
    for seat in sorted(live.table.accounts):
        carry_out(batch, live, Leave(seat))
    reveal(batch, live)
    batch.tell(live, {"type": "closed"})
