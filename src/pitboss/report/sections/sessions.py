"""How results spread: sessions, ruin, and the operator's bands, all from the exact distribution of one round."""

from math import ceil, log10, sqrt

from pitboss.maths.sessions.sessions import Session, Sessions
from pitboss.maths.tally.analysis import DOLLARS
from pitboss.report.document import Block, Chart, Section, Table, Text
from pitboss.report.format import amount, entry_title, money, percent, plain, power
from pitboss.report.render import charts
from pitboss.report.sections.progressive import long_run_edge
from pitboss.report.sections.returns import first_bet
from pitboss.report.subject import HORIZONS, LENGTHS, Subject, pays_meter

FAN = 1_000
FAN_POINTS = 40
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
BANDS = {"95 %": (0.025, 0.975), "99 %": (0.005, 0.995)}
OPERATOR = 1_000
USABLE = 0.01  # The share of sessions a normal curve may misplace before we say so.
BINS = 60
OUTSIDE = 0.02  # The share of sessions that a chart leaves out, half on either side.


def spread(subject: Subject) -> Section:
    """Every entry that is bet on by itself."""
    sections = [
        Section(
            entry_title(subject.game, name),
            (Text(f"Not worked out: {each}."),) if isinstance(each, str) else tuple(entry_blocks(subject, name)),
        )
        for name, each in subject.spreads.items()
    ]
    worst = max((each.sessions.after(LENGTHS[-1]).missing for each in subject.spread.values()), default=0.0)
    text = (
        "The same bet is made round after round, the same play throughout. The results of one round, exact as the "
        "return "
        "tables have them, are convolved as often as there are rounds; no normal curve is used. The computation is "
        "off by "
        f"less than {power(10 ** ceil(log10(worst or 1e-12)), 0)} of all sessions."
    )
    if any(pays_meter(wager) for wager in subject.game.wagers):
        text += (
            " Progressive meters are taken to stand still, though they move: see what the bet keeps in the long run."
        )
    return Section("Sessions", (Text(text),), tuple(sections))


def entry_blocks(subject: Subject, name: str) -> list[Block]:
    """One entry: results after some rounds, a fan, where they end, and ruin."""
    sessions = subject.spread[name].sessions
    ended = [sessions.after(rounds) for rounds in LENGTHS]
    unit = "dollars" if subject.analysis.per(name) == DOLLARS else "units of the first stake"
    rows = tuple(
        (
            f"{session.rounds:,}",
            percent(session.ahead, 2),
            percent(session.even, 2),
            percent(session.behind, 2),
            amount(session.quantile(SHARES[0])),
            amount(session.quantile(SHARES[2])),
            amount(session.quantile(SHARES[4])),
            plain(session.exact_mean, 2),
            plain(session.exact_deviation, 2),
            percent(session.normal_gap(), 1) if session.rounds > 1 else "",
        )
        for session in ended
    )
    head = (
        "rounds",
        "ahead",
        "even",
        "behind",
        "5 % at or below",
        "median",
        "95 % at or below",
        "mean",
        "deviation",
        "normal off by",
    )
    table = Table(f"Results after some rounds, in {unit}", head, rows, note=normal_words(ended))
    return [
        table,
        fan_chart(subject, name, sessions, unit),
        bins_chart(subject, name, ended[2], unit),
        ruin_table(subject, name),
    ]


def normal_words(ended: list[Session]) -> str:
    """Whether a normal curve would do, in words."""
    many = [session for session in ended if session.rounds > 1]
    wrong = [session for session in many if session.normal_gap() > USABLE]
    if not wrong:
        return "From 100 rounds on a normal curve misplaces less than 1 % of sessions."
    last = wrong[-1]
    off = percent(last.normal_gap(), 1)
    words = f"The normal approximation differs: after {last.rounds:,} rounds it misplaces up to {off} of sessions"
    return words + (". It is not used here." if last is many[-1] else f"; after {many[-1].rounds:,} less than 1 %.")


def fan_chart(subject: Subject, name: str, sessions: Sessions, unit: str) -> Chart:
    """How a session spreads out."""
    counts = sorted({max(1, round(FAN * step / FAN_POINTS)) for step in range(1, FAN_POINTS + 1)})
    levels = sessions.fan(counts, SHARES)
    fans = [charts.Fan(0, (0.0, 0.0, 0.0, 0.0, 0.0))]
    fans += [
        charts.Fan(count, (float(a), float(b), float(c), float(d), float(e)))
        for count, (a, b, c, d, e) in zip(counts, levels, strict=True)
    ]
    last = fans[-1].levels
    mean = float(subject.rounds[name].mean)
    alt = (
        f"Bands that widen over {FAN:,} rounds. After the last, 5 % of sessions are at or below {amount(last[0])}, "
        "half "
        f"at or below {amount(last[2])}, 95 % at or below {amount(last[4])} {unit}. The dashed line is what is "
        "expected, "
        f"{plain(mean * FAN, 1)} after {FAN:,} rounds."
    )
    caption = "A session: the middle half dark, nine in ten light, the median solid, the expected result dashed"
    return Chart(caption, alt, charts.fan(fans, SHARES, f"result, {unit}", mean))


