"""The option taken with every hand: by a named strategy, or the one that is worth most.

The best strategy is backward induction with one decision: every option of every deal is followed, and for each hand the
player can hold, the option with the highest expected net is kept. Ties go to the option that is best for the main
wagers, where the question was about others, and then to the first option, which stakes less.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.errors import GameError
from pitboss.core.game import Answer, Cards, Choose, Game, Source, SourceKind, Strategy
from pitboss.core.stakes import stakes_after
from pitboss.maths.exact.enumerate import Deals, Enumeration, Piles, outcome_columns
from pitboss.maths.exact.sums import added, numbered
from pitboss.maths.tally.tally import NOT_PLACED, Staked, Tally, line_net, tally_columns


def only_choice(game: Game) -> Choose:
    """The choice of a game with exactly one; refuses any other game, because its best play cannot be computed."""
    if len(game.choices) != 1:
        asked = f"{game.name} asks for {len(game.choices)} choices in a round"
        raise GameError(f"{asked}; the best play is worked out for one choice", "no-solver")
    (choice,) = game.choices.values()
    return choice


def exact(game: Game, strategy: Strategy) -> Tally:
    """The tally of a game under a named strategy; refuses a strategy that makes an illegal choice."""
    bounds = {name: game.bind(strategy.rules[name], strategy.constants) for name in game.choices}
    coders = [source.coder for bound in bounds.values() for source in bound.sources if source.coder]
    enumeration = Enumeration(game, also=coders)
    deals = enumeration.deals()
    keep = np.ones(len(deals), dtype=bool)
    for name, choice in game.choices.items():
        wanted = enumeration.answers(strategy.rules[name], deals, bounds[name])
        made = deals.choices[name]
        if isinstance(choice.options, Cards):
            coder = next(source.coder for source in bounds[name].sources if source.coder)
            made = enumeration.argument(Source(SourceKind.CARD, name, coder), deals)
        keep &= (deals.choices[name] == NOT_PLACED) | (made == wanted)
    check_one_answer(enumeration, deals, keep)
    check_weight(enumeration, deals, keep, f"the strategy {strategy.name} chooses what the rules forbid")
    return tallied(game, deals, outcome_columns(enumeration, deals), keep)


def check_one_answer(enumeration: Enumeration, deals: Deals, keep: np.ndarray) -> None:
    """Refuses a strategy whose answer matches several sets of cards in a hand, because deals would count twice."""
    for name, choice in enumeration.game.choices.items():
        if not isinstance(choice.options, Cards):
            continue  # An option is one number, so an answer matches at most one.
        asked = keep & (deals.choices[name] != NOT_PLACED)
        others = [column for other, column in deals.choices.items() if other != name]
        hand = [column[asked] for column in (*hand_columns(enumeration, deals, choice), *others)]
        if len(numbered(hand)[0]) != len(numbered([*hand, deals.choices[name][asked]])[0]):
            raise GameError(
                f"{enumeration.game.name}: the strategy's answer fits several cards that other rules tell apart; "
                "give it a code that tells them apart, too",
                "illegal-choice",
            )


def check_weight(enumeration: Enumeration, deals: Deals, keep: np.ndarray, lost: str) -> None:
    """Refuses play that drops deals; `lost` is the reason for the message.

    `check_one_answer` ensures that no deal is kept twice, so equal totals mean that every deal is kept once.
    """
    kept, total = int(deals.weight[keep].sum()), enumeration.total
    if kept != total:
        raise GameError(f"{enumeration.game.name}: {lost} in {total - kept:,} of {total:,} deals", "illegal-choice")


def hand_columns(enumeration: Enumeration, deals: Deals, choice: Choose) -> list[np.ndarray]:
    """The hand at a choice as columns: each pile in each code; for a choice of cards also the number of each kind."""
    sources = [Source(SourceKind.PILE, pile, coder, (pile,)) for pile in choice.sees for coder in enumeration.coders]
    columns = [enumeration.argument(source, deals) for source in sources]
    if isinstance(choice.options, Cards):  # Sums of codes may not determine which cards can be named.
        columns += list(deals.held[choice.options.pile].T.astype(np.int64))
    return columns


@dataclass(frozen=True)
class Solution:
    """The best strategy: its tally, and the value of every option for every hand the player can hold."""

    tally: Tally
    values: Mapping[tuple[int, ...], Mapping[Answer, Fraction]]
    """By hand, as `hand_columns` describes it: the value of each option."""
    weights: Mapping[tuple[int, ...], int]


def best_strategy(
    game: Game, stakes: Staked, names: tuple[str, ...], known: Piles | None = None, seen: Iterable[Card] = ()
) -> Solution:
    """The strategy that maximises the net of these wagers together; `in_turn` says how ties are broken."""
    choice = only_choice(game) if game.choices else None
    enumeration = Enumeration(game, known, seen)
    deals = enumeration.deals()
    columns = outcome_columns(enumeration, deals)
    if choice is None:
        return Solution(tallied(game, deals, columns, np.ones(len(deals), dtype=bool)), {}, {})
    hands, hand_of = numbered(hand_columns(enumeration, deals, choice))
    cells, cell_of = numbered(cell_columns(game, deals, columns))
    worths = cell_worths(game, cells, stakes, names)
    sums = summed(hand_of, deals.choices[choice.name], cell_of, deals.weight, worths)
    means = [{option: [net / weight for net in nets] for option, (weight, *nets) in each.items()} for each in sums]
    # The same hand may be asked or not, depending on unseen cards; where it is not asked, nothing is chosen.
    asked = [{option: nets for option, nets in each.items() if option != NOT_PLACED} for each in means]
    best = best_options(asked)
    made = deals.choices[choice.name]
    keep = (made == best[hand_of]) | (made == NOT_PLACED)
    if not known:
        check_weight(enumeration, deals, keep, f"{choice.name} has no legal option")
    weights = [
        int(entry.get(NOT_PLACED, (0, 0))[0] + max((entry[option][0] for option in each), default=0))
        for entry, each in zip(sums, asked, strict=True)
    ]
    values = [{enumeration.option(choice.name, option): nets[0] for option, nets in each.items()} for each in means]
    by_hand = dict(zip(hands, values, strict=True)), dict(zip(hands, weights, strict=True))
    return Solution(tallied(game, deals, columns, keep), *by_hand)


def cell_worths(
    game: Game, cells: Sequence[tuple[int, ...]], stakes: Staked, names: tuple[str, ...]
) -> list[list[Fraction]]:
    """The net of every cell of a tally, for each aim of the best play in turn."""
    return [[cell_net(game, cell, stakes, aim) for cell in cells] for aim in in_turn(game, names)]


def summed(
    hand_of: np.ndarray, made: np.ndarray, cell_of: np.ndarray, weight: np.ndarray, worths: list[list[Fraction]]
) -> list[dict[int, list[Fraction]]]:
    """For each hand, by option: its weight, then its weighted net for every aim."""
    groups, group_of = numbered([hand_of, made, cell_of])
    sums: list[dict[int, list[Fraction]]] = [{} for _ in range(int(hand_of.max(initial=-1)) + 1)]
    for (hand, option, cell), count in zip(groups, added(group_of, weight, len(groups)), strict=True):
        entry = sums[hand].setdefault(option, [Fraction(0)] * (1 + len(worths)))
        entry[0] += count
        for place, worth in enumerate(worths, 1):
            entry[place] += count * worth[cell]
    return sums


def best_options(means: Sequence[Mapping[int, list[Fraction]]]) -> np.ndarray:
    """The option taken with each hand, given the mean net of every option for each aim.

    It is the lexicographic maximum over the aims; of equal options the lower number, which stakes less.
    """
    return np.array([max(each, key=lambda option: (each[option], -option), default=NOT_PLACED) for each in means])


def in_turn(game: Game, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The aims of a best play, the first one decisive: these wagers together, then the main wagers together.

    There is no second aim when `names` includes all main wagers.
    """
    return [names] if set(game.main_wagers) <= set(names) else [names, game.main_wagers]


def cell_columns(game: Game, deals: Deals, columns: list[np.ndarray]) -> list[np.ndarray]:
    """The columns that make up a tally's cells."""
    return [*(deals.choices[name] for name in tally_columns(game)[0]), *columns]


def tallied(game: Game, deals: Deals, columns: list[np.ndarray], keep: np.ndarray) -> Tally:
    """The tally of the kept rows."""
    cells, numbers = numbered([column[keep] for column in cell_columns(game, deals, columns)])
    return Tally(*tally_columns(game), dict(zip(cells, added(numbers, deals.weight[keep], len(cells)), strict=True)))


def cell_net(game: Game, cell: tuple[int, ...], stakes: Staked, names: tuple[str, ...]) -> Fraction:
    """The net of these wagers together in one cell of a tally."""
    choices, lines = tally_columns(game)
    after = stakes_after(game, stakes, dict(zip(choices, cell, strict=False)))
    ended = zip(lines, cell[len(choices) :], strict=True)
    nets = (line_net(game, game.wager[name], line, end, after[name]) for (name, line), end in ended if name in names)
    return sum(nets, Fraction(0))
