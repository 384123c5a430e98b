"""A table: commands in, events out. It deals from a shoe, keeps the meters and moves money in a wallet.

There is no input, output or clock here: the caller, a terminal or a server, passes commands on with the time they
came, and shows the events. A command that is refused raises an error with its code and changes nothing.
"""

from collections import Counter
from collections.abc import Collection
from enum import Enum
from typing import assert_never

from pitboss.core.errors import FundsError, HouseError, TurnError
from pitboss.core.game import Answer, Game
from pitboss.core.meters import MeterState
from pitboss.core.money import dollars
from pitboss.core.round import Round
from pitboss.core.script import TABLE, Bets, Chose, Dealt, NeedCards, NeedChoice, Shown, Stakes, check_bets
from pitboss.core.settle import House, feed, settle_round
from pitboss.core.settled_words import words_of
from pitboss.core.stakes import default_option, least_stake, most_owed, raised_by
from pitboss.core.strategy import Coach, absent_option
from pitboss.table import events as told
from pitboss.table.commands import CallTime, Command, Leave, MakeChoice, PlaceBets, Sit, SitOut, TakeBack, Void
from pitboss.table.events import TableEvent
from pitboss.table.shoe import Shoe
from pitboss.table.wallet import Hold, MeterLink, Posting, Wallet


class Phase(Enum):
    """The phases of a table: it waits for bets, for choices, or for bets while the last round still lies open."""

    BET = "bet"
    CHOOSE = "choose"
    OVER = "over"


