"""Models: variables, constraints, questions."""

from __future__ import annotations

import gc
import json
import pickle
import threading
import time

import gordian
import numpy as np
import pytest


def send_more_money():
    m = gordian.Model("SEND + MORE = MONEY")
    s, e, n, d, o, r, y = (m.int(0, 9, name) for name in "sendory")
    money = m.int(0, 9, "m")
    m.require(gordian.all_different(s, e, n, d, money, o, r, y), "different")
    m.require((s != 0) & (money != 0), "no leading zero")
    send = 1000 * s + 100 * e + 10 * n + d
    more = 1000 * money + 100 * o + 10 * r + e
    m.require(send + more == 10000 * money + 1000 * o + 100 * n + 10 * e + y, "sum")
    return m, (s, e, n, d, money, o, r, y)


def test_a_unique_solution():
    m, letters = send_more_money()
    solution = m.solve()
    assert (solution.outcome, solution.unique, solution.checked) == ("solved", True, True)
    assert solution[letters] == [9, 5, 6, 7, 1, 0, 8, 2]
    assert solution["s"] == solution.to_dict()["s"] == solution[letters[0]] == 9
    assert solution[letters[0] + letters[1]] == 14
    assert solution.seconds > 0 and solution.engine and solution
    assert (solution.objective, solution.bound, solution.limit, solution.gap) == (None,) * 4
    assert len(solution.solutions) == 1
    assert solution.determined == solution.to_dict()
    assert "unique" in repr(solution) and "SEND" in repr(solution)
    assert repr(m) == '<Model "SEND + MORE = MONEY" with 8 variables and 3 constraints>'


def test_several_solutions_are_shown_by_two():
    m = gordian.Model()
    x = m.int(0, 9, "x")
    solution = m.solve()
    assert solution.unique is False
    first, second = solution.solutions
    assert first[x] != second[x] and solution[x] == first[x]


@pytest.mark.parametrize("engine", ["auto", "model", "sat", "lcg", "portfolio", "batsat", "cadical"])
def test_engines_and_options(engine):
    m, letters = send_more_money()
    solution = m.solve(
        engine=engine, threads=2, time_limit=60, memory_limit=1 << 30, seed=7, confirm=True
    )
    assert (solution.unique, solution[letters[0]]) == (True, 9)
    assert solution.confirmed_by


def test_objectives():
    m = gordian.Model()
    x, y = m.int(0, 10, "x"), m.int(0, 10, "y")
    m.require(2 * x + 3 * y <= 20)
    m.maximize(3 * x + 4 * y)
    solution = m.solve()
    assert (solution.outcome, solution.objective, solution.bound) == ("optimal", 30, 30)
    assert solution.gap == 0 and solution[3 * x + 4 * y] == 30
    m.minimize(gordian.maximum(x, y))
    assert m.solve().objective == 0
    m.clear_objective()
    assert m.solve().objective is None
    m.minimize(5)
    assert m.solve().objective == 5


