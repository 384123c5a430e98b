"""What commands print of a request, and how it fits: advice, simulations, bets together, blank values."""

import json

import pytest

from pitboss.cli.console import print_warnings
from tests.support.command import check_refused, pitboss

SOCCER = ("turbo-sports", "--set", "theme=soccer")


def test_advice_names_its_request():
    done = pitboss(
        *("advise", *SOCCER, "--deal", "community=4c 3C 9d", "--seen", "Ks", "--bet", "Kick-Off=10", "--bet", "td=5"),
        "--json",
    )
    found = json.loads(done.stdout)
    asked = ("game", "version", "settings", "cards", "seen", "bets", "per")
    assert {key: found[key] for key in asked} == {
        "game": "turbo-sports",
        "version": 1,
        "settings": {"theme": "soccer", "nine_card_bonus": "spadez-9A"},
        "cards": {"community": "4c 3c 9d"},
        "seen": "Ks",
        "bets": {"first_down": "10.00", "td": "5.00"},
        "per": "first_down",
    }


def test_advice_on_several_bets_says_that_it_includes_them():
    asked = ("advise", *SOCCER, "--deal", "community=4c 3c 9d", "--bet", "first_down=10")
    assert "in all" not in pitboss(*asked).stdout
    told = pitboss(*asked, "--bet", "td=5").stdout
    assert "worth in all, per first_down (Kick-Off)" in told
    assert "includes every bet of the round: first_down (Kick-Off) $10, td (Goal) $5." in " ".join(told.split())


@pytest.mark.parametrize("columns", ["40", "80"])
def test_a_simulation_keeps_its_comparison_and_fits(columns: str, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    lines = pitboss("simulate", *SOCCER, "--rounds", "1000", "--strategy", "never-double").stdout.splitlines()
    assert max(map(len, lines)) <= int(columns)
    told = " ".join(lines)
    assert all(heading in told for heading in ("house edge", "± 95 %", "exact", " z ", "chi-square", " p "))
    assert "td (Goal)" in told


def test_bets_together_come_first_and_are_named():
    told = pitboss("analyze", *SOCCER, "--bet", "first_down=10", "--bet", "td=5").stdout
    assert "all bets: first_down (Kick-Off) $10, td (Goal) $5; in dollars" in told
    assert told.index("all bets") < told.index("net result") < told.index("long_pass (Corner)\n")
    assert "first_down (Kick-Off) and td (Goal)" in told


def test_a_table_gives_up_1_in_before_its_combinations(monkeypatch):
    monkeypatch.setenv("COLUMNS", "72")
    table = pitboss("analyze", *SOCCER).stdout.split("nine_card_bonus (9 Card Bonus)\n")[1].split("\n\n")[0]
    assert "combinations" in table
    assert "1 in" not in table
    assert "  1 club  " in table


def test_warnings_fit_the_columns_that_are_asked_for(monkeypatch, capsys):
    sentence = "tie favours the player by 7.3763% of each bet, as its pay table stands"
    monkeypatch.delenv("COLUMNS", raising=False)
    print_warnings([sentence])
    assert capsys.readouterr().out == f"Attention: {sentence}.\n"
    monkeypatch.setenv("COLUMNS", "40")
    print_warnings([sentence])
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 40
    assert " ".join(line.strip() for line in lines) == f"Attention: {sentence}."


@pytest.mark.parametrize(
    "arguments",
    [
        ("analyze", ""),
        ("design", "super-pan-9", "--wager", "", "--target-edge", "5%"),
        ("design", "super-pan-9", "--wager", "tie", "--target-edge", ""),
        ("report", "super-pan-9", "--out", " "),
    ],
)
def test_a_value_that_is_needed_cannot_be_left_out(arguments: tuple[str, ...]):
    check_refused(arguments, "is empty: give ")
    assert "leave" not in pitboss(*arguments).stderr


def test_pay_tables_are_read_from_standard_input():
    grid = '[tie]\ngrid = """\n mine\nTIED 7\nNO_TIE lose\n"""\n'
    design = ("design", "super-pan-9", "--wager", "tie", "--target-edge", "0%..9%", "--show", "1", "--toml")
    assert "TIED" in pitboss(*design, "--paytables", "-", given=grid).stdout
    wrong = pitboss("analyze", "super-pan-9", "--paytables", "-", given=grid.replace("7", "1000000000000"))
    assert "standard input [tie], row TIED, column mine: '1000000000000' is too large" in wrong.stderr


def test_standard_input_is_read_for_one_thing():
    check_refused(("settle", "-", "--paytables", "-"), "are both '-', and standard input can be read once")
