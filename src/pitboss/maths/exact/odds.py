"""Odds from given cards: the exact probability of every outcome of every bet, for each answer to the choice asked.

Where the deals to come are few, they are enumerated, and the joint result of all bets is known too. So it is in staged
games, whose sweeps count what is left to deal. A game with a solver of its own has too many. Its advice is linear in
the pays, so one question with every outcome priced at another power of a number larger than the count of deals reads
all probabilities off the digits of the answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

from pitboss.core.cards import Card
from pitboss.core.errors import GameError
from pitboss.core.game import Answer, Choose, Fixed, Game
from pitboss.core.pays import Odds as Multiple
from pitboss.core.stakes import stakes_after
from pitboss.core.wagers import Line, Wager
from pitboss.maths.exact.advise import asked_choice
from pitboss.maths.exact.decide import piles_seen
from pitboss.maths.exact.enumerate import Piles
from pitboss.maths.exact.rest import Made, bytes_ahead, tallies_ahead
from pitboss.maths.exact.solver import Staged, analysed, deciding, solver_of
from pitboss.maths.exact.staged import advice as staged
from pitboss.maths.tally.tally import NOT_PLACED, Staked, Tally, added_up, first_stakes, nets

MOST_BYTES = 100_000_000
"""The memory of deals to come that are enumerated: about a second of work."""
LineOdds = Mapping[tuple[str, int], Mapping[int, Fraction]]
"""The probability of every outcome, by wager and line; a wager that is not placed has no outcome."""


@dataclass(frozen=True)
class Odds:
    """How the bets of a round end from here."""

    lines: LineOdds
    nets: Mapping[Fraction, Fraction] | None
    """The probability of every net result in dollars of all bets together, the highest first; None where only single
    bets could be counted, or no bet was given."""

    @property
    def win(self) -> Fraction | None:
        """The probability of a net win of all bets together."""
        if self.nets is None:
            return None
        return sum((chance for net, chance in self.nets.items() if net > 0), Fraction(0))


def odds_ahead(
    game: Game, known: Piles, seen: tuple[Card, ...], bets: Mapping[str, int] | None, chosen: Made, is_asked: bool
) -> dict[Answer | None, Odds]:
    """The odds of the rest of a round, by answer to the choice that is asked; under None where none is asked now.

    `known` holds every pile that is given, `chosen` the choices made. Choices to come are played best.
    """
    asked = asked_choice(game, known, chosen) if is_asked else None
    stakes, (_, names) = first_stakes(game, bets), deciding(game, bets)
    if not known and not seen and not chosen and len(game.choices) <= 1:
        return {None: _of_tally(game, analysed(game).tally, stakes, bets)}
    if bytes_ahead(game, known, seen, chosen) <= MOST_BYTES:
        tallies = tallies_ahead(game, known, seen, chosen, asked, stakes, names)
        return {option: _of_tally(game, tally, stakes, bets) for option, tally in tallies.items()}
    found = _staged_tallies(game, known, seen, chosen, asked, stakes, names)
    if found:
        return {option: _of_tally(game, tally, stakes, bets) for option, tally in found.items()}
    return _by_pricing(game, known, seen, chosen, asked)


def _staged_tallies(
    game: Game,
    known: Piles,
    seen: tuple[Card, ...],
    chosen: Made,
    asked: Choose | None,
    stakes: Staked,
    names: tuple[str, ...],
) -> Mapping[Answer | None, Tally]:
    """The tallies of the rest of a staged round, by answer to the choice asked; none where sweeps cannot count it."""
    choice = staged.choice_at(game, known) if isinstance(solver_of(game), Staged) else ""
    if not choice or not (asked or chosen) or not staged.is_quick(game, choice, known, seen):
        return {}
    if asked:
        return {**staged.tallies_ahead(game, asked.name, known, seen, chosen, stakes, names)}
    tally = staged.tally_after(game, choice, known, seen, chosen, stakes, names)
    return {None: tally} if tally else {}


def _of_tally(game: Game, tally: Tally, stakes: Staked, bets: Mapping[str, int] | None) -> Odds:
    """The odds that a tally counts."""
    lines: dict[tuple[str, int], dict[int, Fraction]] = {}
    for wager, number in tally.lines:
        place = len(tally.choices) + number
        weights = added_up((cell[place], weight) for cell, weight in tally.onto((wager,)).items())
        weights.pop(NOT_PLACED, None)
        lines[wager, number] = {outcome: Fraction(weight, tally.total) for outcome, weight in sorted(weights.items())}
    if not bets:
        return Odds(lines, None)
    sums: dict[Fraction, int] = {}
    for (net, _), weight in nets(game, tally, tuple(game.wager), stakes).items():
        sums[net] = sums.get(net, 0) + weight
    return Odds(lines, {net: Fraction(sums[net], tally.total) for net in sorted(sums, reverse=True)})


def _by_pricing(
    game: Game, known: Piles, seen: tuple[Card, ...], chosen: Made, asked: Choose | None
) -> dict[Answer | None, Odds]:
    """The odds of single bets from the advice of the game's solver with a price of its own on every outcome.

    That is done at the last choice alone: those to come would be played best for these prices.
    """
    last = next(reversed(list(game.choices.values())), None)
    choice = asked or last
    is_here = choice is not None and choice == last and set(known) == set(piles_seen(game, choice))
    if choice is None or not is_here or (asked is None and choice.name not in chosen):
        given = "these cards" if known or seen else "no card"
        why = f"the odds from {given} on cannot be counted: there are too many deals"
        raise GameError(f"{game.name}: {why}", "no-solver")
    deals = _deals_left(game, known, seen)
    stakes = {wager.name: Fraction(1) if stake else stake for wager, stake in _first(game)}
    base = deals * _most_times(game) + 1
    places = {key: place for place, key in enumerate(_outcomes(game))}
    priced = _priced(game, {key: base**place for key, place in places.items()})
    advise: Any = solver_of(game).advise
    before = {name: answer for name, answer in chosen.items() if name != choice.name}
    values = advise(priced, known, seen, stakes, tuple(game.wager), *((before,) if len(game.choices) > 1 else ()))
    found: dict[Answer | None, Odds] = {}
    for option, value in values.items():
        if asked is None and option != chosen[choice.name]:
            continue
        staked, digits = (
            stakes_after(game, stakes, {**before, choice.name: option}),
            _digits(_whole(game, value * deals), base),
        )
        lines: dict[tuple[str, int], dict[int, Fraction]] = {}
        for (wager, line, outcome), place in places.items():
            ends = lines.setdefault((wager, line), {})
            if digits.get(place):
                ends[outcome] = digits[place] / (staked[wager] * deals)
        found[option if asked else None] = Odds(lines, None)
    return found


def _first(game: Game) -> list[tuple[Wager, Fraction]]:
    stakes = first_stakes(game)
    return [(wager, stakes[wager.name]) for wager in game.wagers]


def _deals_left(game: Game, known: Piles, seen: tuple[Card, ...]) -> int:
    """The number of ways to deal every pile that is not known, one pile after the other."""
    left, deals = len(game.deck) - len(seen) - sum(map(len, known.values())), 1
    for name, deal in game.piles.items():
        if name not in known:
            deals *= comb(left, deal.count)
            left -= deal.count
    return deals


def _most_times(game: Game) -> int:
    """The most units that a choice of the game can put on one wager."""
    raises = (raised.times for choice in game.choices.values() for raised in choice.raises.values())
    return 1 + sum(abs(times) for times in raises)


def _outcomes(game: Game) -> list[tuple[str, int, int]]:
    """Every outcome of every line of every wager."""
    return [
        (wager.name, place, outcome)
        for wager in game.wagers
        for place, line in enumerate(wager.lines)
        for outcome in sorted(line.pays.pays)
    ]


def _priced(game: Game, prices: Mapping[tuple[str, int, int], int]) -> Game:
    """The game with these prices to one, without commission, and with every stake returned."""

    def line_at(wager: Wager, place: int, line: Line) -> Line:
        pays = {outcome: Multiple(Fraction(prices[wager.name, place, outcome])) for outcome in line.pays.pays}
        return replace(line, pays=replace(line.pays, pays=pays))

    def wager_at(wager: Wager) -> Wager:
        lines = tuple(line_at(wager, place, line) for place, line in enumerate(wager.lines))
        stake = replace(wager.stake, kept=False) if isinstance(wager.stake, Fixed) else wager.stake
        return replace(wager, lines=lines, stake=stake, commission=Fraction(0))

    return replace(game, wagers=tuple(map(wager_at, game.wagers)))


def _whole(game: Game, value: Fraction) -> int:
    """A value summed over all deals, which is whole; any other comes of a solver that counts deals of another kind."""
    if value.denominator != 1 or value < 0:
        raise GameError(f"{game.name}: its solver's values are not counts of deals, so they tell no odds", "no-solver")
    return value.numerator


def _digits(number: int, base: int) -> dict[int, Fraction]:
    """The digits of a whole number in a base, by their places."""
    digits, place = {}, 0
    while number:
        number, digit = divmod(number, base)
        digits[place] = Fraction(digit)
        place += 1
    return digits
