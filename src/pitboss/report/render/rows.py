"""Bars in rows, as SVG: a label, a bar on a linear scale from zero, and its value in words behind it.

Text is measured before it is placed, so that no label is cut and none touches another. On a phone, the label stands
above its bar.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from pitboss.report.render import fonts
from pitboss.report.render.charts import FIRST, INK, MARKED, NARROW, SERIES, WIDE, Drawing
from pitboss.report.render.widths import width, wrapped

SIZE = 12  # Of letters, in pixels.
LINE = 16  # The height of a line of text.
BAR = 13
GAP = 8  # Between a label, its bar and the value; also the space between rows.
LABELS = 0.42  # The largest share of a wide chart that labels take.
TOTAL = list(SERIES)[2]


@dataclass(frozen=True)
class Row:
    """One bar from `start` to `end`, with its label, the words behind it, and whether it is highlighted or a sum."""

    label: str
    start: float
    end: float
    words: str
    marked: bool = False
    total: bool = False


def bars(rows: Sequence[Row], *, steps: bool = False) -> Drawing:
    """The rows as a chart in two widths; with `steps`, a thin line leads from the end of each bar to the next.

    On a phone that line would run through the labels, so there is none.
    """
    return Drawing(_drawn(rows, WIDE, beside=True, steps=steps), _drawn(rows, NARROW, beside=False, steps=False))


def _drawn(rows: Sequence[Row], wide: int, *, beside: bool, steps: bool) -> str:
    room = min(LABELS * wide, max(width(row.label, SIZE, 600 if row.total else 400) for row in rows) + 2)
    labels = [wrapped(row.label, SIZE, room if beside else wide) for row in rows]
    left = room + GAP if beside else 1.0
    right = wide - max(width(row.words, SIZE) for row in rows) - GAP - 4
    low = min(0.0, *(min(row.start, row.end) for row in rows))
    high = max(0.0, *(max(row.start, row.end) for row in rows))
    scale = (right - left) / ((high - low) or 1.0)

    def at(value: float) -> float:
        return left + (value - low) * scale

    parts, top, last = [], 2.0, None
    bar_places: list[tuple[float, float]] = []
    zero = at(0.0)
    for row, label in zip(rows, labels, strict=True):
        lines = len(label)
        bar_top = top + (LINE * lines - BAR) / 2 if beside else top + LINE * lines
        weight = ' font-weight="600"' if row.total else ""
        for place, words in enumerate(label):
            anchor = f'x="{room:.1f}" text-anchor="end"' if beside else 'x="1"'
            parts.append(f'<text {anchor} y="{top + LINE * (place + 1) - 4:.1f}"{weight}>{escape(words)}</text>')
        bar_places.append((bar_top - 1, bar_top + BAR + 1))
        begin, end = sorted((at(row.start), at(row.end)))
        colour = TOTAL if row.total else MARKED if row.marked else FIRST
        if steps and last is not None:
            was, below = last
            parts.append(
                f'<line x1="{was:.1f}" x2="{was:.1f}" y1="{below:.1f}" y2="{bar_top:.1f}" stroke="{INK}" '
                'stroke-width="1" stroke-opacity="0.45" stroke-dasharray="2 2"/>'
            )
        parts.append(
            f'<rect x="{begin:.1f}" y="{bar_top:.1f}" width="{max(end - begin, 1.5):.1f}" height="{BAR}" '
            f'fill="{colour}"/>'
        )
        parts.append(
            f'<text x="{max(end, begin + 1.5) + 5:.1f}" y="{bar_top + BAR - 2:.1f}"{weight}>{escape(row.words)}</text>'
        )
        last = (at(row.end), bar_top + BAR)
        top += LINE * lines + (0 if beside else BAR) + GAP
    high_px = round(top)
    ends = [(0.0, top)] if beside else bar_places  # On a phone the line would run through the labels.
    parts += [
        f'<line x1="{zero:.1f}" x2="{zero:.1f}" y1="{begin:.1f}" y2="{end:.1f}" stroke="{INK}" stroke-width="1"/>'
        for begin, end in ends
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high_px}" viewBox="0 0 {wide} {high_px}">'
        f'<g font-family="{fonts.FAMILY}" font-size="{SIZE}" fill="{INK}">{"".join(parts)}</g></svg>'
    )
