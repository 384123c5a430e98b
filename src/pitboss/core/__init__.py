"""Cards, rules, rounds and money: the vocabulary of every game, and the interpreter that plays it."""
