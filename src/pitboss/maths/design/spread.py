"""Proposals spread over a target: the nearest table of every band of house edges, round pays preferred.

The nearest tables of all are often near-copies of each other. So the target is cut into equal bands, each band is
searched by itself (`Design.nearest`, which misses none), and the best of each is proposed.
"""

from collections.abc import Iterator

from pitboss.maths.design.design import Design, Found, Span
from pitboss.maths.design.search import UNIT
from pitboss.maths.design.shape import Candidate, whole

SPREAD = "spread"
"""The name of this rank, beside those of `design.RANKS`."""
NEAR_ENOUGH = 40  # Tables of a band among which round pays are preferred.
UNROUND = UNIT // 5  # The distance that one pay which is not round counts as.
LEADS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 80)
"""The leading digits of round pays: 75 and 80 are round, 85 and 95 are not."""


def is_round(pay: int) -> bool:
    """Whether a pay is one that tables usually print: up to 10 all, above that 12, 15, 20, 25, 30, 40, 50, 60, 75..."""
    while pay > 100 and pay % 10 == 0:
        pay //= 10
    return pay in LEADS or pay == 100


def unround(table: Candidate) -> int:
    """How many pays of a table are not round; only pays that differ from the shape's count."""
    return sum(not is_round(size) for size in map(whole, table.pays.values()) if size is not None)


def spread(design: Design, target: Span, count: int) -> list[Candidate]:
    """Tables over the whole target, the nearest first: one of each of `count` bands, and more where bands are empty."""
    solving = bool(design.shape.deciding)
    tried = max(1, design.solved // count) if solving else NEAR_ENOUGH
    bands = list(_bands(target, count))
    chosen: list[Candidate] = []
    others: list[Candidate] = []
    for band in bands:
        best, *rest = [*_ranked(design, design.nearest(band, tried)[:tried], target, chosen), None]
        if best is not None:
            chosen.append(best)
        others += [each for each in rest if each is not None]
    if len(chosen) < count:
        known = [dict(each.pays) for each in chosen]
        more = [each for each in sorted(others, key=_key) if dict(each.pays) not in known]
        chosen += more[: count - len(chosen)]
    return sorted(chosen, key=lambda table: table.after())


def _bands(target: Span, count: int) -> Iterator[Span]:
    """Equal parts of a span, from its low end to its high end."""
    step = (target.high - target.low) / count
    for place in range(count if step else 1):
        yield Span(target.low + place * step, target.low + (place + 1) * step if step else target.high)


def _ranked(design: Design, found: list[Found], target: Span, chosen: list[Candidate]) -> list[Candidate]:
    """The tables of a band that fit, each priced under its own best play; the nearest and roundest first."""
    known = [dict(each.pays) for each in chosen]
    tables = [design.shape.priced(pays, distance) for distance, pays in found]
    hit = design.limits.hit
    fit = [
        table
        for table in tables
        if table.pays and table.edge in target and (hit is None or table.hit in hit) and dict(table.pays) not in known
    ]
    return sorted(fit, key=_key)


def _key(table: Candidate) -> tuple[object, ...]:
    return table.distance + UNROUND * unround(table), *table.after()
