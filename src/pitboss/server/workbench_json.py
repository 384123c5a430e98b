"""What the workbench tells, as JSON: the tables as they can be edited, every figure of every bet, and sessions."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from pitboss.core.errors import SetupError
from pitboss.core.money import dollars
from pitboss.core.pays import PayTable, cell_text
from pitboss.core.stakes import smallest_table_step
from pitboss.json_forms import option_json

if TYPE_CHECKING:
    from pitboss.maths.design.design import Design, Span
    from pitboss.maths.sessions.one_round import OneRound
    from pitboss.maths.sessions.sessions import Session, Sessions
    from pitboss.maths.tally.analysis import Analysis
    from pitboss.server.workbench import Screen

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
POINTS, BINS = 24, 48
OUTSIDE = 0.02
"""The share of sessions that a histogram leaves out, half on either side."""


def pricing_json(screen: "Screen") -> dict[str, Any]:
    """The game as it stands on the workbench, and every figure."""
    from pitboss.report.warnings import warnings

    game = screen.subject.game
    return {
        **screen_json(screen),
        "warnings": warnings(screen.subject, remedies=False),
        "smallest_step": dollars(smallest_table_step(game)),
        "entries": [_entry_json(screen, name) for name in screen.subject.analysis.entries],
    }


def screen_json(screen: "Screen") -> dict[str, Any]:
    """The game with its options and its pay tables, without figures."""
    printed = screen.printed
    return {
        "game": printed.name,
        "title": printed.title,
        "version": printed.version,
        "deck": {"name": printed.deck.name, "cards": len(printed.deck)},
        "options": [option_json(printed, name) for name in printed.options],
        "tables": [_table_json(screen, table) for table in printed.pay_tables.values()],
        "build": {"options": dict(screen.changed.texts), "paytables": screen.paytables or None},
        "unused": [{"grid": grid, "column": column} for grid, column in screen.unused],
        "refused": [
            {"grid": each.grid, "column": each.column, "outcome": each.outcome, "detail": each.detail}
            for each in screen.refused
        ],
    }


def _table_json(screen: "Screen", table: PayTable) -> dict[str, Any]:
    """A pay table in force: every row with its pay, and the printed one."""
    game = screen.printed
    grid, changed = game.options.grids[table.grid], screen.changes.get(table.grid, {})
    wagers = [wager.name for wager in game.wagers if any(line.pays.grid == table.grid for line in wager.lines)]
    chooser = next((name for name, each in game.options.settings.items() if each.grid == table.grid), None)
    return {
        "grid": table.grid,
        "column": table.column,
        "title": grid.title,
        "note": grid.note,
        "origin": grid.origin_of(table.column),
        "option": chooser,
        "wagers": wagers,
        "rows": [
            {
                "outcome": table.outcomes(outcome).name,
                "words": grid.words_of(table.outcomes(outcome).name),
                "pays": cell_text(changed.get(outcome, pay)),
                "printed": cell_text(pay),
                "listed": table.outcomes(outcome).name in grid.rows,
            }
            for outcome, pay in table.pays.items()
        ],
    }


def _entry_json(screen: "Screen", name: str) -> dict[str, Any]:
    """The figures of a bet: those of `analyze`, and those in dollars at the stake and pace assumed."""
    from pitboss.maths.sessions.one_round import one_round
    from pitboss.maths.tally.as_json import entry_json, number
    from pitboss.maths.tally.figures import exact_figures
    from pitboss.report.format import entry_title
    from pitboss.report.sections.returns import relative_deviation
    from pitboss.report.subject import VOLATILITY

    subject = screen.subject
    analysis, pace = subject.analysis, subject.assumed.pace
    one, scale, unit = one_round(analysis, name), subject.dollars_per_unit(name), analysis.unit(name)
    deviation, exact = relative_deviation(analysis, name), exact_figures(analysis, name)
    told = {**entry_json(exact), "outcomes": _outcomes_json(analysis, name)}
    return {
        "name": name,
        "title": entry_title(analysis.game, name),
        "wagers": list(analysis.entries[name]),
        "separate": name in subject.separate_bets,
        "bet": analysis.game.label(analysis.entries[name][0]),
        **told,
        "edge": number(analysis.edge(name)),
        "deviation": deviation,
        "volatility_index": {"value": float(VOLATILITY) * deviation, "confidence": 0.9},
        "largest": {
            "net": number(one.nets[-1] / unit),
            "dollars": float(one.nets[-1] * scale),
            "probability": number(Fraction(one.weights[-1], one.total)),
        },
        "stake": float(subject.stake(name)),
        "theo_per_round": number(subject.theo(name)),
        "theo_per_hour": number(subject.theo(name) * pace),
        "deviation_per_hour": sqrt(analysis.figures[name].variance * pace) * float(scale),
        "distribution": [
            {"net": float(net / unit), "dollars": float(net * scale), "probability": weight / one.total}
            for net, weight in zip(one.nets, one.weights, strict=True)
        ],
    }


def _outcomes_json(analysis: "Analysis", name: str) -> list[dict[str, Any]]:
    """Every outcome of a bet: words, pay, probability, and what it contributes to the return per unit staked."""
    from pitboss.maths.tally.as_json import number
    from pitboss.maths.tally.figures import NO_BET, outcome_figures

    unit, wagers = analysis.unit(name), analysis.entries[name]
    wager = analysis.game.wager[wagers[0]]

    def words(outcome: str, line: int) -> str:
        if len(wagers) > 1:
            return outcome
        return "no bet" if outcome == NO_BET else wager.outcome_words(outcome, line)

    return [
        {
            "outcome": row.outcome,
            "line": row.line,
            "words": words(row.outcome, row.line),
            "pays": str(row.pay),
            "weight": str(row.weight),
            "probability": number(row.probability),
            "part": number(row.ev / unit),
        }
        for row in outcome_figures(analysis, name)
    ]


def sessions_json(one: "OneRound", rounds: int, scale: Fraction) -> dict[str, Any]:
    """The course and the end of sessions of a bet, in dollars; or the reason why that is not computed."""
    from pitboss.maths.sessions.sessions import Sessions

    sessions = Sessions(one)
    counts = sorted({max(1, round(rounds * (step / POINTS) ** 2)) for step in range(1, POINTS + 1)})  # Dense early on.
    told: dict[str, Any] = {"rounds": rounds, "shares": SHARES, "expected": float(one.mean * scale)}
    try:
        levels = sessions.fan(counts, SHARES)
        return told | {"reason": None, **_ended_json(sessions, rounds, scale), "fan": _fan_json(counts, levels, scale)}
    except SetupError as error:
        return told | {"reason": str(error)}


def _fan_json(counts: Sequence[int], levels: Sequence[Sequence[Fraction]], scale: Fraction) -> list[dict[str, Any]]:
    start = {"rounds": 0, "levels": [0.0] * len(SHARES)}
    ends = zip(counts, levels, strict=True)
    return [start, *({"rounds": count, "levels": [float(each * scale) for each in of]} for count, of in ends)]


def _ended_json(sessions: "Sessions", rounds: int, scale: Fraction) -> dict[str, Any]:
    ended: Session = sessions.after(rounds)
    bars = ended.bars(BINS, OUTSIDE)
    width = bars[1].low - bars[0].low if len(bars) > 1 else ended.step
    return {
        "ahead": ended.ahead,
        "even": ended.even,
        "behind": ended.behind,
        "mean": float(ended.exact_mean * scale),
        "deviation": ended.exact_deviation * float(scale),
        "error": ended.missing,
        "bars": [
            {"low": float(each.low * scale), "high": float((each.low + width) * scale), "share": each.share}
            for each in bars
        ],
    }


def nothing_found_json(search: "Design", target: "Span") -> dict[str, Any]:
    """Why no table meets a target: the edges beside it, or the least and the greatest edge there are."""
    from pitboss.maths.tally.as_json import number

    edges = search.range()
    if edges is None:
        return {"reason": "no table near this one fits these limits", "possible": None, "beside": []}
    beside = [each for each in search.beside(target) if each is not None] if edges.meets(target) else []
    wanted = f"no whole-number table near this one has an edge from {_percent(target.low)} to {_percent(target.high)}"
    nearest = f"the nearest {'is' if len(beside) == 1 else 'are'} {' and '.join(map(_percent, beside))}"
    reach = f"with these limits edges go from {_percent(edges.low)} to {_percent(edges.high)}"
    return {
        "reason": f"{wanted}; {nearest if beside else reach}",
        "possible": {"low": number(edges.low), "high": number(edges.high)},
        "beside": [number(each) for each in beside],
    }


def _percent(value: Fraction) -> str:
    return f"{float(100 * value):.4f}".rstrip("0").rstrip(".") + " %"
