"""SPADEZ on Take 2 Back, a host that its rules name."""

import random

from pitboss import games
from pitboss.core.cards import SPADES, suit
from pitboss.core.game import Show
from pitboss.games.take_2_back.game import Ride
from tests.support.rounds import cited, random_round

NAME = "take-2-back+spadez"


def test_every_community_card_is_shown_and_five_cards_decide_the_column():
    for table in "AB":
        game = games.build(NAME, {"spadez": table})
        assert [step.pile for step in game.steps if isinstance(step, Show)][-1] == "second_card"
        pays = game.wager["spadez"].lines[0].pays
        assert (pays.grid, pays.column) == (table, "5")


def test_ruling_s3_all_five_cards_count_whatever_was_taken_back():
    game, source = games.build(NAME), random.Random(3)
    paid = 0
    for _ in range(300):
        played = random_round(game, source)
        for seat in played.state.seats():
            if "spadez" in played.stakes()[seat]:
                cards = [
                    card for (_, owner), dealt in played.state.piles.items() if owner in (0, seat) for card in dealt
                ]
                assert played.outcomes()[seat]["spadez"][0].value == sum(suit(card) == SPADES for card in cards)
                paid += played.state.choices["first", seat] == Ride.TAKE_BACK
    assert paid > 20


def test_on_a_host_it_is_said_whose_rules_they_are():
    assert cited(
        f"game {NAME}",
        "bet seat 1 bet_1 10 bet_2 10 bet_3 10 spadez 5",
        "deal player 1 Ks 3s 9d",
        "deal first_card 9s",
        "deal second_card 2s",
        "choose 1 first take-back",
        "choose 1 second take-back",
    ) == [
        "rules 2 and 6 of take-2-back",
        "rules 2 and 4, ruling S3 of spadez",
        "rule 4, ruling H10",
        "rule 5, ruling H10",
    ]
