"""What a terminal can show."""

import io

import pytest

from pitboss.cli.console import has_symbols


class Screen(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)

    def isatty(self) -> bool:
        return True


def test_symbols_need_a_terminal_that_can_show_them(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert has_symbols(Screen("utf-8"))
    assert not has_symbols(Screen("latin-1"))
    assert not has_symbols(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not has_symbols(Screen("utf-8"))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not has_symbols(Screen("utf-8"))
