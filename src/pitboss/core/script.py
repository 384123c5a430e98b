"""One interpreter for every game.

`script` walks a game's steps and asks for what they need: bets, cards for a pile, the choice of a seat. It never deals,
waits or pays. Its driver (a table, a replay, an audit, a test) answers with events.
"""

from collections import Counter
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from types import MappingProxyType
from typing import Any, TypeAlias

from pitboss.core.cards import Card, Code, cards_text, parse_cards
from pitboss.core.errors import (
    BetError,
    CardError,
    ChoiceError,
    FormatError,
    GameError,
    TurnError,
    one_of,
    plural,
    unknown,
)
from pitboss.core.game import Answer, Cards, Choose, Coder, Deal, Game, Line, Place, Rule, Source, SourceKind
from pitboss.core.money import dollars
from pitboss.core.stakes import stakes_after, unknown_wager
from pitboss.core.unseen import UnseenHand
from pitboss.core.wagers import Chosen, Equal, Fixed

TABLE = 0
"""The seat number of the table itself: of the dealer's piles, community piles and a spectator's view."""

Stakes: TypeAlias = Mapping[str, int]
"""Cents by wager."""


@dataclass(frozen=True)
class Bets:
    """Every seat's bets, placed before the first card."""

    by_seat: Mapping[int, Stakes]

    def __post_init__(self) -> None:
        # A read-only copy, so that nobody can change bets after they were placed.
        copied = {seat: MappingProxyType(dict(stakes)) for seat, stakes in self.by_seat.items()}
        object.__setattr__(self, "by_seat", MappingProxyType(copied))

    def __reduce__(self) -> tuple[type["Bets"], tuple[dict[int, dict[str, int]]]]:
        return Bets, ({seat: dict(stakes) for seat, stakes in self.by_seat.items()},)  # A proxy cannot be pickled.


@dataclass(frozen=True)
class Dealt:
    """Cards onto a pile of a seat, or of the table (seat 0)."""

    pile: str
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Chose:
    """A seat's choice: an option's number, a card, or several cards in rising order."""

    seat: int
    name: str
    option: Answer


@dataclass(frozen=True)
class Shown:
    """A pile was turned face up. The script reports this; it is never an answer."""

    pile: str
    seat: int


@dataclass(frozen=True)
class Unseen:
    """A pile of the table was dealt, and nobody names its cards; a rule that looks at them stops the round."""

    pile: str
    seat: int


Event: TypeAlias = Bets | Dealt | Chose | Unseen


@dataclass(frozen=True)
class NeedBets:
    """The round waits for bets."""


@dataclass(frozen=True)
class NeedCards:
    """The round waits for `count` cards for this pile."""

    pile: str
    seat: int
    count: int


@dataclass(frozen=True)
class NeedChoice:
    """The round waits for the choice of every seat in `legal`, in any order; each may choose among these."""

    name: str
    legal: Mapping[int, tuple[Answer, ...]]


Need: TypeAlias = NeedBets | NeedCards | NeedChoice


