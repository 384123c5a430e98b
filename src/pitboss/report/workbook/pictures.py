"""Charts of the workbook, drawn by the spreadsheet from live cells: house edges, and where a bet's value comes from."""

from typing import Any

from pitboss.report.render import tokens
from pitboss.report.workbook.page import Page

COLOURS = tokens.values(tokens.LIGHT)
ROW_PIXELS = 22
LEAST_PIXELS = 160
WIDE_PIXELS = 860


def put_bars(page: Page, row: int, title: str, rows: tuple[int, int], columns: tuple[int, int], number: str) -> int:
    """Draws a bar for each of some rows, labelled by one column and as long as another says; returns the next row."""
    (first, last), (labels, values) = rows, columns
    chart: Any = page.book.add_chart({"type": "bar"})
    chart.add_series(
        {
            "name": title,
            "categories": [page.name, first, labels, last, labels],
            "values": [page.name, first, values, last, values],
            "fill": {"color": COLOURS["--felt-deep"]},
            "invert_if_negative": True,
            "invert_if_negative_color": COLOURS["--alarm"],
            "data_labels": {"value": True, "num_format": number, "font": {"size": 9}},
            "gap": 40,
        }
    )
    chart.set_title({"name": title, "name_font": {"size": 12}})
    chart.set_legend({"none": True})
    chart.set_y_axis({"reverse": True, "label_position": "low", "num_font": {"size": 9}})
    chart.set_x_axis({"num_format": number, "major_gridlines": {"visible": False}, "label_position": "low"})
    height = max(LEAST_PIXELS, 90 + ROW_PIXELS * (last - first + 1))
    chart.set_size({"width": WIDE_PIXELS, "height": height})
    page.sheet.insert_chart(row, 0, chart, {"description": title})
    page.rows = max(page.rows, row + height // 20)
    return row + height // 20 + 2
