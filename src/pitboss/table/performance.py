"""Actual against theoretical: what a table has won on every wager and from every player, and what it should have.

The theoretical win is the exact house edge times the first stakes; the exact figures come from a function that is
handed in, and are those of the best play. The band around it is one that may be looked at after every round: with
probability 99 % a table that is dealt by the rules never leaves it, however long it is watched. It is the stitched
boundary of Howard, Ramdas, McAuliffe and Sekhon ("Time-uniform, nonparametric, nonasymptotic confidence sequences",
2021, theorem 1) for results of known variance that cannot exceed a known size, so a single jackpot raises no alarm. A
fixed test at 99 %, repeated daily, would raise one at every table sooner or later.

Seats of a round share cards, so their results go together. The variance of several accounts is therefore taken as if
all of them won and lost alike, which is the most that it can be; so is that of one account in several seats, whose
stakes of a round count as one stake. The z-score of an account is exact where it plays one seat, and else too small.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log, sqrt
from typing import Any

from pitboss.core.game import Game
from pitboss.core.money import dollars
from pitboss.table.live_table import Build, build_game, read_opening
from pitboss.table.records import Played, TableRecord
from pitboss.table.store import Store

ERROR = Fraction(1, 100)
"""The probability with which a table that is dealt by the rules ever leaves its band."""
# The constants of the boundary: looks are grouped by doublings, and the n-th gets a share of the error by n**-1.4.
_SHAPE, _ZETA = 14 / 10, 310555 / 100000
_ROOT, _REST = (sqrt(sqrt(2)) + 1 / sqrt(sqrt(2))) / sqrt(2), (sqrt(2) + 1) / 2
_BERNSTEIN = 1 / 3


@dataclass(frozen=True)
class WagerFigures:
    """The exact figures of a wager, or of the main wagers together, per unit of a first stake."""

    wagers: tuple[str, ...]
    unit: str
    """The wager whose first stake is the unit."""
    edge: Fraction
    variance: Fraction
    most_won: Fraction
    """The most that a player can win with one unit."""
    most_lost: Fraction


Exact = Callable[[Game], Mapping[str, WagerFigures]]
"""The exact figures of a game, by the names of wagers, and of `main`."""


@dataclass(frozen=True)
class Performance:
    """What a table has won on a wager, from one account or from all (None)."""

    entry: str
    account: str | None
    rounds: int
    drop_cents: int
    """All stakes, raises included."""
    win_cents: int
    theoretical_cents: Fraction
    deviation_cents: float
    """The standard deviation of the win."""
    least_cents: float
    most_cents: float
    """The band that the win should never leave."""

    @property
    def hold(self) -> Fraction | None:
        """The share of the drop that was won; None without a drop."""
        return Fraction(self.win_cents, self.drop_cents) if self.drop_cents else None

    @property
    def z_score(self) -> float | None:
        """How many standard deviations the win is above the theoretical; None where nothing can vary."""
        return float(self.win_cents - self.theoretical_cents) / self.deviation_cents if self.deviation_cents else None

    @property
    def is_alarming(self) -> bool:
        """Whether the win is outside its band."""
        return not self.least_cents <= self.win_cents <= self.most_cents

    def as_json(self) -> dict[str, Any]:
        """The figures with the names and units that clients use."""
        z, hold = self.z_score, self.hold
        return {
            "entry": self.entry,
            "account": self.account,
            "rounds": self.rounds,
            "drop": dollars(self.drop_cents),
            "win": dollars(self.win_cents),
            "hold": None if hold is None else round(float(hold), 6),
            "theoretical": dollars(round(self.theoretical_cents)),
            "z": None if z is None else round(z, 3),
            "band": [dollars(round(self.least_cents)), dollars(round(self.most_cents))],
            "alarm": self.is_alarming,
        }


def boundary(variance: float, largest: float, error: Fraction = ERROR / 2) -> float:
    """How far a sum of results may come above its mean, at any time; `largest` is the most that one can."""
    if largest <= 0 or variance <= 0:
        return float(0)
    spread = max(variance / largest**2, 1)
    share = _SHAPE * log(log(2 * spread)) + log(_ZETA / (error * log(2) ** _SHAPE))
    root = sqrt(_ROOT**2 * spread * share + (_REST * _BERNSTEIN * share) ** 2)
    return largest * (root + _REST * _BERNSTEIN * share)


def performance_of(
    entry: str,
    figures: WagerFigures,
    played: Iterable[Played],
    *,
    account: str | None = None,
    together: int = 1,
    error: Fraction = ERROR,
) -> Performance | None:
    """The performance of an entry over sums of what was played, by so many accounts at once; None without bets.

    `error` is the probability with which the win ever leaves its band.
    """
    played = list(played)
    rows = [row for row in played if row.wager in figures.wagers]
    units = [row for row in played if row.wager == figures.unit]
    staked, squares = sum(row.staked_cents for row in units), sum(row.squares for row in units)
    if not staked:
        return None
    variance = float(figures.variance * squares * together)
    stake = squares / staked * together  # The stake in the middle of all money, which every stake is taken to be near.
    theoretical = figures.edge * staked
    up = boundary(variance, float(figures.most_lost - figures.edge) * stake, error / 2)
    down = boundary(variance, float(figures.most_won + figures.edge) * stake, error / 2)
    return Performance(
        entry,
        account,
        sum(row.rounds for row in units),
        sum(row.total_cents for row in rows),
        -sum(row.net_cents for row in rows),
        theoretical,
        sqrt(variance),
        float(theoretical) - down,
        float(theoretical) + up,
    )


def table_performance(table: TableRecord, played: Sequence[Played], build: Build, exact: Exact) -> list[Performance]:
    """The performance of a table by wager, first from all accounts together, then from each.

    The bands of the table's own rows share the error, so that with 99 % none of them is ever left; that of an account
    is one of 99 % by itself.
    """
    game = build_game(read_opening(table.opening), build)
    seats = read_opening(table.opening).seats or game.seats
    by_account: defaultdict[str, list[Played]] = defaultdict(list)
    for row in played:
        by_account[row.account].append(row)
    together = min(seats, len(by_account))
    found = []
    entries = exact(game)
    for entry, figures in entries.items():
        found.append(performance_of(entry, figures, played, together=together, error=ERROR / len(entries)))
        found += [performance_of(entry, figures, rows, account=account) for account, rows in by_account.items()]
    return sorted((each for each in found if each), key=lambda each: each.account or "")


def performance_json(store: Store, table: str, build: Build, exact: Exact) -> dict[str, Any] | None:
    """What `GET /tables/{id}/performance` answers; None where there is no such table."""
    rows = store.found(TableRecord, [table])
    if not rows:
        return None
    found = table_performance(rows[0], store.list_played(table), build, exact)
    return {
        "table": table,
        "game": read_opening(rows[0].opening).game,
        "error": str(ERROR),
        "alarm": any(each.is_alarming for each in found if each.account is None),
        "rows": [each.as_json() for each in found],
    }
