"""Named strategies applied to a round: the option that a strategy, or the default for a missing player, chooses."""

from collections.abc import Callable
from typing import TypeAlias

from pitboss.core.errors import GameError, PitbossError
from pitboss.core.game import Answer, Cards, Game, Memory, Show, Source, SourceKind, Strategy
from pitboss.core.round import Round
from pitboss.core.script import NeedChoice, State, code_of, option_cards, option_text
from pitboss.core.stakes import default_option
from pitboss.core.steps import COACH

Coach: TypeAlias = Callable[[Round, int], Answer]
"""Gives the best answer of a seat that a round waits for."""

OPTIMAL = "optimal"
"""The name of the best play, wherever a strategy is named."""


def check_strategy(game: Game, strategy: Strategy) -> None:
    """Refuses a strategy that has no rule for a choice, or looks at cards that its player cannot see."""
    for name, choice in game.choices.items():
        if name not in strategy.rules:
            raise GameError(f"{game.name}: the strategy {strategy.name} has no rule for {name}")
        for source in sources(game, strategy, name):
            if source.kind is SourceKind.PILE and not set(source.piles) <= set(choice.sees):
                raise GameError(
                    f"{game.name}: the strategy {strategy.name} looks at {source.name}, which {name} cannot see"
                )
    if strategy.memory is not None:
        _check_memory(game, strategy, strategy.memory)


def _check_memory(game: Game, strategy: Strategy, memory: Memory) -> None:
    """Refuses a memory of cards that are never shown, and bets by anything that is not known before a round."""
    name = strategy.name
    if memory.levels < 1:
        raise GameError(f"{game.name}: the strategy {name} has {memory.levels} bet levels; it needs one or more")
    shown = {step.pile for step in game.steps if isinstance(step, Show)}
    shown |= {pile for pile, deal in game.piles.items() if deal.visible(own=False)}
    for source in game.bind(memory.remembers, strategy.constants, remembers=True).sources:
        if source.kind is SourceKind.PILE and not set(source.piles) <= shown:
            raise GameError(f"{game.name}: the strategy {name} remembers {source.name}, which is never shown")
    for source in game.bind(memory.bets, strategy.constants, remembers=True).sources if memory.bets else ():
        if source.kind not in (SourceKind.MEMORY, SourceKind.CONSTANT):
            raise GameError(
                f"{game.name}: the strategy {name} bets by {source.name}, which is not known before a round"
            )


def sources(game: Game, strategy: Strategy, name: str) -> tuple[Source, ...]:
    """The sources of the arguments of a strategy's rule."""
    return game.bind(strategy.rules[name], strategy.constants, strategy.memory is not None).sources


def chosen(strategy: Strategy, state: State, need: NeedChoice, seat: int, memory: int = 0) -> Answer:
    """The option a strategy chooses for a seat; refuses a strategy that chooses what the rules forbid.

    A rule for a card choice answers with the code of the card, or the sum of the codes of the cards.
    """
    looked_at, choice = sources(state.game, strategy, need.name), state.game.choices[need.name]
    answer = int(strategy.rules[need.name](*_arguments(state, looked_at, seat, memory)))
    cards = isinstance(choice.options, Cards)
    coder = next(each.coder for each in looked_at if each.coder) if cards else None
    for option in need.legal[seat]:
        if (code_of(state.game, coder, option_cards(option)) if coder else option) == answer:
            return option
    told = answer if cards else option_text(choice, answer)
    raise GameError(
        f"{state.game.name}: the strategy {strategy.name} answers {need.name} with {told}, which is not legal there",
        "illegal-choice",
    )


def absent_option(played: Round, need: NeedChoice, seat: int, coach: Coach | None = None) -> Answer:
    """The published default of a seat that gives no answer (ruling G8): as the game declares it at the choice.

    Where the game declares none, or what it declares is not legal or not to be had here, it is the legal option that
    adds least money, the first of several.
    """
    absent, answer = played.game.choices[need.name].absent, None
    try:
        if absent == COACH:
            answer = coach(played, seat) if coach is not None else None
        elif absent is not None:
            answer = chosen(Strategy("absent", "", {need.name: absent}), played.state, need, seat)
    except PitbossError:
        answer = None
    if answer is not None and answer in need.legal[seat]:
        return answer
    return default_option(played.game, played.state.bets[seat], need.name, need.legal[seat])


def remembered(strategy: Strategy, state: State, seat: int, number: int) -> int:
    """The memory of a counting player after a round, given the number before it."""
    if strategy.memory is None:
        return number
    bound = state.game.bind(strategy.memory.remembers, strategy.constants, remembers=True)
    return int(strategy.memory.remembers(*_arguments(state, bound.sources, seat, number)))


def _arguments(state: State, sources: tuple[Source, ...], seat: int, memory: int) -> list[int]:
    """The arguments of a strategy's rule."""
    return [memory if each.kind is SourceKind.MEMORY else state.argument(each, seat) for each in sources]
