"""Hands in words: `pair of queens`, `full house, threes over eights`, `ace high`; and how two of them compare."""

import re
from enum import IntEnum

from pitboss.core.cards import RANK_MARKS, RANK_NAMES
from pitboss.core.rule import highest, lowest
from pitboss.hands.bits import GROUP, SUIT

VERBS = {"WON": ("beats", "beat"), "LOST": ("loses to", "lose to"), "TIED": ("ties", "tie")}


def plural_rank(rank: int) -> str:
    """`kings`, `sixes`."""
    return RANK_NAMES[rank] + ("es" if RANK_NAMES[rank] == "six" else "s")


def hand_words(kind: IntEnum, strength: int) -> str:
    """A hand in words: its kind with the ranks that make it, or with its highest card."""
    ranks, kickers = strength >> GROUP & SUIT, strength & SUIT
    name = kind.name.replace("_", " ").lower()
    match kind.name:
        case "ROYAL_FLUSH":
            return name
        case "FULL_HOUSE":
            return f"full house, {plural_rank(highest(ranks))} over {plural_rank(highest(kickers))}"
        case "TWO_PAIR":
            return f"two pair, {plural_rank(highest(ranks))} and {plural_rank(lowest(ranks))}"
        case "PAIR":
            return f"pair of {plural_rank(highest(ranks))}"
        case "HIGH_CARD":
            return f"{RANK_NAMES[highest(kickers)]} high"
        case "STRAIGHT" | "FLUSH" | "STRAIGHT_FLUSH":
            return f"{name}, {RANK_NAMES[highest(kickers)]} high"
        case _:
            return f"{name.removesuffix(' of a kind')} {plural_rank(highest(ranks))}"


def hand_marks(kind: IntEnum, strength: int) -> str:
    """A hand with all ranks that count: `Q-6-4`, or its kind first: `pair K-Q-J`."""
    parts = strength >> GROUP & SUIT, strength & SUIT
    text = "-".join(RANK_MARKS[rank] for bits in parts for rank in reversed(range(13)) if bits >> rank & 1)
    return text if kind.name == "HIGH_CARD" else f"{kind.name.lower().replace('_', ' ')} {text}"


def makes(hand: str) -> str:
    """`makes a pair of sixes`, said beside the card that completes a hand."""
    article = "a " if re.match(r"(pair|straight|flush|full house|natural|wild)\b", hand) else ""
    return f"makes {article}{hand}"


def against(mine: str, theirs: str, ended: IntEnum, decided: str = " by the next cards") -> str:
    """`pair of kings beats the dealer's ace high`, for an outcome named WON, LOST or TIED.

    `decided` follows two hands of one name: `king high beats the dealer's king high by the next cards`.
    """
    # "three sixes beat", "pair of sixes beats".
    are_many = re.search(r"\b(three|four|five) \w+s( with .+)?$", mine) is not None
    why = decided if mine == theirs and ended.name != "TIED" else ""
    return f"{mine} {VERBS[ended.name][are_many]} the dealer's {theirs}{why}"


def by_next_card(mine: int, theirs: int) -> str:
    """`; the king decides`, for two strengths that differ in the ranks that break ties alone; else nothing."""
    if mine >> GROUP != theirs >> GROUP or mine == theirs:
        return ""
    return f"; the {RANK_NAMES[highest((mine ^ theirs) & SUIT)]} decides"
