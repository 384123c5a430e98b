"""A document as PDF: typeset, tagged for screen readers, and the same bytes every time."""

import re
from typing import Any

from pitboss.report.document import Attention, Block, Chart, DataTable, Document, Items, Section, Text, breakable, spans
from pitboss.report.render import fonts, tokens

PAPERS = {"a4": "a4", "letter": "us-letter"}
STANDARD = "ua-1"  # PDF/UA: typst refuses a document that is not accessible.
WIDE = 26  # The length from which the words of a column wrap.
LINE = 112  # Characters of small print on a line.
LONG = 12  # Characters after which a long word may be broken.
WIDTH = 498  # Points between the margins.
SCALE = 0.8  # Points in print per pixel of a chart.
ROW = 14  # Points of a table's row in print.
TOGETHER = 330  # The most points of a table and its chart that are kept on one page: less than half of one.
WHOLE = 14  # The most rows of a table that is kept on one page.
PREAMBLE = """
#let (muted, rule, alarm, wash) = ("--muted", "--line", "--alarm", "--alarm-wash").map(rgb)
#set page(margin: (x: 1.7cm, top: 1.8cm, bottom: 1.9cm), footer: context [
  #set text(7.5pt, fill: muted)
  #document.title #h(1fr) #counter(page).display("1 of 1", both: true)
])
#set text(font: "FAMILY", size: 9pt, lang: "en", number-width: "tabular", hyphenate: false)
#set par(leading: 0.58em, spacing: 0.85em)
#set heading(numbering: "1.1")
#show heading.where(level: 1): it => block(above: 2em, below: 0.9em, sticky: true, text(15pt, it))
#show heading.where(level: 2): it => block(above: 1.5em, below: 0.75em, sticky: true, text(11.5pt, it))
#show heading.where(level: 3): it => block(above: 1.2em, below: 0.6em, sticky: true, text(10pt, it))
#set table(stroke: (x, y) => if y == 0 { (bottom: 0.8pt + muted) } else { (bottom: 0.3pt + rule) },
  inset: (x: 3.5pt, y: 3pt))
#set list(indent: 0.4em, spacing: 0.6em)
#set enum(indent: 0.4em, spacing: 0.6em)
#show figure: set block(above: 1.1em, below: 1.3em)
#show figure: set align(left)
#show figure.caption: it => align(left, text(8pt, fill: muted, it.body))
#set figure(numbering: none, gap: 0.5em)
#show outline.entry.where(level: 1): set block(above: 0.8em)
#let caption(words) = block(above: 1.2em, below: 0.55em, sticky: true, text(8.5pt, weight: 600, words))
#let note(words) = block(above: 0.6em, below: 1.2em, text(8pt, fill: muted, words))
#let attention(..sentences) = block(width: 100%, inset: 8pt, stroke: (left: 3pt + alarm), fill: wash,
  stack(spacing: 0.6em, ..sentences.pos().map(words => [*Attention:* #words])))
"""


def as_pdf(document: Document, paper: str) -> bytes:
    """The document on paper of this kind, a key of `PAPERS`."""
    import typst

    charts: dict[str, bytes] = {}
    lines = [
        f"#set document(title: {quoted(document.title)}, date: none)",
        f'#set page(paper: "{PAPERS[paper]}")',
        _coloured(PREAMBLE.replace("FAMILY", fonts.FAMILY)),
        f"#text(17pt, weight: 600, title())\n#v(-0.8em)\n#text(fill: muted, {quoted(document.subtitle)})\n",
    ]
    lines += [_block(block, charts) for block in document.opening]
    entries = sum(1 + len(section.sections) for section in document.sections)
    lines.append(
        "#block(sticky: true, above: 1.6em)[#text(11.5pt, weight: 600)[Contents]]\n"
        f"#block(height: {7 * entries + 24}pt, columns(2, gutter: 1.6em, text(8pt, outline(title: none, depth: 2))))\n"
    )
    for section in document.sections:
        lines += _section(section, 1, charts)
    compiled: Any = typst.compile  # Its types leave out that it takes several files.
    return compiled(
        {"main": "\n".join(lines).encode(), **charts},
        format="pdf",
        font_paths=[str(fonts.FOLDER)],
        ignore_system_fonts=True,
        pdf_standards=STANDARD,
    )


