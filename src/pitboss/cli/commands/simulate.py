"""`pitboss simulate`: the figures of `analyze` by dealing rounds, beside the exact ones."""

import os
import re
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from pitboss import games
from pitboss.cli import args as flags
from pitboss.cli.console import print_json
from pitboss.cli.progress import bars, needs_the_compiler, working
from pitboss.cli.simulation import SURE, plain, print_simulation
from pitboss.core.errors import EngineError, FormatError, OptionError, unknown
from pitboss.core.game import Game, Strategy
from pitboss.maths.codegen.program import Policy, program_of
from pitboss.maths.codegen.shoes import check_shoes, shoe_program
from pitboss.maths.compile.cuda import gpu_missing
from pitboss.maths.exact.solver import OPTIMAL, is_kept, solve
from pitboss.maths.simulate.cluster import Cluster
from pitboss.maths.simulate.engines import GPU_LOT, LOT, Engine, Gpu, Threads
from pitboss.maths.simulate.run import MOST_ROUNDS, MOST_SEED, Run, best_policy, read_kept
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import first_stakes

BROKEN_OFF = "Broken off"
USUAL_ROUNDS = "1e8"
MOST_CARDS = 10_000
KEPT_EVERY_S = 60


@dataclass(frozen=True)
class Asked:
    """What was typed."""

    name: str
    sets: Iterable[str]
    paytables: str
    strategy: str
    rounds: str
    shoes: str
    cut: str
    seed: str
    workers: str
    gpu: bool
    cluster: str
    resume: str
    until_width: str
    json: bool

    def check(self) -> None:
        """Refuses flags that contradict each other."""
        if self.cluster and (self.gpu or self.workers):
            given = "--gpu" if self.gpu else f"--workers {self.workers}"
            raise OptionError(
                f"{given} with --cluster {self.cluster!r}: a cluster brings its own machines; give one of the two"
            )
        if self.shoes and (self.rounds or self.gpu):
            given = f"--rounds {self.rounds}" if self.rounds else "--gpu"
            raise OptionError(f"{given} with --shoes {self.shoes}: whole shoes are dealt to their end, on cores")
        if self.cut and not self.shoes:
            raise OptionError(f"--cut {self.cut}: a cut card is for whole shoes; give --shoes N as well")


def simulate(asked: Asked) -> int:
    """Deals, and prints what came of it; the status to exit with."""
    asked.check()
    options, custom = flags.pairs("--set", asked.sets), flags.custom(asked.paytables)
    game = games.build(asked.name, options, custom)
    rounds = (
        read_rounds("--shoes", asked.shoes) if asked.shoes else read_rounds("--rounds", asked.rounds or USUAL_ROUNDS)
    )
    width = read_width(asked.until_width)
    seed = flags.whole("--seed", asked.seed, 0, MOST_SEED)
    workers = flags.whole("--workers", asked.workers or str(os.cpu_count() or 1), 1, 1024)
    cut = flags.whole("--cut", asked.cut, 0, MOST_CARDS) if asked.cut else None
    if asked.shoes:
        check_shoes(game, cut)
    if asked.gpu and gpu_missing():
        raise OptionError(f"--gpu: {gpu_missing()}")
    check_resume(asked.resume)
    if asked.strategy == OPTIMAL and needs_the_compiler(game):
        raise OptionError(
            f"without the compiler the best play of {game.name} takes hours to find; give --strategy NAME"
        )
    machines = Cluster(asked.cluster) if asked.cluster else None  # All this before anything is solved.
    try:
        player = followed(game, asked.strategy)
        loop = shoe_program(game, player, game.behind_cut(1, cut)) if asked.shoes else program_of(game, player)
        run = Run(loop, seed, rounds)
        if asked.resume and Path(asked.resume).exists():
            run.resume(flags.read_text(asked.resume), asked.resume)
        with working(game.name):
            if machines:
                machines.send(run, asked.name, options, custom)
            # With a width to stop at, lots are the same whoever deals them, and so is where it stops.
            alone = Gpu(loop, seed, LOT if width else GPU_LOT) if asked.gpu else None
            engine = machines or alone or Threads(loop, seed, workers)
    except BaseException:
        if machines:
            machines.close()
        raise
    before, started = run.dealt, time.perf_counter()
    with one_interruption():
        broken_off = deal(run, engine, width, asked.resume)
        seconds = time.perf_counter() - started
        if broken_off:
            print(f"{broken_off} after {run.done:,} of {run.rounds:,} {loop.unit}.", file=sys.stderr)
        if asked.resume:
            keep(run, asked.resume)
    if not run.done:
        raise OptionError("nothing was dealt before it was broken off")
    try:
        exact = exact_of(game, games.folder(asked.name).strategies.get(asked.strategy))
    except KeyboardInterrupt:  # Whoever does not wait for the exact figures still gets those that were dealt.
        exact = None
    if broken_off:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # It ends in a moment anyway, with what was asked for.
    engine_name = "cluster" if machines else "gpu" if asked.gpu else "cpu"
    document = plain(run, asked.strategy, exact, engine_name, seconds, run.dealt - before)
    if asked.json:
        print_json(document)
    else:
        print_simulation(game, document)
    return 0 if broken_off in ("", BROKEN_OFF) else 1


