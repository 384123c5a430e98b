"""The first page: the result in one sentence, the edges of all bets, where the return comes from, and the verdict."""

from fractions import Fraction

from pitboss.core.meters import DOLLAR
from pitboss.maths.simulate.agreement import z_score
from pitboss.report.checks import MAX_Z
from pitboss.report.document import Block, Chart, DataTable, Lead
from pitboss.report.format import all_of, capitalized, money, percent
from pitboss.report.headlines import headlines, mandatory
from pitboss.report.render import rows
from pitboss.report.sections.checks import hashed, identity
from pitboss.report.sections.contributions import return_chart
from pitboss.report.subject import Subject

HUNDRED = 100  # Dollars, in the sentence that opens a report.
LARGE = {10**12: "trillion", 10**9: "billion", 10**6: "million"}


def summary_blocks(subject: Subject) -> list[Block]:
    """The sentence, the edges, and the return of the game's first entry."""
    returned = return_chart(subject.analysis, subject.analysis.first)
    return [Lead(result_sentence(subject)), edges_chart(subject), returned]


def result_sentence(subject: Subject) -> str:
    """What the house keeps of each $100 that has to be bet, and whether the simulation agrees."""
    together, first = mandatory(subject), subject.analysis.first
    bets = tuple(together.stakes) if together else subject.analysis.entries[first]
    share = (together.figures if together else subject.analysis.figures[first]).element_of_risk
    names = all_of(named(subject.game.label(name)) for name in bets)
    play = " with optimal play" if subject.game.choices else ""
    if share:
        who = "the house keeps" if share > 0 else "the player gains"
        words = f"For each ${HUNDRED} bet on {names} {who} {_amount(abs(share) * HUNDRED)} on average{play}"
    else:
        words = capitalized(f"{names} {'is an even bet' if len(bets) == 1 else 'are even bets together'}{play}: ")
        words += "on average neither the house nor the player gains"
    return f"{words}; {_simulation_words(subject)}."


def named(label: str) -> str:
    """A label in a sentence: `Ante`, but `the regular wager`, where it is no name but a description."""
    return f"the {label}" if label[:1].islower() else label


def _amount(dollars: Fraction) -> str:
    return money(dollars) if dollars * DOLLAR >= Fraction(1, 2) else "less than a cent"


def _simulation_words(subject: Subject) -> str:
    rounds, exact = subject.assumed.rounds, subject.analysis
    if not rounds:
        return "no rounds were dealt to compare"
    far = any(abs(z_score(subject.simulated, exact, name)) > MAX_Z for name in exact.entries)
    if rounds == 1:
        return f"1 dealt round {'does not agree' if far else 'agrees'}"
    return f"{round_count(rounds)} dealt rounds {'do not agree' if far else 'agree'}"


def round_count(rounds: int) -> str:
    """`100 million`, `1.5 billion`; with all its digits where words would leave some out."""
    for size, word in LARGE.items():
        if rounds >= size and rounds * 10 % size == 0:
            return f"{rounds / size:g} {word}"
    return f"{rounds:,}"


def edges_chart(subject: Subject) -> Chart:
    """The house edge of every separate bet on one scale; bets that favour the player stand out."""
    edges = {each.title: each.edge for each in headlines(subject) if not each.is_part}
    drawn = [rows.Row(title, 0.0, float(edge), percent(edge, 2), marked=edge <= 0) for title, edge in edges.items()]
    alt = (
        "Bars from zero on one scale, as long as the house edge: "
        + "; ".join(f"{row.label} {row.words}" for row in drawn)
        + "."
    )
    against = ". Bars to the left: the player has the edge" if min(edges.values()) < 0 else ""
    return Chart(f"House edge of every bet, as a share of its first stake{against}", alt, *rows.bars(drawn))


def verdict_table(subject: Subject) -> DataTable:
    """Whether the checks hold, and the version and hash that the report is known by."""
    failed = sum(not each.holds for each in subject.checks)
    count = len(subject.checks)
    checks = f"**{failed} of {count} failed**: see “Checks”" if failed else f"all {count} hold"
    own = identity(subject)
    facts = (
        ("Checks of these figures", checks),
        ("Version", f"pitboss {own['pitboss']}, {own['game']}"),
        ("Identity, sha256", hashed(own)),
    )
    note = "The identity is the hash of the entries of “Identity”, the last section."
    return DataTable("Verdict", ("", ""), facts, text_columns=(1,), note=note, on_first_page=True)
