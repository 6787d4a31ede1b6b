"""Compares naive models in Gordian with the same models in OR-Tools, building included.

    python python/benches/models.py --out benches/results/python.md

Each model is built and solved `--runs` times in turns with both, on one thread, and the medians are
written. OR-Tools is used as `ortools.sat.python.cp_model`.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import time
from collections.abc import Callable
from datetime import date
from importlib.metadata import version
from pathlib import Path

import gordian
from ortools.sat.python import cp_model

# Lawrence's second problem of 10 jobs on 5 machines (1984): machines and durations in order.
LA02 = [
    [(0, 20), (3, 87), (1, 31), (4, 76), (2, 17)],
    [(4, 25), (2, 32), (0, 24), (1, 18), (3, 81)],
    [(1, 72), (2, 23), (4, 28), (0, 58), (3, 99)],
    [(2, 86), (1, 76), (4, 97), (0, 45), (3, 90)],
    [(4, 27), (0, 42), (3, 48), (2, 17), (1, 46)],
    [(1, 67), (0, 98), (4, 48), (3, 27), (2, 62)],
    [(4, 28), (1, 12), (3, 19), (0, 80), (2, 50)],
    [(1, 63), (0, 94), (2, 98), (3, 50), (4, 80)],
    [(4, 14), (0, 75), (2, 50), (1, 41), (3, 55)],
    [(4, 72), (2, 18), (1, 37), (3, 79), (0, 61)],
]


class Gordian:
    """The models in Gordian. Each method builds one, and returns it."""

    name = f"Gordian {gordian.__version__}"

    @staticmethod
    def solve(model: gordian.Model) -> int | None:
        # Without an objective one solution is asked for, as of OR-Tools.
        answer = model.solve(task="prove" if '"goal": ' in model.to_json() else "first")
        assert answer.outcome in ("optimal", "solved"), answer
        return answer.objective

    @staticmethod
    def send_more() -> gordian.Model:
        m = gordian.Model()
        s, e, n, d, mm, o, r, y = (m.int(0, 9, name) for name in "sendmory")
        m.require(gordian.all_different(s, e, n, d, mm, o, r, y))
        m.require((s >= 1) & (mm >= 1))
        send = 1000 * s + 100 * e + 10 * n + d
        more = 1000 * mm + 100 * o + 10 * r + e
        m.require(send + more == 10000 * mm + 1000 * o + 100 * n + 10 * e + y)
        return m

    @staticmethod
    def queens(n: int) -> gordian.Model:
        m = gordian.Model()
        q = [m.int(0, n - 1) for _ in range(n)]
        m.require(gordian.all_different(q))
        m.require(gordian.all_different([q[i] + i for i in range(n)]))
        m.require(gordian.all_different([q[i] - i for i in range(n)]))
        return m

    @staticmethod
    def magic_square(n: int) -> gordian.Model:
        m = gordian.Model()
        x = [[m.int(1, n * n) for _ in range(n)] for _ in range(n)]
        total = n * (n * n + 1) // 2
        m.require(gordian.all_different(x))
        for line in lines(x):
            m.require(gordian.sum(line) == total)
        return m

    @staticmethod
    def job_shop() -> gordian.Model:
        m = gordian.Model()
        horizon = sum(time for job in LA02 for _, time in job)
        end = m.int(0, horizon)
        machines: dict[int, list[gordian.Interval]] = {}
        for job in LA02:
            before = 0
            for machine, duration in job:
                start = m.int(0, horizon)
                m.require(start >= before)
                machines.setdefault(machine, []).append(gordian.Interval(start, duration))
                before = start + duration
            m.require(before <= end)
        for tasks in machines.values():
            m.require(gordian.no_overlap(tasks))
        m.minimize(end)
        return m

    @staticmethod
    def knapsack(n: int) -> gordian.Model:
        m = gordian.Model()
        weights, values = items(n)
        take = [m.bool() for _ in range(n)]
        m.require(gordian.sum(w * t for w, t in zip(weights, take)) <= sum(weights) // 2)
        m.maximize(gordian.sum(v * t for v, t in zip(values, take)))
        return m

    @staticmethod
    def golomb(n: int) -> gordian.Model:
        m = gordian.Model()
        x = [m.int(0, n * n) for _ in range(n)]
        m.require(x[0] == 0)
        for a, b in zip(x, x[1:]):
            m.require(a < b)
        m.require(gordian.all_different([x[j] - x[i] for j in range(n) for i in range(j)]))
        m.minimize(x[-1])
        return m


class OrTools:
    """The models in OR-Tools."""

    name = f"OR-Tools {version('ortools')}"

    @staticmethod
    def solve(model: cp_model.CpModel) -> int | None:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        # It would leave Python without its own handler: Ctrl-C would kill the process.
        solver.parameters.catch_sigint_signal = False
        status = solver.solve(model)
        assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE), status
        return round(solver.objective_value) if model.has_objective() else None

    @staticmethod
    def send_more() -> cp_model.CpModel:
        m = cp_model.CpModel()
        s, e, n, d, mm, o, r, y = (m.new_int_var(0, 9, name) for name in "sendmory")
        m.add_all_different(s, e, n, d, mm, o, r, y)
        m.add(s >= 1)
        m.add(mm >= 1)
        send = 1000 * s + 100 * e + 10 * n + d
        more = 1000 * mm + 100 * o + 10 * r + e
        m.add(send + more == 10000 * mm + 1000 * o + 100 * n + 10 * e + y)
        return m

    @staticmethod
    def queens(n: int) -> cp_model.CpModel:
        m = cp_model.CpModel()
        q = [m.new_int_var(0, n - 1, "") for _ in range(n)]
        m.add_all_different(q)
        m.add_all_different([q[i] + i for i in range(n)])
        m.add_all_different([q[i] - i for i in range(n)])
        return m

    @staticmethod
    def magic_square(n: int) -> cp_model.CpModel:
        m = cp_model.CpModel()
        x = [[m.new_int_var(1, n * n, "") for _ in range(n)] for _ in range(n)]
        total = n * (n * n + 1) // 2
        m.add_all_different([cell for row in x for cell in row])
        for line in lines(x):
            m.add(sum(line) == total)
        return m

    @staticmethod
    def job_shop() -> cp_model.CpModel:
        m = cp_model.CpModel()
        horizon = sum(time for job in LA02 for _, time in job)
        end = m.new_int_var(0, horizon, "")
        machines: dict[int, list[cp_model.IntervalVar]] = {}
        for job in LA02:
            before = 0
            for machine, duration in job:
                start = m.new_int_var(0, horizon, "")
                m.add(start >= before)
                task = m.new_interval_var(start, duration, start + duration, "")
                machines.setdefault(machine, []).append(task)
                before = start + duration
            m.add(before <= end)
        for tasks in machines.values():
            m.add_no_overlap(tasks)
        m.minimize(end)
        return m

    @staticmethod
    def knapsack(n: int) -> cp_model.CpModel:
        m = cp_model.CpModel()
        weights, values = items(n)
        take = [m.new_bool_var("") for _ in range(n)]
        m.add(sum(w * t for w, t in zip(weights, take)) <= sum(weights) // 2)
        m.maximize(sum(v * t for v, t in zip(values, take)))
        return m

    @staticmethod
    def golomb(n: int) -> cp_model.CpModel:
        m = cp_model.CpModel()
        x = [m.new_int_var(0, n * n, "") for _ in range(n)]
        m.add(x[0] == 0)
        for a, b in zip(x, x[1:]):
            m.add(a < b)
        m.add_all_different([x[j] - x[i] for j in range(n) for i in range(j)])
        m.minimize(x[-1])
        return m


def lines(square: list[list]) -> list[list]:
    """Returns rows, columns and the two diagonals."""
    n = len(square)
    columns = [[row[at] for row in square] for at in range(n)]
    diagonals = [[square[at][at] for at in range(n)], [square[at][n - 1 - at] for at in range(n)]]
    return [*square, *columns, *diagonals]


def items(n: int) -> tuple[list[int], list[int]]:
    """Returns weights and values up to 10,000."""
    chosen = random.Random(1)
    return tuple([chosen.randint(1, 10_000) for _ in range(n)] for _ in range(2))


# Each model with its arguments, and the objective that is known.
MODELS: list[tuple[str, str, tuple[int, ...], int | None]] = [
    ("SEND + MORE = MONEY", "send_more", (), None),
    ("queens, 50", "queens", (50,), None),
    ("magic square, 5", "magic_square", (5,), None),
    ("job shop la02", "job_shop", (), 655),
    ("knapsack, 100", "knapsack", (100,), None),
    ("Golomb ruler, 9", "golomb", (9,), 44),
]
SMALL = [
    ("SEND + MORE = MONEY", "send_more", (), None),
    ("queens, 8", "queens", (8,), None),
    ("magic square, 3", "magic_square", (3,), None),
    ("knapsack, 15", "knapsack", (15,), None),
    ("Golomb ruler, 5", "golomb", (5,), 11),
]


def measure(solver: type, method: str, arguments: tuple[int, ...]) -> tuple[float, float, object]:
    """Returns the seconds of building, of building and solving, and the objective."""
    build: Callable = getattr(solver, method)
    start = time.perf_counter()
    model = build(*arguments)
    built = time.perf_counter()
    objective = solver.solve(model)
    return built - start, time.perf_counter() - start, objective


def rows(models: list, runs: int) -> list[tuple]:
    """Returns the medians of each model: name, objective, and for both building and all."""
    found = []
    for name, method, arguments, expected in models:
        times: dict[type, list[tuple[float, float]]] = {Gordian: [], OrTools: []}
        objectives = set()
        for _ in range(runs):
            for solver, known in times.items():
                building, total, objective = measure(solver, method, arguments)
                known.append((building, total))
                objectives.add(objective)
        assert len(objectives) == 1, f"{name}: the optima differ: {objectives}"
        (objective,) = objectives
        assert expected in (None, objective), f"{name}: {objective} instead of {expected}"
        medians = [
            statistics.median(one[place] for one in known)
            for known in times.values()
            for place in (0, 1)
        ]
        found.append((name, objective, *medians))
    return found


def processor() -> str:
    """Returns the name of the processor, where the system has it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.machine()
    names = [line.split(":", 1)[1].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else platform.machine()


def table(found: list[tuple], runs: int) -> str:
    head = [
        "# Models in Python, compared with OR-Tools",
        "",
        f"{date.today().isoformat()}, {processor()}, "
        f"CPython {platform.python_version()}, {Gordian.name}, {OrTools.name}.",
        f"Seconds of wall time, the median of {runs} runs in turns, one thread each: building the",
        "model / building and solving it. The optima are proved, and are the same. The naive",
        "models are in `python/benches/models.py`, which writes this page:",
        "",
        "```sh",
        f"python python/benches/models.py --runs {runs} --out benches/results/python.md",
        "```",
        "",
        f"| model | objective | {Gordian.name} | {OrTools.name} |",
        "| --- | --- | --- | --- |",
    ]
    for name, objective, *times in found:
        cells = [f"{times[at]:.4f} / {times[at + 1]:.3f}" for at in (0, 2)]
        optimum = "" if objective is None else objective
        head.append(f"| {name} | {optimum} | {cells[0]} | {cells[1]} |")
    return "\n".join(head) + "\n"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--small", action="store_true", help="small models, for tests")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(arguments)
    text = table(rows(SMALL if options.small else MODELS, options.runs), options.runs)
    if options.out is None:
        print(text, end="")
    else:
        options.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