def check_resume(resume: str) -> None:
    """Refuses a file that is none of a simulation's, and a folder that is not there."""
    if resume and Path(resume).exists():
        read_kept(flags.read_text(resume), resume)
    elif resume and not Path(resume).resolve().parent.is_dir():
        raise FormatError(f"--resume {resume!r}: there is no such folder")


@contextmanager
def one_interruption() -> Generator[None]:
    """The first Ctrl-C, or request to end, breaks the dealing off; until what is done is kept, others are ignored."""
    asked = False

    def handle(number: int, frame: object) -> None:
        nonlocal asked
        if not asked:
            asked = True
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def read_rounds(flag: str, text: str) -> int:
    """A number of rounds or shoes: `1000000`, `1e9`, `2.5e8`."""
    plain = text.replace(",", "").replace("_", "")
    if not re.fullmatch(r"[0-9]{1,16}(\.[0-9]+)?(e\+?[0-9]{1,2})?", plain, re.IGNORECASE) or float(plain) % 1:
        raise FormatError(f"{flag} {text!r}: give a whole number from 1 to 10^15, such as 1e9")
    rounds = int(float(plain)) if "e" in plain.lower() or "." in plain else int(plain)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise FormatError(f"{flag} {text!r}: give a whole number from 1 to 10^15, such as 1e9")
    return rounds


def read_width(text: str) -> float:
    """Half the width of an interval to stop at; 0 where none was asked for."""
    if not text:
        return 0.0
    if not re.fullmatch(r"[0-9]*\.?[0-9]+(e-?[0-9]{1,2})?", text, re.IGNORECASE) or not float(text) > 0:
        raise FormatError(f"--until-width {text!r}: give a number above 0, such as 0.0001")
    return float(text)


def followed(game: Game, name: str) -> Strategy | Policy | None:
    """A strategy that a loop can follow: one by name, or the best play."""
    strategies = games.folder(game.name).strategies
    if not game.choices:
        if name != OPTIMAL:
            raise OptionError(f"{game.name} asks for no choice, so it has no strategy {name!r}")
        return None
    if name in strategies:
        return strategies[name]
    if name != OPTIMAL:
        raise OptionError(unknown("strategy", name, (OPTIMAL, *strategies)))
    with working(game.name):
        return best_policy(game, strategies.values())


def deal(run: Run, engine: Engine, width: float, resume: str) -> str:
    """Deals until all is dealt, the interval is narrow enough, or it is broken off; what broke it off.

    What is done is kept every minute, in case nobody gets to say goodbye.
    """
    meter, kept = Meter(run) if bars() else None, time.monotonic()
    try:
        if width and run.done and half_width(run) <= width:
            return ""
        for _ in run.go_on(engine):
            if resume and time.monotonic() - kept > KEPT_EVERY_S:
                keep(run, resume)
                kept = time.monotonic()
            if meter:
                meter.show()
            if width and half_width(run) <= width:
                break
    except KeyboardInterrupt:
        return BROKEN_OFF
    except EngineError as error:
        return f"Broken off: {error},"
    finally:
        if meter:
            meter.clear()
        engine.close()
    return ""


def half_width(run: Run) -> float:
    """Half of the 95 % interval of the first entry's result."""
    analysis = Analysis(run.loop.game, run.loop.tally(run.counts))
    return SURE * sqrt(analysis.figures[analysis.first].variance / run.dealt)


class Meter:
    """One line on a terminal: how far, how fast, how long yet, and the interval so far."""

    def __init__(self, run: Run) -> None:
        self.run, self.first, self.dealt = run, run.done, run.dealt
        self.started, self.shown = time.perf_counter(), 0.0

    def show(self) -> None:
        """Writes the line anew, a few times a second."""
        now = time.perf_counter()
        if now - self.shown < 0.25:
            return
        self.shown = now
        part = (self.run.done - self.first) / max(self.run.rounds - self.first, 1)
        left = (now - self.started) * (1 / part - 1) if part else 0
        rate = (self.run.dealt - self.dealt) / (now - self.started)
        analysis = Analysis(self.run.loop.game, self.run.loop.tally(self.run.counts))
        edge = float(analysis.figures[analysis.first].house_edge)
        text = (
            f"{self.run.done / self.run.rounds:.1%} of {self.run.rounds:,}   {rate / 1e6:.1f} M rounds/s"
            f"   {left:.0f} s to go   house edge {edge:.4%} ± {half_width(self.run):.4%}"
        )
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Takes the line away."""
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def keep(run: Run, path: str) -> None:
    """Writes what is done, aside first, so that what was there is never half overwritten."""
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=Path(path).resolve().parent, delete=False) as aside:
            aside.write(run.text())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(aside.name, 0o666 & ~umask)
        os.replace(aside.name, Path(path).resolve())
    except OSError as error:
        raise FormatError(f"--resume {path!r} cannot be written: {error.strerror or error}") from None


def exact_of(game: Game, strategy: Strategy | None) -> Analysis | None:
    """The exact figures to hold the simulation against; None where they would take hours."""
    question = strategy, first_stakes(game), game.main_wagers
    if strategy is not None and strategy.memory is not None:
        return None
    if needs_the_compiler(game) and not is_kept(game, *question):
        return None
    with working(game.name):
        return Analysis(game, solve(game, *question))
