"""Answers looked up by cards alone: the number of the shared cards up to renamings of suits, and of the private hand.

A row of the answers holds those to every private hand with some shared cards, a few bits each, and begins at a byte of
its own. No rule of a game is asked.
"""

from pitboss.core.rule import lowest
from pitboss.maths.compile.cpu import fast
from pitboss.maths.exact.staged.cards import renamed_mask

HANDS, FIRST, SECOND, SETS, ROW, BITS = range(6)
"""The places in the table `sizes`: the numbers of private hands, of sets of shared cards by size, of sets that stand
for others, of bytes in a row, and of bits of an answer."""


@fast
def set_rank(cards, places, binomials):
    """The rank of a set among all sets of its size of the cards of a deck; `places` numbers these."""
    rank = 0
    taken = 0
    while cards:
        taken += 1
        rank += binomials[int(places[lowest(cards)]), taken]
        cards &= cards - 1
    return rank


@fast
def answer_after(private, first, second, made, sizes, points, places, binomials, numbers, orders, renamings, answers):
    """The answer with a private hand, two sets of shared cards (0 for none), and these earlier answers as a number."""
    index = int(set_rank(first, places, binomials)) * int(sizes[SECOND]) + int(set_rank(second, places, binomials))
    hand = set_rank(renamed_mask(private, renamings, int(orders[index])), places, binomials)
    row = int(points[made]) * int(sizes[SETS]) + int(numbers[index])
    bits = int(sizes[BITS])
    bit = int(hand) * bits
    return int(answers[row * int(sizes[ROW]) + (bit >> 3)]) >> (bit & 7) & ((1 << bits) - 1)


@fast
def answer_with(private, first, second, sizes, points, places, binomials, numbers, orders, renamings, answers):
    """The answer of a choice that no earlier answer matters to."""
    return answer_after(
        private, first, second, 0, sizes, points, places, binomials, numbers, orders, renamings, answers
    )


@fast
def pack(options, first_row, row_bytes, bits, answers):
    """Writes the answers of some rows, one after the other, each row from a byte of its own."""
    for row in range(options.shape[0]):
        start = (first_row + row) * row_bytes
        for hand in range(options.shape[1]):
            bit = hand * bits
            answers[start + (bit >> 3)] |= int(options[row, hand]) << (bit & 7)


@fast
def pack_images(starts, masks, numbers, orders, fixing, options, renamings, sizes, base, places, binomials, answers):
    """Writes the answers to hands that stand for others, to all their images under the renamings that fix the cards."""
    bits = int(sizes[BITS])
    for context in range(len(numbers)):
        start = (base + int(numbers[context])) * int(sizes[ROW])
        fixes = int(fixing[context])
        for row in range(starts[context], starts[context + 1]):
            own = renamed_mask(int(masks[row]), renamings, int(orders[context]))
            for which in range(len(renamings)):
                if fixes >> which & 1:
                    bit = int(set_rank(renamed_mask(own, renamings, which), places, binomials)) * bits
                    byte = start + (bit >> 3)
                    answers[byte] = (int(answers[byte]) & ~(((1 << bits) - 1) << (bit & 7))) | int(options[row]) << (
                        bit & 7
                    )
