"""Money in play: stakes after raises, the pay of a line on a stake, and the most that a seat can still owe.

Every amount may be whole cents, as at a table, or a fraction of a unit, as in a tally. `cent` says how much of the unit
a cent is: 1 at a table, 1/100 where the unit is a dollar.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil, lcm
from typing import TypeAlias, TypeVar

from pitboss.core.errors import BetError, FormatError, unknown
from pitboss.core.game import Answer, Game
from pitboss.core.money import AMOUNT, cents
from pitboss.core.pays import Meter, Odds, Pay
from pitboss.core.wagers import Chosen, Equal, Fixed, Free, Wager

Amount = TypeVar("Amount", int, Fraction)
MeterPays: TypeAlias = Callable[[int], int | Fraction]
"""The amount that the meter of this number pays."""
MOST_KEPT = 1000
"""How many bets a game remembers the most they can owe of."""


def read_stakes(game: Game, text: str) -> dict[str, int]:
    """The bets that a text names by id or label, in cents: `ante 5 blind 5.00`, `Slap Shot=$5, Hat Trick=1`.

    An amount without a name before it, in first place, is for the first wager.
    """
    words = [word for word in (each.strip(",") for each in text.replace("=", " ").split()) if word]
    stakes: dict[str, int] = {}
    place = 0
    while place < len(words):
        name, size = _named_first(game, words[place:])
        if not size and stakes:
            raise FormatError(f"{words[place]!r}: write the name of a bet before its amount")
        if place + size >= len(words):
            raise FormatError(f"{name} has no amount; write WAGER AMOUNT")
        if name in stakes:
            raise BetError(f"{name} is named twice", "twice")
        stakes[name] = cents(words[place + size])
        place += size + 1
    return stakes


def _named_first(game: Game, words: list[str]) -> tuple[str, int]:
    """The wager that the first words name and the number of those words, 0 where an amount comes first."""
    known = {size: game.wager_named(" ".join(words[:size])) for size in range(1, len(words) + 1)}
    named = [(name, size) for size, name in known.items() if name]
    # The longest name wins: "9 Card Bonus 5" begins with what could be an amount, and one name may begin another.
    for name, size in reversed(named):
        if size < len(words) and AMOUNT.fullmatch(words[size]):
            return name, size
    if named:
        return named[0]
    if AMOUNT.fullmatch(words[0]):
        return next(wager.name for wager in game.wagers if isinstance(wager.stake, Free)), 0
    raise unknown_wager(game, words[0])


def unknown_wager(game: Game, text: str) -> BetError:
    """The error on a text that names no wager: it lists those that can be bet before the deal."""
    names = [wager.name for wager in game.wagers if not isinstance(wager.stake, Chosen)]
    known = (*names, *map(game.label, names))
    return BetError(unknown("wager", text, known, map(game.known_as, names)), "unknown-wager")


def equal_filled_in(game: Game, bets: Mapping[str, int]) -> dict[str, int]:
    """Bets together with every required wager that must equal one of them."""
    filled = dict(bets)
    for wager in game.wagers:
        if wager.required and isinstance(wager.stake, Equal) and wager.stake.to in filled:
            filled.setdefault(wager.name, filled[wager.stake.to])
    return filled


def raised_by(game: Game, first: Mapping[str, Amount], name: str, option: Answer) -> dict[str, Amount]:
    """The amounts that one option of a choice adds, by wager; an amount is negative where a stake is taken back."""
    raised = game.choices[name].raises.get(option) if isinstance(option, int) else None
    if raised is None or not first.get(raised.of):
        return {}
    return {raised.wager: raised.times * first[raised.of]}


def default_option(game: Game, first: Mapping[str, int], name: str, legal: Iterable[Answer]) -> Answer:
    """The answer of a player who gives none (ruling G8): the legal option that adds least money, or the first such."""
    return min(legal, key=lambda option: sum(raised_by(game, first, name, option).values()))


def placing_options(game: Game, wager: str) -> list[tuple[str, int]]:
    """The options, by choice, that put money on a wager in mid-round."""
    return [
        (name, option)
        for name, choice in game.choices.items()
        for option, raised in choice.raises.items()
        if raised.wager == wager
    ]


def stakes_after(game: Game, first: Mapping[str, Amount], chosen: Mapping[str, Answer]) -> dict[str, Amount]:
    """The stakes by wager after these choices, given the stakes placed before the deal."""
    after = dict(first)
    for name, option in chosen.items():
        for wager, more in raised_by(game, first, name, option).items():
            after[wager] = after[wager] + more if wager in after else more
    return after


def gross(pay: Pay, stake: int | Fraction, award: MeterPays, cent: int | Fraction = 1) -> int | Fraction:
    """The win on a stake before commission; negative for a loss."""
    if isinstance(pay, Odds):
        if type(stake) is int and not stake % pay.net.denominator:  # At a table; whole numbers are ten times as fast.
            return pay.net.numerator * (stake // pay.net.denominator)
        return pay.net * stake
    return Fraction(award(pay.number) if isinstance(pay, Meter) else pay.cents * cent)


def commission(won: int | Fraction, rate: Fraction) -> int | Fraction:
    """The house's share of what a line won."""
    return won * rate if rate and won > 0 else 0


