"""3 Card Blitz, sentence by sentence, and against a literal twin that tries every three suited cards."""

import itertools
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss import games
from pitboss.core import transcript
from pitboss.core.cards import card_text, parse_cards
from pitboss.core.errors import BetError, GridError, HouseError
from pitboss.core.meters import MeterState, awarded, fed
from pitboss.core.pays import Odds, Prize
from pitboss.core.round import play_out
from pitboss.core.settle import settle, settle_round
from pitboss.games.three_card_blitz import solver
from pitboss.games.three_card_blitz.game import (
    Blind,
    Bonus,
    Flush,
    Play,
    Progressive,
    Result,
    ante,
    blind,
    blitz_bonus,
    flush_bonus,
    has_royal,
    points,
    progressive,
    suit_points,
)
from pitboss.hands.bits import card_bit
from pitboss.maths.tally.tally import first_stakes, outcome_rows
from tests.support.command import pitboss
from tests.support.defaults import default_of
from tests.support.rounds import cited, random_round

LOW = "2c 3d 4h 5s 2d 3h 4s"
ROYAL = "As Ks Qs 2c 3d 4h 5c"
FIVE = "As Ks Qs Js Ts 2c 3d"
DOUBLE = "As Ks Js Ah Kh Th 6c"


def hand(text: str) -> int:
    return sum(card_bit(card) for card in parse_cards(text))


def worth(card: str) -> int:
    return {"A": 11, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card[0]) or int(card[0])


def literal_ways(cards: list[str]) -> list[tuple[str, ...]]:
    """The twin: every one, two or three cards of one suit."""
    return [
        way for size in (1, 2, 3) for way in itertools.combinations(cards, size) if len({card[1] for card in way}) == 1
    ]


def literal_points(cards: list[str]) -> int:
    return max(sum(worth(card) for card in way) for way in literal_ways(cards))


def literal_award(cards: list[str]) -> str:
    """The highest award of the fixed table, by trying every way."""
    blitz = [way for way in literal_ways(cards) if sum(map(worth, way)) == 31]
    if any(all(f"{letter}{suit}" in cards for letter in "AKQJT") for suit in "cdhs"):
        return "FIVE_CARD_ROYAL"
    if len({way[0][1] for way in blitz}) == 2:
        return "DOUBLE_BLITZ"
    if any({card[0] for card in way} == set("AKQ") for way in blitz):
        return "ROYAL_BLITZ"
    return "BLITZ" if blitz else "TOTAL_30" if literal_points(cards) == 30 else "NO_AWARD"


def settled(bets: dict[str, int], player: str, dealer: str, play: Play, **options: str) -> dict[str, int]:
    """Net cents by wager, lines added up."""
    game = games.build("three-card-blitz", options)
    deals = {("player", 1): parse_cards(player), ("dealer", 0): parse_cards(dealer)}
    nets: dict[str, int] = {}
    for line in settle_round(play_out(game, {1: bets}, deals, {("play", 1): int(play)})).lines:
        nets[line.wager] = nets.get(line.wager, 0) + line.net_cents
    return nets


MAIN = {"ante": 100, "blind": 100}


def test_rule_1_values():
    for letter, value in zip("23456789TJQKA", (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11), strict=True):
        assert points(hand(f"{letter}h")) == value
    assert games.build("three-card-blitz").seats == 6


def test_rule_2_up_to_three_of_one_suit():
    assert points(hand("Ks Qs 9s 8s Ah 2h 3h")) == 29
    assert points(hand("Ah 9c 9d 9s")) == 11


def test_rule_3_blitz_royal_and_double():
    names = {"As Ks Js 2c 3d 4h 5c": "BLITZ", ROYAL: "ROYAL_BLITZ", DOUBLE: "DOUBLE_BLITZ"}
    for cards, name in names.items():
        assert blitz_bonus(hand(cards)).name == name


def test_ruling_b3_a_royal_is_ace_king_and_queen_of_one_suit_whatever_is_with_them():
    source = random.Random(3)
    for _ in range(4000):
        cards = source.sample(range(52), source.randint(3, 40))
        marks = {card_text(card) for card in cards}
        assert has_royal(sum(map(card_bit, cards))) == any({f"A{s}", f"K{s}", f"Q{s}"} <= marks for s in "cdhs")


