"""The subject of a report: a game with its options, the reader's assumptions, and all that is computed from them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import TypeVar

from pitboss.core.errors import GameError, PitbossError, SetupError
from pitboss.core.game import Fixed, Game
from pitboss.core.meters import DOLLAR
from pitboss.core.stakes import pays_meters
from pitboss.games import Custom, GameFolder
from pitboss.maths.codegen.program import Player
from pitboss.maths.compile.cpu import compiling
from pitboss.maths.exact.solver import analysed
from pitboss.maths.seats.pairs import MOST_DEALS, SeatPairs, seat_pairs
from pitboss.maths.sessions.one_round import OneRound, one_round
from pitboss.maths.sessions.ruin import ruin
from pitboss.maths.sessions.sessions import Sessions
from pitboss.maths.simulate.limits import USUAL_ROUNDS, USUAL_ROUNDS_UNCOMPILED
from pitboss.maths.simulate.run import best_policy, simulate
from pitboss.maths.strategy.best_play import BestPlay, best_plays
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.tally import outcome_rows
from pitboss.report.actual import Actual
from pitboss.report.checks import Check, make_checks, seat_check

T = TypeVar("T")
USUAL_BANKROLLS = (50, 100, 200, 500)  # In stakes.
USUAL_BUY_IN = 20  # In first stakes of a round.
LENGTHS = (1, 100, 1_000, 10_000)  # Sessions that are reported, in rounds.
HORIZONS = (100, 1_000, 10_000)  # Rounds within which a bankroll may be ruined.
MOST_CROSSED = 64  # The most combinations of two options that are compared.
VOLATILITY = Fraction(1645, 1000)  # Standard deviations to either side that hold 90 % of results, at many rounds.


def usual_rounds() -> int:
    """The rounds that a report simulates unless it is told a number: fewer where nothing is compiled."""
    return USUAL_ROUNDS if compiling() else USUAL_ROUNDS_UNCOMPILED


@dataclass(frozen=True)
class Assumed:
    """The reader's assumptions about a table, and the length and seed of the simulation."""

    stake_cents: int = 1000
    pace: int = 60
    """Rounds per hour."""
    bankrolls: tuple[int, ...] = ()
    """In cents; where none are given, `USUAL_BANKROLLS` times the stake."""
    rounds: int = field(default_factory=usual_rounds)
    seed: int = 1
    seats: int = 5
    """Seats that are occupied; where the game has fewer, all of them."""
    hours: int = 2
    """The hours that a player stays."""
    buy_in_cents: int = 0
    """The chips that a player buys; where 0, `USUAL_BUY_IN` times all first stakes."""
    actual: Actual | None = None
    """A table's own result, to be marked on the operator's chart."""


@dataclass(frozen=True)
class Variant:
    """The game with some options set to other values."""

    texts: Mapping[str, str]
    analysis: Analysis
    in_force: bool

    @property
    def label(self) -> str:
        """`decks=1`: the options as they are typed."""
        return " ".join(f"{name}={text}" for name, text in self.texts.items())


@dataclass(frozen=True)
class Comparison:
    """The game under every value of one option, or of two together, and the entries whose figures change."""

    options: tuple[str, ...]
    variants: tuple[Variant, ...]
    entries: tuple[str, ...]


@dataclass(frozen=True)
class OtherTable:
    """An entry under other settings that has a net-result table of its own there."""

    label: str
    analysis: Analysis
    entry: str


