"""The client against a server on a real port: a round of two players, watching, and going on after a lost connection."""

import itertools
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from pitboss import games
from pitboss.client import Client, Seat, link_token
from pitboss.core import transcript
from pitboss.core.errors import AuthError, BetError, PitbossError, RoomError
from pitboss.core.money import cents
from pitboss.table.proof import verify_proof
from tests.support.live_server import Live, serving

GAME = "draw-five"
TIMELESS = {"bet_seconds": None, "decide_seconds": None}


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("client")) as live:
        yield live


def seats_at(live: Live, count: int = 2) -> tuple[list[Seat], str]:
    """Seats of new guests at a new table, and its id."""
    table = live.supervisor().open_table(GAME, **TIMELESS).id
    return [live.guest().sit(table, client_seed=f"seed-{number}") for number in range(count)], table


def play(seats: list[Seat]) -> str:
    """Plays a round in which everybody bets 5 and stands; its id."""
    rounds = {seat.bet({"regular": 5}).round for seat in seats}
    for seat in seats:
        asked = seat.asked()
        if asked is not None and asked.type == "choice":
            seat.choose(asked.choice, asked.legal[seat.seat][0])
    (id,) = rounds
    return id


def test_two_players_play_a_round(live: Live):
    seats, table = seats_at(live)
    id = play(seats)
    events = seats[0].client.events(table)
    over = next(each for each in events if each.type == "over")
    assert over.body["round"] == id
    for seat in seats:
        me = seat.client.me()
        assert me.seats == ((table, seat.seat),)
        assert cents(me.balance) == 100_000 + cents(over.body["net"][str(seat.seat)])
    view = seats[0].client.look(table)
    assert (view.game, view.phase, view.status) == (GAME, "over", "open")
    assert view.need is not None
    assert view.need.seats == (1, 2)


def test_watching_gives_the_events_that_reading_gives(live: Live):
    seats, table = seats_at(live)
    play(seats)
    ann = seats[0].client
    told = ann.events(table)
    assert [each.seq for each in told] == list(range(1, len(told) + 1))
    assert list(itertools.islice(ann.watch(table), len(told))) == told
    assert list(itertools.islice(ann.watch(table, after=7), len(told) - 7)) == told[7:]
    assert ann.events(table, after=told[-1].seq) == []
    assert list(ann.watch(table, after=told[-1].seq, timeout_s=0.05)) == []


def test_watching_ends_when_the_table_closes(live: Live):
    seats, table = seats_at(live, 1)
    live.supervisor().ask("POST", f"/tables/{table}/close", {"note": "the night is over"})
    assert [each.type for each in seats[0].client.watch(table)][-1] == "closed"


def test_watching_goes_on_over_a_restart_of_the_server(tmp_path: Path):
    with ExitStack() as stack:
        with serving(tmp_path) as first:
            table = first.supervisor().open_table(GAME, **TIMELESS).id
            ann = stack.enter_context(Client.guest(first.url))
            seat, watched = ann.sit(table), ann.watch(table)
            before = [next(watched) for _ in range(3)]
        with serving(tmp_path, int(first.url.rpartition(":")[2])):
            play([seat])
            told = ann.events(table)
            after = [next(watched) for _ in range(len(told) - 3)]
            watched.close()
    assert before + after == told


def test_refusals_are_the_errors_of_the_library(live: Live):
    (seat,), table = seats_at(live, 1)
    with pytest.raises(BetError, match=r"regular 0\.50 is below the step") as caught:
        seat.bet({"regular": "0.50"})
    assert caught.value.code == "bet/below-step"
    with pytest.raises(RoomError, match="t_00000000"):
        seat.client.look("t_00000000")
    with pytest.raises(RoomError, match="t_00000000"):
        next(seat.client.watch("t_00000000"))
    with Client(live.url) as nobody, pytest.raises(AuthError):
        nobody.sit(table)


def test_the_same_key_is_carried_out_once(live: Live):
    (seat,), _ = seats_at(live, 1)
    boss, account = live.supervisor(), seat.client.me().account
    first = boss.deposit(account, "100", "chips", key="once")
    assert boss.deposit(account, "$100.00", "chips", key="once") == first
    assert boss.withdraw(account, 40)["balance"] == "1060.00"
    assert seat.client.me().balance == "1060.00"


