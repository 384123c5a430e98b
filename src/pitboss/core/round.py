"""A round as the list of its events, replayed through the script."""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import TypeAlias

from pitboss.core.binding import Source, SourceKind
from pitboss.core.cards import Card, cards_text
from pitboss.core.errors import CardError, ChoiceError, TurnError, UnseenCardsError, all_of, one_of, plural, unknown
from pitboss.core.game import Answer, Game, Place
from pitboss.core.procedure import condition_words
from pitboss.core.rule import Rule
from pitboss.core.script import (
    TABLE,
    Bets,
    Chose,
    Dealt,
    Event,
    Need,
    NeedCards,
    NeedChoice,
    Shown,
    Stakes,
    State,
    Unseen,
    event_text,
    option_name,
    pile_text,
    script,
)
from pitboss.core.view import View, is_decided, view_of, visible, words


@dataclass(frozen=True)
class Round:
    """A round: a game and the events so far. `after` gives the round one event later; nothing is ever changed."""

    game: Game
    events: tuple[Event, ...] = ()

    @cached_property
    def _run(self) -> "_Run":
        """The script as it stands after all events."""
        state = State(self.game)
        asking = script(self.game, state)
        need = _after_shown(asking, next(asking))
        for event in self.events:
            need = _need_after(asking, need, event)
        return _Run(asking, state, need)

    @property
    def state(self) -> State:
        """The script's state after all events, until `after` is called. Callers must not change it."""
        return self._run.state

    def need(self) -> Need | None:
        """The request that the round waits on; None when the round is over."""
        return self._run.need

    def after(self, event: Event) -> "Round":
        """The round after one more event; raises, and changes nothing, where the event is not what it waits for.

        The running script goes on in the later round; this one runs its events again should it be asked again.
        """
        run = self._run
        del self.__dict__["_run"]
        later = Round(self.game, (*self.events, event))
        later.__dict__["_run"] = run.after(event)
        return later

    def __reduce__(self) -> tuple[type["Round"], tuple[Game, tuple[Event, ...]]]:
        return Round, (self.game, self.events)  # A running script cannot be pickled.

    def outcomes(self) -> dict[int, dict[str, tuple[IntEnum, ...]]]:
        """The outcome of each line of each bet, by seat and wager. Only a finished round has outcomes."""
        if self.need() is not None:
            raise TurnError("the round is not over", "not-over")
        state = self.state
        return {
            seat: {
                wager.name: tuple([state.outcome(line, seat) for line in wager.lines])
                for wager in self.game.wagers
                if stakes.get(wager.name)
            }
            for seat, stakes in self.stakes().items()
        }

    def decided(self, seat: int) -> dict[str, tuple[IntEnum, ...]]:
        """The outcomes of a seat's bets that nothing to come can change, by wager (ruling G7)."""
        state = self.state
        return {
            wager.name: tuple(state.outcome(line, seat) for line in wager.lines)
            for wager in self.game.wagers
            if state.stakes(seat).get(wager.name) and all(is_decided(state, line, seat) for line in wager.lines)
        }

    def stakes(self) -> dict[int, dict[str, int]]:
        """The stakes of each seat by wager, raises included."""
        return {seat: self.state.stakes(seat) for seat in self.state.seats()}

    def visible(self, pile: str, seat: int, viewer: int) -> bool:
        """Whether a viewer (0: a spectator) may look at a pile of a seat."""
        return visible(self.state, pile, seat, viewer)

    def words(self, name: str, seat: int, viewer: int | None = None) -> str:
        """The words of a pile or wager for a seat; empty while they would reveal cards that the viewer may not see."""
        return words(self.state, name, seat, viewer)

    def view(self, seat: int) -> View:
        """The part of the round that one seat may see now; seat 0 is a spectator."""
        return view_of(self.state, self.need(), seat)


@dataclass(frozen=True)
class _Run:
    """A script that runs: its generator, the state it writes, and the need it waits with."""

    asking: Generator[Need | Shown, Event]
    state: State
    need: Need | None

    def after(self, event: Event) -> "_Run":
        """The same script one event later; this record is spent."""
        return _Run(self.asking, self.state, _need_after(self.asking, self.need, event))


def _need_after(asking: Generator[Need | Shown, Event], need: Need | None, event: Event) -> Need | None:
    """What a script needs after an event, None when that ended it; it needed something before."""
    if need is None:
        raise TurnError(f"the round is over; it takes no {event_text(event)}", "over")
    return _after_shown(asking, _send(asking, event))


