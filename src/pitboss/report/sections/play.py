"""How the game is best played: what every hand is worth, where it depends on the cards, what short ways cost."""

from fractions import Fraction

from pitboss.core.cards import cards_text
from pitboss.core.guide import Guide
from pitboss.maths.strategy.lessons import Example, Lesson, Level, Missed, Mixed
from pitboss.report.document import Block, Chart, Items, Section, Table, Text
from pitboss.report.format import percent, plain
from pitboss.report.render import charts
from pitboss.report.subject import Subject

MOST_LEVELS = 45  # More are shown around the places where the best play changes.
AROUND = 6
SHOWN = 5  # Named strategies.
MOST_MIXED = 6
LONG = 24  # Letters from which on words are too long for a heading.


def decided(subject: Subject) -> Section | None:
    """The best play; None for a game that asks nothing."""
    guide = subject.folder.guide
    if subject.decisions is None or guide is None or subject.said is None:
        return None
    lesson = Lesson(subject.game, guide, subject.decisions)
    levels = lesson.by_level()
    mixed = lesson.mixed()
    sections = [Section("In words", tuple(in_words(subject)))]
    sections.append(Section("What every hand is worth", tuple(worths(subject, guide, levels))))
    if mixed:
        sections.append(Section("Where it depends on the cards", tuple(mixed_blocks(guide, lesson, mixed))))
    sections.append(Section("Short strategies and what they cost", tuple(shorts(subject, guide, lesson))))
    return Section("How it is best played", (), tuple(sections))


def in_words(subject: Subject) -> list[Block]:
    """The best strategy as it is told to a player."""
    said = subject.said
    edge = subject.analysis.figures[subject.analysis.first].house_edge
    blocks: list[Block] = [
        Text(
            f"Played best, the house edge is {percent(edge, 4)} of each "
            f"{subject.game.label(subject.game.main_wagers[0])} "
            f"bet, {edge} exactly."
        )
    ]
    if said is None:
        return blocks
    blocks.append(Items(tuple(line[:1].upper() + line[1:] + "." for line in said.lines)))
    if said.note:
        blocks.append(Text(said.note))
    if said.cost:
        blocks.append(
            Text(
                f"In these words it gives up {percent(said.cost, 5)} of a bet, {said.cost} exactly: "
                f"{percent(said.otherwise, 3)} of all hands are better played otherwise, card by card."
            )
        )
    else:
        blocks.append(Text("In these words it is the best strategy exactly."))
    return blocks


def level_words(guide: Guide, group: int, level: int) -> str:
    """A level as a player says it."""
    return (f"{guide.group.say(group)}, " if guide.group else "") + guide.by.say(level)


def near_changes(levels: list[Level]) -> list[Level]:
    """Few levels as they are; of many those around the places where the best way changes."""
    if len(levels) <= MOST_LEVELS:
        return levels
    changes = [place for place in range(1, len(levels)) if _second(levels[place]) != _second(levels[place - 1])]
    around = changes or [len(levels)]  # One way is always better: the highest hands show it.
    shown = {place for change in around for place in range(change - AROUND, change + AROUND)}
    return [level for place, level in enumerate(levels) if place in shown]


def _second(level: Level) -> bool:
    """Whether the second way is the better one on average."""
    return level.values[1] > level.values[0]


def worths(subject: Subject, guide: Guide, levels: list[Level]) -> list[Block]:
    """A table and a map of what either way is worth, level by level."""
    names = way_names(guide)
    shown = near_changes(levels)
    rows = tuple(
        (
            level_words(guide, each.group, each.level),
            percent(each.share, 3),
            plain(each.values[0], 4),
            plain(each.values[1], 4),
            way_words(list(names), each),
        )
        for each in shown
    )
    head = ("hand", "of all rounds", *names.values(), "best")
    note = "" if len(shown) == len(levels) else f"Shown are {len(shown)} of {len(levels)} levels, around the change."
    unit = subject.game.label(subject.game.main_wagers[0])
    table = Table(f"What either way is worth on average, in units of {unit}", head, rows, words=(4,), note=note)
    return [table, value_map(guide, levels) if guide.group else value_lines(guide, levels, shown)]


