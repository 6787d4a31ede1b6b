"""Parts of a model, their answers as one answer, and what is sent between processes."""

from __future__ import annotations

import copy
import itertools
import multiprocessing
import pickle
import random

import gordian
import pytest
from gordian import combine
from test_models import knapsack, pigeons, queens

from conftest import SUDOKU


def has(part, values):
    return all(
        any(lower <= values[name] <= upper for lower, upper in ranges) for name, ranges in part
    )


def random_model(chosen):
    m = gordian.Model()
    x = m.ints("x", 4, 0, 4)
    for _ in range(chosen.randrange(1, 4)):
        a, b, c = (x[chosen.randrange(4)] for _ in range(3))
        bound = chosen.randrange(6)
        conditions = [a + b != c + bound, a * b <= bound + 2, a - b < c, a + c >= bound]
        m.require(chosen.choice(conditions))
    return m, x


def test_every_solution_is_in_one_part():
    chosen = random.Random(1)
    n_parts = 0
    for _ in range(30):
        m, _ = random_model(chosen)
        parts = m.split(chosen.choice([1, 2, 5, 16]))
        n_parts += len(parts)
        for solution in m.solutions():
            values = solution.to_dict()
            assert sum(has(part, values) for part in parts) == 1
    assert n_parts > 60


def test_parts_are_conditions_of_variables():
    m, row = queens(8)
    parts = m.split(10)
    assert len(parts) == 10 and [it.number for it in parts] == list(range(10))
    assert all(it.n_parts == 10 and it.key == parts[0].key for it in parts)
    name, ranges = parts[0][0]
    assert name.startswith("row[") and ranges[0][0] <= ranges[0][1] and len(parts[0]) >= 1
    assert name in repr(parts[0]) and "of 10" in repr(parts[0])
    assert pickle.loads(pickle.dumps(parts)) == parts and parts[0] != parts[1]
    assert len({*parts, *pickle.loads(pickle.dumps(parts))}) == 10


def answers(m, n, **options):
    return [m.solve(assumptions=part, **options) for part in m.split(n)]


def test_counts_add_up():
    m, _ = queens(7)
    results = answers(m, 12, task="count")
    assert len(results) == 12
    combined = combine(results)
    assert (combined.count, combined.outcome, combined.limit) == (40, "solved", None)
    assert combined.part is None and results[3].part.number == 3
    some = combine(results[:7])
    assert (some.count, some.limit) == (sum(it.count for it in results[:7]), "interrupted")
    assert "5 of 12 parts have no answer" in some.notes


def test_all_solutions_of_all_parts():
    m, row = queens(6)
    combined = combine(answers(m, 7, task="all"))
    assert len({tuple(it[row]) for it in combined.solutions}) == len(combined.solutions) == 4
    assert (combined.unique, combined.limit) == (False, None)
    m.require(row[0] == 9)
    assert combine(answers(m, 7, task="all")).solutions == []


def test_a_unique_solution():
    m, row = queens(8)
    m.require(row[:4] == [0, 4, 7, 5])
    combined = combine(answers(m, 6))
    assert (combined.outcome, combined.unique) == ("solved", True)
    assert combined[row].tolist() == [0, 4, 7, 5, 2, 6, 1, 3]
    assert combined.determined == combined.to_dict()
    m, row = queens(6)
    results = answers(m, 8)
    combined = combine(results)
    assert combined.unique is False and len(combined.solutions) == 2
    # One solution, and parts without an answer: whether there are others is not known.
    with_one = [it for it in results if it.unique]
    assert with_one and combine(with_one[:1]).unique is None


def test_no_solution_is_proved_by_all_parts():
    m = pigeons(5)
    results = answers(m, 9)
    assert combine(results).outcome == "infeasible"
    missing = combine(results[1:])
    assert (missing.outcome, missing.limit) == ("stopped", "interrupted")
    stopped = answers(pigeons(13), 3, time_limit=0.1, engine="batsat")
    assert combine(stopped).outcome == "stopped" and combine(stopped).limit == "time"


@pytest.mark.parametrize("sense", ["minimize", "maximize"])
def test_optima(sense):
    m, takes = knapsack(14)
    if sense == "minimize":
        m = gordian.Model()
        x = m.ints("x", 5, 0, 9)
        m.require(gordian.all_different(x))
        m.minimize(gordian.sum(abs(a - 2 * b) for a, b in itertools.combinations(x, 2)))
    expected = m.solve()
    results = answers(m, 11)
    combined = combine(results)
    assert (combined.outcome, combined.objective) == ("optimal", expected.objective)
    assert combined.bound == expected.objective and m.violations(combined.to_dict()) == []
    best = max if sense == "maximize" else min
    assert combined.objective == best(it.objective for it in results if it)
    without = [it for it in results if it.objective != expected.objective]
    some = combine(without)
    assert (some.outcome, some.bound, some.limit) == ("feasible", None, "interrupted")


