"""Reasons in words: the line of a game's best strategy that covers one hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from pitboss import games
from pitboss.core.errors import UNSOLVED, GameError, OptionError, PitbossError
from pitboss.core.game import Answer, Game, Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.money import gap_words
from pitboss.core.round import Round
from pitboss.core.script import NeedChoice, State, option_name
from pitboss.core.stakes import with_seeded_meters
from pitboss.core.strategy import chosen
from pitboss.maths.strategy.best_play import BestPlay
from pitboss.maths.strategy.levels import Split
from pitboss.maths.strategy.plan import PlanEntry, split_words, where_of

NameOf = Callable[[Answer], str]


@dataclass(frozen=True)
class Teaching:
    """What a game's folder offers for explaining a decision."""

    guide: Guide | None
    entries: tuple[PlanEntry, ...]
    """The best strategy by the features of the guide; none where there is no guide, or the game cannot be solved."""
    named: tuple[Strategy, ...]
    """The named strategies, the cheapest first where their cost is known."""


def teaching_of(game: Game, choice: str = "") -> Teaching:
    """The words that a choice (by default the first) is explained with, worked out once per game object."""
    known: dict[str, Teaching] = game.__dict__.setdefault("_teaching", {})
    name = choice or next(iter(game.choices), "")
    if name not in known:
        known[name] = _teaching(game, name)
    return known[name]


def _teaching(game: Game, choice: str) -> Teaching:
    try:
        folder = games.folder(game.name)
    except OptionError:  # A game that was built by hand has no folder, and so no words.
        return Teaching(None, (), ())
    guide = folder.guide_for(game, choice)
    plain = tuple(strategy for strategy in folder.strategies_for(game) if strategy.memory is None)
    try:
        # Meters that no main wager can win change with every round, and do not affect the best play.
        best = BestPlay(with_seeded_meters(game, game.main_wagers), guide, plain, choice)
        return Teaching(guide, best.entries, tuple(each.strategy for each in best.named))
    except PitbossError as error:
        if error.code not in UNSOLVED:
            raise
        return Teaching(guide, (), plain)


def reason_for(played: Round, seat: int, values_cents: Mapping[Answer, Fraction], name_of: NameOf | None = None) -> str:
    """One sentence for the best answer, given the values of all of them, the best first.

    Where the strategy in words plays the hand otherwise than the exact values, the sentence says so. What the words
    need to be understood follows. `name_of` writes an answer as its reader sees it; without it, answers are written as
    they are typed.
    """
    need = played.need()
    assert isinstance(need, NeedChoice)
    name_of = name_of or partial(option_name, played.game.choices[need.name])
    if len(values_cents) == 1:
        return "There is only one thing to do here."
    teaching = teaching_of(played.game, need.name)
    (best, most), (second, less) = list(values_cents.items())[:2]
    if teaching.guide:
        sentence, answer, note = _planned(played.state, need, seat, teaching.guide, teaching.entries, name_of)
        if answer is not None and answer in values_cents:
            lost = most - values_cents[answer]
            if lost:
                rule = sentence[0].lower() + sentence[1:].rstrip(".")
                gives_up = f"the short rule ({rule}) would give up {gap_words(most, values_cents[answer])} here"
                sentence = f"The exact values say {name_of(best)}; {gives_up}."
            return f"{sentence} {note}".rstrip()
    for strategy in teaching.named:
        answer = _answer(strategy, played.state, need, seat)
        if answer is not None and values_cents.get(answer) == most:
            return f"The strategy {strategy.name} agrees: {strategy.words}."
    if most == less:
        return _capital(f"{name_of(best)} and {name_of(second)} are worth exactly the same.")
    gain = f"{name_of(best)} is worth {gap_words(most, less)} more than {name_of(second)}"
    return f"No short rule covers this hand; {gain}."


def _planned(
    state: State, need: NeedChoice, seat: int, guide: Guide, entries: tuple[PlanEntry, ...], name_of: NameOf
) -> tuple[str, Answer | None, str]:
    """The plan's sentence for the hand of a seat, its answer, and a note; nothing where no entry covers the hand."""
    group = _count(state, seat, guide.group) if guide.group else 0
    level = _count(state, seat, guide.by)
    for entry in entries:
        if entry.group == group and entry.low <= level <= entry.high:
            number, sentence = _said(state, seat, guide, entries, entry)
            way = guide.ways[number][0]
            # The note explains what the levels count: where a whole group is played alike, none is named.
            has_level = where_of(entries, guide, entry) != (guide.group.words(group) if guide.group else "")
            note = guide.note if has_level else ""
            if isinstance(way, int):
                return sentence, int(way), note
            answer = _answer(Strategy("the plan", sentence, {need.name: way}), state, need, seat)
            if answer is None:
                return sentence, None, ""
            return f"{_capital(need.name)} {name_of(answer)}: {sentence[0].lower()}{sentence[1:]}", answer, note
    return "", None, ""


def _said(state: State, seat: int, guide: Guide, entries: tuple[PlanEntry, ...], entry: PlanEntry) -> tuple[int, str]:
    """Which of the guide's ways an entry takes with the hand of a seat, and the sentence that says so."""
    where = where_of(entries, guide, entry).replace(", ", " and ")
    if not isinstance(entry.does, Split):
        return entry.does, _sentence(guide.ways[entry.does][1], where)
    split = entry.does
    upper, lower = guide.ways[split.upper][1], guide.ways[split.lower][1]
    start = f"With {where}, " if where else ""
    count = _count(state, seat, split.feature)
    own = f" ({split.feature.own(count)})" if split.feature.own else ""
    if count >= split.least:
        return split.upper, _capital(f"{start}{upper} {split_words(split)}{own}.")
    return split.lower, _capital(f"{start}{lower}; {upper} only {split_words(split)}{own}.")


def _sentence(way: str, where: str) -> str:
    """`Draw with 5 points or fewer.`; what a longer way is done with comes first, so that it is not misread."""
    if not where:
        return f"Always {way}."
    return f"{way.capitalize()} with {where}." if " " not in way else f"With {where}, {way}."


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _count(state: State, seat: int, feature: Feature) -> int:
    """The value of a feature with the hand of a seat."""
    sources = state.game.bind(feature.rule).sources
    return int(feature.rule(*(state.argument(source, seat) for source in sources)))


def _answer(strategy: Strategy, state: State, need: NeedChoice, seat: int) -> Answer | None:
    """A strategy's answer; None where it chooses what the rules forbid."""
    try:
        return chosen(strategy, state, need, seat)
    except GameError:
        return None
