"""Every error Pitboss raises on purpose.

    PitbossError
    ├── SetupError        something handed in before a round is wrong
    │   ├── GameError     a game's own definition contradicts itself
    │   ├── GridError     a pay grid, with file, row and column
    │   ├── OptionError   an option or a name that does not exist
    │   ├── HouseError    a chip step or limit this game cannot be dealt with
    │   └── FormatError   a text that does not read as what it should be
    ├── RulesError        somebody did what the rules forbid
    │   ├── BetError      a bet
    │   ├── CardError     a card
    │   └── ChoiceError   a choice
    ├── EngineError       the machines that simulate stopped in mid-run
    ├── TurnError         the wrong seat, the wrong moment, a round that is over
    └── FundsError        more than is there

Each has a `code` for programs and a sentence for people. The sentence names the offending value and what would
have been right.
"""

import difflib
from collections.abc import Iterable


class PitbossError(Exception):
    """The root: catch this to catch everything below."""

    code = "error"


class SetupError(PitbossError):
    """Something handed in before a round is wrong."""

    code = "setup"


class GameError(SetupError):
    """A game's own definition contradicts itself."""

    code = "game"


class GridError(SetupError):
    """A pay grid is missing a row, has one too many, or holds something that is no pay."""

    code = "grid"


class OptionError(SetupError):
    """A name or an option value that does not exist."""

    code = "option"


class HouseError(SetupError):
    """A chip step or limit that this game cannot be dealt with."""

    code = "house"


class FormatError(SetupError):
    """A text that does not read as a card, an amount, a round."""

    code = "format"


class RulesError(PitbossError):
    """Somebody did what the rules forbid; nothing was changed."""

    code = "rules"


class BetError(RulesError):
    """A bet the rules or the table do not take."""

    code = "bet"


class CardError(RulesError):
    """A card that cannot be where it is said to be."""

    code = "card"


class ChoiceError(RulesError):
    """A choice that is not open to this seat now."""

    code = "choice"


class EngineError(PitbossError):
    """The machines that simulate stopped answering; what they had done before is kept."""

    code = "engine"


class TurnError(PitbossError):
    """The wrong seat, the wrong moment, or a round that is over."""

    code = "turn"


class FundsError(PitbossError):
    """More than is there."""

    code = "funds"


def one_of(names: Iterable[object]) -> str:
    """The names as a list for a sentence: `A, B or C`."""
    words = [str(name) for name in names]
    if len(words) < 2:
        return "".join(words) or "none"
    return f"{', '.join(words[:-1])} or {words[-1]}"


def unknown(kind: str, name: str, names: Iterable[object]) -> str:
    """A sentence for a name that is not one of `names`, with the nearest one where there is one."""
    known = [str(each) for each in names]
    near = difflib.get_close_matches(name.lower(), [each.lower() for each in known], n=1)
    hint = ""
    if near:
        hint = f"; did you mean {next(each for each in known if each.lower() == near[0])!r}?"
    return f"no {kind} {name!r}{hint} (there is {one_of(known)})"
