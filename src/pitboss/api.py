"""The library: the functions that `import pitboss` offers and that the commands call.

A game is given by its name or as `build` made it. Amounts are dollars, as text or as a whole number. Cards are text.
Exact results are fractions. Whatever is wrong raises a `PitbossError` that names the offending value.
"""

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.core.errors import (
    UNSOLVED,
    BetError,
    CardError,
    ChoiceError,
    FormatError,
    GameError,
    OptionError,
    PitbossError,
    one_of,
    plural,
    unknown,
)
from pitboss.core.game import Answer, Choose, Game, Place, Strategy
from pitboss.core.meters import MeterState
from pitboss.core.money import cents
from pitboss.core.pays import Custom, Pay
from pitboss.core.round import Round, as_far_as_given
from pitboss.core.script import TABLE, NeedChoice, check_bets, option_name, parse_option
from pitboss.core.settle import House, Settlement, settle_round
from pitboss.core.stakes import raised_by
from pitboss.core.strategy import OPTIMAL

if TYPE_CHECKING:
    from pitboss.core.transcript import Difference, RoundFile
    from pitboss.games import CallablePackage as CallablePackage
    from pitboss.maths.codegen.program import Policies, Policy
    from pitboss.maths.design.design import Design, Limits, Span
    from pitboss.maths.design.shape import Candidate
    from pitboss.maths.exact.odds import Odds
    from pitboss.maths.simulate.run import Run
    from pitboss.maths.strategy.plan import Said, Short
    from pitboss.maths.tally.analysis import Analysis
    from pitboss.report.write import report as report
    from pitboss.table.performance import WagerFigures

A_MINUTE_S = 60

Amounts: TypeAlias = Mapping[str, str | int]
"""Dollars by wager, which is named by its id or its label: `{"ante": 5}` or `{"Ante": "5.00"}`."""


def build(
    name: str, options: Mapping[str, object] | None = None, *, paytables: Custom | str | None = None, **more: object
) -> Game:
    """A game by name with its options set, by mapping or by keyword; `paytables` are pay grids as TOML text."""
    texts = {option: str(value) for option, value in {**(options or {}), **more}.items()}
    custom = Custom(paytables, "the pay tables") if isinstance(paytables, str) else paytables
    return games.build(name, texts, custom)


def _built(game: Game | str) -> Game:
    return build(game) if isinstance(game, str) else game


def settle(played: Round, meters: tuple[MeterState, ...] | None = None) -> Settlement:
    """The settlement of every bet of a finished round; `meters` are the progressive meters it began with."""
    return settle_round(played, meters)


def deals_of(game: Game, texts: Mapping[str, str]) -> dict[tuple[str, int], tuple[int, ...]]:
    """The cards of a round with one seat, by pile and owner, from their texts."""
    deals = {}
    for pile, text in texts.items():
        if pile not in game.piles:
            raise CardError(unknown("pile", pile, game.piles), "unknown-pile")
        deals[pile, 1 if game.piles[pile].to is Place.SEAT else TABLE] = parse_cards(text)
    return deals


def choices_of(game: Game, texts: Mapping[str, str]) -> dict[tuple[str, int], Answer]:
    """The choices of a round with one seat, from their texts."""
    choices: dict[tuple[str, int], Answer] = {}
    for name, text in texts.items():
        if name not in game.choices:
            raise ChoiceError(unknown("choice", name, game.choices), "unknown")
        choices[name, 1] = parse_option(game.choices[name], text)
    return choices


def told_rounds(
    text: str, name: str, custom: Custom | None = None, house: House | None = None
) -> "list[tuple[RoundFile, list[Difference]]]":
    """The rounds of a text, each with the lines that are wrong in it; `name` is what errors call the text."""
    from pitboss.core import transcript

    house, found = house or House(), []
    rounds = list(transcript.read_rounds(text, partial(games.build, custom=custom), name))
    for number, told in enumerate(rounds, 1):
        played, where = told.played, f"{name}, round {number}" if len(rounds) > 1 else name
        if played.need() is not None:
            waits = " ".join(transcript.write(played).splitlines()[-1].split())
            raise FormatError(f"{where} cannot be settled: the round is not over, and {waits}")
        try:
            house.check_game(played.game)
            for stakes in played.state.bets.values():
                house.check_bets(played.game, stakes)
        except PitbossError as error:
            raise FormatError(f"{where}: {error}") from None
        found.append((told, transcript.differences(told)))
    return found


