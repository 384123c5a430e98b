"""Tallies known by parts: how some wagers end by themselves, and how all end together only where somebody asks."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pitboss.maths.tally.tally import Cell, Tally


class WhenAsked(Mapping[Cell, int]):
    """The cells of a tally that is made when somebody first looks at them."""

    def __init__(self, make: Callable[[], Tally]) -> None:
        self.make = make
        self.made: Tally | None = None

    @property
    def tally(self) -> Tally:
        if self.made is None:
            self.made = self.make()
        return self.made

    def __getitem__(self, cell: Cell) -> int:
        return self.tally.cells[cell]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.tally.cells)

    def __len__(self) -> int:
        return len(self.tally.cells)


@dataclass(frozen=True)
class InParts(Tally):
    """A tally of which parts are known, each of some wagers; the whole is counted when it is first asked for."""

    parts: tuple[Tally, ...] = ()
    seconds: int = 0
    """What counting the whole takes, about, on one core."""

    @cached_property
    def total(self) -> int:
        return self.parts[0].total

    def knows(self, names: tuple[str, ...]) -> bool:
        return any(part.has(names) for part in self.parts)

    def onto(self, names: tuple[str, ...]) -> Mapping[Cell, int]:
        known = next((part for part in self.parts if part.has(names)), None)
        return known.onto(names) if known else super().onto(names)
