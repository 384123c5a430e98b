"""Chase the Flush, sentence by sentence, and against a literal twin."""

import json
import random
from fractions import Fraction

import pytest

from pitboss import games
from pitboss.core.cards import card_text, parse_cards
from pitboss.core.errors import BetError, ChoiceError
from pitboss.core.game import Face
from pitboss.core.round import Round, play_out
from pitboss.core.script import option_name, parse_option
from pitboss.core.settle import settle_round
from pitboss.games.chase_the_flush.game import SameSuit, qualifies, same_suit
from pitboss.hands.bits import hand_of
from pitboss.hands.longest_flush import strength
from tests.hands.literal import longest_flush, spoken, straight_flush_cards
from tests.support.command import check_refused, pitboss
from tests.support.defaults import default_of
from tests.support.hold_em import check_suits_change_places, nets, odds_of
from tests.support.rounds import cited, random_round

NAME = "chase-the-flush"
BOARD = "Kh 9h 4c 2d"
FOLD = ("CHECK", "CHECK", "FOLD")
LATE = ("CHECK", "CHECK", "BET_1")
HIGHER, LOWER = "Ah 7s 6s", "Qh 7c 6d"  # With the board: A-K-9 and K-Q-9 of hearts.


def hand(text: str) -> int:
    return hand_of(parse_cards(text))


def dealt(board: str, dealer: str, player: str, ways: tuple[str, ...], bets: dict[str, int]) -> Round:
    game, shared = games.build(NAME), parse_cards(board)
    piles = {("first_two", 0): shared[:2], ("last_two", 0): shared[2:]}
    piles |= {("dealer", 0): parse_cards(dealer), ("player", 1): parse_cards(player)}
    choices = {
        (choice.name, 1): parse_option(choice, way) for choice, way in zip(game.choices.values(), ways, strict=False)
    }
    return play_out(game, {1: bets}, piles, choices)


def paid(board: str, dealer: str, player: str, ways: tuple[str, ...], **bets: int) -> dict[str, int]:
    return nets(dealt(board, dealer, player, ways, {"ante": 100, "xtra": 100, **bets}))


def test_rule_1_ante_and_xtra_are_equal_and_same_suit_optional():
    game = games.build(NAME)
    assert (len(game.deck), game.seats) == (52, 7)
    assert [wager.name for wager in game.wagers if wager.required] == ["ante", "xtra"]
    with pytest.raises(BetError, match="must equal ante"):
        dealt(BOARD, HIGHER, LOWER, FOLD, {"ante": 100, "xtra": 200})


def test_rule_2_more_cards_win_then_their_ranks_and_the_higher_of_two_flushes():
    listed = [
        "8h 7h 6h 5h 4h 3h 2h", "Ah Kh Qh Jh Th 9h 2c", "7h 6h 5h 4h 3h 2h Ac", "Ah Kh Qh Jh 9h As Ks", "5h 4h 3h 2h As Ks Qs",
        "As Kd Qd 4s 3s Jd Tc", "Ks Qs Jd Ts 9d 8d 7c", "Ks Qs Jd Ts 8d 7d 6c", "Ks Qs 3s Jd 9d 8d 7c", "As Qs Ah 9h Ad 7d 6c",
    ]  # fmt: skip
    values = [strength(hand(cards)) for cards in listed]
    assert values == sorted(values, reverse=True)
    assert values[6] == values[7]
    assert len(set(values)) == len(values) - 1


def test_rule_3_four_community_cards_and_three_each_face_down():
    piles = games.build(NAME).piles
    assert {name: (deal.count, deal.face) for name, deal in piles.items()} == {
        "first_two": (2, Face.HIDDEN),
        "last_two": (2, Face.HIDDEN),
        "player": (3, Face.DOWN),
        "dealer": (3, Face.DOWN),
    }


def test_rule_4_three_antes_on_three_cards():
    assert paid(BOARD, LOWER, HIGHER, ("ALL_IN",))["all_in"] == 300
    assert paid(BOARD, HIGHER, LOWER, ("ALL_IN",))["all_in"] == -300


