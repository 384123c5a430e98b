"""A card room in which everything has happened once: several games, meters, voids, a shoe, bots, open and closed tables."""

import random
from typing import Any

from pitboss.table import requests as asked
from pitboss.table.audit import write_vouched
from pitboss.table.records import SessionRecord, SignInFailures
from tests.support.card_room import ANN, BOB, BOSS, CardRoom, answers_asked, play_round, room, seated
from tests.support.cases import bringing, brought
from tests.support.rounds import random_bets


def busy_room(rounds: int = 2, **how: Any) -> CardRoom:
    """The room, with a table left open in mid-round, one between bets, and one closed."""
    made, source = room(seed=5, **how), random.Random(7)
    for caller in (ANN, BOB):
        made.done(BOSS, asked.Deposit(caller.account, 10_000_000, "for the night"))
    made.done(BOSS, asked.MakeAccount("Cleo", "player", "hash", 5_000))
    tables = [seated(made, game) for game in bringing("IN_A_BUSY_ROOM")]
    metered, options = brought("WITH_METERS")[0]
    linked = [seated(made, metered, options=options, link="ours") for _ in range(2)]
    played = [play_round(made, table, source) for table in (*tables, *linked) for _ in range(rounds)]
    made.done(BOSS, asked.AdjustMeter("ours", 1, 500, "a gift"))
    void_all(made, source, tables[0], played)
    made.done(ANN, asked.Bet(tables[1], 1, random_bets(made.live(tables[1]).game, source)))
    made.done(BOSS, asked.ChangeTable(tables[2], "a slow night", limit_cents=900_000))
    made.done(BOSS, asked.CloseTable(tables[2], "end of shift"))
    made.done(BOSS, asked.Withdraw(BOB.account, 1_000))
    leave_open(made, source, linked[0])
    sessions = [SessionRecord("ab" * 32, ANN.account, 1, 2), SignInFailures("name/ann", 2, 5)]
    with made.store.transaction() as transaction:
        write_vouched(transaction, sessions, "sign-in", "system", ANN.account, made.now_ms)
    made.floor.anchor(made.now_ms)
    made.done(BOSS, asked.Deposit(ANN.account, 100, "after the anchor"))
    return made


def void_all(made: CardRoom, source: random.Random, table: str, played: list[str]) -> None:
    """Voids a settled round without and one with meters, bets that lie on a table, and a round in play."""
    for id in (played[1], played[-1]):
        made.done(BOSS, asked.VoidRound(id, "misdeal", "a card was seen"))
    made.done(ANN, asked.Bet(table, 1, random_bets(made.live(table).game, source)))
    made.done(BOSS, asked.VoidRound(made.live(table).current_round, "other", "the lights went out"))
    leave_open(made, source, table)
    made.done(BOSS, asked.VoidRound(made.live(table).current_round, "exposed-card"))


def leave_open(made: CardRoom, source: random.Random, table: str) -> None:
    """Plays at a table until somebody is asked for a choice."""
    while not answers_asked(made, table):
        for caller, seat in ((ANN, 1), (BOB, 2)):
            if seat not in made.live(table).table.bets:
                made.done(caller, asked.Bet(table, seat, random_bets(made.live(table).game, source)))
