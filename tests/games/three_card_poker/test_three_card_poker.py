"""3 Card Poker, sentence by sentence."""

import json
import random

import pytest

from pitboss import games
from pitboss.core import transcript
from pitboss.core.cards import parse_cards
from pitboss.core.errors import BetError
from pitboss.core.round import play_out
from pitboss.core.settle import settle_round
from pitboss.games.three_card_poker.game import Play, Result, ante, ante_bonus, qualifies
from pitboss.games.three_card_poker.strategies import play_on_q64
from pitboss.hands.bits import card_bit, kind
from pitboss.hands.three_card import Kind, strength
from tests.support.command import check_refused, pitboss
from tests.support.defaults import default_of
from tests.support.rounds import cited, golden_rounds, random_round


def hand(text: str) -> int:
    return sum(card_bit(card) for card in parse_cards(text))


def settled(bets: dict[str, int], player: str, dealer: str, play: Play | None) -> dict[tuple[str, int], int]:
    game = games.build("three-card-poker")
    deals = {("player", 1): parse_cards(player), ("dealer", 0): parse_cards(dealer)}
    played = play_out(game, {1: bets}, deals, {} if play is None else {("play", 1): int(play)})
    return {(line.wager, line.line): line.net_cents for line in settle_round(played).lines}


def test_rule_1_ante_or_pair_plus_or_both():
    assert games.build("three-card-poker").seats == 7
    assert settled({"pair_plus": 100}, "2c 2d 3h", "Qs 6h 4s", None) == {("pair_plus", 0): 100}
    with pytest.raises(BetError, match="ante or pair_plus must be bet"):
        settled({}, "2c 2d 3h", "Qs 6h 4s", None)


def test_rule_2_hands_rank_as_the_rules_list_them():
    listed = ["Ah 2h 3h", "7c 7d 7h", "Qh Kd Ac", "9s 5s 2s", "8c 8d Kh", "Ac Kd Jh"]
    values = [strength(hand(text)) for text in listed]
    assert values == sorted(values, reverse=True)
    assert [kind(value) for value in values] == sorted(Kind, reverse=True)


def test_rule_2_ace_two_three_is_the_lowest_straight():
    assert strength(hand("Ah 2d 3c")) < strength(hand("2h 3d 4c"))
    assert strength(hand("Ah 2d 3c")) > strength(hand("Ah Kh 9h"))


def test_rule_3_three_cards_each():
    assert [deal.count for deal in games.build("three-card-poker").piles.values()] == [3, 3]


def test_rule_4_play_equals_the_ante_and_a_fold_gives_it_up():
    assert settled({"ante": 700}, "Kc 8d 4h", "Qs 6h 4s", Play.PLAY) == {
        ("ante", 0): 700,
        ("ante", 1): 0,
        ("play", 0): 700,
    }
    assert settled({"ante": 700}, "Kc 8d 4h", "Qs 6h 4s", Play.FOLD) == {("ante", 0): -700, ("ante", 1): 0}


def test_rule_5_the_dealer_needs_a_queen():
    assert qualifies(hand("Qs 3h 2s"))
    assert not qualifies(hand("Js Th 8s"))
    assert qualifies(hand("2s 2h 3s"))
    assert settled({"ante": 100}, "2c 3d 5h", "Js Th 8s", Play.PLAY) == {
        ("ante", 0): 100,
        ("ante", 1): 0,
        ("play", 0): 0,
    }


def test_rule_6_better_worse_and_equal():
    assert ante(hand("Kc 8d 4h"), hand("Qs 6h 4s"), Play.PLAY) == Result.WON
    assert ante(hand("Qc 6d 3h"), hand("Qs 6h 4s"), Play.PLAY) == Result.LOST
    assert ante(hand("Qc 6d 4h"), hand("Qs 6h 4s"), Play.PLAY) == Result.TIED


@pytest.mark.parametrize(("cards", "bonus"), [("5s 6s 7s", 5), ("9c 9d 9h", 4), ("Ah 2d 3c", 1), ("2h 8h Kh", 0)])
def test_rule_7_the_ante_bonus_whatever_the_dealer_holds(cards: str, bonus: int):
    for dealer in ("Js Td 8s", "As Ad Ac", "Qc Jc Tc"):
        assert settled({"ante": 100}, cards, dealer, Play.PLAY)["ante", 1] == 100 * bonus
    assert ante_bonus(hand(cards), Play.FOLD) == 0


@pytest.mark.parametrize(
    ("cards", "pays"),
    [("5s 6s 7s", 40), ("9c 9d 9h", 30), ("Ah 2d 3c", 6), ("2h 8h Kh", 4), ("4c 4d Jc", 1), ("Qd 5c 2s", -1)],
)
def test_rule_8_pair_plus_by_the_hand_alone(cards: str, pays: int):
    assert settled({"pair_plus": 100}, cards, "As Ks Js", None) == {("pair_plus", 0): 100 * pays}


def test_ruling_h1_the_bonus_goes_with_a_fold_and_pair_plus_stands():
    nets = settled({"ante": 100, "pair_plus": 100}, "5s 6s 7s", "Qs 6h 4s", Play.FOLD)
    assert nets == {("ante", 0): -100, ("ante", 1): 0, ("pair_plus", 0): 4000}


