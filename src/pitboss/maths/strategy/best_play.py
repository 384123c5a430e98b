"""The best play of a choice in words, the costs of named strategies, and hands to learn from, cached on disk.

All of it comes from the value of every option with every hand, which takes seconds and up to a gigabyte to compute. The
results are small, so they are cached; the decisions are solved only if a result is missing.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property
from typing import Any

from pitboss.core.game import Bound, Game, Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import rule_name
from pitboss.core.themes import theme_of
from pitboss.maths.exact.decide import only_choice
from pitboss.maths.exact.solver import decisions_of, kept_for_best_play, solve
from pitboss.maths.strategy.decisions import Decisions
from pitboss.maths.strategy.lessons import Example, Lessons, Level, Missed, Mixed, lessons_of
from pitboss.maths.strategy.levels import Split
from pitboss.maths.strategy.plan import PlanEntry, Said, Short, by_cost, fitted, priced, said_of
from pitboss.maths.tally.as_json import number
from pitboss.maths.tally.records import from_json, to_json
from pitboss.maths.tally.tally import figures, first_stakes


def best_plays(
    game: Game, guide_for: Callable[[str], Guide | None], named: Iterable[Strategy]
) -> dict[str, "BestPlay"]:
    """The best play of every choice of a game, in their order; `guide_for` finds the guide of a choice."""
    strategies = tuple(named)
    return {choice: BestPlay(game, guide_for(choice), strategies, choice) for choice in game.choices}


class BestPlay:
    """The best play of one choice for a game's main wagers; each part is read from the cache, or computed once.

    The costs of named strategies are those of the whole round: of all their choices together.
    """

    def __init__(self, game: Game, guide: Guide | None, strategies: Iterable[Strategy], choice: str = "") -> None:
        self.game, self.guide, self.strategies = game, guide, tuple(strategies)
        self.choice = choice or (only_choice(game).name if len(game.choices) == 1 else "")

    @cached_property
    def decisions(self) -> Decisions:
        """The value of every option with every hand; never cached, because it is large."""
        return decisions_of(self.game, None, self.choice, self._asked())

    def _asked(self) -> tuple[Bound, ...]:
        """The rules that words, costs and examples ask of every hand."""
        guide, asked = self.guide, []
        if guide:
            asked += [self.game.bind(each.rule) for each in (guide.by, guide.group, *guide.then) if each]
            asked += [self.game.bind(way) for way, _ in guide.ways if not isinstance(way, int)]
        named = (each for each in self.strategies if each.memory is None and self.choice)
        return (*asked, *(self.game.bind(each.rules[self.choice], each.constants) for each in named))

    @cached_property
    def words(self) -> Said | None:
        """The best play in words; None for a game that has no guide to put it in words."""
        guide = self.guide
        if guide is None:
            return None
        theme = theme_of(self.game.options)  # Of all that is kept, the words alone differ between themes.
        asked = {"theme": theme.name if theme else ""}
        told = self._kept("words", asked, lambda: to_json(said_of(self.game, guide, self.decisions, self.choice)))
        return from_json(told, Said)

    @cached_property
    def entries(self) -> tuple[PlanEntry, ...]:
        """The entries of the plan that the words tell; none for a game without a guide."""
        guide = self.guide
        if guide is None:
            return ()

        def make() -> list[list[int | None]]:
            return _rows(fitted(self.game, guide, self.decisions, self.choice).entries, guide)

        return tuple(_entry(row, guide) for row in self._kept("entries", {}, make))

    @cached_property
    def named(self) -> list[Short]:
        """The named strategies by cost, ascending."""
        known = {each.name: each for each in self.strategies}
        asked = {"strategies": [_strategy_key(each) for each in self.strategies]}

        def make() -> list[list[str]]:
            found = self._priced()
            return [[each.strategy.name, str(each.cost)] for each in found]

        costs = self._kept("costs", asked, make)
        return [Short(known[name], Fraction(cost)) for name, cost in costs]

    def _priced(self) -> list[Short]:
        """The named strategies with their cost: by the decisions of the only choice, or by the tallies of all."""
        game = self.game
        if len(game.choices) == 1:
            return priced(game, self.strategies, self.decisions)
        stakes, names = first_stakes(game), game.main_wagers

        def ev(strategy: Strategy | None) -> Fraction:
            return figures(game, solve(game, strategy, stakes, names), names, stakes).ev

        best = ev(None)
        return by_cost(self.strategies, lambda strategy: best - ev(strategy))

    @cached_property
    def tied(self) -> Fraction:
        """The share of rounds in which two or more options are worth most at this choice."""

        def make() -> str:
            return str(Fraction(int(self.decisions.tied.sum()), self.decisions.total))

        return Fraction(self._kept("ties", {}, make))

    def lessons(self, strategies: Iterable[Strategy]) -> Lessons | None:
        """Hands to learn from, and the levels where some strategies give up most; None without a guide."""
        guide, missing = self.guide, tuple(strategies)
        if guide is None:
            return None
        asked = {"strategies": [_strategy_key(each) for each in missing]}

        def make() -> dict[str, Any]:
            return to_json(lessons_of(self.game, guide, self.decisions, missing, self.choice))

        return from_json(self._kept("lessons", asked, make), Lessons, Level, Example, Mixed, Missed)

    def _kept(self, what: str, asked: dict[str, Any], make: Callable[[], Any]) -> Any:
        guide = self.guide
        rules: list[Callable[..., Any]] = [rule for each in self.strategies for rule in each.rules.values()]
        if guide:
            features = [each for each in (guide.by, guide.group, *guide.then) if each]
            rules += [function for each in features for function in (each.rule, each.say)]
            rules += [way for way, _ in guide.ways if not isinstance(way, int)]
            asked = {**asked, "guide": _guide_key(guide)}
        return kept_for_best_play(self.game, {"what": what, "choice": self.choice, **asked}, rules, make)


def said_json(said: Said) -> dict[str, Any]:
    """The best play in words, for JSON."""
    return {
        "lines": said.lines,
        "note": said.note,
        "cost": number(said.cost),
        "otherwise": number(said.otherwise),
        "mixed": [{"level": level, "better": way, "share": number(share)} for level, way, share in said.mixed],
    }


def short_json(short: Short) -> dict[str, Any]:
    """A named strategy with its cost, for JSON."""
    return {"name": short.strategy.name, "words": short.strategy.words, "cost": number(short.cost)}


def _rows(entries: Iterable[PlanEntry], guide: Guide) -> list[list[int | None]]:
    rows: list[list[int | None]] = []
    for entry in entries:
        way, feature, least, lower = entry.does, None, None, None
        if isinstance(way, Split):
            way, feature, least, lower = way.upper, guide.then.index(way.feature), way.least, way.lower
        rows.append([entry.group, entry.low, entry.high, way, feature, least, lower])
    return rows


def _entry(row: list[Any], guide: Guide) -> PlanEntry:
    group, low, high, way, feature, least, lower = row
    return PlanEntry(group, low, high, way if feature is None else Split(guide.then[feature], least, way, lower))


def _strategy_key(strategy: Strategy) -> list[Any]:
    rules = {name: [rule.__module__, rule_name(rule)] for name, rule in strategy.rules.items()}
    return [strategy.name, rules, dict(strategy.constants), strategy.memory is not None]


def _guide_key(guide: Guide) -> list[Any]:
    def feature(each: Feature) -> list[str]:
        return [each.rule.__module__, rule_name(each.rule), each.more, each.fewer, each.among]

    ways = [[way if isinstance(way, int) else rule_name(way), words] for way, words in guide.ways]
    features = [feature(each) for each in (guide.by, *guide.then)]
    return [features, guide.group and feature(guide.group), ways, guide.note, guide.why]
