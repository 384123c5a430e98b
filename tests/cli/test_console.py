"""Lines that fit the terminal: broken between words, never inside a word, a number or a coloured card."""

import io

import pytest

from pitboss.cli.console import has_symbols, print_row, print_wrapped, visible_width, wrapped

WORDS = "House edges are exact: 3.8503 % of the ante, \033[31m10♥\033[0m and all."


@pytest.mark.parametrize("width", [20, 33, 40, 80])
def test_lines_fit_and_lose_nothing(width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setenv("COLUMNS", str(width))
    print_wrapped(WORDS, first="- ", rest="  ")
    lines = capsys.readouterr().out.splitlines()
    assert all(visible_width(line) <= width for line in lines)
    assert " ".join(" ".join(lines).split()) == f"- {WORDS}"
    assert any("3.8503 %" in line for line in lines)


def test_pieces_are_never_broken(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "20")
    assert wrapped(["[a] Qc", "[b] 2h", "[c] 7s"], gap="   ", rest="  ") == ["[a] Qc   [b] 2h", "  [c] 7s"]
    assert wrapped(["10.00"], first="a title of 18 chars  ", rest="  ") == ["a title of 18 chars", "  10.00"]


def test_columns_become_a_list_where_a_row_is_too_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    row = "Pai Gow Poker   7 player + 7 dealer    14 of 53 cards"
    monkeypatch.setenv("COLUMNS", "80")
    print_row("  hosts  ", row)
    assert capsys.readouterr().out == f"  hosts  {row}\n"
    monkeypatch.setenv("COLUMNS", "40")
    print_row("  hosts  ", row)
    assert capsys.readouterr().out == "  hosts  Pai Gow Poker, 7 player + 7\n           dealer, 14 of 53 cards\n"


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
