"""Run in a process of its own, with numba's CUDA simulator: the text for GPU threads against the text for lanes."""

import numpy as np

from pitboss import games
from pitboss.maths.codegen import emit, program
from pitboss.maths.simulate import run as simulate

ROUNDS = 5


def main() -> None:
    """Prints each game whose counts are the same; stops at one whose are not."""
    for name, strategy in (
        ("spadez", ""),
        ("turbo-sports", "double-on-3"),
        ("super-pan-9", "draw-on-5"),
        ("three-card-poker+spadez", "q-6-4"),
        ("three-card-blitz", "play-on-19"),
        ("wild-six", "lowest"),
        ("three-card-blitz", "optimal"),
        ("wild-six", "optimal"),
    ):
        game, strategies = games.build(name), games.folder(name).strategies
        best = strategy == "optimal"
        loop = program.Loop(game, simulate.best_policy(game, strategies.values()) if best else strategies.get(strategy))
        rounds = 2 * program.STRAND_ROUNDS + ROUNDS
        on_gpu = simulate.Gpu(loop, 11, lot=1).deal(0, 1, rounds)
        lanes = simulate.Threads(loop, 11, 1).submit(0, 1, rounds).result()
        assert on_gpu.sum() == lanes.sum() == rounds, name
        assert (np.asarray(on_gpu) == lanes).all(), name
        print(name, strategy)


if __name__ == "__main__":
    # A batch of a few rounds, blocks of a few threads.
    small = {"STRAND_ROUNDS": 4, "STRANDS": 64, "BATCH_ROUNDS": 256, "GPU_BLOCK": 16}
    for module in (program, simulate, emit):
        vars(module).update(small)
    main()
