"""Tropical Stud Poker, sentence by sentence."""

import pytest

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.core.game import Face
from pitboss.games.tropical_stud_poker.game import Ante, Play, Raised, compared, qualifies, raised
from pitboss.games.tropical_stud_poker.strategies import raise_on_a_match, raise_on_akj83, three_rules
from pitboss.hands.bits import hand_of, kind
from pitboss.hands.five_card import Kind, strength
from tests.support.defaults import default_of
from tests.support.rounds import cited
from tests.support.settled import nets, played


def hand(text: str) -> int:
    return hand_of(parse_cards(text))


def deals(player: str, dealer: str) -> dict[str, str]:
    return {"player": player, "dealer_card": dealer[:2], "dealer": dealer[3:]}


def settled(player: str, dealer: str, play: Play = Play.RAISE) -> dict[str, int]:
    return nets("tropical-stud-poker", {"ante": 500}, deals(player, dealer), {"play": play})


def test_rule_1_an_ante_for_up_to_seven_players():
    game = games.build("tropical-stud-poker")
    assert game.seats == 7
    assert [wager.name for wager in game.wagers if wager.required] == ["ante"]


def test_rule_2_five_cards_rank_as_in_poker():
    listed = [
        "As Ks Qs Js Ts",
        "5h 4h 3h 2h Ah",
        "9c 9d 9h 9s 2c",
        "2c 2d 2h Ac Ad",
        "Jd 8d 6d 3d 2d",
        "5c 4d 3h 2s Ac",
    ]
    listed += ["7c 7d 7h Kc Qd", "3c 3d 2h 2s Ac", "2c 2d 5h 4s 3c", "Ac Kd Qh Js 9c"]
    assert [kind(strength(hand(cards))) for cards in listed] == sorted(Kind, reverse=True)


def test_rule_3_five_cards_each_and_one_of_the_dealers_open():
    piles = games.build("tropical-stud-poker").piles
    assert {pile: deal.count for pile, deal in piles.items()} == {"player": 5, "dealer_card": 1, "dealer": 4}
    assert [deal.face for deal in piles.values()] == [Face.DOWN, Face.UP, Face.DOWN]


def test_rule_4_a_raise_of_two_antes_or_a_fold():
    assert games.build("tropical-stud-poker").choices["play"].sees == ("player", "dealer_card")
    assert settled("Kc Kd 8d 4h 2s", "As Kh 6h 4s 3c", Play.FOLD) == {"ante": -500}
    assert settled("Kc Kd 8d 4h 2s", "As Kh 6h 4s 3c") == {"ante": 500, "raise": 1000}


def test_rule_5_the_dealer_needs_ace_and_king():
    assert qualifies(hand("As Kh 4h 3s 2c"))
    assert not qualifies(hand("As Qh Jh Ts 9c"))
    assert not qualifies(hand("Ks Qh Jh Ts 8c"))
    assert qualifies(hand("2s 2h 5h 4s 3c"))
    assert settled("2c 3d 5h 7s 9c", "As Qh Jh Ts 9d") == {"ante": 500, "raise": 0}


def test_rule_6_better_worse_and_equal():
    assert compared(hand("Ac Kd 8d 4h 2s"), hand("As Kh 7h 4s 3c")) == Ante.WON
    assert compared(hand("Ac Kd 8d 4h 2s"), hand("As Kh 9h 4s 3c")) == Ante.LOST
    assert compared(hand("Ac Kd 8d 4h 3s"), hand("As Kh 8h 4s 3c")) == Ante.TIED
    assert settled("Ac Kd 8d 4h 2s", "As Kh 9h 4s 3c") == {"ante": -500, "raise": -1000}


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("As Ks Qs Js Ts", 100),
        ("9s 8s 7s 6s 5s", 50),
        ("9c 9d 9h 2s 9s", 20),
        ("Qc Qd 2h 2s Qh", 7),
        ("2c 9c Kc 3c 7c", 5),
        ("Ac 2d 3h 4s 5c", 4),
        ("2c 2d 8h Ks 2h", 3),
        ("2c 2d 8h 8s Kc", 2),
        ("2c 2d 8h 9s Kc", 1),
        ("Ac Kd 8h 9s Jc", 1),
    ],
)
def test_rule_7_a_raise_that_wins_pays_by_the_hand(cards: str, pays: int):
    assert settled(cards, "Ad Kh 6d 4h 3s") == {"ante": 500, "raise": 1000 * pays}


