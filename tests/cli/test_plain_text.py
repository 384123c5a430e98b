"""Plain text that fits its width."""

import pytest

from pitboss.cli.plain_text import from_markdown, width, wrapped

TEXT = """# A *title*

A paragraph of **bold** and `code` words
over two lines.

1. One rule, long enough to be broken.
2. Another.

- **G1** A ruling.
"""


@pytest.mark.parametrize(("columns", "used"), [("40", 40), ("300", 100), ("5", 20), ("abc", 80)])
def test_the_width_is_the_terminals_within_reason(columns: str, used: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", columns)
    assert width() == used


def test_markdown_loses_its_marks_and_keeps_its_shape(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "30")
    assert from_markdown(TEXT) == (
        "A title\n=======\n\nA paragraph of bold and code\nwords over two lines.\n\n"
        " 1. One rule, long enough to\n    be broken.\n 2. Another.\n\n- G1 A ruling.\n"
    )


def test_later_lines_are_indented_as_asked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "20")
    assert wrapped("one two three four five six", "# ", "#   ") == "# one two three four\n#   five six"
    assert wrapped("one two three four five six", "- ") == "- one two three four\n  five six"
