"""The script, rounds as events, and what each seat may see, on the toy game."""

import copy
import random
from typing import Annotated

import pytest

from pitboss.core.cards import parse_card, parse_cards
from pitboss.core.errors import BetError, CardError, ChoiceError, GameError, TurnError
from pitboss.core.game import CHOSEN, Choose, Deal, Face, Place, Raise, Show, Step, Wager
from pitboss.core.round import Round, first_missing, play_out
from pitboss.core.rule import rule
from pitboss.core.script import Bets, Chose, Dealt, NeedBets, NeedCards, NeedChoice, Unseen
from pitboss.core.settle import settle_round
from tests.support import toy as toys
from tests.support.rounds import random_round
from tests.support.toy import STEPS, Ranks, Result, Swap, toy

BETS = {1: {"ante": 500}, 3: {"ante": 200, "side": 200, "lucky": 500}}


def dealt() -> Round:
    """Both seats and the dealer have their cards; the swap is asked."""
    played = Round(toy()).after(Bets(BETS))
    played = played.after(Dealt("player", 1, parse_cards("As 2d"))).after(Dealt("player", 3, parse_cards("Ah Ad")))
    return played.after(Dealt("dealer", 0, parse_cards("Kc 3c")))


def test_the_round_says_what_it_needs():
    played = Round(toy())
    assert played.need() == NeedBets()
    played = played.after(Bets(BETS))
    assert played.need() == NeedCards("player", 1, 2)
    assert dealt().need() == NeedChoice("swap", {1: (0, 1), 3: (0, 1)})


def test_choices_come_in_any_order_and_deals_in_seat_order():
    played = dealt().after(Chose(3, "swap", 1))
    assert played.need() == NeedChoice("swap", {1: (0, 1)})
    played = played.after(Chose(1, "swap", 1))
    assert played.need() == NeedChoice("thrown", {1: parse_cards("2d"), 3: parse_cards("Ah Ad")})
    played = played.after(Chose(3, "thrown", parse_card("Ad"))).after(Chose(1, "thrown", parse_card("2d")))
    assert played.need() == NeedCards("player_card", 1, 1)
    played = played.after(Dealt("player_card", 1, parse_cards("9s")))
    assert played.need() == NeedCards("player_card", 3, 1)


def finished() -> Round:
    played = dealt().after(Chose(1, "swap", 0)).after(Chose(3, "swap", 1)).after(Chose(3, "thrown", parse_card("Ad")))
    return played.after(Dealt("player_card", 3, parse_cards("Ac"))).after(Dealt("bonus", 0, parse_cards("2c")))


def test_a_finished_round_has_outcomes_and_is_settled():
    played = finished()
    assert played.need() is None
    assert played.outcomes()[1] == {"ante": (Result.TIED,)}
    lines = {(line.seat, line.wager): line for line in settle_round(played).lines}
    assert lines[1, "ante"].net_cents == 0
    assert lines[3, "ante"].net_cents == 200
    assert lines[3, "swap"].stake_cents == 200
    assert (lines[3, "lucky"].returned_cents, lines[3, "lucky"].net_cents) == (2000, 1500)
    assert settle_round(played).net_cents(3) == 200 + 200 + 200 + 1500
    with pytest.raises(TurnError, match="the round is not over"):
        dealt().outcomes()


def test_a_table_step_that_looks_at_seats_happens_for_any_of_them():
    assert ("bonus", 0) in finished().state.piles
    without = Round(toy()).after(Bets({1: {"ante": 100}})).after(Dealt("player", 1, parse_cards("As 2d")))
    without = without.after(Dealt("dealer", 0, parse_cards("Kc 3c"))).after(Chose(1, "swap", 0))
    assert without.need() is None
    assert ("bonus", 0) not in without.state.piles