def test_rule_4_ante_and_blind_are_equal_and_required():
    for bets, sentence in (
        ({"ante": 500}, "blind must be bet"),
        ({"ante": 500, "blind": 300}, "blind 3.00 must equal ante, which is 5.00"),
        ({"blind": 500}, "ante must be bet"),
        ({"ante": 500, "blind": 500, "play": 500}, "play 5.00 is placed by choosing it"),
    ):
        with pytest.raises(BetError, match=sentence):
            settled(bets, ROYAL, LOW, Play.PLAY)


def test_rule_5_play_or_fold_and_side_bets_stand():
    bets = {**MAIN, "flush_bonus": 100, "blitz_bonus": 100}
    assert settled(bets, ROYAL, "2h 3c 4s 5d 6c 7d 8h", Play.FOLD) == {
        "ante": -100, "blind": -100, "flush_bonus": -100, "blitz_bonus": 2500,
    }  # fmt: skip


def test_rule_6_more_fewer_and_as_many_points():
    high = "Qs Ts 6s 6c 7c 8d 9d"
    assert settled(MAIN, high, LOW, Play.PLAY) == {"ante": 100, "blind": 0, "play": 100}
    assert settled(MAIN, LOW, high, Play.PLAY) == {"ante": -100, "blind": -100, "play": -100}
    assert settled(MAIN, high, "Qh Th 6h 6d 7h 8c 9c", Play.PLAY)["ante"] == -100
    assert settled(MAIN, high, "Qh Th 6h 6d 7d 8c 9c", Play.PLAY) == {"ante": 0, "blind": 0, "play": 0}


@pytest.mark.parametrize(
    ("cards", "pays"),
    [(DOUBLE, 50), (ROYAL, 8), ("As Ks Js 2c 3d 6h 5c", 4), ("Ks Qs Js 2c 3d 6h 5c", 1), ("Ks Qs 7s 2c 3d 6h 5c", 1), ("Ks Qs 6s 2c 3d 6h 5c", 0)],
)  # fmt: skip
def test_rule_7_the_blind_table(cards: str, pays: int):
    dealer = "2h 3h 4c 5d 7d 7c 8h"
    assert settled(MAIN, cards, dealer, Play.PLAY)["blind"] == 100 * pays


@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        ("2c 3c 4c 5c 6c 7c 8c", Flush.SUITED_7),
        ("2c 3c 4c 5c 6c 7c 8d", Flush.SUITED_6),
        ("2c 3c 4c 5c 6c 7d 8d", Flush.SUITED_5),
        ("2c 3c 4c 5c 6d 7d 8d", Flush.SUITED_4),
        ("2c 3c 4c 5d 6d 7d 8h", Flush.NO_FOUR),
    ],
)
def test_rule_8_the_flush_bonus_counts_the_longest_suit(cards: str, outcome: Flush):
    assert flush_bonus(hand(cards)) == outcome


def test_rule_9_the_fixed_blitz_bonus():
    for cards, outcome in (
        (FIVE, Bonus.FIVE_CARD_ROYAL),
        ("Ks Qs Js 2c 3d 4h 5c", Bonus.TOTAL_30),
        (LOW, Bonus.NO_AWARD),
    ):
        assert blitz_bonus(hand(cards)) == outcome


PROGRESSIVE = {"ante": 100, "blind": 100, "blitz_bonus": 500}


@pytest.mark.parametrize(
    ("cards", "award"),
    [
        ("Ks Qs 9s 2c 3d 4h 5c", 10),
        ("Ks Qs Js 2c 3d 4h 5c", 15),
        ("As Ks Js 2c 3d 4h 5c", 30),
        (DOUBLE, 1000),
        (LOW, 0),
        (ROYAL, 2001),
        (ROYAL.replace("s", "h").replace("4h", "4s"), 301),
        (ROYAL.replace("s", "d").replace("3d 4h", "3s 4h"), 401),
        (ROYAL.replace("s", "c").replace("2c 3d 4h 5c", "2s 3d 4h 5s"), 501),
        (FIVE, 10001),
    ],
)
def test_rule_10_the_progressive_pays_dollars_and_meters(cards: str, award: int):
    dealer = "6h 7d 8c 9h 6d 7c 8h"
    meters = "10000,2000,300.50,400.10,500.01"
    nets = settled(PROGRESSIVE, cards, dealer, Play.PLAY, blitz_bonus="progressive", meters=meters)
    assert nets["blitz_bonus"] == 100 * award - 500


