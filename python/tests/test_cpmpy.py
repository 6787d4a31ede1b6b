"""Gordian as a solver of CPMpy: the solutions of constraints are those of CPMpy's evaluation."""

from __future__ import annotations

import itertools
import random

import gordian
import numpy as np
import pytest

cp = pytest.importorskip(
    "cpmpy", reason="CPMPY IS NOT INSTALLED: THE ADAPTER OF CPMPY IS NOT TESTED"
)

import gordian.cpmpy  # noqa: E402
from cpmpy.exceptions import NotSupportedError  # noqa: E402
from cpmpy.expressions.globalconstraints import DirectConstraint  # noqa: E402
from cpmpy.expressions.globalfunctions import FloatSum  # noqa: E402
from cpmpy.solvers.solver_interface import ExitStatus  # noqa: E402
from gordian.cpmpy import CPM_gordian  # noqa: E402


def test_it_is_registered():
    names = [name for name, _ in cp.SolverLookup.base_solvers()]
    assert names.count("gordian") == 1 and "gordian" in cp.SolverLookup.supported()
    gordian.cpmpy.register()
    assert [name for name, _ in cp.SolverLookup.base_solvers()] == names
    x = cp.intvar(0, 3, name="x")
    model = cp.Model(x * x == 9)
    assert model.solve(solver="gordian") and x.value() == 3
    assert model.solve(solver="gordian:lcg") and x.value() == 3
    assert CPM_gordian.version() == gordian.__version__


def all_solutions(constraints, variables):
    """Returns the solutions of Gordian, each once."""
    solver = CPM_gordian(cp.Model(constraints))
    solver.user_vars.update(variables)
    found = []
    n = solver.solveAll(display=lambda: found.append(tuple(int(v.value()) for v in variables)))
    assert n == len(found) == len(set(found))
    return set(found)


def by_evaluation(constraint, variables):
    """Returns the solutions by CPMpy's own evaluation of a constraint."""
    found = set()
    ranges = [range(int(v.lb), int(v.ub) + 1) for v in variables]
    for values in itertools.product(*ranges):
        for variable, value in zip(variables, values):
            variable._value = bool(value) if variable.is_bool() else value
        # Undefined parts make the nearest condition false.
        if cp.expressions.utils.argval(constraint):
            found.add(values)
    return found


def variables():
    x = cp.intvar(-1, 3, shape=4, name="x")
    b = cp.boolvar(shape=2, name="b")
    return x, b


