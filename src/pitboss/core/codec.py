"""A round as JSON: a header that names the game, and the events in order, finished or not.

    {"format": 1, "game": "super-pan-9", "version": 1, "options": {"decks": "8", ...},
     "grids": {"tie": {"column": "printed", "sha256": "..."}},
     "events": [{"type": "bets", "seats": {"1": {"regular": "10.00"}}},
                {"type": "dealt", "pile": "player", "seat": 1, "cards": ["6s", "4h", "3d"]},
                {"type": "unseen", "pile": "dealer", "seat": 0},
                {"type": "chose", "seat": 1, "choice": "draw", "option": "draw"}]}

`unseen` is a pile of the table whose cards nobody has named; a table never writes it.

Pay tables that a user brought are in the header as well, so that a document is read back without their file. A document
whose version or pay tables are not those of the game here is refused: it would be paid differently.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from pitboss.core.cards import Card, card_text, parse_card
from pitboss.core.errors import FormatError, PitbossError, unknown
from pitboss.core.game import Answer, Cards, Choose, Game
from pitboss.core.money import cents, dollars
from pitboss.core.pays import Custom, columns_text
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt, Event, Unseen, option_cards, option_name, parse_option
from pitboss.core.transcript import check_pay_tables

FORMAT = 1
Builder = Callable[[str, Mapping[str, str], Custom | None], Game]
"""Makes a game from its name, its options as text, and pay tables of the user's own."""


def round_json(played: Round) -> dict[str, Any]:
    """A round as a JSON document; `read_round` gives the same round again."""
    return {**header(played.game), "events": [event_json(played.game, event) for event in played.events]}


def header(game: Game) -> dict[str, Any]:
    """The header of a round: the game's name and version, every option, and every pay table in force."""
    brought = columns_text(game.options.grids)
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "options": {name: game.options.text(name) for name in game.options},
        "grids": grids_in_force(game),
        **({"paytables": brought} if brought else {}),
    }


def grids_in_force(game: Game) -> dict[str, dict[str, str]]:
    """The column in force and a hash of its pays, by grid."""
    return {name: {"column": table.column, "sha256": table.sha256} for name, table in game.pay_tables.items()}


def event_json(game: Game, event: Event) -> dict[str, Any]:
    """One event as JSON."""
    if isinstance(event, Bets):
        seats = {
            str(seat): {name: dollars(amount) for name, amount in bets.items()} for seat, bets in event.by_seat.items()
        }
        return {"type": "bets", "seats": seats}
    if isinstance(event, Dealt):
        cards = [card_text(card) for card in event.cards]
        return {"type": "dealt", "pile": event.pile, "seat": event.seat, "cards": cards}
    if isinstance(event, Unseen):
        return {"type": "unseen", "pile": event.pile, "seat": event.seat}
    option = option_json(game.choices[event.name], event.option)
    return {"type": "chose", "seat": event.seat, "choice": event.name, "option": option}


def option_json(choice: Choose, option: Answer) -> str | list[str]:
    """An option as JSON: `let-it-ride`, `As`, or `["As", "Kd"]` for a set of cards."""
    if not isinstance(choice.options, Cards):
        return option_name(choice, option)
    cards = [card_text(card) for card in option_cards(option)]
    return cards[0] if isinstance(option, int) else cards


def read_option(choice: Choose, value: object) -> Answer:
    """The option that a JSON value names."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return parse_option(choice, " ".join(value))
    return parse_option(choice, _text(value, f"the option of {choice.name}"))


def read_round(document: object, build: Builder) -> Round:
    """The round of a JSON document; refuses one that is damaged, or of another version or pay table than here."""
    document = _object(document, "a round is")
    if document.get("format") != FORMAT or document["format"] is True:
        raise FormatError(
            f"format {_short(document.get('format'))} of a round is not known; this program reads {FORMAT}"
        )
    game = _game(document, build)
    events = document.get("events")
    if not isinstance(events, list):
        raise FormatError(f"the events of a round are a list; given is {_short(events)}")
    played = Round(game)
    for number, event in enumerate(events, 1):
        try:
            played = played.after(read_event(game, event))
        except PitbossError as error:
            raise FormatError(f"event {number}: {error}") from None
    return played


def _game(document: Mapping[str, Any], build: Builder) -> Game:
    options = _object(document.get("options", {}), "the options of a round are")
    texts = {str(name): _text(value, f"the option {name!r}") for name, value in options.items()}
    brought = document.get("paytables")
    custom = Custom(_text(brought, "the pay tables"), "the round's own pay tables") if brought else None
    game = build(_text(document.get("game"), "the game"), texts, custom)
    version = document.get("version")
    if version != game.version or version is True:
        raise FormatError(
            f"this round was dealt by version {_short(version)} of {game.name}; the version here is {game.version}"
        )
    grids = _object(document.get("grids", {}), "the pay tables of a round are")
    check_pay_tables(game, grids, grids_in_force(game))
    return game


def read_event(game: Game, value: object) -> Event:
    """The event that a JSON value describes."""
    event = _object(value, "an event is")
    kind = event.get("type")
    if kind == "bets":
        seats = event.get("seats")
        if not isinstance(seats, Mapping) or not all(isinstance(bets, Mapping) for bets in seats.values()):
            _refuse("seats", seats, "bets by seat and wager")
        return Bets({_whole(seat, "seat"): _stakes(bets) for seat, bets in seats.items()})
    if kind == "dealt":
        return Dealt(_pile(game, event), _whole(event.get("seat"), "seat"), _cards(event.get("cards")))
    if kind == "unseen":
        return Unseen(_pile(game, event), _whole(event.get("seat"), "seat"))
    if kind == "chose":
        name = _text(event.get("choice"), "the choice")
        if name not in game.choices:
            raise FormatError(unknown("choice", name, game.choices))
        return Chose(_whole(event.get("seat"), "seat"), name, read_option(game.choices[name], event.get("option")))
    raise FormatError(unknown("type of event", str(kind), ("bets", "dealt", "unseen", "chose")))


def _stakes(bets: Mapping[str, Any]) -> dict[str, int]:
    return {str(name): cents(_text(amount, f"the bet {name!r}")) for name, amount in bets.items()}


def _pile(game: Game, event: Mapping[str, Any]) -> str:
    name = _text(event.get("pile"), "the pile")
    if name not in game.piles:
        raise FormatError(unknown("pile", name, game.piles))
    return name


def _cards(value: object) -> tuple[Card, ...]:
    if not isinstance(value, list):
        _refuse("cards", value, 'a list such as ["As", "Kd"]')
    return tuple(parse_card(_text(each, "a card")) for each in value)


def _object(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise FormatError(f"{what} a JSON object; given is {_short(value)}")
    return value


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        _refuse(what, value, "a text")
    return value


def _whole(value: object, what: str) -> int:
    is_text = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 4
    number = int(value) if is_text and str(int(value)) == value else value
    if type(number) is not int:
        _refuse(what, value, "a whole number")
    return number


def _refuse(what: str, value: object, wanted: str) -> NoReturn:
    raise FormatError(f"{what} must be {wanted}, not {_short(value)}")


def _short(value: object) -> str:
    text = json.dumps(value, default=repr)
    return text if len(text) <= 40 else f"{text[:37]}..."
