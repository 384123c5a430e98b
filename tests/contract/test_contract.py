"""What every game found must keep. A new folder is tested the moment it is there."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from types import FunctionType

import pytest

from pitboss import games
from pitboss.core import transcript
from pitboss.core.cards import JACK, JOKER, RANK_NAMES, RANKS, SUIT_NAMES, Card, rank, suit
from pitboss.core.dialect import breaches, rules_under
from pitboss.core.errors import PitbossError
from pitboss.core.explanation import explanation
from pitboss.core.game import Answer, Cards, Chosen, Deal, Face, Fixed, Game, Place
from pitboss.core.pays import Meter, Odds
from pitboss.core.round import Round, play_out
from pitboss.core.rule import Rule, citation, cited_in, is_rule, rule_name, table_size, tabulate
from pitboss.core.script import Bets, Chose, Dealt, NeedChoice, Shown, State, option_cards
from pitboss.core.settle import House, SettledLine, settle, settle_round
from pitboss.core.strategy import check_strategy, chosen
from pitboss.maths.compile.cpu import compiled, compiling
from tests.support.rounds import (
    beside_tests,
    folder_of_tests,
    golden_rounds,
    known_rounds,
    outcomes,
    random_round,
    random_state,
    suit_orders,
    variants,
)

ROUNDS = 20
MANY_ROUNDS = (700_000 if compiling() else 70_000) // max(7, len(games.find()))
"""Random rounds of one game: all games together have so many that a new one takes no longer, and rare outcomes are found
by the rounds that reach every cell. Properties of plain rules need no second full run with compilation switched off."""
SEATS = (1, 1, 1, 1, 1, 1, 2, 3)


def built(name: str) -> Iterator[Game]:
    for texts in variants(name):
        yield games.build(name, texts)


def all_rules(game: Game) -> tuple[Rule, ...]:
    strategies = games.folder(game.name).strategies.values()
    played = [rule for strategy in strategies for rule in strategy.rules.values()]
    return rules_under((*(bound.rule for bound in game.bounds() if is_rule(bound.rule)), *played))


def rounds(game: Game, count: int = ROUNDS) -> Iterator[Round]:
    source = random.Random(f"{game.name} {game.options.as_json()}")
    for _ in range(count):
        yield random_round(game, source)


def test_its_parts_are_there(folder_name: str):
    folder = games.folder(folder_name)
    assert folder.rules_for().startswith("# ")
    assert folder.rulings_for().startswith("# ")
    headings = re.findall(r"^# (.+?) -+$", (folder.folder / "game.py").read_text(), re.MULTILINE)
    assert headings == ["What it sees", "Outcomes", "Rules", "The round", "The game"]


def test_every_outcome_has_words_of_its_own(game_name: str):
    for game in built(game_name):
        for table in game.pay_tables.values():
            words = [table.words_of(each.name) for each in table.outcomes]
            assert [each for each in words if words.count(each) > 1 or re.search(r"[A-Z]_|[{}*]", each)] == []


def test_every_option_builds_and_can_be_dealt_in_dollars(game_name: str):
    for game in built(game_name):
        House().check_game(game)


def test_its_rules_keep_to_the_dialect(game_name: str):
    for game in built(game_name):
        assert [sentence for rule in all_rules(game) for sentence in breaches(rule)] == []


def test_every_numbered_rule_and_ruling_has_a_test(folder_name: str):
    folder = games.folder(folder_name)
    texts = "".join(path.read_text() for path in sorted(folder_of_tests(folder_name).glob("test_*.py")))
    rules = [f"test_rule_{number}_" for number in re.findall(r"^(\d+)\.", folder.rules_for(), re.MULTILINE)]
    rulings = [
        f"test_ruling_{name.lower()}_" for name in re.findall(r"^- \*\*(\w+)\*\*", folder.rulings_for(), re.MULTILINE)
    ]
    assert rules
    assert rulings
    assert [name for name in (*rules, *rulings) if name not in texts] == []


def test_every_rule_cites_a_rule_or_ruling_that_is_there(folder_name: str):
    folder = games.folder(folder_name)
    numbers = numbers_of(folder_name)
    for name, thing in vars(folder.module).items():
        if is_rule(thing) and thing.__module__ == folder.module.__name__:
            cited = re.findall(r"[Rr]ules? (\d+)|\b([A-Z]\d+)\b", thing.__doc__ or "")
            assert cited, f"{name} says no number of a rule or ruling"
            assert {rule or ruling for rule, ruling in cited} <= numbers, name


def numbers_of(name: str) -> set[str]:
    """The numbers of the rules and rulings that a game may cite: its own, and the rulings for all games."""
    folder = games.folder(name)
    numbers = set(re.findall(r"^(\d+)\.", folder.rules_for(), re.MULTILINE))
    return numbers | set(re.findall(r"^- \*\*(\w+)\*\*", f"{folder.rulings_for()}\n{games.rulings()}", re.MULTILINE))


def test_every_outcome_commission_and_raise_cites_a_rule_or_ruling_that_is_there(game_name: str):
    numbers = numbers_of(game_name)
    for game in built(game_name):
        cited = {
            f"{wager.name} {line.pays.outcomes(outcome).name}": line.cites.get(outcome) or citation(line.outcome)
            for wager in game.wagers
            for line in wager.lines
            for outcome in line.pays.pays
        }
        cited |= {f"commission of {each.name}": each.commission_cites for each in game.wagers if each.commission}
        for choice in game.choices.values():
            cited |= {f"{choice.name} {option}": text for option, text in choice.cites.items()}
            cited |= {f"raise of {raised.wager}": raised.cites for raised in choice.raises.values()}
        for what, text in cited.items():
            # A text that is cited as it is written says nothing that the reader of citations would pass over.
            assert text, what
            assert cited_in(text) == text, what
            assert set(re.findall(r"\b[A-Z]?\d+\b", text)) <= numbers, what


def test_it_has_golden_rounds(folder_name: str):
    assert golden_rounds(folder_name)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=f"{name}-{path.stem}")
        for name in (*games.find(), *games.attached())
        for path in golden_rounds(name)
    ],
)
def test_golden_rounds_read_back_to_the_letter(path):
    text = path.read_text()
    told = transcript.read(text, games.build, path.name)
    assert transcript.write(told.played, grids=False) == text, path.name
    assert transcript.differences(told) == []
    House().check_game(told.played.game)
    for stakes in told.played.state.bets.values():
        House().check_bets(told.played.game, stakes)


def raw_cells(name: str) -> dict[tuple[str, str, str], str]:
    """Every cell of a game's printed grids by grid, column and row, split by hand: a second reading of the file."""
    cells: dict[tuple[str, str, str], str] = {}
    for grid, body in re.findall(r'^\[(\w+)\]\n.*?^grid = """\n(.*?)^"""', games.folder(name).paytables, re.M | re.S):
        head, *lines = body.splitlines()
        for line in lines:
            row, *pays = re.sub(r"meter +", "meter_", line).split()
            cells |= {(grid, column, row): pay for column, pay in zip(head.split(), pays, strict=True)}
    return cells


