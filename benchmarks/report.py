"""Reports and designs: how long they take, and of that the least they could. Run: python benchmarks/report.py

A report cannot be faster than the simulation in it, a session distribution not faster than one inverse transform of its
size: both are measured in the same run. Everything is warm; answers are checked before a time is printed.
"""

import os
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss import games
from pitboss.maths.design.design import Design, Span
from pitboss.maths.design.shape import Shape
from pitboss.maths.sessions.ruin import ruin
from pitboss.maths.sessions.sessions import Sessions
from pitboss.report import write
from pitboss.report.par import par_sheet
from pitboss.report.subject import Assumed, Subject

ROUNDS = 100_000_000
LONG = 10_000
DESIGNS = {"flush_bonus": "three-card-blitz", "queens_or_better": "wild-six", "spadez": "spadez", "td": "turbo-sports"}


def timed(work: Callable[[], Any], times: int = 1) -> tuple[float, Any]:
    """The shortest time of several, and the last answer."""
    shortest, answer = float("inf"), None
    for _ in range(times):
        started = time.perf_counter()
        answer = work()
        shortest = min(shortest, time.perf_counter() - started)
    return shortest, answer


def subject_of(name: str) -> Subject:
    """A report that knows nothing yet."""
    return Subject(games.folder(name), {}, None, Assumed(rounds=ROUNDS), os.cpu_count() or 1)


def files_of(name: str) -> dict[str, bytes]:
    """A report from nothing."""
    subject = subject_of(name)
    return write.files_of(subject, par_sheet(subject), "a4")


def reports() -> None:
    """Every report, against the simulation alone."""
    print(f"Reports, {ROUNDS:,} rounds simulated in each     report   simulation   the rest")
    whole = 0.0
    for name in (*games.find(), *games.attached()):
        files_of(name)
        first = subject_of(name)
        assert first.analysis.tally.total
        dealing, _ = timed(lambda first=first: first.simulated)
        seconds, files = timed(lambda name=name: files_of(name))
        again = files_of(name)
        assert files == again, name
        whole += seconds
        print(f"  {name:<40} {seconds:>9.2f} s  {dealing:>8.2f} s  {seconds - dealing:>7.2f} s")
    print(f"  {'all of them (120 s asked for)':<40} {whole:>9.2f} s\n")


def sessions() -> None:
    """Session distributions, against one inverse transform of the same size; and ruin."""
    print(f"{LONG:,} rounds                           distribution   one transform   times   ruin, four bankrolls")
    for name in games.find():
        subject = subject_of(name)
        for entry, one in subject.rounds.items():
            took, session = timed(lambda one=one: Sessions(one).after(LONG), 3)
            assert abs(session.mean - float(session.exact_mean)) < 1e-6 * (session.exact_deviation or 1)
            size = 1 << max(4, len(session.cells) - 1).bit_length()
            bare, _ = timed(lambda size=size: np.fft.irfft(np.ones(size // 2 + 1, dtype=complex), size), 5)
            bankrolls = [times * -one.worst for times in (50, 100, 200, 500)]
            ruined, _ = timed(lambda one=one, bankrolls=bankrolls: ruin(one, bankrolls))
            print(
                f"  {name + ' ' + entry:<36} {1000 * took:>10.1f} ms {1000 * bare:>10.2f} ms {took / bare:>9.1f}"
                f" {1000 * ruined:>12.0f} ms"
            )
    print()


def designs() -> None:
    """The ten nearest tables, the tally at hand."""
    print("Design, ten nearest tables for an edge within half a point of 5 %")
    target = Span(Fraction(9, 200), Fraction(11, 200))
    for wager, name in DESIGNS.items():
        game = games.build(name)
        shape = Shape(game, wager, game.wager[wager].lines[0].pays.grid)
        assert shape.analysis
        took, tables = timed(lambda shape=shape: Design(shape).tables(target, 10), 3)
        assert all(table.edge in target for table in tables)
        print(f"  {name + ' ' + wager:<40} {1000 * took:>9.1f} ms   {len(tables)} tables")


if __name__ == "__main__":
    reports()
    sessions()
    designs()
