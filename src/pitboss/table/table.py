"""A table: commands in, events out. It deals from a shoe, keeps the meters and moves money in a wallet.

There is no input, output or clock here: the caller, a terminal or a server, passes commands on with the time they
came, and shows the events. A command that is refused raises an error with its code and changes nothing.
"""

from collections import Counter
from enum import Enum
from typing import assert_never

from pitboss.core.errors import FundsError, HouseError, TurnError
from pitboss.core.game import Answer, Game
from pitboss.core.meters import MeterState
from pitboss.core.money import dollars
from pitboss.core.round import Round
from pitboss.core.script import TABLE, Bets, Chose, Dealt, NeedCards, NeedChoice, Shown, Stakes, check_bets
from pitboss.core.settle import House, settle_round
from pitboss.core.settled_words import words_of
from pitboss.core.stakes import default_option, least_stake, most_owed, raised_by
from pitboss.table import events as told
from pitboss.table.commands import CallTime, Command, Leave, MakeChoice, PlaceBets, Sit, SitOut, TakeBack, Void
from pitboss.table.events import TableEvent
from pitboss.table.shoe import Shoe
from pitboss.table.wallet import Hold, Posting, Wallet


class Phase(Enum):
    """The phases of a table: it waits for bets, for choices, or for bets while the last round still lies open."""

    BET = "bet"
    CHOOSE = "choose"
    OVER = "over"


