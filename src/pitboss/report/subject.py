"""What a report is about: a game as it is set, what its reader assumes, and all that is worked out of the two."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from pitboss.core.errors import PitbossError, SetupError
from pitboss.core.game import Fixed, Game, Wager
from pitboss.core.meters import DOLLAR
from pitboss.core.pays import Meter
from pitboss.games import Custom, GameFolder
from pitboss.maths.exact.solver import analysed, decisions_of
from pitboss.maths.sessions.one_round import OneRound, one_round
from pitboss.maths.sessions.ruin import ruin
from pitboss.maths.sessions.sessions import Sessions
from pitboss.maths.simulate.run import best_policy, simulate
from pitboss.maths.strategy.decisions import Decisions
from pitboss.maths.strategy.plan import Said, Short, priced, said_of
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.tally import outcome_rows

USUAL_BANKROLLS = (50, 100, 200, 500)  # In stakes.
LENGTHS = (1, 100, 1_000, 10_000)  # Rounds after which a session is looked at.
HORIZONS = (100, 1_000, 10_000)  # Rounds within which a bankroll may be ruined.
MOST_CROSSED = 64  # Settings of two options together.


@dataclass(frozen=True)
class Assumed:
    """What a reader assumes of a table: the stake, the pace, the bankrolls; and how long the simulation is."""

    stake_cents: int = 1000
    pace: int = 60
    """Rounds an hour."""
    bankrolls: tuple[int, ...] = ()
    """In cents; a few usual multiples of the stake where none are given."""
    rounds: int = 100_000_000
    seed: int = 1


@dataclass(frozen=True)
class Variant:
    """The game with some options set otherwise."""

    texts: Mapping[str, str]
    analysis: Analysis
    in_force: bool

    @property
    def label(self) -> str:
        """`decks=1`, as it is typed."""
        return " ".join(f"{name}={text}" for name, text in self.texts.items())


@dataclass(frozen=True)
class Comparison:
    """The game under every value of one option, or of two together, and the entries whose figures change."""

    options: tuple[str, ...]
    variants: tuple[Variant, ...]
    entries: tuple[str, ...]


@dataclass(frozen=True)
class OtherTable:
    """An entry of a variant whose return table is another than those before it."""

    label: str
    analysis: Analysis
    entry: str


@dataclass(frozen=True)
class Spread:
    """Many rounds of an entry: its sessions, and its risk of ruin by bankroll and horizon, or why there is none."""

    sessions: Sessions
    ruin: list[list[float]] | str


@dataclass(frozen=True)
class Subject:
    """A game as it is set, with all that its report needs, worked out when it is asked for."""

    folder: GameFolder
    texts: Mapping[str, str]
    custom: Custom | None = None
    assumed: Assumed = field(default_factory=Assumed)
    workers: int = 1

    @cached_property
    def game(self) -> Game:
        """The game."""
        return self.folder.build(self.texts, self.custom)

    @cached_property
    def analysis(self) -> Analysis:
        """Its exact figures under the best play."""
        return analysed(self.game)

    @cached_property
    def played(self) -> tuple[str, ...]:
        """The entries a player bets on by themselves: wagers that rise and fall together count as one."""
        parts = self.game.main_wagers if "main" in self.analysis.entries else ()
        return tuple(name for name in self.analysis.entries if name not in parts)

    def dollars(self, name: str) -> Fraction:
        """What one unit of an entry's figures is in dollars, at the stake that is assumed."""
        return Fraction(1) if self.analysis.per(name) == DOLLARS else Fraction(self.assumed.stake_cents, DOLLAR)

    def stake(self, name: str) -> Fraction:
        """What is bet on an entry before the deal, in dollars."""
        wager = self.game.wager[self.analysis.entries[name][0]]
        cents = wager.stake.cents if isinstance(wager.stake, Fixed) else self.assumed.stake_cents
        return Fraction(cents, DOLLAR)

    def bankrolls(self, name: str) -> list[Fraction]:
        """In dollars."""
        if self.assumed.bankrolls:
            return [Fraction(cents, DOLLAR) for cents in self.assumed.bankrolls]
        return [times * self.stake(name) for times in USUAL_BANKROLLS]

    @cached_property
    def rounds(self) -> dict[str, OneRound]:
        """The exact results of one round of every entry that is bet on by itself."""
        return {name: one_round(self.analysis, name) for name in self.played}

    @cached_property
    def spreads(self) -> dict[str, "Spread | str"]:
        """Many rounds of every such entry; why not, where its pays are on too fine a scale for it."""
        found: dict[str, Spread | str] = {}
        for name, one in self.rounds.items():
            bankrolls = [each / self.dollars(name) for each in self.bankrolls(name)]
            try:
                sessions = Sessions(one)
                for rounds in sorted(LENGTHS, reverse=True):
                    sessions.after(rounds)
            except SetupError as error:
                found[name] = str(error)
                continue
            try:
                found[name] = Spread(sessions, ruin(one, bankrolls, HORIZONS))
            except SetupError as error:
                found[name] = Spread(sessions, str(error))
        return found

    @cached_property
    def spread(self) -> dict[str, "Spread"]:
        """Those that are worked out."""
        return {name: each for name, each in self.spreads.items() if isinstance(each, Spread)}

    @cached_property
    def decisions(self) -> Decisions | None:
        """What every option of every hand is worth; None for a game that asks nothing."""
        return decisions_of(self.game) if self.game.choices else None

    @cached_property
    def said(self) -> Said | None:
        """The best strategy in words."""
        guide = self.folder.guide
        return said_of(self.game, guide, self.decisions) if guide and self.decisions else None

    @cached_property
    def short(self) -> list[Short]:
        """The named strategies, the cheapest first."""
        return priced(self.game, self.folder.strategies.values(), self.decisions) if self.decisions else []

    @cached_property
    def simulated(self) -> Analysis:
        """The same game by dealing rounds."""
        player = best_policy(self.game, self.folder.strategies.values()) if self.game.choices else None
        run = simulate(self.game, player, rounds=self.assumed.rounds, seed=self.assumed.seed, workers=self.workers)
        return Analysis(self.game, run.loop.tally(run.counts))

    def variant(self, texts: Mapping[str, str]) -> Variant | None:
        """The game set otherwise; None where it cannot be set so."""
        try:
            game = self.folder.build({**self.texts, **texts}, self.custom)
        except PitbossError:
            return None
        if game.options.plain() == self.game.options.plain():
            return Variant(texts, self.analysis, in_force=True)
        return Variant(texts, analysed(game), in_force=False)

    def listed(self, name: str) -> list[str]:
        """The values of an option that are compared: those worth it, and the one in force."""
        values, own = self.game.options.settings[name].values, self.game.options.text(name)
        texts = list(values.listed())
        if texts and own not in texts:
            texts = sorted([*texts, own], key=values.parse)
        return texts

    @cached_property
    def compared(self) -> dict[str, Comparison]:
        """Every option that has several values, alone."""
        names = [name for name in self.game.options if len(self.listed(name)) > 1]
        return {name: self._compared((name,), [{name: value} for value in self.listed(name)]) for name in names}

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """Every option on which a figure turns, alone; and two together where both change the first entry.

        An option that can take some of its values only where another takes its own is looked at with that other.
        """
        first = self.analysis.first
        turning = {
            name: each
            for name, each in self.compared.items()
            if first in each.entries or len(each.variants) < len(self.listed(name))
        }
        found = [each for each in self.compared.values() if each.entries]
        for names in combinations(turning, 2):
            one, other = (self.listed(name) for name in names)
            if len(one) * len(other) <= MOST_CROSSED:
                texts = [{names[0]: here, names[1]: there} for here in one for there in other]
                found.append(self._compared(names, texts))
        return found

    def _compared(self, names: tuple[str, ...], texts: list[dict[str, str]]) -> Comparison:
        """The game under these settings."""
        tried = [self.variant(each) for each in texts]
        variants = tuple(each for each in tried if each is not None)
        entries = {name: None for each in variants for name in each.analysis.entries}
        figures = {name: {_figures(each.analysis, name) for each in variants} - {()} for name in entries}
        return Comparison(names, variants, tuple(name for name, found in figures.items() if len(found) > 1))

    @cached_property
    def other_tables(self) -> list[OtherTable]:
        """Every return table that the other values of an option give."""
        known = {(name, _returns(self.analysis, name)) for name in self.game.wager}
        found = []
        for comparison in self.comparisons:
            for variant in comparison.variants:
                for name in variant.analysis.game.wager:
                    key = name, _returns(variant.analysis, name)
                    if key not in known:
                        known.add(key)
                        found.append(OtherTable(variant.label, variant.analysis, name))
        return found

    @cached_property
    def progressive(self) -> tuple[str, Analysis] | None:
        """The game where a bet of it is paid from meters, and how it has to be set for that; None where none is."""
        if any(pays_meter(wager) for wager in self.game.wagers):
            return "", self.analysis
        for comparison in self.comparisons:
            for variant in comparison.variants:
                if any(pays_meter(wager) for wager in variant.analysis.game.wagers):
                    return variant.label, variant.analysis
        return None


def _figures(analysis: Analysis, name: str) -> tuple[Fraction, ...]:
    """All that is compared of an entry; nothing where it is not there."""
    if name not in analysis.entries:
        return ()
    each = analysis.figures[name]
    return each.ev, each.variance, each.hit_frequency, each.average_stake


def _returns(analysis: Analysis, name: str) -> tuple[tuple[int, str, Fraction, str], ...]:
    """The return table of a wager, so that two can be told apart."""
    rows = outcome_rows(analysis.game, analysis.tally, name, analysis.stakes)
    return tuple((row.line, row.outcome, Fraction(row.weight, analysis.tally.total), str(row.pay)) for row in rows)


def pays_meter(wager: Wager) -> bool:
    """Whether a wager is paid from a progressive meter."""
    return any(isinstance(pay, Meter) for line in wager.lines for pay in line.pays.pays.values())