class Table:
    """One table and everything on it. Only `apply` changes it, and `snapshot` where one is stored and fetched.

    Meters are the table's own, fed and paid when a round is settled, or a link's, fed when the round begins. `coach`
    gives the best play for games whose default for missing players it is.
    """

    def __init__(
        self,
        game: Game,
        house: House,
        shoe: Shoe,
        wallet: Wallet,
        *,
        seats: int,
        meters: tuple[MeterState, ...] | None = None,
        link: MeterLink | None = None,
        coach: Coach | None = None,
        bet_ms: int | None = None,
        decide_ms: int | None = None,
    ) -> None:
        house.check_game(game)
        if not 1 <= seats <= game.seats:
            raise HouseError(f"{seats} seats: {game.name} has 1 to {game.seats}", "seats")
        self.game, self.house, self.shoe, self.wallet, self.seats = game, house, shoe, wallet, seats
        self.link, self.coach, self.bet_ms, self.decide_ms = link, coach, bet_ms, decide_ms
        self.meters = game.meters if meters is None else meters
        self.accounts: dict[int, str] = {}
        self.number = 1  # Of the round that is played or bet on.
        self.round: Round | None = None  # The one that is played, or that was played last.
        self.bets: dict[int, dict[str, int]] = {}  # For that round, or the next, by seat.
        self.last_bets: dict[int, dict[str, int]] = {}
        self.players: dict[int, str] = {}  # Who played, or plays, which seat of `round`.
        self.sitting_out: set[int] = set()
        self.leaving: set[int] = set()  # Seats of the round that are played by the default, and free after it.
        self.holds: dict[int, list[Hold]] = {}
        self.since_ms: int | None = None

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
        return None if limit is None or self.since_ms is None else self.since_ms + limit

    def can_bet(self, seat: int) -> bool:
        """Whether a seat has enough for the smallest bet."""
        return self.wallet.balance(self.accounts[seat]) >= least_stake(self.game, self.house.step_cents)

    def apply(self, command: Command, now_ms: int) -> tuple[TableEvent, ...]:
        """Carries out a command that came at this time, and returns what happened."""
        events = self._apply(command, now_ms)
        return (*events, *self._answer_for(self.leaving, now_ms)) if self.leaving else events

    def _apply(self, command: Command, now_ms: int) -> tuple[TableEvent, ...]:
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
            self.since_ms = now
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
            if seat in self.leaving:
                raise TurnError(f"seat {seat} is leaving already, when round {self.number} is over", "in-play")
            self.leaving.add(seat)
            return (told.Leaving(seat),)
        self._withdraw(seat)
        self.sitting_out.discard(seat)
        self._free(seat)
        return (told.Left(seat), *(() if self.is_playing else self._begin_if_ready(now)))

    def _free(self, seat: int) -> None:
        self.last_bets.pop(seat, None)
        del self.accounts[seat]
        if not self.accounts:
            self.since_ms = None

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
        return sum(hold.cents for hold in self.holds.get(seat, ()))

    def _reserve(self, seat: int, cents: int) -> None:
        holds = self.holds.get(seat, [])
        hold = Hold(self.accounts[seat], self.number, seat, len(holds), cents)
        self.wallet.reserve(hold)
        self.holds[seat] = [*holds, hold]

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
        moves = feed(self.game, bets, self.link.meters()) if self.link else ()
        if self.link and moves:
            self.link.feed(moves)
        events += [told.RoundBegan(self.number, bets), *map(told.MeterMoved, moves)]
        self.round, self.players = Round(self.game).after(Bets(bets)), {seat: self.accounts[seat] for seat in bets}
        return (*events, *self._deal(self.round, 1, None, now))

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
            self.since_ms = now
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
        need, seat, logged = self.round.need(), command.seat, len(self.round.state.log)
        later = self.round.after(Chose(seat, command.name, command.option))
        more = self._cost(seat, command.name, command.option)
        self._check_raise(self.accounts[seat], more)
        if more:
            self._reserve(seat, more)
        made = told.ChoiceMade(seat, command.name, command.option, more)
        asked = need.name if isinstance(need, NeedChoice) else None
        return (made, *self._deal(later, logged, asked, now))

    def _call_time(self, now: int) -> tuple[TableEvent, ...]:
        deadline = self.deadline_ms
        if deadline is not None and now < deadline:
            raise TurnError(f"there are {deadline - now} ms left", "too-early")
        if not self.is_playing:
            self.since_ms = now
            return self._begin(now) if self.bets else ()
        need = self._asked()
        assert need is not None
        costs: Counter[str] = Counter()
        for seat in need.legal:
            costs[self.accounts[seat]] += self._cost(seat, need.name, self._default(need, seat))
        for account, cost in costs.items():
            self._check_raise(account, cost)
        events: list[TableEvent] = []
        for seat in need.legal:
            events += self._choose(MakeChoice(seat, need.name, self._default(need, seat)), now)
        return tuple(events)

    def _asked(self) -> NeedChoice | None:
        """The choice that the round waits for."""
        need = self.round.need() if self.round is not None else None
        return need if isinstance(need, NeedChoice) else None

    def _default(self, need: NeedChoice, seat: int) -> Answer:
        """The published default of a seat; where its raise cannot be paid, the option that adds least money."""
        assert self.round is not None
        option = absent_option(self.round, need, seat, self.coach)
        if self.missing_cents(seat, need.name, option):
            return default_option(self.game, self.bets[seat], need.name, need.legal[seat])
        return option

    def default(self, seat: int) -> MakeChoice:
        """The published default of a seat that is asked for a choice now, as a command."""
        need = self._asked()
        if need is None or seat not in need.legal:
            raise TurnError(f"seat {seat} is not asked for a choice now", "not-asked")
        return MakeChoice(seat, need.name, self._default(need, seat))

    def _answer_for(self, seats: Collection[int], now: int) -> list[TableEvent]:
        """Makes every choice that the round asks of these seats, by the published default."""
        events: list[TableEvent] = []
        while (need := self._asked()) and (seat := next((each for each in need.legal if each in seats), None)):
            events += self._choose(MakeChoice(seat, need.name, self._default(need, seat)), now)
        return events

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
        settlement = settle_round(played, self.link.meters() if self.link else self.meters, is_fed=bool(self.link))
        nets = {seat: settlement.net_cents(seat) for seat in self.bets}
        self.wallet.post([self._posting(seat, net) for seat, net in nets.items()])
        if not self.link:
            self.meters = tuple(move.after for move in settlement.meters) or self.meters
        over = told.RoundOver(self.number, nets)
        left = self._open(now)
        return [
            *(told.Settled(line, words_of(played, line)) for line in settlement.lines),
            *(told.MeterMoved(move) for move in settlement.meters if move.awards or not self.link),
            over,
            *left,
        ]

    def _posting(self, seat: int, net: int) -> Posting:
        account = self.accounts[seat]  # The seat may have been another's before the round began.
        return Posting(account, tuple(hold for hold in self.holds[seat] if hold.account == account), net)

    def _void(self, reason: str, now: int) -> tuple[TableEvent, ...]:
        if not self.is_playing and not self.bets:
            raise TurnError("no round is being played", "not-begun")
        self.wallet.void([hold for seat in self.bets for hold in self.holds[seat]])
        self.round = None
        voided = told.RoundVoided(self.number, reason)
        return (voided, *self._open(now))

    def _open(self, now: int) -> list[TableEvent]:
        """Opens the betting on the next round, and frees the seats that were leaving."""
        self.bets, self.holds, self.since_ms = {}, {}, now
        self.sitting_out.clear()
        self.number += 1
        left = sorted(self.leaving)
        self.leaving.clear()
        for seat in left:
            self._free(seat)
        return [told.Left(seat) for seat in left]
