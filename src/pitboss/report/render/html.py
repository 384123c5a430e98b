"""A document as one self-contained HTML page: no network, no script; light and dark, phone and print."""

import re
from functools import cache
from html import escape

from pitboss.core.game import Game
from pitboss.maths.tally.analysis import Analysis
from pitboss.report.document import Attention, Block, Chart, DataTable, Document, Items, Section, Text, breakable, spans
from pitboss.report.format import entry_title, percent
from pitboss.report.render import fonts, tokens
from pitboss.report.render.charts import INK, SERIES

KINDS = ("pdf", "xlsx", "csv", "json")  # The endings of the files beside a page.
LONG = 22  # The length from which a word may be broken.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'"
STYLE = """
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: var(--s16); }
body { margin: 0; border-top: var(--s4) solid var(--felt); background: var(--raised); color: var(--text);
  font: var(--regular) var(--text-16)/1.55 var(--font); font-variant-numeric: tabular-nums; }
h1, h2, h3, th, caption, summary, strong { font-weight: var(--strong); }
main, header, nav { max-width: 60rem; margin: 0 auto; padding: 0 var(--s24); }
header { padding-top: var(--s40); }
h1 { font-size: var(--text-40); line-height: 1.15; margin: 0 0 var(--s8); letter-spacing: -.02em; }
h2 { font-size: var(--text-28); line-height: 1.25; margin: 3.2rem 0 var(--s12); padding-top: var(--s16);
  border-top: 2px solid var(--line); letter-spacing: -.01em; }
h3 { font-size: var(--text-20); margin: var(--s40) 0 var(--s8); }
p, li { max-width: 46rem; }
li { margin: var(--s4) 0; }
.options { color: var(--muted); margin: 0; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 3px; }
nav ul { columns: 2 16rem; padding-left: 1.1rem; margin: var(--s8) 0; }
nav li { break-inside: avoid; margin: 0; padding: 2px 0; }
nav summary { margin: var(--s24) 0 var(--s4); }
.attention { border-left: var(--s4) solid var(--alarm); background: var(--alarm-wash); padding: var(--s12) var(--s16);
  margin: var(--s16) 0; border-radius: var(--radius-small); }
.attention strong { color: var(--alarm); }
.attention p { margin: var(--s4) 0; }
.scroll { overflow-x: auto; margin: var(--s16) 0 var(--s24); }
/* A shadow at an edge beyond which there is more; the paper that scrolls along covers it at either end. */
.scroll, .chart { background:
  linear-gradient(to right, var(--raised) 40%, transparent) left / 2rem 100% no-repeat local,
  linear-gradient(to left, var(--raised) 40%, transparent) right / 2rem 100% no-repeat local,
  linear-gradient(to right, var(--edge-shade), transparent) left top / .7rem calc(100% - 2px) no-repeat scroll,
  linear-gradient(to left, var(--edge-shade), transparent) right top / .7rem calc(100% - 2px) no-repeat scroll; }
a:focus-visible, summary:focus-visible, .scroll:focus-visible, .chart:focus-visible { outline: 2px solid var(--link);
  outline-offset: 2px; }
table { border-collapse: collapse; font-size: var(--text-14); line-height: 1.4; }
caption { text-align: left; padding: 0 0 var(--s8); }
caption span { display: block; max-width: calc(100vw - 3rem); }
th, td { padding: var(--s4) var(--s12) var(--s4) 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }
th, thead td { border-bottom: 1.5px solid var(--muted); vertical-align: bottom; }
tr > :last-child { padding-right: 0; }
td.n, th.n { text-align: right; white-space: nowrap; }
th.n { white-space: normal; }
tbody th { border-bottom: 1px solid var(--line); font-weight: var(--regular); vertical-align: top; min-width: 6.5rem; }
tr.total > * { border-top: 1.5px solid var(--muted); font-weight: var(--strong); }
td.w { min-width: 5.5rem; }
td.w.long { min-width: 13rem; overflow-wrap: anywhere; }
.note { color: var(--muted); font-size: var(--text-14); margin: calc(0px - var(--s12)) 0 var(--s24); }
figure { margin: var(--s16) 0 var(--s24); }
figcaption { font-size: var(--text-14); color: var(--muted); margin-top: var(--s4); max-width: 46rem; }
.chart { overflow-x: auto; }
.chart svg { display: block; width: 100%; min-width: 22rem; height: auto; }
main { padding-bottom: 4rem; }
@media (max-width: 40rem) { body { font-size: 15px; }
  h1 { font-size: var(--text-28); } h2 { font-size: var(--text-20); } h3 { font-size: var(--text-16); }
  main, header, nav { padding: 0 var(--s16); } header { padding-top: var(--s24); }
  caption span { max-width: calc(100vw - 2rem); } }
@media print { body { border: 0; font-size: 10pt; } h2, h3, caption { break-after: avoid; }
  figure, tr, .attention { break-inside: avoid; }
  nav { display: none; } .scroll, .chart { overflow: visible; background: none; } .chart svg { min-width: 0; } }
"""


