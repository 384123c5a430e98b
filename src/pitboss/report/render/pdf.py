"""A document as PDF: typeset, tagged for screen readers, and the same bytes every time."""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from pitboss.core.cards import Card
from pitboss.report import document as doc
from pitboss.report.card_faces import RUN, card_words, pieces
from pitboss.report.render import card_art, fonts, tokens
from pitboss.report.render.widths import width

PAPERS = {"a4": "a4", "letter": "us-letter"}
POINTS = {"a4": 595.28, "letter": 612.0}  # The width of each paper.
STANDARD = "ua-1"  # PDF/UA: typst refuses a document that is not accessible.
LONG, STEP = 15, 7  # Characters of the longest word that is never broken; of the pieces of a longer one.
MARGIN = 41.2  # Points left and right of the text.
SCALE = 0.8  # Points in print per pixel of a chart.
SMALL = 8.5  # Points of the smallest letters: those of tables, notes and the footer.
CODE = 9.1  # Points of the letters of a command, which are drawn smaller than others of their size.
DIGIT = {400: 0.65, 600: 0.672}  # Ems of a figure by weight; all figures of one weight are equally wide in print.
CARD = 26  # Points of a card's height, whose index is a third of it.
INSET, TIGHT = 3.5, 1.8  # Points left and right of a cell's words; in a table that is full.
LEAST = 86  # Points of a column of words under which a table is full.
WHOLE = 24  # The most lines of a table that is kept on one page.
EDGE = 4  # Rows, at least, of a longer table on its first and on its last page.
MONO = 0.6021  # Ems of a letter of a command.
WORD = re.compile(r"""(?:'[^']*'|"[^"]*"|[^\s'"])+""")  # A word of a command, quotes included.
GROUP = 7  # The most rows of a group that is kept on one page.
PREAMBLE = """
#let (muted, rule, alarm, wash) = ("--muted", "--line", "--alarm", "--alarm-wash").map(rgb)
#set page(margin: (x: MARGINpt, top: 1.8cm, bottom: 1.9cm), footer: context [
  #set text(8.5pt, fill: muted)
  #document.title #h(1fr) #counter(page).display("1 of 1", both: true)
])
#set text(font: "FAMILY", size: 9.5pt, lang: "en", number-width: "tabular", hyphenate: false)
#set par(leading: 0.58em, spacing: 0.85em)
#set heading(numbering: "1.1")
#show heading.where(level: 1): it => block(above: 2em, below: 0.9em, sticky: true, text(15pt, it))
#show heading.where(level: 2): it => block(above: 1.5em, below: 0.75em, sticky: true, text(11.5pt, it))
#show heading.where(level: 3): it => block(above: 1.2em, below: 0.6em, sticky: true, text(10pt, it))
#set table(stroke: (x, y) => if y == 0 { (bottom: 0.8pt + muted) } else { (bottom: 0.3pt + rule) },
  inset: (x: 3.5pt, y: 3pt))
#set table.cell(breakable: false)
#set list(indent: 0.4em, spacing: 0.6em)
#set enum(indent: 0.4em, spacing: 0.6em)
#show figure: set block(above: 1.1em, below: 1.3em)
#show figure: set align(left)
#show figure.caption: it => align(left, text(9pt, weight: 600, it.body))
#set figure.caption(position: top)
#set figure(numbering: none, gap: 0.7em)
#show outline.entry.where(level: 1): set block(above: 0.8em)
#let caption(words) = block(above: 1.2em, below: 0.55em, sticky: true, text(9pt, weight: 600, words))
#let note(words) = block(above: 0.6em, below: 1.2em, text(8.5pt, fill: muted, words))
#let lead(words) = block(above: 1.4em, below: 1.2em, text(14pt, words))
#let command(lines) = block(inset: 6pt, width: 100%, breakable: false, stroke: 0.5pt + rule,
  { show raw: set text(font: "DejaVu Sans Mono", size: CODEpt); raw(lines, block: true) })
#let attention(..sentences) = block(width: 100%, inset: 8pt, stroke: (left: 3pt + alarm), fill: wash,
  stack(spacing: 0.6em, ..sentences.pos().map(words => [*Attention:* #words])))
"""


@dataclass(frozen=True)
class Print:
    """A print in the making: the points between its margins, and the charts placed so far by the names of files."""

    wide: float
    charts: dict[str, bytes]


