"""A round as the list of its events, and what each seat may see of it.

A `Round` is never changed: `after` gives the round one event later, rebuilt by answering the script with the events.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from pitboss.core.cards import Card, cards_text
from pitboss.core.errors import CardError, ChoiceError, TurnError, one_of, unknown
from pitboss.core.game import Cards, Face, Game, Kind, Place, Source
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
    cards_count,
    event_text,
    option_text,
    pile_text,
    script,
)


@dataclass(frozen=True)
class PileView:
    """A pile as one audience sees it; `cards` is None while they may not look."""

    pile: str
    seat: int
    count: int
    cards: tuple[Card, ...] | None
    words: str


@dataclass(frozen=True)
class View:
    """All that one seat may see. Built from what is allowed, never by taking secrets away."""

    seat: int
    bets: Mapping[int, Stakes]
    piles: tuple[PileView, ...]
    choices: tuple[Chose, ...]
    asks: NeedChoice | None
    over: bool


@dataclass(frozen=True)
class Round:
    """A round: a game and the events so far. `after` gives the round one event later; nothing is ever changed."""

    game: Game
    events: tuple[Event, ...] = ()

    @cached_property
    def _run(self) -> tuple[State, Need | None]:
        """The script run over the events: where it stands, and what it asks."""
        state = State(self.game)
        asking = script(self.game, state)
        asked = next(asking)
        for event in self.events:
            asked = _after_shown(asking, asked)
            if asked is None:
                raise TurnError(f"the round is over; it takes no {event_text(event)}")
            asked = _send(asking, event)
        return state, _after_shown(asking, asked)

    @property
    def state(self) -> State:
        """What has happened so far. Not to be changed."""
        return self._run[0]

    def need(self) -> Need | None:
        """What the round waits for; None when it is over."""
        return self._run[1]

    def after(self, event: Event) -> "Round":
        """The round after one more event; raises, and changes nothing, where the event is not what it waits for."""
        later = Round(self.game, (*self.events, event))
        later.need()
        return later

    def outcomes(self) -> dict[int, dict[str, tuple[IntEnum, ...]]]:
        """How each line of each bet of each seat ended. Only a finished round has outcomes."""
        if self.need() is not None:
            raise TurnError("the round is not over")
        state = self.state
        return {
            seat: {
                wager.name: tuple(line.pays.outcomes(state.answer(line.outcome, seat)) for line in wager.lines)
                for wager in self.game.wagers
                if state.stakes(seat).get(wager.name)
            }
            for seat in state.seats()
        }

    def stakes(self) -> dict[int, dict[str, int]]:
        """What each seat has on each wager, raises included."""
        return {seat: self.state.stakes(seat) for seat in self.state.seats()}

    def visible(self, pile: str, seat: int, viewer: int) -> bool:
        """Whether a viewer (0: a spectator) may look at a pile of a seat."""
        if (pile, seat) in self.state.shown:
            return True
        face = self.game.piles[pile].face
        return face is Face.UP or (face is Face.DOWN and seat == viewer != TABLE)

    def words(self, name: str, seat: int, viewer: int | None = None) -> str:
        """The words of a pile or wager for a seat; none while they would tell the viewer of cards not seen."""
        function = self.game.words.get(name)
        if function is None:
            return ""
        if viewer is not None and not all(self._open(each, seat, viewer) for each in self.game.bound[function].sources):
            return ""
        return self.state.answer(function, seat)

    def _open(self, source: Source, seat: int, viewer: int) -> bool:
        """Whether a viewer may know what an argument of a seat's words is."""
        if source.kind is Kind.CARD:
            return seat == viewer
        if source.kind is not Kind.PILE:
            return True
        owned = [(pile, self.state.owner(pile, seat)) for pile in source.piles]
        return all(key not in self.state.piles or self.visible(*key, viewer) for key in owned)

    def view(self, seat: int) -> View:
        """What one seat may see now; seat 0 is a spectator."""
        if not 0 <= seat <= self.game.seats:
            raise TurnError(f"no seat {seat}: {self.game.name} has seats 1 to {self.game.seats}, and 0 to look on")
        state, need = self._run
        piles = []
        for (pile, owner), cards in state.piles.items():
            seen = self.visible(pile, owner, seat)
            words = self.words(pile, owner, seat) if seen else ""
            piles.append(PileView(pile, owner, len(cards), cards if seen else None, words))
        asks = None
        if isinstance(need, NeedChoice) and seat in need.legal:
            asks = NeedChoice(need.name, {seat: need.legal[seat]})
        choices = tuple(
            Chose(owner, name, option)
            for (name, owner), option in state.choices.items()
            if owner == seat or not isinstance(self.game.choices[name].options, Cards)
        )
        bets = {owner: dict(stakes) for owner, stakes in state.bets.items()}
        return View(seat, bets, tuple(piles), choices, asks, need is None)


def _send(asking: Generator[Need | Shown, Event], event: Event) -> Need | Shown | None:
    """Answers the script; None when that ended it."""
    try:
        return asking.send(event)
    except StopIteration:
        return None


def _after_shown(asking: Generator[Need | Shown, Event], asked: Need | Shown | None) -> Need | None:
    """The next thing that is really asked, past what is only told."""
    while isinstance(asked, Shown):
        asked = next(asking, None)
    return asked


def play_out(
    game: Game,
    bets: Mapping[int, Stakes],
    deals: Mapping[tuple[str, int], tuple[Card, ...]],
    choices: Mapping[tuple[str, int], int],
) -> Round:
    """A whole round from its cards and choices, in whatever order they are given.

    Refuses what the round needs and is not given, and what is given and the round does not need.
    """
    for pile, seat in deals:
        if pile not in game.piles:
            raise CardError(unknown("pile", pile, game.piles))
        if (seat == TABLE) != (game.piles[pile].to is not Place.SEAT):
            raise TurnError(f"{pile} belongs to {'a seat' if seat == TABLE else 'the table, not to a seat'}")
    for name, _ in choices:
        if name not in game.choices:
            known = (
                unknown("choice", name, game.choices) if game.choices else f"no choice {name!r}: {game.name} has none"
            )
            raise ChoiceError(known)
    played = Round(game).after(Bets(bets))
    while (need := played.need()) is not None:
        if isinstance(need, NeedCards):
            key = need.pile, need.seat
            if key not in deals:
                count = cards_count(need.count)
                raise CardError(f"{pile_text(*key)} is dealt {count} in this round; none given")
            played = played.after(Dealt(*key, deals[key]))
        elif isinstance(need, NeedChoice):
            told = (seat for name, seat in choices if name == need.name and seat in need.legal)
            seat = next(told, min(need.legal))
            legal = need.legal[seat]
            if (need.name, seat) not in choices:
                allowed = one_of(option_text(game.choices[need.name], each) for each in legal)
                raise ChoiceError(f"{need.name} must be chosen in this round{_of_seat(seat, bets)}: {allowed}")
            played = played.after(Chose(seat, need.name, choices[need.name, seat]))
    for key in deals:
        if key not in played.state.piles:
            raise CardError(f"{pile_text(*key)} is given {cards_text(deals[key])}, but is dealt no card in this round")
    for name, seat in choices:
        if (name, seat) not in played.state.choices:
            given = option_text(game.choices[name], choices[name, seat])
            raise ChoiceError(f"{name} {given} is given, but {name} is not asked in this round{_of_seat(seat, bets)}")
    return played


def _of_seat(seat: int, bets: Mapping[int, Stakes]) -> str:
    """` of seat 2` where there are several."""
    return f" of seat {seat}" if len(bets) > 1 else ""
