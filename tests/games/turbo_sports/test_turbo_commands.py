"""Turbo Sports on the command line."""

import json
import re

import pytest

from tests.support.command import check_refused, pitboss

TURBO = ("settle", "turbo-sports", "--bet", "first_down=10")


def test_a_theme_changes_names_and_keeps_ids():
    arguments = ("--set", "theme=baseball", "--deal", "community=Ad Td 2c", "--deal", "player=2h 3h 4h 5h 6h 7h")
    document = json.loads(pitboss(*TURBO, *arguments, "--json").stdout)
    assert document["lines"][0]["wager"] == "first_down"
    assert document["explanation"][0].startswith("Base Hit: six in three (6 baseballs in three)")


def test_a_double_that_cannot_be_paid_is_refused():
    done = pitboss("play", "turbo-sports", "--seed", "7", "--chips", "15", given="10\nd\ne\nq\n")
    assert "Not taken: that needs 10.00 more; you have 5.00." in done.stdout
    assert re.search(r"First Down +10\.00", done.stdout)


def test_a_player_without_chips_is_done():
    done = pitboss("play", "turbo-sports", "--seed", "3", "--chips", "1", given="1\ne\n" * 60)
    assert "is not enough for another bet." in done.stdout


WRONG = {
    "unknown theme": ((*TURBO, "--set", "theme=golf"), "theme cannot be 'golf': give football"),
    "card dealt twice": ((*TURBO, "--deal", "community=As As 2c"), "As is dealt 2 times; the 52-card deck holds it once"),
    "card dealt twice across piles": (
        (*TURBO, "--deal", "community=2s 3c 2c", "--choose", "double=double", "--deal", "player=2s 3h 4h 5h 6h 7h"),
        "2s is dealt 2 times",
    ),
    "a choice that is not legal then": (
        (*TURBO, "--deal", "community=As Ts 2c", "--deal", "player=2h 3h 4h 5h 6h 7h", "--choose", "double=double"),
        "double DOUBLE is given, but double is not asked in this round",
    ),
    "play with a wrong shuffle": (("play", "turbo-sports", "--shuffle", "cut-card"), "--shuffle 'cut-card': turbo-sports allows every-round"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_one_clear_line(case: str):
    check_refused(*WRONG[case])