def test_rule_11_a_double_blitz_wins_its_meters_too():
    options = {"blitz_bonus": "progressive", "meters": "10000,2000,300,400,500"}
    two = settled(PROGRESSIVE, "As Ks Qs Ah Kh Qh 2c", "6h 7d 8c 9h 6d 7c 8h", Play.FOLD, **options)
    one = settled(PROGRESSIVE, "As Ks Qs Ah Kh Jh 2c", "6h 7d 8c 9h 6d 7c 8h", Play.FOLD, **options)
    assert two["blitz_bonus"] == 100_000 + 200_100 + 30_100 - 500
    assert one["blitz_bonus"] == 100_000 + 200_100 - 500


def test_ruling_b1_fewer_than_three_count_as_they_are():
    assert points(hand("As 9h 9d 9c Ks 2h 2c")) == 21


def test_ruling_b2_a_double_needs_two_suits():
    assert blitz_bonus(hand("As Ks Qs Js Ts 9s 8s")) == Bonus.FIVE_CARD_ROYAL
    assert blind(hand("As Ks Qs Js 9s 8s 7s"), hand(LOW), Play.PLAY) == Blind.ROYAL_BLITZ


def test_ruling_b3_a_31_counts_as_its_best():
    assert blitz_bonus(hand("As Ts Js Qs Ks 2h 3h")) == Bonus.FIVE_CARD_ROYAL
    assert blitz_bonus(hand("As Js Qs Ks 9s 2h 3h")) == Bonus.ROYAL_BLITZ


def test_ruling_b4_equal_points_push_at_31_too():
    for mine in (ROYAL, DOUBLE, FIVE):
        dealer = "Ad Kd Jd 2h 3h 4c 5s"
        assert settled(MAIN, mine, dealer, Play.PLAY) == {"ante": 0, "blind": 0, "play": 0}


def test_ruling_b5_a_five_card_royal_is_a_royal_blitz_for_the_blind():
    assert blind(hand(FIVE), hand(LOW), Play.PLAY) == Blind.ROYAL_BLITZ
    assert blind(hand("Ks Qs 6s 2c 3d 4h 5c"), hand(LOW), Play.PLAY) == Blind.WON
    assert blind(hand(DOUBLE), hand(LOW), Play.FOLD) == Blind.LOST
    assert ante(hand(DOUBLE), hand(LOW), Play.FOLD) == Result.LOST


def test_ruling_b6_fixed_or_progressive_by_option():
    fixed, meters = games.build("three-card-blitz"), games.build("three-card-blitz", {"blitz_bonus": "progressive"})
    assert len(fixed.wager["blitz_bonus"].lines) == 1
    assert len(meters.wager["blitz_bonus"].lines) == 5


def test_ruling_b7_five_dollars_exactly_and_not_returned():
    for amount in (100, 499, 1000):
        with pytest.raises(BetError, match=r"this bet is 5\.00 exactly"):
            settled({**PROGRESSIVE, "blitz_bonus": amount}, ROYAL, LOW, Play.PLAY, blitz_bonus="progressive")
    nets = settled(PROGRESSIVE, "Ks Qs 9s 2c 3d 4h 5c", "6h 7d 8c 9h 6d 7c 8h", Play.PLAY, blitz_bonus="progressive")
    assert nets["blitz_bonus"] == 1000 - 500


def test_ruling_b7_a_five_card_royal_wins_meter_1_alone():
    assert progressive(hand(FIVE)) == Progressive.FIVE_CARD_ROYAL
    nets = settled(
        PROGRESSIVE, FIVE, "6h 7d 8c 9h 6d 7c 8h", Play.PLAY, blitz_bonus="progressive", meters="100,200,300,400,500"
    )
    assert nets["blitz_bonus"] == 10_100 - 500


METER = MeterState(1, "test", seed_cents=5000, share_cents=50, amount_cents=0)


