"""Solves files that Gordian exported with engines that are not Gordian's.

    python3 resolve.py [--time-limit SECONDS] FILE...

`.lp` and `.mps` go to HiGHS, `.opb` to OR-Tools CP-SAT, `.cnf` to a SAT solver of python-sat
(Glucose 4, which is neither of Gordian's). Each on one thread, one file after the other. Other
files are passed over.

The comments of a file say what its unknowns mean. With them the answer is turned back into the
variables of the model and written to FILE.answer.json, an object from names to values. LP and MPS
files have helper columns among them; where the model lies beside the file (x.json beside x.lp),
these are left out, and `gordian check x.json --solution x.lp.answer.json` takes the answer. One
line on the output tells how each file went. The exit code is 0 if every file was answered, else 3.
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
    """The time ran out."""


def comments(path, mark):
    """Returns the comments of a file without their mark."""
    with open(path, encoding="utf-8") as file:
        return [line[len(mark) :].strip() for line in file if line.startswith(mark)]


def split_name(comment, opening='"'):
    """Returns a quoted name at the start of a comment, and what follows."""
    if opening == "`":
        # Names may have any sign, and what follows has no such quote.
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


def without_helpers(values, path):
    """Keeps the variables of the model, if it lies beside the file."""
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
                raise RuntimeError(f"a relation `{relation}` in an OPB file")
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
            values[name] = meaning(rest, holds)
    return values


def meaning(text, holds):
    """Returns the value that a line of the legend of a CNF file gives a variable."""
    if text.startswith("= "):
        return int(text[2:])
    head, _, pairs = text.partition(": ")
    pairs = [tuple(map(int, pair.split())) for pair in pairs.split(", ")]
    if head.startswith("is ") and " plus" in head:
        return int(head.split()[1]) + sum(value for literal, value in pairs if holds(literal))
    # By literal, or by the first literal that is true.
    return next(value for literal, value in pairs if holds(literal))


SOLVERS = {
    ".lp": ("HiGHS", solve_rows),
    ".mps": ("HiGHS", solve_rows),
    ".opb": ("CP-SAT", solve_opb),
    ".cnf": ("Glucose 4", solve_cnf),
}


def timed(path, limit):
    """Solves a file in this process; returns the verdict, the values, and the times it took."""
    suffix = path[path.rindex(".") :]
    processor, start = time.process_time(), time.perf_counter()
    values = None
    try:
        values = SOLVERS[suffix][1](path, limit)
        verdict = "no answer" if values is None else "solved"
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
        # A process for each file: HiGHS and CP-SAT cannot be loaded into the same one.
        with concurrent.futures.ProcessPoolExecutor(
            max_workers=1, mp_context=multiprocessing.get_context("spawn")
        ) as process:
            found = process.submit(timed, path, arguments.time_limit).result()
        verdict, values, processor, wall = found
        all_answered &= not verdict.startswith("stopped")
        engine = SOLVERS[path[path.rfind(".") :]][0]
        print(f"{path}: {engine}: {verdict}, {processor:.2f} s of processor, {wall:.2f} s", flush=True)
        if values is not None:
            values = without_helpers(values, path)
            with open(path + ".answer.json", "w", encoding="utf-8") as file:
                json.dump(values, file, indent=1)
                file.write("\n")
            if arguments.print:
                for name, value in values.items():
                    print(f"  {name} = {value}")
    return 0 if all_answered else 3


if __name__ == "__main__":
    sys.exit(main())
