"""Hands that differ in the names of their suits alone."""

from pitboss.maths.compile.cpu import fast


@fast
def same_orders(top, second, third, fourth):
    """How many of the 24 ways to order four holdings, given in falling order, leave them as they are."""
    if top == second:
        if second == third:
            return 24 if third == fourth else 6
        return 4 if third == fourth else 2
    if second == third:
        return 6 if third == fourth else 2
    return 2 if third == fourth else 1
