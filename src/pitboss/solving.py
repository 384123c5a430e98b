"""How long the best play of a game takes to be found, told before anything is solved, and whether it is at hand.

Whoever answers people asks here first: most games are solved in seconds, some take minutes, once.
"""

from collections.abc import Mapping

from pitboss.api import choices_of, deals_of, has_kept_figures
from pitboss.core.errors import PitbossError, RequestError
from pitboss.core.game import Game

MINUTES_S = 15
"""From so many seconds on, nobody who waits for an answer should wait for a game to be solved."""
OWN_SOLVER_S, PLAIN_S = 10, 1
"""About what a game with a solver of its own takes, and one that is enumerated."""
AT_HAND = "_best_play_at_hand"


def seconds_to_solve(game: Game) -> int:
    """About how many seconds the exact figures of a game take; 0 where they are kept."""
    return 0 if has_kept_figures(game) else _seconds(game)


def takes_minutes(game: Game) -> bool:
    """Whether the best play of a game takes minutes to be found where it is not kept."""
    return bool(game.choices) and _seconds(game) >= MINUTES_S


def _seconds(game: Game) -> int:
    from pitboss.maths.exact.solver import seconds_to_solve

    return seconds_to_solve(game) or (PLAIN_S if game.solver is None else OWN_SOLVER_S)


def is_at_hand(game: Game) -> bool:
    """Whether questions about the best play are answered without solving for minutes first."""
    from pitboss.maths.exact.riders import host_of
    from pitboss.maths.exact.solver import FOUND

    known = game.__dict__
    if not known.get(AT_HAND):
        solved = (host_of(game) or game).__dict__
        known[AT_HAND] = not takes_minutes(game) or FOUND in solved or has_kept_figures(game)
    return known[AT_HAND]


def check_at_hand(game: Game) -> None:
    """Refuses what needs the best play of a game that is not solved yet."""
    if not is_at_hand(game):
        raise RequestError(pending_words(game), "busy")


def pending_words(game: Game) -> str:
    """What people are told whose question needs the best play of a game that is still being solved."""
    return f"{game.title} is being solved exactly, which takes some minutes, once; the answer is there after that"


def needs_best_play(game: Game, cards: Mapping[str, str], chosen: Mapping[str, str], seen: str) -> bool:
    """Whether advice on a hand needs the best play of the whole game; otherwise what is left to deal is counted."""
    from pitboss.maths.exact.solver import Staged, solver_of
    from pitboss.maths.exact.staged.advice import asked_with, is_quick

    if seen or not isinstance(solver_of(game), Staged):
        return False
    try:
        known = {pile: dealt for (pile, _), dealt in deals_of(game, cards).items()}
        made = {name: answer for (name, _), answer in choices_of(game, chosen).items()}
        return not is_quick(game, asked_with(game, known, made), known, ())
    except PitbossError:  # Whoever advises says what is wrong with the hand.
        return False