def test_rule_5_twice_the_ante_on_five_cards():
    assert paid(BOARD, LOWER, HIGHER, ("CHECK", "BET_2"))["all_in"] == 200
    with pytest.raises(ChoiceError, match="not asked"):
        dealt(BOARD, LOWER, HIGHER, ("ALL_IN", "BET_2"), {"ante": 100, "xtra": 100})


def test_rule_6_one_ante_in_the_end_or_a_fold():
    assert paid(BOARD, LOWER, HIGHER, LATE)["all_in"] == 100
    assert paid(BOARD, LOWER, HIGHER, FOLD) == {"ante": -100, "xtra": -100}


@pytest.mark.parametrize(("dealer", "ante"), [("9s 3s 2s", 100), ("8s 7s 6s", 0), ("8s 7s 6d", 0)])
def test_rule_7_without_a_nine_the_ante_pushes_and_the_rest_acts(dealer: str, ante: int):
    assert paid("4h 3h 5c 2d", dealer, "Ah Qc Jd", LATE) == {"ante": ante, "xtra": 0, "all_in": 100}


def test_rule_7_a_dealer_who_does_not_qualify_can_still_win():
    assert paid("4h 3h 5c 2d", "8s 7s 6s", "7d 6d Jc", LATE) == {"ante": 0, "xtra": -100, "all_in": -100}


def test_rule_8_higher_lower_and_equal_flushes():
    assert paid(BOARD, LOWER, HIGHER, LATE) == {"ante": 100, "xtra": 0, "all_in": 100}
    assert paid(BOARD, HIGHER, LOWER, LATE) == {"ante": -100, "xtra": -100, "all_in": -100}
    assert paid("Kh 9h 4h 2d", "7s 6s 5c", "7c 6d 5d", LATE) == {"ante": 0, "xtra": 0, "all_in": 0}


@pytest.mark.parametrize(
    ("board", "player", "net"),
    [
        ("Kh 9h 4h 2h", "Ah 7h 5h", 25_000),
        ("Kh 9h 4h 2h", "Ah 7h 5s", 2_000),
        ("Kh 9h 4h 2h", "Ah 7s 5s", 500),
        ("Kh 9h 4h 2c", "Ah 7s 5d", 100),
        ("Kh 9h 4d 2c", "Ah 7s 5d", 0),
    ],
)
def test_rule_9_xtra_pays_the_cards_of_the_flush_that_wins(board: str, player: str, net: int):
    assert paid(board, "Qs Jc 8d", player, ("ALL_IN",))["xtra"] == net


def test_rule_9_xtra_loses_with_a_flush_that_loses():
    assert paid("Kh 9h 4h 2h", "Ah 8s 5s", "Qh 7s 5d", ("ALL_IN",))["xtra"] == -100


@pytest.mark.parametrize(
    ("cards", "ends"),
    [
        ("8h 7h 6h 5h 4h 3h 2h", SameSuit.SIX_STRAIGHT_FLUSH),
        ("Ah Kh Qh Jh Th 9h 2c", SameSuit.SIX_STRAIGHT_FLUSH),
        ("Ah Kh Qh Jh Th 8h 2h", SameSuit.SEVEN_FLUSH),
        ("Ah Kh Qh Jh Th 8h 2c", SameSuit.FIVE_STRAIGHT_FLUSH),
        ("Ah 2h 3h 4h 5h 8c 2c", SameSuit.FIVE_STRAIGHT_FLUSH),
        ("Ah Kh Qh Jh 9h 8h 2c", SameSuit.SIX_FLUSH),
        ("Ah Kh Qh Jh 9h 8c 2c", SameSuit.FOUR_STRAIGHT_FLUSH),
        ("Ah 2h 3h 4h 9c 8c 2c", SameSuit.FOUR_STRAIGHT_FLUSH),
        ("Ah Kh Qh Th 9h 8c 2c", SameSuit.FIVE_FLUSH),
        ("Ah Kh Qh Th 9c 8c 2c", SameSuit.FOUR_FLUSH),
        ("Ah Kh Qh Tc 9c 8c 2d", SameSuit.LESS),
    ],
)
def test_rule_10_same_suit_by_seven_cards(cards: str, ends: SameSuit):
    assert same_suit(hand(cards)) == ends


