"""A bet that is paid from progressive meters: its return by what they show, and where it breaks even."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from pitboss.core.meters import DOLLAR
from pitboss.core.stakes import pays_meters
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.figures import MeterFigures, exact_figures, first_meter
from pitboss.maths.tally.tally import award_dollars
from pitboss.report.document import Block, Chart, DataTable, Section, Text
from pitboss.report.format import all_of, entry_title, money, one_in, percent
from pitboss.report.headlines import long_run, long_run_edge, meters_words
from pitboss.report.render import charts
from pitboss.report.subject import Subject

STEPS = 24  # Of a line from an empty meter to its highest amount.


def progressive_section(subject: Subject) -> Section | None:
    """The progressive, as the game is set or under another setting; None for a game without one."""
    if subject.progressive is None:
        return None
    label, analysis = subject.progressive
    name = next(wager.name for wager in analysis.game.wagers if pays_meters(wager))
    return Section("The progressive", tuple(progressive_blocks(label, analysis, name)))


def progressive_blocks(label: str, analysis: Analysis, name: str) -> list[Block]:
    """The figures of the bet and its meters, charts of its return, and what it returns in the long run."""
    meters, stake = exact_figures(analysis, name).meters, analysis.stakes[name]
    edge = long_run_edge(analysis, name) / stake
    text = (
        f"{entry_title(analysis.game, name)} costs {money(stake)}. **In the long run it returns {percent(1 - edge)} of "
        f"that, a house edge of {percent(edge)}.** With {meters_words(analysis.game)} one bet returns "
        f"{percent(1 + analysis.figures[name].ev / stake)}, a house edge of {percent(analysis.edge(name))}. A bet adds "
        "its share to a meter before the meter pays, and an award is rounded up to a whole dollar. Seeds and shares "
        "are those of the game's example meters."
    )
    if label:
        text = f"These figures are for {label}; as the game is set, a fixed table pays this bet. {text}"
    parts = long_run(analysis, name)
    rows = [(words, percent(part / stake, 4)) for words, part in parts.items()]
    rows.append(("Total return", percent(sum(parts.values(), Fraction(0)) / stake, 4)))
    long = DataTable("In the long run", ("", "share of the bet"), tuple(rows), note=LONG_RUN, total=True)
    return [Text(text), long, meters_table(analysis, name, meters), *meter_charts(analysis, name, meters)]


def meters_table(analysis: Analysis, name: str, meters: Iterable[MeterFigures]) -> DataTable:
    """Every meter: what it shows, how often it is won, what it returns, and where the bet breaks even."""
    rows = tuple(
        (
            f"{each.meter.number}, {each.meter.words}",
            money(Fraction(each.meter.amount_cents, DOLLAR)),
            money(Fraction(each.meter.share_cents, DOLLAR)),
            one_in(each.probability),
            f"{float(100 * each.probability):.6f} ¢",
            percent(each.probability * award_dollars(each.meter) / analysis.stakes[name], 4),
            money(Fraction(first_meter(each.meter, each.break_even), DOLLAR)) if each.break_even > 0 else "any amount",
        )
        for each in meters
    )
    head = ("meter", "shows", "added by a bet", "won 1 in", "value of a dollar on it", "return", "breaks even at")
    note = "Breaks even at: the least that meter must show for the bet not to lose on average, the others as set."
    return DataTable("The meters", head, rows, note=note)


LONG_RUN = (
    "Every share that a bet adds to a meter is paid out in the end, and after each award the house pays the next seed. "
    "So the long-run return does not depend on what the meters show today. Rounding awards up to the dollar adds to it."
)


def return_with(analysis: Analysis, name: str, each: MeterFigures, amount_cents: int) -> Fraction:
    """The bet's return when one meter shows another amount."""
    more = award_dollars(replace(each.meter, amount_cents=amount_cents)) - award_dollars(each.meter)
    return 1 + (analysis.figures[name].ev + each.probability * more) / analysis.stakes[name]


def meter_charts(analysis: Analysis, name: str, meters: Iterable[MeterFigures]) -> list[Block]:
    """Charts of the return by what a meter shows; meters that are won equally often share one."""
    groups: dict[Fraction, list[MeterFigures]] = {}
    for each in meters:
        groups.setdefault(each.probability, []).append(each)
    return [meter_chart(analysis, name, group) for group in groups.values()]


def meter_chart(analysis: Analysis, name: str, meters: list[MeterFigures]) -> Chart:
    """A line for each of some meters: the return of the bet by what that meter alone shows."""
    title = entry_title(analysis.game, name)
    evens = {each.meter.number: each.break_even for each in meters}
    shown = (Fraction(each.meter.amount_cents, DOLLAR) for each in meters)
    top = int(max(0, *evens.values(), *shown) * Fraction(6, 5))
    amounts = [DOLLAR * top * step // STEPS for step in range(STEPS + 1)]
    points = [
        charts.Point(
            f"meter {each.meter.number}",
            amount / DOLLAR,
            float(return_with(analysis, name, each, amount)),
        )
        for each in meters
        for amount in amounts
    ]
    where = [
        f"with meter {number} the bet breaks even at an award of {money(even)}"
        if even > 0
        else f"with meter {number} the bet favours the player at any amount"
        for number, even in evens.items()
    ]
    alt = (
        f"Return of {title}, rising from {percent(points[0].y, 1)} with an empty meter to "
        f"{percent(points[STEPS].y, 1)}; {'; '.join(where)}."
    )
    marks = sorted({float(even) for even in evens.values() if even > 0})
    drawn = charts.lines(points, "amount on the meter, in dollars", "return", shares=True, marks=marks)
    numbers = all_of(map(str, evens))
    which = f"meter {numbers}" if len(meters) == 1 else f"one of meters {numbers}"
    caption = f"{title}: return by the amount on {which}, the others as set. Dashed line: break-even"
    return Chart(caption, alt, *drawn)
