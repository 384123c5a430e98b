"""Optimal play: the value of every hand, where it depends on the exact cards, and what simpler strategies cost."""

from fractions import Fraction
from itertools import pairwise, takewhile
from string import ascii_uppercase

from pitboss.core.game import Cards, Game
from pitboss.core.guide import Guide
from pitboss.maths.strategy.best_play import BestPlay
from pitboss.maths.strategy.lessons import Example, Lessons, Level, Missed, Mixed
from pitboss.maths.strategy.plan import Said
from pitboss.maths.tally.tally import NOT_PLACED, added_up
from pitboss.report.card_faces import faces, with_faces
from pitboss.report.document import Block, Chart, DataTable, Items, Section, Text
from pitboss.report.format import bet_words, capitalized, decimal, one_in, percent
from pitboss.report.render import charts
from pitboss.report.subject import Subject

MOST_LEVELS = 45  # Of more levels, only those near a change of the best option are shown.
AROUND = 6  # Levels on either side of a change.
MOST_STRATEGIES = 5
MOST_MIXED = 6
OPTIONS_TAKEN = "How often each option is taken"
COSTS = "Named strategies and their cost"
LONG = 24  # The length from which words are too long for a column head.


def play_section(subject: Subject) -> Section | None:
    """Optimal play; None for a game without choices, or where nothing is known of them."""
    plays = subject.best_plays
    parts = {choice: _parts(subject, best) for choice, best in plays.items() if best.guide and best.words}
    taken = [Section(OPTIONS_TAKEN, tuple(blocks))] if (blocks := taken_blocks(subject)) else []
    if len(plays) == 1 and parts:
        (found,) = parts.values()
        return Section("Optimal play", (), (found[0], *taken, *found[1:]))
    each = [Section(f"Choice {place}: {choice}", (), parts[choice]) for place, choice in enumerate(parts, 1)]
    named = [] if parts else [best for best in plays.values() if best.strategies][:1]
    costs = [Section(COSTS, (named_table(subject, best),)) for best in named]
    if not (taken or each or costs):
        return None
    intro = Text(
        f"A round asks for {len(plays)} choices. The words for each of them are priced with all others played best; of "
        "a named strategy the cost is that of the whole round."
    )
    return Section("Optimal play", (intro,) if each else (), (*taken, *each, *costs))


def _parts(subject: Subject, best: BestPlay) -> tuple[Section, ...]:
    """The sections about the optimal play of one choice, the words first."""
    guide, words = best.guide, best.words
    assert guide
    assert words
    lessons = best.lessons(each.strategy for each in best.named[:MOST_STRATEGIES] if each.cost)
    assert lessons
    sections = {
        "The strategy in words": strategy_blocks(subject, words),
        "Value of every hand": value_blocks(subject, guide, lessons.levels),
        "Where it depends on the exact cards": mixed_blocks(guide, lessons) if lessons.mixed else [],
        COSTS: named_blocks(subject, best, guide, lessons),
    }
    return tuple(Section(title, tuple(blocks)) for title, blocks in sections.items() if blocks)


def taken_blocks(subject: Subject) -> list[Block]:
    """How often each option of every choice that changes a stake is taken; empty where no choice does."""
    rows = tuple(
        (f"{capitalized(subject.game.label(choice))}: {words.lower()}", percent(share), one_in(share))
        for choice, options in options_taken(subject).items()
        for words, share in options.items()
    )
    if not rows:
        return []
    caption = "Share of all rounds in which each option is taken, under optimal play"
    return [DataTable(caption, ("choice", "share of rounds", "1 in"), rows)]


def options_taken(subject: Subject) -> dict[str, dict[str, Fraction]]:
    """The share of rounds of each option, by choice, for the choices that change a stake; they add up to 1."""
    tally = subject.analysis.tally
    found: dict[str, dict[str, Fraction]] = {}
    for place, choice in enumerate(tally.choices):
        weights = added_up((cell[place], weight) for cell, weight in tally.onto(()).items())
        asked = sorted(option for option in weights if option != NOT_PLACED)
        found[choice] = {
            taken_words(subject.game, choice, option): Fraction(weights[option], tally.total)
            for option in (*asked, *(each for each in weights if each == NOT_PLACED))
        }
    return found


