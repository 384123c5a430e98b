"""Whole reports of games as they come, and a way to find things in them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from pitboss import games
from pitboss.core.cards import cards_text, parse_cards
from pitboss.core.game import Cards
from pitboss.core.script import option_text
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.solver import is_counted_apart
from pitboss.report.card_faces import RUN
from pitboss.report.document import Attention, Block, Chart, DataTable, Document, Items, Lead, Section, Text
from pitboss.report.par import par_sheet
from pitboss.report.subject import Assumed, Subject
from pitboss.solving import takes_minutes
from tests.support.cases import bringing, is_solved_soon

ROUNDS = 200_000
FEW_ROUNDS = 2_000  # Rounds that plain rules deal in a moment.


def slow(name: str) -> Any:
    """A game whose exact method needs the compiler."""
    return pytest.param(name, marks=[pytest.mark.compiled] if games.build(name).solver else [])


def ridden() -> list[str]:
    """A rider that is counted together with its host, and one that is counted apart, on quick hosts.

    A report is its host's with a section more, and the figures of every rider are tried with its game.
    """
    kinds: dict[bool, str] = {}
    built = {name: folder.build() for name, folder in games.attached().items()}
    for name in sorted(built, key=lambda name: takes_minutes(built[name])):
        kinds.setdefault(is_counted_apart(built[name]), name)
    return list(kinds.values())


ALL_GAMES = [
    pytest.param(name, marks=pytest.mark.compiled) if name in bringing("WHOLE_REPORT_IS_SLOW") else slow(name)
    for name in (*games.find(), *ridden())
]
"""Every game, and a rider of each kind."""
QUICK_GAMES = [name for name in games.find() if is_solved_soon(games.build(name))]


@cache
def subject_of_game(name: str, **texts: str) -> Subject:
    return Subject(games.folder(name), texts, None, Assumed(rounds=ROUNDS if games.build(name).solver else FEW_ROUNDS))


@cache
def sheet_of(name: str, **texts: str) -> Document:
    return par_sheet(subject_of_game(name, **texts))


def blocks_of(document: Document) -> Iterator[Block]:
    """Every block, in reading order."""
    yield from document.opening
    for each in document.every_section():
        yield from each.blocks


def tables(document: Document, caption: str) -> list[DataTable]:
    return [block for block in blocks_of(document) if isinstance(block, DataTable) and caption in block.caption]


def section(document: Document, title: str) -> Section:
    return next(each for each in document.every_section() if each.title == title)


def text_of(document: Document) -> str:
    """All words of a document."""
    words = [document.title, document.subtitle]
    for block in blocks_of(document):
        if isinstance(block, Text | Lead):
            words.append(block.text)
        elif isinstance(block, Items):
            words += block.items
        elif isinstance(block, Attention):
            words += block.sentences
        elif isinstance(block, Chart):
            words += [block.caption, block.alt]
        elif isinstance(block, DataTable):
            words += [block.caption, block.note, *block.head, *(cell for row in block.rows for cell in row)]
    return "\n".join(words)


def number_of(cell: str) -> float:
    """What a printed number stands for."""
    return float(cell.replace("−", "-").replace(",", "").removesuffix("%").strip())


def check_example(subject: Subject, cards: dict[str, str], *options: str) -> None:
    """A printed example is worth what `advise` says of the same cards."""
    known = {pile: parse_cards(text) for pile, text in cards.items()}
    values = advise(subject.game, known, ())
    (choice,) = subject.game.choices.values()
    words = {
        f"{choice.name} {option_text(choice, option)}"
        if isinstance(choice.options, Cards)
        else choice.options(option).name.lower(): value
        for option, value in values.items()
    }
    for option in options:
        name, value = RUN.sub(lambda run: cards_text(parse_cards(run[0])), option).rsplit(" ", 1)
        assert number_of(value) == pytest.approx(float(words[name]), abs=5.1e-5)
