"""The operator's section: what the house expects to win, and bands to check a real table against."""

from fractions import Fraction
from math import sqrt

from pitboss.core.stakes import pays_meters
from pitboss.report.document import DataTable, Section, Text
from pitboss.report.format import entry_title, money, percent
from pitboss.report.mixes import BANDS, ROUNDS
from pitboss.report.operating import operating_of
from pitboss.report.sections.actual import actual_section
from pitboss.report.sections.progressive import long_run_edge
from pitboss.report.sections.seats import seats_section
from pitboss.report.sections.table_money import exposure_section, hold_section, rtp_section
from pitboss.report.subject import Subject

MEANINGS = (
    "**Theo**, the theoretical win, is what the house expects to win: the house edge times the first bet. A **band** "
    "is the range in which the house's win lies in 95 % or 99 % of fairly dealt stretches of so many rounds: one "
    "stretch in twenty ends outside the 95 % band, one in a hundred outside the 99 % band. Several results outside the "
    "99 % band are a reason to investigate."
)
PLAYERS = (
    " All players are assumed to play the main wager optimally; real players do not, so a real table should win "
    "somewhat more."
)
ONE_PLAYER = (
    "These bands are exact: the distribution of one round, convolved once for every round. Each row is for one player "
    "who makes this bet in every round."
)


def operator_section(subject: Subject) -> Section:
    """Theo, bands for one player and for several seats, RTP by rounds, hold, exposure, and an actual result."""
    operating = operating_of(subject)
    return Section(
        "For the operator",
        (Text(MEANINGS + PLAYERS * bool(subject.game.choices)), theo_table(subject), bands_table(subject)),
        (
            seats_section(operating),
            rtp_section(operating),
            hold_section(operating),
            exposure_section(operating),
            actual_section(operating),
        ),
    )


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


def house_bands(subject: Subject, name: str, rounds: int = ROUNDS[0]) -> dict[str, tuple[Fraction, Fraction]]:
    """The bands that hold the house's win in some rounds of a bet, in dollars."""
    scale, session = subject.dollars_per_unit(name), subject.sessions[name].after(rounds)
    return {
        band: (-session.quantile(high) * scale, -session.quantile(low) * scale) for band, (low, high) in BANDS.items()
    }


def bands_table(subject: Subject) -> DataTable:
    """The house's win from one player: its expected value and its bands, by bet and number of rounds."""
    rows = tuple(
        (
            entry_title(subject.game, name),
            f"{rounds:,}",
            money(subject.theo(name) * rounds),
            *(money(end) for band in house_bands(subject, name, rounds).values() for end in band),
        )
        for name in subject.sessions
        for rounds in ROUNDS
    )
    head = ("wager", "rounds", "expected win", *(word for band in BANDS for word in (f"{band} from", "to")))
    note = f"{ONE_PLAYER} {long_run_words(subject)}".rstrip()
    return DataTable("House win from one player, by number of rounds", head, rows, note=note)


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
