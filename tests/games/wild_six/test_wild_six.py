"""Wild Six Card Poker, sentence by sentence."""

import random

import pytest

from pitboss import games
from pitboss.core import transcript
from pitboss.core.cards import JOKER, parse_card, parse_cards
from pitboss.core.errors import BetError, CardError, ChoiceError
from pitboss.core.round import Round, play_out
from pitboss.core.script import Bets, Dealt, NeedCards, NeedChoice
from pitboss.core.settle import settle_round
from pitboss.games.wild_six.game import Paying, Poker, is_automatic, poker, queens_or_better
from pitboss.games.wild_six.strategies import helpers, throw_for_a_flush, throw_for_helpers, throw_lowest
from pitboss.hands.bits import card_bit, kind
from pitboss.hands.wild import Kind, strength
from tests.support.command import pitboss
from tests.support.defaults import default_of
from tests.support.rounds import cited, golden_rounds, random_round

ALL = {"poker": 500, "queens_or_better": 500, "draw_bonus": 500, "taxpayers_fortune": 100}
DEALER = ("Ks 9d 7h 4c 2s", "5d")


def hand(text: str) -> int:
    return sum(card_bit(card) for card in parse_cards(text))


def played(
    bets: dict[str, int], player: str, discard: str = "", sixth: str = "", dealer=DEALER, **options: str
) -> Round:
    game = games.build("wild-six", options)
    deals = {
        ("player", 1): parse_cards(player),
        ("dealer", 0): parse_cards(dealer[0]),
        ("dealer_card", 0): parse_cards(dealer[1]),
    }
    if sixth:
        deals["player_card", 1] = parse_cards(sixth)
    return play_out(game, {1: bets}, deals, {("discard", 1): parse_card(discard)} if discard else {})


def settled(*arguments, **options) -> dict[tuple[str, int], int]:
    return {(line.wager, line.line): line.net_cents for line in settle_round(played(*arguments, **options)).lines}


def test_rule_1_fifty_two_cards_and_two_jokers():
    game = games.build("wild-six")
    assert len(game.deck) == 54
    assert game.deck.counts[JOKER] == 2
    assert game.seats == 8


def test_rule_2_the_poker_bet_is_mandatory():
    with pytest.raises(BetError, match="poker must be bet"):
        played({"draw_bonus": 500}, "2c 3d 4h 5c 6s", sixth="Kh")


def test_rule_3_five_cards_each():
    piles = games.build("wild-six").piles
    assert (piles["player"].count, piles["dealer"].count) == (5, 5)


def test_rule_4_the_ranking_from_the_lowest():
    ladder = (
        "2c 4d 6h 8s Tc", "2c 2d 6h 8s Tc", "2c 2d 6h 6s Tc", "2c 2d 2h 8s Tc", "2c 3d 4h 5s 6c", "2c 4c 6c 8c Tc",
        "2c 2d 2h 8s 8c", "2c 2d 2h 2s Tc", "2c 3c 4c 5c 6c", "2c 2d 2h 2s JK", "Tc Jc Qc Kc Ac",
    )  # fmt: skip
    values = [strength(hand(cards)) for cards in ladder]
    assert values == sorted(values)
    assert [kind(value) for value in values] == list(Kind)


def test_rule_5_an_automatic_winner_is_paid_before_the_dealer_shows():
    nets = settled({"poker": 1000}, "2c 3d 4h 5c 6s", dealer=("As Ks Qs Js Ts", "5d"))
    assert nets == {("poker", 0): 1000}
    assert settled({"poker": 1000}, "2c 3d 4h 5c 6s", automatic_win="3:2") == {("poker", 0): 1500}


def test_rule_6_the_replacement_stays_unseen():
    game = games.build("wild-six")
    now = Round(game, played({"poker": 500}, "2c 3d 4h 5c 9s", "9s", "6s").events[:-1])
    assert now.need() == NeedCards("dealer_card", 0, 1)
    view = {pile.pile: pile.cards for pile in now.view(1).piles}
    assert view["player_card"] is None
    assert view["player"] == parse_cards("2c 3d 4h 5c 9s")


