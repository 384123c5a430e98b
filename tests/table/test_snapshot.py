"""A table as JSON and back, at every moment of a round, on the toy game."""

import json
import random

from pitboss.core.settle import House
from pitboss.table.commands import Leave, MakeChoice, PlaceBets, Sit, SitOut
from pitboss.table.shoe import Shoe
from pitboss.table.snapshot import EventTexts, restore_table, table_text
from pitboss.table.table import Table
from pitboss.table.wallet import Chips
from tests.support.toy import Swap, toy

GAME = toy()


def table_of(chips: Chips) -> Table:
    return Table(GAME, House(), Shoe(GAME, seats=3, seed=7), chips, seats=3, bet_ms=20_000, decide_ms=30_000)


def restored(table: Table, text: str) -> Table:
    """The table of a text, with the order of the cards that the first one deals from."""
    again = Table(GAME, House(), Shoe(GAME, seats=3, seed=7), table.wallet, seats=3, bet_ms=20_000, decide_ms=30_000)
    state = json.loads(text)
    again.shoe.lay(table.shoe._order or list(GAME.deck), state["dealt"])
    restore_table(again, state)
    return again


def test_a_table_reads_back_as_it_was_at_every_step():
    table = table_of(Chips(dict.fromkeys("abc", 10_000)))
    texts = EventTexts()
    commands = [
        *(Sit(seat, "abc"[seat - 1]) for seat in (1, 2, 3)),
        PlaceBets(1, {"ante": 500}),
        PlaceBets(1, {"ante": 700, "side": 700, "lucky": 500}),
        SitOut(3),
        PlaceBets(2, {"ante": 300}),
        MakeChoice(1, "swap", Swap.SWAP),
        Leave(1),
        MakeChoice(2, "swap", Swap.KEEP),
        PlaceBets(2, {"ante": 300}),
    ]
    for now, command in enumerate(commands):
        table.apply(command, 1000 * now)
        text = table_text(table, texts)
        assert text == table_text(table)
        again = restored(table, text)
        assert table_text(again) == text
        assert (again.phase, again.deadline_ms, again.bets) == (table.phase, table.deadline_ms, table.bets)
        assert (again.round and again.round.events) == (table.round and table.round.events)
        assert again.holds == table.holds
    assert table.number == 2
    assert table.accounts == {2: "b", 3: "c"}


def test_a_state_holds_no_card_that_is_not_dealt():
    table = table_of(Chips(dict.fromkeys("abc", 10_000)))
    for command in (Sit(1, "a"), PlaceBets(1, {"ante": 500})):
        table.apply(command, 0)
    text = table_text(table)
    undealt = set(table.shoe)
    assert len(undealt) == 48
    assert not [card for card in undealt if f'"{card}"' in text]


def test_texts_of_another_round_are_not_reused():
    chips = Chips(dict.fromkeys("abc", 10_000))
    table, texts = table_of(chips), EventTexts()
    table.apply(Sit(1, "a"), 0)
    source = random.Random(1)
    for _ in range(5):
        table.apply(PlaceBets(1, {"ante": 100 * source.randint(1, 9)}), 0)
        assert table_text(table, texts) == table_text(table)
        table.apply(MakeChoice(1, "swap", Swap.KEEP), 0)
        assert table_text(table, texts) == table_text(table)