X, B = variables()
N = cp.intvar(0, 3, shape=4, name="n")
DFA = [("a", 0, "a"), ("a", 1, "b"), ("b", 2, "c"), ("b", 0, "a"), ("c", 0, "c")]
#: Constraints by a name, with their variables.
CASES = {
    "alldifferent": (cp.AllDifferent(X), X),
    "alldifferent of terms": (cp.AllDifferent([X[0] + 1, X[1], 2 * X[2]]), X[:3]),
    "alldifferent_except_0": (cp.AllDifferentExcept0(X), X),
    "alldifferent_except_n": (cp.AllDifferentExceptN(X, [1, 3]), X),
    "allequal": (cp.AllEqual(X), X),
    "allequal_except_n": (cp.AllEqualExceptN(X, 2), X),
    "circuit": (cp.Circuit(X), X),
    "circuit of two": (cp.Circuit(X[:2]), X[:2]),
    "inverse": (cp.Inverse(X[:2], X[2:]), X),
    "table": (cp.Table(X[:3], [[1, 2, 3], [0, 0, -1], [9, 1, 1]]), X[:3]),
    "negative_table": (cp.NegativeTable(X[:3], [[1, 2, 3], [0, 0, -1]]), X[:3]),
    "short_table": (cp.ShortTable(X[:3], [[1, "*", 3], ["*", 0, -1]]), X[:3]),
    "regular": (cp.Regular(X, DFA, "a", ["b", "c"]), X),
    "mdd": (cp.MDD(X[:2], [("r", 0, "s"), ("r", 1, "t"), ("s", 1, "e"), ("t", 2, "e")]), X[:2]),
    "indomain": (cp.InDomain(X[0] + X[1], [0, 3, 5]), X[:2]),
    "xor": (cp.Xor([B[0], B[1], X[0] > 1]), [*B, X[0]]),
    "ite": (cp.IfThenElse(B[0], X[0] > 1, X[1] == 2), [B[0], *X[:2]]),
    "cumulative": (cp.Cumulative(X[:3], [2, 1, 2], None, [1, 2, 1], 2), X[:3]),
    "cumulative with ends": (
        cp.Cumulative(X[:2], [2, 1], X[2:], [1, 2], 2),
        X,
    ),
    "cumulative of variables": (
        cp.Cumulative([X[0], X[1]], [X[2], 2], None, [X[3], 1], 2),
        X,
    ),
    "cumulative with a variable capacity": (
        cp.Cumulative(X[:2], [2, 1], None, [1, 2], X[2]),
        X[:3],
    ),
    "cumulative without demands": (
        cp.Cumulative(X[:2], [2, 1], None, [0, 0], X[2]),
        X[:3],
    ),
    "no_overlap": (cp.NoOverlap(X[:3], [2, 1, 1]), X[:3]),
    "no_overlap of variables": (cp.NoOverlap(X[:2], X[2:]), X),
    "no_overlap with ends": (cp.NoOverlap(X[:2], [2, 1], X[2:]), X),
    "no_overlap_optional": (
        cp.NoOverlapOptional([X[0], X[1]], [X[2], 2], None, list(B)),
        [*X[:3], *B],
    ),
    "cumulative_optional": (
        cp.CumulativeOptional([X[0], X[1]], [2, X[2]], None, [X[3], 1], 2, list(B)),
        [*X, *B],
    ),
    "precedence": (cp.Precedence(X, [1, 0, 3]), X),
    "gcc": (cp.GlobalCardinalityCount(X[:3], [1, 3], [X[3], 1]), X),
    "gcc closed": (
        cp.GlobalCardinalityCount(X[:3], [0, 1, 2], N[:3], closed=True),
        [*X[:3], *N[:3]],
    ),
    "increasing": (cp.Increasing(X), X),
    "decreasing": (cp.Decreasing(X), X),
    "strictly_increasing": (cp.IncreasingStrict(X), X),
    "strictly_decreasing": (cp.DecreasingStrict(X), X),
    "lex_less": (cp.LexLess(X[:2], X[2:]), X),
    "lex_lesseq": (cp.LexLessEq(X[:2], X[2:]), X),
    "lex_chain_less": (cp.LexChainLess([X[:2], X[2:], N[:2]]), [*X, *N[:2]]),
    "lex_chain_lesseq": (cp.LexChainLessEq([[X[0]], [X[1]], [X[2]]]), X[:3]),
    "min and max": (cp.min(X) + 2 == cp.max(X), X),
    "abs": (abs(X[0] - X[1]) == 2, X[:2]),
    "mul": (X[0] * X[1] == X[2], X[:3]),
    "div": (X[0] // X[1] == X[2], X[:3]),
    "div by a negative number": ((X[0] - 2) // -2 == X[1] - 1, X[:2]),
    "mod": (X[0] % X[1] == X[2], X[:3]),
    "pow": (X[0] ** 3 == X[1], X[:2]),
    "element": (cp.cpm_array([3, 1, 0])[X[0]] == X[1], X[:2]),
    "element of variables": (cp.cpm_array(X)[X[0]] == X[1] + 1, X),
    "element in two dimensions": (
        cp.cpm_array(np.array([[1, 2, 0], [3, 0, 2]]))[X[0], X[1]] == X[2],
        X[:3],
    ),
    "count": (cp.Count(X, 2) >= X[0], X),
    "count of a variable": (cp.Count(X[:3], X[3]) == 2, X),
    "among": (cp.Among(X, [0, 2]) == 3, X),
    "nvalue": (cp.NValue(X) == 2, X),
    "nvalue_except": (cp.NValueExcept(X, 1) == 2, X),
    "sums": (2 * X[0] - 3 * X[1] + X[2] - (X[3] - 1) == 4, X),
    "conditions as numbers": (cp.sum([X[0] > 1, B[0], ~B[1]]) * 2 == X[1] + 1, [*X[:2], *B]),
    "implication": ((X[0] > 1).implies(~B[0] & (X[1] != 2)), [X[0], X[1], B[0]]),
    "equivalence": ((X[0] > 1) == (B[0] | (X[1] < 1)), [X[0], X[1], B[0]]),
}


@pytest.mark.parametrize("name", CASES)
def test_constraints(name):
    constraint, variables = CASES[name]
    variables = list(variables)
    expected = by_evaluation(constraint, variables)
    assert expected, "a case with solutions"
    assert all_solutions([constraint], variables) == expected


@pytest.mark.parametrize("name", CASES)
def test_constraints_as_conditions(name):
    constraint, variables = CASES[name]
    variables = list(variables)
    everything = by_evaluation(cp.BoolVal(True), variables)
    holds = by_evaluation(constraint, variables)
    assert all_solutions([~constraint], variables) == everything - holds
    p = cp.boolvar(name="p")
    expected = {(*values, int(values in holds)) for values in everything}
    assert all_solutions([p == constraint], [*variables, p]) == expected


def test_globals_are_not_decomposed():
    x = cp.intvar(0, 8, shape=5, name="x")
    constraints = [cp.AllDifferent(x), cp.Circuit(x[:4]), cp.Cumulative(x, [2] * 5, None, 1, 3)]
    solver = CPM_gordian(cp.Model(constraints))
    text = solver.native_model.to_json()
    for operation in ("all_different", "circuit", "cumulative"):
        assert f'"{operation}"' in text
    assert solver.native_model.n_variables == 5


def test_objectives():
    x = cp.intvar(0, 9, shape=3, name="x")
    model = cp.Model(cp.AllDifferent(x), cp.sum(x) == 15, maximize=x[0] * x[1] - x[2])
    assert model.solve(solver="gordian")
    best = max(
        a * b - c
        for a, b, c in itertools.permutations(range(10), 3)
        if a + b + c == 15
    )
    assert model.objective_value() == best
    assert model.status().exitstatus == ExitStatus.OPTIMAL
    solver = CPM_gordian(cp.Model(x[0] >= 3))
    solver.minimize(cp.max(x) + x[0] // 2)
    assert solver.solve() and solver.objective_value() == 4
    solver.maximize(FloatSum([2.0, -1.0], list(x[:2]), 5.0))
    assert solver.solve() and solver.objective_value() == 23
    with pytest.raises(NotSupportedError, match="multiply"):
        solver.maximize(FloatSum([0.5], [x[0]]))


def test_all_optima():
    x = cp.intvar(0, 3, shape=3, name="x")
    model = cp.Model(cp.AllDifferent(x), maximize=x[0] + x[1])
    seen = []
    n = model.solveAll(solver="gordian", display=lambda: seen.append(tuple(x.value())))
    assert n == 4 and {it[:2] for it in seen} == {(2, 3), (3, 2)} and len(set(seen)) == 4
    assert (model.objective_value(), model.status().exitstatus) == (5, ExitStatus.OPTIMAL)
    solver = CPM_gordian(model)
    assert solver.solveAll(solution_limit=3) == 3
    assert solver.status().exitstatus == ExitStatus.FEASIBLE
    # The solver is what it was before.
    assert solver.solve() and solver.objective_value() == 5
    model += x[0] > 3
    assert model.solveAll(solver="gordian") == 0
    assert model.status().exitstatus == ExitStatus.UNSATISFIABLE


def test_better_solutions_are_displayed(capsys):
    x = cp.intvar(0, 30, shape=5, name="x")
    gaps = [abs(a - b) for a, b in itertools.combinations(x, 2)]
    model = cp.Model(cp.AllDifferent(gaps), cp.Increasing(x), minimize=x[4])
    seen = []
    solver = CPM_gordian(model)
    assert solver.solve(display=lambda: seen.append(x[4].value()))
    assert solver.objective_value() == 11
    assert seen == sorted(set(seen), reverse=True) and seen[-1] == 11
    assert CPM_gordian(cp.Model(x[0] == 7)).solve(display=x[0])
    assert capsys.readouterr().out == "7\n"


def test_native_conflicts():
    x = cp.intvar(0, 9, shape=3, name="x")
    hard = [x[0] + x[1] == 10]
    soft = [x[0] < 4, x[2] > 3, x[1] < 5, x[0] != x[1], x[2] < 2]
    found = CPM_gordian.mus_native(soft, hard)
    assert {str(it) for it in found} in ({"x[0] < 4", "x[1] < 5"}, {"x[2] > 3", "x[2] < 2"})
    with pytest.raises(ValueError):
        CPM_gordian.mus_native(soft[:2], hard)


def test_no_solution_and_limits():
    x = cp.intvar(0, 3, shape=5, name="x")
    solver = CPM_gordian(cp.Model(cp.AllDifferent(x)))
    assert solver.solve() is False
    assert solver.status().exitstatus == ExitStatus.UNSATISFIABLE and x.value()[0] is None
    pigeons = cp.boolvar(shape=(14, 13), name="p")
    model = cp.Model([cp.any(row) for row in pigeons])
    for hole in pigeons.T:
        model += [~a | ~b for a, b in itertools.combinations(hole, 2)]
    solver = CPM_gordian(model)
    assert solver.solve(time_limit=0.2, engine="batsat") is False
    assert solver.status().exitstatus == ExitStatus.UNKNOWN and solver.status().solve_time < 5
    with pytest.raises(ValueError):
        solver.solve(time_limit=0)
    with pytest.raises(gordian.Error):
        solver.solve(engine="fastest")
    with pytest.raises(TypeError):
        solver.solve(unknown=3)


def test_assumptions_and_cores():
    a, b, c = cp.boolvar(shape=3, name=["a", "b", "c"])
    x = cp.intvar(0, 9, name="x")
    solver = CPM_gordian(cp.Model(a.implies(x > 5), b.implies(x < 3), c.implies(x != 4)))
    assert solver.solve(assumptions=[a, c]) and x.value() > 5
    assert solver.solve(assumptions=[a, b, c]) is False
    assert set(solver.get_core()) == {a, b}
    assert solver.solve(assumptions=[~a, b]) and x.value() < 3
    with pytest.raises(ValueError):
        solver.get_core()
    solver += x == 7
    assert solver.solve(assumptions=[~a, b, c]) is False and solver.get_core() == [b]


def test_hints():
    x = cp.intvar(0, 100, shape=4, name="x")
    p = cp.boolvar(name="p")
    solver = CPM_gordian(cp.Model(cp.sum(x) <= 300, p | (x[0] > 1)))
    solver.solution_hint([*x, ~p], [37, 41, 43, 47, True])
    assert solver.solve()
    assert x.value().tolist() == [37, 41, 43, 47] and p.value() is False
    with pytest.raises(ValueError):
        solver.solution_hint(x, [1])


def test_all_solutions():
    x = cp.intvar(0, 3, shape=3, name="x")
    model = cp.Model(cp.AllDifferent(x), x[0] // x[1] >= 0)
    seen = []
    n = model.solveAll(solver="gordian", display=lambda: seen.append(tuple(x.value())))
    assert n == len(set(seen)) == 18
    assert model.status().exitstatus == ExitStatus.OPTIMAL
    assert model.solveAll(solver="gordian", solution_limit=4) == 4
    assert model.status().exitstatus == ExitStatus.FEASIBLE
    assert cp.Model(x[0] > 3).solveAll(solver="gordian") == 0


def test_constraints_are_added_between_questions():
    x = cp.intvar(0, 9, name="x")
    solver = CPM_gordian()
    solver += x > 3
    assert solver.solve() and x.value() > 3
    y = cp.intvar(0, 9, name="y")
    solver += [y == x - 4, y > 4]
    assert solver.solve() and (x.value(), y.value()) == (9, 5)


def test_direct_constraints():
    x = cp.boolvar(shape=4, name="x")
    graph = gordian.Graph(4, [(0, 1), (1, 2), (2, 3)])
    model = cp.Model(DirectConstraint("connected", (graph, list(x)), novar=[0]), cp.sum(x) == 3)
    assert model.solveAll(solver="gordian") == 2
    with pytest.raises(NotImplementedError, match="no function"):
        cp.Model(DirectConstraint("nothing", (x[0],))).solve(solver="gordian")


def test_random_models():
    chosen = random.Random(1)
    x = [cp.intvar(-2, 2, name=f"v{at}") for at in range(3)]
    n_solutions = 0
    for _ in range(60):
        def number(depth):
            if depth == 0:
                return chosen.choice([*x, chosen.randint(-2, 2), *x])
            a, b = number(depth - 1), number(depth - 1)
            if not isinstance(a, cp.expressions.core.Expression):
                a = chosen.choice(x)
            return chosen.choice(
                [
                    lambda: a + b,
                    lambda: a - b,
                    lambda: a * b,
                    lambda: a // b if not isinstance(b, int) or b else a,
                    lambda: a % b if not isinstance(b, int) or b else a,
                    lambda: cp.max([a, b]),
                    lambda: abs(a),
                    lambda: cp.cpm_array([2, 0, 1])[a],
                ]
            )()

        def condition(depth):
            if depth == 0:
                left, right = number(2), chosen.choice(x)
                return left <= number(1) if chosen.random() < 0.5 else left == right
            a, b = condition(depth - 1), condition(depth - 1)
            made = [lambda: a & b, lambda: a | b, lambda: a.implies(b), lambda: ~a, lambda: a == b]
            return chosen.choice(made)()

        constraint = condition(chosen.randrange(3))
        if not isinstance(constraint, cp.expressions.core.Expression):
            continue
        expected = by_evaluation(constraint, x)
        n_solutions += len(expected)
        assert all_solutions([constraint], x) == expected, constraint
    assert n_solutions > 500
