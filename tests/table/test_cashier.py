"""Another cashier than play money: asked before money comes in or goes out, and refusing in words."""

from dataclasses import dataclass, field

from pitboss.table import requests as asked
from pitboss.table.cashier import Transfer
from pitboss.table.requests import Request
from tests.support.card_room import ANN, BOSS, START, check_books, room

MOST = START


@dataclass
class Careful:
    """A cashier that pays at most so much at a time, gives nothing away, and remembers what it was asked."""

    asked: list[Transfer] = field(default_factory=list)

    def refusal(self, transfer: Transfer) -> str:
        self.asked.append(transfer)
        return f"{transfer.account} may move 1000.00 at a time" if abs(transfer.cents) > MOST else ""

    def starting_cents(self, role: str, wanted: int) -> int:
        return 0


def test_a_cashier_is_asked_before_money_is_booked_and_may_refuse_in_words():
    cashier = Careful()
    made = room(settings={"cashier": cashier})
    made.done(BOSS, asked.Deposit("ann", 5_000, "cash"), "in")
    assert cashier.asked[-1] == Transfer("deposit:ann:boss:in", "ann", 5_000, "boss", "cash")
    made.done(BOSS, asked.Withdraw("ann", 7_000), "out")
    assert cashier.asked[-1] == Transfer("withdrawal:ann:boss:out", "ann", -7_000, "boss", "")
    assert made.balance("ann") == START - 2_000
    sentence = made.refused(BOSS, asked.Deposit("ann", MOST + 1), "funds/cashier")
    assert sentence == "ann may move 1000.00 at a time"
    check_books(made.store)


def test_a_cashier_is_not_asked_what_the_room_refuses_or_has_answered_before():
    cashier = Careful()
    made = room(settings={"cashier": cashier})
    made.done(BOSS, asked.Deposit("ann", 5_000), "once")
    count = len(cashier.asked)
    made.done(BOSS, asked.Deposit("ann", 5_000), "once")
    made.refused(ANN, asked.Deposit("ann", 5_000), "auth/forbidden")
    made.refused(BOSS, asked.Withdraw("ann", 2 * START), "funds/withdrawal")
    assert len(cashier.asked) == count


def test_a_refusal_leaves_the_others_of_its_batch_alone():
    made = room(settings={"cashier": Careful()})
    wanted = [Request(BOSS, asked.Deposit("ann", cents), f"k-{cents}") for cents in (100, MOST + 1, 200)]
    assert [answer.status for answer in made.ask_all(wanted)] == [201, 409, 201]
    assert made.balance("ann") == START + 300
    check_books(made.store)


def test_a_cashier_says_what_new_accounts_begin_with():
    made = room(settings={"cashier": Careful()})
    assert made.done(BOSS, asked.MakeAccount("Cleo", "player", "hash"))["balance"] == "0.00"
    assert room().done(BOSS, asked.MakeAccount("Cleo", "player", "hash"))["balance"] == "1000.00"
