"""What `help` prints at a table, and what a player is told of leaving in mid-round."""

from collections.abc import Collection

from pitboss.cli.commands.play.keys import Menu
from pitboss.cli.layout import print_wrapped, wrapped
from pitboss.core.game import Game
from pitboss.core.script import option_name
from pitboss.core.wagers import Chosen, Free

FORFEIT = (
    "Leaving in mid-round gives no bet back: every open choice is made for you, the option that adds least money, of "
    "equals the first, and the round is settled."
)


def print_bet_help(game: Game, seats: int) -> None:
    """Prints what may be typed at the bet prompt."""
    first = next(wager.name for wager in game.wagers if isinstance(wager.stake, Free))
    other = next((each.name for each in game.wagers[1:] if not isinstance(each.stake, Chosen)), None)
    keys = [("10", f"bets 10 on {game.label(first)}")]
    if other:
        keys.append((f"10 {other} 5", f"bets 5 on {game.label(other)} as well; a name may be shortened"))
    keys += [("r, x", "the last bets again; twice the last bets")]
    if seats > 1:
        keys.append(("0", "this seat sits the round out"))
    taken = "takes the bets back before the deal" if seats == 1 else "takes back the bets of the seat before"
    keys += [("u", taken), *_everywhere("? or h")]
    _print_keys(keys)
    print_wrapped(FORFEIT)


def print_choice_help(offered: Menu) -> None:
    """Prints what may be typed where a choice is asked."""
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
    _print_keys([*keys, ("?", "the exact value of each choice"), *_everywhere(help_keys, letters)])
    print_wrapped("Every answer ends with Enter. " + FORFEIT)


def _everywhere(help_keys: str, taken: Collection[str] = ()) -> list[tuple[str, str]]:
    """The keys of every prompt; where the letter is that of an option, the word stands instead."""
    return [
        ("session" if "s" in taken else "s", "the session so far: result, luck, decisions"),
        ("i, t", "the rules; the pay tables"),
        (help_keys, "this help; the words work too: help, rules, tables, session, quit"),
        ("q", "leaves; so do Ctrl-D and Ctrl-C"),
    ]


def _print_keys(keys: list[tuple[str, str]]) -> None:
    width = max(len(key) for key, _ in keys)
    for key, words in keys:
        print("\n".join(wrapped(words.split(), first=f"  {key:<{width}}   ", rest=" " * (width + 5))))
