"""Chips in memory: money set aside, then moved or given back."""

import pytest

from pitboss.core.errors import FundsError
from pitboss.table.wallet import Chips, Hold, Posting


def test_money_is_set_aside_and_posted():
    chips = Chips({"ann": 1000, "bob": 500})
    holds = Hold("ann", 1, 1, 0, 600), Hold("ann", 1, 1, 1, 300)
    for hold in holds:
        chips.reserve(hold)
    assert (chips.balance("ann"), chips.balance("bob"), chips.balance("eve")) == (100, 500, 0)
    chips.post([Posting("ann", holds, -900)])
    assert (chips.balance("ann"), chips.house_cents) == (100, 900)


def test_more_than_there_is_cannot_be_set_aside():
    chips = Chips({"ann": 1000})
    chips.reserve(Hold("ann", 1, 1, 0, 600))
    with pytest.raises(FundsError, match=r"5\.00 cannot be set aside: ann has 4\.00"):
        chips.reserve(Hold("ann", 1, 2, 0, 500))
    assert chips.balance("ann") == 400


def test_part_of_a_hold_can_be_given_back_and_all_of_it():
    chips = Chips({"ann": 1000})
    holds = [Hold("ann", 1, 1, 0, 600), Hold("ann", 1, 1, 1, -200)]
    for hold in holds:
        chips.reserve(hold)
    assert chips.balance("ann") == 600
    chips.void(holds)
    assert (chips.balance("ann"), chips.cents["ann"]) == (1000, 1000)
