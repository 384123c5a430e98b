"""Loops between the last choice and earlier ones: sums carried to an information set, ways through a round, cells.

A table of an earlier choice has a place for every set of shared cards in sight there that stands for others, and every
private hand. A private hand is renamed with the shared cards, so that both are found in the table.
"""

import numpy as np

from pitboss.core.rule import lowest, popcount
from pitboss.maths.compile.cpu import fast
from pitboss.maths.exact.staged.cards import renamed_mask


@fast
def renamed_ranks(masks, cards, orders, binomials, ranks):
    """Fills `ranks`, by renaming, with the rank that each set has after it."""
    place_of = np.zeros(64, dtype=np.int64)
    for place in range(len(cards)):
        place_of[int(cards[place])] = place
    for which in range(len(orders)):
        for row in range(len(masks)):
            moved = renamed_mask(int(masks[row]), orders, which)
            number = 0
            taken = 0
            while moved:
                taken += 1
                number += binomials[place_of[lowest(moved)], taken]
                moved &= moved - 1
            ranks[which, row] = number


@fast
def linked(contexts, cards, picks, sizes, numbers, orders, binomials, found_numbers, found_orders):
    """Fills, by context and pick, the number in a table of the shared cards picked, and the renaming that finds it."""
    for context in range(len(contexts)):
        for pick in range(len(picks)):
            bits = int(picks[pick])
            index = 0
            at = 0
            for part in range(contexts.shape[1]):
                rank = 0
                taken = 0
                for place in range(len(cards)):
                    if int(contexts[context, part]) >> int(cards[place]) & 1:
                        if bits >> at & 1:
                            taken += 1
                            rank += binomials[place, taken]
                        at += 1
                index = index * binomials[len(cards), int(sizes[part])] + rank
            found_numbers[context, pick] = numbers[index]
            found_orders[context, pick] = orders[index]


@fast
def gathered(starts, weights, ranks, renamed, numbers, orders, values, feeds, times, table):
    """Adds the weighted values of rows to the places of a table where they belong, which has aims and slots by place.

    `feeds` are pairs of a slot and the column of `values` that it takes, each slot once; `times` are the deals that
    each pick stands for.
    """
    hands, slots = renamed.shape[1], table.shape[2]
    longest = 0
    for context in range(len(starts) - 1):
        longest = max(longest, starts[context + 1] - starts[context])
    sums = np.zeros((longest, table.shape[1], slots), dtype=np.int64)
    for context in range(len(starts) - 1):
        start, rows = starts[context], starts[context + 1] - starts[context]
        for row in range(rows):
            weight = times * weights[start + row]
            for feed in range(len(feeds)):
                slot, column = int(feeds[feed, 0]), int(feeds[feed, 1])
                for aim in range(table.shape[1]):
                    sums[row, aim, slot] = weight * values[start + row, aim, column]
        for pick in range(numbers.shape[1]):  # One part of the table after the other, as all of it fits no fast cache.
            first, order = numbers[context, pick] * hands, int(orders[context, pick])
            for row in range(rows):
                place = first + renamed[order, ranks[start + row]]
                for aim in range(table.shape[1]):
                    for slot in range(slots):
                        table[place, aim, slot] += sums[row, aim, slot]


@fast
def folded(table, fixing, renamed, least):
    """Moves the sums of each private hand to the least of its images under the renamings that keep the shared cards.

    `least` says, by place of the table, where the sum is now.
    """
    hands = renamed.shape[1]
    for context in range(len(fixing)):
        fixes = int(fixing[context])
        for hand in range(hands):
            here = hand
            for which in range(1, len(renamed)):
                if fixes >> which & 1:
                    here = min(here, int(renamed[which, hand]))
            place, to = context * hands + hand, context * hands + here
            least[place] = to
            if to != place:
                for aim in range(table.shape[1]):
                    for slot in range(table.shape[2]):
                        table[to, aim, slot] += table[place, aim, slot]
                        table[place, aim, slot] = 0


@fast
def walked(
    starts, weights, ranks, renamed, root, links, every, dealt, tree, offsets, tables, ties, last, last_ties, ways, tied
):
    """Adds to `ways`, by row and end, the dealings in which the best play leads there; counts ties by level and place.

    Dealings are bits, `every` all of them, so that those which pick the same cards are followed together: `dealt` has
    those of each level and pick. `links` are numbers and renamings by level, context and pick. `tree` has for each
    point its level (-1 at the last choice, -2 at an end), its place there, what each option leads to (to a point with a
    higher number), and the number of picks by level.
    """
    numbers, orders = links
    levels, places, after, picks = tree
    hands = renamed.shape[1]
    here = np.zeros(len(levels), dtype=np.int64)
    for context in range(len(starts) - 1):
        for row in range(starts[context], starts[context + 1]):
            here[:] = 0
            here[root] = every
            for point in range(root, len(levels)):
                deals = int(here[point])
                if not deals:
                    continue
                level, place = int(levels[point]), int(places[point])
                if level == -2:
                    ways[row, place] += popcount(deals)
                elif level == -1:
                    here[after[point, int(last[row, place])]] |= deals
                    if last_ties[row, place]:
                        tied[0, place] += weights[row] * popcount(deals)
                else:
                    for pick in range(picks[level]):
                        those = deals & int(dealt[level, pick])
                        if those:
                            order = int(orders[level, context, pick])
                            hand = renamed[order, int(ranks[row])]
                            index = offsets[point] + numbers[level, context, pick] * hands + hand
                            here[after[point, int(tables[index])]] |= those
                            if ties[index]:
                                tied[1 + level, place] += weights[row] * popcount(those)


@fast
def counted_ends(ends, ways):
    """Fills `ways`, by row and end, with the number of dealings that lead there."""
    for row in range(ends.shape[0]):
        for deal in range(ends.shape[1]):
            ways[row, int(ends[row, deal])] += 1


@fast
def tallied_cells(weights, counts, mine, vectors, run_counts, ways, sides, added, cells):
    """Adds the deals of every row to the cells, by end, vector of outcomes, side outcomes and sum of all cards.

    `ways` are the dealings that lead to each end.
    """
    for row in range(len(mine)):
        number = int(mine[row])
        side, base = int(sides[row]), int(added[row])
        for end in range(ways.shape[1]):
            weight = int(ways[row, end]) * weights[row]
            if weight:
                for run in range(run_counts[number]):
                    vector = vectors[number, run]
                    for each in range(counts.shape[2]):
                        cells[end, vector, side, base + each] += weight * counts[row, run, each]


@fast
def reaching(starts, ranks, renamed, root, links, every, dealt, tree, offsets, tables, stop, reached):
    """Fills `reached`, by row and place of a point at level `stop`, with the dealings in which the best play is there.

    Dealings are bits; the other arguments are those of `walked`.
    """
    numbers, orders = links
    levels, places, after, picks = tree
    hands = renamed.shape[1]
    here = np.zeros(len(levels), dtype=np.int64)
    for context in range(len(starts) - 1):
        for row in range(starts[context], starts[context + 1]):
            here[:] = 0
            here[root] = every
            for point in range(root, len(levels)):
                deals, level = int(here[point]), int(levels[point])
                if level == stop:
                    reached[row, places[point]] = deals
                elif deals and level >= 0:
                    for pick in range(picks[level]):
                        those = deals & int(dealt[level, pick])
                        if those:
                            order = int(orders[level, context, pick])
                            hand = renamed[order, ranks[row]]
                            index = offsets[point] + numbers[level, context, pick] * hands + hand
                            here[after[point, int(tables[index])]] |= those
