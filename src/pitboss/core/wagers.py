"""Wagers: how a bet is staked, and the lines that judge and pay it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from pitboss.core.pays import PayTable
from pitboss.core.rule import Rule


@dataclass(frozen=True)
class Free:
    """The player chooses the stake, in whole chip steps."""


@dataclass(frozen=True)
class Equal:
    """The stake must equal the seat's stake on the wager `to`."""

    to: str


@dataclass(frozen=True)
class Fixed:
    """The stake is the same for everybody and outside the chip step; the house keeps it, win or lose, if `kept`."""

    cents: int
    kept: bool = False


@dataclass(frozen=True)
class Chosen:
    """The stake is placed in mid-round, by a choice that raises it, never before the deal."""


Stake: TypeAlias = Free | Equal | Fixed | Chosen
FREE = Free()
CHOSEN = Chosen()


@dataclass(frozen=True)
class Line:
    """One way a wager is judged and paid; the lines of a wager add up.

    The rule may take `constants` beside piles and choices, so that one rule serves several lines.
    """

    outcome: Rule
    pays: PayTable
    constants: Mapping[str, int] = field(default_factory=dict)
    cites: Mapping[int, str] = field(default_factory=dict)
    """The rules and rulings that decide an outcome, `rule 6, ruling B4`; for others the rule's docstring cites them."""


@dataclass(frozen=True)
class Wager:
    """A bet: how it is staked, and the lines that judge it. `commission` is a share of what it wins."""

    name: str
    lines: tuple[Line, ...]
    stake: Stake = FREE
    needs: str | None = None
    required: bool = False
    unless: str | None = None
    """Another wager that makes this required one optional: one of the two must be bet."""
    commission: Fraction = Fraction(0)
    commission_cites: str = ""
    """The rules and rulings that allow the commission."""

    def outcome_words(self, outcome: str, line: int = 0) -> str:
        """An outcome of a line in words, such as `royal blitz`."""
        return self.lines[line].pays.words_of(outcome)

    @property
    def is_kept(self) -> bool:
        """Whether the house keeps the stake whatever happens."""
        return isinstance(self.stake, Fixed) and self.stake.kept
