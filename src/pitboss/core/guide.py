"""Decision tables in words: what a player can count in a hand, and the ways to play it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from pitboss.core.rule import Rule
from pitboss.core.themes import Theme


@dataclass(frozen=True)
class Feature:
    """A number that a player can count in a hand: the rule that counts it, and words for its values.

    `say(6)` is "6 points"; `more` and `fewer` finish "6 points or more", "6 points or fewer". For a feature in
    `Guide.then`, `say` finishes "play ...": "with all seven cards together counting 59", and `more` follows.
    """

    rule: Rule
    say: Callable[[int], str]
    more: str = "or more"
    fewer: str = "or fewer"
    among: str = ""
    """The cards among which the number is counted, said last: "among the three"."""
    own: Callable[[int], str] | None = None
    """Words for the value of the hand that is explained, beside the value of a rule: "yours count 53"."""

    def words(self, count: int) -> str:
        """`3 icons among the three`."""
        return f"{self.say(count)} {self.among}".rstrip()

    def or_more(self, count: int) -> str:
        """`3 icons or more among the three`."""
        return " ".join(filter(None, (self.say(count), self.more, self.among)))

    def or_fewer(self, count: int) -> str:
        """`2 icons or fewer among the three`."""
        return " ".join(filter(None, (self.say(count), self.fewer, self.among)))

    def dressed(self, theme: Theme) -> "Feature":
        """This feature with the theme's own word for icons."""
        return replace(self, say=lambda count: theme.counted(self.say(count)))


@dataclass(frozen=True)
class Guide:
    """A decision table of one choice: hands are bucketed by the feature `by` within each `group`.

    A bucket whose hands are not all played alike is split once, at some value of one of the features in `then`, between
    two of the ways. Features see what the choice sees: piles seen by then, several together, and earlier choices.

    `ways` are two or more ways to play, each an option of the choice or a rule that names an option or a card, with its
    words.
    """

    by: Feature
    ways: tuple[tuple[int | Rule, str], ...]
    group: Feature | None = None
    then: tuple[Feature, ...] = ()
    note: str = ""
    """A note on what a player has to know to read the words."""
    why: str = ""
    """A sentence on why hands of one level are not all played alike."""

    def dressed(self, theme: Theme) -> "Guide":
        """This guide with the theme's own word for icons."""
        return Guide(
            self.by.dressed(theme),
            tuple((way, theme.counted(words)) for way, words in self.ways),
            self.group and self.group.dressed(theme),
            tuple(feature.dressed(theme) for feature in self.then),
            theme.counted(self.note),
            theme.counted(self.why),
        )
