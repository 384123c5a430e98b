"""What every game found must keep. A new folder is tested the moment it is there."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from types import FunctionType

import pytest

from pitboss import games, transcript
from pitboss.cards import Card
from pitboss.dialect import breaches, rules_under
from pitboss.errors import PitbossError
from pitboss.game import Game, functions
from pitboss.maths.kernel import compiled
from pitboss.pays import Odds
from pitboss.round import Round
from pitboss.rule import is_rule, rule_name, table_size, tabulate
from pitboss.script import Bets, Chose, Dealt, NeedCards, NeedChoice
from pitboss.settle import House, settle_round
from tests.rounds import TESTS, golden_rounds, random_round, variants

ROUNDS = 40


def built(name: str) -> Iterator[Game]:
    for texts in variants(name):
        yield games.build(name, texts)


def all_rules(game: Game):
    return rules_under(tuple(function for _, function in functions(game) if is_rule(function)))


def rounds(game: Game, count: int = ROUNDS) -> Iterator[Round]:
    source = random.Random(f"{game.name} {game.options.plain()}")
    for _ in range(count):
        yield random_round(game, source)


def test_there_are_games():
    assert {"super-pan-9", "turbo-sports"} <= set(games.find())


def test_its_parts_are_there(game_name: str):
    folder = games.folder(game_name)
    assert folder.rules.startswith("# ")
    assert folder.rulings.startswith("# ")
    headings = re.findall(r"^# (.+?) -+$", (folder.folder / "game.py").read_text(), re.MULTILINE)
    assert headings == ["What it sees", "Outcomes", "Rules", "The round", "The game"]


def test_every_option_builds_and_can_be_dealt_in_dollars(game_name: str):
    for game in built(game_name):
        House().check_game(game)


def test_its_rules_keep_to_the_dialect(game_name: str):
    for game in built(game_name):
        assert [sentence for rule in all_rules(game) for sentence in breaches(rule)] == []


def test_every_numbered_rule_and_ruling_has_a_test(game_name: str):
    folder = games.folder(game_name)
    texts = "".join(path.read_text() for path in sorted((TESTS / "games" / folder.folder.name).glob("test_*.py")))
    rules = [f"test_rule_{number}_" for number in re.findall(r"^(\d+)\.", folder.rules, re.MULTILINE)]
    rulings = [f"test_ruling_{name.lower()}_" for name in re.findall(r"^- \*\*(\w+)\*\*", folder.rulings, re.MULTILINE)]
    assert rules
    assert rulings
    assert [name for name in (*rules, *rulings) if name not in texts] == []


def test_its_golden_rounds_read_back_to_the_letter(game_name: str):
    assert golden_rounds(game_name)
    for path in golden_rounds(game_name):
        text = path.read_text()
        told = transcript.read(text, games.build, path.name)
        assert transcript.write(told.played) == text, path.name
        assert transcript.differences(told) == []
        House().check_game(told.played.game)
        for stakes in told.played.state.bets.values():
            House().check_bets(told.played.game, stakes)


def test_its_golden_rounds_reach_every_outcome(game_name: str):
    reached: set[tuple[str, int, str]] = set()
    for path in golden_rounds(game_name):
        played = transcript.read(path.read_text(), games.build).played
        for line in settle_round(played).lines:
            reached.add((line.wager, line.line, line.outcome.name))
    for game in built(game_name):
        for wager in game.wagers:
            for place, line in enumerate(wager.lines):
                for outcome in line.pays.pays:
                    assert (wager.name, place, line.pays.outcomes(outcome).name) in reached


def test_random_rounds_end_and_conserve_money(game_name: str):
    for game in built(game_name):
        for played in rounds(game):
            settlement = settle_round(played)
            paid = 0
            for line in settlement.lines:
                assert isinstance(line.returned_cents, int)
                assert line.net_cents == line.returned_cents - line.stake_cents
                if isinstance(line.pay, Odds):
                    stake = played.stakes()[line.seat][line.wager]
                    assert line.net_cents == line.pay.net * stake - line.commission_cents
                paid += line.net_cents
            assert paid == settlement.net_cents()
            staked = sum(sum(stakes.values()) for stakes in played.stakes().values())
            assert staked == sum(line.stake_cents for line in settlement.lines)


def test_random_rounds_replay_and_read_back(game_name: str):
    for game in built(game_name):
        for played in rounds(game, 10):
            again = Round(game, played.events)
            assert again.outcomes() == played.outcomes()
            text = transcript.write(played)
            told = transcript.read(text, games.build)
            assert transcript.write(told.played) == text
            assert transcript.differences(told) == []
            with pytest.raises(PitbossError):
                played.after(played.events[-1])


def test_the_order_of_cards_in_a_pile_never_matters(game_name: str):
    source = random.Random(1)
    for played in rounds(games.build(game_name)):
        events = []
        for event in played.events:
            if isinstance(event, Dealt):
                event = Dealt(event.pile, event.seat, tuple(source.sample(event.cards, len(event.cards))))
            events.append(event)
        assert Round(played.game, tuple(events)).outcomes() == played.outcomes()


def test_settlement_is_linear_in_the_stakes(game_name: str):
    for played in rounds(games.build(game_name), 20):
        bets = played.events[0]
        assert isinstance(bets, Bets)
        free = {wager.name for wager in played.game.wagers if not hasattr(wager.stake, "cents")}
        doubled = Bets(
            {
                seat: {name: amount * (2 if name in free else 1) for name, amount in stakes.items()}
                for seat, stakes in bets.by_seat.items()
            }
        )
        twice = settle_round(Round(played.game, (doubled, *played.events[1:])))
        for one, two in zip(settle_round(played).lines, twice.lines, strict=True):
            assert two.outcome == one.outcome
            assert two.net_cents == one.net_cents * (2 if one.wager in free else 1)


def test_hidden_cards_are_hidden(game_name: str):
    """Two worlds that differ only in what a seat may not see look the same to that seat, at every moment."""
    source = random.Random(2)
    compared = 0
    for played in rounds(games.build(game_name)):
        for length in range(1, len(played.events) + 1):
            now = Round(played.game, played.events[:length])
            for viewer in range(played.game.seats + 1):
                other = other_world(now, viewer, source)
                if other is not None:
                    assert other.view(viewer) == now.view(viewer)
                    compared += 1
    assert compared > 100


def other_world(now: Round, viewer: int, source: random.Random) -> Round | None:
    """The round with every card the viewer cannot see changed for another; None where it would have gone otherwise."""
    unseen = Counter(now.game.deck.counts)
    for (pile, seat), cards in now.state.piles.items():
        if now.visible(pile, seat, viewer):
            unseen.subtract(cards)
    stock: list[Card] = list(unseen.elements())
    source.shuffle(stock)
    events = []
    for event in now.events:
        if isinstance(event, Dealt) and not now.visible(event.pile, event.seat, viewer):
            event = Dealt(event.pile, event.seat, tuple(stock.pop() for _ in event.cards))
        events.append(event)
    other = Round(now.game, tuple(events))
    try:
        need = other.need()
    except PitbossError:
        return None
    same = type(need) is type(now.need()) and (not isinstance(need, NeedCards) or need == now.need())
    if isinstance(need, NeedChoice) and same:
        here = now.need()
        same = isinstance(here, NeedChoice) and need.name == here.name
    return other if same and other.state.shown == now.state.shown else None


def test_illegal_events_change_nothing(game_name: str):
    for played in rounds(games.build(game_name), 10):
        for length in range(len(played.events)):
            now = Round(played.game, played.events[:length])
            before = now.view(1)
            wrong = (Chose(1, "no such choice", 0), Dealt("no such pile", 0, ()), Bets({}), Chose(99, "x", 99))
            for event in wrong:
                with pytest.raises(PitbossError):
                    now.after(event)
            assert now.view(1) == before


@pytest.mark.compiled
def test_compiled_rules_give_the_plain_answers(game_name: str):
    for game in built(game_name):
        for played in rounds(game, 15):
            state = played.state
            for _, function in functions(game):
                if not is_rule(function):
                    continue
                fast = compiled(function)
                for seat in state.seats():
                    arguments = [state.argument(source, seat) for source in game.bound[function].sources]
                    assert int(fast(*arguments)) == int(function(*arguments)), rule_name(function)


@pytest.mark.compiled
def test_compiled_tables_are_the_plain_rules(game_name: str):
    for rule in all_rules(games.build(game_name)):
        if table_size(rule):
            fast = compiled(rule)
            assert tuple(int(fast(argument)) for argument in range(table_size(rule))) == tabulate(rule)


def test_reachable_hands_fit_their_tables(game_name: str, monkeypatch: pytest.MonkeyPatch):
    """Every argument a tabulated rule is asked about in a round lies inside its table."""
    tables = [rule for rule in all_rules(games.build(game_name)) if table_size(rule)]
    asked: list[tuple[int, int]] = []

    def watched(rule: FunctionType) -> Callable[[int], int]:
        def watching(argument: int) -> int:
            asked.append((argument, table_size(rule)))
            return rule(argument)

        return watching

    for rule in tables:
        assert isinstance(rule, FunctionType)
        monkeypatch.setitem(rule.__globals__, rule.__name__, watched(rule))
    for game in built(game_name):
        for played in rounds(game, 10):
            Round(game, played.events).outcomes()
    assert all(0 <= argument < size for argument, size in asked)
    assert bool(asked) == bool(tables)
