"""Turbo Sports, sentence by sentence, and against a literal twin that counts icons by the cards' letters."""

import itertools
import random
import re
from fractions import Fraction
from functools import partial

import pytest

from pitboss import games
from pitboss.core.cards import SPADES, SUIT_NAMES, card_text, parse_card, parse_cards
from pitboss.core.errors import ChoiceError, GridError, HouseError
from pitboss.core.game import Shuffle
from pitboss.core.pays import LOSE, Odds
from pitboss.core.round import Round, play_out
from pitboss.core.settle import House, settle_round
from pitboss.core.themes import swapped
from pitboss.games.turbo_sports.game import Double, FirstDown, Reached, Suited, icon_counter, icons, may_double, suited
from tests.support.defaults import default_of
from tests.support.rounds import cited, random_round

THEMES = tuple(games.folder("turbo-sports").themes)


def hand(text: str) -> int:
    return sum(icon_counter(card) for card in parse_cards(text))


def settled(bets: dict[str, int], community: str, player: str, double: Double | None, **options: str) -> dict[str, int]:
    """Net cents by wager, of one seat."""
    game = games.build("turbo-sports", options)
    deals = {("community", 0): parse_cards(community), ("player", 1): parse_cards(player)}
    played = play_out(game, {1: bets}, deals, {} if double is None else {("double", 1): int(double)})
    return {line.wager: line.net_cents for line in settle_round(played).lines}


def literal_icons(cards: list[str], suit: str = "s") -> int:
    """The twin: a dictionary of the printed list."""
    printed = {**dict.fromkeys("JQKA", 4), **dict.fromkeys("6789T", 2), **dict.fromkeys("2345", 1)}
    return sum(printed[card[0]] for card in cards if card[1] == suit)


def nine(count: int) -> tuple[str, str]:
    """A community without icons and six cards with `count` of them."""
    for cards in itertools.combinations(["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"], 6):
        for many in range(7):
            spades = [f"{letter}s" for letter in cards[:many]]
            if literal_icons(spades) == count:
                return "2d 3d 4d", " ".join(spades + [f"{letter}h" for letter in cards[many:]])
    raise AssertionError(count)


def test_rule_1_four_two_and_one_icons():
    for letters, worth in (("JQKA", 4), ("6789T", 2), ("2345", 1)):
        for letter in letters:
            assert icons(hand(f"{letter}s")) == worth
            assert icons(hand(f"{letter}c {letter}d {letter}h")) == 0


def test_rule_2_first_down_is_required_and_the_rest_optional():
    game = games.build("turbo-sports")
    assert [wager.name for wager in game.wagers if wager.required] == ["first_down"]
    assert list(game.wager) == ["first_down", "long_pass", "field_goal", "td", "nine_card_bonus"]


def test_rule_3_three_community_cards_face_up():
    game = games.build("turbo-sports")
    played = random_round(game, random.Random(3), seats=1)
    (pile,) = Round(game, played.events[:2]).view(0).piles
    assert pile.pile == "community"
    assert len(pile.cards or ()) == 3


@pytest.mark.parametrize(("community", "allowed"), [("2h 3h 4h", True), ("As 2s 4h", True), ("As 6s 4h", False)])
def test_rule_4_doubling_on_five_icons_or_fewer(community: str, allowed: bool):
    assert bool(may_double(hand(community))) == allowed


def test_rule_5_six_cards_a_player():
    assert games.build("turbo-sports").piles["player"].count == 6


@pytest.mark.parametrize(
    ("count", "first_down", "long_pass", "field_goal", "td"),
    [
        (0, -1, -1, -1, -1),
        (5, -1, -1, -1, -1),
        (6, 1, -1, -1, -1),
        (7, 1, 2, -1, -1),
        (8, 1, 2, 3, -1),
        (9, 1, 2, 3, 5),
        (13, 1, 2, 3, 5),
        (14, 1, 4, 6, 10),
        (15, 1, 4, 6, 10),
        (20, 1, 4, 6, 10),
    ],
)
def test_every_pay_by_icons_in_nine(count: int, first_down: int, long_pass: int, field_goal: int, td: int):
    community, player = nine(count)
    bets = dict.fromkeys(("first_down", "long_pass", "field_goal", "td"), 100)
    nets = {"first_down": first_down, "long_pass": long_pass, "field_goal": field_goal, "td": td}
    assert settled(bets, community, player, Double.DECLINE) == {name: 100 * net for name, net in nets.items()}


def test_rule_6_six_icons_in_three_pay_three_to_two():
    assert settled({"first_down": 300}, "As Ts 2c", "2h 3h 4h 5h 6h 7h", None) == {"first_down": 450}
    assert settled({"first_down": 300}, "As 2s 2c", "3s 3h 4h 5h 6h 7h", Double.DECLINE) == {"first_down": 300}


def test_rule_7_long_pass_needs_seven():
    pays = games.build("turbo-sports").wager["long_pass"].lines[0].pays
    assert [pays[each] for each in Reached] == [LOSE, Odds(Fraction(2)), Odds(Fraction(4))]


