"""A document as one self-contained HTML page: no network, no script but its own; light and dark."""

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

from pitboss.core.cards import Card
from pitboss.core.game import Game
from pitboss.maths.tally.analysis import Analysis
from pitboss.report.card_faces import card_words, pieces
from pitboss.report.document import (
    Attention,
    Block,
    Chart,
    DataTable,
    Document,
    Items,
    Lead,
    PayEditor,
    Section,
    Text,
    breakable,
    spans,
    unbroken,
)
from pitboss.report.format import entry_title, percent
from pitboss.report.render import card_art, fonts, tokens
from pitboss.report.render.charts import INK, SERIES

KINDS = {"pdf": "PDF", "xlsx": "XLSX", "csv": "CSV", "operator.csv": "CSV for the operator", "json": "JSON"}
"""The files beside a page: the ending of each, and the words of its link."""
LONG = 22  # The length from which a word may be broken.
HAND = 6  # Cards beside each other from which they take the whole width of a phone.
DIGITS = 19  # Characters of a number that fit into half the width of a phone.
PHONE = 38  # Characters of a table that fit beside each other on a phone.
STYLE = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'"
SCRIPT = (Path(__file__).parent / "pay_editor.js").read_text(encoding="utf-8")


def page(document: Document) -> str:
    """The page of a document: what opens it, then its contents and its sections."""
    names = anchors(document)
    opening = "".join(_block(block, place) for place, block in enumerate(document.opening))
    sections = "".join(_section(section, 2, names) for section in document.sections)
    body = f"<main>{opening}{_contents(document, names)}{sections}</main>"
    also = f'<p class="options">Also as {_links(document.name)}.</p>' if document.name else ""
    scripted = any(isinstance(block, PayEditor) for section in document.every_section() for block in section.blocks)
    return framed(document.title, document.subtitle, body, also, SCRIPT if scripted else "")


def framed(title: str, subtitle: str, body: str, also: str = "", script: str = "") -> str:
    """A body with the head, the styles and the title of a page around it; no script runs but the one given."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    policy = POLICY + (f"; script-src 'sha256-{digest}'" if script else "")
    faces = "".join(
        f"@font-face {{ font-family: {fonts.FAMILY}; font-weight: {weight}; "
        f"src: url(data:font/woff2;base64,{data}) format('woff2'); }}\n"
        for weight, data in fonts.base64_woff2().items()
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(title)}</title>\n<style>\n{faces}{_style()}</style>\n</head>\n<body>\n"
        f'<header><h1>{escape(title)}</h1><p class="options">{escape(subtitle)}</p>{also}</header>\n{body}\n'
        f"{f'<script>{script}</script>' if script else ''}</body>\n</html>\n"
    )


@cache
def _style() -> str:
    used = STYLE + "".join(map(_variable, SERIES)) + "".join(map(card_art.on_page, card_art.USED))
    return tokens.style_for(used) + STYLE


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
    return f'<nav aria-label="Contents"><details open><summary>Contents</summary><ul>{items}</ul></details></nav>\n'


def _links(name: str) -> str:
    each = escape(name)
    return ", ".join(f'<a href="{each}.{kind}" aria-label="{each} {kind}">{words}</a>' for kind, words in KINDS.items())


def _section(section: Section, level: int, names: dict[int, str]) -> str:
    name = names[id(section)]
    parts = [f'<h{level} id="{name}">{escape(section.title)}</h{level}>\n']
    parts += [_block(block, f"{name}-{place}") for place, block in enumerate(section.blocks)]
    parts += [_section(each, min(level + 1, 6), names) for each in section.sections]
    return "".join(parts)


def _block(block: Block, name: object) -> str:
    if isinstance(block, Text):
        symbol = f' <span aria-hidden="true">{escape(block.symbol)}</span>' if block.symbol else ""
        words = f"<p>{_prose(block.text.removesuffix(block.command).strip())}{symbol}</p>\n"
        return f"{words}<pre><code>{escape(block.command)}</code></pre>\n" if block.command else words
    if isinstance(block, Lead):
        return f'<p class="lead">{_prose(block.text)}</p>\n'
    if isinstance(block, PayEditor):
        return _editor(block, str(name))
    if isinstance(block, Items):
        kind = "ol" if block.numbered else "ul"
        return f"<{kind}>" + "".join(f"<li>{_prose(item)}</li>\n" for item in block.items) + f"</{kind}>\n"
    if isinstance(block, Attention):
        sentences = "".join(f"<p><strong>Attention:</strong> {_prose(each)}</p>" for each in block.sentences)
        return f'<div class="attention" role="note">{sentences}</div>\n'
    return _chart(block, str(name)) if isinstance(block, Chart) else _table(block)


def _prose(text: str) -> str:
    """Text outside tables, whose cells scripts and readers copy as they are: no line ends before a percent sign."""
    return _inline(unbroken(text))


def _inline(text: str) -> str:
    found = ((_words_and_cards(piece), bold) for piece, bold in spans(text))
    return "".join(f"<strong>{piece}</strong>" if bold else piece for piece, bold in found)


def _words_and_cards(text: str) -> str:
    return "".join(
        _hand(cards) if cards else "<wbr>".join(map(escape, breakable(piece, LONG, LONG)))
        for piece, cards in pieces(text)
    )


def _hand(cards: tuple[Card, ...]) -> str:
    svg = card_art.hand(cards, card_art.on_page).replace("<svg ", '<svg aria-hidden="true" ', 1)
    return f'<span class="hand" role="img" aria-label="{card_words(cards)}">{svg}</span>'


def _editor(editor: PayEditor, name: str) -> str:
    """The place of an editor, which the page's script fills, and its data, which no browser runs."""
    data = json.dumps(editor.entries, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<script type="application/json" id="{name}-data">{data}</script>\n'
        f'<div data-editor="{name}-data"><p>To change pays, let the browser run the script in this page.</p></div>\n'
    )