def test_rule_7_the_dealer_plays_the_best_five_of_six():
    dealer = ("Ks Kd 7h 4c 2s", "Kh")
    assert settled({"poker": 500}, "Ac Ad 9h 8s 3c", "3c", "3d", dealer) == {("poker", 0): -500}
    assert settled({"poker": 500}, "Ac Ad 9h 8s 3c", "3c", "Ah", dealer) == {("poker", 0): 500}


def test_rule_8_queens_or_better_on_the_first_five():
    nets = settled({"poker": 500, "queens_or_better": 500}, "Qc Qd 9h 8s 3c", "Qd", "3d")
    assert nets["queens_or_better", 0] == 500
    assert queens_or_better(hand("Jc Jd 9h 8s 3c")) == Paying.LESS


def test_rule_9_draw_bonus_on_the_best_five_of_six():
    nets = settled({"poker": 500, "draw_bonus": 500}, "Qc Qd 9h 8s 3c", "Qd", "3d")
    assert nets["draw_bonus", 0] == 500
    automatic = settled({"poker": 500, "draw_bonus": 500}, "9d Ts Js Qs Kd", "", "As", dealer=("Kc 9s 7h 4c 2s", "5d"))
    assert automatic["draw_bonus", 0] == 1500


def test_rule_10_tax_and_fortune_in_dollars():
    nets = settled(ALL, "3c 3d 3h 8s 8c", "", "3s", dealer=("Ks 9d 7h 4c 2s", "5d"))
    assert (nets["taxpayers_fortune", 0], nets["taxpayers_fortune", 1]) == (-500, 100_000)


def test_rule_11_natural_but_for_six_of_a_kind():
    assert (
        settled(ALL, "9c 9d 9h JK JK", "", "9s", dealer=("Ks Td 7h 4c 2s", "5d"))["taxpayers_fortune", 1] == 3_000_000
    )
    assert settled(ALL, "2h 5h 7h 8h JK", "", "Qh", dealer=("Ks Td 7d 4c 2s", "5d"))["taxpayers_fortune", 1] == 0


def test_ruling_w1_both_jokers_are_wild_for_both():
    nets = settled({"poker": 500}, "Ac Ad 9h 8s 3c", "3c", "3d", dealer=("JK JK 7h 4c 2s", "5d"))
    assert nets == {("poker", 0): -500}


def test_ruling_w2_a_joker_in_a_flush_is_the_highest_rank_missing():
    assert strength(hand("JK As Qs 7s 4s")) == strength(hand("As Ks Qs 7s 4s"))
    assert strength(hand("JK Ks Qs 7s 4s")) == strength(hand("As Ks Qs 7s 4s"))
    assert strength(hand("JK JK Ks 9s 4s")) == strength(hand("As Ks Qs 9s 4s"))


def test_ruling_w3_natural_and_wild_are_equal_and_suits_break_no_tie():
    assert strength(hand("As Ks Qs Js Ts")) == strength(hand("JK Kh Qh Jh Th"))
    assert strength(hand("Ac Kd Qh Js 9c")) == strength(hand("Ad Kh Qs Jc 9d"))
    assert strength(hand("Ac 2d 3h 4s 5c")) < strength(hand("2d 3h 4s 5c 6c"))
    assert strength(hand("Ac 2d 3h 4s 5c")) > strength(hand("Ac Ad Ah Ks Qc"))
    assert poker(hand("Js 9d 7h 5c 2h"), hand("2h"), hand("3s"), hand("2c 3d 5h 7s 9c"), hand("Jd")) == Poker.TIED


def test_ruling_w4_no_discard_for_an_automatic_winner_and_no_card_without_a_bet_on_it():
    game = games.build("wild-six")
    for bets, sixth in (({"poker": 500}, False), ({"poker": 500, "draw_bonus": 500}, True), (ALL, True)):
        now = Round(game).after(Bets({1: bets})).after(Dealt("player", 1, parse_cards("2c 3d 4h 5c 6s")))
        now = now.after(Dealt("dealer", 0, parse_cards("Ks 9d 7h 4c 2s")))
        assert now.need() == NeedCards("player_card" if sixth else "dealer_card", int(sixth), 1)
        assert ("player", 1) in now.state.shown
    assert is_automatic(hand("JK 2c 3d 4h 6s"))


