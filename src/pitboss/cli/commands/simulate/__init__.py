"""`pitboss simulate`: the figures of `analyze` by dealing rounds, beside the exact ones."""

import os
import sys
import time
from typing import Annotated

import typer

from pitboss.cli.args import AsJson, GameName, Paytables, Sets
from pitboss.core.errors import OptionError

EXAMPLES = """
  pitboss simulate super-pan-9 --rounds 1e7
  pitboss simulate super-pan-9 --rounds 1e8 --seed 7 --resume pan.sim
  pitboss simulate super-pan-9 --rounds 1e9 --until-width 0.002   till narrow
  pitboss simulate super-pan-9 --shoes 1e4 --cut 52   whole shoes
"""
MOST_CARDS = 10_000


def simulate(
    game: GameName,
    rounds: Annotated[
        str, typer.Option("--rounds", metavar="N", help="rounds to deal, such as 1e9; 1e8 if not given")
    ] = "",
    shoes: Annotated[
        str, typer.Option("--shoes", metavar="N", help="whole shoes to a cut card instead, where the game has one")
    ] = "",
    cut: Annotated[
        str, typer.Option("--cut", metavar="N", help="cards behind the cut card; a sixth if not given")
    ] = "",
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="the same seed deals the same rounds")] = "1",
    strategy: Annotated[
        str, typer.Option("--strategy", metavar="NAME", help="optimal, optimal:WAGER, or a name that games lists")
    ] = "optimal",
    workers: Annotated[str, typer.Option("--workers", metavar="N", help="cores to use; all by default")] = "",
    gpu: Annotated[bool, typer.Option("--gpu", help="deal on a CUDA device")] = False,
    cluster: Annotated[
        str,
        typer.Option(
            "--cluster", metavar="ADDRESS", help="deal on the workers of a dask scheduler, such as tcp://10.0.0.5:8786"
        ),
    ] = "",
    resume: Annotated[
        str, typer.Option("--resume", metavar="FILE", help="go on from this file, and keep what is done in it")
    ] = "",
    until_width: Annotated[
        str,
        typer.Option(
            "--until-width", metavar="W", help="stop when half the 95 % interval of the first figure is this narrow"
        ),
    ] = "",
    sets: Sets = None,
    paytables: Paytables = "",
    as_json: AsJson = False,
) -> None:
    """Figures estimated by dealing random rounds, compared with the exact ones."""
    _check(rounds, shoes, cut, workers, gpu, cluster)
    from pitboss import api, games
    from pitboss.cli import args
    from pitboss.cli.commands.simulate import deal
    from pitboss.cli.commands.simulate.result import Result, print_result, result_json
    from pitboss.cli.console import print_json
    from pitboss.cli.progress import needs_the_compiler, working
    from pitboss.maths.codegen.program import program_of
    from pitboss.maths.codegen.shoes import check_shoes, shoe_program
    from pitboss.maths.compile.cuda import gpu_missing
    from pitboss.maths.exact.solver import OPTIMAL
    from pitboss.maths.simulate.cluster import Cluster
    from pitboss.maths.simulate.engines import GPU_LOT, LOT, Gpu, Threads
    from pitboss.maths.simulate.limits import MOST_SEED, USUAL_ROUNDS
    from pitboss.maths.simulate.run import Run

    options, custom = args.pairs("--set", sets), args.custom(paytables)
    built = games.build(game, options, custom)
    count = args.rounds("--shoes", shoes) if shoes else args.rounds("--rounds", rounds or str(USUAL_ROUNDS))
    width = deal.read_width(until_width)
    start = args.whole("--seed", seed, 0, MOST_SEED)
    cores = args.whole("--workers", workers or str(os.cpu_count() or 1), 1, 1024)
    behind = args.whole("--cut", cut, 0, MOST_CARDS) if cut else None
    if shoes:
        check_shoes(built, behind)
    if gpu and gpu_missing():
        raise OptionError(f"--gpu: {gpu_missing()}")
    before = deal.read_resumed(resume)
    wager = api.optimal_for(built, strategy)
    if (wager or strategy == OPTIMAL) and needs_the_compiler(built):
        raise OptionError(
            f"without the compiler the best play of {built.name} takes hours to find; give --strategy NAME"
        )
    machines = Cluster(cluster) if cluster else None  # Every check comes before anything is solved.
    try:
        with working(built.name):
            player = api.player_of(built, strategy)
        program = shoe_program(built, player, built.behind_cut(1, behind)) if shoes else program_of(built, player)
        run = Run(program, start, count)
        if before is not None:
            run.resume(before, resume)
        with working(built.name):
            if machines:
                machines.send(run, game, options, custom)
            # With a width to stop at, every engine deals lots of the same size, and so stops at the same round.
            alone = Gpu(program, start, LOT if width else GPU_LOT) if gpu else None
            engine = machines or alone or Threads(program, start, cores)
    except BaseException:
        if machines:
            machines.close()
        raise
    dealt_before, started = run.dealt, time.perf_counter()
    with deal.one_interruption():
        stopped = deal.deal(run, engine, width, resume)
        seconds = time.perf_counter() - started
        if resume:
            deal.keep(run, resume)
    if stopped:
        stopped += f" after {run.done:,} of {run.rounds:,} {program.unit}"
        stopped += f"; they are kept in {resume}." if resume else "."
    if stopped.startswith(deal.INTERRUPTED):
        raise KeyboardInterrupt(stopped)
    if stopped:
        print(stopped, file=sys.stderr)
    if not run.done:
        raise typer.Exit(1)
    exact = deal.exact_beside(built, games.folder(game).strategies.get(strategy), wager)
    engine_name = "cluster" if machines else "gpu" if gpu else "cpu"
    result = Result(run, strategy, exact, engine_name, seconds, run.dealt - dealt_before)
    if as_json:
        print_json(result_json(result))
    else:
        print_result(result)
    raise typer.Exit(1 if stopped else 0)


def _check(rounds: str, shoes: str, cut: str, workers: str, gpu: bool, cluster: str) -> None:
    """Refuses flags that contradict each other."""
    if cluster and (gpu or workers):
        given = "--gpu" if gpu else f"--workers {workers}"
        raise OptionError(f"{given} with --cluster {cluster!r}: a cluster brings its own machines; give one of the two")
    if shoes and (rounds or gpu):
        given = f"--rounds {rounds}" if rounds else "--gpu"
        raise OptionError(f"{given} with --shoes {shoes}: whole shoes are dealt to their end, on cores")
    if cut and not shoes:
        raise OptionError(f"--cut {cut}: a cut card is for whole shoes; give --shoes N as well")
