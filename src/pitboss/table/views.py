"""Views: what one audience may see of an event and of a table, as JSON, field by field from an allow-list.

An event is stored whole, as the house knows it (`event_body`). What others get is built from the fields that this
module names for them, never by removing secrets: a field that nobody has named reaches nobody. The account in an event
says whose seat it was at that moment, so the cards of a seat stay with whoever sat there when they were dealt.
"""

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any, assert_never

from pitboss.core.cards import Card, card_text
from pitboss.core.codec import option_json
from pitboss.core.game import Cards, Face, Game, Place
from pitboss.core.meters import MeterMove, MeterState
from pitboss.core.money import dollars
from pitboss.core.round import Round
from pitboss.core.script import TABLE, NeedChoice, Stakes, State
from pitboss.core.settle import SettledLine
from pitboss.core.view import view_of, visible, words
from pitboss.table import events as told
from pitboss.table.events import TableEvent
from pitboss.table.records import AuditRecord
from pitboss.table.table import Table

Body = dict[str, Any]

EVERYBODY: Mapping[str, tuple[str, ...]] = {
    "opened": ("game", "seats"),
    "changed": ("step", "limit", "bet_ms", "decide_ms"),
    "seated": ("seat", "account"),
    "leaving": ("seat",),
    "left": ("seat",),
    "client-seed": ("seat",),
    "committed": ("shuffle", "commitment", "round"),
    "bet": ("seat", "bets"),
    "bet-taken-back": ("seat",),
    "sat-out": ("seat",),
    "shuffled": ("shuffle", "commitment", "client_seeds"),
    "began": ("round", "number", "bets"),
    "dealt": ("pile", "seat", "count"),
    "shown": ("pile", "seat", "cards", "words"),
    "asked": ("seat", "choice", "deadline_ms"),
    "chose": ("seat", "choice", "raised"),
    "settled": ("seat", "wager", "line", "stake", "outcome", "pays", "commission", "returned", "net"),
    "meter": ("link", "number", "fed", "awards", "amount"),
    "over": ("round", "number", "net"),
    "voided": ("round", "number", "reason"),
    "revealed": ("shuffle", "seed", "client_seeds"),
    "closing": (),
    "closed": (),
}
"""The fields that everybody may see, by type of event."""

OWN: Mapping[str, tuple[str, ...]] = {"asked": ("legal",), "chose": ("option",), "settled": ("words",)}
"""The fields that only the seat's own account may see besides; cards that are dealt have a rule of their own."""

RECORDED = (
    *("key", "note", "status", "reason", "opening", "before", "after", "before_ms", "now_ms", "round", "seat", "net"),
    *("link", "number", "amount", "awards", "change", "name", "role", "entry", "address", "by"),
)
"""The fields of an audit record's body, beside the request, that are told while the round is open that it is of."""
ASKED = (
    *("action", "table", "seat", "choice", "bets", "round", "reason", "note", "account", "cents", "link", "number"),
    *("game", "options", "paytables", "seats", "bots", "private", "shuffle", "name", "role"),
    *("step_cents", "limit_cents", "bet_ms", "decide_ms"),
)
"""The fields of a request that are told while such a round is open: not the cards that somebody throws away."""


def seen(body: Mapping[str, Any], account: str | None) -> Body:
    """An event as an account, or a spectator without one (None), may see it: its type and the allowed fields alone."""
    kind = body["type"]
    own = account is not None and body.get("account") == account
    names = EVERYBODY[kind]
    shown = {"type": kind, **{name: body[name] for name in names if name in body}}
    if own:
        shown |= {name: body[name] for name in OWN.get(kind, ())}
    if kind == "dealt":
        face = body["face"]
        if face == Face.UP.value or (face == Face.DOWN.value and own):
            shown |= {"cards": body["cards"], "words": body["words"]}
    elif kind == "chose" and not own and not body["names_cards"]:
        shown["option"] = body["option"]
    return shown


def seen_event(seq: int, body: Mapping[str, Any], account: str | None) -> Body:
    """A numbered event as an account may see it: `{"seq": 42, "type": "dealt", …}`."""
    return {"seq": seq, **seen(body, account)}


