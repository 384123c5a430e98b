"""The clients of the simulation: each wants something now and then, and asks until it has an answer."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

from pitboss.core.codec import option_json
from pitboss.core.script import NeedChoice
from pitboss.table import requests as asked
from pitboss.table.live_table import LiveTable
from pitboss.table.requests import Action, Caller, Request
from tests.support.rounds import random_bets

PLAYERS = tuple(Caller(name, "player") for name in ("ann", "bob", "cat"))
BOSS = Caller("boss", "supervisor")
LINK = "ours"

View = Callable[[str], LiveTable | None]
"""The newest state of a table that some server has in memory: what a client has been shown."""


@dataclass
class Person:
    """One client: what it has asked and has no answer to yet, by key."""

    caller: Caller
    waiting: dict[str, Request] = field(default_factory=dict)
    numbers: count = field(default_factory=lambda: count(1))
    last: Request | None = None

    def wish(self, source: random.Random, tables: list[str], view: View) -> Request:
        """Something new that the client asks for; now and then a key of before, for something else."""
        make = _supervise if self.caller is BOSS else _play
        action = make(self.caller.account, source, source.choice(tables), view)
        key = f"k{next(self.numbers)}"
        if self.last is not None and source.random() < 0.02:
            key = self.last.key or key
        request = self.last = Request(self.caller, action, key)
        self.waiting[key] = request
        return request


def _play(account: str, source: random.Random, table: str, view: View) -> Action:
    live = view(table)
    seats = [] if live is None else [seat for seat, owner in live.table.accounts.items() if owner == account]
    if live is None or not seats:
        if source.random() < 0.15:
            return asked.Look(table)
        return asked.SitDown(table, source.choice((None, 1, 2)), source.choice((None, f"{account}-seed")))
    seat = source.choice(seats)
    chance = source.random()
    if chance < 0.05:
        return asked.StandUp(table, seat)
    if chance < 0.08:
        return asked.SetClientSeed(table, seat, source.choice((None, "mine", "other")))
    need = live.table.round.need() if live.table.round else None
    if isinstance(need, NeedChoice):
        mine = [each for each in need.legal if each in seats]
        if not mine:
            return asked.Look(table)
        seat = mine[0]
        option = source.choice(need.legal[seat])
        return asked.Choose(table, seat, need.name, option_json(live.game.choices[need.name], option))
    if seat in live.table.bets:
        return (
            asked.TakeBetBack(table, seat) if chance < 0.3 else asked.Bet(table, seat, random_bets(live.game, source))
        )
    if chance < 0.2:
        return asked.SitRoundOut(table, seat)
    if chance < 0.3:
        return asked.Rebet(table, seat)
    return asked.Bet(table, seat, random_bets(live.game, source))


def _supervise(_: str, source: random.Random, table: str, view: View) -> Action:
    live = view(table)
    account = source.choice(PLAYERS).account
    chance = source.random()
    if chance < 0.4:
        number = 1 if live is None else live.table.number
        back = source.choice((0, 0, 1, 1, 2))
        return asked.VoidRound(f"r_{table.removeprefix('t_')}_{max(1, number - back)}", "misdeal")
    if chance < 0.55:
        return asked.Deposit(account, 100 * source.randint(1, 50))
    if chance < 0.7:
        return asked.Withdraw(account, 100 * source.randint(1, 50))
    if chance < 0.78:
        return asked.AdjustMeter(LINK, 1, source.choice((-1000, 25)), "as the sign says")
    if chance < 0.81:
        return asked.DisableAccount(account, "asked to")
    if chance < 0.9:
        return asked.EnableAccount(account, "back")
    if chance < 0.94:
        return asked.ChangeTable(table, "evening", limit_cents=source.choice((5000, 1_000_000)))
    if chance < 0.96:
        return asked.MakeAccount(source.choice(("Dan", "dan", "Eve")), "player", cents=source.choice((0, 500)))
    if chance < 0.98:
        return asked.OpenTable("metered", link=LINK, bots={"3": "optimal"})
    return asked.CloseTable(table, "end of shift")
