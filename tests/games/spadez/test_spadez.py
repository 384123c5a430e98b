"""SPADEZ alone and on hosts, sentence by sentence."""

import itertools
import random
import re
from dataclasses import replace

import pytest

from pitboss import games
from pitboss.core.cards import ONE_JOKER, SPADES, card_text, suit
from pitboss.core.errors import GridError, OptionError, PitbossError
from pitboss.core.game import Deal, Face, Place, Show
from pitboss.core.options import Options
from pitboss.core.settle import settle_round
from tests.games.spadez.hosted import (
    CUSTOM,
    check_example_table,
    check_folded_cards_count,
    check_folders_show_nothing,
    check_not_carried,
    check_own_table,
    check_printed_name,
)
from tests.games.spadez.reach import dealt
from tests.support.command import pitboss
from tests.support.rounds import cited, random_round
from tests.support.toy import toy

# The text's rows, read off a second time: cards 5 to 12 from the left, spades from the top.
PRINTED_A = """
12                                     1000
11                                1000  500
10                           1000  400  300
9                      1000   400  300  100
8                 300   300   200  100   75
7            300  100   100   100   50   30
6       300  100   35    30    15   10   20
5  100   50   15   15    10     4    3    1
4   30   10    4    7     3     2    1    L
3    6    3    2    L     L     L    L    L
"""
PRINTED_B = """
12                                     1000
11                                1000  400
10                            100  500  200
9                       100   100  300  100
8                 200   100   100  100   50
7            100  100   100    50   40   25
6       100   50   30    35    20   15   10
5   75   30   15    8    10     5    2    4
4   25    8    5    3     3     2    1    L
3    7    4    2    1     L     L    L    L
"""
PRINTED_JOKER = {
    "A": (1000, 500, 300, 200, 100, 50, 25, 12, 5, None),
    "B": (200, 200, 200, 200, 100, 50, 25, 6, 3, 1),
    "C": (1000, 500, 300, 200, 100, 50, 20, 6, 3, 1),
    "D": (200, 200, 200, 200, 100, 50, 25, 15, 5, None),
    "E": (1000, 500, 300, 200, 100, 50, 20, 15, 5, None),
}


def net(cards: int, table: str, spades: int) -> int:
    (line,) = settle_round(dealt(cards, table, spades)).lines
    return line.net_cents


def test_rule_1_five_to_twelve_cards_or_fourteen_with_a_joker():
    for cards in (*range(5, 13), 14):
        game = games.build("spadez", {"cards": str(cards)})
        assert len(game.deck) == (53 if cards == 14 else 52)
        assert game.piles["cards"].count == cards
    for cards in ("4", "13", "15"):
        with pytest.raises(OptionError, match=f"cards cannot be '{cards}': give 5, 6, 7"):
            games.build("spadez", {"cards": cards})


def test_rule_2_the_spades_are_counted():
    source = random.Random(2)
    game = games.build("spadez", {"cards": "12"})
    for _ in range(200):
        played = random_round(game, source)
        for seat, ended in played.outcomes().items():
            literal = sum(card_text(card)[1] == "s" for card in played.state.piles["cards", seat])
            assert ended["spadez"][0].value == literal


def test_rule_3_the_joker_is_a_spade():
    played = dealt(14, "A", 1)
    assert "JK" in [card_text(card) for card in played.state.piles["cards", 1]]
    assert not any(suit(card) == SPADES for card in played.state.piles["cards", 1])
    assert played.outcomes()[1]["spadez"][0].name == "SPADES_1"


@pytest.mark.parametrize(("table", "printed"), [("A", PRINTED_A), ("B", PRINTED_B)])
def test_rule_4_the_standard_tables_as_printed(table: str, printed: str):
    for line in printed.strip().splitlines():
        spades, *cells = line.split()
        for cards, cell in zip(range(13 - len(cells), 13), cells, strict=True):
            assert net(cards, table, int(spades)) == (-500 if cell == "L" else 500 * int(cell)), (cards, spades)


def test_rule_5_every_dealer_card_is_shown(house):
    game = games.build("three-each+spadez")
    assert [step.pile for step in game.steps if isinstance(step, Show)][-1] == "dealer"


@pytest.mark.parametrize("table", PRINTED_JOKER)
def test_ruling_s1_merged_cells_hold_in_all_five_columns(table: str):
    for spades, cell in zip(range(14, 4, -1), PRINTED_JOKER[table], strict=True):
        assert net(14, table, spades) == (-500 if cell is None else 500 * cell)
    assert [net(14, table, spades) for spades in (11, 10, 9)] == [100_000, 50_000, 25_000]