def seen_record(record: AuditRecord, *, is_open: bool) -> Body:
    """A record of the audit log as auditors and supervisors may see it, who may sit at tables themselves.

    While the round is open that the record is of, the option of a choice is null, and digests, from which cards could
    be guessed, are left out; `withheld` says so.
    """
    body = json.loads(record.body)
    if is_open:
        shown: Body = {name: body[name] for name in RECORDED if name in body}
        if "request" in body:
            request = body["request"]
            option = {"option": None} if "option" in request else {}
            shown["request"] = {**option, **{name: request[name] for name in ASKED if name in request}}
        body = {**shown, "withheld": True}
    told = {"seq": record.seq, "at_ms": record.at_ms, "kind": record.kind, "actor": record.actor}
    return {**told, "subject": record.subject, "body": body, "hash": record.hash}


def event_body(
    game: Game, event: TableEvent, accounts: Mapping[int, str], round_id: Callable[[int], str], link: str | None
) -> Body:
    """An event of a table whole, as the house knows it, for the store; `accounts` are those of the round's seats."""
    match event:
        case told.Seated():
            return {"type": "seated", "seat": event.seat, "account": event.account}
        case told.Leaving():
            return {"type": "leaving", "seat": event.seat}
        case told.Left():
            return {"type": "left", "seat": event.seat}
        case told.BetsPlaced():
            return {"type": "bet", "seat": event.seat, "bets": stakes_json(event.stakes)}
        case told.BetsTakenBack():
            return {"type": "bet-taken-back", "seat": event.seat}
        case told.SatOut():
            return {"type": "sat-out", "seat": event.seat}
        case told.Shuffled():
            return {"type": "shuffled"}
        case told.RoundBegan():
            bets = {str(seat): stakes_json(stakes) for seat, stakes in event.bets.items()}
            return {"type": "began", "round": round_id(event.round), "number": event.round, "bets": bets}
        case told.CardsDealt():
            return _dealt(game, event, accounts)
        case told.PileShown():
            cards, words = cards_json(event.cards), event.words
            return {"type": "shown", "pile": event.pile, "seat": event.seat, "cards": cards, "words": words}
        case told.ChoiceAsked():
            legal = [option_json(game.choices[event.name], option) for option in event.legal]
            body: Body = {"type": "asked", "seat": event.seat, "choice": event.name, "deadline_ms": event.deadline_ms}
            return {**body, "legal": legal, "account": accounts[event.seat]}
        case told.ChoiceMade():
            return _chose(game, event, accounts)
        case told.Settled():
            line = line_json(event.line)
            return {"type": "settled", **line, "words": event.words, "account": accounts.get(event.line.seat)}
        case told.MeterMoved():
            return {"type": "meter", "link": link, **move_json(event.move)}
        case told.RoundOver():
            net = {str(seat): dollars(cents) for seat, cents in event.net_cents.items()}
            return {"type": "over", "round": round_id(event.round), "number": event.round, "net": net}
        case told.RoundVoided():
            body = {"type": "voided", "round": round_id(event.round), "number": event.round}
            return {**body, "reason": event.reason}
        case _:
            assert_never(event)


def _dealt(game: Game, event: told.CardsDealt, accounts: Mapping[int, str]) -> Body:
    """A pile of the table that lies face down is nobody's to look at, so its face is `hidden` here."""
    assert event.cards is not None
    deal = game.piles[event.pile]
    face = Face.HIDDEN if deal.face is Face.DOWN and deal.to is not Place.SEAT else deal.face
    body: Body = {"type": "dealt", "pile": event.pile, "seat": event.seat, "count": event.count}
    return {
        **body,
        "cards": cards_json(event.cards),
        "words": event.words,
        "face": face.value,
        "account": accounts.get(event.seat),
    }


def _chose(game: Game, event: told.ChoiceMade, accounts: Mapping[int, str]) -> Body:
    assert event.option is not None
    choice = game.choices[event.name]
    return {
        "type": "chose",
        "seat": event.seat,
        "choice": event.name,
        "option": option_json(choice, event.option),
        "raised": dollars(event.raised_cents),
        "names_cards": isinstance(choice.options, Cards),
        "account": accounts[event.seat],
    }


def cards_json(cards: Collection[Card]) -> list[str]:
    """Cards as their texts."""
    return [card_text(card) for card in cards]


def stakes_json(stakes: Stakes) -> dict[str, str]:
    """Stakes by wager, in dollars."""
    return {name: dollars(cents) for name, cents in stakes.items()}


