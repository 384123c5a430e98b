"""A table as JSON and back: everything that its next command depends on, and no card that is not dealt.

    {"number": 7, "accounts": {"1": "a_…"}, "bets": {"1": {"ante": 500}}, "last_bets": {…}, "sitting_out": [],
     "leaving": [], "players": {"1": "a_…"}, "holds": {"1": [["a_…", 500]]}, "since_ms": 1, "shuffles": 7, "dealt": 14,
     "events": […] or null}

Money is in cents; `events` are those of the round in play, or of the last one, as `core.codec` writes them. The order
of the cards is not here: it is derived again from the seed of the shuffle, and `dealt` cards of it are gone.
"""

import json
from collections.abc import Mapping
from typing import Any

from pitboss.core.codec import event_json, read_event
from pitboss.core.round import Round
from pitboss.core.script import Event
from pitboss.table.table import Table
from pitboss.table.wallet import Hold

_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


class EventTexts:
    """The events of a table's round as JSON text, each encoded once."""

    def __init__(self) -> None:
        self._events: tuple[Event, ...] = ()
        self._texts: list[str] = []

    def text(self, played: Round | None) -> str:
        """The events of a round as a JSON list, or `null` where there is none."""
        if played is None:
            return "null"
        known = len(self._events)
        if played.events[:known] != self._events:
            known = 0
        del self._texts[known:]
        self._texts += [_ENCODER.encode(event_json(played.game, event)) for event in played.events[known:]]
        self._events = played.events
        return f"[{','.join(self._texts)}]"


def table_text(table: Table, texts: EventTexts | None = None) -> str:
    """A table as JSON text; `texts` keeps what was encoded before."""
    state = {
        "number": table.number,
        "accounts": table.accounts,
        "bets": table.bets,
        "last_bets": table.last_bets,
        "sitting_out": sorted(table.sitting_out),
        "leaving": sorted(table.leaving),
        "players": table.players,
        "holds": {seat: [[hold.account, hold.cents] for hold in holds] for seat, holds in table.holds.items()},
        "since_ms": table.since_ms,
        "shuffles": table.shoe.shuffles,
        "dealt": table.shoe.dealt,
    }
    events = (texts or EventTexts()).text(table.round)
    return f'{_ENCODER.encode(state)[:-1]},"events":{events}}}'


def restore_table(table: Table, state: Mapping[str, Any]) -> None:
    """Puts a table that was just made into a stored state; the order of its cards must lie in the shoe already."""
    table.number, table.since_ms = state["number"], state["since_ms"]
    table.accounts = {int(seat): account for seat, account in state["accounts"].items()}
    table.players = {int(seat): account for seat, account in state["players"].items()}
    table.bets = {int(seat): dict(stakes) for seat, stakes in state["bets"].items()}
    table.last_bets = {int(seat): dict(stakes) for seat, stakes in state["last_bets"].items()}
    table.sitting_out, table.leaving = set(state["sitting_out"]), set(state["leaving"])
    table.holds = {
        int(seat): [Hold(account, table.number, int(seat), part, cents) for part, (account, cents) in enumerate(holds)]
        for seat, holds in state["holds"].items()
    }
    table.shoe.shuffles, table.shoe.dealt = state["shuffles"], state["dealt"]
    events = state["events"]
    table.round = None if events is None else _round(table, events)


def _round(table: Table, events: list[Any]) -> Round:
    played = Round(table.game)
    for event in events:
        played = played.after(read_event(table.game, event))
    return played
