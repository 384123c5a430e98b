"""The operator's chart: bands of the house's win that widen with the rounds, and a mark for an actual result."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pitboss.report.render.charts import FIRST, INK, MARKED, WIDE, Drawing, altair, in_both

HEIGHT = 280


@dataclass(frozen=True)
class Level:
    """The house's win after some rounds: what is expected, and the ends of its bands."""

    rounds: int
    expected: float
    low_95: float
    high_95: float
    low_99: float
    high_99: float


def win_bands(levels: Sequence[Level], actual: float | None) -> Drawing:
    """The bands from the first round to the last, and the actual win after the last."""
    return in_both(lambda wide: _bands(levels, actual, 5 if wide == WIDE else 2), right=20)


def _bands(levels: Sequence[Level], actual: float | None, gaps: int) -> Any:
    alt = altair()
    rows = [asdict(each) for each in (Level(0, 0, 0, 0, 0, 0), *levels)]
    last = levels[-1].rounds
    room = last * 1.03  # The mark at the end is not cut.
    steps = [round(last * step / gaps) for step in range(gaps + 1)]
    x = alt.X(
        "rounds:Q",
        title="rounds",
        scale=alt.Scale(domain=[0, room], nice=False),
        axis=alt.Axis(values=steps, format=",.0f"),
    )
    base = alt.Chart(alt.Data(values=rows)).encode(x=x)
    outer = base.mark_area(color=FIRST, opacity=0.25).encode(
        y=alt.Y("low_99:Q", title="house win, dollars", axis=alt.Axis(format="$,.2~f", tickCount=6)), y2="high_99:Q"
    )
    inner = base.mark_area(color=FIRST, opacity=0.45).encode(y="low_95:Q", y2="high_95:Q")
    expected = base.mark_line(color=INK, strokeDash=[6, 3], strokeWidth=2).encode(y="expected:Q")
    drawn = outer + inner + expected
    if actual is not None:
        point = alt.Chart(alt.Data(values=[{"rounds": last, "win": actual}]))
        mark = point.mark_point(shape="diamond", filled=True, size=140, color=MARKED, opacity=1, stroke=INK)
        drawn = drawn + mark.encode(x=x, y="win:Q")
    return drawn.properties(height=HEIGHT)