def _send(asking: Generator[Need | Shown, Event], event: Event) -> Need | Shown | None:
    """Answers the script; None when that ended it."""
    try:
        return asking.send(event)
    except StopIteration:
        return None


def _after_shown(asking: Generator[Need | Shown, Event], asked: Need | Shown | None) -> Need | None:
    """Skips piles that are shown, and returns what the script needs next, or None."""
    while isinstance(asked, Shown):
        asked = next(asking, None)
    return asked


BetsBySeat: TypeAlias = Mapping[int, Stakes]
"""The bets of every seat."""
GivenCards: TypeAlias = Mapping[tuple[str, int], tuple[Card, ...]]
"""Cards by pile and seat."""
GivenChoices: TypeAlias = Mapping[tuple[str, int], Answer]
"""Options by choice and seat."""


def play_out(
    game: Game, bets: BetsBySeat, deals: GivenCards, choices: GivenChoices, *, unfinished: bool = False
) -> Round:
    """A round from its cards and choices, in any order.

    Refuses cards and choices that the round does not need, and a round that lacks some; an `unfinished` round ends at
    the first that is missing. A pile of the table may be left out where no result depends on it.
    """
    _check_given(game, deals, choices)
    played, missing, _ = _played(game, bets, deals, choices, unfinished)
    if missing is not None and not unfinished:
        raise _missing(played, missing)
    for key in deals:
        if key not in played.state.piles:
            given = cards_text(deals[key])
            why = _why_not(played, game.piles[key[0]].when, key[1])
            raise CardError(f"{pile_text(*key)} is given {given}, but is dealt no card in this round{why}", "not-dealt")
    for name, seat in choices:
        if (name, seat) not in played.state.choices:
            given = option_name(game.choices[name], choices[name, seat])
            of_seat, why = _of_seat(seat, bets), _why_not(played, game.choices[name].when, seat)
            raise ChoiceError(
                f"{name}={given} is given, but {name} is not asked in this round{of_seat}{why}", "not-asked"
            )
    return played


@dataclass(frozen=True)
class Position:
    """A round as far as some cards and choices go, and what it needs next; None once every bet can be settled."""

    played: Round
    need: Need | None
    state: State
    """The state of the round, also after an answer that makes a rule look at cards that are not given."""


def as_far_as_given(game: Game, bets: BetsBySeat, deals: GivenCards, choices: GivenChoices) -> Position:
    """The round that some cards and choices lead to.

    Cards of the table that are not given are skipped until a rule or a choice looks at them. Cards and choices that
    the round does not ask for are left aside.
    """
    _check_given(game, deals, choices)
    played, need, last = _played(game, bets, deals, choices, unfinished=False)
    state = played.state
    if isinstance(last, Chose):
        state = replace(state, choices={**state.choices, (last.name, last.seat): last.option})
    elif isinstance(last, Dealt):
        state = replace(state, piles={**state.piles, (last.pile, last.seat): last.cards})
    if isinstance(need, NeedChoice):
        sees = ((pile, state.owner(pile, min(need.legal))) for pile in game.choices[need.name].sees)
        if (key := next((each for each in sees if each in state.unseen), None)) is not None:
            need = NeedCards(*key, game.piles[key[0]].count)
    return Position(played, need, state)


def is_left_out(position: Position, pile: str, seat: int) -> bool:
    """Whether it is certain that a pile gets no card in a round."""
    state, key = position.state, (pile, seat)
    if key in state.piles or key in state.unseen:
        return False
    when = state.game.piles[pile].when
    if position.need is None or when is None:
        return position.need is None
    if seat == TABLE and state.game.bound[when].of_seat:
        return False
    return all(_is_known(state, source, seat) for source in state.game.bound[when].sources) and not state.holds(
        when, seat
    )


def _is_known(state: State, source: Source, seat: int) -> bool:
    if source.kind in (SourceKind.CHOICE, SourceKind.CARD):
        return (source.name, seat) in state.choices
    return all((pile, state.owner(pile, seat)) in state.piles for pile in source.piles)


def why_left_out(state: State, pile: str, seat: int) -> str:
    """`dealer is Ks 5c 2d, 7 points; Rule 6: ...`: what the condition of a pile that gets no card looked at."""
    if (when := state.game.piles[pile].when) is None:
        return ""
    return "; ".join(filter(None, (all_of(_looked_at(state, when, seat)), condition_words(state.game, when))))


