"""How a game's best strategy is put in words: what a player can count, and the two things he can do about it."""

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.core.rule import Rule


@dataclass(frozen=True)
class Feature:
    """Something a player can see in his cards and count: a rule, and words for an answer and what lies on either side.

    `say(6)` is "6 points"; `more` and `fewer` finish "6 points or more", "6 points or fewer". Of a further feature
    `say` finishes "play ...": "with all seven cards together counting 59", and `more` follows.
    """

    rule: Rule
    say: Callable[[int], str]
    more: str = "or more"
    fewer: str = "or fewer"


@dataclass(frozen=True)
class Guide:
    """Levels of one feature, in groups of another if there is one; levels that need it are split by a further one.

    `ways` are the two things to do, the option of the choice or the rule that names a card, each with its words.
    """

    by: Feature
    ways: tuple[tuple[int | Rule, str], tuple[int | Rule, str]]
    group: Feature | None = None
    then: tuple[Feature, ...] = ()
    note: str = ""
    """What a player has to know to read the words."""
    why: str = ""
    """Why hands of one level are not all played alike."""
