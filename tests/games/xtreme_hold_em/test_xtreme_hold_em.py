"""Xtreme Hold'Em, sentence by sentence, and against a literal twin."""

import json

import pytest

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.core.errors import BetError, ChoiceError
from pitboss.core.game import Face, Show
from pitboss.core.script import NeedChoice
from pitboss.games.xtreme_hold_em.game import TwoCards
from pitboss.hands.bits import hand_of, kind
from pitboss.hands.five_card import Kind
from pitboss.hands.hold_em import HoleCards, hole_card_bonus
from pitboss.hands.seven_card import strength
from tests.support.command import check_refused, pitboss
from tests.support.decisions import asked
from tests.support.defaults import default_of
from tests.support.hold_em import (
    FLOP,
    FOLD,
    LATE,
    check_against_the_twin,
    check_suits_change_places,
    dealt,
    odds_of,
    paid,
)
from tests.support.rounds import cited

NAME = "xtreme-hold-em"
BOARD = "2d 7c 9h Js Kd"
KINGS, NOTHING = "Ks 3h", "4h 3s"  # With the board: a pair of kings, king high.


def hand(text: str) -> int:
    return hand_of(parse_cards(text))


def test_rule_1_ante_and_xtra_are_equal_and_the_bonuses_optional():
    game = games.build(NAME)
    assert (len(game.deck), game.seats) == (52, 7)
    assert [wager.name for wager in game.wagers if wager.required] == ["ante", "xtra"]
    with pytest.raises(BetError, match="xtra must be bet"):
        dealt(NAME, BOARD, KINGS, NOTHING, FOLD, {"ante": 100})
    with pytest.raises(BetError, match="must equal ante"):
        dealt(NAME, BOARD, KINGS, NOTHING, FOLD, {"ante": 100, "xtra": 200})


def test_rule_2_seven_cards_rank_by_their_best_five():
    listed = [
        "As Ks Qs Js Ts 2d 3d", "9h 8h 7h 6h 5h Ad Ac", "4s 4d 4h 4c As Ad Kc", "3s 3d 3h 2c 2s 9d Jc", "Ah Jh 8h 5h 2h Kd Qd",
        "5c 4d 3h 2s Ah Kd Qd", "Qs Qd Qh 2c 5s 9d Kc", "Ks Kd 9h 9c As 2d 3c", "As Ad Kh Qc 9s 5d 2c", "Ah Qd Js 9c 7s 4d 2h",
    ]  # fmt: skip
    values = [strength(hand(cards)) for cards in listed]
    assert values == sorted(values, reverse=True)
    assert [kind(value) for value in values] == sorted(Kind, reverse=True)


def test_rule_3_five_community_cards_and_two_each_face_down():
    piles = games.build(NAME).piles
    assert {name: (deal.count, deal.face) for name, deal in piles.items()} == {
        "flop": (3, Face.HIDDEN),
        "last_two": (2, Face.HIDDEN),
        "player": (2, Face.DOWN),
        "dealer": (2, Face.DOWN),
    }


@pytest.mark.parametrize(("way", "times"), [("PLAY_3", 3), ("PLAY_4", 4)])
def test_rule_4_three_or_four_antes_on_two_cards(way: str, times: int):
    assert paid(NAME, BOARD, NOTHING, KINGS, (way,))["play"] == 100 * times
    assert paid(NAME, BOARD, KINGS, NOTHING, (way,))["play"] == -100 * times


def test_rule_5_twice_the_ante_on_the_flop_after_a_check():
    assert paid(NAME, BOARD, NOTHING, KINGS, FLOP)["play"] == 200
    played = dealt(NAME, BOARD, NOTHING, KINGS, FLOP, {"ante": 100, "xtra": 100})
    shown = [event for event in played.state.log if getattr(event, "pile", "") == "flop"]
    assert len(shown) == 2
    assert "on_river" not in {name for name, _ in played.state.choices}


def test_rule_6_one_ante_in_the_end_or_a_fold_and_one_play_bet_at_most():
    assert paid(NAME, BOARD, NOTHING, KINGS, LATE)["play"] == 100
    assert paid(NAME, BOARD, NOTHING, KINGS, FOLD) == {"ante": -100, "xtra": -100}
    with pytest.raises(ChoiceError, match="not asked"):
        dealt(NAME, BOARD, NOTHING, KINGS, ("PLAY_4", "PLAY_2"), {"ante": 100, "xtra": 100})


@pytest.mark.parametrize(("player", "won"), [("Ks 5h", 1), ("5d 6c", 1), ("4d 3c", 0)])
def test_rule_7_without_a_pair_the_ante_pushes_and_the_rest_acts(player: str, won: int):
    assert paid(NAME, BOARD, NOTHING, player, LATE) == {"ante": 0, "xtra": 0, "play": 100 * won}


