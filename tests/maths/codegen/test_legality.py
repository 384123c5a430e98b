"""Answers that the rules forbid: a loop refuses the player, and counts one who keeps to them as the interpreter does."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from enum import IntEnum
from itertools import combinations
from typing import Annotated, Any

import numpy as np
import pytest

from pitboss import games
from pitboss.core.cards import STANDARD, Card, Code, Deck, Hand, rank
from pitboss.core.errors import GameError
from pitboss.core.game import Game, Line, Shuffle, Strategy
from pitboss.core.pays import PUSH, PayTable
from pitboss.core.rule import popcount, rule
from pitboss.maths.codegen import legality
from pitboss.maths.codegen.lookup import lookup_of
from pitboss.maths.codegen.program import Policy, Program, program_of
from pitboss.maths.codegen.shoes import shoe_program
from pitboss.maths.compile.cpu import fast
from pitboss.maths.simulate.run import simulate_program
from tests.maths.codegen.test_program import by_loop, by_script
from tests.support import toys
from tests.support.shoes import twin
from tests.support.toy import STEPS, Ranks, Swap, toy
from tests.support.toys import TWO_DECKS, press, split

FORBIDDEN = [
    (press, toys.PRESS_ALWAYS, "press"),
    (press, toys.PRESS_POINTS, "press"),
    (split, toys.LOWEST_ONE, "low"),
    (split, toys.HIGHEST_TWO, "low"),
    (split, toys.TWO_HIGHEST_KINDS, "low"),
]
ALLOWED = [(press, toys.PRESS_BY_RULE), (split, toys.LOWEST_TWO)]


def refused(program: Program, choice: str, rounds: int) -> None:
    player = program.player
    assert isinstance(player, Strategy)
    sentence = f"{program.game.name}: the strategy {player.name} answers {choice} illegally in "
    with pytest.raises(GameError, match=sentence) as error:
        simulate_program(program, rounds=rounds, seed=3)
    assert error.value.code == "game/illegal-choice"


@pytest.mark.parametrize("deck", [STANDARD, TWO_DECKS])
@pytest.mark.parametrize(("game", "strategy", "choice"), FORBIDDEN)
def test_a_strategy_that_breaks_the_rules_is_refused(
    game: Callable[[Deck], Game], strategy: Strategy, choice: str, deck: Deck, monkeypatch: pytest.MonkeyPatch
):
    """In single rounds, dealt by masks or by places, and in whole shoes; without the compiler."""
    monkeypatch.setenv("PITBOSS_COMPILE", "0")
    refused(replace(program_of(game(deck), strategy), strand=8), choice, 512)
    refused(shoe_program(game(deck), strategy, 20), choice, 20)


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "strategy", "choice"), FORBIDDEN)
def test_compiled_loops_refuse_it_too(game: Callable[[Deck], Game], strategy: Strategy, choice: str):
    refused(program_of(game(STANDARD), strategy), choice, 100_000)


@pytest.mark.compiled
def test_compiled_shoes_refuse_it_too():
    refused(shoe_program(press(TWO_DECKS), toys.PRESS_ALWAYS, 20), "press", 2000)
    refused(shoe_program(split(TWO_DECKS), toys.HIGHEST_TWO, 20), "low", 2000)


@pytest.mark.parametrize("deck", [STANDARD, TWO_DECKS])
@pytest.mark.parametrize(("make", "strategy"), ALLOWED)
def test_a_strategy_that_keeps_the_rules_is_judged_as_by_the_interpreter(
    make: Callable[[Deck], Game], strategy: Strategy, deck: Deck
):
    game = make(deck)
    program = program_of(game, strategy)
    assert program.tested
    lookup = lookup_of(program)
    source = random.Random(game.name)
    for _ in range(200):
        cards = source.sample(game.deck.faces, game.most_cards(1))
        own = game.piles["player"].count
        piles = {"player": tuple(cards[:own]), "dealer": tuple(cards[own:])}
        assert by_loop(program, lookup, piles) == by_script(game, strategy, piles), piles


def test_whole_shoes_of_several_cards_are_dealt_as_by_the_interpreter():
    program = shoe_program(split(TWO_DECKS), toys.LOWEST_TWO, 20)
    wanted, rounds = twin(program, 5, 10)
    run = simulate_program(program, rounds=10, seed=5)
    assert run.dealt == rounds
    assert [Counter(dict(tally.cells)) for tally in program.tallies(run.counts)] == wanted


@rule
def swap_always(player: Ranks) -> Swap:
    """Always."""
    return Swap.SWAP


@rule
def throw_one(player: Ranks, swap: Swap) -> Ranks:
    """A card of rank seven."""
    return 7 * swap


def test_a_card_is_known_by_its_code_even_where_codes_add_up_to_others():
    """Two choices, the second asked after the first, of a pile whose ranks are added up: each card is looked for."""
    game = toy(steps=STEPS)
    sevens = Strategy("sevens", "for this test", {"swap": swap_always, "thrown": throw_one})
    program = program_of(game, sevens)
    assert program.tested == ("thrown",)
    held = {"player": (5, 30), "dealer": (0, 1), "player_card": (50,), "bonus": (51,)}
    by_loop(program, lookup_of(program), held)
    with pytest.raises(GameError, match="sevens answers thrown"):
        by_loop(program, lookup_of(program), {**held, "player": (6, 30)})
    with pytest.raises(GameError, match="the codes that thrown is answered with do not tell cards apart"):
        shoe_program(toy(steps=STEPS, shuffles=(Shuffle.CUT_CARD,)), sevens, 20)


@fast
def foolish(hand, tables):
    """A best play that is none."""
    return 3 + tables[0]


def test_a_policy_is_tested_as_well():
    policy = Policy("press", toys.rank_code, foolish, (np.zeros(1, dtype=np.int64),))
    with pytest.raises(GameError, match="press: the best play answers press illegally in"):
        simulate_program(replace(program_of(press(), policy), strand=8), rounds=512, seed=3)


class Option(IntEnum):
    NO = 0
    YES = 2


class Other(IntEnum):
    NO = 5


NUMBER = 2


@rule
def sure(hand: int) -> int:
    """Constants, whatever they are called."""
    if hand:
        return Option.YES
    return 2 if hand > 3 else Option.NO


@rule
def of_another_enum(hand: int) -> int:
    """A member whose name is an option's."""
    return Other.NO


