"""Advice on one hand: the exact value of every legal option."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from pitboss.core.binding import SourceKind
from pitboss.core.cards import Card, cards_text
from pitboss.core.errors import CardError, ChoiceError, all_of, plural, unknown
from pitboss.core.game import Answer, Cards, Choose, Chosen, Game
from pitboss.core.procedure import condition_words
from pitboss.core.script import State, option_name
from pitboss.core.view import words
from pitboss.maths.exact.decide import piles_seen
from pitboss.maths.exact.enumerate import Piles
from pitboss.maths.exact.rest import Made, tallies_ahead
from pitboss.maths.exact.solver import PLAIN, deciding, solver_of
from pitboss.maths.tally.tally import Staked, figures, first_stakes


def advise(
    game: Game,
    known: Piles,
    seen: tuple[Card, ...],
    bets: Mapping[str, int] | None = None,
    chosen: Made | None = None,
) -> dict[Answer, Fraction]:
    """The exact value of every legal option of the choice that is asked, per unit of the first main stake.

    `known` holds the piles that the choice sees, `seen` other cards known to have left the deck. In a game with
    several choices `chosen` holds those made so far, and later ones are played best.
    """
    choice = check_hand(game, known, seen, chosen)
    stakes, names = first_stakes(game, bets), deciding(game, bets)[1]
    main = game.main_wagers[0]
    if not (unit := stakes[main]):
        raise ChoiceError(f"{choice.name} is asked only of seats that bet {main}; bet on {main} as well", "not-asked")
    solver = solver_of(game)
    if len(game.choices) == 1:
        values = solver.advise(game, known, seen, stakes, names)
    elif solver is PLAIN:
        values = _among_several(game, known, seen, chosen or {}, choice, stakes, names)
    else:
        values = solver.advise(game, known, seen, stakes, names, chosen or {})
    return {option: value / unit for option, value in values.items()}


def _among_several(
    game: Game,
    known: Piles,
    seen: tuple[Card, ...],
    chosen: Made,
    choice: Choose,
    stakes: Staked,
    names: tuple[str, ...],
) -> dict[Answer, Fraction]:
    """The value of every option of one of several choices, by enumeration of the rest of the round."""
    tallies = tallies_ahead(game, known, seen, chosen, choice, stakes, names)
    values = {}
    for option, tally in tallies.items():
        assert option is not None
        values[option] = figures(game, tally, names, stakes).ev
    return values


def asked_choice(game: Game, known: Piles, chosen: Made) -> Choose:
    """The choice that a seat with these cards is asked after the choices made: the first that comes up."""
    if not game.choices:
        raise ChoiceError(f"{game.name} asks for no choice, so there is nothing to advise on", "none")
    for name in chosen:
        if name not in game.choices:
            raise ChoiceError(unknown("choice", name, game.choices), "unknown")
    state, left = _state(game, known, chosen), [each for each in game.choices.values() if each.name not in chosen]
    if not left:
        raise ChoiceError(f"every choice of the round is made: {all_of(chosen)}", "not-asked")
    if chosen and not any(_turns_on_cards(game, each) or state.holds(each.when, 1) for each in left):
        made = all_of([f"{name}={option_name(game.choices[name], answer)}" for name, answer in chosen.items()])
        raise ChoiceError(f"after {made} no choice is asked", "not-asked")
    asked = next((each for each in left if len(left) == 1 or state.holds(each.when, 1)), left[-1])
    order = list(game.choices)
    for name in chosen:
        if order.index(name) > order.index(asked.name):
            raise ChoiceError(f"{asked.name} comes before {name}, and is not chosen yet", "missing")
    return asked


def _turns_on_cards(game: Game, choice: Choose) -> bool:
    """Whether cards decide if a choice is asked; otherwise it is always asked, or the choices before it decide."""
    sources = game.bound[choice.when].sources if choice.when else ()
    return any(source.kind is SourceKind.PILE for source in sources)


def _state(game: Game, known: Piles, chosen: Made) -> State:
    """The state of a round in which a seat with every bet holds these cards and has made these choices."""
    state = State(game)
    state.bets = {1: {wager.name: 1 for wager in game.wagers if not isinstance(wager.stake, Chosen)}}
    for pile, cards in known.items():
        if pile in game.piles:
            state.piles[pile, state.owner(pile, 1)] = cards
    state.choices = {(name, 1): answer for name, answer in chosen.items()}
    return state


def check_hand(game: Game, known: Piles, seen: tuple[Card, ...], chosen: Made | None = None) -> Choose:
    """The choice that is asked with a hand; refuses a hand with which it cannot come up."""
    chosen = chosen or {}
    choice = asked_choice(game, known, chosen)
    sees = piles_seen(game, choice)
    for pile in known:
        if pile not in sees and any(pile in piles_seen(game, each) for each in game.choices.values()):
            such = "" if isinstance(choice.options, Cards) else f"={option_name(choice, next(iter(choice.options)))}"
            raise ChoiceError(
                f"{pile} is seen once {choice.name} is decided: say what was chosen, such as {choice.name}{such}",
                "missing",
            )
        if pile not in sees:
            why = f"{choice.name} depends on no other pile"
            raise CardError(f"{unknown('pile', pile, sees)}: {why}", "unknown-pile")
    for pile in sees:
        count, given = game.piles[pile].count, len(known.get(pile, ()))
        if given != count:
            raise CardError(f"{pile} takes {plural(count, 'card')}; {given or 'none'} given", "count")
    hand = tuple(card for cards in known.values() for card in cards)
    game.deck.check((*hand, *seen), Counter())
    left, needed = len(game.deck) - len(hand) - len(seen), game.most_cards(1) - len(hand)
    if left < needed:
        gone = plural(len(seen), "card")
        raise CardError(f"with {gone} seen {left} are left, and the round may need {needed}", "used-up")
    if choice.when and not _state(game, known, chosen).holds(choice.when, 1):
        held = f"{cards_text(hand)}{f', {told}' if (told := hand_words(game, known)) else ''}"
        why = condition_words(game, choice.when)
        raise ChoiceError(f"{choice.name} is not asked with {held}{f'; {why}' if why else ''}", "not-asked")
    return choice


def hand_words(game: Game, known: Mapping[str, tuple[Card, ...]]) -> str:
    """The piles that the choice sees, in the game's own words; empty where the game has none."""
    state = State(game)
    for pile, cards in known.items():
        state.piles[pile, state.owner(pile, 1)] = cards
    told = [words(state, pile, 1) for pile in known if is_worded(game, pile, known)]
    return ", ".join(filter(None, told))


def is_worded(game: Game, pile: str, known: Mapping[str, tuple[Card, ...]]) -> bool:
    """Whether the game's words for a pile need only known piles."""
    function = game.words.get(pile)
    sources = game.bound[function].sources if function else ()
    return bool(sources) and all(
        source.kind is SourceKind.PILE and set(source.piles or (source.name,)) & set(known) for source in sources
    )
