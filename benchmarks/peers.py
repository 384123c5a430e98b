"""Other libraries compared with ours, in one run and on one core. Run: python benchmarks/peers.py, or with the
C programs in the same run: python benchmarks/simulate.py --peers

None of the other libraries has our games, so each one does the nearest thing it offers, in the fastest way found in its
documentation; the table names it. Rounds are compared with our rounds of 3 Card Blitz, hands of seven cards with our
ranking of seven, other hands with our evaluator of six cards with jokers. A library that is not installed is left out;
requirements/peers.txt lists them.
"""

import json
import os
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any

import numpy as np
from simulate import c_ranking_rate, evaluator_rate, ranking_rate, rate

from pitboss.core.rule import tabulate
from pitboss.games.three_card_blitz.game import Flush, Result, suit_points
from pitboss.hands import longest_flush, seven_card

SECONDS, RUNS = 1.0, 3
SEVENS = "sevens"  # Hands of seven cards.
OURS = (
    ("3 Card Blitz", "three-card-blitz", "play-on-19", 48),
    ("Turbo Sports", "turbo-sports", "double-on-3", 96),
    ("Super Pan 9", "super-pan-9", "draw-on-5", 48),
    ("3 Card Poker", "three-card-poker", "q-6-4", 48),
    ("Wild Six", "wild-six", "lowest", 16),
)
HANDS = 4096  # Hands given to an evaluator, built beforehand.
POINTS = np.array(tabulate(suit_points), dtype=np.int8)
BITS = np.int64(1) << np.arange(52)
DEALS = 16384  # Rounds that NumPy plays at once: the fastest number from 1,024 to 65,536.
PLAY_ON = 19
ERRORS_ALLOWED = 5  # Standard errors.
PGX_BATCHES = (1024, 4096, 16384)
PGX_STEPS = 64
ANY_TWO = "22+, A2+, K2+, Q2+, J2+, T2+, 92+, 82+, 72+, 62+, 52+, 42+, 32"


@dataclass(frozen=True)
class Row:
    """One measurement."""

    counted: str
    """What is counted: `rounds`, `hands`, or hands of seven cards."""
    library: str
    measured: str
    each_second: float


QUOTED = Row("rounds", "C++", "Monte Carlo evaluator on such a core, deals: quoted, not run here", 24.5e6)


def best_rate(work: Callable[[], int]) -> float:
    """The rate per second of the best run; `work` takes a few milliseconds and returns the number of things done."""
    work()
    return max(one_run(work) for _ in range(RUNS))


def one_run(work: Callable[[], int]) -> float:
    """The rate per second of processor time, measured for about a second of it."""
    done, started = 0, time.process_time()
    while (spent := time.process_time() - started) < SECONDS:
        done += work()
    return done / spent


def each(call: Callable[[Any], Any], things: Sequence[Any]) -> Callable[[], int]:
    """Work that calls a function with one thing after the other."""

    def work() -> int:
        for thing in things:
            call(thing)
        return len(things)

    return work


def repeated(call: Callable[[], Any], times: int) -> Callable[[], int]:
    """Work that repeats a call."""

    def work() -> int:
        for _ in range(times):
            call()
        return times

    return work


def versions(*names: str) -> str:
    """The installed versions: `pgx 2.6.0, jax 0.10.2`."""
    return ", ".join(f"{name} {metadata.version(name)}" for name in names)


def hold_to_one_core() -> str:
    """Confines this process, with all threads of its libraries, to one core; returns a sentence on the success."""
    if not hasattr(os, "sched_setaffinity"):
        return "this system cannot hold a process to one core, so libraries that start threads may use more"
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    return "everything held to one core"


def core_share(before: os.times_result) -> float:
    """The share of one core that this process and its children had since then; other processes took the rest."""
    now = os.times()
    return (sum(now[:4]) - sum(before[:4])) / (now.elapsed - before.elapsed)


def our_rounds() -> Iterator[Row]:
    """Measures our simulation; every wager of every round is tallied."""
    for title, name, strategy, batches in OURS:
        measured = f"{title}, strategy {strategy}, every wager tallied"
        yield Row("rounds", versions("pitboss"), measured, rate(name, strategy, batches, 1) * 1e6)