@dataclass(frozen=True)
class Subject:
    """A game with its options and everything that its report needs; each figure is computed once, when first used."""

    folder: GameFolder
    texts: Mapping[str, str]
    custom: Custom | None = None
    assumed: Assumed = field(default_factory=Assumed)
    workers: int = 1
    solved: Callable[[Game], Analysis] = analysed
    """Gives the exact figures of a game under optimal play."""
    built: Game | None = None
    """The game, where it is built already."""

    @cached_property
    def game(self) -> Game:
        return self.built or self.folder.build(self.texts, self.custom)

    @cached_property
    def analysis(self) -> Analysis:
        """The exact figures under optimal play."""
        return self.solved(self.game)

    @cached_property
    def separate_bets(self) -> tuple[str, ...]:
        """The entries that are bet on separately; wagers that are made together count as one."""
        parts = self.game.main_wagers if "main" in self.analysis.entries else ()
        return tuple(name for name in self.analysis.entries if name not in parts)

    def dollars_per_unit(self, name: str) -> Fraction:
        """The value in dollars of one unit of an entry's figures, at the assumed stake."""
        return Fraction(1) if self.analysis.per(name) == DOLLARS else Fraction(self.assumed.stake_cents, DOLLAR)

    def stake(self, name: str) -> Fraction:
        """The stake of an entry's first wager before the deal, in dollars."""
        wager = self.game.wager[self.analysis.entries[name][0]]
        return Fraction(wager.stake.cents if isinstance(wager.stake, Fixed) else self.assumed.stake_cents, DOLLAR)

    def theo(self, name: str) -> Fraction:
        """The expected win of the house on an entry, in dollars per round."""
        return self.analysis.figures[name].house_edge * self.dollars_per_unit(name)

    def bankrolls(self, name: str) -> list[Fraction]:
        """The bankrolls whose risk of ruin is reported, in dollars."""
        if self.assumed.bankrolls:
            return [Fraction(cents, DOLLAR) for cents in self.assumed.bankrolls]
        return [times * self.stake(name) for times in USUAL_BANKROLLS]

    @cached_property
    def one_round(self) -> dict[str, OneRound]:
        """The exact distribution of one round, for every separate bet."""
        return {name: one_round(self.analysis, name) for name in self.separate_bets}

    @cached_property
    def sessions_or_reason(self) -> dict[str, Sessions | str]:
        """The distribution of many rounds for every separate bet, or the reason why it cannot be computed."""
        return {name: or_reason(_sessions, one) for name, one in self.one_round.items()}

    @cached_property
    def sessions(self) -> dict[str, Sessions]:
        """The distribution of many rounds, for every separate bet that has one."""
        return {name: each for name, each in self.sessions_or_reason.items() if isinstance(each, Sessions)}

    @cached_property
    def ruin(self) -> dict[str, list[list[float]] | str]:
        """For every bet with sessions: its risk of ruin by bankroll and horizon, or the reason why there is none."""
        bankrolls = {
            name: [each / self.dollars_per_unit(name) for each in self.bankrolls(name)] for name in self.sessions
        }
        return {name: or_reason(ruin, self.one_round[name], each, HORIZONS) for name, each in bankrolls.items()}

    @cached_property
    def best_plays(self) -> dict[str, BestPlay]:
        """The optimal strategy of every choice and all that is told of it; none for a game without choices."""
        folder = self.folder
        return best_plays(
            self.game, lambda choice: folder.guide_for(self.game, choice), folder.strategies_for(self.game)
        )

    @property
    def best_play(self) -> BestPlay | None:
        """The optimal strategy of the first choice; None for a game without choices."""
        return next(iter(self.best_plays.values()), None)

    @cached_property
    def player(self) -> Player:
        """The player with optimal play; None for a game without choices."""
        return best_policy(self.game, self.folder.strategies.values()) if self.game.choices else None

    @cached_property
    def simulated(self) -> Analysis:
        """The figures of a simulation under optimal play."""
        run = simulate(self.game, self.player, rounds=self.assumed.rounds, seed=self.assumed.seed, workers=self.workers)
        return run.analysis

    @cached_property
    def seat_pairs(self) -> SeatPairs | str:
        """The covariances of two seats under optimal play, or the reason why there are none."""
        deals = min(MOST_DEALS, self.assumed.rounds or MOST_DEALS)
        try:
            return seat_pairs(self.analysis, self.player, deals, self.assumed.seed)
        except GameError as error:
            return str(error)

    @cached_property
    def checks(self) -> list[Check]:
        """The checks of these figures."""
        made = make_checks(self.analysis, self.simulated, self.sessions, LENGTHS[-1])
        pairs = self.seat_pairs
        return [*made, seat_check(pairs.means)] if isinstance(pairs, SeatPairs) and pairs.means else made

    def variant(self, texts: Mapping[str, str]) -> Variant | None:
        """The game with some options set to other values; None where the combination is not allowed."""
        try:
            game = self.folder.build({**self.texts, **texts}, self.custom)
        except PitbossError:
            return None
        if game.options.as_json() == self.game.options.as_json():
            return Variant(texts, self.analysis, in_force=True)
        return Variant(texts, self.solved(game), in_force=False)

    def values_of(self, name: str) -> list[str]:
        """The values of an option that are compared, the one in force among them."""
        values, own = self.game.options.settings[name].values, self.game.options.text(name)
        texts = list(values.listed())
        if texts and own not in texts:
            texts = sorted([*texts, own], key=values.parse)
        return texts

    @cached_property
    def by_option(self) -> dict[str, Comparison]:
        """A comparison for every option that has several values."""
        names = [name for name in self.game.options if len(self.values_of(name)) > 1]
        return {name: self._comparison((name,), [{name: value} for value in self.values_of(name)]) for name in names}

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """Every option that changes a figure, and every pair of options that both change the first entry.

        An option some of whose values are allowed only together with values of another is paired too.
        """
        first = self.analysis.first
        paired = {
            name: each
            for name, each in self.by_option.items()
            if first in each.entries or len(each.variants) < len(self.values_of(name))
        }
        found = [each for each in self.by_option.values() if each.entries]
        for names in combinations(paired, 2):
            one, other = (self.values_of(name) for name in names)
            if len(one) * len(other) <= MOST_CROSSED:
                texts = [dict(zip(names, both, strict=True)) for both in product(one, other)]
                found.append(self._comparison(names, texts))
        return found

    def _comparison(self, names: tuple[str, ...], texts: list[dict[str, str]]) -> Comparison:
        variants = tuple(each for each in map(self.variant, texts) if each is not None)
        entries = {name: None for each in variants for name in each.analysis.entries}
        figures = {name: {_figures(each.analysis, name) for each in variants} - {()} for name in entries}
        return Comparison(names, variants, tuple(name for name, found in figures.items() if len(found) > 1))

    @cached_property
    def other_tables(self) -> list[OtherTable]:
        """Every net-result table that another setting of the options gives."""
        known = {(name, _returns(self.analysis, name)) for name in self.game.wager}
        found = []
        for variant in self._variants:
            for name in variant.analysis.game.wager:
                key = name, _returns(variant.analysis, name)
                if key not in known:
                    known.add(key)
                    found.append(OtherTable(variant.label, variant.analysis, name))
        return found

    @property
    def _variants(self) -> list[Variant]:
        return [variant for comparison in self.comparisons for variant in comparison.variants]

    @cached_property
    def progressive(self) -> tuple[str, Analysis] | None:
        """A setting of the game with a bet paid from meters, and its analysis; None for a game without meters.

        The text names the options that have to be set for it, and is empty where the game is set so already.
        """
        if any(map(pays_meters, self.game.wagers)):
            return "", self.analysis
        for variant in self._variants:
            if any(map(pays_meters, variant.analysis.game.wagers)):
                return variant.label, variant.analysis
        return None


def or_reason(compute: Callable[..., T], *arguments: object) -> T | str:
    """What a function computes, or the reason why it cannot."""
    try:
        return compute(*arguments)
    except SetupError as error:
        return str(error)


def _sessions(one: OneRound) -> Sessions:
    """Sessions that have worked out every length reported; the longest first, whose transform serves the others."""
    sessions = Sessions(one)
    for rounds in sorted(LENGTHS, reverse=True):
        sessions.after(rounds)
    return sessions


def _figures(analysis: Analysis, name: str) -> tuple[Fraction, ...]:
    """The figures of an entry that are compared; empty where the analysis does not have the entry."""
    each = analysis.figures.get(name)
    return (each.ev, each.variance, each.hit_frequency, each.average_stake) if each else ()


def _returns(analysis: Analysis, name: str) -> tuple[tuple[int, str, Fraction, str], ...]:
    """A wager's outcomes and pays as a key that differs between different tables."""
    rows = outcome_rows(analysis.game, analysis.tally, name, analysis.stakes)
    return tuple((row.line, row.outcome, row.probability, str(row.pay)) for row in rows)
