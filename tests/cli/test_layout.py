"""Lines that fit the terminal: broken between words, never inside a word, a number or a coloured card."""

import pytest

from pitboss.cli.layout import filled, folded, pages, print_table, print_wrapped, visible_width, width, wrapped

WORDS = "House edges are exact: 3.8503 % of the ante, \033[31m10♥\033[0m and all."


@pytest.mark.parametrize(("columns", "used"), [("40", 40), ("300", 100), ("5", 20), ("abc", 80)])
def test_the_width_is_the_terminals_within_reason(columns: str, used: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", columns)
    assert width() == used


@pytest.mark.parametrize("columns", [20, 33, 40, 80])
def test_lines_fit_and_lose_nothing(columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setenv("COLUMNS", str(columns))
    print_wrapped(WORDS, first="- ", rest="  ")
    lines = capsys.readouterr().out.splitlines()
    assert all(visible_width(line) <= columns for line in lines)
    assert " ".join(" ".join(lines).split()) == f"- {WORDS}"
    assert any("3.8503 %" in line for line in lines)


@pytest.mark.parametrize(
    ("columns", "lines"),
    [
        ("44", ["show      player 1        6s 4h   9 points"]),
        ("34", ["show  player 1  6s 4h  9 points"]),
        ("24", ["show  player 1  6s 4h", "    9 points"]),
    ],
)
def test_a_line_of_columns_is_broken_between_them(columns: str, lines: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", columns)
    assert folded("show      player 1        6s 4h   9 points").split("\n") == lines


def test_a_column_that_is_too_wide_is_broken_between_words(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "20")
    assert folded("outcome   1 tie   3 loses to the dealer's 7") == "outcome  1 tie\n    3 loses to the\n    dealer's 7"


def test_pieces_are_never_broken(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "20")
    assert wrapped(["[a] Qc", "[b] 2h", "[c] 7s"], gap="   ", rest="  ") == ["[a] Qc   [b] 2h", "  [c] 7s"]
    assert wrapped(["10.00"], first="a title of 18 chars  ", rest="  ") == ["a title of 18 chars", "  10.00"]


def test_later_lines_are_indented_as_asked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "20")
    assert filled("one two three four five six", "# ", "#   ") == "# one two three four\n#   five six"
    assert filled("one two three four five six", "- ") == "- one two three four\n  five six"


def test_columns_that_do_not_fit_go_to_further_blocks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "20")
    assert pages(10, [3, 3, 3]) == [[0, 1], [2]]
    assert pages(10, [8, 1]) == [[0], [1]]
    assert pages(30, [4, 4]) == [[0], [1]]
    assert pages(1, [1] * 6) == [[0, 1, 2, 3, 4, 5]]


def test_a_label_that_is_too_long_for_a_table_goes_on_below(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("COLUMNS", "40")
    head, rows = ("results of a round", "correlation"), [("queens_or_better and taxpayers_fortune", "+0.032743")]
    assert print_table(head, rows) == []
    assert (
        print_table(("outcome", "pays", "1 in"), [("less than a pair of queens", "lose", "1.2345678901")], (1,)) == []
    )
    assert capsys.readouterr().out.splitlines() == [
        "  results of a round         correlation",
        "  queens_or_better and         +0.032743",
        "    taxpayers_fortune",
        "  outcome             pays          1 in",
        "  less than a pair    lose  1.2345678901",
        "    of queens",
    ]
