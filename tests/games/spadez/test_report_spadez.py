"""What the report of this game says."""

import json
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from pitboss import games
from pitboss.core.pays import Odds
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import Tally, tally_columns
from pitboss.report.document import DataTable, Document, Text
from pitboss.report.export.json import as_json
from pitboss.report.operating import operating_of
from pitboss.report.sections.game import game_section
from pitboss.report.sections.sessions import sessions_section
from pitboss.report.sections.settings import settings_section
from pitboss.report.subject import Assumed, Subject
from pitboss.report.warnings import warnings
from tests.support.documents import FEW_ROUNDS, subject_of_game, text_of
from tests.support.printed import FAVOURS, RARE, mentions
from tests.support.report_cases import ASSUMED, own_of, part_of, subject_of


def test_pays_on_too_fine_a_scale_are_reported_without_sessions():
    grid = '[spadez]\notherwise = "lose"\ngrid = """\n mine\nSPADES_6 1000003\nSPADES_5 31:97\nSPADES_4 117:101\nSPADES_3 3\n"""\n'
    subject = Subject(games.folder("spadez"), {}, games.Custom(grid, "mine.toml"), Assumed(rounds=FEW_ROUNDS))
    part = sessions_section(subject)
    (text,) = part.sections[0].blocks
    assert isinstance(text, Text)
    assert text.text.startswith("Not computed: ")
    assert json.loads(as_json(subject))["sessions"] == {}


def test_ruling_g4_a_ladder_out_of_order_and_awards_hardly_ever_paid_are_warned_of():
    found = warnings(subject_of_game("spadez", cards="12", table="B"))
    assert any("occurs once in" in sentence and "1000 to 1" in sentence for sentence in found)
    assert warnings(subject_of_game("spadez", cards="12", table="A"))
    assert warnings(subject_of_game("spadez")) == []
    grid = '[spadez]\notherwise = "lose"\ngrid = """\n mine\nSPADES_6 10\nSPADES_5 50\nSPADES_4 10\nSPADES_3 3\n"""\n'
    brought = Subject(games.folder("spadez"), {}, games.Custom(grid, "mine.toml"))
    assert any("5 spades pays more than 6 spades" in sentence for sentence in warnings(brought))
    assert "from mine.toml" in text_of(Document("", "", (), (game_section(brought),)))


@pytest.mark.parametrize(("parts", "warned"), [(9, True), (11, False), (3, True), (30, False)])
def test_awards_rarer_than_one_in_a_hundred_million_are_warned_of(parts: int, warned: bool):
    """A billion deals, so many of them with six spades."""
    subject = Subject(games.folder("spadez"), {}, None, ASSUMED)
    choices, lines = tally_columns(subject.game)
    tally = Tally(choices, lines, {(6,): parts, (0,): 10**9 - parts})
    subject.__dict__["analysis"] = Analysis(subject.game, tally)
    found = [each for each in warnings(subject) if "once in" in each]
    assert len(found) == warned
    for sentence in found:
        assert "6 spades" in sentence
        mentions(sentence.split("once in ")[1], Fraction(10**9, parts))
        assert Fraction(parts, 10**9) < RARE


def test_the_rarity_of_real_awards_is_right():
    own = own_of("spadez 12", "spadez")
    (sentence,) = [each for each in warnings(subject_of("spadez 12")) if "once in" in each]
    assert "12 spades" in sentence
    mentions(sentence.split("once in ")[1], 1 / own.chance(0, 12))
    assert own.chance(0, 11) > RARE


def test_a_host_that_the_rules_of_a_rider_do_not_name_is_labelled(house):
    """In the rider's own words, in bold, at the start of the report."""
    unnamed = 0
    for both in games.attached().values():
        named = both.host.name in {host.name for host in both.rider.hosts}
        blocks = game_section(Subject(both, {})).blocks
        assert (Text(f"**{both.caution}**") in blocks) == bool(both.caution) == (not named)
        unnamed += not named
    assert unnamed
    assert games.folder("spadez").caution == ""


def test_settings_that_need_another_are_compared_with_it():
    part = settings_section(subject_of_game("spadez", cards="14", table="C"))
    assert "none of these figures" not in text_of(Document("", "", (), (part,)))
    (table,) = [
        block
        for each in part.sections
        for block in each.blocks
        if isinstance(block, DataTable) and block.caption == "House edge of SPADEZ by cards and table"
    ]
    assert [row[0] for row in table.rows] == ["5", "6", "7", "8", "9", "10", "11", "12", "14"]
    assert table.rows[-1][3].endswith(" *")
    assert table.rows[0][3] == ""


def test_no_table_favours_the_player():
    (table,) = part_of("spadez", settings_section).part(1).tables("by table")
    assert not any(FAVOURS in row[1] for row in table.rows)
    assert not any(FAVOURS in each for each in warnings(subject_of("spadez")))


def test_thirteen_spades_are_shared_by_the_table():
    """Seven seats of six cards: the spades of all hands together are at most thirteen, the other cards 39."""
    operating = operating_of(subject_of_game("spadez"))
    (win,) = operating.wins
    table = operating.subject.game.wager["spadez"].lines[0].pays
    pays = {count: pay.net for count in range(7) if isinstance(pay := table[count], Odds)}
    hands = combinations_with_replacement(pays, operating.subject.game.seats)
    most = max(sum(pays[count] for count in each) for each in hands if sum(each) <= 13 and sum(each) >= 42 - 39)
    assert operating.largest(win).counted == 10 * most == 5950