def bins_chart(subject: Subject, name: str, session: Session, unit: str) -> Chart:
    """Where sessions end, and the normal curve."""
    bars = session.bars(BINS, OUTSIDE)
    width = float(bars[1].low - bars[0].low) if len(bars) > 1 else float(session.step)
    bins = [charts.Bin(float(bar.low), float(bar.low) + width, bar.share, bar.normal) for bar in bars]
    alt = (
        f"Bars for where {session.rounds:,} rounds end, from {amount(bars[0].low)} to {amount(bars[-1].high)} {unit}, "
        "with a "
        f"dashed normal curve over them that is off by up to {percent(session.normal_gap(), 1)} of sessions. "
        f"{percent(session.ahead, 1)} end ahead."
    )
    caption = (
        f"Where sessions of {session.rounds:,} rounds end; dashed, the normal curve with the same mean and deviation"
    )
    return Chart(caption, alt, charts.session_bins(bins, f"result, {unit}"))


def ruin_table(subject: Subject, name: str) -> Block:
    """How likely a bankroll is gone."""
    found = subject.spread[name].ruin
    if isinstance(found, str):
        return Text(f"The risk of ruin is not worked out: {found}.")
    rows = tuple(
        (money(bankroll), *(percent(each, 2) for each in chances))
        for bankroll, chances in zip(subject.bankrolls(name), found, strict=True)
    )
    need = -subject.rounds[name].worst * subject.dollars(name)
    return Table(
        f"Risk of ruin, {money(subject.stake(name))} on {first_bet(subject, name)} every round",
        ("bankroll", *(f"within {rounds:,} rounds" for rounds in HORIZONS)),
        rows,
        note=f"Ruined is who can no longer pay what a round may cost, {money(need)}.",
    )


def operated(subject: Subject) -> Section:
    """The operator's table: the win of a thousand rounds, to check a real table against."""
    rows = []
    for name in subject.spread:
        scale = subject.dollars(name)
        session = subject.spread[name].sessions.after(OPERATOR)
        bands = []
        for low, high in BANDS.values():
            bands += [money(-session.quantile(high) * scale), money(-session.quantile(low) * scale)]
        theo = -session.exact_mean * scale
        rows.append((entry_title(subject.game, name), money(subject.stake(name)), money(theo), *bands))
    head = ("wager", "first bet", "expected win", "95 % from", "to", "99 % from", "to")
    table = Table(
        f"What the house wins in {OPERATOR:,} rounds of one player",
        head,
        tuple(rows),
        note=f"{BAND_WORDS} {long_run_words(subject)}".rstrip(),
    )
    hours = tuple(
        (
            entry_title(subject.game, name),
            money(subject.stake(name)),
            money(subject.analysis.figures[name].house_edge * subject.dollars(name)),
            money(subject.analysis.figures[name].house_edge * subject.dollars(name) * subject.assumed.pace),
            money(sqrt(subject.analysis.figures[name].variance * subject.assumed.pace) * float(subject.dollars(name))),
        )
        for name in subject.played
    )
    theo_head = ("wager", "first bet", "theo a round", "theo an hour", "deviation an hour")
    theo = Table(f"Theoretical win of one player at {subject.assumed.pace} rounds an hour", theo_head, hours)
    return Section("For the operator", (theo, table))


BAND_WORDS = (
    "One player's bets, the main wager played best. Of stretches dealt fairly and by these rules one in twenty ends "
    "outside "
    "the 95 % band and one in a hundred outside the 99 % band; several outside the 99 % band are a reason to look. "
    "Seats of "
    "one round share cards, so their results move together and their bands do not simply add up."
)


def long_run_words(subject: Subject) -> str:
    """What a progressive keeps in the long run, where the figures are for meters that stand still."""
    found = []
    for name in subject.played:
        if pays_meter(subject.game.wager[subject.analysis.entries[name][0]]):
            kept = long_run_edge(subject.analysis, name)
            found.append(
                f"{entry_title(subject.game, name)} is counted with its meters as they stand, so its bands are for "
                "that "
                f"alone; in the long run it keeps {percent(kept / subject.stake(name), 2)}, {money(kept)} a round or "
                f"{money(kept * subject.assumed.pace)} an hour."
            )
    return " ".join(found)
