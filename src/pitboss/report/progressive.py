"""A bet that is paid from progressive meters: its return against what they show, and where it breaks even."""

from dataclasses import replace
from fractions import Fraction

from pitboss.maths.analysis import Analysis
from pitboss.maths.plain import first_meter
from pitboss.maths.tally import award_dollars, outcome_rows
from pitboss.meters import DOLLAR, MeterState
from pitboss.pays import Meter
from pitboss.report import charts
from pitboss.report.document import Block, Chart, Section, Table, Text
from pitboss.report.subject import Subject
from pitboss.report.words import entry_title, money, one_in, percent

STEPS = 24  # Points of a line.


def progressive(subject: Subject) -> Section | None:
    """The progressive, as set or set otherwise; None for a game that has none."""
    for label, analysis in subject.progressives:
        name = next(wager.name for wager in analysis.game.wagers if pays_meter(analysis, wager.name))
        return Section("The progressive", tuple(blocks(label, analysis, name)))
    return None


def pays_meter(analysis: Analysis, name: str) -> bool:
    """Whether a wager is paid from a meter."""
    return any(isinstance(pay, Meter) for line in analysis.game.wager[name].lines for pay in line.pays.pays.values())


def chances(analysis: Analysis, name: str) -> dict[int, Fraction]:
    """How often each meter is won."""
    found: dict[int, Fraction] = {}
    for row in outcome_rows(analysis.game, analysis.tally, name, analysis.stakes):
        if isinstance(row.pay, Meter):
            chance = Fraction(row.weight, analysis.tally.total)
            found[row.pay.number] = found.get(row.pay.number, Fraction(0)) + chance
    return found


def blocks(label: str, analysis: Analysis, name: str) -> list[Block]:
    """What the section holds."""
    game, won = analysis.game, chances(analysis, name)
    stake = analysis.stakes[name]
    ev = analysis.figures[name].ev
    text = (
        f"{entry_title(game, name)} costs {money(stake)}. With the meters as they are set it returns "
        f"{percent(1 + ev / stake, 4)}. A meter's share of this bet is added before it pays, and the award is rounded "
        "up "
        "to a whole dollar. Seeds and shares are an example of ours."
    )
    if label:
        text = f"This is the game with {label}; as it is set, the bet is paid by a fixed table. " + text
    rows = []
    for meter in game.meters:
        chance = won[meter.number]
        even = award_dollars(meter) - ev / chance
        rows.append(
            (
                f"{meter.number}, {meter.words}",
                money(Fraction(meter.amount_cents, DOLLAR)),
                money(Fraction(meter.share_cents, DOLLAR)),
                one_in(chance),
                f"{float(100 * chance):.6f} ¢",
                percent(chance * award_dollars(meter) / stake, 4),
                money(Fraction(first_meter(meter, even), DOLLAR)),
            )
        )
    head = ("meter", "shows", "fed by a bet", "won 1 in", "a dollar on it is worth", "returns", "breaks even at")
    table = Table(
        "The meters", head, tuple(rows), note="Breaks even: what that meter must show, the others as they are."
    )
    rows = tuple(long_run(analysis, name, won))
    long = Table("In the long run", ("", "of the bet"), rows, note=LONG_RUN)
    return [Text(text), table, *meter_charts(analysis, name, won), long]


LONG_RUN = (
    "Whatever a bet feeds into a meter is paid in the end, and every award costs the house the seed of the next. So "
    "the "
    "long-run return does not turn on what the meters show today; rounding up to the dollar comes on top."
)


def long_run(analysis: Analysis, name: str, won: dict[int, Fraction]) -> list[tuple[str, str]]:
    """What the bet returns over many awards: fixed awards, shares, seeds."""
    game, stake = analysis.game, analysis.stakes[name]
    meters = sum((chance * award_dollars(meter_of(game.meters, number)) for number, chance in won.items()), Fraction(0))
    fixed = analysis.figures[name].ev + stake - meters
    shares = sum((Fraction(meter.share_cents, DOLLAR) for meter in game.meters), Fraction(0))
    seeds = sum((won[meter.number] * Fraction(meter.seed_cents, DOLLAR) for meter in game.meters), Fraction(0))
    parts = (("Fixed awards", fixed), ("Shares that feed the meters", shares), ("Seeds the house puts in", seeds))
    return [
        *((words, percent(part / stake, 4)) for words, part in parts),
        ("Returned in all", percent((fixed + shares + seeds) / stake, 4)),
    ]


def meter_of(meters: tuple[MeterState, ...], number: int) -> MeterState:
    """A meter by its number."""
    return next(meter for meter in meters if meter.number == number)


def return_with(analysis: Analysis, name: str, meter: MeterState, amount_cents: int, chance: Fraction) -> Fraction:
    """The bet's return when one meter shows another amount."""
    more = award_dollars(replace(meter, amount_cents=amount_cents)) - award_dollars(meter)
    stake = analysis.stakes[name]
    return 1 + (analysis.figures[name].ev + chance * more) / stake


def meter_charts(analysis: Analysis, name: str, won: dict[int, Fraction]) -> list[Block]:
    """The return against what a meter shows; of meters that are won equally often the first alone."""
    found: list[Block] = []
    known: set[Fraction] = set()
    for meter in analysis.game.meters:
        if won[meter.number] not in known:
            known.add(won[meter.number])
            found.append(meter_chart(analysis, name, meter, won[meter.number]))
    return found


def meter_chart(analysis: Analysis, name: str, meter: MeterState, chance: Fraction) -> Chart:
    """The return against what one meter shows."""
    even = award_dollars(meter) - analysis.figures[name].ev / chance
    top = int(max(even * DOLLAR, meter.amount_cents) * Fraction(6, 5))
    points = []
    for step in range(STEPS + 1):
        amount = top * step // STEPS
        shown = float(return_with(analysis, name, meter, amount, chance))
        points.append(charts.Point(f"meter {meter.number}, {meter.words}", amount / DOLLAR, shown))
    alt = (
        f"A line that rises from {percent(points[0].y, 1)} with an empty meter to {percent(points[-1].y, 1)}; the bet "
        "is "
        f"even where the meter pays {money(even)}."
    )
    drawn = charts.lines(points, "what the meter shows, in dollars", "return", shares=True, marks=(float(even),))
    caption = (
        f"Return of the bet against meter {meter.number} ({meter.words}), the others as they are; dashed: break-even"
    )
    return Chart(caption, alt, drawn)