def test_bounds_of_parts_that_were_stopped():
    m, _ = knapsack(14)
    results = answers(m, 4)
    states = [it._state() for it in results]
    best = max(it["objective"] for it in states)

    def stopped(state, bound):
        changed = {**state, "outcome": "feasible", "stopped_by": "time", "limit": "time"}
        return gordian._gordian.restore_solution({**changed, "bound": bound})

    first = next(it for it in states if it["objective"] != best)
    others = [it for it in results if it.part.number != first["part"].number]
    # The part could have a better solution, so that none is proved to be optimal.
    combined = combine([*others, stopped(first, best + 5)])
    assert (combined.outcome, combined.objective, combined.bound) == ("feasible", best, best + 5)
    assert combined.limit == "time"
    # It cannot: the stopped part does not matter.
    combined = combine([*others, stopped(first, best)])
    assert (combined.outcome, combined.bound, combined.limit) == ("optimal", best, None)


def test_determined_values():
    m = gordian.Model()
    x = m.ints("x", 4, 0, 3)
    m.require(x[0] + x[1] == 6)
    m.require(x[2] < x[3])
    results = answers(m, 5, task="determined")
    assert len(results) == 5
    combined = combine(results)
    assert (combined.determined, combined.undecided) == ({"x[0]": 3, "x[1]": 3}, {})
    some = combine(results[1:])
    assert some.determined == {} and some.undecided["x[0]"] == 3


def test_first_solutions():
    m, row = queens(8)
    combined = combine(answers(m, 5, task="first"))
    assert (combined.outcome, len(combined.solutions), combined.limit) == ("solved", 1, None)
    assert m.violations(combined.to_dict()) == []


def test_answer_variables():
    m = gordian.Model()
    x, helper = m.int(0, 7, "x"), m.int(0, 7, "helper")
    m.require(helper >= x)
    m.set_answer_variables(x)
    results = answers(m, 4, task="count")
    assert all({name for name, _ in it.part} <= {"x"} for it in results)
    assert combine(results).count == 8


def test_wrong_results():
    m, _ = queens(5)
    results = answers(m, 3)
    other, _ = queens(6)
    with pytest.raises(ValueError, match="no answers"):
        combine([])
    with pytest.raises(ValueError, match="several answers"):
        combine([*results, results[0]])
    with pytest.raises(ValueError, match="not about a part"):
        combine([m.solve()])
    with pytest.raises(ValueError, match="different tasks"):
        combine([results[0], m.solve(assumptions=results[1].part, task="count")])
    with pytest.raises(ValueError, match="different models"):
        combine([results[0], *answers(other, 3)[1:]])
    with pytest.raises(ValueError, match="different splits"):
        combine([results[0], *answers(m, 4)[1:]])
    m.require(m.find("row[0]") < 3)
    with pytest.raises(ValueError, match="different models"):
        combine([results[0], m.solve(assumptions=results[1].part)])
    for given in (3, [3], [None], results[0]):
        with pytest.raises(TypeError):
            combine(given)
    for n in (0, -1):
        with pytest.raises(gordian.Error) as caught:
            m.split(n)
        assert caught.value.code == "request.out-of-range"
    for n in ("a", 1.5, None):
        with pytest.raises(TypeError):
            m.split(n)


def test_limits_of_splits():
    m, _ = queens(8)
    parts = m.split(500, time_limit=0.0001)
    assert 1 <= len(parts) < 500
    assert m.split(1)[0].n_parts == 1
    m = gordian.Model()
    m.require(m.int(0, 9, "x") > 9)
    (part,) = m.split(4)
    assert len(part) == 0 and combine([m.solve(assumptions=part)]).outcome == "infeasible"


def test_assumptions_by_names():
    m = gordian.Model()
    x, y = m.int(0, 9, "x"), m.int(0, 9, "y")
    m.require(x + y == 9)
    answer = m.solve(assumptions=[("x", [2, 3]), ("y", [(0, 6)])])
    assert answer[x] == 3
    answer = m.solve(assumptions=[("x", range(2, 4)), x > 8])
    assert answer.contradiction[0] == ("x", range(2, 4)) and len(answer.contradiction) == 2
    with pytest.raises(gordian.Error) as caught:
        m.solve(assumptions=[("z", [1])])
    assert caught.value.code == "model-unknown-variable"
    with pytest.raises(gordian.Error) as caught:
        m.solve(assumptions=[("x", [])])
    assert caught.value.code == "model-domain"
    with pytest.raises(TypeError):
        m.solve(assumptions=[("x", "ab")])


def test_improvements_of_a_part():
    m, _ = knapsack(14)
    found = []
    part = m.split(2)[1]
    answer = m.solve(assumptions=part, on_improvement=lambda it: found.append(it.objective))
    assert found and found[-1] == answer.objective


