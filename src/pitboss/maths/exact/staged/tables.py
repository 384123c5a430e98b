"""Loops between the last choice and earlier ones: sums carried to an information set, ways through a round, cells.

A table of an earlier choice has a place for every set of shared cards in sight there that stands for others, and every
private hand. A private hand is renamed with the shared cards, so that both are found in the table.
"""

import numpy as np

from pitboss.maths.compile.cpu import fast
from pitboss.maths.exact.staged.cards import renamed_mask


@fast
def hand_ranks(masks, cards, binomials, ranks):
    """Fills `ranks` with the rank of each set among all sets of its size of some cards."""
    for row in range(len(masks)):
        number = 0
        taken = 0
        for place in range(len(cards)):
            if int(masks[row]) >> int(cards[place]) & 1:
                taken += 1
                number += binomials[place, taken]
        ranks[row] = number


@fast
def renamed_ranks(masks, cards, orders, binomials, ranks):
    """Fills `ranks`, by renaming, with the rank that each set has after it."""
    for which in range(len(orders)):
        for row in range(len(masks)):
            moved = renamed_mask(int(masks[row]), orders, which)
            number = 0
            taken = 0
            for place in range(len(cards)):
                if moved >> int(cards[place]) & 1:
                    taken += 1
                    number += binomials[place, taken]
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
def gathered(starts, weights, ranks, renamed, numbers, orders, values, table):
    """Adds the weighted values of rows, by aim and slot, to the places of a table where they belong."""
    hands = renamed.shape[1]
    for context in range(len(starts) - 1):
        for row in range(starts[context], starts[context + 1]):
            for pick in range(numbers.shape[1]):
                place = numbers[context, pick] * hands + renamed[int(orders[context, pick]), int(ranks[row])]
                for aim in range(values.shape[1]):
                    for slot in range(values.shape[2]):
                        table[aim, slot, place] += weights[row] * values[row, aim, slot]


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
                for aim in range(table.shape[0]):
                    for slot in range(table.shape[1]):
                        table[aim, slot, to] += table[aim, slot, place]
                        table[aim, slot, place] = 0


@fast
def walked(
    starts,
    weights,
    ranks,
    renamed,
    root,
    links,
    deals,
    tree,
    offsets,
    tables,
    ties,
    last,
    last_ties,
    ends,
    reached,
    tied,
):
    """Fills `ends`, by row and dealing, with the end that the best play leads to; counts the ways to each last point.

    `links` are numbers and renamings by level, context and pick, `deals` the pick of each level and dealing. `tree` has
    for each point its level (-1 at the last choice, -2 at an end), its place there, and what each option leads to.
    """
    numbers, orders = links
    levels, places, after = tree
    hands = renamed.shape[1]
    for context in range(len(starts) - 1):
        for row in range(starts[context], starts[context + 1]):
            for deal in range(ends.shape[1]):
                point = root
                while levels[point] != -2:
                    level, place = int(levels[point]), int(places[point])
                    if level == -1:
                        option = int(last[row, place])
                        reached[row, place] += 1
                        tied[0, place] += weights[row] * int(last_ties[row, place])
                    else:
                        pick = int(deals[level, deal])
                        order = int(orders[level, context, pick])
                        index = offsets[point] + numbers[level, context, pick] * hands + renamed[order, int(ranks[row])]
                        option = int(tables[index])
                        tied[1 + level, place] += weights[row] * int(ties[index])
                    point = int(after[point, option])
                ends[row, deal] = places[point]


@fast
def tallied_cells(weights, counts, mine, vectors, run_counts, ends, sides, added, cells):
    """Adds the deals of every row to the cells, by end, vector of outcomes, side outcomes and sum of all cards."""
    ways = np.zeros(cells.shape[0], dtype=np.int64)
    for row in range(len(mine)):
        ways[:] = 0
        for deal in range(ends.shape[1]):
            ways[int(ends[row, deal])] += 1
        number = int(mine[row])
        side, base = int(sides[row]), int(added[row])
        for end in range(len(ways)):
            if ways[end]:
                weight = ways[end] * weights[row]
                for run in range(run_counts[number]):
                    vector = vectors[number, run]
                    for each in range(counts.shape[2]):
                        cells[end, vector, side, base + each] += weight * counts[row, run, each]


@fast
def reaching(starts, ranks, renamed, root, links, deals, tree, offsets, tables, stop, reached):
    """Fills `reached`, by row and dealing, with the place of the point at level `stop` that the best play comes to.

    It stays -1 where the best play ends before. The other arguments are those of `walked`.
    """
    numbers, orders = links
    levels, places, after = tree
    hands = renamed.shape[1]
    for context in range(len(starts) - 1):
        for row in range(starts[context], starts[context + 1]):
            for deal in range(reached.shape[1]):
                point = root
                while levels[point] != -2 and levels[point] != stop:
                    level = int(levels[point])
                    pick = int(deals[level, deal])
                    order = int(orders[level, context, pick])
                    index = offsets[point] + numbers[level, context, pick] * hands + renamed[order, int(ranks[row])]
                    point = int(after[point, int(tables[index])])
                reached[row, deal] = places[point] if levels[point] == stop else -1
