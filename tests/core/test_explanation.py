"""Why each bet ended as it did: sentences on the toy game, and the rules they cite."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.core.cards import parse_cards
from pitboss.core.errors import GameError
from pitboss.core.explanation import cited_words, explanation
from pitboss.core.game import Answer, Choose, Raise, Step, Wager
from pitboss.core.options import Options
from pitboss.core.pays import read_grids
from pitboss.core.round import Round, play_out
from pitboss.core.rule import citation, cited_in, rule
from pitboss.core.settle import settle_round
from tests.support.toy import GRIDS, STEPS, Ranks, Result, Swap, toy, wagers


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
    ("said", "needed"),
    [
        ({"WON": "a higher hand"}, ": it needs a higher hand"),
        ({"WON": "a higher hand or more", "LOST": "a lower hand"}, ": it needs a higher hand or more"),
        ({"LOST": "a lower hand"}, ""),
    ],
)
def test_a_side_bet_that_loses_says_what_it_needs_where_its_table_has_words(said: dict[str, str], needed: str):
    pays = replace(GRIDS["ante"], words=said).table("printed", Result)
    lost = told(played("Kc 5c", wagers=wagers(pays)))
    assert lost[1].endswith(f"; it loses $5.00{needed} (rule 3).")
    assert "needs" not in lost[0]  # A main bet is not a ladder of hands.
    assert "needs" not in "".join(told(played("Kc 2c", wagers=wagers(pays))))


def test_of_several_winning_hands_a_side_bet_needs_the_least_or_better():
    table = '[ante]\ngrid = """\n own\nWON 3\nTIED 1\nLOST lose\n"""\nwords = "TIED a tie"\n'
    for more, needed in (("", "a tie or better"), ('ladder = "no"\n', "")):
        grid = read_grids(table + more, "own.toml")["ante"]
        options = Options({}, {"ante": grid})
        lost = told(played("Kc 5c", wagers=wagers(grid.table("own", Result)), options=options))
        assert needed in lost[1]
        assert ("needs" in lost[1]) == bool(needed)


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


@pytest.mark.parametrize(
    ("texts", "cited"),
    [
        (("rule 7", "rule 8, ruling P4"), "rules 7 and 8, ruling P4"),
        (("rules 5 to 7, ruling B5", "rule 6", ""), "rules 5 to 7, ruling B5"),
        (("rules 9 and 11", "rule 10"), "rules 9 to 11"),
        (("rulings W10 and W9", "rulings W1 to W3"), "rulings W1 to W3, W9 and W10"),
        (("ruling W3", "ruling G4"), "rulings G4 and W3"),
        (("",), ""),
    ],
)
def test_citations_are_joined_each_once_and_in_order(texts: tuple[str, ...], cited: str):
    assert cited_in(*texts) == cited


def with_line(**changes) -> tuple[Wager, ...]:
    ante, *others = wagers()
    return (replace(ante, lines=(replace(ante.lines[0], **changes),)), *others)


def test_an_outcome_may_cite_rules_of_its_own():
    cites = {Result.TIED: "rule 3, ruling X1"}
    assert told(played("Kc 3c", wagers=with_line(cites=cites)))[0].endswith("comes back (rule 3, ruling X1).")
    assert told(played("Kc 2c", wagers=with_line(cites=cites)))[0].endswith("(rule 3).")


def test_a_commission_is_cited_where_one_was_taken():
    ante, *others = wagers()
    taken = (replace(ante, commission=Fraction(1, 20), commission_cites="ruling X2"), *others)
    assert told(played("Kc 2c", wagers=taken))[0].endswith("less $0.25 commission (rule 3, ruling X2).")
    assert told(played("Kc 5c", wagers=taken))[0].endswith("loses $5.00 (rule 3).")


def with_swap(**changes) -> tuple[Step, ...]:
    """The steps of the toy with another choice `swap`."""
    return tuple(
        replace(each, **changes) if isinstance(each, Choose) and each.name == "swap" else each for each in STEPS
    )


def with_choice(swap: int, **changes) -> Round:
    deals = {("player", 1): parse_cards("As 2d"), ("dealer", 0): parse_cards("Kc 5c")}
    choices: dict[tuple[str, int], Answer] = {("swap", 1): swap}
    if swap:
        deals["player_card", 1] = parse_cards("9s")
        choices["thrown", 1] = parse_cards("2d")[0]
    return play_out(toy(steps=with_swap(**changes), words={}), {1: {"ante": 500}}, deals, choices)


def test_a_wager_cites_the_raise_that_put_money_on_it():
    raises = {Swap.SWAP: Raise("swap", of="ante", cites="rule 1")}
    assert [each.rpartition("(")[2] for each in told(with_choice(Swap.SWAP, raises=raises))] == [
        "rule 3).",
        "rules 1 and 3).",
    ]


@rule
def result_unless_kept(swap: Swap, player: Ranks, dealer: Ranks) -> Result:
    """Rule 3."""
    return Result.WON if swap == Swap.SWAP and player > dealer else Result.LOST


def test_an_option_that_decides_bets_is_cited_by_those_whose_rule_asks_for_it():
    cites = {Swap.KEEP: "ruling X3"}
    kept = with_choice(Swap.KEEP, cites=cites)
    assert told(kept)[0].endswith("(rule 3).")
    asking = replace(kept.game, wagers=with_line(outcome=result_unless_kept))
    assert told(Round(asking, kept.events))[0].endswith("(ruling X3).")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"wagers": with_line(cites={7: "rule 3"})}, "ante cites a rule for 7; its outcomes are WON, TIED or LOST"),
        (
            {"steps": with_swap(cites={7: "rule 3"})},
            "cites a rule for 7, which is no option of it",
        ),
    ],
)
def test_citations_of_what_cannot_happen_are_refused(changes: dict, sentence: str):
    with pytest.raises(GameError, match=sentence):
        toy(**changes)


def test_of_a_rider_on_a_host_it_is_said_whose_rules_they_are():
    now = played("Kc 5c")
    line = settle_round(now).lines[0]
    assert cited_words(now, line) == "rule 3"
    assert cited_words(Round(replace(now.game, name="toy+rider"), now.events), line) == "rule 3 of toy"
    assert cited_words(Round(replace(now.game, name="host+support"), now.events), line) == "rule 3 of support"
