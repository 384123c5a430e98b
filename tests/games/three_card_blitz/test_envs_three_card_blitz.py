"""3 Card Blitz as an environment."""

import pytest

from pitboss.core.errors import BetError, TurnError
from pitboss.envs import RoundEnv, TableEnv


def test_bad_terms_are_refused_with_a_sentence():
    with pytest.raises(BetError, match="must equal ante"):
        RoundEnv("three-card-blitz", bets={"ante": 5, "blind": 6})
    with pytest.raises(TurnError, match="7 seats: three-card-blitz has seats 1 to 6"):
        TableEnv("three-card-blitz", seats=7)