def as_pdf(document: doc.Document, paper: str) -> bytes:
    """The document on paper of this kind, a key of `PAPERS`."""
    import typst

    made = Print(POINTS[paper] - 2 * MARGIN - 1, {})  # Widths are rounded: a point is left for that.
    lines = [
        f"#set document(title: {quoted(document.title)}, date: none)",
        f'#set page(paper: "{PAPERS[paper]}")',
        _coloured(PREAMBLE.replace("FAMILY", fonts.FAMILY).replace("MARGIN", str(MARGIN)).replace("CODE", str(CODE))),
        f"#text(17pt, weight: 600, title())\n#v(-0.8em)\n#text(fill: muted, {quoted(document.subtitle)})\n",
    ]
    lines += [_block(block, made) for block in opening_order(document.opening)]
    sections = [section for section in document.sections if not section.page_only]
    lines.append(
        f"#block(breakable: false, above: 1.6em)[#text(11.5pt, weight: 600)[Contents]\n"
        f"#block(height: {15 * ceil(len(sections) / 2)}pt, columns(2, gutter: 1.6em, "
        f"text({SMALL}pt, outline(title: none, depth: 1))))]\n"
    )
    for section in sections:
        lines += _section(section, 1, made)
    compiled: Any = typst.compile  # Its types leave out that it takes several files.
    return compiled(
        {"main": "\n".join(lines).encode(), **made.charts},
        format="pdf",
        font_paths=[str(fonts.FOLDER)],
        ignore_system_fonts=True,
        pdf_standards=STANDARD,
    )


def opening_order(blocks: Sequence[doc.Block]) -> list[doc.Block]:
    """The blocks of an opening in the order of print: what has to be on the first page follows the first sentence."""
    first = [block for block in blocks if isinstance(block, doc.Lead)]
    early = [block for block in blocks if isinstance(block, doc.DataTable) and block.on_first_page]
    return [*first, *early, *(block for block in blocks if block not in first and block not in early)]


def command_lines(command: str, wide: float) -> str:
    """A command in lines that fit into a box on a page so wide and that a shell joins again.

    Lines end between words. A word that is longer than a line is cut into quoted pieces.
    """
    most = int((wide - 12) / (MONO * CODE)) - 2  # Letters of a line before the space and backslash that end it.
    lines = [""]
    for word in WORD.findall(command):
        pieces = [word]
        if len(word) > most:
            (value,) = shlex.split(word)
            step = most // 2  # Quotes make a piece longer.
            pieces = [shlex.quote(value[place : place + step]) for place in range(0, len(value), step)]
        if lines[-1] and len(lines[-1]) + 1 + len(pieces[0]) > most:
            lines[-1] += " \\"
            lines.append(pieces[0])
        else:
            lines[-1] = f"{lines[-1]} {pieces[0]}".lstrip()
        for piece in pieces[1:]:
            lines[-1] += "\\"
            lines.append(piece)
    return "\n".join(lines)


def _coloured(text: str) -> str:
    """A text with the colour of every design token in the place of its name."""
    known = tokens.values(tokens.PRINT)
    return re.sub(r'(?<=")--[\w-]+(?=")', lambda found: known[found[0]], text)


