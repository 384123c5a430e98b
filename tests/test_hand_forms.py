"""The JSON documents about one hand."""

from fractions import Fraction

from pitboss.hand_forms import odds_json
from pitboss.maths.exact.odds import Odds
from tests.support.toy import toy


def test_every_net_result_is_told_exactly():
    nets = {Fraction(5): Fraction(1, 2), Fraction(-1, 4): Fraction(1, 4), Fraction(-7, 3): Fraction(1, 4)}
    told = odds_json(toy(), {None: Odds({}, nets)}, None)["odds"][0]["nets"]
    assert [each["net"] for each in told] == ["5.00", "-0.25", "-7/3"]