def bets_in_cents(game: Game, amounts: Amounts | None, house: House | None = None) -> dict[str, int] | None:
    """Bets in cents, checked against the game and the house as at a table: nothing is filled in."""
    if not amounts:
        return None
    named = {game.wager_named(wager) or wager: cents(str(amount)) for wager, amount in amounts.items()}
    if len(named) < len(amounts):
        raise BetError(f"a wager is named twice: {', '.join(amounts)}", "twice")
    check_bets(game, {1: named})
    (house or House(step_cents=1)).check_bets(game, named)
    return named


def named_strategy(game: Game, name: str) -> Strategy | None:
    """The strategy of this name; None for the best play, and in a game that asks for no choice."""
    if name == OPTIMAL:
        return None
    if not game.choices:
        raise OptionError(f"{game.name} asks for no choice, so it has no strategy {name!r}")
    strategies = games.folder(game.name).strategies
    if name not in strategies:
        raise OptionError(unknown("strategy", name, (OPTIMAL, *strategies)))
    return strategies[name]


def optimal_for(game: Game, strategy: str) -> str:
    """The wager of `optimal:WAGER`; empty for any other strategy."""
    name, colon, wager = strategy.partition(":")
    if name != OPTIMAL or not colon:
        return ""
    if not wager:
        raise OptionError(f"the strategy {strategy!r} names no wager: give {OPTIMAL}:WAGER, of {one_of(game.wager)}")
    wager = game.wager_named(wager) or wager
    if wager not in game.wager:
        raise OptionError(unknown("wager", wager, game.wager))
    return wager


def analyze(
    game: Game | str,
    strategy: str = OPTIMAL,
    *,
    bets: Amounts | None = None,
    house: House | None = None,
    use_cache: bool = True,
) -> "Analysis":
    """The exact figures of every wager under a named strategy, or under the play that is best for these bets.

    `optimal:WAGER` is the play that is best for one wager, and of equal options best for the main wagers. Without bets
    the best play is best for the main wagers.
    """
    from pitboss.maths.exact.riders import on_both
    from pitboss.maths.exact.solver import deciding, solve
    from pitboss.maths.tally.analysis import Analysis
    from pitboss.maths.tally.tally import first_stakes

    built = _built(game)
    wager = optimal_for(built, strategy)
    named = named_strategy(built, OPTIMAL if wager else strategy)
    if named is not None and named.memory is not None:
        raise OptionError(f"the strategy {strategy} remembers from round to round; simulate whole shoes", "remembers")
    amounts = bets_in_cents(built, bets, house)
    if wager:
        return Analysis(built, solve(built, None, first_stakes(built), (wager,), use_cache))
    together = on_both(built, amounts or {})
    return Analysis(built, solve(built, named, *deciding(built, amounts), use_cache, together))


def needs_the_compiler(game: Game) -> bool:
    """Whether the compiler is missing and the game would take minutes or hours to solve without it."""
    from pitboss.maths.compile.cpu import compiling

    if compiling() or game.solver is not None:
        return not compiling()
    from pitboss.maths.exact.plain import PLAIN
    from pitboss.maths.exact.solver import solver_of

    return solver_of(game) is not PLAIN


def takes_minutes(game: Game) -> bool:
    """Whether the best play of a game, or of a rider's host, is counted in stages that take a core a minute or more."""
    from pitboss.maths.exact.riders import host_of
    from pitboss.maths.exact.solver import Staged, seconds_of, solver_of

    host = host_of(game) or game
    return isinstance(solver_of(host), Staged) and seconds_of(host) >= A_MINUTE_S


def has_kept_figures(game: Game) -> bool:
    """Whether the exact analysis of a game is on disk, so that nothing needs to be solved for it."""
    from pitboss.maths.exact.solver import best_question, is_kept

    return is_kept(game, *best_question(game))


def figures_at_hand(game: Game) -> "Analysis | None":
    """The exact analysis of a game; None where it cannot be had, or would take hours without the compiler."""
    from pitboss.maths.exact.solver import analysed

    if needs_the_compiler(game) and not has_kept_figures(game):
        return None
    try:
        return analysed(game)
    except GameError as error:
        if error.code in UNSOLVED:
            return None
        raise


