"""Rounds of hold'em games against a dealer, and a literal twin that settles them with nothing of the rules under test.

The twin reads cards as letters, ranks hands with `tests.hands.literal`, and knows what is paid from lists of its own.
"""

import random
from collections.abc import Mapping
from fractions import Fraction

from pitboss import games
from pitboss.core.cards import card_text, parse_cards
from pitboss.core.pays import Odds
from pitboss.core.round import Round, play_out
from pitboss.core.script import State, parse_option
from pitboss.core.settle import settle_round
from tests.hands.literal import best, spoken
from tests.support.rounds import outcomes, random_round, random_state, suit_orders

KINDS = ("royal flush", "straight flush", "quads", "full house", "flush", "straight", "trips")
OF_VALUE = {10: "royal flush", 8: "straight flush", 7: "quads", 6: "full house", 5: "flush", 4: "straight", 3: "trips"}
FOLD = ("CHECK", "CHECK", "FOLD")
LATE = ("CHECK", "CHECK", "PLAY_1")
FLOP = ("CHECK", "PLAY_2")


def dealt(name: str, board: str, dealer: str, player: str, ways: tuple[str, ...], bets: dict[str, int]) -> Round:
    """A round of one seat: five community cards in the order they are turned up, and options in the order asked."""
    game, cards = games.build(name), parse_cards(board)
    piles = {("dealer", 0): parse_cards(dealer), ("player", 1): parse_cards(player)}
    for pile, deal in game.piles.items():
        if deal.to.value == "community":
            piles[pile, 0], cards = cards[: deal.count], cards[deal.count :]
    choices = {
        (choice.name, 1): parse_option(choice, way) for choice, way in zip(game.choices.values(), ways, strict=False)
    }
    return play_out(game, {1: bets}, piles, choices)


def nets(played: Round) -> dict[str, int]:
    """Net cents by wager of the one seat."""
    return {line.wager: line.net_cents for line in settle_round(played).lines}


def paid(name: str, board: str, dealer: str, player: str, ways: tuple[str, ...], **bets: int) -> dict[str, int]:
    """What a round nets by wager, for an Ante and an X-Tra of a dollar and whatever other bets are named."""
    return nets(dealt(name, board, dealer, player, ways, {"ante": 100, "xtra": 100, **bets}))


def odds_of(name: str, wager: str, **options: str) -> list[Fraction]:
    """What a pay table wins on one unit, the best outcome first."""
    pays = games.build(name, options).wager[wager].lines[0].pays.pays.values()
    return [pay.net for pay in pays if isinstance(pay, Odds)]


def twin_nets(
    stakes: Mapping[str, int],
    player: list[str],
    dealer: list[str],
    board: list[str],
    folded: bool,
    pays: Mapping[str, tuple[Fraction, ...]],
) -> dict[str, Fraction]:
    """What every bet nets in cents; `pays` are the lists of X-Tra, Player Bonus and Hole Card Bonus, the best first."""
    mine, theirs = (best([spoken(*parse_cards(card)) for card in (*two, *board)]) for two in (player, dealer))
    won = (mine > theirs) - (mine < theirs)
    kind = OF_VALUE.get(mine[0], "less")
    ends = {
        "ante": Fraction(won if theirs[0] >= 1 else 0),
        "play": Fraction(won),
        "xtra": Fraction(won),
        "player_bonus": Fraction(-1),
        "hole_card_bonus": hole_pay(player, pays["hole_card_bonus"]),
    }
    if won == 1:
        ends["xtra"] = dict(zip(KINDS, pays["xtra"], strict=False)).get(kind, Fraction(0))
    if kind != "less":
        ends["player_bonus"] = dict(zip(KINDS, pays["player_bonus"], strict=True))[kind]
    if folded:
        ends |= {"ante": Fraction(-1), "xtra": Fraction(-1)}
    return {name: stake * ends[name] for name, stake in stakes.items()}


def hole_pay(player: list[str], pays: tuple[Fraction, ...]) -> Fraction:
    """The Hole Card Bonus by the letters of two cards."""
    (one, first), (two, second) = player
    if one == two:
        return pays[0] if one == "A" else pays[3]
    if {one, two} in ({"A", "K"}, {"A", "Q"}, {"A", "J"}):
        return pays[1] if first == second else pays[2]
    return Fraction(-1)


def fractions(column: str) -> tuple[Fraction, ...]:
    """The pays that the name of a column lists: `50-40-30-9-7-4-3`."""
    return tuple(Fraction(pay.replace(":", "/")) for pay in column.split("-"))


def check_against_the_twin(name: str, xtra: str, options: Mapping[str, str], rounds: int) -> None:
    """Random rounds from the whole deck, every bet to the cent; the twin is told the pays of the columns."""
    game, source = games.build(name, options), random.Random(f"{name} {options}")
    chosen = {**{each: str(game.options[each]) for each in game.options}, "xtra": xtra}
    pays = {each: fractions(chosen[each]) for each in ("xtra", "player_bonus", "hole_card_bonus")}
    folds = 0
    for _ in range(rounds):
        played = random_round(game, source)
        texts = {key: [card_text(card) for card in cards] for key, cards in played.state.piles.items()}
        board = [card for pile in ("open_card", "flop", "last_two") for card in texts.get((pile, 0), [])]
        assert len(board) == 5
        told = {(line.seat, line.wager): line.net_cents for line in settle_round(played).lines}
        for seat, stakes in played.stakes().items():
            bet = {wager: stake for wager, stake in stakes.items() if stake}
            folded = "play" not in bet
            folds += folded
            twin = twin_nets(bet, texts["player", seat], texts["dealer", 0], board, folded, pays)
            assert {wager: told[seat, wager] for wager in bet} == twin, (texts, seat)
    assert folds > rounds // 20


def check_suits_change_places(name: str, rounds: int = 300) -> None:
    """Any renaming of the four suits leaves every outcome as it is."""
    game, source = games.build(name), random.Random(name)
    orders = suit_orders(game)
    assert len(orders) == 24
    for _ in range(rounds):
        state, _events = random_state(game, source, 2)
        ended = outcomes(state)
        faces = source.choice(orders)
        state.piles = {key: tuple(faces[card] for card in cards) for key, cards in state.piles.items()}
        assert outcomes(state) == ended


def bonus_keys(state: State, seat: int) -> dict[str, tuple]:
    """How good a seat's hand is for the Player Bonus, and its two cards for the Hole Card Bonus."""
    shared = [card for (_, owner), cards in state.piles.items() if owner == 0 for card in cards]
    shared = [card for card in shared if card not in state.piles["dealer", 0]]
    two = state.piles["player", seat]
    worth = hole_pay([card_text(card) for card in two], (Fraction(4), Fraction(3), Fraction(2), Fraction(1)))
    return {"player_bonus": best([spoken(card) for card in (*two, *shared)]), "hole_card_bonus": (worth,)}
