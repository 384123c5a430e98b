"""Take 2 Back, sentence by sentence."""

import pytest

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.core.errors import BetError
from pitboss.core.game import Face
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt, NeedChoice
from pitboss.games.take_2_back.game import Result, Ride, ThreeCard, result, three_card_bonus
from pitboss.games.take_2_back.strategies import basic_first, basic_second
from pitboss.hands.bits import hand_of
from tests.support.defaults import default_of
from tests.support.rounds import cited
from tests.support.settled import nets

EQUAL = {"bet_1": 500, "bet_2": 500, "bet_3": 500}
RIDE, BACK = Ride.LET_IT_RIDE, Ride.TAKE_BACK


def hand(text: str) -> int:
    return hand_of(parse_cards(text))


def settled(cards: str, first: Ride = RIDE, second: Ride = RIDE, **bets: int) -> dict[str, int]:
    """The nets of five cards: the player's three, then the community cards."""
    deals = {"player": cards[:8], "first_card": cards[9:11], "second_card": cards[12:]}
    return nets("take-2-back", EQUAL | bets, deals, {"first": first, "second": second})


def test_rule_1_three_equal_bets_for_up_to_seven_players():
    assert games.build("take-2-back").seats == 7
    with pytest.raises(BetError, match="bet_2"):
        settled("Ks Kd 2h 3c 4d", bet_2=400)
    with pytest.raises(BetError, match="bet_3 must be bet"):
        nets("take-2-back", {"bet_1": 500, "bet_2": 500}, {}, {})


def test_rule_2_five_cards_rank_as_in_poker():
    listed = [
        "As Ks Qs Js Ts",
        "5h 4h 3h 2h Ah",
        "9c 9d 9h 9s 2c",
        "2c 2d 2h Ac Ad",
        "Jd 8d 6d 3d 2d",
        "5c 4d 3h 2s Ac",
    ]
    listed += ["7c 7d 7h Kc Qd", "3c 3d 2h 2s Ac", "Tc Td 4h 3s 2c", "9c 9d Ah Ks Qc"]
    assert [result(hand(cards)) for cards in listed] == sorted(Result, reverse=True)


def test_rule_3_three_cards_and_two_that_lie_face_down():
    piles = games.build("take-2-back").piles
    assert {pile: deal.count for pile, deal in piles.items()} == {"player": 3, "first_card": 1, "second_card": 1}
    assert [deal.face for deal in piles.values()] == [Face.DOWN, Face.HIDDEN, Face.HIDDEN]


def test_rule_4_bet_1_rides_or_comes_back_after_three_cards():
    assert games.build("take-2-back").choices["first"].sees == ("player",)
    assert settled("Ks Kd 2h 3c 4d", BACK) == {"bet_2": 500, "bet_3": 500}


def test_rule_5_bet_2_rides_or_comes_back_after_four_cards_and_bet_3_stays():
    played = Round(games.build("take-2-back")).after(Bets({1: EQUAL}))
    for pile, seat, cards in (("player", 1, "Ks Kd 2h"), ("first_card", 0, "3c"), ("second_card", 0, "4d")):
        played = played.after(Dealt(pile, seat, parse_cards(cards)))
    assert not played.visible("first_card", 0, 1)
    played = played.after(Chose(1, "first", BACK))
    assert isinstance(need := played.need(), NeedChoice)
    assert need.name == "second"
    assert played.visible("first_card", 0, 1)
    assert not played.visible("second_card", 0, 1)
    assert settled("Ks Kd 2h 3c 4d", RIDE, BACK) == {"bet_1": 500, "bet_3": 500}
    assert settled("Ks Kd 2h 3c 4d", BACK, BACK) == {"bet_3": 500}


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("As Ks Qs Js Ts", 1000),
        ("9s 8s 7s 6s 5s", 200),
        ("9c 9d 9h 2s 9s", 50),
        ("Kc Kd 2h 2s Kh", 11),
        ("2h 9h Kh 3h 7h", 8),
        ("Ac 2d 3h 4s 5c", 5),
        ("2c 2d 8h Ks 2h", 3),
        ("2c 2d 8h 8s Kc", 2),
        ("Tc 2d 8h Ts Kc", 1),
        ("9c 2d 8h 9s Kc", -1),
        ("Ac 2d 8h 9s Kc", -1),
    ],
)
def test_rule_6_every_bet_that_is_left_is_paid_by_five_cards(cards: str, pays: int):
    assert settled(cards) == dict.fromkeys(EQUAL, 500 * pays)


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Ah Kh Qh", 50),
        ("Kh Qh Jh", 40),
        ("9c 9d 9h", 30),
        ("Ah 2d 3c", 6),
        ("2h 8h Kh", 4),
        ("4c 4d Jc", 1),
        ("Ac Kd Jc", -1),
    ],
)
def test_rule_7_three_card_pays_for_the_players_own(cards: str, pays: int):
    assert settled(f"{cards} Td 5s", BACK, BACK, three_card=100)["three_card"] == 100 * pays


