"""A hand that nobody has named raises whatever is done with it."""

import operator
from collections.abc import Callable
from typing import Any

import pytest

from pitboss.core.errors import UnseenCardsError
from pitboss.core.rule import popcount
from pitboss.core.unseen import UnseenHand

HAND: Any = UnseenHand("dealer", 0, 3, "dealer is dealt 3 cards in this round; none given")
TWO = (
    *(operator.add, operator.sub, operator.mul, operator.mod, operator.and_, operator.or_, operator.xor),
    *(operator.lshift, operator.rshift, operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge),
)


@pytest.mark.parametrize("act", TWO)
def test_it_cannot_be_reckoned_or_compared_with(act: Callable[[Any, Any], Any]):
    for pair in ((HAND, 5), (5, HAND)):
        with pytest.raises(UnseenCardsError, match="dealer is dealt 3 cards"):
            act(*pair)


@pytest.mark.parametrize("act", [bool, int, str, hash, operator.invert, operator.neg, popcount, "{}".format, [1].index])
def test_it_has_no_value_of_its_own(act: Callable[[Any], Any]):
    with pytest.raises(UnseenCardsError) as caught:
        act(HAND)
    assert (caught.value.pile, caught.value.seat, caught.value.count, caught.value.code) == (
        "dealer",
        0,
        3,
        "card/missing",
    )