@pytest.mark.parametrize(
    ("event", "error", "sentence"),
    [
        (Chose(2, "swap", 0), TurnError, "seat 2 is not asked for swap now; seat 1 or 3 is"),
        (Chose(1, "thrown", 0), TurnError, "waits for the choice swap, not for the choice thrown of seat 1"),
        (Chose(1, "swap", 7), ChoiceError, "swap cannot be 7 here: it may be keep or swap"),
        (Dealt("dealer", 0, ()), TurnError, "waits for the choice swap, not for cards for dealer"),
        (Bets(BETS), TurnError, "waits for the choice swap, not for bets"),
    ],
)
def test_what_does_not_fit_a_choice_is_refused(event, error, sentence: str):
    with pytest.raises(error, match=sentence):
        dealt().after(event)


@pytest.mark.parametrize(
    ("event", "error", "sentence"),
    [
        (Dealt("player", 1, parse_cards("As")), CardError, "player of seat 1 takes 2 cards; 1 given: As"),
        (Dealt("player", 1, ()), CardError, "player of seat 1 takes 2 cards; 0 given"),
        (Dealt("player", 1, parse_cards("As As")), CardError, "As is dealt 2 times; the 52-card deck holds it once"),
        (Dealt("player", 1, parse_cards("As JK")), CardError, "JK is not a card of the 52-card deck"),
        (Dealt("player", 3, parse_cards("As Ks")), TurnError, "waits for cards for player of seat 1"),
        (Chose(1, "swap", 0), TurnError, "waits for cards for player of seat 1, not for the choice swap of seat 1"),
        (Dealt("player", 1, (99, 1)), CardError, "no card 99: a card is a whole number from 0 to 52"),
        (Dealt("player", 1, (-1, 1)), CardError, "no card -1"),
        (None, TurnError, "waits for cards for player of seat 1, not for None"),
    ],
)
def test_what_does_not_fit_a_deal_is_refused(event, error, sentence: str):
    with pytest.raises(error, match=sentence):
        Round(toy()).after(Bets(BETS)).after(event)


def test_an_illegal_card_is_refused():
    played = dealt().after(Chose(1, "swap", 1)).after(Chose(3, "swap", 0))
    for card in ("As", "9c"):
        with pytest.raises(ChoiceError, match=f"thrown cannot be {card} here: it may be 2d"):
            played.after(Chose(1, "thrown", parse_card(card)))


def test_a_round_that_is_over_takes_nothing():
    with pytest.raises(TurnError, match="the round is over; it takes no bets"):
        finished().after(Bets(BETS))
    with pytest.raises(TurnError, match="has not begun: it waits for bets"):
        Round(toy()).after(Chose(1, "swap", 0))


@pytest.mark.parametrize(
    ("bets", "error", "sentence"),
    [
        ({}, BetError, "nobody has bet"),
        ({4: {"ante": 100}}, TurnError, "no seat 4: toy has seats 1 to 3"),
        ({0: {"ante": 100}}, TurnError, "no seat 0"),
        ({1: {"anti": 100}}, BetError, "no wager 'anti'; did you mean 'ante'?"),
        ({1: {"ante": 10.5}}, BetError, "ante 10.5: a bet is whole cents"),
        ({1: {"ante": "5"}}, BetError, "ante '5': a bet is whole cents"),
        ({1: {"ante": 0}}, BetError, "ante 0.00: a bet must be more than 0.00"),
        ({1: {"ante": -100}}, BetError, "ante -1.00: a bet must be more than 0.00"),
        ({1: {"side": 100}}, BetError, "ante must be bet"),
        ({1: {"ante": 100, "side": 200}}, BetError, "side 2.00 must equal ante, which is 1.00"),
        ({1: {"ante": 100, "swap": 100}}, BetError, "swap 1.00 is placed by choosing it"),
        ({1: {"ante": 100, "lucky": 500}}, BetError, "lucky can only be bet together with side"),
        ({1: {"ante": 100, "side": 100, "lucky": 100}}, BetError, "lucky 1.00: this bet is 5.00 exactly"),
    ],
)
def test_bets_the_game_does_not_take(bets, error, sentence: str):
    with pytest.raises(error) as caught:
        Round(toy()).after(Bets(bets))
    assert sentence in str(caught.value)


