"""The time and memory of staged games, solved from nothing. Run: python benchmarks/exact.py staged [GAME ...]

Each game is solved in a process of its own, once its machine code is at hand: advice at the second to last choice asks
for all of it. The figures of a game are checked before its times are printed.
"""

import json
import resource
import subprocess
import sys
import time
from fractions import Fraction
from typing import Any

from measure import best_of

from pitboss import games
from pitboss.maths.exact import solver
from pitboss.maths.exact.staged.advice import tallies_ahead
from pitboss.maths.exact.staged.blocks import Dealer
from pitboss.maths.exact.staged.method import method_of
from pitboss.maths.exact.staged.scene import Scene
from pitboss.maths.tally.tally import NOT_PLACED, figures, first_stakes

LIMITS = {
    "take-2-back": (3, "37963/1082900"),
    "louisiana-stud": (3, "53223/1082900"),
    "tropical-stud-poker": (3, "142031221/2718662100"),
    "super-4-poker": (3, "264142729/7726058340"),
    "four-card-frenzy": (3, "594441179/21904648920"),
    "xtreme-hold-em": (40, "50643648973/2317817502000"),
    "jackpot-hold-em": (40, "13802304629/579454375500"),
    "chase-the-flush": (60, "12033802351/503364407000"),
}
"""By game: the seconds asked for on two idle cores, and the house edge."""
MOST_GB = 2.2


def solved(name: str) -> dict[str, Any]:
    """The times of one game in this process, in seconds, and its memory."""
    game = games.build(name)
    started = time.perf_counter()
    advise(name)
    first = time.perf_counter() - started
    work, wall = time.process_time(), time.perf_counter()
    tally = solver.solve(game, None, first_stakes(game), game.main_wagers, use_cache=False)
    work, wall = time.process_time() - work, time.perf_counter() - wall
    edge = -figures(game, tally, game.main_wagers, first_stakes(game)).ev
    assert edge == Fraction(LIMITS[name][1]), f"{name}: {edge}"
    memory_gb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return {"first": first, "work": work, "wall": wall, "memory_gb": memory_gb, "asking": asking(name)}


def advise(name: str) -> None:
    """Asks for advice at the second to last choice, the first cards of the deck dealt."""
    game = games.build(name)
    method, cards = method_of(game), list(game.deck.faces)
    stage = max(0, len(game.choices) - 2)
    known = {}
    for pile in sorted(method.split.seen[stage]):
        known[pile] = tuple(cards.pop() for _ in range(game.piles[pile].count))
    point = method.tree.points[method.tree.asked_at(stage)[0]]
    made = zip(game.choices, point.made, strict=False)
    chosen = {choice: option for choice, option in made if option != NOT_PLACED}
    choice = list(game.choices)[stage]
    tallies_ahead(game, choice, known, (), chosen, first_stakes(game), game.main_wagers)


def asking(name: str) -> float:
    """The seconds that one core takes to ask the rules about every hand once, from a sample of shared cards."""
    method = method_of(games.build(name))
    dealer = Dealer(method, Scene(method.split, 0, {}))
    numbers = sorted({dealer.blocks * part // 8 for part in range(8)})
    spent = 0.0
    for number in numbers:
        block = dealer.block(number)
        hidden = dealer.against(block)
        pairs = dealer.pairs(block, hidden["m_H"]) if method.is_direct else [(block.local, block.masks)]

        def ask(pairs: Any = pairs, hidden: Any = hidden) -> None:
            for rows, sets in pairs:
                method.ask_mine(len(rows), sets)
            method.ask_theirs(len(hidden["m_H"]), hidden)

        spent += best_of(3, ask)[0]
    return spent * dealer.blocks / len(numbers)


def staged(names: list[str]) -> None:
    """Prints the times of games, all of them by default."""
    print("\nStaged games, machine code at hand: seconds of one core, and by the clock with both")
    print(f"  {'':<22} first advice   one core      clock   asked for    memory   times asking every hand once")
    for name in names or LIMITS:
        run = [sys.executable, __file__, name]
        done = subprocess.run(run, check=True, capture_output=True, text=True).stdout
        found = json.loads(done)
        print(
            f"  {name:<22} {found['first']:>10.2f} s {found['work']:>8.2f} s {found['wall']:>8.2f} s "
            f"{LIMITS[name][0]:>8} s {found['memory_gb']:>7.2f} GB {found['work'] / found['asking']:>10.0f}",
            flush=True,
        )
    print(f"  at most {MOST_GB} GB are asked for")


if __name__ == "__main__":
    print(json.dumps(solved(sys.argv[1])))
