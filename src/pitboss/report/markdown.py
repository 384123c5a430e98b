"""Markdown of a game's own texts, such as `rules.md`, read into blocks."""

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from pitboss.report.document import Block, Items, Text


def from_markdown(text: str) -> tuple[Block, ...]:
    """The paragraphs and lists of a text. The first heading is dropped, for the report has its own; others are bold."""
    blocks: list[Block] = []
    for place, node in enumerate(SyntaxTreeNode(MarkdownIt("commonmark").parse(text)).children):
        if node.type in ("bullet_list", "ordered_list"):
            items = tuple(" ".join(map(_text, item.children)) for item in node.children)
            blocks.append(Items(items, numbered=node.type == "ordered_list"))
        elif node.type == "paragraph":
            blocks.append(Text(_text(node)))
        elif node.type == "heading" and place:
            blocks.append(Text(f"**{_text(node)}**"))
    return tuple(blocks)


def _text(node: SyntaxTreeNode) -> str:
    if node.type == "softbreak":
        return " "
    text = "".join(map(_text, node.children)) if node.children else node.content
    return f"**{text}**" if node.type == "strong" else text
