import re
from enum import IntEnum
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.core.errors import GridError
from pitboss.core.options import Options
from pitboss.core.pays import LOSE, PUSH, Meter, Odds, Prize, cell_text, examples, grid_text, parse_pay, read_grids


class Ladder(IntEnum):
    NOTHING = 0
    LOW = 1
    HIGH = 2
    TOP = 3


GOOD = '''
[bet]
title = "The bet"
note = "ours"
otherwise = "lose"
grid = """
        A     B
TOP    $30   meter 1
HIGH   3:2   8
LOW    push  -
"""
'''


@pytest.mark.parametrize(
    ("cell", "pay", "words"),
    [
        ("8", Odds(Fraction(8)), "8 to 1"),
        ("3:2", Odds(Fraction(3, 2)), "3 to 2"),
        ("-1:2", Odds(Fraction(-1, 2)), "-1 to 2"),
        ("push", PUSH, "push"),
        ("lose", LOSE, "lose"),
        ("$30", Prize(3000), "$30"),
        ("-$5", Prize(-500), "-$5"),
        ("$1.25", Prize(125), "$1.25"),
        ("meter 5", Meter(5), "meter 5"),
    ],
)
def test_cells(cell: str, pay, words: str):
    assert parse_pay(cell) == pay
    assert cell_text(pay) == cell
    assert str(pay) == words


def test_a_dash_cannot_occur():
    assert parse_pay("-") is None


class Counted(IntEnum):
    COUNT_0 = 0
    COUNT_1 = 1
    COUNT_12 = 2


WORDS = """
[bet]
grid = '''
          A
COUNT_12  9
COUNT_1   1
COUNT_0   lose
'''
words = '''
COUNT_1   one
COUNT_*   * of them
'''
"""


def test_outcomes_have_words_of_their_own_or_of_their_family():
    table = read_grids(WORDS, "file")["bet"].table("A", Counted)
    assert [table.words_of(each.name) for each in Counted] == ["0 of them", "one", "12 of them"]
    assert read_grids(GOOD, "file")["bet"].words_of("VERY_HIGH") == "very high"
    other = read_grids(WORDS.replace("A\n", "B\n").replace("   one", "   just one"), "mine")["bet"]
    assert read_grids(WORDS, "file")["bet"].joined(other).words_of("COUNT_1") == "just one"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("COUNT_1", "file [bet], words: COUNT_1 has none; write NAME WORDS"),
        ("COUNT_1 one\nCOUNT_1 two", "file [bet], words: COUNT_1 stands twice"),
        ("COUNT_7 seven", "file [bet], words: no outcome 'COUNT_7'"),
        ("COUNTS_* *", "file [bet], words: no outcome 'COUNTS_*'"),
    ],
)
def test_words_that_are_wrong_are_refused(line: str, sentence: str):
    with pytest.raises(GridError) as error:
        read_grids(WORDS.replace("COUNT_1   one", line), "file")["bet"].table("A", Counted)
    assert sentence in str(error.value)


@given(
    st.one_of(
        st.builds(Odds, st.fractions(-1, 10**6, max_denominator=999)), st.builds(Prize, st.integers(-(10**9), 10**9))
    )
)
def test_pays_read_back(pay):
    assert parse_pay(cell_text(pay)) == pay


@given(st.text())
def test_any_cell_is_a_pay_or_refused(cell: str):
    try:
        parse_pay(cell)
    except ValueError:
        return