def our_hands() -> Iterator[Row]:
    """Measures our evaluator on hands from a deck with two jokers, and the rankings of seven cards without them."""
    measured = "Wild Six evaluator, arrays of six cards with jokers"
    yield Row("hands", versions("pitboss"), measured, evaluator_rate(1) * 1e6)
    yield Row(SEVENS, versions("pitboss"), "best five of seven, arrays", ranking_rate(seven_card.strength, 1) * 1e6)
    flushes = ranking_rate(longest_flush.strength, 1) * 1e6
    yield Row("flushes", versions("pitboss"), "longest flush of seven, arrays", flushes)


def c_hands() -> Iterator[Row]:
    """Measures an evaluator of seven cards by tables in C, on arrays."""
    if found := c_ranking_rate():
        yield Row(SEVENS, "C, gcc -O3", "best five of seven by three tables of 8,192, arrays", found * 1e6)


def by_sorting(source: np.random.Generator) -> Callable[[], np.ndarray]:
    """Deals in the usual way: a random key per card, and the cards with the lowest keys."""
    return lambda: np.argsort(source.random((DEALS, 52)), axis=1)[:, :14].T


def by_swapping(source: np.random.Generator) -> Callable[[], np.ndarray]:
    """Deals in the fastest way we found: fourteen swaps of a Fisher-Yates shuffle, in all decks at once.

    A shuffle may start from any order, so decks are reused as they are.
    """
    decks = np.repeat(np.arange(52, dtype=np.uint8)[:, None], DEALS, axis=1)
    flat, columns = decks.reshape(-1), np.arange(DEALS)

    def deal() -> np.ndarray:
        for place in range(14):
            at = source.integers(place, 52, DEALS, dtype=np.uint8) * np.int64(DEALS) + columns
            drawn = flat[at]
            flat[at] = decks[place]
            decks[place] = drawn
        return decks[:14]

    return deal


def blitz_tally(cards: np.ndarray) -> np.ndarray:
    """The counts of each result of the Ante with each length of the longest suit; a round is a column of 14 cards."""
    player, dealer = BITS[cards[:7]].sum(axis=0), BITS[cards[7:]].sum(axis=0)
    own, theirs = np.zeros(DEALS, dtype=np.int8), np.zeros(DEALS, dtype=np.int8)
    longest = np.zeros(DEALS, dtype=np.uint8)
    for low in range(0, 52, 13):
        suited = (player >> low) & 8191
        np.maximum(own, POINTS[suited], out=own)
        np.maximum(longest, np.bitwise_count(suited), out=longest)
        np.maximum(theirs, POINTS[(dealer >> low) & 8191], out=theirs)
    ante = (own >= PLAY_ON) * (Result.TIED + np.sign(own - theirs))
    return np.bincount(ante * 8 + longest, minlength=8 * len(Result))


def numpy_rounds() -> Iterator[Row]:
    """Measures 3 Card Blitz in plain NumPy, dealt in two ways, and checks its frequencies against the exact ones."""
    exact = exact_frequencies()
    for words, way in (("argsort of random keys", by_sorting), ("Fisher-Yates swaps, our best", by_swapping)):
        deal = way(np.random.Generator(np.random.SFC64(1)))
        counts = np.zeros(8 * len(Result), dtype=np.int64)

        def work(deal: Callable[[], np.ndarray] = deal, counts: np.ndarray = counts) -> int:
            counts += blitz_tally(deal())
            return DEALS

        fastest = best_rate(work)
        check(words, counts.reshape(len(Result), 8), exact)
        measured = f"3 Card Blitz, Ante and Flush Bonus only; {words}"
        yield Row("rounds", versions("numpy"), measured, fastest)


def exact_frequencies() -> dict[str, float]:
    """The exact hit frequencies of 3 Card Blitz, from `pitboss analyze`."""
    asked = ("analyze", "three-card-blitz", "--strategy", f"play-on-{PLAY_ON}", "--json")
    answer = subprocess.run([sys.executable, "-m", "pitboss", *asked], check=True, stdout=subprocess.PIPE).stdout
    wagers = json.loads(answer)["wagers"]
    return {name: wagers[name]["hit_frequency"]["value"] for name in ("ante", "flush_bonus")}


