"""Numbers and names as a report writes them."""

import re
from fractions import Fraction

from pitboss.core.game import Game
from pitboss.core.money import dollars
from pitboss.core.pays import Pay

MINUS = "−"


def signed(text: str) -> str:
    """A number's text with a minus that looks like one."""
    return text.replace("-", MINUS)


def percent(value: Fraction | float, digits: int = 4) -> str:
    """`2.2017 %`; what is not nothing never reads as nothing."""
    value = float(value)
    text = f"{100 * value:.{digits}f}"
    if value and not float(text):
        return f"<{10**-digits:.{digits}f} %" if value > 0 and digits < 3 else power(100 * value) + " %"
    return signed(text) + " %"


def power(value: float, digits: int = 3) -> str:
    """`3.142e-9`, small or large."""
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    return signed(f"{mantissa}e{int(exponent)}")


def plain(value: Fraction | float, digits: int = 4) -> str:
    """A number with so many decimals and thousands apart."""
    return signed(f"{float(value):,.{digits}f}")


def chance(value: Fraction | float) -> str:
    """A probability: eight decimals, or a power of ten where those would show nothing."""
    value = float(value)
    return f"{value:.8f}" if value >= 1e-6 or not value else power(value)


def one_in(value: Fraction) -> str:
    """`12,345.6`: how many rounds for one."""
    if not value:
        return "never"
    rounds = float(1 / value)
    return f"{rounds:,.2f}" if rounds < 10_000 else f"{rounds:,.0f}"


def money(value: Fraction | float) -> str:
    """Dollars and cents, rounded to the cent."""
    cents = round(float(value) * 100)
    return f"{MINUS if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


def money_of(cents: int) -> str:
    """An amount of cents, whole dollars without them."""
    return "$" + dollars(cents).removesuffix(".00")


def amount(value: Fraction | float, digits: int = 2) -> str:
    """Units: whole where they are, else with decimals."""
    return plain(value, 0 if float(value).is_integer() else digits)


def outcome_words(name: str) -> str:
    """`Royal flush` for ROYAL_FLUSH; what rules write in capitals is a name of ours."""
    return name.replace("_", " ").capitalize()


def pay_words(pay: Pay) -> str:
    """A pay as a table has it."""
    return signed(re.sub(r"\d{4,}", lambda digits: f"{int(digits[0]):,}", str(pay)))


def entry_title(game: Game, name: str) -> str:
    """What an entry is called: its label, or its wagers together."""
    if name == "main" and len(game.main_wagers) > 1:
        *first, last = (game.label(wager) for wager in game.main_wagers)
        return f"{', '.join(first)} and {last} together"
    label = game.label(name)
    return label[:1].upper() + label[1:]


def listed(names: list[str]) -> str:
    """`a, b and c`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