def test_a_grid_as_printed():
    grid = read_grids(GOOD, "x.toml")["bet"]
    assert (grid.title, grid.note, grid.columns) == ("The bet", "ours", ("A", "B"))
    first, second = grid.table("A", Ladder), grid.table("B", Ladder)
    assert first.pays == {3: Prize(3000), 2: Odds(Fraction(3, 2)), 1: PUSH, 0: LOSE}
    assert second.pays == {3: Meter(1), 2: Odds(Fraction(8)), 0: LOSE}
    assert read_grids(f'[bet]\notherwise = "lose"\ngrid = """\n{grid_text(grid)}\n"""', "y")["bet"].rows == grid.rows


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("HIGH   3:2   8\n", "", r"x.toml \[bet\], column A: row HIGH is missing"),
        ("TOP    $30   meter 1\n", "", r"x.toml \[bet\], column A: row TOP is missing"),
        ("TOP ", "TIP ", r"x.toml \[bet\], row TIP: no outcome 'TIP'; did you mean 'TOP'\?"),
        ("LOW ", "LOW 9 9\nLOW ", r"x.toml \[bet\], row LOW: appears twice"),
        ("push  -", "push", r"x.toml \[bet\], row LOW, column B: the cell is missing"),
        ("push  -", "push - 7", r"x.toml \[bet\], row LOW: '7' is one cell too many after column B"),
        ("3:2", "3/2", r"x.toml \[bet\], row HIGH, column A: '3/2' is no pay; write 8, 3:2"),
        ("3:2", "3:0", r"row HIGH, column A: '3:0' is no pay"),
        ("3:2", "-2", r"row HIGH, column A: '-2' is no pay"),
        ("meter 1", "meter x", r"row TOP, column B: 'meter x' is no pay"),
        ("A     B", "A     A", r"x.toml \[bet\], column A: appears twice"),
        ("A     B", "A     a", r"x.toml \[bet\], column A: appears twice \(upper and lower case count as the same\)"),
        ("A     B", "A     B&", r"column B&: a column name is letters"),
        ('otherwise = "lose"', 'otherwise = "loose"', r"\[bet\], otherwise: 'loose' is no pay"),
        ('otherwise = "lose"\n', "", r"column A: row NOTHING is missing"),
        ('note = "ours"', 'notes = "ours"', r"no key 'notes'; did you mean 'note'\?"),
        ('note = "ours"', "note = 5", r"note is 5, and must be a text"),
        ("[bet]", "bet = 5\n[other]", r"'bet' stands outside a grid"),
        ("[bet]", "[bet", r"x.toml is not TOML: "),
        ("grid =", "note2 =", r"no key 'note2'"),
        ('note = "ours"', 'stake = "five"', r"\[bet\]: stake: no amount 'five'"),
    ],
)
def test_a_wrong_grid_is_refused_with_its_place(old: str, new: str, sentence: str):
    assert old in GOOD
    with pytest.raises(GridError, match=sentence) as caught:
        read_grids(GOOD.replace(old, new, 1), "x.toml")["bet"].table("A", Ladder)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "x.toml holds no grid"),
        ("[bet]\n", r"\[bet\]: has no grid"),
        ('[bet]\ngrid = "A"', "needs a line of column names and at least one row"),
    ],
)
def test_an_empty_grid_is_refused(text: str, sentence: str):
    with pytest.raises(GridError, match=sentence):
        read_grids(text, "x.toml")


def test_a_fixed_stake_stands_with_its_grid():
    grids = read_grids(GOOD.replace('note = "ours"', 'stake = "$5"'), "x.toml")
    assert Options({}, grids).stake_cents("bet") == 500
    with pytest.raises(GridError, match=r"x\.toml \[bet\]: has no stake"):
        Options({}, read_grids(GOOD, "x.toml")).stake_cents("bet")


def test_an_unknown_column():
    with pytest.raises(GridError, match=r"no column 'C' \(there is A or B\)"):
        read_grids(GOOD, "x.toml")["bet"].table("C", Ladder)


@pytest.mark.parametrize("text", ["[" * 5000, "x = " + "9" * 5000], ids=["deep", "long"])
def test_a_toml_that_breaks_the_reader_is_refused(text: str):
    with pytest.raises(GridError, match=r"x\.toml is not TOML: ") as caught:
        read_grids(text, "x.toml")
    assert "\n" not in str(caught.value)


def test_ruling_g4_inversions_are_found_as_printed():
    upside = read_grids('[bet]\ngrid = """\n A B\nTOP 1 5\nHIGH 2 5\nLOW push lose\n"""', "x.toml")["bet"]
    assert upside.inversions() == [("A", "TOP", "HIGH")]


def test_a_wrong_cell_is_answered_with_pays_that_its_grid_may_have():
    shipped = read_grids(GOOD, "shipped")
    shipped = {**shipped, "tax": read_grids('[tax]\ngrid = """\n A\nX $30\n"""', "shipped")["tax"]}
    for name, right in (("tax", "push, lose, $30"), ("bet", examples([shipped["bet"]]))):
        wrong = f'[{name}]\ngrid = """\n A\nX 0.5\n"""'
        with pytest.raises(GridError, match=re.escape(f"'0.5' is no pay; write {right}, or - for cannot occur")):
            read_grids(wrong, "mine", shipped)
    assert examples([]) == "8, 3:2, push, lose, $30, -$5, meter 1"


@pytest.mark.parametrize(
    ("cell", "most"),
    [("1000000000000", "999999999"), ("1:1000000000", "999999999"), ("$1000000000000", "$999999999999")],
)
def test_a_pay_that_is_too_large_is_refused_with_the_limit(cell: str, most: str):
    with pytest.raises(GridError, match=re.escape(f"'{cell}' is too large: the most is {most}")):
        read_grids(f'[bet]\ngrid = """\n A\nX {cell}\n"""', "mine")


def test_a_copied_grid_without_its_otherwise_is_told_so():
    copied = read_grids(GOOD.replace('otherwise = "lose"\n', ""), "mine.toml")["bet"]
    with pytest.raises(GridError, match=r'lacks it: otherwise = "lose"'):
        read_grids(GOOD, "shipped.toml")["bet"].new_columns(copied)