def check(words: str, counts: np.ndarray, exact: dict[str, float]) -> None:
    """Ends the program if NumPy's hit frequencies are not those of 3 Card Blitz."""
    rounds = int(counts.sum())
    won = {"ante": int(counts[Result.WON].sum()), "flush_bonus": int(counts[:, 3 + Flush.SUITED_4 :].sum())}
    for name, frequency in exact.items():
        error = (frequency * (1 - frequency) / rounds) ** 0.5
        if abs(won[name] / rounds - frequency) > ERRORS_ALLOWED * error:
            sys.exit(
                f"3 Card Blitz in NumPy ({words}) is wrong: {name} won {won[name] / rounds:.6f} of {rounds:,} rounds, "
                f"not {frequency:.6f} within {ERRORS_ALLOWED} standard errors of {error:.6f}"
            )


def eval7_hands() -> Iterator[Row]:
    """Measures a compiled evaluator, called once per hand, and its own compiled Monte Carlo loop."""
    import eval7

    deck = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    source = random.Random(1)
    for size in (5, 6, 7):
        hands = [source.sample(deck, size) for _ in range(HANDS)]
        evaluated = best_rate(each(eval7.evaluate, hands))
        counted = SEVENS if size == 7 else "hands"
        yield Row(counted, versions("eval7"), f"evaluate, {size} cards, lists of Card", evaluated)
    anything = eval7.HandRange(ANY_TWO)
    deals = 100_000

    def work() -> int:
        eval7.py_hand_vs_range_monte_carlo(deck[:2], anything, [], deals)
        return deals

    measured = "hold'em, a given hand against any two: showdowns in its compiled loop"
    yield Row("rounds", versions("eval7"), measured, best_rate(work))


def phevaluator_hands() -> Iterator[Row]:
    """Measures a compiled evaluator, called once per hand; it is fastest with cards as numbers."""
    import phevaluator

    source = random.Random(1)
    for size in (5, 6, 7):
        evaluate = getattr(phevaluator, f"evaluate_{size}cards")
        hands = [source.sample(range(52), size) for _ in range(HANDS)]

        def work(evaluate: Callable[..., int] = evaluate, hands: list[list[int]] = hands) -> int:
            for hand in hands:
                evaluate(*hand)
            return HANDS

        counted = SEVENS if size == 7 else "hands"
        yield Row(counted, versions("phevaluator"), f"evaluate_{size}cards, cards as numbers", best_rate(work))


def pokerkit_both() -> Iterator[Row]:
    """Measures five-card hands by its hand class and by its table, and two simple games in which players check."""
    import pokerkit

    deck, source = list(pokerkit.Deck.STANDARD), random.Random(1)
    hands = [tuple(source.sample(deck, 5)) for _ in range(HANDS)]
    high = pokerkit.StandardHighHand
    name = versions("pokerkit")
    evaluated = best_rate(each(lambda hand: high(hand).entry, hands))
    yield Row("hands", name, "StandardHighHand(cards).entry, 5 cards", evaluated)
    evaluated = best_rate(each(high.lookup.get_entry, hands))
    yield Row("hands", name, "StandardHighHand.lookup.get_entry, 5 cards", evaluated)
    automatic = tuple(pokerkit.Automation)
    kuhn = pokerkit.KuhnPoker(automatic)
    holdem = pokerkit.FixedLimitTexasHoldem(automatic, True, 0, (1, 2), 2, 4)

    def checked_down(state: Any) -> None:
        while state.status:
            state.check_or_call()

    played = best_rate(repeated(lambda: checked_down(kuhn(2, 2)), 50))
    yield Row("rounds", name, "Kuhn poker, two players who check", played)
    played = best_rate(repeated(lambda: checked_down(holdem(200, 2)), 10))
    yield Row("rounds", name, "fixed-limit hold'em, two players who call and check", played)


def rlcard_rounds() -> Iterator[Row]:
    """Measures blackjack when the player stands at once, which is its shortest round."""
    import rlcard

    table = rlcard.make("blackjack", config={"seed": 1})
    stand = table.actions.index("stand")

    def play() -> None:
        table.reset()
        while not table.is_over():
            table.step(stand)
        table.get_payoffs()

    yield Row("rounds", versions("rlcard"), "blackjack environment, always stand", best_rate(repeated(play, 200)))