@pytest.mark.parametrize(("amount", "paid"), [(10_000, 10_000), (10_001, 10_100), (10_099, 10_100), (9_950, 10_000)])
def test_ruling_b7_a_meter_is_rounded_up_to_the_dollar_and_restarts_at_its_seed(amount: int, paid: int):
    move = awarded(fed((replace(METER, amount_cents=amount, share_cents=0),), 1)[1], seat=1)
    assert move.awards[0].paid_cents == paid
    assert move.awards[0].rounded_cents == paid - amount
    assert move.after.amount_cents == 5000
    # I4: what is there = what was there + fed + rounded up + reseeded - paid.
    award = move.awards[0]
    assert (
        move.after.amount_cents
        == amount + move.fed_cents + award.rounded_cents + move.reseeded_cents - award.paid_cents
    )


def test_ruling_b7_shares_are_added_when_the_bet_is_placed():
    game = games.build("three-card-blitz", {"blitz_bonus": "progressive", "meters": "100,200,300,400,500"})
    deals = {("player", 1): parse_cards(ROYAL), ("dealer", 0): parse_cards("6h 7d 8c 9h 6d 7c 8h")}
    settlement = settle_round(play_out(game, {1: PROGRESSIVE}, deals, {("play", 1): 1}))
    moved = {move.before.number: move for move in settlement.meters}
    assert moved[2].awards[0].paid_cents == 20_100
    assert moved[2].awards[0].rounded_cents == 100 - moved[2].fed_cents
    assert moved[1].after.amount_cents == 10_000 + moved[1].before.share_cents
    assert settle_round(play_out(game, {1: MAIN}, deals, {("play", 1): 1})).meters == ()


def test_ruling_b7_the_shipped_meters_are_labelled_as_an_example():
    folder = games.folder("three-card-blitz")
    assert "An example of ours" in (folder.folder / "meters.toml").read_text()
    meters = folder.meters(500)
    assert len(meters) == 5
    assert sum(meter.share_cents for meter in meters) <= 500


@pytest.mark.compiled
def test_ruling_b7_the_example_returns_what_is_said_of_it():
    """Long run: a meter pays its share of every bet and its seed at every award."""
    game = games.build("three-card-blitz", {"blitz_bonus": "progressive"})
    stakes = first_stakes(game)
    tally = solver.solve(game, stakes, game.main_wagers)
    cents = Fraction(0)
    meters = {meter.number: meter for meter in game.meters}
    for row in outcome_rows(game, tally, "blitz_bonus", stakes):
        assert not isinstance(row.pay, Odds)
        paid = row.pay.cents if isinstance(row.pay, Prize) else meters[row.pay.number].seed_cents
        cents += Fraction(row.weight, tally.total) * paid
    cents += sum(meter.share_cents for meter in game.meters)
    said = f"{float(cents / 500):.2%} of the bet"
    assert said in games.folder("three-card-blitz").rulings_for()


def test_ruling_b8_two_winners_are_paid_in_seat_order():
    game = games.build("three-card-blitz", {"blitz_bonus": "progressive", "meters": "7777.77,1,1,1,1"})
    stakes = {4: {"blitz_bonus": 500}, 2: {"blitz_bonus": 500}}
    royal = (Progressive.FIVE_CARD_ROYAL, *[Progressive.NO_AWARD] * 4)
    settlement = settle(game, stakes, {2: {"blitz_bonus": royal}, 4: {"blitz_bonus": royal}})
    first = next(move for move in settlement.meters if move.before.number == 1)
    assert [(award.seat, award.paid_cents) for award in first.awards] == [(2, 777_900), (4, 500_000)]
    assert settlement.net_cents(2) == 777_400
    assert first.after.amount_cents == 500_000


def test_meters_come_back_changed_and_are_given_to_the_next_round():
    game = games.build("three-card-blitz", {"blitz_bonus": "progressive"})
    nothing = {1: {"blitz_bonus": (Progressive.NO_AWARD,) * 5}}
    meters = game.meters
    for _ in range(3):
        settlement = settle(game, {1: {"blitz_bonus": 500}}, nothing, meters)
        meters = tuple(move.after for move in settlement.meters)
    for before, after in zip(game.meters, meters, strict=True):
        assert after.amount_cents == before.amount_cents + 3 * before.share_cents


