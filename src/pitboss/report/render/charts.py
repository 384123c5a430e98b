"""The charts of a report, as SVG, each in two widths: for a screen and for print, and for a phone.

Colours stay distinct for colour-blind readers and on a grey printer: every series also has a dash, a shape or a label
of its own. Lines and text have one exact colour, `INK`, and series those of `SERIES`, so that a page can replace them
by its own. All are design tokens, as they are on light paper.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from math import ceil
from typing import Any, NamedTuple

from pitboss.report.render import fonts, tokens
from pitboss.report.render.widths import width, wrapped

_LIGHT = tokens.values(tokens.LIGHT)
INK = _LIGHT["--text"]
SERIES = {_LIGHT[name]: name for name in (f"--series-{place}" for place in range(1, 7))}
"""The token of every colour, in the order in which series get them."""
FIRST, MARKED, *_ = SERIES
DASHES = [[1, 0], [6, 3], [2, 2], [8, 2, 2, 2], [10, 4], [1, 3]]
WIDE, NARROW = 620, 350
"""The width of a chart in pixels, axes included: on a screen or in print, and on a phone."""
SIZE = 11  # Of letters, in pixels; print shows four fifths of them as points.
WORDS = {"labelColor": INK, "titleColor": INK, "labelFontSize": SIZE, "titleFontSize": SIZE, "titleFontWeight": 600}
LINES = {"domainColor": INK, "tickColor": INK, "gridColor": INK, "gridOpacity": 0.13}
CONFIG: dict[str, Any] = {
    "aria": False,
    "background": None,
    "font": fonts.FAMILY,
    "view": {"stroke": None},
    "axis": {**WORDS, **LINES, "labelLimit": 210, "titlePadding": 8, "labelOverlap": "greedy", "labelSeparation": 6},
    "legend": {**WORDS, "orient": "top", "labelLimit": 560, "titleLimit": 340, "columnPadding": 16, "rowPadding": 4},
    "text": {"color": INK, "fontSize": SIZE},
    "rule": {"color": INK},
}
PERCENT = "format(datum.value * 100, '.6~g') + ' %'"
LONG = 80
"""Pixels of the longest name of a step that still stands below a chart."""
LABELS = 0.4  # The largest share of a chart that names beside it take.
IN_LINES = "split(datum.label, '\\n')"
"""Draws a name in its lines."""
SYMBOL = 42  # Pixels that a legend needs for an entry besides its words.


class Drawing(NamedTuple):
    """A chart as SVG in two widths."""

    wide: str
    narrow: str


@cache
def renderer() -> Any:
    """The library that turns a chart into SVG, with our typeface registered."""
    import vl_convert

    vl_convert.register_font_directory(str(fonts.FOLDER))
    return vl_convert


def to_svg(chart: Any, wide: int = WIDE, right: int = 5) -> str:
    """A chart as SVG of this width, labels behind the last point included; `right` is the space behind them.

    Its ids are renumbered from 0: the library counts them over the life of the process, and equal charts must be equal
    bytes.
    """
    spec = chart.properties(width=wide).to_dict()
    spec |= {"config": CONFIG, "autosize": {"type": "fit", "contains": "padding"}}
    spec["padding"] = {"left": 5, "top": 5, "bottom": 5, "right": right}
    svg = renderer().vegalite_to_svg(spec)
    for number, name in enumerate(dict.fromkeys(re.findall(r'id="([^"]+)"', svg))):
        svg = re.sub(rf'(id="|#){re.escape(name)}(?=["\)])', rf"\g<1>part-{number}", svg)
    return svg


def in_both(chart: Callable[[int], Any], right: int = 5) -> Drawing:
    """A chart that is built for a width, in both widths."""
    return Drawing(*(to_svg(chart(wide), wide, right) for wide in (WIDE, NARROW)))


def altair() -> Any:
    """The charting library, imported when first used."""
    import altair

    return altair


def _data(rows: Sequence[dict[str, Any]]) -> Any:
    return altair().Data(values=list(rows))


def _axis_percent(alt: Any, **more: Any) -> Any:
    return alt.Axis(labelExpr=PERCENT, **more)


def _axis_steps(alt: Any, names: Sequence[str], room: float) -> Any:
    """An axis of named steps, of which as many have their label, at equal distances, as fit into the room."""
    steps = list(dict.fromkeys(names))
    every = ceil(len(steps) * (_widest(steps) + 8) / room)
    return alt.Axis(labelAngle=0, grid=False, labelOverlap=False, values=steps[::every])


def _in_lines(name: str, most: float) -> str:
    """A name of a step, in lines that are no wider."""
    return "\n".join(wrapped(name, SIZE, most))


def _widest(names: Sequence[str]) -> float:
    return max(width(each, SIZE) for each in names)


@dataclass(frozen=True)
class Point:
    """One point of one line; points of one series with different `part` are not joined."""

    series: str
    x: float | str
    y: float
    part: str = ""


def lines(points: Sequence[Point], x_title: str, y_title: str, *, shares: bool, marks: Sequence[float] = ()) -> Drawing:
    """Lines, each with a dash and a shape of its own, and rules at zero and at the marks; equal lines are one."""
    drawn = merged(points)
    return in_both(lambda wide: _lines(drawn, x_title, y_title, shares, marks, wide))


def merged(points: Sequence[Point]) -> list[Point]:
    """Points in which series that are equal everywhere are one, named after all of them."""
    by_series: dict[str, list[tuple[float | str, float, str]]] = {}
    for point in points:
        by_series.setdefault(point.series, []).append((point.x, point.y, point.part))
    names: dict[tuple[tuple[float | str, float, str], ...], list[str]] = {}
    for series, own in by_series.items():
        names.setdefault(tuple(own), []).append(series)
    return [Point("; ".join(series), x, y, part) for own, series in names.items() for x, y, part in own]


def _lines(points: list[Point], x_title: str, y_title: str, shares: bool, marks: Sequence[float], wide: int) -> Any:
    alt = altair()
    names = list(dict.fromkeys(point.series for point in points))
    steps = isinstance(points[0].x, str)
    if steps and _widest([str(point.x) for point in points]) > LONG:
        return _turned(points, names, y_title, wide)
    x = (
        alt.X("x:O", sort=None, title=x_title, axis=_axis_steps(alt, [str(point.x) for point in points], wide - 80))
        if steps
        else alt.X("x:Q", title=x_title, scale=alt.Scale(zero=False, nice=False), axis=alt.Axis(tickCount=wide // 90))
    )
    y = alt.Y("y:Q", title=y_title, axis=_axis_percent(alt) if shares else alt.Axis(), scale=alt.Scale(zero=False))
    by_series, rows = _series(names, wide)
    colour = by_series(alt.Color, range=_cycled(list(SERIES), names))
    base = alt.Chart(_data([asdict(point) for point in points])).encode(x=x, y=y, color=colour)
    parts = base.mark_line(strokeWidth=2).encode(
        strokeDash=by_series(alt.StrokeDash, range=_cycled(DASHES, names)), detail="part:N"
    )
    if len({point.x for point in points}) <= 40:
        parts += base.mark_point(filled=True, size=42, opacity=1).encode(shape=by_series(alt.Shape))
    if min(point.y for point in points) < 0 < max(point.y for point in points):
        parts += alt.Chart(_data([{"y": 0}])).mark_rule(strokeWidth=1).encode(y="y:Q")
    if marks and not steps:
        parts += alt.Chart(_data([{"x": mark} for mark in marks])).mark_rule(strokeDash=[4, 3]).encode(x="x:Q")
    return parts.properties(height=270 + 17 * rows)


def _series(names: Sequence[str], wide: int) -> tuple[Callable[..., Any], int]:
    """A function that tells a channel apart by series, and the rows that their legend takes."""
    alt = altair()
    columns = max(1, int((wide - 70) / (_widest(names) + SYMBOL)))
    legend = alt.Legend(columns=columns) if len(names) > 1 else None

    def by_series(channel: Any, **scale: Any) -> Any:
        return channel("series:N", sort=None, title=None, scale=alt.Scale(domain=names, **scale), legend=legend)

    return by_series, -(-len(names) // columns) if len(names) > 1 else 0


def _turned(points: list[Point], names: list[str], title: str, wide: int) -> Any:
    """A mark for each series beside each named step, one below the other, so that long names stand in full."""
    alt = altair()
    named = {str(point.x): _in_lines(str(point.x), LABELS * wide) for point in points}
    rows = [{**asdict(point), "x": named[str(point.x)]} for point in points]
    label = alt.Axis(labelExpr=IN_LINES, labelLimit=0, labelPadding=9, grid=True, ticks=False)
    step = 12 + 14 * max(each.count("\n") + 1 for each in named.values())
    by_series, legend_rows = _series(names, wide)
    base = alt.Chart(_data(rows)).encode(
        x=alt.X("y:Q", title=title, axis=alt.Axis(tickCount=wide // 90)),
        y=alt.Y("x:O", sort=None, title=None, axis=label),
        color=by_series(alt.Color, range=_cycled(list(SERIES), names)),
        shape=by_series(alt.Shape),
    )
    drawn = base.mark_point(filled=True, size=52, opacity=1)
    drawn += alt.Chart(_data([{"y": 0}])).mark_rule(strokeWidth=1).encode(x="y:Q")
    return drawn.properties(height=step * len(named) + 60 + 17 * legend_rows)


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


def decision_map(cells: Sequence[Cell], order: list[str], x_title: str, meaning: str) -> Drawing:
    """A heat map of shares: dark where an option is always better, light where it never is.

    Cells have their label where it fits; on a phone the colour alone tells the share. Steps with long names are rows.
    """
    steps = list(dict.fromkeys(cell.x for cell in cells))
    if _widest(steps) > LONG:
        turned = [Cell(cell.y, cell.x, cell.share, cell.words) for cell in cells]
        return in_both(lambda wide: _map(turned, steps, "", meaning, wide, order))
    return in_both(lambda wide: _map(cells, order, x_title, meaning, wide))


def _map(
    cells: Sequence[Cell], order: list[str], x_title: str, meaning: str, wide: int, named: Sequence[str] = ()
) -> Any:
    """`named` are the columns, where each has a name that may take several lines."""
    alt = altair()
    room = wide - min(_widest(order), LABELS * wide) - 40
    rows = [asdict(cell) for cell in cells]
    if named:
        columns = [_in_lines(name, room / len(named) - 8) for name in named]
        rows = [{**row, "x": columns[named.index(row["x"])]} for row in rows]
        axis = alt.Axis(labelAngle=0, grid=False, labelOverlap=False, labelLimit=0, labelExpr=IN_LINES)
        x = alt.X("x:O", sort=columns, title=None, axis=axis)
    else:
        x = alt.X("x:O", sort=None, title=x_title or None, axis=_axis_steps(alt, [cell.x for cell in cells], room))
    y_names = [_in_lines(name, LABELS * wide) for name in order]
    rows = [{**row, "y": y_names[order.index(row["y"])]} for row in rows]
    y = alt.Y("y:O", sort=y_names, title=None, axis=alt.Axis(labelExpr=IN_LINES, labelLimit=0, labelOverlap=False))
    high = 12 + 14 * max(each.count("\n") + 1 for each in y_names)
    colour = alt.Color(
        "share:Q",
        title=meaning,
        scale=alt.Scale(domain=[0, 1], range=[_LIGHT["--ramp-low"], _LIGHT["--ramp-high"]]),
        legend=alt.Legend(format=".0%", gradientLength=160),
    )
    base = alt.Chart(_data(rows)).encode(x=x, y=y)
    drawn = base.transform_filter("datum.share !== null").mark_rect(stroke=INK, strokeWidth=0.3).encode(color=colour)
    drawn += base.transform_filter("datum.share === null").mark_rect(
        stroke=INK, strokeWidth=0.3, color=_LIGHT["--ramp-high-ink"]
    )
    if max(width(cell.words, SIZE) for cell in cells) + 4 < room / len({cell.x for cell in cells}):
        drawn += base.mark_text().encode(
            text="words:N",
            color=alt.condition(
                "datum.share > 0.5", alt.value(_LIGHT["--ramp-high-ink"]), alt.value(_LIGHT["--ramp-low-ink"])
            ),
        )
    return drawn.properties(height=max(60, high * len(order)) + 100)


def fan(fans: Mapping[int, Sequence[float]], names: Sequence[str], y_title: str, expected: float) -> Drawing:
    """The course of a session: bands between quantiles, the median, and a line of `expected` per round.

    `fans` are five quantiles of the result, the lowest first, by the number of rounds; `names` label them at the end.
    """
    return in_both(lambda wide: _fan(fans, names, y_title, expected, 5 if wide == WIDE else 2), right=8)


def _fan(fans: Mapping[int, Sequence[float]], names: Sequence[str], y_title: str, expected: float, gaps: int) -> Any:
    alt = altair()
    rows = [{"rounds": rounds, **{f"q{place}": level for place, level in enumerate(fans[rounds])}} for rounds in fans]
    last, levels = list(fans.items())[-1]
    x = alt.X(
        "rounds:Q",
        title="rounds",
        scale=alt.Scale(nice=False),
        axis=alt.Axis(values=[last * n / gaps for n in range(gaps + 1)]),
    )
    base = alt.Chart(_data(rows)).encode(x=x)
    wide = base.mark_area(color=FIRST, opacity=0.25).encode(y=alt.Y("q0:Q", title=y_title), y2="q4:Q")
    middle = base.mark_area(color=FIRST, opacity=0.45).encode(y="q1:Q", y2="q3:Q")
    median = base.mark_line(color=INK, strokeWidth=2).encode(y="q2:Q")
    mean = alt.Chart(_data([{"rounds": 0, "y": 0}, {"rounds": last, "y": expected * last}]))
    straight = mean.mark_line(color=MARKED, strokeDash=[6, 3], strokeWidth=2).encode(x="rounds:Q", y="y:Q")
    places = _apart(list(reversed(levels)), gap=(max(levels[4], 0) - min(levels[0], 0)) / 13 or 1.0)
    ends = [{"rounds": last, "y": place, "words": words} for place, words in zip(places, reversed(names), strict=True)]
    labels = alt.Chart(_data(ends)).mark_text(align="left", dx=5).encode(x="rounds:Q", y="y:Q", text="words:N")
    return (wide + middle + median + straight + labels).properties(height=280)


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


def session_bins(bins: Sequence[Bin], x_title: str) -> Drawing:
    """The distribution of a session's result as a histogram, with a normal curve as a dashed line."""
    return in_both(lambda wide: _bins(bins, x_title, wide), right=20)


def _bins(bins: Sequence[Bin], x_title: str, wide: int) -> Any:
    alt = altair()
    rows = [{**asdict(each), "middle": (each.low + each.high) / 2} for each in bins]
    base = alt.Chart(_data(rows))
    scale = alt.Scale(nice=False, domain=[bins[0].low, bins[-1].high])
    x = alt.X("low:Q", title=x_title, scale=scale, axis=alt.Axis(tickCount=wide // 70))
    y = alt.Y("share:Q", title="share of sessions", axis=_axis_percent(alt))
    bars = base.mark_rect(color=FIRST, opacity=0.75).encode(x=x, x2="high:Q", y=y, y2=alt.datum(0))
    curve = base.mark_line(color=INK, strokeDash=[5, 3], strokeWidth=1.5).encode(
        x=alt.X("middle:Q"), y=alt.Y("normal:Q")
    )
    return (bars + curve).properties(height=220)
