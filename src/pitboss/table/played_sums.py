"""What a settled round adds to the sums of what every account has played at a table, by wager."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pitboss.core.round import Round
from pitboss.core.settle import SettledLine
from pitboss.table.records import Played


def round_sums(
    table: str, played: Round, accounts: Mapping[int, str], lines: Sequence[SettledLine], sign: int = 1
) -> list[Played]:
    """What the accounts of a round have played, by wager; with the sign -1, what a void takes back.

    The stakes of one account in several seats are one stake, because their results go together.
    """
    sums: dict[tuple[str, str], list[int]] = {}
    for seat, stakes in played.stakes().items():
        for wager, total in stakes.items():
            own = sums.setdefault((accounts[seat], wager), [0, 0, 0, 0])
            for place, more in enumerate((1, played.state.bets[seat].get(wager, 0), total)):
                own[place] += more
    for line in lines:
        sums[accounts[line.seat], line.wager][3] += line.net_cents
    return [
        Played(table, *key, *(sign * each for each in (*own, own[1] * own[1])), max(sign * own[1], 0))
        for key, own in sums.items()
    ]


def added(first: Played, second: Played) -> Played:
    """The sums of two parts of what one account has played on one wager."""
    largest, other = first.largest_cents, second.largest_cents
    return replace(
        first,
        rounds=first.rounds + second.rounds,
        staked_cents=first.staked_cents + second.staked_cents,
        total_cents=first.total_cents + second.total_cents,
        net_cents=first.net_cents + second.net_cents,
        squares=first.squares + second.squares,
        largest_cents=None if largest is None or other is None else max(largest, other),
    )
