"""Arithmetic on signed 64-bit words that wraps around like machine arithmetic; compiled code uses instructions."""

MASK_64 = (1 << 64) - 1


def rotated(word: int, count: int) -> int:
    """A word rotated left by `count` bits."""
    bits = word & MASK_64
    return signed((bits << count) | (bits >> (64 - count)))


def summed(one: int, other: int) -> int:
    """The sum of two words modulo 2^64."""
    return signed(one + other)


def shifted(word: int, count: int) -> int:
    """A word shifted left, modulo 2^64."""
    return signed(word << count)


def multiplied(one: int, other: int) -> int:
    """The product of two words modulo 2^64."""
    return signed(one * other)


def lowered(word: int, count: int) -> int:
    """A word shifted right logically: zeros move in."""
    return (word & MASK_64) >> count


def signed(word: int) -> int:
    """The low 64 bits of a number as a signed word."""
    word &= MASK_64
    return word - (1 << 64) if word >> 63 else word
