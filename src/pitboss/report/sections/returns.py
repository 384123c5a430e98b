"""The figures of every wager, and its return table: how often each outcome occurs and what it contributes."""

from fractions import Fraction
from math import sqrt

from pitboss.core.game import Chosen
from pitboss.maths.sessions.one_round import one_round
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.figures import net_figures
from pitboss.maths.tally.tally import LineRow, outcome_rows, variance_parts
from pitboss.report.deals import deals_for
from pitboss.report.document import Block, Chart, DataTable, Items, Section, Text
from pitboss.report.format import (
    capitalized,
    decimal,
    entry_title,
    money,
    one_in,
    pay_words,
    percent,
    probability,
    with_minus,
)
from pitboss.report.pay_tables import not_printed, sources
from pitboss.report.render import charts
from pitboss.report.subject import VOLATILITY, Subject
from pitboss.report.warnings import rarity_notes


def figures_table(subject: Subject) -> DataTable:
    """The main figures of every entry, one row each: the table on the first page."""
    analysis = subject.analysis
    scale = {
        name: each.average_stake if analysis.per(name) == DOLLARS else Fraction(1)
        for name, each in analysis.figures.items()
    }
    rows = tuple(
        (
            entry_title(analysis.game, name),
            percent(analysis.edge(name)),
            percent(each.element_of_risk),
            percent(each.hit_frequency, 2),
            decimal(sqrt(each.variance) / float(scale[name])),
            percent(1 + each.ev / scale[name], 3),
            percent(1 - each.element_of_risk, 3),
        )
        for name, each in analysis.figures.items()
    )
    head = (
        "wager",
        "house edge",
        "element of risk",
        "hit frequency",
        "standard deviation",
        "return",
        "RTP on all staked",
    )
    caption = "All wagers: one unit on each, optimal play of the main wager"
    return DataTable(caption, head, rows, note=not_printed(subject.game))


def returns_section(subject: Subject) -> Section:
    """Every entry with its figures, its return table and a chart."""
    sections = (
        Section(
            entry_title(subject.game, name), (*_entry_figures(subject, name), *return_blocks(subject.analysis, name))
        )
        for name in subject.analysis.entries
    )
    return Section("Every wager", (), tuple(sections))


def _unit_words(analysis: Analysis, name: str) -> str:
    per = analysis.per(name)
    return "dollars per round" if per == DOLLARS else f"units of {analysis.game.label(per)}"


def _entry_figures(subject: Subject, name: str) -> tuple[Block, ...]:
    analysis, pace = subject.analysis, subject.assumed.pace
    each, edge, deviation = analysis.figures[name], analysis.edge(name), sqrt(analysis.figures[name].variance)
    rows = (
        ("House edge", percent(edge, 6), str(edge)),
        ("Expected value", decimal(each.ev, 8), str(each.ev)),
        ("Element of risk", percent(each.element_of_risk, 6), str(each.element_of_risk)),
        ("RTP on all staked", percent(1 - each.element_of_risk, 6), str(1 - each.element_of_risk)),
        ("Average stake", decimal(each.average_stake, 6), str(each.average_stake)),
        ("Hit frequency", percent(each.hit_frequency, 6), str(each.hit_frequency)),
        ("Variance", decimal(each.variance, 6), str(each.variance)),
        ("Standard deviation", decimal(deviation, 6), "square root of the variance"),
        ("Volatility index", decimal(VOLATILITY * deviation, 4), "1.645 standard deviations, 90 % confidence"),
        (
            "Theo per hour",
            money(subject.theo(name) * pace),
            f"{pace} rounds per hour, {money(subject.stake(name))} on {first_bet(subject, name)}",
        ),
    )
    words = f"Figures are in {_unit_words(analysis, name)}."
    if len(analysis.entries[name]) > 1:
        words += " These bets are made together, so this is the cost of the game."
    elif isinstance(analysis.game.wager[name].stake, Chosen):
        words += " The bet is made by choice during the round; rounds without it count too."
    return Text(words), DataTable("Figures", ("", "value", "exact"), rows, text_columns=(2,))


def first_bet(subject: Subject, name: str) -> str:
    """The label of the bet whose size an entry's figures are relative to."""
    return subject.game.label(subject.analysis.entries[name][0])


def return_blocks(analysis: Analysis, name: str) -> tuple[Block, ...]:
    """The return table of an entry, one for each line of its wager, and a chart."""
    if len(analysis.entries[name]) > 1:
        return joint_blocks(analysis, name)
    rows = outcome_rows(analysis.game, analysis.tally, name, analysis.stakes)
    lines = [[row for row in rows if row.line == line] for line in sorted({row.line for row in rows})]
    blocks: list[Block] = [
        return_table(analysis, name, line, len(lines) > 1)
        for line in lines
        if line[0].line == 0 or any(row.ev for row in line)  # A further line that never pays says nothing.
    ]
    if notes := rarity_notes(analysis, name):
        blocks.append(Items(tuple(notes)))
    return (*blocks, _payoff_chart(analysis, name, [row for row in rows if row.line == 0 or row.ev]))


