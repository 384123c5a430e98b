"""The net-result table of an entry as a block: probability x net = contribution in every row, and their sums."""

from fractions import Fraction

from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.report.document import DataTable
from pitboss.report.format import bet_words, entry_title, one_in, percent, probability, shortest
from pitboss.report.net_results import Ending, NetResults, contribution_words, net_words
from pitboss.report.pay_tables import sources

MOST_ROWS = 60
"""From more ways to end than these, the table has a row for each net result and stake instead."""


def unit_words(analysis: Analysis, name: str) -> str:
    """The unit of an entry's figures."""
    per = analysis.per(name)
    return "dollars" if per == DOLLARS else f"units of {analysis.game.label(per)}"


def net_table(analysis: Analysis, name: str) -> DataTable:
    """Every way an entry can end: what it pays, what it nets, how often it comes, and what it contributes."""
    results = NetResults(analysis, name)
    staked, shown = results.stake_varies, table_rows(results)
    rows = [_row(results, words, pays, endings, staked) for words, pays, endings in shown]
    rows.append(
        (
            "All",
            *("",) * (2 + staked),
            f"{results.deals:,}",
            probability(1),
            "",
            contribution_words(results.figures.ev, results.in_dollars),
            percent(1, 2) if results.figures.variance else "",
        )
    )
    head = (
        *("result", "pays"),
        *(("staked",) if staked else ()),
        *("net", "combinations", "probability", "1 in", "contribution", "share of variance"),
    )
    caption = f"{entry_title(analysis.game, name)}: net results, in {unit_words(analysis, name)}"
    return DataTable(caption, head, tuple(rows), text_columns=(1,), note=_note(results), total=True)


def table_rows(results: NetResults) -> list[tuple[str, str, list[Ending]]]:
    """The rows of the table: words, pays, and the endings in each; where there are too many, by net and stake."""
    if len(results.endings) <= MOST_ROWS:
        return [(results.words(each), results.pays_words(each), [each]) for each in results.endings]
    groups: dict[tuple[Fraction, Fraction], list[Ending]] = {}
    for each in sorted(results.endings, key=lambda each: (-each.net, results.staked(each))):
        groups.setdefault((each.net, results.staked(each)), []).append(each)
    return [
        (
            results.words(group[0]) + (f", and {len(group) - 1} more of this net" if len(group) > 1 else ""),
            results.pays_words(group[0]) if len(group) == 1 else "",
            group,
        )
        for group in groups.values()
    ]


def _row(results: NetResults, words: str, pays: str, endings: list[Ending], staked: bool) -> tuple[str, ...]:
    chance = sum((results.probability(each) for each in endings), Fraction(0))
    contribution = sum((results.contribution(each) for each in endings), Fraction(0))
    share = sum((results.variance_share(each) for each in endings), Fraction(0))
    return (
        words,
        pays,
        *((shortest(results.staked(endings[0])),) if staked else ()),
        net_words(endings[0].net, results.in_dollars),
        f"{results.combinations(sum(each.weight for each in endings)):,}",
        probability(chance),
        one_in(chance),
        contribution_words(contribution, results.in_dollars),
        percent(share, 2) if results.figures.variance else "",
    )


def _note(results: NetResults) -> str:
    """What the total is, and the source of the pays."""
    analysis, name = results.analysis, results.name
    edge = percent(analysis.edge(name))
    if results.in_dollars:
        stake = analysis.stakes[name]
        words = (
            "Contribution is probability × net, in dollars. The house keeps "
            f"{contribution_words(-results.figures.ev, True)} of each {shortest(stake, dollars=True)}: a house edge of "
            f"{edge}."
        )
    else:
        first = analysis.game.label(analysis.per(name))
        words = (
            f"Contribution is probability × net, as a share of the {bet_words(first)}. The contributions add up to the "
            f"expected value, which with its sign changed is the house edge, {edge}."
        )
    return f"{words} {source_words(results)}"


def source_words(results: NetResults) -> str:
    """The pay tables of an entry: the column of each grid, and where it comes from."""
    game = results.game
    origin = {grid: source for grid, _, source in sources(game)}
    tables = dict.fromkeys(
        (wager.lines[line].pays.grid, wager.lines[line].pays.column) for wager, line in results.lines
    )
    return " ".join(
        f"Pay table: {game.options.grids[grid].title}"
        f"{f', column {column}' if len(game.options.grids[grid].columns) > 1 else ''}; {origin[grid]}."
        for grid, column in tables
    )
