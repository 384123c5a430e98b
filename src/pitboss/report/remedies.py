"""What would give the house an edge where it has none: the nearest pay table that `design` finds, or another option."""

from fractions import Fraction

from pitboss.core.errors import PitbossError
from pitboss.core.stakes import pays_meters
from pitboss.maths.design.design import Design, Span
from pitboss.maths.design.shape import Candidate, Shape
from pitboss.report.format import all_of, pay_words, percent
from pitboss.report.headlines import long_run_edge
from pitboss.report.subject import Subject

TARGETS = (Span(Fraction(1, 100), Fraction(1, 5)), Span(Fraction(1, 10**6), Fraction(1)))
"""House edges to look for: usual ones, then any."""
MOST_TRIED = 5  # Tables that are priced again where the best play turns on the pays.


def remedy(subject: Subject, name: str) -> str:
    """A sentence on the nearest change that keeps an edge; empty where none is found.

    A bet that meters pay needs none: what they show was paid in by bets before, so the long run decides.
    """
    if any(pays_meters(subject.game.wager[each]) for each in subject.analysis.entries[name]):
        edge = long_run_edge(subject.analysis, name) / subject.analysis.stakes[name]
        return f"In the long run the house keeps {percent(edge, 2)}, whatever the meters show."
    for target in TARGETS:
        found = [each for each in (_table(subject, *grid, target) for grid in _grids(subject, name)) if each]
        if found:
            shape, table = min(found, key=lambda each: each[1].distance)
            pays = {shape.words_of(outcome): pay for outcome, pay in table.pays.items()}
            rows = all_of(f"{pay_words(pay)} for {words}" for words, pay in pays.items())
            return f"Remedy: {rows} keeps {percent(table.edge, 2)}."
    return _option(subject, name)


def _grids(subject: Subject, name: str) -> list[tuple[str, str]]:
    """The wagers of an entry, each with every grid that pays it."""
    wagers = [subject.game.wager[each] for each in subject.analysis.entries[name]]
    pairs = [(wager.name, line.pays.grid) for wager in wagers for line in wager.lines]
    return list(dict.fromkeys(pairs))


def _table(subject: Subject, wager: str, grid: str, target: Span) -> tuple[Shape, Candidate] | None:
    """The pay table nearest to the one in force with an edge in the target, under the best play for it."""
    search = Design(Shape(subject.game, wager, grid))
    try:
        search.check()
    except PitbossError:  # No row of this grid can vary.
        return None
    for distance, pays in search.nearest(target, MOST_TRIED)[:MOST_TRIED]:
        table = search.shape.priced(pays, distance)
        if table.edge in target:
            return search.shape, table
    return None


def _option(subject: Subject, name: str) -> str:
    """A sentence on the value of a single option with the smallest edge above 0."""
    edges = {
        f"{option}={each.texts[option]}": each.analysis.edge(name)
        for option, comparison in subject.by_option.items()
        for each in comparison.variants
        if name in each.analysis.entries and each.analysis.edge(name) > 0
    }
    if not edges:
        return ""
    best = min(edges, key=lambda each: edges[each])
    return f"Remedy: {best} keeps {percent(edges[best], 2)}."
