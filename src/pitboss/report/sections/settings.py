"""The wagers under every pay table and every other setting that changes a figure."""

from pitboss.maths.tally.analysis import Analysis
from pitboss.report.document import Block, Chart, Section, Table, Text
from pitboss.report.format import entry_title, listed, percent, plain
from pitboss.report.render import charts
from pitboss.report.sections.game import not_printed
from pitboss.report.sections.returns import deviation, return_blocks
from pitboss.report.subject import Comparison, Subject, Variant

FAVOUR = " (favours the player)"


def comparisons(subject: Subject) -> Section:
    """Every option on which a figure turns."""
    sections = [Section(title_of(subject, each), tuple(compared(subject, each))) for each in subject.comparisons]
    turning = {name for each in subject.comparisons for name in each.options}
    still = [
        name
        for name, each in subject.compared.items()
        if name not in turning and len(each.variants) == len(subject.listed(name))
    ]
    text = "What is in force stands out; everything else stays as it is set."
    if still:
        text += f" No figure turns on {listed(still)} as things stand."
    if not sections:
        text = "There is nothing to compare: no figure turns on an option."
    return Section("Other pay tables and settings", (Text(text),), tuple(sections))


def title_of(subject: Subject, comparison: Comparison) -> str:
    """What is varied, in words."""
    words = [subject.game.options.settings[name].words for name in comparison.options]
    return " and ".join(words)[:1].upper() + " and ".join(words)[1:]


def compared(subject: Subject, comparison: Comparison) -> list[Block]:
    """One option: a table of all entries that change, and a chart of each; two options: a grid of edges."""
    if len(comparison.options) == 2:
        return crossed(subject, comparison)
    (option,) = comparison.options
    parts = set(subject.game.main_wagers) if "main" in comparison.entries else set()
    blocks: list[Block] = []
    for name in comparison.entries:
        there = [each for each in comparison.variants if name in each.analysis.entries]
        if name in parts or not there:
            continue
        blocks.append(comparison_table(option, there, name))
        if len(there) > 1:
            blocks.append(comparison_chart(option, there, name))
    return blocks


def comparison_table(option: str, variants: list[Variant], name: str) -> Table:
    """One entry under every value of an option."""
    rows = []
    for each in variants:
        analysis = each.analysis
        figures = analysis.figures[name]
        rows.append(
            (
                each.texts[option] + (" (in force)" if each.in_force else ""),
                percent(analysis.edge(name)) + (FAVOUR if figures.ev > 0 else ""),
                percent(figures.element_of_risk),
                percent(figures.hit_frequency, 3),
                plain(deviation(analysis, name)),
                str(analysis.edge(name)),
            )
        )
    head = (option, "house edge", "element of risk", "hit frequency", "standard deviation", "exactly")
    game = variants[0].analysis.game
    note = not_printed(game, name)
    return Table(f"{entry_title(game, name)} by {option}", head, tuple(rows), words=(5,), note=note)


def comparison_chart(option: str, variants: list[Variant], name: str) -> Chart:
    """The edges of one entry side by side."""
    edges = {each.texts[option]: float(each.analysis.edge(name)) for each in variants}
    bars = [
        charts.Bar(text + (" (in force)" if each.in_force else ""), edge, percent(edge, 4), marked=each.in_force)
        for each, (text, edge) in zip(variants, edges.items(), strict=True)
    ]
    title = entry_title(variants[0].analysis.game, name)
    low, high = min(edges, key=lambda each: edges[each]), max(edges, key=lambda each: edges[each])
    alt = (
        f"House edge of {title} for {len(edges)} values of {option}: lowest with {low}, {percent(edges[low], 3)}; "
        f"highest with {high}, {percent(edges[high], 3)}."
    )
    return Chart(f"House edge of {title} by {option}", alt, charts.edges(bars, "house edge"))


def crossed(subject: Subject, comparison: Comparison) -> list[Block]:
    """The first entry's edge under two options together."""
    one, other = comparison.options
    name = subject.analysis.first
    edges = {(each.texts[one], each.texts[other]): each for each in comparison.variants}
    down = list(dict.fromkeys(here for here, _ in edges))
    across = list(dict.fromkeys(there for _, there in edges))
    rows = tuple(
        (here, *(cell(edges[here, there], name) if (here, there) in edges else "" for there in across)) for here in down
    )
    title = entry_title(subject.game, name)
    head = (one, *(f"{other} {each}" for each in across))
    note = "* is in force." + (" Where nothing stands, the game cannot be set so." if not all(map(all, rows)) else "")
    table = Table(f"House edge of {title} by {one} and {other}", head, rows, note=note)
    points = [
        charts.Point(f"{other} {there}", here, float(edges[here, there].analysis.edge(name)))
        for there in across
        for here in down
        if (here, there) in edges
    ]
    low, high = min(points, key=lambda point: point.y), max(points, key=lambda point: point.y)
    alt = (
        f"House edge of {title}: a line for every {other}, over {one} from {down[0]} to {down[-1]}. Lowest "
        f"{percent(low.y, 3)} with {one} {low.x}, {low.series}; highest {percent(high.y, 3)} with {one} {high.x}, "
        f"{high.series}."
    )
    drawn = charts.lines(points, one, "house edge", shares=True)
    return [table, Chart(f"House edge of {title} by {one} and {other}", alt, drawn)]


def cell(variant: Variant, name: str) -> str:
    """An edge in a grid of them."""
    return percent(variant.analysis.edge(name), 3) + (" *" if variant.in_force else "")


def other_returns(subject: Subject) -> Section | None:
    """The return tables of all that could be in force instead; None where nothing could."""
    if not subject.other_tables:
        return None
    sections = []
    for each in subject.other_tables:
        blocks = [block for block in return_blocks(each.analysis, each.entry) if not isinstance(block, Chart)]
        title = f"{entry_title(each.analysis.game, each.entry)}, {each.label}"
        sections.append(Section(title, (Text(summary(each.analysis, each.entry)), *blocks)))
    return Section("Return tables of the other settings", (), tuple(sections))


def summary(analysis: Analysis, name: str) -> str:
    """The figures of an entry in a sentence."""
    figures = analysis.figures[name]
    return (
        f"House edge {percent(analysis.edge(name), 4)} = {analysis.edge(name)}; hit frequency "
        f"{percent(figures.hit_frequency, 4)}; standard deviation {plain(deviation(analysis, name))}."
    )