def test_ruling_w5_exactly_one_card_and_no_standing_pat():
    game = games.build("wild-six")
    now = Round(game).after(Bets({1: {"poker": 500}})).after(Dealt("player", 1, parse_cards("Ac Ad As 5c JK")))
    assert isinstance(now.after(Dealt("dealer", 0, parse_cards("Ks 9d 7h 4c 2s"))).need(), NeedCards)
    now = Round(game).after(Bets({1: {"poker": 500}})).after(Dealt("player", 1, parse_cards("Ac Ad 9s 5c 2d")))
    need = now.after(Dealt("dealer", 0, parse_cards("Ks 9d 7h 4c 2s"))).need()
    assert isinstance(need, NeedChoice)
    assert need.legal[1] == parse_cards("Ac Ad 9s 5c 2d")


def test_ruling_w5_four_kept_cards_and_the_replacement_are_the_poker_hand():
    assert settled({"poker": 500}, "Ac Ad 9h 8s 3c", "Ac", "3d") == {("poker", 0): 500}
    assert settled({"poker": 500}, "Ac Qd 9h 8s 3c", "Ac", "4d") == {("poker", 0): -500}


def test_ruling_w6_a_joker_beside_a_queen_pays_and_five_of_a_kind_above_a_wild_royal():
    for high in "QKA":
        assert queens_or_better(hand(f"JK {high}c 9h 7s 3c")) == Paying.PAIR_OF_QUEENS
    assert queens_or_better(hand("JK Jc 9h 7s 3c")) == Paying.LESS
    assert Paying.FIVE_OF_A_KIND > Paying.WILD_ROYAL
    assert Kind.ROYAL_FLUSH > Kind.FIVE_OF_A_KIND


def test_ruling_w7_a_winning_hand_is_shown_for_the_player():
    bets = {"poker": 500, "queens_or_better": 500}
    shown = played(bets, "Qc Qd 9h 8s 3c", "3c", "3d").state.log
    early = [type(event).__name__ for event in shown]
    assert early.index("Shown") < early.index("Chose")
    hidden = played({"poker": 500}, "Qc Qd 9h 8s 3c", "3c", "3d").state.log
    late = [type(event).__name__ for event in hidden]
    assert late.index("Shown") > late.index("Chose")


def test_ruling_w8_a_natural_royal_beside_a_joker_is_natural():
    nets = settled({"poker": 500, "draw_bonus": 500}, "As Ks Qs Js Ts", "", "JK", dealer=("Kc 9d 7h 4c 2s", "5d"))
    assert nets["draw_bonus", 0] == 500 * 250
    nets = settled({"poker": 500, "draw_bonus": 500}, "As Ks Qs Js JK", "", "Ts", dealer=("Kc 9d 7h 4c 2s", "5d"))
    assert nets["draw_bonus", 0] == 500 * 250


@pytest.mark.parametrize(
    ("cards", "discard", "sixth", "tax"),
    [
        ("2c 3d 4h 5c 6s", "", "Kh", -500),
        ("JK JK 4h 8c Ts", "Ts", "Kh", -100),
        ("2c 2d 4h 4s 6s", "6s", "Kh", -100),
        ("2c 2d 2h 4s 6s", "6s", "Kh", -100),
        ("2c 2d 2h 4s 6s", "6s", "6h", -100),
        ("Ac Ad 9h 4s 6s", "6s", "Kh", 0),
        ("Ac Jd 9h 4s 6s", "6s", "Kh", 0),
    ],
)
def test_ruling_w9_the_tax_follows_the_first_five_cards(cards: str, discard: str, sixth: str, tax: int):
    nets = settled(ALL, cards, discard, sixth, dealer=("Ks Td 7h 3c 2s", "5d"))
    assert nets["taxpayers_fortune", 0] == tax