def test_ruling_s2_counts_not_listed_lose_and_blanks_cannot_occur():
    for cards, table in itertools.product(range(5, 13), "AB"):
        assert [net(cards, table, spades) for spades in range(3)] == [-500] * 3
        pays = games.build("spadez", {"cards": str(cards), "table": table}).wagers[0].lines[0].pays
        assert sorted(pays.pays) == list(range(cards + 1))


def test_ruling_s3_all_cards_of_the_host_count_folded_or_not(house):
    check_folded_cards_count("three-each+spadez")


def test_ruling_s3_without_a_spadez_bet_a_table_of_folders_shows_nothing(house):
    check_folders_show_nothing("three-each+spadez")


def test_ruling_s4_the_total_of_the_host_decides_the_column(house):
    for table in "AB":
        pays = games.build("three-each+spadez", {"spadez": table}).wager["spadez"].lines[0].pays
        assert (pays.grid, pays.column) == (table, "6")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("draw-five+spadez", "SPADEZ cannot ride on draw-five: the number of its cards varies (player_card and dealer_card may stay undealt)"),
        ("high-card+spadez", "SPADEZ cannot ride on high-card: it has no column for 2 cards of a 52-card deck"),
        ("spadez+spadez", "spadez is a side wager and carries none"),
        ("three-each+draw-five", "draw-five does not ride on other games; spadez does"),
        ("three-each+spadess", "no game 'spadess'; did you mean 'spadez'?"),
        ("three-eac+spadez", "no game 'three-eac'; did you mean 'three-each'?"),
    ],
)  # fmt: skip
def test_ruling_s4_a_host_that_does_not_fit_is_refused_with_the_reason(house, name: str, reason: str):
    check_not_carried(name, reason)


def test_ruling_s4_every_game_found_carries_it_or_is_refused_with_a_reason():
    for name in games.find():
        if f"{name}+spadez" not in games.attached():
            with pytest.raises(
                PitbossError, match=r"the number of its cards varies|it has no column for|is a side wager"
            ):
                games.build(f"{name}+spadez")


def test_ruling_s4_a_joker_host_of_fourteen_gets_the_joker_tables():
    """A host of our own making: seven cards each from 53, as in Pai Gow."""
    steps = (
        Deal("player", 7, to=Place.SEAT, face=Face.DOWN),
        Deal("dealer", 7, to=Place.DEALER, face=Face.DOWN),
    )
    host = toy(deck=ONE_JOKER, steps=steps, wagers=(), words={})
    module = games.folder("spadez").module
    (option,) = module.attached_options(host)
    assert option.values.also == ("A", "B", "C", "D", "E")
    shipped = games.folder("spadez").options()
    setting = replace(shipped.settings["table"], name="spadez", default="E")
    game = module.attach(host, Options({"spadez": setting}, shipped.grids))
    assert (game.wager["spadez"].lines[0].pays.grid, game.wager["spadez"].lines[0].pays.column) == ("joker", "E")
    played = random_round(game, random.Random(5), seats=2)
    for seat, ended in played.outcomes().items():
        if "spadez" in ended:
            cards = [*played.state.piles["player", seat], *played.state.piles["dealer", 0]]
            assert ended["spadez"][0].value == sum(card_text(card)[1] in "sK" for card in cards)


def test_ruling_s5_thirteen_hosts_and_none_guessed():
    hosts = games.folder("spadez").hosts
    assert len(hosts) == 13
    totals = {host.title: host.total for host in hosts}
    assert totals == {
        "Pai Gow Poker": 14, "Dealer Open Pai Gow": 14, "Xtreme Hold'Em": 9, "Jackpot Hold'Em": 9, "3 Card Poker": 6,
        "4 Card Frenzy": 10, "Super 4 Poker": 10, "Take 2 Back": 5, "Tropical Stud Poker": 10, "Loaded Wild Stud Poker": None,
        "Louisiana Stud": 5, "Chase the Flush": 10, "Top Flush": None,
    }  # fmt: skip
    for host in hosts:
        numbers = [int(number) for number in re.findall(r"\d+", host.cards)]
        assert host.total in (None, sum(numbers))
        assert host.deck == {None: None, 14: 53}.get(host.total, 52)


