"""Solves files that Gordian exported with independent solvers.

    python3 resolve.py [--time-limit SECONDS] FILE...

`.lp` and `.mps` go to HiGHS, `.opb` to OR-Tools CP-SAT, `.cnf` to a SAT solver of python-sat
(Glucose 4, which Gordian does not use). Files are solved in turn, each on one thread. Other files
are skipped.

The comments of a file map its unknowns to the variables of the model. The answer is decoded with
them and written to FILE.answer.json, an object from names to values. LP and MPS files also contain
auxiliary columns; if the model lies beside the file (x.json beside x.lp), they are removed, and
`gordian check x.json --solution x.lp.answer.json` accepts the answer. One line of output reports the
result of each file. The exit code is 0 if every file was solved or refuted, else 3.
"""

import argparse
import concurrent.futures
import json
import multiprocessing
import os
import re
import sys
import time


class Stopped(Exception):
    """The time limit was reached."""


def comments(path, mark):
    """Returns the comments of a file without their marker."""
    with open(path, encoding="utf-8") as file:
        return [line[len(mark) :].strip() for line in file if line.startswith(mark)]


def split_name(comment, opening='"'):
    """Returns a quoted name at the start of a comment, and the rest."""
    if opening == "`":
        # Names may contain any character; the rest contains no backquote.
        end = comment.rindex("` ")
        return comment[1:end], comment[end + 2 :]
    name, length = json.JSONDecoder().raw_decode(comment)
    return name, comment[length:].strip()


# Integer rows: HiGHS.


def solve_rows(path, limit):
    import highspy

    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("time_limit", limit)
    if highs.readModel(path) != highspy.HighsStatus.kOk:
        raise RuntimeError("HiGHS cannot read the file")
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kTimeLimit:
        raise Stopped
    if status != highspy.HighsModelStatus.kOptimal:
        return None
    columns = highs.getLp().col_names_
    point = dict(zip(columns, map(round, highs.getSolution().col_value)))
    renamed = {}
    for comment in comments(path, "\\" if path.endswith(".lp") else "*"):
        if match := re.match(r"Column (\S+): variable (.*)", comment):
            renamed[match[1]] = split_name(match[2])[0]
    return {renamed.get(column, column): value for column, value in point.items()}


def without_auxiliary(values, path):
    """Keeps only the variables of the model, if the model lies beside the file."""
    model = path[: path.rindex(".")] + ".json"
    if not os.path.exists(model):
        return values
    with open(model, encoding="utf-8") as file:
        names = [variable["name"] for variable in json.load(file)["variables"]]
    return {name: values[name] for name in names if name in values}


# Pseudo-Boolean constraints: CP-SAT.


def solve_opb(path, limit):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    unknowns = {}

    def unknown(name):
        if name not in unknowns:
            unknowns[name] = model.new_bool_var(name)
        return unknowns[name]

    def total(words):
        pairs = zip(words[::2], words[1::2], strict=True)
        return sum(int(weight) * unknown(name) for weight, name in pairs)

    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("*") or not line.strip():
                continue
            words = line.rstrip().removesuffix(";").split()
            if words[0] == "min:":
                model.minimize(total(words[1:]))
                continue
            *left, relation, right = words
            if relation == ">=":
                model.add(total(left) >= int(right))
            elif relation == "=":
                model.add(total(left) == int(right))
            else:
                raise RuntimeError(f"unknown relation `{relation}` in an OPB file")
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = limit
    status = solver.solve(model)
    if status == cp_model.UNKNOWN:
        raise Stopped
    if status == cp_model.INFEASIBLE:
        return None
    values = {}
    for comment in comments(path, "*"):
        if comment.startswith('"'):
            name, rest = split_name(comment)
            *terms, constant = rest.removeprefix("=").split()
            pairs = zip(terms[::2], terms[1::2], strict=True)
            bits = sum(int(weight) * solver.value(unknown(bit)) for weight, bit in pairs)
            values[name] = int(constant) + bits
    return values


# Clauses: a SAT solver.


def solve_cnf(path, limit):
    import threading

    from pysat.solvers import Glucose4

    with Glucose4() as solver:
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line[0] not in "cp":
                    solver.add_clause([int(word) for word in line.split()][:-1])
        timer = threading.Timer(limit, solver.interrupt)
        timer.start()
        verdict = solver.solve_limited(expect_interrupt=True)
        timer.cancel()
        if verdict is None:
            raise Stopped
        if not verdict:
            return None
        true = {literal for literal in solver.get_model() if literal > 0}

    def holds(literal):
        return (abs(literal) in true) == (literal > 0)

    values = {}
    for comment in comments(path, "c"):
        if comment.startswith("`"):
            name, rest = split_name(comment, "`")
            values[name] = decode(rest, holds)
    return values


def decode(text, holds):
    """Returns the value of a variable, from its line in the legend of a CNF file."""
    if text.startswith("= "):
        return int(text[2:])
    head, _, pairs = text.partition(": ")
    pairs = [tuple(map(int, pair.split())) for pair in pairs.split(", ")]
    if head.startswith("is ") and " plus" in head:
        return int(head.split()[1]) + sum(value for literal, value in pairs if holds(literal))
    # One literal per value, or the first true literal.
    return next(value for literal, value in pairs if holds(literal))


SOLVERS = {
    ".lp": ("HiGHS", solve_rows),
    ".mps": ("HiGHS", solve_rows),
    ".opb": ("CP-SAT", solve_opb),
    ".cnf": ("Glucose 4", solve_cnf),
}


def timed(path, limit):
    """Solves a file in this process; returns verdict, values, processor time and wall time."""
    suffix = path[path.rindex(".") :]
    processor, start = time.process_time(), time.perf_counter()
    values = None
    try:
        values = SOLVERS[suffix][1](path, limit)
        verdict = "no solution" if values is None else "solved"
    except Stopped:
        verdict = "stopped by the time limit"
    return verdict, values, time.process_time() - processor, time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--time-limit", type=float, default=300, help="seconds for each file")
    parser.add_argument("--print", action="store_true", help="also print the variables")
    arguments = parser.parse_args()
    all_answered = True
    for path in arguments.files:
        if path[path.rfind(".") :] not in SOLVERS:
            continue
        # One process per file: HiGHS and CP-SAT cannot be loaded into the same process.
        with concurrent.futures.ProcessPoolExecutor(
            max_workers=1, mp_context=multiprocessing.get_context("spawn")
        ) as process:
            found = process.submit(timed, path, arguments.time_limit).result()
        verdict, values, processor, wall = found
        all_answered &= not verdict.startswith("stopped")
        engine = SOLVERS[path[path.rfind(".") :]][0]
        print(f"{path}: {engine}: {verdict}, {processor:.2f} s processor time, {wall:.2f} s", flush=True)
        if values is not None:
            values = without_auxiliary(values, path)
            with open(path + ".answer.json", "w", encoding="utf-8") as file:
                json.dump(values, file, indent=1)
                file.write("\n")
            if arguments.print:
                for name, value in values.items():
                    print(f"  {name} = {value}")
    return 0 if all_answered else 3


if __name__ == "__main__":
    sys.exit(main())
