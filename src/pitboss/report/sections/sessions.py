"""Many rounds of a bet: where a session ends and how likely a bankroll is ruined, from the exact results of a round."""

from math import ceil, log10

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
USABLE = 0.01  # The largest error of a normal curve, as a share of sessions, that goes without a remark.
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
        "A session repeats the same bet with the same play. Its distribution is that of one round, which is exact, "
        "convolved once for every round; no normal approximation is used. The numerical error is below "
        f"{scientific(10 ** ceil(log10(error or 1e-12)), 0)} of all sessions."
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
        _fan_chart(sessions, float(subject.one_round[name].mean), unit),
        bins_chart(ended[2], unit),
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
            percent(session.normal_gap(), 1) if session.rounds > 1 else "",
        )
        for session in ended
    )
    chances = ("ahead", "even", "behind")
    levels = ("5th percentile", "median", "95th percentile")
    head = ("rounds", *chances, *levels, "mean", "standard deviation", "error of a normal curve")
    return DataTable(f"Results of a session, in {unit}", head, rows, note=normal_words(ended))


def normal_words(ended: list[Session]) -> str:
    """A sentence on how far a normal curve would be wrong."""
    many = [session for session in ended if session.rounds > 1]
    wrong = [session for session in many if session.normal_gap() > USABLE]
    if not wrong:
        return "From 100 rounds on, a normal curve misplaces less than 1 % of sessions."
    last = wrong[-1]
    gap = percent(last.normal_gap(), 1)
    words = f"The normal approximation differs: after {last.rounds:,} rounds it misplaces up to {gap} of sessions"
    return words + (". It is not used here." if last is many[-1] else f"; after {many[-1].rounds:,}, less than 1 %.")


def _fan_chart(sessions: Sessions, mean: float, unit: str) -> Chart:
    counts = sorted({max(1, round(FAN_ROUNDS * step / FAN_POINTS)) for step in range(1, FAN_POINTS + 1)})
    levels = [[0.0] * len(SHARES), *([float(each) for each in fan] for fan in sessions.fan(counts, SHARES))]
    fans, last = dict(zip((0, *counts), levels, strict=True)), levels[-1]
    alt = (
        f"Bands that widen over {FAN_ROUNDS:,} rounds. At the end 5 % of sessions are at or below {units(last[0])}, "
        f"half at or below {units(last[2])}, 95 % at or below {units(last[4])} {unit}. The dashed line is the expected "
        f"result, {decimal(mean * FAN_ROUNDS, 1)} after {FAN_ROUNDS:,} rounds."
    )
    caption = "Course of a session: the middle 50 % dark, the middle 90 % light, median solid, expected result dashed"
    return Chart(caption, alt, charts.fan(fans, SHARES, f"result, {unit}", mean))


def bins_chart(session: Session, unit: str) -> Chart:
    """A histogram of the result of a session, with a normal curve."""
    bars = session.bars(BINS, OUTSIDE)
    width = float(bars[1].low - bars[0].low) if len(bars) > 1 else float(session.step)
    bins = [charts.Bin(float(bar.low), float(bar.low) + width, bar.share, bar.normal) for bar in bars]
    alt = (
        f"Bars for results of {session.rounds:,} rounds, from {units(bars[0].low)} to {units(bars[-1].high)} {unit}, "
        f"with a dashed normal curve over them that misplaces up to {percent(session.normal_gap(), 1)} of sessions. "
        f"{percent(session.ahead, 1)} end ahead."
    )
    caption = f"Result of {session.rounds:,} rounds; dashed: the normal curve with the same mean and standard deviation"
    return Chart(caption, alt, charts.session_bins(bins, f"result, {unit}"))


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
    return DataTable(
        f"Risk of ruin, {money(subject.stake(name))} on {first_bet(subject, name)} every round",
        ("bankroll", *(f"within {rounds:,} rounds" for rounds in HORIZONS)),
        rows,
        note=f"A player is ruined when the bankroll can no longer cover a round, which may cost {money(cost)}.",
    )
