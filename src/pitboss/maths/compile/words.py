"""Arithmetic on signed 64-bit words that wraps around, as machine words do; compiled code uses the instructions."""

MASK_64 = (1 << 64) - 1


def rotated(word: int, count: int) -> int:
    """A 64-bit word turned left."""
    bits = word & MASK_64
    return signed((bits << count) | (bits >> (64 - count)))


def summed(one: int, other: int) -> int:
    """The sum of two words, without what 64 bits cannot hold."""
    return signed(one + other)


def shifted(word: int, count: int) -> int:
    """A word shifted left, without what 64 bits cannot hold."""
    return signed(word << count)


def multiplied(one: int, other: int) -> int:
    """The product of two words, without what 64 bits cannot hold."""
    return signed(one * other)


def lowered(word: int, count: int) -> int:
    """A word shifted right, zeros coming in from the left."""
    return (word & MASK_64) >> count


def signed(word: int) -> int:
    """The signed number that the low 64 bits are."""
    word &= MASK_64
    return word - (1 << 64) if word >> 63 else word