@dataclass
class State:
    """The state of one run of the script: bets, piles, choices and the log of events."""

    game: Game
    bets: dict[int, dict[str, int]] = field(default_factory=dict)
    piles: dict[tuple[str, int], tuple[Card, ...]] = field(default_factory=dict)
    choices: dict[tuple[str, int], Answer] = field(default_factory=dict)
    legal: dict[tuple[str, int], tuple[Answer, ...]] = field(default_factory=dict)
    shown: set[tuple[str, int]] = field(default_factory=set)
    gone: Counter[Card] = field(default_factory=Counter)
    unseen: dict[tuple[str, int], UnseenHand] = field(default_factory=dict)
    log: list[Event | Shown] = field(default_factory=list)

    def seats(self) -> tuple[int, ...]:
        """The seats in play, in order."""
        return tuple(sorted(self.bets))

    def stakes(self, seat: int) -> dict[str, int]:
        """The stakes of a seat by wager, raises included."""
        chosen = {name: option for (name, owner), option in self.choices.items() if owner == seat}
        return stakes_after(self.game, self.bets[seat], chosen)

    def holds(self, rule: Rule | None, seat: int) -> bool:
        """Whether a step's condition holds; at the table, a condition on a seat must hold for some seat."""
        if rule is None:
            return True
        if seat == TABLE and self.game.bound[rule].of_seat:
            return any(self.answer(rule, each) for each in self.seats())
        return bool(self.answer(rule, seat))

    def answer(self, function: Callable[..., Any], seat: int, **given: int) -> Any:
        """A rule's answer for one seat; `given` replaces arguments by values to try."""
        sources = self.game.bound[function].sources
        return function(*[given[each.name] if each.name in given else self.argument(each, seat) for each in sources])

    def outcome(self, line: Line, seat: int) -> Any:
        """The outcome of a line for one seat."""
        arguments = [self.argument(each, seat) for each in self.game.bound_line(line).sources]
        return line.pays.outcomes(line.outcome(*arguments))

    def argument(self, source: Source, seat: int) -> int:
        """The present value of one argument: 0 for a pile not dealt and a choice not asked."""
        if source.kind is SourceKind.HAS:
            return int(self.stakes(seat).get(source.name, 0) > 0)
        if source.kind is SourceKind.CONSTANT:
            return source.value
        option = self.choices.get((source.name, seat))
        if source.kind is SourceKind.CHOICE:
            return option if isinstance(option, int) else 0
        assert source.coder is not None
        if source.kind is SourceKind.CARD:
            return 0 if option is None else code_of(self.game, source.coder, option_cards(option))
        keys = [(pile, self.owner(pile, seat)) for pile in source.piles]
        for key in keys:
            if key in self.unseen:
                hand: Any = self.unseen[key]
                return hand
        return sum([code_of(self.game, source.coder, self.piles.get(key, ())) for key in keys])

    def owner(self, pile: str, seat: int) -> int:
        """The owner of the pile that a seat's rules look at under this name: the seat itself, or the table."""
        return seat if self.game.piles[pile].to is Place.SEAT else TABLE


def codes_of(game: Game, coder: Coder) -> tuple[Code, ...]:
    """The code of every face under a coder, computed once for each game."""
    tables: dict[Coder, tuple[Code, ...]] = game.__dict__.setdefault("_code_tables", {})
    if coder not in tables:
        tables[coder] = game.code_table(coder)
    return tables[coder]


def code_of(game: Game, coder: Coder, cards: tuple[Card, ...]) -> Code:
    """The code of some cards together: the sum of their codes."""
    codes = codes_of(game, coder)
    return sum([codes[card] for card in cards])


def script(game: Game, state: State) -> Generator[Need | Shown, Event]:
    """Plays one round: asks for all it needs, in order, and writes the answers into `state`.

    A wrong answer raises, and the generator cannot be used again; nothing else is changed.
    """
    bets = yield NeedBets()
    if not isinstance(bets, Bets):
        raise TurnError("the round has not begun: it waits for bets", "not-begun")
    check_bets(game, bets.by_seat)
    state.bets = {seat: dict(bets.by_seat[seat]) for seat in sorted(bets.by_seat)}
    state.log.append(bets)
    for step in game.steps:
        if isinstance(step, Choose):
            yield from _choose(step, state)
            continue
        owners = state.seats() if game.piles[step.pile].to is Place.SEAT else (TABLE,)
        for seat in owners:
            if not state.holds(step.when, seat):
                continue
            if isinstance(step, Deal):
                _take(step, seat, (yield NeedCards(step.pile, seat, step.count)), state)
            elif (step.pile, seat) in state.piles and (step.pile, seat) not in state.shown:
                state.shown.add((step.pile, seat))
                state.log.append(Shown(step.pile, seat))
                yield Shown(step.pile, seat)


