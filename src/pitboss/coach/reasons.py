"""Reasons in words: the line of a game's best strategy that covers one hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss import games
from pitboss.core.errors import UNSOLVED, GameError, OptionError, PitbossError
from pitboss.core.game import Answer, Game, Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.money import amount_words
from pitboss.core.round import Round
from pitboss.core.script import NeedChoice, State, option_name
from pitboss.core.stakes import with_seeded_meters
from pitboss.core.strategy import chosen
from pitboss.maths.strategy.best_play import BestPlay
from pitboss.maths.strategy.plan import PlanEntry, Split, split_words, where_of


@dataclass(frozen=True)
class Teaching:
    """What a game's folder offers to explain a decision with."""

    guide: Guide | None
    entries: tuple[PlanEntry, ...]
    """The best strategy by the features of the guide; none where there is no guide, or the game cannot be solved."""
    named: tuple[Strategy, ...]
    """The named strategies, the cheapest first where their cost is known."""


def teaching_of(game: Game) -> Teaching:
    """The words a game can be taught with, worked out once per game object."""
    known: dict[str, Teaching] = game.__dict__.setdefault("_teaching", {})
    if not known:
        known["words"] = _teaching(game)
    return known["words"]


def _teaching(game: Game) -> Teaching:
    try:
        folder = games.folder(game.name)
    except OptionError:  # A game that was built by hand has no folder, and so no words.
        return Teaching(None, (), ())
    guide = folder.guide_for(game)
    plain = tuple(strategy for strategy in folder.strategies_for(game) if strategy.memory is None)
    try:
        # Meters that no main wager can win move with every round, and are nothing to the best play.
        best = BestPlay(with_seeded_meters(game, game.main_wagers), guide, plain)
        return Teaching(guide, best.entries, tuple(each.strategy for each in best.named))
    except PitbossError as error:
        if error.code not in UNSOLVED:
            raise
        return Teaching(guide, (), plain)


def reason_for(played: Round, seat: int, values_cents: Mapping[Answer, Fraction]) -> str:
    """One sentence for the best answer, given the values of all of them, the best first.

    Where the strategy in words plays the hand otherwise than the exact values, the sentence says so. What the words
    need to be understood follows.
    """
    need = played.need()
    assert isinstance(need, NeedChoice)
    if len(values_cents) == 1:
        return "There is only one thing to do here."
    teaching = teaching_of(played.game)
    best = next(iter(values_cents.values()))
    if teaching.guide:
        sentence, answer, note = _planned(played.state, need, seat, teaching.guide, teaching.entries)
        if answer is not None and answer in values_cents:
            lost = best - values_cents[answer]
            said = sentence if not lost else _otherwise(played, need, values_cents, sentence, lost)
            return f"{said} {note}".rstrip()
    for strategy in teaching.named:
        answer = _answer(strategy, played.state, need, seat)
        if answer is not None and values_cents.get(answer) == best:
            return f"The strategy {strategy.name} agrees: {strategy.words}."
    return _gap_sentence(played, need, values_cents)


def _otherwise(
    played: Round, need: NeedChoice, values_cents: Mapping[Answer, Fraction], sentence: str, lost: Fraction
) -> str:
    best = option_name(played.game.choices[need.name], next(iter(values_cents)))
    rule = sentence[0].lower() + sentence[1:].rstrip(".")
    return f"The exact values say {best}; the short rule ({rule}) would give up {amount_words(lost)} here."


def _gap_sentence(played: Round, need: NeedChoice, values_cents: Mapping[Answer, Fraction]) -> str:
    """The reason where no strategy in words gives one: what the best answer gains."""
    first, second = list(values_cents)[:2]
    choice = played.game.choices[need.name]
    names = option_name(choice, first), option_name(choice, second)
    gap = values_cents[first] - values_cents[second]
    if not gap:
        return _capital(f"{names[0]} and {names[1]} are worth exactly the same.")
    return f"No short rule covers this hand; {names[0]} is worth {amount_words(gap)} more than {names[1]}."


def _planned(
    state: State, need: NeedChoice, seat: int, guide: Guide, entries: tuple[PlanEntry, ...]
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
            named = option_name(state.game.choices[need.name], answer)
            return f"{_capital(need.name)} {named}: {sentence[0].lower()}{sentence[1:]}", answer, note
    return "", None, ""


def _said(state: State, seat: int, guide: Guide, entries: tuple[PlanEntry, ...], entry: PlanEntry) -> tuple[int, str]:
    """Which of the guide's two ways an entry takes with the hand of a seat, and the sentence that says so."""
    where = where_of(entries, guide, entry).replace(", ", " and ")
    if not isinstance(entry.does, Split):
        return entry.does, _sentence(guide.ways[entry.does][1], where)
    split = entry.does
    upper, lower = guide.ways[split.upper][1], guide.ways[1 - split.upper][1]
    start = f"With {where}, " if where else ""
    if _count(state, seat, split.feature) >= split.least:
        return split.upper, _capital(f"{start}{upper} {split_words(split)}.")
    return 1 - split.upper, _capital(f"{start}{lower}; {upper} only {split_words(split)}.")


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
