"""The names of a report's files: the game and whatever differs from its defaults, so no variant replaces another."""

import hashlib
import re

from pitboss.core.game import Game
from pitboss.core.money import dollars
from pitboss.core.pays import Custom
from pitboss.report.actual import Actual
from pitboss.report.subject import Assumed, Subject

LONGEST = 100  # File systems take 255 bytes; a longer name is cut, and a hash tells it from others.
HASH = 8
A4 = "a4"  # The paper that a name does not mention.


def file_name(subject: Subject, paper: str = A4) -> str:
    """`spadez`, `spadez_cards-9_stake-25_paper-letter`: the name of a report's files, without an ending."""
    parts = [
        subject.game.name,
        *changed_options(subject.game),
        *custom_parts(subject.custom),
        *assumed_parts(subject.assumed),
        *([f"paper-{paper}"] if paper != A4 else []),
    ]
    name = "_".join(parts)
    return name if len(name) <= LONGEST else f"{name[: LONGEST - HASH - 1]}_{short_hash(name)}"


def changed_options(game: Game) -> list[str]:
    """`cards-9`: every option that differs from its default."""
    settings = game.options.settings
    return [
        f"{plain(name)}-{plain(game.options.text(name))}"
        for name in game.options
        if game.options.text(name) != settings[name].values.text(settings[name].default)
    ]


def custom_parts(custom: Custom | None) -> list[str]:
    """`paytables-1a2b3c4d`: a hash of pay tables of the reader's own."""
    return [f"paytables-{short_hash(custom.text)}"] if custom else []


def assumed_parts(assumed: Assumed) -> list[str]:
    """`stake-25`, `pace-45`, `rounds-1000000`: the assumptions that differ from the usual ones."""
    usual = Assumed()
    parts = [f"stake-{amount(assumed.stake_cents)}"] if assumed.stake_cents != usual.stake_cents else []
    parts += [f"pace-{assumed.pace}"] if assumed.pace != usual.pace else []
    parts += [f"bankroll-{amount(each)}" for each in assumed.bankrolls]
    parts += [
        f"{name}-{value}"
        for name in ("rounds", "seed", "seats", "hours")
        if (value := getattr(assumed, name)) != getattr(usual, name)
    ]
    parts += [f"buy-in-{amount(assumed.buy_in_cents)}"] if assumed.buy_in_cents else []
    return parts + ([f"actual-{actual_text(assumed.actual)}"] if assumed.actual else [])


def actual_text(actual: Actual) -> str:
    """`rounds-5000-loss-1250-seats-3`: a table's own result."""
    result = f"{'win' if actual.win_cents >= 0 else 'loss'}-{amount(abs(actual.win_cents))}"
    parts = [f"rounds-{actual.rounds}", result, *([f"seats-{actual.seats}"] if actual.seats > 1 else [])]
    parts += [f"stake-{amount(actual.stake_cents)}"] if actual.stake_cents else []
    parts += [f"bets-{plain('-'.join(actual.bets))}"] if actual.bets else []
    return "-".join(parts)


def amount(cents: int) -> str:
    """`25`, `12.50`: dollars, with cents where there are any."""
    return dollars(cents).removesuffix(".00")


def plain(text: str) -> str:
    """A text in letters that every file system takes: `3:2` is `3-2`, `5%` is `5pct`."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", text.replace("%", "pct").replace("_", "-")).strip("-.")


def short_hash(text: str) -> str:
    """The first letters of a text's SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:HASH]
