"""Rounds that reach every cell of the twenty-one SPADEZ columns."""

from collections.abc import Iterator

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.core.round import Round, play_out

SPADES = ["2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts", "Js", "Qs", "Ks", "As"]
OTHERS = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ac", "2d"]


def dealt(cards: int, table: str, spades: int) -> Round:
    """So many cards, so many of them spades; with fourteen the joker is the first spade."""
    held = (["JK", *SPADES] if cards == 14 else SPADES)[:spades]
    game = games.build("spadez", {"cards": str(cards), "table": table})
    hand = parse_cards(" ".join(held + OTHERS[: cards - spades]))
    return play_out(game, {1: {"spadez": 500}}, {("cards", 1): hand}, {})


def rounds() -> Iterator[Round]:
    for cards in (5, 6, 7, 8, 9, 10, 11, 12, 14):
        for table in "ABCDE" if cards == 14 else "AB":
            for spades in range(cards + 1):
                yield dealt(cards, table, spades)