def test_ruling_w9_the_money_is_traceable_line_by_line():
    lines = [
        line
        for line in settle_round(played(ALL, "3c 3d 3h 8s 8c", "", "3s")).lines
        if line.wager == "taxpayers_fortune"
    ]
    assert [(line.stake_cents, line.returned_cents, line.net_cents) for line in lines] == [
        (100, -400, -500),
        (0, 100_000, 100_000),
    ]
    queens = next(
        line for line in settle_round(played(ALL, "3c 3d 3h 8s 8c", "", "3s")).lines if line.wager == "queens_or_better"
    )
    assert queens.net_cents == 7500


def test_ruling_w9_the_discard_counts_for_the_award_and_stakes_do_not():
    for stake in (100, 10_000):
        bets = {**ALL, "poker": stake, "queens_or_better": stake}
        nets = settled(bets, "2c 3d 4h 5c 7s", "7s", "6h", dealer=("Ks Td 7h 3c 2s", "5d"))
        assert nets["taxpayers_fortune", 1] == 2500


def test_ruling_w10_the_awards():
    dealer = ("Ks Td 7h 3c 2s", "5d")
    assert settled(ALL, "Ac 2d 3h 4s 5c", "", "6h", dealer)["taxpayers_fortune", 1] == 2500
    assert settled(ALL, "Ac Ad Ah As Kc", "", "Kd", dealer)["taxpayers_fortune", 1] == 500_000
    assert settled(ALL, "Qc Qd Qh Qs Kc", "", "Kd", dealer)["taxpayers_fortune", 1] == 100_000
    assert settled(ALL, "Qc Qd Qh JK JK", "", "Qs", dealer)["taxpayers_fortune", 1] == 3_000_000
    assert settled(ALL, "Qc Qd Qh Qs JK", "", "Kd", dealer)["taxpayers_fortune", 1] == 0


def test_ruling_w11_a5_as_read_from_the_scan():
    pays = games.build("wild-six", {"queens_or_better": "A5"}).wager["queens_or_better"].lines[0].pays
    assert [str(pays[Paying[name]]) for name in ("FIVE_OF_A_KIND", "WILD_ROYAL", "STRAIGHT_FLUSH")] == [
        "150 to 1",
        "100 to 1",
        "50 to 1",
    ]


def test_ruling_w11_the_worked_examples_are_golden_rounds():
    nets = {}
    for path in golden_rounds("wild-six"):
        if path.stem.startswith("example"):
            lines = settle_round(transcript.read(path.read_text(), games.build).played).lines
            nets[path.stem] = {(line.wager, line.line): line.net_cents for line in lines if line.seat == 1}
    assert nets["example-1-full-house"]["queens_or_better", 0] == 7500
    assert nets["example-1-full-house"]["draw_bonus", 0] == 3000
    assert nets["example-1-full-house"]["taxpayers_fortune", 1] == 100_000
    assert nets["example-2-four-of-a-kind"]["queens_or_better", 0] == 10_000
    assert nets["example-2-four-of-a-kind"]["draw_bonus", 0] == 3000
    assert nets["example-3-pair-of-sixes"]["taxpayers_fortune", 0] == 0
    assert nets["example-4-straight-to-royal"]["draw_bonus", 0] == 500 * 250


def test_ruling_w12_optional_or_mandatory():
    for wager in ("queens_or_better", "draw_bonus"):
        with pytest.raises(BetError, match=f"{wager} must be bet"):
            played({"poker": 500}, "Ac Ad 9h 8s 3c", "3c", "3d", **{f"{wager}_bet": "mandatory"})


def test_ruling_g6_eight_seats_fit():
    assert len(random_round(games.build("wild-six"), random.Random(1), seats=8).outcomes()) == 8


def test_ruling_g7_results_show_at_once_and_money_is_booked_at_the_end():
    now = Round(games.build("wild-six"), played(ALL, "3c 3d 3h 8s 8c", "", "3s").events[:3])
    assert ("player", 1) in now.state.shown
    with pytest.raises(Exception, match="the round is not over"):
        settle_round(now)