def test_the_text_of_a_round_tells_the_meters_it_was_settled_with():
    game = games.build("three-card-blitz", {"blitz_bonus": "progressive"})
    deals = {("player", 1): parse_cards(ROYAL), ("dealer", 0): parse_cards("6h 7d 8c 9h 6d 7c 8h")}
    played = play_out(game, {1: PROGRESSIVE}, deals, {("play", 1): 1})
    meters = tuple(replace(meter, amount_cents=meter.amount_cents + 100_000) for meter in game.meters)
    text = transcript.write(played, meters)
    assert f"net       1   +{settle_round(played, meters).net_cents() / 100:.2f}\n" in text
    assert "meters=6000.00,1250.00,1200.00,1200.00,1200.00" in text
    told = transcript.read(text, games.build)
    assert transcript.differences(told) == []
    assert transcript.write(told.played) == text
    with pytest.raises(HouseError, match="three-card-blitz has meters 1, 2, 3, 4 or 5; given are none"):
        settle_round(played, ())


def test_a_progressive_table_of_ones_own_needs_the_progressive():
    rows = "FIVE_CARD_ROYAL meter 1\nROYAL_IN_SPADES meter 2\nROYAL_IN_HEARTS meter 3\nROYAL_IN_DIAMONDS meter 4\n"
    rows += "ROYAL_IN_CLUBS meter 5\nDOUBLE_BLITZ $900\nBLITZ $20\nTOTAL_30 $15\nTOTAL_29 $10\nNO_AWARD $0\n"
    brought = games.Custom(f'[progressive]\ngrid = """\nmine\n{rows}"""', "prog.toml")
    with pytest.raises(
        GridError, match=r"\[progressive\]: no bet is paid by it .*; set the option blitz_bonus="
    ) as refused:
        games.build("three-card-blitz", custom=brought)
    assert refused.value.code == "grid/unused"
    game = games.build("three-card-blitz", {"blitz_bonus": "progressive"}, brought)
    assert str(game.wager["blitz_bonus"].lines[0].pays[Progressive.BLITZ]) == "$20"


def test_the_meters_are_shown_in_play():
    done = pitboss(
        "play", "three-card-blitz", "--set", "blitz_bonus=progressive", "--seed", "1", given="5 blitz 5\nf\nq\n"
    )
    assert "meter 1: 5000.00  meter 2: 250.00" in done.stdout
    assert "meter 1: 5000.50  meter 2: 250.20" in done.stdout


@pytest.mark.parametrize("text", ["1,2,3", "a,b,c,d,e", "1,2,3,4,-5", "most", "1,2,3,4,5.555"])
def test_meters_that_are_none(text: str):
    done = pitboss("settle", "three-card-blitz", "--set", f"meters={text}")
    assert done.returncode == 2
    assert f"meters cannot be {text!r}: give example or 5 amounts" in done.stderr


def test_the_literal_twin_agrees_on_random_hands():
    game = games.build("three-card-blitz")
    source = random.Random(7)
    for _ in range(400):
        played = random_round(game, source, seats=2)
        dealer = [card_text(card) for card in played.state.piles["dealer", 0]]
        for seat, ended in played.outcomes().items():
            cards = [card_text(card) for card in played.state.piles["player", seat]]
            mine, theirs = literal_points(cards), literal_points(dealer)
            assert points(hand(" ".join(cards))) == mine
            if "play" in ended:
                assert ended["play"] == (
                    Result.WON if mine > theirs else Result.LOST if mine < theirs else Result.TIED,
                )
            if "blitz_bonus" in ended:
                assert ended["blitz_bonus"][0].name == literal_award(cards)


def test_the_literal_twin_agrees_on_hands_of_high_cards():
    """Random hands hold few Blitzes; hands from tens up hold many."""
    high = [f"{letter}{suit}" for letter in "TJQKA" for suit in "cdhs"]
    source = random.Random(8)
    seen = set()
    for _ in range(3000):
        cards = source.sample(high, 7)
        name = literal_award(cards)
        assert blitz_bonus(hand(" ".join(cards))).name == name
        seen.add(name)
    assert seen >= {"FIVE_CARD_ROYAL", "DOUBLE_BLITZ", "ROYAL_BLITZ", "BLITZ", "TOTAL_30"}


def test_suit_points_of_every_holding():
    for size in range(1, 4):
        for cards in itertools.combinations("23456789TJQKA", size):
            holding = sum(1 << "23456789TJQKA".index(letter) for letter in cards)
            assert suit_points(holding) == sum(worth(letter) for letter in cards)


