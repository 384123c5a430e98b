"""Super Pan 9 on a cluster: rounds with pay tables of a user's own, and whole shoes."""

import json
from pathlib import Path

import pytest

from tests.support.cluster import Machines
from tests.support.command import pitboss


@pytest.mark.compiled
def test_the_command_deals_on_a_cluster(machines: Machines, tmp_path: Path):
    """With pay tables of a user's own, and a file to resume from."""
    machines.worker()
    machines.wait_for(1)
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
