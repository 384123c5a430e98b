"""How good a hand is for either bonus, by letters and the literal twin."""

from pitboss.core.script import State
from tests.support.hold_em import bonus_keys


def keys(state: State, seat: int) -> dict[str, tuple]:
    return bonus_keys(state, seat)
