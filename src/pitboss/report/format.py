"""Numbers and names as a report writes them."""

import re
from decimal import Decimal
from fractions import Fraction
from math import floor, log10

from pitboss.core.errors import all_of
from pitboss.core.game import Game
from pitboss.core.money import dollars
from pitboss.core.pays import Pay

MINUS = "−"
RAREST = 1e-9
"""The probability below which a power of ten is written, because its decimals would fill a line."""


def with_minus(text: str) -> str:
    """A number's text with typographic minus signs in place of hyphens."""
    return text.replace("-", MINUS)


def percent(value: Fraction | float, digits: int = 4) -> str:
    """`2.2017 %`. A value other than 0 is never shown as 0: one too small for the digits is bounded or gets more."""
    value = float(value)
    text = f"{100 * value:.{digits}f}"
    if value and not float(text):
        return f"<{10**-digits:.{digits}f} %" if value > 0 and digits < 3 else significant(100 * value, 3) + " %"
    return with_minus(text) + " %"


def significant(value: float, digits: int) -> str:
    """A number below 1 with as many decimals as it takes to show this many significant digits."""
    return with_minus(f"{value:.{digits - 1 - floor(log10(abs(value)))}f}")


def shortest(value: Fraction, *, dollars: bool = False) -> str:
    """`0.95`, `$4,996`, `1/3`: an exact number with only the decimals it needs; a fraction where none suffice."""
    size, sign = abs(value), (MINUS if value < 0 else "") + ("$" if dollars else "")
    places = next((each for each in range(7) if (size * 10**each).denominator == 1), None)
    if places is None:
        return f"{sign}{size}"
    shown = max(places, 2) if dollars and places else places
    return f"{sign}{Decimal(size.numerator) / size.denominator:,.{shown}f}"


def scientific(value: float, digits: int = 3) -> str:
    """`3.142e9`."""
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    return with_minus(f"{mantissa}e{int(exponent)}")


def decimal(value: Fraction | float, digits: int = 4) -> str:
    """`1,234.5000`: a number with a fixed count of decimals and commas between thousands."""
    return with_minus(f"{float(value):,.{digits}f}")


def probability(value: Fraction | float) -> str:
    """Eight decimals, or as many as it takes to show seven significant digits, so that products come out right.

    What is rarer than one in a billion is written with a power of ten, `6.299078e-11` with a true minus.
    """
    value = float(value)
    if 0 < value < RAREST:
        return scientific(value, 6)
    return f"{value:.8f}" if value >= 0.1 or not value else significant(value, 7)


def one_in(value: Fraction) -> str:
    """`12,345`: how many rounds there are on average for one event of this probability."""
    if not value:
        return "never"
    rounds = float(1 / value)
    return f"{rounds:,.2f}" if rounds < 10_000 else f"{rounds:,.0f}"


def money(value: Fraction | float) -> str:
    """`$1,234.50`: an amount in dollars, rounded to the cent."""
    cents = round(float(value) * 100)
    return f"{MINUS if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


def whole_money(value: Fraction | float, digits: int = 0) -> str:
    """`$1,234`: an amount in dollars, rounded to so many decimals."""
    text = f"{abs(float(value)):,.{digits}f}"
    return f"{MINUS if value < 0 and float(text.replace(',', '')) else ''}${text}"


def price(cents: int) -> str:
    """`$5`: an amount in cents; those of whole dollars are not shown."""
    return "$" + dollars(cents).removesuffix(".00")


def units(value: Fraction | float, digits: int = 2) -> str:
    """A number of units: decimals only where it is not whole."""
    return decimal(value, 0 if float(value).is_integer() else digits)


def pay_words(pay: Pay) -> str:
    """`1,000 to 1`: a pay, with commas between thousands."""
    return with_minus(re.sub(r"\d{4,}", lambda digits: f"{int(digits[0]):,}", str(pay)))


def entry_title(game: Game, name: str) -> str:
    """The title of an entry: the label of its wager, or for `main` the labels of its wagers together."""
    if name == "main" and len(game.main_wagers) > 1:
        return f"{all_of(game.label(wager) for wager in game.main_wagers)} together"
    return capitalized(game.label(name))


def bet_words(label: str) -> str:
    """`Ante bet`, `Tie Bet`, `regular wager`: a label as a bet, without saying so twice."""
    return label if label.lower().split()[-1] in ("bet", "wager") else f"{label} bet"


def capitalized(text: str) -> str:
    """A text with its first letter in upper case, the others unchanged."""
    return text[:1].upper() + text[1:]