def test_what_was_bet_stays_what_was_bet():
    stakes = {1: {"ante": 500}}
    played = Round(toy()).after(Bets(stakes))
    stakes[1]["ante"] = 5
    bets = played.events[0]
    assert isinstance(bets, Bets)
    with pytest.raises(TypeError):
        bets.by_seat[1]["ante"] = 5  # ty: ignore
    seen_stakes = played.view(1).bets[1]
    assert isinstance(seen_stakes, dict)
    seen_stakes["ante"] = 7
    assert played.after(Dealt("player", 1, parse_cards("As 2d"))).stakes() == {1: {"ante": 500}}
    assert played.stakes() == {1: {"ante": 500}}
    assert played.view(1).bets == {1: {"ante": 500}}


def seen(played: Round, viewer: int) -> dict[tuple[str, int], bool]:
    return {(pile.pile, pile.seat): pile.cards is not None for pile in played.view(viewer).piles}


def test_each_seat_sees_its_own_cards_and_what_is_shown():
    assert seen(dealt(), 1) == {("player", 1): True, ("player", 3): False, ("dealer", 0): False}
    assert seen(dealt(), 0) == {("player", 1): False, ("player", 3): False, ("dealer", 0): False}
    assert seen(finished(), 0)["dealer", 0]


def test_a_hidden_card_is_hidden_from_its_own_seat_until_shown():
    played = dealt().after(Chose(1, "swap", 0)).after(Chose(3, "swap", 1)).after(Chose(3, "thrown", parse_card("Ad")))
    played = played.after(Dealt("player_card", 3, parse_cards("Ac")))
    assert not seen(played, 3)["player_card", 3]
    assert seen(finished(), 1)["player_card", 3]


def test_words_and_choices_tell_nothing_early():
    view = dealt().view(1)
    assert {(pile.seat, pile.words) for pile in view.piles} == {(1, "sum 16"), (3, ""), (0, "")}
    assert view.asks == NeedChoice("swap", {1: (0, 1)})
    assert dealt().view(2).asks is None
    played = finished()
    assert Chose(3, "thrown", parse_card("Ad")) in played.view(3).choices
    assert Chose(3, "thrown", parse_card("Ad")) not in played.view(1).choices
    assert (played.words("swap", 3, 3), played.words("swap", 3, 1), played.words("swap", 3)) == (
        "threw 14",
        "",
        "threw 14",
    )
    with pytest.raises(TurnError, match="no seat 4"):
        dealt().view(4)


def test_random_rounds_of_the_toy_end():
    source = random.Random(1)
    for _ in range(200):
        played = random_round(toy(), source)
        assert Round(toy(), played.events).outcomes() == played.outcomes()


def test_play_out_takes_answers_in_any_order():
    deals = {
        ("dealer", 0): parse_cards("Kc 3c"),
        ("player", 1): parse_cards("As 2d"),
        ("player_card", 1): parse_cards("9s"),
    }
    played = play_out(toy(), {1: {"ante": 100}}, deals, {("thrown", 1): parse_card("2d"), ("swap", 1): Swap.SWAP})
    assert played.outcomes() == {1: {"ante": (Result.WON,), "swap": (Result.WON,)}}


DEALS = {("player", 1): parse_cards("As 2d"), ("dealer", 0): parse_cards("Kc 3c")}
KEEP = {("swap", 1): int(Swap.KEEP)}


@pytest.mark.parametrize(
    ("deals", "choices", "error", "sentence"),
    [
        ({**DEALS, ("palyer", 1): ()}, KEEP, CardError, "no pile 'palyer'; did you mean 'player'?"),
        (DEALS, {("swop", 1): 0}, ChoiceError, "no choice 'swop'; did you mean 'swap'?"),
        ({("player", 1): DEALS["player", 1]}, KEEP, CardError, "dealer is dealt 2 cards in this round; none given"),
        (DEALS, {}, ChoiceError, "swap must be chosen in this round: keep or swap"),
        (
            {**DEALS, ("player_card", 1): (5,)},
            KEEP,
            CardError,
            "is given 7c, but is dealt no card in this round: swap is keep; Rule 1",
        ),
        (
            DEALS,
            {**KEEP, ("thrown", 1): 0},
            ChoiceError,
            "thrown=2c is given, but thrown is not asked in this round: swap is keep; Rule 1",
        ),
        (
            {**DEALS, ("bonus", 0): (5,)},
            KEEP,
            CardError,
            "bonus is given 7c, but is dealt no card in this round; Rule 5",
        ),
        ({**DEALS, ("dealer", 1): ()}, KEEP, TurnError, "dealer belongs to the table, not to a seat"),
        ({**DEALS, ("player", 0): ()}, KEEP, TurnError, "player belongs to a seat"),
    ],
)
def test_play_out_refuses_too_little_and_too_much(deals, choices, error, sentence: str):
    with pytest.raises(error) as caught:
        play_out(toy(), {1: {"ante": 100}}, deals, choices)
    assert sentence in str(caught.value)


