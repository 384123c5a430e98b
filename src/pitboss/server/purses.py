"""The money that players had when they decided, read back from the ledger.

Whoever lacked the money for an option could not choose it, and is not graded by it.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from pitboss.core.choice_notes import NO_NOTE, ChoiceNotes
from pitboss.core.game import Answer
from pitboss.core.round import Round
from pitboss.core.script import Chose
from pitboss.core.stakes import raised_by
from pitboss.table import ledger
from pitboss.table.records import AuditRecord, SeatRecord
from pitboss.table.store import Store

PAGE, MOST_PAGES = 500, 20
"""Entries are read back page by page; for a round longer ago, every option counts as payable."""


def with_missing_money(store: Store, played: Round, log: Iterable[AuditRecord], notes: ChoiceNotes) -> ChoiceNotes:
    """The notes on choices, with the options that their players could not pay.

    The ledger is read only for a choice that had a dearer option than the one chosen.
    """
    found = dict(notes)
    asked = {}
    for each in log:
        request = json.loads(each.body).get("request", {}) if each.kind == "command" else {}
        if request.get("action") == "Choose":
            asked[request["choice"], request["seat"]] = each
    for event in played.events:
        if not isinstance(event, Chose) or (event.name, event.seat) not in asked:
            continue
        costs = _costs(played, event)
        if max(costs.values()) <= costs[event.option]:
            continue
        made = asked[event.name, event.seat]
        purse = _purse(store, _account(store, made.subject, event.seat), made.at_ms)
        if purse is None:
            continue
        missing = {option: cost - purse for option, cost in costs.items() if cost > max(purse, 0)}
        if missing:
            found[event.name, event.seat] = replace(found.get((event.name, event.seat), NO_NOTE), missing_cents=missing)
    return found


def _costs(played: Round, event: Chose) -> Mapping[Answer, int]:
    """What every legal option of a choice would have added to the bets, in cents."""
    first, legal = played.state.bets[event.seat], played.state.legal[event.name, event.seat]
    return {option: sum(raised_by(played.game, first, event.name, option).values()) for option in legal}


def _account(store: Store, round_id: str, seat: int) -> str | None:
    """The account of a seat of a round; None where the round has no such seat."""
    found = store.found(SeatRecord, [round_id])
    return next((each.account for each in found if each.seat == seat), None)


def _purse(store: Store, account: str | None, at_ms: int) -> int | None:
    """The cents of a wallet just before a moment: its balance less what was booked since; None if too long ago."""
    if account is None:
        return None
    name, purse, high = ledger.wallet(account), 0, -1
    while store.last_numbers().entry_seq != high:  # Something was booked in between.
        high = store.last_numbers().entry_seq
        purse = store.list_accounts(name).get(name, 0)
    for _ in range(MOST_PAGES):
        low = max(0, high - PAGE)
        for entry in reversed(store.list_entries(low, high - low)):
            if entry.at_ms < at_ms:
                return purse
            purse -= sum(cents for each, cents in entry.legs if each == name)
        if not low:
            return purse
        high = low
    return None
