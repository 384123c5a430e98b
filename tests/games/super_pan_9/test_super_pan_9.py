"""Super Pan 9, sentence by sentence, and against a literal twin that counts cards by their letters."""

import itertools
import random
from fractions import Fraction

import pytest

from pitboss import games
from pitboss.core.cards import card_text, parse_card, parse_cards
from pitboss.core.errors import CardError, HouseError, PitbossError
from pitboss.core.pays import Odds
from pitboss.core.round import Round, play_out
from pitboss.core.settle import House, settle_round
from pitboss.games.super_pan_9.game import Draw, Result, Tie, dealer_must_draw, points, value_counter
from tests.support.defaults import default_of
from tests.support.rounds import random_round, sentences


def hand(text: str) -> int:
    return sum(value_counter(card) for card in parse_cards(text))


def settled(bets: dict[str, int], deals: dict[str, str], draw: Draw, **options: str) -> dict[str, int]:
    """Net cents by wager, of one seat."""
    game = games.build("super-pan-9", options)
    cards = {(pile, 1 if pile.startswith("player") else 0): parse_cards(text) for pile, text in deals.items()}
    played = play_out(game, {1: bets}, cards, {("draw", 1): draw})
    return {line.wager: line.net_cents for line in settle_round(played).lines}


def literal_points(cards: list[str]) -> int:
    """The twin: letters to numbers, added up, last digit."""
    worth = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "J": 0, "Q": 0, "K": 0}
    return int(str(sum(worth[card[0]] for card in cards))[-1])


def literal_result(player: list[str], drew: list[str], dealer: list[str], dealer_drew: list[str]) -> str:
    mine, theirs = literal_points(player + drew), literal_points(dealer + dealer_drew)
    return "TIED" if mine == theirs else ("WON" if 9 - mine < 9 - theirs else "LOST")


def test_rule_1_a_shoe_of_short_decks():
    game = games.build("super-pan-9", {"decks": "8"})
    assert len(game.deck) == 288
    assert game.seats == 9


