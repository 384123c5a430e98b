"""A round as text: one format for people, tests, logs of the terminal and audits.

    game      super-pan-9 1   decks=8  commission=5%  commission_on_tie=no  tie_bet=yes
    grids     regular=6eb891e204f1  tie=abddc176623f
    bet       seat 1   regular 10.00   tie 1.00
    deal      player 1         6s 4h 3d
    deal      dealer           Ks 5c 2d
    choose    1 draw           STAND                (may STAND, DRAW)
    show      dealer           Ks 5c 2d             7 points
    outcome   1 regular        LOST                 3 against 7
    settle    1 regular        10.00 lose   returns 0.00
    net       1   -11.00

`game`, `bet`, `deal` and `choose` say what happened; the other lines follow from them. `read` rebuilds the round from
these four, and `differences` compares the rest. `grids` has the first digits of a hash of every pay table in force: a
round whose hashes are not those of the tables here is refused, and a text without that line is read, too. A round in
mid-play ends with what it waits for instead of its results:

    waits     1 draw           (may STAND, DRAW)

Remarks follow a `#`. Those on choices tell what a player could not pay and what the table chose (`choice_notes`), those
on money what a line without a stake of its own is called; any others are passed over.

A text may hold several rounds, each of which begins with its game line; `read_rounds` takes them apart.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise, takewhile

from pitboss.core.cards import CARD_OF_TEXT, Card, cards_text, parse_cards
from pitboss.core.choice_notes import NO_NOTE, ChoiceNote, ChoiceNotes, read_note
from pitboss.core.errors import FormatError, OptionError, PitbossError, plural, unknown
from pitboss.core.game import Answer, Game, Place
from pitboss.core.meters import MeterState, move_text
from pitboss.core.money import dollars, signed
from pitboss.core.round import Round, play_out
from pitboss.core.script import (
    TABLE,
    Bets,
    Chose,
    Dealt,
    NeedCards,
    NeedChoice,
    check_bets,
    check_count,
    option_text,
    parse_option,
)
from pitboss.core.settle import Settlement, settle_round
from pitboss.core.settled_words import further_words, money_remark, money_text, told_lines, words_of
from pitboss.core.stakes import read_stakes
from pitboss.core.themes import theme_of

WAITS = "waits"
GRIDS = "grids"
HASH_DIGITS = 12  # Of a pay table's SHA-256: enough to tell tables apart, and short enough to read.
WORDS = ("game", GRIDS, "bet", "deal", "choose", "show", "outcome", "settle", "meter", "net", WAITS)
Builder = Callable[[str, Mapping[str, str]], Game]


def write(
    played: Round, meters: tuple[MeterState, ...] | None = None, *, grids: bool = True, notes: ChoiceNotes | None = None
) -> str:
    """A round as text, finished or not; `meters` are the progressive meters it began with, if not the game's own.

    `grids` adds the line with the hashes of the pay tables, `notes` remarks on choices.
    """
    if meters is not None and played.game.meters:
        played = Round(played.game.with_meters(meters), played.events)
    ends = _result_lines(played, settle_round(played)) if played.need() is None else _waiting_lines(played)
    events = [line for line in _event_lines(played, notes or {}) if grids or not line.startswith(GRIDS)]
    return "\n".join([*events, *ends]) + "\n"


def _waiting_lines(played: Round) -> Iterator[str]:
    need = played.need()
    if isinstance(need, NeedCards):
        yield _line(WAITS, _owner(need.pile, need.seat), plural(need.count, "card"))
    elif isinstance(need, NeedChoice):
        for seat, legal in need.legal.items():
            yield _line(WAITS, f"{seat} {need.name}", "", _may(played.game, need.name, legal))
    else:
        yield _line(WAITS, "bets")


def _may(game: Game, name: str, legal: Iterable[Answer]) -> str:
    return f"(may {', '.join(option_text(game.choices[name], each) for each in legal)})"


def _line(word: str, *columns: str) -> str:
    """One line of text: the word, then columns, padded to fixed widths where they are short enough."""
    widths = (20, 20)
    text = "".join(each.ljust(width) + " " for each, width in zip(columns, widths, strict=False))
    return f"{word:<9} {text}{''.join(columns[len(widths) :])}".rstrip()


def _event_lines(played: Round, notes: ChoiceNotes) -> Iterator[str]:
    game, state = played.game, played.state
    yield f"game      {game.name} {game.version}   {game.options.line()}".rstrip()
    yield f"{GRIDS:<9} {'  '.join(f'{name}={digits}' for name, digits in _hashes(game).items())}"
    if theme := theme_of(game.options):
        renamed = {name: label for name, label in theme.bets.items() if label.lower() != name.replace("_", " ")}
        bets = ", ".join(f"{name} is {label}" for name, label in renamed.items() if name in game.wager)
        yield f"# {theme.sentence(theme.icon)}{bets and f' Bets: {bets}.'}"
    for event in state.log:
        if isinstance(event, Bets):
            for seat in state.seats():
                bets = state.bets[seat].items()
                yield f"bet       seat {seat}   " + "   ".join(f"{name} {dollars(amount)}" for name, amount in bets)
        elif isinstance(event, Dealt):
            yield _line("deal", _owner(event.pile, event.seat), cards_text(event.cards), "")
        elif isinstance(event, Chose):
            option = option_text(game.choices[event.name], event.option)
            may = _may(game, event.name, state.legal[event.name, event.seat])
            remark = notes.get((event.name, event.seat), NO_NOTE).remark(game.choices[event.name])
            yield _line("choose", f"{event.seat} {event.name}", option, may, _remark(remark))
        else:
            cards = cards_text(state.piles[event.pile, event.seat])
            yield _line("show", _owner(event.pile, event.seat), cards, played.words(event.pile, event.seat))


def _remark(text: str) -> str:
    return f"   # {text}" if text else ""


def _hashes(game: Game) -> dict[str, str]:
    return {name: table.sha256[:HASH_DIGITS] for name, table in game.pay_tables.items()}


def check_pay_tables(game: Game, told: Mapping[str, object], here: Mapping[str, object]) -> None:
    """Refuses a stored round whose pay tables, by grid, are not those of the game here."""
    if set(told) != set(here):
        given = [name if name in here else repr(name) for name in told]
        raise FormatError(
            f"the pay tables of a round of {game.name} are {', '.join(here)}; given are {', '.join(given) or 'none'}"
        )
    for name, table in game.pay_tables.items():
        if told[name] != here[name]:
            raise FormatError(f"the pay table {name} here, column {table.column}, is not the one of this round")


def _owner(pile: str, seat: int) -> str:
    """`dealer`, or `player 2`."""
    return pile if seat == TABLE else f"{pile} {seat}"


def _result_lines(played: Round, settlement: Settlement) -> Iterator[str]:
    """The lines of a finished round that tell outcomes and money."""
    lines = told_lines(settlement)
    for line in lines:
        named = further_words(played.game, line)
        yield _line("outcome", f"{line.seat} {line.wager}", line.outcome.name, words_of(played, line) or named)
    for line in lines:
        remark = _remark(money_remark(played.game, line))
        yield _line("settle", f"{line.seat} {line.wager}", money_text(line) + remark, "")
    for move in settlement.meters:
        yield f"meter     {move.before.number}   {move_text(move)}"
    for seat in played.state.seats():
        yield f"net       {seat}   {signed(settlement.net_cents(seat))}"


@dataclass(frozen=True)
class RoundFile:
    """A round file after it is read: the round, and the lines that should follow from it."""

    played: Round
    claims: tuple[str, ...] = ()
    notes: ChoiceNotes = field(default_factory=dict)
    """The notes on choices that were read from the remarks of the file."""


def read_rounds(text: str, build: Builder, source: str = "the round") -> Iterator[RoundFile]:
    """The rounds of a text, one after another; errors name the line, or the round where there are several."""
    lines = text.removeprefix("\ufeff").splitlines()
    starts = [number for number, line in enumerate(lines) if line.split()[:1] == ["game"]]
    bounds = [0, *starts[1:], len(lines)]  # Lines before the first game line belong to the first round.
    for number, (start, end) in enumerate(pairwise(bounds), 1):
        try:
            file = read("\n".join(lines[start:end]), build, source, start + 1)
        except PitbossError as error:
            if str(error).startswith((f"{source}, line", f"{source} is empty")):
                raise
            where = source if len(bounds) == 2 else f"{source}, round {number}"
            raise FormatError(f"{where}: {error}") from None
        yield file


def read(text: str, build: Builder, source: str = "the round", first_line: int = 1) -> RoundFile:
    """The one round of a text; `build` makes the game from its name and options.

    `first_line` is the number of the text's first line in its `source`, for errors.
    """
    game: Game | None = None
    bets: dict[int, dict[str, int]] = {}
    deals: dict[tuple[str, int], tuple[Card, ...]] = {}
    choices: dict[tuple[str, int], Answer] = {}
    notes: dict[tuple[str, int], ChoiceNote] = {}
    claims = []
    for number, line in _whole_lines(text, first_line):
        plain, _, remark = line.partition("#")
        plain = plain.rstrip()
        if not plain.strip():
            continue
        word, rest = [*plain.split(maxsplit=1), ""][:2]
        try:
            if word not in WORDS:
                raise FormatError(unknown("line", word, WORDS))
            if word == "game":
                if game is not None:
                    raise FormatError("a round has one game line")
                game = _read_game(rest, build)
            elif game is None:
                raise FormatError("the first line of a round is its game, such as: game super-pan-9 1")
            elif word == GRIDS:
                check_pay_tables(game, _pairs(rest.split(), "the pay table"), _hashes(game))
            elif word == "bet":
                seat, stakes = _read_bet(rest, game)
                _once(bets, seat, stakes, f"the bets of seat {seat} are")
                check_bets(game, {seat: stakes})
            elif word == "deal":
                key, cards = _read_deal(rest, game)
                check_count(game.piles[key[0]], key[1], cards)
                _once(deals, key, cards, f"the cards of {_owner(*key)} are")
            elif word == "choose":
                choice, option = _read_choice(rest, game)
                _once(choices, choice, option, f"the choice {choice[0]} of seat {choice[1]} is")
                claims += [plain] if "(" in rest else []
                if (note := read_note(game.choices[choice[0]], remark)) != NO_NOTE:
                    notes[choice] = note
            else:
                claims.append(plain)
        except PitbossError as error:
            detail = "pay-tables" if error.code == "format/pay-tables" else ""
            raise FormatError(f"{source}, line {number}: {error}", detail) from None
    if game is None:
        raise FormatError(f"{source} is empty: it has no game line")
    unfinished = any(claim.startswith(WAITS) for claim in claims)
    return RoundFile(play_out(game, bets, deals, choices, unfinished=unfinished), tuple(claims), notes)


def _whole_lines(text: str, first_line: int) -> list[tuple[int, str]]:
    """The lines of a text with their numbers; one that a narrow terminal has broken is put together again."""
    whole: list[tuple[int, str]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), first_line):
        if whole and line[:1].isspace() and line.split()[:1] and line.split()[0] not in (*WORDS, "#"):
            whole[-1] = whole[-1][0], f"{whole[-1][1]} {line.strip()}"
        else:
            whole.append((number, line))
    return whole


@dataclass(frozen=True)
class Difference:
    """A line of a round file that contradicts the rules: what it is about, such as `settle 1 ante`, and a sentence."""

    about: str
    sentence: str


def differences(file: RoundFile) -> list[Difference]:
    """Every line of a round file that contradicts the rules, each with the right line.

    Words for hands are not compared: an older file may use others, and no money depends on them.
    """
    real = [" ".join(line.split("#")[0].split()) for line in write(file.played).splitlines() if line[0] != "#"]
    wrong = []
    for claim in (" ".join(each.split()) for each in file.claims):
        same = next((line for line in real if _without_hand(line) == _without_hand(claim)), None)
        if same is not None:
            real.remove(same)
        else:
            wrong.append(claim)
    found = []
    for claim in wrong:
        word, *rest = claim.split()
        # After its first word a line names its subject: a seat and a wager, a pile and its seat, or one number.
        about = [word, *rest[: 1 if word in ("net", "meter") else 2]]
        right = [line for line in real if line.split()[: len(about)] == about]
        right += [line for line in real if word == "show" and line.split()[:2] == about[:2]]
        if right:
            real.remove(right[0])
        sentence = f"{claim!r} should be {right[0]!r}" if right else f"{claim!r} does not belong to this round"
        found.append(Difference(" ".join(about), sentence))
    return found


def _without_hand(line: str) -> str:
    """A line without the words for its hand, which end `show` and `outcome` lines."""
    word, *rest = line.split()
    if word == "outcome":
        return " ".join([word, *rest[:3]])
    if word == "show":
        place = 2 if rest[1:2] and rest[1].isdecimal() else 1
        return " ".join([word, *rest[:place], *takewhile(CARD_OF_TEXT.__contains__, rest[place:])])
    return line


def _once(into: dict, key: object, value: object, what: str) -> None:
    """Stores a value under a key; refuses a second one."""
    if key in into:
        raise FormatError(f"{what} given twice")
    into[key] = value


def _read_game(rest: str, build: Builder) -> Game:
    """`super-pan-9 1   decks=8 ...`."""
    name, *words = rest.split() or [""]
    version = words.pop(0) if words and "=" not in words[0] else None
    options = _pairs(words, "the option")
    try:
        game = build(name, options)
    except OptionError as error:
        if name and " game " in str(error):
            raise
        raise FormatError(f"{error}; a round dealt on pay tables of your own needs them, too", "pay-tables") from None
    if version is not None and version != str(game.version):
        raise FormatError(f"this round was dealt by version {version} of {name}; the version here is {game.version}")
    return game


def _pairs(words: Iterable[str], what: str) -> dict[str, str]:
    """`decks=8  commission=5%`."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise FormatError(f"{word!r} has no value; write NAME=VALUE")
        _once(found, name, value, f"{what} {name} is")
    return found


