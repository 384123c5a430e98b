"""The books: legs that sum to nothing, ids that are booked once, rounds that are settled and reversed."""

import pytest

from pitboss.core.errors import FundsError, LedgerError
from pitboss.core.meters import MeterState, awarded, fed
from pitboss.core.settle import House
from pitboss.table import ledger
from pitboss.table.commands import CallTime, PlaceBets, Sit
from pitboss.table.events import Settled
from pitboss.table.ledger import Book, LedgerWallet
from pitboss.table.records import Entry
from pitboss.table.shoe import Shoe
from pitboss.table.table import Table
from pitboss.table.wallet import Chips, Hold, Posting
from tests.support.toy import toy

NAMES = [
    *map(ledger.wallet, ("ann", "bob")),
    *(make("t_1") for make in (ledger.escrow, ledger.house, ledger.commission)),
    *(ledger.meter("link", number) for number in (1, 2)),
    ledger.ROUNDING,
    ledger.CASHIER,
]
ROUND = "r_1_7"


def book(**cents: int) -> Book:
    """A book in which these accounts were paid this much."""
    opened = Book(dict.fromkeys(NAMES, 0), 10, 5000)
    for account, amount in cents.items():
        ledger.deposit(opened, account, "first", amount)
    return opened


def check(opened: Book) -> None:
    """Legs and balances sum to nothing, and every balance is the sum of its legs."""
    assert all(sum(cents for _, cents in entry.legs) == 0 for entry in opened.entries)
    sums = dict.fromkeys(NAMES, 0)
    for entry in opened.entries:
        for name, cents in entry.legs:
            sums[name] += cents
    assert sums == opened.balances


def test_entries_are_numbered_from_the_last_that_is_stored():
    opened = book(ann=1000, bob=500)
    assert [(entry.seq, entry.id, entry.at_ms) for entry in opened.entries] == [
        (11, "deposit:ann:first", 5000),
        (12, "deposit:bob:first", 5000),
    ]
    assert opened.balance("wallet/ann") == 1000
    assert opened.balance(ledger.CASHIER) == -1500


def test_legs_must_sum_to_nothing():
    opened = book(ann=1000)
    with pytest.raises(LedgerError, match=r"the legs of 'x' sum to 0\.01") as caught:
        opened.post("x", "deposit", [("cashier", -100), ("wallet/ann", 101)])
    assert caught.value.code == "ledger/unbalanced"
    assert opened.balance("wallet/ann") == 1000
    assert len(opened.entries) == 1


def test_legs_of_one_account_are_added_up():
    entry = book(ann=1000).post("x", "hold", [("wallet/ann", -5), ("cashier", 9), ("wallet/ann", -4), ("rounding", 0)])
    assert entry.legs == (("wallet/ann", -9), ("cashier", 9))


def test_the_same_id_and_content_is_booked_once():
    opened = book(ann=1000)
    assert ledger.deposit(opened, "ann", "first", 1000) is opened.entries[0]
    assert opened.balance("wallet/ann") == 1000
    again = Book(dict.fromkeys(NAMES, 0), 11, 9000, {entry.id: entry for entry in opened.entries}.get)
    assert ledger.deposit(again, "ann", "first", 1000) == opened.entries[0]
    assert again.entries == []


@pytest.mark.parametrize(("cents", "note"), [(999, ""), (1000, "gift")])
def test_the_same_id_with_other_content_is_refused(cents: int, note: str):
    opened = book(ann=1000)
    with pytest.raises(LedgerError) as caught:
        ledger.deposit(opened, "ann", "first", cents, note)
    assert caught.value.code == "ledger/reused-id"
    assert opened.balance("wallet/ann") == 1000


def test_a_wallet_never_goes_below_nothing_and_others_may():
    opened = book(ann=1000)
    with pytest.raises(FundsError, match=r"10\.01 cannot be withdrawn: ann has 10\.00") as caught:
        ledger.withdraw(opened, "ann", "k", 1001)
    assert caught.value.code == "funds/withdrawal"
    with pytest.raises(FundsError, match=r"10\.01 cannot be set aside") as caught:
        ledger.reserve(opened, "t_1", ROUND, Hold("ann", 7, 1, 0, 1001))
    assert caught.value.code == "funds/bet"
    ledger.withdraw(opened, "ann", "k", 1000)
    assert (opened.balance("wallet/ann"), opened.balance("cashier")) == (0, 0)
    check(opened)


def test_an_account_that_is_not_locked_is_refused():
    with pytest.raises(LedgerError) as caught:
        ledger.deposit(book(), "eve", "k", 100)
    assert caught.value.code == "ledger/not-open"


def test_a_refused_request_leaves_nothing():
    opened = book(ann=1000)
    mark, before = opened.mark(), dict(opened.balances)
    ledger.reserve(opened, "t_1", ROUND, Hold("ann", 7, 1, 0, 600))
    ledger.feed(opened, "t_1", ROUND, "link", {1: 5})
    opened.rollback(mark)
    assert (opened.balances, len(opened.entries), opened.movements) == (before, 1, [])
    assert ledger.reserve(opened, "t_1", ROUND, Hold("ann", 7, 1, 0, 100)).seq == 12
    check(opened)


