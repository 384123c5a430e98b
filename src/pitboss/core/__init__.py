"""Cards, rules, rounds and money: what every game is written in and played with."""
