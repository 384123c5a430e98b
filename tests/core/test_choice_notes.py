"""Notes on choices: their remarks, read back, and what is no decision."""

import pytest

from pitboss.core.choice_notes import NO_NOTE, ChoiceNote, read_note
from tests.support.toy import Swap, toy

CHOICE = toy().choices["swap"]
OPTIONS = tuple(int(each) for each in Swap)


@pytest.mark.parametrize("note", [NO_NOTE, ChoiceNote(is_by_table=True), ChoiceNote(missing_cents={OPTIONS[-1]: 550})])
def test_a_remark_reads_back(note: ChoiceNote):
    assert read_note(CHOICE, note.remark(CHOICE)) == note


@pytest.mark.parametrize("remark", ["well played", "lacked courage", "lacked 5.00 for NOTHING", ""])
def test_other_remarks_are_passed_over(remark: str):
    assert read_note(CHOICE, remark) == NO_NOTE


def test_one_option_left_by_lack_of_money_is_no_decision():
    assert NO_NOTE.is_decision(OPTIONS)
    assert not ChoiceNote(missing_cents=dict.fromkeys(OPTIONS[1:], 100)).is_decision(OPTIONS)
    assert not ChoiceNote(is_by_table=True).is_decision(OPTIONS)
