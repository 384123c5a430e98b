"""`pitboss report`: the PAR sheet of a game, or of all."""

import importlib.util
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from pitboss import games
from pitboss.cli import args as flags
from pitboss.cli.commands.simulate import read_rounds
from pitboss.cli.console import print_json
from pitboss.cli.progress import needs_the_compiler, working
from pitboss.core.errors import FormatError, OptionError, unknown
from pitboss.core.game import Game
from pitboss.core.money import cents
from pitboss.maths.compile.cpu import compiling
from pitboss.maths.simulate.run import MOST_SEED

NEEDED = ("altair", "typst", "vl_convert", "xlsxwriter")
PAPERS = ("a4", "letter")
MOST_PACE = 10_000
USUAL_ROUNDS = "1e8"
USUAL_ROUNDS_UNCOMPILED = "1e5"  # More would take hours.


@dataclass(frozen=True)
class Asked:
    """What was typed."""

    name: str
    everything: bool
    out: str
    sets: Sequence[str]
    paytables: str
    stake: str
    pace: str
    bankrolls: Sequence[str]
    rounds: str
    seed: str
    paper: str
    json: bool

    def check(self) -> None:
        """Refuses a request that contradicts itself."""
        if self.everything == bool(self.name):
            raise OptionError("give a game, or --all" + (f", not {self.name} and --all" if self.name else ""))
        if self.everything and (self.sets or self.paytables):
            given = f"--set {self.sets[0]}" if self.sets else f"--paytables {self.paytables}"
            raise OptionError(f"{given} with --all: options are of one game; name it instead of --all")
        if not self.out:
            raise OptionError("give --out DIR, the folder to write to")
        if self.paper not in PAPERS:
            raise OptionError(f"--paper: {unknown('paper', self.paper, PAPERS)}")


def report(asked: Asked) -> int:
    """Writes the reports, and prints where they are; the status to exit with."""
    asked.check()
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise OptionError(f"report needs {missing[0]}, which is not installed; pip install 'pitboss[report]' brings it")
    from pitboss.report import write
    from pitboss.report.par import par_sheet
    from pitboss.report.sections.checks import failures
    from pitboss.report.subject import Assumed, Subject

    assumed = Assumed(
        stake_cents=amount("--stake", asked.stake),
        pace=flags.whole("--pace", asked.pace, 1, MOST_PACE),
        bankrolls=tuple(amount("--bankroll", each) for each in asked.bankrolls),
        rounds=read_rounds("--rounds", asked.rounds or (USUAL_ROUNDS if compiling() else USUAL_ROUNDS_UNCOMPILED)),
        seed=flags.whole("--seed", asked.seed, 0, MOST_SEED),
    )
    names = (*games.find(), *games.attached()) if asked.everything else (asked.name,)
    options, custom = flags.pairs("--set", asked.sets), flags.custom(asked.paytables)
    subjects = [Subject(games.folder(name), options, custom, assumed, os.cpu_count() or 1) for name in names]
    for subject in subjects:
        check_game(subject.game)
    with write.aside(asked.out) as place:
        for subject in subjects:
            with working(f"the report of {subject.game.name}", "Writing"):
                write.put(place, write.files_of(subject, par_sheet(subject), asked.paper))
        if asked.everything:
            write.put(place, write.index_of(subjects))
        moved = write.move(place, asked.out)
    if asked.json:
        print_json({"files": moved})
    else:
        print("\n".join(moved))
    failed = [f"{subject.game.name}: {sentence}" for subject in subjects for sentence in failures(subject)]
    for sentence in failed:
        print(sentence, file=sys.stderr)
    return 1 if failed else 0


def amount(flag: str, text: str) -> int:
    """A positive amount of money."""
    try:
        found = cents(text)
    except FormatError as error:
        raise FormatError(f"{flag}: {error}") from None
    if found <= 0:
        raise FormatError(f"{flag} {text!r}: give an amount above nothing, such as 10")
    return found


def check_game(game: Game) -> None:
    """Refuses a game that would take hours here."""
    if needs_the_compiler(game):
        raise OptionError(f"without the compiler the report of {game.name} takes hours; install numba to have one")