def return_table(analysis: Analysis, name: str, rows: list[LineRow[Fraction]], several: bool) -> DataTable:
    """The outcomes of one line of a wager, with the sum of every column."""
    unit, counts, varies = analysis.unit(name), combinations(analysis, name, rows), analysis.figures[name].variance
    shares = variance_shares(analysis, name)
    cells = [
        (
            capitalized(analysis.game.wager[name].outcome_words(row.outcome, row.line)),
            pay_words(row.pay),
            f"{count:,}",
            probability(row.probability),
            one_in(row.probability),
            percent(row.ev / unit),
            percent(shares[row.line, row.outcome], 2) if varies else "",
        )
        for row, count in zip(rows, counts, strict=True)
    ]
    cells.append(
        (
            "All",
            "",
            f"{sum(counts):,}",
            probability(sum((row.probability for row in rows), Fraction(0))),
            "",
            percent(sum((row.ev for row in rows), Fraction(0)) / unit),
            percent(sum((shares[row.line, row.outcome] for row in rows), Fraction(0)), 2) if varies else "",
        )
    )
    head = ("outcome", "pays", "combinations", "probability", "1 in", "part of EV", "share of variance")
    caption, note = _return_words(analysis, name, rows, several)
    return DataTable(caption, head, tuple(cells), text_columns=(1,), note=note, total=True)


def variance_shares(analysis: Analysis, name: str) -> dict[tuple[int, str], Fraction]:
    """The share of each outcome, by line, in an entry's variance; for wagers together, of each net result."""
    each = analysis.figures[name]
    parts = (
        variance_parts(analysis.game, analysis.tally, name, analysis.stakes)
        if len(analysis.entries[name]) == 1
        else {
            (row.line, row.outcome): row.probability * (row.ev / row.probability - each.ev) ** 2
            for row in net_figures(analysis, name)
        }
    )
    return {outcome: part / (each.variance or 1) for outcome, part in parts.items()}


def combinations(analysis: Analysis, name: str, rows: list[LineRow[Fraction]]) -> list[int]:
    """The number of deals with each outcome, counting only the piles that the wager's rules name where that is exact.

    Where the outcome depends on more, as on a choice made with other cards, the weights of the tally are the count.
    """
    deals = deals_for(analysis.game, name)
    counts = [row.probability * deals for row in rows]
    if deals > analysis.tally.total or any(count.denominator > 1 for count in counts):
        return [row.weight for row in rows]
    return [int(count) for count in counts]


def _return_words(analysis: Analysis, name: str, rows: list[LineRow[Fraction]], several: bool) -> tuple[str, str]:
    game, title, line = analysis.game, entry_title(analysis.game, name), rows[0].line
    pays = game.wager[name].lines[line].pays
    caption = f"{title}: return table {pays.column}"
    if game.options.grids[pays.grid].title != title:
        caption += f" of {game.options.grids[pays.grid].title}"
    if several:
        caption += f", line {line + 1}"
    (source,) = [source for grid, _, source in sources(game) if grid == pays.grid]
    note = f"Pay table: {source}."
    if sum(row.weight for row in rows) != analysis.tally.total:
        note += " Rounds without this bet are left out, and so is their share of the variance."
    if several:
        note += " The lines are paid together: a line's share of the variance is its covariance with the whole."
    return caption, note


def joint_blocks(analysis: Analysis, name: str) -> tuple[Block, ...]:
    """Every net result of wagers that are made together, and a chart."""
    one = one_round(analysis, name)
    ev, variance = analysis.figures[name].ev, analysis.figures[name].variance
    results = [
        (with_minus(f"{float(net):+g}"), net, weight, Fraction(weight, one.total))
        for net, weight in zip(reversed(one.nets), reversed(one.weights), strict=True)
    ]
    rows = [
        (
            words,
            f"{weight:,}",
            probability(share),
            one_in(share),
            percent(net * share),
            percent(share * (net - ev) ** 2 / variance, 2),
        )
        for words, net, weight, share in results
    ]
    rows.append(("All", f"{one.total:,}", probability(Fraction(1)), "", percent(ev), percent(Fraction(1), 2)))
    head = ("net result", "combinations", "probability", "1 in", "part of EV", "share of variance")
    caption = f"{entry_title(analysis.game, name)}: every result of a round, in {_unit_words(analysis, name)}"
    bars = [charts.Bar(words, float(share), f"1 in {one_in(share)}") for words, _, _, share in results]
    likely, rare = (best(reversed(results), key=lambda each: each[3]) for best in (max, min))
    alt = (
        f"Bars for the {len(results)} results of a round. The most frequent is {likely[0]}, "
        f"{percent(likely[3], 2)} of rounds; the rarest is {rare[0]}, once in {one_in(rare[3])}."
    )
    chart = Chart("Frequency of each result, logarithmic scale", alt, charts.payoff_bars(bars, "share of rounds"))
    return DataTable(caption, head, tuple(rows), total=True), chart


def _payoff_chart(analysis: Analysis, name: str, rows: list[LineRow[Fraction]]) -> Chart:
    wager = analysis.game.wager[name]
    bars = [
        charts.Bar(
            f"{capitalized(wager.outcome_words(row.outcome, row.line))} ({pay_words(row.pay)})"
            + (f", line {row.line + 1}" if row.line else ""),
            float(row.probability),
            f"1 in {one_in(row.probability)}",
        )
        for row in rows
    ]
    most, rarest = (best(rows, key=lambda row: row.weight) for best in (max, min))
    alt = (
        f"Bars for the {len(rows)} outcomes of {entry_title(analysis.game, name)}. The most frequent is "
        f"{wager.outcome_words(most.outcome, most.line)}, {percent(most.probability, 2)} of rounds; the rarest is "
        f"{wager.outcome_words(rarest.outcome, rarest.line)}, once in {one_in(rarest.probability)}."
    )
    return Chart("Frequency of each outcome, logarithmic scale", alt, charts.payoff_bars(bars, "share of rounds"))


def relative_deviation(analysis: Analysis, name: str) -> float:
    """The standard deviation of an entry as a share of its first stake."""
    return sqrt(analysis.figures[name].variance) / float(analysis.unit(name))
