"""The figures under other pay tables and other values of the options."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from pitboss.maths.tally.analysis import Analysis
from pitboss.report.document import Block, Chart, DataTable, Section, Text
from pitboss.report.format import all_of, capitalized, decimal, entry_title, percent
from pitboss.report.pay_tables import not_printed
from pitboss.report.render import charts, rows
from pitboss.report.sections.returns import relative_deviation, return_blocks
from pitboss.report.subject import Comparison, OtherTable, Subject, Variant

FAVOUR = " (favours the player)"
ALIKE = Fraction(1, 20)  # Bars that differ by a smaller share of their length look the same.


def settings_section(subject: Subject) -> Section:
    """A comparison for every option, and pair of options, that changes a figure."""
    settings = subject.game.options.settings
    sections = tuple(
        Section(
            capitalized(" and ".join(settings[name].words for name in each.options)),
            tuple(comparison_blocks(subject, each)),
        )
        for each in subject.comparisons
    )
    compared = {name for each in subject.comparisons for name in each.options}
    without = [
        name
        for name, each in subject.by_option.items()
        if name not in compared and len(each.variants) == len(subject.values_of(name))
    ]
    text = "The value in force is marked; all other options stay as set."
    if without:
        one = len(without) == 1
        text += f" The option{'' if one else 's'} {all_of(without)} change{'s' if one else ''} none of these figures."
    if not sections:
        text = "There is nothing to compare: no option changes a figure."
    return Section("Other pay tables and settings", (Text(text),), sections)


def comparison_blocks(subject: Subject, comparison: Comparison) -> list[Block]:
    """For one option a table and a chart of every entry that changes; for two options a grid of house edges."""
    if len(comparison.options) == 2:
        return crossed_blocks(subject, comparison)
    (option,) = comparison.options
    parts = subject.game.main_wagers if "main" in comparison.entries else ()
    blocks: list[Block] = []
    for name in [each for each in comparison.entries if each not in parts]:
        there = [each for each in comparison.variants if name in each.analysis.entries]
        blocks += [_comparison_table(option, there, name), _comparison_picture(option, there, name)]
    return blocks


def _comparison_table(option: str, variants: list[Variant], name: str) -> DataTable:
    found = tuple(
        (
            each.texts[option] + (" (in force)" if each.in_force else ""),
            percent(each.analysis.edge(name)) + (FAVOUR if each.analysis.figures[name].ev > 0 else ""),
            percent(each.analysis.figures[name].element_of_risk),
            percent(each.analysis.figures[name].hit_frequency, 3),
            decimal(relative_deviation(each.analysis, name)),
            str(each.analysis.edge(name)),
        )
        for each in variants
    )
    head = (option, "house edge", "element of risk", "hit frequency", "standard deviation", "exact house edge")
    game = variants[0].analysis.game
    title, note = f"{entry_title(game, name)} by {option}", not_printed(game, name)
    return DataTable(title, head, found, text_columns=(5,), note=note)


def _comparison_picture(option: str, variants: list[Variant], name: str) -> Block:
    """A bar from zero for every value of an option; a sentence where such bars would look the same."""
    edges = {each.texts[option]: each.analysis.edge(name) for each in variants}
    title = entry_title(variants[0].analysis.game, name)
    low, high = min(edges, key=lambda each: edges[each]), max(edges, key=lambda each: edges[each])
    if look_alike(edges.values()):
        return Text(f"{title}: {option} changes the house edge by at most {points(edges[high] - edges[low])}.")
    bars = [
        rows.Row(text + (" (in force)" if each.in_force else ""), 0.0, float(edge), percent(edge), each.in_force)
        for each, (text, edge) in zip(variants, edges.items(), strict=True)
    ]
    alt = (
        f"House edge of {title} for {len(edges)} values of {option}. Lowest: {percent(edges[low], 3)} with {low}; "
        f"highest: {percent(edges[high], 3)} with {high}."
    )
    return Chart(f"House edge of {title} by {option}", alt, *rows.bars(bars))


def look_alike(edges: Iterable[Fraction]) -> bool:
    """Whether bars of these lengths, drawn from zero, could not be told apart."""
    lengths = list(edges)
    return max(lengths) - min(lengths) <= ALIKE * max(map(abs, lengths))


def points(difference: Fraction) -> str:
    """A difference of shares: `0.0007 percentage points`."""
    return f"{percent(difference).removesuffix(' %')} percentage points"


def crossed_blocks(subject: Subject, comparison: Comparison) -> list[Block]:
    """A table and a chart of the first entry's house edge under two options together.

    Where one of them hardly changes the edge, whatever the other is, a sentence says so: the tables of each option
    alone have the figures.
    """
    one, other = comparison.options
    name = subject.analysis.first
    edges = {(each.texts[one], each.texts[other]): each for each in comparison.variants}
    down = list(dict.fromkeys(here for here, _ in edges))
    across = list(dict.fromkeys(there for _, there in edges))
    title = entry_title(subject.game, name)
    for option, groups in (
        (one, [[edges[key].analysis.edge(name) for key in edges if key[1] == there] for there in across]),
        (other, [[edges[key].analysis.edge(name) for key in edges if key[0] == here] for here in down]),
    ):
        if len(edges) == len(down) * len(across) and all(look_alike(each) for each in groups):
            most = max(max(each) - min(each) for each in groups)
            rest = other if option == one else one
            words = f"Whatever {rest} is, {option} changes the house edge of {title} by at most {points(most)}."
            return [Text(f"{words} The table of {rest} therefore holds for every {option}, up to that difference.")]
    cells = tuple((here, *(edge_cell(edges.get((here, there)), name) for there in across)) for here in down)
    head = (one, *(f"{other} {each}" for each in across))
    blank = " A blank cell: this combination of options is not allowed."
    note = "* marks the setting in force." + ("" if all(map(all, cells)) else blank)
    caption = f"House edge of {title} by {one} and {other}"
    return [DataTable(caption, head, cells, note=note), _crossed_chart(caption, edges, comparison.options, name)]


def _crossed_chart(
    caption: str, edges: Mapping[tuple[str, str], Variant], options: tuple[str, ...], name: str
) -> Chart:
    """A line for every value of the second option, over the first; settings with different decks are not joined."""
    one, other = options
    drawn = [
        charts.Point(f"{other} {there}", here, float(each.analysis.edge(name)), each.analysis.game.deck.name)
        for there in dict.fromkeys(there for _, there in edges)
        for (here, that), each in edges.items()
        if that == there
    ]
    low, high = min(drawn, key=lambda point: point.y), max(drawn, key=lambda point: point.y)
    alt = (
        f"{caption}: a line for every {other}. Lowest: {percent(low.y, 3)} with {one} {low.x}, {low.series}; highest: "
        f"{percent(high.y, 3)} with {one} {high.x}, {high.series}."
    )
    decks = {each.analysis.game.deck.name for each in edges.values()}
    words = caption + (". Lines end where the deck changes" if len(decks) > 1 else "")
    return Chart(words, alt, *charts.lines(drawn, one, "house edge", shares=True))


def edge_cell(variant: Variant | None, name: str) -> str:
    """The house edge of a variant, marked where it is in force; empty where there is no such variant."""
    return f"{percent(variant.analysis.edge(name), 3)}{' *' if variant.in_force else ''}" if variant else ""


def other_tables_section(subject: Subject) -> Section | None:
    """The net-result tables under other settings; None where there are none."""
    if not subject.other_tables:
        return None
    return Section("Results under other settings", (), tuple(map(other_table_section, subject.other_tables)))


def other_table_section(other: OtherTable) -> Section:
    """The figures of one entry under another setting, and its net-result table."""
    blocks = (block for block in return_blocks(other.analysis, other.entry) if not isinstance(block, Chart))
    title = f"{entry_title(other.analysis.game, other.entry)}, {other.label}"
    return Section(title, (Text(_summary(other.analysis, other.entry)), *blocks))


def _summary(analysis: Analysis, name: str) -> str:
    figures = analysis.figures[name]
    return (
        f"House edge {percent(analysis.edge(name), 4)} = {analysis.edge(name)}; hit frequency "
        f"{percent(figures.hit_frequency, 4)}; standard deviation {decimal(relative_deviation(analysis, name))}."
    )
