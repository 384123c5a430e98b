"""A table as a picture: piles of cards on felt, as one seat sees them, drawn with NumPy alone.

A picture of one environment always has the same size, so that frames make a video.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from pitboss.core.cards import JOKER, RANKS, Card, rank, suit
from pitboss.core.game import Place
from pitboss.core.money import dollars
from pitboss.core.round import Round
from pitboss.core.script import TABLE, option_name
from pitboss.core.settle import settle_round

FELT, PAPER, BACK, INK, RED, LINE, GOLD = (
    (22, 92, 60), (252, 252, 248), (38, 70, 140), (20, 20, 24), (190, 24, 36), (10, 48, 32), (240, 214, 130),
)  # fmt: skip
CARD_HIGH, CARD_WIDE, GAP, MARGIN = 84, 60, 8, 16
TEXT_HIGH, LETTER_WIDE, LETTER_HIGH = 18, 6, 7
LEAST_WIDE = 420
Picture = np.ndarray
Ink = tuple[int, int, int]

# Letters of five by seven dots, a number a row, the highest bit at the left.
GLYPHS = {
    "A": (14, 17, 17, 31, 17, 17, 17), "B": (30, 17, 17, 30, 17, 17, 30), "C": (14, 17, 16, 16, 16, 17, 14),
    "D": (30, 17, 17, 17, 17, 17, 30), "E": (31, 16, 16, 30, 16, 16, 31), "F": (31, 16, 16, 30, 16, 16, 16),
    "G": (14, 17, 16, 23, 17, 17, 14), "H": (17, 17, 17, 31, 17, 17, 17), "I": (14, 4, 4, 4, 4, 4, 14),
    "J": (7, 2, 2, 2, 2, 18, 12), "K": (17, 18, 20, 24, 20, 18, 17), "L": (16, 16, 16, 16, 16, 16, 31),
    "M": (17, 27, 21, 21, 17, 17, 17), "N": (17, 25, 21, 19, 17, 17, 17), "O": (14, 17, 17, 17, 17, 17, 14),
    "P": (30, 17, 17, 30, 16, 16, 16), "Q": (14, 17, 17, 17, 21, 18, 13), "R": (30, 17, 17, 30, 20, 18, 17),
    "S": (15, 16, 16, 14, 1, 1, 30), "T": (31, 4, 4, 4, 4, 4, 4), "U": (17, 17, 17, 17, 17, 17, 14),
    "V": (17, 17, 17, 17, 17, 10, 4), "W": (17, 17, 17, 21, 21, 27, 17), "X": (17, 17, 10, 4, 10, 17, 17),
    "Y": (17, 17, 10, 4, 4, 4, 4), "Z": (31, 1, 2, 4, 8, 16, 31), "0": (14, 17, 19, 21, 25, 17, 14),
    "1": (4, 12, 4, 4, 4, 4, 14), "2": (14, 17, 1, 6, 8, 16, 31), "3": (31, 2, 4, 6, 1, 17, 14),
    "4": (2, 6, 10, 18, 31, 2, 2), "5": (31, 16, 30, 1, 1, 17, 14), "6": (6, 8, 16, 30, 17, 17, 14),
    "7": (31, 1, 2, 4, 8, 8, 8), "8": (14, 17, 17, 14, 17, 17, 14), "9": (14, 17, 17, 15, 1, 2, 12),
    ".": (0, 0, 0, 0, 0, 12, 12), ",": (0, 0, 0, 0, 12, 4, 8), "-": (0, 0, 0, 31, 0, 0, 0),
    "+": (0, 4, 4, 31, 4, 4, 0), ":": (0, 12, 12, 0, 12, 12, 0), "'": (12, 4, 8, 0, 0, 0, 0),
    "$": (4, 15, 20, 14, 5, 30, 4), "%": (24, 25, 2, 4, 8, 19, 3), "/": (1, 1, 2, 4, 8, 16, 16),
    "(": (2, 4, 8, 8, 8, 4, 2), ")": (8, 4, 2, 2, 2, 4, 8), "?": (14, 17, 1, 2, 4, 0, 4), "=": (0, 0, 31, 0, 31, 0, 0),
    "&": (12, 18, 20, 8, 21, 18, 13), "!": (4, 4, 4, 4, 4, 0, 4), ";": (0, 12, 12, 0, 12, 4, 8),
}  # fmt: skip


def size_of(piles: Sequence[int]) -> tuple[int, int]:
    """The height and width of the picture of a table with piles of these sizes."""
    high = 2 * MARGIN + len(piles) * (TEXT_HIGH + CARD_HIGH + GAP) + 2 * TEXT_HIGH
    return high, max(LEAST_WIDE, 2 * MARGIN + max(piles) * (CARD_WIDE + GAP))


def picture(played: Round | None, viewer: int, piles: dict[tuple[str, int], int]) -> Picture:
    """The table as a viewer (0: a spectator) sees it: height, width and RGB; felt alone before a deal."""
    high, wide = size_of(list(piles.values()))
    drawn = np.full((high, wide, 3), FELT, dtype=np.uint8)
    if played is None:
        return drawn
    seen = {(view.pile, view.seat): view for view in played.view(viewer).piles}
    top = MARGIN
    for (pile, seat), count in piles.items():
        view, label = seen.get((pile, seat)), played.game.label(pile)
        owner = f" {seat}" if seat != TABLE and _seats(piles) > 1 else ""
        write(drawn, top, MARGIN, f"{label}{owner}   {view.words if view else ''}", GOLD)
        for place in range(count):
            left = MARGIN + place * (CARD_WIDE + GAP)
            if view is None:
                _outline(drawn, top + TEXT_HIGH, left)
            elif view.cards is None:
                _back(drawn, top + TEXT_HIGH, left)
            else:
                _face(drawn, top + TEXT_HIGH, left, view.cards[place])
        top += TEXT_HIGH + CARD_HIGH + GAP
    for line in _below(played, viewer):
        write(drawn, top, MARGIN, line, PAPER)
        top += TEXT_HIGH
    return drawn


def _seats(piles: dict[tuple[str, int], int]) -> int:
    return len({seat for _, seat in piles if seat != TABLE})


def _below(played: Round, viewer: int) -> list[str]:
    """Two lines below the cards: the stakes, and then the result or the choices made."""
    seats = [viewer] if viewer != TABLE else list(played.state.seats())
    stakes = [f"{played.game.label(name)} {dollars(amount)}" for name, amount in played.stakes()[seats[0]].items()]
    made = [
        f"{name}: {option_name(played.game.choices[name], option)}"
        for (name, seat), option in played.state.choices.items()
        if seat in seats and (seat == viewer or played.need() is None)
    ]
    if played.need() is None:
        settled = settle_round(played)
        made += [
            f"{'seat ' + str(seat) + ' ' if len(seats) > 1 else ''}net {_signed(settled.net_cents(seat))}"
            for seat in seats
        ]
    return [", ".join(stakes), ", ".join(made)]


def _signed(cents: int) -> str:
    return f"{'+' if cents > 0 else ''}{dollars(cents)}"


def write(drawn: Picture, top: int, left: int, text: str, ink: Ink, scale: int = 1) -> None:
    """Writes a text in capitals of dots; what does not fit is cut off."""
    for place, letter in enumerate(text.upper()):
        rows = GLYPHS.get(letter)
        x = left + place * LETTER_WIDE * scale
        if rows is None or x + (LETTER_WIDE - 1) * scale > drawn.shape[1]:
            continue
        dots = np.array([[row >> bit & 1 for bit in range(4, -1, -1)] for row in rows], dtype=bool)
        big = dots.repeat(scale, axis=0).repeat(scale, axis=1)
        drawn[top : top + big.shape[0], x : x + big.shape[1]][big] = ink


def _paper(drawn: Picture, top: int, left: int, ink: Ink) -> Picture:
    """Fills the rounded rectangle of a card; returns the part of the picture it covers."""
    part = drawn[top : top + CARD_HIGH, left : left + CARD_WIDE]
    part[_rounded()] = ink
    return part


def _outline(drawn: Picture, top: int, left: int) -> None:
    part = _paper(drawn, top, left, LINE)
    part[2:-2, 2:-2][_rounded()[2:-2, 2:-2]] = FELT


def _back(drawn: Picture, top: int, left: int) -> None:
    part = _paper(drawn, top, left, PAPER)
    rows, columns = np.indices((CARD_HIGH - 8, CARD_WIDE - 8))
    lattice = (rows + columns) % 8 < 2
    part[4:-4, 4:-4] = np.where(lattice[:, :, None], np.array(PAPER), np.array(BACK)).astype(np.uint8)


def _face(drawn: Picture, top: int, left: int, card: Card) -> None:
    part = _paper(drawn, top, left, PAPER)
    if card == JOKER:
        for place, letter in enumerate("JOKER"):
            write(part, 6 + 15 * place, 20, letter, INK, 2)
        return
    red = suit(card) in (1, 2)
    name = RANKS[rank(card)]
    write(part, 6, 6, "10" if name == "T" else name, RED if red else INK, 3 if name != "T" else 2)
    shape = _pip(suit(card))
    part[38 : 38 + len(shape), 14 : 14 + len(shape)][shape] = RED if red else INK


@cache
def _rounded() -> Picture:
    """The rectangle of a card with round corners, as true and false."""
    rows, columns = np.indices((CARD_HIGH, CARD_WIDE))
    radius = 6
    down = np.maximum(np.maximum(radius - rows, rows - (CARD_HIGH - 1 - radius)), 0)
    across = np.maximum(np.maximum(radius - columns, columns - (CARD_WIDE - 1 - radius)), 0)
    return down**2 + across**2 <= radius**2


@cache
def _pip(number: int) -> Picture:
    """The shape of a suit (clubs, diamonds, hearts, spades), as true and false."""
    side = 34
    rows, columns = np.indices((side, side))
    x, y = (columns - (side - 1) / 2) / (side / 2), ((side - 1) / 2 - rows) / (side / 2)
    stem = (np.abs(x) < 0.08 + 0.22 * np.maximum(-0.55 - y, 0)) & (y < 0) & (y > -0.95)
    if number == 1:
        return np.abs(x) / 0.75 + np.abs(y) <= 0.95
    if number == 0:
        leaves = [(0, 0.42), (-0.44, -0.18), (0.44, -0.18)]
        return np.any([(x - at) ** 2 + (y - up) ** 2 < 0.155 for at, up in leaves], axis=0) | stem
    u, v = (x * 1.25, y * 1.25 + 0.1) if number == 2 else (x * 1.4, (0.2 - y) * 1.4 + 0.1)
    heart = (u**2 + v**2 - 1) ** 3 - u**2 * v**3 <= 0
    return heart if number == 2 else heart | stem


def piles_of(game_piles: dict[str, tuple[Place, int]], seats: int) -> dict[tuple[str, int], int]:
    """The piles of a table with as many seats, each with its number of cards: the dealer's and the board's first."""
    shared = {(pile, TABLE): count for pile, (to, count) in game_piles.items() if to is not Place.SEAT}
    own = {
        (pile, seat): count
        for seat in range(1, seats + 1)
        for pile, (to, count) in game_piles.items()
        if to is Place.SEAT
    }
    return shared | own
