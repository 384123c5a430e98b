"""A table dressed in a theme is reported in its words alone."""

import re

import pytest

from pitboss import games
from pitboss.core.themes import Theme
from pitboss.report.export.csv import as_csv
from pitboss.report.par import par_sheet
from pitboss.report.subject import Assumed, Subject
from tests.support.documents import text_of

THEMED = [(name, theme) for name in games.find() for theme in list(games.folder(name).themes)[1:3]]


def words_of(theme: Theme) -> set[str]:
    return {theme.title, theme.one, theme.many, *theme.bets.values()}


@pytest.mark.parametrize(("name", "theme"), THEMED)
def test_a_report_speaks_of_its_own_theme_only(name: str, theme: str):
    folder = games.folder(name)
    subject = Subject(folder, {"theme": theme}, None, Assumed(rounds=1_000))
    own, first = folder.themes[theme], next(iter(folder.themes.values()))
    subject.__dict__["comparisons"] = []
    text = "\n".join((text_of(par_sheet(subject)), as_csv(subject)))
    allowed = folder.build().options.settings["theme"].values.words()  # The list of the values it could have.
    for words in words_of(first) - words_of(own):
        said = [
            line for line in text.split("\n") if re.search(rf"\b{re.escape(words)}\b", line) and allowed not in line
        ]
        assert not said, words
