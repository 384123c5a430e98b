"""The games that reports are tested on, each under a short name, and their figures computed another way."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.core.game import Cards, Choose, Chosen
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.solver import analysed
from pitboss.maths.seats.pairs import SeatPairs
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import Tally, tally_columns
from pitboss.report.document import Section
from pitboss.report.sections.checks import identity_table
from pitboss.report.subject import Assumed, Subject
from tests.support.cases import brought
from tests.support.house import DRAW_FIVE, HIGH_CARD
from tests.support.printed import Printed, printed
from tests.support.recomputed import Own

FEW = 2_000
ASSUMED = Assumed(stake_cents=2500, pace=45, bankrolls=(75_000, 150_000), rounds=FEW)
REPORTED = {name: (dict(options), changes, compared) for name, options, changes, compared in brought("REPORTED")}
OTHERWISE = {f"{name} {label}": (name, options) for name, label, options in brought("REPORTED_OTHERWISE")}
MADE_UP = {f"{name} {label}": (name, *how) for name, label, *how in brought("MADE_UP")}
QUICK = ("draw-five", *REPORTED)
EVERY = (*QUICK, *OTHERWISE, *(case for case in MADE_UP if case.endswith(("fixed", "progressive"))))
COMPARED = ("draw-five", *(name for name, (*_, compared) in REPORTED.items() if compared), *OTHERWISE)
SPREAD = (*QUICK, *(case for case in MADE_UP if case.endswith("narrow")))


def options_of(choice: Choose) -> list[IntEnum]:
    """What may be chosen, where it is no card."""
    assert not isinstance(choice.options, Cards)
    return list(choice.options)


def made_up(name: str, texts: Mapping[str, str], seed: int, lowest: int = 99, lost: int = 0) -> Subject:
    """A game with a tally that nobody dealt: every kind of wager and pay without the time to solve it.

    Of every line no more than so many of the lowest outcomes come, and in so many deals more everything is lost.
    """
    subject = Subject(games.folder(name), texts, None, ASSUMED)
    choices, lines = tally_columns(subject.game)
    chance = random.Random(seed)
    cells: dict[tuple[int, ...], int] = {}
    for number in range(150):
        chosen = tuple(int(chance.choice(options_of(subject.game.choices[each]))) for each in choices)
        ended = []
        for wager, place in lines:
            outcomes = list(subject.game.wager[wager].lines[place].pays.pays)[-lowest:]
            common = outcomes[-1] if chance.random() < 0.6 else chance.choice(outcomes)
            outcome = outcomes[number % len(outcomes)] if place == 0 and number < 30 else common
            ended.append(-1 if isinstance(subject.game.wager[wager].stake, Chosen) and not chosen[0] else outcome)
        weight = chance.randint(1, 50) if number < 30 else chance.randint(1, 50_000)
        cells[chosen + tuple(ended)] = weight
    worst = [list(subject.game.wager[wager].lines[place].pays.pays)[-1] for wager, place in lines]
    cells[*(1 for _ in choices), *worst] = lost + 1
    subject.__dict__["analysis"] = Analysis(subject.game, Tally(choices, lines, cells))
    subject.__dict__["comparisons"] = []
    names = tuple(subject.game.wager)
    variances = {name: subject.analysis.figures[name].variance for name in names}
    pairs = {(one, other): variances[one] / 8 if one == other else Fraction(0) for one, other in pairs_of(names)}
    subject.__dict__["seat_pairs"] = SeatPairs(names, pairs)
    return subject


def pairs_of(names: tuple[str, ...]) -> list[tuple[str, str]]:
    return list(combinations_with_replacement(names, 2))


@cache
def subject_of(case: str) -> Subject:
    if case == "draw-five":
        return Subject(DRAW_FIVE, {"decks": "1"}, None, replace(ASSUMED, rounds=1_000))
    if case == "high-card":
        return Subject(HIGH_CARD, {}, None, replace(ASSUMED, bankrolls=()))
    if case in OTHERWISE:
        name, texts = OTHERWISE[case]
        return Subject(games.folder(name), texts, None, ASSUMED)
    if case in MADE_UP:
        name, texts, seed, lowest, lost = MADE_UP[case]
        return made_up(name, texts, seed, lowest, lost)
    texts, changes, compared = REPORTED[case]
    subject = Subject(games.folder(case), texts, None, replace(ASSUMED, **changes))
    if not compared:
        subject.__dict__["comparisons"] = []
    return subject


@cache
def part_of(case: str, part: Callable[[Subject], Section | None]) -> Printed:
    return printed(lambda: part(subject_of(case)))


@cache
def own_of(case: str, name: str) -> Own:
    return Own(subject_of(case).analysis, name)


def owns(case: str) -> list[Own]:
    """Every entry."""
    return [own_of(case, name) for name in subject_of(case).analysis.entries]


def played(case: str) -> list[Own]:
    """Every entry that is bet on by itself."""
    several = len(subject_of(case).game.main_wagers) > 1
    return [each for each in owns(case) if not (several and each.name in subject_of(case).game.main_wagers)]


def is_called(own: Own, cell: str) -> bool:
    """Whether a cell names the wagers of an entry."""
    return all(own.game.label(wager.name).lower() in cell.lower() for wager in own.wagers)


def set_so(subject: Subject, **texts: str) -> Analysis:
    """The game with some options set otherwise."""
    return analysed(subject.folder.build({**subject.texts, **texts}))


@dataclass(frozen=True)
class Held:
    """A hand that a choice is asked with: how often it comes, its level, and what either option is worth."""

    share: Fraction
    level: int
    values: tuple[Fraction, Fraction]


HANDS = {
    "draw-five": (
        [(16, 0, "2c 6c"), (12, 1, "3c 7c"), (12, 2, "4c 8c"), (12, 3, "5c 9c")],
        lambda total: total % 5,
    ),
    **{name: (kinds, level) for name, kinds, level in brought("HANDS")},
}
"""Cards that a game does not tell apart (how many there are, what one counts, and some of them), and the level of a sum."""


@cache
def hands_of(case: str) -> list[Held]:
    """Every hand that is asked, asked of `advise`."""
    game, (kinds, level_of) = subject_of(case).game, HANDS[case]
    (choice,) = game.choices.values()
    size = game.piles[choice.sees[0]].count
    found = []
    for hand in combinations_with_replacement(range(len(kinds)), size):
        counts = {kind: hand.count(kind) for kind in set(hand)}
        ways = prod(comb(kinds[kind][0], count) for kind, count in counts.items())
        level = level_of(sum(kinds[kind][1] for kind in hand))
        if level is None:
            continue  # Nobody is asked.
        cards = [card for kind, count in counts.items() for card in parse_cards(kinds[kind][2])[:count]]
        values = advise(game, {choice.sees[0]: tuple(cards)}, ())
        found.append(Held(Fraction(ways, comb(len(game.deck), size)), level, (values[0], values[1])))
    return found


def takes(name: str, level: int) -> int:
    """The option that a named strategy takes in a level."""
    if name == "never-double":
        return 0
    way, number = name.rsplit("-", 1)
    return int(level <= int(number) if way == "draw-on" else level >= int(number))


def cost_of(case: str, name: str, level: int | None = None) -> Fraction:
    """What a named strategy gives up, in all or in one level."""
    hands = [each for each in hands_of(case) if level in (None, each.level)]
    lost = (each.share * (max(each.values) - each.values[takes(name, each.level)]) for each in hands)
    return sum(lost, Fraction(0))


def identity_of(subject: Subject) -> dict[str, str]:
    return {row[0]: row[1] for row in identity_table(subject).rows}
