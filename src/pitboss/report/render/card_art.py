"""Small card faces as SVG, in the art of the web table: suits and star are read from its `cards.js`."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from pitboss.core.cards import JOKER, RANK_MARKS, SUIT_NAMES, SUITS, Card, rank, suit
from pitboss.report.render import fonts, tokens

FILE = Path(__file__).parents[2] / "web" / "js" / "cards.js"
WIDE, HIGH, APART = 100, 140, 108  # Of a card, in the units of the art; from one card to the next.
TOKENS = {name: f"--{name.removesuffix('s')}" for name in SUIT_NAMES}
USED = ("--card", "--muted", "--joker", *TOKENS.values())


@cache
def shapes() -> dict[str, str]:
    """The path of each suit by its letter, and of the joker's star as `star`."""
    text = FILE.read_text(encoding="utf-8")
    found = dict(re.findall(r'^  ([cdhs]): \["\w+", "(M[^"]+)"\]', text, flags=re.MULTILINE))
    found |= {name.lower(): path for name, path in re.findall(r'^const (STAR) = "(M[^"]+)"', text, flags=re.MULTILINE)}
    if set(found) != {*SUITS, "star"}:
        raise ValueError(f"{FILE.name}: expected the paths of four suits and a star, found {sorted(found)}")
    return found


def card(card: Card, colour: Callable[[str], str]) -> str:
    """One card with its large index, as the table draws small cards; `colour` writes a design token."""
    joker = card == JOKER
    ink = colour("--joker" if joker else TOKENS[SUIT_NAMES[suit(card)]])
    mark, place, scale = ("JK", 34, 1.2) if joker else (RANK_MARKS[rank(card)], 31, 2.9)
    path = shapes()["star" if joker else SUITS[suit(card)]]
    return (
        f'<rect x="0.5" y="0.5" width="99" height="139" rx="6" fill="{colour("--card")}" '
        f'stroke="{colour("--muted")}" stroke-width="1.5"/>'
        f'<text x="{place}" y="49" font-family="{fonts.FAMILY}" font-size="46" '
        f'font-weight="600" letter-spacing="-3" text-anchor="middle" fill="{ink}">{mark}</text>'
        f'<path d="{path}" transform="translate(60 98) scale({scale})" fill="{ink}"/>'
    )


def hand(cards: Iterable[Card], colour: Callable[[str], str]) -> str:
    """Cards beside each other, as SVG."""
    drawn = [f'<g transform="translate({APART * n} 0)">{card(each, colour)}</g>' for n, each in enumerate(cards)]
    wide = APART * len(drawn) - (APART - WIDE)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {HIGH}">{"".join(drawn)}</svg>'


def in_print(token: str) -> str:
    """The colour of a token on paper."""
    return tokens.values(tokens.PRINT)[token]


def on_page(token: str) -> str:
    """A token as a page's style names it."""
    return f"var({token})"
