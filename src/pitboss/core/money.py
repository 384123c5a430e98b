"""Money is integer cents; these are its text forms.

>>> cents("5"), cents("$5.25"), dollars(-525)
(500, 525, '-5.25')
"""

import re
from fractions import Fraction
from math import floor

from pitboss.core.errors import FormatError

AMOUNT = re.compile(r"(-?)\$?([0-9]{1,15}|[0-9]{1,3}(?:,[0-9]{3}){1,4})(?:\.([0-9]{1,2}))?", re.ASCII)


def cents(text: str) -> int:
    """The cents that an amount such as `5`, `5.00`, `$5`, `1,000` or `-5` names."""
    match = AMOUNT.fullmatch(text.strip())
    if match is None:
        raise FormatError(f"no amount {text.strip()!r}: dollars and at most two decimals, such as 5, 5.00 or $5")
    sign, whole, part = match.groups()
    amount = int(whole.replace(",", "")) * 100 + int((part or "0").ljust(2, "0"))
    return -amount if sign else amount


def dollars(cents: int) -> str:
    """Dollars and cents, `52.00` or `-5.25`: the form of scripts and round files."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def signed(cents: int) -> str:
    """A result: `+52.00`, `-5.25`, `0.00`."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def gap_words(more: Fraction, less: Fraction) -> str:
    """How much one value is above another, for a sentence: the difference of the two as they are shown, to the cent."""
    shown = floor(more + Fraction(1, 2)) - floor(less + Fraction(1, 2))
    return amount_words(shown) if shown else "less than a cent" if more > less else amount_words(0)


def amount_words(cents: Fraction | int) -> str:
    """An amount for a sentence, to the cent: `$3.42`, or `less than a cent`."""
    if cents and abs(cents) < Fraction(1, 2):
        return "less than a cent"
    return f"{'-' if cents < 0 else ''}${dollars(abs(round(cents)))}"
