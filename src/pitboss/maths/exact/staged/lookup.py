"""Answers looked up by cards alone: the number of the shared cards up to renamings of suits, and of the private hand.

A row of the answers holds those to every private hand with some shared cards, a few bits each, and begins at a word of
its own. No rule of a game is asked, and two entries are read: one for the shared cards, one for the answer. What comes
before and after is arithmetic without branches and tables, so that it can be vector code.

All functions take the same constants last: the cards of the deck; the numbers of private cards, and of shared ones in a
first and a second set; how many second sets there are; how many sets stand for others; the bits of a row, and of an
answer; and the number of earlier answers that comes first.
"""

from pitboss.maths.compile.cpu import fast
from pitboss.maths.exact.staged.cards import renamed_mask, set_rank

RENAMING = 8  # Bits of an entry: the suit that each of the four suits becomes, two bits each.
WORD = 5  # A word of the answers has 1 << WORD bits.
WITHIN = (1 << WORD) - 1


@fast
def shared_place(private, first, second, made, deck, own, one, two, seconds, sets, row_bits, bits, least):
    """The place of two sets of shared cards (0 for none) among all pairs of them."""
    return set_rank(first, one, deck) * seconds + set_rank(second, two, deck)


@fast
def answer_place(private, first, second, made, entry, deck, own, one, two, seconds, sets, row_bits, bits, least):
    """The bit at which the answer with a private hand begins; the entry is that of the shared cards."""
    moved = private >> 52 << 52  # A joker stays.
    moved |= (private & 8191) << 13 * (entry & 3)
    moved |= (private >> 13 & 8191) << 13 * (entry >> 2 & 3)
    moved |= (private >> 26 & 8191) << 13 * (entry >> 4 & 3)
    moved |= (private >> 39 & 8191) << 13 * (entry >> 6 & 3)
    row = (made - least) * sets + (entry >> RENAMING)
    return row * row_bits + set_rank(moved, own, deck) * bits


@fast
def lone_place(private, first, second, made, deck, own, one, two, seconds, sets, row_bits, bits, least):
    """Like `answer_place`, where no shared card is in sight."""
    return (made - least) * row_bits + set_rank(private, own, deck) * bits


@fast
def answer(place, word, deck, own, one, two, seconds, sets, row_bits, bits, least):
    """The answer that begins at a bit, in the word that holds it."""
    return word >> (place & WITHIN) & ((1 << bits) - 1)


@fast
def pack(options, first_row, row_words, bits, answers):
    """Writes the answers of some rows, one after the other, each row from a word of its own."""
    for row in range(options.shape[0]):
        start = (first_row + row) * row_words
        for hand in range(options.shape[1]):
            bit = hand * bits
            answers[start + (bit >> WORD)] |= int(options[row, hand]) << (bit & WITHIN)


@fast
def pack_images(
    starts, masks, numbers, orders, fixing, options, renamings, first_row, row_words, bits, own, deck, answers
):
    """Writes the answers to hands that stand for others, to all their images under the renamings that fix the cards."""
    for context in range(len(numbers)):
        start = (first_row + int(numbers[context])) * row_words
        fixes = int(fixing[context])
        for row in range(starts[context], starts[context + 1]):
            moved = renamed_mask(int(masks[row]), renamings, int(orders[context]))
            for which in range(len(renamings)):
                if fixes >> which & 1:
                    bit = set_rank(renamed_mask(moved, renamings, which), own, deck) * bits
                    word = start + (bit >> WORD)
                    cleared = int(answers[word]) & ~(((1 << bits) - 1) << (bit & WITHIN))
                    answers[word] = cleared | int(options[row]) << (bit & WITHIN)
