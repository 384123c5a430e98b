"""Simulation on a real cluster: a scheduler and two workers, each a process of its own, on loopback."""

import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss import games
from pitboss.core.errors import OptionError
from pitboss.games import catalog
from pitboss.maths.codegen.program import BATCH_ROUNDS, program_of
from pitboss.maths.simulate import cluster as cluster_limits
from pitboss.maths.simulate import run as simulate
from pitboss.maths.simulate.cluster import Cluster
from tests.support.cases import brought
from tests.support.cluster import Machines
from tests.support.command import check_refused, dealing
from tests.support.house import HOUSE
from tests.support.loops import run_apart

ROUNDS = 40 * BATCH_ROUNDS + 777
pytestmark = pytest.mark.compiled


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toys of `tests/support/house` are found here as workers find them: a strategy names the module of its rules."""
    monkeypatch.setenv(catalog.VARIABLE, str(HOUSE))
    monkeypatch.setattr(games, "__path__", list(games.__path__))
    before = set(sys.modules)
    for cached in (catalog.find, catalog.attached):
        cached.cache_clear()
    yield
    for name in [name for name in sys.modules if name.startswith("pitboss.games.") and name not in before]:
        del sys.modules[name]
    for cached in (catalog.find, catalog.attached):
        cached.cache_clear()


def run_of(name: str, strategy: str, rounds: int) -> simulate.Run:
    game = games.build(name)
    strategies = games.folder(name).strategies
    best = simulate.best_policy(game, strategies.values()) if strategy == "optimal" else None
    return simulate.Run(program_of(game, strategies.get(strategy) or best), 4, rounds)


def alone(run: simulate.Run) -> simulate.Run:
    """The same run on this machine's threads."""
    return simulate.simulate(run.loop.game, run.loop.player, rounds=run.rounds, seed=run.seed, workers=2)


def test_two_workers_count_what_threads_count(found, machines: Machines):
    """A rule as a strategy, and the tables of a best play."""
    machines.worker(), machines.worker()
    machines.wait_for(2)
    for name, strategy in (("draw-five", "draw-on-2"), *brought("ON_CLUSTER")):
        run = run_of(name, strategy, ROUNDS)
        cluster = Cluster(machines.address)
        cluster.send(run, name, {}, None)
        assert cluster.workers == 2
        assert list(run.go_on(cluster))[-1] == ROUNDS
        cluster.close()
        assert (run.counts == alone(run).counts).all()


def test_a_lost_worker_costs_no_round(found, machines: Machines):
    """One of two is killed in mid-run, then the other, and a third one finishes."""
    workers = [machines.worker(), machines.worker()]
    run = run_of("draw-five", "draw-on-2", ROUNDS)
    machines.wait_for(2)
    cluster = Cluster(machines.address)
    cluster.send(run, "draw-five", {}, None)
    lots = run.go_on(cluster)
    next(lots)
    workers[0].send_signal(signal.SIGKILL)
    next(lots)
    workers[1].send_signal(signal.SIGKILL)
    machines.worker()
    assert list(lots)[-1] == ROUNDS
    cluster.close()
    assert (run.counts == alone(run).counts).all()


def test_a_cluster_that_fails_in_mid_run_keeps_what_is_done(house, machines: Machines, tmp_path: Path):
    """The scheduler is gone: the leading batches are reported, and the status says that something went wrong."""
    machines.worker()
    machines.wait_for(1)
    process = dealing(tmp_path / "run.sim", "high-card", "--rounds", "1e13", "--cluster", machines.address)
    machines.processes[0].send_signal(signal.SIGKILL)
    out, err = process.communicate(timeout=90)
    assert process.returncode == 1, err
    assert "Broken off: the cluster at" in err
    assert "Traceback" not in err
    found = json.loads(out)
    assert found["rounds"] > 0
    assert abs(found["wagers"]["ante"]["z"]) < 5


def test_a_worker_with_another_version_is_refused(found, machines: Machines):
    machines.worker()
    machines.wait_for(1)
    run = run_of("draw-five", "draw-on-2", ROUNDS)
    cluster = Cluster(machines.address)
    changed = simulate.Run(run.loop, 5, ROUNDS)
    changed.settings = lambda: {**run.settings(), "rules": "of another year"}
    with pytest.raises(OptionError, match="cannot deal this: OptionError: a worker has another version of pitboss"):
        cluster.send(changed, "draw-five", {}, None)


def test_a_scheduler_without_workers_is_refused(house, machines: Machines):
    check_refused(("simulate", "high-card", "--cluster", machines.address), "the scheduler has no workers")


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("tcp://127.0.0.1:1", "cluster 'tcp://127.0.0.1:1': no dask scheduler answers there"),
        ("nonsense", "cluster 'nonsense': no dask scheduler answers there"),
        ("spdf://127.0.0.1:8786", "unknown address scheme"),
    ],
)
def test_an_address_that_does_not_answer_is_refused_in_time(
    house, address: str, sentence: str, monkeypatch: pytest.MonkeyPatch
):
    """The promise is ten seconds: the limits keep it, because nothing is solved first, however long that takes."""
    assert cluster_limits.CONNECT_S + cluster_limits.WORKER_S < 10
    monkeypatch.setattr(cluster_limits, "CONNECT_S", 1)
    monkeypatch.setattr(simulate, "best_policy", lambda *_: pytest.fail("solved before anybody answered"))
    long = next((name for name in games.find() if games.build(name).solver), "draw-five")
    check_refused(("simulate", long, "--cluster", address), sentence)


def test_an_address_is_tried_from_inside_an_event_loop_too(monkeypatch: pytest.MonkeyPatch):
    """As in a notebook."""
    monkeypatch.setattr(cluster_limits, "CONNECT_S", 1)

    async def inside() -> None:
        Cluster("tcp://127.0.0.1:1")

    with pytest.raises(OptionError, match="no dask scheduler answers there"):
        run_apart(inside)


def test_a_cluster_and_other_machines_are_not_both_taken(house):
    check_refused(("simulate", "high-card", "--cluster", "a:1", "--gpu"), "--gpu with --cluster 'a:1'")
    check_refused(("simulate", "high-card", "--cluster", "a:1", "--workers", "2"), "--workers 2 with --cluster 'a:1'")