@rule
def looks_ahead(player_card: toys.Ranks) -> int:
    """Too early."""
    return player_card > 0


@rule
def looks_at_nothing(playr: toys.Ranks) -> int:
    """A slip."""
    return playr


@rule
def looks_at_cards(player) -> int:
    """No code."""
    return player


def plain(player: Annotated[int, toys.rank_code]) -> toys.Result:
    """Not marked."""
    return Result.WON


SLIPS = {
    "looks_at_nothing takes no pile, choice or bet 'playr'; did you mean 'player'?": {
        "steps": (*STEPS, Show("dealer", when=looks_at_nothing))
    },
    "takes player without saying what it sees": {"steps": (*STEPS, Show("dealer", when=looks_at_cards))},
    "the condition of swap looks at player_card, which is not known there": {
        "steps": (*STEPS[:2], Choose("swap", Swap, sees=("player",), when=looks_ahead), *STEPS[3:])
    },
    "Choose swap sees no pile a player can see 'dealer'": {
        "steps": (*STEPS[:2], Choose("swap", Swap, sees=("dealer",)), *STEPS[3:])
    },
    "Show no pile dealt before it 'player_card'": {"steps": (Show("player_card"), *STEPS)},
    "'player' names two things": {"steps": (*STEPS, Deal("player", 1, to=Place.SEAT, face=Face.UP))},
    "30 seats can need 93 cards": {"seats": 30},
    "which is not marked @rule": {"wagers": (Wager("ante", (toys.Line(plain, toys.wagers()[0].lines[0].pays),)),)},
    "must be annotated as returning Result": {
        "wagers": (Wager("ante", (toys.Line(toys.lucky, toys.wagers()[0].lines[0].pays),)), *toys.wagers()[1:])
    },
    "no choice places bonus_bet": {
        "wagers": (*toys.wagers(), Wager("bonus_bet", toys.wagers()[0].lines, stake=CHOSEN))
    },
    "refers to no other wager 'nothing'": {
        "wagers": (*toys.wagers(), Wager("b", toys.wagers()[0].lines, needs="nothing"))
    },
    "every option of swap costs money; a seat must be able to decline": {
        "steps": (
            *STEPS[:2],
            Choose("swap", Swap, sees=("player",), raises=dict.fromkeys((0, 1), Raise("ante", of="ante"))),
            *STEPS[3:],
        )
    },
    "raises no wager 'anti'": {
        "steps": (*STEPS[:2], Choose("swap", Swap, sees=("player",), raises={1: Raise("anti", of="ante")}), *STEPS[3:])
    },
    "puts -1 × ante on swap; a raise is 1 or more times a stake": {
        "steps": (
            *STEPS[:2],
            Choose("swap", Swap, sees=("player",), raises={1: Raise("swap", of="ante", times=-1)}),
            *STEPS[3:],
        )
    },
    "words for no pile or wager 'playr'": {"words": {"playr": toys.player_words}},
}


@pytest.mark.parametrize("sentence", SLIPS)
def test_a_slip_in_a_game_fails_when_it_is_built(sentence: str):
    with pytest.raises(GameError) as caught:
        toy(**SLIPS[sentence])
    assert sentence in str(caught.value)


def late_words(player: Ranks, dealer: Ranks) -> str:
    return f"{player} and {dealer}"


def test_the_words_of_a_pile_may_not_look_at_cards_dealt_after_it():
    with pytest.raises(
        GameError, match="the function for the words of player, told when it is dealt, looks at dealer, which is not"
    ):
        toy(words={"player": late_words})
    assert toy(words={"dealer": late_words}).words["dealer"] is late_words


