"""SPADEZ on Super 4 Poker, a host that its rules name."""

from pitboss import games
from pitboss.core.game import Show
from tests.games.spadez.hosted import check_folded_cards_count, check_folders_show_nothing, check_own_table
from tests.support.rounds import cited

NAME = "super-4-poker+spadez"


def test_every_dealer_card_is_shown_and_ten_cards_decide_the_column():
    for table in "AB":
        game = games.build(NAME, {"spadez": table})
        assert [step.pile for step in game.steps if isinstance(step, Show)][-1] == "dealer"
        pays = game.wager["spadez"].lines[0].pays
        assert (pays.grid, pays.column) == (table, "10")


def test_ruling_s3_all_cards_of_the_host_count_folded_or_not():
    check_folded_cards_count(NAME)


def test_ruling_s3_without_a_spadez_bet_a_table_of_folders_shows_nothing():
    check_folders_show_nothing(NAME)


def test_a_table_of_ones_own():
    check_own_table(NAME, cards=10)


def test_on_a_host_it_is_said_whose_rules_they_are():
    assert cited(
        f"game {NAME}",
        "bet seat 1 ante 10 xtra 10 spadez 5",
        "deal player 1 As Ks 3s 2d 9c",
        "deal dealer Kh 3h 5c 7s 8s",
        "choose 1 play fold",
    ) == [
        "rule 4, ruling H24 of super-4-poker",
        "rule 4, ruling H24 of super-4-poker",
        "rules 2 and 4, ruling S3 of spadez",
    ]
