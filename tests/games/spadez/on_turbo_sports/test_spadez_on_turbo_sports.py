"""SPADEZ on Turbo Sports."""

import random

from pitboss import games
from pitboss.core.cards import SPADES, suit
from tests.support.command import pitboss
from tests.support.rounds import random_round


def test_nine_cards_decide_the_column():
    nine = games.build("turbo-sports+spadez").wager["spadez"].lines[0].pays
    assert (nine.grid, nine.column) == ("A", "9")


def test_the_host_is_shown_as_not_named_in_the_text():
    for printed in (pitboss("games").stdout, pitboss("rules", "spadez").stdout):
        shown = " ".join(printed.split())
        assert "playable here as turbo-sports+spadez; the printed rules do not name it" in shown


def test_spades_count_as_spades_whatever_suit_the_host_plays():
    game = games.build("turbo-sports+spadez", {"theme": "soccer"})
    played = random_round(game, random.Random(6), seats=8)
    for seat, ended in played.outcomes().items():
        if "spadez" in ended:
            cards = [*played.state.piles["community", 0], *played.state.piles["player", seat]]
            assert ended["spadez"][0].value == sum(suit(card) == SPADES for card in cards)


def test_a_rider_keeps_its_own_suit_beside_a_theme():
    told = " ".join(pitboss("rules", "turbo-sports+spadez", "--set", "theme=soccer").stdout.split())
    assert "One suit, clubs, carries balls" in told
    assert "The wager counts the spades among all those cards." in told
