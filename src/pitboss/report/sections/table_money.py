"""Money at a table: RTP by rounds, hold and drop, and the largest payouts."""

from pitboss.report.document import DataTable, Section, Text
from pitboss.report.format import money, one_in, percent, whole_money
from pitboss.report.mixes import BANDS, ROUNDS
from pitboss.report.operating import Held, Operating

RTP = (
    "**RTP** is the share of all money staked, raises too, that comes back to players. Over few rounds the RTP "
    "observed can lie far from the theoretical one; the table has the range in which it lies in 95 % and 99 % of "
    "fairly dealt stretches of one player's rounds. A range narrows with the square root of the number of rounds."
)
RTP_NOTE = (
    "The theoretical RTP is exact. Where every round stakes the same, the ends of the ranges are exact, too; where "
    "stakes are raised, the ranges are those of a ratio of two means, by the delta method."
)
HOLD = (
    "**Handle** is all that is staked, raises too. **Drop** is the money that players exchange for chips. **Hold** is "
    "the house's win as a share of the drop; it depends on how long players stay with what they bought, so it is "
    "stated with its assumptions and is no property of the game."
)
EXPOSURE = (
    "The largest payout is the most that one seat can win in one round beyond its own stakes. The **table exposure** "
    "is the most that all {seats} seats together can win in one round, after what some of them lose in it; every seat "
    "makes the same bets and plays optimally."
)
COUNTED = "It is exact: some deal reaches it, and none exceeds it."
BOUND = (
    "“At most” marks an upper bound, the largest payout at every seat: the deals are too many to try them all, and the "
    "deck may not hold such cards for every seat at once."
)


def rtp_section(operating: Operating) -> Section:
    """The RTP of every separate bet by number of rounds."""
    wins = [win for win in operating.wins if len(win.mix.entries) == 1]
    rows = tuple(
        (
            win.mix.title,
            f"{rounds:,}",
            percent(1 - win.theo / win.staked, 3),
            *(percent(win.rtp(share, rounds), 2) for band in BANDS.values() for share in band),
        )
        for win in wins
        if win.staked
        for rounds in ROUNDS
    )
    head = ("bet", "rounds", "theoretical RTP", *(word for band in BANDS for word in (f"{band} from", "to")))
    table = DataTable("RTP by number of rounds, one player", head, rows, note=RTP_NOTE)
    return Section("RTP by number of rounds", (Text(RTP), table))


def hold_section(operating: Operating) -> Section:
    """Handle, theo, drop and hold per hour."""
    helds = [operating.held(win) for win in operating.tabled]
    rows = tuple(
        (
            held.win.mix.title,
            money(held.win.mix.first),
            whole_money(held.buy_in, 2),
            *(whole_money(each, 2) for each in (held.handle, held.theo, held.drop)),
            percent(held.hold, 2),
            "" if (broke := held.broke()) is None else percent(broke, 1),
        )
        for held in helds
    )
    head = (
        *("bets of every seat", "first bets", "buy-in", "handle per hour", "theo per hour", "drop per hour", "hold"),
        "buy-in lost early",
    )
    return Section("Hold and drop", (Text(HOLD), DataTable(hold_caption(helds[0]), head, rows, note=HOLD_NOTE)))


HOLD_NOTE = (
    "Each player buys in once and stays the whole time, or buys in again when the buy-in is lost. The last column is "
    "the share of players who can no longer cover a round before the time is over: where it is large, real hold is "
    "lower, because some of them leave with less play than assumed."
)


def hold_caption(held: Held) -> str:
    """The assumptions under which hold is stated."""
    hours = "1 hour" if held.hours == 1 else f"{held.hours} hours"
    return f"Hold with {held.seats} seats at {held.pace} rounds per hour, each player staying {hours}"


def exposure_section(operating: Operating) -> Section:
    """The largest payout to one seat, and to a full table."""
    seats, rows = operating.subject.game.seats, []
    for win in operating.wins:
        found = operating.largest(win)
        rows.append(
            (
                win.mix.title,
                money(win.mix.first),
                money(found.win),
                one_in(found.probability),
                f"{'' if found.counted is not None else 'at most '}{money(found.table)}",
            )
        )
    head = (
        *("bets of every seat", "first bets", "largest payout to one seat", "one round in"),
        f"table exposure, {seats} seats",
    )
    table = DataTable("Largest payout in one round", head, tuple(rows))
    return Section("Largest payouts", (Text(f"{EXPOSURE.format(seats=seats)} {exposure_words(operating)}"), table))


def exposure_words(operating: Operating) -> str:
    """How exact the exposures of a game are."""
    counted = [operating.largest(win).counted is not None for win in operating.wins]
    if all(counted):
        return COUNTED
    return f"{COUNTED.replace('It', 'An amount without further words')} {BOUND}" if any(counted) else BOUND
