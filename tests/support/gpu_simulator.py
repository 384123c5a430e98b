"""Run in a process of its own, with numba's CUDA simulator: the text for GPU threads against the text for lanes."""

from dataclasses import replace

import numpy as np

from pitboss import games
from pitboss.maths.codegen.program import Program, program_of
from pitboss.maths.exact.solver import Staged
from pitboss.maths.simulate.engines import Gpu, Threads
from pitboss.maths.simulate.run import best_policy
from pitboss.maths.tally.tally import first_stakes
from tests.support.cases import brought
from tests.support.house import THREE_STREETS
from tests.support.toys import LOWEST_ONE, LOWEST_TWO, PRESS_ALWAYS, PRESS_BY_RULE, press, split

ROUNDS = 5
STRAND = 4  # Rounds: strands, blocks of threads and batches are small, because every thread is a Python thread.


def counts(program: Program, rounds: int) -> tuple[np.ndarray, np.ndarray]:
    """The histograms of a few rounds, by the text for threads and by the text for lanes."""
    small = replace(program, strand=STRAND, strands=64)
    lanes = Threads(small, 11, 1)
    return Gpu(small, 11, lot=1, block=16).deal(0, 1, rounds), lanes.submit(0, 1, rounds).result()


def main() -> None:
    """Prints each game whose counts are the same; stops at one whose are not."""
    for name, strategy in brought("ON_GPU"):
        game, strategies = games.build(name), games.folder(name).strategies
        best = strategy == "optimal"
        program = program_of(game, best_policy(game, strategies.values()) if best else strategies.get(strategy))
        rounds = 2 * STRAND + ROUNDS
        on_gpu, lanes = counts(program, rounds)
        assert on_gpu.sum() == lanes.sum() == rounds, name
        assert (np.asarray(on_gpu) == lanes).all(), name
        print(name, strategy)
    for game, strategy in (
        (press(), PRESS_BY_RULE),
        (press(), PRESS_ALWAYS),
        (split(), LOWEST_TWO),
        (split(), LOWEST_ONE),
    ):
        program = program_of(game, strategy)
        on_gpu, lanes = counts(program, 100)
        assert on_gpu.sum() == lanes.sum() == 100, strategy.name
        assert (np.asarray(on_gpu) == lanes).all(), strategy.name
        print(game.name, strategy.name, on_gpu[program.cells :].sum())
    game = THREE_STREETS.build()
    program = program_of(game, Staged(game).policy(game, first_stakes(game), game.main_wagers))
    on_gpu, lanes = counts(program, 2 * STRAND + ROUNDS)
    assert on_gpu.sum() == lanes.sum() == 2 * STRAND + ROUNDS
    assert (np.asarray(on_gpu) == lanes).all()
    print(game.name, "optimal")


if __name__ == "__main__":
    main()