def test_accounts_and_sessions(live: Live):
    with Client(live.url) as nobody:
        made = nobody.make_account("client-ann", "correct horse")
        assert made.role == "player"
    with Client.signed_in(live.url, "client-ann", "correct horse") as ann:
        assert ann.me().account == made.account
        token = ann.token
        ann.sign_out()
        with pytest.raises(AuthError), Client(live.url, token) as late:
            late.me()


def test_a_seat_is_left(live: Live):
    (seat,), table = seats_at(live, 1)
    seat.leave()
    assert seat.client.me().seats == ()
    assert seat.client.look(table).seats == {}


@pytest.mark.slow
def test_games_and_tables_are_listed(live: Live):
    _, table = seats_at(live, 1)
    with Client(live.url) as nobody:
        assert GAME in {each["name"] for each in nobody.games()}
        assert table in {each["id"] for each in nobody.tables()}


def test_a_round_is_read_proved_settled_again_and_voided(live: Live):
    seats, table = seats_at(live)
    id, ann, boss = play(seats), seats[0].client, live.supervisor()
    assert [each["id"] for each in ann.rounds(table=table)] == [id]
    told = ann.round(id)
    assert (told["id"], told["status"]) == (id, "settled")
    boss.ask("POST", f"/tables/{table}/close", {"note": "so that the shoe is revealed"})
    file = transcript.read(ann.transcript(id), games.build)
    assert transcript.differences(file) == []
    assert verify_proof(ann.proof(id), games.build).holds
    assert ann.round_export(id) == ann.rounds_json_lines(table=table)[0]
    assert ann.round_csv(id) == ann.rounds_csv(table=table, limit=1)
    assert boss.dispute(id)["round"]["id"] == id
    assert f"Round {id}" in boss.dispute_page(id)
    assert f"settle:{id}" in boss.ledger_csv()
    assert boss.void(id, "misdeal", "a card too many")["status"] == "voided"
    assert [seat.client.me().balance for seat in seats] == ["1000.00", "1000.00"]


def test_the_books_are_read_page_by_page(live: Live):
    seats, table = seats_at(live)
    play(seats)
    boss = live.supervisor()
    assert sum(cents(balance) for balance in boss.ledger_accounts().values()) == 0
    entries = list(boss.ledger_entries())
    assert [each["seq"] for each in entries] == list(range(1, len(entries) + 1))
    assert list(boss.ledger_entries(after=entries[2]["seq"])) == entries[3:]
    records = list(boss.audit())
    assert [each["seq"] for each in records] == list(range(1, len(records) + 1))
    assert records[0]["kind"] == "server-started"
    assert boss.performance(table)["table"] == table
    assert isinstance(boss.meters(), list)
    with pytest.raises(AuthError):
        seats[0].client.ledger_accounts()


@pytest.mark.slow
def test_mathematics_is_answered_as_by_the_commands(live: Live):
    with Client(live.url) as nobody:
        deal = {"player": "3c 4c", "dealer": "3d 3h", "dealer_card": "2c"}
        told = nobody.settlement(GAME, {"regular": 10}, deal, choose={"draw": "stand"})
        assert told["net"] == "9.50"
        assert nobody.game(GAME, {"decks": 1})["name"] == GAME
        with pytest.raises(PitbossError, match="tei"):
            nobody.game(GAME, {"tei": "A"})


@pytest.mark.slow
@pytest.mark.compiled
def test_advice_and_analysis_are_exact(live: Live):
    with Client(live.url) as nobody:
        assert nobody.advice(GAME, {"player": "2c 2d"})["best"] == "draw"
        figures = nobody.analysis("high-card")
        assert figures["method"] == "exact"
        assert "/" in figures["wagers"]["ante"]["variance"]["exact"]


@pytest.mark.parametrize("link", ["http://h:1/supervisor?token=a-b_C", "http://h:1/supervisor#a-b_C", "a-b_C"])
def test_the_token_of_a_link(link: str):
    assert link_token(link) == "a-b_C"
