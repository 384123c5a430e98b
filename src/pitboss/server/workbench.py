"""The workbench: games with changed options and pays, priced from tallies that are kept in memory.

A tally knows nothing of money, so one tally prices every pay table that needs no other decision.
"""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss import api, games
from pitboss.changed_pays import Changed, outcome_named, read_pay, with_change
from pitboss.core.errors import GameError, GridError, OptionError, PitbossError, RequestError, unknown
from pitboss.core.game import Game
from pitboss.core.memory import Memory
from pitboss.core.money import cents
from pitboss.core.pays import Custom, Meter, Pay
from pitboss.games import GameFolder
from pitboss.server.models import workbench as models

if TYPE_CHECKING:
    from pitboss.maths.tally.analysis import Analysis
    from pitboss.maths.tally.tally import Tally
    from pitboss.report.subject import Subject
    from pitboss.report.write import Sheet

COLUMN = "workbench"
"""The name of a changed table's column."""
SOURCE = "the workbench"
MOST_TALLIES, MOST_SESSIONS, MOST_REPORTS = 64, 200, 2
REPORT_ROUNDS = 1_000_000
"""Rounds that a PAR sheet from the workbench simulates for comparison."""

ROW = re.compile(r", row ([A-Z0-9_]+)")
PLACE = re.compile(rf"^{SOURCE} \[.*?\](, row \w+)?(, column {COLUMN})?: ")
"""The place in a file that an error names, which means nothing to somebody at a screen."""


@dataclass(frozen=True)
class Refusal:
    """A pay that cannot be, with its row."""

    grid: str
    column: str
    outcome: str
    detail: str


@dataclass(frozen=True)
class Screen:
    """A game as it stands on the workbench: as printed, as changed, and what was left aside."""

    printed: Game
    changed: Changed
    changes: Mapping[str, Mapping[int, Pay]]
    """The pays that differ from the printed ones, by grid and outcome."""
    subject: "Subject"
    refused: tuple[Refusal, ...] = ()
    unused: tuple[tuple[str, str], ...] = ()
    """Changed tables, by grid and column, that pay no bet as the options are set."""

    @property
    def paytables(self) -> str:
        """The changed pay tables as TOML; empty where nothing is changed."""
        return self.changed.paytables


class Workbench:
    """Prices games; tallies, sessions and reports are kept."""

    def __init__(self) -> None:
        self._tallies: Memory[tuple[Game, Tally]] = Memory(MOST_TALLIES)
        self._sessions: Memory[dict[str, Any]] = Memory(MOST_SESSIONS)
        self._reports: Memory[Sheet] = Memory(MOST_REPORTS)

    def screen(self, asked: models.PricingQuestion) -> Screen:
        """The game that is asked about; pays that cannot be are left as printed and told."""
        from pitboss.report.subject import Assumed, Subject

        texts = {name: str(value) for name, value in asked.options.items()}
        folder = games.attached().get(asked.game) or games.folder(asked.game)
        printed = folder.build(texts)
        changes, refused, unused = _changes(printed, asked.changes)
        changed, good = Changed(printed, texts), {}
        for grid, pays in changes.items():
            changed, fitting = _fitted(folder, changed, grid, pays, refused)
            if fitting:
                good[grid] = fitting
        custom = Custom(changed.paytables, SOURCE) if changed.paytables else None
        stake_cents = cents(asked.stake)
        if stake_cents <= 0:
            raise OptionError(f"stake {asked.stake}: give an amount above nothing, such as 10")
        assumed = Assumed(stake_cents, asked.pace, rounds=_report_rounds())
        subject = Subject(folder, changed.texts, custom, assumed, solved=self.analysed, built=changed.game)
        return Screen(printed, changed, good, subject, tuple(refused), tuple(unused))

    def analysed(self, game: Game) -> "Analysis":
        """The exact figures of a game under the play that is best for its main wagers."""
        from pitboss.maths.exact.solver import best_question, solve
        from pitboss.maths.tally.analysis import Analysis

        _, tally = self._tallies.found(_key(game), lambda: (game, solve(game, *best_question(game))))
        return Analysis(game, tally)

    def is_at_hand(self, game: Game) -> bool:
        """Whether nothing needs to be solved; refuses a game that would take hours without the compiler."""
        from pitboss.maths.exact.solver import best_question, is_kept

        if self._tallies.get(_key(game)) is not None:
            return True
        is_kept_on_disk = is_kept(game, *best_question(game))
        if not is_kept_on_disk and api.needs_the_compiler(game):
            raise GameError(f"figures of {game.name} would take hours: this server has no compiler", "no-solver")
        return is_kept_on_disk

    def sessions(self, screen: Screen, entry: str, rounds: int) -> dict[str, Any]:
        """How sessions of a bet run, in dollars."""
        from pitboss.server.workbench_json import sessions_json

        one = _one_round(screen, entry)
        scale = screen.subject.dollars_per_unit(entry)
        key = one, rounds, scale
        told = self._sessions.found(key, lambda: sessions_json(one, rounds, scale))
        return {"game": screen.printed.name, "entry": entry, **told}

    def report(self, screen: Screen, format: str, paper: str) -> bytes:
        """One file of the PAR sheet of exactly what stands on the workbench."""
        from pitboss.report import check_libraries

        check_libraries()
        from pitboss.report.write import FORMATS, Sheet

        subject = screen.subject
        key = subject.folder.name, tuple(sorted(subject.texts.items())), subject.custom, subject.assumed
        return FORMATS[format](self._reports.found(key, lambda: Sheet(subject)), paper)


