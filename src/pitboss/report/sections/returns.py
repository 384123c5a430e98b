"""The figures of every wager, and its return table: what comes how often, and what it is worth."""

from collections.abc import Collection
from fractions import Fraction
from math import comb, sqrt

from pitboss.core.game import Chosen, Game, Kind
from pitboss.maths.sessions.one_round import one_round
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.tally import OutcomeRow, outcome_rows, variance_parts
from pitboss.report.document import Block, Chart, Items, Section, Table, Text
from pitboss.report.format import chance, entry_title, money, one_in, outcome_words, pay_words, percent, plain, signed
from pitboss.report.render import charts
from pitboss.report.sections.game import not_printed, rarity_notes, tables_in_force
from pitboss.report.subject import Subject
from pitboss.report.workbook.entries import VOLATILITY


def figures_table(subject: Subject) -> Table:
    """Every entry on one line: what a reader looks for first."""
    analysis = subject.analysis
    rows = []
    for name in analysis.entries:
        each = analysis.figures[name]
        scale = each.average_stake if analysis.per(name) == DOLLARS else Fraction(1)
        rows.append(
            (
                entry_title(analysis.game, name),
                percent(analysis.edge(name)),
                percent(each.element_of_risk),
                percent(each.hit_frequency, 2),
                plain(sqrt(each.variance) / float(scale)),
                percent(1 + each.ev / scale, 3),
            )
        )
    head = ("wager", "house edge", "element of risk", "hit frequency", "standard deviation", "return")
    caption = "All wagers, one unit on each, best play for the main wager"
    return Table(caption, head, tuple(rows), note=not_printed(subject.game))


def returns(subject: Subject) -> Section:
    """Every wager with its figures, its return table and a picture of it."""
    sections = []
    for name in subject.analysis.entries:
        blocks = (*entry_figures(subject, name), *return_blocks(subject.analysis, name))
        sections.append(Section(entry_title(subject.game, name), blocks))
    return Section("Every wager", (), tuple(sections))


def unit_words(analysis: Analysis, name: str) -> str:
    """What the figures of an entry are measured in."""
    per = analysis.per(name)
    return "dollars a round" if per == DOLLARS else f"units of {analysis.game.label(per)}"


def entry_figures(subject: Subject, name: str) -> tuple[Block, ...]:
    """The figures of one entry."""
    analysis = subject.analysis
    each = analysis.figures[name]
    deviation, stake = sqrt(each.variance), subject.stake(name)
    edge = analysis.edge(name)
    theo = each.house_edge * subject.dollars(name) * subject.assumed.pace
    rows = (
        ("House edge", percent(edge, 6), str(edge)),
        ("Expected result", plain(each.ev, 8), str(each.ev)),
        ("Element of risk", percent(each.element_of_risk, 6), str(each.element_of_risk)),
        ("Average stake", plain(each.average_stake, 6), str(each.average_stake)),
        ("Hit frequency", percent(each.hit_frequency, 6), str(each.hit_frequency)),
        ("Variance", plain(each.variance, 6), str(each.variance)),
        ("Standard deviation", plain(deviation, 6), "square root of the variance"),
        ("Volatility index", plain(VOLATILITY * deviation, 4), "1.645 standard deviations, 90 % confidence"),
        (
            "Theo an hour",
            money(theo),
            f"{subject.assumed.pace} rounds an hour, {money(stake)} on {first_bet(subject, name)}",
        ),
    )
    parts = analysis.entries[name]
    words = f"Figures are in {unit_words(analysis, name)}."
    if len(parts) > 1:
        words += " The bets rise and fall together, so this is what the game costs."
    elif isinstance(analysis.game.wager[name].stake, Chosen):
        words += " The bet is made by choosing it, and counted in all rounds."
    return Text(words), Table("Figures", ("", "value", "exactly"), rows, words=(2,))


def first_bet(subject: Subject, name: str) -> str:
    """The bet whose size the figures of an entry go by."""
    return subject.game.label(subject.analysis.entries[name][0])


def return_blocks(analysis: Analysis, name: str) -> tuple[Block, ...]:
    """The return table of an entry, one part a line of it, and a chart."""
    if len(analysis.entries[name]) > 1:
        return joint_blocks(analysis, name)
    rows = outcome_rows(analysis.game, analysis.tally, name, analysis.stakes)
    lines = sorted({row.line for row in rows})
    blocks: list[Block] = []
    for line in lines:
        here = [row for row in rows if row.line == line]
        if line == 0 or any(row.ev for row in here):  # A further line that pays nothing tells a reader nothing.
            blocks.append(return_table(analysis, name, here, len(lines) > 1))
    notes = rarity_notes(analysis, name)
    if notes:
        blocks.append(Items(tuple(notes)))
    return (*blocks, payoff_chart(analysis, name, [row for row in rows if row.line == 0 or row.ev]))


