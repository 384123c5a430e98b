"""The headline figures, and the figures of every wager beside the net-result table that they follow from."""

from math import sqrt

from pitboss.core.game import Chosen
from pitboss.core.stakes import pays_meters
from pitboss.maths.tally.analysis import Analysis
from pitboss.report.document import Block, DataTable, Items, Section, Text
from pitboss.report.format import decimal, entry_title, money, percent
from pitboss.report.headlines import headlines, held_of, long_run_edge, marks_note, meters_words
from pitboss.report.pay_tables import not_printed
from pitboss.report.sections.contributions import return_chart
from pitboss.report.sections.net_table import net_table, unit_words
from pitboss.report.subject import VOLATILITY, Subject
from pitboss.report.warnings import rarity_notes


def figures_table(subject: Subject) -> DataTable:
    """The headline figures: one row for each bet, its parts and its other readings under it."""
    rows = tuple(
        (
            each.title,
            percent(each.edge),
            percent(each.element_of_risk),
            percent(1 - each.element_of_risk, 3),
            percent(each.hit_frequency, 2) if each.hit_frequency is not None else "",
            decimal(each.deviation) if each.deviation is not None else "",
        )
        for each in headlines(subject)
    )
    head = ("wager", "edge of the first stake", "element of risk", "RTP", "hit frequency", "standard deviation")
    caption = f"All wagers: one unit on each{', optimal play of the main wager' if subject.game.choices else ''}"
    note = f"{marks_note(headlines(subject))} {not_printed(subject.game)}"
    return DataTable(caption, head, rows, note=note.strip())


def returns_section(subject: Subject) -> Section:
    """Every entry with its figures, its net-result table and a chart."""
    sections = (
        Section(
            entry_title(subject.game, name), (*_entry_figures(subject, name), *return_blocks(subject.analysis, name))
        )
        for name in subject.analysis.entries
    )
    return Section("Every wager", (), tuple(sections))


def _entry_figures(subject: Subject, name: str) -> tuple[Block, ...]:
    analysis, pace = subject.analysis, subject.assumed.pace
    each, edge, deviation = analysis.figures[name], analysis.edge(name), sqrt(analysis.figures[name].variance)
    rows = (
        ("House edge, of the first stake", percent(edge, 6), str(edge)),
        ("Element of risk, of all staked", percent(each.element_of_risk, 6), str(each.element_of_risk)),
        ("RTP, of all staked", percent(1 - each.element_of_risk, 6), str(1 - each.element_of_risk)),
        ("Expected value", decimal(each.ev, 8), str(each.ev)),
        ("Average stake", decimal(each.average_stake, 6), str(each.average_stake)),
        ("Hit frequency", percent(each.hit_frequency, 6), str(each.hit_frequency)),
        ("Variance", decimal(each.variance, 6), str(each.variance)),
        ("Standard deviation", decimal(deviation, 6), "square root of the variance"),
        (
            "Volatility index",
            decimal(VOLATILITY * deviation, 4),
            "1.645 standard deviations: nine rounds in ten, if results were normal",
        ),
        (
            "Theoretical win (theo) per hour",
            money(subject.theo(name) * pace),
            f"{pace} rounds per hour, {money(subject.stake(name))} on {first_bet(subject, name)}",
        ),
    )
    words = f"Figures are in {unit_words(analysis, name)} per round."
    words += reading_words(analysis, name)
    if len(analysis.entries[name]) > 1:
        words += " These bets are made together, so this is the cost of the game."
    elif isinstance(analysis.game.wager[name].stake, Chosen):
        words += " The bet is made by choice during the round; rounds without it count too."
    return Text(words), DataTable("Figures", ("", "value", "exact"), rows, text_columns=(2,))


def reading_words(analysis: Analysis, name: str) -> str:
    """Sentences on what a progressive keeps in the long run, and on what is held of the money collected."""
    wager = analysis.game.wager.get(name)
    if wager and pays_meters(wager):
        edge = long_run_edge(analysis, name) / analysis.stakes[name]
        return (
            f" **In the long run the house keeps {percent(edge)} and returns {percent(1 - edge)} of each bet**, "
            f"whatever the meters show today. The figures below are of one bet with {meters_words(analysis.game)}."
        )
    held = held_of(analysis, name) if wager else None
    return f" **{held.words(entry_title(analysis.game, name))}**" if held else ""


def first_bet(subject: Subject, name: str) -> str:
    """The label of the bet whose size an entry's figures are relative to."""
    return subject.game.label(subject.analysis.entries[name][0])


def return_blocks(analysis: Analysis, name: str) -> tuple[Block, ...]:
    """The net-result table of an entry, notes on its pays, and a chart."""
    notes = rarity_notes(analysis, name) if len(analysis.entries[name]) == 1 else []
    listed = [Items(tuple(notes))] if notes else []
    return (net_table(analysis, name), *listed, return_chart(analysis, name))


def relative_deviation(analysis: Analysis, name: str) -> float:
    """The standard deviation of an entry as a share of its first stake."""
    return sqrt(analysis.figures[name].variance) / float(analysis.unit(name))
