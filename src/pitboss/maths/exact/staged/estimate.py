"""What solving a game will take, before anything is allocated: memory, and steps of work."""

from dataclasses import dataclass
from math import comb, prod

from pitboss.core.errors import GameError
from pitboss.core.game import Game
from pitboss.maths.exact.enumerate import GIGABYTE, MEMORY_VARIABLE, memory_allowed
from pitboss.maths.exact.staged.method import Method, method_of
from pitboss.maths.exact.staged.scene import Scene

HAND_BYTES = 80
"""The columns that a hand takes while its block is worked on."""
THREADS = 3
"""Copies of the tables of earlier choices: one for each thread of two, and their sum."""
STEPS_A_SECOND = 60_000_000
"""Counters that one core reads or writes; measured are 60 to 130 million in games with shared cards."""
MOST_HOURS = 4


@dataclass(frozen=True)
class Estimate:
    """Upper bounds, near enough to refuse what cannot be done."""

    memory: int
    steps: int

    @property
    def seconds(self) -> int:
        """The seconds that one core takes."""
        return self.steps // STEPS_A_SECOND


def estimated(method: Method, scene: Scene) -> Estimate:
    """The memory and work of one sweep over a scene, and of the tables of earlier choices."""
    private, hidden = comb(scene.rest, scene.private_size), comb(scene.rest, scene.hidden_size)
    contexts, orders = scene.context_count, len(scene.orders)
    pairs = comb(max(scene.rest - scene.private_size, 0), scene.hidden_size) if method.is_direct else 0
    memory = HAND_BYTES * (private + hidden)
    last = len(method.game.choices) - 1
    for stage in sorted({point.stage for point in method.tree.points if point.options} - {last}):
        if stage >= scene.stage:
            sets = prod(comb(len(scene.cards), size) for size in scene.sizes(stage))
            options = sum(len(method.tree.points[number].options) for number in method.tree.asked_at(stage))
            places = max(1, sets // orders) * comb(len(scene.cards), scene.private_size)
            memory += 8 * places * (1 + options * THREADS)
    subsets = 1 << scene.hidden_size
    steps = contexts * (hidden * subsets + 4 * private * subsets) if not pairs else contexts * private * pairs
    return Estimate(memory, steps)


def seconds_of(game: Game) -> int:
    """The seconds that one core takes for the best play of a whole game, about."""
    method = method_of(game)
    return estimated(method, Scene(method.split, 0, {})).seconds


def check(method: Method, scene: Scene) -> None:
    """Refuses a game that would not fit into memory, or take many hours."""
    found = estimated(method, scene)
    if found.memory > memory_allowed():
        raise GameError(
            f"{method.game.name} needs about {found.memory / GIGABYTE:,.0f} GB of memory to be solved exactly, and "
            f"{memory_allowed() / GIGABYTE:,.1f} GB may be used ({MEMORY_VARIABLE} sets that)",
            "too-large",
        )
    if found.seconds > 3600 * MOST_HOURS:
        hours = found.seconds // 3600
        why = f"would take about {hours:,} hours of one core to be solved exactly"
        raise GameError(f"{method.game.name} {why}", "too-large")