def check_paid(line: SettledLine, cell: str, stake: int, game: Game, meters: Counter[int]) -> None:
    """A settled line against the printed cell, by arithmetic of the test's own."""
    commission = game.wager[line.wager].commission
    if cell.startswith("meter_"):
        meters[int(cell[6:])] += 1
        assert line.pay == Meter(int(cell[6:]))
        return
    won = cell_value(cell, stake)
    assert line.commission_cents == (won * commission if won > 0 else 0)
    kept = getattr(game.wager[line.wager].stake, "kept", False)
    assert line.net_cents == won - line.commission_cents - (line.stake_cents if kept else 0)


def test_every_cell_of_every_printed_grid_is_paid_in_a_round(folder_name: str):
    """Known rounds, dealt again under every option: each cell is reached by cards and paid as printed."""
    cells = raw_cells(folder_name)
    assert cells
    reached: set[tuple[str, str, str]] = set()
    known = list(known_rounds(folder_name))
    for texts in [
        *variants(folder_name),
        *({name: played.game.options.text(name) for name in played.game.options} for played in known),
    ]:
        game = games.build(folder_name, texts)
        for played in known:
            again = dealt_again(game, played)
            if again is None:
                continue
            meters: Counter[int] = Counter()
            for line in settle_round(again).lines:
                pays = game.wager[line.wager].lines[line.line].pays
                key = pays.grid, pays.column, line.outcome.name
                if key in cells:
                    check_paid(line, cells[key], again.stakes()[line.seat][line.wager], game, meters)
                    reached.add(key)
                else:
                    assert pays[line.outcome] == games.folder(folder_name).shipped[pays.grid].otherwise
            for move in settle_round(again).meters:
                assert len(move.awards) == meters[move.before.number]
    assert {key for key, cell in cells.items() if cell != "-"} == reached