class Table:
    """One table and everything on it. Only `apply` changes it."""

    def __init__(
        self,
        game: Game,
        house: House,
        shoe: Shoe,
        wallet: Wallet,
        *,
        seats: int,
        meters: tuple[MeterState, ...] | None = None,
        bet_ms: int | None = None,
        decide_ms: int | None = None,
    ) -> None:
        house.check_game(game)
        if not 1 <= seats <= game.seats:
            raise HouseError(f"{seats} seats: {game.name} has 1 to {game.seats}", "seats")
        self.game, self.house, self.shoe, self.wallet, self.seats = game, house, shoe, wallet, seats
        self.bet_ms, self.decide_ms = bet_ms, decide_ms
        self.meters = game.meters if meters is None else meters
        self.accounts: dict[int, str] = {}
        self.number = 1  # Of the round that is played or bet on.
        self.round: Round | None = None  # The one that is played, or that was played last.
        self.bets: dict[int, dict[str, int]] = {}  # For that round, or the next, by seat.
        self.last_bets: dict[int, dict[str, int]] = {}
        self.sitting_out: set[int] = set()
        self._holds: dict[int, list[Hold]] = {}
        self._since_ms: int | None = None

    @property
    def is_playing(self) -> bool:
        """Whether a round has begun and is not over."""
        return self.round is not None and self.round.need() is not None

    @property
    def phase(self) -> Phase:
        """The phase that the table is in."""
        if self.is_playing:
            return Phase.CHOOSE
        return Phase.OVER if self.round is not None and not self.bets and not self.sitting_out else Phase.BET

    @property
    def deadline_ms(self) -> int | None:
        """The time at which bets or choices close; None where there is no limit, or nobody to wait for."""
        limit = self.decide_ms if self.is_playing else self.bet_ms
        return None if limit is None or self._since_ms is None else self._since_ms + limit

    def can_bet(self, seat: int) -> bool:
        """Whether a seat has enough for the smallest bet."""
        return self.wallet.balance(self.accounts[seat]) >= least_stake(self.game, self.house.step_cents)

    def apply(self, command: Command, now_ms: int) -> tuple[TableEvent, ...]:
        """Carries out a command that came at this time, and returns what happened."""
        match command:
            case Sit():
                return self._sit(command, now_ms)
            case Leave():
                return self._leave(command.seat, now_ms)
            case PlaceBets():
                return self._place(command.seat, command.stakes, now_ms)
            case TakeBack():
                return self._take_back(command.seat)
            case SitOut():
                return self._sit_out(command.seat, now_ms)
            case MakeChoice():
                return self._choose(command, now_ms)
            case CallTime():
                return self._call_time(now_ms)
            case Void():
                return self._void(command.reason, now_ms)
            case _:
                assert_never(command)

    def _sit(self, command: Sit, now: int) -> tuple[TableEvent, ...]:
        if not 1 <= command.seat <= self.seats:
            raise TurnError(f"no seat {command.seat}: this table has seats 1 to {self.seats}", "no-seat")
        if command.seat in self.accounts:
            raise TurnError(f"seat {command.seat} is taken", "seat-taken")
        if not self.accounts:
            self._since_ms = now
        self.accounts[command.seat] = command.account
        return (told.Seated(command.seat, command.account),)

    def _check_seated(self, seat: int) -> None:
        if seat not in self.accounts:
            raise TurnError(f"nobody sits in seat {seat}", "seat-empty")

    def _check_betting(self, seat: int, what: str) -> None:
        self._check_seated(seat)
        if self.is_playing:
            raise TurnError(f"seat {seat} cannot {what} before round {self.number} is over", "in-play")

    def _leave(self, seat: int, now: int) -> tuple[TableEvent, ...]:
        self._check_seated(seat)
        if self.is_playing and seat in self.bets:
            raise TurnError(f"seat {seat} cannot leave before round {self.number} is over", "in-play")
        self._withdraw(seat)
        self.sitting_out.discard(seat)
        self.last_bets.pop(seat, None)
        del self.accounts[seat]
        if not self.accounts:
            self._since_ms = None
        return (told.Left(seat), *(() if self.is_playing else self._begin_if_ready(now)))

    def left_after(self, seat: int, stakes: Stakes) -> int:
        """The cents that a seat's account could still stake once these bets are placed; refuses what `PlaceBets` would.

        A caller can ask this before the bets are placed, and so before the last of them begins the round.
        """
        self._check_betting(seat, "bet")
        check_bets(self.game, {seat: stakes})
        self.house.check_bets(self.game, stakes)
        account = self.accounts[seat]
        held = sum(self._held(each) for each, owner in self.accounts.items() if owner == account)
        have, cost = self.wallet.balance(account) + held, held + self._more_held(seat, stakes)
        if cost > have:
            raise FundsError(f"that can cost {dollars(cost)}; you have {dollars(have)}", "bet")
        return have - cost

    def _more_held(self, seat: int, stakes: Stakes) -> int:
        return sum(stakes.values()) + most_owed(self.game, stakes) - self._held(seat)

    def _place(self, seat: int, stakes: Stakes, now: int) -> tuple[TableEvent, ...]:
        self.left_after(seat, stakes)
        more = self._more_held(seat, stakes)
        if more:
            self._reserve(seat, more)
        self.bets[seat] = dict(stakes)
        self.sitting_out.discard(seat)
        return (told.BetsPlaced(seat, dict(stakes)), *self._begin_if_ready(now))

    def _take_back(self, seat: int) -> tuple[TableEvent, ...]:
        self._check_betting(seat, "take its bets back")
        if seat not in self.bets and seat not in self.sitting_out:
            raise TurnError(f"seat {seat} has no bets to take back", "no-bets")
        self._withdraw(seat)
        self.sitting_out.discard(seat)
        return (told.BetsTakenBack(seat),)

    def _sit_out(self, seat: int, now: int) -> tuple[TableEvent, ...]:
        self._check_betting(seat, "sit out")
        self._withdraw(seat)
        self.sitting_out.add(seat)
        return (told.SatOut(seat), *self._begin_if_ready(now))

    def _held(self, seat: int) -> int:
        return sum(hold.cents for hold in self._holds.get(seat, ()))

    def _reserve(self, seat: int, cents: int) -> None:
        holds = self._holds.get(seat, [])
        hold = Hold(self.accounts[seat], self.number, seat, len(holds), cents)
        self.wallet.reserve(hold)
        self._holds[seat] = [*holds, hold]

    def _withdraw(self, seat: int) -> None:
        """Gives back what a seat has bet for the next round; its holds keep their numbers."""
        if self._held(seat):
            self._reserve(seat, -self._held(seat))
        self.bets.pop(seat, None)

    def _begin_if_ready(self, now: int) -> tuple[TableEvent, ...]:
        """Begins the round when every seat has bet or sits out; if all sit out, betting starts over."""
        if any(seat not in self.bets and seat not in self.sitting_out for seat in self.accounts):
            return ()
        if self.bets:
            return self._begin(now)
        self.sitting_out.clear()
        return ()

    def _begin(self, now: int) -> tuple[TableEvent, ...]:
        events: list[TableEvent] = [told.Shuffled()] if self.shoe.begin_round() else []
        bets = {seat: self.bets[seat] for seat in sorted(self.bets)}
        self.last_bets |= bets
        self.round = Round(self.game).after(Bets(bets))
        return (*events, told.RoundBegan(self.number, bets), *self._deal(self.round, 1, None, now))

    def _deal(self, played: Round, logged: int, asked: str | None, now: int) -> list[TableEvent]:
        """Deals until a choice is asked or the round is over, then asks or settles.

        `logged` is the length of the round's log that was told already, `asked` the choice that was open before.
        """
        events = self._news(played, logged)
        while isinstance(need := played.need(), NeedCards):
            logged = len(played.state.log)
            played = played.after(Dealt(need.pile, need.seat, self.shoe.draw(need.count)))
            events += self._news(played, logged)
        self.round = played
        if not isinstance(need, NeedChoice):
            return [*events, *self._settle(played, now)]
        if need.name != asked:
            self._since_ms = now
            events += [told.ChoiceAsked(seat, need.name, legal, self.deadline_ms) for seat, legal in need.legal.items()]
        return events

    def _news(self, played: Round, logged: int) -> list[TableEvent]:
        """The cards dealt and the piles shown after the first `logged` events of the round's log."""
        events: list[TableEvent] = []
        for event in played.state.log[logged:]:
            if isinstance(event, Dealt):
                viewer = TABLE if played.visible(event.pile, event.seat, TABLE) else event.seat
                seen = played.visible(event.pile, event.seat, viewer)
                words = played.words(event.pile, event.seat, viewer) if seen else ""
                events.append(told.CardsDealt(event.pile, event.seat, len(event.cards), event.cards, words))
            elif isinstance(event, Shown):
                cards = played.state.piles[event.pile, event.seat]
                words = played.words(event.pile, event.seat, TABLE)
                events.append(told.PileShown(event.pile, event.seat, cards, words))
        return events

    def _choose(self, command: MakeChoice, now: int) -> tuple[TableEvent, ...]:
        if self.round is None:
            raise TurnError("no round has begun", "not-begun")
        need, seat = self.round.need(), command.seat
        later = self.round.after(Chose(seat, command.name, command.option))
        more = self._cost(seat, command.name, command.option)
        self._check_raise(self.accounts[seat], more)
        if more:
            self._reserve(seat, more)
        made = told.ChoiceMade(seat, command.name, command.option, more)
        asked = need.name if isinstance(need, NeedChoice) else None
        return (made, *self._deal(later, len(self.round.state.log), asked, now))

    def _call_time(self, now: int) -> tuple[TableEvent, ...]:
        deadline = self.deadline_ms
        if deadline is not None and now < deadline:
            raise TurnError(f"there are {deadline - now} ms left", "too-early")
        if not self.is_playing:
            self._since_ms = now
            return self._begin(now) if self.bets else ()
        assert self.round is not None
        need = self.round.need()
        assert isinstance(need, NeedChoice)
        answers = {
            seat: default_option(self.game, self.bets[seat], need.name, legal) for seat, legal in need.legal.items()
        }
        costs: Counter[str] = Counter()
        for seat, option in answers.items():
            costs[self.accounts[seat]] += self._cost(seat, need.name, option)
        for account, cost in costs.items():
            self._check_raise(account, cost)
        events: list[TableEvent] = []
        for seat, option in answers.items():
            events += self._choose(MakeChoice(seat, need.name, option), now)
        return tuple(events)

    def missing_cents(self, seat: int, name: str, option: Answer) -> int:
        """How much a seat's account lacks for what an option of a choice adds to its bets; 0 where it can be paid."""
        return max(0, self._cost(seat, name, option) - self.wallet.balance(self.accounts[seat]))

    def _cost(self, seat: int, name: str, option: Answer) -> int:
        return sum(raised_by(self.game, self.bets[seat], name, option).values())

    def _check_raise(self, account: str, more: int) -> None:
        have = self.wallet.balance(account)
        if more > have:
            raise FundsError(f"that needs {dollars(more)} more; you have {dollars(have)}", "raise")

    def _settle(self, played: Round, now: int) -> list[TableEvent]:
        settlement = settle_round(played, self.meters)
        nets = {seat: settlement.net_cents(seat) for seat in self.bets}
        self.wallet.post([self._posting(seat, net) for seat, net in nets.items()])
        self.meters = tuple(move.after for move in settlement.meters) or self.meters
        over = told.RoundOver(self.number, nets)
        self._open(now)
        return [
            *(told.Settled(line, words_of(played, line)) for line in settlement.lines),
            *map(told.MeterMoved, settlement.meters),
            over,
        ]

    def _posting(self, seat: int, net: int) -> Posting:
        account = self.accounts[seat]  # The seat may have been another's before the round began.
        return Posting(account, tuple(hold for hold in self._holds[seat] if hold.account == account), net)

    def _void(self, reason: str, now: int) -> tuple[TableEvent, ...]:
        if not self.is_playing:
            raise TurnError("no round is being played", "not-begun")
        self.wallet.void([hold for seat in self.bets for hold in self._holds[seat]])
        self.round = None
        voided = told.RoundVoided(self.number, reason)
        self._open(now)
        return (voided,)

    def _open(self, now: int) -> None:
        """Opens the betting on the next round."""
        self.bets, self._holds, self._since_ms = {}, {}, now
        self.sitting_out.clear()
        self.number += 1