def return_table(analysis: Analysis, name: str, rows: list[OutcomeRow], several: bool) -> Table:
    """One line of a wager: outcome, pays, combinations, probability, one in, return, share of the variance."""
    total, deals = analysis.tally.total, deals_for(analysis.game, name)
    weights = [Fraction(row.weight, total) * deals for row in rows]
    if deals > total or any(weight.denominator > 1 for weight in weights):  # It turns on more than its rules name.
        weights = [Fraction(row.weight) for row in rows]
    parts = variance_parts(analysis.game, analysis.tally, name, analysis.stakes)
    whole = analysis.figures[name].variance
    grid = analysis.game.wager[name].lines[rows[0].line].pays
    cells = [
        (
            outcome_words(row.outcome),
            pay_words(row.pay),
            f"{int(weight):,}",
            chance(Fraction(row.weight, total)),
            one_in(Fraction(row.weight, total)),
            percent(row.ev / analysis.unit(name)),
            percent(parts[row.line, row.outcome] / whole, 2) if whole else "",
        )
        for row, weight in zip(rows, weights, strict=True)
    ]
    cells.append(
        (
            "All",
            "",
            f"{int(sum(weights)):,}",
            chance(Fraction(sum(row.weight for row in rows), total)),
            "",
            percent(sum((row.ev for row in rows), Fraction(0)) / analysis.unit(name)),
            percent(sum((parts[row.line, row.outcome] for row in rows), Fraction(0)) / whole, 2) if whole else "",
        )
    )
    head = ("outcome", "pays", "combinations", "probability", "1 in", "adds to EV", "of the variance")
    title = analysis.game.options.grids[grid.grid].title
    caption = f"{entry_title(analysis.game, name)}: return table {grid.column}"
    if title != entry_title(analysis.game, name):
        caption += f" of {title}"
    if several:
        caption += f", line {rows[0].line + 1}"
    (origin,) = [whose for name_, _, whose in tables_in_force(analysis.game) if name_ == grid.grid]
    note = f"Pay table: {origin}."
    if sum(row.weight for row in rows) != total:
        note += " Rounds in which the bet is not made are left out, and so is their part of the variance."
    if several:
        note += " Lines are paid together, so a line's part of the variance is what it shares with the whole."
    return Table(caption, head, tuple(cells), words=(1,), note=note, total=True)


def joint_blocks(analysis: Analysis, name: str) -> tuple[Block, ...]:
    """What wagers that rise and fall together come to: every net result of a round."""
    one = one_round(analysis, name)
    ev, variance = analysis.figures[name].ev, analysis.figures[name].variance
    chances = [Fraction(weight, one.total) for weight in one.weights]
    results = list(zip(one.nets, one.weights, chances, strict=True))
    rows = [
        (
            signed(f"{float(net):+g}"),
            f"{weight:,}",
            chance(share),
            one_in(share),
            percent(net * share),
            percent(share * (net - ev) ** 2 / variance, 2),
        )
        for net, weight, share in reversed(results)
    ]
    rows.append(("All", f"{one.total:,}", chance(Fraction(1)), "", percent(ev), percent(Fraction(1), 2)))
    head = ("net result", "combinations", "probability", "1 in", "adds to EV", "of the variance")
    caption = f"{entry_title(analysis.game, name)}: every result of a round, in {unit_words(analysis, name)}"
    bars = [
        charts.Bar(signed(f"{float(net):+g}"), float(share), f"1 in {one_in(share)}")
        for net, _, share in reversed(results)
    ]
    likely, rare = max(results, key=lambda each: each[2]), min(results, key=lambda each: each[2])
    alt = (
        f"Bars for the {len(results)} results of a round. The commonest is {signed(f'{float(likely[0]):+g}')}, "
        f"{percent(likely[2], 2)} of rounds; the rarest {signed(f'{float(rare[0]):+g}')}, once in {one_in(rare[2])}."
    )
    drawn = charts.payoff_bars(bars, "share of rounds")
    return Table(caption, head, tuple(rows), total=True), Chart(
        "How often each result comes, in powers of ten", alt, drawn
    )


def deals_for(game: Game, name: str) -> int:
    """How many deals there are of the cards that a wager's outcome turns on."""
    piles: set[str] = set()
    for line in game.wager[name].lines:
        for source in game.bound_line(line).sources:
            piles |= set(source.piles)
            if source.kind in (Kind.CHOICE, Kind.CARD):
                piles |= set(game.choices[source.name].sees)
    return ways(game, piles)


def ways(game: Game, piles: Collection[str]) -> int:
    """How many ways there are to deal some piles, one after the other."""
    left, found = len(game.deck), 1
    for deal in game.piles.values():
        if deal.pile in piles:
            found *= comb(left, deal.count)
            left -= deal.count
    return found


def payoff_chart(analysis: Analysis, name: str, rows: list[OutcomeRow]) -> Chart:
    """How often each outcome comes."""
    total = analysis.tally.total
    bars = [
        charts.Bar(
            f"{outcome_words(row.outcome)} ({pay_words(row.pay)})" + (f", line {row.line + 1}" if row.line else ""),
            row.weight / total,
            f"1 in {one_in(Fraction(row.weight, total))}",
        )
        for row in rows
    ]
    most = max(rows, key=lambda row: row.weight)
    rarest = min(rows, key=lambda row: row.weight)
    alt = (
        f"Bars for the {len(rows)} outcomes of {entry_title(analysis.game, name)}. The commonest is "
        f"{outcome_words(most.outcome).lower()}, {percent(Fraction(most.weight, total), 2)} of rounds; the rarest "
        f"{outcome_words(rarest.outcome).lower()}, once in {one_in(Fraction(rarest.weight, total))}."
    )
    return Chart("How often each outcome comes, in powers of ten", alt, charts.payoff_bars(bars, "share of rounds"))


def deviation(analysis: Analysis, name: str) -> float:
    """The standard deviation of an entry as a share of its first stake."""
    return sqrt(analysis.figures[name].variance) / float(analysis.unit(name))