def test_ruling_h17_the_raise_is_two_antes_and_the_dealers_four_are_unseen():
    game = games.build("tropical-stud-poker")
    assert [(each.wager, each.of, each.times) for each in game.choices["play"].raises.values()] == [
        ("raise", "ante", 2)
    ]
    assert "dealer" not in game.choices["play"].sees


def test_ruling_h18_a_good_hand_wins_nothing_more_from_a_dealer_who_does_not_qualify():
    for cards in ("Ac Ad Ah As 2c", "Tc Jc Qc Kc Ac", "2c 2d 5h 4s 3c"):
        assert settled(cards, "Ks Qh Jh Td 8d") == {"ante": 500, "raise": 0}


def test_ruling_h19_equal_hands_push_whatever_they_are():
    assert settled("6c 5d 4h 3s 2c", "6d 5h 4s 3c 2d") == {"ante": 0, "raise": 0}
    assert raised(hand("2h 3h 4h 5h 7h"), hand("2s 3s 4s 5s 7s")) == Raised.TIED
    assert raised(hand("Ac Ad Kh 4s 3c"), hand("As Ah Kc 4d 2h")) == Raised.WON


def test_ruling_h20_the_open_card_is_one_of_the_dealers_five():
    done = played("tropical-stud-poker", {"ante": 500}, deals("Kc Kd 8d 4h 2s", "As Kh 6h 4s 3c"), {"play": Play.FOLD})
    assert done.visible("dealer_card", 0, 0)
    assert not done.visible("dealer", 0, 0)
    assert settled("Qc Qd 8d 4h 2s", "Ks Kh 6h 4s 3c")["ante"] == -500


def test_ruling_g8_a_missing_player_folds():
    assert default_of(games.build("tropical-stud-poker"), {"ante": 500}, "player", "As Ks Qs Js Ts") == "fold"


@pytest.mark.parametrize(
    ("cards", "open_card", "plays"),
    [
        ("2c 2d 5h 4s 3c", "As", True),
        ("Ac Qd Jh Ts 9c", "As", False),
        ("Ac Kd 8h 5s 2c", "8d", True),
        ("Ac Kd 8h 5s 2c", "7d", False),
        ("Ac Kd 8h 5s 2c", "Ad", False),
        ("Ac Kd Jh 5s 2c", "Ad", True),
        ("Ac Kd Qh 5s 2c", "Kh", True),
        ("Ac Kd Qh 5s 2c", "4d", True),
        ("Ac Kd Qh 5s 2c", "6d", False),
        ("Ac Kd Jh 8s 2c", "4d", False),
    ],
)
def test_the_three_rules(cards: str, open_card: str, plays: bool):
    assert three_rules(hand(cards), hand(open_card)) == plays


def test_simpler_strategies():
    assert [int(raise_on_akj83(hand(cards))) for cards in ("Ac Kd Jh 8s 3c", "Ac Kd Jh 8s 2c", "2c 2d 5h 4s 3c")] == [
        1,
        0,
        1,
    ]
    assert [int(raise_on_a_match(hand("Ac Kd 9h 8s 3c"), hand(card))) for card in ("Ad", "8d", "7d")] == [1, 1, 0]


def test_words():
    words = games.build("tropical-stud-poker").words
    assert words["dealer"](hand("Ks Qh Jh Td 8d")) == "king high, does not qualify"
    assert words["raise"](hand("Kc Kd 8d 4h 2s"), hand("As Kh 6h 4s 3c"), Play.RAISE) == (
        "pair of kings beats the dealer's ace high"
    )
    assert words["ante"](hand("Kc Kd 8d 4h 2s"), hand("As Kh 6h 4s 3c"), Play.FOLD) == "folded"


def test_a_settlement_cites_the_rule_that_decided_each_bet():
    def stud(player: str, others: str, play: str = "raise") -> list[str]:
        dealt = (f"deal player 1 {player}", "deal dealer_card As", f"deal dealer {others}")
        return cited("game tropical-stud-poker", "bet seat 1 ante 5", *dealt, f"choose 1 play {play}")

    raising = "ruling H17"
    assert stud("Kc Kd 8d 4h 2s", "Kh 6h 4s 3c") == ["rules 2 and 6", f"rules 4, 6 and 7, {raising}"]
    assert stud("Kc Qd 8d 4h 2s", "Kh 6h 4s 3c") == ["rules 2 and 6", f"rules 2, 4 and 6, {raising}"]
    assert stud("Kc Qd 8d 4h 2s", "Qh 6h 4s 3c") == ["rule 5, ruling H18", "rules 4 and 5, rulings H17 and H18"]
    assert stud("Kc Qd 8d 4h 2s", "Qh 6h 4s 3c", "fold") == ["rule 4"]
