"""The rounds of a log as a list, as JSON and as CSV."""

import csv
import re
import sys
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from pitboss.cli.console import bold, print_json
from pitboss.cli.layout import print_wrapped, width, wrapped
from pitboss.cli.progress import needs_the_compiler, working
from pitboss.cli.words import plural
from pitboss.coach.log import LoggedRound
from pitboss.coach.review import Reviewed, review
from pitboss.core.errors import PitbossError
from pitboss.core.money import dollars, signed
from pitboss.core.round import Round
from pitboss.core.settle import settle_round
from pitboss.json_forms import decision_json
from pitboss.maths.tally.as_json import number

UNKNOWN = "unknown"
WIDE = 60  # Columns from which on the bets have a place beside the amounts.


@dataclass(frozen=True)
class Listed:
    """One round of a list: its result, and its decisions, or why they could not be graded."""

    logged: LoggedRound
    result_cents: int | None
    """None for a round that was not finished."""
    staked_cents: int
    decisions: list[Reviewed]
    fault: str = ""

    @property
    def lost_cents(self) -> Fraction | None:
        """The EV that decisions gave up; None where it is not known."""
        return None if self.fault else sum((each.grade.lost_cents for each in self.decisions), Fraction(0))


@dataclass(frozen=True)
class Listing:
    """A log, and the rounds of it to show: those whose decisions lost at least `least_cents`."""

    path: str
    rounds: list[LoggedRound]
    least_cents: int

    @cached_property
    def shown(self) -> list[Listed]:
        """The rounds that are shown."""
        with working(self.rounds[0].played.game.name):
            every = [listed(each) for each in self.rounds]
        return [each for each in every if not self.least_cents or (each.lost_cents or 0) >= self.least_cents]


def listed(logged: LoggedRound) -> Listed:
    """A round with its result and its decisions."""
    played = logged.played
    result = settle_round(played).net_cents() if played.need() is None else None
    staked = sum(sum(stakes.values()) for stakes in played.stakes().values())
    if needs_the_compiler(played.game):
        return Listed(logged, result, staked, [], f"without the compiler {played.game.name} takes too long to grade")
    try:
        return Listed(logged, result, staked, review(played, logged.notes))
    except PitbossError as error:
        return Listed(logged, result, staked, [], str(error))


def print_listing(listing: Listing) -> None:
    """Prints the rounds, those of one game together."""
    game = ""
    for each in listing.shown:
        played = each.logged.played
        if played.game.name != game:
            game = played.game.name
            print(f"{bold(played.game.title)}   {game}")
            print(f"{'round':>5} {'staked':>10} {'result':>10} {'EV lost':>9}{'   bets' if width() >= WIDE else ''}")
        result = UNKNOWN if each.result_cents is None else signed(each.result_cents)
        row = f"{each.logged.number:>5} {dollars(each.staked_cents):>10} {result:>10} {_lost_text(each.lost_cents):>9}"
        bets = _bets(played) if width() >= WIDE else []
        print("\n".join(wrapped(bets, first=row + "   ", rest=" " * (len(row) + 3))))
    for fault in dict.fromkeys(each.fault for each in listing.shown if each.fault):
        print_wrapped(f"Not graded: {fault}.")
    print("\n".join(wrapped(_totals(listing))))
    for logged in (each.logged for each in listing.shown):
        if logged.wrong:
            print_wrapped(wrong_words(logged))


def _bets(played: Round) -> list[str]:
    """The bets of a round as pieces of a list, by seat where there are several."""
    found = []
    for seat, stakes in played.state.bets.items():
        owner = f"seat {seat}: " if len(played.state.bets) > 1 else ""
        found.append(owner + ", ".join(f"{played.game.label(name)} {dollars(each)}" for name, each in stakes.items()))
    return re.split("(?<=[,:;]) ", "; ".join(found))


def wrong_words(logged: LoggedRound) -> str:
    """A warning that lines of a round in the log contradict the rules, with the first of them."""
    first, more = logged.wrong[0], len(logged.wrong) - 1
    others = f", and {plural(more, 'more line')} differ{'s' if more == 1 else ''}" if more else ""
    return (
        f"Attention: the log contradicts the rules in round {logged.number}: {first}{others}. What is shown here "
        "follows from the cards, bets and choices; settle names every such line."
    )


def _lost_text(lost: Fraction | None) -> str:
    if lost is None:
        return UNKNOWN
    return "< 0.01" if 0 < lost < Fraction(1, 2) else dollars(round(lost))


def _totals(listing: Listing) -> list[str]:
    """The last line: how many rounds, and what they brought and lost together."""
    shown = listing.shown
    if not shown:
        return [f"In none of {plural(len(listing.rounds), 'round')} did decisions lose {dollars(listing.least_cents)}."]
    part = f" of {len(listing.rounds)}" if len(shown) < len(listing.rounds) else ""
    lost = sum((each.lost_cents or Fraction(0) for each in shown), Fraction(0))
    result = sum(each.result_cents or 0 for each in shown)
    rounds = f"{len(shown)}{part} {'round' if len(listing.rounds) == 1 else 'rounds'}:"
    return [*rounds.split(), "result", f"{signed(result)};", "decisions", "lost", f"{_lost_text(lost)}."]


def print_csv(listing: Listing) -> None:
    """Prints a line for every round, with headings."""
    for logged in (each.logged for each in listing.shown):
        if logged.wrong:
            print(wrong_words(logged), file=sys.stderr)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["round", "game", "seats", "staked", "result", "decisions", "best", "lost"])
    for each in listing.shown:
        played, lost = each.logged.played, each.lost_cents
        faultless = sum(not decision.grade.lost_cents for decision in each.decisions)
        writer.writerow(
            [
                *(each.logged.number, played.game.name, len(played.state.seats()), dollars(each.staked_cents)),
                "" if each.result_cents is None else dollars(each.result_cents),
                *(("", "", "") if lost is None else (len(each.decisions), faultless, f"{float(lost / 100):.6f}")),
            ]
        )


def print_rounds_json(listing: Listing) -> None:
    """Prints everything known of the rounds as one document."""
    print_json({"file": listing.path, "rounds": [_round_json(each) for each in listing.shown]})


def _round_json(each: Listed) -> dict[str, Any]:
    played = each.logged.played
    return {
        "round": each.logged.number,
        "game": played.game.name,
        "version": played.game.version,
        "options": played.game.options.as_json(),
        "bets": {
            str(seat): {name: dollars(amount) for name, amount in stakes.items()}
            for seat, stakes in played.state.bets.items()
        },
        "staked": dollars(each.staked_cents),
        "result": None if each.result_cents is None else dollars(each.result_cents),
        "lost": None if each.lost_cents is None else number(each.lost_cents / 100),
        "decisions": [decision_json(decision) for decision in each.decisions],
        **({"fault": each.fault} if each.fault else {}),
        **({"wrong": list(each.logged.wrong)} if each.logged.wrong else {}),
    }