def _why_not(played: Round, when: Rule | None, seat: int) -> str:
    """`: dealer is Ks 5c 2d, 7 points; Rule 6: ...`: what a step's condition looked at, and what it says."""
    if when is None or played.need() is not None or seat not in (TABLE, *played.state.seats()):
        return ""
    seen, said = _looked_at(played.state, when, seat), condition_words(played.game, when)
    return (f": {all_of(seen)}" if seen else "") + (f"; {said}" if said else "")


def _looked_at(state: State, when: Rule, seat: int) -> list[str]:
    """The cards, choices and bets that a condition looked at: `dealer is Ks 5c 2d, 7 points`, `draw is stand`."""
    bound, seen = state.game.bound[when], []
    if seat == TABLE and bound.of_seat:
        return []  # It looked at every seat.
    for source in bound.sources:
        if source.kind is SourceKind.HAS and not state.argument(source, seat):
            seen.append(f"{source.name} is not bet")
        elif source.kind is SourceKind.CHOICE and (source.name, seat) in state.choices:
            answer = option_name(state.game.choices[source.name], state.choices[source.name, seat])
            seen.append(f"{source.name} is {answer}")
        for pile in source.piles:
            if cards := state.piles.get((pile, state.owner(pile, seat))):
                seen.append(", ".join(filter(None, (f"{pile} is {cards_text(cards)}", words(state, pile, seat)))))
    return seen


def first_missing(game: Game, bets: BetsBySeat, deals: GivenCards, choices: GivenChoices) -> Need | None:
    """The first thing that a round still needs before all its bets can be settled; None where nothing is missing."""
    return _played(game, bets, deals, choices, unfinished=False)[1]


def _check_given(game: Game, deals: Iterable[tuple[str, int]], choices: Iterable[tuple[str, int]]) -> None:
    for pile, seat in deals:
        if pile not in game.piles:
            raise CardError(unknown("pile", pile, game.piles), "unknown-pile")
        if (seat == TABLE) != (game.piles[pile].to is not Place.SEAT):
            owner = "a seat" if seat == TABLE else "the table, not to a seat"
            raise TurnError(f"{pile} belongs to {owner}", "owner")
    for name, _ in choices:
        if name not in game.choices:
            none = f"no choice {name!r}: {game.name} has none"
            raise ChoiceError(unknown("choice", name, game.choices) if game.choices else none, "unknown")


def _played(
    game: Game, bets: BetsBySeat, deals: GivenCards, choices: GivenChoices, unfinished: bool
) -> tuple[Round, Need | None, Event | None]:
    """The round as far as the given cards and choices go, and what it then needs; None once it can be settled.

    Where a rule looks at cards that are not given, the round stops before the event that led there, the third item.
    """
    played, event = Round(game), None
    if bets or not unfinished:
        played = played.after(Bets(bets))
    try:
        while (need := played.need()) is not None:
            event = _given_event(need, deals, choices)
            if event is None and isinstance(need, NeedCards) and need.seat == TABLE and not unfinished:
                event = Unseen(need.pile, need.seat)
            if event is None:
                return played, need, None
            played = played.after(event)
        if played.state.unseen:
            event = None
            played.outcomes()
    except UnseenCardsError as error:
        return played, NeedCards(error.pile, error.seat, error.count), event
    return played, None, None


def _given_event(need: Need, deals: GivenCards, choices: GivenChoices) -> Event | None:
    """The event that a round waits for, if its cards or its choice are given."""
    if isinstance(need, NeedCards) and (need.pile, need.seat) in deals:
        return Dealt(need.pile, need.seat, deals[need.pile, need.seat])
    if isinstance(need, NeedChoice):
        seat = next((seat for name, seat in choices if name == need.name and seat in need.legal), None)
        return None if seat is None else Chose(seat, need.name, choices[need.name, seat])
    return None


def _missing(played: Round, need: Need) -> CardError | ChoiceError:
    """The error of a round that lacks what it needs."""
    if isinstance(need, NeedChoice):
        seat = min(need.legal)
        allowed = one_of(option_name(played.game.choices[need.name], each) for each in need.legal[seat])
        of_seat = _of_seat(seat, played.state.bets)
        return ChoiceError(f"{need.name} must be chosen in this round{of_seat}: {allowed}", "missing")
    assert isinstance(need, NeedCards)
    count = plural(need.count, "card")
    return CardError(f"{pile_text(need.pile, need.seat)} is dealt {count} in this round; none given", "missing")


def _of_seat(seat: int, bets: BetsBySeat) -> str:
    """` of seat 2` where there are several."""
    return f" of seat {seat}" if len(bets) > 1 else ""