def _short(words: str) -> str:
    """The first words of a way to play, for a heading."""
    return words if len(words) < LONG else " ".join(words.split()[:4]) + " …"


def way_names(guide: Guide) -> dict[str, str]:
    """The two ways, each with how a heading has it: by their words, or by letters where those are long."""
    words = [words for _, words in guide.ways]
    if all(len(each) < LONG for each in words):
        return {each: each for each in words}
    return {letter: f"{letter}: {_short(each)}" for letter, each in zip("AB", words, strict=True)}


def way_words(names: list[str], level: Level) -> str:
    """What is best in a level; in the hands that are left, either is."""
    first, second = level.better
    if not first and not second:
        return "either"
    if not first or not second:
        return names[bool(second)]
    return f"{names[1]} {percent(second, 1)}, {names[0]} {percent(first, 1)}"


def value_lines(guide: Guide, levels: list[Level], shown: list[Level]) -> Chart:
    """What both ways are worth, over the levels."""
    points = [
        charts.Point(words, _short_level(guide, each), float(each.values[place]))
        for place, (_, words) in enumerate(guide.ways)
        for each in shown
    ]
    best = [way for each in shown for way in (guide.ways[_second(each)][1],)]
    alt = (
        f"Two lines, the value of {guide.ways[0][1]} and of {guide.ways[1][1]}, from {guide.by.say(shown[0].level)} "
        f"({best[0]} is better) to {guide.by.say(shown[-1].level)} ({best[-1]} is better)."
    )
    caption = "What either way is worth, hand by hand" + ("" if len(shown) == len(levels) else ", around the change")
    return Chart(caption, alt, charts.lines(points, "hand", "value in stakes", shares=False))


def _short_level(guide: Guide, level: Level) -> str:
    """A level as a mark on an axis: its number where that says it."""
    words = guide.by.say(level.level)
    return str(level.level) if words.startswith(f"{level.level} ") else words


def value_map(guide: Guide, levels: list[Level]) -> Chart:
    """Where the second way is better, by group and level."""
    say = guide.group.say if guide.group else str
    cells = [
        charts.Cell(
            _short_level(guide, each),
            say(each.group),
            float(each.better[1] / sum(each.better)) if any(each.better) else None,
            f"{float(100 * each.better[1] / sum(each.better)):.0f}" if any(each.better) else "=",
        )
        for each in sorted(levels, key=lambda each: (each.level, each.group))
    ]
    counted = [sum((bool(each.better[0]), 2 * bool(each.better[1]))) for each in levels]
    equal, never, always, mixed = (counted.count(kind) for kind in range(4))
    words = guide.by.say(2).split(" ", 1)[-1]
    alt = (
        f"A map of {len(levels)} kinds of hand by what is held and the number of {words}. To {guide.ways[1][1]} is "
        "never "
        f"worse in {always} of them, never better in {never}, the same in {equal}, and depends on the cards in {mixed}."
    )
    order = list(dict.fromkeys(say(each.group) for each in sorted(levels, key=lambda each: each.group)))
    drawn = charts.decision_map(cells, order, words, "share of hands")
    caption = (
        "Decision map: of the hands of each kind with which it makes a difference, the percentage with which it is "
        "better "
        f"to {guide.ways[1][1]}"
    )
    return Chart(caption, alt, drawn)


