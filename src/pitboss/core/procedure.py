"""How a round is dealt, step by step, in sentences made from the game's own steps."""

from pitboss.core.errors import all_of
from pitboss.core.game import Cards, Choose, Chosen, Deal, Equal, Face, Game, Place, Show, Step, Wager
from pitboss.core.rule import rule_name
from pitboss.core.script import cards_words, option_name
from pitboss.core.stakes import default_option
from pitboss.core.steps import COACH

RECIPIENTS = {Place.SEAT: "every player", Place.DEALER: "the dealer", Place.COMMUNITY: "the community"}
FACES = {
    Face.UP: "face up",
    Face.DOWN: "face down, seen by that player only",
    Face.HIDDEN: "face down, seen by nobody",
}


def procedure(game: Game) -> tuple[str, ...]:
    """A round in sentences, in order: its bets, then every step."""
    return (bets_words(game), *(step_words(game, step) for step in game.steps))


def bets_words(game: Game) -> str:
    """Which bets every player makes before the deal, and which may be added."""
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
    when = f" ({' '.join((step.when.__doc__ or rule_name(step.when)).split()).rstrip('.')})" if step.when else ""
    if isinstance(step, Deal):
        cards = "One card" if step.count == 1 else f"{step.count} cards"
        face = FACES[step.face] if step.to is Place.SEAT else FACES[step.face].split(",")[0]
        return f"{cards} to {RECIPIENTS[step.to]}, {face}{when}: the pile {pile_words(step.pile)}."
    if isinstance(step, Show):
        return f"The pile {pile_words(step.pile)} is turned up{when}."
    return f"Every player chooses, {step.name}: {choice_words(game, step)}{when}. {default_words(game, step)}"


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


def default_words(game: Game, choice: Choose) -> str:
    """What a player who gives no answer gets (ruling G8)."""
    if choice.absent == COACH:
        return "Without an answer it is what the coach advises."
    if choice.absent is not None:
        told = " ".join((choice.absent.__doc__ or rule_name(choice.absent)).split()).rstrip(".")
        return f"Without an answer it is chosen by a rule ({told})."
    if isinstance(choice.options, Cards):
        given = "the first card" if choice.options.count == 1 else f"the first {choice.options.count} cards"
        return f"Without an answer it is {given} that may be chosen, as dealt."
    units = dict.fromkeys(game.wager, 1)
    option = default_option(game, units, choice.name, [int(each) for each in choice.options])
    legal = ", where that is legal" if choice.legal else ""
    return f"Without an answer it is {option_name(choice, option)}{legal}."
