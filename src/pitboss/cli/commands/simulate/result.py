"""The result of a simulation, for JSON and in print."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from pitboss.cli.console import bold, print_warnings
from pitboss.cli.layout import fitting, print_facts, print_table, print_wrapped
from pitboss.cli.words import labelled
from pitboss.core.game import Game
from pitboss.maths.codegen.program import ShoePlan
from pitboss.maths.simulate.agreement import SURE, Agreement, agreement, agreement_json, estimated_figures
from pitboss.maths.simulate.run import Run
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.as_json import entry_json, figures_json, number
from pitboss.maths.tally.figures import EntryFigures, Estimate

HEAD = ("wager", "house edge", "± 95 %", "exact", "z", "chi-square", "p")
TABLE_INDENT = "  "


@dataclass(frozen=True)
class Result:
    """A run that was dealt, the exact figures beside it, and how it was dealt."""

    run: Run
    strategy: str
    exact: Analysis | None
    engine: str
    seconds: float
    dealt: int
    """Rounds dealt in these seconds; rounds of a resumed run that were dealt before do not count."""

    @property
    def game(self) -> Game:
        """The game that was dealt."""
        return self.run.loop.game

    @cached_property
    def analysis(self) -> Analysis:
        """The tally that was dealt, analysed."""
        return self.run.analysis

    @cached_property
    def entries(self) -> dict[str, EntryFigures[Estimate]]:
        """The figures of every entry, with standard errors."""
        return {name: estimated_figures(self.analysis, name) for name in self.analysis.entries}

    @cached_property
    def shoe(self) -> ShoePlan | None:
        """The plan of the shoes; None where single rounds were dealt."""
        return self.run.loop.shoe

    @property
    def rate(self) -> int:
        return round(self.dealt / self.seconds) if self.seconds else 0

    @property
    def warnings(self) -> list[str]:
        """Bets that favour the player, by the exact figures."""
        return self.exact.warnings if self.exact else []

    def exact_edge(self, name: str) -> Fraction | None:
        """The exact house edge of an entry; None where it is not known."""
        return self.exact.figures[name].house_edge if self.exact else None

    def agreement(self, name: str) -> Agreement | None:
        """The agreement of an entry with the exact one; None where there is no exact one.

        Whole shoes are not compared with the exact figure, which is of a full shoe: whether one more round is dealt
        depends on the cards that went, and that round's figures differ.
        """
        return agreement(self.analysis, self.exact, name) if self.exact and not self.shoe else None

    def edges_by_bet(self) -> list[tuple[int, dict[str, Estimate]]]:
        """For each level of a counting player's bet: the rounds played at it, and their house edges by entry."""
        if self.run.loop.levels == 1:
            return []
        found = []
        for tally in self.run.loop.tallies(self.run.counts):
            edges = {}
            if tally.total:
                analysis = Analysis(self.game, tally)
                edges = {name: estimated_figures(analysis, name).house_edge for name in analysis.entries}
            found.append((tally.total, edges))
        return found


def result_json(result: Result) -> dict[str, Any]:
    """The figures for JSON: those of `analyze` with standard errors, and how far they are from the exact ones."""
    run, shoe = result.run, result.shoe
    facts = {
        "rounds": run.dealt,
        **({"shoes": run.done, "behind_cut": shoe.behind} if shoe else {}),
        "seed": run.seed,
        "engine": result.engine,
        "seconds": round(result.seconds, 3),
        "rounds_per_second": result.rate,
    }
    wagers = {}
    for name, entry in result.entries.items():
        edge, found = result.exact_edge(name), result.agreement(name)
        wagers[name] = {
            **entry_json(entry),
            **({} if edge is None else {"exact_house_edge": number(edge)}),
            **(agreement_json(found) if found else {}),
        }
    by_bet = [
        {"bet": level, "rounds": rounds, "house_edge": {name: number(edge) for name, edge in edges.items()}}
        for level, (rounds, edges) in enumerate(result.edges_by_bet())
    ]
    document = figures_json(result.game, "simulation", result.strategy, facts, result.warnings, wagers)
    return {**document, **({"by_bet": by_bet} if by_bet else {})}


def print_result(result: Result) -> None:
    """Prints the house edges with their intervals, beside the exact ones."""
    game, run, shoe = result.game, result.run, result.shoe
    print_warnings(result.warnings)
    options = (f"{name}={game.options.text(name)}" for name in game.options)
    print_facts((bold(game.name), *options, f"strategy {result.strategy}"))
    whole = f" in {run.done:,} whole shoes, {shoe.behind} cards behind the cut card," if shoe else ""
    print_wrapped(
        f"{run.dealt:,} rounds{whole} from seed {run.seed} in {result.seconds:.2f} s, "
        f"{result.rate / 1e6:.1f} M rounds/s"
    )
    print()
    last = 4 if shoe else len(HEAD)
    _print_entries(HEAD[:last], [_entry_cells(result, *entry)[:last] for entry in result.entries.items()])
    for level, (rounds, edges) in enumerate(result.edges_by_bet()):
        texts = (f"{labelled(game, name)} {float(edge):.5%}" for name, edge in edges.items())
        print_facts((f"bet {level}: {rounds:,} rounds", *texts), "  ")
    if shoe:
        print()
        print_wrapped(
            "The exact column is for a round dealt from a full shoe. Rounds dealt deeper into a shoe have slightly "
            "different edges, so the columns need not agree."
        )


def _print_entries(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    """Prints a table of the entries; where it is too wide, each entry's figures below its name."""
    if len(fitting(head, rows, range(1, len(head)), TABLE_INDENT)) == len(head):
        print_table(head, rows, indent=TABLE_INDENT)
        return
    for name, *cells in rows:
        print(f"{TABLE_INDENT}{bold(name)}")
        print_facts((f"{heading} {cell}" for heading, cell in zip(head[1:], cells, strict=True) if cell), "    ")


def _entry_cells(result: Result, name: str, entry: EntryFigures[Estimate]) -> tuple[str, ...]:
    """The edge as a share of the first stake, its interval, the exact edge, z of the edge, chi-square and its p."""
    unit, edge = float(result.analysis.unit(name)), entry.house_edge
    exact, found = result.exact_edge(name), result.agreement(name)
    test = found.chi_square if found and found.chi_square and found.chi_square.degrees else None
    return (
        labelled(result.game, name),
        f"{edge.value / unit:z.5%}",
        f"{SURE * edge.error / unit:.5%}",
        "" if exact is None else f"{float(exact) / unit:.5%}",
        f"{found.edge_z:+.2f}" if found else "",
        f"{test.value:.2f} on {test.degrees}" if test else "",
        f"{test.p:.4f}" if test else "",
    )
