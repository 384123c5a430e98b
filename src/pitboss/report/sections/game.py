"""The game: its options, wagers and steps, its rules and rulings, and the source of each pay table."""

from pitboss import games
from pitboss.core.game import Cards, Choose, Chosen, Deal, Equal, Face, Fixed, Game, Place, Show, Step, Wager
from pitboss.core.rule import rule_name
from pitboss.core.script import cards_words
from pitboss.report.document import Block, DataTable, Items, Section, Text
from pitboss.report.format import all_of, capitalized, entry_title, outcome_words, percent, price
from pitboss.report.markdown import from_markdown
from pitboss.report.pay_tables import grids_in_use, sources
from pitboss.report.subject import Subject

RECIPIENTS = {Place.SEAT: "every player", Place.DEALER: "the dealer", Place.COMMUNITY: "the community"}
FACES = {
    Face.UP: "face up",
    Face.DOWN: "face down, seen by that player only",
    Face.HIDDEN: "face down, seen by nobody",
}


def game_section(subject: Subject) -> Section:
    """The game as it is set, and the texts it is built from."""
    game = subject.game
    cards = f", {len(game.deck)} cards" if str(len(game.deck)) not in game.deck.name else ""
    blocks: list[Block] = [
        Text(f"{game.title}: {game.summary}. Dealt from: {game.deck.name}{cards}. Players: at most {game.seats}.")
    ]
    if subject.folder.caution:
        blocks.append(Text(f"**{subject.folder.caution}**"))
    if game.options:
        blocks.append(options_table(game))
    rulings = f"{subject.folder.rulings}\n{games.rulings()}"
    sections = (
        Section("Wagers", (wager_table(game),)),
        Section("How a round is played", (Items(tuple(step_words(game, each) for each in game.steps), numbered=True),)),
        Section("Rules in our words", from_markdown(subject.folder.rules)),
        Section("Rulings: how unclear points are resolved", from_markdown(rulings)),
        Section("Source of each pay table", pay_table_blocks(game)),
    )
    return Section("The game", tuple(blocks), sections)


def options_table(game: Game) -> DataTable:
    """Every option with its value and the values it may take."""
    rows = tuple(
        (capitalized(setting.words), name, game.options.text(name), setting.values.words())
        for name, setting in game.options.settings.items()
    )
    return DataTable("Options in force", ("", "option", "value", "allowed values"), rows, text_columns=(1, 2, 3))


def wager_table(game: Game) -> DataTable:
    """Every wager: when it is made, its stake, and its pay tables."""
    rows = tuple(
        (
            entry_title(game, wager.name),
            wager.name,
            made_words(game, wager),
            stake_words(game, wager),
            all_of(dict.fromkeys(f"{line.pays.grid} {line.pays.column}" for line in wager.lines)),
        )
        for wager in game.wagers
    )
    return DataTable("All wagers", ("wager", "id", "made", "stake", "pay table"), rows, text_columns=(1, 2, 3, 4))


def made_words(game: Game, wager: Wager) -> str:
    """A phrase on when a wager is made: always, if wanted, or by a choice during the round."""
    if isinstance(wager.stake, Chosen):
        return "by choice during the round"
    if wager.required:
        return f"always, unless {game.label(wager.unless)} is made" if wager.unless else "always"
    return f"optional, with {game.label(wager.needs)}" if wager.needs else "optional"


def stake_words(game: Game, wager: Wager) -> str:
    """The stake of a wager, in words."""
    if isinstance(wager.stake, Fixed):
        return price(wager.stake.cents) + (", not returned" if wager.stake.kept else "")
    if isinstance(wager.stake, Equal):
        return f"equal to {game.label(wager.stake.to)}"
    if isinstance(wager.stake, Chosen):
        raises = [raised for choice in game.choices.values() for raised in choice.raises.values()]
        own = [raised for raised in raises if raised.wager == wager.name]
        times = sorted({raised.times for raised in own})
        return f"{' or '.join(map(str, times))} × {game.label(own[0].of)}"
    return "any" + (f", {percent(wager.commission, 0)} commission on wins" if wager.commission else "")


def step_words(game: Game, step: Step) -> str:
    """A step of a round as a sentence."""
    when = f" ({' '.join((step.when.__doc__ or rule_name(step.when)).split()).rstrip('.')})" if step.when else ""
    if isinstance(step, Deal):
        cards = "One card" if step.count == 1 else f"{step.count} cards"
        face = FACES[step.face] if step.to is Place.SEAT else FACES[step.face].split(",")[0]
        return f"{cards} to {RECIPIENTS[step.to]}, {face}{when}: the pile {pile_words(step.pile)}."
    if isinstance(step, Show):
        return f"The pile {pile_words(step.pile)} is turned up{when}."
    return f"Every player chooses, {step.name}: {choice_words(game, step)}{when}."


def pile_words(pile: str) -> str:
    """`“discard pile”`: the name of a pile inside a sentence."""
    return f"“{pile.replace('_', ' ')}”"


def choice_words(game: Game, choice: Choose) -> str:
    """The options of a choice, what each adds to a bet, and which piles the player has seen."""
    if isinstance(choice.options, Cards):
        return cards_words(choice.options, pile_words(choice.options.pile))
    words = [
        each.name.lower()
        + (f" (adds {raised.times} × {game.label(raised.of)} to {game.label(raised.wager)})" if raised else "")
        for each in choice.options
        for raised in (choice.raises.get(each),)
    ]
    return f"{' or '.join(words)}, having seen {all_of(map(pile_words, choice.sees))}"


def pay_table_blocks(game: Game) -> tuple[Block, ...]:
    """The source of every pay table in force, and notes on its grid."""
    rows = tuple((game.options.grids[name].title, name, *more) for name, *more in sources(game))
    table = DataTable("Pay tables in force", ("grid", "id", "column", "source"), rows, text_columns=(1, 2, 3))
    notes = [f"{grid.title}: {grid.note}" for grid in grids_in_use(game) if grid.note]
    notes += [
        f"{grid.title}, column {column}: {outcome_words(lower)} pays more than {outcome_words(higher)}."
        for grid in grids_in_use(game)
        for column, higher, lower in grid.inversions()
    ]
    return (table, Items(tuple(notes))) if notes else (table,)