def test_rule_10_same_suit_pays_as_printed():
    assert odds_of(NAME, "same_suit") == [500, 300, 100, 50, 20, 5, 1, -1]


def test_rule_11_same_suit_stands_when_the_player_folds():
    folded = paid("Kh 9h 4h 2h", "Ah 8s 5s", "Qh 7s 5d", FOLD, same_suit=100)
    assert folded == {"ante": -100, "xtra": -100, "same_suit": 500}


def test_ruling_h40_other_suits_break_no_tie():
    tied = {"ante": 0, "xtra": 0, "all_in": 0}
    assert paid("Kh 9h 4h 2d", "Ad 7s 5c", "3c 3s 5s", LATE) == tied
    assert paid("9h 9c 2d 2s", "Kh Qh 3s", "Kc Qc 3d", LATE) == tied


@pytest.mark.parametrize(
    ("cards", "wanted"),
    [
        ("9h 3h 2h Ac Kd Qs Jd", True),
        ("8h 7h 6h Ac Kd Qs Jd", False),
        ("5h 4h 3h 2h Kd Qs Jd", True),
        ("Ah Kh Ac Kc Ad Kd As", False),
    ],
)
def test_ruling_h41_nine_on_top_of_three_or_four_cards(cards: str, wanted: bool):
    assert bool(qualifies(hand(cards))) == wanted


def test_ruling_h42_xtra_pushes_for_three_and_for_two_and_pays_without_a_qualifying_dealer():
    assert paid("Kh 9h 4d 2c", "Qs Jc 8d", "Ah 7s 5d", LATE)["xtra"] == 0
    assert paid("8h 7c 4d 3s", "Kh Qc Jd", "Ah Kc Qd", LATE) == {"ante": 0, "xtra": 0, "all_in": 100}
    assert paid("4h 3h 5c 2d", "8s 7s 6s", "Ah Qh Jd", LATE) == {"ante": 0, "xtra": 100, "all_in": 100}


def test_ruling_h43_the_ace_is_high_or_low_and_one_line_is_paid():
    assert same_suit(hand("Ah 2h 3h 4h 9c 8c 2c")) == SameSuit.FOUR_STRAIGHT_FLUSH
    assert same_suit(hand("Kh Ah 2h 3h 9c 8c 2c")) == SameSuit.FOUR_FLUSH
    assert paid("Kh Qh Jh Th", "2c 2d 3c", "Ah 5s 5d", LATE, same_suit=100)["same_suit"] == 10_000


def test_ruling_h44_seven_places_and_same_suit_beside_the_ante():
    assert games.build(NAME).seats == 7
    with pytest.raises(BetError, match="must be bet"):
        dealt(BOARD, HIGHER, LOWER, FOLD, {"same_suit": 100})


def test_ruling_h45_a_missing_player_checks_and_folds():
    game = games.build(NAME)
    assert default_of(game, {"ante": 500, "xtra": 500}, "player", "As Ks Qs") == "check"
    named = [[option_name(choice, option) for option in (0, 1)] for choice in game.choices.values()]
    assert named == [["check", "all-in"], ["check", "bet-2"], ["fold", "bet-1"]]


def test_ruling_h46_two_tables_of_xtra():
    assert odds_of(NAME, "xtra", xtra="20") == [250, 20, 5, 1, 0, 0, -1]
    assert odds_of(NAME, "xtra", xtra="50") == [250, 50, 5, 1, 0, 0, -1]
    assert games.build(NAME).options["xtra"] == "20"


def twin_nets(
    stakes: dict[str, int], player: list[str], dealer: list[str], shared: list[str], six: int
) -> dict[str, Fraction]:
    """What every bet nets in cents, by nothing of the rules under test."""
    mine, theirs = ([spoken(*parse_cards(card)) for card in (*three, *shared)] for three in (player, dealer))
    flush, other = longest_flush(mine), longest_flush(theirs)
    won = (flush > other) - (flush < other)
    opens = other >= (3, [9, 3, 2])
    run, cards = straight_flush_cards(mine), flush[0]
    suit = [
        (run >= 6, 500),
        (cards == 7, 300),
        (run == 5, 100),
        (cards == 6, 50),
        (run == 4, 20),
        (cards == 5, 5),
        (cards == 4, 1),
    ]
    ends = {
        "ante": won if opens else 0,
        "all_in": won,
        "xtra": {7: 250, 6: six, 5: 5, 4: 1}.get(cards, 0) if won == 1 else won,
        "same_suit": next((pay for is_so, pay in suit if is_so), -1),
    }
    if "all_in" not in stakes:
        ends |= {"ante": -1, "xtra": -1}
    return {name: Fraction(stake * ends[name]) for name, stake in stakes.items()}