def test_ruling_g6_seven_seats_fit():
    assert len(random_round(games.build("three-card-poker"), random.Random(1), seats=7).outcomes()) == 7


def test_the_q64_strategy():
    assert [
        bool(play_on_q64(hand(cards))) for cards in ("Qs 6d 4c", "Qs 6d 3c", "Qs 5d 4c", "Ks 3d 2c", "2s 2d 3c")
    ] == [
        True,
        False,
        False,
        True,
        True,
    ]


def test_a_wrong_claim_of_a_bonus_is_put_right_by_the_bonus():
    path = next(path for path in golden_rounds("three-card-poker") if path.stem == "every-hand")
    text = path.read_text().replace("0.00 at 4 to 1   returns 20.00", "0.00 at 5 to 1   returns 25.00")
    (found,) = transcript.differences(transcript.read(text, games.build))
    assert (
        found.sentence
        == "'settle 2 ante 0.00 at 5 to 1 returns 25.00' should be 'settle 2 ante 0.00 at 4 to 1 returns 20.00'"
    )


def test_pair_plus_makes_the_ante_optional_and_the_table_says_so():
    assert "Ante (must be bet unless Pair Plus is)" in pitboss("play", "three-card-poker", given="q\n").stdout
    ante = json.loads(pitboss("games", "--json").stdout)["games"]
    wagers = next(game["wagers"] for game in ante if game["name"] == "three-card-poker")
    assert wagers[0].items() >= {"name": "ante", "label": "Ante", "required": True, "unless": "pair_plus"}.items()


def test_words():
    game = games.build("three-card-poker")
    assert game.words["player"](hand("Kc Kd 3h")) == "pair of kings"
    assert game.words["player"](hand("6c 6d 6h")) == "three sixes"
    assert game.words["dealer"](hand("Js Th 8s")) == "jack high, does not qualify"
    against, sixes = game.words["ante"], hand("6c 6d 6h")
    assert against(sixes, hand("Qs Th 8s"), Play.PLAY) == "three sixes beat the dealer's queen high"
    assert against(sixes, hand("Js Th 8s"), Play.PLAY) == "three sixes; the dealer's jack high does not qualify"
    assert against(hand("Kc Kd 3h"), sixes, Play.PLAY) == "pair of kings loses to the dealer's three sixes"
    assert against(sixes, hand("Js Th 8s"), Play.FOLD) == "folded"


def test_kind_of_every_name():
    for cards, name in (("5s 6s 7s", "STRAIGHT_FLUSH"), ("2h 8h Kh", "FLUSH"), ("Qd 5c 2s", "HIGH_CARD")):
        assert Kind(kind(strength(hand(cards)))).name == name


MINE = ("--deal", "player=6s 4h 3d")
FOLD = ("--choose", "play=fold")


@pytest.mark.parametrize(
    ("flags", "net"),
    [
        (("--bet", "ante=5", *FOLD), "-5.00"),
        (("--bet", "pair_plus=5"), "-5.00"),
        (("--bet", "ante=5", "--bet", "pair_plus=1", *FOLD), "-6.00"),
    ],
)
def test_a_fold_and_pair_plus_alone_need_no_dealer(flags: tuple[str, ...], net: str):
    dealer = ("--deal", "dealer=As Qd 2c")
    without = json.loads(pitboss("settle", "three-card-poker", *flags, *MINE, "--json").stdout)
    assert without["net"] == net
    assert without == json.loads(pitboss("settle", "three-card-poker", *flags, *MINE, *dealer, "--json").stdout)


def test_a_bet_that_looks_at_the_dealer_asks_for_the_dealers_cards():
    missing = "dealer is dealt 3 cards in this round; none given"
    check_refused(("settle", "three-card-poker", "--bet", "ante=5", "--choose", "play=play", *MINE), missing)


def test_a_settlement_cites_the_rule_that_decided_each_bet():
    def poker(player: str, dealer: str, play: str = "play") -> list[str]:
        dealt = (f"deal player 1 {player}", f"deal dealer {dealer}", f"choose 1 play {play}")
        return cited("game three-card-poker", "bet seat 1 ante 10 pair_plus 5", *dealt)

    assert poker("As Kd 4s", "Qh 3h 5c") == ["rule 6", "rules 4 and 6", "rule 8"]
    assert poker("As Kd 4s", "Ah Kh 4c") == ["rule 6, ruling H1", "rules 4 and 6, ruling H1", "rule 8"]
    assert poker("As Ad 4s", "2h 3h 5c") == ["rule 5, ruling H1", "rules 4 and 5, ruling H1", "rule 8"]
    assert poker("5s 6d 7s", "Qh 3h 5c") == ["rule 6", "rule 7, ruling H1", "rules 4 and 6", "rule 8"]
    assert poker("2s 6d 7s", "Qh 3h 5c", "fold") == ["rule 4, ruling H1", "rule 8"]


def test_ruling_g8_a_missing_player_folds():
    assert default_of(games.build("three-card-poker"), {"ante": 500}, "player", "As Ks Qs") == "fold"