def test_rule_7_a_dealer_who_does_not_qualify_can_still_win():
    assert paid(NAME, BOARD, "Ah 3s", "Qh 3c", LATE) == {"ante": 0, "xtra": -100, "play": -100}


def test_rule_8_higher_lower_and_equal_hands():
    assert paid(NAME, BOARD, "Jd 3s", KINGS, LATE) == {"ante": 100, "xtra": 0, "play": 100}
    assert paid(NAME, BOARD, KINGS, "Jd 3s", LATE) == {"ante": -100, "xtra": -100, "play": -100}
    assert paid(NAME, BOARD, KINGS, "Kc 3c", LATE) == {"ante": 0, "xtra": 0, "play": 0}


@pytest.mark.parametrize(
    ("board", "player", "net"),
    [
        ("Qs Js Ts 2d 7c", "As Ks", 50_000),
        ("Qs Js Ts 2d 7c", "9s 8s", 5_000),
        ("8s 8h Kd 4c 2c", "8d 8c", 1_000),
        ("8s 8h Kd 4c 2c", "Kh Ks", 300),
        ("Qs Js Ts 2d 7c", "4s 3s", 150),
        ("Qs Js Ts 2d 7c", "Ah Kd", 100),
        ("Qs Js Ts 2d 7c", "Qd Qh", 0),
    ],
)
def test_rule_9_xtra_pays_the_hand_that_wins(board: str, player: str, net: int):
    assert paid(NAME, board, "6h 6d", player, ("PLAY_4",))["xtra"] == net


def test_rule_9_xtra_loses_with_a_hand_that_loses():
    assert paid(NAME, "Qs Js Ts 2d 7c", "As Ks", "9s 8s", ("PLAY_4",))["xtra"] == -100


@pytest.mark.parametrize(
    ("column", "nets"),
    [
        ("50-40-30-9-7-4-3", (50, 40, 30, 9, 7, 4, 3, -1)),
        ("50-40-30-8-6-5-3", (50, 40, 30, 8, 6, 5, 3, -1)),
        ("50-40-30-8-7-4-3", (50, 40, 30, 8, 7, 4, 3, -1)),
        ("50-40-30-7-6-5-3", (50, 40, 30, 7, 6, 5, 3, -1)),
    ],
)
def test_rule_10_the_player_bonus_by_its_table(column: str, nets: tuple[int, ...]):
    assert odds_of(NAME, "player_bonus", player_bonus=column) == list(nets)


def test_rule_10_the_player_bonus_pays_whoever_wins():
    assert paid(NAME, "Qs Js Ts 2d 7c", "As Ks", "9s 8s", ("PLAY_4",), player_bonus=100)["player_bonus"] == 4000


@pytest.mark.parametrize(
    ("cards", "ends"),
    [
        ("Ah Ad", HoleCards.ACES),
        ("Ah Kh", HoleCards.ACE_FACE_SUITED),
        ("Jd Ad", HoleCards.ACE_FACE_SUITED),
        ("As Qh", HoleCards.ACE_FACE),
        ("Kc Kd", HoleCards.PAIR),
        ("2c 2d", HoleCards.PAIR),
        ("As Ts", HoleCards.NO_BONUS),
        ("Ks Qs", HoleCards.NO_BONUS),
    ],
)
def test_rule_11_the_hole_card_bonus_by_two_cards(cards: str, ends: HoleCards):
    assert hole_card_bonus(hand(cards)) == ends


def test_rule_12_both_bonuses_stand_when_the_player_folds():
    folded = paid(NAME, "Qs Qh Ts 2d 7c", "As Ks", "Qd Ac", FOLD, player_bonus=100, hole_card_bonus=100)
    assert folded == {"ante": -100, "xtra": -100, "player_bonus": 300, "hole_card_bonus": 1000}


def test_ruling_h30_seven_places():
    assert games.build(NAME).seats == 7


def test_ruling_h31_a_bonus_alone_is_refused():
    for name in ("player_bonus", "hole_card_bonus"):
        with pytest.raises(BetError, match="must be bet"):
            dealt(NAME, BOARD, KINGS, NOTHING, FOLD, {name: 100})


def test_ruling_h32_a_pair_on_the_board_qualifies_every_dealer():
    assert paid(NAME, "2d 2c 9h Js Kd", NOTHING, "Ah 5c", LATE) == {"ante": 100, "xtra": 0, "play": 100}


def test_ruling_h33_xtra_pays_against_a_dealer_who_does_not_qualify():
    assert paid(NAME, BOARD, NOTHING, "Td 8s", LATE) == {"ante": 0, "xtra": 100, "play": 100}


def test_ruling_h33_a_royal_flush_on_the_board_pushes_everything():
    royal = paid(NAME, "As Ks Qs Js Ts", "2c 2d", "3c 3d", LATE, player_bonus=100)
    assert royal == {"ante": 0, "xtra": 0, "play": 0, "player_bonus": 5000}