def line_json(line: SettledLine) -> Body:
    """A settled line, with the names of `pitboss settle --json`."""
    return {
        "seat": line.seat,
        "wager": line.wager,
        "line": line.line,
        "stake": dollars(line.stake_cents),
        "outcome": line.outcome.name,
        "pays": str(line.pay),
        "commission": dollars(line.commission_cents),
        "returned": dollars(line.returned_cents),
        "net": dollars(line.net_cents),
    }


def move_json(move: MeterMove) -> Body:
    """The change of a meter in one round."""
    awards = [{"seat": award.seat, "paid": dollars(award.paid_cents)} for award in move.awards]
    amount = dollars(move.after.amount_cents)
    return {"number": move.before.number, "fed": dollars(move.fed_cents), "awards": awards, "amount": amount}


def meters_json(meters: Collection[MeterState]) -> list[Body]:
    """Meters as they stand."""
    return [{"number": each.number, "words": each.words, "amount": dollars(each.amount_cents)} for each in meters]


def table_view(table: Table, account: str | None) -> Body:
    """A table as an account may see it now: phase, need, seats, piles and bets. The caller adds ids and commitment.

    `dealt` is the number of cards since the last shuffle, which everybody has counted as they were dealt.
    """
    own = {seat for seat, owner in table.players.items() if owner == account and account is not None}
    return {
        "number": table.number,
        "phase": table.phase.value,
        "need": _need(table, own),
        "seats": {
            str(seat): {
                "account": owner,
                "sits_out": seat in table.sitting_out,
                "leaving": seat in table.leaving,
                **({"last_bets": stakes_json(table.last_bets[seat])} if seat in table.last_bets else {}),
            }
            for seat, owner in sorted(table.accounts.items())
        },
        "free_seats": [seat for seat in range(1, table.seats + 1) if seat not in table.accounts],
        "bets": {str(seat): stakes_json(stakes) for seat, stakes in sorted(table.bets.items())},
        "piles": _piles(table.round, own),
        "choices": _choices(table.round, own),
        "dealt": table.shoe.dealt,
        "deadline_ms": table.deadline_ms,
    }


def _need(table: Table, own: Collection[int]) -> Body | None:
    need = table.round.need() if table.is_playing and table.round else None
    if not isinstance(need, NeedChoice):
        waiting = [seat for seat in table.accounts if seat not in table.bets and seat not in table.sitting_out]
        return {"type": "bets", "seats": sorted(waiting)} if table.accounts else None
    choice = table.game.choices[need.name]
    legal = {str(seat): [option_json(choice, each) for each in need.legal[seat]] for seat in need.legal if seat in own}
    return {"type": "choice", "choice": need.name, "seats": sorted(need.legal), "legal": legal}


def _piles(played: Round | None, own: Collection[int]) -> list[Body]:
    """The piles as a spectator sees them, and as the owner of these seats sees his own."""
    if played is None:
        return []
    need = played.need()
    by_viewer = {seat: view_of(played.state, need, seat) for seat in (TABLE, *own)}
    piles = []
    for place, pile in enumerate(by_viewer[TABLE].piles):
        mine = by_viewer[pile.seat if pile.seat in own else TABLE].piles[place]
        cards = None if mine.cards is None else cards_json(mine.cards)
        body: Body = {"pile": mine.pile, "seat": mine.seat, "count": mine.count, "cards": cards}
        told = mine.words or (words_so_far(played, mine.pile, mine.seat) if mine.seat in own else "")
        piles.append({**body, "words": told})
    return piles


def words_so_far(played: Round, pile: str, seat: int) -> str:
    """The hand of a seat by the cards that it may see, where some of those that its words count lie face down."""
    seen = State(played.game)
    piles = played.state.piles.items()
    seen.piles = {key: cards for key, cards in piles if visible(played.state, *key, seat)}
    return words(seen, pile, seat)


def _choices(played: Round | None, own: Collection[int]) -> list[Body]:
    if played is None:
        return []
    told_to: dict[tuple[int, str], Body] = {}
    for viewer in (TABLE, *own):
        for made in view_of(played.state, played.need(), viewer).choices:
            option = option_json(played.game.choices[made.name], made.option)
            told_to[made.seat, made.name] = {"seat": made.seat, "choice": made.name, "option": option}
    return [told_to[key] for key in sorted(told_to)]