def test_rule_8_field_goal_needs_eight():
    pays = games.build("turbo-sports").wager["field_goal"].lines[0].pays
    assert [pays[each] for each in Reached] == [LOSE, Odds(Fraction(3)), Odds(Fraction(6))]


def test_rule_9_td_needs_nine():
    pays = games.build("turbo-sports").wager["td"].lines[0].pays
    assert [pays[each] for each in Reached] == [LOSE, Odds(Fraction(5)), Odds(Fraction(10))]


@pytest.mark.parametrize(
    ("table", "pays"),
    [
        ("spadez-9A", (-1, -1, -1, -1, 3, 10, 30, 100, 300, 1000)),
        ("spadez-9B", (-1, -1, -1, -1, 3, 10, 35, 100, 100, 100)),
    ],
)
def test_rule_10_the_bonus_counts_the_suit(table: str, pays: tuple[int, ...]):
    """The SPADEZ 9-card columns as printed, read off a second time."""
    spades = ["2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts"]
    others = ["2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "Th"]
    for count, net in enumerate(pays):
        cards = spades[:count] + others[count:]
        bets = {"first_down": 100, "nine_card_bonus": 100}
        nets = settled(bets, " ".join(cards[:3]), " ".join(cards[3:]), Double.DECLINE, nine_card_bonus=table)
        assert nets["nine_card_bonus"] == 100 * net


def test_rule_11_only_the_highest_is_paid():
    assert settled({"first_down": 100}, "As Ks 2c", "Qs Js Ts 5h 6h 7h", None) == {"first_down": 150}


def test_ruling_t1_eight_players_share_the_community():
    game = games.build("turbo-sports")
    assert game.seats == 8
    played = random_round(game, random.Random(1), seats=8)
    assert len(played.outcomes()) == 8
    assert sum(len(cards) for cards in played.state.piles.values()) == 51


def test_ruling_t2_doubling_adds_exactly_one_more_bet():
    game = games.build("turbo-sports")
    deals = {("community", 0): parse_cards("2d 3d 4d"), ("player", 1): parse_cards("As Ks 2c 3c 4c 5c")}
    played = play_out(game, {1: {"first_down": 700, "td": 100}}, deals, {("double", 1): Double.DOUBLE})
    assert played.stakes() == {1: {"first_down": 1400, "td": 100}}


def test_ruling_t2_no_double_on_six_icons():
    with pytest.raises(ChoiceError, match="double=double is given, but double is not asked in this round"):
        settled({"first_down": 300}, "As Ts 2c", "2h 3h 4h 5h 6h 7h", Double.DOUBLE)


def test_ruling_t2_three_to_two_is_only_ever_paid_on_a_single_bet():
    game = games.build("turbo-sports")
    source = random.Random(2)
    for _ in range(300):
        played = random_round(game, source)
        for line in settle_round(played).lines:
            if line.outcome is FirstDown.SIX_IN_THREE:
                assert line.stake_cents == played.state.bets[line.seat]["first_down"]


def test_ruling_t3_the_bonus_tables_are_examples_of_ours_and_may_be_left_out():
    grid = games.folder("turbo-sports").shipped["nine_card_bonus"]
    assert "Examples of ours" in grid.note
    assert "nine_card_bonus" not in games.build("turbo-sports", {"nine_card_bonus": "none"}).wager


def test_ruling_t3_the_operator_supplies_a_table():
    rows = "\n".join(f"SUITED_{count} {2 * count}" for count in range(9, 2, -1))
    text = f'[nine_card_bonus]\notherwise = "lose"\ngrid = """\nhouse\n{rows}\n"""\n'
    game = games.build("turbo-sports", custom=games.Custom(text, "house.toml"))
    assert game.options["nine_card_bonus"] == "house"
    pays = game.wager["nine_card_bonus"].lines[0].pays
    assert pays[Suited.SUITED_3] == Odds(Fraction(6))  # type: ignore[attr-defined]
    assert pays[2] == LOSE


def test_ruling_t4_there_are_at_least_four_sports():
    themes = games.folder("turbo-sports").themes
    assert next(iter(themes)) == "football"
    assert SUIT_NAMES[themes["football"].suit] == "spades"
    assert len(themes) >= 4
    wagers = set(games.build("turbo-sports").wager)
    for theme in themes.values():
        assert set(theme.bets) == wagers
    assert len({tuple(theme.bets.values()) for theme in themes.values()}) == len(themes)


@pytest.mark.parametrize("theme", THEMES)
def test_ruling_t4_no_figure_depends_on_a_theme(theme: str):
    """Swapping the suits along with the theme changes no outcome."""
    football, other = games.build("turbo-sports"), games.build("turbo-sports", {"theme": theme})
    swap = partial(swapped, one=other.options["theme"].suit, other=SPADES)
    source = random.Random(4)
    for _ in range(50):
        played = random_round(football, source)
        deals = {key: tuple(swap(card) for card in cards) for key, cards in played.state.piles.items()}
        assert play_out(other, played.state.bets, deals, played.state.choices).outcomes() == played.outcomes()


@pytest.mark.parametrize("theme", THEMES)
def test_the_literal_twin_agrees_on_random_rounds(theme: str):
    game = games.build("turbo-sports", {"theme": theme})
    suit = "cdhs"[game.options["theme"].suit]
    source = random.Random(5)
    for _ in range(200):
        played = random_round(game, source)
        community = [card_text(card) for card in played.state.piles["community", 0]]
        assert bool(played.state.choices) == (literal_icons(community, suit) <= 5)
        for seat, outcomes in played.outcomes().items():
            cards = community + [card_text(card) for card in played.state.piles["player", seat]]
            count = literal_icons(cards, suit)
            first = "SIX_IN_THREE" if literal_icons(community, suit) >= 6 else "SIX_IN_NINE" if count >= 6 else "SHORT"
            assert outcomes["first_down"] == (FirstDown[first],)
            for name, goal in (("long_pass", 7), ("field_goal", 8), ("td", 9)):
                if name in outcomes:
                    reached = "FOURTEEN" if count > 13 else "MADE" if count >= goal else "SHORT"
                    assert outcomes[name] == (Reached[reached],)
            if "nine_card_bonus" in outcomes:
                assert outcomes["nine_card_bonus"][0].value == sum(card[1] == suit for card in cards)


def test_icons_and_suited_count_every_holding_of_the_suit():
    spades = [f"{letter}s" for letter in "23456789TJQKA"]
    for size in range(10):
        for cards in itertools.combinations(spades, size):
            held = sum(icon_counter(parse_card(card)) for card in cards)
            assert icons(held) == literal_icons(list(cards))
            assert suited(held) == size


def test_three_to_two_makes_a_cent_step_too_small():
    with pytest.raises(HouseError, match=re.escape("smallest step that works for turbo-sports here is 0.02")):
        House(step_cents=1).check_game(games.build("turbo-sports"))
    House(step_cents=2).check_game(games.build("turbo-sports"))


def test_rule_1_shuffled_for_every_round():
    assert games.build("turbo-sports").shuffles == (Shuffle.EVERY_ROUND,)


def test_a_users_grid_may_list_rows_that_the_shipped_one_leaves_to_otherwise():
    rows = "\n".join(f"SUITED_{count} 1" for count in range(9, -1, -1))
    text = f'[nine_card_bonus]\notherwise = "lose"\ngrid = """\nall\n{rows}\n"""'
    game = games.build("turbo-sports", custom=games.Custom(text, "all.toml"))
    assert set(game.wager["nine_card_bonus"].lines[0].pays.pays.values()) == {Odds(Fraction(1))}
    with pytest.raises(GridError, match="row SUITED_7 is missing"):
        games.build("turbo-sports", custom=games.Custom(text.replace("SUITED_7 1\n", ""), "all.toml"))


def test_a_users_column_may_not_take_a_name_that_means_something():
    text = (
        '[nine_card_bonus]\notherwise = "lose"\ngrid = """\nnone\n'
        + "".join(f"SUITED_{n} 1\n" for n in range(9, 2, -1))
        + '"""'
    )
    with pytest.raises(GridError, match="column none: that name is taken"):
        games.build("turbo-sports", custom=games.Custom(text, "x.toml"))


def test_a_users_unknown_row_is_blamed_on_the_users_file():
    rows = "".join(f"SUITED_{n} 1\n" for n in range(9, 2, -1))
    text = f'[nine_card_bonus]\notherwise = "lose"\ngrid = """\nmine\n{rows}SUITED_X 1\n"""'
    with pytest.raises(GridError, match=r"^x\.toml \[nine_card_bonus\], row SUITED_X: no outcome 'SUITED_X'"):
        games.build("turbo-sports", custom=games.Custom(text, "x.toml"))


def test_a_settlement_cites_the_rule_that_decided_each_bet_and_the_ruling_on_doubling():
    def turbo(community: str, player: str, *more: str) -> list[str]:
        bets = "bet seat 1 first_down 10 long_pass 5 nine_card_bonus 5"
        return cited("game turbo-sports", bets, f"deal community {community}", *more, f"deal player 1 {player}")

    high = ["rules 6 and 11, ruling T2", "rules 7 and 11, ruling T2", "rule 10, ruling T3"]
    assert turbo("As Ks 2h", "Qs Js 3d 4d 5d 6d") == high
    assert turbo("2s 3h 4h", "As Ks 3d 4d 5d 6d", "choose 1 double double")[:2] == [
        "rules 4 and 6, ruling T2",
        "rule 7",
    ]
    assert turbo("2s 3h 4h", "As 2d 3d 4d 5d 6d", "choose 1 double decline")[:2] == ["rule 6", "rule 7"]


def test_ruling_g8_a_missing_player_declines_to_double():
    assert default_of(games.build("turbo-sports"), {"first_down": 500}, "community", "2c 3d 4h") == "decline"
