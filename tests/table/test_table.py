"""A table: commands in, events out, money conserved, and nothing changed by a command that is refused."""

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.core.cards import Card, parse_cards, shoe
from pitboss.core.errors import CODES, PitbossError
from pitboss.core.game import Choose, Game, Shuffle, Wager
from pitboss.core.meters import MeterState
from pitboss.core.pays import Meter, Pay, Prize
from pitboss.core.round import Round
from pitboss.core.rule import rule
from pitboss.core.script import NeedChoice
from pitboss.core.settle import House, settle_round
from pitboss.table.commands import CallTime, Command, Leave, MakeChoice, PlaceBets, Sit, SitOut, TakeBack, Void
from pitboss.table.events import (
    BetsPlaced,
    BetsTakenBack,
    CardsDealt,
    ChoiceAsked,
    ChoiceMade,
    Leaving,
    Left,
    MeterMoved,
    PileShown,
    RoundBegan,
    RoundOver,
    RoundVoided,
    SatOut,
    Settled,
    Shuffled,
    TableEvent,
    seen_by,
)
from pitboss.table.shoe import Shoe
from pitboss.table.table import Phase, Table
from pitboss.table.wallet import Chips
from tests.support.toy import Lucky, Swap, toy
from tests.support.toys import Press, Ranks, press

TOY = toy()
START = {"ann": 10_000, "bob": 10_000}
ANTE = {"ante": 1000}


class StackedShoe(Shoe):
    """Deals these cards first, in this order, in every round."""

    def __init__(self, game: Game, cards: str) -> None:
        super().__init__(game, seats=game.seats, seed=1)
        self.first: tuple[Card, ...] = parse_cards(cards)

    def begin_round(self) -> bool:
        done = super().begin_round()
        rest = [card for card in self._order if card not in self.first]
        self._order = (*self.first, *rest)
        return done


def table_of(cards: str = "", game: Game = TOY, start: dict[str, int] | None = None, **limits: Any) -> Table:
    """A table with Ann in seat 1 and Bob in seat 2."""
    shoe = StackedShoe(game, cards) if cards else Shoe(game, seats=game.seats, seed=7)
    table = Table(game, House(), shoe, Chips(start or START), seats=game.seats, **limits)
    table.apply(Sit(1, "ann"), 0)
    table.apply(Sit(2, "bob"), 0)
    return table


def play(table: Table, *commands: Command) -> list[TableEvent]:
    """Applies commands, a second apart; the events of the last."""
    events: tuple[TableEvent, ...] = ()
    for second, command in enumerate(commands, 1):
        events = table.apply(command, 1000 * second)
    return list(events)


def state_of(table: Table) -> Any:
    """Everything that a refused command must leave alone."""
    wallet = table.wallet
    assert isinstance(wallet, Chips)
    return (
        dict(wallet.cents),
        {name: cents for name, cents in wallet.held.items() if cents},
        wallet.house_cents,
        dict(table.accounts),
        {seat: dict(stakes) for seat, stakes in table.bets.items()},
        set(table.sitting_out),
        table.round and table.round.events,
        table.number,
        table.meters,
        table.phase,
        table.deadline_ms,
        table.shoe.left,
    )


def check_refused(table: Table, command: Command, code: str, sentence: str | None = None, now: int = 10_000) -> None:
    """A command raises with this code, which the table of codes knows, and changes nothing."""
    before = state_of(table)
    with pytest.raises(PitbossError, match=sentence) as raised:
        table.apply(command, now)
    assert raised.value.code == code
    assert code in CODES
    assert state_of(table) == before