def _coloured(text: str) -> str:
    """A text with the colour of every design token in the place of its name."""
    known = tokens.values(tokens.PRINT)
    return re.sub(r'(?<=")--[\w-]+(?=")', lambda found: known[found[0]], text)


def quoted(text: str) -> str:
    """Text as a typst string literal."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def content(text: str, bold: bool = False) -> str:
    """Text with its bold words as typst content, in which long words may be broken."""
    pieces = (f"#strong[{_inner(piece)}]" if bold or strong else _inner(piece) for piece, strong in spans(text))
    return f"[{''.join(pieces)}]"


def _inner(text: str) -> str:
    # A line can break at an empty box, which is not copied with the text as a space would be.
    return "#box()".join(f"#{quoted(piece)}" for piece in breakable(text, 2 * LONG, LONG))


def _section(section: Section, level: int, charts: dict[str, bytes]) -> list[str]:
    lines = [f"{'=' * level} #{quoted(section.title)}\n"]
    for block, after in zip(section.blocks, [*section.blocks[1:], *section.sections, None], strict=False):
        text = _block(block, charts)
        lines.append(f"#block(sticky: true, breakable: false)[{text}]" if _leads(block, after) else text)
    for each in section.sections:
        lines += _section(each, level + 1, charts)
    return lines


def _leads(block: Block, after: Block | Section | None) -> bool:
    """Whether a block stays on the page of what comes next: text of a table, chart or subsection, a table of its chart.

    A table and a chart that fill much of a page together may part, because keeping them would leave as much empty.
    """
    if isinstance(block, Text):
        return isinstance(after, DataTable | Chart | Section)
    if not isinstance(block, DataTable) or not isinstance(after, Chart):
        return False
    return ROW * len(block.rows) + _printed_size(after)[1] <= TOGETHER


def _printed_size(chart: Chart) -> tuple[float, float]:
    """The width and the height of a chart in print, in points."""
    found = re.search(r'width="(\d+)" height="(\d+)"', chart.svg)
    assert found
    wide, high = (int(number) for number in found.groups())
    width = min(WIDTH, SCALE * wide)
    return width, width * high / wide


def _block(block: Block, charts: dict[str, bytes]) -> str:
    if isinstance(block, Text):
        return f"#par{content(block.text)}\n"
    if isinstance(block, Items):
        kind = "enum" if block.numbered else "list"
        return f"#{kind}({', '.join(content(item) for item in block.items)})\n"
    if isinstance(block, Attention):
        return f"#attention({', '.join(content(each) for each in block.sentences)})\n"
    if isinstance(block, Chart):
        name = f"chart-{len(charts)}.svg"
        charts[name] = block.svg.encode()
        width, _ = _printed_size(block)
        return (
            f'#figure(align(left, image("{name}", width: {width:.1f}pt, alt: {quoted(block.alt)})), '
            f"caption: {content(block.caption)})\n"
        )
    return _table(block)


def _table(table: DataTable) -> str:
    """A table with its caption; a short one is kept on one page."""
    columns = range(len(table.head))
    longest = {column: max(len(row[column]) for row in table.rows) if table.rows else 0 for column in columns}
    fits = sum(max(longest[column], len(table.head[column])) + 2 for column in columns) <= LINE
    widths = ", ".join(
        f"{min(longest[column], 90)}fr"
        if not fits and longest[column] > WIDE and not table.is_number(column)
        else "auto"
        for column in columns
    )
    aligned = ", ".join("right" if table.is_number(column) else "left" for column in columns)
    head = ", ".join(content(cell, bold=True) for cell in table.head)
    cells = ",\n".join(
        ", ".join(content(cell, bold=table.total and place == len(table.rows)) for cell in row)
        for place, row in enumerate(table.rows, 1)
    )
    one = "," if len(table.head) == 1 else ""
    body = f"table(columns: ({widths}{one}), align: ({aligned}{one}), table.header({head}),\n{cells})"
    size = "7.2pt" if len(table.head) > 6 or any(longest[column] > WIDE for column in columns) else "8pt"
    note = f"#note{content(table.note)}\n" if table.note else ""
    whole = f"#caption({content(table.caption)})\n#block(text({size}, {body}))\n{note}"
    return f"#block(breakable: false)[{whole}]\n" if len(table.rows) <= WHOLE else whole
