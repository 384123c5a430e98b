"""Texts in the words of a theme."""

import pytest

from pitboss.core.errors import FormatError
from pitboss.core.themes import Theme, theme_of

CURLING = Theme("curling", "Turbo Curling", 2, "🥌", "stone", "stones", {"ante": "Hammer"})


def test_fields_of_a_text_are_filled_in():
    assert CURLING.dressed("At {title} the {ante} counts {icons} on {suit}; {} stays.") == (
        "At Turbo Curling the Hammer counts stones on hearts; {} stays."
    )
    with pytest.raises(FormatError, match="theme curling: no field 'anti'; did you mean 'ante'"):
        CURLING.dressed("The {anti} bet.")


def test_a_theme_says_its_suit_and_icons():
    assert CURLING.sentence() == "Turbo Curling: the cards of one suit, hearts, carry stones."
    assert CURLING.sentence("🥌") == "Turbo Curling: the cards of one suit, hearts, carry stones 🥌."


def test_icons_are_counted_in_the_words_of_a_theme():
    assert CURLING.counted("Double with 1 icon, or 2 icons; iconic stays.") == (
        "Double with 1 stone, or 2 stones; iconic stays."
    )


def test_the_theme_of_a_game_is_found_among_its_options():
    assert theme_of({"decks": 8, "theme": CURLING}) is CURLING
    assert theme_of({"decks": 8}) is None