def _take(step: Deal, seat: int, answer: Event, state: State) -> None:
    """Puts dealt cards on their pile, after checking that they can be dealt there."""
    if isinstance(answer, Unseen) and (answer.pile, answer.seat) == (step.pile, seat) and step.to is not Place.SEAT:
        sentence = f"{pile_text(step.pile, seat)} is dealt {plural(step.count, 'card')} in this round; none given"
        state.unseen[step.pile, seat] = UnseenHand(step.pile, seat, step.count, sentence)
        return
    if not isinstance(answer, Dealt) or (answer.pile, answer.seat) != (step.pile, seat):
        raise TurnError(
            f"the round waits for cards for {pile_text(step.pile, seat)}, not for {event_text(answer)}", "other"
        )
    check_count(step, seat, answer.cards)
    state.game.deck.check(answer.cards, state.gone)
    state.gone.update(answer.cards)
    state.piles[step.pile, seat] = answer.cards
    state.log.append(answer)


def check_count(step: Deal, seat: int, cards: tuple[Card, ...]) -> None:
    """Refuses more or fewer cards than a pile takes."""
    if len(cards) != step.count:
        raise CardError(
            f"{pile_text(step.pile, seat)} takes {plural(step.count, 'card')}; {len(cards)} given"
            + (f": {cards_text(cards)}" if cards else ""),
            "count",
        )


def _choose(step: Choose, state: State) -> Generator[Need, Event]:
    """Asks every seat the step concerns, and takes their answers in any order."""
    waiting = {seat: legal_options(step, seat, state) for seat in state.seats() if state.holds(step.when, seat)}
    while waiting:
        answer = yield NeedChoice(step.name, dict(waiting))
        if not isinstance(answer, Chose) or answer.name != step.name:
            raise TurnError(f"the round waits for the choice {step.name}, not for {event_text(answer)}", "other")
        if answer.seat not in waiting:
            raise TurnError(
                f"seat {answer.seat} is not asked for {step.name} now; seat {one_of(sorted(waiting))} is", "not-asked"
            )
        legal = waiting[answer.seat]
        if answer.option not in legal:
            allowed = one_of(option_name(step, each) for each in legal)
            raise ChoiceError(
                f"{step.name} cannot be {option_name(step, answer.option)} here: it may be {allowed}", "illegal"
            )
        del waiting[answer.seat]
        state.legal[step.name, answer.seat] = legal
        state.choices[step.name, answer.seat] = answer.option
        state.log.append(answer)


def option_cards(option: Answer) -> tuple[Card, ...]:
    """The cards that an option of a card choice names."""
    return (option,) if isinstance(option, int) else option


def legal_options(step: Choose, seat: int, state: State) -> tuple[Answer, ...]:
    """The options a seat may choose now: of an enum, or every different card, or set of cards, in the order dealt."""
    options: tuple[Answer, ...]
    if isinstance(step.options, Cards):
        key = step.options.pile, state.owner(step.options.pile, seat)
        if key in state.unseen:
            state.unseen[key].look()
        held = state.piles.get(key, ())
        count = step.options.count
        sets: Any = held if count == 1 else (tuple(sorted(each)) for each in combinations(held, count))
        options = tuple(dict.fromkeys(sets))
    else:
        options = tuple(int(each) for each in step.options)
    if step.legal is not None:
        rule = step.legal
        options = tuple(
            option for option in options if state.answer(rule, seat, **{step.name: _as_seen(step, option, state.game)})
        )
    if not options:
        raise GameError(f"{state.game.name}: {step.name} has no legal option for seat {seat}")
    return options


def _as_seen(step: Choose, option: Answer, game: Game) -> int:
    """An option as the choice's legal rule sees it: cards through their codes."""
    sources = game.bound[step.legal].sources if step.legal else ()
    coder = next((source.coder for source in sources if source.name == step.name and source.coder), None)
    number = option if isinstance(option, int) else 0
    return code_of(game, coder, option_cards(option)) if coder else number


