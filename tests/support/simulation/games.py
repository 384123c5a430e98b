"""The games of the simulation: toys that use every part of the vocabulary, and any game that is found."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from pitboss import games
from pitboss.core.game import Game, Shuffle
from pitboss.core.meters import MeterState
from pitboss.core.pays import Custom, Meter
from pitboss.core.rule import rule
from tests.support.house import DRAW_FIVE, HIGH_CARD
from tests.support.toy import Lucky, Ranks, toy

METERS = (MeterState(1, "ace", 5000, 50, 7025),)


@rule
def often_lucky(player: Ranks) -> Lucky:
    """One hand in two wins the meter, so that meters are won all the time."""
    if player >= 16:
        return Lucky.ACE
    return Lucky.NO_ACE


def metered() -> Game:
    """The toy whose $5 bet wins a meter."""
    *others, lucky = toy().wagers
    (line,) = lucky.lines
    pays = replace(line.pays, pays={**line.pays.pays, Lucky.ACE: Meter(1)})
    lines = (replace(line, outcome=often_lucky, pays=pays),)
    return toy(name="metered", wagers=(*others, replace(lucky, lines=lines)), meters=METERS)


TOYS = {
    "metered": metered,
    "toy": toy,
    "shoe": lambda: toy(name="shoe", shuffles=(Shuffle.CUT_CARD,)),
    "high-card": HIGH_CARD.build,
    "draw-five": DRAW_FIVE.build,
}
"""Meters and hidden cards; the same without meters; a shoe of one deck; no choice at all; a shoe of eight decks."""


@cache
def _built(name: str) -> Game:
    return TOYS[name]() if name in TOYS else games.build(name)


def build(name: str, texts: Mapping[str, str] | None = None, custom: Custom | None = None) -> Game:
    """A game by name, as it comes; built once, because thousands of rooms are opened with it."""
    return _built(name)
