"""The Markdown of games' own texts becomes blocks, and nothing of it is lost."""

import re

from pitboss import games
from pitboss.report.document import Items, Text
from pitboss.report.markdown import from_markdown


def test_lists_paragraphs_and_headings_become_blocks():
    assert from_markdown("# Title\n\n1. One\n   and more.\n2. **Two**.\n") == (
        Items(("One and more.", "**Two**."), True),
    )
    assert from_markdown("- **B1** a\n- b\n\nLast.") == (Items(("**B1** a", "b")), Text("Last."))
    assert from_markdown("# One\nA `b`\nc.\n## Two\nD.") == (Text("A b c."), Text("**Two**"), Text("D."))


def test_every_word_of_rules_and_rulings_is_kept(game_name: str):
    """Their first heading is left out; marks of lists, headings and code are no words."""
    folder = games.folder(game_name)
    for text in (folder.rules_for(), folder.rulings_for(), f"{folder.rulings_for()}\n{games.rulings()}"):
        blocks = from_markdown(text)
        shown = [" ".join(block.items) if isinstance(block, Items) else getattr(block, "text", "") for block in blocks]
        source = re.sub(r"(?m)^(-|\d+\.|#+) +|`", "", text.split("\n", 1)[1])
        assert " ".join(shown).replace("**", "").split() == source.replace("**", "").split()
        marked = re.findall(r"(?m)^(?:-|\d+\.) ", text)
        assert sum(len(block.items) for block in blocks if isinstance(block, Items)) == len(marked)
