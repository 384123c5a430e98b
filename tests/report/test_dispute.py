"""The dispute report of a round: cards, choices, grids, citations, and who did what when, on one page."""

import random

from pitboss import games
from pitboss.report.dispute import dispute_page
from pitboss.table import requests as asked
from pitboss.table.records import RoundRecord
from pitboss.table.round_reports import dispute
from tests.support.card_room import BOSS, play_round, room, seated
from tests.support.cases import bringing


def test_a_page_tells_everything_about_a_round(game_name: str):
    made = room()
    table = seated(made, game_name)
    id = play_round(made, table, random.Random(game_name))
    told = dispute(made.store, id, games.build)
    text = dispute_page(told, games.build).replace("<wbr>", "")  # Long words may be broken.
    assert f"<h1>Round {id}</h1>" in text
    cards = [card for each in told["events"] if each["type"] == "dealt" for card in each["cards"]]
    assert all(card in text for card in cards)
    assert "ruling" in text or "rule " in text
    assert "settle" in text
    assert "client seed of seat 1 ann-seed" in text
    assert "http" not in text.split("</head>")[1]
    for grid in made.live(table).game.pay_tables.values():
        assert grid.sha256 in text


def test_a_void_is_on_the_page_and_nobodys_text_becomes_markup():
    made = room()
    table = seated(made, bringing("PLAYED_AT_A_TABLE")[0])
    id = play_round(made, table, random.Random(1))
    made.done(BOSS, asked.VoidRound(id, "misdeal", "<script>alert(1)</script>"))
    text = dispute_page(dispute(made.store, id, games.build), games.build)
    assert "The round is void (misdeal): every stake went back." in text
    assert "<script" not in text
    assert made.store.found(RoundRecord, [id])[0].status == "voided"
