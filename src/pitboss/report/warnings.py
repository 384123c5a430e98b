"""The warnings of a report: bets that favour the player, and pay tables with something odd in them."""

from fractions import Fraction
from itertools import pairwise

from pitboss.core.game import Game
from pitboss.core.pays import ladder_value
from pitboss.core.stakes import pays_meters
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import outcome_rows
from pitboss.report.format import capitalized, entry_title, one_in, percent, with_minus
from pitboss.report.remedies import remedy
from pitboss.report.subject import Subject

RARE = Fraction(1, 10**8)


def warnings(subject: Subject, *, remedies: bool = True) -> list[str]:
    """Sentences for the top: bets that favour the player, ladders out of order, awards that are almost never paid.

    Remedies are searched for, which can mean to solve the game again; who waits for an answer leaves them out.
    """
    found = [
        edge_warning(subject, name, remedies=remedies) for name in subject.separate_bets if has_no_edge(subject, name)
    ]
    found += [sentence for name in subject.game.wager for sentence in ladder_warnings(subject.game, name)]
    return found + [sentence for name in subject.game.wager for sentence in rare_awards(subject.analysis, name)]


def has_no_edge(subject: Subject, name: str) -> bool:
    """Whether the house wins nothing on an entry, or loses."""
    each = subject.analysis.figures[name]
    return each.ev >= 0 and each.average_stake > 0


def edge_warning(subject: Subject, name: str, *, remedies: bool = True) -> str:
    """A warning that an entry favours the player, or nobody; with `remedies`, the nearest change that keeps an edge."""
    analysis, game, edge = subject.analysis, subject.game, subject.analysis.edge(name)
    tables = {line.pays.grid for each in analysis.entries[name] for line in game.wager[each].lines}
    table = "this pay table" if len(tables) == 1 else "these pay tables"
    why = "its meters as set" if pays_meters(game.wager[analysis.entries[name][0]]) else table
    title, several = entry_title(game, name), len(analysis.entries[name]) > 1
    words = (
        f"{title} {'favour' if several else 'favours'} the player by {percent(-edge)} of each bet, with {why}."
        if edge
        else f"{title} {'have' if several else 'has'} a house edge of exactly 0: with {why} the house keeps nothing "
        f"of {'them' if several else 'it'} in the long run."
    )
    return f"{words} {remedy(subject, name)}".strip() if remedies else words


def ladder_warnings(game: Game, name: str) -> list[str]:
    """Warnings where a lower row of a table in force pays more than a higher one (ruling G4)."""
    found = [
        f"{entry_title(game, name)}: {line.pays.words_of(lower)} pays more than {line.pays.words_of(higher)}, which "
        f"ranks above it in pay table {column}."
        for line in game.wager[name].lines
        for column, higher, lower in game.options.grids[line.pays.grid].inversions()
        if column == line.pays.column
    ]
    return list(dict.fromkeys(found))


def rare_awards(analysis: Analysis, name: str) -> list[str]:
    """Warnings of awards rarer than one in a hundred million rounds."""
    wager = analysis.game.wager[name]
    return [
        f"{entry_title(analysis.game, name)}: {wager.outcome_words(row.outcome, row.line)} "
        f"({with_minus(str(row.pay))}) occurs once in {one_in(row.probability)} rounds."
        for row in outcome_rows(analysis.game, analysis.tally, name, analysis.stakes)
        if row.probability < RARE and ((size := ladder_value(row.pay)) is None or size > 0)
    ]


def rarity_notes(analysis: Analysis, name: str) -> list[str]:
    """Notes where an outcome is rarer than the one above it and pays less: odd, but no error (ruling G4)."""
    found, game = [], analysis.game
    for higher, lower in pairwise(outcome_rows(game, analysis.tally, name, analysis.stakes)):
        more, less = ladder_value(higher.pay), ladder_value(lower.pay)
        pays = game.wager[name].lines[lower.line].pays
        ladder = game.options.grids[pays.grid].ladder
        if higher.line != lower.line or not ladder or more is None or less is None or higher.weight <= lower.weight:
            continue
        if more > less > 0:
            rarer, above = pays.words_of(lower.outcome), pays.words_of(higher.outcome)
            found.append(f"{capitalized(rarer)} is rarer than {above} but pays less.")
    return found