def quoted(text: str) -> str:
    """Text as a typst string literal."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def content(text: str, bold: bool = False) -> str:
    """Text with its bold words as typst content, in which long words may be broken."""
    pieces = (f"#strong[{_inner(piece)}]" if bold or strong else _inner(piece) for piece, strong in doc.spans(text))
    return f"[{''.join(pieces)}]"


def _inner(text: str) -> str:
    return "".join(_hand(cards) if cards else _words(piece) for piece, cards in pieces(text))


def _words(text: str) -> str:
    # A line can break at an empty box, which is not copied with the text as a space would be.
    return "#box()".join(f"#{quoted(doc.unbroken(piece))}" for piece in doc.breakable(text, LONG, STEP))


def _hand(cards: tuple[Card, ...]) -> str:
    """Cards as an image whose indices are no smaller than the text."""
    svg = quoted(card_art.hand(cards, card_art.in_print))
    image = f'image(bytes({svg}), format: "svg", height: {CARD}pt, alt: {quoted(card_words(cards))})'
    return f"#box(baseline: 30%, {image})"


def _section(section: doc.Section, level: int, made: Print) -> list[str]:
    lines = [f"{'=' * level} #{quoted(doc.unbroken(section.title))}\n"]
    for block, after in zip(section.blocks, [*section.blocks[1:], *section.sections, None], strict=False):
        text = _block(block, made)
        lines.append(f"#block(sticky: true, breakable: false)[{text}]" if _leads(block, after) else text)
    for each in section.sections:
        lines += _section(each, level + 1, made)
    return lines


def _leads(block: doc.Block, after: doc.Block | doc.Section | None) -> bool:
    """Whether a block stays with the next one: a bold line, or text before a table, chart, list or subsection."""
    if not isinstance(block, doc.Text) or after is None:
        return False
    return isinstance(after, doc.DataTable | doc.Chart | doc.Items | doc.Section) or _is_bold(block.text)


def _is_bold(text: str) -> bool:
    return bool(text) and all(bold for _, bold in doc.spans(text))


def _printed_size(chart: doc.Chart, most: float) -> tuple[float, float]:
    """The width and the height of a chart in print, in points; the width is at most `most`."""
    found = re.search(r'width="(\d+)" height="(\d+)"', chart.svg)
    assert found
    wide, high = (int(number) for number in found.groups())
    printed = min(most, SCALE * wide)
    return printed, printed * high / wide


def _block(block: doc.Block, made: Print) -> str:
    if isinstance(block, doc.Text):
        words = f"#par{content(block.text.removesuffix(block.command).strip())}\n"
        return f"{words}#command({quoted(command_lines(block.command, made.wide))})\n" if block.command else words
    if isinstance(block, doc.Lead):
        return f"#lead{content(block.text)}\n"
    if isinstance(block, doc.PayEditor):
        return ""
    if isinstance(block, doc.Items):
        kind = "enum" if block.numbered else "list"
        return f"#{kind}({', '.join(content(item) for item in block.items)})\n"
    if isinstance(block, doc.Attention):
        return f"#attention({', '.join(content(each) for each in block.sentences)})\n"
    if isinstance(block, doc.Chart):
        name = f"chart-{len(made.charts)}.svg"
        made.charts[name] = block.svg.encode()
        wide, _ = _printed_size(block, made.wide)
        return (
            f'#figure(align(left, image("{name}", width: {wide:.1f}pt, alt: {quoted(block.alt)})), '
            f"caption: {content(block.caption)})\n"
        )
    return _table(block, made.wide)


def _table(table: doc.DataTable, wide: float) -> str:
    """A table with its caption, as wide as the page; one that is not long, and any group, is kept on one page."""
    inset = inset_of(table, wide)
    widths = column_widths(table, wide, inset)
    aligned = ", ".join("right" if table.is_number(column) else "left" for column in range(len(table.head)))
    long = line_count(table, widths, wide) > WHOLE
    heads = ", ".join([*(content(cell, bold=True) for cell in table.head), *(["[]"] if long else [])])
    head = f"table.header({heads}),\n" if any(table.head) else ""
    groups = row_groups(table)
    cells = ",\n".join(
        ", ".join([*_cells(table, place, row, groups.get(place, 1)), *(_tie(place, len(table.rows)) if long else [])])
        for place, row in enumerate(table.rows)
    )
    one = "," if len(table.head) == 1 else ""
    columns = ", ".join([*(f"{each:.1f}pt" if each else "1fr" for each in widths), *(["0pt"] if long else [])])
    body = f"table(inset: (x: {inset}pt, y: 3pt), columns: ({columns}{one}), align: ({aligned}{one}), {head}{cells})"
    note = f"#note{content(table.note)}\n" if table.note else ""
    whole = f"#caption({content(table.caption)})\n#block(text({SMALL}pt, {body}))\n{note}"
    return whole if long else f"#block(breakable: false)[{whole}]\n"


def _tie(place: int, count: int) -> list[str]:
    """The cell of a row in a column without width: one that spans the first rows of a table, or the last ones.

    No page ends inside a cell that spans rows, so none has fewer of them.
    """
    size = min(EDGE, count // 2)
    if place in (0, count - size):
        return [f"table.cell(rowspan: {size}, inset: 0pt, breakable: false)[]"]
    return ["table.cell(inset: 0pt)[]"] if size <= place < count - size else []


def _cells(table: doc.DataTable, place: int, row: tuple[str, ...], group: int) -> list[str]:
    """The cells of a row; the first row of a group spans its name over all of them, and the others leave it out."""
    bold = table.total and place == len(table.rows) - 1
    cells = [content(cell, bold=bold) for cell in row]
    if group == 0:
        return cells[1:]
    return [f"table.cell(rowspan: {group}, breakable: false){cells[0]}", *cells[1:]] if group > 1 else cells


def row_groups(table: doc.DataTable) -> dict[int, int]:
    """Rows that follow each other under one name: the size of a group by its first row, 0 by its others."""
    found: dict[int, int] = {}
    start = 0
    for place in range(1, len(table.rows) + 1):
        name = table.rows[start][0]
        if place < len(table.rows) and name and table.rows[place][0] == name and place - start < GROUP:
            continue
        if place - start > 1:
            found |= {start: place - start, **dict.fromkeys(range(start + 1, place), 0)}
        start = place
    return found


def column_widths(table: doc.DataTable, wide: float, inset: float = INSET) -> list[float]:
    """The width in points of every column of a table on a page so wide, 0 for one that takes what is left.

    Where room is short, a column of numbers is at least as wide as its numbers and the words of its head, and one of
    words is broken into lines.
    """
    columns = range(len(table.head))
    sides = 2 * inset + 1
    longest = [
        max((_printed(row[column], bold=table.total and row is table.rows[-1]) for row in table.rows), default=0.0)
        for column in columns
    ]
    natural = [sides + max(_printed(table.head[column], bold=True), longest[column]) for column in columns]
    if sum(natural) <= wide:
        return [0.0, *natural[1:]]
    narrow = [
        sides + max([longest[column], *(_printed(word, bold=True) for word in table.head[column].split())])
        for column in columns
    ]
    words = {column: natural[column] for column in columns if not table.is_number(column)}
    left = wide - sum(narrow[column] for column in columns if column not in words)
    least = {column: sides + _longest_word(table, column) for column in words}
    ways = [_in_proportion(words, least, left), _short_first(words, left)]
    tried = [[found.get(column, narrow[column]) for column in columns] for found in ways]
    best = min(tried, key=lambda widths: line_count(table, widths, wide))
    missing = [most - own for most, own in zip(natural, best, strict=True)]
    part = max(0.0, min(1.0, (wide - sum(best)) / (sum(missing) or 1.0)))
    return [own + part * more for own, more in zip(best, missing, strict=True)]


def _longest_word(table: doc.DataTable, column: int) -> float:
    """The width of the longest part of a column's words that a line cannot break."""
    cells = (table.head[column], *(row[column] for row in table.rows))
    parts = (
        part
        for cell in cells
        for piece, cards in pieces(cell)
        for part in ([piece] if cards else doc.unbroken(piece).split(" "))
    )
    return max((_printed(each[:LONG] if not RUN.match(each) else each, bold=True) for each in parts), default=0.0)


