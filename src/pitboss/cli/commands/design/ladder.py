"""The ladders of designed tables as a picture in plain text: every row's pays on one logarithmic scale."""

from math import log10

from pitboss.cli.console import bold
from pitboss.cli.layout import print_wrapped, width
from pitboss.maths.design.shape import Candidate, Shape

NARROWEST = 24  # A scale shorter than this many characters shows too little.
MOST = 9  # Tables that have a digit of their own.


def print_ladder(shape: Shape, tables: list[Candidate]) -> None:
    """Prints a line for each row that pays a whole number: the shape's pay as o, other pays as the tables' digits."""
    rows = shape.ladder(tables[:MOST])
    labels = {outcome: shape.name(outcome) for outcome in rows}
    margin = max(map(len, labels.values())) + 2
    wide = width() - margin
    if len(rows) < 2 or wide < NARROWEST:
        return
    top = max(pay for pays in rows.values() for pay in pays if pay)
    print()
    print_wrapped(f"{bold('The ladders')}, on a logarithmic scale from 1 to {top:,}:")
    for outcome, pays in rows.items():
        print(f"{labels[outcome]:<{margin}}{drawn(pays, top, wide)}")
    print_wrapped("o is the shape, a digit a table that pays otherwise, + several at one place.", " " * margin)


def drawn(pays: list[int | None], top: int, wide: int) -> str:
    """One row of the picture: marks on a line of dots."""
    line = ["."] * wide
    for number, pay in enumerate(pays):
        if pay is None or (number and pay == pays[0]):
            continue
        place = round((wide - 1) * log10(pay) / log10(top)) if top > 1 else 0
        line[place] = (str(number) if number else "o") if line[place] == "." else "+"
    return "".join(line).rstrip(".")
