"""Why each bet ended as it did: sentences on the toy game, and the rules they cite."""

from dataclasses import replace

import pytest

from pitboss.core.cards import parse_cards
from pitboss.core.explanation import cited_words, explanation
from pitboss.core.round import Round, play_out
from pitboss.core.rule import citation, rule
from pitboss.core.settle import settle_round
from tests.support.toy import Ranks, result, toy


def played(dealer: str, **changes) -> Round:
    deals = {("player", 1): parse_cards("As 2d"), ("dealer", 0): parse_cards(dealer), ("bonus", 0): parse_cards("9s")}
    return play_out(toy(**changes), {1: {"ante": 500, "side": 500, "lucky": 500}}, deals, {("swap", 1): 0})


def told(now: Round) -> list[str]:
    return explanation(now, settle_round(now))


def test_each_bet_has_a_sentence_that_cites_its_rule():
    assert told(played("Kc 5c", labels={"ante": "ante bet"})) == [
        "Ante bet: lost; it loses $5.00 (rule 3).",
        "Side: lost; it loses $5.00 (rule 3).",
        "Lucky: no ace; it pays nothing, and the $5.00 bet is not returned (rule 4).",
    ]
    assert told(played("Kc 3c"))[0] == "Ante: tied; it pushes: $5.00 comes back (rule 3)."
    assert told(played("Kc 2c"))[0] == "Ante: won; it pays 1 to 1: $5.00 wins $5.00 (rule 3)."


def words(player: Ranks) -> str:
    return f"a hand of {player}"


def test_a_wagers_own_words_stand_in_place_of_the_outcome():
    assert told(played("Kc 2c", words={"ante": words}))[0] == (
        "Ante: a hand of 16; it pays 1 to 1: $5.00 wins $5.00 (rule 3)."
    )


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("Rule 6. Ruling B4: equal points push, at 31 too.", "rule 6, ruling B4"),
        ("Rules 5 to 7. Ruling B5: its best line.", "rules 5 to 7, ruling B5"),
        ("Rules 10 and 11, rulings W9 and W10: the highest.", "rules 10 and 11, rulings W9 and W10"),
        ("Rules 1, 2 and 4: three of them.", "rules 1, 2 and 4"),
        ("The rule of thumb is 6.", ""),
        (None, ""),
    ],
)
def test_citations_are_read_from_the_docstring_of_the_judging_rule(text: str | None, cited: str):
    @rule
    def judged(player: int) -> int:
        return player

    judged.__doc__ = text
    assert citation(judged) == cited


def test_of_a_rider_on_a_host_it_is_said_whose_rules_they_are():
    assert cited_words(toy(), result) == "rule 3"
    assert cited_words(replace(toy(), name="toy+rider"), result) == "rule 3 of support"
