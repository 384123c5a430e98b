"""A report as blocks: what is said, in order, before it is a page or a print.

Sections hold blocks; a page, a print and a test all read the same ones. Text may set words in bold between two
asterisks on either side, and nothing else.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Items:
    """A list, numbered or with dots."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Table:
    """A table under its caption. The first column is words; `words` names others that are, the rest are numbers."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: tuple[int, ...] = ()
    note: str = ""
    total: bool = False
    """Whether the last row is a sum."""

    def is_number(self, column: int) -> bool:
        """Whether a column is of numbers, which stand to the right."""
        return column != 0 and column not in self.words


@dataclass(frozen=True)
class Chart:
    """A picture of vectors with its caption, and in words what it shows."""

    caption: str
    alt: str
    svg: str


@dataclass(frozen=True)
class Attention:
    """What nobody may miss."""

    sentences: tuple[str, ...]


Block: TypeAlias = Text | Items | Table | Chart | Attention


@dataclass(frozen=True)
class Section:
    """A heading and what is under it."""

    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple["Section", ...] = ()


@dataclass(frozen=True)
class Document:
    """A whole report."""

    title: str
    subtitle: str
    opening: tuple[Block, ...]
    sections: tuple[Section, ...]
    name: str = ""
    """What its files are called; empty where there are no others."""

    def blocks(self) -> Iterator[Block]:
        """Every block, in order."""
        yield from self.opening
        waiting = list(self.sections)
        while waiting:
            section = waiting.pop(0)
            yield from section.blocks
            waiting = [*section.sections, *waiting]


def spans(text: str) -> list[tuple[str, bool]]:
    """A text in pieces, each with whether it is bold."""
    return [(piece, place % 2 == 1) for place, piece in enumerate(re.split(r"\*\*", text)) if piece]


def from_markdown(text: str) -> tuple[Block, ...]:
    """The paragraphs and lists of a game's own texts. The first heading is left to the report, others are bold."""
    blocks: list[Block] = []
    for place, part in enumerate(re.split(r"\n\s*\n|\n(?=#)", text.replace("`", "").strip())):
        if part.startswith("#") and place:
            blocks.append(Text(f"**{part.splitlines()[0].lstrip('# ')}**"))
        lines = [line for line in part.splitlines() if not line.startswith("#")]
        if not lines:
            continue
        mark = re.match(r"(-|\d+\.)\s", lines[0])
        if mark is None:
            blocks.append(Text(" ".join(line.strip() for line in lines)))
            continue
        items = re.split(r"\n(?=(?:-|\d+\.)\s)", "\n".join(lines))
        texts = tuple(" ".join(re.sub(r"^(-|\d+\.)\s+", "", item).split()) for item in items)
        blocks.append(Items(texts, numbered=mark[1] != "-"))
    return tuple(blocks)