def dealt_again(game: Game, played: Round) -> Round | None:
    """The same cards and choices with the bets that this build of the game takes; None where it is dealt otherwise."""
    if game.steps != played.game.steps or game.deck != played.game.deck:
        return None
    bets = {}
    for seat, stakes in played.state.bets.items():
        bets[seat] = {
            name: wager.stake.cents if isinstance(wager.stake, Fixed) else stakes.get(name, 500)
            for name, wager in game.wager.items()
            if not isinstance(wager.stake, Chosen) and (name in stakes or (wager.required and not wager.unless))
        }
    try:
        return play_out(game, bets, played.state.piles, played.state.choices)
    except PitbossError:
        return None


def test_random_rounds_are_paid_what_the_tables_say(game_name: str):
    for game in built(game_name):
        for played in rounds(game):
            settlement = settle_round(played)
            for line in settlement.lines:
                wager = game.wager[line.wager]
                stake = played.stakes()[line.seat][line.wager]
                assert isinstance(line.returned_cents, int)
                assert line.stake_cents == (stake if line.line == 0 else 0)
                won = line.pay.net * stake if isinstance(line.pay, Odds) else getattr(line.pay, "cents", None)
                if won is None:
                    continue
                kept = isinstance(wager.stake, Fixed) and wager.stake.kept
                assert line.commission_cents == max(won, 0) * wager.commission
                assert line.net_cents == won - max(won, 0) * wager.commission - (line.stake_cents if kept else 0)
            staked = sum(sum(stakes.values()) for stakes in played.stakes().values())
            assert staked == sum(line.stake_cents for line in settlement.lines)
            returned = sum(line.returned_cents for line in settlement.lines)
            assert sum(settlement.net_cents(seat) for seat in played.state.seats()) == returned - staked


def test_random_rounds_replay_and_read_back(game_name: str):
    for game in built(game_name):
        for played in rounds(game, 5):
            again = Round(game, played.events)
            assert again.outcomes() == played.outcomes()
            text = transcript.write(played)
            told = transcript.read(text, games.build)
            assert transcript.write(told.played) == text
            assert transcript.differences(told) == []
            with pytest.raises(PitbossError):
                played.after(played.events[-1])


