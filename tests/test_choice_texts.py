"""What choices mean, as games tell it: every option has words, and a file that does not fit its game is refused."""

import re

import pytest

from pitboss import games
from pitboss.choice_texts import choice_texts, read_choice_texts
from pitboss.core.errors import FormatError
from pitboss.core.game import Cards
from pitboss.core.script import option_name
from pitboss.json_forms import felt_json
from tests.support.house import DRAW_FIVE as FOLDER
from tests.web.house import THREE_CHOICES as CARDS_FOLDER

DRAW_FIVE, THREE_CHOICES = FOLDER.build(), CARDS_FOLDER.build()
WHOLE = "# Draw Five\n\n## draw\nMore points\nwin.\n- stand: Stay.\n- draw: One more.\n"


def test_a_file_is_read_by_choice_and_option():
    told = read_choice_texts(WHOLE, DRAW_FIVE, "here")["draw"]
    assert told.about == "More points win."
    assert told.means == {"stand": "Stay.", "draw": "One more."}


def test_a_choice_among_cards_says_what_it_asks_for_and_what_is_named():
    low = "# Three\n\n## low\nTwo cards count.\n"
    told = read_choice_texts(f"{low}- asked: name two low cards\n- done: low\n", THREE_CHOICES, "here")["low"]
    assert (told.about, told.asked, told.done, told.means) == ("Two cards count.", "name two low cards", "low", {})
    with pytest.raises(FormatError, match="has words for ask; its options are none"):
        read_choice_texts(f"{low}- ask: name two low cards\n", THREE_CHOICES, "here")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (WHOLE.replace("## draw", "## drew"), "here: no choice 'drew'; did you mean 'draw'"),
        (WHOLE.replace("- stand: Stay.\n", ""), "has words for draw; its options are stand and draw"),
        (WHOLE.replace("- stand", "- sit"), "has words for sit and draw"),
        ("More points win.\n" + WHOLE, "stands before the first heading"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(wrong: str, words: str):
    with pytest.raises(FormatError, match=re.escape(words)):
        read_choice_texts(wrong, DRAW_FIVE, "here")


def test_every_choice_of_a_game_is_told_with_a_sentence_and_every_option(game_name: str):
    game = games.build(game_name)
    told = choice_texts(game)
    if not told:
        assert not (games.folder(game_name.partition("+")[0]).folder / "choices.md").exists()
    for name in told:
        assert told[name].about.endswith(".")
        assert "{" not in told[name].about
        options = game.choices[name].options
        if not isinstance(options, Cards):
            assert list(told[name].means) == [option_name(game.choices[name], each) for each in options]
            assert all(each.endswith(".") for each in told[name].means.values())


def test_the_felt_of_a_game_holds_what_its_choices_mean(house: None):
    (choice,) = felt_json(games.build("draw-five"), None)["choices"]
    assert choice["about"].startswith("More points win")
    assert choice["means"]["draw"] == "Take one more card. It costs nothing."
    (other,) = felt_json(games.build("three-each"), None)["choices"]
    assert (other["about"], other["means"]) == ("", {})
