"""The evidence for the figures: the simulation, the method and the checks; and the identity of the report."""

import hashlib
import json
import shlex

from pitboss import __version__
from pitboss.core.invocation import invoked_as
from pitboss.core.pays import cell_text
from pitboss.maths.compile.code_cache import fingerprint
from pitboss.maths.tally.tally import Tally
from pitboss.report.document import DataTable, Section, Text
from pitboss.report.sections.simulation import simulation_blocks
from pitboss.report.subject import Subject


def checks_section(subject: Subject) -> Section:
    """Simulation, method and checks."""
    return Section(
        "Method and checks",
        (),
        (
            Section("Simulation", simulation_blocks(subject, simulate_command(subject))),
            Section("Method", (Text(method_words(subject)),)),
            Section("Checks", (checks_table(subject),)),
        ),
    )


def simulate_command(subject: Subject) -> str:
    """The command line that deals the rounds of the report's simulation again."""
    words = [
        "simulate",
        subject.game.name,
        "--rounds",
        str(subject.assumed.rounds),
        "--seed",
        str(subject.assumed.seed),
    ]
    for name, text in subject.texts.items():
        words += ["--set", f"{name}={text}"]
    if subject.custom:
        source = subject.custom.source
        words += ["--paytables", source if "." in source else "-"]  # Grids that come from no file are piped.
    return f"{invoked_as()} {shlex.join(words)}"


def method_words(subject: Subject) -> str:
    """A sentence on how the exact figures were computed."""
    how = (
        "by enumerating every deal, with cards that no rule tells apart counted together"
        if subject.game.solver is None
        else "by an exact method of this game, which re-orders the sum over all deals, calls the same rules, and is "
        "tested against plain enumeration on small decks"
    )
    play = " With every hand the option worth most to the main wager is taken, by comparing whole numbers."
    return (
        f"The figures rest on {subject.analysis.tally.total:,} equally likely deals, counted in whole numbers {how}."
        f"{play if subject.game.choices else ''} Pays are applied to the counts afterwards, as fractions. Nothing is "
        "rounded before it is printed. Figures are for a freshly shuffled deck or shoe."
    )


def failures(subject: Subject) -> list[str]:
    """A sentence for every check that does not hold, for the top of the report."""
    return [f"A check failed: {each.statement} ({each.value})." for each in subject.checks if not each.holds]


def checks_table(subject: Subject) -> DataTable:
    """Every check with its value and whether it holds."""
    rows = tuple((each.statement, each.value, "yes" if each.holds else "NO") for each in subject.checks)
    return DataTable(
        "Checks made while this report was written", ("check", "value", "holds"), rows, text_columns=(1, 2)
    )


def identity(subject: Subject) -> dict[str, str]:
    """The identity of this report: versions, options and hashes."""
    game = subject.game
    return {
        "pitboss": __version__,
        "game": f"{game.name} {game.version}",
        "options": json.dumps(game.options.as_json(), sort_keys=True),
        "pay tables, sha256": hashed([[wager.name, pays_of(subject, wager.name)] for wager in game.wagers]),
        "rules and program, sha256": fingerprint(*game.name.split("+")),
        "deals counted, sha256": hashed(cells(subject.analysis.tally)),
        "simulated deals, sha256": hashed(cells(subject.simulated.tally)),
    }


def pays_of(subject: Subject, name: str) -> list[list[str]]:
    """The pays of a wager as text, line by line."""
    return [
        [f"{line.pays.outcomes(outcome).name} {cell_text(pay)}" for outcome, pay in line.pays.pays.items()]
        for line in subject.game.wager[name].lines
    ]


def cells(tally: Tally) -> list[list[str]]:
    """The cells and weights of a tally as sorted text, so that equal tallies are equal lists."""
    return sorted([",".join(map(str, cell)), str(weight)] for cell, weight in tally.cells.items())


def hashed(value: object) -> str:
    """SHA-256 of a value as JSON."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def identity_section(subject: Subject) -> Section:
    """The identity of this report."""
    return Section("Identity", (identity_table(subject),))


def identity_table(subject: Subject) -> DataTable:
    """The identity as a table."""
    return DataTable("Versions and hashes", ("", "value"), tuple(identity(subject).items()), text_columns=(1,))
