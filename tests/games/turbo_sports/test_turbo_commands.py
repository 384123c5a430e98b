"""Turbo Sports on the command line."""

import json
import re
from collections.abc import Iterator

import pytest

from pitboss import games
from pitboss.core.cards import SUIT_NAMES
from pitboss.report.document import Text
from pitboss.report.sections.game import game_section
from pitboss.report.sections.play import play_section
from pitboss.report.sections.returns import returns_section
from pitboss.report.subject import Subject
from tests.support.command import check_refused, pitboss

TURBO = ("settle", "turbo-sports", "--bet", "first_down=10")


def test_a_theme_changes_names_and_keeps_ids():
    arguments = ("--set", "theme=baseball", "--deal", "community=Ad Td 2c", "--deal", "player=2h 3h 4h 5h 6h 7h")
    document = json.loads(pitboss(*TURBO, *arguments, "--json").stdout)
    assert document["lines"][0]["wager"] == "first_down"
    assert document["explanation"][0].startswith("Base Hit: 6 baseballs in three; it pays 3 to 2")


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
        "double=double is given, but double is not asked in this round",
    ),
    "play with a wrong shuffle": (("play", "turbo-sports", "--shuffle", "cut-card"), "--shuffle 'cut-card': turbo-sports allows every-round"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_one_clear_line(case: str):
    check_refused(*WRONG[case])


SOCCER = ("--set", "theme=soccer")


def test_a_theme_names_its_suit_and_icons_in_rules_and_pay_tables():
    for command in ("rules", "paytables"):
        told = pitboss(command, "turbo-sports", *SOCCER).stdout
        assert told.startswith("Turbo Soccer: the cards of one suit, clubs, carry balls.\n")
        assert not {name for name in ("First Down", "Long Pass", "Field Goal", "TD", "footballs") if name in told}
        assert {name for name in ("Kick-Off", "Corner", "Penalty", "Goal") if name in told} == {
            *("Kick-Off", "Corner", "Penalty", "Goal")
        }
        assert "spades" not in " ".join(told.split()).replace("Football with spades is the default", "")
        theme = json.loads(pitboss(command, "turbo-sports", *SOCCER, "--json").stdout)["theme"]
        assert (theme["suit"], theme["icon"], theme["icons"], theme["bets"]["td"]) == ("clubs", "⚽", "balls", "Goal")
        icons = {"2345": 1, "6789T": 2, "JQKA": 4}  # Rule 1.
        assert theme["counts"] == {f"{rank}c": count for ranks, count in icons.items() for rank in ranks}


@pytest.mark.parametrize("name", ["slap_shot", "Slap Shot", "SLAP-SHOT", "long_pass"])
def test_bets_of_a_theme_are_named_by_their_names_on_the_felt(name: str):
    hockey = ("--set", "theme=hockey", "--deal", "community=2s 3c 2c", "--deal", "player=4s 3h 4h 5h 6h 7h")
    flags = (*TURBO, "--bet", f"{name}=1", *hockey, "--choose", "double=decline", "--json")
    document = json.loads(pitboss(*flags).stdout)
    assert [line["wager"] for line in document["lines"]] == ["first_down", "long_pass"]
    assert document["explanation"][1] == "Slap Shot: 2 pucks in nine; it loses $1.00: it needs 7 to 13 pucks (rule 7)."


def test_round_files_and_questions_take_a_themes_names():
    round_file = (
        "game turbo-sports 1 theme=baseball\nbet seat 1 Base Hit 10 9 Card Bonus 5 home-run 1\n"
        "deal community Ad Td 2c\ndeal player 1 2h 3h 4h 5h 6h 7h\n"
    )
    first = pitboss("settle", "-", given=round_file).stdout
    assert "bet       seat 1   first_down 10.00   nine_card_bonus 5.00   td 1.00\n" in first
    answers = "\nBase Hit 10 9 Card Bonus 5 home-run 1\nA♦ T♦ 2♣\n2h 3h 4h 5h 6h 7h\n"
    assert pitboss("settle", "turbo-sports", "--set", "theme=baseball", given=answers).stdout == first


def test_figures_are_asked_for_by_a_themes_names_too():
    asked = ("--set", "theme=hockey", "--json")
    named = json.loads(
        pitboss("analyze", "turbo-sports", *asked, "--bet", "Face-Off=10", "--bet", "Hat Trick=5").stdout
    )
    plain = json.loads(pitboss("analyze", "turbo-sports", *asked, "--bet", "first_down=10", "--bet", "td=5").stdout)
    assert named["total"] == plain["total"]


def test_a_report_is_in_the_words_of_the_theme():
    section = game_section(Subject(games.folder("turbo-sports"), {"theme": "soccer"}))
    assert Text("Turbo Soccer: the cards of one suit, clubs, carry balls.", "⚽") in section.blocks
    told = repr(section)
    assert {
        name for name in ("Kick-Off", "Corner", "Penalty", "Goal", "One suit, clubs, carries balls") if name not in told
    } == set()
    assert {name for name in ("First Down", "Long Pass", "Field Goal", "footballs") if name in told} == set()


def test_a_pay_table_is_told_in_the_words_of_the_theme():
    told = pitboss("paytables", "turbo-sports", *SOCCER).stdout
    assert "SIX_IN_THREE      3:2   6 balls or more in three\n" in told
    assert "SUITED_9       1000        100   9 clubs\n" in told
    words = json.loads(pitboss("paytables", "turbo-sports", *SOCCER, "--json").stdout)["paytables"]["td"]["words"]
    assert words == {"FOURTEEN": "14 balls or more", "MADE": "9 to 13 balls", "SHORT": "8 balls or fewer"}


def test_words_of_outcomes_are_those_of_the_rules():
    game = games.build("turbo-sports")
    for wager, goal in (("first_down", 6), ("long_pass", 7), ("field_goal", 8), ("td", 9)):
        short = game.wager[wager].outcome_words("SHORT")
        assert short == f"{goal - 1} footballs or fewer"
        if wager != "first_down":
            assert game.wager[wager].outcome_words("MADE") == f"{goal} to 13 footballs"


def printed(theme: str) -> Iterator[str]:
    """Everything that people read of the game with a theme, but for figures."""
    flags = ("turbo-sports", "--set", f"theme={theme}")
    for command in ("rules", "paytables", "strategy", "analyze"):
        yield pitboss(command, *flags).stdout
    document = json.loads(pitboss("strategy", *flags, "--json").stdout)
    yield repr((document["best"], document["short"]))
    suit = SUIT_NAMES[games.build("turbo-sports", {"theme": theme}).options["theme"].suit][0]
    deal = (
        "--deal",
        f"community=A{suit} K{suit} 2{suit}",
        "--deal",
        f"player=3{suit} 4{suit} 5{suit} 6{suit} 7{suit} 8{suit}",
    )
    yield pitboss(
        "settle", *flags, "--bet", "first_down=10", "--bet", "td=5", "--bet", "nine_card_bonus=5", *deal
    ).stdout
    yield pitboss("advise", *flags, *deal[:2]).stderr
    yield pitboss("play", *flags, "--seed", "2", given="i\nt\n?\n10\n?\nd\nq\n").stdout
    subject = Subject(games.folder("turbo-sports"), {"theme": theme})
    for section in (game_section, returns_section, play_section):
        yield repr(section(subject))


@pytest.mark.parametrize("theme", ["basketball", "soccer", "baseball", "hockey"])
def test_no_sentence_has_another_word_for_what_the_theme_names(theme: str):
    many = games.build("turbo-sports", {"theme": theme}).options["theme"].many
    told = list(printed(theme))
    assert [text for text in told if many not in text] == []
    assert [match[0] for text in told for match in re.finditer(r".{,60}\b([Ii]cons?|footballs)\b", text)] == []
