"""Runs CPMpy's own tests with Gordian as the solver, and prints a table of the results.

    pip download --no-binary cpmpy --no-deps cpmpy==1.1.1 && tar xf cpmpy-1.1.1.tar.gz
    python python/benches/cpmpy_suite.py cpmpy-1.1.1/tests

The source distribution has the tests without the two files that they share; this program writes
what they need of them. Gordian is the default solver, and the only one of tests that are run for
each solver.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FILES = [
    "test_constraints.py",
    "test_globalconstraints.py",
    "test_solvers.py",
    "test_solverinterface.py",
    "test_solveAll.py",
    "test_solvers_solhint.py",
    "test_model.py",
    "test_direct.py",
    "test_builtins.py",
    "test_tools_mus.py",
]

CONFTEST = '''
import gordian.cpmpy
import pytest
from cpmpy import SolverLookup

others = SolverLookup.base_solvers
found = [("gordian", gordian.cpmpy.CPM_gordian)]
found += [pair for pair in others() if pair[0] != "gordian"]
SolverLookup.base_solvers = classmethod(lambda cls: found)


def pytest_configure(config):
    for name in ("requires_solver", "requires_dependency", "generate_constraints"):
        config.addinivalue_line("markers", f"{name}(*names): what a test needs")


def pytest_generate_tests(metafunc):
    marker = metafunc.definition.get_closest_marker("generate_constraints")
    if marker is not None:
        cases = [("gordian", case) for case in marker.args[0]("gordian")]
        metafunc.parametrize(("solver", "constraint"), cases, ids=lambda it: str(it)[:60])


@pytest.fixture
def solver(request):
    chosen = getattr(request, "param", "gordian")
    if request.cls is not None:
        request.cls.solver = chosen
    return chosen


def pytest_collection_modifyitems(config, items):
    kept = []
    for item in items:
        parameters = item.callspec.params if hasattr(item, "callspec") else {}
        solvers = [parameters[key] for key in ("solver", "solver_name") if key in parameters]
        if any(str(name).split(":")[0] != "gordian" for name in solvers):
            continue
        needed = item.get_closest_marker("requires_solver")
        if needed is not None and "gordian" not in needed.args:
            continue
        kept.append(item)
    items[:] = kept
'''

UTILS = '''
def skip_on_missing_pblib(**_options):
    """Tests of another solver are not run here."""
    return lambda tested: tested


def inclusive_range(lower, upper):
    return range(lower, upper + 1)


def lambda_assert(condition):
    def display():
        assert condition()

    return display
'''


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tests", type=Path, help="the folder `tests` of CPMpy's sources")
    parser.add_argument("options", nargs="*", help="further options of pytest, after `--`")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tests"
        shutil.copytree(arguments.tests, copy)
        (copy / "conftest.py").write_text(CONFTEST, encoding="utf-8")
        (copy / "utils.py").write_text(UTILS, encoding="utf-8")
        print("| file | passed | failed | skipped |\n| --- | --- | --- | --- |", flush=True)
        n_failed = 0
        details = []
        for name in FILES:
            command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rfE"]
            command += ["--tb=short", "-W", "ignore", name, *arguments.options]
            done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
            words = re.findall(r"(\d+) (passed|failed|skipped|errors?|xfailed)", done.stdout)
            counts = {word: int(n) for n, word in words}
            failed = counts.get("failed", 0) + counts.get("error", 0) + counts.get("errors", 0)
            skipped = counts.get("skipped", 0) + counts.get("xfailed", 0)
            n_failed += failed
            row = f"| `{name}` | {counts.get('passed', 0)} | {failed} | {skipped} |"
            print(row, flush=True)
            if failed or not counts:
                details.append(done.stdout + done.stderr)
        print("\n".join(details))
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