def test_the_tax_is_covered_before_the_bet_is_taken():
    bets = "0.01 queens 0.01 tax 1\n"
    done = pitboss("play", "wild-six", "--step", "0.01", "--chips", "1.02", "--seed", "35", given=bets + "q\n")
    assert "Not taken: that can cost 5.02; you have 1.02." in done.stdout


def test_what_the_game_refuses():
    with pytest.raises(BetError, match="taxpayers_fortune can only be bet together with queens_or_better"):
        played({"poker": 500, "taxpayers_fortune": 100}, "2c 3d 4h 5c 6s", sixth="Kh")
    with pytest.raises(BetError, match=r"taxpayers_fortune 2\.00: this bet is 1\.00 exactly"):
        played({**ALL, "taxpayers_fortune": 200}, "2c 3d 4h 5c 6s", sixth="Kh")
    with pytest.raises(CardError, match="JK is dealt 3 times; the 54-card deck holds it 2 times"):
        played({"poker": 500}, "JK JK 4h 8c Ts", "Ts", "Kh", dealer=("JK 9d 7h 4c 2s", "5d"))
    with pytest.raises(ChoiceError, match="discard cannot be 9c here: it may be Ac, Ad, 9h, 8s or 3c"):
        played({"poker": 500}, "Ac Ad 9h 8s 3c", "9c", "3d")
    with pytest.raises(ChoiceError, match="discard=6s is given, but discard is not asked in this round"):
        played({"poker": 500}, "2c 3d 4h 5c 6s", "6s")


def test_what_the_command_refuses_is_one_line():
    cards = ("--deal", "player=2c 3d 4h 5c 6s", "--deal", "dealer=Ks 9d 7h 4c 2s", "--deal", "dealer_card=5d")
    for arguments, sentence in (
        (
            ("--bet", "poker=5", *cards, "--choose", "discard=6s"),
            "discard=6s is given, but discard is not asked in this round",
        ),
        (("--bet", "poker=5", "--bet", "taxpayers_fortune=1", *cards), "together with queens_or_better"),
        (("--bet", "poker=5", *cards, "--deal", "player_card=Kh"), "is dealt no card in this round"),
        (
            ("--bet", "poker=5", "--deal", "player=Ac Ad 9h 8s 3c", *cards[2:], "--choose", "discard=ace"),
            "discard: no card 'ace'",
        ),
    ):
        done = pitboss("settle", "wild-six", *arguments)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert sentence in done.stderr


@pytest.mark.parametrize(
    ("cards", "lowest", "flushes", "helped"),
    [
        ("Ac Ad 9h 8s 3c", "3c", "3c", "3c"),
        ("Ac Ad 9c 8c 3c", "3c", "3c", "3c"),
        ("Kc Kd 9h 9s 3c", "3c", "3c", "3c"),
        ("5c 6d 7h 8s Kc", "5c", "5c", "Kc"),
        ("2c 7c 9c Kc Ad", "2c", "Ad", "Ad"),
        ("JK 7c 9c Kc Ad", "7c", "Ad", "Ad"),
        ("2c 3d 4h 6s Kc", "2c", "2c", "Kc"),
        ("2c 5d 8h Ts Kc", "2c", "2c", "2c"),
        ("JK Kc 9h 7s 3c", "3c", "3c", "3c"),
    ],
)
def test_three_levels_of_discarding(cards: str, lowest: str, flushes: str, helped: str):
    for throw, card in ((throw_lowest, lowest), (throw_for_a_flush, flushes), (throw_for_helpers, helped)):
        assert throw(hand(cards)) == hand(card)


@pytest.mark.parametrize(
    ("cards", "thrown", "count"),
    [
        ("5c 6d 7h 8s Kc", "Kc", 4 + 4 + 2),
        ("2c 3d 4h 6s Kc", "Kc", 4 + 2),
        ("2c 7c 9c Kc Ad", "Ad", 9 + 2),
        ("JK 7c 9c Kc Ad", "Ad", 10 + 1),
        ("6c 7c 8c 9c Ad", "Ad", 9 + 2 * 3 + 2),
        ("2c 5d 8h Ts Kc", "2c", 0),
    ],
)
def test_helpers_are_the_cards_that_complete_a_hand(cards: str, thrown: str, count: int):
    assert helpers(hand(cards), hand(thrown)) == count


