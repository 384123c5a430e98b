"""4 Card Frenzy, sentence by sentence."""

import pytest

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.core.errors import BetError, ChoiceError
from pitboss.games.four_card_frenzy.game import Odds, Play, may_raise, odds
from pitboss.games.four_card_frenzy.strategies import raise_on_kq84
from pitboss.hands.best_four import has_king
from pitboss.hands.bits import hand_of, kind
from pitboss.hands.four_card import Kind, strength
from tests.support.defaults import default_of
from tests.support.rounds import cited
from tests.support.settled import nets

BETS = {"ante": 500, "odds": 500}
KING_HIGH = "Kd Js 8s 5c 2s"
QUEEN_HIGH = "Qd Ts 8c 5d 2s"
FOUR_KINGS = "Kc Kd Kh Ks 3s"


def hand(text: str) -> int:
    return hand_of(parse_cards(text))


def settled(player: str, dealer: str, play: Play = Play.RAISE_1) -> dict[str, int]:
    return nets("four-card-frenzy", BETS, {"player": player, "dealer": dealer}, {"play": play})


def test_rule_1_an_ante_and_an_equal_odds_bet_for_up_to_seven_players():
    assert games.build("four-card-frenzy").seats == 7
    with pytest.raises(BetError, match="odds"):
        nets("four-card-frenzy", {"ante": 500, "odds": 400}, {}, {})
    with pytest.raises(BetError, match="odds must be bet"):
        nets("four-card-frenzy", {"ante": 500}, {}, {})


def test_rule_2_the_best_four_of_five_rank_as_listed():
    listed = ["5c 5d 5h 5s Ac", "Ac 2c 3c 4c 4d", "9c 9d 9h Ks Ac", "2h 4h 6h 8h Kc", "5c 6d 7h 8s 8c"]
    listed += ["3c 3d 2h 2s Ac", "Kc Kd Qh Js 2c", "Ac Kd Qh 9s 2c"]
    assert [kind(strength(hand(cards))) for cards in listed] == sorted(Kind, reverse=True)


def test_rule_3_five_cards_each():
    assert [deal.count for deal in games.build("four-card-frenzy").piles.values()] == [5, 5]


def test_rule_4_one_ante_or_up_to_three_with_a_pair_of_aces():
    assert settled("Ks Kh 2h 3c 5d", KING_HIGH, Play.FOLD) == {"ante": -500, "odds": -500}
    assert [settled("As Ah 2h 3c 5d", KING_HIGH, play)["raise"] for play in tuple(Play)[1:]] == [500, 1000, 1500]
    for play in (Play.RAISE_2, Play.RAISE_3):
        with pytest.raises(ChoiceError):
            settled("Ks Kh 2h 3c 5d", KING_HIGH, play)


def test_rule_5_the_dealer_needs_a_king():
    assert has_king(hand("Kd 7s 5s 3c 2s"))
    assert not has_king(hand("Qd Js Ts 8c 7s"))
    assert settled("Ks Kh 2h 3c 5h", QUEEN_HIGH) == {"ante": 0, "odds": 0, "raise": 500}


def test_rule_6_higher_lower_and_equal():
    assert settled("Ks Qh 2h 3c 5h", KING_HIGH) == {"ante": 500, "odds": 0, "raise": 500}
    assert settled("Ks Th 2h 3c 5h", KING_HIGH) == {"ante": -500, "odds": -500, "raise": -500}
    assert settled("Ks Jh 8h 5h 3c", KING_HIGH) == {"ante": 0, "odds": 0, "raise": 0}


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Ac Ad Ah As 2c", 200 * 500),
        ("5d 5h 5s 5c Ac", 30 * 500),
        ("Ac 2c 3c 4c 4d", 15 * 500),
        ("9c 9d 9h Ks Ac", 2 * 500),
        ("2h 4h 6h 8h Kc", 750),
        ("5h 6d 7h 8h 8d", 500),
        ("3c 3d 2h 2c Ac", 0),
    ],
)
def test_rule_7_odds_pays_a_higher_hand_whether_or_not_the_dealer_qualifies(cards: str, pays: int):
    for dealer in ("Kd Js 8s 6c 2s", "Qd Ts 8c 6s 2s", "Jd Js Tc 7s 3s"):
        if not hand(cards) & hand(dealer):
            assert settled(cards, dealer)["odds"] == pays


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("5c 5d 5h 5s Ac", 100),
        ("Ac 2c 3c 4c 4d", 30),
        ("9c 9d 9h Qs Ac", 4),
        ("2h 4h 6h 8h Qc", 3),
        ("5h 6d 7h 8h 8c", 2),
        ("3c 3d 2h 2c Ac", -1),
    ],
)
def test_rule_8_odds_pays_bad_beats(cards: str, pays: int):
    assert settled(cards, FOUR_KINGS) == {"ante": -500, "odds": 500 * pays, "raise": -500}


