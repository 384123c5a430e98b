"""The charts of a report, as SVG.

Colours stay distinct for colour-blind readers and on a grey printer: every series also has a dash, a shape or a label
of its own. Lines and text have one exact colour, `INK`, and series those of `SERIES`, so that a page can replace them
by its own. All are design tokens, as they are on light paper.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from math import log10
from typing import Any

from pitboss.report.render import fonts, tokens

_LIGHT = tokens.values(tokens.LIGHT)
INK = _LIGHT["--text"]
SERIES = {_LIGHT[name]: name for name in (f"--series-{place}" for place in range(1, 7))}
"""The token of every colour, in the order in which series get them."""
FIRST, MARKED, *_ = SERIES
DASHES = [[1, 0], [6, 3], [2, 2], [8, 2, 2, 2], [10, 4], [1, 3]]
WIDTH = 520
ROW = 21  # The height of a bar with its gap.
LIMIT = 210  # The greatest width of a label.
MOST_GAPS = 3  # Between the labels of powers of ten.
ALIKE = 0.05  # Bars that differ by a smaller share of their length look the same.
WORDS = {"labelColor": INK, "titleColor": INK, "labelFontSize": 11, "titleFontSize": 11, "titleFontWeight": 600}
LINES = {"domainColor": INK, "tickColor": INK, "gridColor": INK, "gridOpacity": 0.13}
CONFIG: dict[str, Any] = {
    "aria": False,
    "background": None,
    "font": fonts.FAMILY,
    "view": {"stroke": None},
    "axis": {**WORDS, **LINES, "labelLimit": LIMIT, "titlePadding": 8},
    "legend": {**WORDS, "orient": "top", "columns": 3, "labelLimit": 400, "titleLimit": 400},
    "header": {"labelColor": INK, "titleColor": INK, "labelFontSize": 11, "labelFontWeight": 600},
    "text": {"color": INK, "fontSize": 11},
    "rule": {"color": INK},
}
PERCENT = "format(datum.value * 100, '.6~g') + ' %'"
SMALL = "datum.value >= 0.99 ? 'always' : '1 in ' + format(1 / datum.value, ',.0f')"


@cache
def renderer() -> Any:
    """The library that turns a chart into SVG, with our typeface registered."""
    import vl_convert

    vl_convert.register_font_directory(str(fonts.FOLDER))
    return vl_convert


def to_svg(chart: Any) -> str:
    """A chart as SVG.

    Its ids are renumbered from 0: the library counts them over the life of the process, and equal charts must be equal
    bytes.
    """
    spec = chart.to_dict()
    spec["config"] = CONFIG
    svg = renderer().vegalite_to_svg(spec)
    for number, name in enumerate(dict.fromkeys(re.findall(r'id="([^"]+)"', svg))):
        svg = re.sub(rf'(id="|#){re.escape(name)}(?=["\)])', rf"\g<1>part-{number}", svg)
    return svg


def altair() -> Any:
    """The charting library, imported when first used."""
    import altair

    return altair


def _data(rows: Sequence[dict[str, Any]]) -> Any:
    return altair().Data(values=list(rows))


def _axis_percent(alt: Any, **more: Any) -> Any:
    return alt.Axis(labelExpr=PERCENT, **more)


@dataclass(frozen=True)
class Bar:
    """One bar: its label, its length, the words at its end, and whether it is highlighted."""

    label: str
    value: float
    words: str
    marked: bool = False


def payoff_bars(bars: Sequence[Bar], axis: str) -> str:
    """Frequencies as bars on a logarithmic scale, so that rare awards are visible beside common losses."""
    alt = altair()
    floor = min(0.01, 10.0 ** -len(str(int(1 / min(bar.value for bar in bars)))))
    rows = [asdict(bar) | {"from": floor} for bar in bars]
    x = alt.X(
        "value:Q",
        scale=alt.Scale(type="log", domain=[floor, 1]),
        title=axis,
        axis=alt.Axis(labelExpr=SMALL, values=_powers(floor), labelOverlap=False),
    )
    base = alt.Chart(_data(rows)).encode(y=alt.Y("label:N", sort=None, title=None))
    bars_ = base.mark_bar(height=13, color=FIRST).encode(x=x, x2="from:Q", color=_marked(alt))
    words = base.mark_text(align="left", dx=4).encode(x=x, text="words:N")
    return to_svg((bars_ + words).properties(width=WIDTH - 200, height=ROW * len(rows)))


def _powers(floor: float) -> list[float]:
    """Powers of ten from 1 down to a floor, few enough for their labels to fit."""
    places = round(-log10(floor))
    return [10.0**-place for place in range(0, places + 1, -(-places // MOST_GAPS))]


def _marked(alt: Any) -> Any:
    return alt.condition("datum.marked", alt.value(MARKED), alt.value(FIRST))


def edges(bars: Sequence[Bar], axis: str) -> str:
    """House edges as bars from zero, the one in force highlighted; those below zero favour the player.

    Where such bars would look the same, dots on a part of the axis replace them.
    """
    alt = altair()
    rows = [asdict(bar) for bar in bars]
    least, most = min(bar.value for bar in bars), max(bar.value for bar in bars)
    if most - least < ALIKE * max(abs(least), abs(most)):
        room = (most - least) * 0.35 or abs(most) * 0.01
        scale = alt.Scale(domain=[least - room, most + room], nice=False, zero=False)
        x = alt.X("value:Q", title=axis, scale=scale, axis=_axis_percent(alt, tickCount=5))
        base = alt.Chart(_data(rows)).encode(x=x, y=alt.Y("label:N", sort=None, title=None, axis=alt.Axis(grid=True)))
        dots = base.mark_point(filled=True, size=90, opacity=1).encode(
            color=_marked(alt), shape=alt.condition("datum.marked", alt.value("diamond"), alt.value("circle"))
        )
        words = base.mark_text(align="left", dx=9).encode(text="words:N")
        return to_svg((dots + words).properties(width=WIDTH - 120, height=ROW * len(rows)))
    low, high = min(0.0, least), max(0.0, most)
    room = (high - low) * 0.22
    domain = [low - (room if low < 0 else 0), high + (room if high > 0 else 0)]
    base = alt.Chart(_data(rows)).encode(y=alt.Y("label:N", sort=None, title=None))
    x = alt.X("value:Q", title=axis, scale=alt.Scale(domain=domain, nice=False), axis=_axis_percent(alt, tickCount=6))
    edge_bars = base.mark_bar(height=13).encode(x=x, color=_marked(alt))
    right = base.transform_filter("datum.value >= 0").mark_text(align="left", dx=4).encode(x=x, text="words:N")
    left = base.transform_filter("datum.value < 0").mark_text(align="right", dx=-4).encode(x=x, text="words:N")
    zero = alt.Chart(_data([{"value": 0}])).mark_rule().encode(x=alt.X("value:Q"))
    return to_svg((edge_bars + right + left + zero).properties(width=WIDTH - 120, height=ROW * len(rows)))


@dataclass(frozen=True)
class Point:
    """One point of one line."""

    series: str
    x: float | str
    y: float


def lines(points: Sequence[Point], x_title: str, y_title: str, *, shares: bool, marks: Sequence[float] = ()) -> str:
    """Lines, each with a dash and a shape of its own, and rules at zero and at the marks."""
    alt = altair()
    names = list(dict.fromkeys(point.series for point in points))
    rows = [asdict(point) for point in points]
    steps = isinstance(points[0].x, str)
    x = (
        alt.X("x:O", sort=None, title=x_title, axis=alt.Axis(labelAngle=0, grid=False, labelOverlap="greedy"))
        if steps
        else alt.X("x:Q", title=x_title, scale=alt.Scale(zero=False, nice=False), axis=alt.Axis(tickCount=8))
    )
    y = alt.Y("y:Q", title=y_title, axis=_axis_percent(alt) if shares else alt.Axis(), scale=alt.Scale(zero=False))

    def by_series(channel: Any, **scale: Any) -> Any:
        return channel("series:N", sort=None, title=None, scale=alt.Scale(domain=names, **scale))

    colour = by_series(alt.Color, range=_cycled(list(SERIES), names))
    base = alt.Chart(_data(rows)).encode(x=x, y=y, color=colour)
    parts = base.mark_line(strokeWidth=2).encode(strokeDash=by_series(alt.StrokeDash, range=_cycled(DASHES, names)))
    if len({point.x for point in points}) <= 40:
        parts += base.mark_point(filled=True, size=42, opacity=1).encode(shape=by_series(alt.Shape))
    if min(point.y for point in points) < 0 < max(point.y for point in points):
        parts += alt.Chart(_data([{"y": 0}])).mark_rule(strokeWidth=1).encode(y="y:Q")
    if marks and not steps:
        parts += alt.Chart(_data([{"x": mark} for mark in marks])).mark_rule(strokeDash=[4, 3]).encode(x="x:Q")
    return to_svg(parts.properties(width=WIDTH - 60, height=230))


def _cycled(values: list[Any], names: Sequence[str]) -> list[Any]:
    return [values[place % len(values)] for place in range(len(names))]


@dataclass(frozen=True)
class Cell:
    """One cell of a decision map: its place, the share of hands that it shows, and its label."""

    x: str
    y: str
    share: float | None
    """None where both options are equal."""
    words: str


def decision_map(cells: Sequence[Cell], order: list[str], x_title: str, meaning: str) -> str:
    """A heat map of shares: dark where an option is always better, light where it never is."""
    alt = altair()
    rows = [asdict(cell) for cell in cells]
    columns = len({cell.x for cell in cells})
    x = alt.X("x:O", sort=None, title=x_title, axis=alt.Axis(labelAngle=0, labelOverlap="greedy"))
    y = alt.Y("y:O", sort=order, title=None)
    colour = alt.Color(
        "share:Q",
        title=meaning,
        scale=alt.Scale(domain=[0, 1], range=[_LIGHT["--ramp-low"], _LIGHT["--ramp-high"]]),
        legend=alt.Legend(format=".0%", gradientLength=160),
    )
    base = alt.Chart(_data(rows)).encode(x=x, y=y)
    squares = base.transform_filter("datum.share !== null").mark_rect(stroke=INK, strokeWidth=0.3).encode(color=colour)
    squares += base.transform_filter("datum.share === null").mark_rect(
        stroke=INK, strokeWidth=0.3, color=_LIGHT["--ramp-high-ink"]
    )
    size = 10 if columns <= 16 else 8
    words = base.mark_text(fontSize=size).encode(
        text="words:N",
        color=alt.condition(
            "datum.share > 0.5", alt.value(_LIGHT["--ramp-high-ink"]), alt.value(_LIGHT["--ramp-low-ink"])
        ),
    )
    height = max(60, 26 * len({cell.y for cell in cells}))
    return to_svg((squares + words).properties(width=WIDTH - 60, height=height))


def fan(fans: Mapping[int, Sequence[float]], shares: Sequence[float], y_title: str, expected: float) -> str:
    """The course of a session: bands between quantiles, the median, and a line of `expected` per round.

    `fans` are five quantiles of the result, the lowest first, by the number of rounds.
    """
    alt = altair()
    rows = [{"rounds": rounds, **{f"q{place}": level for place, level in enumerate(fans[rounds])}} for rounds in fans]
    base = alt.Chart(_data(rows)).encode(x=alt.X("rounds:Q", title="rounds", scale=alt.Scale(nice=False)))
    wide = base.mark_area(color=FIRST, opacity=0.25).encode(y=alt.Y("q0:Q", title=y_title), y2="q4:Q")
    middle = base.mark_area(color=FIRST, opacity=0.45).encode(y="q1:Q", y2="q3:Q")
    median = base.mark_line(color=INK, strokeWidth=2).encode(y="q2:Q")
    last, levels = list(fans.items())[-1]
    mean = alt.Chart(_data([{"rounds": 0, "y": 0}, {"rounds": last, "y": expected * last}]))
    straight = mean.mark_line(color=MARKED, strokeDash=[6, 3], strokeWidth=2).encode(x="rounds:Q", y="y:Q")
    names = [f"{share:.0%} end here or below".replace("%", " %") for share in reversed(shares)]
    places = _apart(list(reversed(levels)), gap=(levels[4] - levels[0]) / 13 or 1.0)
    ends = [{"rounds": last, "y": place, "words": words} for place, words in zip(places, names, strict=True)]
    labels = (
        alt.Chart(_data(ends)).mark_text(align="left", dx=5, fontSize=10).encode(x="rounds:Q", y="y:Q", text="words:N")
    )
    return to_svg((wide + middle + median + straight + labels).properties(width=WIDTH - 150, height=240))


def _apart(levels: list[float], gap: float) -> list[float]:
    """Levels from the highest down, moved apart so that their labels do not touch; the middle one stays."""
    middle = len(levels) // 2
    found = list(levels)
    for place in range(middle - 1, -1, -1):
        found[place] = max(found[place], found[place + 1] + gap)
    for place in range(middle + 1, len(found)):
        found[place] = min(found[place], found[place - 1] - gap)
    return found


@dataclass(frozen=True)
class Bin:
    """An interval of results, the share of sessions that end in it, and the share that a normal curve gives."""

    low: float
    high: float
    share: float
    normal: float


def session_bins(bins: Sequence[Bin], x_title: str) -> str:
    """The distribution of a session's result as a histogram, with a normal curve as a dashed line."""
    alt = altair()
    rows = [{**asdict(each), "middle": (each.low + each.high) / 2} for each in bins]
    base = alt.Chart(_data(rows))
    x = alt.X("low:Q", title=x_title, scale=alt.Scale(nice=False, domain=[bins[0].low, bins[-1].high]))
    y = alt.Y("share:Q", title="share of sessions", axis=_axis_percent(alt))
    bars = base.mark_rect(color=FIRST, opacity=0.75).encode(x=x, x2="high:Q", y=y, y2=alt.datum(0))
    curve = base.mark_line(color=INK, strokeDash=[5, 3], strokeWidth=1.5).encode(
        x=alt.X("middle:Q"), y=alt.Y("normal:Q")
    )
    return to_svg((bars + curve).properties(width=WIDTH - 60, height=170))