def settled_round(opened: Book) -> Entry:
    """Ann bets 6.00 and wins 1,002.00 from meter 1 with it; Bob bets 5.00, less 1.00 given back, and loses."""
    holds = [Hold("ann", 7, 1, 0, 600), Hold("bob", 7, 2, 0, 500), Hold("bob", 7, 2, 1, -100)]
    for each in holds:
        ledger.reserve(opened, "t_1", ROUND, each)
    ledger.feed(opened, "t_1", ROUND, "link", {1: 50, 2: 20})
    meters = tuple(
        MeterState(number, "", 1000 * number, 25, opened.balance(ledger.meter("link", number))) for number in (1, 2)
    )
    moves = fed(meters, 0)
    moves[1] = awarded(moves[1], 1)
    return ledger.settle(
        opened,
        "t_1",
        ROUND,
        [Posting("ann", (holds[0],), 1900), Posting("bob", tuple(holds[1:]), -400)],
        commission_cents=100,
        link="link",
        moves=tuple(moves.values()),
    )


def seeded() -> Book:
    opened = book(ann=1000, bob=1000)
    for number, cents in ((1, 1910), (2, 2000)):
        ledger.change_meter(opened, f"seed:link:{number}", "link", number, cents, source=ledger.house("t_1"))
    return opened


def test_a_round_is_held_fed_and_settled():
    opened = seeded()
    settled_round(opened)
    check(opened)
    balances = opened.balances
    assert (balances["wallet/ann"], balances["wallet/bob"], balances["escrow/t_1"]) == (2900, 600, 0)
    assert (balances["meter/link/1"], balances["meter/link/2"]) == (1000, 2020)
    assert (balances["rounding"], balances["commission/t_1"]) == (-40, 100)
    assert [(each.kind, each.number, each.cents) for each in opened.movements] == [
        ("seed", 1, 1910),
        ("seed", 2, 2000),
        ("increment", 1, 50),
        ("increment", 2, 20),
        ("round-up", 1, 40),
        ("award", 1, -2000),
        ("restart", 1, 1000),
    ]
    for number in (1, 2):
        assert balances[f"meter/link/{number}"] == sum(each.cents for each in opened.movements if each.number == number)


def test_a_void_puts_everything_back_and_is_booked_once():
    opened = seeded()
    before = dict(opened.balances)
    mark = opened.mark()
    settled_round(opened)
    of_round = opened.entries[mark.entries :], opened.movements[mark.movements :]
    entry = ledger.void(opened, ROUND, *of_round, "misdeal")
    assert opened.balances == before
    assert entry.reverses == ",".join(each.id for each in of_round[0])
    assert sum(each.cents for each in opened.movements[mark.movements :]) == 0
    assert ledger.void(opened, ROUND, opened.entries[mark.entries :], of_round[1], "misdeal") is entry
    check(opened)


def test_a_void_that_would_take_money_that_is_gone_is_refused():
    opened = seeded()
    mark = opened.mark()
    settled_round(opened)
    of_round = opened.entries[mark.entries :], opened.movements[mark.movements :]
    ledger.withdraw(opened, "ann", "k", 2000)
    with pytest.raises(FundsError, match=r"r_1_7 cannot be voided: ann has 9\.00 left of the 19\.00") as caught:
        ledger.void(opened, ROUND, *of_round, "misdeal")
    assert caught.value.code == "funds/void"
    check(opened)


def test_a_table_holds_and_ends_through_its_wallet():
    opened = book(ann=1000)
    wallet = LedgerWallet("t_1", "r_1_{}".format, opened)
    held = Hold("ann", 7, 1, 0, 600)
    wallet.reserve(held)
    assert (wallet.balance("ann"), opened.entries[-1].id) == (400, "hold:r_1_7:1:0")
    wallet.post([Posting("ann", (held,), 300)])
    assert wallet.balance("ann") == 400
    assert wallet.settle(7).id == "settle:r_1_7"
    assert (wallet.balance("ann"), wallet.posted, opened.balance("house/t_1")) == (1300, None, -300)
    wallet.void([held])
    assert wallet.voided
    check(opened)


def test_a_table_pays_the_same_through_the_ledger_as_in_chips():
    """Rounds of a toy game, played twice with the same cards: once for chips, once in the books."""
    game = toy()
    names = [
        *map(ledger.wallet, ("ann", "bob")),
        *(make("t_1") for make in (ledger.escrow, ledger.house, ledger.commission)),
    ]
    opened = Book(dict.fromkeys([*names, ledger.CASHIER], 0), 0, 0)
    for account in ("ann", "bob"):
        ledger.deposit(opened, account, "first", 100_000)
    books, chips = LedgerWallet("t_1", "r_1_{}".format, opened), Chips({"ann": 100_000, "bob": 100_000})
    for wallet in (books, chips):
        table = Table(game, House(), Shoe(game, seats=2, seed=5), wallet, seats=2)
        table.apply(Sit(1, "ann"), 0)
        table.apply(Sit(2, "bob"), 0)
        for number in range(1, 11):
            for seat in (1, 2):
                events = table.apply(PlaceBets(seat, {"ante": 1000}), 0)
            while table.is_playing:
                events = table.apply(CallTime(), 0)
            if wallet is books:
                taken = sum(event.line.commission_cents for event in events if isinstance(event, Settled))
                books.settle(number, commission_cents=taken)
                assert opened.balance("escrow/t_1") == 0
    assert {name: books.balance(name) for name in chips.cents} == chips.cents
    assert opened.balance("house/t_1") + opened.balance("commission/t_1") == chips.house_cents
    assert chips.house_cents
    assert sum(opened.balances.values()) == 0