LUCKY = {1: {"ante": 500, "side": 500, "lucky": 500}}
GIVEN = {("player", 1): parse_cards("As 2d"), ("dealer", 0): parse_cards("Kc 3c")}
KEPT = {("swap", 1): 0}


def test_a_pile_of_the_table_may_be_left_out_where_no_result_needs_it():
    """Nothing in the toy looks at the bonus card, which is dealt all the same."""
    without = play_out(toy(), LUCKY, GIVEN, KEPT)
    whole = play_out(toy(), LUCKY, {**GIVEN, ("bonus", 0): parse_cards("9s")}, KEPT)
    assert settle_round(without) == settle_round(whole)
    assert Unseen("bonus", 0) in without.events
    assert ("bonus", 0) not in without.state.piles


def test_a_pile_that_a_result_needs_is_asked_for():
    with pytest.raises(CardError, match="dealer is dealt 2 cards in this round; none given") as caught:
        play_out(toy(), LUCKY, {("player", 1): parse_cards("As 2d")}, KEPT)
    assert caught.value.code == "card/missing"
    with pytest.raises(CardError, match="player of seat 1 is dealt 2 cards in this round; none given"):
        play_out(toy(), LUCKY, {}, KEPT)
    with pytest.raises(TurnError, match="the round waits for cards for player of seat 1"):
        Round(toy()).after(Bets(LUCKY)).after(Unseen("player", 1))


def test_what_is_missing_is_named_in_the_order_in_which_the_bets_need_it():
    game = toy()
    own = {("player", 1): parse_cards("As 2d")}
    assert first_missing(game, LUCKY, {}, {}) == NeedCards("player", 1, 2)
    assert first_missing(game, LUCKY, own, {}) == NeedChoice("swap", {1: (0, 1)})
    assert first_missing(game, LUCKY, own, KEPT) == NeedCards("dealer", 0, 2)
    assert first_missing(game, LUCKY, GIVEN, KEPT) is None


def hand_words(player: Ranks, thrown: Ranks, player_card: Ranks) -> str:
    return f"sum {player - thrown + player_card}"


def test_a_hand_that_a_card_choice_makes_is_told_to_all_once_its_piles_lie_open():
    def told(*steps: Step) -> list[str]:
        game = toy(steps=(*STEPS, *steps), words={"player_card": hand_words})
        played = Round(game, finished().events)
        return [played.words("player_card", 3, viewer) for viewer in (0, 1, 3)]

    assert told() == ["", "", "sum 28"]
    assert told(Show("player")) == ["sum 28"] * 3


def test_a_round_goes_on_from_any_point_and_stays_as_it_was():
    """`after` hands the running script on; the round before must answer the same when it is asked again."""
    source = random.Random(4)
    for _ in range(20):
        whole = random_round(toy(), source)
        rounds = [Round(whole.game)]
        needs = [rounds[0].need()]
        for event in whole.events:
            rounds.append(rounds[-1].after(event))
            needs.append(rounds[-1].need())
        for played, need, event in zip(rounds[:-1], needs, whole.events, strict=False):
            assert played.need() == need
            assert played.after(event).events == (*played.events, event)
            assert played.state.log == Round(whole.game, played.events).state.log
        assert rounds[-1].outcomes() == Round(whole.game, whole.events).outcomes()


def test_a_refused_event_leaves_the_round_as_it_was():
    played = dealt()
    for _ in range(2):
        with pytest.raises(ChoiceError):
            played.after(Chose(1, "swap", 7))
    assert played.need() == NeedChoice("swap", {1: (0, 1), 3: (0, 1)})
    assert played.after(Chose(3, "swap", 1)).need() == NeedChoice("swap", {1: (0, 1)})


def test_a_round_in_play_can_be_copied():
    played = dealt()
    assert played.need() is not None
    again = copy.copy(played)
    assert again.after(Chose(1, "swap", 0)).events[:-1] == played.events
    assert played.need() == NeedChoice("swap", {1: (0, 1), 3: (0, 1)})
