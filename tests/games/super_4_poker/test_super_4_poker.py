"""Super 4 Poker, sentence by sentence."""

import pytest

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.core.errors import BetError, ChoiceError
from pitboss.games.super_4_poker.game import Play, Xtra, may_play, player_bonus, xtra
from pitboss.games.super_4_poker.strategies import play_on_kq84
from pitboss.hands.best_four import has_king
from pitboss.hands.bits import hand_of, kind
from pitboss.hands.four_card import Kind, strength
from tests.support.defaults import default_of
from tests.support.rounds import cited
from tests.support.settled import nets

BETS = {"ante": 500, "xtra": 500}
KING_HIGH = "Kd Js 8s 5c 2s"
QUEEN_HIGH = "Qd Ts 8c 5d 2s"


def hand(text: str) -> int:
    return hand_of(parse_cards(text))


def settled(player: str, dealer: str, play: Play = Play.PLAY_1, **bets: int) -> dict[str, int]:
    return nets("super-4-poker", BETS | bets, {"player": player, "dealer": dealer}, {"play": play})


def test_rule_1_an_ante_and_an_equal_x_tra_for_up_to_seven_players():
    assert games.build("super-4-poker").seats == 7
    with pytest.raises(BetError, match="xtra"):
        settled("Ks Kd 2h 3c 5d", KING_HIGH, xtra=400)
    with pytest.raises(BetError, match="xtra must be bet"):
        nets("super-4-poker", {"ante": 500}, {}, {})


def test_rule_2_the_best_four_of_five_rank_as_listed():
    listed = ["5c 5d 5h 5s Ac", "Ac 2c 3c 4c 4d", "9c 9d 9h Ks Ac", "2h 4h 6h 8h Kc", "5c 6d 7h 8s 8c"]
    listed += ["3c 3d 2h 2s Ac", "Kc Kd Qh Js 2c", "Ac Kd Qh 9s 2c"]
    assert [kind(strength(hand(cards))) for cards in listed] == sorted(Kind, reverse=True)
    assert strength(hand("Ac 2d 3h 4s 9c")) < strength(hand("2c 3d 4h 5s 9c"))


def test_rule_3_five_cards_each():
    assert [deal.count for deal in games.build("super-4-poker").piles.values()] == [5, 5]


def test_rule_4_one_ante_or_up_to_three_with_a_pair_of_aces():
    assert settled("Ks Kh 2h 3c 5d", KING_HIGH, Play.FOLD) == {"ante": -500, "xtra": -500}
    assert settled("Ks Kh 2h 3c 5d", KING_HIGH)["play"] == 500
    assert [settled("As Ah 2h 3c 5d", KING_HIGH, play)["play"] for play in tuple(Play)[1:]] == [500, 1000, 1500]
    for play in (Play.PLAY_2, Play.PLAY_3):
        with pytest.raises(ChoiceError):
            settled("Ks Kh 2h 3c 5d", KING_HIGH, play)


def test_rule_5_the_dealer_needs_a_king():
    assert has_king(hand("Kd 5s 4s 2c 2s"))
    assert has_king(hand("Kd 7s 5s 3c 2s"))
    assert not has_king(hand("Qd Js Ts 8c 7s"))
    assert settled("Ks Kh 2h 3c 5h", QUEEN_HIGH) == {"ante": 0, "xtra": 0, "play": 500}


def test_rule_6_higher_lower_and_equal():
    assert settled("Ks Qh 2h 3c 5h", KING_HIGH) == {"ante": 500, "xtra": 0, "play": 500}
    assert settled("Ks Th 2h 3c 5h", KING_HIGH) == {"ante": -500, "xtra": -500, "play": -500}
    assert settled("Ks Jh 8h 5h 3c", KING_HIGH) == {"ante": 0, "xtra": 0, "play": 0}


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Ac Ad Ah As 2c", 1000 * 100),
        ("5c 5d 5h 5s Ac", 30 * 500),
        ("Ac 2c 3c 4c 4d", 15 * 500),
        ("9c 9d 9h Ks Ac", 2 * 500),
        ("2h 4h 6h 8h Kc", 750),
        ("5h 6d 7h 8h 8c", 500),
        ("3c 3d 2h 2c Ac", 0),
    ],
)
def test_rule_7_x_tra_pays_a_straight_or_better_whatever_the_dealer_holds(cards: str, pays: int):
    for dealer in ("Kd Js 8s 5c 2s", "Qd Ts 8c 5d 2s", "Td Th Ts Tc Js"):
        if not hand(cards) & hand(dealer):
            lower = strength(hand(cards)) < strength(hand(dealer))
            assert settled(cards, dealer)["xtra"] == (pays if pays or not lower else -500)


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("5c 5d 5h 5s Ac", 50),
        ("Ac 2c 3c 4c 4d", 30),
        ("9c 9d 9h Ks Ac", 9),
        ("2h 4h 6h 8h Kc", 4),
        ("5h 6d 7h 8h 8c", 3),
        ("3c 3d 2h 2c Ac", 2),
        ("Qc Qs 2h 3c 5h", 1),
        ("Jc Jd Ah 9c 7h", -1),
    ],
)
def test_rule_8_the_player_bonus_by_the_hand_alone(cards: str, pays: int):
    for play in (Play.FOLD, Play.PLAY_1):
        assert settled(cards, "Th Td 8d 6s 2s", play, player_bonus=100)["player_bonus"] == 100 * pays


