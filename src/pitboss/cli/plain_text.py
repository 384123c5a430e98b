"""Plain text that fits its width: wrapped lines, and Markdown without its marks."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

WIDEST = 100


def width() -> int:
    """The columns to write in: those of the terminal or of COLUMNS, 80 where neither is known, and never over 100."""
    return max(20, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))


def wrapped(text: str, first: str = "", later: str | None = None) -> str:
    """A text broken into lines that fit, the first line after `first` and the others after `later`."""
    indent = " " * len(first) if later is None else later
    return textwrap.fill(
        " ".join(text.split()),
        width(),
        initial_indent=first,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def from_markdown(text: str) -> str:
    """A text in Markdown as plain text: headings, paragraphs and lists, a blank line between them."""
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    parts = []
    for node in SyntaxTreeNode(MarkdownIt("commonmark").parse(text)).children:
        if node.type == "heading":
            title = _words(node)
            parts.append(f"{wrapped(title)}\n{('=' if node.tag == 'h1' else '-') * min(len(title), width())}")
        elif node.type in ("bullet_list", "ordered_list"):
            parts.append("\n".join(_item(node, place, item) for place, item in enumerate(node.children)))
        else:
            parts.append(wrapped(_words(node)))
    return "\n\n".join(parts) + "\n"


def _item(parent: SyntaxTreeNode, place: int, item: SyntaxTreeNode) -> str:
    mark = "- " if parent.type == "bullet_list" else f"{int(parent.attrs.get('start', 1)) + place}. ".rjust(4)
    return wrapped(" ".join(map(_words, item.children)), mark)


def _words(node: SyntaxTreeNode) -> str:
    """The words under a node; a line break between them is a space."""
    if node.type in ("softbreak", "hardbreak"):
        return " "
    return "".join(map(_words, node.children)) if node.children else node.content