def kinds(events: list[TableEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_a_round_from_bets_to_money():
    table = table_of("Kc Qc 9d 8d 2h 2s")  # Seat 1, seat 2, the dealer: two cards each.
    assert table.phase is Phase.BET
    assert kinds(play(table, PlaceBets(1, ANTE))) == ["BetsPlaced"]
    events = play(table, PlaceBets(2, ANTE))
    assert kinds(events) == [
        *("BetsPlaced", "Shuffled", "RoundBegan"),
        *("CardsDealt", "CardsDealt", "CardsDealt", "ChoiceAsked", "ChoiceAsked"),
    ]
    assert table.phase is Phase.CHOOSE
    assert kinds(play(table, MakeChoice(2, "swap", Swap.KEEP))) == ["ChoiceMade"]
    events = play(table, MakeChoice(1, "swap", Swap.KEEP))
    assert kinds(events) == ["ChoiceMade", "PileShown", "Settled", "Settled", "RoundOver"]
    assert events[1] == PileShown("dealer", 0, parse_cards("2h 2s"), "")
    assert events[-1] == RoundOver(1, {1: 1000, 2: 1000})
    assert table.phase is Phase.OVER
    assert table.wallet.balance("ann") == 11_000
    assert table.number == 2
    play(table, PlaceBets(1, ANTE))
    assert table.phase is Phase.BET


def test_the_round_that_is_kept_settles_to_what_was_paid():
    table = table_of()
    play(table, PlaceBets(1, ANTE), PlaceBets(2, ANTE), MakeChoice(1, "swap", Swap.KEEP))
    over = play(table, MakeChoice(2, "swap", Swap.KEEP))[-1]
    assert table.round is not None
    assert isinstance(over, RoundOver)
    again = settle_round(Round(TOY, table.round.events))
    assert over.net_cents == {seat: again.net_cents(seat) for seat in (1, 2)}


def test_a_choice_that_follows_a_choice_is_asked_of_its_own_seat_alone():
    table = table_of("Kc Qc 9d 8d 2h 2s 3s")
    play(table, PlaceBets(1, ANTE), PlaceBets(2, ANTE), MakeChoice(2, "swap", Swap.KEEP))
    asked = play(table, MakeChoice(1, "swap", Swap.SWAP))[-1]
    assert asked == ChoiceAsked(1, "thrown", parse_cards("Kc Qc"), None)
    events = play(table, MakeChoice(1, "thrown", parse_cards("Qc")[0]))
    assert CardsDealt("player_card", 1, 1, parse_cards("3s"), "") in events
    assert events[-1] == RoundOver(1, {1: 2000, 2: 1000})


def test_a_raise_is_held_and_one_that_cannot_be_paid_is_refused():
    table = table_of("Kc Qc 9d 8d 2h 2s", start={"ann": 1500, "bob": 2000})
    play(table, PlaceBets(1, ANTE), PlaceBets(2, ANTE))
    check_refused(table, MakeChoice(1, "swap", Swap.SWAP), "funds/raise", r"that needs 10\.00 more; you have 5\.00")
    assert table.missing_cents(1, "swap", Swap.SWAP) == 500
    assert table.missing_cents(1, "swap", Swap.KEEP) == 0
    made = play(table, MakeChoice(2, "swap", Swap.SWAP))[0]
    assert made == ChoiceMade(2, "swap", Swap.SWAP, 1000)
    assert table.wallet.balance("bob") == 0
    play(table, MakeChoice(1, "swap", Swap.KEEP))
    assert table.phase is Phase.CHOOSE


def test_bets_cannot_cost_more_than_the_account_has_on_all_its_seats():
    table = Table(TOY, House(), Shoe(TOY, seats=3, seed=1), Chips({"ann": 2500}), seats=3)
    for seat in (1, 2, 3):
        table.apply(Sit(seat, "ann"), 0)
    play(table, PlaceBets(1, ANTE), PlaceBets(2, ANTE))
    check_refused(table, PlaceBets(3, ANTE), "funds/bet", r"that can cost 30\.00; you have 25\.00")
    assert kinds(play(table, SitOut(3)))[:3] == ["SatOut", "Shuffled", "RoundBegan"]


def with_lucky(outcome: Lucky, pay: Pay) -> tuple[Wager, ...]:
    """The toy's wagers with one pay of the $5 bet changed."""
    *others, lucky = TOY.wagers
    (line,) = lucky.lines
    pays = replace(line.pays, pays={**line.pays.pays, outcome: pay})
    return (*others, replace(lucky, lines=(replace(line, pays=pays),)))


def test_a_bet_must_cover_what_it_can_come_to_owe():
    """A bet of five dollars that the house keeps, and nine dollars of tax on top."""
    taxed = toy(wagers=with_lucky(Lucky.NO_ACE, Prize(-900)))
    stakes = {"ante": 100, "side": 100, "lucky": 500}
    table = table_of(game=taxed, start={"ann": 1599, "bob": 1600})
    check_refused(table, PlaceBets(1, stakes), "funds/bet", r"that can cost 16\.00; you have 15\.99")
    assert play(table, PlaceBets(2, stakes)) == [BetsPlaced(2, stakes)]
    assert table.wallet.balance("bob") == 0


def test_bets_may_be_changed_and_withdrawn_until_the_round_begins():
    table = table_of(start={"ann": 1000, "bob": 1000})
    for stakes in ({"ante": 500}, {"ante": 1000}, {"ante": 200, "side": 200}):
        play(table, PlaceBets(1, stakes))
        assert table.wallet.balance("ann") == 1000 - sum(stakes.values())
    assert play(table, SitOut(1)) == [SatOut(1)]
    assert table.wallet.balance("ann") == 1000
    play(table, PlaceBets(1, {"ante": 300}))
    began = next(event for event in play(table, PlaceBets(2, ANTE)) if isinstance(event, RoundBegan))
    assert began == RoundBegan(1, {1: {"ante": 300}, 2: {"ante": 1000}})
    assert table.last_bets == {1: {"ante": 300}, 2: {"ante": 1000}}


def test_where_everybody_sits_out_everybody_is_asked_again():
    table = table_of()
    assert play(table, SitOut(1), SitOut(2)) == [SatOut(2)]
    assert table.sitting_out == set()
    assert table.phase is Phase.BET


def test_leaving_takes_bets_along_and_lets_the_others_begin():
    table = table_of()
    play(table, PlaceBets(2, ANTE))
    events = play(table, Leave(1))
    assert events[0] == Left(1)
    assert "RoundBegan" in kinds(events)
    assert table.wallet.balance("ann") == 10_000
    play(table, Sit(1, "ann"), MakeChoice(2, "swap", Swap.KEEP), Leave(2))
    assert table.accounts == {1: "ann"}


def test_a_seat_that_leaves_in_mid_round_is_played_by_the_default_and_free_at_the_end():
    table = table_of("Kc Qc 9d 8d 2h 2s")
    play(table, PlaceBets(1, ANTE), PlaceBets(2, ANTE))
    events = play(table, Leave(2))
    assert events == [Leaving(2), ChoiceMade(2, "swap", Swap.KEEP, 0)]
    check_refused(table, Leave(2), "turn/in-play", "seat 2 is leaving already, when round 1 is over")
    check_refused(table, Sit(2, "cat"), "turn/seat-taken")
    events = play(table, MakeChoice(1, "swap", Swap.KEEP))
    assert events[-2:] == [RoundOver(1, {1: 1000, 2: 1000}), Left(2)]
    assert (table.accounts, table.leaving, table.last_bets) == ({1: "ann"}, set(), {1: ANTE})
    assert table.wallet.balance("bob") == 11_000


def test_every_later_choice_of_a_seat_that_left_is_made_for_it():
    table = table_of("Kc Qc 9d 8d 2h 2s 3s")
    play(table, PlaceBets(1, ANTE), PlaceBets(2, ANTE), MakeChoice(1, "swap", Swap.SWAP), Leave(1))
    made = play(table, MakeChoice(2, "swap", Swap.KEEP))
    assert ChoiceMade(1, "thrown", parse_cards("Kc")[0], 0) in made
    assert made[-1] == Left(1)


def test_bets_can_be_voided_before_the_round_begins():
    table = table_of()
    check_refused(table, Void("misdeal"), "turn/not-begun")
    assert play(table, PlaceBets(1, ANTE), Void("misdeal")) == [RoundVoided(1, "misdeal")]
    assert (table.wallet.balance("ann"), table.bets, table.number) == (10_000, {}, 2)


def test_a_seat_that_changed_hands_before_the_deal_plays_for_its_new_account():
    table = table_of("9d 8d 2h 2s")
    play(table, PlaceBets(1, ANTE), Leave(1), Leave(2))
    assert table.wallet.balance("ann") == 10_000
    play(table, Sit(1, "bob"), Sit(2, "ann"), SitOut(2), PlaceBets(1, ANTE), CallTime())
    assert (table.wallet.balance("ann"), table.wallet.balance("bob")) == (10_000, 11_000)


def test_a_round_that_is_called_off_gives_everything_back():
    table = table_of("Kc Qc 9d 8d 2h 2s")
    play(table, PlaceBets(1, {"ante": 1000, "side": 1000, "lucky": 500}), PlaceBets(2, ANTE))
    play(table, MakeChoice(1, "swap", Swap.SWAP))
    assert table.wallet.balance("ann") == 10_000 - 3500
    assert play(table, Void("misdeal")) == [RoundVoided(1, "misdeal")]
    assert table.wallet.balance("ann") == table.wallet.balance("bob") == 10_000
    assert (table.phase, table.number) == (Phase.BET, 2)
    assert "RoundBegan" in kinds(play(table, PlaceBets(1, ANTE), PlaceBets(2, ANTE)))


def test_a_kept_stake_stays_with_the_house():
    table = table_of("Kc Qc 2h 2s")
    play(table, Leave(2), PlaceBets(1, {"ante": 1000, "side": 1000, "lucky": 500}))
    events = play(table, MakeChoice(1, "swap", Swap.KEEP))
    lines = {event.line.wager: event.line.net_cents for event in events if isinstance(event, Settled)}
    assert lines == {"ante": 1000, "side": 1000, "lucky": -500}
    assert events[-1] == RoundOver(1, {1: 1500})


def test_meters_are_carried_from_round_to_round():
    meter = MeterState(1, "an ace", seed_cents=10_000, share_cents=30, amount_cents=12_345)
    table = table_of(game=toy(wagers=with_lucky(Lucky.ACE, Meter(1)), meters=(meter,)), cards="Kc Qc 9d 8d 2h 2s Ah As")
    stakes = {"ante": 500, "side": 500, "lucky": 500}
    for number in (1, 2):
        play(table, PlaceBets(1, stakes), PlaceBets(2, stakes), CallTime())
        assert table.meters == (replace(meter, amount_cents=12_345 + 60 * number),)
    play(table, PlaceBets(1, stakes), PlaceBets(2, stakes), Void("misdeal"))
    assert table.meters == (replace(meter, amount_cents=12_465),)
    play(
        table,
        PlaceBets(1, stakes),
        PlaceBets(2, stakes),
        MakeChoice(1, "swap", Swap.SWAP),
        MakeChoice(2, "swap", Swap.KEEP),
    )
    (move,) = (event.move for event in play(table, CallTime()) if isinstance(event, MeterMoved))
    assert (move.before.amount_cents, move.fed_cents) == (12_465, 60)
    assert [(award.seat, award.paid_cents) for award in move.awards] == [(1, 12_600)]
    assert table.meters == (replace(meter, amount_cents=10_000),)


def test_time_is_called_on_bets_and_on_choices():
    table = table_of("9d 8d 2h 2s", bet_ms=20_000, decide_ms=30_000)
    assert table.deadline_ms == 20_000
    table.apply(PlaceBets(1, ANTE), 5000)
    check_refused(table, CallTime(), "turn/too-early", "there are 1 ms left", now=19_999)
    events = table.apply(CallTime(), 20_000)
    assert [event.bets for event in events if isinstance(event, RoundBegan)] == [{1: ANTE}]
    asked = next(event for event in events if isinstance(event, ChoiceAsked))
    assert asked.deadline_ms == table.deadline_ms == 50_000
    check_refused(table, CallTime(), "turn/too-early", now=49_999)
    events = table.apply(CallTime(), 50_000)
    assert events[0] == ChoiceMade(1, "swap", Swap.KEEP, 0), "the option that costs nothing"
    assert table.phase is Phase.OVER
    assert table.deadline_ms == 70_000
    assert table.apply(CallTime(), 70_000) == ()
    assert table.deadline_ms == 90_000


def test_bets_are_taken_back_before_the_round_begins():
    table = table_of()
    play(table, PlaceBets(1, ANTE))
    assert table.wallet.balance("ann") == START["ann"] - 1000
    assert play(table, TakeBack(1)) == [BetsTakenBack(1)]
    assert table.wallet.balance("ann") == START["ann"]
    assert play(table, SitOut(1), TakeBack(1)) == [BetsTakenBack(1)]
    # Seat 1 has yet to bet, so the bets of seat 2 begin nothing.
    assert play(table, PlaceBets(2, ANTE)) == [BetsPlaced(2, ANTE)]
    assert isinstance(play(table, PlaceBets(1, ANTE))[1], Shuffled)


def test_what_bets_would_leave_is_told_before_they_are_placed():
    table = table_of()
    assert table.left_after(1, ANTE) == START["ann"] - 1000
    before = state_of(table)
    with pytest.raises(PitbossError, match=r"that can cost 200\.00; you have 100\.00"):
        table.left_after(1, {"ante": 20_000})
    assert state_of(table) == before
    play(table, PlaceBets(1, ANTE))
    assert table.left_after(1, {"ante": 3000}) == START["ann"] - 3000  # In the place of the bets before.


@pytest.mark.parametrize(
    ("command", "code", "sentence"),
    [
        (Sit(1, "eve"), "turn/seat-taken", "seat 1 is taken"),
        (Sit(4, "eve"), "turn/no-seat", "no seat 4: this table has seats 1 to 3"),
        (Sit(0, "eve"), "turn/no-seat", "no seat 0"),
        (Leave(3), "turn/seat-empty", "nobody sits in seat 3"),
        (TakeBack(3), "turn/seat-empty", "nobody sits in seat 3"),
        (TakeBack(1), "turn/no-bets", "seat 1 has no bets to take back"),
        (PlaceBets(3, ANTE), "turn/seat-empty", "nobody sits in seat 3"),
        (PlaceBets(1, {}), "bet/required", "ante must be bet"),
        (PlaceBets(1, {"anti": 100}), "bet/unknown-wager", "no wager 'anti'; did you mean 'ante'"),
        (PlaceBets(1, {"ante": 100, "swap": 100}), "bet/by-choosing", r"swap 1\.00 is placed by choosing it"),
        (PlaceBets(1, {"ante": 5.5}), "bet/not-cents", r"ante 5\.5: a bet is whole cents"),  # ty: ignore
        (PlaceBets(1, {"ante": "5"}), "bet/not-cents", "ante '5': a bet is whole cents"),  # ty: ignore
        (PlaceBets(1, {"ante": 50, "anti": 5}), "bet/unknown-wager", "no wager 'anti'"),
        (PlaceBets(1, {"ante": 50, "swap": 50}), "bet/by-choosing", r"swap 0\.50 is placed by choosing it"),
        (PlaceBets(1, {"ante": 50}), "bet/below-step", r"ante 0\.50 is below the step"),
        (PlaceBets(1, {"ante": 150}), "bet/off-step", r"ante 1\.50 is not in whole steps"),
        (PlaceBets(1, {"ante": 2_000_000}), "bet/over-limit", "is over the limit"),
        (PlaceBets(1, {"ante": 20_000}), "funds/bet", r"that can cost 200\.00; you have 100\.00"),
        (MakeChoice(1, "swap", Swap.KEEP), "turn/not-begun", "no round has begun"),
    ],
)
def test_what_is_refused_before_a_round(command: Command, code: str, sentence: str):
    table = table_of()
    check_refused(table, command, code, sentence)
    play(table, PlaceBets(2, ANTE))
    check_refused(table, command, code, sentence)


@pytest.mark.parametrize(
    ("command", "code", "sentence"),
    [
        (PlaceBets(1, ANTE), "turn/in-play", "seat 1 cannot bet before round 1 is over"),
        (SitOut(2), "turn/in-play", "seat 2 cannot sit out before round 1 is over"),
        (TakeBack(2), "turn/in-play", "seat 2 cannot take its bets back before round 1 is over"),
        (MakeChoice(3, "swap", Swap.KEEP), "turn/not-asked", "seat 3 is not asked for swap now"),
        (MakeChoice(1, "thrown", 0), "turn/other", "the round waits for the choice swap"),
        (MakeChoice(1, "swap", 7), "choice/illegal", "swap cannot be 7 here"),
    ],
)
def test_what_is_refused_in_a_round(command: Command, code: str, sentence: str):
    table = table_of()
    play(table, PlaceBets(1, ANTE), PlaceBets(2, ANTE))
    check_refused(table, command, code, sentence)
    play(table, MakeChoice(2, "swap", Swap.KEEP))
    check_refused(table, command, code, sentence)
    check_refused(table, MakeChoice(2, "swap", Swap.KEEP), "turn/not-asked")


@pytest.mark.parametrize("seats", [0, 4])
def test_a_table_has_the_seats_of_its_game(seats: int):
    with pytest.raises(PitbossError, match=f"{seats} seats: toy has 1 to 3") as caught:
        Table(TOY, House(), Shoe(TOY, seats=1, seed=7), Chips(START), seats=seats)
    assert caught.value.code == "house/seats"


def test_nobody_is_waited_for_at_an_empty_table():
    table = table_of(bet_ms=20_000)
    play(table, Leave(1), Leave(2))
    assert table.deadline_ms is None


@rule
def must_press(player: Ranks, press: Press) -> int:
    """Nobody may decline."""
    return press != Press.NO


def test_time_is_called_for_all_seats_or_for_none():
    """Where the rules leave a seat no option that it can pay, nobody is played for."""
    legal = press(shoe(1))
    game = replace(
        legal,
        steps=tuple(replace(each, legal=must_press) if isinstance(each, Choose) else each for each in legal.steps),
    )
    table = table_of("Ts Td 3s 4d 2c", game=game, start={"ann": 10_000, "bob": 10_000})
    play(table, PlaceBets(1, {"ante": 1000}), PlaceBets(2, {"ante": 1000}))
    assert isinstance(table.wallet, Chips)
    table.wallet.cents["ann"] = 1500
    before = table.round
    check_refused(table, CallTime(), "funds/raise", r"that needs 10\.00 more; you have 5\.00")
    assert table.round == before


def test_what_others_may_do_is_not_shown():
    """What is legal may tell of cards that only the seat itself sees."""
    game = press(shoe(1))
    events = play(table_of("Ts Td 3s 4d 2c", game=game), PlaceBets(1, {"ante": 1000}), PlaceBets(2, {"ante": 1000}))
    for event in events:
        if isinstance(event, ChoiceAsked):
            own, other = seen_by(game, event, event.seat), seen_by(game, event, 3 - event.seat)
            assert own == event
            assert isinstance(other, ChoiceAsked)
            assert other.legal == ()


def test_a_choice_after_the_end_is_refused():
    table = table_of()
    play(table, PlaceBets(1, ANTE), PlaceBets(2, ANTE), CallTime())
    check_refused(table, MakeChoice(1, "swap", Swap.KEEP), "turn/over", "the round is over")


def test_a_step_with_fractions_is_refused_when_the_table_opens():
    ante, *others = TOY.wagers
    taxed = toy(wagers=(replace(ante, commission=Fraction(1, 20)), *others))
    with pytest.raises(PitbossError, match="could pay a fraction of a cent"):
        Table(taxed, House(step_cents=1), Shoe(taxed, seats=1, seed=1), Chips({}), seats=1)


def test_a_shoe_is_shuffled_when_the_cut_card_is_out_and_not_before():
    game = toy(shuffles=(Shuffle.CUT_CARD,))
    table = Table(game, House(), Shoe(game, seats=1, behind_cut=10, seed=1), Chips({"ann": 10**6}), seats=1)
    table.apply(Sit(1, "ann"), 0)
    shuffled = []
    for _ in range(24):
        left = table.shoe.left
        shuffled.append(Shuffled() in play(table, PlaceBets(1, ANTE)))
        assert shuffled[-1] == (left <= 10)
        play(table, CallTime())
    assert shuffled[0]
    assert 1 < sum(shuffled) < 6


def test_other_seats_and_spectators_see_what_they_may():
    table = table_of("Kc Qc 9d 8d 2h 2s 3s")
    play(table, PlaceBets(1, ANTE))
    events = play(table, PlaceBets(2, ANTE))
    hands = [event for event in events if isinstance(event, CardsDealt)]
    assert [hand.words for hand in hands] == ["sum 25", "sum 17", ""]
    for viewer, open_to in ((1, ["player 1"]), (2, ["player 2"]), (3, []), (0, [])):
        seen = [seen_by(TOY, hand, viewer) for hand in hands]
        assert all(isinstance(each, CardsDealt) and each.count == 2 for each in seen)
        there = [f"{each.pile} {each.seat}" for each in seen if isinstance(each, CardsDealt) and each.cards]
        assert there == open_to
        assert [each.words for each in seen if isinstance(each, CardsDealt) and each.words] == [
            hand.words for hand in hands if f"{hand.pile} {hand.seat}" in open_to
        ]
    play(table, MakeChoice(2, "swap", Swap.KEEP))
    made, asked = play(table, MakeChoice(1, "swap", Swap.SWAP))
    assert isinstance(asked, ChoiceAsked)
    assert seen_by(TOY, made, 2) == made
    assert seen_by(TOY, asked, 1) == asked
    assert seen_by(TOY, asked, 2) == ChoiceAsked(1, "thrown", (), None)
    events = play(table, MakeChoice(1, "thrown", asked.legal[0]))
    assert seen_by(TOY, events[0], 2) == ChoiceMade(1, "thrown", None, 0)
    (hidden,) = (event for event in events if isinstance(event, CardsDealt))
    assert all(seen_by(TOY, hidden, viewer) == CardsDealt("player_card", 1, 1, None, "") for viewer in (0, 1, 2))
    settled = next(event for event in events if isinstance(event, Settled) and event.words)
    assert settled.words.startswith("threw ")
    assert seen_by(TOY, settled, settled.line.seat) == settled
    assert seen_by(TOY, settled, 2) == Settled(settled.line, "")
    assert all(seen_by(TOY, event, 0) == event for event in events if isinstance(event, PileShown | RoundOver))


def random_command(table: Table, source: random.Random) -> Command:
    """A command that may or may not be in order."""
    seat = source.randint(1, 3)
    amount = 100 * source.randint(0, 30)
    bets: list[dict[str, int]] = [
        {"ante": amount},
        {"ante": amount, "side": amount},
        {"ante": amount, "side": amount, "lucky": 500},
    ]
    need = table.round.need() if table.round else None
    if isinstance(need, NeedChoice) and source.random() < 0.8:
        asked = source.choice([*need.legal])
        return MakeChoice(asked, need.name, source.choice(need.legal[asked]))
    return source.choice(
        [
            *(PlaceBets(seat, stakes) for stakes in bets),
            *(PlaceBets(seat, stakes) for stakes in bets),
            Sit(seat, source.choice(["ann", "bob"])),
            SitOut(seat),
            TakeBack(seat),
            Leave(seat),
            CallTime(),
            Void("other"),
            MakeChoice(seat, "swap", source.choice([0, 1, 2])),
        ]
    )


@pytest.mark.parametrize("seed", range(6))
def test_money_is_conserved_whatever_is_asked(seed: int):
    """Random commands, right and wrong: nothing is lost, nobody goes below zero, holds end with their round."""
    source = random.Random(seed)
    wallet = Chips({"ann": 100_000, "bob": 9000})
    table = Table(TOY, House(), Shoe(TOY, seats=3, seed=seed), wallet, seats=3)
    over, refused = 0, []
    for now in range(1500):
        before, command = dict(wallet.cents), random_command(table, source)
        try:
            events = table.apply(command, now)
        except PitbossError as error:
            refused.append(error.code)
            continue
        won: dict[str, int] = {}
        for event in events:
            if isinstance(event, RoundOver):
                over += 1
                owners = dict(table.players)
                for seat, net in event.net_cents.items():
                    won[owners[seat]] = won.get(owners[seat], 0) + net
        assert wallet.cents == {name: cents + won.get(name, 0) for name, cents in before.items()}
        assert sum(wallet.cents.values()) + wallet.house_cents == 109_000
        for name in wallet.cents:
            assert 0 <= wallet.balance(name) <= wallet.cents[name]
        if not table.bets:
            assert not any(wallet.held.values())
    assert over > 30
    assert len(refused) > 100
    assert set(refused) <= set(CODES)