def cleared(pay: Pay, stake: int | Fraction, rate: Fraction, award: MeterPays, cent: int | Fraction = 1) -> Fraction:
    """The win on a stake after commission at this rate; negative for a loss."""
    won = gross(pay, stake, award, cent)
    return Fraction(won - commission(won, rate))


def net(
    wager: Wager, place: int, outcome: int, stake: int | Fraction, award: MeterPays, cent: int | Fraction = 1
) -> Fraction:
    """The net result of one line on a stake: its pay, less commission, less a stake that the house keeps."""
    won = cleared(wager.lines[place].pays[outcome], stake, wager.commission, award, cent)
    return won - stake if place == 0 and wager.is_kept else won


def pays_meters(wager: Wager) -> bool:
    """Whether a wager can win a progressive meter."""
    return any(isinstance(pay, Meter) for line in wager.lines for pay in line.pays.pays.values())


def with_seeded_meters(game: Game, wagers: Iterable[str]) -> Game:
    """A game with its meters at their seeds, if none of these wagers can win one; else the game as it is.

    Results that do not depend on a meter can then be shared by all amounts that it shows.
    """
    if not game.meters or any(pays_meters(game.wager[name]) for name in wagers):
        return game
    return game.with_meters(tuple(replace(meter, amount_cents=meter.seed_cents) for meter in game.meters))


def smallest_step(wager: Wager) -> int:
    """The fewest cents of which every multiple is paid, and commissioned, in whole cents."""
    odds = [pay.net for line in wager.lines for pay in line.pays.pays.values() if isinstance(pay, Odds)]
    taken = [max(each, 0) * wager.commission for each in odds] if wager.commission else []
    return lcm(*(each.denominator for each in (*odds, *taken)))


def smallest_table_step(game: Game) -> int:
    """The smallest chip step at which no legal bet can pay a fraction of a cent."""
    return lcm(*(smallest_step(wager) for wager in game.wagers if not isinstance(wager.stake, Fixed)))


def most_owed(game: Game, stakes: Mapping[str, int]) -> int:
    """The most cents that bets can come to owe beyond their stakes, such as a tax above the dollar placed for it.

    The lines of a wager add up, so each is taken at its worst, whether or not those results can occur together.
    """
    return sum(_owed(game, name, stake) for name, stake in stakes.items())


def _owed(game: Game, name: str, stake: int) -> int:
    """The most that one bet can come to owe beyond its stake; kept with the game, since players repeat their bets."""
    known: dict[tuple[str, int], int] = game.__dict__.setdefault("_most_owed", {})
    if (name, stake) not in known:
        wager = game.wager[name]
        worst = sum(
            min(net(wager, place, outcome, stake, lambda number: 0) for outcome in line.pays.pays)
            for place, line in enumerate(wager.lines)
        )
        if len(known) >= MOST_KEPT:
            known.clear()
        known[name, stake] = max(0, ceil(-worst) - stake)
    return known[name, stake]


def least_stake(game: Game, step_cents: int) -> int:
    """The smallest total stake, in cents, that a seat can play a round with."""
    required = [wager for wager in game.wagers if wager.required and not isinstance(wager.stake, Chosen)]
    return sum(each.stake.cents if isinstance(each.stake, Fixed) else step_cents for each in required)
