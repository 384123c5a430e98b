"""The dialect check finds what it must, and compiled leaf functions are the plain ones."""

import random
from enum import IntEnum

import pytest

from pitboss.core.dialect import breaches, rules_under
from pitboss.core.errors import GameError
from pitboss.core.rule import highest, lowest, popcount, rule, table_size, tabulate
from pitboss.maths.compile.cpu import compiled, compiling

TABLE = (3, 1, 4)
NESTED = ((1, 2), (3, 4))
WORDS = ("a", "b")


class Colour(IntEnum):
    RED = 0
    BLUE = 1


COLOURS = tuple(Colour)


@rule(table=16)
def bits_of(nibble: int) -> int:
    """Rule 1."""
    return popcount(nibble)


@rule
def everything(first: int, second: int) -> int:
    """Rule 2: every part of the dialect at once."""
    total = 0
    for place in range(3):
        total += TABLE[place] * NESTED[1][0]
    while first and total < 100:
        first &= first - 1
        if not total % 7:
            continue
        total += bits_of(second & 15) + min(first & 3, 2) + max(second & 3, 1)
        if total == 55:
            break
    if second:
        total += highest(second) - lowest(second) + popcount(second)
    elif first > 3 or second <= 9:
        total ^= 1
    else:
        total = -(-total // 2)
    colour = Colour.BLUE if total & 1 else Colour.RED
    return total << 1 | colour


@rule
def colour_of(number: int) -> Colour:
    """Rule 3: an outcome by its place."""
    return COLOURS[number % 2]


other_name = bits_of


@rule
def under_another_name(number: int) -> int:
    """Rule 4: a rule called by an alias."""
    return other_name(number & 15)


def outside(text: str):
    """A rule with this body, as a module would hold it."""
    scope = {"rule": rule, "WORDS": WORDS, "Colour": Colour, "plain_function": test_rules_under, "state": []}
    source = f'@rule\ndef bad(argument: int) -> int:\n    """Rule 9."""\n    {text}\n'
    import linecache

    name = f"<rule {text}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec"), scope)
    return scope["bad"]


def test_good_rules_have_no_breach():
    assert [sentence for each in (bits_of, everything, colour_of) for sentence in breaches(each)] == []


def test_rules_under():
    assert rules_under((everything,)) == (bits_of, everything)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("return 1.5", "1.5: the only constants are ints"),
        ("return 'a'", "'a': the only constants are ints"),
        ("return [argument]", "List is not part of the dialect"),
        ("return (argument, 1)", "Tuple is not part of the dialect"),
        ("return {1: 2}", "Dict is not part of the dialect"),
        ("return argument / 2", "Div is not part of the dialect"),
        ("return argument ** 2", "Pow is not part of the dialect"),
        ("return argument.bit_count()", "argument.bit_count(): a rule calls rules, min, max"),
        ("return Colour(argument)", "Colour(): a rule calls rules, min, max"),
        ("return len(WORDS)", "len(): a rule calls rules, min, max"),
        ("return plain_function(argument)", "plain_function(): a rule calls rules"),
        ("return max(*WORDS)", "arguments are positional"),
        ("return WORDS[0]", "WORDS: a rule may use its arguments, module-level ints"),
        ("return state", "state: a rule may use its arguments"),
        ("return argument.real", "only members of an IntEnum may follow a dot"),
        ("return missing", "missing: a rule may use its arguments"),
        ("assert argument", "Assert is not part of the dialect"),
        ("raise ValueError", "Raise is not part of the dialect"),
        ("try:\n        return 1\n    finally:\n        pass", "Try is not part of the dialect"),
        ("for each in WORDS:\n        return 1", "a for loop runs over range(...)"),
        ("for each in range(3):\n        pass\n    else:\n        return 1", "a loop has no else"),
        ("first, second = 1, 2", "only a plain name can be assigned to"),
        ("return", "a rule returns an int"),
        ("return argument is Colour.RED", "Is is not part of the dialect"),
        ("return 1 if argument in WORDS else 0", "In is not part of the dialect"),
        ("global state", "Global is not part of the dialect"),
        ("return (lambda: 1)()", "a rule calls rules"),
        ("return argument if (other := 2) else 0", "NamedExpr is not part of the dialect"),
    ],
)
def test_every_step_outside_is_explained(text: str, sentence: str):
    found = breaches(outside(text))
    assert any(sentence in each for each in found), found
    assert all(each.startswith("bad, line 4: ") or "line 5" in each or "line 6" in each for each in found)


def test_the_frame_of_a_rule_is_checked_too():
    def maker(number: int):
        @rule
        def closed(argument: int = 2, *more: int) -> int:
            return argument + number

        return closed

    found = " ".join(breaches(maker(3)))
    for sentence in ("no default arguments", "positional arguments", "variables of a function around it", "docstring"):
        assert sentence in found


def test_a_tabulated_rule_takes_one_argument():
    assert table_size(bits_of) == 16
    assert tabulate(bits_of) == tuple(number.bit_count() for number in range(16))
    with pytest.raises(GameError, match="exactly one argument"):
        rule(table=4)(lambda first, second: 0)


def test_leaves():
    assert [popcount(0b1011), lowest(0b1100), highest(0b1100)] == [3, 2, 3]


@pytest.mark.compiled
def test_compiled_everything():
    assert compiling()
    source = random.Random(1)
    fast = compiled(everything)
    for _ in range(2000):
        first, second = source.getrandbits(source.randrange(1, 63)), source.getrandbits(source.randrange(1, 63))
        assert int(fast(first, second)) == int(everything(first, second))
    assert [int(compiled(colour_of)(number)) for number in range(4)] == [0, 1, 0, 1]
    assert compiled(everything) is fast
    assert int(compiled(under_another_name)(7)) == 3
    assert fast is not everything


def test_without_the_compiler_the_plain_rule_is_returned(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PITBOSS_COMPILE", "0")
    assert not compiling()
    assert compiled(everything) is everything
