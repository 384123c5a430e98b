"""What a rule can return, read from its text."""

from pitboss.core.rule import rule
from pitboss.maths.codegen.legality import returned

LADDER = (3, 5, 8)
FLOOR = 2


@rule
def by_constant(hand: int, place: int) -> int:
    """A line's constant picks an entry of a tuple."""
    if hand:
        return LADDER[place]
    return FLOOR


@rule
def by_variable(hand: int) -> int:
    """A variable is never taken for a global of its name."""
    FLOOR = hand + 1  # noqa: N806
    if FLOOR > 3:
        FLOOR -= 3  # noqa: N806
    return FLOOR


def test_constants_of_a_line_are_followed():
    assert returned(by_constant, {"place": 1}) == {2, 5}
    assert returned(by_constant, {"place": 2}) == {2, 8}
    assert returned(by_constant) is None


def test_a_variable_is_no_constant():
    assert returned(by_variable) is None


@rule
def by_changed_constant(hand: int, place: int) -> int:
    """A constant that the rule changes is none."""
    place = place + hand
    if place > 3:
        place = 3
    return place


def test_a_constant_that_is_changed_is_no_constant():
    assert returned(by_changed_constant, {"place": 1}) is None
