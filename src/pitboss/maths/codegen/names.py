"""The variables of generated text. Every module that writes or reads such a variable takes its name from here.

| variable | holds |
|---|---|
| `a`, `b` | the state of a random stream; `z` its next 64 bits, `w` a word cut from them, `t` a draw |
| `bad` | negative when a word favoured some cards, so that the deal is dealt again |
| `t0`, `t1` ... | the draws of a shoe, card by card |
| `v0`, `v1` ... | the place in the sorted shoe of each card dealt |
| `c0`, `c1` ... | the cards of each pile as a mask over the deck |
| `h_player_0` ... | a pile as one code sees it: the sum of its cards' codes |
| `h_player_0_if` | the same hand where the round may leave the pile out: 0 when it is not dealt |
| `x_play` | a player's answer to a choice, `NOT_PLACED` when the choice is not asked |
| `y_play` | the answer as rules see it: 0 when the choice is not asked |
| `illegal_play` | 1 when the answer breaks the rules |
| `q3_points` | what a rule answers, computed once by the function `ask_q3_points` |
| `o_ante_0` | the outcome of a wager's line |
| `key` | the cell of the histogram that the round is counted in |
| `table0` ..., `table_points` | tables that are arguments: of a policy or a look-up, and of a rule on a GPU |
| `memory`, `level` | what a counting player remembers, and how that player bets on this round |
"""

KEY = "key"
MEMORY = "memory"
LEVEL = "level"
POLICY = "policy"


def mask(pile: int) -> str:
    """The cards of the pile with this number, as a mask."""
    return f"c{pile}"


def draw(card: int) -> str:
    """The draw that chose a card of a shoe."""
    return f"t{card}"


def place(card: int) -> str:
    """The place in the sorted shoe of a card dealt."""
    return f"v{card}"


def hand(pile: str, code: int) -> str:
    """A pile as the code with this number sees it."""
    return f"h_{pile}_{code}"


def hand_if_dealt(hand: str) -> str:
    """A hand that the round may leave out: 0 then."""
    return f"{hand}_if"


def answer(choice: str) -> str:
    """A player's answer to a choice."""
    return f"x_{choice}"


def choice(choice: str) -> str:
    """The answer to a choice as rules see it."""
    return f"y_{choice}"


def illegal(choice: str) -> str:
    """Whether the answer to a choice breaks the rules."""
    return f"illegal_{choice}"


def outcome(wager: str, line: int) -> str:
    """The outcome of a wager's line."""
    return f"o_{wager}_{line}"


def call(number: int, rule: str) -> str:
    """The answer of a rule that is called once."""
    return f"q{number}_{rule}"


def function(call: str) -> str:
    """The function whose answer a `call` variable holds."""
    return f"ask_{call}"


def table(number: int) -> str:
    """A table that is an argument of the loop."""
    return f"table{number}"


def rule_table(rule: str) -> str:
    """The table of a tabulated rule, as an argument of a loop on a GPU."""
    return f"table_{rule}"


def tables(count: int) -> str:
    """The first `count` tables as further parameters of a function."""
    return "".join(f", {table(number)}" for number in range(count))
