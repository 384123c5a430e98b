"""The chart of the house's win over many rounds, on which a table's own result is marked."""

from fractions import Fraction

from pitboss.core.meters import DOLLAR
from pitboss.report.document import Block, Chart, Section, Text
from pitboss.report.format import decimal, money, percent, whole_money
from pitboss.report.mixes import BANDS, HouseWin
from pitboss.report.operating import CHART_ROUNDS, Operating, Verdict
from pitboss.report.render import operator_chart

POINTS = 24
RAREST = 1e-6
HOW = (
    "To see a table's own result here, give it to the report: --actual rounds=5000,win=1250, and where they differ "
    "seats=3, stake=25 and bets=NAME+NAME. The win is the house's; a loss is negative."
)


def actual_section(operating: Operating) -> Section:
    """The chart, and the words on an actual result where there is one."""
    verdict = operating.verdict
    blocks: list[Block] = []
    if verdict is None:
        seats = min(operating.subject.assumed.seats, operating.seats[-1])
        blocks = [Text(HOW), win_chart(operating.base, seats, CHART_ROUNDS, None)]
    else:
        actual = verdict.actual
        blocks = [
            Text(verdict_words(verdict, operating.pairs is not None)),
            win_chart(verdict.win, actual.seats, actual.rounds, verdict),
        ]
    return Section("A table's own result", tuple(blocks))


def verdict_words(verdict: Verdict, shared: bool) -> str:
    """Where an actual result lies: its distance from the expected one, its percentile, and what that means.

    `shared` is whether the covariance of seats is known.
    """
    actual, win = verdict.actual, verdict.win
    seats = "one seat" if actual.seats == 1 else f"{actual.seats} seats"
    won = Fraction(actual.win_cents, DOLLAR)
    result = f"won {money(won)}" if won >= 0 else f"lost {money(-won)}"
    low, high = win.band("95 %", actual.seats, actual.rounds)
    side = "above" if verdict.z >= 0 else "below"
    far = f"z = {decimal(verdict.z, 2)}, {decimal(abs(verdict.z), 2)} standard deviations {side} the expected win"
    share = percent(verdict.at_most if verdict.z < 0 else verdict.at_least, 2)
    way = "little or less" if verdict.z < 0 else "much or more"
    rarity = f"in {share} of fairly dealt stretches the house wins as {way}"
    exact = ""
    if actual.seats > 1 and win.simulated:
        exact = " The standard deviation rests on a simulated covariance of seats."
    if actual.seats > 1 and not shared:
        exact = " Seats are taken to be independent here, because their covariance is not computed."
    return (
        f"**The house {result} in {actual.rounds:,} rounds with {seats}** that bet {money(win.mix.first)} each "
        f"({win.mix.title}). Expected: {money(win.mean(actual.seats, actual.rounds))}, standard deviation "
        f"{money(win.deviation(actual.seats, actual.rounds))}, 95 % band {money(low)} to {money(high)}. The result is "
        f"{far}; it is {percentile(verdict.at_most)}: {rarity}. {meaning(verdict)}{exact}"
    )


def percentile(share: float) -> str:
    """`at the 42nd percentile`, `below the 1st percentile`."""
    number = round(100 * share)
    if not 1 <= number <= 99:
        return "below the 1st percentile" if number < 1 else "above the 99th percentile"
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"at the {number}{ending} percentile"


def meaning(verdict: Verdict) -> str:
    """What an operator makes of a result."""
    if verdict.outside is None:
        return "It lies inside the 95 % band: chance explains it."
    chance = 2 * min(verdict.at_most, verdict.at_least)
    rare = (
        f"about one stretch of {1 / chance:,.0f}" if chance > RAREST else f"less than one stretch of {1 / RAREST:,.0f}"
    )
    words = f"It lies outside the {verdict.outside} band: chance alone goes so far, to either side, in {rare}."
    if verdict.outside == "95 %":
        return f"{words} Watch the table."
    return (
        f"{words} Check the recorded rounds and stakes, the pay tables in force, and the play; a second such result is "
        "a reason to investigate."
    )


def win_chart(win: HouseWin, seats: int, rounds: int, verdict: Verdict | None) -> Chart:
    """Bands of the house's win that widen with the rounds, and the actual result as a point."""
    # Closer together at first, where the bands bend most.
    counts = sorted({max(1, round(rounds * (step / POINTS) ** 2)) for step in range(1, POINTS + 1)})
    levels = [
        operator_chart.Level(
            count,
            float(win.mean(seats, count)),
            *(float(end) for band in BANDS for end in win.band(band, seats, count)),
        )
        for count in counts
    ]
    won = verdict.actual.win_cents / DOLLAR if verdict else None
    last = levels[-1]
    seats_words = "one seat" if seats == 1 else f"{seats} seats"
    alt = (
        f"{win.mix.title}, {seats_words}: the house's win over {rounds:,} rounds. At the end the expected win is "
        f"{whole_money(last.expected)}, the 95 % band goes from {whole_money(last.low_95)} to "
        f"{whole_money(last.high_95)} and the 99 % band from {whole_money(last.low_99)} to {whole_money(last.high_99)}."
    )
    if verdict:
        alt += f" A mark shows the actual win, {whole_money(won or 0)}."
    caption = (
        f"{win.mix.title}, {seats_words}: house win by rounds. Inner band: 95 % of stretches; outer band: 99 %; dashed "
        f"line: the expected win{'; diamond: the actual result' if verdict else ''}"
    )
    return Chart(caption, alt, *operator_chart.win_bands(levels, won))