@pytest.mark.parametrize("table", ["20", "50"])
def test_random_rounds_are_settled_as_the_literal_twin_settles_them(table: str):
    game, source, folds = games.build(NAME, {"xtra": table}), random.Random(int(table)), 0
    for _ in range(1000):
        played = random_round(game, source)
        texts = {key: [card_text(card) for card in cards] for key, cards in played.state.piles.items()}
        shared = [*texts["first_two", 0], *texts["last_two", 0]]
        told = {(line.seat, line.wager): line.net_cents for line in settle_round(played).lines}
        for seat, stakes in played.stakes().items():
            bet = {wager: stake for wager, stake in stakes.items() if stake}
            twin = twin_nets(bet, texts["player", seat], texts["dealer", 0], shared, int(table))
            assert {wager: told[seat, wager] for wager in bet} == twin, (texts, seat)
            folds += "all_in" not in bet
    assert folds > 100


def test_the_four_suits_change_places():
    check_suits_change_places(NAME)


def test_a_settlement_cites_the_rule_that_decided_each_bet():
    def chase(player: str, dealer: str, *ways: str) -> list[str]:
        names = ("three_cards", "five_cards", "seven_cards")
        chosen = [f"choose 1 {name} {way}" for name, way in zip(names, ways, strict=False)]
        cards = (f"deal player 1 {player}", f"deal dealer {dealer}", "deal first_two Kh 9h", "deal last_two 4c 2d")
        return cited(f"game {NAME}", "bet seat 1 ante 10 xtra 10 same_suit 5", *cards, *chosen)

    suit = "rule 10, ruling H43"
    won = "rule 8, ruling H40"
    assert chase(HIGHER, LOWER, "all-in") == [won, "rule 9, ruling H42", "rules 4 and 8, ruling H40", suit]
    assert chase(HIGHER, "Qs Jd 8c", "check", "bet-2") == [
        "rule 7, ruling H41", "rule 9, ruling H42", "rules 5 and 8, ruling H40", suit
    ]  # fmt: skip
    assert chase(LOWER, HIGHER, *LATE) == [won, "rule 9", "rules 6 and 8, ruling H40", suit]
    assert chase(LOWER, HIGHER, *FOLD) == ["rule 6", "rule 6", suit]


def test_words_say_what_decided():
    played = dealt(BOARD, "Qh Ts 6d", "Qd Jh Tc", LATE, {"ante": 100, "xtra": 100, "same_suit": 100})
    lost = "three-card flush, king high loses to the dealer's three-card flush, king high; the queen decides"
    assert [played.words(name, 1) for name in ("ante", "xtra", "all_in")] == [lost] * 3
    assert played.words("same_suit", 1) == "three-card flush, king high"
    four = dealt("Kh Qh 4c 2d", "9s 8s 6d", "Jh Th Tc", LATE, {"ante": 100, "xtra": 100, "same_suit": 100})
    assert four.words("same_suit", 1) == "four-card flush, king high, with a straight flush of four"


def test_a_fold_needs_no_dealer_and_a_bet_does():
    cards = ("--deal", "player=6s 4h 3d", "--deal", "first_two=2d 7c", "--deal", "last_two=Js Kd")
    checks = ("--choose", "three_cards=check", "--choose", "five_cards=check")
    bets = ("settle", NAME, "--bet", "ante=5", "--bet", "xtra=5")
    folded = json.loads(pitboss(*bets, *cards, *checks, "--choose", "seven_cards=fold", "--json").stdout)
    assert folded["net"] == "-10.00"
    missing = "dealer is dealt 3 cards in this round; none given"
    check_refused((*bets, *cards, *checks, "--choose", "seven_cards=bet-1"), missing)