def _in_proportion(natural: dict[int, float], least: dict[int, float], left: float) -> dict[int, float]:
    """Columns of words that share what their longest words leave, the longer the text the more."""
    missing = {column: max(0.0, natural[column] - least[column]) for column in natural}
    part = max(0.0, min(1.0, (left - sum(least.values())) / (sum(missing.values()) or 1.0)))
    found = {column: least[column] + part * missing[column] for column in natural}
    over = left / sum(found.values())
    return {column: each * min(1.0, over) for column, each in found.items()}


def _short_first(natural: dict[int, float], left: float) -> dict[int, float]:
    """Columns of words of which short ones keep their width, and the others share the rest equally."""
    found: dict[int, float] = {}
    for place, column in enumerate(sorted(natural, key=lambda column: natural[column])):
        found[column] = min(natural[column], left / (len(natural) - place))
        left -= found[column]
    return found


def inset_of(table: doc.DataTable, wide: float) -> float:
    """The space beside a cell's words: less where columns of numbers leave those of words no room."""
    widths = column_widths(table, wide)
    crowded = any(0 < widths[column] < LEAST for column in range(len(widths)) if not table.is_number(column))
    return TIGHT if crowded and widths[0] else INSET


def _printed(text: str, bold: bool = False) -> float:
    """The width of a cell's text, in points; figures are as wide as each other in print."""
    drawn = sum(len(cards) for _, cards in pieces(text))
    text = RUN.sub("", text)
    digits = sum(letter.isdigit() for letter in text)
    weight = 600 if bold or "**" in text else 400
    letters = width(re.sub(r"[0-9]|\*\*", "", text), SMALL, weight)
    return letters + DIGIT[weight] * SMALL * digits + drawn * CARD * card_art.APART / card_art.HIGH


def line_count(table: doc.DataTable, widths: list[float], wide: float) -> int:
    """About how many lines of text the rows of a table fill; one of cards is as high as two."""
    free = wide - sum(widths)
    room = [max(1.0, (each or max(free, LEAST)) - 2 * INSET) for each in widths]

    def lines(cell: str, place: int) -> int:
        return ceil(_printed(cell) / room[place]) * (2 if RUN.search(cell) else 1)

    return sum(max(lines(cell, place) for place, cell in enumerate(row)) for row in table.rows)
