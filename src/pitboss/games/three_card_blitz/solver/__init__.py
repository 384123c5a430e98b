"""The solver of 3 Card Blitz: exact tallies, advice and the best play, by counting suit by suit."""

from pitboss.games.three_card_blitz.solver.tallies import DECIDED_BY, advise, decisions, policy, solve, under
from pitboss.maths.exact.plain import PLAIN

keep = PLAIN.keep  # Advice on one hand is fast.

__all__ = ["DECIDED_BY", "advise", "decisions", "keep", "policy", "solve", "under"]
