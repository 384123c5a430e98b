"""Many rounds of a bet: where a session ends and how likely a bankroll is ruined, from the exact results of a round."""

from math import ceil, log10

from pitboss.core.errors import all_of
from pitboss.core.stakes import pays_meters
from pitboss.maths.sessions.sessions import Session, Sessions
from pitboss.maths.tally.analysis import DOLLARS
from pitboss.report.document import Block, Chart, DataTable, Section, Text
from pitboss.report.format import decimal, entry_title, money, percent, scientific, units
from pitboss.report.render import charts
from pitboss.report.sections.returns import first_bet
from pitboss.report.subject import HORIZONS, LENGTHS, Subject

FAN_ROUNDS = 1_000
FAN_POINTS = 40
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
LEVELS = ("5th percentile", "25th", "median", "75th", "95th percentile")
USABLE = 0.01  # The largest error of a normal curve, as a share of sessions, that goes without a remark.
NORMAL_HEAD = ("error of a normal curve", "with continuity correction")
NORMAL_MEANING = (
    "The error of a normal curve with the same mean and standard deviation is the largest difference, over all "
    "results, between the share of sessions that end at or below a result and the share that the curve gives. With "
    "the continuity correction the curve is read halfway between a result and the next possible one; without it, at "
    "the result."
)
BINS = 60
OUTSIDE = 0.02  # The share of sessions that a chart leaves out, half on either side.


def sessions_section(subject: Subject) -> Section:
    """A subsection for every separate bet."""
    sections = tuple(
        Section(
            entry_title(subject.game, name),
            (Text(f"Not computed: {each}."),) if isinstance(each, str) else tuple(session_blocks(subject, name, each)),
        )
        for name, each in subject.sessions_or_reason.items()
    )
    error = max((each.after(LENGTHS[-1]).missing for each in subject.sessions.values()), default=0.0)
    text = (
        "A session is a number of rounds with the same bet and the same play; it is ahead if its result is above 0. "
        "Its distribution is that of one round, which is exact, convolved once for every round; no normal "
        f"approximation is used. The numerical error is below {scientific(10 ** ceil(log10(error or 1e-12)), 0)} of "
        "all sessions."
    )
    if any(map(pays_meters, subject.game.wagers)):
        text += " Progressive meters are held as set, though real ones move: “The progressive” has the long run."
    return Section("Sessions", (Text(text),), sections)


def session_blocks(subject: Subject, name: str, sessions: Sessions) -> list[Block]:
    """Results of sessions of some lengths, charts of their course and of their end, and the risk of ruin."""
    ended = [sessions.after(rounds) for rounds in LENGTHS]
    unit = "dollars" if subject.analysis.per(name) == DOLLARS else "units of the first stake"
    return [
        _results_table(ended, unit),
        _fan_chart(entry_title(subject.game, name), sessions, float(subject.one_round[name].mean), unit),
        bins_chart(entry_title(subject.game, name), ended[2], unit),
        ruin_table(subject, name),
    ]


def _results_table(ended: list[Session], unit: str) -> DataTable:
    rows = tuple(
        (
            f"{session.rounds:,}",
            *(percent(chance, 2) for chance in (session.ahead, session.even, session.behind)),
            *(units(session.quantile(share)) for share in SHARES[::2]),
            decimal(session.exact_mean, 2),
            decimal(session.exact_deviation, 2),
            *(percent(session.normal_gap(each), 1) if session.rounds > 1 else "" for each in (False, True)),
        )
        for session in ended
    )
    chances = ("ahead", "even", "behind")
    levels = ("5th percentile", "median", "95th percentile")
    head = ("rounds", *chances, *levels, "mean", "standard deviation", *NORMAL_HEAD)
    return DataTable(f"Results of a session, in {unit}", head, rows, note=normal_words(ended))


