"""The fused loop for players who answer: many tables, each dealt up to its choice, then judged with the answer given.

It is the loop that simulation runs, cut in two at the choice: the first part also says what a seat sees there, the
second what it sees at the end.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from pitboss.core.errors import GameError
from pitboss.core.game import Choose, Face, Kind, Place, Show, Source, Step
from pitboss.core.rule import Rule, lowest
from pitboss.maths.codegen.emit import indented
from pitboss.maths.codegen.program import Loop
from pitboss.maths.tally.tally import NOT_PLACED

FACE_OF = "faces"


@dataclass
class Answered(Loop):
    """The two parts. `placed` are the wagers that are bet."""

    placed: Collection[str] = ()
    before_choice: int = field(init=False, default=0)
    """How many lines of the judgement come before the choice."""
    seen_then: list[str] = field(init=False, default_factory=list)
    seen_last: list[str] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        if len(self.game.choices) != 1:
            raise GameError(f"{self.game.name} asks for {len(self.game.choices)} choices; tables side by side need one")
        if any(choice.legal is not None for choice in self.game.choices.values()):
            raise GameError(f"{self.game.name} does not always allow every option; tables side by side need that")
        super().__post_init__()
        self.scope["lowest"] = lowest
        self.seen_last = self._seeing(self.game.steps)
        self.scope |= self.questions.functions

    def _rules(self) -> list[Rule]:
        """Every rule that is asked; here also when piles are shown."""
        shows = [step.when for step in self.game.steps if isinstance(step, Show) and step.when is not None]
        return [*super()._rules(), *shows]

    def _argument(self, source: Source) -> str:
        """One argument; whether a bet is made is known."""
        if source.kind is Kind.HAS:
            return str(int(source.name in self.placed))
        return super()._argument(source)

    def _choose(self, step: Choose) -> None:
        """The answer that is given; where none is asked for, none."""
        asked = "1" if step.when is None else self.call(step.when)
        self.seen_then = self._seeing(self.game.steps[: self.game.steps.index(step)])
        self.before_choice = len(self.judge)
        self.asked = asked
        self.judge += [
            f"x_{step.name} = given[l] if {asked} else {NOT_PLACED}",
            f"y_{step.name} = max(x_{step.name}, 0)",
        ]

    def _seeing(self, steps: tuple[Step, ...]) -> list[str]:
        """Lines that count what a seat sees after these steps, by pile and face."""
        lines = []
        for row, (pile, deal) in enumerate(self.game.piles.items()):
            if deal not in steps:
                continue
            own = deal.face is Face.UP or (deal.face is Face.DOWN and deal.to is Place.SEAT)
            shows = [step for step in steps if isinstance(step, Show) and step.pile == pile]
            shown = ["1"] if own else ["1" if step.when is None else self.call(step.when) for step in shows]
            if shown:
                dealt = "1" if deal.when is None else self.call(deal.when)
                lines += [f"if {dealt} and ({' or '.join(shown)}):", *indented(self._counting(row, pile), 1)]
        return lines

    def _counting(self, row: int, pile: str) -> list[str]:
        """Lines that count the cards of one pile."""
        if self.masked:
            count = f"sight[l][{row}][{FACE_OF}[lowest(m)]] += 1"
            return [f"m = c{row}", "while m:", f" {count}", " m &= m - 1"]
        before = 0
        for name, deal in self.game.piles.items():
            if name == pile:
                break
            before += deal.count
        cards = range(before, before + self.game.piles[pile].count)
        return [f"sight[l][{row}][{FACE_OF}[v{card}]] += 1" for card in cards]

    @property
    def kept(self) -> list[str]:
        """The variables that the second part needs from the first."""
        if self.masked:
            return self.dealt
        return [*self.dealt, *(f"v{place}" for place in range(sum(deal.count for deal in self.game.piles.values())))]

    def dealing_text(self) -> str:
        """The first part: deals, fills `kept`, says which tables are asked, and counts in `sight` what is seen."""
        lines = [f"def fused(s0, s1, kept, asked, sight, {FACE_OF}):", " for l in range(len(s0)):"]
        lines += ["  a = s0[l]", "  b = s1[l]", "  bad = -1", "  while bad < 0:", "   bad = 0", *indented(self.deal, 3)]
        lines += indented(self.placing, 2)
        lines += ["  s0[l] = a", "  s1[l] = b"]
        lines += indented([f"kept[{place}][l] = {name}" for place, name in enumerate(self.kept)], 2)
        lines += indented(
            [*self.coded, *self.judge[: self.before_choice], f"asked[l] = {self.asked}", *self.seen_then], 2
        )
        return "\n".join(lines) + "\n"

    def judging_text(self) -> str:
        """The second part: fills `keys` with the joint outcome of every table, and counts what is seen at the end."""
        lines = [f"def fused(kept, given, keys, sight, {FACE_OF}):", " for l in range(len(given)):"]
        lines += indented([f"{name} = kept[{place}][l]" for place, name in enumerate(self.kept)], 2)
        lines += indented([*self.coded, *self.judge, "keys[l] = key", *self.seen_last], 2)
        return "\n".join(lines) + "\n"
