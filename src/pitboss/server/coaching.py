"""The best play for bots and missing players, made ready before a table needs it, so that no other table waits.

The first advice on a game loads what its solver keeps, which can take seconds. Where advice stays slow and a named
strategy of the game is exactly as good, that strategy answers instead. Until a game that takes minutes to be solved
is ready, its published default is played: no table waits for it.
"""

import random
import time

from pitboss import games
from pitboss.api import needs_the_compiler
from pitboss.core.errors import GameError, PitbossError
from pitboss.core.game import Answer, Game, Strategy
from pitboss.core.round import Round
from pitboss.core.script import Bets, Dealt, NeedCards, NeedChoice
from pitboss.core.steps import COACH
from pitboss.core.strategy import OPTIMAL
from pitboss.server.figures import setup_name
from pitboss.solving import is_at_hand, takes_minutes
from pitboss.table.bots import least_bets, strategy_choice
from pitboss.table.live_table import build_game
from pitboss.table.requests import OpenTable

SLOW_S = 0.005
DEALS = 20
STEP_CENTS = 100


class HouseCoach:
    """Gives the best answer of a seat that a round waits for."""

    def __init__(self) -> None:
        self._ready: dict[str, Strategy | None] = {}

    def __call__(self, played: Round, seat: int) -> Answer:
        """The best answer; refused where it would take minutes or hours, so that the published default is played."""
        game = played.game
        if needs_the_compiler(game):
            raise GameError(f"{game.name} cannot be solved at a table without the compiler", "no-solver")
        name = setup_name(game)
        if name not in self._ready and takes_minutes(game):
            raise GameError(f"the best play of {game.name} is not ready yet", "no-solver")
        strategy = self._ready.get(name)
        if strategy is not None and set(played.state.bets[seat]) <= set(game.main_wagers):
            return strategy_choice(strategy, played, seat)
        return _best(played, seat)

    def is_ready(self, opening: OpenTable) -> bool:
        """Whether a table can be opened without making anything ready."""
        game = build_game(opening, games.build)
        needs = OPTIMAL in opening.bots.values() or any(each.absent == COACH for each in game.choices.values())
        return not needs or setup_name(game) in self._ready

    def make_ready(self, opening: OpenTable) -> None:
        """Loads what the best play of a table's game needs; a game that cannot be solved is left alone.

        So is one that takes minutes, until it is solved.
        """
        game = build_game(opening, games.build)
        if needs_the_compiler(game) or setup_name(game) in self._ready or not is_at_hand(game):
            return
        found: Strategy | None = None
        try:
            played = _asking(game)
            if played is not None:
                _best(played, 1)
                started = time.perf_counter()
                _best(played, 1)
                if time.perf_counter() - started > SLOW_S and not takes_minutes(game):  # Every strategy takes as long.
                    found = _as_good(game)
        except PitbossError:
            found = None
        self._ready[setup_name(game)] = found


def _best(played: Round, seat: int) -> Answer:
    from pitboss.coach.advice import best_answer  # Imported late: with the mathematics, a server starts slower.

    return best_answer(played, seat)


def _as_good(game: Game) -> Strategy | None:
    """A named strategy that is exactly as good as the best play for the main wagers."""
    from pitboss.maths.strategy.best_play import BestPlay

    cheapest = BestPlay(game, None, games.folder(game.name).strategies_for(game)).named
    return cheapest[0].strategy if cheapest and cheapest[0].cost == 0 else None


def _asking(game: Game) -> Round | None:
    """A round in which a seat is asked for a choice; None where a few deals brought none."""
    for seed in range(DEALS):
        deck = list(game.deck)
        random.Random(seed).shuffle(deck)
        played = Round(game).after(Bets({1: least_bets(game, STEP_CENTS)}))
        while isinstance(need := played.need(), NeedCards):
            cards, deck = deck[: need.count], deck[need.count :]
            played = played.after(Dealt(need.pile, need.seat, tuple(cards)))
        if isinstance(need, NeedChoice):
            return played
    return None


def ready_all(coach: HouseCoach, openings: list[OpenTable]) -> list[OpenTable]:
    """Makes the games of tables ready, one after the other; the openings of those that must be solved first."""
    for each in openings:
        if not coach.is_ready(each):
            coach.make_ready(each)
    return [each for each in openings if not coach.is_ready(each)]
