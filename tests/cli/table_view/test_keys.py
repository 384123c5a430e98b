"""What is typed at a table, read: bets by name, options by letter, cards by their names and never by a bare digit."""

from dataclasses import replace
from enum import IntEnum
from random import Random

import pytest

from pitboss.cli.table_view.bets import read_bets
from pitboss.cli.table_view.keys import menu, menu_of
from pitboss.core.cards import cards_text, parse_card, parse_cards
from pitboss.core.errors import BetError, ChoiceError, PitbossError
from pitboss.core.game import Cards, Choose, Reads
from pitboss.core.script import Chose, Dealt, option_cards
from tests.support.decisions import random_decision
from tests.support.house import THREE_STREETS
from tests.support.house.three_streets.game import First, Second
from tests.support.toy import Swap, toy

TOY = replace(toy(), labels={"side": "Long Shot", "lucky": "9 Card Luck"})
THROW = Choose("thrown", Cards("player"), sees=("player",))
PAIR = Choose("low", Cards("player", 2), sees=("player",))
HAND = parse_cards("Qc 2h 7s JK 3s")


@pytest.mark.parametrize(
    ("line", "stakes"),
    [
        ("10", {"ante": 1000}),
        ("$10.50", {"ante": 1050}),
        ("ante=10 side=5", {"ante": 1000, "side": 500}),
        ("10 side 5", {"ante": 1000, "side": 500}),
        ("10 si 5", {"ante": 1000, "side": 500}),
        ("10 Long Shot 5", {"ante": 1000, "side": 500}),
        ("10 long_shot 5", {"ante": 1000, "side": 500}),
        ("10 LONG-SHOT 5, lucky 5", {"ante": 1000, "side": 500, "lucky": 500}),
        ("10 9 card luck 5", {"ante": 1000, "lucky": 500}),
        ("long 5 ante 10", {"ante": 1000, "side": 500}),
        ("10 long sh 5", {"ante": 1000, "side": 500}),
        ("10 longsh 5 9 card 5", {"ante": 1000, "side": 500, "lucky": 500}),
        ("r", {"ante": 700, "lucky": 500}),
        ("X", {"ante": 1400, "lucky": 500}),  # A fixed stake does not double.
    ],
)
def test_bets_by_id_by_label_and_by_their_beginnings(line: str, stakes: dict[str, int]):
    assert read_bets(TOY, line, {"ante": 700, "lucky": 500}) == stakes


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("r", "there is no bet to repeat yet"),
        ("10 side", "side has no amount; write WAGER AMOUNT"),
        ("10 long shot", "side has no amount"),
        ("10 5", "'5': write the name of a bet before its amount"),
        ("10 ante 5", "ante is named twice"),
        ("10 l 5", r"'l' may be Long Shot \[side\] or 9 Card Luck \[lucky\]: write more of the name"),
        ("10 sid3 5", "no wager 'sid3'"),
        ("10 long shop 5", "no wager 'long'"),
        ("10 side five", "no amount 'five'"),
        ("1.2.3", r"no amount '1\.2\.3'"),
    ],
)
def test_bets_that_cannot_be_read(line: str, sentence: str):
    with pytest.raises(PitbossError, match=sentence):
        read_bets(TOY, line, None)


def test_a_wager_that_is_placed_by_choosing_it_is_not_offered():
    with pytest.raises(BetError, match=r"there is ante, Long Shot \[side\] or 9 Card Luck \[lucky\]"):
        read_bets(TOY, "10 play 5", None)


@pytest.mark.parametrize("answer", ["s", "S", "swap", "SWAP"])
def test_options_by_letter_and_by_name(answer: str):
    offered = menu(TOY.choices["swap"], (Swap.KEEP, Swap.SWAP))
    assert list(offered.letters) == ["s", "k"]  # The option that the choice is named after comes first.
    assert offered.read(answer) == Swap.SWAP


@pytest.mark.parametrize("answer", ["1", "keepit", "sk", "q "])
def test_options_that_are_none(answer: str):
    offered = menu(TOY.choices["swap"], (Swap.KEEP, Swap.SWAP))
    with pytest.raises(ChoiceError, match=r"is no option of swap: type s \(swap\) or k \(keep\)"):
        offered.read(answer)


@pytest.mark.parametrize(
    ("answer", "card"),
    [("3s", "3s"), ("3S", "3s"), ("3♠", "3s"), ("jk", "JK"), ("joker", "JK"), ("QC", "Qc"), ("a", "Qc"), ("E", "3s")],
)
def test_a_card_by_its_name_or_letter(answer: str, card: str):
    assert menu(THROW, HAND).read(answer) == parse_card(card)


