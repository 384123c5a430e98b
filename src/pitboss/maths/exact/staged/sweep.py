"""Counting hidden hands: a sweep with inclusion-exclusion, and the loops over private hands that use its counts.

For one set of shared cards, hidden hands enter in the order of their classes into a counter for each of their subsets.
When a private hand asks how many hidden hands without its cards lie below a boundary, the counters of its own subsets
answer, with alternating signs. Every loop here works on a block of contexts, and rows are private hands.
"""

import numpy as np

from pitboss.maths.compile.cpu import fast
from pitboss.maths.exact.staged.cards import part_ranks, renamed_mask


@fast
def private_rows(contexts, fixing, cards, places, base, orders, faces, starts, local, weights, masks):
    """Lists, for each context, the cards besides it and the private hands that stand for others; returns their number.

    `base` are private cards that are known. A hand stands for its images under the renamings that keep the context.
    """
    rows = 0
    for context in range(len(contexts)):
        starts[context] = rows
        left = 0
        for card in range(len(cards)):
            if not contexts[context] >> int(cards[card]) & 1:
                faces[context, left] = cards[card]
                left += 1
        fixes = int(fixing[context])
        for hand in range(len(places)):
            mask = 0
            for each in range(places.shape[1]):
                mask |= 1 << int(faces[context, int(places[hand, each])])
            same, ways = 0, 0
            for which in range(len(orders)):
                if fixes >> which & 1:
                    other = renamed_mask(mask, orders, which) if which else mask
                    ways += 1
                    if other == mask:
                        same += 1
                    elif other < mask:
                        same = -1
                        break
            if same > 0:
                local[rows], weights[rows], masks[rows] = hand, ways // same, mask | base
                rows += 1
    starts[len(contexts)] = rows
    return rows


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
def swept(
    starts, mine, theirs, extra, run_starts, run_counts, parts, part_of, places, hidden, binomials, count, sizes, counts
):
    """Fills `counts`, by row, run and extra sum, with the number of hidden hands that have none of the row's cards.

    `mine` and `theirs` are the classes of rows and of hidden hands, `extra` what an additive wager sees of a hidden
    hand. `parts` are the subsets of rows (see `part_ranks`), `part_of` the row of each there, `places` and `hidden`
    those of hidden hands, listed or not. `sizes` are: the counters, the hidden classes, the extra sums, `most` cards.
    """
    counter_count, class_count, sums, most = sizes
    hands = len(places)
    counters = np.zeros((counter_count, sums), dtype=np.int32)
    first_hand = np.full(class_count + 1, -1, dtype=np.int32)
    next_hand = np.full(hands, -1, dtype=np.int32)
    first_ask = np.full(class_count + 1, -1, dtype=np.int32)
    runs = counts.shape[1]
    longest = 0
    for context in range(len(starts) - 1):
        longest = max(longest, starts[context + 1] - starts[context])
    next_ask = np.full(longest * runs, -1, dtype=np.int32)
    own = np.zeros(1 << places.shape[1], dtype=np.int32)
    listed = len(hidden) > 0
    for context in range(len(starts) - 1):
        first, last = starts[context], starts[context + 1]
        counters[:] = 0
        first_hand[:] = -1
        first_ask[:] = -1
        for hand in range(hands):
            its = theirs[context * hands + hand]
            next_hand[hand] = first_hand[its]
            first_hand[its] = hand
        for row in range(first, last):
            number = int(mine[row])
            for run in range(1, run_counts[number]):
                bound = run_starts[number, run]
                ask = (row - first) * runs + run
                next_ask[ask] = first_ask[bound]
                first_ask[bound] = ask
        for its in range(class_count + 1):
            ask = int(first_ask[its])
            while ask >= 0:
                row, run = first + ask // runs, ask % runs
                for part in range(parts.shape[1]):
                    rank = int(parts[part_of[row], part])
                    if rank > 0:
                        for each in range(sums):
                            counts[row, run, each] += counters[rank - 1, each]
                    else:
                        for each in range(sums):
                            counts[row, run, each] -= counters[-1 - rank, each]
                ask = int(next_ask[ask])
            hand = int(first_hand[its])
            while hand >= 0:
                side = int(extra[context * hands + hand])
                if listed:
                    for part in range(hidden.shape[1]):
                        counters[abs(int(hidden[hand, part])) - 1, side] += 1
                else:
                    found = part_ranks(places, hand, most, count, binomials, own)
                    for part in range(found):
                        counters[abs(int(own[part])) - 1, side] += 1
                hand = int(next_hand[hand])
        for row in range(first, last):
            finish_row(row, int(run_counts[int(mine[row])]), parts, part_of, counters, counts, sums)


@fast
def finish_row(row, runs, parts, part_of, counters, counts, sums):
    """Turns the numbers below each boundary into the numbers in each run."""
    for each in range(sums):
        whole = 0
        for part in range(parts.shape[1]):
            rank = int(parts[part_of[row], part])
            if rank > 0:
                whole += counters[rank - 1, each]
            else:
                whole -= counters[-1 - rank, each]
        for run in range(runs):
            above = counts[row, run + 1, each] if run + 1 < runs else whole
            counts[row, run, each] = above - (counts[row, run, each] if run else 0)


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
                some += counts[row, run, each]
            vector = vectors[number, run]
            for aim in range(values.shape[1]):
                for end in range(values.shape[2]):
                    values[row, aim, end] += some * worth[aim, end, vector]


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
