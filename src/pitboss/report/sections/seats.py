"""Several seats of one table: how far they win and lose together, and the bands of their results."""

from fractions import Fraction

from pitboss.maths.seats.pairs import SeatPairs
from pitboss.maths.tally.figures import Estimate
from pitboss.report.document import Block, DataTable, Section, Text
from pitboss.report.format import decimal, whole_money, with_minus
from pitboss.report.mixes import BANDS, ROUNDS, HouseWin
from pitboss.report.operating import Operating

SIMULATED = "simulated"
SHARED = (
    "All seats of a round are dealt from one deck, and share the dealer's and the community cards, so their results "
    "are correlated. If V is the variance of one seat and C the covariance of two seats, n seats together have the "
    "variance n × V + n × (n − 1) × C per round; it is multiplied by the number of rounds. Every seat makes the same "
    "bets."
)
SHAPE = (
    "For one seat the bands are exact. For several seats the expected win and the standard deviation are {how}; the "
    "shape of the distribution is that of as many rounds of one seat, stretched to this standard deviation."
)


def seats_section(operating: Operating) -> Section:
    """The covariance of two seats for every mix of bets, and bands by rounds and seats for the main mixes."""
    pairs = operating.subject.seat_pairs
    if isinstance(pairs, str):
        return Section("Several seats and several bets", (Text(f"Not computed: {pairs}."),))
    blocks: list[Block] = [Text(SHARED), Text(method_words(pairs)), covariance_table(operating, pairs)]
    blocks += [seats_table(operating, win, pairs) for win in operating.tabled]
    return Section("Several seats and several bets", tuple(blocks))


def method_words(pairs: SeatPairs) -> str:
    """A sentence on how the covariance of two seats was found."""
    if pairs.exact:
        return (
            "The covariances are exact: all pairs of hands that two seats can hold beside all cards of the table were "
            "counted, by inclusion–exclusion over the cards that two hands would share."
        )
    return (
        f"The covariances are {SIMULATED}, not exact: they come from {pairs.deals:,} random deals with {pairs.seats} "
        f"seats each, from seed {pairs.seed}, because {pairs.reason}. Their standard errors are given; of several bets "
        "together it is an upper bound."
    )


def covariance_words(shared: Fraction | Estimate) -> str:
    """A covariance in square dollars; of an estimate with its standard error, and that it is simulated."""
    if isinstance(shared, Estimate):
        return f"{decimal(shared.value, 3)} ± {decimal(shared.error, 3)}, {SIMULATED}"
    return decimal(shared, 4)


def covariance_table(operating: Operating, pairs: SeatPairs) -> DataTable:
    """Every mix of bets: one seat's variance, the covariance of two seats, and a full table's standard deviation."""
    most, how = operating.seats[-1], "" if pairs.exact else f", {SIMULATED}"
    rows = tuple(
        (
            win.mix.title,
            whole_money(win.mix.first, 2),
            decimal(win.one.variance, 4),
            covariance_words(win.shared),
            decimal(win.correlation, 4),
            whole_money(win.deviation(1, 1), 2),
            whole_money(win.deviation(most, 1), 2),
        )
        for win in operating.wins
    )
    head = (
        *("bets of every seat", "first bets", "V, one seat", f"C, two seats{how}", f"correlation of two seats{how}"),
        *("standard deviation, 1 seat", f"{most} seats{how}"),
    )
    note = "Variances and covariances are in square dollars per round; the correlation is C / V."
    return DataTable("Variance and covariance of seats", head, rows, note=note)


def seats_table(operating: Operating, win: HouseWin, pairs: SeatPairs) -> DataTable:
    """The house's win on a mix of bets: a row for every number of rounds and seats."""
    rows = tuple(
        (
            f"{rounds:,}",
            str(seats),
            whole_money(win.mean(seats, rounds)),
            whole_money(win.deviation(seats, rounds)),
            *(whole_money(end) for level in BANDS for end in win.band(level, seats, rounds)),
        )
        for rounds in ROUNDS
        for seats in operating.seats
    )
    head = (
        *("rounds", "seats", "expected win", "standard deviation"),
        *(word for band in BANDS for word in (f"{band} from", "to")),
    )
    how = "exact" if pairs.exact else f"from the {SIMULATED} covariance"
    named = "" if pairs.exact else f" (covariance of seats {SIMULATED})"
    first = with_minus(f"First bets of each seat: {whole_money(win.mix.first, 2)}.")
    caption = f"{win.mix.title}: house win by rounds and seats{named}"
    return DataTable(caption, head, rows, note=f"{first} {SHAPE.format(how=how)}")
