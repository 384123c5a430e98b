"""The variables of generated text. Every module that writes or reads a shared one takes its name from here.

Within a deal, `a` and `b` are the state of a random stream, `z` its next 64 bits, `w` a word cut from them and `t` a
draw; `bad` is negative when a word favoured some cards, so that the deal is dealt again.
"""

from pitboss.maths.compile.generated import LOOP as LOOP

mask = "c{}".format
"""The cards of a pile, by the pile's number, as a mask over the deck."""
draw = "t{}".format
"""The draw that chose a card of a shoe."""
place = "v{}".format
"""The place in the sorted shoe of a card dealt."""
hand = "h_{}_{}".format
"""A pile as one of the codes sees it, by pile and the code's number: the sum of its cards' codes."""
hand_if_dealt = "{}_if".format
"""A hand that the round may leave out: 0 then."""
answer = "x_{}".format
"""A player's answer to a choice; `NOT_PLACED` when the choice is not asked."""
choice = "y_{}".format
"""The answer to a choice as rules see it: 0 when the choice is not asked."""
illegal = "illegal_{}".format
"""1 when the answer to a choice breaks the rules, else 0."""
call = "q{}_{}".format
"""The answer of a rule, by the number of the call and the rule; the rule is called once for it."""
function = "ask_{}".format
"""The function whose answer a `call` holds."""
outcome = "o_{}_{}".format
"""The outcome of a wager's line, by wager and the line's number."""
table = "table{}".format
"""A table of a policy, or of a look-up, that is an argument of the loop."""
rule_table = "table_{}".format
"""The table of a tabulated rule, as an argument of a loop on a GPU."""
KEY = "key"
"""The counter of the histogram that the round is counted in."""
MEMORY = "memory"
"""The memory of a counting player."""
LEVEL = "level"
"""The bet level of a counting player in this round."""
POLICY = "policy"
"""The function of a policy."""


def tables(count: int) -> str:
    """The first `count` tables as further parameters of a function."""
    return "".join(f", {table(number)}" for number in range(count))
