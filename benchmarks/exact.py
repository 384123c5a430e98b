"""Exact figures: how long they take here, and against straightforward C. Run: python benchmarks/exact.py

Times are of the computation with everything compiled, without process start and imports, the best of three; command
lines are whole processes. Answers are checked before a time is printed.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

os.environ.setdefault("XDG_CACHE_HOME", tempfile.mkdtemp(prefix="pitboss-benchmarks-"))

from pitboss import games
from pitboss.core.cards import cards_text, parse_cards
from pitboss.core.game import Game
from pitboss.maths.exact import advise as advising
from pitboss.maths.exact import solver
from pitboss.maths.tally.tally import Tally, figures, first_stakes

HERE = Path(__file__).parent
LIMITS = {
    "spadez": 0.3,
    "turbo-sports": 0.3,
    "three-card-poker": 0.3,
    "three-card-poker+spadez": 0.3,
    "super-pan-9": 0.3,
    "super-pan-9 decks=1": 0.3,
    "three-card-blitz": 1.0,
    "wild-six": 8.0,
}
HANDS = {
    "super-pan-9": ("player", "6s 4h 3d", "5c 5d"),
    "turbo-sports": ("community", "As 2s 2h", "Ks Qs"),
    "three-card-poker": ("player", "Qs 6h 4d", "Ac Kd"),
    "three-card-blitz": ("player", "Ks 9s Qh 8h 4d 3d 2c", "Ah Kh"),
    "wild-six": ("player", "Ac Ad 9h 8s 3c", "Ah Kh"),
}


def best_of(times: int, work: Callable[[], Any]) -> tuple[float, Any]:
    """The shortest time of several, and the last answer."""
    shortest, answer = float("inf"), None
    for _ in range(times):
        started = time.perf_counter()
        answer = work()
        shortest = min(shortest, time.perf_counter() - started)
    return shortest, answer


def forget(game: Game) -> None:
    """Empties what a solver keeps in this process, so that the next solve works from nothing."""
    own = game.solver and game.solver()
    for module in [each for name, each in sys.modules.items() if own and name.startswith(own.__name__)]:
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def build(name: str) -> Game:
    """`super-pan-9 decks=1`."""
    game, *texts = name.split()
    return games.build(game, dict(text.split("=") for text in texts))


def solved(game: Game) -> Tally:
    """A game solved from nothing."""
    forget(game)
    return solver.solve(game, None, first_stakes(game), game.main_wagers, use_cache=False)


def main() -> None:
    """Prints every figure."""
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}\n")
    print("Solving, decision by decision                 first (compiles)   then      asked for")
    tallies, seconds = {}, {}
    for name, limit in LIMITS.items():
        game = build(name)
        first, _ = best_of(1, lambda game=game: solved(game))
        seconds[name], tallies[name] = best_of(3, lambda game=game: solved(game))
        print(f"  {name:<42} {first:>8.2f} s     {seconds[name]:>8.3f} s   {limit:>5.1f} s")
    memory_gb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"  {'most memory of the whole process':<42} {memory_gb:>8.2f} GB                      1.0 GB")
    reprice(tallies)
    advise()
    commands()
    against_c(tallies["three-card-poker"], seconds["three-card-poker"])


def reprice(tallies: dict[str, Tally]) -> None:
    """Another pay table, no new decision."""
    print("\nAnother pay table on a tally at hand")
    for name, wager, option, value in (
        ("wild-six", "queens_or_better", "queens_or_better", "A4"),
        ("wild-six", "draw_bonus", "draw_bonus", "B3"),
        ("wild-six", "poker", "automatic_win", "3:2"),
        ("three-card-poker", "pair_plus", "pair_plus", "40-30-6-3-1"),
    ):
        game, tally = games.build(name, {option: value}), tallies[name]
        figures(game, tally, (wager,), first_stakes(game))
        spent, _ = best_of(5, lambda g=game, t=tally, w=wager: figures(g, t, (w,), first_stakes(g)))
        print(f"  {f'{name} {option}={value}':<42} {1000 * spent:>8.2f} ms   (5 ms asked for)")


def advise() -> None:
    """Every option of one hand, in this process."""
    print("\nadvise inside a process")
    for name, (pile, cards, seen) in HANDS.items():
        game = games.build(name)
        for gone in ("", seen):
            hand, known = {pile: parse_cards(cards)}, parse_cards(gone)
            advising.advise(game, hand, known)
            spent, _ = best_of(3, lambda g=game, h=hand, k=known: advising.advise(g, h, k))
            asked = "2 s" if name == "wild-six" and gone else "50 ms"
            print(f"  {name:<18} {('seen ' + gone) if gone else '':<14} {1000 * spent:>8.2f} ms   ({asked} asked for)")


def commands() -> None:
    """Whole command lines, results kept from before."""
    print("\nCommand lines, warm")
    for line in [["games"], ["--help"]] + [
        ["advise", name, "--deal", f"{pile}={cards}", *(["--seen", seen] if more else [])]
        for name, (pile, cards, seen) in HANDS.items()
        for more in ([False, True] if name == "wild-six" else [False])
    ]:
        run = [sys.executable, "-m", "pitboss", *line]
        subprocess.run(run, check=True, capture_output=True)
        spent, _ = best_of(3, lambda run=run: subprocess.run(run, check=True, capture_output=True))
        print(f"  {' '.join(line[:2]):<26} {'--seen' if '--seen' in line else '':<10} {spent:>6.2f} s")


def against_c(tally: Tally, seconds: float) -> None:
    """The same answers from straightforward C, where a compiler is."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        print("\nNo C compiler here, so no ratios.")
        return
    folder = Path(tempfile.mkdtemp(prefix="pitboss-c-"))
    for name in ("three_card_poker", "three_card_blitz"):
        command = [compiler, "-O3", "-march=native", "-o", str(folder / name), str(HERE / "c" / f"{name}.c")]
        subprocess.run(command, check=True)
    print("\nAgainst straightforward C (-O3, one core), same answers")
    spent, done = best_of(3, lambda: run_c(folder / "three_card_poker"))
    game = games.build("three-card-poker")
    assert Fraction(done.split()[0]) == figures(game, tally, game.main_wagers, first_stakes(game)).ev
    ratio("3 Card Poker, every hand", spent, seconds)
    blitz, (pile, cards, _) = games.build("three-card-blitz"), HANDS["three-card-blitz"]
    hand = parse_cards(cards)
    spent, done = best_of(3, lambda: run_c(folder / "three_card_blitz", *map(str, hand)))
    below, equal, above = map(int, done.split())
    ours, values = best_of(3, lambda: advising.advise(blitz, {pile: hand}, ()))
    # With these points a win pays Ante and Play, and gives the Blind back.
    assert values[1] == Fraction(2 * below - 3 * above, below + equal + above), cards_text(hand)
    ratio("3 Card Blitz, one hand", spent, ours)


def ratio(what: str, c: float, ours: float) -> None:
    """One line of a comparison."""
    print(f"  {what:<42} C {c:>8.3f} s   ours {ours:>8.4f} s   C takes {c / ours:,.0f} times as long")


def run_c(program: Path, *arguments: str) -> str:
    """What a C program prints."""
    return subprocess.run([str(program), *arguments], check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    main()