def wager_figures(game: Game | str) -> "dict[str, WagerFigures]":
    """The exact figures by which a table's win is judged: of every wager, and of the main ones together."""
    from pitboss.maths.tally.analysis import DOLLARS
    from pitboss.maths.tally.tally import nets
    from pitboss.table.performance import WagerFigures

    analysis = analyze(game)
    found = {}
    for name, wagers in analysis.entries.items():
        unit = analysis.unit(name)
        results = [net for net, _ in nets(analysis.game, analysis.tally, wagers, analysis.stakes)]
        found[name] = WagerFigures(
            wagers,
            wagers[0] if analysis.per(name) == DOLLARS else analysis.per(name),
            analysis.edge(name),
            analysis.figures[name].variance / unit**2,
            max(results) / unit,
            -min(results) / unit,
        )
    return found


@dataclass(frozen=True)
class Advice:
    """The exact value of every legal option of a choice with one hand, per unit of the first main stake."""

    choice: Choose
    values: Mapping[Answer, Fraction]
    """The value of each option, the best first; of equals the one that stakes more comes first."""
    hand: str = ""
    """The hand in the game's own words; empty where it has none."""
    reason: str = ""
    """One sentence for the best option, as the coach says it; empty where it was not asked for."""
    missing_cents: Mapping[Answer, int] = field(default_factory=dict)
    """By option that the player has too little money for: the cents that are missing."""

    @property
    def best(self) -> str:
        """The option worth most among those that the player can pay, as text."""
        return self.text(next(iter(self.payable)))

    @property
    def payable(self) -> Mapping[Answer, Fraction]:
        """The values of the options that the player can pay, the best first."""
        return {option: value for option, value in self.values.items() if option not in self.missing_cents}

    def text(self, option: Answer) -> str:
        """An option as text: its name in small letters, or the cards."""
        return option_name(self.choice, option)

    def by_text(self) -> dict[str, Fraction]:
        """The value of every option by its text, the best first."""
        return {self.text(option): value for option, value in self.values.items()}


def advise(
    game: Game | str,
    cards: Mapping[str, str] | None = None,
    *,
    seen: str = "",
    bets: Amounts | None = None,
    house: House | None = None,
    choose: Mapping[str, str] | None = None,
    **more: str,
) -> Advice:
    """The exact value of every legal option with the cards of the piles that the choice sees.

    Piles are given by mapping or by keyword, `player="6s 4h 3d"`; `seen` are other cards known to be gone. In a game
    with several choices, `choose` holds those made so far.
    """
    from pitboss.maths.exact.advise import advise as values_of
    from pitboss.maths.exact.advise import asked_choice, hand_words
    from pitboss.maths.tally.tally import first_stakes

    built = _built(game)
    known = {pile: parse_cards(text) for pile, text in {**(cards or {}), **more}.items()}
    chosen = {name: answer for (name, _), answer in choices_of(built, choose or {}).items()}
    stakes = bets_in_cents(built, bets, house)
    values = values_of(built, known, parse_cards(seen), stakes, chosen)
    asked = asked_choice(built, known, chosen)
    first = first_stakes(built, stakes)
    added = {option: sum(raised_by(built, first, asked.name, option).values()) for option in values}
    ordered = sorted(values, key=lambda option: (-values[option], -added[option], option))
    return Advice(asked, {option: values[option] for option in ordered}, hand_words(built, known))


def odds(
    game: Game | str,
    cards: Mapping[str, str] | None = None,
    *,
    seen: str = "",
    bets: Amounts | None = None,
    house: House | None = None,
    choose: Mapping[str, str] | None = None,
) -> "dict[Answer | None, Odds]":
    """The exact odds of every bet from these cards on, by answer to the choice that is asked; under None without one.

    Every pile that is given counts, whoever may see it at a table.
    """
    from pitboss.coach.drill import usual_bets
    from pitboss.maths.exact.odds import odds_ahead

    built = _built(game)
    stakes, deals, made = (
        bets_in_cents(built, bets, house),
        deals_of(built, cards or {}),
        choices_of(built, choose or {}),
    )
    gone = parse_cards(seen)
    need = as_far_as_given(built, {1: stakes or usual_bets(built)}, deals, made).need
    known = {pile: cards for (pile, _), cards in deals.items()}
    for pile, given in known.items():
        if len(given) != built.piles[pile].count:
            raise CardError(f"{pile} takes {plural(built.piles[pile].count, 'card')}; {len(given)} given", "count")
    built.deck.check((*(card for given in known.values() for card in given), *gone), Counter())
    chosen = {name: answer for (name, _), answer in made.items()}
    return odds_ahead(built, known, gone, stakes, chosen, isinstance(need, NeedChoice))