def open_spiel_rounds() -> Iterator[Row]:
    """Measures blackjack when the player stands at once, in its own compiled loop and stepped from Python."""
    import pyspiel

    game, stand, source = pyspiel.load_game("blackjack"), 1, random.Random(1)
    player = pyspiel.make_policy_bot(game, 0, 1, pyspiel.PreferredActionPolicy([stand, 1 - stand]))

    def stepped() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            # All cards that are left are equally likely.
            state.apply_action(source.choice(state.legal_actions()) if state.is_chance_node() else stand)
        state.returns()

    def in_its_loop() -> None:
        pyspiel.evaluate_bots(game.new_initial_state(), [player], source.getrandbits(30))

    name = versions("open_spiel")
    yield Row("rounds", name, "blackjack, always stand, evaluate_bots in C++", best_rate(repeated(in_its_loop, 1000)))
    yield Row("rounds", name, "blackjack, always stand, stepped from Python", best_rate(repeated(stepped, 1000)))


def pgx_rounds() -> Iterator[Row]:
    """Measures two small card games on the CPU, many tables stepped together in one compiled loop."""
    flags = os.environ.get("XLA_FLAGS", "")
    os.environ["XLA_FLAGS"] = f"{flags} --xla_cpu_multi_thread_eigen=false".strip()
    os.environ["JAX_PLATFORMS"] = "cpu"
    for title, name, action in (("Kuhn poker, both pass", "kuhn_poker", 1), ("Leduc, both call", "leduc_holdem", 0)):
        rates = {batch: best_rate(pgx_tables(name, action, batch)) for batch in PGX_BATCHES}
        best = max(rates, key=lambda batch: rates[batch])
        measured = f"{title}; jitted, vmapped, auto_reset, best batch {best:,}"
        yield Row("rounds", versions("pgx", "jax"), measured, rates[best])


def pgx_tables(name: str, action: int, batch: int) -> Callable[[], int]:
    """Work that steps `batch` tables of a game with one action throughout; it counts the rounds that ended."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    game = pgx.make(name)
    step = jax.vmap(auto_reset(game.step, game.init))
    actions = jnp.full(batch, action, dtype=jnp.int32)

    def one_step(carried: Any, _: None) -> Any:
        state, key, ended = carried
        key, own = jax.random.split(key)
        state = step(state, actions, jax.random.split(own, batch))
        return (state, key, ended + state.terminated.sum()), None

    @jax.jit
    def steps(state: Any, key: Any) -> Any:
        return jax.lax.scan(one_step, (state, key, jnp.int32(0)), None, length=PGX_STEPS)[0]

    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(game.init))(jax.random.split(key, batch))

    def work() -> int:
        nonlocal state, key
        state, key, ended = steps(state, key)
        return int(ended)

    return work


PEERS = (
    ("C", c_hands),
    ("numpy", numpy_rounds),
    ("open_spiel", open_spiel_rounds),
    ("pgx", pgx_rounds),
    ("rlcard", rlcard_rounds),
    ("pokerkit", pokerkit_both),
    ("eval7", eval7_hands),
    ("phevaluator", phevaluator_hands),
)


def line(row: Row, ours: float = 0) -> str:
    """A line of the table; with the rate of ours, also how many times as fast it is."""
    thousands = row.each_second / 1e3
    shown = f"{thousands:,.0f}" if thousands >= 100 else f"{thousands:.3g}"
    times = ours / row.each_second
    ratio = "" if not ours else f"{times:,.0f} times" if times >= 10 else f"{times:.1f} times"
    return f"{row.counted:<7} {row.library:<22} {row.measured:<70} {shown:>8} {ratio:>15}".rstrip()


def main() -> None:
    """Prints the table, ours first, because the others are compared with it."""
    print(f"{os.cpu_count()} cores, {hold_to_one_core()}; Python {platform.python_version()}\n")
    print(f"{'counted':<7} {'library':<22} {'what was measured':<70} {'k/s':>8} {'ours is':>15}")
    before, ours = os.times(), dict[str, float]()
    for row in (*our_rounds(), *our_hands()):
        ours.setdefault(row.counted, row.each_second)
        print(line(row), flush=True)
    print(line(QUOTED, ours[QUOTED.counted]))
    for name, measure in PEERS:
        try:
            for row in measure():
                print(line(row, ours[row.counted]), flush=True)
        except ModuleNotFoundError as missing:
            print(f"{'':<7} {name:<22} not installed ({missing})", flush=True)
    print(f"\nThis process had {core_share(before):.0%} of its core; the lower that is, the rougher are the ratios.")


if __name__ == "__main__":
    main()
