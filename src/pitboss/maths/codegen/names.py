"""The names of variables that several modules of generated text share.

Within a deal, `a` and `b` are the state of a random stream, `z` its next 64 bits, `w` a word cut from them and `t` a
draw; `bad` is negative if a word was rejected, so that the deal is dealt again.
"""

from pitboss.maths.compile.generated import LOOP as LOOP

mask = "c{}".format
"""The cards of a pile, by the pile's number, as a mask over the deck."""
draw = "t{}".format
"""The draw that chose a card of a shoe."""
place = "v{}".format
"""The place in the sorted shoe of a card dealt."""
hand = "h_{}_{}".format
"""A pile's hand, the sum of its cards' codes, by pile and the number of the code."""
hand_if_dealt = "{}_if".format
"""The hand of a pile that the round may leave out; 0 if it does."""
answer = "x_{}".format
"""A player's answer to a choice; `NOT_PLACED` when the choice is not asked."""
choice = "y_{}".format
"""The answer to a choice as rules see it: 0 when the choice is not asked."""
illegal = "illegal_{}".format
"""1 when the answer to a choice breaks the rules, else 0."""
call = "q{}_{}".format
"""The answer of a rule, by the number of the call and the rule."""
function = "ask_{}".format
"""The function whose answer a `call` holds."""
outcome = "o_{}_{}".format
"""The outcome of a wager's line, by wager and the line's number."""
table = "table{}".format
"""A table of a policy or a look-up, as an argument of the loop."""
rule_table = "table_{}".format
"""The table of a tabulated rule, as an argument of a loop on a GPU."""
KEY = "key"
"""The index of the counter for the round."""
MEMORY = "memory"
"""The memory of a counting player."""
LEVEL = "level"
"""The bet level of a counting player in this round."""
policy = "policy_{}".format
"""The function of a policy, by the choice that it answers."""
read = "read{}_{}".format
"""The function that finds the place of a policy's look-up, by the number of the look-up and the choice."""
read_at = "at{}_{}".format
"""The place of a policy's look-up."""
entry = "found{}_{}".format
"""The entry that a policy's look-up found."""


def tables(count: int) -> str:
    """The first `count` tables as further parameters of a function."""
    return "".join(f", {table(number)}" for number in range(count))
