"""What SPADEZ keeps on a host of three cards each that may fold, and how a host that it does not fit is refused."""

import random

import pytest

from pitboss import games
from pitboss.core.cards import SPADES, suit
from pitboss.core.errors import GridError, PitbossError
from pitboss.core.game import Chosen, Face, Place
from pitboss.core.round import Round
from tests.support.command import pitboss
from tests.support.rounds import random_round


def own_table(cards: int) -> str:
    """A table of a user's own for this many cards: ten to one for each spade from three up."""
    rows = "".join(f"SPADES_{n} {10 * n}\n" for n in range(cards, 2, -1))
    return f'[spadez]\notherwise = "lose"\ngrid = """\nmine\n{rows}"""\n'


CUSTOM = own_table(6)


def check_folded_cards_count(name: str) -> None:
    """Ruling S3: all cards of the host count, folded or not."""
    source = random.Random(3)
    game = games.build(name)
    shared = [pile for pile, deal in game.piles.items() if deal.to is not Place.SEAT]
    seen = 0
    for _ in range(300):
        played = random_round(game, source)
        for seat in played.state.seats():
            if "spadez" not in played.stakes()[seat]:
                continue
            piles = played.state.piles
            cards = [card for (pile, owner), dealt in piles.items() if owner in (0, seat) for card in dealt]
            assert played.outcomes()[seat]["spadez"][0].value == sum(suit(card) == SPADES for card in cards)
            assert all((pile, 0) in played.state.shown or game.piles[pile].face is Face.UP for pile in shared)
            seen += folds(played, seat)
    assert seen > 20


def folds(played: Round, seat: int) -> bool:
    """Whether a seat put no more money on a bet by choosing; where no choice moves money, whether it did not play."""
    placed = [wager.name for wager in played.game.wagers if isinstance(wager.stake, Chosen)]
    if placed:
        return not any(played.stakes()[seat].get(name) for name in placed)
    return not any(answer for (_, who), answer in played.state.choices.items() if who == seat)


def check_folders_show_nothing(name: str) -> None:
    """Ruling S3: without a SPADEZ bet a table of folders shows nothing of the dealer's hidden cards."""
    game = games.build(name)
    source = random.Random(4)
    hidden = 0
    for _ in range(300):
        played = random_round(game, source)
        plays = not all(folds(played, seat) for seat in played.state.seats())
        bets = any("spadez" in stakes for stakes in played.stakes().values())
        assert (("dealer", 0) in played.state.shown) == (plays or bets)
        hidden += not (plays or bets)
    assert hidden


def check_own_table(name: str, cards: int = 6) -> None:
    """A table of a user's own is the one that pays."""
    attached = games.build(name, custom=games.Custom(own_table(cards), "mine.toml"))
    assert attached.options["spadez"] == "mine"
    assert str(attached.wager["spadez"].lines[0].pays[6]) == "60 to 1"


def check_example_table(name: str) -> None:
    """The example in the pay table file can be brought."""
    text = games.folder("spadez").paytables
    example = "\n".join(line.removeprefix("#   ") for line in text.splitlines() if line.startswith("#   "))
    game = games.build(name, custom=games.Custom(example, "mine.toml"))
    assert str(game.wager["spadez"].lines[0].pays[6]) == "200 to 1"


def check_printed_name(name: str) -> None:
    """A column of one's own in a printed table, where the game picks the column itself, is in force."""
    rows = "".join(f"SPADES_{n} {9 if n <= 6 else '-'}\n" for n in range(12, 2, -1))
    brought = games.Custom(f'[A]\notherwise = "lose"\ngrid = """\nmine\n{rows}"""', "mine.toml")
    pays = games.build(name, custom=brought).wager["spadez"].lines[0].pays
    assert (pays.grid, pays.column, str(pays.pays[6])) == ("spadez", "mine", "9 to 1")
    above = games.Custom(brought.text.replace("SPADES_9 -", "SPADES_9 9"), "mine.toml")
    with pytest.raises(GridError, match=r"mine\.toml \[A\], column mine: .* for 9 cards, and 6 are dealt; "):
        games.build(name, custom=above)
    both = games.Custom(brought.text + "\n" + brought.text.replace("[A]", "[B]"), "mine.toml")
    with pytest.raises(GridError, match=r"mine\.toml: \[B\] is a second table of your own for spadez; give one"):
        games.build(name, custom=both)


def check_not_carried(name: str, reason: str) -> None:
    """Ruling S4: a host that does not fit is refused with the reason, in code and by commands."""
    with pytest.raises(PitbossError) as caught:
        games.build(name)
    assert reason in str(caught.value)
    for command in ("settle", "rules"):
        done = pitboss(command, name)
        assert (done.returncode, done.stdout) == (2, "")
        assert reason in done.stderr
