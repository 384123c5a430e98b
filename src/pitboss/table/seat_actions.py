"""What players ask of a table: sit, bet, choose, leave, look. Each checks who asks, then has the table do it."""

from typing import Any

from pitboss.core.codec import read_option
from pitboss.core.errors import AuthError, BetError, ChoiceError, RoomError, TurnError, unknown
from pitboss.core.money import dollars
from pitboss.table import bots, commands
from pitboss.table.batch import Batch
from pitboss.table.live_table import OPEN, LiveTable, opening_json
from pitboss.table.requests import (
    SYSTEM,
    Answer,
    Bet,
    Caller,
    CallTime,
    Choose,
    Look,
    Rebet,
    SetClientSeed,
    SitDown,
    SitRoundOut,
    StandUp,
    TakeBetBack,
)
from pitboss.table.round_life import carry_out
from pitboss.table.shuffle import check_client_seed
from pitboss.table.views import meters_json, table_view

PLAYERS = ("guest", "player", "supervisor")
"""The roles that may sit at a table."""


def check_player(caller: Caller) -> None:
    """Refuses roles that do not play."""
    if caller.role not in PLAYERS:
        raise AuthError(f"{caller.role} {caller.account} may look on, not play")


def _own(live: LiveTable, caller: Caller, seat: int) -> None:
    """Refuses a seat that does not exist, is empty, or is somebody else's."""
    check_player(caller)
    if not 1 <= seat <= live.table.seats:
        raise TurnError(f"no seat {seat}: this table has seats 1 to {live.table.seats}", "no-seat")
    if seat not in live.table.accounts:
        raise TurnError(f"nobody sits in seat {seat}", "seat-empty")
    if live.table.accounts[seat] != caller.account:
        raise AuthError(f"seat {seat} is not yours", "not-your-seat")


def _answer(batch: Batch, live: LiveTable, caller: Caller, seat: int, round_id: str) -> Answer:
    balance = dollars(batch.balance(caller.account))
    return Answer(200, {"table": live.id, "seat": seat, "round": round_id, "seq": live.seq, "balance": balance})


def _play(batch: Batch, live: LiveTable, caller: Caller, seat: int, command: commands.Command) -> Answer:
    """Has the table carry out a seat's command, and its bots what follows."""
    round_id = live.current_round
    carry_out(batch, live, command)
    bots.act(batch, live)
    return _answer(batch, live, caller, seat, round_id)


def sit_down(batch: Batch, caller: Caller, action: SitDown) -> Answer:
    """Seats the caller."""
    check_player(caller)
    live = batch.live(action.table, must_be_open=True)
    if live.is_private and caller.account != live.opened_by and caller.role != "supervisor":
        raise AuthError(f"table {live.id} is private; only the account that opened it may sit there")
    if action.client_seed is not None:
        check_client_seed(action.client_seed)
    taken = {*live.table.accounts, *(int(seat) for seat in live.opening.bots)}
    seat = action.seat
    if seat is None:
        seat = next((each for each in range(1, live.table.seats + 1) if each not in taken), None)
        if seat is None:
            raise RoomError(f"table {live.id} has no free seat", "full")
    round_id = live.current_round
    carry_out(batch, live, commands.Sit(seat, caller.account))
    if action.client_seed is not None:
        _seed(batch, live, seat, action.client_seed)
    answer = _answer(batch, live, caller, seat, round_id)
    return Answer(201, answer.body)


def _seed(batch: Batch, live: LiveTable, seat: int, text: str | None) -> None:
    if text is None:
        live.client_seeds.pop(seat, None)
    else:
        live.client_seeds[seat] = text
    batch.tell(live, {"type": "client-seed", "seat": seat})


def set_client_seed(batch: Batch, caller: Caller, action: SetClientSeed) -> Answer:
    """Takes down the caller's own seed for the next shuffle."""
    live = batch.live(action.table, must_be_open=True)
    _own(live, caller, action.seat)
    if action.client_seed is not None:
        check_client_seed(action.client_seed)
    _seed(batch, live, action.seat, action.client_seed)
    return _answer(batch, live, caller, action.seat, live.current_round)


