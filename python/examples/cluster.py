"""Batches of Sudoku and a hard model on a cluster of Dask: of processes on this machine, or, with
`--scheduler`, one that runs.

    python python/examples/cluster.py sudoku puzzles.txt --chunk 10000
    python python/examples/cluster.py model --queens 12 --parts 64 --kill

Nothing of Gordian knows of the cluster: puzzles, models, parts and answers are pickled, so that Ray
or Spark move them as well. With `--kill`, a worker is killed while it works: Dask gives its parts
to others, and the answer is the same.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import signal
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import gordian
import numpy as np
from distributed import Client, LocalCluster, as_completed


def chunks(lines: Iterable[str], size: int) -> Iterator[list[str]]:
    """Returns lists of up to `size` lines."""
    lines = iter(lines)
    while chunk := list(itertools.islice(lines, size)):
        yield chunk


def solve_file(client: Client, path: Path, chunk: int) -> gordian.sudoku.Batch:
    """Solves the Sudoku of a file, one in each line, in chunks, and returns them in order."""
    with path.open(encoding="utf-8") as file:
        puzzles = (line.strip() for line in file if line.strip())
        futures = [
            client.submit(gordian.sudoku.solve_many, lines, threads=1, pure=False)
            for lines in chunks(puzzles, chunk)
        ]
    solutions: list[str | None] = []
    counts: list[int] = []
    for batch in client.gather(futures):
        solutions += batch.solutions
        counts += batch.counts
    return gordian.sudoku.Batch(solutions, counts)


def solve_part(model: gordian.Model, part: gordian.Part, task: str) -> gordian.Solution:
    """Solves a part of a model: what a worker does."""
    return model.solve(assumptions=part, task=task)


def solve_model(
    client: Client, model: gordian.Model, n_parts: int, task: str = "prove", kill: bool = False
) -> gordian.Solution:
    """Solves a model in parts, and makes one answer of theirs."""
    parts = model.split(n_parts)
    sent = client.scatter(model, broadcast=True)
    # Equal parts of equal models have equal answers, but each is to be computed here.
    futures = [client.submit(solve_part, sent, part, task, pure=False) for part in parts]
    results = []
    for _, result in as_completed(futures, with_results=True):
        if kill and not results:
            kill_a_worker(client)
        results.append(result)
    return gordian.combine(results)


def kill_a_worker(client: Client) -> int:
    """Kills one of the processes that work, on this machine, as a failure would end it; returns its
    number."""
    pid = next(iter(client.run(os.getpid).values()))
    os.kill(pid, signal.SIGKILL)
    return pid


def queens(n: int) -> gordian.Model:
    """All solutions of `n` queens: a model without a short answer."""
    model = gordian.Model(f"{n} queens")
    rows = np.array([model.int(0, n - 1, f"row {at}") for at in range(n)])
    model.require(gordian.all_different(list(rows)), "rows")
    model.require(gordian.all_different([row + at for at, row in enumerate(rows)]), "rising")
    model.require(gordian.all_different([row - at for at, row in enumerate(rows)]), "falling")
    return model


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--scheduler", help="the address of a cluster that runs")
    commands = parser.add_subparsers(dest="command", required=True)
    sudoku = commands.add_parser("sudoku", help="the Sudoku of a file")
    sudoku.add_argument("file", type=Path)
    sudoku.add_argument("--chunk", type=int, default=10_000)
    model = commands.add_parser("model", help="the number of solutions of n queens")
    model.add_argument("--queens", type=int, default=11)
    model.add_argument("--parts", type=int, default=64)
    model.add_argument("--kill", action="store_true", help="kill a worker on the way")
    options = parser.parse_args(arguments)

    start = time.monotonic()
    with contextlib.ExitStack() as stack:
        cluster = options.scheduler or stack.enter_context(
            LocalCluster(options.workers, threads_per_worker=1, dashboard_address=":0")
        )
        client = stack.enter_context(Client(cluster))
        if options.command == "sudoku":
            batch = solve_file(client, options.file, options.chunk)
            print(f"{len(batch.counts)} puzzles, {batch.counts.count(1)} with one solution")
        else:
            answer = solve_model(
                client, queens(options.queens), options.parts, "count", options.kill
            )
            print(f"{options.queens} queens: {answer.count} solutions")
    print(f"{time.monotonic() - start:.1f} s")


if __name__ == "__main__":
    main()