def check_bets(game: Game, by_seat: Mapping[int, Stakes]) -> None:
    """Refuses bets that the game does not take: a wrong seat, wager, amount or combination."""
    if not by_seat:
        raise BetError("nobody has bet", "nobody")
    for seat, stakes in by_seat.items():
        if type(seat) is not int or not 1 <= seat <= game.seats:
            raise TurnError(f"no seat {seat!r}: {game.name} has seats 1 to {game.seats}", "no-seat")
        for name, amount in stakes.items():
            _check_amount(game, name, amount)
        for wager in game.wagers:
            if wager.required and wager.name not in stakes and wager.unless not in stakes:
                either = one_of(game.known_as(each) for each in (wager.name, wager.unless) if each)
                raise BetError(f"{either} must be bet", "required")
            if wager.name not in stakes:
                continue
            amount, stake = stakes[wager.name], wager.stake
            named = game.known_as(wager.name)
            if wager.needs and wager.needs not in stakes:
                raise BetError(f"{named} can only be bet together with {game.known_as(wager.needs)}", "needs")
            if isinstance(stake, Equal) and amount != stakes.get(stake.to, 0):
                other = dollars(stakes.get(stake.to, 0))
                raise BetError(
                    f"{named} {dollars(amount)} must equal {game.known_as(stake.to)}, which is {other}", "unequal"
                )
            if isinstance(stake, Fixed) and amount != stake.cents:
                raise BetError(f"{named} {dollars(amount)}: this bet is {dollars(stake.cents)} exactly", "fixed")


def _check_amount(game: Game, name: str, amount: object) -> None:
    if name not in game.wager:
        raise unknown_wager(game, name)
    if isinstance(game.wager[name].stake, Chosen):
        told = dollars(amount) if type(amount) is int else repr(amount)
        raise BetError(f"{name} {told} is placed by choosing it, not bet before the deal", "by-choosing")
    if type(amount) is not int:
        raise BetError(f"{name} {amount!r}: a bet is whole cents", "not-cents")
    if amount <= 0:
        raise BetError(f"{name} {dollars(amount)}: a bet must be more than 0.00", "not-positive")


def option_text(choice: Choose, option: Answer) -> str:
    """An option as text: its name, or the cards."""
    if isinstance(choice.options, Cards):
        return cards_text(option_cards(option))
    names = {int(each): each.name for each in choice.options}
    return names.get(option, str(option)) if isinstance(option, int) else str(option)


def option_name(choice: Choose, option: Answer) -> str:
    """An option as users type it: `let-it-ride`, or the cards."""
    text = option_text(choice, option)
    return text if isinstance(choice.options, Cards) else text.lower().replace("_", "-")


def cards_words(cards: Cards, pile: str) -> str:
    """`one card of player`, or `2 cards of player`; `pile` is what the pile is called."""
    return f"one card of {pile}" if cards.count == 1 else f"{cards.count} cards of {pile}"


def parse_option(choice: Choose, text: str) -> Answer:
    """The option a text names, in any case; several cards may come in any order."""
    if isinstance(choice.options, Cards):
        count = choice.options.count
        try:
            cards = parse_cards(text)
        except FormatError as error:
            raise ChoiceError(f"{choice.name}: {error}", "unknown-option") from None
        if len(cards) != count:
            raise ChoiceError(f"{choice.name}: {text.strip()!r} must be {plural(count, 'card')}", "unknown-option")
        return cards[0] if count == 1 else tuple(sorted(cards))
    for each in choice.options:
        if each.name == text.strip().upper().replace("-", "_"):
            return int(each)
    names = (option_name(choice, int(each)) for each in choice.options)
    raise ChoiceError(f"{choice.name}: {unknown('option', text.strip(), names)}", "unknown-option")


def pile_text(pile: str, seat: int) -> str:
    """`dealer`, or `player of seat 2`."""
    return pile if seat == TABLE else f"{pile} of seat {seat}"


def event_text(event: Event) -> str:
    """An event in a few words, for errors."""
    if isinstance(event, Bets):
        return "bets"
    if isinstance(event, Dealt | Unseen):
        return f"cards for {pile_text(event.pile, event.seat)}"
    return f"the choice {event.name} of seat {event.seat}" if isinstance(event, Chose) else repr(event)
