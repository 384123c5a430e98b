"""Checks of a game's definition, so that a slip fails when the game is built and not at a table."""

import typing
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from pitboss.core.binding import Bound, SourceKind, bind
from pitboss.core.errors import GameError, one_of, unknown
from pitboss.core.pays import Meter
from pitboss.core.rule import is_rule, rule_name
from pitboss.core.steps import COACH, Cards, Choose, Deal, Show
from pitboss.core.wagers import Chosen, Equal, Wager

if TYPE_CHECKING:
    from pitboss.core.game import Game


def functions(game: "Game") -> Iterator[tuple[str, Callable[..., Any]]]:
    """The rules of a game's steps and its functions that make words, each with the place that names it."""
    for step in game.steps:
        name = step.name if isinstance(step, Choose) else step.pile
        if step.when is not None:
            yield f"{type(step).__name__} {name}", step.when
        if isinstance(step, Choose) and step.legal is not None:
            yield f"Choose {name}", step.legal
    for name, words in game.words.items():
        yield f"words of {name}", words


def check_game(game: "Game") -> None:
    """Refuses a game whose parts do not fit together."""
    names = [
        *game.gathers,
        *(step.name if isinstance(step, Choose) else step.pile for step in game.steps if not isinstance(step, Show)),
        *(wager.name for wager in game.wagers if wager.name not in game.choices),
    ]
    for name in names:
        if names.count(name) > 1:
            raise GameError(f"{game.name}: {name!r} names two things")
    most = game.most_cards(game.seats)
    if most > len(game.deck):
        raise GameError(f"{game.name}: {game.seats} seats can need {most} cards; the {game.deck.name} has fewer")
    outcomes = ((f"Wager {wager.name}", line.outcome) for wager in game.wagers for line in wager.lines)
    for place, function in (*functions(game), *outcomes):
        if not place.startswith("words") and not is_rule(function):
            raise GameError(f"{game.name}: {place} uses {rule_name(function)}, which is not marked @rule")
    for name, piles in game.gathers.items():
        for pile in piles:
            if pile not in game.piles:
                raise GameError(f"{game.name}: {name} gathers {unknown('pile', pile, game.piles)}")
    for name in game.words:
        if name not in game.piles and name not in game.wager:
            raise GameError(f"{game.name}: words for {unknown('pile or wager', name, [*game.piles, *game.wager])}")
    _check_steps(game)
    for wager in game.wagers:
        _check_wager(game, wager)


def _check_steps(game: "Game") -> None:
    """A step may look only at what came before it, and the words of a pile only at what lay there when it was dealt."""
    known: set[str] = {f"has_{wager}" for wager in game.wager}
    visible: set[str] = set()
    for step in game.steps:
        own = step.name if isinstance(step, Choose) else step.pile
        if isinstance(step, Show) and own not in known:
            raise GameError(f"{game.name}: Show {unknown('pile dealt before it', own, known & set(game.piles))}")
        if step.when:
            _check_names(game, step.when, known, f"condition of {own}")
        if isinstance(step, Choose):
            for name in step.sees:
                if name not in visible:
                    raise GameError(f"{game.name}: Choose {own} sees {unknown('pile a player can see', name, visible)}")
            if isinstance(step.options, Cards):
                _check_cards(game, own, step.options, step.sees)
            for raised in step.raises.values():
                for name in (raised.wager, raised.of):
                    if name not in game.wager:
                        raise GameError(f"{game.name}: Choose {own} raises {unknown('wager', name, game.wager)}")
                if raised.times < 1 and not (raised.times == -1 and raised.wager == raised.of):
                    why = "a raise is 1 or more times a stake, or -1 times the wager's own, which takes it back"
                    raise GameError(
                        f"{game.name}: Choose {own} puts {raised.times} × {raised.of} on {raised.wager}; {why}"
                    )
            for option in step.cites:
                if isinstance(step.options, Cards) or option not in tuple(step.options):
                    raise GameError(f"{game.name}: Choose {own} cites a rule for {option!r}, which is no option of it")
            if not isinstance(step.options, Cards) and all(
                int(each) in step.raises and step.raises[int(each)].times > 0 for each in step.options
            ):
                raise GameError(f"{game.name}: every option of {own} costs money; a seat must be able to decline")
            if step.legal:
                _check_names(game, step.legal, {own, *step.sees, *(known - set(game.piles))}, f"legal rule of {own}")
            if step.absent is not None and step.absent != COACH:
                if not is_rule(step.absent):
                    raise GameError(f"{game.name}: the absent rule of {own} is not marked @rule")
                seen = {*step.sees, *(known - set(game.piles))}
                _check_known(game, bind(game, step.absent), seen, f"absent rule of {own}")
        known.add(own)
        if isinstance(step, Show) or (isinstance(step, Deal) and step.visible(own=True)):
            visible.add(own)
        if isinstance(step, Deal) and own in game.words:  # So that the words of a pile never tell of later cards.
            _check_names(game, game.words[own], known, f"function for the words of {own}, told when it is dealt,")


def _check_cards(game: "Game", name: str, cards: Cards, sees: tuple[str, ...]) -> None:
    if cards.pile not in sees:
        raise GameError(f"{game.name}: Choose {name} names cards of {cards.pile}, which it does not see")
    most = game.piles[cards.pile].count
    if not 1 <= cards.count <= most:
        raise GameError(f"{game.name}: Choose {name} names {cards.count} cards of {cards.pile}, which has {most}")


def _check_names(game: "Game", function: Callable[..., Any], known: set[str], role: str) -> None:
    """A rule used at some point of the round may only name what is known there."""
    _check_known(game, game.bound[function], known, role)


def _check_known(game: "Game", bound: Bound, known: set[str], role: str) -> None:
    for source in bound.sources:
        for name in source.piles or (f"has_{source.name}" if source.kind is SourceKind.HAS else source.name,):
            if name not in known:
                raise GameError(f"{game.name}: the {role} looks at {name}, which is not known there")


def _check_wager(game: "Game", wager: Wager) -> None:
    """The names that a wager refers to must exist, and its outcome rules must fit its pay tables."""
    for name in game.main:
        if name not in game.wager:
            raise GameError(f"{game.name}: main names {unknown('wager', name, game.wager)}")
    others = [wager.needs, wager.unless, wager.stake.to if isinstance(wager.stake, Equal) else None]
    for other in filter(None, others):
        if other not in game.wager or other == wager.name:
            raise GameError(f"{game.name}: {wager.name} refers to {unknown('other wager', other, game.wager)}")
    raised = {each.wager for choice in game.choices.values() for each in choice.raises.values()}
    if isinstance(wager.stake, Chosen) and wager.name not in raised:
        raise GameError(f"{game.name}: no choice places {wager.name}; {one_of(raised)} can be placed by choosing")
    numbers = {meter.number for meter in game.meters}
    for line in wager.lines:
        for pay in line.pays.pays.values():
            if isinstance(pay, Meter) and pay.number not in numbers:
                raise GameError(
                    f"{game.name}: {wager.name} pays {pay}, but the game's meters are {one_of(sorted(numbers))}"
                )
        for outcome in line.cites:
            if outcome not in line.pays.pays:
                known = one_of(line.pays.outcomes(each).name for each in line.pays.pays)
                raise GameError(f"{game.name}: {wager.name} cites a rule for {outcome!r}; its outcomes are {known}")
        game.bound_line(line)
        judged = typing.get_type_hints(line.outcome).get("return")
        if judged is not line.pays.outcomes:
            raise GameError(
                f"{game.name}: {rule_name(line.outcome)} must be annotated as returning {line.pays.outcomes.__name__}"
            )
