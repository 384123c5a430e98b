"""How a round is dealt, step by step, in sentences made from the game's own steps."""

from pitboss.core.errors import all_of
from pitboss.core.game import Cards, Choose, Chosen, Deal, Equal, Face, Game, Place, Show, Step, Wager
from pitboss.core.rule import Rule, rule_name
from pitboss.core.script import cards_words, option_name
from pitboss.core.stakes import default_option
from pitboss.core.steps import COACH, Raise
from pitboss.core.themes import theme_of

RECIPIENTS = {Place.SEAT: "every player", Place.DEALER: "the dealer", Place.COMMUNITY: "the community"}
FACES = {Face.UP: "face up", Face.DOWN: "face down, seen by that player only", Face.HIDDEN: "face down, seen by nobody"}


def procedure(game: Game) -> tuple[str, ...]:
    """A round in sentences, in order: its bets, then every step."""
    return (bets_words(game), *(step_words(game, step) for step in game.steps))


def bets_words(game: Game) -> str:
    """A sentence on the bets that every player makes before the deal, and those that may be added."""
    before = [wager for wager in game.wagers if not isinstance(wager.stake, Chosen)]
    instead = {wager.unless for wager in before if wager.required}
    made = [_made_words(game, wager) for wager in before if wager.required]
    added = [game.label(wager.name) for wager in before if not wager.required and wager.name not in instead]
    more = f"{', and' if made else ''} may add {all_of(added)}" if added else ""
    return f"Every player{f' bets {all_of(made)}' if made else ''}{more}."


def _made_words(game: Game, wager: Wager) -> str:
    if wager.unless:
        return f"{game.label(wager.name)} or {game.label(wager.unless)} or both"
    equal = f" of the same size as {game.label(wager.stake.to)}" if isinstance(wager.stake, Equal) else ""
    return game.label(wager.name) + equal


def step_words(game: Game, step: Step) -> str:
    """A step of a round as a sentence."""
    when = f" ({condition_words(game, step.when) or rule_name(step.when)})" if step.when else ""
    if isinstance(step, Deal):
        cards = "One card" if step.count == 1 else f"{step.count} cards"
        face = FACES[step.face] if step.to is Place.SEAT else FACES[step.face].split(",")[0]
        return f"{cards} to {RECIPIENTS[step.to]}, {face}{when}: the pile {quoted(step.pile)}."
    if isinstance(step, Show):
        return f"The pile {quoted(step.pile)} is turned up{when}."
    return f"Every player decides {quoted(step.name)}: {choice_words(game, step)}{when}. {default_words(game, step)}"


def condition_words(game: Game, rule: Rule) -> str:
    """A rule on when something happens: its docstring, in the words of the game's theme; empty where it has none."""
    words, theme = " ".join((rule.__doc__ or "").split()).rstrip("."), theme_of(game.options)
    return theme.counted(words) if theme else words


def quoted(pile: str) -> str:
    """`“discard pile”`: the name of a pile or choice inside a sentence."""
    return f"“{pile.replace('_', ' ')}”"


def choice_words(game: Game, choice: Choose) -> str:
    """The options of a choice, the raise that each makes, and the piles that the player has seen."""
    if isinstance(choice.options, Cards):
        return cards_words(choice.options, quoted(choice.options.pile))
    words = [
        each.name.lower().replace("_", " ") + (f" ({raise_words(game, raised)})" if raised else "")
        for each in choice.options
        for raised in (choice.raises.get(each),)
    ]
    return f"{' or '.join(words)}, having seen {all_of(map(quoted, choice.sees))}"


def raise_words(game: Game, raised: Raise) -> str:
    """What an option does to a stake: `takes back bet 1`, or what it adds to which bet."""
    if raised.times < 0:
        return f"takes back {game.label(raised.wager)}"
    return f"adds {raised.times} × {game.label(raised.of)} to {game.label(raised.wager)}"


def default_words(game: Game, choice: Choose) -> str:
    """What a player who gives no answer gets (ruling G8)."""
    if choice.absent == COACH:
        return "No answer counts as what the coach advises."
    if choice.absent is not None:
        told = " ".join((choice.absent.__doc__ or rule_name(choice.absent)).split()).rstrip(".")
        return f"No answer is decided by a rule: {told}."
    if isinstance(choice.options, Cards):
        given = "the first card" if choice.options.count == 1 else f"the first {choice.options.count} cards"
        return f"No answer counts as {given}, in the order dealt, that may be chosen."
    units = dict.fromkeys(game.wager, 1)
    option = default_option(game, units, choice.name, [int(each) for each in choice.options])
    legal = ", where that is legal" if choice.legal else ""
    return f"No answer counts as {option_name(choice, option)}{legal}."