def taken_words(game: Game, choice: str, option: int) -> str:
    """An option of a choice in words; rounds in which it is not asked have words of their own."""
    options = game.choices[choice].options
    if option == NOT_PLACED or isinstance(options, Cards):
        return "Not asked"
    return capitalized(options(option).name.replace("_", " ").lower())


def strategy_blocks(subject: Subject, said: Said) -> list[Block]:
    """The optimal strategy as a player is told it, and what those words leave out."""
    edge = subject.analysis.figures[subject.analysis.first].house_edge
    bet = bet_words(subject.game.label(subject.game.main_wagers[0]))
    cost = (
        f"These words cost {percent(said.cost, 5)} of a bet, exactly {said.cost}, against optimal play: with "
        f"{percent(said.otherwise, 3)} of all hands the exact cards call for another choice."
    )
    return [
        Text(f"With optimal play the house edge is {percent(edge, 4)} of each {bet}, exactly {edge}."),
        *([Text(said.note)] if said.note else []),
        Items(tuple(capitalized(line) + "." for line in said.lines)),
        Text(cost if said.cost else "These words are the optimal strategy, without exception."),
    ]


def _level_words(guide: Guide, group: int, level: int) -> str:
    return (f"{guide.group.say(group)}, " if guide.group else "") + guide.by.words(level)


def near_changes(levels: list[Level]) -> list[Level]:
    """All levels where they are few; of many, those near the places where the better option changes."""
    if len(levels) <= MOST_LEVELS:
        return levels
    best = [_best_way(level) for level in levels]
    changes = [place for place, (before, after) in enumerate(pairwise(best), 1) if before != after]
    around = changes or [len(levels)]  # The better option never changes: the highest hands show it.
    shown = {place for change in around for place in range(change - AROUND, change + AROUND)}
    return [level for place, level in enumerate(levels) if place in shown]


def _best_way(level: Level) -> int:
    """The way that is worth most on average, the first of several."""
    values = {way: value for way, value in enumerate(level.values) if value is not None}
    return max(values, key=lambda way: (values[way], -way), default=0)


def value_blocks(subject: Subject, guide: Guide, levels: list[Level]) -> list[Block]:
    """A table and charts of the value of each option, by level."""
    names, shown = option_names(guide), near_changes(levels)
    rows = tuple(
        (
            _level_words(guide, each.group, each.level),
            percent(each.share, 3),
            *("not allowed" if value is None else decimal(value, 4) for value in each.values),
            best_words(list(names), each),
        )
        for each in shown
    )
    head = ("hand", "share of rounds", *names, "best")
    note = "" if len(shown) == len(levels) else f"Shows {len(shown)} of {len(levels)} levels, around the change."
    unit = subject.game.label(subject.game.main_wagers[0])
    table = DataTable(
        f"Average value of each option, in units of {unit}", head, rows, text_columns=(len(head) - 1,), note=note
    )
    letters = letters_words(guide)
    told = [Text(letters)] if letters else []
    if not guide.group:
        return [*told, table, value_lines(guide, levels, shown)]
    ways = [way for way in range(1, len(guide.ways)) if any(each.better[way] for each in levels)]
    return [*told, table, *(value_map(guide, levels, way) for way in ways)]


def option_names(guide: Guide) -> dict[str, str]:
    """The options by their column heads: their words, or letters where the words are long."""
    words = [words for _, words in guide.ways]
    heads = words if all(len(each) < LONG for each in words) else ascii_uppercase[: len(words)]
    return dict(zip(heads, words, strict=True))


def letters_words(guide: Guide) -> str:
    """A sentence on what the letters of the options stand for; empty where the options are named by their words."""
    meant = [f"**{head}**: {words}" for head, words in option_names(guide).items() if head != words]
    return f"{'; '.join(meant)}." if meant else ""


def best_words(names: list[str], level: Level) -> str:
    """The best option of a level; where none is always best, the share of hands of each, which add up to 100 %.

    Of more than two options each has the hands with which no other is better, so that equal ones count for both.
    """
    shares = [(name, share) for name, share in zip(names, level.better, strict=True) if share]
    if not shares:
        return "either"
    if len(shares) == 1 or (len(names) > 2 and any(share == 1 for _, share in shares)):
        return " or ".join(name for name, share in shares if len(shares) == 1 or share == 1)
    words = ", ".join(f"{name} {percent(share, 1)}" for name, share in reversed(shares))
    first, *others = [share for _, share in shares]
    if len(names) > 2 or first + sum(others) == 1:
        return words
    equal = 1 - round(first, 3) - sum(round(each, 3) for each in others)
    return f"{words}, equal {percent(equal, 1)}"  # What is printed adds up to 100 %.