def test_letters_go_by_the_order_in_which_cards_are_shown_and_leave_out_keys():
    hand = parse_cards("2c 3c 4c 5c 6c 7c 8c 9c Tc")
    offered = menu(THROW, hand, Reads.BY_RANK)
    assert offered.letters["a"] == parse_card("Tc")
    assert not set("qithsu") & set(offered.letters)


@pytest.mark.parametrize("answer", ["3", "1", "10", "33", "3x", "f", "a b", "7s 3s"])
def test_a_bare_digit_is_never_a_card(answer: str):
    with pytest.raises(ChoiceError, match=r"type a card.*, such as 3s, or e"):
        menu(THROW, HAND).read(answer)


@pytest.mark.parametrize(
    ("answer", "cards"),
    [("Qc 3s", "Qc 3s"), ("3s,qc", "Qc 3s"), ("a e", "Qc 3s"), ("ea", "Qc 3s"), ("a 3♠", "Qc 3s"), ("ac", "Qc 7s")],
)
def test_several_cards_by_names_and_letters(answer: str, cards: str):
    legal = tuple(tuple(sorted((one, other))) for place, one in enumerate(HAND) for other in HAND[place + 1 :])
    read = menu(PAIR, legal).read(answer)
    assert cards_text(sorted(option_cards(read))) == cards_text(sorted(parse_cards(cards)))


@pytest.mark.parametrize("answer", ["2c", "a", "a b c", "aa", "1 2", "2c 3"])
def test_a_card_in_hand_is_never_read_as_two_letters(answer: str):
    hand = parse_cards("2c 3d Ac 5s")
    legal = tuple(tuple(sorted((one, other))) for place, one in enumerate(hand) for other in hand[place + 1 :])
    with pytest.raises(ChoiceError, match="type 2 cards"):
        menu(PAIR, legal).read(answer)
    with pytest.raises(ChoiceError, match="type 2 cards, not 1"):
        menu(PAIR, legal).read("ac")  # The ace of clubs is in hand.


def test_a_refusal_lists_cards_as_they_are_shown():
    cards = parse_cards("4d Kh Th")
    offered = menu(THROW, cards, Reads.BY_RANK)
    with pytest.raises(ChoiceError, match="it may be Kh, 10h or 4d"):
        offered.check(parse_cards("2c")[0])


def test_more_options_than_letters_have_numbers():
    many = IntEnum("many", {f"SPLIT_{number}": number for number in range(1, 31)})
    choice = Choose("low", many, sees=("player",))
    offered = menu(choice, tuple(range(1, 31)))
    assert list(offered.letters) == [str(number) for number in range(1, 31)]
    assert (offered.read("30"), offered.read("split-7"), offered.read("Split 7")) == (30, 7, 7)
    with pytest.raises(ChoiceError, match="'31' is no option of low"):
        offered.read("31")


def test_options_named_by_a_number_have_it_for_a_key():
    bets = IntEnum("bets", ["FOLD", "BET_1", "BET_2", "BET_3", "ALL_10"], start=0)
    offered = menu(Choose("third", bets, sees=("player",)), tuple(bets))
    assert dict(offered.letters) == {"f": 0, "1": 1, "2": 2, "3": 3, "a": 4}
    assert offered.read("3") == offered.read("bet 3") == bets.BET_3


def test_more_cards_than_letters_have_numbers_and_their_names():
    held = tuple(range(25))
    offered = menu(THROW, held, held=held)
    assert list(offered.letters) == [str(number) for number in range(1, 26)]
    assert (offered.read("25"), offered.read(cards_text(held[3:4]))) == (24, 3)


def test_a_menu_tells_what_raises_of_several_bets_and_bets_taken_back_move():
    game = THREE_STREETS.build()
    played = random_decision(game, {"ante": 500, "blind": 500}, Random(1))
    assert menu_of(played, 1).costs == {int(First.TAKE_BACK): "takes back $5.00"}
    played = played.after(Chose(1, "first", int(First.TAKE_BACK)))
    gone = {card for cards in played.state.piles.values() for card in cards}
    card = next(each for each in game.deck.faces if each not in gone)
    costs = menu_of(played.after(Dealt("first_card", 0, (card,))), 1).costs
    more = {int(Second.BET_2): "+$10.00 (2 x ante)", int(Second.BET_4): "+$20.00 (4 x ante)"}
    assert costs == {int(Second.BET_1): "+$5.00", **more}
