"""Printing: JSON documents, warnings, bold text, lines that fit the terminal; plain where the stream is no terminal."""

import json
import os
import re
import sys
from collections.abc import Iterable
from typing import TextIO

from pitboss.cli.plain_text import from_markdown, width


def is_decorated(stream: TextIO) -> bool:
    """Whether a stream is a terminal that wants colour and progress bars."""
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    """Text that stands out, where the terminal can show it."""
    return f"\033[1m{text}\033[0m" if is_decorated(sys.stdout) else text


def has_symbols(stream: TextIO) -> bool:
    """Whether a stream is a decorated terminal that can also show the symbols of suits."""
    return is_decorated(stream) and (stream.encoding or "").lower().replace("-", "") == "utf8"


ESCAPE = re.compile("\033\\[[0-9;]*m")


def visible_width(text: str) -> int:
    """The columns that a text takes on a terminal; colours and weights take none."""
    return len(ESCAPE.sub("", text))


def wrapped(pieces: Iterable[str], *, gap: str = " ", first: str = "", rest: str = "") -> list[str]:
    """Lines of whole pieces that fit the terminal; `first` begins the first line, `rest` every other.

    A piece is never broken, so that numbers, cards and keys stay whole. One that is wider than the terminal has a line
    of its own.
    """
    widest, lines = width(), [first]
    is_empty = True
    for piece in pieces:
        joined = piece if is_empty else gap + piece
        if lines[-1].strip() and visible_width(lines[-1] + joined) > widest:
            lines.append(rest)
            joined = piece
        lines[-1] += joined
        is_empty = False
    return [line.rstrip() for line in lines]


def print_wrapped(text: str, *, first: str = "", rest: str = "") -> None:
    """Prints sentences in lines that fit the terminal, broken between words; a number keeps its `%`."""
    print("\n".join(wrapped(re.split(r"\s+(?!%)", text.strip()), first=first, rest=rest)))


def print_row(start: str, text: str) -> None:
    """Prints a text beside the start of its line where it fits, else in lines that hang under it.

    Columns of the text, set apart by several spaces, become a list with commas there.
    """
    if visible_width(start + text) <= width():
        print((start + text).rstrip())
        return
    told = re.sub(r"(?<=\S) {2,}(?=\S)", ", ", text)
    hang = " " * (visible_width(start) + 2)
    if len(hang) <= width() // 2:
        print_wrapped(told, first=start, rest=hang)
    else:
        print(start.rstrip())
        print_wrapped(told, first="      ", rest="      ")


def print_json(document: object) -> None:
    """Prints one JSON document."""
    print(json.dumps(document, indent=1, ensure_ascii=False))


def print_warnings(sentences: Iterable[str]) -> None:
    """Prints warnings; they stand above the figures (ruling G5)."""
    for sentence in sentences:
        text = f"Attention: {sentence}."
        # A warning is one line to a program that reads it.
        for line in wrapped(text.split(), rest="  ") if sys.stdout.isatty() else [text]:
            print(bold(line))


def print_markdown(text: str) -> None:
    """Prints a text in Markdown, laid out on a terminal and as plain text elsewhere."""
    if is_decorated(sys.stdout):
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text), width=width())
    else:
        print(from_markdown(text), end="")
