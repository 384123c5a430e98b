"""SPADEZ on Louisiana Stud, a host that its rules name."""

from pitboss import games
from pitboss.core.game import Show
from tests.games.spadez.hosted import check_folded_cards_count
from tests.support.rounds import cited

NAME = "louisiana-stud+spadez"


def test_every_community_card_is_shown_and_five_cards_decide_the_column():
    for table in "AB":
        game = games.build(NAME, {"spadez": table})
        assert [step.pile for step in game.steps if isinstance(step, Show)][-1] == "fifth_card"
        pays = game.wager["spadez"].lines[0].pays
        assert (pays.grid, pays.column) == (table, "5")


def test_ruling_s3_all_cards_of_the_host_count_folded_or_not():
    check_folded_cards_count(NAME)


def test_on_a_host_it_is_said_whose_rules_they_are():
    assert cited(
        f"game {NAME}",
        "bet seat 1 ante 10 spadez 5",
        "deal player 1 Ks 3s",
        "deal third_card 9s",
        "deal fourth_card 9d",
        "deal fifth_card 2s",
        "choose 1 third fold",
    ) == ["rules 4 to 6, ruling H13 of louisiana-stud", "rules 2 and 4, ruling S3 of spadez"]