def test_a_better_hand_never_loses_to_a_worse_one():
    source = random.Random(9)
    game = games.build("three-card-blitz")
    for _ in range(300):
        played = random_round(game, source, seats=2)
        one, two = (sum(card_bit(card) for card in played.state.piles["player", seat]) for seat in played.state.seats())
        dealer = sum(card_bit(card) for card in played.state.piles["dealer", 0])
        if points(one) >= points(two):
            assert ante(one, dealer, Play.PLAY) >= ante(two, dealer, Play.PLAY)


def test_words():
    words = games.build("three-card-blitz").words
    for cards, spoken in (
        ("As 9s 7s 2c 3d 4h 5c", "27 in spades: A 9 7"),
        ("Ks Qs 9s 2s 3d 4h 5c", "29 in spades: K Q 9"),
        ("As Ks 8s Kh Th 9h 2c", "29 in spades: A K 8"),
        ("Ac Kc 2d 3d 4h 5h 6s", "21 in clubs: A K"),
        ("As Ks 9s Ts 2d 3d 4h", "31 in spades: A K 10, Blitz"),
        (ROYAL, "31 in spades: A K Q, Royal Blitz"),
        ("Ac Kc Tc Ah Qh Jh 2d", "31 in clubs: A K 10 and 31 in hearts: A Q J, Double Blitz"),
        ("As Ks Qs Js Ts 2d 3d", "31 in spades: A K Q J 10, five-card royal"),
    ):
        assert words["player"](hand(cards)) == spoken
    mine, theirs = hand("Ks Qs 9s 2s 3d 4h 5c"), hand("Ah 9h 7h 2c 3c 4d 5d")
    assert words["ante"](mine, theirs, Play.PLAY) == "29 in spades beats the dealer's 27 in hearts"
    assert words["ante"](mine, theirs, Play.FOLD) == "folded"
    assert words["flush_bonus"](mine) == "4 spades"


def test_ruling_g6_six_seats_fit():
    assert len(random_round(games.build("three-card-blitz"), random.Random(1), seats=6).outcomes()) == 6


def blitz(player: str, dealer: str, play: str = "play") -> list[str]:
    dealt = (f"deal player 1 {player}", f"deal dealer {dealer}", f"choose 1 play {play}")
    return cited("game three-card-blitz", "bet seat 1 ante 10 blind 10 blitz_bonus 5", *dealt)


def test_a_settlement_cites_the_rule_that_decided_each_bet():
    royal, low = "As Ks Qs 2h 3h 4d 5d", "Ah Kc 2c 3c 4h 5h 6d"
    assert blitz(royal, low) == [
        "rule 6",
        "rule 7, rulings B3 and B5",
        "rules 5 and 6",
        "rules 9 and 11, rulings B3 and B6",
    ]
    assert blitz("As Ks 3s 2h 3h 4d 5d", "Ah Kc 2c 3c 4h 5h 6d") == [
        "rule 6",
        "rule 7, ruling B5",
        "rules 5 and 6",
        "rule 9",
    ]
    assert blitz(low, royal)[:3] == ["rule 6", "rule 6", "rules 5 and 6"]
    assert blitz(royal, "Ah Jh Th 2c 3c 4c 5c")[:3] == [
        "rule 6, ruling B4",
        "rule 6, ruling B4",
        "rules 5 and 6, ruling B4",
    ]


def test_a_fold_cites_the_ruling_on_folds():
    folded = "rule 5, ruling B5"
    assert blitz("2s 3s 4s 2h 3h 4d 5d", "Ah Kc 2c 3c 4h 5h 6d", "fold") == [folded, folded, "rule 9"]


def test_a_progressive_cites_the_ruling_on_its_awards():
    told = cited(
        "game three-card-blitz blitz_bonus=progressive",
        "bet seat 1 ante 10 blind 10 blitz_bonus 5",
        "deal player 1 As Ks Qs Ah Kh Qh 5d",
        "deal dealer Kc 2c 3c 4h 5h 6d 7d",
        "choose 1 play play",
    )
    assert told[1] == "rule 7, rulings B2 and B5"
    assert told[3:] == ["rules 10 and 11, rulings B2 and B7", "rule 11, ruling B7", "rule 11, ruling B7"]


def test_ruling_g8_a_missing_player_folds():
    bets = {"ante": 500, "blind": 500}
    assert default_of(games.build("three-card-blitz"), bets, "player", "As Ks Qs Js 9h 5c 3d") == "fold"