def test_the_hosts_are_shown_with_their_status():
    for printed in (pitboss("games").stdout, pitboss("rules", "spadez").stdout):
        shown = " ".join(printed.split())
        assert "Pai Gow Poker: 7 player + 7 dealer, 14 of 53 cards; known total" in shown
        assert "Top Flush: total not established; unknown" in shown
        for name, both in games.attached().items():
            assert f"playable here as {name}{'; the printed rules do not name it' if both.caution else ''}" in shown


@pytest.mark.parametrize("name", ["HOST+spadez", "host+spadez"])
def test_the_word_for_any_host_typed_as_it_stands_names_the_hosts(name: str):
    with pytest.raises(
        OptionError, match=re.escape(f"{name}: write the game that spadez rides on in place of")
    ) as caught:
        games.build(name)
    assert all(each in str(caught.value) for each in games.attached() if each.endswith("+spadez"))


def test_tables_of_fourteen_cards_are_not_for_six():
    with pytest.raises(OptionError, match="table C is for 14 cards; with 6 cards give A or B"):
        games.build("spadez", {"table": "C"})


def test_a_table_of_ones_own(house):
    brought = games.Custom(CUSTOM, "mine.toml")
    assert games.build("spadez", custom=brought).options["table"] == "mine"
    check_own_table("three-each+spadez")
    other = (
        "its highest row with a pay is SPADES_6, so it is a table for 6 cards, and 7 are dealt; set the option cards=6"
    )
    with pytest.raises(GridError, match=re.escape(f"mine.toml [spadez], column mine: {other}")):
        games.build("spadez", {"cards": "7"}, brought)
    with pytest.raises(
        GridError, match=re.escape("row SPADES_5, column mine: can occur with 6 cards, so it needs a pay")
    ):
        games.build("spadez", custom=games.Custom(CUSTOM.replace("SPADES_5 50", "SPADES_5 -"), "mine.toml"))
    with pytest.raises(GridError, match="that name is taken"):
        games.build("spadez", custom=games.Custom(CUSTOM.replace("mine", "a"), "mine.toml"))


@pytest.mark.parametrize("cards", ["5", "9", "12"])
def test_a_renamed_column_says_how_many_cards_it_is_for(cards: str):
    """Ruling S4: six cards are never paid by the column of another total."""
    head, columns, rest = games.folder("spadez").paytables.partition("  5     6     7     8     9    10    11    12\n")
    brought = games.Custom(head + re.sub(rf"\b{cards}\b", "mine", columns, count=1) + rest, "mine.toml")
    said = (
        f"mine.toml [A], column mine: its highest row with a pay is SPADES_{cards}, so it is a table for {cards} cards"
    )
    with pytest.raises(GridError, match=re.escape(said)) as caught:
        games.build("spadez", custom=brought)
    assert (caught.value.code, f"set the option cards={cards} as well" in str(caught.value)) == ("grid/unused", True)
    pays = games.build("spadez", {"cards": cards}, brought).wager["spadez"].lines[0].pays
    assert (pays.column, max(pays.pays)) == ("mine", int(cards))


def test_the_example_in_the_pay_table_file_can_be_brought(house):
    for name in ("spadez", "three-each+spadez"):
        check_example_table(name)


def test_a_column_of_ones_own_in_a_printed_table_is_in_force(house):
    for name in ("spadez", "three-each+spadez"):
        check_printed_name(name)


def test_the_number_of_cards_is_a_number_in_json():
    assert games.build("spadez").options.as_json() == {"cards": 6, "table": "A"}


def test_a_settlement_cites_the_rulings_on_blank_cells():
    def spadez(cards: str, options: str = "") -> list[str]:
        return cited(f"game spadez {options}", "bet seat 1 spadez 5", f"deal cards 1 {cards}")

    assert spadez("As Ks Qs 2h 3h 4h") == ["rules 2 and 4, ruling S3"]
    assert spadez("As Ks Jh 2h 3h 4h") == ["rules 2 and 4, rulings S2 and S3"]
    joker = "cards=14 table=C"
    assert spadez("JK 2s 3s 4s 5s 6s 7s 8s 9s 2h 3h 4h 5h 6h", joker) == ["rules 2 to 4, rulings S1 and S3"]
    assert spadez("JK 2s 3s 4s 5s 6s 7s 8s 9h 2h 3h 4h 5h 6h", joker) == ["rules 2 to 4, ruling S3"]
    assert spadez("JK 2h 3h 4h 5h 6h 7h 8h 9h 2c 3c 4c 5c 6c", joker) == ["rules 2 to 4, rulings S2 and S3"]
