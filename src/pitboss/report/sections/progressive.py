"""A bet that is paid from progressive meters: its return against what they show, and where it breaks even."""

from dataclasses import replace
from fractions import Fraction

from pitboss.core.meters import DOLLAR, MeterState
from pitboss.core.pays import Meter
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.figures import break_even, first_meter
from pitboss.maths.tally.tally import award_dollars, outcome_rows
from pitboss.report.document import Block, Chart, Section, Table, Text
from pitboss.report.format import entry_title, listed, money, one_in, percent
from pitboss.report.render import charts
from pitboss.report.subject import Subject, pays_meter

STEPS = 24  # Points of a line.


def progressive(subject: Subject) -> Section | None:
    """The progressive, as set or set otherwise; None for a game that has none."""
    if subject.progressive is None:
        return None
    label, analysis = subject.progressive
    name = next(wager.name for wager in analysis.game.wagers if pays_meter(wager))
    return Section("The progressive", tuple(blocks(label, analysis, name)))


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
        even = break_even(meter, chance, ev)
        rows.append(
            (
                f"{meter.number}, {meter.words}",
                money(Fraction(meter.amount_cents, DOLLAR)),
                money(Fraction(meter.share_cents, DOLLAR)),
                one_in(chance),
                f"{float(100 * chance):.6f} ¢",
                percent(chance * award_dollars(meter) / stake, 4),
                money(Fraction(first_meter(meter, even), DOLLAR)) if even > 0 else "any amount",
            )
        )
    head = ("meter", "shows", "fed by a bet", "won 1 in", "a dollar on it is worth", "returns", "breaks even at")
    table = Table(
        "The meters", head, tuple(rows), note="Breaks even: what that meter must show, the others as they are."
    )
    parts = long_run(analysis, name)
    rows = [(words, percent(part / stake, 4)) for words, part in parts.items()]
    rows.append(("Returned in all", percent(sum(parts.values(), Fraction(0)) / stake, 4)))
    long = Table("In the long run", ("", "of the bet"), tuple(rows), note=LONG_RUN, total=True)
    return [Text(text), table, *meter_charts(analysis, name, won), long]


LONG_RUN = (
    "Whatever a bet feeds into a meter is paid in the end, and every award costs the house the seed of the next. So "
    "the "
    "long-run return does not turn on what the meters show today; rounding up to the dollar comes on top."
)


def long_run(analysis: Analysis, name: str) -> dict[str, Fraction]:
    """What the bet returns over many awards, in dollars: fixed awards, shares, seeds."""
    game, stake, won = analysis.game, analysis.stakes[name], chances(analysis, name)
    meters = sum((chance * award_dollars(meter_of(game.meters, number)) for number, chance in won.items()), Fraction(0))
    return {
        "Fixed awards": analysis.figures[name].ev + stake - meters,
        "Shares that feed the meters": sum((Fraction(meter.share_cents, DOLLAR) for meter in game.meters), Fraction(0)),
        "Seeds the house puts in": sum(
            (won[meter.number] * Fraction(meter.seed_cents, DOLLAR) for meter in game.meters), Fraction(0)
        ),
    }


def long_run_edge(analysis: Analysis, name: str) -> Fraction:
    """What the house keeps of the bet over many awards, in dollars a round."""
    return analysis.stakes[name] - sum(long_run(analysis, name).values(), Fraction(0))


def meter_of(meters: tuple[MeterState, ...], number: int) -> MeterState:
    """A meter by its number."""
    return next(meter for meter in meters if meter.number == number)


def return_with(analysis: Analysis, name: str, meter: MeterState, amount_cents: int, chance: Fraction) -> Fraction:
    """The bet's return when one meter shows another amount."""
    more = award_dollars(replace(meter, amount_cents=amount_cents)) - award_dollars(meter)
    stake = analysis.stakes[name]
    return 1 + (analysis.figures[name].ev + chance * more) / stake


def meter_charts(analysis: Analysis, name: str, won: dict[int, Fraction]) -> list[Block]:
    """The return against what a meter shows; meters that are won equally often on one chart."""
    groups: dict[Fraction, list[MeterState]] = {}
    for meter in analysis.game.meters:
        groups.setdefault(won[meter.number], []).append(meter)
    return [meter_chart(analysis, name, meters, chance) for chance, meters in groups.items()]


def meter_chart(analysis: Analysis, name: str, meters: list[MeterState], chance: Fraction) -> Chart:
    """The return against what some meters show, each by itself."""
    evens = {meter.number: break_even(meter, chance, analysis.figures[name].ev) for meter in meters}
    top = int(max(0, *evens.values(), *(Fraction(meter.amount_cents, DOLLAR) for meter in meters)) * Fraction(6, 5))
    points = []
    for meter in meters:
        for step in range(STEPS + 1):
            amount = DOLLAR * top * step // STEPS
            shown = float(return_with(analysis, name, meter, amount, chance))
            points.append(charts.Point(f"meter {meter.number}, {meter.words}", amount / DOLLAR, shown))
    where = [
        f"meter {number} is even where it pays {money(even)}"
        if even > 0
        else f"meter {number} favours the player anyway"
        for number, even in evens.items()
    ]
    alt = (
        f"Lines that rise from {percent(points[0].y, 1)} with an empty meter to {percent(points[STEPS].y, 1)}: "
        f"{'; '.join(where)}."
    )
    marks = sorted({float(even) for even in evens.values() if even > 0})
    drawn = charts.lines(points, "what the meter shows, in dollars", "return", shares=True, marks=marks)
    numbers = listed([str(meter.number) for meter in meters])
    one = f"meter {numbers}" if len(meters) == 1 else f"meters {numbers}, each by itself"
    return Chart(f"Return of the bet against {one}, the others as they are; dashed: break-even", alt, drawn)