def value_lines(guide: Guide, levels: list[Level], shown: list[Level]) -> Chart:
    """The value of each option, over the levels."""
    points = [
        charts.Point(words, _short_level(guide, each), float(value))
        for place, (_, words) in enumerate(guide.ways)
        for each in shown
        for value in (each.values[place],)
        if value is not None
    ]
    best = [guide.ways[_best_way(each)][1] for each in shown]
    *names, last = (words for _, words in guide.ways)
    alt = (
        f"The value of {', of '.join(names)} and of {last}, from {guide.by.words(shown[0].level)} "
        f"({best[0]} is better) to {guide.by.words(shown[-1].level)} ({best[-1]} is "
        "better)."
    )
    caption = "Value of each option, hand by hand" + ("" if len(shown) == len(levels) else ", around the change")
    return Chart(caption, alt, *charts.lines(points, "hand", "value in stakes", shares=False))


def _short_level(guide: Guide, level: Level) -> str:
    """A level as an axis label: its number where words begin with that, as in `2 points`, also for `no points`."""
    is_counted = _is_counted(guide, 2) and (not level.level or _is_counted(guide, level.level))
    return str(level.level) if is_counted else guide.by.words(level.level)


def _is_counted(guide: Guide, level: int) -> bool:
    """Whether the words of a level begin with its number."""
    return guide.by.words(level).startswith(f"{level} ")


def value_map(guide: Guide, levels: list[Level], way: int = 1) -> Chart:
    """A map of where one way is better than the first, or of several the best, by group and level."""
    say = guide.group.say if guide.group else str

    def share(level: Level) -> Fraction | None:
        if len(level.better) > 2:
            return level.better[way]
        return level.better[way] / sum(level.better) if any(level.better) else None

    shares = [(each, share(each)) for each in sorted(levels, key=lambda each: (each.level, each.group))]
    cells = [
        charts.Cell(
            _short_level(guide, each),
            say(each.group),
            None if part is None else float(part),
            "=" if part is None else f"{float(100 * part):.0f}",
        )
        for each, part in shares
    ]
    parts = [part for _, part in shares]
    equal, never, always = parts.count(None), parts.count(Fraction(0)), parts.count(Fraction(1))
    words = guide.by.words(2).removeprefix("2 ") if _is_counted(guide, 2) else ""
    alt = (
        f"A map of {len(levels)} kinds of hand, by what is held{words and f' and the number of {words}'}. To "
        f"{guide.ways[way][1]} is never worse in {always} of them, never better in {never} and equal in {equal}; in "
        f"{len(parts) - equal - never - always} it depends on the cards."
    )
    order = list(dict.fromkeys(say(each.group) for each in sorted(levels, key=lambda each: each.group)))
    drawn = charts.decision_map(cells, order, words, "share of hands")
    caption = (
        "Decision map: among the hands of each kind for which the choice matters, the percentage for which it is "
        f"better to {guide.ways[way][1]}"
    )
    return Chart(caption, alt, *drawn)


def mixed_blocks(guide: Guide, lessons: Lessons) -> list[Block]:
    """The levels without a single best option: the share of each, and the hand that gains most by it."""
    names, mixed = list(option_names(guide)), lessons.mixed
    two = len(names) == 2
    even = sorted(mixed, key=lambda each: abs(each.better[1] / sum(each.better) - Fraction(1, 2)))[:MOST_MIXED]
    levels = [each for each in mixed if each in even]
    text = f"In {len(mixed)} kinds of hand {'neither' if two else 'no'} option is always best. {guide.why}"
    if len(levels) < len(mixed):
        text += f" The table shows the {len(levels)} most evenly split."
    rows = tuple(
        (
            _level_words(guide, each.group, each.level),
            *(percent(share, 2) for share in (*each.better, *((1 - sum(each.better),) if two else ()))),
            _example_cards(example),
            *_padded(options_words(example), len(names)),
        )
        for each in levels
        for example in each.examples
    )
    better = [f"{name} {'better' if two else 'best'}" for name in names]
    options = ("one option", "the other") if two else [f"option {place}" for place in range(1, len(names) + 1)]
    head = ("hand", *better, *(("equal",) if two else ()), "clearest example", *options)
    texts = tuple(range(len(head) - len(names) - 1, len(head)))
    caption = "Mixed levels, with a clear hand for each option"
    blocks: list[Block] = [Text(text.strip()), DataTable(caption, head, rows, text_columns=texts)]
    features = range(len(guide.then) if two and not guide.group else 0)
    return [*blocks, *(gain_chart(guide, lessons, levels, place) for place in features)]


