"""Bets at a table in words: those on offer, examples of what to type, and typed lines read."""

import re
from collections.abc import Mapping

from pitboss.coach.drill import usual_bets
from pitboss.core.errors import BetError, all_of, one_of
from pitboss.core.game import Chosen, Equal, Fixed, Free, Game
from pitboss.core.money import AMOUNT, amount_words, cents, dollars
from pitboss.core.stakes import equal_filled_in, read_stakes, smallest_table_step


def bets_offered(game: Game) -> str:
    """The wagers that can be bet before the deal, as a sentence."""
    names = (wager.name for wager in game.wagers if not isinstance(wager.stake, Chosen))
    return f"Bets: {', '.join(_bet_words(game, name) for name in names)}."


def _bet_words(game: Game, name: str) -> str:
    """A wager for the list of bets, by its name on the felt: `Ante (must be bet)`, `Blind (same as Ante)`."""
    wager = game.wager[name]
    told = []
    if isinstance(wager.stake, Fixed):
        told.append(f"costs {amount_words(wager.stake.cents)}")
    if isinstance(wager.stake, Equal):
        told.append(f"same as {game.label(wager.stake.to)}")
    if wager.required and not (isinstance(wager.stake, Equal) and game.wager[wager.stake.to].required):
        told.append(f"must be bet{f' unless {game.label(wager.unless)} is' if wager.unless else ''}")
    if wager.needs:
        told.append(f"only with {game.label(wager.needs)}")
    return game.label(name) + (f" ({', '.join(told)})" if told else "")


def bet_examples(game: Game) -> list[tuple[str, str]]:
    """Lines that the bet prompt takes, each with what it bets."""
    needed = usual_bets(game)
    first = next(wager.name for wager in game.wagers if isinstance(wager.stake, Free))
    amount = _typed(needed.get(first, 0))
    if needed == equal_filled_in(game, {first: needed.get(first, 0)}):
        line = amount
    else:
        line = " ".join(f"{game.label(name).lower()} {_typed(amount)}" for name, amount in needed.items())
    examples = [(line, f"bets {all_of(f'{_typed(amount)} on {game.label(name)}' for name, amount in needed.items())}")]
    free = (each for each in game.wagers if isinstance(each.stake, Free) and not each.needs)
    other = next((each.name for each in free if each.name not in needed), None)
    if other:
        # Half the amount, in whole steps of the table, so that it is an example of another amount.
        step = smallest_table_step(game)
        half = _typed(max(step, needed.get(first, 0) // 2 // step * step))
        name = game.label(other)
        words = f"bets {half} on {name} as well; a name may be shortened while it fits one bet alone"
        examples.append((f"{line} {name.lower()} {half}", words))
    return examples


def _typed(cents: int) -> str:
    """An amount as it is typed: `10`, or `2.50`."""
    return dollars(cents).removesuffix(".00")


def read_bets(game: Game, answer: str, last: Mapping[str, int] | None) -> dict[str, int]:
    """The bets that a line names: `10`, `10 tie 2`, `regular=10 tie=2`; r and x repeat and double the last ones.

    A wager is named by its id or its label, in any case, or by the beginning of one if no other wager begins so.
    """
    if answer.lower() in ("r", "x"):
        if last is None:
            raise BetError("there is no bet to repeat yet", "nothing-to-repeat")
        free = [name for name in last if not isinstance(game.wager[name].stake, Fixed)]
        return {name: amount * (2 if answer.lower() == "x" and name in free else 1) for name, amount in last.items()}
    words = [word for word in (each.strip(",") for each in answer.replace("=", " ").split()) if word]
    if words and not re.search("[a-z]", words[0], re.IGNORECASE):
        cents(words[0])  # No name begins like this, so what is wrong is an amount.
    return equal_filled_in(game, read_stakes(game, " ".join(_in_full(game, words))))


def _in_full(game: Game, words: list[str]) -> list[str]:
    """The words of a line with shortened names of wagers in full."""
    full: list[str] = []
    while words:
        # A name goes on to the next amount. Its first word may look like one: "9 Card Bonus".
        size = next((place for place in range(1, len(words)) if AMOUNT.fullmatch(words[place])), len(words))
        first_is_amount = AMOUNT.fullmatch(words[0]) is not None
        name = _begun(game, " ".join(words[:size])) if size > 1 or not first_is_amount else None
        taken = 1 if first_is_amount and not name else size
        full += [name] if name else words[:taken]
        words = words[taken:]
        if not first_is_amount or name:  # The amount of this name.
            full, words = full + words[:1], words[1:]
    return full


def _begun(game: Game, text: str) -> str | None:
    """The wager whose id or name at the table is a text or begins with it, if it is one alone."""
    if named := game.wager_named(text):
        return named
    start = _joined(text)
    names = [wager.name for wager in game.wagers if not isinstance(wager.stake, Chosen)]
    found = [name for name in names if any(_joined(each).startswith(start) for each in (name, game.label(name)))]
    if len(found) > 1:
        raise BetError(f"{text!r} may be {one_of(map(game.known_as, found))}: write more of the name", "unknown-wager")
    return found[0] if found else None


def _joined(name: str) -> str:
    return plain_name(name).replace(" ", "")


def plain_name(name: str) -> str:
    """A name without case, and with one kind of space."""
    return " ".join(re.sub("[-_]", " ", name.lower()).split())
