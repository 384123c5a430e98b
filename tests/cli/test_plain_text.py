"""Markdown as plain text."""

import pytest

from pitboss.cli.plain_text import from_markdown

TEXT = """# A *title*

A paragraph of **bold** and `code` words
over two lines.

1. One rule, long enough to be broken.
2. Another.

- **G1** A ruling.
"""


def test_markdown_loses_its_marks_and_keeps_its_shape(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "30")
    assert from_markdown(TEXT) == (
        "A title\n=======\n\nA paragraph of bold and code\nwords over two lines.\n\n"
        " 1. One rule, long enough to\n    be broken.\n 2. Another.\n\n- G1 A ruling.\n"
    )