def _chart(chart: Chart, name: str) -> str:
    """A chart under its caption: the wide image, and the one for phones where there is one."""
    narrow = _image(chart.alt, chart.narrow, f"{name}-narrow", "narrow") if chart.narrow else ""
    images = _image(chart.alt, chart.svg, name, "wide") + narrow
    return f"<figure><figcaption>{_prose(chart.caption)}</figcaption>{images}</figure>\n"


def _image(alt: str, drawn: str, name: str, kind: str) -> str:
    """An image in the colours of the reader's scheme; its ids get a prefix, to be unique in the page."""
    svg = re.sub(r' (?:role|aria-[a-z]+)="[^"]*"', "", drawn.replace(INK, "currentColor"))
    svg = re.sub("|".join(SERIES), lambda found: _variable(found[0]), svg)
    svg = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{name}-", svg)
    svg = re.sub(
        r'<svg [^>]*?width="(\d+)" height="(\d+)"',
        rf'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(alt)}" '
        rf'width="\1" height="\2"',
        svg,
        count=1,
    )
    return f'<div class="{kind}">{svg}</div>'


def _table(table: DataTable) -> str:
    """A table; on a phone, one that is too wide becomes a block for each row (`page.css`).

    Its roles are written out, because a browser drops them where rows are laid out as blocks.
    """
    head = "".join(
        f'<th scope="col" role="columnheader"{_kind(table, column)}>{escape(cell)}</th>' if cell else "<td></td>"
        for column, cell in enumerate(table.head)
    )
    rows = []
    for place, row in enumerate(table.rows, 1):
        cells = [
            f'<td role="cell"{_kind(table, column, cell)}{_headed(table, column)}>{_inline(cell)}</td>'
            for column, cell in enumerate(row)
            if column
        ]
        total = " class=total" if table.total and place == len(table.rows) else ""
        name = f'<th scope="row" role="rowheader"{_named(table)}>{_inline(row[0])}</th>'
        rows.append(f'<tr role="row"{total}>{name}{"".join(cells)}</tr>\n')
    note = f'<p class="note">{_prose(table.note)}</p>\n' if table.note else ""
    heads = f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>' if any(table.head) else ""
    kind = ' class="stack"' if _is_wide(table) else ""
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(table.caption)}"><table role="table"{kind}>'
        f"<caption><span>{escape(unbroken(table.caption))}</span></caption>"
        f"{heads}\n"
        f'<tbody role="rowgroup">{"".join(rows)}</tbody></table></div>\n{note}'
    )


def _is_wide(table: DataTable) -> bool:
    """Whether a table is too wide for a phone."""
    longest = [max(len(row[column]) for row in (table.head, *table.rows)) for column in range(len(table.head))]
    return sum(min(each, LONG) + 2 for each in longest) > PHONE


def _headed(table: DataTable, column: int) -> str:
    """The head of a cell's column, which a phone shows above the cell: `95 % to` where it is the end of a range."""
    head, before = table.head[column], table.head[column - 1]
    if head == "to" and before.endswith(" from"):
        head = f"{before.removesuffix('from')}to"
    return f' data-head="{escape(head)}"' if head else ""


def _named(table: DataTable) -> str:
    """The head of the first column, which a phone shows before a row's name where all names are numbers."""
    numbers = all(re.fullmatch(r"[−$]*[\d.,]+", row[0]) for row in table.rows)
    return f' data-head="{escape(table.head[0])}"' if table.head[0] and numbers else ""


def _kind(table: DataTable, column: int, cell: str = "") -> str:
    """The class attribute of a cell: for numbers and for words; long ones and hands take the whole width of a phone."""
    if table.is_number(column):
        return f' class="n{" long" if max((len(row[column]) for row in table.rows), default=0) > DIGITS else ""}"'
    long = len(cell) > LONG or any(len(cards) >= HAND for _, cards in pieces(cell))
    return f' class="w{" long" if long else ""}"' if cell else ""


def index(analyses: list[tuple[Game, Analysis, list[str], str]]) -> str:
    """A page of links to the reports beside it, each with its warnings in rows of their own."""
    rows = []
    for game, analysis, sentences, files in analyses:
        name = escape(files)
        warned = ' class="warned"' if sentences else ""
        rows.append(
            f'<tr{warned}><th scope="row"><a href="{name}.html">{escape(game.title)}</a></th>'
            f'<td class="w">{escape(entry_title(game, analysis.first))}</td>'
            f'<td class="n">{percent(analysis.edge(analysis.first))}</td>'
            f'<td class="w">{_links(files)}</td></tr>\n'
        )
        rows += [
            f'<tr class="alarm{" warned" if each != sentences[-1] else ""}"><td colspan="4">'
            f"<strong>Attention:</strong> {escape(each)}</td></tr>\n"
            for each in sentences
        ]
    head = '<th scope="col">game</th><th scope="col">first wager</th><th scope="col" class="n">house edge</th>'
    table = (
        '<div class="scroll" tabindex="0" role="group" aria-label="Reports"><table class="index">'
        f"<caption>Reports</caption><thead><tr>{head}"
        f'<th scope="col">also as</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )
    return framed("PAR sheets", "every game, options at their defaults", f"<main>{table}</main>")
