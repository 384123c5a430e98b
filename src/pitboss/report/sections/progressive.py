"""A bet that is paid from progressive meters: its return by what they show, and where it breaks even."""

from dataclasses import replace
from fractions import Fraction

from pitboss.core.meters import DOLLAR, MeterState
from pitboss.core.stakes import pays_meters
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.figures import break_even, first_meter, meter_chances
from pitboss.maths.tally.tally import award_dollars, outcome_rows
from pitboss.report.document import Block, Chart, DataTable, Section, Text
from pitboss.report.format import all_of, entry_title, money, one_in, percent
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


def chances_of(analysis: Analysis, name: str) -> dict[int, Fraction]:
    """The probability that a bet wins each meter, by number."""
    return meter_chances(outcome_rows(analysis.game, analysis.tally, name, analysis.stakes))


def progressive_blocks(label: str, analysis: Analysis, name: str) -> list[Block]:
    """The figures of the bet and its meters, charts of its return, and what it returns in the long run."""
    won, stake = chances_of(analysis, name), analysis.stakes[name]
    text = (
        f"{entry_title(analysis.game, name)} costs {money(stake)} and returns "
        f"{percent(1 + analysis.figures[name].ev / stake, 4)} with the meters as set. A bet adds its share to a meter "
        "before the meter pays, and an award is rounded up to a whole dollar. "
        "Seeds and shares are those of the game's example meters."
    )
    if label:
        text = f"These figures are for {label}; as the game is set, a fixed table pays this bet. {text}"
    parts = long_run(analysis, name)
    rows = [(words, percent(part / stake, 4)) for words, part in parts.items()]
    rows.append(("Total return", percent(sum(parts.values(), Fraction(0)) / stake, 4)))
    long = DataTable("In the long run", ("", "share of the bet"), tuple(rows), note=LONG_RUN, total=True)
    return [Text(text), meters_table(analysis, name, won), *meter_charts(analysis, name, won), long]


def meters_table(analysis: Analysis, name: str, won: dict[int, Fraction]) -> DataTable:
    """Every meter: what it shows, how often it is won, what it returns, and where the bet breaks even."""
    stake, rows = analysis.stakes[name], []
    for meter in analysis.game.meters:
        chance = won[meter.number]
        even = break_even(meter, chance, analysis.figures[name].ev)
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
    head = ("meter", "shows", "added by a bet", "won 1 in", "value of a dollar on it", "return", "breaks even at")
    note = "Breaks even at: the least that meter must show for the bet not to lose on average, the others as set."
    return DataTable("The meters", head, tuple(rows), note=note)


LONG_RUN = (
    "Every share that a bet adds to a meter is paid out in the end, and after each award the house pays the next seed. "
    "So the long-run return does not depend on what the meters show today. Rounding awards up to the dollar adds to it."
)


def long_run(analysis: Analysis, name: str) -> dict[str, Fraction]:
    """The parts of what the bet returns over many awards, in dollars."""
    game, stake, won = analysis.game, analysis.stakes[name], chances_of(analysis, name)
    meters = sum((won[meter.number] * award_dollars(meter) for meter in game.meters), Fraction(0))
    return {
        "Fixed awards": analysis.figures[name].ev + stake - meters,
        "Shares added to the meters": sum((Fraction(meter.share_cents, DOLLAR) for meter in game.meters), Fraction(0)),
        "Seeds paid by the house": sum(
            (won[meter.number] * Fraction(meter.seed_cents, DOLLAR) for meter in game.meters), Fraction(0)
        ),
    }


def long_run_edge(analysis: Analysis, name: str) -> Fraction:
    """The house's long-run hold on the bet over many awards, in dollars per round."""
    return analysis.stakes[name] - sum(long_run(analysis, name).values(), Fraction(0))


def return_with(analysis: Analysis, name: str, meter: MeterState, amount_cents: int, chance: Fraction) -> Fraction:
    """The bet's return when one meter shows another amount."""
    more = award_dollars(replace(meter, amount_cents=amount_cents)) - award_dollars(meter)
    stake = analysis.stakes[name]
    return 1 + (analysis.figures[name].ev + chance * more) / stake


def meter_charts(analysis: Analysis, name: str, won: dict[int, Fraction]) -> list[Block]:
    """Charts of the return by what a meter shows; meters that are won equally often share one."""
    groups: dict[Fraction, list[MeterState]] = {}
    for meter in analysis.game.meters:
        groups.setdefault(won[meter.number], []).append(meter)
    return [meter_chart(analysis, name, meters, chance) for chance, meters in groups.items()]


def meter_chart(analysis: Analysis, name: str, meters: list[MeterState], chance: Fraction) -> Chart:
    """A line for each of some meters: the return of the bet by what that meter alone shows."""
    evens = {meter.number: break_even(meter, chance, analysis.figures[name].ev) for meter in meters}
    top = int(max(0, *evens.values(), *(Fraction(meter.amount_cents, DOLLAR) for meter in meters)) * Fraction(6, 5))
    points = []
    for meter in meters:
        for step in range(STEPS + 1):
            amount = DOLLAR * top * step // STEPS
            shown = float(return_with(analysis, name, meter, amount, chance))
            points.append(charts.Point(f"meter {meter.number}, {meter.words}", amount / DOLLAR, shown))
    where = [
        f"with meter {number} the bet breaks even at an award of {money(even)}"
        if even > 0
        else f"with meter {number} the bet favours the player at any amount"
        for number, even in evens.items()
    ]
    alt = (
        f"Lines that rise from {percent(points[0].y, 1)} with an empty meter to {percent(points[STEPS].y, 1)}; "
        f"{'; '.join(where)}."
    )
    marks = sorted({float(even) for even in evens.values() if even > 0})
    drawn = charts.lines(points, "amount on the meter, in dollars", "return", shares=True, marks=marks)
    numbers = all_of(str(meter.number) for meter in meters)
    which = f"meter {numbers}" if len(meters) == 1 else f"one of meters {numbers}"
    return Chart(f"Return of the bet by the amount on {which}, the others as set; dashed: break-even", alt, drawn)
