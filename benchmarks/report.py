"""The time of reports and designs, with lower bounds. Run: python benchmarks/report.py

A report cannot be faster than the simulation in it, nor a session distribution than one inverse transform of its size:
both are measured in the same run. All caches are filled; answers are checked before a time is printed.
"""

import os
from fractions import Fraction

import numpy as np
from measure import best_of

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


def subject_of(name: str) -> Subject:
    """The subject of a report, with nothing computed yet."""
    return Subject(games.folder(name), {}, None, Assumed(rounds=ROUNDS), os.cpu_count() or 1)


def files_of(name: str) -> dict[str, bytes]:
    """The files of a report, computed from nothing."""
    subject = subject_of(name)
    return write.files_of(subject, par_sheet(subject), "a4")


def reports() -> None:
    """Times every report, and the simulation alone."""
    print(f"Reports, {ROUNDS:,} rounds simulated in each     report   simulation   the rest")
    whole = 0.0
    for name in (*games.find(), *games.attached()):
        files_of(name)
        first = subject_of(name)
        assert first.analysis.tally.total
        dealing, _ = best_of(1, lambda first=first: first.simulated)
        seconds, files = best_of(1, lambda name=name: files_of(name))
        again = files_of(name)
        assert files == again, name
        whole += seconds
        print(f"  {name:<40} {seconds:>9.2f} s  {dealing:>8.2f} s  {seconds - dealing:>7.2f} s")
    print(f"  {'all of them (120 s asked for)':<40} {whole:>9.2f} s\n")


def sessions() -> None:
    """Times session distributions against one inverse transform of the same size, and ruin."""
    print(f"{LONG:,} rounds                           distribution   one transform   times   ruin, four bankrolls")
    for name in games.find():
        subject = subject_of(name)
        for entry, one in subject.rounds.items():
            took, session = best_of(3, lambda one=one: Sessions(one).after(LONG))
            assert abs(session.mean - float(session.exact_mean)) < 1e-6 * (session.exact_deviation or 1)
            size = 1 << max(4, len(session.cells) - 1).bit_length()
            bare, _ = best_of(5, lambda size=size: np.fft.irfft(np.ones(size // 2 + 1, dtype=complex), size))
            bankrolls = [times * -one.worst for times in (50, 100, 200, 500)]
            ruined, _ = best_of(1, lambda one=one, bankrolls=bankrolls: ruin(one, bankrolls))
            print(
                f"  {name + ' ' + entry:<36} {1000 * took:>10.1f} ms {1000 * bare:>10.2f} ms {took / bare:>9.1f}"
                f" {1000 * ruined:>12.0f} ms"
            )
    print()


def designs() -> None:
    """Times the search for the ten nearest tables, given the tally."""
    print("Design, ten nearest tables for an edge within half a point of 5 %")
    target = Span(Fraction(9, 200), Fraction(11, 200))
    for wager, name in DESIGNS.items():
        game = games.build(name)
        shape = Shape(game, wager, game.wager[wager].lines[0].pays.grid)
        assert shape.analysis
        took, tables = best_of(3, lambda shape=shape: Design(shape).tables(target, 10))
        assert all(table.edge in target for table in tables)
        print(f"  {name + ' ' + wager:<40} {1000 * took:>9.1f} ms   {len(tables)} tables")


if __name__ == "__main__":
    reports()
    sessions()
    designs()