def test_ruling_h25_all_hands_above_a_pair_of_aces_may_raise_three():
    for cards in ("Ac Ad 4h 3s 6c", "3c 3d 2h 2s 9c", "5h 6d 7h 8h Kc", "2h 4h 6h 8h Kc", "2c 2d 2h Ks Qc"):
        assert all(may_raise(hand(cards), play) for play in Play)
    assert [bool(may_raise(hand("Kc Kd Ah Qs 9c"), play)) for play in Play] == [True, True, False, False]


def test_ruling_h26_a_dealer_below_king_high_pays_the_raise_of_lower_hands():
    found = settled("Jc 9d 7h 5s 3c", QUEEN_HIGH)
    assert (found["ante"], found["raise"]) == (0, 500)


def test_ruling_h27_odds_looks_at_the_two_hands_alone():
    assert settled("Jc 9d 7h 5s 3c", QUEEN_HIGH)["odds"] == -500
    assert settled("Qc Th 8d 5s 3c", QUEEN_HIGH)["odds"] == 0


def test_ruling_h28_bad_beats_are_a_sample_and_four_aces_are_never_beaten():
    pays = games.build("four-card-frenzy").wager["odds"].lines[0].pays
    assert pays.column == "sample"
    assert "example of ours" in games.folder("four-card-frenzy").shipped["odds"].origin
    assert "BEATEN_FOUR_ACES" not in Odds.__members__
    best = hand("Ac Ad Ah As 2c")
    assert all(strength(best) > strength(hand(each)) for each in (FOUR_KINGS, "Kc Qc Jc Tc 2d", "9c 9d 9h 9s 2d"))


def test_ruling_h29_a_fold_gives_up_odds_whatever_the_hand():
    for cards in ("Ac Ad Ah As 2c", "5h 6d 7h 8h 8c", "Jc 9d 7h 5s 3c"):
        assert odds(hand(cards), hand("Kd Js 9s 5c 2s"), Play.FOLD) == Odds.LOST


def test_ruling_g8_a_missing_player_folds():
    assert default_of(games.build("four-card-frenzy"), BETS, "player", "As Ah Ac Ad 2c") == "fold"


def test_the_strategy_of_a_like_game():
    cards = ("Kc Qd 8h 4s 2c", "Kc Qd 8h 3s 2c", "2c 2d 5h 4s 9c", "Kc Kd Ah Qs 9c", "Ac Ad 4h 3s 6c", "3c 3d 2h 2s 9c")
    assert [int(raise_on_kq84(hand(each))) for each in cards] == [1, 0, 1, 1, 3, 3]


def test_words():
    words = games.build("four-card-frenzy").words
    kings, straight = hand("Kc Ks 3h 4s 9c"), hand("5h 6d 7h 8h 8c")
    assert (
        words["odds"](straight, hand(FOUR_KINGS), Play.RAISE_1)
        == "straight, eight high loses to the dealer's four kings"
    )
    assert words["odds"](kings, hand(QUEEN_HIGH), Play.RAISE_1) == "pair of kings beats the dealer's queen high"
    assert words["raise"](kings, hand(QUEEN_HIGH), Play.RAISE_1) == (
        "pair of kings; the dealer's queen high does not qualify"
    )
    assert words["ante"](kings, straight, Play.FOLD) == "folded"


def test_a_settlement_cites_the_rule_that_decided_each_bet():
    def four(player: str, dealer: str, play: str) -> list[str]:
        dealt = (f"deal player 1 {player}", f"deal dealer {dealer}", f"choose 1 play {play}")
        return cited("game four-card-frenzy", "bet seat 1 ante 5 odds 5", *dealt)

    both, won = "rules 2 and 6", "rules 2 and 7, ruling H27"
    assert four("Ac Ad 4h 3s 6c", KING_HIGH, "raise-3") == [both, won, "rules 2, 4 and 6, ruling H25"]
    assert four("Jc 9d 7h 5s 3c", QUEEN_HIGH, "raise-1") == [
        "rule 5, ruling H26",
        "rules 2 and 8, rulings H27 and H28",
        "rules 4 and 5, ruling H26",
    ]
    assert four("Ac Ad 4h 3s 6c", KING_HIGH, "fold") == ["rule 4, ruling H29", "rule 4, ruling H29"]
