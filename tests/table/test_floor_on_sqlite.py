"""The floor over a SQLite file does what it does over the store in memory, also when the process dies in between."""

import random
from pathlib import Path

from pitboss.table import requests as asked
from pitboss.table.audit import first_fault
from pitboss.table.requests import Request
from pitboss.table.sql_store import SqlStore
from tests.support.card_room import ANN, BOSS, answers_asked, play_round, room, round_actions, seated


def test_rounds_over_a_file_are_those_in_memory(tmp_path: Path, game_name: str):
    url = f"sqlite:///{tmp_path / 'room.db'}"
    memory, file = room(seed=4), room(seed=4, store=SqlStore(url))
    tables = {seated(each, game_name) for each in (memory, file)}
    assert len(tables) == 1
    (table,) = tables
    sources = random.Random(game_name), random.Random(game_name)
    id = play_round(memory, table, sources[0])
    for number, (caller, action) in enumerate(round_actions(file, table, sources[1])):
        file.done(caller, action)
        if number in (1, 2):
            file.store.close()
            file.store = SqlStore(url)
            file.floor = file.new_floor()
            file.ask_all([Request(ANN, asked.Look(table))])
    assert file.store.events(table, 0) == memory.store.events(table, 0)
    for made in (memory, file):
        made.done(BOSS, asked.VoidRound(id, "misdeal"), "void")
        made.done(BOSS, asked.VoidRound(id, "misdeal"), "void")
    wanted = {name: cents for name, cents in memory.store.list_accounts().items() if cents}
    assert {name: cents for name, cents in file.store.list_accounts().items() if cents} == wanted
    assert file.store.list_tables() == memory.store.list_tables()
    assert file.store.list_rounds() == memory.store.list_rounds()
    assert file.store.list_played(table) == memory.store.list_played(table)
    assert file.store.list_audit(0) == memory.store.list_audit(0)
    assert first_fault(file.store.list_audit(0)) is None
    assert not answers_asked(file, table)
    file.store.close()