def test_rule_2_values():
    for letters, worth in (("A", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("JQK", 0)):
        for letter, suit in itertools.product(letters, "cdhs"):
            assert points(value_counter(parse_card(letter + suit))) == worth


def test_rule_3_the_last_digit_counts():
    assert points(hand("6s 4h 3d")) == 3
    assert points(hand("Ks Qs Js")) == 0
    assert points(hand("6s 3h Kd")) == 9


def test_rule_4_three_cards_each_face_down():
    game = games.build("super-pan-9")
    played = random_round(game, random.Random(4), seats=2)
    now = Round(game, played.events[:4])
    mine, other = played.state.seats()
    seen = {(pile.pile, pile.seat): pile.cards for pile in now.view(mine).piles}
    assert len(seen["player", mine] or ()) == 3
    assert seen["player", other] is None
    assert seen["dealer", 0] is None


def test_rule_5_the_player_draws_or_stands():
    stood = settled({"regular": 100}, {"player": "6s 3s Ks", "dealer": "6h 2h Kh"}, Draw.STAND)
    assert stood == {"regular": 95}
    drew = settled({"regular": 100}, {"player": "6s 3s Ks", "player_card": "Ah", "dealer": "6h 2h Kh"}, Draw.DRAW)
    assert drew == {"regular": -100}


@pytest.mark.parametrize("total", range(10))
def test_rule_6_dealer_draws_on_five_and_stands_on_six(total: int):
    three = {0: "KQJ", 1: "AKQ", 2: "2KQ", 3: "3KQ", 4: "4KQ", 5: "5KQ", 6: "6KQ", 7: "6AK", 8: "62K", 9: "63K"}[total]
    dealer = hand(" ".join(f"{letter}{suit}" for letter, suit in zip(three, "cdh", strict=True)))
    assert points(dealer) == total
    assert bool(dealer_must_draw(dealer)) == (total <= 5)


def test_rule_7_closer_to_nine_wins():
    deals = {"player": "6s 2s Ks", "dealer": "6h Ah Kh"}
    assert settled({"regular": 100}, deals, Draw.STAND, commission="0%") == {"regular": 100}


def test_rule_8_commission_of_up_to_five_percent():
    deals = {"player": "6s 2s Ks", "dealer": "6h Ah Kh"}
    for percent, net in (("0%", 2000), ("1%", 1980), ("2.5%", 1950), ("5%", 1900)):
        assert settled({"regular": 2000}, deals, Draw.STAND, commission=percent) == {"regular": net}
    with pytest.raises(PitbossError, match=r"commission cannot be '5\.1%': give 0% to 5%"):
        games.build("super-pan-9", {"commission": "5.1%"})


def test_rule_9_the_tie_bet_pays_eight_to_one():
    deals = {"player": "6s 2s Ks", "dealer": "6h 2h Kh"}
    assert settled({"regular": 500, "tie": 100}, deals, Draw.STAND) == {"regular": 0, "tie": 800}
    assert "tie" not in games.build("super-pan-9", {"tie_bet": "no"}).wager


@pytest.mark.parametrize("decks", range(1, 9))
def test_ruling_p1_thirty_six_cards_a_deck(decks: int):
    game = games.build("super-pan-9", {"decks": str(decks)})
    assert len(game.deck) == 36 * decks
    assert {card_text(card)[0] for card in game.deck} == set("A23456JQK")
    assert set(game.deck.counts.values()) == {decks}


def test_ruling_p1_no_seven_can_be_dealt():
    with pytest.raises(CardError, match="7s is not a card of the 8-deck shoe"):
        settled({"regular": 100}, {"player": "7s 6s 8s", "dealer": "6h 2h Kh"}, Draw.STAND)


def test_ruling_p2_four_cards_count_modulo_ten():
    assert points(hand("6s 6h 6d 6c")) == 4
    assert points(hand("5s 5h 5d 5c")) == 0


def test_ruling_p2_the_dealer_draws_whatever_the_players_did():
    game = games.build("super-pan-9")
    for draw, card in ((Draw.STAND, {}), (Draw.DRAW, {("player_card", 1): parse_cards("2c")})):
        cards = {("player", 1): parse_cards("Ks Ks Ks"), ("dealer", 0): parse_cards("5h Kh Kh"), **card}
        with pytest.raises(CardError, match="dealer_card is dealt 1 card in this round"):
            play_out(game, {1: {"regular": 100}}, cards, {("draw", 1): draw})


def test_ruling_p3_a_tie_pushes_with_and_without_a_tie_bet():
    deals = {"player": "6s Ks Qs", "dealer": "6h Kh Qh"}
    assert settled({"regular": 700}, deals, Draw.STAND) == {"regular": 0}
    assert settled({"regular": 700, "tie": 100}, deals, Draw.STAND)["regular"] == 0


def test_ruling_p4_commission_is_five_percent_of_the_regular_win_alone():
    game = games.build("super-pan-9")
    assert [game.wager[name].commission for name in ("regular", "tie")] == [Fraction(1, 20), 0]
    both = games.build("super-pan-9", {"commission_on_tie": "yes"})
    assert both.wager["tie"].commission == Fraction(1, 20)
    deals = {"player": "6s Ks Qs", "dealer": "6h Kh Qh"}
    assert settled({"regular": 700, "tie": 100}, deals, Draw.STAND, commission_on_tie="yes")["tie"] == 760


def test_ruling_p5_cut_card_or_continuous_shuffler():
    assert [way.value for way in games.build("super-pan-9").shuffles] == ["cut-card", "continuous"]


def test_ruling_p6_eight_to_one_as_printed():
    assert games.build("super-pan-9").wager["tie"].lines[0].pays[Tie.TIED] == Odds(Fraction(8))


def test_ruling_p7_one_deck_seats_eight():
    assert [games.build("super-pan-9", {"decks": str(decks)}).seats for decks in (1, 2, 8)] == [8, 9, 9]


def test_commission_makes_a_cent_step_too_small():
    with pytest.raises(HouseError, match=r"smallest step that works for super-pan-9 here is 0\.20"):
        House(step_cents=1).check_game(games.build("super-pan-9"))
    House(step_cents=20).check_game(games.build("super-pan-9"))
    with pytest.raises(HouseError, match=r"smallest step that works for super-pan-9 here is 2\.00"):
        House().check_game(games.build("super-pan-9", {"commission": "4.5%"}))


def test_the_literal_twin_agrees_on_every_three_card_hand():
    deck = [card_text(card) for card in games.build("super-pan-9", {"decks": "1"}).deck]
    for three in itertools.combinations(deck, 3):
        assert points(hand(" ".join(three))) == literal_points(list(three))


def test_the_literal_twin_agrees_on_random_rounds():
    game = games.build("super-pan-9", {"decks": "1"})
    source = random.Random(9)
    for _ in range(500):
        played = random_round(game, source)
        piles = {key: [card_text(card) for card in cards] for key, cards in played.state.piles.items()}
        dealer, dealer_drew = piles["dealer", 0], piles.get(("dealer_card", 0), [])
        assert bool(dealer_drew) == (literal_points(dealer) in (0, 1, 2, 3, 4, 5))
        for seat, outcomes in played.outcomes().items():
            drew = piles.get(("player_card", seat), [])
            wanted = literal_result(piles["player", seat], drew, dealer, dealer_drew)
            assert outcomes["regular"] == (Result[wanted],)
            if "tie" in outcomes:
                assert (outcomes["tie"] == (Tie.TIED,)) == (wanted == "TIED")


def test_suits_do_not_matter():
    game = games.build("super-pan-9")
    source = random.Random(10)
    for _ in range(100):
        played = random_round(game, source)
        turned = dict(zip("cdhs", source.sample("cdhs", 4), strict=True))
        deals = {
            key: tuple(parse_card(card_text(card)[0] + turned[card_text(card)[1]]) for card in cards)
            for key, cards in played.state.piles.items()
        }
        again = play_out(game, played.state.bets, deals, played.state.choices)
        assert again.outcomes() == played.outcomes()


def pan(player: str, dealer: str, options: str = "") -> list[str]:
    return sentences(
        f"game super-pan-9 {options}",
        "bet seat 1 regular 10 tie 5",
        f"deal player 1 {player}",
        f"deal dealer {dealer}",
        "choose 1 draw stand",
    )


def test_a_settlement_cites_the_rule_that_decided_it_and_the_one_its_commission_is_taken_by():
    assert pan("6s 3s Qs", "6h Kh Qh") == [
        "Regular wager: 9 beats the dealer's 6; it pays 1 to 1: $10.00 wins $10.00, less $0.50 commission "
        "(rules 7 and 8, ruling P4).",
        "Tie Bet: 9 beats the dealer's 6; it loses $5.00: it needs a tie (rule 9).",
    ]
    assert pan("6s 3s Qs", "6h Kh Qh", "commission=0%")[0].endswith("$10.00 wins $10.00 (rule 7).")
    assert pan("Js Ks Qs", "6h Kh Qh")[0].endswith("it loses $10.00 (rule 7).")
    assert pan("6s Ks Qs", "6h Kh Qh") == [
        "Regular wager: 6 ties the dealer's 6; it pushes: $10.00 comes back (rule 7, ruling P3).",
        "Tie Bet: 6 ties the dealer's 6; it pays 8 to 1: $5.00 wins $40.00 (rule 9, ruling P6).",
    ]
    assert pan("6s Ks Qs", "6h Kh Qh", "commission_on_tie=yes")[1].endswith("commission (rule 9, rulings P4 and P6).")


@pytest.mark.parametrize(("cards", "option"), [("Kc 2d 3d", "draw"), ("Kc 2d 4d", "stand"), ("Kc Qd Jd", "draw")])
def test_ruling_g8_a_missing_player_draws_on_five_and_stands_on_six(cards: str, option: str):
    assert default_of(games.build("super-pan-9"), {"regular": 500}, "player", cards) == option