def test_ruling_h21_all_hands_above_a_pair_of_aces_may_play_three():
    for cards in ("Ac Ad 4h 3s 6c", "3c 3d 2h 2s 9c", "5h 6d 7h 8h Kc", "2h 4h 6h 8h Kc", "2c 2d 2h Ks Qc"):
        assert all(may_play(hand(cards), play) for play in Play)
    assert [bool(may_play(hand("Kc Kd Ah Qs 9c"), play)) for play in Play] == [True, True, False, False]


def test_ruling_h22_a_dealer_below_king_high_pays_lower_hands():
    assert settled("Jc 9d 7h 5s 3c", "Qd Ts 8c 5d 2s") == {"ante": 0, "xtra": -500, "play": 500}


def test_ruling_h23_x_tra_pays_hands_that_are_beaten_by_their_highest_line():
    assert settled("5h 6d 7h 8h 8c", "Kd Ks Kh 5c 2s") == {"ante": -500, "xtra": 500, "play": -500}
    assert xtra(hand("Kc Kd Kh Ks 2c"), hand("Ac Ad Ah As 2d"), Play.PLAY_3) == Xtra.FOUR_OF_A_KIND


def test_ruling_h24_a_fold_gives_up_x_tra_and_the_player_bonus_stands():
    found = settled("Ac Ad Ah As 2c", KING_HIGH, Play.FOLD, player_bonus=100)
    assert found == {"ante": -500, "xtra": -500, "player_bonus": 5000}
    assert player_bonus(hand("Qc Qs 2h 3c 5h")) == 1


def test_ruling_g8_a_missing_player_folds():
    assert default_of(games.build("super-4-poker"), BETS, "player", "As Ah Ac Ad 2c") == "fold"


def test_the_published_strategy():
    cards = ("Kc Qd 8h 4s 2c", "Kc Qd 8h 3s 2c", "2c 2d 5h 4s 9c", "Kc Kd Ah Qs 9c", "Ac Ad 4h 3s 6c", "3c 3d 2h 2s 9c")
    assert [int(play_on_kq84(hand(each))) for each in cards] == [1, 0, 1, 1, 3, 3]


def test_words():
    words = games.build("super-4-poker").words
    assert words["player"](hand("5h 6d 7h 8h 8c")) == "straight, eight high"
    assert words["dealer"](hand("Qd Ts 8s 5d 2h")) == "queen high, does not qualify"
    kings, straight = hand("Kc Ks 3h 4s 9c"), hand("5h 6d 7h 8h 8c")
    assert words["ante"](kings, straight, Play.PLAY_1) == "pair of kings loses to the dealer's straight, eight high"
    assert words["xtra"](straight, kings, Play.PLAY_1) == "straight, eight high"
    assert words["xtra"](kings, hand(QUEEN_HIGH), Play.PLAY_1) == "pair of kings beats the dealer's queen high"
    assert (
        words["play"](kings, hand(QUEEN_HIGH), Play.PLAY_1) == "pair of kings; the dealer's queen high does not qualify"
    )
    assert words["xtra"](kings, straight, Play.FOLD) == "folded"


def test_a_settlement_cites_the_rule_that_decided_each_bet():
    def four(player: str, dealer: str, play: str) -> list[str]:
        bets = "bet seat 1 ante 5 xtra 5 player_bonus 5"
        return cited(
            "game super-4-poker", bets, f"deal player 1 {player}", f"deal dealer {dealer}", f"choose 1 play {play}"
        )

    both, bonus = "rules 2 and 6", "rule 8, ruling H24"
    less = "rules 2 and 7, ruling H22"
    assert four("Ac Ad 4h 3s 6c", KING_HIGH, "play-3") == [both, less, "rules 2, 4 and 6, ruling H21", bonus]
    assert four("Ac Kc 4h 3s 6c", KING_HIGH, "play-1") == [both, less, "rules 2, 4 and 6", bonus]
    unqualified = "rule 5, ruling H22"
    assert four("2c 2d 2h Ks 7c", "Qd Ts 8c 5d 2s", "play-1") == [
        unqualified,
        "rules 2 and 7, ruling H23",
        "rules 4 and 5, ruling H22",
        bonus,
    ]
    assert four("2c 2d 2h Ks 7c", KING_HIGH, "fold") == ["rule 4, ruling H24", "rule 4, ruling H24", bonus]
