"""Louisiana Stud, sentence by sentence."""

import itertools

import pytest

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.core.game import Face
from pitboss.games.louisiana_stud.game import Bet, Result, paid, result, three_up
from pitboss.games.louisiana_stud.strategies import points, points_fifth, points_fourth, points_third
from pitboss.hands.bits import hand_of
from pitboss.hands.three_card import Kind
from tests.support.defaults import default_of
from tests.support.rounds import cited
from tests.support.settled import nets, played

FOLD = Bet.FOLD
CARDS = ("third", "fourth", "fifth")


def hand(text: str) -> int:
    return hand_of(parse_cards(text))


def deals(cards: str) -> dict[str, str]:
    """Five cards: the player's two, then the community cards."""
    return {"player": cards[:5], "third_card": cards[6:8], "fourth_card": cards[9:11], "fifth_card": cards[12:]}


def settled(cards: str, *bets: Bet, **more: int) -> dict[str, int]:
    return nets("louisiana-stud", {"ante": 500, **more}, deals(cards), dict(zip(CARDS, bets, strict=False)))


def test_rule_1_an_ante_for_up_to_seven_players():
    game = games.build("louisiana-stud")
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
    listed += ["7c 7d 7h Kc Qd", "3c 3d 2h 2s Ac", "Jc Jd 4h 3s 2c", "Tc Td Ah Ks Qc", "5c 5d Ah Ks Qc"]
    assert [paid(hand(cards)) for cards in listed] == sorted(Result, reverse=True)[:-1]


def test_rule_3_two_cards_and_three_that_lie_face_down():
    piles = games.build("louisiana-stud").piles
    assert [deal.count for deal in piles.values()] == [2, 1, 1, 1]
    assert [deal.face for deal in piles.values()] == [Face.DOWN, *[Face.HIDDEN] * 3]


def test_rule_4_fold_or_bet_one_to_three_antes_on_the_third_card():
    assert games.build("louisiana-stud").choices["third"].sees == ("player",)
    assert settled("Ks Kd 2h 3c 4d", FOLD) == {"ante": -500}
    for bet in (1, 2, 3):
        assert settled("Ks Kd 2h 3c 4d", Bet(bet), Bet.BET_1, Bet.BET_1)["third"] == 500 * bet


def test_rule_5_fold_or_bet_one_to_three_antes_on_the_fourth_card():
    assert games.build("louisiana-stud").choices["fourth"].sees == ("player", "third_card")
    assert settled("Ks Kd 2h 3c 4d", Bet.BET_2, FOLD) == {"ante": -500, "third": -1000}
    for bet in (1, 2, 3):
        assert settled("Ks Kd 2h 3c 4d", Bet.BET_1, Bet(bet), Bet.BET_1)["fourth"] == 500 * bet


def test_rule_6_fold_or_bet_one_to_three_antes_on_the_fifth_card():
    assert games.build("louisiana-stud").choices["fifth"].sees == ("player", "third_card", "fourth_card")
    assert settled("Ks Kd 2h 3c 4d", Bet.BET_1, Bet.BET_3, FOLD) == {"ante": -500, "third": -500, "fourth": -1500}
    for bet in (1, 2, 3):
        assert settled("Ks Kd 2h 3c 4d", Bet.BET_1, Bet.BET_1, Bet(bet))["fifth"] == 500 * bet


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("As Ks Qs Js Ts", 500),
        ("9s 8s 7s 6s 5s", 100),
        ("9c 9d 9h 2s 9s", 40),
        ("Kc Kd 2h 2s Kh", 10),
        ("2h 9h Kh 3h 7h", 6),
        ("Ac 2d 3h 4s 5c", 4),
        ("2c 2d 8h Ks 2h", 3),
        ("2c 2d 8h 8s Kc", 2),
        ("Jc 2d 8h Js Kc", 1),
        ("Tc 2d 8h Ts Kc", 0),
        ("6c 2d 8h 6s Kc", 0),
        ("5c 2d 8h 5s Kc", -1),
        ("Ac 2d 8h 9s Kc", -1),
    ],
)
def test_rule_7_all_bets_are_paid_alike(cards: str, pays: int):
    stakes = {"ante": 500, "third": 500, "fourth": 1000, "fifth": 1500}
    assert settled(cards, Bet.BET_1, Bet.BET_2, Bet.BET_3) == {name: stake * pays for name, stake in stakes.items()}


@pytest.mark.parametrize(
    ("cards", "pays"),
    [("Kh Qh Jh", 40), ("9c 9d 9h", 30), ("Ah 2d 3c", 6), ("2h 8h Kh", 4), ("4c 4d Jc", 1), ("Ac Kd Jc", -1)],
)
def test_rule_8_three_up_pays_for_the_community_cards(cards: str, pays: int):
    for bets in ((FOLD,), (Bet.BET_1, FOLD), (Bet.BET_1, Bet.BET_1, FOLD), (Bet.BET_1, Bet.BET_1, Bet.BET_1)):
        assert settled(f"5s 7d {cards}", *bets, three_up=100)["three_up"] == 100 * pays


def test_ruling_h13_every_bet_is_one_to_three_antes_and_a_fold_gives_up_all():
    for bets in itertools.product(tuple(Bet)[1:], repeat=3):
        found = settled("Qs Jd 2h 3c Qd", *bets)
        assert found == {"ante": 500, **{name: 500 * bet for name, bet in zip(CARDS, bets, strict=True)}}
    assert result(hand("As Ks Qs Js Ts"), FOLD) == Result.FOLDED