def test_ruling_h10_bet_2_comes_back_whatever_became_of_bet_1():
    for first in Ride:
        for second in Ride:
            left = {"bet_1": first == RIDE, "bet_2": second == RIDE, "bet_3": True}
            assert settled("Ks Kd 2h 3c 4d", first, second) == {name: 500 for name, stays in left.items() if stays}


def test_ruling_h11_three_card_is_paid_whatever_was_taken_back():
    assert three_card_bonus(hand("Ah 2h 3h")) == ThreeCard.STRAIGHT_FLUSH
    assert three_card_bonus(hand("Ac Kd Qh")) == ThreeCard.STRAIGHT
    assert {settled("4c 4d Jc Td 5s", first, three_card=100)["three_card"] for first in Ride} == {100}


def test_ruling_h12_three_card_is_a_bet_beside_the_three():
    assert settled("2h 8h Kh Td 5s", three_card=700)["three_card"] == 2800
    with pytest.raises(BetError):
        nets("take-2-back", {"three_card": 500}, {}, {})


def test_ruling_g8_a_missing_player_takes_the_bets_back():
    assert default_of(games.build("take-2-back"), EQUAL, "player", "As Ks Qs") == "take-back"


def test_the_basic_strategy():
    ride = ["Ts Td 2c", "2s 2d 2c", "5h 6h 7h", "Ah Kh Th", "9s Ts Qs", "8s Ts Qs", "9s Js Ks", "Ah Kh 5h"]
    back = ["9s 9d Ac", "As 2s 3s", "2s 3s 4s", "5s 6s 8s", "7s 8s Js", "As Kd Qh", "As 2s 4s", "As 3s 4s"]
    assert [basic_first(hand(cards)) for cards in ride] == [RIDE] * 7 + [BACK]
    assert [basic_first(hand(cards)) for cards in back] == [BACK] * 8


def test_the_basic_strategy_on_four_cards():
    ride = ["Ts Td 2c 3h", "2s 2d 3c 3h", "2s 2d 2c 9h", "2h 5h 9h Kh", "7s 8d 9c Th", "Ts Jd Qc Kh"]
    back = ["9s 9d Ac Kh", "6s 7d 8c 9h", "As 2d 3c 4h", "Js Qd Kc Ah", "Ts Jd Qc Ah", "7s 8d Tc Jh", "9s 9d As Ks"]
    assert {basic_second(hand(cards)) for cards in ride} == {RIDE}
    assert {basic_second(hand(cards)) for cards in back} == {BACK}


def test_words():
    words = games.build("take-2-back").words
    assert words["player"](hand("Kc Kd 3h")) == "pair of kings"
    assert words["player"](hand("Ac Kc Qc")) == "mini royal"
    assert words["bet_1"](hand("Kc Kd 3h 3s Kh")) == "full house, kings over threes"


def test_a_settlement_cites_the_rule_that_decided_each_bet():
    assert cited(
        "game take-2-back",
        "bet seat 1 bet_1 5 bet_2 5 bet_3 5 three_card 5",
        "deal player 1 Kc Kd 3h",
        "deal first_card 3s",
        "deal second_card 2s",
        "choose 1 first let-it-ride",
        "choose 1 second take-back",
    ) == ["rules 2 and 6", "rules 2 and 6", "rule 7, ruling H11", "rule 5, ruling H10"]
