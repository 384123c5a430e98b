"""SPADEZ on Chase the Flush, a host that its rules name."""

from pitboss import games
from pitboss.core.game import Show
from tests.games.spadez.hosted import (
    check_folded_cards_count,
    check_folders_show_nothing,
    check_own_table,
)
from tests.support.command import check_refused, pitboss
from tests.support.rounds import cited

NAME = "chase-the-flush+spadez"
FOLDED = ("--choose", "three_cards=check", "--choose", "five_cards=check", "--choose", "seven_cards=fold")


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


def test_the_host_is_shown_as_one_that_the_text_names():
    shown = " ".join(pitboss("rules", "spadez").stdout.split())
    assert "playable here as chase-the-flush+spadez" in shown
    assert "playable here as chase-the-flush+spadez; the printed rules do not name it" not in shown


def test_ruling_s3_a_fold_still_needs_the_dealers_cards_while_a_spadez_bet_stands():
    cards = ("--deal", "player=6s 4h 3d", "--deal", "first_two=2d 7c", "--deal", "last_two=Js Kd")
    folded = ("settle", NAME, "--bet", "ante=5", "--bet", "xtra=5", *FOLDED, *cards)
    assert pitboss(*folded).returncode == 0
    check_refused((*folded, "--bet", "spadez=1"), "dealer is dealt 3 cards in this round; none given")


def test_on_a_host_it_is_said_whose_rules_they_are():
    assert cited(
        f"game {NAME}",
        "bet seat 1 ante 10 xtra 10 spadez 5",
        "deal player 1 6s 4h 3d",
        "deal first_two 2d 7c",
        "deal last_two Js Kd",
        "deal dealer Kh 3h 5c",
        "choose 1 three_cards check",
        "choose 1 five_cards check",
        "choose 1 seven_cards fold",
    ) == [
        "rule 6 of chase-the-flush",
        "rule 6 of chase-the-flush",
        "rules 2 and 4, rulings S2 and S3 of spadez",
    ]
