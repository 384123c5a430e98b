"""Solving a game: whose solver it is, the solver of staged games, and tallies cached on disk.

A game that is too large for plain enumeration supplies a solver in its folder: `solver.py`, or a folder `solver`. The
solver may re-order the sum over all deals, but it calls the game's rules. docs/adding-a-game.md has the contract.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.errors import GameError
from pitboss.core.game import Answer, Bound, Chosen, Game, Strategy
from pitboss.core.pays import Meter, Prize
from pitboss.core.rule import is_rule
from pitboss.core.strategy import OPTIMAL
from pitboss.maths.compile import results_cache
from pitboss.maths.compile.code_cache import covers
from pitboss.maths.exact import riders
from pitboss.maths.exact.decide import in_turn, only_choice
from pitboss.maths.exact.enumerate import Piles
from pitboss.maths.exact.key_parts import bound_parts, pays_of, step_parts
from pitboss.maths.exact.plain import NAMES, NOTHING, PLAIN, Solver
from pitboss.maths.exact.rest import Made, bytes_ahead
from pitboss.maths.exact.staged import whole
from pitboss.maths.exact.staged.advice import asked_with, is_quick, values_ahead, values_kept
from pitboss.maths.exact.staged.apart import unit_of, value_apart
from pitboss.maths.exact.staged.estimate import seconds_of
from pitboss.maths.exact.staged.induction import Induction
from pitboss.maths.exact.staged.listing import Listing
from pitboss.maths.exact.staged.method import method_of
from pitboss.maths.exact.staged.policies import check_size, policies_of
from pitboss.maths.strategy.decisions import Decisions
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import Staked, Tally, first_stakes

if TYPE_CHECKING:
    from pitboss.maths.codegen.program import Policies


class Staged(Solver):
    """The solver of staged games that are too large for plain enumeration.

    What it found last for a game is kept with the game, and with its host where nothing that rides is asked about.
    """

    DECIDED_BY: Mapping[str, Collection[int] | None] | None

    def __init__(self, game: Game) -> None:
        self.DECIDED_BY = dict.fromkeys(method_of(game).affected)

    def solve(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> Tally:
        tally, induction, ties = whole.solve(game, stakes, names)
        game.__dict__[FOUND] = stakes, names, induction
        return replace(tally, ties=ties)

    def under(self, game: Game, strategy: Strategy) -> Tally:
        return whole.under(game, strategy)

    def values(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> Induction:
        """The values of the best play: found before, read from the cache, or worked out; a rider has its host's."""
        game, stakes, names = riders.without(game, stakes, names)
        if game.__dict__.get(FOUND, ())[:2] != (stakes, names):
            if _is_main(game, stakes, names):
                arrays = kept_arrays_for_best_play(
                    game, {"staged": "values"}, lambda: self._solved(game, stakes, names)
                )
                found = whole.known(game, stakes, names, arrays)
            else:
                found = whole.solve(game, stakes, names)[1]
            game.__dict__[FOUND] = stakes, names, found
        return game.__dict__[FOUND][2]

    def _solved(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> dict[str, np.ndarray]:
        if game.__dict__.get(FOUND, ())[:2] != (stakes, names):
            game.__dict__[FOUND] = stakes, names, whole.solve(game, stakes, names)[1]
        return game.__dict__[FOUND][2].arrays()

    def advise(
        self,
        game: Game,
        known: Piles,
        seen: tuple[Card, ...],
        stakes: Staked,
        names: tuple[str, ...],
        chosen: Made = NOTHING,
    ) -> dict[Answer, Fraction]:
        game, stakes, names = riders.without(game, stakes, names)
        choice = asked_with(game, known, chosen)
        if is_quick(game, choice, known, seen) or seen:
            return values_ahead(game, choice, known, seen, chosen, stakes, names)
        stage = list(game.choices).index(choice)
        unit = unit_of(game, stage, known, stakes, names)
        if unit is None:
            return values_ahead(game, choice, known, seen, chosen, stakes, names)
        kept = values_kept(self.values(game, first_stakes(game), game.main_wagers), choice, known, chosen)
        apart = value_apart(game, stage, known, stakes, names)
        return {option: unit * value + apart for option, value in kept.items()}

    def decisions(
        self, game: Game, stakes: Staked, names: tuple[str, ...], choice: str, by: tuple[Bound, ...] = ()
    ) -> Decisions:
        return Listing(self.values(game, stakes, names), choice, by).decisions()

    def policy(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> "Policies":
        check_size(method_of(game))  # Refuses before anything is solved.
        return policies_of(self.values(game, stakes, names))

    def keep(self, game: Game) -> None:
        found = game.__dict__.get(FOUND, ())
        if found and _is_main(game, *found[:2]):
            stakes, names, _ = found
            kept_arrays_for_best_play(game, {"staged": "values"}, lambda: self._solved(game, stakes, names))


def _is_main(game: Game, stakes: Staked, names: tuple[str, ...]) -> bool:
    """Whether the question is the one whose values are kept: one unit on each wager, the main wagers decisive."""
    return dict(stakes) == first_stakes(game) and names == game.main_wagers


FOUND = "_staged_values"
"""The attribute of a game that holds what `Staged` found last: stakes, wagers, values."""
STAGED: dict[tuple[str, ...], Staged] = {}
"""The staged solvers, by the wagers that choices affect: they know nothing else of a game."""
FEW_BYTES = 500_000_000
"""The memory of deals that plain enumeration is quick with."""


def solver_of(game: Game) -> Solver:
    """The solver of a game: its own (for a rider, its host's), plain enumeration of a few deals, or that of stages."""
    if game.solver is None:
        known: dict[str, Solver] = game.__dict__.setdefault("_solver", {})
        if "" not in known:
            known[""] = _shared_solver(game)
        return known[""]
    solver = game.solver()
    for name in NAMES:
        if not hasattr(solver, name):
            raise GameError(f"{game.name}: its solver has no {name}; it needs {', '.join(NAMES)}", "no-solver")
    return solver


def _shared_solver(game: Game) -> Solver:
    if not game.choices or bytes_ahead(game, {}, (), {}) <= FEW_BYTES:
        return PLAIN
    try:
        return STAGED.setdefault(method_of(game).affected, Staged(game))
    except GameError:
        return PLAIN


def decided_by_pays(game: Game, names: tuple[str, ...]) -> dict[str, Collection[int] | None]:
    """The wagers in `names` whose pays can change the best play, each with the outcomes that matter (None: all)."""
    known = solver_of(game).DECIDED_BY
    return dict.fromkeys(names) if known is None else {name: known[name] for name in names if name in known}


def deciding(game: Game, bets: Mapping[str, int] | None) -> tuple[dict[str, Fraction], tuple[str, ...]]:
    """The first stakes, and the wagers whose net the best strategy maximises: those that are bet.

    Without bets, or without one on a main wager: one unit on each, and the main wagers.
    """
    if bets is None or not any(bets.get(name) for name in game.main_wagers):
        return first_stakes(game), game.main_wagers
    names = tuple(wager.name for wager in game.wagers if isinstance(wager.stake, Chosen) or bets.get(wager.name))
    return first_stakes(game, bets), names


def aimed_at(game: Game, names: tuple[str, ...]) -> tuple[str, ...]:
    """The wagers whose net the best play maximises: these, or the main ones where no decision affects these."""
    return names if decided_by_pays(game, names) else game.main_wagers


QUICK_SECONDS = 5
"""What counting a rider together with a staged host may take, where its figures alone are asked for."""


def solve(
    game: Game,
    strategy: Strategy | None,
    stakes: Staked,
    names: tuple[str, ...],
    use_cache: bool = True,
    together: bool = False,
) -> Tally:
    """The tally of a game under a named strategy, or (None) under the best one for these stakes on these wagers.

    Ties between options go to the one that is best for the main wagers. A rider on a host that takes long is counted
    apart (`riders.InParts`), unless all bets are wanted `together`.
    """
    names = aimed_at(game, names)
    host, host_stakes, host_names = riders.without(game, stakes, names, always=True)
    if not together and is_counted_apart(game):
        one = solve(host, strategy, host_stakes, host_names, use_cache)
        return riders.in_parts(
            game, one, lambda: solve(game, strategy, stakes, names, use_cache, True), seconds_of(game)
        )

    def make() -> Tally:
        solver = solver_of(game)
        if strategy is not None:
            return solver.under(game, strategy)
        tally = solver.solve(game, stakes, names)
        if use_cache:
            solver.keep(game)
        return tally

    with results_cache.switched_off(not use_cache):
        return results_cache.kept(_key(game, strategy, stakes, names), make) if _may_be_kept(game, strategy) else make()


def decisions_of(
    game: Game, names: tuple[str, ...] | None = None, choice: str | None = None, by: tuple[Bound, ...] = ()
) -> Decisions:
    """The value of every option of a choice (by default the only one), for these wagers together, or the main ones.

    `by` are the rules that will be asked of each hand; see `Solver.decisions`.
    """
    asked = choice or only_choice(game).name
    return solver_of(game).decisions(game, first_stakes(game), names or game.main_wagers, asked, by)


def kept_for_best_play(
    game: Game, asked: Mapping[str, Any], rules: Iterable[Callable[..., Any]], make: Callable[[], Any]
) -> Any:
    """A JSON value about the best play for the main wagers: from the cache, or made by `make`.

    `asked` is the part of the key besides the game; `rules` are functions that the value depends on besides the game's.
    """
    own = all(covers(cast(FunctionType, each).__code__.co_filename) for each in rules)
    if not own or not _may_be_kept(game, None):
        return make()
    return results_cache.kept_json(_best_key(game, asked), make)


def kept_arrays_for_best_play(
    game: Game, asked: Mapping[str, Any], make: Callable[[], dict[str, np.ndarray]]
) -> dict[str, np.ndarray]:
    """Arrays about the best play for the main wagers: from the cache, or made by `make`."""
    return results_cache.kept_arrays(_best_key(game, asked), make) if _may_be_kept(game, None) else make()


def _best_key(game: Game, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Everything that values of decisions for the main wagers depend on: unlike a tally, also all pays and amounts."""
    names, stakes = game.main_wagers, first_stakes(game)
    return {
        **_key(game, None, stakes, names),
        **asked,
        "amounts": {name: str(stakes[name]) for name in stakes},
        "all pays": {name: [str(pay) for pay in pays_of(game, name, None)] for name in names},
        "commissions": {name: str(game.wager[name].commission) for name in names},
    }


def best_question(
    game: Game, names: tuple[str, ...] | None = None
) -> tuple[None, dict[str, Fraction], tuple[str, ...]]:
    """The arguments of `solve` for the play that is best for these wagers, or for the main ones."""
    return None, first_stakes(game), names or game.main_wagers


def analysed(game: Game) -> Analysis:
    """The analysis of a game under the play that is best for its main wagers."""
    return Analysis(game, solve(game, *best_question(game)))


def seconds_to_solve(game: Game) -> int:
    """About how many seconds of one core the best play of a game takes, if it is solved in stages; else 0."""
    host = riders.host_of(game) if is_counted_apart(game) else None
    asked = host or game
    return seconds_of(asked) if isinstance(solver_of(asked), Staged) else 0


def is_counted_apart(game: Game) -> bool:
    """Whether the figures of a game come from its host's and its rider's by themselves."""
    host = riders.host_of(game)
    is_slow = host is not None and isinstance(solver_of(host), Staged) and seconds_of(host) > QUICK_SECONDS
    return is_slow and riders.sees_a_sum(game)


def is_kept(game: Game, strategy: Strategy | None, stakes: Staked, names: tuple[str, ...]) -> bool:
    """Whether a tally is in the cache, so that nothing needs to be solved."""
    if is_counted_apart(game):
        game, stakes, names = riders.without(game, stakes, names, always=True)
    return _may_be_kept(game, strategy) and results_cache.has(_key(game, strategy, stakes, names))


def _may_be_kept(game: Game, strategy: Strategy | None) -> bool:
    """Whether the cache key covers the text of all rules; other rules could change unnoticed."""
    rules = [bound.rule for bound in game.bounds() if is_rule(bound.rule)]
    rules += strategy.rules.values() if strategy else ()
    return all(covers(cast(FunctionType, rule).__code__.co_filename) for rule in rules)


def _key(game: Game, strategy: Strategy | None, stakes: Staked, names: tuple[str, ...]) -> dict[str, Any]:
    """Everything that a tally depends on besides the program; stakes and pays only where they can change a decision."""
    key: dict[str, Any] = {
        "game": game.name,
        "version": game.version,
        "deck": list(game.deck.faces),
        "steps": [step_parts(game, step) for step in game.steps],
        "gathers": {name: list(piles) for name, piles in game.gathers.items()},
        "wagers": {
            wager.name: [bound_parts(game, game.bound_line(line)) for line in wager.lines] for wager in game.wagers
        },
        "strategy": [strategy.name, dict(strategy.constants)] if strategy else OPTIMAL,
    }
    if strategy is None and game.choices:
        aims = in_turn(game, aimed_at(game, names))
        deciding = decided_by_pays(game, tuple(dict.fromkeys(name for aim in aims for name in aim)))
        if len(aims) > 1:
            key["first"] = list(aims[0])
        pays = {name: pays_of(game, name, outcomes) for name, outcomes in deciding.items()}
        # Only the proportions of stakes affect a decision, unless a prize is in dollars.
        unit = next((stakes[name] for name in deciding if stakes[name]), Fraction(1))
        if any(isinstance(pay, Prize | Meter) for each in pays.values() for pay in each):
            unit = Fraction(1)
        key["stakes"] = {name: str(stakes[name] / unit) for name in deciding}
        key["commission"] = {name: str(game.wager[name].commission) for name in deciding}
        key["meters"] = [(meter.amount_cents, meter.share_cents) for meter in game.meters]
        key["pays"] = {name: [str(pay) for pay in each] for name, each in pays.items()}
    return key
