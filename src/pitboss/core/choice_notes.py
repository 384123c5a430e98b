"""Notes on choices: which options the player could not pay, and which choices the table made.

A log keeps them as remarks at the end of a `choose` line, which readers that do not know them pass over:

    choose    1 play           FOLD                 (may FOLD, PLAY)   # lacked 5.00 for PLAY
    choose    1 play           FOLD                 (may FOLD, PLAY)   # chosen by the table
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pitboss.core.errors import PitbossError
from pitboss.core.money import cents, dollars
from pitboss.core.script import option_text, parse_option
from pitboss.core.steps import Answer, Choose

BY_TABLE = "chosen by the table"
LACKED = "lacked "


@dataclass(frozen=True)
class ChoiceNote:
    """A note on one choice: whether the table made it, and which options the player could not pay."""

    is_by_table: bool = False
    """Whether the table chose because the player had left."""
    missing_cents: Mapping[Answer, int] = field(default_factory=dict)
    """By legal option that the player had too little money for: the cents that the player lacked."""

    def is_decision(self, legal: Iterable[Answer]) -> bool:
        """Whether the player decided: the table did not choose, and no lack of money left one option alone."""
        return not self.is_by_table and not (self.missing_cents and len(set(legal) - set(self.missing_cents)) < 2)

    def remark(self, choice: Choose) -> str:
        """The note as the remark of a log; empty where there is nothing to say."""
        if self.is_by_table:
            return BY_TABLE
        lacked = (f"{dollars(cents)} for {option_text(choice, each)}" for each, cents in self.missing_cents.items())
        return LACKED + ", ".join(lacked) if self.missing_cents else ""


ChoiceNotes: TypeAlias = Mapping[tuple[str, int], ChoiceNote]
"""Notes by the name of the choice and the seat."""
NO_NOTE = ChoiceNote()


def read_note(choice: Choose, remark: str) -> ChoiceNote:
    """The note that a remark holds; any other remark is passed over."""
    text = " ".join(remark.split())
    if text == BY_TABLE:
        return ChoiceNote(is_by_table=True)
    if not text.startswith(LACKED):
        return NO_NOTE
    missing: dict[Answer, int] = {}
    try:
        for each in text.removeprefix(LACKED).split(","):
            amount, _, option = each.partition(" for ")
            missing[parse_option(choice, option)] = cents(amount)
    except PitbossError:
        return NO_NOTE
    return ChoiceNote(missing_cents=missing)