def test_ruling_h34_all_community_cards_are_turned_up_in_every_round():
    for ways in (("PLAY_4",), FOLD):
        shown = dealt(NAME, BOARD, KINGS, NOTHING, ways, {"ante": 100, "xtra": 100}).state.shown
        assert {("flop", 0), ("last_two", 0)} <= shown


def test_ruling_h35_the_highest_line_alone_is_paid():
    bonus = paid(NAME, BOARD, NOTHING, "As Ad", LATE, hole_card_bonus=100)["hole_card_bonus"]
    assert bonus == 3000


def test_ruling_h36_a_missing_player_checks_and_folds():
    game, bets = games.build(NAME), {"ante": 500, "xtra": 500}
    assert default_of(game, bets, "player", "As Ad") == "check"
    played = asked(game, {1: bets}, {("player", 1): parse_cards("As Ad")})
    need = played.need()
    assert isinstance(need, NeedChoice)
    assert need.legal[1] == tuple(TwoCards)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"player_bonus": "50-40-30-8-6-5-3", "hole_card_bonus": "25-20-10-5"},
        {"player_bonus": "50-40-30-7-6-5-3", "hole_card_bonus": "30-20-10-4"},
    ],
)
def test_random_rounds_are_settled_as_the_literal_twin_settles_them(options: dict[str, str]):
    check_against_the_twin(NAME, "500-50-10-3-3:2-1", options, rounds=200)


def test_the_four_suits_change_places():
    check_suits_change_places(NAME)


def test_a_settlement_cites_the_rule_that_decided_each_bet():
    def hold_em(player: str, dealer: str, *ways: str) -> list[str]:
        names = ("two_cards", "on_flop", "on_river")
        chosen = [f"choose 1 {name} {way}" for name, way in zip(names, ways, strict=False)]
        dealt_lines = (f"deal player 1 {player}", f"deal dealer {dealer}", "deal flop 2d 7c 9h", "deal last_two Js Kd")
        bets = "bet seat 1 ante 10 xtra 10 hole_card_bonus 5"
        return cited(f"game {NAME}", bets, *dealt_lines, *chosen)

    hole = "rule 11, ruling H35"
    won = ["rule 8", "rule 9, ruling H33", "rules 4 and 8", hole]
    assert hold_em("Ks Ad", "Jd 3s", "play-4") == won
    assert hold_em("Ks Ad", "4h 3s", "check", "play-2") == [
        "rule 7, ruling H32", "rule 9, ruling H33", "rules 5 and 8", hole
    ]  # fmt: skip
    assert hold_em("Jd 3s", "Ks Ad", *LATE) == ["rule 8", "rule 9", "rules 6 and 8", hole]
    assert hold_em("Jd 3s", "Ks Ad", *FOLD) == ["rule 6", "rule 6", hole]


def test_words_say_what_decided_between_hands_of_one_name():
    played = dealt(NAME, BOARD, "Ks Qc", "Kc Ah", LATE, {"ante": 100, "xtra": 100})
    pair = "pair of kings beats the dealer's pair of kings; the ace decides"
    assert [played.words(name, 1) for name in ("ante", "play")] == [pair, pair]
    assert played.words("xtra", 1) == f"{pair}; less than a straight"


def test_words_of_two_cards():
    for cards, words in (("As Kc", "ace and king"), ("9s 4s", "nine and four suited"), ("6s 6d", "pair of sixes")):
        played = dealt(NAME, BOARD, "Qh 3h", cards, FOLD, {"ante": 100, "xtra": 100, "hole_card_bonus": 100})
        assert played.words("hole_card_bonus", 1) == words


def test_a_fold_needs_no_dealer_and_a_bet_does():
    shared = ("--deal", "player=6s 4h", "--deal", "flop=2d 7c 9h", "--deal", "last_two=Js Kd")
    checks = ("--choose", "two_cards=check", "--choose", "on_flop=check")
    bets = ("settle", NAME, "--bet", "ante=5", "--bet", "xtra=5", "--json")
    folded = json.loads(pitboss(*bets, *shared, *checks, "--choose", "on_river=fold").stdout)
    assert folded["net"] == "-10.00"
    missing = "dealer is dealt 2 cards in this round; none given"
    check_refused((*bets[:-1], *shared, *checks, "--choose", "on_river=play-1"), missing)


def test_the_dealer_is_shown_to_those_who_stay_alone():
    steps = [(step.pile, step.when is None) for step in games.build(NAME).steps if isinstance(step, Show)]
    assert steps == [("flop", True), ("last_two", True), ("dealer", False), ("player", True)]
    assert ("dealer", 0) not in dealt(NAME, BOARD, KINGS, NOTHING, FOLD, {"ante": 100, "xtra": 100}).state.shown
