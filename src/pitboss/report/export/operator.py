"""The operator's tables for programs: as JSON with exact fractions where there are any, and as CSV."""

import csv
import io
from collections.abc import Iterator
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from pitboss.maths.seats.pairs import SeatPairs
from pitboss.maths.tally.as_json import exact_text, number
from pitboss.maths.tally.figures import Estimate
from pitboss.report.mixes import BANDS, ROUNDS, HouseWin
from pitboss.report.operating import Operating, Verdict, operating_of
from pitboss.report.subject import Subject

DIGITS = 6  # Of figures computed in floating point: fewer than are exact, so the same on every machine.
HEAD = (
    *("table", "bets", "rounds", "seats", "expected", "expected_exact", "standard_deviation", "variance_exact"),
    *("low_95", "high_95", "low_99", "high_99", "method"),
)


def operator_json(subject: Subject) -> dict[str, Any]:
    """Every table of the operator's section."""
    operating = operating_of(subject)
    return {
        "seats": seats_json(subject.seat_pairs),
        "mixes": [mix_json(operating, win) for win in operating.wins],
        "house_win": [row for win in operating.wins for row in win_rows(operating, win)],
        "rtp": [row for win in operating.wins for row in rtp_rows(win)],
        "actual": operating.verdict and verdict_json(operating.verdict),
    }


def seats_json(pairs: SeatPairs | str) -> dict[str, Any]:
    """The covariances of two seats by wager, per unit of each, and how they were found."""
    if isinstance(pairs, str):
        return {"method": "not computed", "reason": pairs}
    how = {"method": "exact"}
    if not pairs.exact:
        deals = {"deals": pairs.deals, "seats": pairs.seats, "seed": pairs.seed}
        how = {"method": "simulated", "reason": pairs.reason, **deals}
    covariances = [{"wagers": list(names), "covariance": number(each)} for names, each in pairs.covariances.items()]
    return {**how, "covariances": covariances}


def mix_json(operating: Operating, win: HouseWin) -> dict[str, Any]:
    """The figures of one mix of bets in dollars: a round of one seat, hold and drop, and the largest payout."""
    held, largest = operating.held(win), operating.largest(win)
    return {
        "bets": list(win.mix.entries),
        "first_bets": {name: number(stake) for name, stake in win.mix.stakes.items()},
        "theo_per_round": number(win.theo),
        "staked_per_round": number(win.staked),
        "variance": number(win.one.variance),
        "covariance_of_two_seats": number(_rounded(win.shared)),
        "correlation_of_two_seats": round(win.correlation, DIGITS),
        "hold": {
            "seats": held.seats,
            "rounds_per_hour": held.pace,
            "hours": held.hours,
            "buy_in": number(held.buy_in),
            "handle_per_hour": number(held.handle),
            "theo_per_hour": number(held.theo),
            "drop_per_hour": number(held.drop),
            "hold": number(held.hold),
        },
        "largest_payout": {
            "one_seat": number(largest.win),
            "probability": number(largest.probability),
            "table": {
                "seats": largest.seats,
                "most": number(largest.table),
                "method": "upper bound" if largest.counted is None else "exact",
            },
        },
    }


def win_rows(operating: Operating, win: HouseWin) -> Iterator[dict[str, Any]]:
    """The house's win by rounds and seats; for mixes that have no table of their own, for one seat and a full table."""
    tabled = any(win is each for each in operating.tabled)
    for rounds in ROUNDS:
        for seats in operating.seats if tabled else sorted({1, operating.seats[-1]}):
            variance = win.variance(seats)
            yield {
                "bets": win.mix.key,
                "rounds": rounds,
                "seats": seats,
                "expected": number(win.mean(seats, rounds)),
                "standard_deviation": round(win.deviation(seats, rounds), DIGITS),
                "variance": number(rounds * variance) if isinstance(variance, Fraction) else None,
                "bands": {
                    band.replace(" ", ""): [round(float(end), 2) for end in win.band(band, seats, rounds)]
                    for band in BANDS
                },
                "method": _method(win, seats),
            }


def _method(win: HouseWin, seats: int) -> str:
    if seats == 1:
        return "exact"
    return "simulated covariance" if win.simulated else "exact mean and variance"


def _rounded(value: Fraction | Estimate) -> Fraction | Estimate:
    return Estimate(round(value.value, DIGITS), round(value.error, DIGITS)) if isinstance(value, Estimate) else value


def rtp_rows(win: HouseWin) -> Iterator[dict[str, Any]]:
    """The RTP on all money staked, by number of rounds of one player."""
    for rounds in ROUNDS if win.staked else ():
        yield {
            "bets": win.mix.key,
            "rounds": rounds,
            "rtp": number(1 - win.theo / win.staked),
            "bands": {
                band.replace(" ", ""): [round(win.rtp(share, rounds), DIGITS) for share in shares]
                for band, shares in BANDS.items()
            },
        }


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """An actual result beside its expectation."""
    actual, win = verdict.actual, verdict.win
    given = asdict(actual) | {"bets": win.mix.key, "first_bets": number(win.mix.first)}
    del given["stake_cents"]
    return given | {
        "expected": number(win.mean(actual.seats, actual.rounds)),
        "standard_deviation": round(win.deviation(actual.seats, actual.rounds), DIGITS),
        "z": round(verdict.z, DIGITS),
        "at_most": round(verdict.at_most, DIGITS),
        "at_least": round(verdict.at_least, DIGITS),
        "outside": verdict.outside and verdict.outside.replace(" ", ""),
        "method": _method(win, actual.seats),
    }


def operator_csv(subject: Subject) -> str:
    """The house's win by bets, rounds and seats in dollars, then the RTP of one player, one row each."""
    operating, text = operating_of(subject), io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEAD)
    for win in operating.wins:
        for row in win_rows(operating, win):
            variance = win.variance(row["seats"])
            exact = exact_text(row["rounds"] * variance) if isinstance(variance, Fraction) else ""
            expected = [repr(row["expected"]["value"]), row["expected"]["exact"]]
            ends = [repr(end) for band in row["bands"].values() for end in band]
            spread = [repr(row["standard_deviation"]), exact]
            writer.writerow(
                ["house win", row["bets"], row["rounds"], row["seats"], *expected, *spread, *ends, row["method"]]
            )
        for row in rtp_rows(win):
            ends = [repr(end) for band in row["bands"].values() for end in band]
            expected = [repr(row["rtp"]["value"]), row["rtp"]["exact"]]
            writer.writerow(["RTP", row["bets"], row["rounds"], 1, *expected, "", "", *ends, "delta method"])
    return text.getvalue()
