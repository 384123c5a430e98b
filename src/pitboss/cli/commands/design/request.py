"""The flags of `design` as arguments of the library's `design`."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.cli.args import pairs
from pitboss.cli.commands.design.words import percent
from pitboss.core.errors import FormatError, OptionError, unknown
from pitboss.core.game import Game
from pitboss.core.options import percentage_meant
from pitboss.core.pays import Pay, Prize, parse_pay, too_large
from pitboss.maths.design.design import Limits, Span
from pitboss.maths.design.shape import Shape, grid_of

AROUND = Fraction(1, 200)  # What a single percentage stands for: half a point to either side.
PERCENT = re.compile(r"(-?[0-9]{1,4}(?:\.[0-9]{1,9})?)%", re.ASCII)


def span(flag: str, text: str, example: str) -> Span:
    """`4%..6%` as shares; a single percentage stands for half a point to either side."""
    parts = [PERCENT.fullmatch(part.strip()) for part in text.split("..")]
    if len(parts) not in (1, 2) or not all(parts):
        meant = [part if PERCENT.fullmatch(part.strip()) else percentage_meant(part) for part in text.split("..")]
        if len(meant) in (1, 2) and all(meant):
            raise FormatError(
                f"{flag} {text!r}: a percentage needs its %; did you mean {'..'.join(filter(None, meant))}?"
            )
        raise FormatError(f"{flag} {text!r}: give percentages from low to high, such as {example}, or one, such as 5%")
    ends = [Fraction(match[1]) / 100 for match in parts if match]
    if len(ends) == 1:
        return Span(ends[0] - AROUND, ends[0] + AROUND)
    if ends[0] > ends[1]:
        raise FormatError(f"{flag} {text!r} runs backwards: write {percent(ends[1])}..{percent(ends[0])}")
    return Span(*ends)


@dataclass(frozen=True)
class Asked:
    """The flags of `design` as the library takes them."""

    grid: str
    shape: Mapping[int, Pay]
    limits: Limits


def asked(
    game: Game,
    wager: str,
    *,
    grid: str = "",
    shape: Iterable[str] | None = None,
    caps: Iterable[str] | None = None,
    keeps: Iterable[str] | None = None,
    any_order: bool = False,
    hit: str = "",
) -> Asked:
    """The grid, shape and limits that the flags ask for."""
    if wager not in game.wager:
        hint = f"; main is {' + '.join(game.main_wagers)}" if wager == "main" and len(game.main_wagers) > 1 else ""
        raise OptionError(unknown("wager", wager, game.wager) + hint)
    grid = grid_of(game, wager, grid)
    shipped = Shape(game, wager, grid)
    known = {shipped.name(outcome): outcome for outcome in shipped.pays}

    def outcome_of(flag: str, name: str) -> int:
        if name.upper() not in known:
            raise OptionError(f"{flag}: {unknown(f'outcome of {grid}', name, known)}")
        return known[name.upper()]

    in_dollars = any(isinstance(pay, Prize) for pay in shipped.pays.values())
    pays = {
        outcome_of("--shape", name): shape_pay(name, text, in_dollars) for name, text in pairs("--shape", shape).items()
    }
    texts = list(caps or ())
    every = [text for text in texts if "=" not in text]
    if len(every) > 1:
        raise FormatError(f"--cap {every[1]!r}: {every[0]!r} already caps every row; cap one row as OUTCOME=PAY")
    most = {outcome: cap(text) for text in every for outcome in shipped.pays}
    for name, text in pairs("--cap", (text for text in texts if "=" in text)).items():
        outcome = outcome_of("--cap", name)
        most[outcome] = min(cap(text), most.get(outcome, cap(text)))
    limits = Limits(
        caps=most,
        kept=frozenset(outcome_of("--keep", name) for name in keeps or ()),
        any_order=any_order,
        hit=span("--hit", hit, "20%..30%") if hit else None,
    )
    return Asked(grid, pays, limits)


def shape_pay(name: str, text: str, in_dollars: bool) -> Pay:
    """The pay of a row in `--shape`."""
    try:
        pay = parse_pay(f"${text}" if in_dollars and text.isdecimal() else text)
    except ValueError:
        pay = None
    if pay is None or isinstance(pay, Prize) != in_dollars:
        right = "dollars, such as $30 or 30, or $0 for nothing" if in_dollars else "8, 3:2, push or lose"
        why = too_large(text)
        raise FormatError(f"--shape {name}={text}{f' {why}' if why else f': give {right}'}")
    return pay


def cap(text: str) -> int:
    """The most a row may pay, from `--cap`."""
    if not re.fullmatch(r"\$?[0-9]{1,9}", text, re.ASCII) or not int(text.removeprefix("$")):
        raise FormatError(f"--cap {text!r}: give a whole number from 1 to 999999999, such as 100 or OUTCOME=100")
    return int(text.removeprefix("$"))
