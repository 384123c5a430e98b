"""Why no table meets a target: which edges are possible, and which limit to loosen."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from math import ceil

from pitboss.cli.commands.design.words import edge_words, percent
from pitboss.core.pays import cell_text
from pitboss.maths.design.design import Design, Limits, Span
from pitboss.maths.design.shape import size_of, whole


def nothing_fits(design: Design, target: Span) -> str:
    """A sentence that says which edges are possible, and which flag would allow more."""
    shape, edges, hit = design.shape, design.range(), design.limits.hit
    if not design.ladders:
        return no_such_ladder(design)
    if edges is None or (hit and not design.nearest(edges, 1)):
        assert hit
        wanted = f"no table near the shape has a hit frequency from {percent(hit.low)} to {percent(hit.high)}"
        return f"{wanted}, whichever rows pay; {nearest_words(design.hits_beside(hit), hit)}: widen --hit"
    wanted = f"no whole-number table near the shape has {edge_words(design, target)}"
    if edges.meets(target):
        return f"{wanted}; {nearest_words(design.beside(target), target)}: widen --target-edge, or change --shape"
    end = f"at least {percent(edges.low, 4)}" if target.high < edges.low else f"at most {percent(edges.high, 4)}"
    if shape.deciding:  # Better play for other tables lowers their edges a little.
        end += " under the play that is best for the shape"
    for limits, words, way in looser(design):
        other = replace(design, limits=limits).range()
        if other and other.meets(target):
            return f"{wanted}; {words} it is {end}: {way}"
    for outcome, pay in shape.pays.items():
        size = size_of(pay)
        if size and size > 0 and whole(pay) is None and outcome in shape.weights:
            name = shape.name(outcome)
            return f"{wanted}; it is {end}, and {name} stays at {cell_text(pay)}: give --shape {name}={ceil(size)}"
    return f"{wanted}; with pays from a third to three times the shape's it is {end}: change --shape"


def looser(design: Design) -> Iterable[tuple[Limits, str, str]]:
    """The limits with each of those given left out in turn; what that limit did; and the flag that changes it."""
    limits, name = design.limits, design.shape.name
    caps = [f"{name(outcome)} capped at {most}" for outcome, most in limits.caps.items()]
    if len(caps) == len(design.shape.pays):
        caps = [f"every row capped at {max(limits.caps.values())}"]
    kept = [f"{name(outcome)} kept" for outcome in design.shape.pays if outcome in limits.kept]
    if caps:
        yield replace(limits, caps={}), f"with {' and '.join(caps)}", "raise --cap"
    if kept:
        yield replace(limits, kept=frozenset()), f"with {' and '.join(kept)}", "leave out --keep"
    if limits.hit:
        yield replace(limits, hit=None), "with such a hit frequency", "change --hit"
    if not limits.any_order:
        yield replace(limits, any_order=True), "while no row pays more than the one above", "give --any-order"


def no_such_ladder(design: Design) -> str:
    """A sentence for limits that leave a row no pay, or the rows no order."""
    for outcome in filter(design.varies, design.shape.pays):
        least, most = design.room(outcome)
        if most is not None and least > most:
            return (
                f"{design.shape.name(outcome)} would have to pay at least {least} and at most {most}: "
                "loosen --cap or --keep, or give --any-order"
            )
    return "no table near the shape has every row pay at least as much as the next: change --shape, or give --any-order"


def nearest_words(values: Iterable[Fraction | None], span: Span) -> str:
    """The nearest values outside a span, in words."""
    texts = [outside(value, span) for value in values if value is not None]
    return f"the nearest {'is' if len(texts) == 1 else 'are'} {' and '.join(texts)}"


def outside(value: Fraction, span: Span) -> str:
    """A share with as many decimals as it takes to see that it is outside a span."""
    texts = (percent(value, digits) for digits in range(4, 13))
    return next((text for text in texts if Fraction(text[:-1]) / 100 not in span), percent(value))
