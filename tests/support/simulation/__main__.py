"""Replays one seed of the simulation and tells its steps: `python -m tests.support.simulation SEED [STEPS]`."""

import sys

from tests.support.simulation.world import STEPS, run

if __name__ == "__main__":
    seed, steps = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else STEPS
    world = run(seed, steps=steps, told=print)
    print(f"seed {seed}: all invariants hold;", dict(sorted(world.counts.items())))
