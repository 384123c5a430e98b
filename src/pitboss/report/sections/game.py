"""The game: its options, wagers and steps, its rules and rulings, and the source of each pay table."""

from pitboss import games
from pitboss.core.game import Chosen, Equal, Fixed, Game, Wager
from pitboss.core.procedure import procedure
from pitboss.core.themes import theme_of
from pitboss.report.document import Block, DataTable, Items, Section, Text
from pitboss.report.format import all_of, capitalized, entry_title, percent, price
from pitboss.report.markdown import from_markdown
from pitboss.report.pay_tables import grids_in_use, sources
from pitboss.report.sections.hosts import hosts_section
from pitboss.report.subject import Subject


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
        blocks.append(_options_table(game))
    theme = theme_of(game.options)
    if theme:
        blocks.append(Text(theme.sentence(), theme.icon))
    rulings = f"{subject.folder.rulings_for(game)}\n{games.rulings()}"
    hosts = hosts_section(subject)
    sections = (
        Section("Wagers", (_wager_table(game),)),
        *((hosts,) if hosts else ()),
        Section("How a round is played", (Items(procedure(game), numbered=True),)),
        Section("Rules in our words", from_markdown(subject.folder.rules_for(game))),
        Section("Rulings: how unclear points are resolved", from_markdown(rulings)),
        Section("Source of each pay table", pay_table_blocks(game)),
    )
    return Section("The game", tuple(blocks), sections)


def _options_table(game: Game) -> DataTable:
    rows = tuple(
        (capitalized(setting.words), name, game.options.text(name), setting.values.words())
        for name, setting in game.options.settings.items()
    )
    return DataTable("Options in force", ("", "option", "value", "allowed values"), rows, text_columns=(1, 2, 3))


def _wager_table(game: Game) -> DataTable:
    rows = tuple(
        (
            entry_title(game, wager.name),
            wager.name,
            made_words(game, wager),
            _stake_words(game, wager),
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


def _stake_words(game: Game, wager: Wager) -> str:
    if isinstance(wager.stake, Fixed):
        return price(wager.stake.cents) + (", not returned" if wager.stake.kept else "")
    raised = [each for choice in game.choices.values() for each in choice.raises.values() if each.wager == wager.name]
    back = ", may be taken back" if any(each.times < 0 for each in raised) else ""
    if isinstance(wager.stake, Equal):
        return f"equal to {game.label(wager.stake.to)}{back}"
    if isinstance(wager.stake, Chosen):
        times = sorted({each.times for each in raised})
        return f"{' or '.join(map(str, times))} × {game.label(raised[0].of)}"
    return f"any{back}" + (f", {percent(wager.commission, 0)} commission on wins" if wager.commission else "")


def pay_table_blocks(game: Game) -> tuple[Block, ...]:
    """The source of every pay table in force, and notes on its grid."""
    rows = tuple((game.options.grids[name].title, name, *more) for name, *more in sources(game))
    table = DataTable("Pay tables in force", ("grid", "id", "column", "source"), rows, text_columns=(1, 2, 3))
    notes = [f"{grid.title}: {grid.note}" for grid in grids_in_use(game) if grid.note]
    notes += [
        f"{grid.title}, column {column}: {grid.words_of(lower)} pays more than {grid.words_of(higher)}."
        for grid in grids_in_use(game)
        for column, higher, lower in grid.inversions()
    ]
    return (table, Items(tuple(notes))) if notes else (table,)