def mixed_blocks(guide: Guide, lesson: Lesson, mixed: list[Mixed]) -> list[Block]:
    """The levels that are not all one way: how often, and a hand from either end."""
    first, second = way_names(guide)
    even = sorted(mixed, key=lambda each: abs(each.better[1] / sum(each.better) - Fraction(1, 2)))[:MOST_MIXED]
    levels = [each for each in mixed if each in even]
    text = f"In {len(mixed)} kinds of hand neither way is always right. {guide.why}"
    if len(levels) < len(mixed):
        text += f" Shown are the {len(levels)} that are most evenly split."
    rows = []
    for each in levels:
        for example in (each.first, each.second):
            best = max(value for _, value in example.options)
            rows.append(
                (
                    level_words(guide, each.group, each.level),
                    percent(each.better[0], 2),
                    percent(each.better[1], 2),
                    example_cards(example),
                    *(
                        f"**{option} {plain(value)}**" if value == best else f"{option} {plain(value)}"
                        for option, value in example.options
                    ),
                )
            )
    head = ("hand", f"{first} better", f"{second} better", "the clearest case", "one way", "the other")
    caption = "Levels that are mixed, with the hand that speaks most for either way"
    blocks: list[Block] = [Text(text.strip()), Table(caption, head, tuple(rows), words=(3, 4, 5))]
    for place in range(len(guide.then) if not guide.group else 0):
        blocks += gain_chart(guide, lesson, levels, place)
    return blocks


def gain_chart(guide: Guide, lesson: Lesson, levels: list[Mixed], place: int) -> list[Block]:
    """What the second way gains over the first, by a further feature, in the levels that are mixed."""
    points = [
        charts.Point(guide.by.say(each.level), float(answer), float(gain))
        for each in levels
        for answer, _, gain in lesson.gains(each.group, each.level, place)
    ]
    first, second = (words for _, words in guide.ways)
    axis = guide.then[place].say(0).rsplit(" ", 1)[0]
    crossings = [
        f"With {guide.by.say(each.level)} it is above nothing from {found} on."
        for each in levels
        for found in (first_gain(lesson, each, place),)
        if found is not None
    ]
    alt = f"A line for each mixed level: what {second} gains over {first}, {axis} so much. {' '.join(crossings)}"
    caption = f"What {second} gains over {first} on average, by level: above nothing, {second}"
    return [Chart(caption, alt, charts.lines(points, axis, "gain in stakes", shares=False))]


def first_gain(lesson: Lesson, mixed: Mixed, place: int) -> int | None:
    """The least answer of a further feature from which on the second way gains on average."""
    found = None
    for answer, _, gain in reversed(lesson.gains(mixed.group, mixed.level, place)):
        if gain <= 0:
            break
        found = answer
    return found


def example_cards(example: Example) -> str:
    """The cards of an example."""
    return "; ".join(cards_text(cards) for cards in example.cards.values())


def shorts(subject: Subject, guide: Guide, lesson: Lesson) -> list[Block]:
    """The named strategies with their cost, and where they give it up."""
    edge = subject.analysis.figures[subject.analysis.first].house_edge
    shown = subject.short[:SHOWN]
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
    head = ("strategy", "in words", "costs", "house edge", "exactly")
    note = f"{len(subject.short) - SHOWN} more are left out; they cost more." if len(subject.short) > SHOWN else ""
    blocks: list[Block] = [Table("Named strategies, the cheapest first", head, rows, words=(1, 4), note=note)]
    missed = [(each, place) for each in shown if each.cost for place in lesson.missed(each.strategy)]
    if missed:
        blocks.append(missed_table(guide, [(each.strategy.name, place) for each, place in missed]))
    return blocks


def missed_table(guide: Guide, missed: list[tuple[str, Missed]]) -> Table:
    """The instructive hands: where each strategy gives up most, and its worst hand there."""
    rows = tuple(
        (
            name,
            level_words(guide, each.group, each.level),
            percent(each.part, 1),
            example_cards(each.example),
            *(f"{option} {plain(value)}" for option, value in each.example.options),
        )
        for name, each in missed
    )
    head = ("strategy", "with", "of its cost", "the worst hand", "it plays", "best is")
    return Table("Instructive hands: where each gives up most", head, rows, words=(1, 3, 4, 5))
