"""The time of exact figures, also against straightforward C. Run: python benchmarks/exact.py [staged [GAME ...]]

Times are the best of three, with everything compiled, without process start and imports; those of command lines are of
whole processes. Answers are checked before a time is printed.
"""

import os
import resource
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

from measure import best_of, built

os.environ.setdefault("XDG_CACHE_HOME", tempfile.mkdtemp(prefix="pitboss-benchmarks-"))

from staged import staged

from pitboss import games
from pitboss.core.cards import cards_text, parse_cards
from pitboss.core.game import Game
from pitboss.maths.exact import advise as advising
from pitboss.maths.exact import solver
from pitboss.maths.tally.tally import Tally, figures, first_stakes

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


def forget(game: Game) -> None:
    """Empties a solver's caches in this process, so that the next solve starts from nothing."""
    own = game.solver and game.solver()
    for module in [each for name, each in sys.modules.items() if own and name.startswith(own.__name__)]:
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def build(name: str) -> Game:
    """The game of a name with options, such as `super-pan-9 decks=1`."""
    game, *texts = name.split()
    return games.build(game, dict(text.split("=") for text in texts))


def solved(game: Game) -> Tally:
    """The tally of a game, solved from nothing."""
    forget(game)
    return solver.solve(game, None, first_stakes(game), game.main_wagers, use_cache=False)


def main() -> None:
    """Prints all times."""
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}\n")
    if sys.argv[1:2] == ["staged"]:
        staged(sys.argv[2:])
        return
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
    staged([])


def reprice(tallies: dict[str, Tally]) -> None:
    """Times another pay table that changes no decision."""
    print("\nAnother pay table, priced from the same tally")
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
    """Times advice on one hand in this process."""
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
    """Times whole command lines with cached results."""
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
    """Times straightforward C that computes the same answers, if there is a compiler."""
    poker_in_c, blitz_in_c = built("three_card_poker"), built("three_card_blitz")
    if not poker_in_c or not blitz_in_c:
        print("\nThere is no C compiler here, so no ratios.")
        return
    print("\nAgainst straightforward C (-O3, one core), same answers")
    spent, done = best_of(3, lambda: run_c(poker_in_c))
    game = games.build("three-card-poker")
    assert Fraction(done.split()[0]) == figures(game, tally, game.main_wagers, first_stakes(game)).ev
    ratio("3 Card Poker, every hand", spent, seconds)
    blitz, (pile, cards, _) = games.build("three-card-blitz"), HANDS["three-card-blitz"]
    hand = parse_cards(cards)
    spent, done = best_of(3, lambda: run_c(blitz_in_c, *map(str, hand)))
    below, equal, above = map(int, done.split())
    ours, values = best_of(3, lambda: advising.advise(blitz, {pile: hand}, ()))
    # With these points a win pays Ante and Play, and the Blind pushes.
    assert values[1] == Fraction(2 * below - 3 * above, below + equal + above), cards_text(hand)
    ratio("3 Card Blitz, one hand", spent, ours)


def ratio(what: str, c: float, ours: float) -> None:
    """Prints one line of a comparison."""
    print(f"  {what:<42} C {c:>8.3f} s   ours {ours:>8.4f} s   C takes {c / ours:,.0f} times as long")


def run_c(program: Path, *arguments: str) -> str:
    """The output of a C program."""
    return subprocess.run([str(program), *arguments], check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    main()
