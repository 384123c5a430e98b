"""A report as blocks, before it is rendered: the page, the print and the tests all read the same ones.

A `Document` has sections, a `Section` has blocks and further sections. Words between double asterisks are bold; there
is no other markup.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str
    symbol: str = ""
    """What stands after it, where the reader's own fonts have one: on the page, not in print."""
    command: str = ""
    """The end of the text where that is a command to copy: it is set in a box of its own."""


@dataclass(frozen=True)
class Lead:
    """The sentence that a report opens with, in large letters."""

    text: str


@dataclass(frozen=True)
class Items:
    """A list, numbered or bulleted."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class DataTable:
    """A table with a caption and a note. The first column and `text_columns` hold words, the other columns numbers."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text_columns: tuple[int, ...] = ()
    note: str = ""
    total: bool = False
    """Whether the last row is a sum."""
    on_first_page: bool = False
    """Whether print moves the table up to its first page, right after the sentence that opens the report."""

    def is_number(self, column: int) -> bool:
        """Whether a column holds numbers, which are aligned to the right."""
        return column != 0 and column not in self.text_columns


@dataclass(frozen=True)
class Chart:
    """A vector image under its caption, and a description for readers who do not see it."""

    caption: str
    alt: str
    svg: str
    narrow: str = ""
    """The chart drawn narrow, for a phone; where there is none, a phone shrinks the wide one."""


@dataclass(frozen=True)
class Attention:
    """Warnings, highlighted."""

    sentences: tuple[str, ...]


@dataclass(frozen=True)
class PayEditor:
    """Bets whose pays the reader may change on the page: each a JSON object, as `sections/pay_editor` makes it."""

    entries: list[dict[str, object]]


Block: TypeAlias = Text | Lead | Items | DataTable | Chart | Attention | PayEditor


@dataclass(frozen=True)
class Section:
    """A heading with its blocks, followed by its subsections."""

    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple["Section", ...] = ()
    page_only: bool = False
    """Whether print leaves the section out."""


@dataclass(frozen=True)
class Document:
    """A whole report."""

    title: str
    subtitle: str
    opening: tuple[Block, ...]
    sections: tuple[Section, ...]
    name: str = ""
    """The name that the report's other files share, without an ending; empty where there are none."""

    def every_section(self) -> Iterator[Section]:
        """Every section and subsection, in reading order."""
        waiting = list(self.sections)
        while waiting:
            yield (section := waiting.pop(0))
            waiting = [*section.sections, *waiting]


def spans(text: str) -> list[tuple[str, bool]]:
    """A text in pieces, each with whether it is bold."""
    return [(piece, place % 2 == 1) for place, piece in enumerate(re.split(r"\*\*", text)) if piece]


def unbroken(text: str) -> str:
    """A text in which no line ends inside `2,500 to 1`, between a number and its unit, or before a mark."""
    text = re.sub(r"(?<=\d) to (?=\d)", "\u00a0to\u00a0", text)
    return text.replace(" %", "\u00a0%").replace(" ¢", "\u00a0¢").replace("% *", "%\u00a0*")


def breakable(text: str, longest: int, step: int) -> list[str]:
    """A text in pieces between which a line may break: words longer than `longest` every `step` letters."""
    long_word = rf"[^ ]{{{longest + 1},}}"
    return re.sub(long_word, lambda word: re.sub(rf"(.{{{step}}})(?=.)", "\\1\0", word[0]), text).split("\0")