def _fitted(
    folder: GameFolder, before: Changed, grid: str, pays: Mapping[int, Pay], refused: list[Refusal]
) -> tuple[Changed, dict[int, Pay]]:
    """A game with those pays of a table that fit its bets, and these pays; the others are added to `refused`."""
    table, left = before.game.pay_tables[grid], dict(pays)
    while left:
        try:
            return with_change(folder, before, grid, left, COLUMN, SOURCE), left
        except PitbossError as error:  # Such as a prize in dollars for a bet of any size.
            row = ROW.search(str(error))
            name = row[1] if row else ""
            refused.append(Refusal(grid, table.column, name, PLACE.sub("", str(error))))
            bad = [outcome for outcome in left if table.outcomes(outcome).name == name] or list(left)
            left = {outcome: pay for outcome, pay in left.items() if outcome not in bad}
    return before, {}


def _one_round(screen: Screen, entry: str) -> Any:
    from pitboss.maths.sessions.one_round import one_round

    analysis = screen.subject.analysis
    if entry not in analysis.entries:
        raise OptionError(unknown("wager", entry, analysis.entries))
    return one_round(analysis, entry)


def _report_rounds() -> int:
    from pitboss.maths.compile.cpu import compiling
    from pitboss.maths.simulate.limits import USUAL_ROUNDS_UNCOMPILED

    return REPORT_ROUNDS if compiling() else USUAL_ROUNDS_UNCOMPILED


def _changes(
    game: Game, tables: list[models.ChangedTable]
) -> tuple[dict[str, dict[int, Pay]], list[Refusal], list[tuple[str, str]]]:
    """The pays that differ from those in force, those that cannot be read, and the tables that are not in force."""
    changes: dict[str, dict[int, Pay]] = {}
    refused: list[Refusal] = []
    unused = []
    for told in tables:
        table = game.pay_tables.get(told.grid)
        if table is None or table.column != told.column:
            unused.append((told.grid, told.column))
            continue
        if told.grid in changes:
            raise RequestError(f"the pay table {told.grid} is changed twice; give its changes together")
        grid, own = game.options.grids[told.grid], changes.setdefault(told.grid, {})
        for name, text in told.pays.items():
            try:
                outcome = outcome_named(table, name)
                pay = read_pay(table, grid, name, text)
                if isinstance(pay, Meter) and pay.number not in {each.number for each in game.meters}:
                    raise GridError(f"{grid.title}, {grid.words_of(name)}: the game has no {pay}")
            except GridError as error:
                refused.append(Refusal(told.grid, told.column, name, str(error)))
                continue
            if pay != table.pays[outcome]:
                own[outcome] = pay
    return {grid: pays for grid, pays in changes.items() if pays}, refused, unused


def _key(game: Game) -> Hashable:
    """Everything that the tally of a game depends on: how it is dealt and judged, and the pays that decide.

    Rules count as objects, which live as long as the tally is kept: a game that makes its rules anew is solved anew.
    """
    from pitboss.maths.exact.solver import decided_by_pays

    wagers = tuple(
        (
            wager.name,
            repr(wager.stake),
            *((line.outcome, repr(line.constants), line.pays.outcomes) for line in wager.lines),
        )
        for wager in game.wagers
    )
    dealt = repr(game.deck.faces), repr(game.steps), repr(game.gathers), repr(game.codes)
    deciding: list[Hashable] = []
    for name, outcomes in decided_by_pays(game, game.main_wagers).items() if game.choices else ():
        wager = game.wager[name]
        pays = [pay for line in wager.lines for pay in line.pays.pays.items() if outcomes is None or pay[0] in outcomes]
        deciding += [name, wager.commission, tuple(pays)]
    meters = tuple((each.amount_cents, each.share_cents) for each in game.meters) if game.choices else ()
    return game.name, game.version, game.main_wagers, wagers, dealt, tuple(deciding), meters


def span_of(low: str, high: str, words: str) -> tuple[Fraction, Fraction]:
    """Two percentages as shares; refuses those that run backwards."""
    ends = Fraction(low.removesuffix("%")) / 100, Fraction(high.removesuffix("%")) / 100
    if ends[0] > ends[1]:
        raise OptionError(f"{words} from {low} to {high} runs backwards: write {high} to {low}")
    return ends
