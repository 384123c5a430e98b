"""The option taken with every hand: by a named strategy, or the one that is worth most.

The best strategy is backward induction: every option of every choice is followed in every deal, and from the last
choice to the first, the option with the highest expected net is kept for each hand. A hand at a choice is what it and
the choices before it see, and what was chosen there, so that a player forgets nothing. Ties go to the option that is
best for the main wagers, where the question was about others, and then to the one that stakes more, as in published
analyses.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.errors import GameError, all_of, one_of
from pitboss.core.game import Answer, Cards, Choose, Coder, Game, Source, SourceKind, Strategy
from pitboss.core.stakes import raised_by, stakes_after
from pitboss.maths.exact.enumerate import Deals, Enumeration, Piles, outcome_columns
from pitboss.maths.exact.sums import added, numbered
from pitboss.maths.tally.tally import NOT_PLACED, Staked, Tally, line_net, tally_columns


def only_choice(game: Game) -> Choose:
    """The choice of a game with exactly one; refuses any other game, where a choice must be named."""
    if len(game.choices) != 1:
        asked = f"{game.name} asks for {len(game.choices)} choices in a round"
        raise GameError(f"{asked}: {all_of(game.choices)}; name one" if game.choices else asked, "no-solver")
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
        hand = [column[asked] for column in (*seen_columns(enumeration, deals, choice), *others)]
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


def seen_columns(enumeration: Enumeration, deals: Deals, choice: Choose) -> list[np.ndarray]:
    """All that a seat knows at a choice, as columns: each pile seen by then in each code, and the earlier choices.

    For choices of cards there is also the number of each kind, because sums of codes may not determine which cards can
    be named.
    """
    game = enumeration.game
    sources = [Source(SourceKind.PILE, pile, coder, (pile,)) for pile, coder in seen_as(game, choice, enumeration)]
    columns = [enumeration.argument(source, deals) for source in sources]
    earlier = choices_before(game, choice)
    for each in (*earlier, choice):
        if isinstance(each.options, Cards):
            columns += list(deals.held[each.options.pile].T.astype(np.int64))
    return [*columns, *(deals.choices[each.name] for each in earlier)]


def seen_as(game: Game, choice: Choose, enumeration: Enumeration) -> list[tuple[str, Coder]]:
    """The piles seen when a choice is made, each in every code."""
    return [(pile, coder) for pile in piles_seen(game, choice) for coder in enumeration.coders]


def piles_seen(game: Game, choice: Choose) -> tuple[str, ...]:
    """The piles that a seat has seen when it makes a choice: those that this one and earlier ones see."""
    return tuple(dict.fromkeys(pile for each in (*choices_before(game, choice), choice) for pile in each.sees))


def choices_before(game: Game, choice: Choose) -> list[Choose]:
    """The choices of a round before this one, in their order."""
    order = list(game.choices.values())
    return order[: order.index(choice)]


@dataclass(frozen=True)
class Stage:
    """One choice, with every later one played best: what each option is worth with every hand."""

    choice: Choose
    hands: Sequence[tuple[int, ...]]
    """As `seen_columns` describes them."""
    hand_of: np.ndarray
    """The hand of every deal."""
    sums: Sequence[Mapping[int, Sequence[Fraction]]]
    """By hand and option, `NOT_PLACED` where the choice is not asked: the weight, then the weighted net by aim."""
    best: np.ndarray
    """The option taken with each hand."""
    later: np.ndarray
    """The deals in which every later choice is the best one."""

    @property
    def worths(self) -> list[dict[int, Fraction]]:
        """The mean net by option, for every hand; under `NOT_PLACED` where the choice is not asked."""
        return [{option: nets[1] / nets[0] for option, nets in each.items()} for each in self.sums]


class Induction:
    """Backward induction over the deals that an enumeration follows."""

    def __init__(self, enumeration: Enumeration, deals: Deals, stakes: Staked, names: tuple[str, ...]) -> None:
        self.enumeration, self.deals, self.stakes = enumeration, deals, stakes
        self.game = enumeration.game
        self.columns = outcome_columns(enumeration, deals)
        cells, self.cell_of = numbered(cell_columns(self.game, deals, self.columns))
        self.net_of_cell = cell_worths(self.game, cells, stakes, names)
        self.keep = np.ones(len(deals), dtype=bool)
        """The deals in which every choice decided so far is the best one."""

    def decide(self, choice: Choose) -> Stage:
        """Decides a choice, the later ones being decided, and keeps the deals in which it is played best."""
        deals, made, kept = self.deals, self.deals.choices[choice.name], self.keep
        hands, hand_of = numbered(seen_columns(self.enumeration, deals, choice))
        sums = summed(hand_of[kept], made[kept], self.cell_of[kept], deals.weight[kept], self.net_of_cell)
        sums += [{} for _ in range(len(hands) - len(sums))]
        # The same hand may be asked or not, depending on unseen cards; where it is not asked, nothing is chosen.
        means = [
            {option: [net / entry[0] for net in entry[1:]] for option, entry in hand.items() if option != NOT_PLACED}
            for hand in sums
        ]
        best = best_options(means, added_stakes(self.game, self.stakes, choice))
        self.keep = kept & self.taken(choice, hand_of, best)
        return Stage(choice, hands, hand_of, sums, best, kept)

    def taken(self, choice: Choose, hand_of: np.ndarray, best: np.ndarray) -> np.ndarray:
        """The deals in which a choice is the best one, or is not asked."""
        made = self.deals.choices[choice.name]
        return (made == best[hand_of]) | (made == NOT_PLACED)

    def reached(self, stages: Mapping[str, Stage], name: str) -> list[int]:
        """By hand of a stage: the weight of the deals in which it comes up after the best earlier choices."""
        stage, made, rows = stages[name], self.deals.choices[name], stages[name].later & True
        for other in stages.values():
            if other.choice.name == name:
                break
            rows &= self.taken(other.choice, other.hand_of, other.best)
        rows &= made != NOT_PLACED
        found, group_of = numbered([stage.hand_of[rows], made[rows]])
        weights = [0] * len(stage.hands)
        for (hand, _), weight in zip(found, added(group_of, self.deals.weight[rows], len(found)), strict=True):
            weights[hand] = max(weights[hand], weight)
        return weights


@dataclass(frozen=True)
class Solution:
    """The best strategy: its tally, and for each choice the value of every option for every hand."""

    tally: Tally
    stages: Mapping[str, Stage]
    """By choice, in their order."""
    reached: Mapping[str, Sequence[int]]
    """By choice and hand: the weight of the deals in which the choice comes up under the best earlier play."""
    enumeration: Enumeration

    def values(self, name: str) -> dict[tuple[int, ...], dict[Answer, Fraction]]:
        """By hand at a choice: the value of each option; under `NOT_PLACED` where the choice is not asked."""
        stage, option = self.stages[name], self.enumeration.option
        return {
            hand: {option(name, number): value for number, value in each.items()}
            for hand, each in zip(stage.hands, stage.worths, strict=True)
        }


def best_strategy(
    game: Game, stakes: Staked, names: tuple[str, ...], known: Piles | None = None, seen: Iterable[Card] = ()
) -> Solution:
    """The strategy that maximises the net of these wagers together; `in_turn` says how ties are broken."""
    enumeration = Enumeration(game, known, seen)
    deals = enumeration.deals()
    induction = Induction(enumeration, deals, stakes, names)
    stages = {}
    for choice in reversed(list(game.choices.values())):
        stages[choice.name] = induction.decide(choice)
    stages = dict(reversed(list(stages.items())))
    if not known and stages:
        check_weight(enumeration, deals, induction.keep, f"{one_of(stages)} has no legal option")
    reached = {name: induction.reached(stages, name) for name in stages}
    return Solution(tallied(game, deals, induction.columns, induction.keep), stages, reached, enumeration)


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


def best_options(means: Sequence[Mapping[int, list[Fraction]]], added: Mapping[int, Fraction]) -> np.ndarray:
    """The option taken with each hand, given the mean net of every option for each aim, and the stake that each adds.

    It is the lexicographic maximum over the aims; of equal options the one that stakes more, then the lower number.
    """
    none = Fraction(0)

    def key(option: int, nets: list[Fraction]) -> tuple[list[Fraction], Fraction, int]:
        return nets, added.get(option, none), -option

    return np.array([max(each, key=lambda option: key(option, each[option]), default=NOT_PLACED) for each in means])


def added_stakes(game: Game, stakes: Staked, choice: Choose) -> dict[int, Fraction]:
    """The stake that each option adds where it adds any; it is negative for an option that takes a bet back."""
    return {option: sum(raised_by(game, stakes, choice.name, option).values(), Fraction(0)) for option in choice.raises}


def options_in_order(game: Game, stakes: Staked, choice: Choose) -> list[int]:
    """The options of an enum in the order in which a tie falls: the one that stakes most first, then by number."""
    assert not isinstance(choice.options, Cards)
    added = added_stakes(game, stakes, choice)
    return sorted(map(int, choice.options), key=lambda option: (-added.get(option, Fraction(0)), option))


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
