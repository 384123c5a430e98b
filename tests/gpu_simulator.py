"""Run in a process of its own, with numba's CUDA simulator: the text for GPU threads against the text for lanes."""

import numpy as np

from pitboss import games
from pitboss.maths import fused, simulate

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
    ):
        game = games.build(name)
        loop = fused.Loop(game, games.folder(name).strategies.get(strategy))
        rounds = 2 * fused.STRAND_ROUNDS + ROUNDS
        on_gpu = simulate.Gpu(loop, 11, lot=1).deal(0, 1, rounds)
        lanes = simulate.Threads(loop, 11, 1).submit(0, 1, rounds).result()
        assert on_gpu.sum() == lanes.sum() == rounds, name
        assert (np.asarray(on_gpu) == lanes).all(), name
        print(name)


if __name__ == "__main__":
    # A batch of a few rounds, blocks of a few threads.
    small = {"STRAND_ROUNDS": 4, "STRANDS": 64, "BATCH_ROUNDS": 256, "GPU_BLOCK": 16}
    for module in (fused, simulate):
        vars(module).update(small)
    main()
