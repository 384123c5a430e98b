"""The operator's section: the theoretical win per hour, and bands to check a real table against."""

from fractions import Fraction
from math import sqrt

from pitboss.core.stakes import pays_meters
from pitboss.report.document import DataTable, Section
from pitboss.report.format import entry_title, money, percent
from pitboss.report.sections.progressive import long_run_edge
from pitboss.report.subject import Subject

ROUNDS = 1_000
BANDS = {"95 %": (0.025, 0.975), "99 %": (0.005, 0.995)}
BANDS_NOTE = (
    f"One player's bets, with optimal play of the main wager. Of fairly dealt stretches of {ROUNDS:,} rounds, one in "
    "twenty ends outside the 95 % band and one in a hundred outside the 99 % band; several outside the 99 % band are a "
    "reason to investigate. Seats that play the same round share cards, so their results are correlated and their "
    "bands do not simply add up."
)


def operator_section(subject: Subject) -> Section:
    """The theoretical win per hour, and the house's win in a thousand rounds."""
    return Section("For the operator", (theo_table(subject), bands_table(subject)))


def theo_table(subject: Subject) -> DataTable:
    """The theoretical win of every separate bet, per round and per hour."""
    pace = subject.assumed.pace
    rows = tuple(
        (
            entry_title(subject.game, name),
            money(subject.stake(name)),
            money(subject.theo(name)),
            money(subject.theo(name) * pace),
            money(sqrt(subject.analysis.figures[name].variance * pace) * float(subject.dollars_per_unit(name))),
        )
        for name in subject.separate_bets
    )
    head = ("wager", "first bet", "theo per round", "theo per hour", "standard deviation per hour")
    return DataTable(f"Theoretical win from one player at {pace} rounds per hour", head, rows)


def house_bands(subject: Subject, name: str) -> dict[str, tuple[Fraction, Fraction]]:
    """The bands that hold the house's win in a thousand rounds of a bet, in dollars."""
    scale, session = subject.dollars_per_unit(name), subject.sessions[name].after(ROUNDS)
    return {
        band: (-session.quantile(high) * scale, -session.quantile(low) * scale) for band, (low, high) in BANDS.items()
    }


def bands_table(subject: Subject) -> DataTable:
    """The house's win in a thousand rounds: its expected value and its bands."""
    rows = tuple(
        (
            entry_title(subject.game, name),
            money(subject.stake(name)),
            money(subject.theo(name) * ROUNDS),
            *(money(end) for band in house_bands(subject, name).values() for end in band),
        )
        for name in subject.sessions
    )
    head = ("wager", "first bet", "expected win", *(word for band in BANDS for word in (f"{band} from", "to")))
    note = f"{BANDS_NOTE} {long_run_words(subject)}".rstrip()
    return DataTable(f"House win in {ROUNDS:,} rounds of one player", head, rows, note=note)


def long_run_words(subject: Subject) -> str:
    """A sentence on the long-run hold of progressive bets, where the figures are for meters that do not move."""
    progressive = (
        name for name in subject.separate_bets if pays_meters(subject.game.wager[subject.analysis.entries[name][0]])
    )
    kept = {name: long_run_edge(subject.analysis, name) for name in progressive}
    return " ".join(
        f"{entry_title(subject.game, name)}: the bands hold for its meters as set; in the long run the house keeps "
        f"{percent(each / subject.stake(name), 2)} of the bet, {money(each)} per round or "
        f"{money(each * subject.assumed.pace)} per hour."
        for name, each in kept.items()
    )
