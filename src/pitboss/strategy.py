"""Named strategies at work: what a strategy chooses in a state of a round."""

from pitboss.errors import GameError
from pitboss.game import Cards, Game, Kind, Source, Strategy
from pitboss.script import NeedChoice, State, codes_of


def check_strategy(game: Game, strategy: Strategy) -> None:
    """Refuses a strategy that leaves a choice open, or looks at what its player cannot see."""
    for name, choice in game.choices.items():
        if name not in strategy.rules:
            raise GameError(f"{game.name}: the strategy {strategy.name} says nothing of {name}")
        for source in sources(game, strategy, name):
            if source.kind is Kind.PILE and not set(source.piles) <= set(choice.sees):
                raise GameError(
                    f"{game.name}: the strategy {strategy.name} looks at {source.name}, which {name} cannot see"
                )


def sources(game: Game, strategy: Strategy, name: str) -> tuple[Source, ...]:
    """Where the arguments of a strategy's rule come from."""
    return game.bind(strategy.rules[name], strategy.constants).sources


def chosen(strategy: Strategy, state: State, need: NeedChoice, seat: int) -> int:
    """The option a strategy chooses for a seat; a rule for a card choice answers with the card's code."""
    arguments = [
        source.value if source.kind is Kind.CONSTANT else state.argument(source, seat)
        for source in sources(state.game, strategy, need.name)
    ]
    answer = int(strategy.rules[need.name](*arguments))
    choice = state.game.choices[need.name]
    if not isinstance(choice.options, Cards):
        return answer
    coder = next(each.coder for each in sources(state.game, strategy, need.name) if each.coder)
    codes = codes_of(state.game, coder)
    return next(card for card in need.legal[seat] if codes[card] == answer)
