"""Printing: JSON documents, warnings, bold text and Markdown; plain where the stream is no terminal."""

import json
import os
import sys
from collections.abc import Iterable
from typing import TextIO

from pitboss.cli.layout import width, wrapped
from pitboss.cli.plain_text import from_markdown


def is_decorated(stream: TextIO) -> bool:
    """Whether a stream is a terminal that wants colour and progress bars."""
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    """Text that stands out, where the terminal can show it."""
    return f"\033[1m{text}\033[0m" if is_decorated(sys.stdout) else text


def has_symbols(stream: TextIO) -> bool:
    """Whether a stream is a decorated terminal that can also show the symbols of suits."""
    return is_decorated(stream) and (stream.encoding or "").lower().replace("-", "") == "utf8"


def print_json(document: object) -> None:
    """Prints one JSON document."""
    print(json.dumps(document, indent=1, ensure_ascii=False))


def print_warnings(sentences: Iterable[str]) -> None:
    """Prints warnings; they stand above the figures (ruling G5)."""
    for sentence in sentences:
        text = f"Attention: {sentence}."
        # A warning is one line to a program that reads it, unless somebody has said how wide the lines are.
        fits = sys.stdout.isatty() or "COLUMNS" in os.environ
        for line in wrapped(text.split(), rest="  ") if fits else [text]:
            print(bold(line))


def print_markdown(text: str) -> None:
    """Prints a text in Markdown, laid out on a terminal and as plain text elsewhere."""
    if is_decorated(sys.stdout):
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text), width=width())
    else:
        print(from_markdown(text), end="")