def page(document: Document) -> str:
    """The page of a document."""
    names = anchors(document)
    body = "".join(
        [
            *(_block(block, place) for place, block in enumerate(document.opening)),
            *(_section(section, 2, names) for section in document.sections),
        ]
    )
    return framed(document.title, document.subtitle, _contents(document, names) + f"<main>{body}</main>")


def framed(title: str, subtitle: str, body: str) -> str:
    """A body with the head, the styles and the title of a page around it."""
    faces = "".join(
        f"@font-face {{ font-family: {fonts.FAMILY}; font-weight: {weight}; "
        f"src: url(data:font/woff2;base64,{data}) format('woff2'); }}\n"
        for weight, data in fonts.base64_woff2().items()
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{escape(title)}</title>\n<style>\n{faces}{_style()}</style>\n</head>\n<body>\n"
        f'<header><h1>{escape(title)}</h1><p class="options">{escape(subtitle)}</p></header>\n{body}\n'
        "</body>\n</html>\n"
    )


@cache
def _style() -> str:
    return tokens.style_for(STYLE + "".join(map(_variable, SERIES))) + STYLE


def _variable(colour: str) -> str:
    return f"var({SERIES[colour]})"


def anchors(document: Document) -> dict[int, str]:
    """A unique anchor for every section, by the section's `id()`."""
    found: dict[int, str] = {}
    for section in document.every_section():
        name = re.sub(r"[^a-z0-9]+", "-", section.title.lower()).strip("-")
        again = sum(
            each == name or re.fullmatch(re.escape(name) + r"-\d+", each) is not None for each in found.values()
        )
        found[id(section)] = f"{name}-{again + 1}" if again else name
    return found


def _contents(document: Document, names: dict[int, str]) -> str:
    items = "".join(
        f'<li><a href="#{names[id(section)]}">{escape(section.title)}</a></li>' for section in document.sections
    )
    also = f"<p>Also as {_links(document.name)}.</p>" if document.name else ""
    return (
        f'<nav aria-label="Contents">{also}<details open><summary>Contents</summary><ul>{items}</ul></details></nav>\n'
    )


def _links(name: str) -> str:
    each = escape(name)
    return ", ".join(f'<a href="{each}.{kind}" aria-label="{each} {kind}">{kind.upper()}</a>' for kind in KINDS)


def _section(section: Section, level: int, names: dict[int, str]) -> str:
    name = names[id(section)]
    parts = [f'<h{level} id="{name}">{escape(section.title)}</h{level}>\n']
    parts += [_block(block, f"{name}-{place}") for place, block in enumerate(section.blocks)]
    parts += [_section(each, min(level + 1, 6), names) for each in section.sections]
    return "".join(parts)