def test_many_random_rounds_keep_the_properties(game_name: str):
    """Paid as printed to the cent, whatever the order of the cards and the names of the suits that are alike.

    Every option takes its turn, with one to three seats. What each line should net is worked out from the raw cells.
    """
    source = random.Random(game_name)
    cells = raw_cells(game_name)
    taking_turns = [
        (game, {name for name, choice in game.choices.items() if isinstance(choice.options, Cards)})
        for game in built(game_name)
    ]
    # A rider on a host is its host's rules and its own, each of which has its full turn alone.
    for number in range(MANY_ROUNDS if game_name in games.find() else MANY_ROUNDS // 10):
        game, card_choices = taking_turns[number % len(taking_turns)]
        state, _ = random_state(game, source, source.choice(SEATS) if game.seats > 2 else 1)
        ended = outcomes(state)
        check_money(game, state, ended, cells)
        faces = source.choice(suit_orders(game))
        state.piles = {
            key: tuple(faces[each] for each in source.sample(cards, len(cards))) for key, cards in state.piles.items()
        }
        state.choices = {
            key: turned_option(option, faces) if key[0] in card_choices else option
            for key, option in state.choices.items()
        }
        assert outcomes(state) == ended


def check_money(
    game: Game, state: State, ended: dict[tuple[int, str, int], int], cells: dict[tuple[str, str, str], str]
) -> None:
    """The settlement of a round against the raw cells; and the house, the meters and the seats together gain nothing."""
    stakes = {seat: state.stakes(seat) for seat in state.seats()}
    judged = {
        seat: {
            name: tuple(
                line.pays.outcomes(ended[seat, name, place]) for place, line in enumerate(game.wager[name].lines)
            )
            for name in stakes[seat]
            if stakes[seat][name]  # A bet that was taken back is not settled.
        }
        for seat in stakes
    }
    settlement = settle(game, stakes, judged)
    wanted: Counter[int] = Counter()
    awards = {(move.before.number, award.seat): award.paid_cents for move in settlement.meters for award in move.awards}
    for (seat, name, place), outcome in ended.items():
        wager, pays = game.wager[name], game.wager[name].lines[place].pays
        cell = cells.get((pays.grid, pays.column, pays.outcomes(outcome).name), "lose")
        kept = place == 0 and isinstance(wager.stake, Fixed) and wager.stake.kept
        stake = stakes[seat][name]
        award = awards[int(cell[6:]), seat] if cell[:6] == "meter_" else None
        wanted[seat] += net_of(cell, award, stake, wager.commission, kept)
    for seat in stakes:
        assert settlement.net_cents(seat) == wanted[seat]
    for move in settlement.meters:
        paid = sum(award.paid_cents for award in move.awards)
        rounded = sum(award.rounded_cents for award in move.awards)
        before, after = move.before.amount_cents, move.after.amount_cents
        assert after == before + move.fed_cents + rounded + move.reseeded_cents - paid


@cache
def net_of(cell: str, award: int | None, stake: int, commission: Fraction, kept: bool) -> int:
    """What a printed cell, or an award in its place, adds to a stake in cents, after the commission."""
    won = cell_value(cell, stake) if award is None else Fraction(award)
    return int(won - max(won, 0) * commission - (stake if kept else 0))


@cache
def cell_value(cell: str, stake: int) -> Fraction:
    """What a printed cell adds to a stake, in cents."""
    words = {"push": "0", "lose": "-1"}
    return Fraction(words.get(cell, cell.replace("$", "").replace(":", "/"))) * (100 if "$" in cell else stake)


def turned_option(option: Answer, faces: tuple[Card, ...]) -> Answer:
    cards = tuple(sorted(faces[each] for each in option_cards(option)))
    return cards[0] if isinstance(option, int) else cards


@pytest.mark.parametrize("name", [name for name in games.find() if beside_tests(name, "ladder")])
def test_a_better_hand_is_never_paid_less_within_one_ladder(name: str):
    """By a ranking of the tests' own (`ladder.py` beside a game's tests)."""
    ladder = beside_tests(name, "ladder")
    assert ladder
    keys = ladder.keys
    game = games.build(name)
    source = random.Random(5)
    best: dict[str, list[tuple]] = {}
    for _ in range(3000):
        state, _events = random_state(game, source)
        (seat,) = state.seats()
        for wager, key in keys(state, seat).items():
            if state.stakes(seat).get(wager):
                line = game.wager[wager].lines[0]
                pay = line.pays[int(state.outcome(line, seat))]
                assert isinstance(pay, Odds)
                best.setdefault(wager, []).append((key, pay.net))
    assert best
    for wager, hands in best.items():
        hands.sort()
        for (worse, less), (better, more) in pairwise(hands):
            assert more >= less or worse == better, (wager, worse, better)


def test_settlement_is_linear_in_the_stakes(game_name: str):
    for played in rounds(games.build(game_name), 20):
        bets = played.events[0]
        assert isinstance(bets, Bets)
        free = {wager.name for wager in played.game.wagers if not isinstance(wager.stake, Fixed)}
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


def secret(now: Round, pile: str, seat: int, viewer: int) -> bool:
    """Whether a pile is hidden from a viewer, judged from the steps and the log alone."""
    if any(isinstance(event, Shown) and (event.pile, event.seat) == (pile, seat) for event in now.state.log):
        return False
    deal = next(step for step in now.game.steps if isinstance(step, Deal) and step.pile == pile)
    own = deal.to is Place.SEAT and seat == viewer
    return deal.face is Face.HIDDEN or (deal.face is Face.DOWN and not own)


def test_hidden_cards_are_hidden(game_name: str):
    """Two worlds that differ only in what a seat may not see look the same to that seat, at every moment."""
    game = games.build(game_name)
    source = random.Random(2)
    compared = 0
    for played in rounds(game, 30):
        for length in range(2, len(played.events) + 1):
            now = Round(game, played.events[:length])
            for viewer in range(game.seats + 1):
                other = other_world(now, viewer, source)
                if other is not None:
                    assert other.view(viewer) == now.view(viewer)
                    compared += other.events != now.events
    hides = any(isinstance(step, Deal) and step.face is not Face.UP for step in game.steps)
    assert (compared > 100) == hides


def told_ranks(words: str) -> set[int]:
    """The ranks that words of a hand speak of for certain: `sevens`, `jack high`, `27 in spades: A 9 7`."""
    found = {RANK_NAMES.index(name) for name in re.findall(r"(\w+?)(?:s|es)?\b", words) if name in RANK_NAMES[JACK:]}
    found |= {number for number, name in enumerate(RANK_NAMES) if re.search(rf"\b{name}(e?s\b| high)", words)}
    letters = " ".join(words.split(": ")[1:])
    return found | {RANKS.index(letter) for letter in re.findall(r"\b[2-9TJQKA]\b", letters)}


def test_a_pile_is_described_by_the_cards_that_lie_there(game_name: str):
    """Its words never change once it is dealt, and name no rank or suit that had not been dealt by then."""
    checked = 0
    game = games.build(game_name)
    has_words = any(pile in game.words for pile in game.piles)
    for game in built(game_name):
        for played in rounds(game, 3):
            first: dict[tuple[str, int], str] = {}
            for length in range(2, len(played.events) + 1):
                now = Round(game, played.events[:length])
                for pile, seat in now.state.piles:
                    words = now.words(pile, seat)
                    assert first.setdefault((pile, seat), words) == words
                    seen = [
                        each for (_, owner), cards in now.state.piles.items() if owner in (0, seat) for each in cards
                    ]
                    if JOKER not in seen:
                        assert told_ranks(words) <= set(map(rank, seen)), (words, seen)
                        told = {name for name in SUIT_NAMES if re.search(rf"(?<!\b0 ){name}", words)}
                        assert told <= {SUIT_NAMES[suit(each)] for each in seen}, (words, seen)
                    checked += bool(words)
    assert bool(checked) == has_words


def test_every_sentence_of_a_settlement_cites_a_rule_and_says_nothing_twice(game_name: str):
    numbers = numbers_of(game_name)
    for game in built(game_name):
        for played in rounds(game, 3):
            for sentence in explanation(played, settle_round(played)):
                cited = re.search(r" \((rul(?:e|ing)s? [^()]+)\)\.$", sentence)
                assert cited, sentence
                assert set(re.findall(r"\b[A-Z]?\d+\b", cited[1].split(" of ")[0])) <= numbers, sentence
                parts = re.split(r"[:;,] ", sentence[: cited.start()])
                assert all(one != other for one, other in pairwise(parts)), sentence


def other_world(now: Round, viewer: int, source: random.Random) -> Round | None:
    """The round with every card secret to the viewer changed for another; None where it would have gone otherwise."""
    unseen = Counter(now.game.deck.counts)
    for (pile, seat), cards in now.state.piles.items():
        if not secret(now, pile, seat, viewer):
            unseen.subtract(cards)
    stock: list[Card] = list(unseen.elements())
    source.shuffle(stock)
    events = []
    for event in now.events:
        if isinstance(event, Dealt) and secret(now, event.pile, event.seat, viewer):
            event = Dealt(event.pile, event.seat, tuple(stock.pop() for _ in event.cards))
        events.append(event)
    other = Round(now.game, tuple(events))
    try:
        here, there = now.need(), other.need()
    except PitbossError:
        return None
    if isinstance(here, NeedChoice) and isinstance(there, NeedChoice):
        same = here.name == there.name and set(here.legal) == set(there.legal)
    else:
        same = here == there
    return other if same and other.state.shown == now.state.shown else None


def test_illegal_events_change_nothing(game_name: str):
    for played in rounds(games.build(game_name), 5):
        for length in range(len(played.events)):
            now = Round(played.game, played.events[:length])
            before = now.view(1)
            wrong = (Chose(1, "no such choice", 0), Dealt("no such pile", 0, ()), Bets({}), Chose(99, "x", 99))
            for event in wrong:
                with pytest.raises(PitbossError):
                    now.after(event)
            assert now.view(1) == before


def test_its_strategies_see_only_what_they_may_and_choose_legally(game_name: str):
    game = games.build(game_name)
    strategies = games.folder(game_name).strategies
    assert bool(strategies) == bool(game.choices)
    asked = 0
    for strategy in strategies.values():
        check_strategy(game, strategy)
        for played in rounds(game, 15):
            for length in range(1, len(played.events)):
                now = Round(game, played.events[:length])
                need = now.need()
                if isinstance(need, NeedChoice):
                    for seat in need.legal:
                        assert chosen(strategy, now.state, need, seat) in need.legal[seat]
                        asked += 1
    assert bool(asked) == bool(game.choices)


@pytest.mark.compiled
def test_compiled_rules_give_the_plain_answers(game_name: str):
    for game in built(game_name):
        for played in rounds(game, 5):
            state = played.state
            for bound in game.bounds():
                if not is_rule(bound.rule):
                    continue
                fast = compiled(bound.rule)
                for seat in state.seats():
                    arguments = [state.argument(source, seat) for source in bound.sources]
                    assert int(fast(*arguments)) == int(bound.rule(*arguments)), rule_name(bound.rule)


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
