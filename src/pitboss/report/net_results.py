"""The net-result table of an entry: every way it can end, with what was staked, what it nets and how often it comes.

The rows exclude each other and cover every deal, so that combinations x net, added up, is the expected value. The page,
the print, the workbook, CSV and JSON all print these rows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pitboss.core.errors import all_of
from pitboss.core.game import Cards, Game, Raise, Wager
from pitboss.core.pays import Meter, Odds, Pay
from pitboss.core.stakes import stakes_after
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.tally import NOT_PLACED, Figures, added_up, awards, line_net
from pitboss.report.deals import deals_for
from pitboss.report.format import MINUS, capitalized, decimal, pay_words, percent, shortest

NO_RAISE = None
"""The answer of a choice that changes no stake of the entry, whichever option it was."""
Chosen = tuple[int | None, ...]


@dataclass(frozen=True)
class Ending:
    """One row: the choices that changed a stake, the outcome of every line, and stakes and nets after them."""

    chosen: Chosen
    outcomes: tuple[int, ...]
    weight: int
    stakes: Mapping[str, Fraction]
    nets: tuple[Fraction, ...]

    @cached_property
    def net(self) -> Fraction:
        """The net result of all lines together."""
        return sum(self.nets, Fraction(0))


@dataclass(frozen=True)
class NetResults:
    """An entry of an analysis: one wager, or several that are reported as one, and every way it can end."""

    analysis: Analysis
    name: str

    @property
    def game(self) -> Game:
        return self.analysis.game

    @property
    def figures(self) -> Figures:
        return self.analysis.figures[self.name]

    @property
    def in_dollars(self) -> bool:
        """Whether nets are in dollars, and not in units of a bet."""
        return self.analysis.per(self.name) == DOLLARS

    @cached_property
    def wagers(self) -> tuple[Wager, ...]:
        return tuple(wager for wager in self.game.wagers if wager.name in self.analysis.entries[self.name])

    @cached_property
    def lines(self) -> tuple[tuple[Wager, int], ...]:
        """Every line of the wagers, by wager and number."""
        return tuple((wager, line) for wager in self.wagers for line in range(len(wager.lines)))

    @cached_property
    def raises(self) -> dict[tuple[str, int], Raise]:
        """The raises that choices make on the entry's wagers, by choice and option."""
        names = {wager.name for wager in self.wagers}
        return {
            (name, int(option)): raised
            for name in self.analysis.tally.choices
            for option, raised in self.game.choices[name].raises.items()
            if raised.wager in names
        }

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The choices that change a stake of the entry."""
        return tuple(dict.fromkeys(choice for choice, _ in self.raises))

    @cached_property
    def endings(self) -> tuple[Ending, ...]:
        """Every way the entry can end, the best outcomes first; options that raise nothing are counted together."""
        tally, first_line = self.analysis.tally, len(self.analysis.tally.choices)
        kept = [(name, tally.choices.index(name)) for name in self.choices]
        cells = (
            (tuple(self._raising(name, cell[place]) for name, place in kept), cell[first_line:], weight)
            for cell, weight in tally.onto(self.analysis.entries[self.name]).items()
        )
        sums = added_up(((chosen, self._in_play(chosen, outcomes)), weight) for chosen, outcomes, weight in cells)
        ended = [self._ending(*key, weight) for key, weight in sums.items() if weight]
        return tuple(sorted(ended, key=self._order))

    def _raising(self, choice: str, option: int) -> int | None:
        return option if (choice, option) in self.raises else NO_RAISE

    def _order(self, ending: Ending) -> tuple[object, ...]:
        places = [self._place(place, outcome) for place, outcome in enumerate(ending.outcomes)]
        return places, [(each is NO_RAISE, -(each or 0)) for each in ending.chosen]

    def _place(self, place: int, outcome: int) -> int:
        """The place of an outcome in its pay table, the best first; rounds without the bet come last."""
        wager, line = self.lines[place]
        order = list(wager.lines[line].pays.pays)
        return len(order) if outcome == NOT_PLACED else order.index(outcome)

    @cached_property
    def _stakes_after(self) -> dict[Chosen, Mapping[str, Fraction]]:
        """The stakes after each set of choices that has been asked for."""
        return {}

    def stakes_of(self, chosen: Chosen) -> Mapping[str, Fraction]:
        """The stakes of all wagers after these choices."""
        if chosen not in self._stakes_after:
            raised = {name: option for name, option in zip(self.choices, chosen, strict=True) if option is not NO_RAISE}
            self._stakes_after[chosen] = stakes_after(self.game, self.analysis.stakes, raised)
        return self._stakes_after[chosen]

    def _in_play(self, chosen: Chosen, outcomes: tuple[int, ...]) -> tuple[int, ...]:
        """The outcomes of all lines; a bet that was taken back counts as not placed, whatever the cards would give."""
        stakes = self.stakes_of(chosen)
        ended = zip(self.lines, outcomes, strict=True)
        return tuple(outcome if stakes[wager.name] else NOT_PLACED for (wager, _), outcome in ended)

    def _ending(self, chosen: Chosen, outcomes: tuple[int, ...], weight: int) -> Ending:
        stakes = self.stakes_of(chosen)
        nets = tuple(
            line_net(self.game, wager, line, outcome, stakes[wager.name])
            for (wager, line), outcome in zip(self.lines, outcomes, strict=True)
        )
        return Ending(chosen, outcomes, weight, stakes, nets)

    @cached_property
    def deals(self) -> int:
        """The number of equally likely deals that combinations are counted in.

        Only the piles that the wagers depend on are dealt, where every count is then whole; otherwise all piles are.
        """
        total = self.analysis.tally.total
        deals = deals_for(self.game, *(wager.name for wager in self.wagers))
        whole = deals <= total and all(each.weight * deals % total == 0 for each in self.endings)
        return deals if whole else total

    def combinations(self, weight: int) -> int:
        """The number of deals that a weight of the tally stands for."""
        return weight * self.deals // self.analysis.tally.total

    def probability(self, ending: Ending) -> Fraction:
        return Fraction(ending.weight, self.analysis.tally.total)

    def contribution(self, ending: Ending) -> Fraction:
        """The part of an ending in the expected value: probability x net."""
        return self.probability(ending) * ending.net

    def variance_share(self, ending: Ending) -> Fraction:
        """The part of an ending in the variance: its squared distance from the mean."""
        return self.probability(ending) * (ending.net - self.figures.ev) ** 2 / (self.figures.variance or 1)

    def staked(self, ending: Ending) -> Fraction:
        """The stake on all wagers of the entry together."""
        return sum((ending.stakes[wager.name] for wager in self.wagers), Fraction(0))

    @cached_property
    def stake_varies(self) -> bool:
        """Whether the stake differs from row to row."""
        return len({self.staked(each) for each in self.endings}) > 1

    def pay(self, place: int, outcome: int) -> Pay | None:
        """The pay of an outcome of a line; None where the line is not placed."""
        wager, line = self.lines[place]
        return wager.lines[line].pays.pays.get(outcome)

    def outcome_id(self, ending: Ending) -> str:
        """The names of the outcomes that a row shows, joined: `DOUBLE_BLITZ+SPADES`."""
        named = []
        for wager in self.wagers:
            for place in self._told(wager, ending):
                _, line = self.lines[place]
                outcome = ending.outcomes[place]
                named.append("NO_BET" if outcome == NOT_PLACED else wager.lines[line].pays.outcomes(outcome).name)
        return "+".join(named)

    def _told(self, wager: Wager, ending: Ending) -> list[int]:
        """The lines of a wager that a row names: the first, and every further one that ends otherwise than at worst.

        The worst outcome of a further line goes without saying where it pays nothing.
        """
        places = [place for place, (each, _) in enumerate(self.lines) if each is wager]
        if ending.outcomes[places[0]] == NOT_PLACED:
            return places[:1]
        return [
            place
            for place in places
            if place == places[0]
            or ending.nets[place]
            or self._place(place, ending.outcomes[place]) < len(wager.lines[self.lines[place][1]].pays.pays) - 1
        ]

    def words(self, ending: Ending) -> str:
        """A row in words: `Double blitz + royal blitz in spades`, `Ante and Play: won; Blind: lost, raise 4`.

        Rows that end alike after other choices name the choices that change a stake.
        """
        words = self._ended_words(ending)
        alike = self._alike[words]
        return ", ".join([words, *(self._choices_words(ending, alike) if len(alike) > 1 else ())])

    @cached_property
    def _alike(self) -> dict[str, list[Ending]]:
        """The endings by the words of their outcomes."""
        found: dict[str, list[Ending]] = {}
        for each in self.endings:
            found.setdefault(self._ended_words(each), []).append(each)
        return found

    def _choices_words(self, ending: Ending, alike: list[Ending]) -> list[str]:
        """The options that change a stake and tell an ending from others; empty for the one in which none is taken."""
        found = []
        for place, (name, option) in enumerate(zip(self.choices, ending.chosen, strict=True)):
            if option is not NO_RAISE and len({each.chosen[place] for each in alike}) > 1:
                words = self.option_words(name, option).lower()
                shared = len(self._raising_words) < len(self.raises)  # Two choices have options of one name.
                found.append(f"{self.game.label(name)} {words}" if shared else words)
        return found

    @cached_property
    def _raising_words(self) -> set[str]:
        """The words of all options that change a stake."""
        return {self.option_words(name, option) for name, option in self.raises}

    def _ended_words(self, ending: Ending) -> str:
        said = {wager.name: self._wager_words(wager, ending) for wager in self.wagers}
        if len(said) == 1:
            (words,) = said.values()
            return capitalized(words or self._no_bet(ending))
        groups: dict[str, list[str]] = {}
        for name, words in said.items():
            groups.setdefault(words, []).append(self.game.label(name))
        if len(placed := [words for words in groups if words]) == 1:  # All bets on the table end alike.
            without = [f"no {label}" for label in groups.get("", [])]
            return capitalized("; ".join([*placed, *([all_of(without)] if without else [])]))
        return capitalized(
            "; ".join(
                f"{all_of(labels)}: {words}" if words else all_of(f"no {label}" for label in labels)
                for words, labels in groups.items()
            )
        )

    def _wager_words(self, wager: Wager, ending: Ending) -> str:
        """The outcomes of one wager in words; empty where it is not placed."""
        told = self._told(wager, ending)
        if ending.outcomes[told[0]] == NOT_PLACED:
            return ""
        return " + ".join(self.line_words(place, ending.outcomes[place]) for place in told)

    def line_words(self, place: int, outcome: int) -> str:
        """The outcome of a line in words."""
        wager, line = self.lines[place]
        return wager.outcome_words(wager.lines[line].pays.outcomes(outcome).name, line)

    def _no_bet(self, ending: Ending) -> str:
        options = [self.option_words(name, option) for name, option in zip(self.choices, ending.chosen, strict=True)]
        return f"no bet ({'; '.join(options).lower()})"

    def option_words(self, choice: str, option: int | None) -> str:
        """An option of a choice in words; for `NO_RAISE` every option taken that raises nothing."""
        options = self.game.choices[choice].options
        names = {} if isinstance(options, Cards) else {int(each): each.name for each in options}
        place = self.analysis.tally.choices.index(choice)
        taken = {cell[place] for cell in self.analysis.tally.onto(self.analysis.entries[self.name])}
        shown = (
            [option]
            if option is not NO_RAISE
            else sorted(each for each in taken if self._raising(choice, each) is NO_RAISE)
        )
        words = [names[each].replace("_", " ").lower() if each in names else "not asked" for each in shown]
        return capitalized(" or ".join(words))

    def pays_words(self, ending: Ending) -> str:
        """The pays of a row, from which its net follows: `1 to 1 less 5 % = 0.95`, `meter 2: $251, less $5`.

        Bets with the same odds are told as one, as eight times `4 to 1`.
        """
        paid: dict[tuple[object, ...], tuple[Wager, Pay, Fraction]] = {}
        kept = []
        for wager in self.wagers:
            stake = ending.stakes[wager.name]
            for place in self._told(wager, ending):
                pay = self.pay(place, ending.outcomes[place])
                if pay is not None:
                    alike = (pay, wager.commission) if isinstance(pay, Odds) else (place,)
                    before = paid[alike][2] if alike in paid else Fraction(0)
                    paid[alike] = wager, pay, before + stake
            if wager.is_kept:
                kept.append(f", less {shortest(stake, dollars=True)}")
        said = [self._pay_words(*each) for each in paid.values()]
        return " + ".join(said).replace(f"+ {MINUS}", f"{MINUS} ") + "".join(kept) if said else "no bet"

    def _pay_words(self, wager: Wager, pay: Pay, stake: Fraction) -> str:
        if isinstance(pay, Meter):
            return f"meter {pay.number}: {shortest(Fraction(awards(self.game)(pay.number)), dollars=True)}"
        size = getattr(pay, "net", None)
        words = pay_words(pay)
        if size is not None and size > 0 and wager.commission:
            net = size * (1 - wager.commission)
            words += f" less {percent_of(wager.commission)} = {shortest(net)}"
        times = size is not None and stake != 1
        return f"{shortest(stake)} × {words}" if times else words


def percent_of(share: Fraction) -> str:
    """`5 %`, `2.5 %`: a share with only the decimals it needs."""
    return f"{shortest(100 * share)} %"


def net_words(value: Fraction, in_dollars: bool) -> str:
    """A net result with its sign: `+0.95`, `+$4,996`, `0`."""
    return ("+" if value > 0 else "") + shortest(value, dollars=in_dollars)


def contribution_words(value: Fraction, in_dollars: bool) -> str:
    """A part of the expected value: a share of the first stake, or dollars."""
    if not in_dollars:
        return percent(value)
    return decimal(value, 6).replace(MINUS, f"{MINUS}$") if value < 0 else f"${decimal(value, 6)}"