@rule
def unsure(hand: int) -> int:
    """A number that only a run will tell."""
    return NUMBER * hand


@rule
def masked(hand: int) -> int:
    """The last bits of a number that only a run will tell."""
    return NUMBER * hand & 3


def test_what_a_rule_returns_is_read_from_its_text():
    assert legality.returned(masked) == {0, 1, 2, 3}
    assert legality.returned(sure) == {0, 2}
    assert legality.returned(of_another_enum) == {5}
    assert legality.returned(unsure) is None
    pays = PayTable("grid", "column", Option, {0: PUSH, 2: PUSH})
    assert legality.possible(Line(sure, pays)) == legality.possible(Line(unsure, pays)) == (0, 2)


def test_answers_that_are_proved_legal_are_not_tested():
    """No shipped game pays for tests that cannot fail; a choice of cards, or by a rule, cannot be proved."""
    for name in games.find():
        game, strategies = games.build(name), games.folder(name).strategies.values()
        choices = game.choices.items()
        unproved = tuple(name for name, each in choices if each.legal or not isinstance(each.options, type))
        for strategy in strategies if choices else ():
            assert program_of(game, strategy).tested == unproved, strategy.name


def bit(card: int) -> int:
    return 1 << card


def counter(card: int) -> int:
    return 1 << 2 * (card // 3)


def two_jokers(card: int) -> int:
    return 1 << min(card, 6)


@pytest.mark.parametrize(("code", "cards"), [(bit, 6), (counter, 9), (two_jokers, 8)])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_cards_are_held_if_their_codes_say_so(code: Callable[[int], int], cards: int, count: int):
    """Every hand of three against every number, on small decks."""
    codes = [code(card) for card in range(cards)]
    test = compile(legality.held("answer", "hand", codes, 3, count), "test", "eval")
    for held in combinations(codes, 3):
        fits = {sum(each) for each in combinations(held, count)}
        for answer in range(1 << 9):
            scope: dict[str, Any] = {"answer": answer, "hand": sum(held), "popcount": popcount}
            assert bool(eval(test, scope)) == (answer in fits), (held, answer)


def test_codes_that_do_not_tell_cards_apart_have_no_such_test():
    assert legality.held("answer", "hand", [2, 3, 4], 2, 1) == ""
    assert legality.held("answer", "hand", [0, 1, 2], 2, 1) == ""
    assert legality.held("answer", "hand", [1, 1, 1, 2], 2, 1) == ""
    test = legality.one_of_cards("answer", "mask", [2, 3, 3, 0])
    for mask in range(16):
        fits = {code for place, code in enumerate([2, 3, 3, 0]) if mask >> place & 1}
        assert {answer for answer in range(8) if eval(test, {"answer": answer, "mask": mask})} == fits


def ranks_only(card: Card) -> Code:
    return rank(card) + 1


OtherRanks = Annotated[Hand, ranks_only]


@rule
def two_by_rank(player: OtherRanks) -> OtherRanks:
    """Two cards in a code of its own."""
    return player


def test_an_answer_in_a_code_that_rules_do_not_see_is_refused():
    with pytest.raises(GameError, match="rules see low through another code than it is answered in"):
        program_of(split(), toys.strategy("low", two_by_rank))


def test_a_choice_that_nobody_answers_is_refused():
    with pytest.raises(GameError, match="press asks for press; a loop needs a strategy that answers"):
        program_of(press())
    with pytest.raises(GameError, match="a policy answers one choice that sees one pile, not press"):
        program_of(press(), Policy("other", toys.rank_code, foolish, ()))
