"""`pitboss rules` and `pitboss paytables`."""

import itertools
import json

import pytest

from pitboss import games
from pitboss.core.errors import OptionError
from pitboss.core.pays import cell_text
from pitboss.core.procedure import procedure
from pitboss.report.document import Items
from pitboss.report.markdown import from_markdown
from tests.support.command import check_refused, pitboss


@pytest.mark.parametrize("name", games.find())
def test_rules_and_paytables_of_every_game(name: str):
    folder, game = games.folder(name), games.build(name)
    shown = pitboss("rules", name).stdout
    words = " ".join(shown.split())
    for text in (folder.rules_for(), folder.rulings_for(), games.rulings()):
        lists = [block.items for block in from_markdown(text) if isinstance(block, Items)]
        assert lists
        for item in itertools.chain(*lists):
            assert " ".join(item.replace("*", "").split()) in words
    for sentence in procedure(game):
        assert " ".join(sentence.split()) in words
    document = json.loads(pitboss("rules", name, "--json").stdout)
    assert document["game"] == name
    assert (document["rules"], document["rulings"]) == (folder.rules_for(), folder.rulings_for())
    assert (document["procedure"], document["general_rulings"]) == (list(procedure(game)), games.rulings())
    grids = pitboss("paytables", name).stdout
    document = json.loads(pitboss("paytables", name, "--json").stdout)
    for grid in folder.shipped.values():
        assert grid.title in grids
        assert list(document["paytables"][grid.name]["columns"]) == list(grid.columns)
    assert pitboss("paytables", name, "--toml").stdout == folder.paytables


def test_the_columns_in_force_are_marked():
    set_to = ("paytables", "wild-six", "--set", "queens_or_better=A3")
    assert "Queens Or Better   [queens_or_better]  in force: A3\n" in pitboss(*set_to).stdout
    assert json.loads(pitboss(*set_to, "--json").stdout)["paytables"]["queens_or_better"]["in_force"] == ["A3"]
    shown = pitboss("paytables", "spadez", "--set", "cards=9").stdout
    assert "[A]  in force: 9\n" in shown
    assert "[B]  not in force\n" in shown
    assert "in force" not in pitboss("paytables", "super-pan-9").stdout  # Every grid has one column, and it pays.


def test_two_formats_at_once_are_refused():
    asked = ("paytables", "super-pan-9", "--toml", "--json")
    check_refused(asked, "--toml prints the shipped file: leave out --json")


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("name", games.find())
def test_piped_rules_are_plain_text_that_fits(name: str, columns: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = pitboss("rules", name).stdout.splitlines()
    assert [line for line in lines if len(line) > columns] == []
    assert [line for line in lines if line.startswith("#") or "**" in line or "`" in line] == []


def test_options_of_the_rules_are_checked():
    check_refused(("rules", "super-pan-9", "--set", "decks=9"), "decks cannot be '9': give a whole number from 1 to 8")
    check_refused(("paytables", "super-pan-9", "--toml", "--set", "decks=1"), "leave out --set")


def test_the_command_line_names_the_flag_that_a_sentence_of_the_library_leaves_out():
    sentence = "nine_card_bonus cannot be 'mine': give spadez-9A, spadez-9B or none"
    with pytest.raises(OptionError) as refused:
        games.build("turbo-sports", {"nine_card_bonus": "mine"})
    assert (str(refused.value), refused.value.code) == (sentence, "option/pay-table")
    hint = "(a table of your own comes with --paytables FILE)"
    check_refused(("rules", "turbo-sports", "--set", "nine_card_bonus=mine"), f"{sentence} {hint}")


@pytest.mark.parametrize("name", games.find())
def test_pay_tables_fit_a_narrow_terminal_in_blocks_of_columns(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "40")
    shown = pitboss("paytables", name).stdout
    assert max(map(len, shown.splitlines())) <= 40
    words = shown.split()
    for grid in games.build(name).options.grids.values():
        for row, pays in grid.rows.items():
            assert row in words
            assert all(cell in " ".join(words) for cell in map(cell_text, pays))
        assert all(column in words for column in grid.columns)
