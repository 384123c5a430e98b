"""The report of a game with several decisions, raises of one to four times, and a bet that can be taken back."""

import json
from fractions import Fraction
from functools import cache
from itertools import combinations

from pitboss.core.cards import rank
from pitboss.report.document import Document
from pitboss.report.net_results import NetResults
from pitboss.report.par import par_sheet
from pitboss.report.sections.game import game_section
from pitboss.report.sections.pay_editor import pay_rows
from pitboss.report.sections.play import options_taken, play_section
from pitboss.report.sections.returns import returns_section
from pitboss.report.subject import Subject
from pitboss.report.warnings import warnings
from pitboss.report.write import files_of
from tests.report.test_returns import check_net_table
from tests.support.multiplied import check_multiplied_out
from tests.support.printed import printed, same
from tests.support.recomputed import Own
from tests.support.sheets import Sheets, check_figures
from tests.support.streets import streets_subject


@cache
def subject() -> Subject:
    return streets_subject()


@cache
def document() -> Document:
    return par_sheet(subject())


@cache
def files() -> dict[str, bytes]:
    return files_of(subject(), document(), "a4")


def test_every_table_multiplies_out_in_every_format():
    check_multiplied_out(subject(), files())


def test_every_table_is_what_the_cells_of_the_tally_say():
    part = printed(lambda: returns_section(subject()))
    for place, name in enumerate(subject().analysis.entries):
        check_net_table(Own(subject().analysis, name), part.part(place))


def test_rows_that_end_alike_name_their_choices():
    results = NetResults(subject().analysis, "play")
    assert [results.words(each) for each in results.endings] == [
        *(f"{ended}, {raised}" for ended in ("Won", "Tied", "Lost") for raised in ("raise 4", "raise 3", "raise 1")),
        "No bet (check; not asked or fold)",
    ]
    assert [results.pays_words(each) for each in results.endings][:3] == ["4 × 1 to 1", "3 × 1 to 1", "1 to 1"]


def test_bets_that_end_alike_are_told_as_one():
    """Without a list of their names, and with all that is staked on them; others are told apart."""
    results = NetResults(subject().analysis, "main")
    said = {results.words(each): results.pays_words(each) for each in results.endings}
    assert said["Won, raise 4"] == "6 × 1 to 1 + push"
    assert said["Lost; no Play and no second bet"] == "2 × lose"
    assert said["Ante and Blind: lost; no Play; second bet: won"] == "2 × lose + 1 to 1"


def test_choices_whose_options_have_one_name_are_named_themselves():
    """A raise of the same name before and after the middle card, as in games that bet on every street."""
    results = NetResults(subject().analysis, "play")
    results.__dict__["_raising_words"] = {"Raise"}
    assert results.words(results.endings[0]) == "Won, early raise 4"


def test_a_bet_that_was_taken_back_is_no_bet():
    """Whatever the cards would have given: one row, nothing staked, nothing won."""
    results = NetResults(subject().analysis, "second")
    said = {results.words(each): each for each in results.endings}
    assert list(said) == ["Won", "Tied", "Lost", "No bet (take back)"]
    back = said["No bet (take back)"]
    assert (results.staked(back), back.net, results.pays_words(back)) == (0, 0, "no bet")
    few = sum(sum(map(points, cards)) < 9 for cards in combinations(subject().game.deck.faces, 2))
    assert results.probability(back) == Fraction(few, 66)
    whole = NetResults(subject().analysis, "main")
    assert [words for each in whole.endings if (words := whole.words(each)).endswith("; no second bet")]


def points(face: int) -> int:
    """A card as the rules count it."""
    return rank(face) + 2


def test_the_options_taken_are_those_of_all_deals():
    """Counted from hands and middle cards, by the strategy's rules written again."""
    counted: dict[tuple[str, str], int] = {}
    deck = subject().game.deck.faces
    for one, two, middle in ((*hand, each) for hand in combinations(deck, 2) for each in set(deck) - set(hand)):
        held, seen = points(one) + points(two), points(one) + points(two) + points(middle)
        early = "Raise 4" if held >= 12 else "Raise 3" if held == 11 else "Check"
        late = "Not asked" if early != "Check" else "Raise 1" if seen >= 12 else "Fold"
        for key in (("second_bet", "Take back" if held < 9 else "Leave"), ("early", early), ("late", late)):
            counted[key] = counted.get(key, 0) + 1
    found = options_taken(subject())
    shares = {(name, words): share for name, each in found.items() for words, share in each.items()}
    assert shares == {key: Fraction(count, 660) for key, count in counted.items()}
    table = printed(lambda: play_section(subject())).table("each option is taken")
    for cells, share in zip(table.rows, shares.values(), strict=True):
        same(cells[1], share)
        same(cells[2], 1 / share)
    assert [cells[0] for cells in table.rows][2:5] == ["Early: check", "Early: raise 3", "Early: raise 4"]
    taken = json.loads(files()["streets_rounds-2000.json"])["play"]["taken"]
    assert {(name, words): Fraction(each["exact"]) for name in taken for words, each in taken[name].items()} == shares


def test_stakes_are_told_as_choices_change_them():
    rows = {row[1]: row[3] for row in printed(lambda: game_section(subject())).table("All wagers").rows}
    assert rows == {
        "ante": "any",
        "blind": "equal to Ante",
        "play": "1, 3 or 4 × Ante",
        "second": "any; may be taken back",
    }


def test_the_workbook_follows_raises_and_bets_taken_back():
    sheets = Sheets(files()["streets_rounds-2000.xlsx"])
    computed = sheets.computed()
    for entry, tab in sheets.tabs(subject().analysis).items():
        check_figures(computed, tab, subject().analysis, entry)
    words = [value for _, value in sheets.cells.values()]
    assert "taken back with second_bet=take back" in words
    assert any(str(each).startswith("3 × Ante more with early=raise 3") for each in words)


def test_all_checks_hold():
    assert [each for each in subject().checks if not each.holds] == []


def test_bets_that_are_made_together_are_warned_of_together():
    (sentence,) = warnings(subject(), remedies=False)
    assert sentence.startswith("Ante, Blind, Play and second bet together favour the player by 51.7172 % of each bet")
    assert sentence.endswith("with these pay tables.")


def test_a_pay_that_several_bets_share_names_them_all():
    rows = pay_rows(subject().analysis, "main")
    assert [(row.words, row.text) for row in rows] == [("Ante, Play and second bet: Won", "1"), ("Blind: High", "3:2")]
