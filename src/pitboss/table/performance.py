"""Actual against theoretical: what a table has won on every wager and from every player, and what it should have.

The theoretical win is the exact house edge times the first stakes; the exact figures come from a function that is
handed in, and are those of the best play. The band around it is one that may be looked at after every round: with
probability 99 % a table that is dealt by the rules never leaves it, however long it is watched and however its players
change their stakes, even by what they have won and lost. A fixed test at 99 %, repeated daily, would raise an alarm at
every table sooner or later.

The band is made of lines, one for each rate of a fixed list. By Bernstein's inequality the sum of all results so far,
of the variance V and none more than c above its mean, never comes further above the mean than

    rate x V / (2 - 2 x rate x c / 3) + log(1 / e) / rate

but with the probability e. The rates share the error, and the lowest line counts (Howard, Ramdas, McAuliffe and Sekhon,
"Time-uniform Chernoff bounds via nonnegative supermartingales", 2020). V and c may grow from round to round, because a
stake is known before its result. Every line is above 2 x c, so a single jackpot raises no alarm.

Seats of a round share cards, so their results go together. The variance of several accounts is therefore taken as if
all of them won and lost alike, which is the most that it can be; so is that of one account in several seats, whose
stakes of a round count as one stake. The z-score of an account is exact where it plays one seat, and else too small.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log, sqrt
from typing import Any

from pitboss.core.game import Game
from pitboss.core.money import dollars
from pitboss.table.live_table import Build, build_game, read_opening
from pitboss.table.records import Played, TableRecord
from pitboss.table.store import Store

ERROR = Fraction(1, 100)
"""The probability with which a table that is dealt by the rules ever leaves its band."""
# The rates are 1, 1/2, 1/4 ... for a cent; the n-th gets a share of the error by n**-1.4. These sum to zeta(1.4).
_SHAPE, _ZETA = 14 / 10, 31056 / 10000


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
    """How many cents a sum of results may come above its mean, at any time; `largest` is the most that one could."""
    if largest <= 0 or variance <= 0:
        return float(0)
    lowest, rate, number = inf, float(1), 1
    while (price := log(_ZETA * number**_SHAPE / error) / rate) < lowest:
        room = 2 - 2 * rate * largest / 3
        if room > 0:
            lowest = min(lowest, rate * variance / room + price)
        rate, number = rate / 2, number + 1
    return lowest


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
    stake = _largest_stake(units, together)
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


def _largest_stake(units: Iterable[Played], together: int) -> float:
    """The most that so many accounts can have staked in a round; no stake is above the root of the sum of squares."""
    stakes = (sqrt(row.squares) if row.largest_cents is None else row.largest_cents for row in units)
    return float(sum(sorted(stakes, reverse=True)[:together]))


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


def is_alarming(found: Iterable[Performance]) -> bool:
    """Whether a table has left its band on any of its wagers, all accounts together."""
    return any(each.is_alarming for each in found if each.account is None)


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
        "alarm": is_alarming(found),
        "rows": [each.as_json() for each in found],
    }