@dataclass(frozen=True)
class BestStrategy:
    """The best strategy of a game: its figures, the strategy in words, and named strategies with their cost."""

    analysis: "Analysis"
    words: "Said | None"
    """Those of the first choice; None without a guide, which a strategy in words needs."""
    named: "list[Short]"
    """The cheapest first."""
    by_choice: "Mapping[str, Said | None]"
    """The strategy in words for every choice of a round, in their order."""
    ties: Mapping[str, Fraction]
    """By choice: the share of rounds in which two or more options are worth most; the one that stakes most is taken."""


def strategy(game: Game | str) -> BestStrategy:
    """The best strategy for the main wagers, in words, and the cost of every named strategy against it."""
    from pitboss.maths.exact.solver import analysed
    from pitboss.maths.strategy.best_play import best_plays

    built = _built(game)
    if not built.choices:
        raise ChoiceError(f"{built.name} asks for no choice, so it has no strategy", "none")
    folder = games.folder(built.name)
    plays = best_plays(built, lambda choice: folder.guide_for(built, choice), folder.strategies_for(built))
    words = {choice: best.words for choice, best in plays.items()}
    first = next(iter(plays.values()))
    ties = {choice: best.tied for choice, best in plays.items()}
    return BestStrategy(analysed(built), first.words, first.named, words, ties)


def player_of(game: Game, strategy: str = OPTIMAL) -> "Strategy | Policy | Policies | None":
    """A player that a simulation can follow: a strategy by name, or the best play, for one wager too."""
    from pitboss.maths.simulate.run import best_policy

    wager = optimal_for(game, strategy)
    named = named_strategy(game, OPTIMAL if wager else strategy)
    if named is not None or not game.choices:
        return named
    return best_policy(game, games.folder(game.name).strategies.values(), (wager,) if wager else None)


def simulate(
    game: Game | str, strategy: str = OPTIMAL, *, rounds: int, seed: int = 1, workers: int | None = None
) -> "Run":
    """A simulation on this machine's cores; its tally depends on game, strategy, seed and rounds alone."""
    from pitboss.maths.simulate.run import simulate as deal

    built = _built(game)
    if workers is not None and workers < 1:
        raise OptionError(f"workers {workers}: give a whole number from 1")
    return deal(built, player_of(built, strategy), rounds=rounds, seed=seed, workers=workers or os.cpu_count() or 1)


@dataclass(frozen=True)
class Designed:
    """The pay tables that a search found, and the search itself."""

    search: "Design"
    target: "Span"
    tables: "list[Candidate]"
    """The first by the rank asked for; empty where no table meets the target."""


def design(
    game: Game | str,
    wager: str,
    low: Fraction | str,
    high: Fraction | str,
    *,
    grid: str = "",
    shape: Mapping[int, Pay] | None = None,
    limits: "Limits | None" = None,
    rank: str = "spread",
    count: int = 10,
) -> Designed:
    """Whole-number pay tables near the one in force whose house edge lies between `low` and `high`.

    Edges are fractions, or text such as `"0.04"`. `shape` replaces pays of the table in force, by outcome. The rank
    `spread` proposes the nearest table of each part of the range, `closeness` the nearest of all; `hit` and
    `volatility` order near ones by those figures.
    """
    from pitboss.maths.design.design import RANKS, Design, Limits, Span
    from pitboss.maths.design.shape import Shape, grid_of, with_pays
    from pitboss.maths.design.spread import SPREAD, spread

    built = _built(game)
    wager = built.wager_named(wager) or wager
    if wager not in built.wager:
        raise OptionError(unknown("wager", wager, built.wager))
    if rank not in (SPREAD, *RANKS):
        raise OptionError(unknown("rank", rank, (SPREAD, *RANKS)))
    try:
        target = Span(Fraction(low), Fraction(high))
    except (ValueError, ZeroDivisionError):
        raise OptionError(f"house edges {low!r} and {high!r}: give fractions, or text such as '0.04'") from None
    if target.low > target.high:
        raise OptionError(f"house edges from {low} to {high} run backwards")
    grid = grid_of(built, wager, grid)
    search = Design(Shape(with_pays(built, grid, shape or {}), wager, grid), limits or Limits())
    search.check()
    tables = spread(search, target, count) if rank == SPREAD else []
    if not tables:
        found = search.tables(target, count + 1, "closeness" if rank == SPREAD else rank)
        tables = [table for table in found if table.pays] or found  # The shape, only where nothing else fits.
    return Designed(search, target, tables[:count])
