"""What the game is: how it is dealt, what may be bet, how unclear points are read, and whose pay tables they are."""

from fractions import Fraction
from itertools import pairwise

from pitboss import games
from pitboss.core.game import Cards, Choose, Chosen, Deal, Equal, Face, Fixed, Game, Place, Show, Step, Wager
from pitboss.core.pays import PRINTED, Grid, Meter, Odds, Prize, ladder_value
from pitboss.core.rule import rule_name
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import outcome_rows
from pitboss.report.document import Block, Items, Section, Table, Text, from_markdown
from pitboss.report.format import entry_title, listed, money_of, one_in, outcome_words, percent, signed
from pitboss.report.subject import Subject, pays_meter

RARE = Fraction(1, 10**8)
WHOSE = {Place.SEAT: "every player", Place.DEALER: "the dealer", Place.COMMUNITY: "the community"}
SIDES = {
    Face.UP: "face up",
    Face.DOWN: "face down, for its own player to see",
    Face.HIDDEN: "face down, unseen by all",
}


def described(subject: Subject) -> Section:
    """What is being reported on."""
    game = subject.game
    sections = [
        Section("What may be bet", (wager_table(game),)),
        Section("How a round goes", (Items(tuple(step_words(game, step) for step in game.steps), numbered=True),)),
        Section("Rules in our words", from_markdown(subject.folder.rules)),
        Section("Rulings: how unclear points are read", from_markdown(f"{subject.folder.rulings}\n{games.rulings()}")),
        Section("Whose pay tables these are", origins(subject)),
    ]
    cards = f", {len(game.deck)} cards" if str(len(game.deck)) not in game.deck.name else ""
    first = Text(f"{game.title}: {game.summary}. Dealt from: {game.deck.name}{cards}. Players: at most {game.seats}.")
    blocks: list[Block] = [first]
    if is_unnamed(subject.folder):
        blocks.append(Text("**For study: the text of the side wager does not name this host (ruling S4).**"))
    if game.options:
        blocks.append(options_table(game))
    return Section("The game", tuple(blocks), tuple(sections))


def is_unnamed(folder: games.GameFolder) -> bool:
    """Whether it is a rider on a host that the rider's text does not name."""
    return isinstance(folder, games.Attached) and folder.host.name not in {host.name for host in folder.rider.hosts}


def options_table(game: Game) -> Table:
    """How the game is set."""
    rows = tuple(
        (setting.words[:1].upper() + setting.words[1:], name, game.options.text(name), setting.values.words())
        for name, setting in game.options.settings.items()
    )
    return Table("How the game is set", ("", "option", "value", "it may be"), rows, words=(1, 2, 3))


def wager_table(game: Game) -> Table:
    """Every wager: when it is made, with how much, and by which grid it is paid."""
    rows = tuple(
        (
            entry_title(game, wager.name),
            wager.name,
            made_words(game, wager),
            stake_words(game, wager),
            listed(list(dict.fromkeys(f"{line.pays.grid} {line.pays.column}" for line in wager.lines))),
        )
        for wager in game.wagers
    )
    return Table("Wagers", ("wager", "id", "made", "stake", "pay table"), rows, words=(1, 2, 3, 4))


def made_words(game: Game, wager: Wager) -> str:
    """How a wager comes to be made."""
    if isinstance(wager.stake, Chosen):
        return "by choosing it"
    if wager.required:
        return f"always, unless {game.label(wager.unless)} is" if wager.unless else "always"
    return f"if wanted, beside {game.label(wager.needs)}" if wager.needs else "if wanted"


def stake_words(game: Game, wager: Wager) -> str:
    """What is bet on it."""
    if isinstance(wager.stake, Fixed):
        return money_of(wager.stake.cents) + (", not returned" if wager.stake.kept else "")
    if isinstance(wager.stake, Equal):
        return f"as much as {game.label(wager.stake.to)}"
    if isinstance(wager.stake, Chosen):
        raises = [raised for choice in game.choices.values() for raised in choice.raises.values()]
        return next(f"{raised.times} × {game.label(raised.of)}" for raised in raises if raised.wager == wager.name)
    return "any" + (f", {percent(wager.commission, 0)} commission on wins" if wager.commission else "")


def step_words(game: Game, step: Step) -> str:
    """One step of a round in words."""
    when = f" ({' '.join((step.when.__doc__ or rule_name(step.when)).split()).rstrip('.')})" if step.when else ""
    if isinstance(step, Deal):
        cards = "one card" if step.count == 1 else f"{step.count} cards"
        side = SIDES[step.face] if step.to is Place.SEAT else SIDES[step.face].split(",")[0]
        return f"{cards[:1].upper()}{cards[1:]} for {WHOSE[step.to]}, {side}{when}; the pile {pile_words(step.pile)}."
    if isinstance(step, Show):
        return f"The pile {pile_words(step.pile)} is turned up{when}."
    return f"Every player chooses, {step.name}: {choice_words(game, step)}{when}."


def pile_words(pile: str) -> str:
    """A pile as a sentence names it."""
    return f"“{pile.replace('_', ' ')}”"


