"""The help at a table, and what leaving in mid-round means."""

import re
from collections.abc import Collection

from pitboss import games
from pitboss.cli.layout import print_wrapped, wrapped
from pitboss.cli.table_view.bets import bet_examples
from pitboss.cli.table_view.keys import Menu
from pitboss.core.game import Game
from pitboss.core.procedure import default_words
from pitboss.core.script import option_name
from pitboss.core.themes import theme_of


def leaving_words(game: Game) -> str:
    """Sentences on what leaving in mid-round means: no bet comes back, and the default of every choice (ruling G8)."""
    several = len(game.choices) > 1
    defaults = [(f"{name}: " if several else "") + default_words(game, each) for name, each in game.choices.items()]
    start = "Leaving in mid-round gives no bet back: every open choice is made for you, and the round is settled."
    return " ".join([start, *defaults])


def icons_rule(game: Game) -> str:
    """The rule that says which cards carry a themed game's icons; empty for a game without themes."""
    theme = theme_of(game.options)
    if theme is None:
        return ""
    rules = re.split(r"\n(?=\d+\. )", games.folder(game.name).rules_for(game))
    found = next((rule for rule in rules if f"carries {theme.many}" in " ".join(rule.split())), "")
    return re.sub(r"^\d+\. ", "", " ".join(found.split()))


def print_bet_help(game: Game, seats: int, is_coached: bool) -> None:
    """Prints what may be typed at the bet prompt."""
    keys = [*bet_examples(game), ("r, x", "the last bets again; twice the last bets")]
    if seats > 1:
        keys.append(("0", "this seat sits the round out"))
    taken = "takes the bets back before the deal" if seats == 1 else "takes back the bets of the seat before"
    keys += [("u", taken), *_everywhere("? or h", is_coached)]
    _print_keys(keys)
    if rule := icons_rule(game):
        print_wrapped(rule)
    print_wrapped(leaving_words(game))


def print_choice_help(game: Game, offered: Menu, is_coached: bool) -> None:
    """Prints what may be typed where a choice is asked; without a coach nobody tells values."""
    letters = list(offered.letters)
    if not offered.names_cards:
        name = option_name(offered.choice, offered.letters[letters[0]])
        keys = [(f"{letters[0]}, {name}", "an option: the letter in brackets, or its name")]
    elif offered.count == 1:
        keys = [("3s", "a card, by its name: 3s, 10h or 3♠"), (letters[0], "or by the letter in brackets")]
    else:
        several = " ".join(letters[: offered.count])
        keys = [("3s 10h", f"{offered.count} cards, by their names"), (several, "or by the letters in brackets")]
    help_keys = "help" if "h" in letters else "h"
    keys += [("?", "the exact value of each choice")] * is_coached
    _print_keys([*keys, *_everywhere(help_keys, is_coached, letters)])
    print_wrapped("Every answer ends with Enter. " + leaving_words(game))


def _everywhere(help_keys: str, is_coached: bool, taken: Collection[str] = ()) -> list[tuple[str, str]]:
    """The keys of every prompt; a word replaces a letter that stands for an option."""
    session = f"the session so far: result{', luck, decisions' if is_coached else ''}"
    return [
        ("session", f"{session} (s is an option here)") if "s" in taken else ("s", session),
        ("i, t", "the rules; the pay tables"),
        (help_keys, "this help; the words work too: help, rules, tables, session, quit"),
        ("q", "leaves, as Ctrl-D does; Ctrl-C leaves at once"),
    ]


def _print_keys(keys: list[tuple[str, str]]) -> None:
    width = max(len(key) for key, _ in keys)
    for key, words in keys:
        print("\n".join(wrapped(words.split(), first=f"  {key:<{width}}   ", rest=" " * (width + 5))))
