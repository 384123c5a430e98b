"""Simulation on a real cluster: a scheduler and two workers, each a process of its own, on loopback."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss import games
from pitboss.core.errors import OptionError
from pitboss.maths.codegen.program import BATCH_ROUNDS, program_of
from pitboss.maths.simulate import cluster as cluster_limits
from pitboss.maths.simulate import run as simulate
from pitboss.maths.simulate.cluster import Cluster
from tests.support.command import check_refused, pitboss

ROUNDS = 40 * BATCH_ROUNDS + 777
pytestmark = pytest.mark.compiled


class Machines:
    """The processes of a cluster."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(self.file))
        limit = time.monotonic() + 60
        while not self.file.exists() or not self.file.read_text():
            assert time.monotonic() < limit
            time.sleep(0.1)

    @property
    def address(self) -> str:
        return json.loads(self.file.read_text())["address"]

    def start(self, kind: str, *arguments: str, **variables: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + kind, *arguments, "--no-dashboard"]
        environment = {**os.environ, **variables}
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self.processes.append(process)
        return process

    def worker(self, **variables: str) -> subprocess.Popen[bytes]:
        return self.start("worker", self.address, "--nthreads", "1", "--no-nanny", **variables)

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    started = Machines(tmp_path)
    yield started
    started.close()


def run_of(name: str, strategy: str, rounds: int) -> simulate.Run:
    game = games.build(name)
    strategies = games.folder(name).strategies
    return simulate.Run(
        program_of(game, strategies.get(strategy) or simulate.best_policy(game, strategies.values())), 4, rounds
    )


def alone(run: simulate.Run) -> simulate.Run:
    """The same run on this machine's threads."""
    return simulate.simulate(run.loop.game, run.loop.player, rounds=run.rounds, seed=run.seed, workers=2)


def test_two_workers_count_what_threads_count(machines: Machines):
    """A rule as a strategy, and the tables of a best play."""
    machines.worker(), machines.worker()
    for name, strategy in (("turbo-sports", "double-on-3"), ("three-card-blitz", "optimal")):
        run = run_of(name, strategy, ROUNDS)
        cluster = Cluster(machines.address)
        cluster.client.wait_for_workers(2, timeout=60)
        cluster.send(run, name, {}, None)
        assert cluster.workers == 2
        assert list(run.go_on(cluster))[-1] == ROUNDS
        cluster.close()
        assert (run.counts == alone(run).counts).all()


def test_a_lost_worker_costs_no_round(machines: Machines):
    """One of two is killed in mid-run, then the other, and a third one finishes."""
    workers = [machines.worker(), machines.worker()]
    run = run_of("three-card-poker", "q-6-4", ROUNDS)
    cluster = Cluster(machines.address)
    cluster.client.wait_for_workers(2, timeout=60)
    cluster.send(run, "three-card-poker", {}, None)
    lots = run.go_on(cluster)
    next(lots)
    workers[0].send_signal(signal.SIGKILL)
    next(lots)
    workers[1].send_signal(signal.SIGKILL)
    machines.worker()
    assert list(lots)[-1] == ROUNDS
    cluster.close()
    assert (run.counts == alone(run).counts).all()


def test_the_command_deals_on_a_cluster(machines: Machines, tmp_path: Path):
    """With pay tables of a user's own, and a file to resume from."""
    machines.worker()
    grid = pitboss("paytables", "super-pan-9", "--toml").stdout
    mine = tmp_path / "mine.toml"
    mine.write_text(grid.replace("printed", "mine"))
    asked = ("super-pan-9", "--rounds", "3e6", "--strategy", "draw-on-5", "--set", "decks=2", "--json")
    kept = tmp_path / "run.sim"
    done = pitboss("simulate", *asked, "--cluster", machines.address, "--resume", str(kept), "--paytables", str(mine))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    here = json.loads(pitboss("simulate", *asked, "--paytables", str(mine)).stdout)
    assert (found["engine"], here["engine"]) == ("cluster", "cpu")
    assert found["wagers"] == here["wagers"]
    assert kept.exists()
    whole = ("super-pan-9", "--shoes", "4e4", "--strategy", "draw-on-5", "--json")
    found = json.loads(pitboss("simulate", *whole, "--cluster", machines.address).stdout)
    here = json.loads(pitboss("simulate", *whole).stdout)
    assert found["shoes"] == here["shoes"] == 40_000
    assert found["wagers"] == here["wagers"]


def test_a_cluster_that_fails_in_mid_run_keeps_what_is_done(machines: Machines):
    """The scheduler is gone: the leading batches are reported, and the status says that something went wrong."""
    machines.worker()
    command = [sys.executable, "-m", "pitboss", "simulate", "spadez", "--rounds", "1e13", "--json"]
    process = subprocess.Popen(
        [*command, "--cluster", machines.address], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(15)
    machines.processes[0].send_signal(signal.SIGKILL)
    out, err = process.communicate(timeout=90)
    assert process.returncode == 1, err
    assert "Broken off: the cluster at" in err
    assert "Traceback" not in err
    found = json.loads(out)
    assert found["rounds"] > 0
    assert abs(found["wagers"]["spadez"]["z"]) < 5


def test_a_worker_with_another_version_is_refused(machines: Machines):
    machines.worker()
    run = run_of("super-pan-9", "draw-on-5", ROUNDS)
    cluster = Cluster(machines.address)
    changed = simulate.Run(run.loop, 5, ROUNDS)
    changed.settings = lambda: {**run.settings(), "rules": "of another year"}
    with pytest.raises(OptionError, match="cannot deal this: OptionError: a worker has another version of pitboss"):
        cluster.send(changed, "super-pan-9", {}, None)


def test_a_scheduler_without_workers_is_refused(machines: Machines):
    check_refused(("simulate", "spadez", "--cluster", machines.address), "the scheduler has no workers")


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("tcp://127.0.0.1:1", "cluster 'tcp://127.0.0.1:1': no dask scheduler answers there"),
        ("nonsense", "cluster 'nonsense': no dask scheduler answers there"),
        ("spdf://127.0.0.1:8786", "unknown address scheme"),
    ],
)
def test_an_address_that_does_not_answer_is_refused_in_time(
    address: str, sentence: str, monkeypatch: pytest.MonkeyPatch
):
    """The promise is ten seconds: the limits keep it, because nothing is solved first."""
    assert cluster_limits.CONNECT_S + cluster_limits.WORKER_S < 10
    monkeypatch.setattr(simulate, "best_policy", lambda *_: pytest.fail("solved before anybody answered"))
    check_refused(("simulate", "wild-six", "--cluster", address), sentence)


def test_a_cluster_and_other_machines_are_not_both_taken():
    check_refused(("simulate", "spadez", "--cluster", "a:1", "--gpu"), "--gpu with --cluster 'a:1'")
    check_refused(("simulate", "spadez", "--cluster", "a:1", "--workers", "2"), "--workers 2 with --cluster 'a:1'")