def _block(block: Block, name: object) -> str:
    if isinstance(block, Text):
        symbol = f' <span aria-hidden="true">{escape(block.symbol)}</span>' if block.symbol else ""
        return f"<p>{_inline(block.text)}{symbol}</p>\n"
    if isinstance(block, Items):
        kind = "ol" if block.numbered else "ul"
        return f"<{kind}>" + "".join(f"<li>{_inline(item)}</li>\n" for item in block.items) + f"</{kind}>\n"
    if isinstance(block, Attention):
        sentences = "".join(f"<p><strong>Attention:</strong> {_inline(each)}</p>" for each in block.sentences)
        return f'<div class="attention" role="note">{sentences}</div>\n'
    return _chart(block, str(name)) if isinstance(block, Chart) else _table(block)


def _inline(text: str) -> str:
    pieces = (("<wbr>".join(map(escape, breakable(piece, LONG, LONG))), bold) for piece, bold in spans(text))
    return "".join(f"<strong>{piece}</strong>" if bold else piece for piece, bold in pieces)


def _chart(chart: Chart, name: str) -> str:
    """A chart in the colours of the reader's scheme; its ids get a prefix, to be unique in the page."""
    svg = re.sub(r' (?:role|aria-[a-z]+)="[^"]*"', "", chart.svg.replace(INK, "currentColor"))
    svg = re.sub("|".join(SERIES), lambda found: _variable(found[0]), svg)
    svg = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{name}-", svg)
    svg = re.sub(
        r'<svg [^>]*?width="(\d+)" height="(\d+)"',
        rf'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(chart.alt)}" '
        rf'style="max-width: calc(\1px * 1.15)" width="\1" height="\2"',
        svg,
        count=1,
    )
    return (
        f'<figure><div class="chart" tabindex="0" role="group" aria-label="{escape(chart.caption)}">{svg}</div>'
        f"<figcaption>{_inline(chart.caption)}</figcaption></figure>\n"
    )


def _table(table: DataTable) -> str:
    """A table that scrolls sideways by itself where it is too wide."""
    head = "".join(
        f'<th scope="col"{_kind(table, column)}>{escape(cell)}</th>' if cell else "<td></td>"
        for column, cell in enumerate(table.head)
    )
    rows = []
    for place, row in enumerate(table.rows, 1):
        cells = [f"<td{_kind(table, column, cell)}>{_inline(cell)}</td>" for column, cell in enumerate(row) if column]
        total = " class=total" if table.total and place == len(table.rows) else ""
        rows.append(f'<tr{total}><th scope="row">{_inline(row[0])}</th>{"".join(cells)}</tr>\n')
    note = f'<p class="note">{_inline(table.note)}</p>\n' if table.note else ""
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(table.caption)}"><table>'
        f"<caption><span>{escape(table.caption)}</span></caption><thead><tr>{head}</tr></thead>\n"
        f"<tbody>{''.join(rows)}</tbody></table></div>\n{note}"
    )


def _kind(table: DataTable, column: int, cell: str = "") -> str:
    """The class attribute of a cell: for numbers, for words, for long words."""
    if table.is_number(column):
        return ' class="n"'
    return f' class="w{" long" if len(cell) > LONG else ""}"' if cell else ""


def index(analyses: list[tuple[Game, Analysis, list[str]]]) -> str:
    """A page of links to the reports beside it."""
    rows = []
    for game, analysis, sentences in analyses:
        name = escape(game.name)
        attention = "".join(f'<p class="note">Attention: {escape(each)}</p>' for each in sentences)
        rows.append(
            f'<tr><th scope="row"><a href="{name}.html">{escape(game.title)}</a></th>'
            f'<td class="w">{escape(entry_title(game, analysis.first))}</td>'
            f'<td class="n">{percent(analysis.edge(analysis.first))}</td>'
            f'<td class="w">{_links(game.name)}{attention}</td></tr>\n'
        )
    head = '<th scope="col">game</th><th scope="col">first wager</th><th scope="col" class="n">house edge</th>'
    table = (
        '<div class="scroll" tabindex="0" role="group" aria-label="Reports"><table><caption>Reports</caption>'
        f'<thead><tr>{head}<th scope="col">also as</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )
    return framed("PAR sheets", "every game, options at their defaults", f"<main>{table}</main>")
