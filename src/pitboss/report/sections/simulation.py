"""The simulation beside the exact figures: intervals, and what the largest of several differences means."""

from pitboss.maths.simulate.agreement import Agreement, agreement
from pitboss.maths.simulate.comparisons import Extreme, edge_interval, extremes
from pitboss.report.checks import MAX_Z
from pitboss.report.document import Block, DataTable, Text
from pitboss.report.format import decimal, entry_title, percent
from pitboss.report.subject import Subject

DOUBTFUL = 0.01  # Below this chance, the words call a difference unusual.


def simulation_blocks(subject: Subject, command: str) -> tuple[Block, ...]:
    """How the simulation was dealt, its edges beside the exact ones, and the most extreme of the comparisons."""
    exact = subject.analysis
    found = {name: agreement(subject.simulated, exact, name) for name in exact.entries}
    return (
        Text(simulation_words(subject, command), command=command),
        simulation_table(subject, found),
        Text(extreme_words(subject, found)),
    )


def simulation_words(subject: Subject, command: str) -> str:
    """Sentences on the simulation and on the columns of its table."""
    assumed = subject.assumed
    return (
        f"{assumed.rounds:,} rounds were dealt from seed {assumed.seed} with optimal play. The simulation is generated "
        "from the same steps and rules and shares nothing else with the exact method. The 95 % interval around a "
        "simulated edge contains the exact one in 19 of 20 simulations. z is the simulated edge less the exact one, "
        "in standard errors: positive where the simulated edge is the higher one. Chi-square compares all outcomes of "
        "a wager with their exact probabilities, and p is the probability of a larger value by chance. This command "
        f"deals the same rounds again: {command}"
    )


def simulation_table(subject: Subject, found: dict[str, Agreement]) -> DataTable:
    """Every entry: the exact edge, the simulated one with its interval, z, and the chi-square test."""
    exact, simulated = subject.analysis, subject.simulated
    rows = tuple(
        (
            entry_title(subject.game, name),
            percent(exact.edge(name), 5),
            percent(simulated.edge(name), 5),
            *(percent(end, 5) for end in edge_interval(simulated, exact, name)),
            decimal(each.edge_z, 2),
            f"{each.chi_square.value:.2f} on {each.chi_square.degrees}" if each.chi_square else "",
            f"{each.chi_square.p:.4f}" if each.chi_square else "",
        )
        for name, each in found.items()
    )
    head = ("wager", "exact edge", "simulated edge", "95 % from", "to", "z", "chi-square", "p")
    return DataTable("Simulation against exact figures", head, rows)


def extreme_words(subject: Subject, found: dict[str, Agreement]) -> str:
    """What the largest |z| and the smallest p of so many comparisons mean."""
    most = extremes(subject.simulated, subject.analysis, found)
    words = []
    if most.z:
        words.append(
            f"The largest |z| is {decimal(abs(most.z.value), 2)} ({entry_title(subject.game, most.z.name)}), of "
            f"{_comparisons(most.z)}. {_chances(most.z, f'|z| of {decimal(abs(most.z.value), 2)} or more')}"
        )
    if most.chi_square:
        words.append(
            f"The smallest p is {most.chi_square.alone:.4f} ({entry_title(subject.game, most.chi_square.name)}), of "
            f"{_comparisons(most.chi_square)}. {_chances(most.chi_square, 'a p so small')}"
        )
    if words:
        words.append(
            f"A report fails its check where |z| exceeds {MAX_Z}, which chance alone does in one comparison of 15,800. "
            "To tell chance from an error, deal again from another seed: chance does not repeat itself."
        )
    return " ".join(words)


def _comparisons(extreme: Extreme) -> str:
    return "one comparison" if extreme.count == 1 else f"{extreme.count} comparisons"


def _chances(extreme: Extreme, event: str) -> str:
    """The chance of a difference alone, and among all comparisons, in words."""
    if extreme.count == 1:
        return f"Chance alone gives {event} in {percent(extreme.alone, 2)} of simulations{_verdict(extreme)}."
    return (
        f"Chance alone gives {event} in {percent(extreme.alone, 2)} of single comparisons, and somewhere among "
        f"{extreme.count} in at most {percent(extreme.among_all, 2)} of simulations (Sidak's bound; Bonferroni's is "
        f"{percent(extreme.bonferroni, 2)}){_verdict(extreme)}."
    )


def _verdict(extreme: Extreme) -> str:
    return ": unusual, so it deserves a second seed" if extreme.among_all < DOUBTFUL else ": nothing unusual"
