"""Whole reports of games as they come, and a way to find things in them."""

from functools import cache
from typing import Any

import pytest

from pitboss import games
from pitboss.report.document import Attention, Chart, DataTable, Document, Items, Section, Text
from pitboss.report.par import par_sheet
from pitboss.report.subject import Assumed, Subject

ROUNDS = 200_000
FEW_ROUNDS = 2_000  # Rounds that plain rules deal in a moment.


def slow(name: str) -> Any:
    """A game whose exact method needs the compiler."""
    return pytest.param(name, marks=[pytest.mark.compiled] if games.build(name).solver else [])


ALL_GAMES = [
    # Its 48 shoes take plain rules two minutes.
    pytest.param(name, marks=pytest.mark.compiled) if name == "super-pan-9" else slow(name)
    for name in (*games.find(), *games.attached())
]
QUICK_GAMES = [name for name in games.find() if games.build(name).solver is None]


@cache
def subject_of_game(name: str, **texts: str) -> Subject:
    return Subject(games.folder(name), texts, None, Assumed(rounds=ROUNDS if games.build(name).solver else FEW_ROUNDS))


@cache
def sheet_of(name: str, **texts: str) -> Document:
    return par_sheet(subject_of_game(name, **texts))


def tables(document: Document, caption: str) -> list[DataTable]:
    return [block for block in document.blocks() if isinstance(block, DataTable) and caption in block.caption]


def section(document: Document, title: str) -> Section:
    waiting = list(document.sections)
    while waiting:
        each = waiting.pop(0)
        if each.title == title:
            return each
        waiting += each.sections
    raise AssertionError(f"no section {title!r}")


def text_of(document: Document) -> str:
    """All words of a document."""
    words = [document.title, document.subtitle]
    for block in document.blocks():
        if isinstance(block, Text):
            words.append(block.text)
        elif isinstance(block, Items):
            words += block.items
        elif isinstance(block, Attention):
            words += block.sentences
        elif isinstance(block, Chart):
            words += [block.caption, block.alt]
        else:
            words += [block.caption, block.note, *block.head, *(cell for row in block.rows for cell in row)]
    return "\n".join(words)


def number_of(cell: str) -> float:
    """What a printed number stands for."""
    return float(cell.replace("−", "-").replace(",", "").removesuffix("%").strip())
