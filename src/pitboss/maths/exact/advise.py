"""Advice on one hand: the exact value of every legal option."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from pitboss.core.binding import SourceKind
from pitboss.core.cards import Card, cards_text
from pitboss.core.errors import CardError, ChoiceError, plural, unknown
from pitboss.core.game import Answer, Chosen, Game
from pitboss.core.procedure import condition_words
from pitboss.core.script import State
from pitboss.core.view import words
from pitboss.maths.exact.decide import only_choice
from pitboss.maths.exact.enumerate import Piles
from pitboss.maths.exact.solver import deciding, solver_of
from pitboss.maths.tally.tally import first_stakes


def advise(
    game: Game, known: Piles, seen: tuple[Card, ...], bets: Mapping[str, int] | None = None
) -> dict[Answer, Fraction]:
    """The exact value of every legal option of a game's choice, per unit of the first main stake.

    `known` holds the piles that the choice sees, `seen` other cards known to have left the deck.
    """
    check_hand(game, known, seen)
    stakes, names = first_stakes(game, bets), deciding(game, bets)[1]
    main = game.main_wagers[0]
    if not (unit := stakes[main]):
        choice = only_choice(game).name
        raise ChoiceError(f"{choice} is asked only of seats that bet {main}; bet on {main} as well", "not-asked")
    values = solver_of(game).advise(game, known, seen, stakes, names)
    return {option: value / unit for option, value in values.items()}


def check_hand(game: Game, known: Piles, seen: tuple[Card, ...]) -> None:
    """Refuses a hand with which the choice cannot come up."""
    if not game.choices:
        raise ChoiceError(f"{game.name} asks for no choice, so there is nothing to advise on", "none")
    choice = only_choice(game)
    state = State(game)
    state.bets = {1: {wager.name: 1 for wager in game.wagers if not isinstance(wager.stake, Chosen)}}
    for pile in known:
        if pile not in choice.sees:
            why = f"{choice.name} depends on no other pile"
            raise CardError(f"{unknown('pile', pile, choice.sees)}: {why}", "unknown-pile")
    for pile in choice.sees:
        count, given = game.piles[pile].count, len(known.get(pile, ()))
        if given != count:
            raise CardError(f"{pile} takes {plural(count, 'card')}; {given or 'none'} given", "count")
        state.piles[pile, state.owner(pile, 1)] = known[pile]
    hand = tuple(card for cards in known.values() for card in cards)
    game.deck.check((*hand, *seen), Counter())
    left, needed = len(game.deck) - len(hand) - len(seen), game.most_cards(1) - len(hand)
    if left < needed:
        gone = plural(len(seen), "card")
        raise CardError(f"with {gone} seen {left} are left, and the round may need {needed}", "used-up")
    if choice.when and not state.holds(choice.when, 1):
        held = f"{cards_text(hand)}{f', {told}' if (told := hand_words(game, known)) else ''}"
        why = condition_words(game, choice.when)
        raise ChoiceError(f"{choice.name} is not asked with {held}{f'; {why}' if why else ''}", "not-asked")


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
