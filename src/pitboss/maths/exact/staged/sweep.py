"""Counting hidden hands: a sweep with inclusion-exclusion, and the loops over private hands that use its counts.

For one set of shared cards, hidden hands enter in the order of their classes into a counter for each of their subsets.
When a private hand asks how many hidden hands without its cards lie below a boundary, the counters of its own subsets
answer, with alternating signs. Every loop here works on a block of contexts, and rows are private hands.
"""

import numpy as np

from pitboss.core.rule import lowest
from pitboss.maths.compile.cpu import fast
from pitboss.maths.exact.staged.cards import part_ranks, renamed_mask

FEW_TIED = 8
"""Hidden hands of one class, for each subset of a private hand, that are quicker looked at one by one."""


@fast
def private_rows(
    contexts, times, fixing, cards, places, base, orders, binomials, faces, starts, local, weights, masks, ranks
):
    """Lists, for each context, the cards besides it and the private hands that stand for others; returns their number.

    `base` are private cards that are known, `times` the deals that each context stands for. A hand stands for its
    images under the renamings that keep the context; `ranks` are those of hands among all sets of their size.
    """
    rows = 0
    spots = np.zeros(len(cards), dtype=np.int64)
    for context in range(len(contexts)):
        starts[context] = rows
        left = 0
        for card in range(len(cards)):
            if not contexts[context] >> int(cards[card]) & 1:
                faces[context, left] = cards[card]
                spots[left] = card
                left += 1
        fixes = int(fixing[context])
        for hand in range(len(places)):
            mask = 0
            rank = 0
            for each in range(places.shape[1]):
                place = int(places[hand, each])
                mask |= 1 << int(faces[context, place])
                rank += binomials[spots[place], each + 1]
            same, ways = 1, 1
            if fixes != 1:
                same, ways = standing_for(mask, fixes, orders)
            if same > 0:
                local[rows], weights[rows] = hand, times[context] * (ways // same)
                masks[rows], ranks[rows] = mask | base, rank
                rows += 1
    starts[len(contexts)] = rows
    return rows


@fast
def standing_for(mask, fixes, orders):
    """How many of the renamings `fixes` leave a hand as it is, 0 if one makes it less; and how many there are."""
    same, ways = 0, 0
    for which in range(len(orders)):
        if fixes >> which & 1:
            other = renamed_mask(mask, orders, which) if which else mask
            ways += 1
            if other == mask:
                same += 1
            elif other < mask:
                return 0, ways
    return same, ways


@fast
def hidden_masks(faces, places, base, masks):
    """Fills `masks` with every hidden hand of each context."""
    place = 0
    for context in range(len(faces)):
        for hand in range(len(places)):
            mask = base
            for each in range(places.shape[1]):
                mask |= 1 << int(faces[context, int(places[hand, each])])
            masks[place] = mask
            place += 1


@fast
def swept(starts, rows, hidden, extra, runs, own, against, binomials, sizes, side, counts):
    """Fills `counts`, by row and run, with the number of hidden hands that have none of the row's cards.

    Of hidden hands, those are counted of which an additive wager sees `side` (`extra`; all where it is empty).
    `rows` are the classes of rows, their cards, and the place of each among all hands of its size; `hidden` the classes
    and cards of hidden hands. `runs` are where those of each class begin, and how many there are. `own` and `against`
    number the subsets of private and hidden hands: the cards, what `part_ranks` needs, and a list, which is empty where
    subsets are worked out one by one. `sizes` are: the counters, the hidden classes, the columns of even subsets, of
    those with counters and of all subsets, the columns of a hidden hand, and the hidden hands that a row leaves.
    """
    mine, masks, local = rows
    theirs, hidden_cards = hidden
    run_starts, run_counts = runs
    places, (slots, taken, first_part), listed = own
    hidden_places, (hidden_slots, hidden_taken, hidden_first), hidden_listed = against
    counter_count, class_count, even, odd, width, hidden_width, whole = sizes
    hands = len(hidden_places)
    is_apart, is_listed, hidden_is_listed = len(extra) > 0, len(listed) > 0, len(hidden_listed) > 0
    table = listed if is_listed else np.zeros((1, len(slots)), dtype=np.uint32)
    hidden_table = hidden_listed if hidden_is_listed else np.zeros((1, len(hidden_slots)), dtype=np.uint32)
    sign = -1 if hidden_places.shape[1] & 1 else 1
    most_tied = FEW_TIED * max(1, width)
    equal = np.zeros(most_tied, dtype=np.int64)
    counters = np.zeros(max(1, counter_count), dtype=np.int32)
    first_hand = np.full(class_count + 2, -1, dtype=np.int32)
    next_hand = np.full(hands, -1, dtype=np.int32)
    first_ask = np.full(class_count + 2, -1, dtype=np.int32)
    there = np.zeros(((class_count + 1) >> 5) + 1, dtype=np.int64)
    longest, shift = 0, 0
    for context in range(len(starts) - 1):
        longest = max(longest, starts[context + 1] - starts[context])
    while 1 << shift < counts.shape[1]:
        shift += 1
    next_ask = np.full(longest << shift, -1, dtype=np.int32)
    late = np.zeros(longest << shift, dtype=np.int8)  # Marks a boundary that waited until after the one before it.
    ranks = np.zeros(max(len(slots), len(hidden_slots)), dtype=np.int64)
    for context in range(len(starts) - 1):
        first, last, start = starts[context], starts[context + 1], context * hands
        counters[:] = 0
        for hand in range(hands):
            if is_apart and extra[start + hand] != side:
                continue
            its = int(theirs[start + hand])
            next_hand[hand] = first_hand[its]
            first_hand[its] = hand
            there[its >> 5] |= 1 << (its & 31)
        for row in range(first, last):
            number, before = int(mine[row]), -2
            for run in range(1, run_counts[number]):
                bound = int(run_starts[number, run])
                if bound == before + 1:
                    before = -2  # The run before is one class, and asks for this one with it.
                else:
                    before = bound
                    ask = (row - first) << shift | run
                    next_ask[ask] = first_ask[bound]
                    first_ask[bound] = ask
                    there[bound >> 5] |= 1 << (bound & 31)
        for word in range(len(there)):
            while there[word]:
                its = word << 5 | lowest(there[word])
                there[word] &= there[word] - 1
                ask = int(first_ask[its])
                first_ask[its] = -1
                tied = 0
                if ask >= 0:
                    hand = int(first_hand[its])
                    while hand >= 0 and tied < most_tied:
                        equal[tied] = hidden_cards[start + hand]
                        tied += 1
                        hand = int(next_hand[hand])
                while ask >= 0:
                    row, run = first + (ask >> shift), ask & ((1 << shift) - 1)
                    after = int(next_ask[ask])
                    at = local[row]
                    if not is_listed:
                        part_ranks(places, at, slots, taken, first_part, binomials, ranks, table, 0)
                        at = 0
                    below = 0
                    for part in range(even):
                        below += counters[table[at, part]]
                    for part in range(even, odd):
                        below -= counters[table[at, part]]
                    for part in range(odd, width):
                        other = start + int(table[at, part])
                        if theirs[other] < its and (not is_apart or extra[other] == side):
                            below += sign
                    counts[row, run, side] = below
                    number = int(mine[row])
                    if late[ask]:
                        late[ask] = 0
                    elif run + 1 < run_counts[number] and run_starts[number, run + 1] == its + 1:
                        if tied < most_tied:  # Few hidden hands are in this class, so they are looked at one by one.
                            cards = masks[row]
                            for each in range(tied):
                                if not cards & equal[each]:
                                    below += 1
                            counts[row, run + 1, side] = below
                        else:
                            late[ask + 1] = 1
                            next_ask[ask + 1] = first_ask[its + 1]
                            first_ask[its + 1] = ask + 1
                            there[(its + 1) >> 5] |= 1 << ((its + 1) & 31)
                    ask = after
                hand = int(first_hand[its])
                first_hand[its] = -1
                while hand >= 0:
                    at = hand
                    if not hidden_is_listed:
                        part_ranks(
                            hidden_places,
                            hand,
                            hidden_slots,
                            hidden_taken,
                            hidden_first,
                            binomials,
                            ranks,
                            hidden_table,
                            0,
                        )
                        at = 0
                    for part in range(hidden_width):
                        counters[hidden_table[at, part]] += 1
                    hand = int(next_hand[hand])
        for row in range(first, last):
            above = whole
            if is_apart:
                at = local[row]
                if not is_listed:
                    part_ranks(places, at, slots, taken, first_part, binomials, ranks, table, 0)
                    at = 0
                above = 0
                for part in range(even):
                    above += counters[table[at, part]]
                for part in range(even, odd):
                    above -= counters[table[at, part]]
                for part in range(odd, width):
                    if extra[start + int(table[at, part])] == side:
                        above += sign
            for run in range(int(run_counts[int(mine[row])]) - 1, -1, -1):
                below = counts[row, run, side] if run else 0
                counts[row, run, side] = above - below
                above = below


@fast
def paired(starts, masks, hidden, hands, first, last, places, found_row, found_hidden):
    """Lists every pair of a row, from `first` up to `last`, and a hidden hand without its cards; returns the number."""
    found = 0
    context = 0
    for row in range(first, last):
        while starts[context + 1] <= row:
            context += 1
        for hand in range(hands):
            other = hidden[context * hands + hand]
            if not masks[row] & other:
                found_row[found], found_hidden[found] = row, other
                found += 1
    return found


@fast
def counted(rows, numbers, counts):
    """Counts pairs by row and number."""
    for place in range(len(rows)):
        counts[rows[place], numbers[place], 0] += 1


@fast
def end_values(counts, mine, vectors, run_counts, worth, values):
    """Fills `values`, by row, aim and end, with the worth summed over all hidden hands."""
    for row in range(len(mine)):
        number = int(mine[row])
        for run in range(run_counts[number]):
            some = 0
            for each in range(counts.shape[2]):
                some += int(counts[row, run, each])
            if some:
                vector = vectors[number, run]
                for aim in range(worth.shape[1]):
                    for end in range(worth.shape[2]):
                        values[row, aim, end] += some * worth[vector, aim, end]


@fast
def put_best(values, slots, best, first):
    """Writes the values of the best last options after those of ends, from column `first` on."""
    for row in range(len(best)):
        for point in range(best.shape[1]):
            slot = slots[point, int(best[row, point])]
            for aim in range(values.shape[1]):
                values[row, aim, first + point] = values[row, aim, slot]


@fast
def best_last(values, legal, points, ends, bits, best, tied):
    """Fills `best` and `tied`, by row and point, with the place of the best option, and whether another is as good.

    `ends` are the ends of the options in the order of preference, -1 after the last; `bits` say which bit of `legal`
    allows each. Values are compared aim by aim.
    """
    for row in range(len(values)):
        for point in range(points):
            found = -1
            even = 0
            for option in range(ends.shape[1]):
                end = int(ends[point, option])
                if end < 0 or (bits[point, option] >= 0 and not legal[row] >> int(bits[point, option]) & 1):
                    continue
                order = 1 if found < 0 else 0
                for aim in range(values.shape[1]):
                    if order == 0:
                        other = values[row, aim, int(ends[point, found])]
                        order = 1 if values[row, aim, end] > other else (-1 if values[row, aim, end] < other else 0)
                if order > 0:
                    found, even = option, 0
                elif order == 0:
                    even = 1
            best[row, point] = found
            tied[row, point] = even