def _padded(words: list[str], count: int) -> list[str]:
    """Some cells, and empty ones up to a count."""
    return [*words, *[""] * (count - len(words))]


def gain_chart(guide: Guide, lessons: Lessons, levels: list[Mixed], place: int) -> Chart:
    """The gain of the second option over the first, by a further feature, for the mixed levels."""
    points = [
        charts.Point(guide.by.words(each.level), float(answer), float(gain))
        for each in levels
        for answer, _, gain in lessons.gains[each.group, each.level, place]
    ]
    first, second = (words for _, words in guide.ways)
    axis = guide.then[place].say(0).rsplit(" ", 1)[0]
    crossings = [
        f"With {guide.by.words(each.level)} the gain is positive from {found} on."
        for each in levels
        for found in (first_gain(lessons, each, place),)
        if found is not None
    ]
    alt = f"A line for each mixed level: the gain of {second} over {first}, by {axis}. {' '.join(crossings)}"
    caption = f"Average gain of {second} over {first}: above zero, {second} is better"
    return Chart(caption, alt, *charts.lines(points, axis, "gain in stakes", shares=False))


def first_gain(lessons: Lessons, mixed: Mixed, place: int) -> int | None:
    """The least value of a further feature from which on the second option gains; None where it never does."""
    from_above = reversed(lessons.gains[mixed.group, mixed.level, place])
    gaining = [answer for answer, _, gain in takewhile(lambda each: each[2] > 0, from_above)]
    return gaining[-1] if gaining else None


def options_words(example: Example) -> list[str]:
    """The options of an example with their values, the best in bold."""
    best = max(value for _, value in example.options)
    words = [(f"{with_faces(option)} {decimal(value)}", value) for option, value in example.options]
    return [f"**{each}**" if value == best else each for each, value in words]


def _example_cards(example: Example) -> str:
    return "; ".join(map(faces, example.cards.values()))


def named_blocks(subject: Subject, best: BestPlay, guide: Guide, lessons: Lessons) -> list[Block]:
    """The named strategies with their cost, and the hands with which each loses most."""
    missed = [
        (each.strategy.name, place)
        for each in best.named[:MOST_STRATEGIES]
        if each.cost
        for place in lessons.missed[each.strategy.name]
    ]
    table = named_table(subject, best)
    return [table, missed_table(guide, missed)] if missed else [table]


def named_table(subject: Subject, best: BestPlay) -> DataTable:
    """The named strategies with their cost, the cheapest first."""
    edge = subject.analysis.figures[subject.analysis.first].house_edge
    shown, more = best.named[:MOST_STRATEGIES], len(best.named[MOST_STRATEGIES:])
    rows = tuple(
        (
            each.strategy.name,
            each.strategy.words,
            percent(each.cost, 4) if each.cost else "nothing",
            percent(edge + each.cost, 4),
            str(each.cost),
        )
        for each in shown
    )
    head = ("strategy", "in words", "cost", "house edge", "exact cost")
    note = f"Not shown: {more} more, which cost more." if more else ""
    return DataTable("Named strategies, the cheapest first", head, rows, text_columns=(1, 4), note=note)


def missed_table(guide: Guide, missed: list[tuple[str, Missed]]) -> DataTable:
    """The levels in which each strategy loses most, with its worst hand there."""
    rows = tuple(
        (
            name,
            _level_words(guide, each.group, each.level),
            percent(each.part, 1),
            _example_cards(each.example),
            *(f"{with_faces(option)} {decimal(value)}" for option, value in each.example.options),
        )
        for name, each in missed
    )
    head = ("strategy", "with", "share of its cost", "worst hand", "it plays", "best play")
    return DataTable("Instructive hands: where each strategy loses most", head, rows, text_columns=(1, 3, 4, 5))