def knapsack(n):
    m = gordian.Model()
    takes = m.bools("take", n)
    weights = [37 * (at + 3) % 101 + 5 for at in range(n)]
    values = [53 * (at + 7) % 97 + 5 for at in range(n)]
    m.require(gordian.sum(w * t for w, t in zip(weights, takes)) <= sum(weights) // 3)
    m.maximize(gordian.sum(v * t for v, t in zip(values, takes)))
    return m, takes


def test_improvements_are_passed_on():
    m, takes = knapsack(25)
    seen = []
    thread = []

    def on_improvement(found):
        seen.append((found.objective, found[takes].sum()))
        thread.append(threading.current_thread())

    solution = m.solve(engine="lcg", on_improvement=on_improvement)
    objectives = [objective for objective, _ in seen]
    assert objectives == sorted(set(objectives)) and objectives[-1] == solution.objective
    assert set(thread) == {threading.current_thread()}


def test_an_error_of_the_callback_ends_the_search():
    m, _ = knapsack(25)
    calls = []

    def on_improvement(found):
        calls.append(found)
        raise KeyError("stop")

    with pytest.raises(KeyError, match="stop"):
        m.solve(on_improvement=on_improvement)
    assert len(calls) == 1


def test_no_solution_is_an_answer():
    m = gordian.Model()
    x = m.int(0, 3, "x")
    m.require(x > 3, "large")
    solution = m.solve()
    assert (solution.outcome, solution.checked, bool(solution)) == ("infeasible", False, False)
    for use in (lambda: solution[x], solution.to_dict):
        with pytest.raises(LookupError, match="no solution: infeasible"):
            use()
    assert m.count() == 0 and list(m.solutions()) == []


def test_limits_are_answers():
    m = pigeons(13)
    start = time.monotonic()
    solution = m.solve(time_limit=0.2, engine="batsat")
    assert (solution.outcome, solution.limit) == ("stopped", "time")
    assert time.monotonic() - start < 5
    with pytest.raises(TimeoutError, match="at least 0 solutions"):
        m.count(time_limit=0.2, engine="batsat")
    with pytest.raises(TimeoutError):
        m.conflict(time_limit=0.2)
    solutions = m.solutions(time_limit=0.2, engine="batsat")
    assert list(solutions) == []
    assert (solutions.is_complete, solutions.limit) == (False, "time")
    small = m.solve(memory_limit=1000, engine="batsat")
    assert (small.outcome, small.limit) == ("stopped", "memory")


def pigeons(n):
    """n + 1 pigeons in n holes, written so that it is hard for clauses."""
    m = gordian.Model()
    inside = m.bools("in", (n + 1, n))
    for pigeon in inside:
        m.require(gordian.any_of(pigeon))
    for hole in range(n):
        for first in range(n + 1):
            for second in range(first):
                m.require(~inside[first, hole] | ~inside[second, hole])
    return m


def queens(n):
    m = gordian.Model()
    row = m.ints("row", n, 0, n - 1)
    columns = np.arange(n)
    m.require(gordian.all_different(row))
    m.require(gordian.all_different(row + columns))
    m.require(gordian.all_different(row - columns))
    return m, row


def test_counts_and_solutions():
    m, row = queens(6)
    assert m.count() == 4
    assert m.count(limit=3) == 3
    counted = m.solve(task="count")
    assert (counted.count, counted.limit) == (4, None)
    solutions = m.solutions()
    assert solutions.is_complete is None
    found = {tuple(it[row]) for it in solutions}
    assert len(found) == 4 and solutions.is_complete is True
    assert next(solutions, None) is None
    some = m.solutions(limit=2)
    assert len(list(some)) == 2
    assert (some.is_complete, some.limit) == (False, "solutions")
    assert len(m.solve(task="all").solutions) == 4
    assert len(m.solve(task="first").solutions) == 1


def test_a_search_ends_when_its_iterator_is_dropped():
    m = gordian.Model()
    x = m.ints("x", 12, 0, 9)
    before = threads_at_rest()
    solutions = m.solutions()
    assert next(solutions)[x].shape == (12,)
    assert threads_of_process() > before
    del solutions
    gc.collect()
    until(lambda: threads_of_process() <= before)
    solutions = m.solutions()
    next(solutions)
    solutions.close()
    until(lambda: threads_of_process() <= before)
    assert list(solutions) == []


def threads_at_rest():
    """Returns the number of threads when those of earlier tests have ended."""
    counts = []
    until(lambda: counts.append(threads_of_process()) or counts[-20:] == counts[-1:] * 20)
    return counts[-1]


def threads_of_process():
    with open("/proc/self/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("Threads:"))


def until(condition):
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_determined_values():
    m = gordian.Model()
    x, y, z = (m.int(0, 3, name) for name in "xyz")
    m.require(x + y == 6)
    solution = m.solve(task="determined")
    assert (solution.determined, solution.undecided) == ({"x": 3, "y": 3}, {})
    assert z.name == "z"


def test_assumptions():
    m = gordian.Model()
    hours = m.ints("hours", 3, 0, 8)
    m.require(gordian.sum(hours) == 12)
    assumptions = [hours[0] == 0, hours[1] >= 1, hours[2] == 1]
    answer = m.solve(assumptions=assumptions)
    assert (answer.outcome, answer.contradiction_is_minimal) == ("infeasible", True)
    assert [id(it) for it in answer.contradiction] == [id(assumptions[0]), id(assumptions[2])]
    answer = m.solve(assumptions=assumptions[:2])
    assert answer.outcome == "solved" and answer[hours[0]] == 0
    assert answer.contradiction is None
    m.require(hours[0] > 8)
    assert m.solve(assumptions=assumptions).contradiction == []


def test_conflicts_name_constraints():
    m = gordian.Model()
    x, y, z = (m.int(0, 9, name) for name in "xyz")
    m.require(x < y, "rising")
    m.require(z > 3, "large")
    m.require(y < x, "falling")
    assert m.conflict() == ["rising", "falling"]
    m = gordian.Model()
    x = m.int(0, 9)
    m.require(x > 3)
    assert m.conflict() is None
    m.require(x < 2)
    assert m.conflict() == ["constraint 1", "constraint 2"]


def test_models_grow_between_questions():
    m = gordian.Model()
    x = m.int(0, 9, "x")
    before = m.solve()
    y = m.int(0, 9, "y")
    m.require(x + y == 18)
    after = m.solve()
    assert after[[x, y]] == [9, 9]
    for use in (lambda: before[y], lambda: before[x + y]):
        with pytest.raises(LookupError):
            use()
    with pytest.raises(gordian.Error) as caught:
        before["y"]
    assert caught.value.code == "model-unknown-variable"
    assert list(before.to_dict()) == ["x"]


def test_answer_variables():
    m = gordian.Model()
    x, _ = m.int(0, 3, "x"), m.int(0, 3, "helper")
    assert m.count() == 16
    m.set_answer_variables(x)
    assert m.count() == 4
    with pytest.raises(TypeError):
        m.set_answer_variables(x + 1)


def test_hints():
    m = gordian.Model()
    x = m.ints("x", 5, 0, 100)
    m.hint({x[0]: 37, "x[1]": 41})
    solution = m.solve(task="first", engine="lcg")
    assert (solution[x[0]], solution[x[1]]) == (37, 41)
    with pytest.raises(TypeError):
        m.hint({x[0] + 1: 3})
    with pytest.raises(TypeError):
        m.hint({x[0]: 1.5})
    # Those of a solution.
    m.hint(solution)
    again = m.solve(task="first", engine="lcg")
    assert again.to_dict() == solution.to_dict()


def test_hints_outside_of_domains():
    m = gordian.Model()
    x = m.add_variable([1, 2, 5], "x")
    m.hint({x: 5})
    for value in (0, 3, 6):
        with pytest.raises(gordian.Error) as caught:
            m.hint({x: value})
        assert caught.value.code == "model-hint" and caught.value.hint
        message = f"the hint for `x` is {value}, which is not in its domain 1..=2, 5"
        assert caught.value.message == message
    # The earlier hint stays.
    assert m.solve(task="first", engine="lcg")[x] == 5


def test_violations():
    m = gordian.Model()
    x, y = m.int(0, 9, "x"), m.int(0, 9, "y")
    m.require(x < y, "rising")
    assert m.violations({"x": 1, y: 2}) == []
    assert m.violations({x: 3, y: 2}) == ["constraint `rising` does not hold"]
    assert len(m.violations({x: 30, y: 2})) == 2
    solution = m.solve()
    assert m.violations(solution) == m.violations(solution.solutions[0]) == []
    assert m.violations(pickle.loads(pickle.dumps(solution))) == []
    m.require(x + y == 100, "impossible")
    assert m.violations(solution) == ["constraint `impossible` does not hold"]
    for wrong in ([1, 2], None, 3):
        with pytest.raises(TypeError):
            m.violations(wrong)
    with pytest.raises(LookupError):
        m.violations(m.solve())
    with pytest.raises(gordian.Error) as caught:
        m.violations({x: 1})
    assert caught.value.code == "assignment-missing-value"


def test_json():
    m, _ = send_more_money()
    text = m.to_json()
    assert json.loads(text)["title"] == "SEND + MORE = MONEY"
    again = gordian.Model.from_json(text)
    assert again.to_json() == text
    assert again.solve()["s"] == 9
    with pytest.raises(gordian.Error) as caught:
        gordian.Model.from_json('{"schema": 1,\n "variables": [{"name": "x", "domain": [3, 1]}]}')
    error = caught.value
    assert (error.code, error.line) == ("model-domain", 2)
    assert error.column and "3..=1" in str(error)
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.code, copy.line, str(copy)) == (error.code, error.line, str(error))


def test_intervals():
    m = gordian.Model()
    durations = [4, 3, 5, 2]
    orders = [
        m.interval(f"order {at}", (0, 10), duration, optional=True)
        for at, duration in enumerate(durations)
    ]
    m.require(gordian.no_overlap(orders), "one at a time")
    m.require(gordian.maximum(it.end for it in orders) <= 10, "in the day")
    m.require(orders[2].ends_before(orders[0]), "order 2 before order 0")
    m.maximize(gordian.sum(it.duration for it in orders))
    solution = m.solve()
    assert (solution.outcome, solution.objective) == ("optimal", 10)
    for order in orders:
        assert solution[order.end] == solution[order.start] + solution[order.duration]

    m = gordian.Model()
    a = m.interval("a", (0, 3), (1, 2))
    b = gordian.Interval(1, 2)
    m.require(gordian.within_capacity([a, b], [1, 1], 1))
    assert {(it[a.start], it[a.duration]) for it in m.solutions()} == {(0, 1), (3, 1), (3, 2)}
    m = gordian.Model()
    x = m.int(0, 2, "x")
    rectangles = [
        [gordian.Interval(x, 1), gordian.Interval(0, 1)],
        [gordian.Interval(1, 2), gordian.Interval(0, 5)],
    ]
    m.require(gordian.no_overlap_2d(rectangles))
    assert [it[x] for it in m.solutions()] == [0]
    value, is_present = m.optional("maybe", 3, 5)
    m.require(value != 3)
    assert m.solve()[is_present] == 1


def test_arrays():
    m = gordian.Model()
    x = m.ints("x", (2, 3), 0, 9)
    assert isinstance(x, np.ndarray) and x.shape == (2, 3)
    assert x[1, 2].name == "x[1,2]" and gordian.Model().ints("y", 2, 0, 1)[1].name == "y[1]"
    m.require(x == np.arange(6).reshape(2, 3))
    m.require(x.sum() == 15)
    m.require(x[0] < x[1])
    m.require(x.T[0] != [9, 9])
    m.require(1 <= x[0, 1])
    m.require(x[0, 0] + np.array([1, 2]) <= np.array([1, 2]))
    m.require(np.int64(2) * x[0, 1] == np.int64(2))
    m.require(np.array([0, 1]) == x[0, 0] + np.array([0, 1]))
    solution = m.solve()
    assert solution.unique
    found = solution[x]
    assert found.dtype == np.int64 and (found == np.arange(6).reshape(2, 3)).all()
    assert solution[x % 2].tolist() == [[0, 1, 0], [1, 0, 1]]
    assert solution[~(x > 2) & (x != 1)].tolist() == [[1, 0, 1], [0, 0, 0]]
    assert solution[{0: x[0]}[0]].tolist() == [0, 1, 2]
    assert solution[[x[0, 1], [x[1, 0], 7]]] == [1, [3, 7]]
    cube = m.bools("b", (2, 2, 2))
    assert cube[1, 0, 1].name == "b[1,0,1]"
    assert m.ints("e", 0, 0, 1).shape == (0,) and m.ints("f", (2, 0), 0, 1).shape == (2, 0)
    assert m.solve()[m.find("b[0,0,0]")] in (0, 1)


def test_lists_without_numpy(monkeypatch):
    from gordian import _array

    monkeypatch.setattr(_array, "np", None)
    m = gordian.Model()
    x = m.ints("x", (2, 3), 0, 9)
    assert [[it.name for it in row] for row in x] == [
        ["x[0,0]", "x[0,1]", "x[0,2]"],
        ["x[1,0]", "x[1,1]", "x[1,2]"],
    ]
    assert m.ints("y", 2, 0, 1)[1].name == "y[1]"
    assert m.ints("z", (2, 1, 2), 0, 1)[1][0][1].name == "z[1,0,1]"
    assert m.ints("e", 0, 0, 1) == [] and m.ints("f", (2, 0), 0, 1) == [[], []]
    m.require(gordian.all_different(x))
    assert len(m.solve()[x][1]) == 3


def test_variables_with_any_values():
    m = gordian.Model()
    x = m.add_variable([1, 2, 4, 8], "x")
    y = m.add_variable(range(0, 10**12), "y")
    z = m.add_variable(range(10, 0, -3))
    assert (x.bounds, y.bounds, z.bounds) == ((1, 8), (0, 10**12 - 1), (1, 10))
    m.require(y == x * x)
    m.require(z == 4)
    assert {it[y] for it in m.solutions()} == {1, 4, 16, 64}
    assert m.find("y").name == "y" and m.find("nothing") is None
    assert m.n_variables == 3 and m.n_constraints == 2


@pytest.mark.parametrize(
    ("code", "add"),
    [
        ("model-domain", lambda m: m.int(3, 1)),
        ("model-domain", lambda m: m.int(0, 2**60)),
        ("model-domain", lambda m: m.add_variable([])),
        ("model-domain", lambda m: m.ints("a", 3, 5, 4)),
        ("model-domain", lambda m: m.interval("a", (3, 1), 1)),
        ("model-domain", lambda m: m.interval("a", 2**60, 1)),
        ("model-domain", lambda m: m.optional("a", 3, 1)),
        ("model-duplicate-variable", lambda m: m.int(0, 1, "x")),
        ("model-duplicate-variable", lambda m: m.bool("x")),
        ("model-duplicate-variable", lambda m: m.ints("x", (), 0, 1)),
        ("model-duplicate-variable", lambda m: m.bools("y", 2)),
        ("model-duplicate-variable", lambda m: m.interval("i", (0, 1), (0, 1))),
        ("model-duplicate-variable", lambda m: m.optional("x", 0, 1)),
    ],
)
def test_wrong_variables(code, add):
    m = gordian.Model()
    m.int(0, 1, "x")
    m.int(0, 1, "y[1]")
    m.int(0, 1, "i.duration")
    with pytest.raises(gordian.Error) as caught:
        add(m)
    assert caught.value.code == code
    # All or none are added.
    assert m.n_variables == 3


def test_wrong_types():
    m = gordian.Model()
    x = m.int(0, 9, "x")
    for use in (
        lambda: m.int("a", 3),
        lambda: m.int(0.5, 3),
        lambda: m.int(0, 3, 5),
        lambda: m.ints("a", "b", 0, 1),
        lambda: m.ints("a", 1.5, 0, 1),
        lambda: m.add_variable(3),
        lambda: m.add_variable([1.5]),
        lambda: m.require(3),
        lambda: m.require("x > 3"),
        lambda: m.require(None),
        lambda: m.require([x > 3, "a"]),
        lambda: m.minimize("x"),
        lambda: m.interval("a", "b", 1),
        lambda: m.solve(engine=3),
        lambda: m.solve(threads="a"),
        lambda: m.solve(unknown=3),
        lambda: m.solve(on_improvement=3),
        lambda: m.solve(assumptions=3),
        lambda: m.solve(assumptions=["a"]),
        lambda: m.solve()[1.5],
        lambda: m.solve()[None],
        lambda: m.solve("prove"),
    ):
        with pytest.raises(TypeError):
            use()
    for use in (
        lambda: m.ints("a", -1, 0, 1),
        lambda: m.solve(threads=0),
    ):
        with pytest.raises(ValueError):
            use()
    for use in (
        lambda: m.int(0, 2**70),
        lambda: m.ints("a", (2**40, 2**40), 0, 1),
        lambda: m.solve(threads=-1),
        lambda: m.solve(seed=2**70),
        lambda: m.solve(memory_limit=-5),
    ):
        with pytest.raises(OverflowError):
            use()


@pytest.mark.parametrize(
    ("code", "options"),
    [
        ("request.out-of-range", {"engine": "fastest"}),
        ("request.out-of-range", {"task": "everything"}),
        ("request.out-of-range", {"time_limit": 0}),
        ("request.out-of-range", {"time_limit": -1}),
        ("request.out-of-range", {"time_limit": float("nan")}),
        ("request.out-of-range", {"task": "count", "limit": 0}),
        ("request.not-applicable", {"limit": 3}),
        ("request.not-applicable", {"assumptions": [], "on_improvement": print}),
        ("solve.wrong-engine", {"engine": "search"}),
    ],
)
def test_wrong_options(code, options):
    m = gordian.Model()
    m.int(0, 9)
    with pytest.raises(gordian.Error) as caught:
        m.solve(**options)
    assert caught.value.code == code


def test_bad_models():
    m = gordian.Model()
    x, y = m.int(0, 9, "x"), m.int(0, 2**53, "y")
    m.minimize(x & (y > 1))
    for question in (m.solve, m.count, m.conflict, lambda: list(m.solutions())):
        with pytest.raises(gordian.Error) as caught:
            question()
        assert caught.value.code == "model-not-condition"
        assert "the objective" in caught.value.message and caught.value.hint
    m = gordian.Model()
    y = m.int(0, 2**53, "y")
    m.require(y**9 > 3, "power")
    with pytest.raises(gordian.Error) as caught:
        m.solve(engine="sat")
    assert caught.value.code == "compile.overflow"


def test_constant_conditions():
    m = gordian.Model()
    m.require(True)
    m.require([])
    m.require(np.bool_(True))
    assert m.solve().outcome == "solved" and m.n_constraints == 2
    m.require(False, "never")
    assert m.conflict() == ["never"]


def test_empty_model():
    m = gordian.Model()
    solution = m.solve()
    assert (solution.outcome, solution.unique, solution.to_dict()) == ("solved", True, {})
    assert m.count() == 1


def test_models_are_built_fast():
    n = 100_000
    start = time.process_time()
    m = gordian.Model()
    x = [m.int(0, 9, f"x{at}") for at in range(n + 1)]
    for at in range(n):
        m.require(x[at] + 1 <= 2 * x[at + 1] + 3)
    seconds = time.process_time() - start
    assert m.n_constraints == n
    assert seconds < 3, f"{n} constraints took {seconds:.1f} s"


def test_threads_use_a_model_together():
    m, row = queens(6)
    counts = []
    threads = [threading.Thread(target=lambda: counts.append(m.count())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [4] * 4


def test_numbers_are_no_conditions():
    m = gordian.Model()
    x, b = m.int(0, 3, "x"), m.bool("b")
    for condition in (x + 1, [b, x], b & x, (x == 1) | ~x):
        with pytest.raises(gordian.Error, match="needs a condition, found a number") as caught:
            m.require(condition, "wrong")
        assert caught.value.code == "model-not-condition"
        assert "`x == 3`" in caught.value.hint
    # Nothing of them is in the model.
    assert (m.n_constraints, m.count()) == (0, 8)
