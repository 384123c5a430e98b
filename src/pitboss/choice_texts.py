"""What the choices of a game mean, in its own words: the file `choices.md` in the game's folder.

The file has a heading for every choice, then a sentence or two on what the choice turns on, then a line for every
option with its cost and consequence:

    ## play
    The hand with more points wins.
    - fold: Give up the Ante.
    - play: Bet the Ante once more.

A choice among cards has no lines of options. It may say in two lines what is asked, and what the cards are called
after it:

    ## discard
    - asked: discard one card
    - done: discarded

Fields of a theme, such as `{icons}`, are printed in its words.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss import games
from pitboss.core.errors import FormatError, OptionError, all_of, unknown
from pitboss.core.game import Cards, Choose, Game
from pitboss.core.script import option_name
from pitboss.core.themes import theme_of
from pitboss.games.riders import Attached

FILE = "choices.md"
OPTION = re.compile(r"- ([a-z0-9-]+): (.+)")


@dataclass
class ChoiceText:
    """What one choice means to a player who has never seen the game."""

    about: str = ""
    """A sentence or two on what the choice turns on."""
    means: dict[str, str] = field(default_factory=dict)
    """The cost and consequence of every option, by the name that users type."""
    asked: str = ""
    """What a choice among cards asks for: `discard one card`."""
    done: str = ""
    """What the cards that were named are called: `discarded`."""


def choice_texts(game: Game) -> Mapping[str, ChoiceText]:
    """What the choices of a game mean, by choice; empty for a game whose folder has no such file."""
    try:
        folder = games.folder(game.name)
    except OptionError:  # A game that was built by hand has no folder, and so no words.
        return {}
    if isinstance(folder, Attached):  # The choices of a host do not change with a rider.
        folder = folder.host
    path = folder.folder / FILE
    if not path.exists():
        return {}
    theme = theme_of(game.options)
    text = path.read_text(encoding="utf-8")
    return read_choice_texts(theme.dressed(text) if theme else text, game, f"{folder.folder.name}/{FILE}")


def read_choice_texts(text: str, game: Game, source: str) -> Mapping[str, ChoiceText]:
    """The texts that a file holds; FormatError where it names what the game has not, or leaves an option out."""
    found: dict[str, ChoiceText] = {}
    now: ChoiceText | None = None
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("## "):
            name = line.removeprefix("## ")
            if name not in game.choices:
                raise FormatError(f"{source}: {unknown('choice', name, game.choices)}")
            now = found[name] = ChoiceText()
        elif line.startswith("# "):
            continue
        elif now is None:
            raise FormatError(f"{source}: {line!r} stands before the first heading; begin with ## and a choice")
        elif option := OPTION.fullmatch(line):
            now.means[option[1]] = option[2]
        else:
            now.about = f"{now.about} {line}".lstrip()
    for name, told in found.items():
        if isinstance(game.choices[name].options, Cards):
            told.asked, told.done = (told.means.pop(each, "") for each in ("asked", "done"))
        options = _options(game.choices[name])
        if set(told.means) != set(options):
            raise FormatError(
                f"{source}: {name} has words for {_listed(told.means)}; its options are {_listed(options)}"
            )
    return found


def _options(choice: Choose) -> list[str]:
    return [] if isinstance(choice.options, Cards) else [option_name(choice, each) for each in choice.options]


def _listed(names: Mapping[str, str] | list[str]) -> str:
    return all_of(names) if names else "none"
