"""Phrases of `design`: percentages, what edges are a share of, what was asked for."""

from fractions import Fraction

from pitboss.cli.words import labelled
from pitboss.json_forms import edge_is_per
from pitboss.maths.design.design import Design, Span
from pitboss.maths.design.shape import Shape


def percent(value: Fraction, digits: int | None = None) -> str:
    """A share as a percentage: with all its digits, or with this many decimals."""
    if digits is not None:
        return f"{float(100 * value):.{digits}f}%"
    return f"{float(100 * value):.9f}".rstrip("0").rstrip(".") + "%"


def per_words(shape: Shape) -> str:
    """`each td (Goal) bet`: what edges are a share of, with its name on the felt."""
    return f"each {labelled(shape.game, edge_is_per(shape))} bet"


def edge_words(design: Design, target: Span) -> str:
    """The house edge and hit frequency asked for, in words."""
    hit = design.limits.hit
    also = f" and a hit frequency from {percent(hit.low)} to {percent(hit.high)}" if hit else ""
    return f"a house edge from {percent(target.low)} to {percent(target.high)} of {per_words(design.shape)}{also}"