def stand_up(batch: Batch, caller: Caller, action: StandUp) -> Answer:
    """A seat's own account leaves it, or a supervisor frees it."""
    live = batch.live(action.table)
    if caller.role != "supervisor":
        _own(live, caller, action.seat)
    elif str(action.seat) in live.opening.bots:
        raise TurnError(f"seat {action.seat} is a bot's; it stays while the table is open", "seat-taken")
    return _play(batch, live, caller, action.seat, commands.Leave(action.seat))


def bet(batch: Batch, caller: Caller, action: Bet) -> Answer:
    """Places a seat's bets."""
    live = batch.live(action.table, must_be_open=True)
    _own(live, caller, action.seat)
    return _play(batch, live, caller, action.seat, commands.PlaceBets(action.seat, dict(action.bets)))


def rebet(batch: Batch, caller: Caller, action: Rebet) -> Answer:
    """Places a seat's last bets again."""
    live = batch.live(action.table, must_be_open=True)
    _own(live, caller, action.seat)
    last = live.table.last_bets.get(action.seat)
    if last is None:
        raise BetError(f"seat {action.seat} has not bet before; there is nothing to repeat", "nothing-to-repeat")
    return _play(batch, live, caller, action.seat, commands.PlaceBets(action.seat, dict(last)))


def take_bet_back(batch: Batch, caller: Caller, action: TakeBetBack) -> Answer:
    """Gives a seat's bets back."""
    live = batch.live(action.table)
    _own(live, caller, action.seat)
    return _play(batch, live, caller, action.seat, commands.TakeBack(action.seat))


def sit_round_out(batch: Batch, caller: Caller, action: SitRoundOut) -> Answer:
    """Leaves a seat out of the next round."""
    live = batch.live(action.table, must_be_open=True)
    _own(live, caller, action.seat)
    return _play(batch, live, caller, action.seat, commands.SitOut(action.seat))


def choose(batch: Batch, caller: Caller, action: Choose) -> Answer:
    """Makes a seat's choice."""
    live = batch.live(action.table)
    _own(live, caller, action.seat)
    if action.choice not in live.game.choices:
        none = f"no choice {action.choice!r}: {live.game.name} has none"
        raise ChoiceError(unknown("choice", action.choice, live.game.choices) if live.game.choices else none, "unknown")
    option = action.option
    if isinstance(option, str | list):
        option = read_option(live.game.choices[action.choice], option)
    return _play(batch, live, caller, action.seat, commands.MakeChoice(action.seat, action.choice, option))


def call_time(batch: Batch, caller: Caller, action: CallTime) -> Answer:
    """The time of a table is up: bots bet, then silent seats sit out or are played by the published default."""
    if caller.role != SYSTEM:
        raise AuthError("only the card room itself calls a table to time")
    live = batch.live(action.table)
    deadline = live.table.deadline_ms
    if deadline is None or batch.now_ms < deadline:
        left = "no limit" if deadline is None else f"{deadline - batch.now_ms} ms left"
        raise TurnError(f"table {live.id} has {left}", "too-early")
    round_id = live.current_round
    if not live.table.is_playing and live.status == OPEN:
        bots.act(batch, live, time_is_up=True)
    # Where the bots' bets were the last, the round has begun and everybody has a new time to choose in.
    late = live.table.deadline_ms
    if live.current_round == round_id and late is not None and batch.now_ms >= late:
        carry_out(batch, live, commands.CallTime())
        bots.act(batch, live)
    return Answer(200, {"table": live.id, "round": round_id, "seq": live.seq})


def look(batch: Batch, caller: Caller, action: Look) -> Answer:
    """Shows the table as the caller may see it."""
    return Answer(200, view(batch.live(action.table), caller.account))


def view(live: LiveTable, account: str | None) -> dict[str, Any]:
    """A table as an account may see it, with its ids, its commitment, its meters and how it was opened."""
    return {
        "id": live.id,
        "game": live.opening.game,
        "status": live.status,
        "private": live.is_private,
        "seq": live.seq,
        "round": live.current_round,
        "shuffle": live.shuffle.id if live.shuffle else None,
        "commitment": live.shuffle.commitment if live.shuffle else None,
        "meters": meters_json(live.link.meters()) if live.link else [],
        "opening": opening_json(live),
        **table_view(live.table, account),
    }