def normal_words(ended: list[Session]) -> str:
    """Sentences on how far a normal curve would be wrong, and what that means."""
    many = [session for session in ended if session.rounds > 1]
    wrong = [session for session in many if session.normal_gap(corrected=False) > USABLE]
    if not wrong:
        return f"{NORMAL_MEANING} From 100 rounds on, a normal curve misplaces less than 1 % of sessions either way."
    last = wrong[-1]
    gaps = [percent(last.normal_gap(corrected), 1) for corrected in (False, True)]
    words = (
        f"{NORMAL_MEANING} The normal approximation differs: after {last.rounds:,} rounds it misplaces up to {gaps[0]} "
        f"of sessions, and {gaps[1]} with the continuity correction"
    )
    rest = ". It is not used here." if last is many[-1] else f"; after {many[-1].rounds:,}, less than 1 % either way."
    return words + rest


def _fan_chart(title: str, sessions: Sessions, mean: float, unit: str) -> Chart:
    counts = sessions.alike(FAN_ROUNDS, FAN_POINTS)
    levels = [[0.0] * len(SHARES), *([float(each) for each in fan] for fan in sessions.fan(counts, SHARES))]
    fans, last = dict(zip((0, *counts), levels, strict=True)), levels[-1]
    alt = (
        f"{title}: bands that widen over {FAN_ROUNDS:,} rounds. At the end 5 % of sessions are at or below "
        f"{units(last[0])}, half at or below {units(last[2])}, 95 % at or below {units(last[4])} {unit}. The dashed "
        f"line is the expected result, {decimal(mean * FAN_ROUNDS, 1)} after {FAN_ROUNDS:,} rounds."
    )
    caption = (
        f"{title}: the course of {FAN_ROUNDS:,} rounds. Inner band: the middle 50 % of sessions; outer band: the "
        "middle 90 %; solid line: the median; dashed line: the expected result"
    )
    return Chart(caption, alt, *charts.fan(fans, LEVELS, f"result, {unit}", mean))


def bins_chart(title: str, session: Session, unit: str) -> Chart:
    """A histogram of the result of a session, with a normal curve."""
    bars = session.bars(BINS, OUTSIDE)
    width = float(bars[1].low - bars[0].low) if len(bars) > 1 else float(session.step)
    bins = [charts.Bin(float(bar.low), float(bar.low) + width, bar.share, bar.normal) for bar in bars]
    alt = (
        f"{title}: bars for results of {session.rounds:,} rounds, from {units(bars[0].low)} to {units(bars[-1].high)} "
        f"{unit}, with a dashed normal curve over them that misplaces up to {percent(session.normal_gap(), 1)} of "
        f"sessions. {percent(session.ahead, 1)} end ahead."
    )
    caption = (
        f"{title}: the result of {session.rounds:,} rounds. Dashed line: the normal curve with the same mean and "
        "standard deviation"
    )
    return Chart(caption, alt, *charts.session_bins(bins, f"result, {unit}"))


def ruin_table(subject: Subject, name: str) -> Block:
    """The probability that a bankroll is ruined within some numbers of rounds."""
    found = subject.ruin[name]
    if isinstance(found, str):
        return Text(f"The risk of ruin is not computed: {found}.")
    rows = tuple(
        (money(bankroll), *(percent(each, 2) for each in chances))
        for bankroll, chances in zip(subject.bankrolls(name), found, strict=True)
    )
    cost = -subject.one_round[name].worst * subject.dollars_per_unit(name)
    note = f"A player is ruined when the bankroll can no longer cover a round, which may cost {money(cost)}."
    short = [each for each in subject.bankrolls(name) if each < cost]
    if short:
        amounts = all_of(money(each) for each in short)
        note += f" {amounts} cannot cover even the first round, so such a player is ruined from the start."
    return DataTable(
        f"Risk of ruin, {money(subject.stake(name))} on {first_bet(subject, name)} every round",
        ("bankroll", *(f"within {rounds:,} rounds" for rounds in HORIZONS)),
        rows,
        note=note,
    )
