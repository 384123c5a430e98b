"""Markdown as plain text that fits its width, without its marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cli.layout import filled, width

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode


def from_markdown(text: str) -> str:
    """A text in Markdown as plain text: headings, paragraphs and lists, a blank line between them."""
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    parts = []
    for node in SyntaxTreeNode(MarkdownIt("commonmark").parse(text)).children:
        if node.type == "heading":
            title = _words(node)
            parts.append(f"{filled(title)}\n{('=' if node.tag == 'h1' else '-') * min(len(title), width())}")
        elif node.type in ("bullet_list", "ordered_list"):
            parts.append("\n".join(_item(node, place, item) for place, item in enumerate(node.children)))
        else:
            parts.append(filled(_words(node)))
    return "\n\n".join(parts) + "\n"


def _item(parent: SyntaxTreeNode, place: int, item: SyntaxTreeNode) -> str:
    mark = "- " if parent.type == "bullet_list" else f"{int(parent.attrs.get('start', 1)) + place}. ".rjust(4)
    return filled(" ".join(map(_words, item.children)), mark)


def _words(node: SyntaxTreeNode) -> str:
    """The words under a node; a line break between them is a space."""
    if node.type in ("softbreak", "hardbreak"):
        return " "
    return "".join(map(_words, node.children)) if node.children else node.content