def test_ruling_h14_the_pair_may_lie_among_the_community_cards():
    assert settled("2s 7d Ah Ac 4d", Bet.BET_1, Bet.BET_1, Bet.BET_1)["ante"] == 500
    assert settled("2s 7d 9h 9c 4d", Bet.BET_1, Bet.BET_1, Bet.BET_1)["ante"] == 0
    assert settled("2s 7d 5h 5c 4d", Bet.BET_1, Bet.BET_1, Bet.BET_1)["ante"] == -500


def test_ruling_h15_three_up_turns_the_community_cards_when_all_have_folded():
    for more, shown in (({}, set()), ({"three_up": 100}, {"third_card", "fourth_card", "fifth_card"})):
        done = played("louisiana-stud", {"ante": 500, **more}, deals("Ks 2d 5h 5c 4d"), {"third": FOLD})
        assert {pile for pile, seat in done.state.shown if seat == 0} == shown
    done = played("louisiana-stud", {"ante": 500}, deals("Ks 2d 5h 5c 4d"), {"third": Bet.BET_1, "fourth": FOLD})
    assert {pile for pile, seat in done.state.shown if seat == 0} == {"third_card"}


def test_ruling_h16_three_community_cards_rank_as_in_three_card_poker():
    assert three_up(hand("Ah 2h 3h")) == Kind.STRAIGHT_FLUSH
    kinds = [three_up(hand(cards)) for cards in ("9c 9d 9h", "Ah 2d 3c", "2h 8h Kh", "4c 4d Jc", "Ac Kd Jc")]
    assert kinds == sorted(kinds, reverse=True)


def test_ruling_g8_a_missing_player_folds():
    assert default_of(games.build("louisiana-stud"), {"ante": 500}, "player", "As Ah") == "fold"


def test_points():
    assert [points(hand(cards)) for cards in ("Ah Jd", "Th 6d", "5h 2d", "Kh 8d", "Ah Kh Qh 6c")] == [4, 2, 0, 3, 7]


@pytest.mark.parametrize(
    ("cards", "bet"),
    [("2c 2d", 3), ("Jc 2d", 1), ("6c 7d", 1), ("6c 5c", 1), ("6c 5d", 0), ("7c 5c", 0), ("5c 4c", 0), ("Tc 5c", 0)],
)
def test_the_published_strategy_on_two_cards(cards: str, bet: int):
    assert points_third(hand(cards)) == bet


@pytest.mark.parametrize(
    ("cards", "bet"),
    [
        ("6c 6d 2h", 3),
        ("Tc Qc Ac", 3),
        ("5c 6c 7c", 3),
        ("4c 5c 6c", 1),
        ("9c Tc Qc", 3),
        ("8c 9c Tc", 3),
        ("7c 8c Tc", 1),
        ("8c Tc Qc", 1),
        ("9c Jc Kc", 3),
        ("2c 7c Tc", 1),
        ("5c 5d 2h", 1),
        ("Kc 6d 2h", 1),
        ("4c 5d 6h", 1),
        ("3c 4d 5h", 0),
        ("5c 6d 8h", 1),
        ("4c 5d 7h", 0),
        ("Kc 5d 2h", 0),
    ],
)
def test_the_published_strategy_on_three_cards(cards: str, bet: int):
    assert points_fourth(hand(cards)) == bet


@pytest.mark.parametrize(
    ("cards", "third", "bet"),
    [
        ("6c 6d 2h 3s", 1, 3),
        ("2c 2d 3h 3s", 3, 3),
        ("2c 7c 9c Kc", 1, 3),
        ("5c 6d 7h 8s", 1, 3),
        ("4c 5d 6h 7s", 1, 1),
        ("Ac 2d 3h 5s", 1, 1),
        ("Jc Qd Kh As", 1, 1),
        ("5c 5d 2h 3s", 3, 1),
        ("5d 5c 2d Kd", 1, 1),
        ("Kc Qd 2h 4s", 1, 1),
        ("6c 8d Th 2s", 1, 0),
        ("6c 8d Th 2s", 3, 1),
        ("Kc 9d 2h 4s", 1, 0),
    ],
)
def test_the_published_strategy_on_four_cards(cards: str, third: int, bet: int):
    assert points_fifth(hand(cards), Bet(third), Bet.BET_1) == bet


def test_words():
    words = games.build("louisiana-stud").words
    assert words["player"](hand("Kc Kd")) == "pair of kings"
    assert words["player"](hand("9c Ad")) == "ace and nine"
    assert words["ante"](hand("Kc Kd 3h 3s Kh"), Bet.BET_1) == "full house, kings over threes"
    assert words["three_up"](hand("2h 8h Kh")) == "flush, king high"
    assert words["third"](hand("Kc Kd 3h 3s Kh"), FOLD) == "folded"


def test_a_settlement_cites_the_rule_that_decided_each_bet():
    def stud(*choices: str) -> list[str]:
        dealt = ("deal player 1 Kc 4d", "deal third_card 3s", "deal fourth_card 9h", "deal fifth_card Kh")
        return cited("game louisiana-stud", "bet seat 1 ante 5 three_up 5", *dealt, *choices)

    third, fourth, fifth = (f"choose 1 {name} bet-1" for name in CARDS)
    up = "rule 8, rulings H15 and H16"
    assert stud(third, fourth, fifth) == [
        "rules 2 and 7, ruling H14",
        "rules 2, 4 and 7, rulings H13 and H14",
        "rules 2, 5 and 7, rulings H13 and H14",
        "rules 2, 6 and 7, rulings H13 and H14",
        up,
    ]
    assert stud(third, "choose 1 fourth fold") == ["rules 4 to 6, ruling H13", "rules 4 to 6, ruling H13", up]