def test_words():
    words = games.build("wild-six").words["player"]
    for cards, spoken in (
        ("JK Kc 9h 7s 3c", "pair of kings with the joker"),
        ("3c 3d 3h 8s 8c", "full house, threes over eights"),
        ("6c 6d 9h 9s 3c", "two pair, nines and sixes"),
        ("JK JK As Ad Ac", "five aces with both jokers"),
        ("As Ks Qs Js Ts", "natural royal flush"),
        ("As Ks Qs Js JK", "wild royal flush"),
        ("Ac Kd 9h 7s 3c", "ace high"),
        ("2c 4c 6c 8c Tc", "flush, ten high"),
        ("JK 2c 3d 4h 5s", "straight, six high with the joker"),
        ("7c 7d 7h 2s 3c", "three sevens"),
    ):
        assert words(hand(cards)) == spoken


def test_a_pile_is_called_by_the_cards_it_holds():
    """The dealer's ace is the sixth card; the player's is put aside and makes no hand."""
    deals = {
        ("player", 1): parse_cards("As 9d 9c 4h 3s"),
        ("dealer", 0): parse_cards("7d 6h 2d Ts 8h"),
        ("player_card", 1): parse_cards("4d"),
        ("dealer_card", 0): parse_cards("Ah"),
    }
    (ace,) = parse_cards("As")
    played = play_out(games.build("wild-six"), {1: {"poker": 500}}, deals, {("discard", 1): ace})
    told = {(pile, viewer): played.words(pile, 1, viewer) for pile in played.game.piles for viewer in (0, 1)}
    assert told == {
        **dict.fromkeys((("player", 0), ("player", 1)), "pair of nines"),
        **dict.fromkeys((("dealer", 0), ("dealer", 1)), "ten high"),
        **dict.fromkeys((("player_card", 0), ("player_card", 1)), "makes two pair, nines and fours"),
        **dict.fromkeys((("dealer_card", 0), ("dealer_card", 1)), "makes ace high"),
    }
    assert played.words("poker", 1) == "two pair, nines and fours beats the dealer's ace high"


def test_a_settlement_cites_the_rule_that_decided_the_poker_bet():
    def poker(player: str, *more: str) -> list[str]:
        return cited("game wild-six", "bet seat 1 poker 10", f"deal player 1 {player}", *more)

    def drawn(player: str) -> list[str]:
        dealt = ("choose 1 discard 2c", "deal player_card 1 3c", "deal dealer 4h 5h 7d 9d Jh", "deal dealer_card Kd")
        return poker(player, *dealt)

    assert poker("As Ks Qs Js Ts") == ["rule 5, ruling W4"]
    assert drawn("As Ad 9h 8s 2c") == ["rules 4 and 7, ruling W5"]
    assert drawn("6h 8d 9s Th 2c") == ["rules 4 and 7, ruling W5"]
    assert cited(
        "game wild-six",
        "bet seat 1 poker 10",
        "deal player 1 Ks Js 9s 7h 2c",
        "choose 1 discard 2c",
        "deal player_card 1 5c",
        "deal dealer 4h 5h 7d 9d Jh",
        "deal dealer_card Kd",
    ) == ["rule 7, rulings W3 and W5"]


def test_ruling_g8_the_coach_discards_for_a_missing_player():
    game, cards = games.build("wild-six"), "As Kd 9h 5c 3s"
    assert default_of(game, {"poker": 500}, "player", cards, lambda *_: parse_card("9h")) == "9h"
    assert default_of(game, {"poker": 500}, "player", cards) == "As"


def test_ruling_g7_a_bet_that_is_paid_in_mid_round_is_told_then():
    told = pitboss(
        "play", "wild-six", "--seed", "11", "--coach", "off", given="10 q 5 d 5\n4h\nq\n"
    ).stdout.splitlines()
    dealt = next(place for place, line in enumerate(told) if "pair of queens with the joker" in line)
    assert told[dealt + 2] == "  Already decided: Queens Or Better pays 1 to 1."
    assert told[dealt + 3].startswith("discard:")
