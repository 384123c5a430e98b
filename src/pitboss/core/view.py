"""Views: the part of a round that one seat may see, built from what is allowed and never by removing secrets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.core.binding import Source, SourceKind
from pitboss.core.cards import Card
from pitboss.core.errors import TurnError, UnseenCardsError
from pitboss.core.script import TABLE, Chose, Need, NeedChoice, Stakes, State
from pitboss.core.steps import Cards
from pitboss.core.wagers import Line


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
    """The part of a round that one seat may see."""

    seat: int
    bets: Mapping[int, Stakes]
    piles: tuple[PileView, ...]
    choices: tuple[Chose, ...]
    asks: NeedChoice | None
    over: bool


def visible(state: State, pile: str, seat: int, viewer: int) -> bool:
    """Whether a viewer (0: a spectator) may look at a pile of a seat."""
    return state.game.piles[pile].visible(own=seat == viewer != TABLE, shown=(pile, seat) in state.shown)


def words(state: State, name: str, seat: int, viewer: int | None = None) -> str:
    """The words of a pile or wager for a seat; empty while they would reveal cards that the viewer may not see."""
    function = state.game.words.get(name)
    if function is None:
        return ""
    if viewer is not None:
        sources = state.game.bound[function].sources
        if not all(_is_open(state, source, seat, viewer) for source in sources):
            return ""
    try:
        answer: Any = state.answer(function, seat)
    except UnseenCardsError:
        return ""
    return answer


def is_decided(state: State, line: Line, seat: int) -> bool:
    """Whether all that a line is judged by has happened, and the seat may see it."""
    for source in state.game.bound_line(line).sources:
        if source.kind in (SourceKind.CHOICE, SourceKind.CARD) and (source.name, seat) not in state.choices:
            return False
        owned = [(pile, state.owner(pile, seat)) for pile in source.piles]
        if not all(key in state.piles and visible(state, *key, seat) for key in owned):
            return False
    return True


def _is_open(state: State, source: Source, seat: int, viewer: int) -> bool:
    if source.kind is SourceKind.CARD:
        chosen_of = state.game.choices[source.name].options
        assert isinstance(chosen_of, Cards)
        # The hand that a choice of cards makes is seen by everybody once both its piles lie open.
        return seat == viewer or visible(state, chosen_of.pile, state.owner(chosen_of.pile, seat), viewer)
    if source.kind is not SourceKind.PILE:
        return True
    owned = [(pile, state.owner(pile, seat)) for pile in source.piles]
    return all(key not in state.piles or visible(state, *key, viewer) for key in owned)


def view_of(state: State, need: Need | None, seat: int) -> View:
    """The view of a seat while the round waits for `need`; seat 0 is a spectator."""
    game = state.game
    if not 0 <= seat <= game.seats:
        raise TurnError(f"no seat {seat}: {game.name} has seats 1 to {game.seats}, and 0 to look on", "no-seat")
    piles = []
    for (pile, owner), cards in state.piles.items():
        seen = visible(state, pile, owner, seat)
        told = words(state, pile, owner, seat) if seen else ""
        piles.append(PileView(pile, owner, len(cards), cards if seen else None, told))
    asks = None
    if isinstance(need, NeedChoice) and seat in need.legal:
        asks = NeedChoice(need.name, {seat: need.legal[seat]})
    choices = tuple(
        Chose(owner, name, option)
        for (name, owner), option in state.choices.items()
        if owner == seat or not isinstance(game.choices[name].options, Cards)
    )
    bets = {owner: dict(stakes) for owner, stakes in state.bets.items()}
    return View(seat, bets, tuple(piles), choices, asks, need is None)
