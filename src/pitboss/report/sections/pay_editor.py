"""Pays that a reader may change on the page: every result of a bet as a linear form in them, in whole numbers.

The page's script (`render/pay_editor.js`) adds these up. It knows no rule: how a pay, a commission or a kept stake
becomes a net is asked of the settlement here, once with the pay 0 and once with 1.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from pitboss.core.game import Game
from pitboss.core.pays import Meter, Odds, Pay, Prize, cell_text
from pitboss.maths.design.shape import with_pays
from pitboss.maths.exact.solver import decided_by_pays
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.tally import NOT_PLACED, added_up, award_dollars, endings, line_net
from pitboss.report.document import PayEditor, Section, Text
from pitboss.report.format import all_of, capitalized, entry_title
from pitboss.report.subject import Subject

ROUNDS = 1_000  # Of the session that is drawn.


@dataclass(frozen=True)
class PayRow:
    """A row of a pay table that may be changed, in words, with its pay and whether the best play depends on it."""

    grid: str
    outcome: int
    words: str
    pay: Pay
    text: str
    decides: bool


def editor_section(subject: Subject) -> Section | None:
    """The section with changeable pays, which only the page has; None where no bet has a pay to change."""
    rows = {name: found for name in subject.separate_bets if (found := pay_rows(subject.analysis, name))}
    if not rows:
        return None
    entries = [entry_data(subject.analysis, name, own) for name, own in rows.items()]
    text = (
        f"Change a pay: the figures, and the course of {ROUNDS:,} rounds, follow at once. The figures are exact, from "
        "the deals that this report counted."
    )
    if any(row.decides for own in rows.values() for row in own):
        text += (
            " The best play depends on the pays marked *. Decisions stay here as they are in this report; after such a "
            "change the best play may differ, and then the house edge against it is lower. To solve the game anew, "
            "give the changed table to “analyze” or “report” with --paytables."
        )
    return Section("Try other pays", (Text(text), PayEditor(entries)), page_only=True)


def entry_data(analysis: Analysis, name: str, rows: list[PayRow]) -> dict[str, object]:
    """An entry for the page: its rows, and its results as weights and linear forms, whole over one denominator."""
    game = analysis.game
    forms = linear_forms(analysis, name, rows)
    whole = lcm(*(each.denominator for form in forms for each in form), analysis.unit(name).denominator)
    # A tally that was counted just now may have another order than the same one from the disk.
    cells = [[str(weight), *(str(int(each * whole)) for each in form)] for form, weight in sorted(forms.items())]
    return {
        "title": entry_title(game, name),
        "unit": "dollars" if analysis.per(name) == DOLLARS else f"units of {game.label(analysis.per(name))}",
        "stake": str(int(analysis.unit(name) * whole)),
        "denominator": str(whole),
        "total": str(analysis.tally.total),
        "rounds": ROUNDS,
        "rows": [{"words": row.words, "pay": row.text, "decides": row.decides} for row in rows],
        "cells": cells,
    }


def pay_rows(analysis: Analysis, name: str) -> list[PayRow]:
    """The rows that pay something to an entry, the best of each grid first; two lines of one grid share their rows."""
    game = analysis.game
    deciding = _deciding(game)
    wagers = [game.wager[each] for each in analysis.entries[name]]
    found: dict[tuple[str, int], PayRow] = {}
    for line in (line for wager in wagers for line in wager.lines):
        for outcome, pay in line.pays.pays.items():
            text = pay_text(game, pay)
            if text and (line.pays.grid, outcome) not in found:
                words = capitalized(line.pays.words_of(line.pays.outcomes(outcome).name))
                if len(wagers) > 1:
                    paid = [each for each in wagers if any(own.pays.grid == line.pays.grid for own in each.lines)]
                    words = f"{capitalized(all_of(game.label(each.name) for each in paid))}: {words}"
                decides = (line.pays.grid, outcome) in deciding
                found[line.pays.grid, outcome] = PayRow(line.pays.grid, outcome, words, pay, text, decides)
    return list(found.values())


def pay_text(game: Game, pay: Pay) -> str:
    """A pay as it is typed: `3:2`, `$30`; for a meter the dollars it awards now; empty for one that pays nothing."""
    if isinstance(pay, Meter):
        (meter,) = (each for each in game.meters if each.number == pay.number)
        return f"${award_dollars(meter)}"
    size = pay.net if isinstance(pay, Odds) else pay.cents
    return cell_text(pay) if size > 0 else ""


def _deciding(game: Game) -> set[tuple[str, int]]:
    """The rows, by grid and outcome, whose pays can change the best play."""
    return {
        (line.pays.grid, outcome)
        for name, outcomes in (decided_by_pays(game, game.main_wagers) if game.choices else {}).items()
        for line in game.wager[name].lines
        for outcome in outcomes or line.pays.pays
    }


def linear_forms(analysis: Analysis, name: str, rows: list[PayRow]) -> dict[tuple[Fraction, ...], int]:
    """The weight of each form of an entry's results: the final stake, the net with all these pays 0, and the slopes."""
    game, names = analysis.game, analysis.entries[name]
    lines = [line for _, line in analysis.tally.places(names)]
    place_of = {(row.grid, row.outcome): place for place, row in enumerate(rows)}
    games = [[_paying(game, row, size) for size in (0, 1)] for row in rows]

    def forms() -> list[tuple[tuple[Fraction, ...], int]]:
        found = []
        for staked, outcomes, weight in endings(game, analysis.tally, names, analysis.stakes):
            fixed, slopes = Fraction(0), [Fraction(0)] * len(rows)
            for (wager, line), outcome in zip(lines, outcomes, strict=True):
                row = place_of.get((game.wager[wager].lines[line].pays.grid, outcome))
                if row is None or outcome == NOT_PLACED:
                    fixed += line_net(game, game.wager[wager], line, outcome, staked[wager])
                    continue
                nothing, one = (line_net(each, each.wager[wager], line, outcome, staked[wager]) for each in games[row])
                fixed += nothing
                slopes[row] += one - nothing
            found.append(((sum((staked[each] for each in names), Fraction(0)), fixed, *slopes), weight))
        return found

    return added_up(forms())


def _paying(game: Game, row: PayRow, size: int) -> Game:
    """The game with one row that pays `size`: to one, or dollars."""
    pay = Odds(Fraction(size)) if isinstance(row.pay, Odds) else Prize(100 * size)
    return with_pays(game, row.grid, {row.outcome: pay})