def _read_bet(rest: str, game: Game) -> tuple[int, dict[str, int]]:
    """`seat 1   ante 5.00   blind 5.00`."""
    words = rest.split()
    words = words[1:] if words[:1] == ["seat"] else words
    if len(words) < 3:
        raise FormatError(f"{rest.strip()!r} is not a list of bets; write: bet seat 1 WAGER AMOUNT ...")
    return _seat(words[0]), read_stakes(game, " ".join(words[1:]))


def _read_deal(rest: str, game: Game) -> tuple[tuple[str, int], tuple[Card, ...]]:
    """`player 1   As Ks` or `dealer   Kh Qh`."""
    pile, *words = rest.split() or [""]
    if pile not in game.piles:
        raise FormatError(unknown("pile", pile, game.piles))
    seat = TABLE
    if game.piles[pile].to is Place.SEAT:
        if not words or not re.fullmatch("[0-9]+", words[0]):
            raise FormatError(f"{pile} belongs to a seat; write: deal {pile} 1 CARDS")
        seat = _seat(words.pop(0))
    return (pile, seat), parse_cards(" ".join(words))


def _read_choice(rest: str, game: Game) -> tuple[tuple[str, int], Answer]:
    """`1 play   PLAY   (may FOLD, PLAY)`, or `1 low   As Kd   (may ...)` for several cards."""
    words = rest.split("(")[0].split()
    if len(words) < 3:
        raise FormatError(f"{rest.strip()!r} is no choice; write: choose 1 NAME OPTION")
    if words[1] not in game.choices:
        raise FormatError(unknown("choice", words[1], game.choices))
    return (words[1], _seat(words[0])), parse_option(game.choices[words[1]], " ".join(words[2:]))


def _seat(word: str) -> int:
    if not re.fullmatch("[1-9][0-9]?", word):
        raise FormatError(f"no seat {word!r}: seats are numbered from 1")
    return int(word)