def choice_words(game: Game, choice: Choose) -> str:
    """What may be chosen, and what it adds to a bet."""
    seen = listed([pile_words(pile) for pile in choice.sees])
    if isinstance(choice.options, Cards):
        return f"one card of {pile_words(choice.options.pile)}"
    words = [
        each.name.lower()
        + (f" (adds {raised.times} × {game.label(raised.of)} to {game.label(raised.wager)})" if raised else "")
        for each in choice.options
        for raised in (choice.raises.get(each),)
    ]
    return f"{' or '.join(words)}, having seen {seen}"


def tables_in_force(game: Game) -> list[tuple[str, str, str]]:
    """Every pay table that a wager is paid by: its grid, its column, and whose it is."""
    used = {line.pays.grid: line.pays.column for wager in game.wagers for line in wager.lines}
    found = []
    for name, column in used.items():
        origin = game.options.grids[name].origin_of(column)
        if any(isinstance(cell, Meter) for row in game.options.grids[name].rows.values() for cell in row):
            origin += "; its meters are an example of ours, or as set"
        found.append((name, column, origin))
    return found


def not_printed(game: Game, *names: str) -> str:
    """A sentence for every wager, or for these, whose pay table the rules do not print."""
    origins = {grid: origin for grid, _, origin in tables_in_force(game)}
    found = []
    for wager in [each for each in game.wagers if each.name in names or not names]:
        of = {origins[line.pays.grid] for line in wager.lines} - {PRINTED}
        found += [f"{entry_title(game, wager.name)}: pay table {origin}." for origin in sorted(of)]
    return " ".join(found)


def origins(subject: Subject) -> tuple[Block, ...]:
    """For every grid in use: whose it is, and what is odd in it."""
    game = subject.game
    rows = tuple((game.options.grids[name].title, name, *more) for name, *more in tables_in_force(game))
    blocks: list[Block] = [
        Table("Pay tables in force", ("grid", "id", "column", "whose it is"), rows, words=(1, 2, 3)),
    ]
    notes = [f"{grid.title}: {grid.note}" for grid in grids(game) if grid.note]
    notes += [
        f"{grid.title}, {column}: {outcome_words(lower)} pays more than {outcome_words(higher)}, as it stands."
        for grid in grids(game)
        for column, higher, lower in grid.inversions()
    ]
    return (*blocks, Items(tuple(notes))) if notes else tuple(blocks)


def grids(game: Game) -> list[Grid]:
    """The grids a wager of the game is paid by as it is set, and those that its options could choose instead."""
    used = {line.pays.grid for wager in game.wagers for line in wager.lines}
    return [grid for name, grid in game.options.grids.items() if name in used]


def warnings(subject: Subject) -> list[str]:
    """What must stand on top: bets that favour the player, ladders out of order, awards that hardly ever come."""
    analysis = subject.analysis
    found = [
        f"{entry_title(subject.game, name)} favours the player by {percent(-analysis.edge(name), 4)} of each bet, as "
        f"{'its meters stand' if pays_meter(subject.game.wager[analysis.entries[name][0]]) else 'it is paid'}."
        for name in subject.played
        if analysis.figures[name].ev > 0
    ]
    found += [sentence for name in subject.game.wager for sentence in ladder_warnings(subject.game, name)]
    return found + [sentence for name in subject.game.wager for sentence in rare_awards(analysis, name)]


def ladder_warnings(game: Game, name: str) -> list[str]:
    """Where a lower row of the table in force pays more than a higher one (ruling G4)."""
    found = []
    for line in game.wager[name].lines:
        for column, higher, lower in game.options.grids[line.pays.grid].inversions():
            if column == line.pays.column:
                found.append(
                    f"{entry_title(game, name)}: {outcome_words(lower)} pays more than {outcome_words(higher)}, which "
                    f"stands above it in the pay table {column}."
                )
    return list(dict.fromkeys(found))


def rare_awards(analysis: Analysis, name: str) -> list[str]:
    """Awards rarer than one in a hundred million."""
    found = []
    for row in outcome_rows(analysis.game, analysis.tally, name, analysis.stakes):
        chance = Fraction(row.weight, analysis.tally.total)
        if chance < RARE and is_award(row.pay):
            found.append(
                f"{entry_title(analysis.game, name)}: {outcome_words(row.outcome)} ({signed(str(row.pay))}) comes once "
                f"in {one_in(chance)} rounds."
            )
    return found


def is_award(pay: object) -> bool:
    """Whether something is won by it."""
    if isinstance(pay, Odds):
        return pay.net > 0
    return not isinstance(pay, Prize) or pay.cents > 0


def rarity_notes(analysis: Analysis, name: str) -> list[str]:
    """Where a rarer outcome pays less than a commoner one above it: odd, and only noted (ruling G4)."""
    found = []
    game = analysis.game
    rows = outcome_rows(game, analysis.tally, name, analysis.stakes)
    for higher, lower in pairwise(rows):
        more, less = ladder_value(higher.pay), ladder_value(lower.pay)
        ladder = game.options.grids[game.wager[name].lines[lower.line].pays.grid].ladder
        if higher.line != lower.line or not ladder or more is None or less is None or higher.weight <= lower.weight:
            continue
        if more > less > 0:
            rarer, above = outcome_words(lower.outcome), outcome_words(higher.outcome).lower()
            found.append(f"{rarer} is rarer than {above} and pays less.")
    return found
