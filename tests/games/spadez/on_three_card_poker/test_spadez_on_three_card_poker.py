"""SPADEZ on 3 Card Poker, a host that its rules name."""

from fractions import Fraction
from math import comb

import pytest

from pitboss import games
from pitboss.core.game import Show
from pitboss.maths.exact.solver import best_question, solve
from pitboss.maths.tally.tally import figures, first_stakes, outcome_rows
from tests.games.spadez.hosted import (
    check_example_table,
    check_folded_cards_count,
    check_folders_show_nothing,
    check_own_table,
    check_printed_name,
)
from tests.games.three_card_poker.checked import check_recounted
from tests.support.command import check_refused, pitboss
from tests.support.rounds import cited


def test_every_dealer_card_is_shown_and_six_cards_decide_the_column():
    for table in "AB":
        game = games.build("three-card-poker+spadez", {"spadez": table})
        assert [step.pile for step in game.steps if isinstance(step, Show)][-1] == "dealer"
        pays = game.wager["spadez"].lines[0].pays
        assert (pays.grid, pays.column) == (table, "6")


def test_ruling_s3_all_cards_of_the_host_count_folded_or_not():
    check_folded_cards_count("three-card-poker+spadez")


def test_ruling_s3_without_a_spadez_bet_a_table_of_folders_shows_nothing():
    check_folders_show_nothing("three-card-poker+spadez")


def test_tables_of_ones_own():
    for check in (check_own_table, check_example_table, check_printed_name):
        check("three-card-poker+spadez")


def test_the_host_is_shown_as_one_that_the_text_names():
    for printed in (pitboss("games").stdout, pitboss("rules", "spadez").stdout):
        shown = " ".join(printed.split())
        assert "playable here as three-card-poker+spadez" in shown
        assert "playable here as three-card-poker+spadez; the printed rules do not name it" not in shown


@pytest.mark.compiled
def test_with_spadez_every_figure_of_the_host_stays_and_the_side_wager_is_hypergeometric():
    host = games.build("three-card-poker")
    stakes = first_stakes(host)
    tally = solve(host, *best_question(host))
    game = games.build("three-card-poker+spadez")
    both = solve(game, *best_question(game))
    assert both.total == tally.total
    for names in (game.main_wagers, ("pair_plus",)):
        assert figures(game, both, names, first_stakes(game)) == figures(host, tally, names, stakes)
    for row in outcome_rows(game, both, "spadez", first_stakes(game)):
        count = int(row.outcome.split("_")[1])
        assert Fraction(row.weight, both.total) == Fraction(comb(13, count) * comb(39, 6 - count), comb(52, 6))


def test_ruling_s3_a_fold_still_needs_the_dealers_cards_while_a_spadez_bet_stands():
    cards = "--deal", "player=6s 4h 3d"
    folded = ("settle", "three-card-poker+spadez", "--bet", "ante=5", "--choose", "play=fold", *cards)
    assert pitboss(*folded).returncode == 0
    check_refused((*folded, "--bet", "spadez=1"), "dealer is dealt 3 cards in this round; none given")


def test_on_a_host_it_is_said_whose_rules_they_are():
    assert cited(
        "game three-card-poker+spadez",
        "bet seat 1 ante 10 spadez 5",
        "deal player 1 As Ks 3s",
        "deal dealer Kh 3h 5c",
        "choose 1 play fold",
    ) == ["rule 4, ruling H1 of three-card-poker", "rules 2 and 4, ruling S3 of spadez"]


@pytest.mark.compiled
def test_every_cell_is_that_of_a_literal_recount():
    """Every hand against every dealer hand, and the spades of all six cards."""
    check_recounted("three-card-poker+spadez", with_spades=True)
