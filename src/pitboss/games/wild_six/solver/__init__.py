"""The solver of Wild Six: exact tallies, advice and the best play, by counting dealer hands."""

from pitboss.games.wild_six.solver.discards import DECIDED_BY, decisions, keep
from pitboss.games.wild_six.solver.lookup import policy
from pitboss.games.wild_six.solver.one_hand import advise
from pitboss.games.wild_six.solver.tallies import solve, under

__all__ = ["DECIDED_BY", "advise", "decisions", "keep", "policy", "solve", "under"]
