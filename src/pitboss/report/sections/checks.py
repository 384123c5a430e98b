"""Why the figures can be believed: the simulation that agrees, the method, the sums that come out, and hashes."""

import hashlib
import json
from fractions import Fraction

from pitboss import __version__
from pitboss.core.pays import cell_text
from pitboss.maths.compile.code_cache import fingerprint
from pitboss.maths.simulate.agreement import chi_square, z_score
from pitboss.maths.tally.tally import Tally, outcome_rows, variance_parts
from pitboss.report.document import Block, Section, Table, Text
from pitboss.report.format import entry_title, percent, plain
from pitboss.report.sections.returns import ways
from pitboss.report.subject import LENGTHS, Subject

CLOSE = 1e-9  # Deviations; what is closer is the rounding of this machine, and not worth telling.
FAR = 4  # Standard errors; chance alone goes beyond in one of 15,800.


def checked(subject: Subject) -> Section:
    """Agreement, method and checks, identity."""
    return Section(
        "Method, checks and identity",
        (),
        (
            Section("Simulation", tuple(agreement(subject))),
            Section("Method", (Text(method(subject)),)),
            Section("Checks", (checks_table(subject),)),
            Section("Identity", (identity_table(subject),)),
        ),
    )


def agreement(subject: Subject) -> list[Block]:
    """The simulated figures beside the exact ones."""
    simulated, exact = subject.simulated, subject.analysis
    rows = []
    for name in exact.entries:
        test = chi_square(simulated, exact, name) if len(exact.entries[name]) == 1 else None
        rows.append(
            (
                entry_title(subject.game, name),
                percent(exact.edge(name), 5),
                percent(simulated.edge(name), 5),
                plain(z_score(simulated, exact, name), 2),
                f"{test.value:.2f} on {test.degrees}" if test else "",
                f"{test.p:.4f}" if test else "",
            )
        )
    text = (
        f"{subject.assumed.rounds:,} rounds were dealt from seed {subject.assumed.seed} with the best play, by a loop "
        "that "
        "is generated from the same steps and rules and shares nothing else with the exact method. z counts standard "
        "errors between the two; chi-square holds all outcomes of a wager against their exact chances, and p is how "
        "often "
        f"chance alone does worse. pitboss simulate {subject.game.name} --rounds {subject.assumed.rounds} --seed "
        f"{subject.assumed.seed}, with the same options, deals the same rounds again."
    )
    head = ("wager", "exact edge", "simulated edge", "z", "chi-square", "p")
    return [Text(text), Table("Simulation against exact figures", head, tuple(rows))]


def method(subject: Subject) -> str:
    """How the figures were got."""
    game, tally = subject.game, subject.analysis.tally
    how = (
        "by plain enumeration of every deal, cards that no rule tells apart counted together"
        if game.solver is None
        else "by an exact method of this game that re-orders the sum over all deals, calls the same rules, and is "
        "tested "
        "against plain enumeration on small decks"
    )
    play = ""
    if game.choices:
        play = (
            " Of the options of a choice the one worth most to the main wager is taken for every hand, by comparing "
            "whole numbers."
        )
    return (
        f"The figures rest on {tally.total:,} equally likely deals, counted in whole numbers {how}.{play} Pays are "
        "applied "
        "to the counts afterwards, in fractions. Nothing is rounded before it is printed. Figures are for a freshly "
        "shuffled deck or shoe."
    )


def checks(subject: Subject) -> list[tuple[str, str, bool]]:
    """Sums that must come out, each with what came out."""
    analysis = subject.analysis
    total = analysis.tally.total
    deals = ways(subject.game, subject.game.piles)
    times = deals // total
    words = "All ways to deal every pile are counted" + (f", {times} at a time" if times > 1 else "")
    found = [(words, f"{deals:,}", times * total == deals)]
    for name in subject.game.wager:
        rows = outcome_rows(subject.game, analysis.tally, name, analysis.stakes)
        parts = variance_parts(subject.game, analysis.tally, name, analysis.stakes)
        title = entry_title(subject.game, name)
        ev, variance = analysis.figures[name].ev, analysis.figures[name].variance
        found.append(
            (f"{title}: the rows of its return table add up", str(ev), sum((r.ev for r in rows), Fraction(0)) == ev)
        )
        whole = sum(parts.values(), Fraction(0))
        found.append((f"{title}: the parts of its variance add up", plain(variance, 6), whole == variance))
    for name in subject.spread:
        session = subject.spread[name].sessions.after(LENGTHS[-1])
        off = abs(session.mean - float(session.exact_mean)) / (session.exact_deviation or 1)
        found.append(
            (
                f"{entry_title(subject.game, name)}: the mean of {session.rounds:,} rounds comes out",
                f"within {CLOSE:.0e} deviations",
                off < CLOSE,
            )
        )
    far = [name for name in analysis.entries if abs(z_score(subject.simulated, analysis, name)) > FAR]
    found.append((f"Simulation within {FAR} standard errors", ", ".join(far) or "every wager", not far))
    return found


def failures(subject: Subject) -> list[str]:
    """The checks that do not hold, for the top of the report."""
    return [f"A check does not hold: {words} ({value})." for words, value, holds in checks(subject) if not holds]


def checks_table(subject: Subject) -> Table:
    """The checks as a reader sees them."""
    rows = tuple((words, value, "yes" if holds else "NO") for words, value, holds in checks(subject))
    return Table("Checks made while this report was written", ("check", "value", "holds"), rows, words=(1, 2))


def identity(subject: Subject) -> dict[str, str]:
    """What tells this report from others: versions, options and hashes."""
    game = subject.game
    return {
        "pitboss": __version__,
        "game": f"{game.name} {game.version}",
        "options": json.dumps(game.options.plain(), sort_keys=True),
        "pay tables, sha256": hashed([[wager.name, pays_of(subject, wager.name)] for wager in game.wagers]),
        "rules and program, sha256": fingerprint(*game.name.split("+")),
        "deals counted, sha256": hashed(cells(subject.analysis.tally)),
        "simulated deals, sha256": hashed(cells(subject.simulated.tally)),
    }


def pays_of(subject: Subject, name: str) -> list[list[str]]:
    """The pays of a wager, line by line."""
    return [
        [f"{line.pays.outcomes(outcome).name} {cell_text(pay)}" for outcome, pay in line.pays.pays.items()]
        for line in subject.game.wager[name].lines
    ]


def cells(tally: Tally) -> list[list[str]]:
    """A tally in an order of its own."""
    return sorted([",".join(map(str, cell)), str(weight)] for cell, weight in tally.cells.items())


def hashed(value: object) -> str:
    """SHA-256 of a value as JSON."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def identity_table(subject: Subject) -> Table:
    """The identity as a reader sees it."""
    return Table("What this report is of", ("", "value"), tuple(identity(subject).items()), words=(1,))