# What is sent to other processes.


def test_models_can_be_pickled():
    m, row = queens(6)
    m.title = "queens"
    m.hint({row[0]: 3})
    again = pickle.loads(pickle.dumps(m))
    assert again.to_json() == m.to_json() and again.count() == 4
    assert again.solve(task="first", engine="lcg")["row[0]"] == 3
    assert copy.deepcopy(m).title == "queens"


def test_expressions_belong_to_the_model_that_they_are_pickled_with():
    m = gordian.Model()
    x, y = m.int(0, 9, "x"), m.int(0, 9, "y")
    condition = (x + 2 * y == 7) & (x < y)
    for order in ((m, x, condition), (condition, x, m)):
        found = pickle.loads(pickle.dumps(order))
        again = next(it for it in found if isinstance(it, gordian.Model))
        x2 = found[1]
        condition2 = next(it for it in found if isinstance(it, gordian.Expr) and it.name is None)
        again.require(condition2)
        assert repr(condition2) == repr(condition) and again.solve()[x2] == 1
    assert m.n_constraints == 0
    copied, variable = copy.deepcopy((m, x))
    copied.require(variable == 4)
    assert copied.solve()["x"] == 4
    alone = pickle.loads(pickle.dumps(condition))
    assert repr(alone) == repr(condition)
    number = gordian.sum(1, 2)
    assert repr(pickle.loads(pickle.dumps(number))) == repr(number)
    del m, x, y
    assert repr(pickle.loads(pickle.dumps(condition))) == repr(condition)


def test_answers_can_be_pickled_without_their_model():
    m, row = queens(6)
    m.title = "queens"
    answer = m.solve(task="all", confirm=True)
    again = pickle.loads(pickle.dumps(answer))
    assert (again.outcome, again.unique, again.engine) == (answer.outcome, False, answer.engine)
    assert [it.to_dict() for it in again.solutions] == [it.to_dict() for it in answer.solutions]
    assert (again[row] == answer[row]).all() and again[row[0] + row[1]] == answer[row[0] + row[1]]
    assert again["row[2]"] == answer["row[2]"] and repr(again) == repr(answer)
    assert again._state() == answer._state()
    assignment = pickle.loads(pickle.dumps(answer.solutions[0]))
    assert assignment[row].tolist() == answer.solutions[0][row].tolist()
    with pytest.raises(gordian.Error):
        again["nothing"]
    # Another model, of which the variables have other names.
    with pytest.raises(ValueError, match="another model"):
        again[gordian.Model().int(0, 9, "x")]
    late = m.int(0, 1, "late")
    with pytest.raises(LookupError):
        again[late]


@pytest.mark.parametrize(
    "options",
    [
        {"task": "prove"},
        {"task": "count"},
        {"task": "determined"},
        {"task": "count", "limit": 3},
        {"task": "first"},
        {"time_limit": 0.0001},
    ],
)
def test_all_kinds_of_answers_can_be_pickled(options):
    m, _ = queens(6)
    for build in (m, pigeons(4), knapsack(12)[0]):
        answer = build.solve(**options)
        assert pickle.loads(pickle.dumps(answer))._state() == answer._state()
    answer = m.solve(assumptions=[("row[0]", [0])])
    again = pickle.loads(pickle.dumps(answer))
    assert again.contradiction == answer.contradiction == [("row[0]", [0])]
    improved = []
    knapsack(12)[0].solve(on_improvement=improved.append)
    again = pickle.loads(pickle.dumps(improved[-1]))
    assert (again.objective, again.bound) == (improved[-1].objective, improved[-1].bound)


def test_damaged_states():
    m, _ = queens(5)
    state = m.solve()._state()
    restore = gordian._gordian.restore_solution
    for change in ({"outcome": "wrong"}, {"limit": "wrong"}, {"outcome": "stopped"}):
        with pytest.raises(ValueError):
            restore({**state, **change})
    with pytest.raises(ValueError, match="no `names`"):
        restore({key: value for key, value in state.items() if key != "names"})
    with pytest.raises(TypeError):
        restore({**state, "names": 3})
    with pytest.raises(ValueError):
        gordian._gordian.restore_assignment("", ["x"], [], None)


def _solve_part(job):
    model, part = job
    return model.solve(assumptions=part, task="count")


def test_parts_are_solved_in_other_processes():
    m, _ = queens(7)
    jobs = [(m, part) for part in m.split(4)]
    # A forked process would have locks of the threads of other tests.
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        results = pool.map_async(_solve_part, jobs).get(timeout=300)
        batch = pool.apply_async(gordian.sudoku.solve_many, ([SUDOKU, "." * 81],)).get(timeout=300)
    assert combine(results).count == 40
    assert batch.counts == [1, 2]
